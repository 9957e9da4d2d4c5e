/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-text.h"

#include "mcp-auth-grant.h"
#include "mcp-json-document.h"
#include "mcp-json-writer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A page that stands where a document should be is cut in a report. */
#define MAX_REPORT_BODY 4000

static void
add_parameter (AppRedactor *into, const char *name, const char *encoded)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (encoded), "+", ' ');
  g_autofree char *decoded = g_uri_unescape_string (spaced, NULL);

  if (!mcp_auth_form_is_secret (name))
    return;
  app_redactor_add_secret (into, encoded);
  app_redactor_add_secret (into, decoded);
}

/* "a=b&c=d" */
static void
add_form (AppRedactor *into, const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, "&", 64);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      if (equals == NULL)
        continue;
      *equals = '\0';
      add_parameter (into, pairs[i], equals + 1);
    }
}

static gboolean
add_json (AppRedactor *into, GBytes *body)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  if (document == NULL ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *text = mcp_json_value_get_kind (each.value) == MCP_JSON_STRING
                                  ? mcp_json_value_dup_string (each.value, NULL)
                                  : NULL;

      if (text != NULL && mcp_auth_form_is_secret (key))
        app_redactor_add_secret (into, text);
    }
  return TRUE;
}

static char *
dup_body (GBytes *body)
{
  gsize       size = 0;
  const char *data = body != NULL ? g_bytes_get_data (body, &size) : NULL;

  return data != NULL ? g_utf8_make_valid (data, (gssize)size) : g_strdup ("");
}

static void
add_body (AppRedactor *into, GBytes *body)
{
  if (body == NULL || add_json (into, body))
    return;
  g_autofree char *text = dup_body (body);
  add_form (into, text);
}

static void
add_url (AppRedactor *into, const char *url)
{
  const char *query = url != NULL ? strpbrk (url, "?#") : NULL;

  if (query != NULL)
    add_form (into, query + 1);
}

/* What may stand in one exchange only, and nobody told the session's redactor of. */
static void
add_exchange (AppRedactor *into, McpAuthExchange *exchange)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);

  add_url (into, mcp_auth_exchange_get_url (exchange));
  add_body (into, mcp_auth_exchange_get_request_body (exchange));
  if (response == NULL)
    return;
  add_body (into, mcp_http_fetched_get_body (response));
  add_url (into, mcp_http_fetched_get_header (response, "Location"));
}

static char *
mask (AppRedactor *redactor, AppRedactor *own, const char *text)
{
  g_autofree char *once = app_redactor_redact_text (redactor, text);

  return app_redactor_redact_text (own, once);
}

static AppRedactor *
new_redactor_for (McpAuthExchange *exchange)
{
  AppRedactor *own = app_redactor_new ();

  add_exchange (own, exchange);
  return own;
}

static void
append_headers (GString *text, AppRedactor *redactor, const char *const *headers)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *masked = app_redactor_redact_header (redactor, headers[i]);

      g_string_append_printf (text, "%s\n", masked);
    }
}

/* JSON is laid out, and is the same JSON. */
static void
append_body (GString *text, GBytes *body, gsize max_bytes)
{
  g_autofree char *pretty = NULL;

  if (body == NULL || g_bytes_get_size (body) == 0)
    return;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  if (document != NULL)
    pretty = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
  g_autofree char *plain = dup_body (body);
  const char      *shown = pretty != NULL ? pretty : plain;
  g_string_append_c (text, '\n');
  if (max_bytes == 0 || strlen (shown) <= max_bytes)
    {
      g_string_append (text, shown);
      return;
    }
  gsize end = (gsize)(g_utf8_find_prev_char (shown, shown + max_bytes) - shown);
  g_string_append_len (text, shown, (gssize)end);
  g_string_append_printf (text, "\n… %'" G_GSIZE_FORMAT " more bytes", strlen (shown) - end);
}

static char *
dup_request (AppRedactor *redactor, AppRedactor *own, McpAuthExchange *exchange, gsize max_bytes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s\n", mcp_auth_exchange_get_method (exchange),
                          mcp_auth_exchange_get_url (exchange));
  append_headers (text, redactor, mcp_auth_exchange_get_request_headers (exchange));
  append_body (text, mcp_auth_exchange_get_request_body (exchange), max_bytes);
  return mask (redactor, own, text->str);
}

static char *
dup_response (AppRedactor *redactor, AppRedactor *own, McpAuthExchange *exchange, gsize max_bytes)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

  if (response == NULL)
    return mask (redactor, own, outcome);
  g_string_append_printf (text, "%u %s\n", mcp_http_fetched_get_status (response),
                          mcp_http_fetched_get_reason (response));
  append_headers (text, redactor, mcp_http_fetched_get_headers (response));
  append_body (text, mcp_http_fetched_get_body (response), max_bytes);
  return mask (redactor, own, text->str);
}

char *
app_auth_text_dup_title (AppRedactor *redactor, McpAuthExchange *exchange)
{
  g_autoptr (AppRedactor) own = new_redactor_for (exchange);
  g_autofree char *title = g_strdup_printf ("%s %s", mcp_auth_exchange_get_method (exchange),
                                            mcp_auth_exchange_get_url (exchange));

  return mask (redactor, own, title);
}

char *
app_auth_text_dup_request (AppRedactor *redactor, McpAuthExchange *exchange)
{
  g_autoptr (AppRedactor) own = new_redactor_for (exchange);

  return dup_request (redactor, own, exchange, 0);
}

char *
app_auth_text_dup_response (AppRedactor *redactor, McpAuthExchange *exchange)
{
  g_autoptr (AppRedactor) own = new_redactor_for (exchange);

  return dup_response (redactor, own, exchange, 0);
}

/* The report */

static void
append_finding (GString *text, McpAuthFinding *finding)
{
  const McpAuthFindingRow *row = mcp_auth_finding_get (finding);
  const char              *seen = mcp_auth_finding_get_seen (finding);

  g_string_append_printf (text, "### %s\n\n- Severity: %s\n- Fault: %s\n", row->title,
                          mcp_auth_severity_get_name (row->severity),
                          mcp_auth_fault_get_name (row->fault));
  if (seen != NULL && seen[0] != '\0')
    g_string_append_printf (text, "- Seen: %s\n", seen);
  if (row->rule != NULL)
    g_string_append_printf (text, "- Rule: %s\n", row->rule);
  g_string_append_printf (text, "- What to do: %s\n- Kind: %s\n\n", row->remedy, row->id);
}

/* As code, whatever fences are in it. */
static void
append_code (GString *text, const char *code)
{
  g_auto (GStrv) lines = g_strsplit (code, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "    %s\n", lines[i]);
  g_string_append_c (text, '\n');
}

static void
append_step (GString *text, AppRedactor *redactor, AppRedactor *own, McpAuthStep *step)
{
  GListModel *findings = mcp_auth_step_get_findings (step);
  GListModel *exchanges = mcp_auth_step_get_exchanges (step);
  const char *summary = mcp_auth_step_get_summary (step);

  g_string_append_printf (text, "## %u. %s: %s\n\n", mcp_auth_step_get_kind (step) + 1,
                          mcp_auth_step_get_title (step), mcp_auth_step_get_state_name (step));
  if (summary != NULL)
    g_string_append_printf (text, "%s\n\n", summary);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      append_finding (text, finding);
    }
  for (guint i = 0; i < g_list_model_get_n_items (exchanges); i++)
    {
      g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, i);
      g_autofree char *request = dup_request (redactor, own, exchange, MAX_REPORT_BODY);
      g_autofree char *response = dup_response (redactor, own, exchange, MAX_REPORT_BODY);

      append_code (text, request);
      append_code (text, response);
    }
}

/* A secret of one exchange may stand in another one too. */
static AppRedactor *
new_redactor_for_all (GListModel *steps)
{
  AppRedactor *own = app_redactor_new ();

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);
      GListModel *exchanges = mcp_auth_step_get_exchanges (step);

      for (guint k = 0; k < g_list_model_get_n_items (exchanges); k++)
        {
          g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, k);

          add_exchange (own, exchange);
        }
    }
  return own;
}

char *
app_auth_text_dup_report (AppRedactor *redactor,
                          const char  *url,
                          GListModel  *steps,
                          McpAuthStep *step)
{
  g_autoptr (AppRedactor) own = new_redactor_for_all (steps);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);

  g_string_append_printf (text, "# Authorization of %s\n\n%s, Spyglass. Secrets are masked.\n\n",
                          url, time);
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) item = g_list_model_get_item (steps, i);

      if (step == NULL ? mcp_auth_step_get_state (item) != MCP_AUTH_STEP_PENDING : item == step)
        append_step (text, redactor, own, item);
    }
  return mask (redactor, own, text->str);
}

/* Findings and steps, in lines */

/* @text: (transfer full) */
static void
add_masked (GStrvBuilder *into, AppRedactor *redactor, char *text)
{
  g_autofree char *raw = text;
  g_autofree char *masked = app_redactor_redact_text (redactor, raw);

  g_strv_builder_add (into, masked);
}

static void
add_finding (GStrvBuilder *into, AppRedactor *redactor, McpAuthFinding *finding)
{
  const McpAuthFindingRow *row = mcp_auth_finding_get (finding);
  GString                 *text = g_string_new (NULL);

  g_string_append_printf (text, "⚠ %s: %s\n", row->title, mcp_auth_finding_get_seen (finding));
  if (row->rule != NULL)
    g_string_append_printf (text, "%s\n", row->rule);
  if (row->fault != MCP_AUTH_FAULT_NOBODY)
    /* Translators: %s is "server", "authorization server" or the like */
    g_string_append_printf (text, _ ("At fault: %s. "), mcp_auth_fault_get_name (row->fault));
  g_string_append (text, row->remedy);
  if (row->override != 0)
    /* Translators: %s is the name of a setting, then its value */
    g_string_append_printf (text, _ ("\nTo go on all the same: --set %s=%s"),
                            mcp_auth_setting_get_info (row->override - 1)->name,
                            row->value != NULL ? row->value : "…");
  add_masked (into, redactor, g_string_free (text, FALSE));
}

void
app_auth_text_add_findings (GStrvBuilder *into,
                            AppRedactor  *redactor,
                            McpAuthStep  *step,
                            const char   *told)
{
  GListModel *findings = mcp_auth_step_get_findings (step);

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      if (g_strcmp0 (mcp_auth_finding_get (finding)->id, told) != 0)
        add_finding (into, redactor, finding);
    }
}

static void
add_facts (GStrvBuilder *into, AppRedactor *redactor, GListModel *facts)
{
  for (guint i = 0; i < g_list_model_get_n_items (facts); i++)
    {
      g_autoptr (McpAuthFact) fact = g_list_model_get_item (facts, i);
      const char *reason = mcp_auth_fact_get_reason (fact);

      add_masked (into, redactor,
                  g_strdup_printf ("%s: %s%s%s%s", mcp_auth_fact_get_name (fact),
                                   mcp_auth_fact_get_value (fact), reason != NULL ? " (" : "",
                                   reason != NULL ? reason : "", reason != NULL ? ")" : ""));
    }
}

static void
add_exchanges (GStrvBuilder *into, AppRedactor *redactor, GListModel *exchanges)
{
  for (guint i = 0; i < g_list_model_get_n_items (exchanges); i++)
    {
      g_autoptr (McpAuthExchange) exchange = g_list_model_get_item (exchanges, i);
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      add_masked (into, redactor,
                  g_strdup_printf ("%s %s → %s", mcp_auth_exchange_get_method (exchange),
                                   mcp_auth_exchange_get_url (exchange), outcome));
    }
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

GStrv
app_auth_text_dup_lines (AppRedactor *redactor, McpAuthStep *step, gboolean full)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  const char *summary = mcp_auth_step_get_summary (step);

  add_masked (lines, redactor,
              g_strdup_printf ("%s %2u %s%s%s", get_sign (mcp_auth_step_get_state (step)),
                               mcp_auth_step_get_kind (step) + 1, mcp_auth_step_get_title (step),
                               summary != NULL && *summary != '\0' ? ": " : "",
                               summary != NULL ? summary : ""));
  if (full)
    {
      add_facts (lines, redactor, mcp_auth_step_get_facts (step));
      add_exchanges (lines, redactor, mcp_auth_step_get_exchanges (step));
    }
  app_auth_text_add_findings (lines, redactor, step, NULL);
  return g_strv_builder_end (lines);
}

gboolean
app_auth_text_parse_step (GListModel      *steps,
                          const char      *name,
                          McpAuthStepKind *kind,
                          GString         *names)
{
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);

      *kind = i;
      if (g_str_equal (mcp_auth_step_get_name (step), name))
        return TRUE;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", mcp_auth_step_get_name (step));
    }
  return FALSE;
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
      const McpAuthFindingRow *row = mcp_auth_finding_get (finding);

      mcp_json_writer_add (
          writer,
          "{'id': %s, 'severity': %s, 'fault': %s, 'title': %s, 'seen': %s, 'rule': ?%s, "
          "'remedy': %s, 'override': ?%s, 'overrideValue': ?%s}",
          row->id, mcp_auth_severity_get_name (row->severity), mcp_auth_fault_get_name (row->fault),
          row->title, mcp_auth_finding_get_seen (finding), row->rule, row->remedy,
          row->override != 0 ? mcp_auth_setting_get_info (row->override - 1)->name : NULL,
          row->value);
    }
  mcp_json_writer_end_array (writer);
}

char *
app_auth_text_dup_json (AppRedactor *redactor, GListModel *steps)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (steps, i);

      mcp_json_writer_add (writer, "{'step': %s, 'title': %s, 'state': %s, 'summary': ?%s",
                           mcp_auth_step_get_name (step), mcp_auth_step_get_title (step),
                           mcp_auth_step_get_state_name (step), mcp_auth_step_get_summary (step));
      write_facts (writer, mcp_auth_step_get_facts (step));
      write_exchanges (writer, mcp_auth_step_get_exchanges (step));
      write_findings (writer, mcp_auth_step_get_findings (step));
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
  g_autofree char *raw = mcp_json_writer_finish_text (writer);
  return app_redactor_redact_text (redactor, raw);
}
