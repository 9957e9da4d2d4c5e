/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-report.h"

#include <stdio.h>

#include "app-cli-print.h"
#include "app-junit.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

struct _AppCliReport
{
  char          *title;
  guint          n_done;
  guint          counts[APP_JUNIT_N_OUTCOMES];
  AppJunit      *junit; /* (nullable) */
  McpJsonWriter *json;  /* (nullable) */
  char          *error; /* (nullable): why nothing was called */
};

AppCliReport *
app_cli_report_new (AppCliReportFormat format, const char *title, guint n)
{
  AppCliReport *self = g_new0 (AppCliReport, 1);

  self->title = g_strdup (title);
  if (format == APP_CLI_REPORT_JUNIT)
    {
      self->junit = app_junit_new (NULL);
      app_junit_begin_suite (self->junit, title);
    }
  else if (format == APP_CLI_REPORT_JSON)
    {
      self->json = mcp_json_writer_new ();
      mcp_json_writer_add (self->json, "{'title': %s, 'calls': [", title);
    }
  else
    app_cli_print ("TAP version 13\n1..%u\n", n);
  return self;
}

void
app_cli_report_free (AppCliReport *self)
{
  g_free (self->title);
  g_free (self->error);
  g_clear_pointer (&self->junit, app_junit_free);
  g_clear_pointer (&self->json, mcp_json_writer_free);
  g_free (self);
}

/* One line, without what a terminal or a reader of TAP would take for its own. */
static char *
dup_plain (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);

  /* "#" begins a directive, and "\" escapes it. */
  g_strdelimit (line, "#", '+');
  return g_steal_pointer (&line);
}

static char *
dup_description (const char *group, const char *name)
{
  g_autofree char *plain_group = dup_plain (group != NULL ? group : "");
  g_autofree char *plain_name = dup_plain (name);

  return g_strconcat (plain_group, group != NULL ? " / " : "", plain_name, NULL);
}

static void
print_tap (guint           n,
           const char     *description,
           AppJunitOutcome outcome,
           const char     *message)
{
  g_autofree char *plain = dup_plain (message != NULL ? message : "");
  g_autofree char *line = app_visible_text_line (message != NULL ? message : "", 0);

  if (outcome == APP_JUNIT_SKIPPED)
    app_cli_print ("ok %u - %s # SKIP %s\n", n, description, plain);
  else
    app_cli_print ("%s %u - %s\n", outcome == APP_JUNIT_PASSED ? "ok" : "not ok", n, description);
  if (outcome == APP_JUNIT_FAILURE)
    app_cli_print ("# %s\n", line);
  fflush (stdout);
}

/* @message: (nullable). @duration: below 0 for a call that was not made */
static void
add (AppCliReport   *self,
     const char     *group,
     const char     *name,
     AppJunitOutcome outcome,
     const char     *message,
     gint64          duration)
{
  static const char *const words[] = { "passed", "failed", "error", "skipped" };
  g_autofree char         *description = dup_description (group, name);

  self->n_done++;
  self->counts[outcome]++;
  if (self->junit != NULL)
    app_junit_add (self->junit, group != NULL ? group : self->title, name, outcome, message, NULL,
                   MAX (duration, 0));
  else if (self->json != NULL)
    {
      mcp_json_writer_add (self->json, "{'group': ?%s, 'name': %s, 'outcome': %s, 'message': ?%s",
                           group, name, words[outcome], message);
      if (duration >= 0)
        mcp_json_writer_add (self->json, "'milliseconds': %x", duration / 1000);
      mcp_json_writer_end_object (self->json);
    }
  else
    print_tap (self->n_done, description, outcome, message);
}

void
app_cli_report_add (AppCliReport *self,
                    const char   *group,
                    const char   *name,
                    const char   *failure,
                    gint64        duration)
{
  add (self, group, name, failure != NULL ? APP_JUNIT_FAILURE : APP_JUNIT_PASSED, failure,
       duration);
}

void
app_cli_report_skip (AppCliReport *self, const char *group, const char *name, const char *reason)
{
  add (self, group, name, APP_JUNIT_SKIPPED, reason, -1);
}

void
app_cli_report_fail (AppCliReport *self, const char *reason)
{
  if (self->junit != NULL)
    app_junit_add (self->junit, self->title, "server", APP_JUNIT_ERROR, reason, NULL, 0);
  self->error = g_strdup (reason);
}

void
app_cli_report_end (AppCliReport *self)
{
  if (self->junit != NULL)
    {
      g_autofree char *text = app_junit_finish (self->junit);

      app_cli_print ("%s", text);
    }
  else if (self->json != NULL)
    {
      mcp_json_writer_add (self->json,
                           "], 'passed': %i, 'failed': %i, 'skipped': %i, 'error': ?%s}",
                           (int)self->counts[APP_JUNIT_PASSED],
                           (int)self->counts[APP_JUNIT_FAILURE],
                           (int)self->counts[APP_JUNIT_SKIPPED], self->error);
      app_cli_print_json (mcp_json_writer_finish_text (self->json));
    }
}
