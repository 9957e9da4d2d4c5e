/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-telling.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-bench-template.h"
#include "app-error.h"
#include "store-path.h"

static const char *const names[] = { "raw", "compact", "preview", "path", "template" };

/* What a preview may have at most: each is multiplied by the others. */
#define MAX_ITEMS 1000u
#define MAX_DEPTH 20u
#define MAX_CHARACTERS 100000u

AppBenchTelling *
app_bench_telling_new (void)
{
  AppBenchTelling *self = g_new0 (AppBenchTelling, 1);

  self->limits = store_explorer_default_limits;
  self->target = APP_BENCH_TARGET_TOKENS;
  self->characters = APP_BENCH_RESULT_CHARACTERS;
  return self;
}

void
app_bench_telling_free (AppBenchTelling *self)
{
  if (self == NULL)
    return;
  g_free (self->expression);
  g_free (self);
}

const char *
app_bench_formatter_to_text (AppBenchFormatter formatter)
{
  return names[formatter];
}

/* "items=10" */
static gboolean
read_limit (StoreExplorerLimits *limits, const char *word)
{
  const struct
  {
    const char *name;
    guint      *limit;
    guint       max;
  } rows[] = {
    { "items=", &limits->max_items, MAX_ITEMS },
    { "depth=", &limits->max_depth, MAX_DEPTH },
    { "characters=", &limits->max_string_length, MAX_CHARACTERS },
  };
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (word, rows[i].name) &&
        g_ascii_string_to_unsigned (word + strlen (rows[i].name), 10, 1, rows[i].max, &value, NULL))
      {
        *rows[i].limit = (guint)value;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_limits (AppBenchTelling *self, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (!read_limit (&self->limits, words[i]))
      {
        g_set_error (
            error, APP_ERROR, APP_ERROR_INVALID_INPUT,
            _ ("“%s” is not a limit of a preview. Write items=10, depth=2 or characters=80."),
            words[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_expression (AppBenchTelling *self, const char *text, GError **error)
{
  g_autoptr (StorePath) path = NULL;

  self->expression = g_strdup (text);
  if (self->formatter == APP_BENCH_TEMPLATE)
    return app_bench_template_check (text, error);
  path = store_path_parse (text, error);
  return path != NULL;
}

AppBenchTelling *
app_bench_telling_parse (const char *text, GError **error)
{
  g_autoptr (AppBenchTelling) self = app_bench_telling_new ();
  const char      *colon = strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : g_strdup (text);
  guint            index = 0;
  gboolean         takes;

  while (index < G_N_ELEMENTS (names) && !g_str_equal (names[index], name))
    index++;
  self->formatter = (AppBenchFormatter)index;
  takes = self->formatter == APP_BENCH_PATH || self->formatter == APP_BENCH_TEMPLATE;
  if (index == G_N_ELEMENTS (names) || (colon == NULL && takes) ||
      (colon != NULL && !takes && self->formatter != APP_BENCH_PREVIEW))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("“%s” is not a way to tell a result: use raw, compact, preview, path:PATH or "
                      "template:TEXT."),
                   text);
      return NULL;
    }
  if (colon != NULL && !(takes ? read_expression (self, colon + 1, error)
                               : read_limits (self, colon + 1, error)))
    return NULL;
  return g_steal_pointer (&self);
}
