/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One request of the client and its one answer: dressed by the era, answered from what the server
 * lets be kept, asked again where the era says that this will help. */

#include "mcp-client-private.h"

#include "mcp-pager.h"

typedef struct
{
  char             *method;
  GBytes           *params; /* (nullable) */
  McpRequestOptions options;
  gboolean          has_options;
  guint             attempt;
} Sending;

static void client_send (GTask *task);

static void
sending_free (Sending *sending)
{
  g_free (sending->method);
  g_clear_pointer (&sending->params, g_bytes_unref);
  g_free (sending);
}

static void
client_note (McpClient *self, const char *text)
{
  McpRecord *record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = g_strdup (text);
  mcp_tap_emit (self->tap, mcp_tap_entry_new (record, NULL));
}

static void
on_relisted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpListing) listing = NULL;

  /* Whether or not the list came: the server's word on the call is what counts. */
  listing = mcp_pager_load_finish (MCP_CLIENT (source), result, NULL);
  client_send (task);
}

static void
client_relist (GTask *task)
{
  McpClient *self = g_task_get_source_object (task);

  client_note (self, "The server finds that the headers do not fit the call. The tools are listed "
                     "again, in case one of them has changed.");
  mcp_client_forget_cached (self, "tools/list");
  mcp_pager_load_async (self, MCP_DEFINITION_TOOL, NULL, NULL, NULL, g_task_get_cancellable (task),
                        on_relisted, g_object_ref (task));
}

/** @answer: (transfer full) */
static void
take_answer (GTask *task, McpAnswer *answer)
{
  McpClient    *self = g_task_get_source_object (task);
  Sending      *sending = g_task_get_task_data (task);
  GError       *error = NULL;
  McpEraVerdict verdict = mcp_era_review (self->era, answer, sending->attempt, &error);

  sending->attempt++;
  switch (verdict)
    {
    case MCP_ERA_AGAIN:
      mcp_answer_unref (answer);
      client_send (task);
      return;
    case MCP_ERA_RELIST:
      mcp_answer_unref (answer);
      client_relist (task);
      return;
    case MCP_ERA_REFUSE:
      mcp_answer_unref (answer);
      g_task_return_error (task, error);
      return;
    case MCP_ERA_TAKE:
    default:
      break;
    }
  if (mcp_client_get_era (self) == MCP_ERA_MODERN)
    mcp_result_cache_store (self->cache, sending->method, sending->params, answer);
  mcp_client_features_take_answer (self->features, answer, sending->params);
  g_task_return_pointer (task, answer, (GDestroyNotify)mcp_answer_unref);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpClient) self = g_object_ref (g_task_get_source_object (task));
  GError    *error = NULL;
  McpAnswer *answer = mcp_peer_request_finish (MCP_PEER (source), result, &error);

  mcp_client_update_pending (self);
  if (answer != NULL)
    {
      take_answer (task, answer);
      return;
    }
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED))
    mcp_client_lose (self, error);
  g_task_return_error (task, error);
}

static void
client_send (GTask *task)
{
  McpClient *self = g_task_get_source_object (task);
  Sending   *sending = g_task_get_task_data (task);
  g_autoptr (GBytes) wrapped = NULL;

  if (self->state != MCP_CLIENT_READY)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  wrapped = mcp_era_wrap (self->era, sending->method, sending->params);
  mcp_peer_request_async (self->peer, sending->method, wrapped,
                          sending->has_options ? &sending->options : NULL,
                          g_task_get_cancellable (task), on_answered, g_object_ref (task));
  mcp_client_update_pending (self);
}

/** Returns: whether the task has ended */
static gboolean
answer_from_cache (GTask *task)
{
  McpClient       *self = g_task_get_source_object (task);
  Sending         *sending = g_task_get_task_data (task);
  McpAnswer       *answer = NULL;
  g_autofree char *note = NULL;
  McpFreshness     freshness;
  gint64           now = g_get_monotonic_time ();

  if (mcp_client_get_era (self) == MCP_ERA_MODERN && self->state == MCP_CLIENT_READY &&
      !(sending->has_options && sending->options.refresh))
    answer = mcp_result_cache_lookup (self->cache, sending->method, sending->params);
  if (answer == NULL)
    return FALSE;

  mcp_freshness_read (&freshness, answer);
  note = g_strdup_printf ("%s is not asked again: the server lets its answer of %.1f s ago be used "
                          "for another %.1f s.",
                          sending->method, mcp_freshness_get_age (&freshness, now) / 1000.0,
                          mcp_freshness_get_left (&freshness, now) / 1000.0);
  client_note (self, note);
  g_task_return_pointer (task, answer, (GDestroyNotify)mcp_answer_unref);
  return TRUE;
}

void
mcp_client_send_async (McpClient               *self,
                       const char              *method,
                       GBytes                  *params,
                       const McpRequestOptions *options,
                       GCancellable            *cancellable,
                       GAsyncReadyCallback      callback,
                       gpointer                 user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Sending *sending = g_new0 (Sending, 1);

  sending->method = g_strdup (method);
  sending->params = params != NULL ? g_bytes_ref (params) : NULL;
  sending->has_options = options != NULL;
  if (options != NULL)
    sending->options = *options;
  g_task_set_source_tag (task, mcp_client_send_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, sending, (GDestroyNotify)sending_free);
  if (!answer_from_cache (task))
    client_send (task);
}

McpAnswer *
mcp_client_send_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
mcp_client_learn (McpClient *self, GPtrArray *definitions, guint first)
{
  if (self->era != NULL)
    mcp_era_learn (self->era, definitions, first);
}

void
mcp_client_forget_cached (McpClient *self, const char *method)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  mcp_result_cache_forget (self->cache, method);
}

const char *
mcp_client_find_exclusion (McpClient *self, const char *tool)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);
  g_return_val_if_fail (tool != NULL, NULL);

  return self->era != NULL ? mcp_era_find_fault (self->era, tool) : NULL;
}
