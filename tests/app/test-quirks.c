/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers were seen to send that departs from the specification: it is kept as it came, shown,
 * and a finding says what is wrong and where that is written. What goes over a transport is in the
 * tests of the transports; here are messages. */

#include "app-findings.h"
#include "app-form.h"
#include "app-result.h"
#include "mcp-call-result.h"
#include "mcp-prompt-result.h"
#include "mcp-read-result.h"
#include "mcp-resource.h"

static McpJsonDocument *fixture;

static McpJsonDocument *
load (void)
{
  const char      *folder = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "/nonexistent",
                                            "seed-fixtures", "wire_quirks.json", NULL);
  g_autofree char *text = NULL;
  gsize            length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  return mcp_json_document_parse_text (text, (gssize)length, NULL);
}

/* The message (or tool, or schema) of the case called @name. */
static McpJsonValue
find_wire (const char *name)
{
  McpJsonIter  iter;
  McpJsonValue one;

  mcp_json_iter_init (
      &iter, mcp_json_value_get_member (mcp_json_document_get_root (fixture), "cases"));
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

#define SKIP_WITHOUT_FIXTURE()                            \
  G_STMT_START                                            \
  {                                                       \
    if (fixture == NULL)                                  \
      {                                                   \
        g_test_skip ("the shared fixtures are not here"); \
        return;                                           \
      }                                                   \
  }                                                       \
  G_STMT_END

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
  g_autoptr (McpCallResult) result = mcp_call_result_new_for_value (value);
  g_autoptr (GPtrArray) findings = app_findings_of_result (MCP_RESULT (result), NULL);
  g_autoptr (AppResult) blocks = app_result_new (APP_RESULT_CALL, value);

  assert_finding (findings, "content-missing");
  g_assert_true (mcp_json_value_equal (app_result_get_value (blocks), value));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (blocks)), ==, 1);
}

static void
test_bare_result (void)
{
  SKIP_WITHOUT_FIXTURE ();
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

  SKIP_WITHOUT_FIXTURE ();
  g_autoptr (McpCallResult) result = mcp_call_result_new_for_value (
      find_result ("result equals outputSchema shape but not under structuredContent"));
  g_autoptr (GPtrArray) findings = app_findings_of_result (MCP_RESULT (result), MCP_TOOL (tool));
  assert_finding (findings, "structured-missing");
}

static McpCallResult *
make_result (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_call_result_new_for_value (mcp_json_document_get_root (document));
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
      g_autoptr (McpCallResult) result = make_result (cases[i].result);
      g_autoptr (GPtrArray) findings = app_findings_of_result (MCP_RESULT (result), MCP_TOOL (tool));

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
  SKIP_WITHOUT_FIXTURE ();
  McpJsonValue entry = mcp_json_value_resolve_pointer (find_wire ("schema on a resource"),
                                                       "/msg/result/resources/0");
  g_autoptr (McpDefinition) resource = mcp_definition_new (MCP_DEFINITION_RESOURCE, entry);

  assert_finding (mcp_definition_get_findings (resource), "member-unknown");
  g_assert_true (mcp_json_value_equal (mcp_definition_get_value (resource), entry));
}

static void
test_contents_with_name (void)
{
  SKIP_WITHOUT_FIXTURE ();
  McpJsonValue value = find_result ("resources/read contents carrying name and title");
  g_autoptr (McpResult) result = mcp_result_new_of_type (MCP_TYPE_READ_RESULT, NULL, value);
  GPtrArray *contents = mcp_read_result_get_contents (MCP_READ_RESULT (result));

  g_assert_cmpuint (contents->len, ==, 1);
  g_assert_true (mcp_json_value_exists (mcp_resource_contents_get_text (contents->pdata[0])));
  assert_finding (mcp_resource_contents_get_findings (contents->pdata[0]), "member-unknown");
}

static void
check_prompt (const char *name, guint n_blocks)
{
  g_autoptr (McpResult) result =
      mcp_result_new_of_type (MCP_TYPE_PROMPT_RESULT, NULL, find_result (name));
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, NULL);
  GPtrArray *messages = mcp_prompt_result_get_messages (MCP_PROMPT_RESULT (result));

  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_cmpuint (mcp_prompt_message_get_contents (messages->pdata[0])->len, ==, n_blocks);
  assert_finding (findings, "content-not-object");
}

static void
test_prompt_content (void)
{
  SKIP_WITHOUT_FIXTURE ();
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
  SKIP_WITHOUT_FIXTURE ();
  McpJsonValue untyped = mcp_json_value_get_member (
      find_wire ("tool schema where a property has no 'type' inside 'parameters' object "
                 "(POC schema)"),
      "inputSchema");
  McpJsonValue compare = mcp_json_value_resolve_pointer (
      find_wire ("tools with property value schemas {}"), "/tool/inputSchema");
  g_autoptr (McpDefinition) empty =
      mcp_definition_new (MCP_DEFINITION_TOOL,
                          mcp_json_value_get_member (find_wire ("empty input schema object"), "tool"));
  g_autoptr (AppForm) form = app_form_new (untyped, APP_FORM_DEFAULT);
  g_autoptr (AppForm) objects = app_form_new (compare, APP_FORM_DEFAULT);
  g_autoptr (AppForm) nothing =
      app_form_new (mcp_tool_get_input_schema (MCP_TOOL (empty)), APP_FORM_DEFAULT);

  find_field (form, "/parameters");
  find_field (objects, "/left");
  find_field (objects, "/right");
  assert_finding (mcp_definition_get_findings (empty), "schema-type");
  g_autofree char *arguments = app_form_dup_arguments (nothing);
  g_assert_cmpstr (arguments, ==, "{}");
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
  g_autoptr (GPtrArray) findings = app_findings_of_message (message, "tools/list");
  g_autoptr (GPtrArray) others = app_findings_of_message (other, NULL);
  g_autoptr (GPtrArray) invalid = app_findings_of_message (garbage, NULL);

  assert_finding (findings, "json-duplicate-member");
  assert_finding (findings, "entry-not-object");
  assert_finding (others, "json-inexact-number");
  assert_finding (others, "jsonrpc-version");
  g_assert_true (mcp_finding_list_has (invalid, "message-invalid"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture = load ();
  g_test_add_func ("/app/quirks/bare-result", test_bare_result);
  g_test_add_func ("/app/quirks/output-not-structured", test_output_not_structured);
  g_test_add_func ("/app/quirks/output-misfit", test_output_misfit);
  g_test_add_func ("/app/quirks/schema-on-resource", test_schema_on_resource);
  g_test_add_func ("/app/quirks/contents-with-name", test_contents_with_name);
  g_test_add_func ("/app/quirks/prompt-content", test_prompt_content);
  g_test_add_func ("/app/quirks/schemas", test_schemas);
  g_test_add_func ("/app/quirks/message", test_message);
  int status = g_test_run ();
  g_clear_pointer (&fixture, mcp_json_document_unref);
  return status;
}
