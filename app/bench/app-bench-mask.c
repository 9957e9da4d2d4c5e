/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-mask.h"

#include <string.h>

/* The mask as JSON may spell it. */
#define ESCAPED_MASK "\\u2022\\u2022\\u2022\\u2022\\u2022\\u2022"

AppBenchMask *
app_bench_mask_new (GPtrArray *sessions)
{
  AppBenchMask *self = g_new0 (AppBenchMask, 1);

  self->sessions = g_ptr_array_ref (sessions);
  self->own = app_redactor_new ();
  return self;
}

void
app_bench_mask_free (AppBenchMask *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->sessions);
  g_object_unref (self->own);
  g_free (self);
}

static guint
count_masks (const char *text)
{
  guint n = 0;

  while ((text = strstr (text, APP_REDACTOR_MASK)) != NULL)
    {
      text += strlen (APP_REDACTOR_MASK);
      n++;
    }
  return n;
}

char *
app_bench_mask_text (AppBenchMask *self, const char *text)
{
  char *masked = app_redactor_redact_text (self->own, text);

  for (guint i = 0; i < self->sessions->len; i++)
    {
      char *before = masked;

      masked = app_redactor_redact_text (app_session_get_redactor (self->sessions->pdata[i]),
                                         before);
      g_free (before);
    }
  self->n_masked += MAX (count_masks (masked), count_masks (text)) - count_masks (text);
  return masked;
}

gboolean
app_bench_mask_is_in (const char *text)
{
  return strstr (text, APP_REDACTOR_MASK) != NULL || strcasestr (text, ESCAPED_MASK) != NULL;
}
