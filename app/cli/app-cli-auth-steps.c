/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-auth-steps.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "mcp-json-writer.h"

/* Where what belongs to a step begins. */
#define INDENT 4u

static McpAuthStep *
get_step (McpAuthFlow *flow, guint i)
{
  return mcp_auth_flow_get_step (flow, i);
}

static const char *
get_sign (McpAuthStepState state)
{
  switch (state)
    {
    case MCP_AUTH_STEP_DONE:
      return "✓";
    case MCP_AUTH_STEP_FAILED:
      return "✗";
    case MCP_AUTH_STEP_RUNNING:
    case MCP_AUTH_STEP_WAITING:
      return "…";
    case MCP_AUTH_STEP_SKIPPED:
      return "–";
    case MCP_AUTH_STEP_PENDING:
    default:
      return "·";
    }
}

/* As text; @text: (transfer full) */
static void
print_masked (AppRedactor *redactor, char *text, guint indent)
{
  g_autofree char *raw = text;
  g_autofree char *masked = app_redactor_redact_text (redactor, raw);

  app_cli_print_lines (masked, indent);
}

static char *
dup_finding (McpAuthFinding *finding)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "⚠ %s: %s\n", mcp_auth_finding_get_title (finding),
                          mcp_auth_finding_get_seen (finding));
  if (mcp_auth_finding_get_rule (finding) != NULL)
    g_string_append_printf (text, "%s\n", mcp_auth_finding_get_rule (finding));
  if (mcp_auth_finding_get_fault (finding) != MCP_AUTH_FAULT_NOBODY)
    /* Translators: %s is "server", "authorization server" or the like */
    g_string_append_printf (text, _ ("Problem with: %s. "),
                            mcp_auth_fault_get_name (mcp_auth_finding_get_fault (finding)));
  g_string_append_printf (text, "%s\n", mcp_auth_finding_get_remedy (finding));
  if (mcp_auth_finding_get_override (finding) != MCP_AUTH_N_SETTINGS)
    g_string_append_printf (
        /* Translators: %s is the name of a setting */
        text, _ ("To go on all the same: --set %s=…\n"),
        mcp_auth_setting_get_info (mcp_auth_finding_get_override (finding))->name);
  return g_string_free (text, FALSE);
}

static void
print_findings (McpAuthStep *step, AppRedactor *redactor)
{
  GListModel *findings = mcp_auth_step_get_findings (step);

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      print_masked (redactor, dup_finding (finding), INDENT);
    }
}

static void
print_details (McpAuthStep *step, AppRedactor *redactor)
{
  GListModel *facts = mcp_auth_step_get_facts (step);
  GListModel *exchanges = mcp_auth_step_get_exchanges (step);

  for (guint i = 0; i < g_list_model_get_n_items (facts); i++)
    {
      g_autoptr (McpAuthFact) fact = g_list_model_get_item (facts, i);
      const char *reason = mcp_auth_fact_get_reason (fact);

      print_masked (redactor,
                    g_strdup_printf ("%s: %s%s%s%s", mcp_auth_fact_get_name (fact),
                                     mcp_auth_fact_get_value (fact), reason != NULL ? " (" : "",
                                     reason != NULL ? reason : "", reason != NULL ? ")" : ""),
                    INDENT);
    }
  for (guint i = 0; i < g_list_model_get_n_items (exchanges); i++)
    {
      g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, i);
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      print_masked (redactor,
                    g_strdup_printf ("%s %s → %s", mcp_auth_exchange_get_method (exchange),
                                     mcp_auth_exchange_get_url (exchange), outcome),
                    INDENT);
    }
}

void
app_cli_auth_steps_print (McpAuthFlow *flow, AppRedactor *redactor, gboolean full)
{
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      McpAuthStep     *step = get_step (flow, i);
      const char      *summary = mcp_auth_step_get_summary (step);
      g_autofree char *masked = app_redactor_redact_text (redactor, summary != NULL ? summary : "");
      g_autofree char *line = app_cli_line (masked);

      app_cli_print ("%s %2u %s%s%s\n", get_sign (mcp_auth_step_get_state (step)), i + 1,
                     mcp_auth_step_get_title (step), *line != '\0' ? ": " : "", line);
      if (full)
        print_details (step, redactor);
      print_findings (step, redactor);
    }
}

void
app_cli_auth_finding_note (const AppCliInvocation *invocation,
                           McpAuthFinding         *finding,
                           AppRedactor            *redactor)
{
  g_autofree char *text = dup_finding (finding);
  g_autofree char *masked = app_redactor_redact_text (redactor, g_strchomp (text));
  g_auto (GStrv) lines = g_strsplit (masked, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    app_cli_note (invocation, "%s", lines[i]);
}

void
app_cli_auth_steps_note (const AppCliInvocation *invocation,
                         McpAuthFlow            *flow,
                         AppRedactor            *redactor)
{
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      McpAuthStep *step = get_step (flow, i);
      GListModel  *findings = mcp_auth_step_get_findings (step);

      if (mcp_auth_step_get_state (step) != MCP_AUTH_STEP_FAILED)
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (findings); j++)
        {
          g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, j);

          app_cli_auth_finding_note (invocation, finding, redactor);
        }
    }
}

/* JSON */

static void
write_facts (McpJsonWriter *writer, GListModel *facts)
{
  mcp_json_writer_add (writer, "'facts': [");
  for (guint i = 0; i < g_list_model_get_n_items (facts); i++)
    {
      g_autoptr (McpAuthFact) fact = g_list_model_get_item (facts, i);

      mcp_json_writer_add (writer, "{'name': %s, 'value': %s, 'reason': ?%s}",
                           mcp_auth_fact_get_name (fact), mcp_auth_fact_get_value (fact),
                           mcp_auth_fact_get_reason (fact));
    }
  mcp_json_writer_end_array (writer);
}

static void
write_exchanges (McpJsonWriter *writer, GListModel *exchanges)
{
  mcp_json_writer_add (writer, "'exchanges': [");
  for (guint i = 0; i < g_list_model_get_n_items (exchanges); i++)
    {
      g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, i);
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      mcp_json_writer_add (writer, "{'method': %s, 'url': %s, 'status': %i, 'outcome': %s}",
                           mcp_auth_exchange_get_method (exchange),
                           mcp_auth_exchange_get_url (exchange),
                           (int)mcp_auth_exchange_get_status (exchange), outcome);
    }
  mcp_json_writer_end_array (writer);
}

static void
write_findings (McpJsonWriter *writer, GListModel *findings)
{
  mcp_json_writer_add (writer, "'findings': [");
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);
      McpAuthSetting override = mcp_auth_finding_get_override (finding);

      mcp_json_writer_add (
          writer,
          "{'id': %s, 'severity': %s, 'fault': %s, 'title': %s, 'seen': %s, 'rule': ?%s, "
          "'remedy': %s, 'override': ?%s}",
          mcp_auth_finding_get_id (finding),
          mcp_auth_severity_get_name (mcp_auth_finding_get_severity (finding)),
          mcp_auth_fault_get_name (mcp_auth_finding_get_fault (finding)),
          mcp_auth_finding_get_title (finding), mcp_auth_finding_get_seen (finding),
          mcp_auth_finding_get_rule (finding), mcp_auth_finding_get_remedy (finding),
          override != MCP_AUTH_N_SETTINGS ? mcp_auth_setting_get_info (override)->name : NULL);
    }
  mcp_json_writer_end_array (writer);
}

char *
app_cli_auth_steps_dup_json (McpAuthFlow *flow, AppRedactor *redactor)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *raw = NULL;

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      McpAuthStep *step = get_step (flow, i);

      mcp_json_writer_add (writer, "{'step': %s, 'title': %s, 'state': %s, 'summary': ?%s",
                           mcp_auth_step_get_name (step), mcp_auth_step_get_title (step),
                           mcp_auth_step_get_state_name (step), mcp_auth_step_get_summary (step));
      write_facts (writer, mcp_auth_step_get_facts (step));
      write_exchanges (writer, mcp_auth_step_get_exchanges (step));
      write_findings (writer, mcp_auth_step_get_findings (step));
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
  raw = mcp_json_writer_finish_text (writer);
  return app_redactor_redact_text (redactor, raw);
}
