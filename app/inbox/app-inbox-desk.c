/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-desk.h"

#include <string.h>

#include "app-inbox-item-private.h"
#include "app-task-list.h"
#include "mcp-input-gate.h"
#include "mcp-modern-era.h"

/* Calls whose names are remembered for their questions: more are not in flight. */
#define MAX_QUESTIONS 64
/* A name is shown on one line. */
#define MAX_TARGET_BYTES 1024
/* A flood is told in steps that a person can follow. */
#define TELL_MS 100

typedef struct
{
  guint64 sequence;
  char   *target;
} Question;

struct _AppInboxDesk
{
  GObject parent_instance;

  AppSession     *session; /* (nullable): the inbox disposes of this together with it */
  StoreMemory    *answers;
  AppFolderList  *folders;
  AppInboxPolicy *policy; /* (nullable) */
  McpClient      *client; /* (nullable): weak */
  McpInputGate   *gate;   /* (nullable): of the client */
  GArray         *questions;
  guint64         n_asked; /* as requests of the server's, for the person */
  guint64         n_taken; /* of those */
  guint64         n_other; /* refused that came in another way */
  guint64         n_told;
  char           *refusal; /* (nullable) */
  guint           tell;
};

enum {
  SIGNAL_ITEM,
  SIGNAL_REFUSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppInboxDesk, app_inbox_desk, G_TYPE_OBJECT)

static void
question_clear (gpointer data)
{
  g_free (((Question *)data)->target);
}

static void
leave_client (AppInboxDesk *self)
{
  if (self->client == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->gate, self);
  g_clear_object (&self->gate);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self->client), self);
  g_clear_weak_pointer (&self->client);
}

static void
app_inbox_desk_dispose (GObject *object)
{
  AppInboxDesk *self = APP_INBOX_DESK (object);

  leave_client (self);
  if (self->folders != NULL)
    g_signal_handlers_disconnect_by_data (self->folders, self);
  g_clear_handle_id (&self->tell, g_source_remove);
  self->session = NULL;
  g_clear_object (&self->policy);
  g_clear_object (&self->folders);
  g_clear_object (&self->answers);
  G_OBJECT_CLASS (app_inbox_desk_parent_class)->dispose (object);
}

static void
app_inbox_desk_finalize (GObject *object)
{
  AppInboxDesk *self = APP_INBOX_DESK (object);

  g_array_unref (self->questions);
  g_free (self->refusal);
  G_OBJECT_CLASS (app_inbox_desk_parent_class)->finalize (object);
}

static void
app_inbox_desk_class_init (AppInboxDeskClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType         type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = app_inbox_desk_dispose;
  object_class->finalize = app_inbox_desk_finalize;
  signals[SIGNAL_ITEM] = g_signal_new ("item", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, APP_TYPE_INBOX_ITEM);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);
}

static void
app_inbox_desk_init (AppInboxDesk *self)
{
  self->questions = g_array_new (FALSE, TRUE, sizeof (Question));
  g_array_set_clear_func (self->questions, question_clear);
}

/* The person agreed, or took it back, while the server is connected. */
static void
on_shared (AppInboxDesk *self)
{
  if (self->client != NULL)
    mcp_input_gate_set_roots (self->gate, app_folder_list_is_shared (self->folders)
                                              ? app_folder_list_get_roots (self->folders)
                                              : NULL);
}

AppInboxDesk *
app_inbox_desk_new (AppSession *session, StoreMemory *answers)
{
  AppInboxDesk *self = g_object_new (APP_TYPE_INBOX_DESK, NULL);

  self->session = session;
  self->answers = g_object_ref (answers);
  self->folders = app_folder_list_new (session, answers);
  g_signal_connect_swapped (self->folders, "notify::shared", G_CALLBACK (on_shared), self);
  return self;
}

/* Which call a question belongs to */

static void
remember_question (AppInboxDesk *self, McpTapEntry *entry)
{
  static const char *const methods[] = { "tools/call", "prompts/get", "resources/read", NULL };
  Question                 question = { entry->sequence, NULL };
  McpJsonValue             params;
  McpJsonValue             name;

  if (!g_strv_contains (methods, entry->method))
    return;
  params = mcp_message_get_params (entry->message);
  name = mcp_json_value_get_member (params, "name");
  if (!mcp_json_value_exists (name))
    name = mcp_json_value_get_member (params, "uri");
  question.target = mcp_json_value_dup_string_prefix (name, MAX_TARGET_BYTES, NULL);
  if (self->questions->len >= MAX_QUESTIONS)
    g_array_remove_index (self->questions, 0);
  g_array_append_val (self->questions, question);
}

static const char *
find_target (AppInboxDesk *self, guint64 sequence)
{
  for (guint i = self->questions->len; i-- > 0;)
    {
      Question *question = &g_array_index (self->questions, Question, i);

      if (question->sequence == sequence)
        return question->target;
    }
  return NULL;
}

/* Where the server does not say for whom it asks and only one call waits, it is that one.
 * @target: (nullable). Returns: (transfer full) (nullable) */
static AppCall *
find_call (AppInboxDesk *self, const char *target)
{
  GListModel *calls = app_session_get_calls (self->session);
  g_autoptr (AppCall) found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);

      if (!app_call_is_running (call))
        continue;
      if (target != NULL && !g_str_equal (app_call_get_target (call), target))
        continue;
      if (found != NULL && target == NULL)
        return NULL;
      if (found == NULL)
        found = g_object_ref (call);
    }
  return g_steal_pointer (&found);
}

/* @id: decoded. Returns: (transfer full) (nullable) */
static AppCall *
find_call_of_task (AppInboxDesk *self, const char *id)
{
  GListModel *tasks = app_session_get_feature (self->session, APP_TYPE_TASK_LIST);

  for (guint i = 0; id != NULL && tasks != NULL && i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (AppTask) task = g_list_model_get_item (tasks, i);

      if (g_str_equal (mcp_task_get_id (app_task_get_task (task)), id))
        return g_object_ref (app_task_get_call (task));
    }
  return NULL;
}

/* What was refused */

static guint64
count_refused (AppInboxDesk *self)
{
  return self->n_asked - self->n_taken + self->n_other;
}

static gboolean
on_tell (gpointer data)
{
  AppInboxDesk *self = data;

  self->tell = 0;
  if (count_refused (self) != self->n_told)
    {
      self->n_told = count_refused (self);
      g_signal_emit (self, signals[SIGNAL_REFUSED], 0);
    }
  return G_SOURCE_REMOVE;
}

static void
tell_later (AppInboxDesk *self)
{
  if (self->tell == 0)
    self->tell = g_timeout_add (TELL_MS, on_tell, self);
}

static gboolean
is_for_person (const char *method)
{
  return g_strcmp0 (method, "elicitation/create") == 0 ||
         g_strcmp0 (method, "sampling/createMessage") == 0;
}

static void
on_tap_entry (McpTap *tap, McpTapEntry *entry, AppInboxDesk *self)
{
  if (entry->message == NULL || mcp_message_get_kind (entry->message) != MCP_MESSAGE_REQUEST)
    return;
  if (entry->record->kind == MCP_RECORD_SENT)
    remember_question (self, entry);
  else if (entry->record->kind == MCP_RECORD_RECEIVED && is_for_person (entry->method))
    {
      self->n_asked++;
      tell_later (self);
    }
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, AppInboxDesk *self)
{
  GPtrArray *findings = mcp_input_request_get_findings (request);

  g_free (self->refusal);
  self->refusal = NULL;
  if (findings != NULL && findings->len > 0)
    self->refusal =
        g_strdup (mcp_finding_get_text (g_ptr_array_index (findings, findings->len - 1)));
  if (mcp_input_request_get_origin (request) != MCP_INPUT_FROM_REQUEST)
    self->n_other++;
  tell_later (self);
}

/* What is asked */

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, AppInboxDesk *self)
{
  const char *target;
  g_autoptr (AppCall) call = NULL;
  g_autoptr (AppInboxItem) item = NULL;

  if (self->session == NULL || self->policy == NULL)
    return FALSE;
  if (mcp_input_request_get_origin (request) == MCP_INPUT_FROM_REQUEST &&
      is_for_person (mcp_input_request_get_method (request)))
    self->n_taken++;
  target = find_target (self, mcp_input_request_get_question (request));
  call = find_call_of_task (self, mcp_input_request_get_task_id (request));
  if (call == NULL)
    call = find_call (self, target);
  if (target == NULL && call != NULL)
    target = app_call_get_target (call);
  item = app_inbox_item_new (self->session, request, target, call, self->folders, self->answers);
  g_signal_emit (self, signals[SIGNAL_ITEM], 0, item);
  app_inbox_policy_receive (self->policy, item);
  return TRUE;
}

/* What the profile says goes over what we would say. */
static void
declare_extensions (AppInboxDesk *self, McpClientCapabilities *capabilities)
{
  const StoreVariables *extensions =
      store_profile_get_conversation (app_session_get_profile (self->session))->extensions;

  mcp_client_capabilities_set_extension (capabilities, MCP_EXTENSION_TASKS, "{}");
  for (guint i = 0; i < store_variables_get_n_items (extensions); i++)
    mcp_client_capabilities_set_extension (capabilities,
                                           store_variables_get_name (extensions, i),
                                           store_variables_get_value (extensions, i));
}

void
app_inbox_desk_serve (AppInboxDesk *self, McpClient *client, AppInboxPolicy *policy)
{
  McpClientCapabilityFlags flags = MCP_CLIENT_NO_CAPABILITIES;
  g_autoptr (McpClientCapabilities) capabilities = NULL;

  g_return_if_fail (APP_IS_INBOX_DESK (self));
  g_return_if_fail (MCP_IS_CLIENT (client));

  leave_client (self);
  g_set_weak_pointer (&self->client, client);
  g_set_object (&self->gate, mcp_client_get_feature (client, MCP_TYPE_INPUT_GATE));
  g_set_object (&self->policy, policy);
  if (self->questions->len > 0)
    g_array_remove_range (self->questions, 0, self->questions->len);
  if (policy != NULL)
    flags = app_inbox_policy_get_capabilities (policy, self->session);
  if (app_folder_list_is_shared (self->folders))
    {
      flags |= MCP_CLIENT_ROOTS_LIST_CHANGED;
      mcp_input_gate_set_roots (self->gate, app_folder_list_get_roots (self->folders));
    }
  capabilities = mcp_client_capabilities_new (flags);
  declare_extensions (self, capabilities);
  mcp_client_set_capabilities (client, capabilities);
  g_signal_connect (self->gate, "request", G_CALLBACK (on_input_request), self);
  g_signal_connect (self->gate, "refused", G_CALLBACK (on_input_refused), self);
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_tap_entry), self);
}

AppSession *
app_inbox_desk_peek_session (AppInboxDesk *self)
{
  g_return_val_if_fail (APP_IS_INBOX_DESK (self), NULL);
  return self->session;
}

AppFolderList *
app_inbox_desk_get_folders (AppInboxDesk *self)
{
  g_return_val_if_fail (APP_IS_INBOX_DESK (self), NULL);
  return self->folders;
}

guint64
app_inbox_desk_get_n_refused (AppInboxDesk *self)
{
  g_return_val_if_fail (APP_IS_INBOX_DESK (self), 0);
  return self->n_told;
}

const char *
app_inbox_desk_get_refusal (AppInboxDesk *self)
{
  g_return_val_if_fail (APP_IS_INBOX_DESK (self), NULL);
  return self->refusal;
}

void
app_inbox_desk_forget_refused (AppInboxDesk *self)
{
  g_return_if_fail (APP_IS_INBOX_DESK (self));

  self->n_asked = self->n_taken = self->n_other = self->n_told = 0;
  g_clear_pointer (&self->refusal, g_free);
  g_signal_emit (self, signals[SIGNAL_REFUSED], 0);
}
