/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tool-export.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "mcp-array-list.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

struct _AppToolExport
{
  GObject parent_instance;

  AppExportFormat format;
  GPtrArray      *tools;    /* AppExportedTool */
  GPtrArray      *findings; /* (nullable) */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppToolExport,
                               app_tool_export,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppToolExport,
                                                         tools,
                                                         APP_TYPE_EXPORTED_TOOL))
MCP_DEFINE_CLASS_INIT (AppToolExport, app_tool_export)

MCP_DEFINE_FINALIZE (AppToolExport, app_tool_export)
{
  g_ptr_array_unref (self->tools);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

static void
app_tool_export_init (AppToolExport *self)
{
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
}

/* What each tool would be called if there were no limits. */
static char *
dup_full_name (McpTool *tool, const char *server)
{
  const char *name = mcp_definition_get_key (MCP_DEFINITION (tool));

  return server != NULL ? g_strconcat (server, "__", name, NULL) : g_strdup (name);
}

/* Returns: (transfer full) (array length of @tools) */
static GPtrArray *
find_names (AppExportFormat format, GPtrArray *tools, const char *const *servers)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (tools->len, g_free);

  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (names, dup_full_name (tools->pdata[i], servers != NULL ? servers[i] : NULL));
  return app_export_format_map_names (format, FALSE, names);
}

AppToolExport *
app_tool_export_new (AppExportFormat format, GPtrArray *tools, const char *const *servers)
{
  g_return_val_if_fail ((guint)format < APP_EXPORT_N_FORMATS && tools != NULL, NULL);

  AppToolExport *self = g_object_new (APP_TYPE_TOOL_EXPORT, NULL);
  self->format = format;
  g_autoptr (GPtrArray) names = find_names (format, tools, servers);
  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (self->tools,
                     app_exported_tool_new (tools->pdata[i], format, names->pdata[i]));
  guint max = app_export_format_get_max_tools (format);
  if (max > 0 && tools->len > max)
    mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "export-many-tools", NULL,
                     /* Translators: a number of tools, a vendor, the number that it takes */
                     _ ("%'u tools selected; %s accepts %'u in a request. Select fewer."),
                     tools->len, app_export_format_get_title (format), max);
  return self;
}

MCP_DEFINE_GETTER (GPtrArray *, AppToolExport, app_tool_export, findings)

guint
app_tool_export_get_tokens (AppToolExport *self)
{
  guint tokens = 0;

  g_return_val_if_fail (APP_IS_TOOL_EXPORT (self), 0);

  for (guint i = 0; i < self->tools->len; i++)
    tokens += app_exported_tool_get_tokens (self->tools->pdata[i]);
  return tokens;
}

char *
app_tool_export_dup_text (AppToolExport *self, guint indent)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (APP_IS_TOOL_EXPORT (self), NULL);

  gboolean is_gemini = app_export_format_is_gemini (self->format);
  mcp_json_writer_add (writer, is_gemini ? "[{'functionDeclarations': [" : "[");
  for (guint i = 0; i < self->tools->len; i++)
    mcp_json_writer_raw (writer, app_exported_tool_get_text (self->tools->pdata[i]), -1);
  mcp_json_writer_add (writer, is_gemini ? "]}]" : "]");
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return indent > 0 ? mcp_json_value_print_pretty (mcp_json_document_get_root (document), indent)
                    : mcp_json_value_print_compact (mcp_json_document_get_root (document));
}
