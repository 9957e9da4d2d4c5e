/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-kind.h"

#include <string.h>

/* "nullable-" and "child-agent" are what older servers write. */
static const struct
{
  const char   *name;
  AppPresetKind kind;
  gboolean      old;
} kinds[] = {
  { "string", APP_PRESET_STRING, FALSE },
  { "number", APP_PRESET_NUMBER, FALSE },
  { "boolean", APP_PRESET_BOOLEAN, FALSE },
  { "enum", APP_PRESET_ENUM, FALSE },
  { "list", APP_PRESET_LIST, FALSE },
  { "data-source", APP_PRESET_DATA_SOURCE, FALSE },
  { "data-warehouse", APP_PRESET_DATA_WAREHOUSE, FALSE },
  { "table", APP_PRESET_TABLE, FALSE },
  { "agent", APP_PRESET_AGENT, FALSE },
  { "reasoning-model", APP_PRESET_REASONING_MODEL, FALSE },
  { "dust-app", APP_PRESET_DUST_APP, FALSE },
  { "time-frame", APP_PRESET_TIME_FRAME, FALSE },
  { "json-schema", APP_PRESET_JSON_SCHEMA, FALSE },
  { "secret", APP_PRESET_SECRET, FALSE },
  { "child-agent", APP_PRESET_AGENT, TRUE },
  { "nullable-time-frame", APP_PRESET_TIME_FRAME, TRUE },
  { "nullable-json-schema", APP_PRESET_JSON_SCHEMA, TRUE },
};

static const char current_prefix[] = "application/vnd.dust.tool-input.";

/* What follows one of the prefixes; NULL for any other type. */
static const char *
skip_prefix (const char *mime_type)
{
  static const char *const prefixes[] = { current_prefix, "application/vnd.dust.tool_input.",
                                          "application/vnd.dust.configuration." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (mime_type, prefixes[i]) && mime_type[strlen (prefixes[i])] != '\0')
      return mime_type + strlen (prefixes[i]);
  return NULL;
}

gboolean
app_preset_kind_from_mime_type (const char *mime_type, AppPresetKind *kind)
{
  const char *rest = mime_type != NULL ? skip_prefix (mime_type) : NULL;

  if (rest == NULL)
    return FALSE;
  if (kind == NULL)
    return TRUE;
  g_autofree char *name = g_ascii_strdown (rest, -1);
  g_strdelimit (name, "_", '-');
  *kind = APP_PRESET_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (name, kinds[i].name) == 0)
      *kind = kinds[i].kind;
  return TRUE;
}

/* A letter may be written as an escape. */
gboolean
app_preset_kind_may_be_in (const char *text, gsize length)
{
  return text != NULL && (g_strstr_len (text, (gssize)length, "vnd.dust.") != NULL ||
                          g_strstr_len (text, (gssize)length, "\\u00") != NULL);
}

gboolean
app_preset_kind_is_current (const char *mime_type)
{
  if (mime_type == NULL || !g_str_has_prefix (mime_type, current_prefix))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!kinds[i].old &&
        strcmp (mime_type + strlen (current_prefix), kinds[i].name) == 0)
      return TRUE;
  return FALSE;
}
