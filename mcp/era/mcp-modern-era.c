/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-modern-era.h"

#include "mcp-envelope.h"
#include "mcp-header-mirror.h"
#include "mcp-limits.h"
#include "mcp-object.h"

#include <string.h>

struct _McpModernEra
{
  McpEra           parent_instance;
  const char      *version; /* static: one of VERSIONS */
  guint            deadline_ms;
  gboolean         insists;
  McpHeaderMirror *mirror;
  McpTransport    *transport; /* (nullable): whose messages are mirrored */
  McpPeer         *peer;      /* (nullable): which writes them */
};

G_DEFINE_FINAL_TYPE (McpModernEra, mcp_modern_era, MCP_TYPE_ERA)

/* Newest first. */
static const char *const VERSIONS[] = { MCP_MODERN_LATEST_VERSION, NULL };

/* For a server that has just answered. */
#define TRY_DEADLINE_MS 5000

/* Results that are not complete, where they may come. */
static const struct
{
  const char *type;
  const char *method;
  const char *extension; /* (nullable): that we must have declared */
} RESULT_TYPES[] = {
  { "input_required", "tools/call", NULL },
  { "input_required", "prompts/get", NULL },
  { "input_required", "resources/read", NULL },
  { "task", "tools/call", MCP_EXTENSION_TASKS },
  /* The examples of the extension have it here too. */
  { "task", "tasks/get", MCP_EXTENSION_TASKS },
};

gboolean
mcp_modern_era_speaks (const char *version)
{
  return version != NULL && g_strv_contains (VERSIONS, version);
}

/** A revision of this era in a list of the server's.
 * Returns: (transfer none) (nullable): static */
static const char *
find_common_version (McpJsonValue list)
{
  for (const char *const *version = VERSIONS; *version != NULL; version++)
    {
      for (McpJsonWalk each = mcp_json_walk (list); mcp_json_walk_next (&each);)
        if (mcp_json_value_string_equals (each.value, *version))
          return *version;
    }
  return NULL;
}

static void
era_set_version (McpModernEra *self, McpPeer *peer, const char *version)
{
  self->version = version;
  mcp_header_mirror_set_version (self->mirror, version);
  if (peer != NULL)
    mcp_peer_set_revision (peer, version);
}

static char *
dup_evidence (McpMessage *message)
{
  gsize       size;
  const char *text = g_bytes_get_data (mcp_message_get_text (message), &size);

  return g_utf8_make_valid (text, (gssize)MIN (size, MCP_EVIDENCE_LIMIT));
}

static GError *
make_error (McpError code, McpResponse *response, char *text)
{
  g_autofree char *owned = text;
  GError          *error = mcp_error_new (code, "%s", owned);

  mcp_error_get_details (error)->evidence = dup_evidence (mcp_response_get_message (response));
  mcp_error_get_details (error)->http_status = mcp_response_get_http_status (response);
  return error;
}

/* Opening */

typedef struct
{
  McpPeer *peer;
  guint    attempts;
  GError  *refusal; /* (nullable): of server/discover, while another request shows what it means */
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->peer);
  g_clear_error (&opening->refusal);
  g_free (opening);
}

/** @deadline_ms: 0 for as long as whoever opens waits */
static void
opening_ask (GTask *task, const char *method, guint deadline_ms, McpResponseFunc func)
{
  Opening *opening = g_task_get_task_data (task);
  g_autoptr (McpRequest) request = mcp_request_new (method);
  McpRequestOptions *options = mcp_request_get_options (request);

  options->deadline_ms = deadline_ms;
  options->total_ms = 0;
  options->no_cancelled = TRUE;
  mcp_era_prepare (g_task_get_source_object (task), request);
  mcp_peer_send (opening->peer, request, g_task_get_cancellable (task), func, g_object_ref (task));
}

static void on_discovered (McpResponse *response, const GError *error, gpointer user_data);

static void
discover (GTask *task)
{
  McpModernEra *self = g_task_get_source_object (task);
  Opening      *opening = g_task_get_task_data (task);

  opening->attempts++;
  opening_ask (task, "server/discover", self->deadline_ms, on_discovered);
}

/** What a server that speaks this era says against us. Returns: (transfer full) */
static GError *
explain_refusal (McpModernEra *self, McpResponse *response)
{
  McpMessage      *message = mcp_response_get_message (response);
  McpJsonValue     data = mcp_message_get_error_data (message);
  const char      *text = mcp_message_get_error_message (message);
  g_autofree char *missing = NULL;

  if (text == NULL)
    text = "no reason given";
  switch (mcp_message_get_error_code (message))
    {
    case MCP_RPC_UNSUPPORTED_VERSION:
      missing = mcp_json_value_print_compact (mcp_json_value_get_member (data, "supported"));
      return make_error (MCP_ERROR_UNSUPPORTED_VERSION, response,
                         g_strdup_printf ("The server does not speak %s, and no other revision "
                                          "that this program does: it names %.200s.",
                                          self->version, missing != NULL ? missing : "none"));
    case MCP_RPC_MISSING_CAPABILITY:
      missing = mcp_client_capabilities_find_missing (
          mcp_era_get_capabilities (MCP_ERA (self)),
          mcp_json_value_get_member (data, "requiredCapabilities"));
      return make_error (MCP_ERROR_CAPABILITY_REQUIRED, response,
                         g_strdup_printf ("The server speaks only with clients that offer it "
                                          "more: %s (%.200s)",
                                          missing != NULL ? missing : "it does not say what",
                                          text));
    case MCP_RPC_HEADER_MISMATCH:
    default:
      return make_error (MCP_ERROR_HEADER_MISMATCH, response,
                         g_strdup_printf ("The server finds that the headers of a request do not "
                                          "fit it: %.200s",
                                          text));
    }
}

static gboolean
is_of_this_era (gint64 code)
{
  return code == MCP_RPC_UNSUPPORTED_VERSION || code == MCP_RPC_MISSING_CAPABILITY ||
         code == MCP_RPC_HEADER_MISMATCH;
}

/* A status that speaks of the server's condition, or of who asks, and not of what is asked. */
static gboolean
is_outage (guint status)
{
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

static GError *
make_other_era (McpModernEra *self, McpResponse *response)
{
  McpMessage      *message = mcp_response_get_message (response);
  const char      *text = mcp_message_get_error_message (message);
  g_autofree char *start =
      self->insists
          ? g_strdup_printf ("The settings pin this server to %s, which it does not speak: to "
                             "server/discover it says",
                             self->version)
          : g_strdup_printf ("The server does not know server/discover, which every server of %s "
                             "has:",
                             self->version);

  return make_error (MCP_ERROR_OTHER_ERA, response,
                     g_strdup_printf ("%s “%.200s” (%" G_GINT64_FORMAT ").", start,
                                      text != NULL ? text : "no reason given",
                                      mcp_message_get_error_code (message)));
}

/* Each result of this era says its type; those of earlier ones do not, nor do servers of those
 * like to be asked before initialize. */
static gboolean
is_answer_of_this_era (McpResponse *response)
{
  if (!mcp_response_is_error (response))
    return mcp_json_value_exists (
        mcp_json_value_get_member (mcp_response_get_result (response), "resultType"));
  gint64 code = mcp_message_get_error_code (mcp_response_get_message (response));
  return is_of_this_era (code) || code == MCP_RPC_METHOD_NOT_FOUND ||
         code == MCP_RPC_INTERNAL_ERROR;
}

static void
on_tried (McpResponse *response, const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpModernEra *self = g_task_get_source_object (task);
  Opening      *opening = g_task_get_task_data (task);

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    g_task_return_error (task, g_error_copy (error));
  else if (response != NULL && !is_answer_of_this_era (response))
    g_task_return_error (task, g_steal_pointer (&opening->refusal));
  else
    g_task_return_pointer (task, mcp_server_info_new_undiscovered (self->version), g_object_unref);
}

/** Where nothing but this era will do, a server may have forgotten server/discover; but one of an
 * earlier revision must not pass for one of this. */
static void
try_without_discovery (GTask *task, McpResponse *response)
{
  Opening *opening = g_task_get_task_data (task);

  opening->refusal = make_other_era (g_task_get_source_object (task), response);
  opening_ask (task, "tools/list", TRY_DEADLINE_MS, on_tried);
}

/** Servers of the TypeScript SDK guard themselves against DNS rebinding in this way. */
static gboolean
is_about_host (const char *text)
{
  return text != NULL && strstr (text, "Host") != NULL;
}

static void
take_refusal (GTask *task, McpResponse *response)
{
  McpModernEra *self = g_task_get_source_object (task);
  Opening      *opening = g_task_get_task_data (task);
  McpMessage   *message = mcp_response_get_message (response);
  gint64        code = mcp_message_get_error_code (message);
  guint         status = mcp_response_get_http_status (response);
  const char   *text = mcp_message_get_error_message (message);
  const char   *version = NULL;

  if (code == MCP_RPC_UNSUPPORTED_VERSION)
    version = find_common_version (
        mcp_json_value_get_member (mcp_message_get_error_data (message), "supported"));
  if (version != NULL && opening->attempts == 1)
    {
      /* Perhaps the very one that was refused: servers do that when they start. */
      era_set_version (self, opening->peer, version);
      discover (task);
    }
  else if (is_of_this_era (code))
    g_task_return_error (task, explain_refusal (self, response));
  else if (status == 403 && !is_about_host (text))
    g_task_return_error (task, make_error (MCP_ERROR_AUTHORIZATION_REQUIRED, response,
                                           g_strdup ("The server forbids this (403).")));
  else if (is_outage (status) || status == 403)
    g_task_return_error (task,
                         make_error (MCP_ERROR_HTTP_STATUS, response,
                                     g_strdup_printf ("The server answers server/discover with "
                                                      "status %u: %.200s",
                                                      status, text != NULL ? text : "")));
  else if (self->insists && code == MCP_RPC_METHOD_NOT_FOUND)
    try_without_discovery (task, response);
  else
    g_task_return_error (task, make_other_era (self, response));
}

static void
take_discovery (GTask *task, McpResponse *response)
{
  McpModernEra    *self = g_task_get_source_object (task);
  Opening         *opening = g_task_get_task_data (task);
  McpJsonValue     result = mcp_response_get_result (response);
  McpJsonValue     supported = mcp_json_value_get_member (result, "supportedVersions");
  const char      *version = find_common_version (supported);
  GError          *error = NULL;
  g_autofree char *list = NULL;

  if (mcp_era_review (MCP_ERA (self), response, 1, &error) == MCP_ERA_REFUSE)
    g_task_return_error (task, error);
  else if (mcp_json_value_get_kind (supported) != MCP_JSON_ARRAY)
    g_task_return_error (task,
                         make_error (MCP_ERROR_OTHER_ERA, response,
                                     g_strdup ("What the server answers to server/discover does "
                                               "not say which revisions it speaks.")));
  else if (version == NULL)
    {
      list = mcp_json_value_print_compact (supported);
      g_task_return_error (task,
                           make_error (MCP_ERROR_OTHER_ERA, response,
                                       g_strdup_printf ("The server names revisions that are not "
                                                        "of this era: %.200s.",
                                                        list)));
    }
  else
    {
      era_set_version (self, opening->peer, version);
      g_task_return_pointer (task, mcp_server_info_new_discovered (response, version),
                             g_object_unref);
    }
}

static void
on_discovered (McpResponse *response, const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  if (response == NULL)
    g_task_return_error (task, g_error_copy (error));
  else if (mcp_response_is_error (response))
    take_refusal (task, response);
  else
    take_discovery (task, response);
}

static char **
on_mirror (GBytes *message, gpointer user_data)
{
  McpModernEra *self = MCP_MODERN_ERA (user_data);
  McpRequest   *request = self->peer != NULL ? mcp_peer_find_request (self->peer, message) : NULL;

  return request != NULL ? mcp_header_mirror_write_request (self->mirror, request)
                         : mcp_header_mirror_write (self->mirror, message);
}

static void
mcp_modern_era_open_async (McpEra             *era,
                           McpPeer            *peer,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  McpModernEra *self = MCP_MODERN_ERA (era);
  McpTransport *transport = mcp_peer_get_transport (peer);
  g_autoptr (GTask) task = g_task_new (era, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  opening->peer = g_object_ref (peer);
  g_task_set_source_tag (task, mcp_modern_era_open_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, opening, (GDestroyNotify)opening_free);
  if (mcp_transport_set_mirror (transport, on_mirror, self))
    g_set_object (&self->transport, transport);
  g_set_weak_pointer (&self->peer, peer);
  era_set_version (self, peer, VERSIONS[0]);
  discover (task);
}

static McpServerInfo *
mcp_modern_era_open_finish (McpEra *era, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, era), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Requests and answers */

static void
mcp_modern_era_prepare (McpEra *era, McpRequest *request)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *capabilities =
      mcp_client_capabilities_write_modern (mcp_era_get_capabilities (era));

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, MCP_META_PROTOCOL_VERSION,
                                 MCP_MODERN_ERA (era)->version);
  mcp_json_writer_name (writer, MCP_META_CLIENT_CAPABILITIES);
  mcp_json_writer_raw (writer, capabilities, -1);
  mcp_json_writer_name (writer, MCP_META_CLIENT_INFO);
  mcp_era_write_implementation (era, writer);
  mcp_json_writer_end_object (writer);
  g_autoptr (GBytes) members = mcp_json_writer_finish (writer);
  mcp_request_set_protocol_meta (request, members);
}

static gboolean
knows_result_type (McpEra *era, McpJsonValue type, const char *method)
{
  const McpClientCapabilities *capabilities = mcp_era_get_capabilities (era);

  if (!mcp_json_value_exists (type) || mcp_json_value_string_equals (type, "complete"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (RESULT_TYPES); i++)
    if (mcp_json_value_string_equals (type, RESULT_TYPES[i].type) &&
        g_str_equal (method, RESULT_TYPES[i].method))
      return RESULT_TYPES[i].extension == NULL ||
             mcp_client_capabilities_has_extension (capabilities, RESULT_TYPES[i].extension);
  return FALSE;
}

static McpEraVerdict
review_error (McpModernEra *self, McpResponse *response, guint attempt)
{
  McpMessage  *message = mcp_response_get_message (response);
  McpJsonValue data = mcp_message_get_error_data (message);
  const char  *version;

  if (attempt > 0)
    return MCP_ERA_TAKE;
  switch (mcp_message_get_error_code (message))
    {
    case MCP_RPC_UNSUPPORTED_VERSION:
      version = find_common_version (mcp_json_value_get_member (data, "supported"));
      if (version == NULL)
        return MCP_ERA_TAKE;
      era_set_version (self, NULL, version);
      return MCP_ERA_AGAIN;
    case MCP_RPC_HEADER_MISMATCH:
      if (self->transport != NULL && g_str_equal (mcp_response_get_method (response), "tools/call"))
        return MCP_ERA_RELIST;
      return MCP_ERA_TAKE;
    default:
      return MCP_ERA_TAKE;
    }
}

static McpEraVerdict
mcp_modern_era_review (McpEra *era, McpResponse *response, guint attempt, GError **error)
{
  const char *method = mcp_response_get_method (response);

  if (mcp_response_is_error (response))
    return review_error (MCP_MODERN_ERA (era), response, attempt);

  McpJsonValue type = mcp_json_value_get_member (mcp_response_get_result (response), "resultType");
  if (knows_result_type (era, type, method))
    return MCP_ERA_TAKE;

  g_autofree char *quoted = mcp_json_value_dup_text (type);
  g_propagate_error (error, make_error (MCP_ERROR_INVALID_MESSAGE, response,
                                        g_strdup_printf ("The result of %s has the type %.100s, "
                                                         "which has no meaning there.",
                                                         method, quoted)));
  return MCP_ERA_REFUSE;
}

static void
mcp_modern_era_learn (McpEra *era, McpDefinition *definition)
{
  if (MCP_IS_TOOL (definition))
    mcp_header_mirror_learn (MCP_MODERN_ERA (era)->mirror, MCP_TOOL (definition));
}

static const char *
mcp_modern_era_find_fault (McpEra *era, const char *tool)
{
  McpModernEra *self = MCP_MODERN_ERA (era);

  return self->transport != NULL ? mcp_header_mirror_get_fault (self->mirror, tool) : NULL;
}

/* The object */

MCP_DEFINE_DISPOSE (McpModernEra, mcp_modern_era)
{
  /* The client lets go of one era before it opens with another. */
  if (self->transport != NULL)
    mcp_transport_set_mirror (self->transport, NULL, NULL);
  g_clear_object (&self->transport);
  g_clear_weak_pointer (&self->peer);
}

MCP_DEFINE_FINALIZE (McpModernEra, mcp_modern_era)
{
  mcp_header_mirror_free (self->mirror);
}

MCP_DEFINE_CLASS (McpModernEra, mcp_modern_era)
{
  McpEraClass *era_class = MCP_ERA_CLASS (klass);

  object_class->dispose = mcp_modern_era_dispose;
  object_class->finalize = mcp_modern_era_finalize;
  era_class->kind = MCP_ERA_MODERN;
  era_class->open_async = mcp_modern_era_open_async;
  era_class->open_finish = mcp_modern_era_open_finish;
  era_class->prepare = mcp_modern_era_prepare;
  era_class->review = mcp_modern_era_review;
  era_class->learn = mcp_modern_era_learn;
  era_class->find_fault = mcp_modern_era_find_fault;
}

static void
mcp_modern_era_init (McpModernEra *self)
{
  self->version = VERSIONS[0];
  self->mirror = mcp_header_mirror_new ();
}

McpEra *
mcp_modern_era_new (void)
{
  return g_object_new (MCP_TYPE_MODERN_ERA, NULL);
}

void
mcp_modern_era_set_deadline (McpModernEra *self, guint deadline_ms)
{
  g_return_if_fail (MCP_IS_MODERN_ERA (self));

  self->deadline_ms = deadline_ms;
}

void
mcp_modern_era_insist (McpModernEra *self)
{
  g_return_if_fail (MCP_IS_MODERN_ERA (self));

  self->insists = TRUE;
}
