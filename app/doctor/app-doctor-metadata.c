/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who gives out authorizations, and what is wrong with what is said of that: the first steps of a
 * sign-in, which ask for public documents alone. Nobody is registered, and no browser is opened. */

#include "app-doctor-private.h"

#include "app-advice.h"
#include "app-auth-settings.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-auth-flow.h"
#include "mcp-error.h"

/* Steps of the flow from here on have requests that a person does not see elsewhere. */
#define FIRST MCP_AUTH_STEP_RESOURCE
#define LAST MCP_AUTH_STEP_SERVER

/* What a request was refused with. Returns: (nullable) */
static McpHttpProbeResponse *
get_refusal (AppDoctor *self)
{
  McpHttpProbeResponse *replies[] = { self->http.post, self->http.get };

  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    if (replies[i] != NULL && (replies[i]->status == 401 ||
                               (replies[i]->status == 403 && replies[i]->challenge != NULL)))
      return replies[i];
  return NULL;
}

/* Findings */

static void
add_line (GString *text, const char *line)
{
  if (line != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
}

/* "At fault: server. List …" */
static char *
dup_remedy (McpAuthFinding *finding)
{
  /* Translators: %s is "server", "authorization server" or the like, then what it can do */
  return g_strdup_printf (_ ("At fault: %s. %s"),
                          mcp_auth_fault_get_name (mcp_auth_finding_get (finding)->fault),
                          mcp_auth_finding_get (finding)->remedy);
}

static void
add_finding (GString *text, McpAuthFinding *finding)
{
  g_autofree char *first = g_strdup_printf ("⚠ %s: %s", mcp_auth_finding_get (finding)->title,
                                            mcp_auth_finding_get_seen (finding));
  g_autofree char *remedy = dup_remedy (finding);

  add_line (text, first);
  add_line (text, mcp_auth_finding_get (finding)->rule);
  add_line (text, remedy);
}

static void
add_exchange (GString *text, McpAuthExchange *exchange)
{
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);
  g_autofree char *line =
      g_strdup_printf ("%s → %s", mcp_auth_exchange_get_url (exchange), outcome);

  add_line (text, line);
}

/* Returns: (transfer full): what was asked and found, step by step. @worst: (out) (transfer full)
 * (nullable): the finding that weighs most; mere notes are none */
static char *
dup_evidence (McpAuthFlow *flow, McpAuthFinding **worst)
{
  GString *text = g_string_new (NULL);

  *worst = NULL;
  for (guint i = 0; i <= LAST; i++)
    {
      McpAuthStep *step = mcp_auth_flow_get_step (flow, i);
      GListModel  *exchanges = mcp_auth_step_get_exchanges (step);
      GListModel  *findings = mcp_auth_step_get_findings (step);

      for (guint j = 0; i >= FIRST && j < g_list_model_get_n_items (exchanges); j++)
        {
          g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, j);

          add_exchange (text, exchange);
        }
      for (guint j = 0; j < g_list_model_get_n_items (findings); j++)
        {
          g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, j);
          McpAuthSeverity severity = mcp_auth_finding_get (finding)->severity;

          add_finding (text, finding);
          if (severity < MCP_AUTH_SEVERITY_NOTE &&
              (*worst == NULL || severity < mcp_auth_finding_get (*worst)->severity))
            g_set_object (worst, finding);
        }
    }
  return g_string_free (text, FALSE);
}

/* The end */

/* Whether the server has metadata, whatever it is worth. */
static gboolean
has_metadata (McpAuthFlow *flow)
{
  return mcp_auth_step_get_document (mcp_auth_flow_get_step (flow, MCP_AUTH_STEP_RESOURCE)) != NULL;
}

static char *
dup_found (AppDoctor *self, McpAuthFinding *worst)
{
  if (self->http.unusable && worst != NULL)
    return g_strdup_printf ("%s.", mcp_auth_finding_get (worst)->title);
  if (self->http.issuer != NULL)
    return g_strdup_printf (_ ("The authorization server is %s."), self->http.issuer);
  return g_strdup (_ ("None, though the server requires authentication."));
}

/* A server that says nothing of authorization has a token of another kind. */
static char *
dup_advice (AppDoctor *self, McpAuthFinding *worst)
{
  if (self->http.issuer == NULL && !self->http.unusable)
    return g_strdup (app_advice_pick (_ ("Ask the server's author how to get a token, and add it "
                                         "in the server settings."),
                                      _ ("Ask the server's author how to get a token, and give it "
                                         "with --bearer.")));
  return worst != NULL ? dup_remedy (worst) : NULL;
}

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  McpAuthFlow *flow = MCP_AUTH_FLOW (source);
  g_autoptr (GError) error = NULL;
  gboolean done = mcp_auth_flow_run_finish (flow, result, &error);
  g_autoptr (McpAuthFinding) worst = NULL;
  g_autofree char *evidence = dup_evidence (flow, &worst);

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      app_doctor_fail_step (self, error);
      return;
    }
  self->http.unusable = !done && has_metadata (flow);
  if (done || self->http.unusable)
    self->http.issuer = g_strdup (mcp_auth_flow_get_issuer (flow));
  g_autofree char *found = dup_found (self, worst);
  g_autofree char *advice = dup_advice (self, worst);
  app_doctor_end_step (self, done && worst == NULL ? APP_DOCTOR_PASSED : APP_DOCTOR_WARNED, found,
                       evidence, advice);
}

/* As it was typed, for what it is compared with; but a password in it is nobody's business. */
static char *
dup_url (AppDoctor *self)
{
  const char *url = app_preparation_get_url (self->preparation);

  return strchr (url, '@') == NULL ? g_strdup (url)
                                   : g_uri_to_string_partial (self->uri, G_URI_HIDE_USERINFO);
}

void
app_doctor_read_metadata (AppDoctor *self)
{
  McpHttpProbeResponse *refusal = get_refusal (self);
  g_autoptr (McpAuthFlow) flow = NULL;

  if (refusal == NULL)
    {
      app_doctor_end_step (self, APP_DOCTOR_PASSED, _ ("None needed."), NULL, NULL);
      return;
    }
  g_autofree char *url = dup_url (self);
  g_autoptr (McpAuthSettings) settings = app_auth_settings_new (self->profile, NULL);
  flow = mcp_auth_flow_new (url, app_preparation_get_options (self->preparation), settings);
  mcp_auth_flow_set_refusal (flow, refusal->status, refusal->challenge);
  mcp_auth_flow_run_async (flow, LAST, self->cancellable, on_run, g_object_ref (self));
}
