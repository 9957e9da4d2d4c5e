/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-warning.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-schema-format.h"

/* A longer text is hardly a date or an address, and takes time to look at. */
#define MAX_LENGTH 4096u

char *
app_field_dup_warning (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  McpJsonValue schema = app_field_get_info (field)->schema;
  const char  *text = app_field_get_text (field);
  AppFieldKind kind = app_field_get_info (field)->kind;

  if (app_field_get_state (field)->presence != APP_PRESENCE_VALUE ||
      app_field_get_reference (field) != NULL)
    return NULL;
  if (app_field_get_place (field)->extra && !mcp_json_value_exists (schema))
    return g_strdup (_ ("Not in the schema"));
  if ((kind != APP_FIELD_STRING && kind != APP_FIELD_TEXT) || text[0] == '\0' ||
      strlen (text) > MAX_LENGTH)
    return NULL;
  McpSchemaFormat format =
      mcp_schema_format_find (mcp_json_value_get_member (schema, "format"));
  if (format == MCP_SCHEMA_FORMAT_UNKNOWN ||
      mcp_schema_format_check (format, text, strlen (text)))
    return NULL;
  const char *wanted = mcp_schema_format_get_description (format);
  /* Translators: "Expected a date, such as 2026-11-20" */
  return g_strdup_printf (_ ("Expected %s"), g_dgettext (GETTEXT_PACKAGE, wanted));
}
