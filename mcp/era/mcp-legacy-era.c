/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-legacy-era.h"

#include "mcp-json-writer.h"
#include "mcp-modern-era.h"
#include "mcp-object.h"
#include "mcp-tool.h"

struct _McpLegacyEra
{
  McpEra   parent_instance;
  char    *offered; /* revision */
  gboolean insists;
};

MCP_DEFINE_ZEROED_TYPE (McpLegacyEra, mcp_legacy_era, MCP_TYPE_ERA)

/* Newest first. 2024-10-07 was never a revision, but early SDKs answer with it. */
static const char *const VERSIONS[] = { "2025-11-25", "2025-06-18", "2025-03-26",
                                        "2024-11-05", "2024-10-07", NULL };

/* What is kept of a refusal, bytes. */
#define MAX_EVIDENCE_BYTES 4096

typedef struct
{
  McpPeer       *peer;
  McpServerInfo *info;
  gboolean       retried;
} Opening;

static void
opening_free (Opening *opening)
{
  g_clear_object (&opening->peer);
  g_clear_object (&opening->info);
  g_free (opening);
}

static McpRequest *
make_initialize (McpEra *era, const char *version)
{
  g_autofree char *capabilities =
      mcp_client_capabilities_write_legacy (mcp_era_get_capabilities (era));
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpRequest        *request = mcp_request_new ("initialize");
  McpRequestOptions *options = mcp_request_get_options (request);

  /* The connect deadline is the client's, over all of the opening. */
  options->deadline_ms = options->total_ms = 0;
  options->no_cancelled = TRUE;
  mcp_era_write_implementation (era, writer);
  g_autofree char *implementation = mcp_json_writer_finish_text (writer);
  mcp_request_set_string (request, "protocolVersion", version);
  mcp_request_set_json (request, "capabilities", capabilities);
  mcp_request_set_json (request, "clientInfo", implementation);
  return request;
}

static void
on_initialized (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening *opening = g_task_get_task_data (task);
  GError  *error = NULL;

  if (!mcp_peer_notify_finish (MCP_PEER (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  mcp_transport_initialized (mcp_peer_get_transport (MCP_PEER (source)));
  g_task_return_pointer (task, g_steal_pointer (&opening->info), g_object_unref);
}

/** A revision that the server named in its refusal and that we speak. */
static const char *
find_common_version (McpMessage *message)
{
  McpJsonValue supported =
      mcp_json_value_get_member (mcp_message_get_error_data (message), "supported");

  for (const char *const *version = VERSIONS; *version != NULL; version++)
    {
      for (McpJsonWalk each = mcp_json_walk (supported); mcp_json_walk_next (&each);)
        if (mcp_json_value_string_equals (each.value, *version))
          return *version;
    }
  return NULL;
}

static void on_answered (McpResponse *response, const GError *error, gpointer user_data);

static void
ask (GTask *task, const char *version)
{
  Opening *opening = g_task_get_task_data (task);
  g_autoptr (McpRequest) request = make_initialize (g_task_get_source_object (task), version);

  mcp_peer_send (opening->peer, request, g_task_get_cancellable (task), on_answered,
                 g_object_ref (task));
}

static char *
dup_evidence (McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);

  return g_utf8_make_valid (text, MIN (length, MAX_EVIDENCE_BYTES));
}

/** Whether only a server of a later revision refuses in this way. */
static gboolean
is_of_modern_era (McpMessage *message)
{
  McpJsonValue supported =
      mcp_json_value_get_member (mcp_message_get_error_data (message), "supported");

  switch (mcp_message_get_error_code (message))
    {
    case MCP_RPC_METHOD_NOT_FOUND:
    case MCP_RPC_UNSUPPORTED_VERSION:
    case MCP_RPC_MISSING_CAPABILITY:
    case MCP_RPC_HEADER_MISMATCH:
      return TRUE;
    default:
      return mcp_json_value_lists (supported, MCP_MODERN_LATEST_VERSION);
    }
}

static GError *
make_refusal (McpLegacyEra *self, McpResponse *response)
{
  McpMessage *message = mcp_response_get_message (response);
  guint       status = mcp_response_get_http_status (response);
  const char *text = mcp_message_get_error_message (message);
  gint64      code = mcp_message_get_error_code (message);
  gboolean    about_version = mcp_json_value_exists (
         mcp_json_value_get_member (mcp_message_get_error_data (message), "supported"));

  if (text == NULL)
    text = "no reason given";
  if (self->insists && is_of_modern_era (message))
    return mcp_error_new (MCP_ERROR_OTHER_ERA,
                          "The settings pin this server to revisions that begin with initialize "
                          "(%s was offered), and it seems to speak a later one only: it says "
                          "“%.400s” (%" G_GINT64_FORMAT ").",
                          self->offered, text, code);
  if (about_version)
    return mcp_error_new (MCP_ERROR_UNSUPPORTED_VERSION,
                          "The server refused to open a session: %.400s (%" G_GINT64_FORMAT ")",
                          text, code);
  /* The status says more of what is wrong (the path, the host's name, an outage). */
  if (status >= 400)
    return mcp_error_new (MCP_ERROR_HTTP_STATUS,
                          "The server answered initialize with status %u: %.400s", status, text);
  return mcp_response_make_error (response);
}

static void
take_refusal (GTask *task, McpResponse *response)
{
  Opening    *opening = g_task_get_task_data (task);
  McpMessage *message = mcp_response_get_message (response);
  const char *version = find_common_version (message);

  if (version != NULL && !opening->retried)
    {
      opening->retried = TRUE;
      ask (task, version);
      return;
    }

  GError          *error = make_refusal (g_task_get_source_object (task), response);
  McpErrorDetails *details = mcp_error_get_details (error);
  g_free (details->evidence);
  details->evidence = dup_evidence (mcp_message_get_error (message));
  details->http_status = mcp_response_get_http_status (response);
  g_task_return_error (task, error);
}

static GError *
make_unsupported (const char *version)
{
  if (*version == '\0')
    return mcp_error_new (MCP_ERROR_UNSUPPORTED_VERSION,
                          "The server did not say which protocol revision it speaks.");
  return mcp_error_new (MCP_ERROR_UNSUPPORTED_VERSION,
                        "The server speaks the protocol revision “%.100s”, "
                        "which this program does not.",
                        version);
}

static void
on_answered (McpResponse *response, const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening *opening = g_task_get_task_data (task);
  McpPeer *peer = opening->peer;

  if (response == NULL)
    {
      g_task_return_error (task, g_error_copy (error));
      return;
    }
  if (mcp_response_is_error (response))
    {
      take_refusal (task, response);
      return;
    }

  opening->info = mcp_server_info_new (mcp_response_get_result (response));
  const char *version = mcp_server_info_get_protocol_version (opening->info);
  if (version == NULL || !g_strv_contains (VERSIONS, version))
    {
      g_task_return_error (task, make_unsupported (version));
      return;
    }

  mcp_peer_set_revision (peer, version);
  mcp_transport_set_protocol_version (mcp_peer_get_transport (peer), version);
  mcp_peer_notify_async (peer, "notifications/initialized", NULL, g_task_get_cancellable (task),
                         on_initialized, g_object_ref (task));
}

static void
mcp_legacy_era_open_async (McpEra             *era,
                           McpPeer            *peer,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (era, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  mcp_transport_set_mirror (mcp_peer_get_transport (peer), NULL, NULL);
  mcp_peer_set_revision (peer, NULL);
  opening->peer = g_object_ref (peer);
  g_task_set_source_tag (task, mcp_legacy_era_open_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, opening, (GDestroyNotify)opening_free);
  ask (task, MCP_LEGACY_ERA (era)->offered);
}

static McpServerInfo *
mcp_legacy_era_open_finish (McpEra *era, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, era), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
mcp_legacy_era_learn (McpEra *era, McpDefinition *definition)
{
  if (MCP_IS_TOOL (definition))
    mcp_tool_check_output_type (MCP_TOOL (definition));
}

MCP_DEFINE_FINALIZE (McpLegacyEra, mcp_legacy_era)
{
  g_free (self->offered);
}

static void
mcp_legacy_era_class_init (McpLegacyEraClass *klass)
{
  McpEraClass *era_class = MCP_ERA_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_legacy_era_finalize;
  era_class->kind = MCP_ERA_LEGACY;
  era_class->open_async = mcp_legacy_era_open_async;
  era_class->open_finish = mcp_legacy_era_open_finish;
  era_class->learn = mcp_legacy_era_learn;
}

McpEra *
mcp_legacy_era_new (const char *offered)
{
  McpLegacyEra *self = g_object_new (MCP_TYPE_LEGACY_ERA, NULL);

  self->offered = g_strdup (offered != NULL ? offered : MCP_LEGACY_LATEST_VERSION);
  return MCP_ERA (self);
}

void
mcp_legacy_era_insist (McpLegacyEra *self)
{
  g_return_if_fail (MCP_IS_LEGACY_ERA (self));

  self->insists = TRUE;
}
