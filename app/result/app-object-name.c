/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
app_object_name_dup (StoreObject *object)
{
  const char *id;

  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  id = store_object_get_id (object);
  if (id == NULL)
    return g_strdup (_ ("Result"));
  /* Translators: the results of calls, numbered */
  return g_strdup_printf (_ ("Result %" G_GUINT64_FORMAT),
                          g_ascii_strtoull (id + strcspn (id, "0123456789"), NULL, 10));
}

char *
app_object_name_dup_type (StoreObject *object)
{
  gint64      length;
  McpJsonKind kind;
  const char *type;

  g_return_val_if_fail (STORE_IS_OBJECT (object), NULL);

  length = store_object_get_length (object);
  kind = mcp_json_value_get_kind (store_object_get_value (object));
  if (store_object_get_kind (object) == STORE_OBJECT_BLOB)
    /* Translators: of data that is no text */
    return g_strdup (_ ("binary"));
  type = mcp_json_kind_get_name (kind == MCP_JSON_NONE ? MCP_JSON_STRING : kind);
  if (length < 0)
    return g_strdup (type);
  if (kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY)
    return g_strdup_printf ("%s · %'" G_GINT64_FORMAT, type, length);
  /* Translators: of a text; the first is "string" */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s · %'" G_GINT64_FORMAT " character",
                                       "%s · %'" G_GINT64_FORMAT " characters", (gulong)length),
                          type, length);
}
