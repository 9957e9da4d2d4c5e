/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-report.h"

#include <stdio.h>

#include "app-cli-print.h"
#include "app-visible-text.h"

struct _AppCliReport
{
  char    *title;
  guint    n;
  guint    n_done;
  guint    n_failed;
  guint    n_skipped;
  gint64   duration; /* µs, of all */
  GString *cases;    /* (nullable): the elements of JUnit */
};

AppCliReport *
app_cli_report_new (gboolean junit, const char *title, guint n)
{
  AppCliReport *self = g_new0 (AppCliReport, 1);

  self->title = g_strdup (title);
  self->n = n;
  self->cases = junit ? g_string_new (NULL) : NULL;
  if (!junit)
    app_cli_print ("TAP version 13\n1..%u\n", n);
  return self;
}

void
app_cli_report_free (AppCliReport *self)
{
  g_free (self->title);
  if (self->cases != NULL)
    g_string_free (self->cases, TRUE);
  g_free (self);
}

/* One line, without what a terminal or a reader of TAP or XML would take for its own. */
static char *
dup_plain (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);

  /* "#" begins a directive, and "\" escapes it. */
  g_strdelimit (line, "#", '+');
  return g_steal_pointer (&line);
}

static char *
dup_xml (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);

  return g_markup_escape_text (line, -1);
}

static char *
dup_seconds (gint64 duration)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.3f",
                                    (double)duration / G_USEC_PER_SEC));
}

static void
add_element (AppCliReport *self,
             const char   *group,
             const char   *name,
             gint64        duration,
             const char   *inside,
             const char   *text)
{
  g_autofree char *class = dup_xml (group != NULL ? group : self->title);
  g_autofree char *case_name = dup_xml (name);
  g_autofree char *seconds = dup_seconds (duration);

  g_string_append_printf (self->cases, "    <testcase classname=\"%s\" name=\"%s\" time=\"%s\"",
                          class, case_name, seconds);
  if (inside != NULL)
    {
      g_autofree char *message = dup_xml (text);

      g_string_append_printf (self->cases, ">\n      <%s message=\"%s\"/>\n    </testcase>\n",
                              inside, message);
    }
  else
    g_string_append (self->cases, "/>\n");
}

static char *
dup_description (const char *group, const char *name)
{
  g_autofree char *plain_group = dup_plain (group != NULL ? group : "");
  g_autofree char *plain_name = dup_plain (name);

  return g_strconcat (plain_group, group != NULL ? " / " : "", plain_name, NULL);
}

void
app_cli_report_add (AppCliReport *self,
                    const char   *group,
                    const char   *name,
                    const char   *failure,
                    gint64        duration)
{
  g_autofree char *description = dup_description (group, name);

  self->n_done++;
  self->n_failed += failure != NULL;
  self->duration += duration;
  if (self->cases != NULL)
    {
      add_element (self, group, name, duration, failure != NULL ? "failure" : NULL, failure);
      return;
    }
  app_cli_print ("%s %u - %s\n", failure == NULL ? "ok" : "not ok", self->n_done, description);
  if (failure != NULL)
    {
      g_autofree char *line = app_visible_text_line (failure, 0);

      app_cli_print ("# %s\n", line);
    }
  fflush (stdout);
}

void
app_cli_report_skip (AppCliReport *self, const char *group, const char *name, const char *reason)
{
  g_autofree char *description = dup_description (group, name);

  self->n_done++;
  self->n_skipped++;
  if (self->cases != NULL)
    add_element (self, group, name, 0, "skipped", reason);
  else
    {
      g_autofree char *plain = dup_plain (reason);

      app_cli_print ("ok %u - %s # SKIP %s\n", self->n_done, description, plain);
    }
}

void
app_cli_report_end (AppCliReport *self)
{
  g_autofree char *title = dup_xml (self->title);
  g_autofree char *seconds = dup_seconds (self->duration);

  if (self->cases == NULL)
    return;
  app_cli_print ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                 "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" skipped=\"%u\" "
                 "time=\"%s\">\n%s  </testsuite>\n</testsuites>\n",
                 title, self->n, self->n_failed, self->n_skipped, seconds, self->cases->str);
}
