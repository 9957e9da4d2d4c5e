/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox.h"

#include "app-task-list.h"
#include "mcp-array-list.h"
#include "mcp-input-gate.h"
#include "mcp-modern-era.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Calls whose names are remembered for their questions: more are not in flight. */
#define MAX_QUESTIONS 64
/* A name is shown on one line. */
#define MAX_TARGET_BYTES 1024
/* A flood is told in steps that a person can follow. */
#define TELL_MS 100

struct _AppInbox
{
  GObject parent_instance;

  char           *folder; /* (nullable) */
  AppInboxPolicy *policy; /* (nullable) */
  GPtrArray      *waiting;
  GListStore     *ended;
  GHashTable     *servers; /* AppSession, weakly → ServerInbox */
};

enum {
  PROP_0,
  PROP_N_WAITING,
  N_PROPS
};

enum {
  SIGNAL_REFUSED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppInbox,
                               app_inbox,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppInbox, waiting, APP_TYPE_INBOX_ITEM)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

/* What waits */

static void
end_item (AppInbox *self, GParamSpec *pspec, AppInboxItem *item)
{
  guint position;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->ended));

  if (app_inbox_item_is_waiting (item) || !g_ptr_array_find (self->waiting, item, &position))
    return;
  g_signal_handlers_disconnect_by_data (item, self);
  if (n >= APP_INBOX_MAX_ENDED)
    g_list_store_remove (self->ended, n - 1);
  g_list_store_insert (self->ended, 0, item);
  g_ptr_array_remove_index (self->waiting, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);
}

static void
add_item (AppInbox *self, AppInboxItem *item)
{
  g_ptr_array_add (self->waiting, g_object_ref (item));
  g_signal_connect_swapped (item, "notify::waiting", G_CALLBACK (end_item), self);
  g_list_model_items_changed (G_LIST_MODEL (self), self->waiting->len - 1, 0, 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);
}

/* One server */

typedef struct
{
  guint64 sequence;
  char   *target;
} Question;

/* Where one server's requests arrive, over all of its connections. */
typedef struct
{
  AppInbox       *inbox;   /* that has it */
  AppSession     *session; /* of which the inbox forgets this with its last reference */
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
  char           *refusal; /* (nullable): why the last one was refused */
  guint           tell;
} ServerInbox;

static void
question_clear (gpointer data)
{
  g_free (((Question *)data)->target);
}

static void
leave_client (ServerInbox *self)
{
  if (self->client == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->gate, self);
  g_clear_object (&self->gate);
  g_signal_handlers_disconnect_by_data (mcp_client_get_tap (self->client), self);
  g_clear_weak_pointer (&self->client);
}

static void
server_inbox_free (ServerInbox *self)
{
  leave_client (self);
  g_signal_handlers_disconnect_by_data (self->folders, self);
  g_clear_handle_id (&self->tell, g_source_remove);
  g_clear_object (&self->policy);
  g_clear_object (&self->folders);
  g_clear_object (&self->answers);
  g_array_unref (self->questions);
  g_free (self->refusal);
  g_free (self);
}

/* Whether roots/list is answered at once. */
static gboolean
tells_roots (ServerInbox *self)
{
  if (self->policy != NULL && APP_INBOX_POLICY_GET_IFACE (self->policy)->gives_folders != NULL &&
      APP_INBOX_POLICY_GET_IFACE (self->policy)->gives_folders (self->policy) &&
      g_list_model_get_n_items (G_LIST_MODEL (self->folders)) == 0)
    return FALSE;
  return app_folder_list_is_shared (self->folders);
}

/* The person wants to be asked, or not any more, while the server is connected. */
static void
on_shared (ServerInbox *self)
{
  McpRoots *roots = tells_roots (self) ? app_folder_list_get_roots (self->folders) : NULL;

  if (self->client != NULL)
    mcp_input_gate_set_roots (self->gate, roots);
}

/* @answers: held */
static ServerInbox *
server_inbox_new (AppInbox *inbox, AppSession *session, StoreMemory *answers)
{
  ServerInbox *self = g_new0 (ServerInbox, 1);

  self->inbox = inbox;
  self->session = session;
  self->answers = g_object_ref (answers);
  self->folders = app_folder_list_new (session, answers);
  self->questions = g_array_new (FALSE, TRUE, sizeof (Question));
  g_array_set_clear_func (self->questions, question_clear);
  g_signal_connect_swapped (self->folders, "notify::shared", G_CALLBACK (on_shared), self);
  return self;
}

/* Which call a question belongs to */

static void
remember_question (ServerInbox *self, McpTapEntry *entry)
{
  static const char *const methods[] = { "tools/call", "prompts/get", "resources/read", NULL };
  Question                 question = { entry->sequence, NULL };

  if (!g_strv_contains (methods, entry->method))
    return;
  McpJsonValue params = mcp_message_get_params (entry->message);
  McpJsonValue name = mcp_json_value_get_member (params, "name");
  if (!mcp_json_value_exists (name))
    name = mcp_json_value_get_member (params, "uri");
  question.target = mcp_json_value_dup_string_prefix (name, MAX_TARGET_BYTES, NULL);
  if (self->questions->len >= MAX_QUESTIONS)
    g_array_remove_index (self->questions, 0);
  g_array_append_val (self->questions, question);
}

static const char *
find_target (ServerInbox *self, guint64 sequence)
{
  for (guint i = self->questions->len; i-- > 0;)
    {
      Question *question = &g_array_index (self->questions, Question, i);

      if (question->sequence == sequence)
        return question->target;
    }
  return NULL;
}

/* Where the server does not say for whom it asks and only one call waits, it is that one. Two calls
 * of one tool are told apart by their requests.
 * @sequence: of the request that it asks for; 0 where it is not known
 * @target: (nullable). Returns: (transfer full) (nullable) */
static AppCall *
find_call (ServerInbox *self, guint64 sequence, const char *target)
{
  GListModel *calls = app_session_get_calls (self->session);
  guint       n_found = 0;
  g_autoptr (AppCall) found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);

      if (!app_call_is_running (call))
        continue;
      if (sequence != 0 && app_call_get_sequence (call) == sequence)
        return g_steal_pointer (&call);
      if (target != NULL && !g_str_equal (app_call_get_target (call), target))
        continue;
      n_found++;
      g_set_object (&found, call);
    }
  return n_found == 1 ? g_steal_pointer (&found) : NULL;
}

/* @id: decoded. Returns: (transfer full) (nullable) */
static AppCall *
find_call_of_task (ServerInbox *self, const char *id)
{
  GListModel *tasks = app_session_get_feature (self->session, APP_TYPE_TASK_LIST);

  for (guint i = 0; id != NULL && tasks != NULL && i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (AppTask) task = g_list_model_get_item (tasks, i);

      if (g_str_equal (app_task_get_state (task)->id, id))
        return g_object_ref (app_task_get_call (task));
    }
  return NULL;
}

/* What was refused */

static guint64
count_refused (ServerInbox *self)
{
  return self->n_asked - self->n_taken + self->n_other;
}

static gboolean
on_tell (gpointer data)
{
  ServerInbox *self = data;

  self->tell = 0;
  if (count_refused (self) != self->n_told)
    {
      self->n_told = count_refused (self);
      g_signal_emit (self->inbox, signals[SIGNAL_REFUSED], 0, self->session);
    }
  return G_SOURCE_REMOVE;
}

static void
tell_later (ServerInbox *self)
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
on_tap_entry (McpTap *tap, McpTapEntry *entry, ServerInbox *self)
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
on_input_refused (McpInputGate *gate, McpInputRequest *request, ServerInbox *self)
{
  GPtrArray *findings = mcp_input_request_get_findings (request);

  g_free (self->refusal);
  self->refusal = NULL;
  if (findings != NULL && findings->len > 0)
    self->refusal =
        g_strdup (mcp_finding_get_text (g_ptr_array_index (findings, findings->len - 1)));
  if (self->policy != NULL && APP_INBOX_POLICY_GET_IFACE (self->policy)->refused != NULL)
    APP_INBOX_POLICY_GET_IFACE (self->policy)
        ->refused (self->policy, mcp_input_request_get_details (request)->method, self->refusal);
  if (mcp_input_request_get_details (request)->origin != MCP_INPUT_FROM_REQUEST)
    self->n_other++;
  tell_later (self);
}

/* What is asked */

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, ServerInbox *self)
{
  g_autoptr (AppCall) call = NULL;
  g_autoptr (AppInboxItem) item = NULL;
  g_autoptr (AppInboxPolicy) policy = NULL;

  if (self->policy == NULL)
    return FALSE;
  if (mcp_input_request_get_details (request)->origin == MCP_INPUT_FROM_REQUEST &&
      is_for_person (mcp_input_request_get_details (request)->method))
    self->n_taken++;
  guint64     sequence = mcp_input_request_get_details (request)->request_sequence;
  const char *target = find_target (self, sequence);
  call = find_call_of_task (self, mcp_input_request_get_details (request)->task_id);
  if (call == NULL)
    call = find_call (self, sequence, target);
  if (target == NULL && call != NULL)
    target = app_call_get_target (call);
  item = app_inbox_item_new (self->session, request, target, call, self->folders,
                             self->answers);
  policy = g_object_ref (self->policy);
  add_item (self->inbox, item);
  if (APP_INBOX_POLICY_GET_IFACE (policy)->receive != NULL)
    APP_INBOX_POLICY_GET_IFACE (policy)->receive (policy, item);
  return TRUE;
}

/* What the profile says goes over what we would say. */
static void
declare_extensions (ServerInbox *self, McpClientCapabilities *capabilities)
{
  const StoreVariables *extensions =
      store_profile_get_conversation (app_session_get_profile (self->session))->extensions;

  mcp_client_capabilities_set_extension (capabilities, MCP_EXTENSION_TASKS, "{}");
  for (guint i = 0; i < store_variables_get_n_items (extensions); i++)
    mcp_client_capabilities_set_extension (capabilities,
                                           store_variables_get_name (extensions, i),
                                           store_variables_get_value (extensions, i));
}

/* Tells a new client what may be asked, and listens to it.
 * @policy: (nullable): who answers; held */
static void
serve_client (ServerInbox *self, McpClient *client, AppInboxPolicy *policy)
{
  McpClientCapabilityFlags flags = MCP_CLIENT_NO_CAPABILITIES;

  leave_client (self);
  g_set_weak_pointer (&self->client, client);
  g_set_object (&self->gate, mcp_client_get_feature (client, MCP_TYPE_INPUT_GATE));
  g_set_object (&self->policy, policy);
  if (self->questions->len > 0)
    g_array_remove_range (self->questions, 0, self->questions->len);
  if (policy != NULL)
    flags = APP_INBOX_POLICY_GET_IFACE (policy)->get_capabilities (policy, self->session);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->folders)) > 0)
    flags |= MCP_CLIENT_ROOTS_LIST_CHANGED;
  on_shared (self);
  g_autoptr (McpClientCapabilities) capabilities = mcp_client_capabilities_new (flags);
  declare_extensions (self, capabilities);
  mcp_client_set_capabilities (client, capabilities);
  g_signal_connect (self->gate, "request", G_CALLBACK (on_input_request), self);
  g_signal_connect (self->gate, "refused", G_CALLBACK (on_input_refused), self);
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_tap_entry), self);
}

/* The inbox */

static void
forget_session (gpointer data, GObject *session)
{
  g_hash_table_remove (APP_INBOX (data)->servers, session);
}

MCP_DEFINE_DISPOSE (AppInbox, app_inbox)
{
  GHashTableIter iter;
  gpointer       session;

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, &session, NULL))
    {
      g_object_weak_unref (session, forget_session, self);
      g_hash_table_iter_remove (&iter);
    }
  for (guint i = 0; i < self->waiting->len; i++)
    g_signal_handlers_disconnect_by_data (self->waiting->pdata[i], self);
  g_ptr_array_set_size (self->waiting, 0);
  g_clear_object (&self->policy);
}

MCP_DEFINE_FINALIZE (AppInbox, app_inbox)
{
  g_hash_table_unref (self->servers);
  g_ptr_array_unref (self->waiting);
  g_clear_object (&self->ended);
  g_free (self->folder);
}

static guint
count_waiting (AppInbox *self)
{
  return self->waiting->len;
}

MCP_DEFINE_CLASS (AppInbox, app_inbox)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_N_WAITING] = { "n-waiting", G_TYPE_UINT, G_CALLBACK (count_waiting) },
  };

  object_class->dispose = app_inbox_dispose;
  object_class->finalize = app_inbox_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
  signals[SIGNAL_REFUSED] = mcp_signal_new (klass, "refused", 1, APP_TYPE_SESSION);
}

static void
app_inbox_init (AppInbox *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->ended = g_list_store_new (APP_TYPE_INBOX_ITEM);
  self->servers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)server_inbox_free);
}

AppInbox *
app_inbox_new (const char *folder)
{
  AppInbox *self = g_object_new (APP_TYPE_INBOX, NULL);

  self->folder = g_strdup (folder);
  return self;
}

void
app_inbox_set_policy (AppInbox *self, AppInboxPolicy *policy)
{
  g_return_if_fail (APP_IS_INBOX (self));
  g_return_if_fail (policy == NULL || APP_IS_INBOX_POLICY (policy));
  g_set_object (&self->policy, policy);
}

MCP_DEFINE_GETTER (AppInboxPolicy *, AppInbox, app_inbox, policy)

static ServerInbox *
ensure_server (AppInbox *self, AppSession *session)
{
  ServerInbox *server = g_hash_table_lookup (self->servers, session);
  const char  *id = store_profile_get_id (app_session_get_profile (session));

  if (server != NULL)
    return server;
  g_autoptr (StoreMemory) answers = store_memory_new (self->folder, id, STORE_MEMORY_ANSWERS);
  server = server_inbox_new (self, session, answers);
  g_object_weak_ref (G_OBJECT (session), forget_session, self);
  g_hash_table_insert (self->servers, session, server);
  return server;
}

GListModel *
app_inbox_get_ended (AppInbox *self)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  return G_LIST_MODEL (self->ended);
}

static gboolean
belongs_to (AppInboxItem *item, AppSession *session)
{
  g_autoptr (AppSession) own = app_inbox_item_dup_session (item);

  return session == NULL || own == session;
}

void
app_inbox_clear_ended (AppInbox *self, AppSession *session)
{
  g_return_if_fail (APP_IS_INBOX (self));

  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->ended)); i-- > 0;)
    {
      g_autoptr (AppInboxItem) item = g_list_model_get_item (G_LIST_MODEL (self->ended), i);

      if (belongs_to (item, session))
        g_list_store_remove (self->ended, i);
    }
}

guint
app_inbox_count (AppInbox *self, AppSession *session)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_INBOX (self), 0);

  for (guint i = 0; i < self->waiting->len; i++)
    n += belongs_to (self->waiting->pdata[i], session) ? 1 : 0;
  return n;
}

AppInboxItem *
app_inbox_find_first (AppInbox *self, AppSession *session, GListStore *seen, guint *n)
{
  AppInboxItem *first = NULL;
  guint         found = 0;

  g_return_val_if_fail (APP_IS_INBOX (self), NULL);

  for (guint i = 0; i < self->waiting->len; i++)
    if (belongs_to (self->waiting->pdata[i], session) &&
        !(seen != NULL && g_list_store_find (seen, self->waiting->pdata[i], NULL)) &&
        found++ == 0)
      first = self->waiting->pdata[i];
  if (n != NULL)
    *n = found;
  return first;
}

StoreMemory *
app_inbox_get_answers (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  return ensure_server (self, session)->answers;
}

AppFolderList *
app_inbox_get_folders (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  return ensure_server (self, session)->folders;
}

guint64
app_inbox_get_n_refused (AppInbox *self, AppSession *session)
{
  GHashTableIter iter;
  gpointer       key;
  gpointer       server;
  guint64        n = 0;

  g_return_val_if_fail (APP_IS_INBOX (self), 0);

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, &key, &server))
    if (session == NULL || key == (gpointer)session)
      n += ((ServerInbox *)server)->n_told;
  return n;
}

const char *
app_inbox_get_refusal (AppInbox *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX (self), NULL);
  return ensure_server (self, session)->refusal;
}

void
app_inbox_forget_refused (AppInbox *self, AppSession *session)
{
  g_return_if_fail (APP_IS_INBOX (self));

  ServerInbox *server = ensure_server (self, session);

  server->n_asked = server->n_taken = server->n_other = server->n_told = 0;
  g_clear_pointer (&server->refusal, g_free);
  g_signal_emit (self, signals[SIGNAL_REFUSED], 0, session);
}

/* The client is told what may be asked. */
static void
app_inbox_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppInbox *self = APP_INBOX (feature);

  serve_client (ensure_server (self, session), client, self->policy);
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_inbox_opening;
}
