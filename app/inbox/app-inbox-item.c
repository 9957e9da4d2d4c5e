/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-item-private.h"

#include <glib/gi18n-lib.h>

#include "app-visible-text.h"

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_NAME 120

enum {
  PROP_0,
  PROP_KIND,
  PROP_TITLE,
  PROP_SERVER,
  PROP_TARGET,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_WAITING,
  PROP_OPENED,
  PROP_VISITED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GType
app_inbox_kind_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_INBOX_FORM, "APP_INBOX_FORM", "form" },
    { APP_INBOX_PAGE, "APP_INBOX_PAGE", "page" },
    { APP_INBOX_SAMPLING, "APP_INBOX_SAMPLING", "sampling" },
    { APP_INBOX_FOLDERS, "APP_INBOX_FOLDERS", "folders" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppInboxKind", values));
  return type;
}

GType
app_inbox_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_INBOX_WAITING, "APP_INBOX_WAITING", "waiting" },
    { APP_INBOX_ANSWERED, "APP_INBOX_ANSWERED", "answered" },
    { APP_INBOX_DECLINED, "APP_INBOX_DECLINED", "declined" },
    { APP_INBOX_DISMISSED, "APP_INBOX_DISMISSED", "dismissed" },
    { APP_INBOX_CANCELLED, "APP_INBOX_CANCELLED", "cancelled" },
    { APP_INBOX_ENDED, "APP_INBOX_ENDED", "ended" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppInboxState", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppInboxItem, app_inbox_item, G_TYPE_OBJECT)

static void
app_inbox_item_finalize (GObject *object)
{
  AppInboxItem *self = APP_INBOX_ITEM (object);

  g_weak_ref_clear (&self->session);
  g_weak_ref_clear (&self->call);
  g_clear_object (&self->request);
  g_clear_object (&self->folders);
  g_clear_object (&self->answers);
  g_clear_object (&self->form);
  g_clear_object (&self->reply);
  g_free (self->server);
  g_free (self->target);
  g_free (self->title);
  G_OBJECT_CLASS (app_inbox_item_parent_class)->finalize (object);
}

static void
app_inbox_item_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppInboxItem *self = APP_INBOX_ITEM (object);

  switch (prop_id)
    {
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_SERVER:
      g_value_set_string (value, self->server);
      break;
    case PROP_TARGET:
      g_value_set_string (value, self->target);
      break;
    case PROP_STATE:
      g_value_set_enum (value, app_inbox_item_get_state (self));
      break;
    case PROP_STATE_NAME:
      g_value_set_string (value, app_inbox_item_get_state_name (self));
      break;
    case PROP_WAITING:
      g_value_set_boolean (value, app_inbox_item_is_waiting (self));
      break;
    case PROP_OPENED:
      g_value_set_boolean (value, self->opened);
      break;
    case PROP_VISITED:
      g_value_set_boolean (value, app_inbox_item_is_visited (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_inbox_item_class_init (AppInboxItemClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_inbox_item_finalize;
  object_class->get_property = app_inbox_item_get_property;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, APP_TYPE_INBOX_KIND,
                                             APP_INBOX_FORM, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_SERVER] = g_param_spec_string ("server", NULL, NULL, NULL, flags);
  properties[PROP_TARGET] = g_param_spec_string ("target", NULL, NULL, NULL, flags);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, APP_TYPE_INBOX_STATE,
                                              APP_INBOX_WAITING, flags);
  properties[PROP_STATE_NAME] = g_param_spec_string ("state-name", NULL, NULL, NULL, flags);
  properties[PROP_WAITING] = g_param_spec_boolean ("waiting", NULL, NULL, TRUE, flags);
  properties[PROP_OPENED] = g_param_spec_boolean ("opened", NULL, NULL, FALSE, flags);
  properties[PROP_VISITED] = g_param_spec_boolean ("visited", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_inbox_item_init (AppInboxItem *self)
{
  g_weak_ref_init (&self->session, NULL);
  g_weak_ref_init (&self->call, NULL);
}

static void
on_request_state (AppInboxItem *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE_NAME]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WAITING]);
}

static AppInboxKind
read_kind (McpInputRequest *request)
{
  McpElicitation *elicitation = mcp_input_request_get_elicitation (request);

  switch (mcp_input_request_get_kind (request))
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
      return g_strdup_printf (_ ("%s asks for a language model’s answer"), name);
    case APP_INBOX_FOLDERS:
      return g_strdup_printf (_ ("%s asks which folders it may use"), name);
    case APP_INBOX_FORM:
    default:
      return g_strdup_printf (_ ("%s asks for your input"), name);
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
  g_weak_ref_set (&self->call, call);
  self->request = g_object_ref (request);
  self->folders = g_object_ref (folders);
  self->answers = g_object_ref (answers);
  self->kind = read_kind (request);
  self->server = g_strdup (app_session_get_name (session));
  self->target = g_strdup (target);
  self->title = make_title (self->kind, self->server);
  g_signal_connect_object (request, "notify::state", G_CALLBACK (on_request_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (request, "notify::completed", G_CALLBACK (on_request_completed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

AppInboxKind
app_inbox_item_get_kind (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), APP_INBOX_FORM);
  return self->kind;
}

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
      return C_ ("inbox", "waits for you");
    case APP_INBOX_ANSWERED:
      return C_ ("inbox", "answered");
    case APP_INBOX_DECLINED:
      return C_ ("inbox", "declined");
    case APP_INBOX_DISMISSED:
      return C_ ("inbox", "dismissed");
    case APP_INBOX_CANCELLED:
      return C_ ("inbox", "taken back by the server");
    case APP_INBOX_ENDED:
    default:
      return C_ ("inbox", "ended with its call");
    }
}

gboolean
app_inbox_item_is_waiting (AppInboxItem *self)
{
  return app_inbox_item_get_state (self) == APP_INBOX_WAITING;
}

const char *
app_inbox_item_get_title (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return self->title;
}

AppSession *
app_inbox_item_dup_session (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return g_weak_ref_get (&self->session);
}

const char *
app_inbox_item_get_target (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return self->target;
}

AppCall *
app_inbox_item_dup_call (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return g_weak_ref_get (&self->call);
}

const char *
app_inbox_item_get_task_id (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return mcp_input_request_get_task_id (self->request);
}

gint64
app_inbox_item_get_time (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), 0);
  return mcp_input_request_get_time (self->request);
}

const char *
app_inbox_item_get_message (AppInboxItem *self)
{
  McpElicitation *elicitation;

  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  elicitation = mcp_input_request_get_elicitation (self->request);
  return elicitation != NULL ? elicitation->message : NULL;
}

McpJsonValue
app_inbox_item_get_params (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), MCP_JSON_NO_VALUE);
  return mcp_input_request_get_params (self->request);
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
        mcp_input_request_get_elicitation (self->request)->schema,
        APP_FORM_PREFILL | APP_FORM_ANSWER, NULL);
  return self->form;
}

McpUrlReview *
app_inbox_item_get_url (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);

  if (self->kind != APP_INBOX_PAGE)
    return NULL;
  return mcp_input_request_get_elicitation (self->request)->url;
}

McpSamplingRequest *
app_inbox_item_get_sampling (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), NULL);
  return mcp_input_request_get_sampling (self->request);
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
      self->reply =
          app_sampling_reply_new (mcp_input_request_get_sampling (self->request), text, model);
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

gboolean
app_inbox_item_is_opened (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  return self->opened;
}

gboolean
app_inbox_item_is_visited (AppInboxItem *self)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (self), FALSE);
  return mcp_input_request_is_completed (self->request);
}
