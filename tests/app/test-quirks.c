/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers were seen to send that departs from the specification: it is kept as it came, shown,
 * and a finding says what is wrong and where that is written. What goes over a transport is in the
 * tests of the transports; here are messages. */

#include "app-tests.h"
#include "app-composer-finding.h"
#include "app-presets-form.h"
#include "app-composer-template.h"
#include "app-definition-form.h"
#include "app-findings.h"
#include "app-form.h"
#include "app-result.h"
#include "mcp-result.h"
#include "mcp-resource.h"
#include "test-data.h"

#include <string.h>

/* Read by the first case that needs it. */
static McpJsonDocument *
get_fixture (void)
{
  static McpJsonDocument *fixture;

  if (fixture == NULL)
    fixture = test_data_load ("seed-fixtures/wire_quirks.json");
  return fixture;
}

/* The message (or tool, or schema) of the case called @name. */
static McpJsonValue
find_wire (const char *name)
{
  McpJsonIter  iter;
  McpJsonValue one;

  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (get_fixture ()), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &one))
    if (mcp_json_value_string_equals (mcp_json_value_get_member (one, "name"), name))
      return mcp_json_value_get_member (one, "wire");
  g_error ("The fixture has no case “%s”", name);
}

static McpJsonValue
find_result (const char *name)
{
  McpJsonValue result = mcp_json_value_resolve_pointer (find_wire (name), "/msg/result");

  g_assert_true (mcp_json_value_exists (result));
  return result;
}

/* It is there, and says which document it goes by. */
static void
assert_finding (GPtrArray *findings, const char *code)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      if (g_str_equal (mcp_finding_get_code (finding), code))
        {
          g_assert_nonnull (mcp_finding_get_source (finding));
          return;
        }
    }
  g_error ("no finding %s", code);
}

static void
check_bare_result (const char *name)
{
  McpJsonValue value = find_result (name);
  g_autoptr (McpResult) result = mcp_result_new_for_value (MCP_RESULT_CALL, value);
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, NULL);
  g_autoptr (AppResult) blocks = app_result_new (APP_RESULT_CALL, value);

  assert_finding (findings, "content-missing");
  g_assert_true (mcp_json_value_equal (app_result_get_value (blocks), value));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (blocks)), ==, 1);
}

static void
test_bare_result (void)
{
  check_bare_result ("result without content (bare mapping object)");
  check_bare_result ("result without content");
}

static void
test_output_not_structured (void)
{
  static const char entry[] =
      "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","
      "\"properties\":{\"differences\":{\"type\":\"array\"}},\"required\":[\"differences\"]}}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (entry, -1, NULL);
  g_autoptr (McpDefinition) tool =
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));

  g_autoptr (McpResult) result = mcp_result_new_for_value (
      MCP_RESULT_CALL,
      find_result ("result equals outputSchema shape but not under structuredContent"));
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, tool);
  assert_finding (findings, "structured-missing");
  g_assert_true (mcp_finding_list_has (findings, "structured-misplaced"));
}

static McpResult *
make_result (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (document));
}

/* Structured content is held against the output schema; what does not fit is told where it is. */
static void
test_output_misfit (void)
{
  static const char entry[] =
      "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","
      "\"properties\":{\"n\":{\"type\":\"integer\"},\"far\":{\"$ref\":\"https://example.org/a\"}}}}";
  static const struct
  {
    const char *result;
    const char *code;
  } cases[] = {
    { "{\"content\":[],\"structuredContent\":{\"n\":1}}", NULL },
    { "{\"content\":[],\"structuredContent\":{\"n\":\"%s\"}}", "structured-misfit" },
    { "{\"content\":[],\"structuredContent\":{\"n\":\"1\"},\"isError\":true}", NULL },
    { "{\"content\":[],\"structuredContent\":{\"far\":1}}", "structured-unchecked" },
  };
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (entry, -1, NULL);
  g_autoptr (McpDefinition) tool =
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpResult) result = make_result (cases[i].result);
      g_autoptr (GPtrArray) findings = app_findings_of_result (result, tool);

      if (cases[i].code == NULL)
        {
          g_assert_null (findings);
          continue;
        }
      g_assert_cmpuint (findings->len, ==, 1);
      g_assert_cmpstr (mcp_finding_get_code (findings->pdata[0]), ==, cases[i].code);
      if (i == 1)
        {
          g_assert_cmpstr (mcp_finding_get_pointer (findings->pdata[0]), ==, "/structuredContent/n");
          g_assert_cmpstr (mcp_finding_get_text (findings->pdata[0]), ==,
                           "Must be a whole number; it is a string. So says the tool’s output schema "
                           "(/properties/n/type).");
        }
    }
}

static void
test_schema_on_resource (void)
{
  McpJsonValue entry = mcp_json_value_resolve_pointer (find_wire ("schema on a resource"),
                                                       "/msg/result/resources/0");
  g_autoptr (McpDefinition) resource = mcp_definition_new (MCP_DEFINITION_RESOURCE, entry);

  assert_finding (mcp_definition_get_findings (resource), "member-unknown");
  g_assert_true (mcp_json_value_equal (mcp_definition_get_value (resource), entry));
}

static McpResult *
make_read (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_result_new_for_value (MCP_RESULT_RESOURCE, mcp_json_document_get_root (document));
}

/* What is read is held against the schema that only this server knows of. */
static void
test_read_against_schema (void)
{
  static const struct
  {
    const char *text; /* as JSON */
    const char *code;
  } cases[] = {
    { "\"{ \\\"id\\\": \\\"ftl-2000\\\" }\"", NULL },
    { "\"{}\"", "resource-misfit" },
    { "\"{ \\\"id\\\": 7 }\"", "resource-misfit" },
    { "\"no JSON\"", "resource-not-json" },
    { "\"\"", "resource-not-json" },
  };

  McpJsonValue entry = mcp_json_value_resolve_pointer (find_wire ("schema on a resource"),
                                                       "/msg/result/resources/0");
  g_autoptr (McpDefinition) resource = mcp_definition_new (MCP_DEFINITION_RESOURCE, entry);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"contents\":[{\"uri\":\"product://starship/ftl-2000\",\"mimeType\":"
          "\"application/json\",\"text\":%s}]}",
          cases[i].text);
      g_autoptr (McpResult) result = make_read (text);
      g_autoptr (GPtrArray) findings = app_findings_of_result (result, resource);
      g_autoptr (GPtrArray) without = app_findings_of_result (result, NULL);

      g_assert_null (without);
      if (cases[i].code == NULL)
        {
          g_assert_null (findings);
          continue;
        }
      g_assert_cmpuint (findings->len, ==, 1);
      g_assert_cmpstr (mcp_finding_get_code (findings->pdata[0]), ==, cases[i].code);
      g_assert_cmpstr (mcp_finding_get_pointer (findings->pdata[0]), ==, "/contents/0/text");
    }
}

static void
test_contents_with_name (void)
{
  McpJsonValue value = find_result ("resources/read contents carrying name and title");
  g_autoptr (McpResult) result = mcp_result_new_for_value (MCP_RESULT_RESOURCE, value);
  GPtrArray *contents = result->parts;

  g_assert_cmpuint (contents->len, ==, 1);
  g_assert_true (mcp_json_value_exists (((McpResourceContents *)contents->pdata[0])->text));
  assert_finding (((McpResourceContents *)contents->pdata[0])->findings, "member-unknown");
}

static void
check_prompt (const char *name, guint n_blocks)
{
  g_autoptr (McpResult) result =
      mcp_result_new_for_value (MCP_RESULT_PROMPT, find_result (name));
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, NULL);
  GPtrArray *messages = result->parts;

  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_cmpuint (((McpPromptMessage *)messages->pdata[0])->contents->len, ==, n_blocks);
  assert_finding (findings, "content-not-object");
}

static void
test_prompt_content (void)
{
  check_prompt ("prompt message whose content is a plain string", 1);
  check_prompt ("prompt message whose content is an array of blocks", 2);
}

static AppField *
find_field (AppForm *form, const char *pointer)
{
  AppField *field = app_form_find_field (form, pointer);

  g_assert_nonnull (field);
  return field;
}

static void
test_schemas (void)
{
  McpJsonValue untyped = mcp_json_value_get_member (
      find_wire ("tool schema where a property has no 'type' inside 'parameters' object "
                 "(POC schema)"),
      "inputSchema");
  McpJsonValue compare = mcp_json_value_resolve_pointer (
      find_wire ("tools with property value schemas {}"), "/tool/inputSchema");
  g_autoptr (McpDefinition) empty =
      mcp_definition_new (MCP_DEFINITION_TOOL,
                          mcp_json_value_get_member (find_wire ("empty input schema object"), "tool"));
  g_autoptr (AppForm) form = app_presets_new_tool_form (untyped, APP_FORM_DEFAULT);
  g_autoptr (AppForm) objects = app_presets_new_tool_form (compare, APP_FORM_DEFAULT);
  g_autoptr (AppForm) nothing =
      app_presets_new_tool_form (mcp_tool_get_input_schema (MCP_TOOL (empty)), APP_FORM_DEFAULT);

  find_field (form, "/parameters");
  find_field (objects, "/left");
  find_field (objects, "/right");
  assert_finding (mcp_definition_get_findings (empty), "schema-type");
  g_autofree char *arguments = app_form_dup_arguments (nothing);
  g_assert_cmpstr (arguments, ==, "{}");
}

/* What a person sends on purpose: nothing is changed on the way, and it is told what it is. */

static char *
dup_check (const char *name, const char *revision)
{
  g_autofree char *text = mcp_json_value_dup_text (
      mcp_json_value_get_member (find_wire (name), "msg"));
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GPtrArray) findings = app_composer_check (bytes, revision, NULL);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (all, "%s\n", app_composer_finding_get_text (findings->pdata[i]));
  return g_string_free (all, FALSE);
}

static void
test_composed (void)
{
  g_autofree char *unnamed = dup_check ("tools/call without params.name", "2025-11-25");
  g_autofree char *other = dup_check ("callTool method", "2025-11-25");
  g_autofree char *plain = dup_check ("filters on resources/list", "2025-11-25");

  g_assert_nonnull (strstr (unnamed, "Missing required “params.name”."));
  g_assert_nonnull (strstr (other, "“callTool” is not an MCP method; use “tools/call”."));
  g_assert_cmpstr (plain, ==, "List requests have no parameter “filters”; most servers ignore it.\n");
}

static void
test_other_methods (void)
{
  static const char *const guesses[][2] = {
    { "callTool", "tools/call" },
    { "tools.call", "tools/call" },
    { "tool_call", "tools/call" },
    { "listTools", "tools/list" },
    { "getPrompt", "prompts/get" },
    { "readResource", "resources/read" },
    { "Initialize", "initialize" },
    { "tools/cal", NULL },
    { "", NULL },
    { "a b c d e f g h i j", NULL },
    { "listResourceTemplates", "resources/templates/list" },
  };
  static const char refused[] =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}";
  g_autoptr (GBytes) answer = g_bytes_new_static (refused, sizeof refused - 1);
  g_autoptr (GPtrArray) findings = app_findings_of_message (answer, "callTool", NULL);
  g_autoptr (GPtrArray) known = app_findings_of_message (answer, "tools/call", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (guesses); i++)
    g_assert_cmpstr (app_composer_template_guess (guesses[i][0]), ==, guesses[i][1]);
  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_cmpstr (mcp_finding_get_text (findings->pdata[0]), ==,
                   "“callTool” is not an MCP method; use “tools/call”.");
  g_assert_null (known);
}

/* Values have the type that the schema says, whatever a server makes of them. */
static void
test_typed_arguments (void)
{
  static const char schema[] =
      "{\"type\":\"object\",\"properties\":{\"indices\":{\"type\":\"array\"}}}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);

  McpJsonValue wanted = mcp_json_value_resolve_pointer (
      find_wire ("all argument values are flattened to strings by the server"),
      "/msg/params/arguments");
  g_autoptr (AppForm) form = app_presets_new_tool_form (mcp_json_document_get_root (document), APP_FORM_DEFAULT);
  g_assert_true (app_field_set_lexeme (app_form_find_field (form, "/indices"), "[]"));
  g_autofree char *arguments = app_form_dup_arguments (form);
  g_autofree char *expected = mcp_json_value_print_compact (wanted);
  g_assert_cmpstr (arguments, ==, expected);
}

/* A prompt's argument is a string, also where it holds JSON; who wants an object writes it as JSON. */
static void
test_prompt_object (void)
{
  static const char entry[] =
      "{\"name\":\"techSpecSummarizer\",\"arguments\":[{\"name\":\"context\"}]}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (entry, -1, NULL);
  g_autoptr (McpDefinition) prompt =
      mcp_definition_new (MCP_DEFINITION_PROMPT, mcp_json_document_get_root (document));
  g_autoptr (AppForm) form = app_definition_form_new (prompt);

  McpJsonValue wanted = mcp_json_value_resolve_pointer (
      find_wire ("prompt argument that is an object"), "/msg/params/arguments/context");
  g_autofree char *object = mcp_json_value_print_compact (wanted);
  app_field_set_text (app_form_find_field (form, "/context"), object);
  g_autofree char *as_text = app_form_dup_arguments (form);
  g_assert_cmpstr (as_text, ==, "{\"context\":\"{\\\"spec\\\":{\\\"crew\\\":8}}\"}");

  g_autofree char *json = g_strdup_printf ("{\"context\":%s}", object);
  g_assert_true (app_form_set_json (form, json));
  g_autofree char *as_object = app_form_dup_arguments (form);
  g_assert_cmpstr (as_object, ==, json);
}

/* Each case of the fixture is here by name, or in the test that is named; a new one fails. */
static void
test_every_case (void)
{
  static const char *const here[] = {
    "tools/call without params.name",
    "result without content (bare mapping object)",
    "tool schema where a property has no 'type' inside 'parameters' object (POC schema)",
    "empty input schema object",
    "all argument values are flattened to strings by the server",
    "callTool method",
    "result without content",
    "result equals outputSchema shape but not under structuredContent",
    "schema on a resource",
    "resources/read contents carrying name and title",
    "filters on resources/list",
    "prompt argument that is an object",
    "prompt message whose content is a plain string",
    "prompt message whose content is an array of blocks",
    "tools with property value schemas {}",
    NULL,
  };
  static const struct
  {
    const char *name, *file, *test;
  } elsewhere[] = {
    { "SSE endpoint event, no space after 'data:', relative path", "mcp/test-sse-transport.c",
      "/mcp/sse/message-url" },
    { "SSE message event with non-JSON data", "mcp/test-rpc-message.c", "initialized successfully" },
    { "GET on the MCP endpoint answers 405 with an empty body", "mcp/test-http-streams.c",
      "/mcp/http/streams/listen-not-offered" },
    { "notification answered 202 with an empty body and no content type",
      "mcp/test-http-transport.c", "/mcp/http/other-answers" },
    { "JSON-RPC error with HTTP 200 and id null", "mcp/test-client-hostile.c", "error without id" },
    { "no Mcp-Session-Id header on initialize response", "mcp/test-http-transport.c",
      "/mcp/http/session" },
    { "OpenSearch error body when the feature is off (not JSON-RPC)", "mcp/test-http-failures.c",
      "/mcp/http/failures/status" },
  };
  McpJsonIter  iter;
  McpJsonValue one;
  guint        n = 0;

  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (get_fixture ()), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &one))
    {
      g_autofree char *name = mcp_json_value_dup_member_string (one, "name");
      gboolean         found = g_strv_contains (here, name);

      for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
        found |= g_str_equal (elsewhere[i].name, name);
      if (!found)
        g_error ("Nothing tests the case “%s”", name);
      n++;
    }
  g_assert_cmpuint (n, ==, g_strv_length ((GStrv)here) + G_N_ELEMENTS (elsewhere));
  for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, elsewhere[i].file, NULL);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_nonnull (strstr (text, elsewhere[i].test));
    }
}

/* @members: of the result, before the list of a tool whose output is an array */
static GPtrArray *
find_in_tools (const char *members)
{
  g_autofree char *text =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{%s\"tools\":[{\"name\":\"a\","
                       "\"inputSchema\":{\"type\":\"object\"},"
                       "\"outputSchema\":{\"type\":\"array\"}}]}}",
                       members);
  g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));

  return app_findings_of_message (message, "tools/list", NULL);
}

/* A message as it went is read again for the log: with everything that is off in it. */
static void
test_message (void)
{
  static const char text[] =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\",\"name\":\"b\"},7]}}";
  static const char huge[] = "{\"jsonrpc\":\"1.0\",\"id\":null,\"result\":9007199254740993}";
  g_autoptr (GBytes) message = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (GBytes) other = g_bytes_new_static (huge, sizeof huge - 1);
  g_autoptr (GBytes) garbage = g_bytes_new_static ("oops", 4);
  g_autoptr (GPtrArray) findings = app_findings_of_message (message, "tools/list", NULL);
  g_autoptr (GPtrArray) others = app_findings_of_message (other, NULL, NULL);
  g_autoptr (GPtrArray) old = find_in_tools ("");
  g_autoptr (GPtrArray) modern =
      find_in_tools ("\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"public\",");
  g_autoptr (GPtrArray) invalid = app_findings_of_message (garbage, NULL, NULL);

  assert_finding (findings, "json-duplicate-member");
  assert_finding (findings, "entry-not-object");
  assert_finding (old, "schema-type");
  g_assert_null (modern);
  assert_finding (others, "json-inexact-number");
  assert_finding (others, "jsonrpc-version");
  g_assert_true (mcp_finding_list_has (invalid, "message-invalid"));
}

/* Each revision that is spoken, and what is said of the same message in it. */
static void
test_revisions (void)
{
  static const char *const revisions[] = { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                           "2026-07-28" };
  static const struct
  {
    const char *method;
    const char *result;
    const char *code;
    const char *since; /* the revision that has the rule first */
    const char *until; /* (nullable): after that it is none */
  } rows[] = {
    { "tools/call", "{}", "content-missing", "2024-11-05", NULL },
    { "tools/call", "{'content':7}", "content-not-array", "2024-11-05", NULL },
    { "tools/call", "{'content':[7]}", "content-not-object", "2024-11-05", NULL },
    { "tools/call", "{'content':[],'isError':1}", "is-error-not-boolean", "2024-11-05", NULL },
    { "tools/call", "{'content':[],'structuredContent':[]}", "structured-not-object", "2025-06-18",
      "2025-11-25" },
    { "resources/read", "{}", "contents-not-array", "2024-11-05", NULL },
    { "resources/read", "{'contents':[{'uri':'a:b'}]}", "contents-empty", "2024-11-05", NULL },
    { "prompts/get", "{}", "messages-not-array", "2024-11-05", NULL },
    { "prompts/get", "{'messages':[{'role':'x','content':{'type':'text','text':''}}]}",
      "role-unknown", "2024-11-05", NULL },
    { "tools/list", "{}", "list-not-array", "2024-11-05", NULL },
    { "tools/list", "{'tools':[{'name':'a'}]}", "schema-missing", "2024-11-05", NULL },
    { "tools/list", "{'tools':[{'name':'a b','inputSchema':{'type':'object'}}]}",
      "name-characters", "2025-11-25", NULL },
    { "tools/list",
      "{'tools':[{'name':'a','inputSchema':{'type':'object'},'annotations':"
      "{'readOnlyHint':1}}]}",
      "hint-not-boolean", "2025-03-26", NULL },
    { "tools/list",
      "{'tools':[{'name':'a','inputSchema':{'type':'object'},"
      "'outputSchema':{'type':'array'}}]}",
      "schema-type", "2024-11-05", "2025-11-25" },
    /* What a server asks before it goes on is whole; no earlier revision has it. */
    { "tools/call", "{'resultType':'input_required','inputRequests':{}}", "content-missing",
      "2024-11-05", "2025-11-25" },
    { "resources/read", "{'resultType':'input_required','inputRequests':{}}",
      "contents-not-array", "2024-11-05", "2025-11-25" },
    { "prompts/get", "{'resultType':'input_required','inputRequests':{}}", "messages-not-array",
      "2024-11-05", "2025-11-25" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (revisions); j++)
      {
        gboolean         is_one = rows[i].until == NULL || strcmp (revisions[j], rows[i].until) <= 0;
        g_autofree char *text =
            g_strdup_printf ("{'jsonrpc':'2.0','id':1,'result':%s}", rows[i].result);
        g_autoptr (GBytes) bytes = NULL;
        g_autoptr (GPtrArray) findings = NULL;
        g_autofree char *expected = NULL;
        const char      *source = NULL;

        g_strdelimit (text, "'", '"');
        bytes = g_bytes_new (text, strlen (text));
        findings = app_findings_of_message (bytes, rows[i].method, revisions[j]);
        if (is_one && findings != NULL)
          source = mcp_finding_get_source (findings->pdata[0]);
        g_test_message ("%s %s %s: %s", revisions[j], rows[i].method, rows[i].result,
                        source != NULL ? source : "nothing");
        g_assert_cmpuint (findings != NULL ? findings->len : 0, ==, is_one ? 1 : 0);
        if (!is_one)
          continue;
        g_assert_cmpstr (mcp_finding_get_code (findings->pdata[0]), ==, rows[i].code);
        expected = strcmp (rows[i].since, revisions[j]) <= 0
                       ? g_strdup_printf ("MCP %s, ", revisions[j])
                       : g_strdup_printf ("MCP %s (later than %s, which is spoken), ",
                                          rows[i].since, revisions[j]);
        g_assert_true (g_str_has_prefix (source, expected));
      }
}

void
add_quirks_tests (void)
{
  g_test_add_func ("/app/quirks/revisions", test_revisions);
  g_test_add_func ("/app/quirks/bare-result", test_bare_result);
  g_test_add_func ("/app/quirks/output-not-structured", test_output_not_structured);
  g_test_add_func ("/app/quirks/output-misfit", test_output_misfit);
  g_test_add_func ("/app/quirks/schema-on-resource", test_schema_on_resource);
  g_test_add_func ("/app/quirks/read-against-schema", test_read_against_schema);
  g_test_add_func ("/app/quirks/contents-with-name", test_contents_with_name);
  g_test_add_func ("/app/quirks/prompt-content", test_prompt_content);
  g_test_add_func ("/app/quirks/schemas", test_schemas);
  g_test_add_func ("/app/quirks/composed", test_composed);
  g_test_add_func ("/app/quirks/other-methods", test_other_methods);
  g_test_add_func ("/app/quirks/typed-arguments", test_typed_arguments);
  g_test_add_func ("/app/quirks/prompt-object", test_prompt_object);
  g_test_add_func ("/app/quirks/message", test_message);
  g_test_add_func ("/app/quirks/every-case", test_every_case);
}
