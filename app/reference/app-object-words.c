/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ID_PREFIX "obj_"

char *
app_object_dup_name (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  const char *digits = g_str_has_prefix (id, ID_PREFIX) ? id + strlen (ID_PREFIX) : "";
  guint64     number;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT, &number, NULL))
    return g_strdup (id);
  return g_strdup_printf (_ ("Result %u"), (guint)number);
}

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
