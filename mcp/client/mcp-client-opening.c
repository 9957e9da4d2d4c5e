/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-opening.h"

#include "mcp-json-document.h"
#include "mcp-legacy-era.h"
#include "mcp-limits.h"
#include "mcp-modern-era.h"
#include "mcp-probe.h"
#include "mcp-source.h"
#include "mcp-stray.h"

struct _McpClientOpening
{
  McpClient          *client;
  McpClientOpenedFunc opened;
  char               *offered_version; /* (nullable) */
  McpTransport       *sse_transport;   /* (nullable) */
  McpEra             *era;             /* (nullable): the one that was tried last */
  GCancellable       *cancellable;
  GSource            *timer;         /* (nullable) */
  GSource            *doubt;         /* (nullable): since what came cannot lead to a session */
  GSource            *cancel_source; /* (nullable) */
  McpProbe            probe;
  McpStray           *stray;
  GError             *error;       /* (nullable): what ended the opening, where that was we */
  GError             *first_error; /* (nullable): of the way that should have worked */
};

static void opening_open_transport (McpClientOpening *self);
static void opening_take_step (McpClientOpening *self);

/** @info, @error: (transfer full) (nullable) */
static void
opening_end (McpClientOpening *self, McpServerInfo *info, GError *error)
{
  g_autoptr (McpClient) client = self->client;
  McpClientOpenedFunc opened = self->opened;

  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->doubt);
  mcp_source_clear (&self->cancel_source);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->sse_transport);
  g_clear_object (&self->era);
  g_clear_error (&self->error);
  g_clear_error (&self->first_error);
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
  if (self->era != NULL)
    error = mcp_probe_blame_choice (&self->probe, self->offered_version, error);
  opening_end (self, NULL, error);
}

/* Nothing is left behind of a connection, however it ended; there is no session to end in good
 * order. */
static void
opening_drop_connection (McpClientOpening *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GCancellable) at_once = g_cancellable_new ();

  g_cancellable_cancel (at_once);
  mcp_transport_close_async (mcp_client_get_transport (self->client), at_once, callback, user_data);
}

static gboolean
on_all_delivered (gpointer user_data)
{
  McpClientOpening *self = user_data;

  opening_fail (self, g_steal_pointer (&self->first_error));
  return G_SOURCE_REMOVE;
}

static void
on_failed_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpClientOpening *self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  /* What the server said last still has to pass the tap, which goes before. */
  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->doubt);
  self->timer = mcp_source_new_timeout (0, on_all_delivered, self);
  g_source_set_priority (self->timer, G_PRIORITY_LOW);
}

/** @error: (transfer full) */
static void
opening_give_up (McpClientOpening *self, GError *error)
{
  /* A way that was tried last explains less than the one that should have worked. */
  if (self->first_error == NULL || g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      g_clear_error (&self->first_error);
      self->first_error = g_steal_pointer (&error);
    }
  g_clear_error (&error);
  mcp_stray_expect_end (self->stray);
  opening_drop_connection (self, on_failed_transport_closed, self);
}

/* The steps */

static void
on_dropped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpClientOpening *self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  mcp_source_clear (&self->doubt);
  mcp_stray_clear (self->stray);
  mcp_client_renew (self->client, self->probe.step == MCP_PROBE_SSE
                                      ? self->sse_transport
                                      : mcp_client_get_transport (self->client));
  opening_open_transport (self);
}

/** @error: (transfer full) */
static void
opening_try_another_way (McpClientOpening *self, GError *error)
{
  g_autofree char *note = NULL;
  McpProbeStep     step = MCP_PROBE_FAIL;

  if (self->error == NULL)
    step = mcp_probe_go_on (&self->probe, error, &note);
  if (step == MCP_PROBE_FAIL)
    {
      opening_give_up (self, error);
      return;
    }

  mcp_client_note (self->client, note);
  if (step == MCP_PROBE_REDISCOVER || step == MCP_PROBE_SSE)
    {
      g_clear_error (&self->first_error);
      self->first_error = g_error_copy (error);
    }
  g_error_free (error);
  if (step == MCP_PROBE_RESTART || step == MCP_PROBE_SSE)
    opening_drop_connection (self, on_dropped, self);
  else
    opening_take_step (self);
}

static void
on_era_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpClientOpening *self = user_data;
  GError           *error = NULL;
  g_autoptr (McpServerInfo) info = mcp_era_open_finish (MCP_ERA (source), result, &error);

  if (info != NULL && self->error == NULL)
    {
      g_autoptr (GPtrArray) findings = NULL;

      mcp_stray_report (self->stray, &findings);
      mcp_server_info_add_findings (info, findings);
      opening_end (self, g_steal_pointer (&info), NULL);
      return;
    }
  if (error == NULL)
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
  opening_try_another_way (self, error);
}

static McpEra *
opening_make_modern (McpClientOpening *self)
{
  const McpClientOptions *options = mcp_client_get_options (self->client);
  McpEra                 *era = mcp_modern_era_new ();
  McpModernEra           *modern = MCP_MODERN_ERA (era);

  if (self->probe.step == MCP_PROBE_MODERN)
    mcp_modern_era_insist (modern);
  /* A server that has just refused initialize is awake. */
  if (self->probe.step == MCP_PROBE_REDISCOVER ||
      (self->probe.step == MCP_PROBE_DISCOVER &&
       self->probe.known != MCP_ERA_MODERN))
    mcp_modern_era_set_deadline (modern, self->probe.http ? options->http_probe_ms
                                                          : options->probe_ms);
  return era;
}

static McpEra *
opening_make_legacy (McpClientOpening *self)
{
  McpEra *era = mcp_legacy_era_new (self->offered_version);

  if (self->probe.choice == MCP_ERA_CHOICE_LEGACY)
    mcp_legacy_era_insist (MCP_LEGACY_ERA (era));
  return era;
}

/** The transport is open. */
static void
opening_take_step (McpClientOpening *self)
{
  McpPeer *peer;

  g_clear_object (&self->era);
  switch (self->probe.step)
    {
    case MCP_PROBE_DISCOVER:
    case MCP_PROBE_MODERN:
    case MCP_PROBE_REDISCOVER:
      self->era = opening_make_modern (self);
      break;
    case MCP_PROBE_LEGACY:
    case MCP_PROBE_RESTART:
    case MCP_PROBE_SSE:
    case MCP_PROBE_FAIL:
    default:
      self->era = opening_make_legacy (self);
      break;
    }
  peer = mcp_client_speak (self->client, self->era);
  mcp_era_open_async (self->era, peer, self->cancellable, on_era_opened, self);
}

/* Of the server nothing is known. */
static void
opening_end_bare (McpClientOpening *self)
{
  g_autoptr (McpJsonDocument) nothing = mcp_json_document_parse_text ("{}", -1, NULL);

  self->era = mcp_legacy_era_new (self->offered_version);
  mcp_client_speak (self->client, self->era);
  opening_end (self, mcp_server_info_new (mcp_json_document_get_root (nothing)), NULL);
}

static void
on_transport_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpClientOpening *self = user_data;
  GError           *error = NULL;

  if (mcp_transport_open_finish (MCP_TRANSPORT (source), result, &error))
    {
      if (mcp_client_get_options (self->client)->bare)
        opening_end_bare (self);
      else
        opening_take_step (self);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
    }
  if (self->first_error != NULL)
    opening_give_up (self, error);
  else
    opening_fail (self, error);
}

static void
opening_open_transport (McpClientOpening *self)
{
  mcp_transport_open_async (mcp_client_get_transport (self->client), self->cancellable,
                            on_transport_opened, self);
}

/* From the outside */

void
mcp_client_opening_abort (McpClientOpening *self, GError *error)
{
  if (self->error == NULL)
    self->error = g_steal_pointer (&error);
  g_clear_error (&error);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
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

  self->cancellable = g_cancellable_new ();
  if (connect_ms > 0)
    self->timer = mcp_source_new_timeout (connect_ms, on_open_timeout, self);
  if (cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (on_open_cancelled), self, NULL);
      g_source_attach (self->cancel_source, g_main_context_get_thread_default ());
    }
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

  self->client = g_object_ref (client);
  self->opened = opened;
  self->offered_version = g_strdup (offered_version);
  g_set_object (&self->sse_transport, sse_transport);
  self->stray = mcp_stray_new (mcp_client_get_tap (client), on_hopeless, self);
  opening_watch (self, cancellable);
  self->probe.choice = options->era;
  self->probe.known = options->known_era;
  self->probe.http = mcp_transport_responds_in_exchange (mcp_client_get_transport (client));
  self->probe.has_sse = sse_transport != NULL;
  mcp_probe_begin (&self->probe);
  opening_open_transport (self);
  return self;
}
