/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-features.h"
#include "mcp-async.h"
#include "mcp-client-opening.h"
#include "mcp-object.h"
#include "mcp-pager.h"
#include "mcp-property.h"
#include "mcp-source.h"

#include "mcp-limits.h"

/* Servers report a changed list several times in a row (up to seven were seen); one loading is
 * enough. */
#define LIST_CHANGED_MS 100

struct _McpClient
{
  GObject       parent_instance;
  McpTransport *transport;
  McpTap       *tap;
  McpPeer      *peer;

  McpClientOptions       options;
  char                  *offered_version; /* (nullable) */
  McpTransport          *sse_transport;   /* (nullable) */
  McpImplementation      implementation;
  McpClientCapabilities *capabilities;
  GBytes                *meta; /* (nullable) */
  McpEra                *era;  /* (nullable): from opening on */
  McpClientFeatures     *features;

  McpClientState    state;
  McpServerInfo    *server_info;
  GError           *error;        /* (nullable): why it failed or was lost */
  McpClientOpening *opening;      /* (nullable): while it is under way */
  GPtrArray        *waiting;      /* (nullable): GTask: while another session is being opened */
  GSource          *patience;     /* (nullable): how long that may take */
  guint             session;      /* how often another one was opened */
  GTask            *opening_task; /* (nullable): who waits for it */
  GPtrArray        *closing;      /* GTask: who waits for the end */
  GCancellable     *close_cancellable;

  GSource *list_timer;
  gboolean changed[MCP_N_DEFINITION_KINDS];
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPERTIES,
};

enum {
  SIGNAL_LOST,
  SIGNAL_LIST_CHANGED,
  SIGNAL_NOTIFICATION,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpClient, mcp_client, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (McpClientState,
                    mcp_client_state,
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_CONNECTING, "connecting"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_CLOSING, "closing"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (MCP_CLIENT_LOST, "lost"))

/* Features */

void
mcp_client_add_feature (McpClient *self, McpClientFeature *feature)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (MCP_IS_CLIENT_FEATURE (feature));

  mcp_client_features_add (self->features, feature);
}

gpointer
mcp_client_get_feature (McpClient *self, GType type)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return mcp_client_features_find (self->features, type);
}

void
mcp_client_forget_cached (McpClient *self, const char *method)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  mcp_client_features_forget (self->features, method);
}

/* State */

static void
client_set_state (McpClient *self, McpClientState state)
{
  if (self->state == state)
    return;

  self->state = state;
  mcp_client_features_set_ready (self->features, state == MCP_CLIENT_READY);
  if (self->state == state)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
client_set_error (McpClient *self, const GError *error)
{
  g_clear_error (&self->error);
  self->error = g_error_copy (error);
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
  mcp_client_forget_cached (self, mcp_definition_kind_get_list_method (kind));
  self->changed[kind] = TRUE;
  if (self->list_timer == NULL)
    self->list_timer = mcp_source_new_timeout (LIST_CHANGED_MS, on_list_timer, self);
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
    mcp_client_forget_cached (self, "resources/read");
  mcp_client_features_notify (self->features, message);
  g_signal_emit (self, signals[SIGNAL_NOTIFICATION], 0, message);
}

/** A request of the server's, up to 2025-11-25: later revisions have none. */
static gboolean
on_request (McpPeer *peer, McpInboundRequest *request, McpClient *self)
{
  static const char *const ASKED[] = { "sampling/createMessage",
                                       "elicitation/create",
                                       "roots/list",
                                       "tasks/get",
                                       "tasks/result",
                                       "tasks/list",
                                       "tasks/cancel",
                                       NULL };
  const char              *method = mcp_inbound_request_get_method (request);

  if (self->era == NULL || !g_strv_contains (ASKED, method))
    return FALSE;
  if (mcp_client_capabilities_answer (self->capabilities, method) &&
      mcp_client_features_ask (self->features, request))
    return TRUE;

  g_autofree char *text = g_strdup_printf ("This client did not offer %s", method);
  mcp_inbound_request_refuse (request, MCP_RPC_METHOD_NOT_FOUND, text, NULL);
  return TRUE;
}

static void
client_lose (McpClient *self, const GError *error)
{
  if (self->state != MCP_CLIENT_READY)
    return;

  g_object_ref (self);
  client_set_error (self, error);
  client_set_state (self, MCP_CLIENT_LOST);
  g_signal_emit (self, signals[SIGNAL_LOST], 0, self->error);
  g_object_unref (self);
}

static void
on_peer_closed (McpPeer *peer, GError *error, McpClient *self)
{
  g_autoptr (GError) reason = NULL;

  /* While connecting or closing, whoever waits for that says how it ended. */
  if (peer != self->peer)
    return;
  reason = error != NULL ? g_error_copy (error)
                         : mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The connection was closed.");
  client_lose (self, reason);
}

/* The object */

MCP_DEFINE_DISPOSE (McpClient, mcp_client)
{
  g_autoptr (GCancellable) at_once = NULL;

  mcp_source_clear (&self->list_timer);
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
  g_clear_object (&self->server_info);
}

MCP_DEFINE_FINALIZE (McpClient, mcp_client)
{
  g_clear_error (&self->error);
  g_clear_pointer (&self->closing, g_ptr_array_unref);
  g_clear_object (&self->close_cancellable);
  g_free (self->implementation.name);
  g_free (self->implementation.title);
  g_free (self->implementation.version);
  g_free (self->offered_version);
  mcp_client_capabilities_free (self->capabilities);
  g_clear_pointer (&self->meta, g_bytes_unref);
}

MCP_DEFINE_CLASS (McpClient, mcp_client)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_STATE] = { "state", MCP_TYPE_CLIENT_STATE, G_CALLBACK (mcp_client_get_state) },
  };

  object_class->dispose = mcp_client_dispose;
  object_class->finalize = mcp_client_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPERTIES);

  signals[SIGNAL_LOST] = mcp_signal_new (klass, "lost", 1, G_TYPE_ERROR);
  signals[SIGNAL_LIST_CHANGED] = mcp_signal_new (klass, "list-changed", 1, G_TYPE_INT);
  signals[SIGNAL_NOTIFICATION] = mcp_signal_new (klass, "notification", 1, MCP_TYPE_MESSAGE);
}

static void
mcp_client_init (McpClient *self)
{
  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  self->features = mcp_client_features_new (self);
  self->options = (McpClientOptions){
    .era = MCP_ERA_CHOICE_LEGACY,
    .connect_ms = MCP_CLIENT_CONNECT_DEADLINE_MS,
    .request_ms = MCP_CLIENT_REQUEST_DEADLINE_MS,
    .total_ms = MCP_CLIENT_TOTAL_DEADLINE_MS,
    .probe_ms = MCP_CLIENT_PROBE_DEADLINE_MS,
    .http_probe_ms = MCP_CLIENT_HTTP_PROBE_DEADLINE_MS,
  };
  self->implementation.name = g_strdup ("spyglass");
  self->implementation.version = g_strdup ("0");
  self->capabilities = mcp_client_capabilities_new (MCP_CLIENT_NO_CAPABILITIES);
}

McpClient *
mcp_client_new (McpTransport *transport)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (transport), NULL);

  McpClient *self = g_object_new (MCP_TYPE_CLIENT, NULL);
  self->tap = mcp_tap_new ();
  mcp_client_renew (self, transport);
  return self;
}

McpPeer *
mcp_client_listen (McpClient *self, McpTransport *transport, McpTap *tap)
{
  McpPeer *peer = mcp_peer_new (transport, tap);

  g_signal_connect (peer, "notification", G_CALLBACK (on_notification), self);
  g_signal_connect (peer, "request", G_CALLBACK (on_request), self);
  g_signal_connect (peer, "closed", G_CALLBACK (on_peer_closed), self);
  return peer;
}

void
mcp_client_use (McpClient *self, McpPeer *peer)
{
  if (self->peer == peer)
    return;
  g_set_object (&self->transport, mcp_peer_get_transport (peer));
  if (self->peer != NULL)
    g_signal_handlers_disconnect_by_data (self->peer, self);
  g_set_object (&self->peer, peer);
}

void
mcp_client_renew (McpClient *self, McpTransport *transport)
{
  g_autoptr (McpPeer) peer = mcp_client_listen (self, transport, self->tap);

  mcp_client_use (self, peer);
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
  mcp_client_forget_cached (self, NULL);
  if (self->era != NULL)
    mcp_era_set_capabilities (self->era, capabilities);
}

MCP_DEFINE_GETTER (const McpClientCapabilities *, McpClient, mcp_client, capabilities)

McpClientOptions *
mcp_client_get_options (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return &self->options;
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
mcp_client_set_sse_transport (McpClient *self, McpTransport *transport)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (self->state == MCP_CLIENT_IDLE);

  g_set_object (&self->sse_transport, transport);
}

MCP_DEFINE_GETTER (McpTransport *, McpClient, mcp_client, sse_transport)

McpEraKind
mcp_client_get_era (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), MCP_ERA_UNKNOWN);

  return self->server_info != NULL ? mcp_era_get_kind (self->era) : MCP_ERA_UNKNOWN;
}

MCP_DEFINE_GETTER (McpClientState, McpClient, mcp_client, state)
MCP_DEFINE_GETTER (McpServerInfo *, McpClient, mcp_client, server_info)
MCP_DEFINE_GETTER (const GError *, McpClient, mcp_client, error)
MCP_DEFINE_GETTER (McpTap *, McpClient, mcp_client, tap)
MCP_DEFINE_GETTER (McpTransport *, McpClient, mcp_client, transport)

void
mcp_client_note (McpClient *self, const char *text)
{
  McpRecord *record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = g_strdup (text);
  mcp_tap_emit (self->tap, mcp_tap_entry_new (record, NULL));
}

void
mcp_client_set_meta (McpClient *self, GBytes *meta)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  if (meta != NULL)
    g_bytes_ref (meta);
  g_clear_pointer (&self->meta, g_bytes_unref);
  self->meta = meta;
  /* Servers may answer by it. */
  mcp_client_forget_cached (self, NULL);
}

/* Requests */

/** A request on its way: the data of its task, of which there is one from here to the response. */
typedef struct
{
  McpRequest  *request;
  guint        attempt;
  int          kind;     /* McpResultKind, what it becomes; -1: it stays a response */
  McpResponse *response; /* (nullable): to be read */
  guint        session;  /* of the client's, that it was sent in */
  gboolean     resent;   /* in another session */
  GError      *refusal;  /* (nullable): the server did not know its session */
} Sending;

static void client_send (GTask *task);

static void
sending_free (Sending *sending)
{
  mcp_request_unref (sending->request);
  g_clear_pointer (&sending->response, mcp_response_unref);
  g_clear_error (&sending->refusal);
  g_free (sending);
}

/* The requests whose responses are read. */
static const struct
{
  const char   *method;
  McpResultKind kind;
} RESULTS[] = {
  { "tools/call", MCP_RESULT_CALL },
  { "resources/read", MCP_RESULT_RESOURCE },
  { "prompts/get", MCP_RESULT_PROMPT },
};

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Sending *sending = data;

  g_task_return_pointer (task, mcp_result_new (sending->kind, sending->response),
                         (GDestroyNotify)mcp_result_unref);
}

/* Returns: (transfer none) (nullable): what is spoken, once that is known */
static const char *
client_get_revision (McpClient *self)
{
  return self->server_info != NULL ? mcp_server_info_get_protocol_version (self->server_info)
                                   : NULL;
}

/** @response: (transfer full) */
static void
client_finish (GTask *task, McpResponse *response)
{
  Sending *sending = g_task_get_task_data (task);

  mcp_response_set_revision (response, client_get_revision (g_task_get_source_object (task)));
  if (sending->kind < 0)
    {
      g_task_return_pointer (task, response, (GDestroyNotify)mcp_response_unref);
      return;
    }
  sending->response = response;
  if (mcp_response_get_size (response) <= MCP_INBOX_IN_PLACE_BYTES)
    g_task_return_pointer (task, mcp_result_new (sending->kind, response),
                           (GDestroyNotify)mcp_result_unref);
  else
    g_task_run_in_thread (task, read_in_worker);
}

static void
on_relisted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  /* Whether or not the list came: the server's word on the call is what counts. */
  g_autoptr (McpListing) listing = mcp_client_list_finish (MCP_CLIENT (source), result, NULL);
  client_send (task);
}

static void
client_relist (GTask *task)
{
  McpClient *self = g_task_get_source_object (task);

  mcp_client_note (self,
                   "The server finds that the headers do not fit the call. The tools are listed "
                   "again, in case one of them has changed.");
  mcp_client_forget_cached (self, "tools/list");
  mcp_client_list_async (self, MCP_DEFINITION_TOOL, NULL, NULL, NULL,
                         g_task_get_cancellable (task), on_relisted, g_object_ref (task));
}

static void
client_receive (GTask *task, McpResponse *response)
{
  McpClient    *self = g_task_get_source_object (task);
  Sending      *sending = g_task_get_task_data (task);
  GError       *error = NULL;
  McpEraVerdict verdict = mcp_era_review (self->era, response, sending->attempt++, &error);

  switch (verdict)
    {
    case MCP_ERA_AGAIN:
      client_send (task);
      return;
    case MCP_ERA_RELIST:
      client_relist (task);
      return;
    case MCP_ERA_REFUSE:
      g_task_return_error (task, error);
      return;
    case MCP_ERA_TAKE:
    default:
      break;
    }
  if (!mcp_client_features_respond (self->features, sending->request, response, task))
    client_finish (task, mcp_response_ref (response));
}

/** Whether the request may be sent again after the server has refused it. */
static gboolean
sending_may_repeat (Sending *sending)
{
  static const char *const REPEATABLE[] = { "resources/read", "prompts/get", "completion/complete",
                                            "ping", NULL };
  const char              *method = mcp_request_get_method (sending->request);

  if (sending->resent)
    return FALSE;
  return g_str_has_suffix (method, "/list") || g_strv_contains (REPEATABLE, method) ||
         (g_str_equal (method, "tools/call") &&
          mcp_request_get_options (sending->request)->repeatable);
}

/** After the end of a session: sends @task in the one that is open now, or says what it is to do.
 */
static void
client_resume (GTask *task)
{
  Sending *sending = g_task_get_task_data (task);

  if (sending->refusal != NULL && !sending_may_repeat (sending))
    {
      mcp_error_get_details (sending->refusal)->reopened = TRUE;
      mcp_error_get_details (sending->refusal)->resent = sending->resent;
      g_task_return_error (task, g_steal_pointer (&sending->refusal));
      return;
    }
  sending->resent = sending->refusal != NULL;
  g_clear_error (&sending->refusal);
  client_send (task);
}

/** Another session is open, or it is known why not. */
static void
on_renewed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);
  g_autoptr (GError) error = NULL;
  McpServerInfo *info = mcp_era_open_finish (MCP_ERA (source), result, &error);
  gboolean       is_late = self->patience != NULL && g_source_is_destroyed (self->patience);

  mcp_source_clear (&self->patience);
  if (info == NULL)
    {
      if (is_late)
        {
          g_clear_error (&error);
          error = mcp_error_new (MCP_ERROR_TIMED_OUT, "none within %.3g seconds.",
                                 self->options.connect_ms / 1000.0);
        }
      g_prefix_error (&error, "The server no longer knew the session, and did not open another: ");
      client_lose (self, error);
      for (guint i = 0; i < waiting->len; i++)
        g_task_return_error (waiting->pdata[i], g_error_copy (error));
      return;
    }
  g_clear_object (&self->server_info);
  self->server_info = info;
  self->session++;
  mcp_client_note (self, "The server no longer knew the session; another one is open.");
  /* Those that are not sent again end before the features begin the new session. */
  for (guint i = 0; i < waiting->len; i++)
    client_resume (waiting->pdata[i]);
  if (self->state != MCP_CLIENT_READY)
    return;
  mcp_client_features_set_ready (self->features, FALSE);
  mcp_client_features_set_ready (self->features, TRUE);
  /* A server that was started again may offer something else. */
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    client_note_change (self, (McpDefinitionKind)kind);
}

static gboolean
on_patience_over (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/** Another session in the place of the one that the server no longer knows.
 *
 * Source: MCP 2025-11-25, Transports, Session Management: a client that receives 404 for a request
 * with a session id starts a new session. */
static void
client_renew_session (McpClient *self)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  if (self->options.connect_ms > 0)
    self->patience =
        mcp_source_new_timeout (self->options.connect_ms, on_patience_over, cancellable);
  mcp_era_open_async (self->era, self->peer, cancellable, on_renewed, g_object_ref (self));
}

/** The server does not know the session in which @task was sent: another one is opened, over the
 * same connection where that has one address for all. */
static void
client_expire (GTask *task, const GError *error)
{
  McpClient *self = g_task_get_source_object (task);
  Sending   *sending = g_task_get_task_data (task);

  if (self->state != MCP_CLIENT_READY || mcp_client_get_era (self) != MCP_ERA_LEGACY ||
      !mcp_transport_responds_in_exchange (self->transport))
    {
      client_lose (self, error);
      g_task_return_error (task, g_error_copy (error));
      return;
    }
  sending->refusal = g_error_copy (error);
  if (self->waiting == NULL && sending->session != self->session)
    {
      client_resume (task);
      return;
    }
  if (self->waiting == NULL)
    client_renew_session (self);
  g_ptr_array_add (self->waiting, g_object_ref (task));
}

static void
on_response (McpResponse *response, const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpClient) self = g_object_ref (g_task_get_source_object (task));

  if (response != NULL)
    {
      client_receive (task, response);
      return;
    }
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED))
    {
      client_expire (task, error);
      return;
    }
  GError *own = g_error_copy (error);
  /* The session was opened at this address. */
  if (g_error_matches (own, MCP_ERROR, MCP_ERROR_HTTP_STATUS))
    mcp_error_get_details (own)->answered = TRUE;
  g_task_return_error (task, own);
}

static void
client_send (GTask *task)
{
  McpClient *self = g_task_get_source_object (task);
  Sending   *sending = g_task_get_task_data (task);

  if (self->state != MCP_CLIENT_READY)
    {
      g_task_return_error (task, self->error != NULL
                                     ? g_error_copy (self->error)
                                     : mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  if (self->waiting != NULL)
    {
      g_ptr_array_add (self->waiting, g_object_ref (task));
      return;
    }
  sending->session = self->session;
  mcp_era_prepare (self->era, sending->request);
  mcp_peer_send (self->peer, sending->request, g_task_get_cancellable (task), on_response,
                 g_object_ref (task));
}

void
mcp_client_repeat (McpClient *self, GTask *task)
{
  Sending *sending = g_task_get_task_data (task);

  g_return_if_fail (g_task_is_valid (task, self));

  sending->attempt = 0;
  client_send (task);
}

/** What everybody adds to a request before it is sent. Returns: %FALSE where it cannot be sent */
static gboolean
client_prepare (McpClient *self, McpRequest *request, GError **error)
{
  McpRequestOptions *options = mcp_request_get_options (request);

  if (options->deadline_ms == MCP_DEADLINE_DEFAULT)
    options->deadline_ms = self->options.request_ms;
  if (options->total_ms == MCP_DEADLINE_DEFAULT)
    options->total_ms = self->options.total_ms;
  if (self->meta != NULL && !mcp_request_add_meta (request, self->meta, error))
    return FALSE;
  return mcp_client_features_prepare (self->features, request, error);
}

static void
client_begin (McpClient *self, McpRequest *request, int kind, GTask *task)
{
  Sending     *sending = g_new0 (Sending, 1);
  GError      *error = NULL;
  McpResponse *response = NULL;

  sending->request = mcp_request_ref (request);
  sending->kind = kind;
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, sending, (GDestroyNotify)sending_free);
  if (!client_prepare (self, request, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (self->state == MCP_CLIENT_READY && !mcp_request_get_options (request)->refresh)
    response = mcp_client_features_recall (self->features, request);
  if (response != NULL)
    client_finish (task, response);
  else
    client_send (task);
}

void
mcp_client_send_async (McpClient          *self,
                       McpRequest         *request,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (request != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_send_async);
  client_begin (self, request, -1, task);
}

MCP_DEFINE_FINISH_POINTER (mcp_client_send_finish, McpClient, McpResponse)

/** A call of a tool: whether it may be called, and the arguments that every call has. */
static gboolean
client_check_tool (McpClient *self, McpRequest *request, GError **error)
{
  g_autofree char *name =
      mcp_json_value_dup_string (mcp_request_get_member (request, "name"), NULL);
  const char *fault =
      name != NULL && self->era != NULL ? mcp_era_find_fault (self->era, name) : NULL;

  if (fault != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_EXCLUDED,
                                               "“%.200s” cannot be called over HTTP. %s", name,
                                               fault));
      return FALSE;
    }
  if (!mcp_json_value_exists (mcp_request_get_member (request, "arguments")))
    mcp_request_set_json (request, "arguments", "{}");
  return TRUE;
}

void
mcp_client_call_async (McpClient          *self,
                       McpRequest         *request,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  GError *error = NULL;
  int     kind = -1;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (request != NULL);

  const char *method = mcp_request_get_method (request);
  for (gsize i = 0; i < G_N_ELEMENTS (RESULTS); i++)
    if (g_str_equal (RESULTS[i].method, method))
      kind = RESULTS[i].kind;
  g_return_if_fail (kind >= 0);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_call_async);
  if (kind == MCP_RESULT_CALL && !client_check_tool (self, request, &error))
    g_task_return_error (task, error);
  else
    client_begin (self, request, kind, task);
}

MCP_DEFINE_FINISH_POINTER (mcp_client_call_finish, McpClient, McpResult)

void
mcp_client_learn (McpClient *self, GPtrArray *definitions, guint first)
{
  if (self->era != NULL)
    mcp_era_learn (self->era, definitions, first);
  for (guint i = first; i < definitions->len; i++)
    mcp_finding_list_cite (mcp_definition_get_findings (definitions->pdata[i]),
                           client_get_revision (self));
}

/* Ping, and what nobody waits for */

static void
on_pong (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (response == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  gint64 elapsed = mcp_response_get_ended (response) - mcp_response_get_started (response);
  g_task_return_int (task, (gssize)elapsed);
}

void
mcp_client_ping_async (McpClient          *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (McpRequest) request = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = mcp_async_begin (self, mcp_client_ping_async, cancellable, callback, user_data);
  /* Revisions without ping have this, which every server answers. */
  request = mcp_request_new (mcp_client_get_era (self) == MCP_ERA_MODERN ? "server/discover"
                                                                         : "ping");
  mcp_request_get_options (request)->refresh = TRUE;
  mcp_client_send_async (self, request, cancellable, on_pong, g_steal_pointer (&task));
}

gint64
mcp_client_ping_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);

  return g_task_propagate_int (G_TASK (result), error);
}

static void
on_notified (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  mcp_peer_notify_finish (MCP_PEER (source), result, &error);
  mcp_async_return (task, error);
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

  task = mcp_async_begin (self, mcp_client_notify_async, cancellable, callback, user_data);
  if (self->state != MCP_CLIENT_READY)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  mcp_peer_notify_async (self->peer, method, params, cancellable, on_notified,
                         g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (mcp_client_notify_finish, McpClient)

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

/** Whoever waits for the end has it. */
static void
client_finish_closing (McpClient *self)
{
  g_autoptr (GPtrArray) tasks = self->closing;

  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_object (&self->close_cancellable);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
}

/* The beginning */

void
mcp_client_speak (McpClient *self, McpEra *era)
{
  g_set_object (&self->era, era);
  mcp_era_set_implementation (era, self->implementation.name, self->implementation.title,
                              self->implementation.version);
  mcp_era_set_capabilities (era, self->capabilities);
}

MCP_DEFINE_PLAIN_GETTER (McpPeer *, McpClient, mcp_client, peer)

static void
on_opened (McpClient *self, McpServerInfo *info, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening_task);
  gboolean by_closing = self->closing->len > 0;

  self->opening = NULL;
  self->server_info = info;
  if (info != NULL)
    {
      mcp_tap_set_revision (self->tap, client_get_revision (self));
      mcp_finding_list_cite (mcp_server_info_get_findings (info), client_get_revision (self));
      client_set_state (self, MCP_CLIENT_READY);
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (!by_closing)
    client_set_error (self, error);
  client_set_state (self, by_closing ? MCP_CLIENT_CLOSED : MCP_CLIENT_FAILED);
  g_task_return_error (task, error);
  client_finish_closing (self);
}

void
mcp_client_open_async (McpClient          *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = mcp_async_begin (self, mcp_client_open_async, cancellable, callback, user_data);
  if (self->state != MCP_CLIENT_IDLE)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED,
                                                "This connection was opened before."));
      return;
    }

  self->opening_task = g_steal_pointer (&task);
  /* Whoever hears of the state may close already. */
  self->state = MCP_CLIENT_CONNECTING;
  self->opening = mcp_client_opening_begin (self, self->offered_version, self->sse_transport,
                                            cancellable, on_opened);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

MCP_DEFINE_FINISH (mcp_client_open_finish, McpClient)

/* The end */

static void
on_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  /* Whatever the transport says about its end, it is the end. */
  mcp_transport_close_finish (self->transport, result, NULL);
  if (self->state == MCP_CLIENT_CLOSING)
    client_set_state (self, MCP_CLIENT_CLOSED);
  client_finish_closing (self);
}

static void
on_settled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  mcp_peer_settle_finish (self->peer, result);
  mcp_transport_close_async (self->transport, self->close_cancellable, on_transport_closed,
                             g_object_ref (self));
}

static void
on_close_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/** Whoever waits for the end may want it at once. */
static void
client_link_close (McpClient *self, GCancellable *cancellable)
{
  if (self->close_cancellable == NULL)
    self->close_cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    g_cancellable_connect (cancellable, G_CALLBACK (on_close_cancelled),
                           g_object_ref (self->close_cancellable), g_object_unref);
}

void
mcp_client_close_async (McpClient          *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) reason = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = mcp_async_begin (self, mcp_client_close_async, cancellable, callback, user_data);
  if (self->state == MCP_CLIENT_LOST)
    reason = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                            "The connection was lost before the answer came. Nobody knows whether "
                            "the server did what was asked.");
  else
    reason =
        mcp_error_new (MCP_ERROR_CANCELLED, "The connection was closed before the answer came.");

  switch (self->state)
    {
    case MCP_CLIENT_CONNECTING:
      g_ptr_array_add (self->closing, g_object_ref (task));
      mcp_client_opening_abort (self->opening,
                                mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled."));
      break;

    case MCP_CLIENT_READY:
    case MCP_CLIENT_LOST:
      g_ptr_array_add (self->closing, g_object_ref (task));
      client_link_close (self, cancellable);
      if (self->state == MCP_CLIENT_READY)
        client_set_state (self, MCP_CLIENT_CLOSING);
      if (self->closing->len == 1)
        mcp_peer_settle_async (self->peer, reason, on_settled, g_object_ref (self));
      break;

    case MCP_CLIENT_CLOSING:
      g_ptr_array_add (self->closing, g_object_ref (task));
      client_link_close (self, cancellable);
      break;

    case MCP_CLIENT_IDLE:
      client_set_state (self, MCP_CLIENT_CLOSED);
      g_task_return_boolean (task, TRUE);
      break;

    case MCP_CLIENT_CLOSED:
    case MCP_CLIENT_FAILED:
    default:
      g_task_return_boolean (task, TRUE);
      break;
    }
}

MCP_DEFINE_FINISH (mcp_client_close_finish, McpClient)
