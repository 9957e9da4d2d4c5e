/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthFlow: the way from a refusal to a token, step by step. Whoever drives it runs all steps or
 * one at a time, looks at each, changes the settings and goes on again from where it likes. One
 * flow is for one server and one person.
 *
 * Sources: MCP 2026-07-28 "Authorization"; what older revisions have beside it (2025-03-26) is a
 * fallback. RFC 6749, 7636, 8252, 8414, 8707, 9207, 9728.
 *
 * Signals
 *   open-browser (const char *url): the person is to decide there; the flow waits meanwhile.
 * Whoever opens it may call mcp_auth_flow_paste() with where it led. secret (const char *text): is
 * used from now on: to be masked wherever it appears changed (): a step, or what can be done next
 * Properties (notify): running (boolean)
 */

#pragma once

#include "mcp-auth-challenge.h"
#include "mcp-auth-record.h"
#include "mcp-auth-step.h"

/* How long a person may take in the browser. */
#define MCP_AUTH_BROWSER_SECONDS 300u

#define MCP_TYPE_AUTH_FLOW (mcp_auth_flow_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthFlow, mcp_auth_flow, MCP, AUTH_FLOW, GObject)

/** @url: of the MCP server. @options: (nullable). Returns: (transfer full) */
McpAuthFlow *
mcp_auth_flow_new (const char *url, McpHttpOptions *options, McpAuthSettings *settings);

/** A refusal that was met already: the first request is not sent again. Before it runs.
 * @status: 401 or 403. @header: (nullable) */
void mcp_auth_flow_set_refusal (McpAuthFlow *self, guint status, const char *header);
/** What is known from before: its client is used again for the same issuer, and what was asked for
 * is asked for again with a 403. Before it runs. @known: (nullable) */
void mcp_auth_flow_set_known (McpAuthFlow *self, McpAuthRecord *known);
/** Settings are read when a step runs: what is done already stays until it is restarted. */
void mcp_auth_flow_set_settings (McpAuthFlow *self, McpAuthSettings *settings);
/** Returns: (transfer none) */
McpAuthSettings *mcp_auth_flow_get_settings (McpAuthFlow *self);
const char      *mcp_auth_flow_get_url (McpAuthFlow *self);

/** Returns: (transfer none): of McpAuthStep, MCP_AUTH_N_STEPS of them */
GListModel *mcp_auth_flow_get_steps (McpAuthFlow *self);
/** Returns: (transfer none) */
McpAuthStep *mcp_auth_flow_get_step (McpAuthFlow *self, McpAuthStepKind kind);
/** Returns: the step that runs next; MCP_AUTH_N_STEPS at the end */
McpAuthStepKind mcp_auth_flow_get_next (McpAuthFlow *self);
gboolean        mcp_auth_flow_is_running (McpAuthFlow *self);
/** Returns: (transfer none) (nullable): what the browser opens; while that is waited for */
const char *mcp_auth_flow_get_browser_url (McpAuthFlow *self);
/** Returns: (transfer none) (nullable): the issuer that was found; from the step ISSUER on */
const char *mcp_auth_flow_get_issuer (McpAuthFlow *self);

/** Runs the steps that are not done, up to @last. With MCP_AUTH_STEP_TOKEN it ends when there is a
 * token, with MCP_AUTH_STEP_USE when that was tried.
 * finish: %FALSE with MCP_ERROR: the step that failed says more; CANCELLED */
void     mcp_auth_flow_run_async (McpAuthFlow        *self,
                                  McpAuthStepKind     last,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean mcp_auth_flow_run_finish (McpAuthFlow *self, GAsyncResult *result, GError **error);

/** What the browser was led to, instead of its coming back itself; also while no browser could be
 * opened. Returns: %FALSE with an error, and goes on waiting: it is not ours */
gboolean mcp_auth_flow_paste (McpAuthFlow *self, const char *text, GError **error);

/** Takes back @kind and what follows. Not while it runs. */
void mcp_auth_flow_restart (McpAuthFlow *self, McpAuthStepKind kind);

/** Returns: (transfer full) (nullable): a record without a token, of the client that this flow has
 * registered: %NULL where it has registered none, or was given it */
McpAuthRecord *mcp_auth_flow_dup_registered (McpAuthFlow *self);
/** Returns: (transfer none) (nullable): what came of it: from the step TOKEN on */
McpAuthRecord *mcp_auth_flow_get_record (McpAuthFlow *self);
