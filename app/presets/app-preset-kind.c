/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-kind.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* "nullable-" and "child-agent" are what older servers write. */
static const struct
{
  const char   *name;
  AppPresetKind kind;
  const char   *title;
} kinds[] = {
  { "string", APP_PRESET_STRING, N_ ("Text") },
  { "number", APP_PRESET_NUMBER, N_ ("Number") },
  { "boolean", APP_PRESET_BOOLEAN, N_ ("Yes or no") },
  { "enum", APP_PRESET_ENUM, N_ ("One of several") },
  { "list", APP_PRESET_LIST, N_ ("Some of several") },
  { "data-source", APP_PRESET_DATA_SOURCE, N_ ("Data sources") },
  { "data-warehouse", APP_PRESET_DATA_WAREHOUSE, N_ ("Data warehouses") },
  { "table", APP_PRESET_TABLE, N_ ("Tables") },
  { "agent", APP_PRESET_AGENT, N_ ("Agent") },
  { "reasoning-model", APP_PRESET_REASONING_MODEL, N_ ("Model") },
  { "dust-app", APP_PRESET_DUST_APP, N_ ("App") },
  { "time-frame", APP_PRESET_TIME_FRAME, N_ ("Time frame") },
  { "json-schema", APP_PRESET_JSON_SCHEMA, N_ ("JSON Schema") },
  { "secret", APP_PRESET_SECRET, N_ ("Name of a secret") },
  { "child-agent", APP_PRESET_AGENT, NULL },
  { "nullable-time-frame", APP_PRESET_TIME_FRAME, NULL },
  { "nullable-json-schema", APP_PRESET_JSON_SCHEMA, NULL },
};

static const char current_prefix[] = "application/vnd.dust.tool-input.";

G_DEFINE_ENUM_TYPE (AppPresetKind,
                    app_preset_kind,
                    G_DEFINE_ENUM_VALUE (APP_PRESET_STRING, "string"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_NUMBER, "number"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_BOOLEAN, "boolean"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_ENUM, "enum"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_LIST, "list"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_DATA_SOURCE, "data-source"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_DATA_WAREHOUSE, "data-warehouse"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_TABLE, "table"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_AGENT, "agent"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_REASONING_MODEL, "reasoning-model"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_DUST_APP, "dust-app"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_TIME_FRAME, "time-frame"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_JSON_SCHEMA, "json-schema"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_SECRET, "secret"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_OTHER, "other"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_PINNED, "pinned"))

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
  const char      *rest = mime_type != NULL ? skip_prefix (mime_type) : NULL;
  g_autofree char *name = NULL;

  if (rest == NULL)
    return FALSE;
  if (kind == NULL)
    return TRUE;
  name = g_ascii_strdown (rest, -1);
  g_strdelimit (name, "_", '-');
  *kind = APP_PRESET_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (name, kinds[i].name) == 0)
      *kind = kinds[i].kind;
  return TRUE;
}

gboolean
app_preset_kind_is_current (const char *mime_type)
{
  if (mime_type == NULL || !g_str_has_prefix (mime_type, current_prefix))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].title != NULL &&
        strcmp (mime_type + strlen (current_prefix), kinds[i].name) == 0)
      return TRUE;
  return FALSE;
}

const char *
app_preset_kind_get_name (AppPresetKind kind)
{
  g_autoptr (GEnumClass) words = g_type_class_ref (APP_TYPE_PRESET_KIND);
  GEnumValue *word = g_enum_get_value (words, kind);

  return word != NULL ? word->value_nick : "other";
}

const char *
app_preset_kind_get_title (AppPresetKind kind)
{
  if (kind == APP_PRESET_PINNED)
    return _ ("Pinned");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return _ (kinds[i].title);
  return _ ("JSON");
}
