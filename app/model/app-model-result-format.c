/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-result-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-model-template.h"
#include "app-error.h"
#include "store-path.h"

static const char *const names[] = { "raw", "compact", "preview", "path", "template" };

/* What a preview may have at most: each is multiplied by the others. */
#define MAX_ITEMS 1000u
#define MAX_DEPTH 20u
#define MAX_CHARACTERS 100000u

AppModelResultFormat *
app_model_result_format_new (void)
{
  AppModelResultFormat *self = g_new0 (AppModelResultFormat, 1);

  self->limits = store_explorer_default_limits;
  self->target = APP_MODEL_TARGET_TOKENS;
  self->characters = APP_MODEL_RESULT_CHARACTERS;
  return self;
}

void
app_model_result_format_free (AppModelResultFormat *self)
{
  if (self == NULL)
    return;
  g_free (self->expression);
  g_free (self);
}

const char *
app_model_formatter_to_text (AppModelFormatter formatter)
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
read_limits (AppModelResultFormat *self, const char *text, GError **error)
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
read_expression (AppModelResultFormat *self, const char *text, GError **error)
{
  self->expression = g_strdup (text);
  if (self->formatter == APP_MODEL_TEMPLATE)
    return app_model_template_check (text, error);
  g_autoptr (StorePath) path = store_path_parse (text, error);
  return path != NULL;
}

AppModelResultFormat *
app_model_result_format_parse (const char *text, GError **error)
{
  g_autoptr (AppModelResultFormat) self = app_model_result_format_new ();
  const char      *colon = strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : g_strdup (text);
  guint            index = 0;

  while (index < G_N_ELEMENTS (names) && !g_str_equal (names[index], name))
    index++;
  self->formatter = (AppModelFormatter)index;
  gboolean takes = self->formatter == APP_MODEL_PATH || self->formatter == APP_MODEL_TEMPLATE;
  if (index == G_N_ELEMENTS (names) || (colon == NULL && takes) ||
      (colon != NULL && !takes && self->formatter != APP_MODEL_PREVIEW))
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
