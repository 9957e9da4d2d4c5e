/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-words.h"

#include <glib/gi18n-lib.h>

const char *
app_object_get_json_type (const char *type_name)
{
  static const char *const names[][2] = {
    { "dict", "object" },
    { "list", "array" },
    { "str", "string" },
    { "int", "integer" },
    { "float", "number" },
    { "bool", "boolean" },
    { "NoneType", "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i][0], type_name) == 0)
      return names[i][1];
  return NULL;
}

const char *
app_object_get_json_kind (const char *type_name)
{
  const char *name = app_object_get_json_type (type_name);

  return g_strcmp0 (name, "integer") == 0 ? "number" : name;
}

char *
app_object_dup_type (const char *type_name, gint64 length)
{
  const char *json = app_object_get_json_type (type_name);
  const char *type = json != NULL ? json : type_name != NULL ? type_name
                                                             : "";
  gulong      count = length > 0 ? (gulong)length : 0;

  if (length < 0)
    return g_strdup (type);
  if (g_strcmp0 (type, "string") == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "string · %'lu character",
                                         "string · %'lu characters", count),
                            count);
  return g_strdup_printf ("%s · %'lu", type, count);
}
