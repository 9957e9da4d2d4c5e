/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The person decides in a browser, and comes back. */

#include "mcp-auth-flow-private.h"

#include "mcp-auth-flow.h"
#include "mcp-error.h"
#include "mcp-source.h"

/* How long the browser may take to fetch its last page. */
#define LAST_PAGE_US G_USEC_PER_SEC

/* Where the client or its address is wrong, the page says so and nothing comes back (RFC 6749
 * §4.1.2.1). Only the person sees it: what it may say accuses no one. */
static void
note_no_callback (McpAuthFlowRun *self, gboolean cancelled)
{
  const char      *hint = "";
  g_autofree char *time =
      cancelled ? g_strdup ("until it was cancelled")
                : g_strdup_printf ("within %u seconds", MCP_AUTH_BROWSER_SECONDS);

  if (mcp_auth_client_get (self->client)->kind == MCP_AUTH_CLIENT_DOCUMENT)
    hint = "; if the page says that the client is unknown, its metadata document was not accepted";
  else if (mcp_auth_flow_is_client_known (self))
    hint =
        "; if the page says that the client is unknown, it was registered in an earlier sign-in, "
        "which has to be forgotten then";
  mcp_auth_step_note (self->step, "no-callback", "nothing came back to %s %s%s",
                      mcp_auth_listener_get_uri (self->listener), time, hint);
}

/* The browser came back, nobody waits any longer, or it took too long. */
static gboolean
on_waited (gpointer data)
{
  McpAuthFlowRun *self = data;
  gboolean        cancelled = g_cancellable_is_cancelled (self->cancellable);

  g_clear_pointer (&self->patience, g_source_unref);
  g_signal_handlers_disconnect_by_data (self->listener, self);
  if (self->callback == NULL)
    note_no_callback (self, cancelled);
  if (cancelled)
    mcp_auth_step_fail (self->step, MCP_ERROR_CANCELLED, "Cancelled");
  else if (self->callback != NULL)
    mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_strdup ("Redirect received"));
  else
    mcp_auth_step_fail (self->step, MCP_ERROR_TIMED_OUT,
                        "The browser did not come back within %u minutes.",
                        MCP_AUTH_BROWSER_SECONDS / 60);
  return G_SOURCE_REMOVE;
}

static gboolean
is_waiting (McpAuthFlowRun *self)
{
  return self->step != NULL && mcp_auth_step_get_state (self->step) == MCP_AUTH_STEP_WAITING;
}

/* Returns: whether it was waited for */
static gboolean
take_callback (McpAuthFlowRun *self, McpAuthCallback *callback, GError **error)
{
  if (!is_waiting (self) || self->callback != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                               "No response from a browser is waited for."));
      return FALSE;
    }
  if (!mcp_auth_callback_has_state (callback, self->state))
    {
      mcp_auth_step_note (self->step, "state-mismatch", "%s",
                          mcp_auth_callback_get (callback, "state") != NULL
                              ? "its state is not the one that was sent"
                              : "it has no state");
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "This address belongs to another sign-in."));
      return FALSE;
    }
  self->callback = mcp_auth_callback_ref (callback);
  return TRUE;
}

static void
on_left (McpAuthFlowRun *self)
{
  if (self->callback != NULL)
    g_source_set_ready_time (self->patience, 0);
}

/* The browser is led to a last page: it would find nobody if what waits for it ended before. */
static gboolean
on_called (McpAuthListener *listener, const char *query, McpAuthFlowRun *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthCallback) callback = mcp_auth_callback_new (query, &error);

  if (callback == NULL)
    mcp_auth_step_note (self->step, "callback-malformed", "%s", error->message);
  if (callback == NULL || !take_callback (self, callback, NULL))
    return FALSE;
  g_source_set_ready_time (self->patience, g_get_monotonic_time () + LAST_PAGE_US);
  return TRUE;
}

gboolean
mcp_auth_flow_take_pasted (McpAuthFlowRun *self, const char *text, GError **error)
{
  g_autoptr (McpAuthCallback) callback = mcp_auth_callback_new_pasted (text, error);

  if (callback == NULL || !take_callback (self, callback, error))
    return FALSE;
  /* Behind whoever brought it. */
  g_source_set_ready_time (self->patience, 0);
  return TRUE;
}

void
mcp_auth_flow_begin_browser (McpAuthFlowRun *self)
{
  g_autoptr (GSource) cancelled = g_cancellable_source_new (self->cancellable);

  g_signal_connect (self->listener, "called", G_CALLBACK (on_called), self);
  g_signal_connect_swapped (self->listener, "left", G_CALLBACK (on_left), self);
  g_source_set_dummy_callback (cancelled);
  self->patience = g_timeout_source_new_seconds (MCP_AUTH_BROWSER_SECONDS);
  g_source_set_callback (self->patience, on_waited, self, NULL);
  g_source_add_child_source (self->patience, cancelled);
  g_source_attach (self->patience, g_main_context_get_thread_default ());
  mcp_auth_step_add_fact (self->step, "Comes back to", mcp_auth_listener_get_uri (self->listener),
                          NULL);
  mcp_auth_step_set (self->step, MCP_AUTH_STEP_WAITING, g_strdup ("Waiting for the browser"));
}
