/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is asked through the client. */

#include "mcp-client-private.h"

#include "mcp-client-tasks.h"
#include "mcp-envelope.h"
#include "mcp-inbox.h"
#include "mcp-input-rounds.h"
#include "mcp-json-writer.h"
#include "mcp-pager.h"

#include <string.h>

/** Text that is not JSON would break the message around it. @what: with its verb, for a person */
static gboolean
check_json (GBytes *text, const char *what, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) reason = NULL;

  document = mcp_json_document_parse (text, NULL, NULL, &reason);
  if (document == NULL)
    g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s not JSON: %s", what,
                                             reason->message));
  return document != NULL;
}

static gboolean
check_meta (GBytes *meta, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (meta, NULL, NULL, NULL);

  if (document != NULL &&
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) == MCP_JSON_OBJECT)
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                           "The members for _meta are not a JSON object."));
  return FALSE;
}

void
mcp_client_set_meta (McpClient *self, GBytes *meta)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  if (meta != NULL && !check_meta (meta, NULL))
    g_return_if_reached ();
  if (meta != NULL)
    g_bytes_ref (meta);
  g_clear_pointer (&self->meta, g_bytes_unref);
  self->meta = meta;
  /* Servers may answer by it. */
  mcp_result_cache_forget (self->cache, NULL);
}

/** What the options add to the params. Returns: (transfer full) (nullable): @error is set where
 * they cannot be met */
static GBytes *
client_dress (McpClient               *self,
              const char              *method,
              GBytes                  *params,
              const McpRequestOptions *options,
              GError                 **error)
{
  g_autoptr (GBytes) dressed = params != NULL ? g_bytes_ref (params) : NULL;

  if (options != NULL && options->meta != NULL)
    {
      if (!check_meta (options->meta, error))
        return NULL;
      g_clear_pointer (&dressed, g_bytes_unref);
      dressed = mcp_envelope_add_meta (params, options->meta);
    }
  if (self->meta != NULL)
    {
      g_autoptr (GBytes) own = g_steal_pointer (&dressed);

      dressed = mcp_envelope_add_meta (own, self->meta);
    }
  if (options == NULL)
    return g_steal_pointer (&dressed);
  if (options->as_task && g_str_equal (method, "tools/call") &&
      mcp_client_get_era (self) == MCP_ERA_LEGACY)
    {
      g_autoptr (GBytes) plain = g_steal_pointer (&dressed);

      if (!mcp_client_offers_tasks (self))
        {
          g_propagate_error (error, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                                   "The server does not run tools as tasks."));
          return NULL;
        }
      dressed = mcp_client_tasks_dress (plain, options->task_ttl_ms);
    }
  return g_steal_pointer (&dressed);
}

void
mcp_client_request_async (McpClient               *self,
                          const char              *method,
                          GBytes                  *params,
                          const McpRequestOptions *options,
                          GCancellable            *cancellable,
                          GAsyncReadyCallback      callback,
                          gpointer                 user_data)
{
  g_autoptr (GBytes) dressed = NULL;
  GError *error = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (method != NULL);

  dressed = client_dress (self, method, params, options, &error);
  if (error != NULL)
    {
      g_task_report_error (self, callback, user_data, mcp_client_request_async, error);
      return;
    }
  params = dressed;
  if (mcp_client_get_era (self) == MCP_ERA_MODERN && mcp_input_rounds_apply (method))
    mcp_input_rounds_run_async (self, method, params, options, cancellable, callback, user_data);
  else
    mcp_client_send_async (self, method, params, options, cancellable, callback, user_data);
}

McpAnswer *
mcp_client_request_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
on_notified (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_peer_notify_finish (MCP_PEER (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
mcp_client_notify_async (McpClient          *self,
                         const char         *method,
                         GBytes             *params,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_notify_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->state != MCP_CLIENT_READY)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  mcp_peer_notify_async (self->peer, method, params, cancellable, on_notified,
                         g_steal_pointer (&task));
}

gboolean
mcp_client_notify_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

guint64
mcp_client_send_text (McpClient *self, GBytes *text)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  return self->state == MCP_CLIENT_READY ? mcp_peer_send_text (self->peer, text) : 0;
}

McpRequestId *
mcp_client_take_id (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);
  return mcp_peer_take_id (self->peer);
}

gboolean
mcp_client_is_waiting_for (McpClient *self, McpRequestId *id)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);
  return mcp_peer_is_waiting_for (self->peer, id);
}

/* Requests whose answer becomes an object */

typedef McpResult *(*ReadFunc) (McpAnswer *answer);

typedef struct
{
  ReadFunc   read;
  McpAnswer *answer;
} Reading;

static void
reading_free (Reading *reading)
{
  g_clear_pointer (&reading->answer, mcp_answer_unref);
  g_free (reading);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;

  g_task_return_pointer (task, reading->read (reading->answer), (GDestroyNotify)mcp_result_unref);
}

static void
on_result_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  GError  *error = NULL;

  reading->answer = mcp_client_request_finish (MCP_CLIENT (source), result, &error);
  if (reading->answer == NULL)
    g_task_return_error (task, error);
  else if (mcp_answer_get_size (reading->answer) <= MCP_INBOX_IN_PLACE_BYTES)
    g_task_return_pointer (task, reading->read (reading->answer), (GDestroyNotify)mcp_result_unref);
  else
    g_task_run_in_thread (task, read_in_worker);
}

static void
client_ask (McpClient               *self,
            const char              *method,
            GBytes                  *params,
            ReadFunc                 read,
            const McpRequestOptions *options,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);

  reading->read = read;
  g_task_set_source_tag (task, client_ask);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, reading, (GDestroyNotify)reading_free);
  mcp_client_request_async (self, method, params, options, cancellable, on_result_answered,
                            g_steal_pointer (&task));
}

/** {"name": @name, "arguments": @arguments}, the latter verbatim. */
static GBytes *
make_named_params (const char *name, GBytes *arguments)
{
  McpJsonWriter *writer = mcp_json_writer_new ();
  GBytes        *params;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", name);
  if (arguments != NULL)
    {
      gsize       size;
      const char *data = g_bytes_get_data (arguments, &size);

      mcp_json_writer_name (writer, "arguments");
      mcp_json_writer_raw (writer, data, size);
    }
  mcp_json_writer_end_object (writer);
  params = mcp_json_writer_finish (writer);
  mcp_json_writer_free (writer);
  return params;
}

static void
client_ask_named (McpClient               *self,
                  const char              *method,
                  const char              *name,
                  GBytes                  *arguments,
                  ReadFunc                 read,
                  const McpRequestOptions *options,
                  GCancellable            *cancellable,
                  GAsyncReadyCallback      callback,
                  gpointer                 user_data)
{
  g_autoptr (GBytes) params = NULL;
  GError *error = NULL;

  if (arguments != NULL && !check_json (arguments, "The arguments are", &error))
    {
      g_task_report_error (self, callback, user_data, client_ask, error);
      return;
    }
  params = make_named_params (name, arguments);
  client_ask (self, method, params, read, options, cancellable, callback, user_data);
}

static McpResult *
read_call (McpAnswer *answer)
{
  return mcp_result_new (MCP_RESULT_CALL, answer);
}

void
mcp_client_call_tool_async (McpClient               *self,
                            const char              *name,
                            GBytes                  *arguments,
                            const McpRequestOptions *options,
                            GCancellable            *cancellable,
                            GAsyncReadyCallback      callback,
                            gpointer                 user_data)
{
  static const char EMPTY[] = "{}";
  g_autoptr (GBytes) given = NULL;
  const char *fault;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (name != NULL);

  fault = mcp_client_find_exclusion (self, name);
  if (fault != NULL)
    {
      g_task_report_error (self, callback, user_data, mcp_client_call_tool_async,
                           mcp_error_new (MCP_ERROR_EXCLUDED,
                                          "“%.200s” cannot be called over HTTP. %s", name, fault));
      return;
    }
  given = arguments != NULL ? g_bytes_ref (arguments) : g_bytes_new_static (EMPTY, 2);
  client_ask_named (self, "tools/call", name, given, read_call, options, cancellable, callback,
                    user_data);
}

McpResult *
mcp_client_call_tool_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static McpResult *
read_read (McpAnswer *answer)
{
  return mcp_result_new (MCP_RESULT_RESOURCE, answer);
}

void
mcp_client_read_resource_async (McpClient               *self,
                                const char              *uri,
                                const McpRequestOptions *options,
                                GCancellable            *cancellable,
                                GAsyncReadyCallback      callback,
                                gpointer                 user_data)
{
  g_autoptr (GBytes) params = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (uri != NULL);

  params = mcp_json_build_bytes ("{'uri': %s}", uri);
  client_ask (self, "resources/read", params, read_read, options, cancellable, callback,
              user_data);
}

McpResult *
mcp_client_read_resource_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static McpResult *
read_prompt (McpAnswer *answer)
{
  return mcp_result_new (MCP_RESULT_PROMPT, answer);
}

void
mcp_client_get_prompt_async (McpClient               *self,
                             const char              *name,
                             GBytes                  *arguments,
                             const McpRequestOptions *options,
                             GCancellable            *cancellable,
                             GAsyncReadyCallback      callback,
                             gpointer                 user_data)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (name != NULL);

  client_ask_named (self, "prompts/get", name, arguments, read_prompt, options, cancellable,
                    callback, user_data);
}

McpResult *
mcp_client_get_prompt_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Ping, lists */

static void
on_ping_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpAnswer) answer = NULL;
  GError *error = NULL;
  gint64  elapsed;

  answer = mcp_client_request_finish (MCP_CLIENT (source), result, &error);
  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  elapsed = mcp_answer_get_ended (answer) - mcp_answer_get_started (answer);
  g_task_return_int (task, (gssize)elapsed);
}

void
mcp_client_ping_async (McpClient          *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_ping_async);
  g_task_set_check_cancellable (task, FALSE);
  /* Revisions without ping have this, which every server answers. */
  options.refresh = TRUE;
  mcp_client_request_async (self,
                            mcp_client_get_era (self) == MCP_ERA_MODERN ? "server/discover"
                                                                        : "ping",
                            NULL, &options, cancellable, on_ping_answered, g_steal_pointer (&task));
}

gint64
mcp_client_ping_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);

  return g_task_propagate_int (G_TASK (result), error);
}

void
mcp_client_list_async (McpClient            *self,
                       McpDefinitionKind     kind,
                       const McpListOptions *options,
                       McpPageFunc           page,
                       gpointer              page_data,
                       GCancellable         *cancellable,
                       GAsyncReadyCallback   callback,
                       gpointer              user_data)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (kind < MCP_N_DEFINITION_KINDS);

  mcp_pager_load_async (self, kind, options, page, page_data, cancellable, callback, user_data);
}

McpListing *
mcp_client_list_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  return mcp_pager_load_finish (self, result, error);
}
