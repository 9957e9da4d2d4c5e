/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-private.h"

enum {
  PROP_0,
  PROP_STATE,
  PROP_SERVER_INFO,
  PROP_ERROR,
  PROP_N_PENDING,
  PROP_ERA,
  PROP_TRANSPORT,
  N_PROPERTIES,
};

enum {
  SIGNAL_LOST,
  SIGNAL_LIST_CHANGED,
  SIGNAL_NOTIFICATION,
  SIGNAL_INPUT_REQUEST,
  SIGNAL_INPUT_REFUSED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpClient, mcp_client, G_TYPE_OBJECT)

GType
mcp_client_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { MCP_CLIENT_IDLE, "MCP_CLIENT_IDLE", "idle" },
    { MCP_CLIENT_CONNECTING, "MCP_CLIENT_CONNECTING", "connecting" },
    { MCP_CLIENT_READY, "MCP_CLIENT_READY", "ready" },
    { MCP_CLIENT_CLOSING, "MCP_CLIENT_CLOSING", "closing" },
    { MCP_CLIENT_CLOSED, "MCP_CLIENT_CLOSED", "closed" },
    { MCP_CLIENT_FAILED, "MCP_CLIENT_FAILED", "failed" },
    { MCP_CLIENT_LOST, "MCP_CLIENT_LOST", "lost" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpClientState", values));
  return type;
}

void
mcp_client_clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

void
mcp_client_set_state (McpClient *self, McpClientState state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_client_set_error (McpClient *self, const GError *error)
{
  g_clear_error (&self->error);
  self->error = g_error_copy (error);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

/* What the peer says */

static gboolean
on_list_timer (gpointer user_data)
{
  g_autoptr (McpClient) self = g_object_ref (user_data);

  g_clear_pointer (&self->list_timer, g_source_unref);
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      gboolean changed = self->changed[kind];

      self->changed[kind] = FALSE;
      if (changed && self->state == MCP_CLIENT_READY)
        g_signal_emit (self, signals[SIGNAL_LIST_CHANGED], 0, (int)kind);
    }
  return G_SOURCE_REMOVE;
}

static void
client_note_change (McpClient *self, McpDefinitionKind kind)
{
  mcp_result_cache_forget (self->cache, mcp_definition_kind_get_list_method (kind));
  self->changed[kind] = TRUE;
  if (self->list_timer != NULL)
    return;

  self->list_timer = g_timeout_source_new (MCP_CLIENT_LIST_CHANGED_MS);
  g_source_set_callback (self->list_timer, on_list_timer, self, NULL);
  g_source_attach (self->list_timer, self->context);
}

static void
on_notification (McpPeer *peer, McpMessage *message, McpClient *self)
{
  const char *method = mcp_message_get_method (message);

  if (g_str_equal (method, "notifications/tools/list_changed"))
    client_note_change (self, MCP_DEFINITION_TOOL);
  else if (g_str_equal (method, "notifications/prompts/list_changed"))
    client_note_change (self, MCP_DEFINITION_PROMPT);
  else if (g_str_equal (method, "notifications/resources/list_changed"))
    {
      client_note_change (self, MCP_DEFINITION_RESOURCE);
      client_note_change (self, MCP_DEFINITION_RESOURCE_TEMPLATE);
    }
  /* What changed may be a part of what was read. */
  if (g_str_equal (method, "notifications/resources/updated"))
    mcp_result_cache_forget (self->cache, "resources/read");
  g_signal_emit (self, signals[SIGNAL_NOTIFICATION], 0, message);
}

static gboolean
on_request (McpPeer *peer, McpInboundRequest *request, McpClient *self)
{
  return self->era != NULL && mcp_era_answer (self->era, request);
}

static gboolean
on_input_request (McpEra *era, McpInboundRequest *request, McpClient *self)
{
  return mcp_client_take_input (self, request);
}

gboolean
mcp_client_take_input (McpClient *self, McpInboundRequest *request)
{
  return mcp_client_features_take_request (self->features, request);
}

gboolean
mcp_client_emit_input_request (McpClient *self, McpInputRequest *request)
{
  gboolean taken = FALSE;

  g_signal_emit (self, signals[SIGNAL_INPUT_REQUEST], 0, request, &taken);
  return taken;
}

void
mcp_client_emit_input_refused (McpClient *self, McpInputRequest *request)
{
  g_signal_emit (self, signals[SIGNAL_INPUT_REFUSED], 0, request);
}

void
mcp_client_take_era (McpClient *self, McpEra *era)
{
  g_set_object (&self->era, era);
  g_object_unref (era);
  mcp_era_set_implementation (era, self->implementation.name, self->implementation.title,
                              self->implementation.version);
  mcp_era_set_capabilities (era, self->capabilities);
  g_signal_connect_object (era, "input-request", G_CALLBACK (on_input_request), self, 0);
}

void
mcp_client_update_pending (McpClient *self)
{
  guint n = mcp_peer_get_n_pending (self->peer);

  if (n == self->n_pending)
    return;
  self->n_pending = n;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_PENDING]);
}

void
mcp_client_lose (McpClient *self, const GError *error)
{
  if (self->state != MCP_CLIENT_READY)
    return;

  g_object_ref (self);
  mcp_client_set_error (self, error);
  mcp_client_set_state (self, MCP_CLIENT_LOST);
  g_signal_emit (self, signals[SIGNAL_LOST], 0, self->error);
  g_object_unref (self);
}

static void
on_peer_closed (McpPeer *peer, GError *error, McpClient *self)
{
  g_autoptr (GError) reason = NULL;

  /* While connecting or closing, whoever waits for that says how it ended. */
  reason = error != NULL ? g_error_copy (error)
                         : mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The connection was closed.");
  mcp_client_lose (self, reason);
}

/* The object */

static void
mcp_client_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpClient *self = MCP_CLIENT (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_SERVER_INFO:
      g_value_set_object (value, self->info);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_N_PENDING:
      g_value_set_uint (value, self->n_pending);
      break;
    case PROP_ERA:
      g_value_set_enum (value, mcp_client_get_era (self));
      break;
    case PROP_TRANSPORT:
      g_value_set_object (value, self->transport);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_client_dispose (GObject *object)
{
  McpClient *self = MCP_CLIENT (object);
  g_autoptr (GCancellable) at_once = NULL;

  mcp_client_clear_source (&self->list_timer);
  mcp_client_end_opening (self);
  if (self->peer != NULL)
    g_signal_handlers_disconnect_by_data (self->peer, self);

  /* Dropped without being closed: nothing may go on behind our back. */
  if (self->state == MCP_CLIENT_READY || self->state == MCP_CLIENT_LOST)
    {
      at_once = g_cancellable_new ();
      g_cancellable_cancel (at_once);
      mcp_transport_close_async (self->transport, at_once, NULL, NULL);
      self->state = MCP_CLIENT_CLOSED;
    }

  g_clear_pointer (&self->features, mcp_client_features_free);
  g_clear_object (&self->peer);
  g_clear_object (&self->era);
  g_clear_object (&self->transport);
  g_clear_object (&self->sse_transport);
  g_clear_object (&self->tap);
  g_clear_object (&self->info);

  G_OBJECT_CLASS (mcp_client_parent_class)->dispose (object);
}

static void
mcp_client_finalize (GObject *object)
{
  McpClient *self = MCP_CLIENT (object);

  g_clear_error (&self->error);
  g_clear_error (&self->open_error);
  g_clear_pointer (&self->closing, g_ptr_array_unref);
  g_clear_object (&self->close_cancellable);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_free (self->implementation.name);
  g_free (self->implementation.title);
  g_free (self->implementation.version);
  g_free (self->offered_version);
  mcp_result_cache_free (self->cache);
  mcp_client_capabilities_free (self->capabilities);
  g_clear_pointer (&self->meta, g_bytes_unref);

  G_OBJECT_CLASS (mcp_client_parent_class)->finalize (object);
}

static void
mcp_client_class_init (McpClientClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GType             type = G_TYPE_FROM_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_client_get_property;
  object_class->dispose = mcp_client_dispose;
  object_class->finalize = mcp_client_finalize;

  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, MCP_TYPE_CLIENT_STATE,
                                              MCP_CLIENT_IDLE, flags);
  properties[PROP_SERVER_INFO] =
      g_param_spec_object ("server-info", NULL, NULL, MCP_TYPE_SERVER_INFO, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_N_PENDING] =
      g_param_spec_uint ("n-pending", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_ERA] =
      g_param_spec_enum ("era", NULL, NULL, MCP_TYPE_ERA_KIND, MCP_ERA_UNKNOWN, flags);
  properties[PROP_TRANSPORT] =
      g_param_spec_object ("transport", NULL, NULL, MCP_TYPE_TRANSPORT, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_LOST] = g_signal_new ("lost", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[SIGNAL_LIST_CHANGED] = g_signal_new ("list-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                               NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_NOTIFICATION] = g_signal_new ("notification", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                               NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_MESSAGE);
  signals[SIGNAL_INPUT_REQUEST] =
      g_signal_new ("input-request", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled,
                    NULL, NULL, G_TYPE_BOOLEAN, 1, MCP_TYPE_INPUT_REQUEST);
  signals[SIGNAL_INPUT_REFUSED] =
      g_signal_new ("input-refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                    MCP_TYPE_INPUT_REQUEST);
}

static void
mcp_client_init (McpClient *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  self->choice = MCP_ERA_CHOICE_LEGACY;
  self->cache = mcp_result_cache_new ();
  self->connect_ms = MCP_CLIENT_CONNECT_DEADLINE_MS;
  self->request_ms = MCP_CLIENT_REQUEST_DEADLINE_MS;
  self->total_ms = MCP_CLIENT_TOTAL_DEADLINE_MS;
  self->probe_ms = MCP_CLIENT_PROBE_DEADLINE_MS;
  self->http_probe_ms = MCP_CLIENT_HTTP_PROBE_DEADLINE_MS;
  self->implementation.name = g_strdup ("spyglass");
  self->implementation.version = g_strdup ("0");
  self->capabilities = mcp_client_capabilities_new (MCP_CLIENT_NO_CAPABILITIES);
  self->features = mcp_client_features_new (self);
}

McpClient *
mcp_client_new (McpTransport *transport)
{
  McpClient *self;

  g_return_val_if_fail (MCP_IS_TRANSPORT (transport), NULL);

  self = g_object_new (MCP_TYPE_CLIENT, NULL);
  self->transport = g_object_ref (transport);
  self->tap = mcp_tap_new ();
  mcp_client_renew_peer (self);
  return self;
}

void
mcp_client_renew_peer (McpClient *self)
{
  if (self->peer != NULL)
    g_signal_handlers_disconnect_by_data (self->peer, self);
  g_clear_object (&self->peer);
  self->peer = mcp_peer_new (self->transport, self->tap);
  mcp_peer_set_deadlines (self->peer, self->request_ms, self->total_ms);
  g_signal_connect (self->peer, "notification", G_CALLBACK (on_notification), self);
  g_signal_connect (self->peer, "request", G_CALLBACK (on_request), self);
  g_signal_connect (self->peer, "closed", G_CALLBACK (on_peer_closed), self);
}

void
mcp_client_set_implementation (McpClient  *self,
                               const char *name,
                               const char *title,
                               const char *version)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (name != NULL && version != NULL);
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  g_free (self->implementation.name);
  g_free (self->implementation.title);
  g_free (self->implementation.version);
  self->implementation.name = g_strdup (name);
  self->implementation.title = g_strdup (title);
  self->implementation.version = g_strdup (version);
}

void
mcp_client_set_capabilities (McpClient *self, const McpClientCapabilities *capabilities)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (capabilities != NULL);

  mcp_client_capabilities_free (self->capabilities);
  self->capabilities = mcp_client_capabilities_copy (capabilities);
  /* What a server lists may follow from what it is offered. */
  mcp_result_cache_forget (self->cache, NULL);
  if (self->era != NULL)
    mcp_era_set_capabilities (self->era, capabilities);
}

const McpClientCapabilities *
mcp_client_get_capabilities (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return self->capabilities;
}

void
mcp_client_set_era (McpClient *self, McpEraChoice choice)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  self->choice = choice;
}

void
mcp_client_set_offered_version (McpClient *self, const char *version)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  g_free (self->offered_version);
  self->offered_version = g_strdup (version);
}

void
mcp_client_set_known_era (McpClient *self, McpEraKind known)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  self->known_era = known;
}

void
mcp_client_set_probe_deadline (McpClient *self, guint deadline_ms)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  self->probe_ms = deadline_ms;
  self->http_probe_ms = deadline_ms;
}

void
mcp_client_set_sse_transport (McpClient *self, McpTransport *transport)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  g_set_object (&self->sse_transport, transport);
}

McpEraKind
mcp_client_get_era (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), MCP_ERA_UNKNOWN);

  return self->info != NULL ? mcp_era_get_kind (self->era) : MCP_ERA_UNKNOWN;
}

void
mcp_client_set_deadlines (McpClient *self, guint connect_ms, guint request_ms, guint total_ms)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  self->connect_ms = connect_ms;
  self->request_ms = request_ms;
  self->total_ms = total_ms;
  mcp_peer_set_deadlines (self->peer, request_ms, total_ms);
}

McpClientState
mcp_client_get_state (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), MCP_CLIENT_IDLE);

  return self->state;
}

McpServerInfo *
mcp_client_get_server_info (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return self->info;
}

const GError *
mcp_client_get_error (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return self->error;
}

McpTap *
mcp_client_get_tap (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return self->tap;
}

McpTransport *
mcp_client_get_transport (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return self->transport;
}

guint
mcp_client_get_n_pending (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), 0);

  return self->n_pending;
}

gboolean
mcp_client_offers (McpClient *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  return self->info != NULL &&
         mcp_server_info_offers (self->info, mcp_definition_kind_get_capability (kind));
}
