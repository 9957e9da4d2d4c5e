/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-junit.h"

#include "app-visible-text.h"

struct _AppJunit
{
  GString *text;
  GString *cases; /* (nullable): of the suite */
  char    *suite; /* escaped */
  guint    counts[APP_JUNIT_N_OUTCOMES];
  gint64   duration;
};

static const char *const elements[] = { NULL, "failure", "error", "skipped" };

static char *
dup_xml (const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);

  return g_markup_escape_text (line, -1);
}

static void
append_seconds (GString *text, gint64 duration)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (duration >= 0)
    g_string_append_printf (text, " time=\"%s\"",
                            g_ascii_formatd (digits, sizeof digits, "%.3f",
                                             (double)duration / G_USEC_PER_SEC));
}

AppJunit *
app_junit_new (const char *title)
{
  AppJunit        *self = g_new0 (AppJunit, 1);
  g_autofree char *name = title != NULL ? dup_xml (title) : NULL;

  self->text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
  if (name != NULL)
    g_string_append_printf (self->text, " name=\"%s\"", name);
  g_string_append (self->text, ">\n");
  return self;
}

void
app_junit_free (AppJunit *self)
{
  g_string_free (self->text, TRUE);
  if (self->cases != NULL)
    g_string_free (self->cases, TRUE);
  g_free (self->suite);
  g_free (self);
}

static void
end_suite (AppJunit *self)
{
  const guint *counts = self->counts;
  guint        n = 0;

  if (self->cases == NULL)
    return;
  for (guint i = 0; i < APP_JUNIT_N_OUTCOMES; i++)
    n += counts[i];
  g_string_append_printf (self->text,
                          "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%u\" "
                          "skipped=\"%u\"",
                          self->suite, n, counts[APP_JUNIT_FAILURE], counts[APP_JUNIT_ERROR],
                          counts[APP_JUNIT_SKIPPED]);
  append_seconds (self->text, self->duration);
  g_string_append_printf (self->text, ">\n%s  </testsuite>\n", self->cases->str);
  g_string_free (self->cases, TRUE);
  self->cases = NULL;
}

void
app_junit_begin_suite (AppJunit *self, const char *name)
{
  end_suite (self);
  g_free (self->suite);
  self->suite = dup_xml (name);
  self->cases = g_string_new (NULL);
  self->duration = -1;
  for (guint i = 0; i < APP_JUNIT_N_OUTCOMES; i++)
    self->counts[i] = 0;
}

void
app_junit_add (AppJunit       *self,
               const char     *group,
               const char     *name,
               AppJunitOutcome outcome,
               const char     *message,
               const char     *lines,
               gint64          duration)
{
  g_autofree char *class = dup_xml (group);
  g_autofree char *id = dup_xml (name);
  g_autofree char *reason = dup_xml (message != NULL ? message : "");
  g_auto (GStrv) each = lines != NULL ? g_strsplit (lines, "\n", -1) : NULL;

  self->counts[outcome]++;
  if (duration >= 0)
    self->duration = MAX (self->duration, 0) + duration;
  g_string_append_printf (self->cases, "    <testcase classname=\"%s\" name=\"%s\"", class, id);
  append_seconds (self->cases, duration);
  if (outcome == APP_JUNIT_PASSED)
    {
      g_string_append (self->cases, "/>\n");
      return;
    }
  g_string_append_printf (self->cases, ">\n      <%s message=\"%s\"", elements[outcome], reason);
  g_string_append (self->cases, each != NULL ? ">" : "/>");
  for (guint i = 0; each != NULL && each[i] != NULL; i++)
    {
      g_autofree char *line = dup_xml (each[i]);

      g_string_append_printf (self->cases, "%s\n", line);
    }
  if (each != NULL)
    g_string_append_printf (self->cases, "</%s>", elements[outcome]);
  g_string_append (self->cases, "\n    </testcase>\n");
}

char *
app_junit_finish (AppJunit *self)
{
  end_suite (self);
  g_string_append (self->text, "</testsuites>\n");
  return g_strdup (self->text->str);
}
