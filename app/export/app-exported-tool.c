/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exported-tool.h"

#include <glib/gi18n-lib.h>

#include "app-export-schema.h"
#include "app-token-estimate.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

struct _AppExportedTool
{
  GObject parent_instance;

  McpTool    *tool;
  char       *model_name;
  const char *reason; /* (nullable), static */
  char       *text;
  GPtrArray  *findings; /* (nullable) */

  AppExportNames *names; /* (nullable) */
};

MCP_DEFINE_OBJECT (AppExportedTool, app_exported_tool)

MCP_DEFINE_FINALIZE (AppExportedTool, app_exported_tool)
{
  g_clear_object (&self->tool);
  g_free (self->model_name);
  g_free (self->text);
  g_clear_pointer (&self->names, app_export_names_free);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

/* The description, or else what comes closest; lines of @remark below it.
 * Returns: (transfer full) (nullable) */
static char *
dup_description (McpTool *tool, const char *remark)
{
  McpDefinition   *definition = MCP_DEFINITION (tool);
  g_autofree char *annotated = mcp_json_value_dup_member_string (
      mcp_definition_get_annotations (definition), "title");
  const char *texts[] = { mcp_definition_get_description (definition),
                          mcp_definition_get_title (definition), annotated };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL && *texts[i] != '\0')
      return remark != NULL ? g_strconcat (texts[i], "\n", remark, NULL) : g_strdup (texts[i]);
  return g_strdup (remark);
}

/* "name", "description", the schema; what the vendors have in common. */
static void
write_members (AppExportedTool *self,
               McpJsonWriter   *writer,
               const char      *description,
               const char      *member,
               const char      *schema)
{
  mcp_json_writer_add (writer, "'name': %s, 'description': ?%s, %s: ?%r", self->model_name,
                       description, member, schema);
}

static void
write_openai (AppExportedTool *self,
              McpJsonWriter   *writer,
              AppExportFormat  format,
              const char      *description,
              McpJsonValue     folded)
{
  gboolean         is_chat = !app_export_format_is_responses (format);
  gboolean         wants_strict = app_export_format_is_strict (format);
  gboolean         strict = FALSE;
  g_autofree char *schema = NULL;

  if (wants_strict)
    {
      schema = app_export_schema_make_strict (folded, &self->reason, &self->findings);
      strict = schema != NULL;
      if (!strict)
        app_export_add_finding (&self->findings, MCP_FINDING_NOTE, "export-not-strict", NULL,
                                /* Translators: %s is a clause, not translated */
                                _ ("Not supported in strict mode: %s."), self->reason);
    }
  if (schema == NULL)
    schema = mcp_json_value_dup_text (folded);
  mcp_json_writer_member_string (writer, "type", "function");
  if (is_chat)
    {
      mcp_json_writer_add (writer, "'function': {");
    }
  write_members (self, writer, description, "parameters", schema);
  if (wants_strict)
    mcp_json_writer_member_boolean (writer, "strict", strict);
  if (is_chat)
    mcp_json_writer_end_object (writer);
}

/* Returns: (transfer full): the schema that stands on its own, in names that the vendor takes */
static char *
dup_clean_schema (AppExportedTool *self, AppExportFormat format)
{
  g_autofree char *clean =
      app_export_schema_clean (mcp_tool_get_input_schema (self->tool), &self->findings);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (clean, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  self->names = app_export_names_new (format, root, &self->findings);
  return self->names != NULL ? app_export_names_dup_schema (self->names, root)
                             : g_steal_pointer (&clean);
}

static void
write_entry (AppExportedTool *self, McpJsonWriter *writer, AppExportFormat format)
{
  g_autofree char *clean = dup_clean_schema (self, format);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (clean, -1, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *remark = NULL;
  g_autofree char *description = NULL;
  g_autofree char *schema = NULL;

  if (format == APP_EXPORT_GEMINI)
    {
      description = dup_description (self->tool, NULL);
      write_members (self, writer, description != NULL ? description : self->model_name,
                     "parametersJsonSchema", clean);
      return;
    }
  g_autofree char *folded = app_export_schema_fold (root, &remark, &self->findings);
  g_autoptr (McpJsonDocument) folded_document = mcp_json_document_parse_text (folded, -1, NULL);
  description = dup_description (self->tool, remark);
  if (format == APP_EXPORT_ANTHROPIC)
    write_members (self, writer, description, "input_schema", folded);
  else if (format == APP_EXPORT_GEMINI_OPENAPI)
    {
      schema = app_export_schema_make_gemini (mcp_json_document_get_root (folded_document),
                                              &self->findings);
      write_members (self, writer, description != NULL ? description : self->model_name,
                     "parameters", schema);
    }
  else
    write_openai (self, writer, format, description,
                  mcp_json_document_get_root (folded_document));
  if (format == APP_EXPORT_OLLAMA)
    app_export_schema_note_ollama (mcp_json_document_get_root (folded_document), &self->findings);
}

AppExportedTool *
app_exported_tool_new (McpTool *tool, AppExportFormat format, const char *model_name)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (MCP_IS_TOOL (tool) && model_name != NULL, NULL);

  AppExportedTool *self = g_object_new (APP_TYPE_EXPORTED_TOOL, NULL);
  self->tool = g_object_ref (tool);
  self->model_name = g_strdup (model_name);
  const char *name = mcp_definition_get_key (MCP_DEFINITION (tool));
  if (!g_str_equal (name, model_name))
    app_export_add_finding (&self->findings, MCP_FINDING_NOTE, "export-renamed", NULL,
                            /* Translators: two names of a tool */
                            _ ("“%s” was renamed to “%s” (not supported, or taken by another "
                               "tool). Map calls back."),
                            name, model_name);
  mcp_json_writer_begin_object (writer);
  write_entry (self, writer, format);
  mcp_json_writer_end_object (writer);
  self->text = mcp_json_writer_finish_text (writer);
  return self;
}

MCP_DEFINE_GETTER (McpTool *, AppExportedTool, app_exported_tool, tool)
MCP_DEFINE_GETTER (const char *, AppExportedTool, app_exported_tool, model_name)
MCP_DEFINE_GETTER (const char *, AppExportedTool, app_exported_tool, reason)

guint
app_exported_tool_get_tokens (AppExportedTool *self)
{
  g_return_val_if_fail (APP_IS_EXPORTED_TOOL (self), 0);
  return app_token_estimate_tool (self->text);
}

MCP_DEFINE_GETTER (const char *, AppExportedTool, app_exported_tool, text)
MCP_DEFINE_GETTER (GPtrArray *, AppExportedTool, app_exported_tool, findings)
MCP_DEFINE_GETTER (AppExportNames *, AppExportedTool, app_exported_tool, names)
