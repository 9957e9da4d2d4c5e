/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-findings.h"

#include <string.h>

#include "app-composer-template.h"
#include "mcp-content.h"
#include "mcp-definition.h"
#include "mcp-resource.h"
#include "mcp-content.h"
#include "mcp-schema.h"
#include "mcp-server-info.h"

/* Parts of a result that are looked at; beyond them, more of the same would be said. */
#define MAX_PARTS 200u
/* What does not fit a schema, and is told. */
#define MAX_MISFITS 20u
/* The revision whose results say what they are. */
#define MODERN "2026-07-28"

static void
add_contents (GPtrArray **findings, GPtrArray *contents, const char *pointer)
{
  for (guint i = 0; i < MIN (contents->len, MAX_PARTS); i++)
    {
      g_autofree char *place = g_strdup_printf ("%s/%u", pointer, i);

      mcp_finding_add_all (findings, ((McpContent *)g_ptr_array_index (contents, i))->findings,
                           place);
    }
}

/* What of the structured content the tool's output schema does not allow. */
static void
add_misfits (GPtrArray **findings, McpJsonValue structured, McpJsonValue output_schema)
{
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  g_autoptr (McpSchema) schema = mcp_schema_new (output_schema);
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  budget.max_errors = MAX_MISFITS;
  report = mcp_schema_validate (schema, structured, MCP_SCHEMA_PLAIN, &budget);
  errors = report->errors;
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *error = g_ptr_array_index (errors, i);
      g_autofree char      *place =
          g_strconcat ("/structuredContent", error->instance_pointer, NULL);

      mcp_finding_add (findings, MCP_FINDING_ERROR, "structured-misfit", place,
                       "%s So says the tool’s output schema (%s).",
                       error->text,
                       error->schema_pointer);
    }
  if (report->outcome == MCP_SCHEMA_INCOMPLETE)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "structured-unchecked", "/structuredContent",
                     "Whether it fits the tool's output schema cannot be said. %s",
                     report->reason_text);
}

/* Some servers answer with what they should have put into structuredContent. */
static void
add_misplaced (GPtrArray **findings, McpResult *result, McpJsonValue output_schema)
{
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  McpJsonValue    whole = result->slot.value;

  if (mcp_json_value_exists (mcp_json_value_get_member (whole, "content")))
    return;
  g_autoptr (McpSchema) schema = mcp_schema_new (output_schema);
  if (mcp_schema_test (schema, whole, MCP_SCHEMA_PLAIN, &budget) == MCP_SCHEMA_VALID)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "structured-misplaced", NULL,
                     "The whole result fits the tool's output schema: it belongs under "
                     "structuredContent.");
  else
    mcp_finding_add (findings, MCP_FINDING_WARNING, "structured-misplaced", NULL,
                     "The whole result does not fit the tool's output schema either.");
}

static void
add_call (GPtrArray **findings, McpResult *result, McpTool *tool)
{
  McpJsonValue schema = tool != NULL ? mcp_tool_get_output_schema (tool) : MCP_JSON_NO_VALUE;

  add_contents (findings, result->parts, "/content");
  if (!mcp_json_value_exists (schema) || result->is_error)
    return;
  if (mcp_json_value_exists (result->structured))
    {
      add_misfits (findings, result->structured, schema);
      return;
    }
  mcp_finding_add (findings, MCP_FINDING_ERROR, "structured-missing", "/structuredContent",
                   "The tool has an output schema, and the result no structuredContent.");
  add_misplaced (findings, result, schema);
}

static void
add_read (GPtrArray **findings, McpResult *result)
{
  GPtrArray *contents = result->parts;

  for (guint i = 0; i < MIN (contents->len, MAX_PARTS); i++)
    {
      g_autofree char *place = g_strdup_printf ("/contents/%u", i);

      mcp_finding_add_all (
          findings, ((McpResourceContents *)g_ptr_array_index (contents, i))->findings, place);
    }
}

static void
add_prompt (GPtrArray **findings, McpResult *result)
{
  GPtrArray *messages = result->parts;

  for (guint i = 0; i < MIN (messages->len, MAX_PARTS); i++)
    {
      McpPromptMessage *message = g_ptr_array_index (messages, i);
      g_autofree char  *place = g_strdup_printf ("/messages/%u", i);
      g_autofree char  *content = g_strconcat (place, "/content", NULL);

      mcp_finding_add_all (findings, message->findings, place);
      /* Of what is no object the block says the same once more. */
      if (message->contents->len == 1 &&
          mcp_finding_list_has (((McpContent *)message->contents->pdata[0])->findings,
                                "content-not-object"))
        continue;
      if (message->contents->len == 1)
        mcp_finding_add_all (findings, ((McpContent *)message->contents->pdata[0])->findings,
                             content);
      else
        add_contents (findings, message->contents, content);
    }
}

/* JSON text against the schema that the resource's entry carries, which no revision knows. */
static void
add_text_misfits (GPtrArray **findings, McpSchema *schema, McpJsonValue text, const char *place)
{
  McpSchemaBudget  budget = MCP_SCHEMA_BUDGET_INIT;
  gsize            length = 0;
  g_autofree char *json = mcp_json_value_dup_string (text, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  document = mcp_json_document_parse_text (json != NULL ? json : "", (gssize)length, &error);
  if (document == NULL)
    {
      mcp_finding_add (findings, MCP_FINDING_WARNING, "resource-not-json", place,
                       "The resource's entry carries a schema, and the text is not JSON: %s",
                       error->message);
      return;
    }
  budget.max_errors = MAX_MISFITS;
  report = mcp_schema_validate (schema, mcp_json_document_get_root (document), MCP_SCHEMA_PLAIN,
                                &budget);
  errors = report->errors;
  for (guint i = 0; i < errors->len; i++)
    {
      const McpSchemaError *misfit = g_ptr_array_index (errors, i);

      mcp_finding_add (findings, MCP_FINDING_WARNING, "resource-misfit", place,
                       "The JSON does not fit the schema that the resource's entry carries, at "
                       "“%s” (%s): %s",
                       misfit->instance_pointer,
                       misfit->schema_pointer,
                       misfit->text);
    }
  if (report->outcome == MCP_SCHEMA_INCOMPLETE)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "resource-unchecked", place,
                     "Whether the JSON fits the schema that the resource's entry carries cannot be "
                     "said. %s",
                     report->reason_text);
}

static void
add_resource_misfits (GPtrArray **findings, McpResult *result, McpResource *resource)
{
  McpJsonValue entry = mcp_definition_get_value (MCP_DEFINITION (resource));
  McpJsonValue written = mcp_json_value_get_member (entry, "schema");
  GPtrArray   *contents = result->parts;

  if (mcp_json_value_get_kind (written) != MCP_JSON_OBJECT)
    return;
  g_autoptr (McpSchema) schema = mcp_schema_new (written);
  for (guint i = 0; i < MIN (contents->len, MAX_PARTS); i++)
    {
      McpJsonValue     text = ((McpResourceContents *)contents->pdata[i])->text;
      g_autofree char *place = g_strdup_printf ("/contents/%u/text", i);

      if (mcp_json_value_get_kind (text) == MCP_JSON_STRING)
        add_text_misfits (findings, schema, text, place);
    }
}

/* Of the result and its parts. */
static void
add_parts (GPtrArray **findings, McpResult *result, McpDefinition *definition)
{
  mcp_finding_add_all (findings, result->findings, NULL);
  if (mcp_result_is_rpc_error (result) || mcp_result_asks_for_input (result))
    return; /* there is nothing else in it */
  if (result->kind == MCP_RESULT_CALL)
    add_call (findings, result,
              MCP_IS_TOOL (definition) ? MCP_TOOL (definition) : NULL);
  else if (result->kind == MCP_RESULT_RESOURCE)
    {
      add_read (findings, result);
      if (MCP_IS_RESOURCE (definition))
        add_resource_misfits (findings, result, MCP_RESOURCE (definition));
    }
  else if (result->kind == MCP_RESULT_PROMPT)
    add_prompt (findings, result);
}

GPtrArray *
app_findings_of_result (McpResult *result, McpDefinition *definition)
{
  GPtrArray *findings = NULL;

  g_return_val_if_fail (result != NULL, NULL);

  if (result->response != NULL)
    mcp_finding_add_all (
        &findings,
        mcp_message_get_findings (mcp_response_get_message (result->response)), NULL);
  /* The message says it of a result that is none, too. */
  if (!mcp_finding_list_has (findings, "result-not-object"))
    add_parts (&findings, result, definition);
  if (result->response != NULL)
    mcp_finding_list_cite (findings, mcp_response_get_revision (result->response));
  return findings;
}

static void
add_list (GPtrArray **findings, McpDefinitionKind kind, McpJsonValue result, gboolean modern)
{
  const char  *member = mcp_definition_kind_get_member (kind);
  McpJsonValue list = mcp_json_value_get_member (result, member);
  guint        i = 0;

  if (mcp_json_value_get_kind (list) != MCP_JSON_ARRAY)
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "list-not-array", NULL,
                       "The result has no array “%s”.", member);
      return;
    }
  for (McpJsonWalk entry = mcp_json_walk (list); mcp_json_walk_next (&entry) && i < MAX_PARTS;)
    {
      g_autoptr (McpDefinition) definition = mcp_definition_new (kind, entry.value);
      g_autofree char *place = g_strdup_printf ("/result/%s/%u", member, i++);

      if (MCP_IS_TOOL (definition) && !modern)
        mcp_tool_check_output_type (MCP_TOOL (definition));
      mcp_finding_add_all (findings, mcp_definition_get_findings (definition), place);
    }
}

/* The result of a method whose results have a class, or are lists of definitions. */
static void
add_result (GPtrArray **findings, const char *method, McpMessage *message, const char *revision)
{
  McpJsonValue value = mcp_message_get_result (message);
  g_autoptr (McpResponse) response = mcp_response_new (method, message, 0, 0);
  gboolean modern = revision != NULL && strcmp (revision, MODERN) >= 0;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    if (g_str_equal (method, mcp_definition_kind_get_list_method (i)))
      add_list (findings, i, value, modern);
  if (g_str_equal (method, "initialize"))
    {
      g_autoptr (McpServerInfo) info = mcp_server_info_new (value);

      mcp_finding_add_all (findings, mcp_server_info_get_findings (info), "/result");
    }

  mcp_response_set_revision (response, revision);
  if (g_str_equal (method, "tools/call"))
    result = mcp_result_new (MCP_RESULT_CALL, response);
  else if (g_str_equal (method, "resources/read"))
    result = mcp_result_new (MCP_RESULT_RESOURCE, response);
  else if (g_str_equal (method, "prompts/get"))
    result = mcp_result_new (MCP_RESULT_PROMPT, response);
  if (result != NULL)
    add_parts (&found, result, NULL);
  mcp_finding_add_all (findings, found, "/result");
}

/* A method that servers were right not to know. */
static void
add_unknown_method (GPtrArray **findings, const char *method, McpJsonValue error)
{
  if (mcp_json_value_get_member_int64 (error, "code", 0) != MCP_RPC_METHOD_NOT_FOUND ||
      app_composer_template_find (method, NULL) != NULL)
    return;
  const char *meant = app_composer_template_guess (method);
  if (meant != NULL)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "method-not-mcp", "/error",
                     "“%s” is not an MCP method; use “%s”.", method, meant);
  else
    mcp_finding_add (findings, MCP_FINDING_WARNING, "method-not-mcp", "/error",
                     "“%s” is not an MCP method.", method);
}

/* What a message says of the revision that it is of: the answer that agrees on one, and each result
 * of the first that has no such answer. Returns: (transfer full) (nullable) */
static char *
dup_revision (McpJsonValue result)
{
  if (mcp_json_value_exists (mcp_json_value_get_member (result, "resultType")))
    return g_strdup (MODERN);
  return mcp_json_value_dup_member_string (result, "protocolVersion");
}

GPtrArray *
app_findings_of_message (GBytes *message, const char *method, const char *revision)
{
  GPtrArray       *findings = NULL;
  g_autofree char *own = NULL;

  g_return_val_if_fail (message != NULL, NULL);

  if (g_bytes_get_size (message) > APP_FINDINGS_JSON_BYTES)
    return NULL;
  g_autoptr (McpMessage) read = mcp_message_parse (message);
  McpJsonValue result = mcp_message_get_result (read);
  if (revision == NULL)
    revision = own = dup_revision (result);
  if (mcp_message_get_reason (read) != NULL)
    mcp_finding_add (&findings, MCP_FINDING_ERROR, "message-invalid", NULL, "%s",
                     mcp_message_get_reason (read));
  mcp_finding_add_all (&findings, mcp_message_get_findings (read), NULL);
  if (method != NULL && mcp_message_get_kind (read) == MCP_MESSAGE_ERROR)
    add_unknown_method (&findings, method, mcp_message_get_error (read));
  if (method != NULL && mcp_json_value_get_kind (result) == MCP_JSON_OBJECT)
    add_result (&findings, method, read, revision);
  if (mcp_json_value_exists (mcp_message_get_value (read)))
    mcp_finding_add_json (&findings, mcp_message_get_value (read).document,
                          APP_FINDINGS_MAX_JSON);
  mcp_finding_list_cite (findings, revision);
  return findings;
}
