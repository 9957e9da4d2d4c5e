/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-report.h"

#include <math.h>

#include "app-case-report-private.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* JSON */

static void
write_rate (McpJsonWriter *writer, const AppCaseTally *tally)
{
  AppCaseInterval interval = app_case_statistics_wilson (tally->n_right, tally->n);

  mcp_json_writer_add (writer, "'runs': %i, 'right': %i,", (int)tally->n, (int)tally->n_right);
  if (tally->n > 0)
    mcp_json_writer_add (writer, "'rate': %d, 'interval': [%d, %d],",
                         (double)tally->n_right / tally->n, interval.low, interval.high);
  mcp_json_writer_add (writer, "'requests': %x, 'tokens': %x,", (gint64)tally->requests,
                       tally->tokens);
  if (app_cost_is_known (&tally->cost))
    mcp_json_writer_add (writer, "'cost': %d, 'currency': %s,", tally->cost.amount,
                         tally->cost.currency);
}

static void
write_tools (McpJsonWriter *writer, const AppCaseTally *tally)
{
  g_autoptr (GPtrArray) tools = app_case_tally_list_tools (tally);

  mcp_json_writer_add (writer, "'tools': {");
  for (guint i = 0; i < tools->len; i++)
    mcp_json_writer_member_int64 (writer, tools->pdata[i],
                                  app_case_tally_count_tool (tally, tools->pdata[i]));
  mcp_json_writer_add (writer, "}, 'without_calls': %i, 'not_carried_out': %i, 'not_recorded': %i",
                       (int)tally->n_silent, (int)tally->n_kept, (int)tally->n_missed);
}

/* Results that read like an instruction to the model. */
static void
write_injection (McpJsonWriter *writer, const AppCaseTally *tally)
{
  const AppCaseInjection *injection = tally->injection;

  if (injection == NULL)
    return;
  mcp_json_writer_add (writer,
                       "'marked': {'runs': %i, 'called_named': %i, 'called_unexpected': %i, "
                       "'tool': ?%s, 'text': ?%s, 'named': ?%s, 'unexpected': ?%s}",
                       (int)tally->n_injected, (int)tally->n_followed, (int)tally->n_strayed,
                       injection->tool, injection->quoted, injection->followed, injection->strayed);
}

static void
write_result (McpJsonWriter *writer, AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);

  mcp_json_writer_add (
      writer, "{'variant': %s, 'verdict': %s,", self->names->pdata[variant],
      app_case_verdict_to_text (app_case_report_get_verdict (self, variant, index)));
  write_rate (writer, tally);
  mcp_json_writer_add (writer, "'error': ?%s, 'problems': [", tally->error);
  for (guint i = 0; i < tally->problems->len; i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];

      mcp_json_writer_add (writer, "{'kind': %s, 'text': %s, 'runs': %i}",
                           app_case_problem_kind_to_text (count->kind), count->text,
                           (int)count->n);
    }
  mcp_json_writer_add (writer, "],");
  write_tools (writer, tally);
  write_injection (writer, tally);
  mcp_json_writer_add (writer, "}");
}

static void
write_comparison (McpJsonWriter      *writer,
                  AppCaseReport      *self,
                  guint               variant,
                  const AppCaseTally *a,
                  const AppCaseTally *b)
{
  AppCaseComparison comparison;
  guint             base = app_case_report_get_base (self, variant);

  if (base == variant || !app_case_report_compare (a, b, &comparison))
    return;
  mcp_json_writer_add (writer,
                       "{'a': %s, 'b': %s, 'difference': %d, 'interval': [%d, %d], 'differs': %b,",
                       self->names->pdata[base], self->names->pdata[variant], comparison.difference,
                       comparison.interval.low, comparison.interval.high, comparison.differs);
  if (isfinite (comparison.runs))
    mcp_json_writer_add (writer, "'runs_to_tell': %d", comparison.runs);
  mcp_json_writer_add (writer, "}");
}

static void
write_case (McpJsonWriter *writer, AppCaseReport *self, guint index)
{
  const AppCase *item = self->suite->cases->pdata[index];

  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s, 'pass': %d, 'results': [", item->id,
                       item->title, item->pass);
  for (guint i = 0; i < self->names->len; i++)
    write_result (writer, self, i, index);
  mcp_json_writer_add (writer, "], 'comparisons': [");
  for (guint i = 0; i < self->names->len; i++)
    write_comparison (writer, self, i,
                      app_case_report_get_tally (self, app_case_report_get_base (self, i), index),
                      app_case_report_get_tally (self, i, index));
  mcp_json_writer_add (writer, "]}");
}

char *
app_case_report_write_json (AppCaseReport *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) sums =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_tally_free);

  mcp_json_writer_add (writer, "{'title': ?%s, 'cases': [", self->suite->title);
  for (guint i = 0; i < self->suite->cases->len; i++)
    write_case (writer, self, i);
  mcp_json_writer_add (writer, "], 'variants': [");
  for (guint i = 0; i < self->names->len; i++)
    {
      g_ptr_array_add (sums, app_case_report_sum (self, i));
      mcp_json_writer_add (writer, "{'name': %s, 'cases': %i, 'passed': %i,",
                           self->names->pdata[i], (int)self->suite->cases->len,
                           (int)app_case_report_count_of (self, i, APP_CASE_RIGHT));
      write_rate (writer, sums->pdata[i]);
      mcp_json_writer_add (writer, "}");
    }
  mcp_json_writer_add (writer, "], 'comparisons': [");
  for (guint i = 0; i < self->names->len; i++)
    write_comparison (writer, self, i, sums->pdata[app_case_report_get_base (self, i)],
                      sums->pdata[i]);
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_text (writer);
}

/* JUnit */

/* What a model or a file says may have characters that no XML may have. */
static char *
dup_xml (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);

  return g_markup_escape_text (line, -1);
}

static void
append_problems (GString *text, const AppCaseTally *tally)
{
  g_autofree char *rate = g_strdup_printf ("%u of %u", tally->n_right, tally->n);

  g_string_append_printf (text, ">\n      <failure message=\"%s\">", rate);
  for (guint i = 0; i < tally->problems->len; i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];
      g_autofree char    *line = dup_xml (count->text);

      g_string_append_printf (text, "%u× %s\n", count->n, line);
    }
  g_string_append (text, "</failure>\n    </testcase>\n");
}

static void
append_element (GString *text, const char *element, const char *message)
{
  g_autofree char *line = dup_xml (message);

  g_string_append_printf (text, ">\n      <%s message=\"%s\"/>\n    </testcase>\n", element, line);
}

static void
append_case (GString *text, AppCaseReport *self, guint variant, guint index)
{
  const AppCase      *item = self->suite->cases->pdata[index];
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  g_autofree char *class = dup_xml (self->names->pdata[variant]);
  g_autofree char *name = dup_xml (item->id);

  g_string_append_printf (text, "    <testcase classname=\"%s\" name=\"%s\"", class, name);
  switch (app_case_report_get_verdict (self, variant, index))
    {
    case APP_CASE_WRONG:
      append_problems (text, tally);
      break;
    case APP_CASE_BROKEN:
      append_element (text, "error", tally->error);
      break;
    case APP_CASE_UNFINISHED:
      append_element (text, "skipped", "not all runs were made");
      break;
    case APP_CASE_RIGHT:
    default:
      g_string_append (text, "/>\n");
    }
}

char *
app_case_report_write_junit (AppCaseReport *self)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *title = dup_xml (self->suite->title != NULL ? self->suite->title : "bench");

  g_string_append_printf (text,
                          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\">\n",
                          title);
  for (guint i = 0; i < self->names->len; i++)
    {
      g_autofree char *name = dup_xml (self->names->pdata[i]);

      g_string_append_printf (text,
                              "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" "
                              "errors=\"%u\" skipped=\"%u\">\n",
                              name, self->suite->cases->len,
                              app_case_report_count_of (self, i, APP_CASE_WRONG),
                              app_case_report_count_of (self, i, APP_CASE_BROKEN),
                              app_case_report_count_of (self, i, APP_CASE_UNFINISHED));
      for (guint j = 0; j < self->suite->cases->len; j++)
        append_case (text, self, i, j);
      g_string_append (text, "  </testsuite>\n");
    }
  g_string_append (text, "</testsuites>\n");
  return g_string_free (text, FALSE);
}
