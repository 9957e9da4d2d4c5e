/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-opening.h"

#include "mcp-json-document.h"
#include "mcp-legacy-era.h"
#include "mcp-limits.h"
#include "mcp-modern-era.h"
#include "mcp-probe.h"
#include "mcp-source.h"
#include "mcp-stray.h"

/* Of what is waited for before another connection is tried: it is asked to initialize before. */
#define GRACE_SHARE 10

/** One connection and the ways that are tried over it. */
typedef struct
{
  McpClientOpening *opening; /* (nullable): as long as it may lead to the session */
  McpClient        *client;
  McpPeer          *peer;
  McpEra           *era; /* (nullable): the one that was tried last */
  GCancellable     *cancellable;
  GSource          *delivered; /* (nullable) */
  McpProbe          probe;
  GError           *first_error; /* (nullable): of the way that should have worked */
} Attempt;

struct _McpClientOpening
{
  McpClient          *client;
  McpClientOpenedFunc opened;
  char               *offered_version; /* (nullable) */
  McpTransport       *sse_transport;   /* (nullable) */
  GSource            *timer;           /* (nullable) */
  GSource            *patience;        /* (nullable): until another connection is tried */
  GSource            *doubt;           /* (nullable): since what came cannot lead to a session */
  GSource            *cancel_source;   /* (nullable) */
  Attempt            *first;           /* (nullable): until it has failed */
  Attempt            *second;          /* (nullable): while there is one */
  McpTap             *branch;          /* (nullable): of the second */
  McpStray           *stray;
  McpProbe            probe;    /* of the first, when it has failed */
  gboolean            asked;    /* it was asked anything */
  GPtrArray          *findings; /* (nullable) */
  GError             *error;    /* (nullable): what ended the opening, where that was we */
  GError             *failure;  /* (nullable): of the first, while the second is waited for */
};

static void attempt_open_transport (Attempt *self);
static void attempt_take_step (Attempt *self);
static void opening_attempt_failed (McpClientOpening *self, Attempt *attempt, GError *error);
static void opening_attempt_opened (McpClientOpening *self, Attempt *attempt, McpServerInfo *info);
static void opening_watch_silence (McpClientOpening *self);

static void
attempt_free (Attempt *self)
{
  mcp_source_clear (&self->delivered);
  g_clear_error (&self->first_error);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->era);
  g_clear_object (&self->peer);
  g_clear_object (&self->client);
  g_free (self);
}

/** @info, @error: (transfer full) (nullable) */
static void
opening_end (McpClientOpening *self, McpServerInfo *info, GError *error)
{
  g_autoptr (McpClient) client = self->client;
  McpClientOpenedFunc opened = self->opened;

  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->patience);
  mcp_source_clear (&self->doubt);
  mcp_source_clear (&self->cancel_source);
  g_clear_object (&self->sse_transport);
  g_clear_object (&self->branch);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_clear_error (&self->failure);
  mcp_stray_free (self->stray);
  g_free (self->offered_version);
  g_free (self);
  opened (client, info, error);
}

/** @error: (transfer full) */
static void
opening_fail (McpClientOpening *self, GError *error)
{
  /* What we ourselves did about it explains more than what came of that. */
  if (self->error != NULL)
    {
      McpErrorDetails *details = mcp_error_get_details (self->error);
      McpErrorDetails *from = mcp_error_get_details (error);

      if (details != NULL && from != NULL)
        details->evidence = g_strdup (from->evidence);
      g_error_free (error);
      error = g_steal_pointer (&self->error);
    }
  error = mcp_stray_explain (self->stray, error);
  if (self->asked)
    error = mcp_probe_blame_choice (&self->probe, self->offered_version, error);
  opening_end (self, NULL, error);
}

/* The end of an attempt */

static void on_dropped (GObject *source, GAsyncResult *result, gpointer user_data);

/** It is of no use any more and ends in good order: what it started may have to put things away. */
static void
attempt_close (Attempt *self)
{
  mcp_transport_close_async (mcp_peer_get_transport (self->peer), NULL, on_dropped, self);
}

/** The other one has opened the session. What it waits for ends, and then it. */
static void
attempt_leave (Attempt *self)
{
  self->opening = NULL;
  g_signal_handlers_disconnect_by_data (self->peer, self->client);
  g_clear_object (&self->client);
  g_cancellable_cancel (self->cancellable);
}

/* Nothing is left behind of a connection, however it ended; there is no session to end in good
 * order. */
static void
attempt_drop_connection (Attempt *self, GAsyncReadyCallback callback)
{
  g_autoptr (GCancellable) at_once = g_cancellable_new ();

  g_cancellable_cancel (at_once);
  mcp_transport_close_async (mcp_peer_get_transport (self->peer), at_once, callback, self);
}

static gboolean
on_all_delivered (gpointer user_data)
{
  Attempt *self = user_data;

  if (self->opening != NULL)
    opening_attempt_failed (self->opening, self, g_steal_pointer (&self->first_error));
  else
    attempt_free (self);
  return G_SOURCE_REMOVE;
}

static void
on_failed_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Attempt *self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  /* What the server said last still has to pass the tap, which goes before. */
  self->delivered = mcp_source_new_timeout (0, on_all_delivered, self);
  g_source_set_priority (self->delivered, G_PRIORITY_LOW);
}

/** @error: (transfer full) */
static void
attempt_give_up (Attempt *self, GError *error)
{
  /* A way that was tried last explains less than the one that should have worked. */
  if (self->first_error == NULL || g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      g_clear_error (&self->first_error);
      self->first_error = g_steal_pointer (&error);
    }
  g_clear_error (&error);
  if (self->opening->second == NULL || self->opening->error != NULL)
    {
      mcp_source_clear (&self->opening->doubt);
      mcp_stray_expect_end (self->opening->stray);
    }
  attempt_drop_connection (self, on_failed_transport_closed);
}

/* The steps */

static void
on_dropped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Attempt *self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  if (self->opening == NULL)
    {
      attempt_free (self);
      return;
    }
  mcp_source_clear (&self->opening->doubt);
  mcp_stray_clear (self->opening->stray);
  mcp_client_renew (self->client, self->probe.step == MCP_PROBE_SSE
                                      ? self->opening->sse_transport
                                      : mcp_peer_get_transport (self->peer));
  g_set_object (&self->peer, mcp_client_get_peer (self->client));
  attempt_open_transport (self);
}

/** @error: (transfer full) */
static void
attempt_try_another_way (Attempt *self, GError *error)
{
  g_autofree char *note = NULL;
  McpProbeStep     step = MCP_PROBE_FAIL;

  if (self->opening->error == NULL)
    step = mcp_probe_go_on (&self->probe, error, &note);
  if (step == MCP_PROBE_FAIL)
    {
      attempt_give_up (self, error);
      return;
    }

  mcp_client_note (self->client, note);
  if (step == MCP_PROBE_REDISCOVER || step == MCP_PROBE_SSE || step == MCP_PROBE_ASK_AGAIN)
    {
      g_clear_error (&self->first_error);
      self->first_error = g_error_copy (error);
    }
  g_error_free (error);
  if (step == MCP_PROBE_RESTART || step == MCP_PROBE_SSE || step == MCP_PROBE_ASK_AGAIN)
    attempt_drop_connection (self, on_dropped);
  else
    attempt_take_step (self);
}

static void
on_era_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Attempt *self = user_data;
  GError  *error = NULL;
  g_autoptr (McpServerInfo) info = mcp_era_open_finish (MCP_ERA (source), result, &error);

  if (self->opening == NULL)
    {
      g_clear_error (&error);
      attempt_close (self);
      return;
    }
  if (info != NULL && self->opening->error == NULL)
    {
      opening_attempt_opened (self->opening, self, g_steal_pointer (&info));
      return;
    }
  if (error == NULL)
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
  attempt_try_another_way (self, error);
}

static McpEra *
attempt_make_modern (Attempt *self)
{
  McpEra       *era = mcp_modern_era_new ();
  McpModernEra *modern = MCP_MODERN_ERA (era);

  if (self->probe.step == MCP_PROBE_MODERN)
    mcp_modern_era_insist (modern);
  else
    mcp_modern_era_set_deadline (modern, self->probe.patience_ms);
  return era;
}

static McpEra *
attempt_make_legacy (Attempt *self)
{
  McpEra *era = mcp_legacy_era_new (self->opening->offered_version);

  if (self->probe.choice == MCP_ERA_CHOICE_LEGACY)
    mcp_legacy_era_insist (MCP_LEGACY_ERA (era));
  return era;
}

/** The transport is open. */
static void
attempt_take_step (Attempt *self)
{
  g_clear_object (&self->era);
  switch (self->probe.step)
    {
    case MCP_PROBE_DISCOVER:
    case MCP_PROBE_MODERN:
    case MCP_PROBE_REDISCOVER:
    case MCP_PROBE_ASK_AGAIN:
      self->era = attempt_make_modern (self);
      break;
    case MCP_PROBE_LEGACY:
    case MCP_PROBE_RESTART:
    case MCP_PROBE_SSE:
    case MCP_PROBE_FAIL:
    default:
      self->era = attempt_make_legacy (self);
      break;
    }
  mcp_client_speak (self->client, self->era);
  mcp_era_open_async (self->era, self->peer, self->cancellable, on_era_opened, self);
}

/* Of the server nothing is known. */
static void
attempt_end_bare (Attempt *self)
{
  g_autoptr (McpJsonDocument) nothing = mcp_json_document_parse_text ("{}", -1, NULL);

  self->era = mcp_legacy_era_new (self->opening->offered_version);
  opening_attempt_opened (self->opening, self,
                          mcp_server_info_new (mcp_json_document_get_root (nothing)));
}

static void
on_transport_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Attempt *self = user_data;
  GError  *error = NULL;
  gboolean opened = mcp_transport_open_finish (MCP_TRANSPORT (source), result, &error);

  if (self->opening == NULL)
    {
      g_clear_error (&error);
      attempt_close (self);
      return;
    }
  if (opened)
    {
      opening_watch_silence (self->opening);
      if (mcp_client_get_options (self->client)->bare)
        attempt_end_bare (self);
      else
        attempt_take_step (self);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
    }
  if (self->first_error != NULL)
    attempt_give_up (self, error);
  else
    opening_attempt_failed (self->opening, self, error);
}

static void
attempt_open_transport (Attempt *self)
{
  mcp_transport_open_async (mcp_peer_get_transport (self->peer), self->cancellable,
                            on_transport_opened, self);
}

/** @peer: (transfer full) */
static Attempt *
attempt_new (McpClientOpening *opening, McpPeer *peer)
{
  Attempt *self = g_new0 (Attempt, 1);

  self->opening = opening;
  self->client = g_object_ref (opening->client);
  self->peer = peer;
  self->cancellable = g_cancellable_new ();
  return self;
}

/* Two attempts */

static gboolean
on_patience_over (gpointer user_data)
{
  McpClientOpening *self = user_data;
  McpTransport     *spare = mcp_transport_get_spare (mcp_client_get_transport (self->client));
  McpProbe          probe;

  g_clear_pointer (&self->patience, g_source_unref);
  if (self->first == NULL || !mcp_probe_branch (&self->first->probe, &probe))
    return G_SOURCE_REMOVE;
  mcp_client_note (
      self->client,
      probe.step == MCP_PROBE_RESTART
          ? "The server has not answered yet. A second process or connection is opened "
            "and asked to initialize, without server/discover; the first one is left "
            "as it is until one of the two has answered."
          : "The server does not answer as it did before. A second process or "
            "connection is opened and asked server/discover; the first one is left as "
            "it is until one of the two has answered.");
  self->branch = mcp_tap_new_branch (mcp_client_get_tap (self->client), MCP_TAP_SECOND);
  self->second = attempt_new (self, mcp_client_listen (self->client, spare, self->branch));
  self->second->probe = probe;
  attempt_open_transport (self->second);
  return G_SOURCE_REMOVE;
}

/** What it is asked first may be all that it ever takes. */
static void
opening_watch_silence (McpClientOpening *self)
{
  guint ms = self->first != NULL ? self->first->probe.patience_ms : 0;

  if (self->patience == NULL && self->second == NULL && ms > 0 &&
      mcp_transport_get_spare (mcp_client_get_transport (self->client)) != NULL)
    self->patience = mcp_source_new_timeout (ms + ms / GRACE_SHARE, on_patience_over, self);
}

/** @error: (transfer full) */
static void
opening_attempt_failed (McpClientOpening *self, Attempt *attempt, GError *error)
{
  if (attempt == self->first)
    {
      self->first = NULL;
      self->probe = attempt->probe;
      self->asked = attempt->era != NULL;
      g_clear_error (&self->failure);
    }
  else
    {
      g_autofree char *note =
          g_strdup_printf ("The second one opened no session: %s", error->message);

      self->second = NULL;
      mcp_client_note (self->client, note);
    }
  attempt_free (attempt);
  /* What became of the first says more. */
  if (self->failure == NULL)
    self->failure = g_steal_pointer (&error);
  g_clear_error (&error);
  if (self->first == NULL && self->second == NULL)
    opening_fail (self, g_steal_pointer (&self->failure));
}

/** @info: (transfer full) */
static void
opening_attempt_opened (McpClientOpening *self, Attempt *attempt, McpServerInfo *info)
{
  gboolean is_second = attempt == self->second;
  Attempt *other = is_second ? self->first : self->second;

  if (other != NULL)
    attempt_leave (other);
  if (self->second != NULL)
    mcp_client_note (self->client, is_second ? "The second one has answered; the first is ended."
                                             : "The first one has answered; the second is ended.");
  if (is_second)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_NOTE, "discover-second", NULL,
                       "A second process or connection opened the session.%s",
                       self->findings == NULL ? " " MCP_PROBE_WAY_ROUND : "");
      mcp_tap_set_flags (self->branch, MCP_TAP_PLAIN);
    }
  /* It took its time with server/discover, and knows it all the same. */
  if (mcp_era_get_kind (attempt->era) == MCP_ERA_MODERN)
    g_clear_pointer (&self->findings, g_ptr_array_unref);
  mcp_client_use (self->client, attempt->peer);
  mcp_client_speak (self->client, attempt->era);
  mcp_stray_report (self->stray, &self->findings);
  mcp_server_info_add_findings (info, self->findings);
  attempt_free (attempt);
  opening_end (self, info, NULL);
}

/* From the outside */

void
mcp_client_opening_abort (McpClientOpening *self, GError *error)
{
  g_autoptr (GCancellable) first =
      self->first != NULL ? g_object_ref (self->first->cancellable) : NULL;

  if (self->error == NULL)
    self->error = g_steal_pointer (&error);
  g_clear_error (&error);
  mcp_source_clear (&self->patience);
  /* Either may end, and with the last of them this. */
  if (self->second != NULL)
    g_cancellable_cancel (self->second->cancellable);
  g_cancellable_cancel (first);
}

static gboolean
on_open_timeout (gpointer user_data)
{
  McpClientOpening *self = user_data;
  guint             ms = mcp_client_get_options (self->client)->connect_ms;

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_client_opening_abort (self,
                            mcp_error_new (MCP_ERROR_TIMED_OUT,
                                           "The server did not open a session within %.3g seconds.",
                                           ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_open_cancelled (GCancellable *cancellable, gpointer user_data)
{
  McpClientOpening *self = user_data;

  mcp_client_opening_abort (self, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled."));
  return G_SOURCE_REMOVE;
}

static gboolean
on_doubt_over (gpointer user_data)
{
  McpClientOpening *self = user_data;

  g_clear_pointer (&self->doubt, g_source_unref);
  mcp_client_opening_abort (self, mcp_error_new (MCP_ERROR_TIMED_OUT,
                                                 "The server did not open a session."));
  return G_SOURCE_REMOVE;
}

/* A program that only prints such a line answers all the same, and at once. */
static gboolean
on_hopeless (gpointer user_data)
{
  McpClientOpening *self = user_data;

  if (self->doubt == NULL)
    self->doubt = mcp_source_new_timeout (MCP_STRAY_DOUBT, on_doubt_over, self);
  return G_SOURCE_REMOVE;
}

static void
opening_watch (McpClientOpening *self, GCancellable *cancellable)
{
  guint connect_ms = mcp_client_get_options (self->client)->connect_ms;

  if (connect_ms > 0)
    self->timer = mcp_source_new_timeout (connect_ms, on_open_timeout, self);
  if (cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (on_open_cancelled), self, NULL);
      g_source_attach (self->cancel_source, g_main_context_get_thread_default ());
    }
}

/* A server that is slow must have time left after it was asked in vain. What is known of it is
 * doubted late. Over HTTP silence says nothing, and nothing else is tried after it. */
static guint
choose_patience (const McpClientOptions *options, gboolean http)
{
  guint ms = options->probe_ms;
  guint all = options->connect_ms > 0 ? options->connect_ms : MCP_CLIENT_CONNECT_DEADLINE_MS;

  if (http)
    return options->http_probe_ms;
  if (options->known_era != MCP_ERA_UNKNOWN && ms > 0)
    return all / 3 * 2;
  return MIN (ms, all / 3);
}

McpClientOpening *
mcp_client_opening_begin (McpClient          *client,
                          const char         *offered_version,
                          McpTransport       *sse_transport,
                          GCancellable       *cancellable,
                          McpClientOpenedFunc opened)
{
  const McpClientOptions *options = mcp_client_get_options (client);
  McpClientOpening       *self = g_new0 (McpClientOpening, 1);
  McpProbe               *probe;

  self->client = g_object_ref (client);
  self->opened = opened;
  self->offered_version = g_strdup (offered_version);
  g_set_object (&self->sse_transport, sse_transport);
  self->stray = mcp_stray_new (mcp_client_get_tap (client), on_hopeless, self);
  opening_watch (self, cancellable);
  self->first = attempt_new (self, g_object_ref (mcp_client_get_peer (client)));
  probe = &self->first->probe;
  probe->choice = options->era;
  probe->known = options->known_era;
  probe->http = mcp_transport_responds_in_exchange (mcp_client_get_transport (client));
  probe->has_sse = sse_transport != NULL;
  probe->findings = &self->findings;
  probe->patience_ms = choose_patience (options, probe->http);
  mcp_probe_begin (probe);
  attempt_open_transport (self->first);
  return self;
}
