/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-words.h"

#include "app-auth-words.h"

#include <glib/gi18n.h>

/* Steps */

static McpAuthSeverity
find_worst (McpAuthStep *step)
{
  GListModel     *findings = mcp_auth_step_get_findings (step);
  McpAuthSeverity worst = MCP_AUTH_SEVERITY_NOTE;

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      worst = MIN (worst, mcp_auth_finding_get (finding)->severity);
    }
  return worst;
}

UiAuthLook
ui_auth_words_look_at_step (McpAuthStep *step)
{
  static const UiAuthLook looks[] = {
    [MCP_AUTH_STEP_PENDING] = { "spyglass-state-idle-symbolic", NULL, "state-quiet" },
    [MCP_AUTH_STEP_RUNNING] = { "spyglass-state-connecting-symbolic", NULL, "state-waiting" },
    [MCP_AUTH_STEP_WAITING] = { "web-browser-symbolic", NULL, "state-waiting" },
    [MCP_AUTH_STEP_DONE] = { "object-select-symbolic", NULL, "state-ready" },
    [MCP_AUTH_STEP_SKIPPED] = { "go-next-symbolic", NULL, "state-quiet" },
    [MCP_AUTH_STEP_FAILED] = { "spyglass-state-failed-symbolic", NULL, "state-failed" },
  };
  McpAuthStepState state = mcp_auth_step_get_state (step);
  UiAuthLook       look = looks[state];

  look.word = app_auth_words_get_state (state);
  if (state == MCP_AUTH_STEP_DONE && find_worst (step) != MCP_AUTH_SEVERITY_NOTE)
    look = (UiAuthLook){ "dialog-warning-symbolic", _ ("Done, with issues"), "state-waiting" };
  return look;
}

/* Findings */

UiAuthLook
ui_auth_words_look_at_severity (McpAuthSeverity severity)
{
  static const UiAuthLook looks[] = {
    [MCP_AUTH_SEVERITY_BREAKS] = { "dialog-error-symbolic", NULL, "state-failed" },
    [MCP_AUTH_SEVERITY_FORBIDDEN] = { "dialog-warning-symbolic", NULL, "state-waiting" },
    [MCP_AUTH_SEVERITY_LUCK] = { "dialog-warning-symbolic", NULL, "state-waiting" },
    [MCP_AUTH_SEVERITY_NOTE] = { "dialog-information-symbolic", NULL, "state-quiet" },
  };
  UiAuthLook look = looks[severity];

  look.word = app_auth_words_get_severity (severity);
  return look;
}
