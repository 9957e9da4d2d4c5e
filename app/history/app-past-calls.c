/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-calls.h"

#include "app-call-walk.h"
#include "app-session.h"
#include "mcp-message.h"
#include "mcp-object.h"
#include "store-history.h"

struct _AppPastCalls
{
  GObject parent_instance;

  AppObjects     *objects;
  AppObjectCache *object_cache;
};

APP_DEFINE_SESSION_FEATURE (AppPastCalls, app_past_calls)
MCP_DEFINE_INIT (AppPastCalls, app_past_calls)
MCP_DEFINE_CLASS_INIT (AppPastCalls, app_past_calls)

static void
app_past_calls_feature_init (AppSessionFeatureInterface *iface)
{
  /* It is found as a feature, and waits for nothing. */
}

/* What is read for one draft. */
typedef struct
{
  AppSession       *session;
  AppCallKind       kind;
  char             *target;
  StoreHistoryPage *page; /* (nullable) */
  guint             next; /* of its exchanges */
  guint64           bytes;
  GPtrArray        *calls;
} Reading;

static void
reading_free (Reading *self)
{
  g_object_unref (self->session);
  g_free (self->target);
  g_clear_pointer (&self->page, store_history_page_free);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_free (self);
}

/* By kind of call */
static const char *const   methods[] = { "tools/call", "resources/read", "prompts/get" };
static const McpResultKind kinds[] = { MCP_RESULT_CALL, MCP_RESULT_RESOURCE, MCP_RESULT_PROMPT };

/* One call */

typedef struct
{
  AppObjectCache *object_cache;
  AppSession     *session; /* (nullable) */
  AppCallKind     kind;
  char           *target;
  gint64          time;
  gint64          duration;
  GBytes         *request;
  GBytes         *response;
  char           *arguments; /* (nullable) */
  McpResult      *result;    /* (nullable) */
  AppCall        *call;      /* (nullable) */
} Recall;

static void
recall_free (Recall *self)
{
  g_clear_object (&self->object_cache);
  g_clear_object (&self->session);
  g_free (self->target);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->response, g_bytes_unref);
  g_free (self->arguments);
  g_clear_pointer (&self->result, mcp_result_unref);
  g_clear_object (&self->call);
  g_free (self);
}

static char *
dup_arguments (GBytes *request)
{
  g_autoptr (McpMessage) message = mcp_message_parse (request);
  McpJsonValue arguments =
      mcp_json_value_get_member (mcp_message_get_params (message), "arguments");

  return mcp_json_value_exists (arguments) ? mcp_json_value_dup_text (arguments) : NULL;
}

/* Of a large response in a thread of its own. A task's result is another message. */
static void
parse_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Recall *recall = data;
  g_autoptr (McpMessage) message = mcp_message_parse (recall->response);
  McpMessageKind kind = mcp_message_get_kind (message);

  if (kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR)
    {
      g_autoptr (McpResponse) response =
          mcp_response_new (methods[recall->kind], message, 0, 0);

      recall->arguments = dup_arguments (recall->request);
      recall->result = mcp_result_new (kinds[recall->kind], response);
    }
  g_task_return_boolean (task, recall->result != NULL && !mcp_result_is_task (recall->result));
}

static void
on_ended (GTask *task, GParamSpec *pspec, AppCall *call)
{
  Recall *recall = g_task_get_task_data (task);

  if (app_call_get_state (call) != APP_CALL_DONE && app_call_get_state (call) != APP_CALL_FAILED)
    return;
  if (recall->object_cache != NULL)
    app_object_cache_recognize (recall->object_cache, call);
  g_task_return_pointer (task, g_object_ref (call), g_object_unref);
  g_signal_handlers_disconnect_by_data (call, task);
}

static void
on_parsed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Recall *recall = g_task_get_task_data (task);

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  recall->call = app_call_new (recall->session, recall->kind, recall->target, recall->arguments);
  g_signal_connect_data (recall->call, "notify::state", G_CALLBACK (on_ended),
                         g_object_ref (task), (GClosureNotify)(GCallback)g_object_unref,
                         G_CONNECT_SWAPPED);
  app_call_recall (recall->call, recall->result, recall->time, recall->duration);
}

void
app_past_call_recall_async (AppObjectCache      *object_cache,
                            AppSession          *session,
                            const StoreExchange *exchange,
                            GBytes              *request,
                            GBytes              *response,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_return_if_fail (exchange != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Recall *recall = g_new0 (Recall, 1);

  g_task_set_task_data (task, recall, (GDestroyNotify)recall_free);
  if (request == NULL || response == NULL || !app_past_entry_get_kind (exchange, &recall->kind))
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  g_set_object (&recall->object_cache, object_cache);
  g_set_object (&recall->session, session);
  recall->target = g_strdup (exchange->name);
  recall->time = exchange->time;
  recall->duration = MAX (exchange->duration, 0);
  recall->request = g_bytes_ref (request);
  recall->response = g_bytes_ref (response);
  g_autoptr (GTask) parsing = g_task_new (NULL, cancellable, on_parsed, g_object_ref (task));
  g_task_set_task_data (parsing, recall, NULL);
  g_task_run_in_thread (parsing, parse_in_worker);
}

AppCall *
app_past_call_recall_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* All of them */

static void read_next (GTask *task);

static void
on_recalled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading *reading = g_task_get_task_data (task);
  AppCall *call = app_past_call_recall_finish (result);

  if (call != NULL)
    g_ptr_array_add (reading->calls, call);
  read_next (task);
}

static void
on_got (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppPastCalls *self = g_task_get_source_object (task);
  Reading      *reading = g_task_get_task_data (task);
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) response = NULL;
  g_autoptr (StoreExchange) exchange = store_history_get_finish (
      STORE_HISTORY (source), result, &request, &response, NULL);

  if (exchange != NULL)
    app_past_call_recall_async (self->object_cache, reading->session, exchange, request, response,
                                g_task_get_cancellable (task), on_recalled, g_object_ref (task));
  else
    read_next (task);
}

static gboolean
is_wanted (Reading *reading, const StoreExchange *exchange)
{
  const char *id = store_profile_get_id (app_session_get_profile (reading->session));

  return (exchange->flags & STORE_EXCHANGE_BY_SERVER) == 0 &&
         g_strcmp0 (exchange->server_id, id) == 0 &&
         (reading->calls->len == 0 ||
          reading->bytes + exchange->response_size <= APP_PAST_CALLS_MAX_BYTES);
}

static void
read_next (GTask *task)
{
  AppPastCalls *self = g_task_get_source_object (task);
  Reading      *reading = g_task_get_task_data (task);

  while (reading->next < reading->page->exchanges->len)
    {
      const StoreExchange *exchange = reading->page->exchanges->pdata[reading->next++];

      if (!is_wanted (reading, exchange))
        continue;
      reading->bytes += exchange->response_size;
      store_history_get_async (app_objects_get_history (self->objects), exchange->id,
                               g_task_get_cancellable (task), on_got, g_object_ref (task));
      return;
    }
  g_task_return_pointer (task, g_steal_pointer (&reading->calls),
                         (GDestroyNotify)g_ptr_array_unref);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading *reading = g_task_get_task_data (task);
  GError  *error = NULL;

  reading->page = store_history_query_finish (STORE_HISTORY (source), result, &error);
  if (reading->page != NULL)
    read_next (task);
  else
    g_task_return_error (task, error);
}

void
app_past_calls_read_async (AppPastCalls       *self,
                           AppSession         *session,
                           AppCallKind         kind,
                           const char         *target,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  const StoreHistoryFilter filter = {
    .server = app_session_get_name (session),
    .method = methods[kind],
    .name = target,
    .outcomes =
        1 << STORE_OUTCOME_RESULT | 1 << STORE_OUTCOME_TOOL_ERROR | 1 << STORE_OUTCOME_ERROR,
  };

  g_return_if_fail (APP_IS_PAST_CALLS (self));
  g_return_if_fail (APP_IS_SESSION (session));
  g_return_if_fail (target != NULL);

  GTask   *task = g_task_new (self, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);
  reading->session = g_object_ref (session);
  reading->kind = kind;
  reading->target = g_strdup (target);
  reading->calls = g_ptr_array_new_with_free_func (g_object_unref);
  g_task_set_task_data (task, reading, (GDestroyNotify)reading_free);
  store_history_query_async (app_objects_get_history (self->objects), &filter, NULL,
                             APP_PAST_CALLS_MAX, cancellable, on_listed, task);
}

MCP_DEFINE_FINISH_POINTER (app_past_calls_read_finish, AppPastCalls, GPtrArray)

/* The object */

MCP_DEFINE_FINALIZE (AppPastCalls, app_past_calls)
{
  g_object_unref (self->objects);
  g_object_unref (self->object_cache);
}

AppPastCalls *
app_past_calls_new (AppObjects *objects, AppObjectCache *object_cache)
{
  g_return_val_if_fail (APP_IS_OBJECTS (objects), NULL);
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (object_cache), NULL);

  AppPastCalls *self = g_object_new (APP_TYPE_PAST_CALLS, NULL);

  self->objects = g_object_ref (objects);
  self->object_cache = g_object_ref (object_cache);
  return self;
}
