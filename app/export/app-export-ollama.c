/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What Ollama reads of a schema: it keeps a few keywords of the root and of a property, and the
 * model is told of nothing else. Nothing is taken out here: other servers that speak like it may
 * read more. Source: ollama/ollama, api/types.go, ToolFunctionParameters and ToolProperty. */

#include "app-export-schema.h"

#include <glib/gi18n-lib.h>

#include "app-json-pointer.h"

static const char *const of_root[] = { "type", "$defs", "items", "required", "properties", NULL };
static const char *const of_property[] = { "anyOf", "type", "items", "description",
                                           "enum", "properties", "required", NULL };

static void note_children (McpJsonValue children, GString *pointer, guint depth, GPtrArray **out);

static void
note_keyword (const char *keyword, const char *pointer, GPtrArray **findings)
{
  if (g_str_equal (keyword, "$ref"))
    app_export_add_finding (findings, MCP_FINDING_WARNING, "export-keyword-ignored", pointer, "%s",
                            _ ("Ollama does not follow the reference; the model may give any "
                               "value here."));
  else
    app_export_add_finding (findings, MCP_FINDING_NOTE, "export-keyword-ignored", pointer,
                            /* Translators: %s is a keyword of JSON Schema */
                            _ ("Ollama does not tell the model “%s”."), keyword);
}

static void
note_schema (McpJsonValue       schema,
             const char *const *kept,
             GString           *pointer,
             guint              depth,
             GPtrArray        **findings)
{
  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || depth >= APP_EXPORT_MAX_DEPTH)
    return;
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      gsize            length = pointer->len;

      app_json_pointer_append (pointer, key);
      if (!g_strv_contains (kept, key))
        note_keyword (key, pointer->str, findings);
      else if (g_str_equal (key, "properties") || g_str_equal (key, "anyOf"))
        note_children (each.value, pointer, depth + 1, findings);
      g_string_truncate (pointer, length);
    }
}

static void
note_children (McpJsonValue children, GString *pointer, guint depth, GPtrArray **findings)
{
  guint i = 0;

  for (McpJsonWalk child = mcp_json_walk (children); mcp_json_walk_next (&child);)
    {
      g_autofree char *key = mcp_json_value_get_kind (children) == MCP_JSON_OBJECT
                                 ? mcp_json_value_dup_string (child.name, NULL)
                                 : g_strdup_printf ("%u", i++);
      gsize            length = pointer->len;

      app_json_pointer_append (pointer, key);
      note_schema (child.value, of_property, pointer, depth, findings);
      g_string_truncate (pointer, length);
    }
}

void
app_export_schema_note_ollama (McpJsonValue schema, GPtrArray **findings)
{
  g_autoptr (GString) pointer = g_string_new (NULL);

  note_schema (schema, of_root, pointer, 0, findings);
}
