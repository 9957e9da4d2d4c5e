/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-item.h"

#include <glib/gi18n-lib.h>

#include "app-call-walk.h"
#include "app-draft-text.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <string.h>

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_NAME 120

struct _AppInboxItem
{
  GObject parent_instance;

  AppInboxKind      kind;
  GWeakRef          session;
  McpInputRequest  *request;
  AppCall          *call; /* (nullable): while it waits for us */
  AppFolderList    *folders;
  StoreMemory      *answers;
  AppForm          *form;
  AppSamplingReply *reply;
  char             *target; /* (nullable) */
  char             *title;
  gboolean          opened;
  gboolean          dismissed;
};

enum {
  PROP_WAITING = 1,
  PROP_OPENED,
  PROP_VISITED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppInboxItem, app_inbox_item, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppInboxItem, app_inbox_item)
{
  g_weak_ref_clear (&self->session);
  g_clear_object (&self->call);
  g_clear_object (&self->request);
  g_clear_object (&self->folders);
  g_clear_object (&self->answers);
  g_clear_object (&self->form);
  g_clear_object (&self->reply);
  g_free (self->target);
  g_free (self->title);
}

MCP_DEFINE_CLASS (AppInboxItem, app_inbox_item)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_WAITING] = { "waiting", G_TYPE_BOOLEAN, G_CALLBACK (app_inbox_item_is_waiting) },
    [PROP_OPENED] = { "opened", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppInboxItem, opened) },
    [PROP_VISITED] = { "visited", G_TYPE_BOOLEAN, G_CALLBACK (app_inbox_item_is_visited) },
  };

  object_class->finalize = app_inbox_item_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_inbox_item_init (AppInboxItem *self)
{
  g_weak_ref_init (&self->session, NULL);
}

static void
on_request_state (AppInboxItem *self)
{
  g_autoptr (AppCall) call =
      app_inbox_item_is_waiting (self) ? NULL : g_steal_pointer (&self->call);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WAITING]);
  if (call != NULL)
    app_call_remove_question (call, G_OBJECT (self));
}

static AppInboxKind
read_kind (McpInputRequest *request)
{
  McpElicitation *elicitation = mcp_input_request_get_details (request)->elicitation;

  switch (mcp_input_request_get_details (request)->kind)
    {
    case MCP_INPUT_SAMPLING:
      return APP_INBOX_SAMPLING;
    case MCP_INPUT_ROOTS:
      return APP_INBOX_FOLDERS;
    case MCP_INPUT_ELICITATION:
    case MCP_INPUT_UNKNOWN:
    default:
      return elicitation != NULL &&
                     elicitation->mode == MCP_ELICITATION_URL
                 ? APP_INBOX_PAGE
                 : APP_INBOX_FORM;
    }
}

/* Who asks: the name that the person gave, else the server's own; the address says less. */
static const char *
name_server (AppSession *session)
{
  McpServerInfo *server = app_session_get_server (session);
  const char    *own = server != NULL ? mcp_server_info_get_display_name (server) : NULL;

  return app_session_get_book (session) != NULL || own == NULL || *own == '\0'
             ? app_session_get_name (session)
             : own;
}

static char *
make_title (AppInboxKind kind, const char *server)
{
  g_autofree char *name = app_visible_text_line (server, MAX_NAME);

  switch (kind)
    {
    case APP_INBOX_PAGE:
      /* Translators: %s is the name of a server */
      return g_strdup_printf (_ ("%s asks you to open a page"), name);
    case APP_INBOX_SAMPLING:
      return g_strdup_printf (_ ("Sampling request from %s"), name);
    case APP_INBOX_FOLDERS:
      return g_strdup_printf (_ ("Roots request from %s"), name);
    case APP_INBOX_FORM:
    default:
      return g_strdup_printf (_ ("%s needs your input"), name);
    }
}

static void
on_request_completed (AppInboxItem *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VISITED]);
}

AppInboxItem *
app_inbox_item_new (AppSession      *session,
                    McpInputRequest *request,
                    const char      *target,
                    AppCall         *call,
                    AppFolderList   *folders,
                    StoreMemory     *answers)
{
  AppInboxItem *self = g_object_new (APP_TYPE_INBOX_ITEM, NULL);

  g_weak_ref_set (&self->session, session);
  self->request = g_object_ref (request);
  self->folders = g_object_ref (folders);
  self->answers = g_object_ref (answers);
  self->kind = read_kind (request);
  self->target = g_strdup (target);
  self->title = make_title (self->kind, name_server (session));
  g_set_object (&self->call, call);
  if (call != NULL)
    app_call_add_question (call, G_OBJECT (self));
  mcp_signal_connect (request, "notify::state", on_request_state, self);
  mcp_signal_connect (request, "notify::completed", on_request_completed, self);
  return self;
}

MCP_DEFINE_GETTER (AppInboxKind, AppInboxItem, app_inbox_item, kind)

AppInboxState
app_inbox_item_get_state (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), APP_INBOX_ENDED);

  switch (mcp_input_request_get_state (self->request))
    {
    case MCP_INPUT_WAITING:
      return APP_INBOX_WAITING;
    case MCP_INPUT_ANSWERED:
      return self->dismissed ? APP_INBOX_DISMISSED : APP_INBOX_ANSWERED;
    case MCP_INPUT_DECLINED:
    case MCP_INPUT_REFUSED:
      return self->dismissed ? APP_INBOX_DISMISSED : APP_INBOX_DECLINED;
    case MCP_INPUT_CANCELLED:
      return APP_INBOX_CANCELLED;
    case MCP_INPUT_WITHDRAWN:
    default:
      return APP_INBOX_ENDED;
    }
}

const char *
app_inbox_item_get_state_name (AppInboxItem *self)
{
  switch (app_inbox_item_get_state (self))
    {
    case APP_INBOX_WAITING:
      return C_ ("inbox", "waiting for you");
    case APP_INBOX_ANSWERED:
      return C_ ("inbox", "answered");
    case APP_INBOX_DECLINED:
      return C_ ("inbox", "declined");
    case APP_INBOX_DISMISSED:
      return C_ ("inbox", "cancelled");
    case APP_INBOX_CANCELLED:
      return C_ ("inbox", "cancelled by the server");
    case APP_INBOX_ENDED:
    default:
      return C_ ("inbox", "call ended");
    }
}

gboolean
app_inbox_item_is_waiting (AppInboxItem *self)
{
  return app_inbox_item_get_state (self) == APP_INBOX_WAITING;
}

MCP_DEFINE_GETTER (const char *, AppInboxItem, app_inbox_item, title)

AppSession *
app_inbox_item_dup_session (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return g_weak_ref_get (&self->session);
}

MCP_DEFINE_GETTER (const char *, AppInboxItem, app_inbox_item, target)
MCP_DEFINE_GETTER (AppCall *, AppInboxItem, app_inbox_item, call)

gboolean
app_inbox_item_is_sent (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  return mcp_input_request_get_details (self->request)->origin == MCP_INPUT_FROM_REQUEST;
}

const char *
app_inbox_item_get_task_id (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return mcp_input_request_get_details (self->request)->task_id;
}

gint64
app_inbox_item_get_time (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), 0);
  return mcp_input_request_get_details (self->request)->time;
}

const char *
app_inbox_item_get_message (AppInboxItem *self)
{
  McpElicitation *elicitation;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  elicitation = mcp_input_request_get_details (self->request)->elicitation;
  return elicitation != NULL ? elicitation->message : NULL;
}

McpJsonValue
app_inbox_item_get_params (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), MCP_JSON_NO_VALUE);
  return mcp_input_request_get_details (self->request)->params.value;
}

GPtrArray *
app_inbox_item_get_findings (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return mcp_input_request_get_findings (self->request);
}

/* Made when it is looked at: nobody fills in a flood. */
AppForm *
app_inbox_item_get_form (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  if (self->kind == APP_INBOX_FORM && self->form == NULL)
    self->form = app_form_new (
        mcp_input_request_get_details (self->request)->elicitation->schema,
        APP_FORM_PREFILL | APP_FORM_ANSWER, NULL);
  return self->form;
}

McpUrlReview *
app_inbox_item_get_url (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  if (self->kind != APP_INBOX_PAGE)
    return NULL;
  return mcp_input_request_get_details (self->request)->elicitation->url;
}

McpSamplingRequest *
app_inbox_item_get_sampling (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return mcp_input_request_get_details (self->request)->sampling;
}

AppSamplingReply *
app_inbox_item_get_reply (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  if (self->kind == APP_INBOX_SAMPLING && self->reply == NULL)
    {
      g_autoptr (McpJsonDocument) saved = store_memory_read (self->answers, "reply");
      g_autofree char *text = NULL;
      g_autofree char *model = NULL;

      if (saved != NULL)
        {
          McpJsonValue root = mcp_json_document_get_root (saved);

          text = mcp_json_value_dup_member_string (root, "text");
          model = mcp_json_value_dup_member_string (root, "model");
        }
      self->reply = app_sampling_reply_new (mcp_input_request_get_details (self->request)->sampling,
                                            text, model);
    }
  return self->reply;
}

AppFolderList *
app_inbox_item_get_folders (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return self->kind == APP_INBOX_FOLDERS ? self->folders : NULL;
}

void
app_inbox_item_set_opened (AppInboxItem *self)
{
  g_return_if_fail (APP_IS_INBOX_ITEM (self));

  if (self->opened)
    return;
  self->opened = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPENED]);
}

MCP_DEFINE_READER (
    gboolean, app_inbox_item_is_opened, AppInboxItem, APP_IS_INBOX_ITEM (self), opened)

gboolean
app_inbox_item_is_visited (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  return mcp_input_request_is_completed (self->request);
}

/* Answering */

static GBytes *
take_bytes (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

/* What was typed into a field for a password is masked in the log. */
static void
mask_secrets (AppInboxItem *self, AppForm *form)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  g_auto (GStrv) secrets = session != NULL ? app_draft_text_dup_secrets (form) : NULL;

  for (guint i = 0; secrets != NULL && secrets[i] != NULL; i++)
    app_redactor_add_secret (app_session_get_redactor (session), secrets[i]);
}

static gboolean
accept_form (AppInboxItem *self, gboolean anyway, GError **error)
{
  AppForm *form = app_inbox_item_get_form (self);
  char    *text = app_form_dup_arguments (form);
  g_autoptr (GBytes) content = text != NULL ? take_bytes (text) : NULL;

  if (content == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Invalid JSON."));
      return FALSE;
    }
  mask_secrets (self, form);
  app_form_set_attempted (form, TRUE);
  if (!anyway && app_form_get_n_problems (form) > 0)
    {
      g_autoptr (AppFormProblem) first =
          g_list_model_get_item (app_form_get_problems (form), 0);

      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           first->message);
      return FALSE;
    }
  return mcp_input_request_accept (self->request, content, error);
}

static gboolean
accept_page (AppInboxItem *self, GError **error)
{
  McpUrlReview *url = app_inbox_item_get_url (self);

  if (url == NULL || !url->may_open)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("This URL cannot be opened."));
      return FALSE;
    }
  return mcp_input_request_accept (self->request, NULL, error);
}

static gboolean
accept_reply (AppInboxItem *self, GError **error)
{
  AppSamplingReply *reply = app_inbox_item_get_reply (self);

  if (app_sampling_reply_is_empty (reply))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Empty response."));
      return FALSE;
    }
  g_autofree char *result = app_sampling_reply_dup_result (reply);

  if (!app_inbox_item_accept_json (self, result, error))
    return FALSE;
  if (app_sampling_reply_is_as_json (reply))
    return TRUE;
  if (app_sampling_reply_is_saved (reply))
    store_memory_take (self->answers, "reply",
                       mcp_json_build ("{'text': %s, 'model': ?%s}",
                                       app_sampling_reply_get_text (reply),
                                       app_sampling_reply_get_model (reply)));
  else if (store_memory_get (self->answers, "reply") != NULL)
    store_memory_set (self->answers, "reply", NULL);
  return TRUE;
}

static gboolean
accept_folders (AppInboxItem *self, GError **error)
{
  g_autoptr (GBytes) result = mcp_roots_write (app_folder_list_get_roots (self->folders));

  return mcp_input_request_accept (self->request, result, error);
}

gboolean
app_inbox_item_accept (AppInboxItem *self, gboolean anyway, GError **error)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);

  g_autoptr (AppInboxItem) alive = g_object_ref (self);
  switch (self->kind)
    {
    case APP_INBOX_PAGE:
      return accept_page (self, error);
    case APP_INBOX_SAMPLING:
      return accept_reply (self, error);
    case APP_INBOX_FOLDERS:
      return accept_folders (self, error);
    case APP_INBOX_FORM:
    default:
      return accept_form (self, anyway, error);
    }
}

gboolean
app_inbox_item_accept_json (AppInboxItem *self, const char *json, GError **error)
{
  g_autoptr (GBytes) content = NULL;
  g_autoptr (GError) wrong = NULL;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  g_autoptr (AppInboxItem) alive = g_object_ref (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &wrong);
  if (document == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, _ ("Invalid JSON: %s"),
                   wrong->message);
      return FALSE;
    }
  content = take_bytes (mcp_json_value_print_compact (mcp_json_document_get_root (document)));
  if (self->kind == APP_INBOX_FORM)
    return mcp_input_request_accept (self->request, content, error);
  return mcp_input_request_answer_json (self->request, content, error);
}

void
app_inbox_item_decline (AppInboxItem *self)
{
  g_return_if_fail (APP_IS_INBOX_ITEM (self));

  g_autoptr (AppInboxItem) alive = g_object_ref (self);
  mcp_input_request_decline (self->request, NULL);
}

void
app_inbox_item_dismiss (AppInboxItem *self)
{
  g_return_if_fail (APP_IS_INBOX_ITEM (self));

  if (!app_inbox_item_is_waiting (self))
    return;
  g_autoptr (AppInboxItem) alive = g_object_ref (self);
  self->dismissed = TRUE;
  mcp_input_request_cancel (self->request, NULL);
}

char *
app_inbox_item_dup_answer (AppInboxItem *self)
{
  GBytes *result;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  result = mcp_input_request_get_reply (self->request)->result;
  if (result == NULL)
    return NULL;
  return g_strndup (g_bytes_get_data (result, NULL), g_bytes_get_size (result));
}
