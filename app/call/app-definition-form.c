/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-definition-form.h"

#include "app-presets-form.h"
#include "app-uri-template.h"
#include "mcp-json-writer.h"
#include "mcp-prompt.h"
#include "mcp-resource-template.h"
#include "mcp-tool.h"

static AppForm *
form_for_schema_text (const char *schema)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);
  g_assert (document != NULL);
  return app_form_new (mcp_json_document_get_root (document), APP_FORM_DEFAULT, NULL);
}

static void
begin_schema (McpJsonWriter *writer)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "object");
  mcp_json_writer_name (writer, "properties");
  mcp_json_writer_begin_object (writer);
}

/* @values: whether it may be any JSON value too */
static void
write_property (McpJsonWriter *writer,
                const char    *name,
                const char    *title,
                const char    *description,
                gboolean       values)
{
  static const char both[] =
      "[{\"type\":\"string\",\"title\":\"text\"},{\"title\":\"JSON value\"}]";

  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_object (writer);
  if (values)
    {
      mcp_json_writer_name (writer, "anyOf");
      mcp_json_writer_raw (writer, both, sizeof both - 1);
    }
  else
    mcp_json_writer_member_string (writer, "type", "string");
  if (title != NULL)
    mcp_json_writer_member_string (writer, "title", title);
  if (description != NULL)
    mcp_json_writer_member_string (writer, "description", description);
  mcp_json_writer_end_object (writer);
}

static AppForm *
form_for_prompt (McpPrompt *prompt, gboolean values)
{
  GPtrArray *arguments = mcp_prompt_get_arguments (prompt);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  begin_schema (writer);
  for (guint i = 0; i < arguments->len; i++)
    {
      McpPromptArgument *argument = g_ptr_array_index (arguments, i);
      write_property (writer, argument->name,
                      argument->title,
                      argument->description, values);
    }
  mcp_json_writer_end_object (writer);
  mcp_json_writer_name (writer, "required");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < arguments->len; i++)
    {
      McpPromptArgument *argument = g_ptr_array_index (arguments, i);
      if (argument->required)
        mcp_json_writer_string (writer, argument->name);
    }
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  g_autofree char *schema = mcp_json_writer_finish_text (writer);
  return form_for_schema_text (schema);
}

/* A variable that explodes takes a list or a map too (RFC 6570 §2.4.2). */
static void
write_exploding (McpJsonWriter *writer, const char *name)
{
  static const char schema[] =
      "{\"anyOf\":[{\"type\":\"string\",\"title\":\"text\"},"
      "{\"type\":\"array\",\"title\":\"list\",\"items\":{\"type\":\"string\"}},"
      "{\"type\":\"object\",\"title\":\"map\",\"additionalProperties\":{\"type\":\"string\"}}]}";

  mcp_json_writer_name (writer, name);
  mcp_json_writer_raw (writer, schema, sizeof schema - 1);
}

static AppForm *
form_for_template (McpResourceTemplate *resource_template)
{
  g_autoptr (GPtrArray) variables = app_uri_template_list_variables (
      mcp_resource_template_get_uri_template (resource_template));
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  begin_schema (writer);
  for (guint i = 0; i < variables->len; i++)
    {
      AppUriVariable *variable = g_ptr_array_index (variables, i);
      if (variable->explodes)
        write_exploding (writer, variable->name);
      else
        write_property (writer, variable->name, NULL, NULL, FALSE);
    }
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  g_autofree char *schema = mcp_json_writer_finish_text (writer);
  return form_for_schema_text (schema);
}

AppForm *
app_definition_form_new (McpDefinition *definition)
{
  g_return_val_if_fail (MCP_IS_DEFINITION (definition), NULL);

  if (MCP_IS_TOOL (definition))
    return app_presets_new_tool_form (mcp_tool_get_input_schema (MCP_TOOL (definition)),
                                      APP_FORM_DEFAULT);
  if (MCP_IS_PROMPT (definition))
    {
      if (mcp_prompt_get_arguments (MCP_PROMPT (definition))->len == 0)
        return NULL;
      return form_for_prompt (MCP_PROMPT (definition), FALSE);
    }
  if (MCP_IS_RESOURCE_TEMPLATE (definition))
    return form_for_template (MCP_RESOURCE_TEMPLATE (definition));
  return NULL;
}

AppForm *
app_definition_form_new_with_values (McpDefinition *definition)
{
  g_return_val_if_fail (MCP_IS_PROMPT (definition), NULL);

  if (mcp_prompt_get_arguments (MCP_PROMPT (definition))->len == 0)
    return NULL;
  return form_for_prompt (MCP_PROMPT (definition), TRUE);
}
