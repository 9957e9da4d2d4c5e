/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tools as models are told of them. The fixture has each tool in each vendor's form. */

#include "app-client-name.h"
#include "app-tests.h"
#include "app-token-estimate.h"
#include "app-tool-export.h"
#include "mcp-json-writer.h"
#include "test-data.h"

#include <string.h>

/* Members of a case that are no expectation */
static const char *const GIVEN[] = { "description", "mcp_tool", "strict_fallback_reason", NULL };

static McpJsonDocument *
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return mcp_json_document_parse_text (text, -1, NULL);
}

static McpTool *
parse_tool (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

static AppToolExport *
export_one (AppExportFormat format, McpTool *tool)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new ();

  g_ptr_array_add (tools, tool);
  return app_tool_export_new (format, tools, NULL);
}

static void
assert_equal (const char *what, const char *text, McpJsonValue expected)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  if (!mcp_json_value_equal (mcp_json_document_get_root (document), expected))
    {
      g_autofree char *wanted = mcp_json_value_print_compact (expected);

      g_error ("%s:\n%s\nis not\n%s", what, text, wanted);
    }
}

static gboolean
find_format (const char *member, AppExportFormat *format)
{
  static const struct
  {
    const char     *member;
    AppExportFormat format;
  } formats[] = {
    { "openai_chat", APP_EXPORT_OPENAI_CHAT },
    { "openai_chat_strict", APP_EXPORT_OPENAI_STRICT },
    { "openai_responses", APP_EXPORT_OPENAI_RESPONSES },
    { "anthropic", APP_EXPORT_ANTHROPIC },
    { "gemini_parameters", APP_EXPORT_GEMINI_OPENAPI },
    { "gemini_parametersJsonSchema", APP_EXPORT_GEMINI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].member, member))
      {
        *format = formats[i].format;
        return TRUE;
      }
  return FALSE;
}

static void
check_case (McpJsonValue item)
{
  g_autofree char *about = mcp_json_value_dup_member_string (item, "description");
  g_autofree char *text = mcp_json_value_dup_text (mcp_json_value_get_member (item, "mcp_tool"));
  g_autofree char *reason = mcp_json_value_dup_member_string (item, "strict_fallback_reason");
  g_autoptr (McpTool) tool = parse_tool (text);
  McpJsonValue name, value;
  McpJsonIter  iter;
  guint        n = 0;

  mcp_json_iter_init (&iter, item);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *member = mcp_json_value_dup_string (name, NULL);
      g_autofree char *what = g_strdup_printf ("%s, %s", about, member);
      g_autoptr (AppToolExport) export = NULL;
      g_autoptr (AppExportedTool) exported = NULL;
      AppExportFormat format = APP_EXPORT_OPENAI_CHAT;

      if (g_strv_contains (GIVEN, member))
        continue;
      if (!find_format (member, &format))
        g_error ("%s is not covered", what);
      export = export_one (format, tool);
      exported = g_list_model_get_item (G_LIST_MODEL (export), 0);
      assert_equal (what, app_exported_tool_get_text (exported), value);
      if (app_export_format_is_strict (format))
        g_assert_cmpstr (app_exported_tool_get_reason (exported), ==, reason);
      n++;
    }
  g_assert_cmpuint (n, ==, 6);
}

static void
test_fixture (void)
{
  g_autoptr (McpJsonDocument) document =
      test_data_load ("seed-fixtures/llm_tool_conversion.json");
  McpJsonValue item, cases;
  McpJsonIter  iter;

  cases = mcp_json_value_get_member (mcp_json_document_get_root (document), "cases");
  g_assert_cmpuint (mcp_json_value_get_n_items (cases), >=, 11);
  mcp_json_iter_init (&iter, cases);
  while (mcp_json_iter_next (&iter, NULL, &item))
    check_case (item);
}

/* One schema in one form: what is expected, and the finding that tells of it. */
static void
check_schema (AppExportFormat format,
              const char     *schema,
              const char     *expected,
              const char     *finding)
{
  g_autofree char *text =
      g_strdup_printf ("{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":%s}", schema);
  g_autoptr (McpTool) tool = parse_tool (text);
  g_autoptr (AppToolExport) export = export_one (format, tool);
  g_autoptr (AppExportedTool) exported = g_list_model_get_item (G_LIST_MODEL (export), 0);
  g_autoptr (McpJsonDocument) got =
      mcp_json_document_parse_text (app_exported_tool_get_text (exported), -1, NULL);
  g_autoptr (McpJsonDocument) wanted = mcp_json_document_parse_text (expected, -1, NULL);
  McpJsonValue     root = mcp_json_document_get_root (got);
  McpJsonValue     value = mcp_json_value_get_member (root, "input_schema");
  g_autofree char *given = NULL;

  g_assert_nonnull (wanted);
  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (root, "parameters");
  if (!mcp_json_value_exists (value))
    value = mcp_json_value_resolve_pointer (root, "/function/parameters");
  given = mcp_json_value_dup_text (value);
  assert_equal (schema, given, mcp_json_document_get_root (wanted));
  if (finding != NULL &&
      !mcp_finding_list_has (app_exported_tool_get_findings (exported), finding))
    g_error ("%s: %s is not told", schema, finding);
}

#define OBJECT(properties) "{\"type\":\"object\",\"properties\":{" properties "}}"

static void
test_clean (void)
{
  const AppExportFormat f = APP_EXPORT_ANTHROPIC;

  check_schema (f, "{}", OBJECT (""), "export-type-added");
  check_schema (f, "true", OBJECT (""), "export-boolean-schema");
  check_schema (f, OBJECT ("\"a\":true"), OBJECT ("\"a\":{}"), "export-boolean-schema");
  check_schema (f, OBJECT ("\"a\":{\"$ref\":\"https://x.example/y\"}"), OBJECT ("\"a\":{}"),
                "export-reference-dropped");
  check_schema (f, OBJECT ("\"a\":{\"type\":\"text\"}"), OBJECT ("\"a\":{}"),
                "export-keyword-dropped");
  check_schema (f, OBJECT ("\"a\":{\"pattern\":\"(\"}"), OBJECT ("\"a\":{}"),
                "export-keyword-dropped");
  check_schema (f, OBJECT ("\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}"),
                OBJECT ("\"a\":{\"type\":\"string\"}"), "export-keyword-dropped");
  check_schema (f, OBJECT ("\"a\":{\"type\":\"string\",\"nullable\":true}"),
                OBJECT ("\"a\":{\"type\":[\"string\",\"null\"]}"), "export-keyword-rewritten");
  check_schema (f, OBJECT ("\"a\":{\"minimum\":1.0,\"exclusiveMinimum\":true}"),
                OBJECT ("\"a\":{\"exclusiveMinimum\":1.0}"), "export-keyword-rewritten");
  check_schema (f, OBJECT ("\"a\":{\"items\":[{\"type\":\"null\"}],\"additionalItems\":false}"),
                OBJECT ("\"a\":{\"prefixItems\":[{\"type\":\"null\"}],\"items\":false}"),
                "export-keyword-rewritten");
  /* It is sent all the same. */
  check_schema (APP_EXPORT_OLLAMA, OBJECT ("\"a\":{\"type\":\"string\",\"pattern\":\"^a\"}"),
                OBJECT ("\"a\":{\"type\":\"string\",\"pattern\":\"^a\"}"),
                "export-keyword-ignored");
  /* Numbers and names are as they were written. */
  check_schema (f, OBJECT ("\"\\u0061\":{\"maximum\":12345678901234567890.10}"),
                OBJECT ("\"a\":{\"maximum\":12345678901234567890.1}"), NULL);
}

static void
test_fold (void)
{
  check_schema (APP_EXPORT_ANTHROPIC,
                "{\"type\":\"object\",\"oneOf\":[{\"$ref\":\"#/$defs/a\"},{\"properties\":{\"k\":{"
                "\"const\":2},\"c\":{}},\"required\":[\"k\"]}],\"$defs\":{\"a\":{\"properties\":{"
                "\"k\":{\"const\":1}},\"required\":[\"k\"]}}}",
                "{\"type\":\"object\",\"$defs\":{\"a\":{\"properties\":{\"k\":{\"const\":1}},"
                "\"required\":[\"k\"]}},\"properties\":{\"k\":{\"anyOf\":[{\"const\":1},{\"const\":"
                "2}]},\"c\":{}}}",
                "export-root-folded");
  check_schema (APP_EXPORT_OPENAI_CHAT,
                "{\"type\":\"object\",\"allOf\":[{\"properties\":{\"a\":{}},\"required\":[\"a\"]},"
                "{\"properties\":{\"b\":{}}}]}",
                "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{}},\"required\":[\"a\"]}",
                "export-root-folded");
}

static void
check_reason (const char *properties, const char *reason)
{
  g_autofree char *text = g_strdup_printf (
      "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{%s}}}", properties);
  g_autoptr (McpTool) tool = parse_tool (text);
  g_autoptr (AppToolExport) export = export_one (APP_EXPORT_OPENAI_RESPONSES_STRICT, tool);
  g_autoptr (AppExportedTool) exported = g_list_model_get_item (G_LIST_MODEL (export), 0);
  const char *told = app_exported_tool_get_text (exported);

  g_assert_cmpstr (app_exported_tool_get_reason (exported), ==, reason);
  g_assert_nonnull (strstr (told, reason == NULL ? "\"strict\":true" : "\"strict\":false"));
}

static void
test_strict (void)
{
  check_reason ("", NULL);
  check_reason ("\"a\":{}", "schema without type");
  check_reason ("\"a\":{\"type\":\"array\"}", "array without items");
  check_reason ("\"a\":{\"type\":\"object\"}", "object without properties");
  check_reason ("\"a\":{\"type\":\"object\",\"additionalProperties\":{}}",
                "open map (additionalProperties)");
  check_reason ("\"a\":{\"type\":\"string\",\"not\":{\"const\":\"\"}}", "not");
  check_reason ("\"a\":{\"type\":\"string\",\"allOf\":[{\"minLength\":1}]}", "allOf");
  check_reason ("\"a\":{\"$ref\":\"#/properties/b\"},\"b\":{\"type\":\"string\"}",
                "reference into the schema");
  /* A constant that may be left out is one of two. */
  check_schema (APP_EXPORT_OPENAI_STRICT, OBJECT ("\"a\":{\"const\":1}"),
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"number\",\"null\"],"
                "\"enum\":[1,null]}},\"required\":[\"a\"],\"additionalProperties\":false}",
                NULL);
  check_schema (APP_EXPORT_OPENAI_STRICT,
                "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"$ref\":\"#\"},{\"type\":"
                "\"null\"}]}},\"required\":[\"a\"],\"additionalProperties\":false}",
                NULL);
}

#define GEMINI(a) \
  "{\"type\":\"OBJECT\",\"properties\":{\"a\":{" a "}},\"propertyOrdering\":[\"a\"]}"

static void
test_gemini (void)
{
  const AppExportFormat f = APP_EXPORT_GEMINI_OPENAPI;

  check_schema (f, OBJECT ("\"a\":{\"enum\":[1,2]}"),
                GEMINI ("\"type\":\"NUMBER\",\"description\":\"One of: 1, 2\""),
                "export-gemini-value");
  check_schema (f, OBJECT ("\"a\":{\"enum\":[\"x\",\"\",null]}"),
                GEMINI ("\"type\":\"STRING\",\"nullable\":true,\"enum\":[\"x\"],\"format\":"
                        "\"enum\""),
                "export-gemini-value");
  check_schema (f, OBJECT ("\"a\":{\"type\":\"array\"}"),
                GEMINI ("\"type\":\"ARRAY\",\"items\":{\"type\":\"STRING\"}"),
                "export-gemini-items");
  check_schema (f, OBJECT ("\"a\":{}"), GEMINI ("\"type\":\"STRING\""), "export-gemini-type");
  check_schema (f, OBJECT ("\"a\":{\"type\":[\"string\",\"integer\"]}"),
                GEMINI ("\"anyOf\":[{\"type\":\"STRING\"},{\"type\":\"INTEGER\"}]"), NULL);
  check_schema (f, OBJECT ("\"a\":{\"$ref\":\"#\"}"), GEMINI ("\"type\":\"OBJECT\""),
                "export-gemini-circle");
  check_schema (f, OBJECT ("\"a\":{\"type\":\"string\",\"not\":{\"const\":\"b\"}}"),
                GEMINI ("\"type\":\"STRING\""), "export-gemini-dropped");
  check_schema (f, OBJECT ("\"a\":{\"prefixItems\":[{\"type\":\"string\"}]}"),
                GEMINI ("\"type\":\"ARRAY\",\"items\":{\"type\":\"STRING\"}"),
                "export-gemini-tuple");
}

static const char *
get_name (AppToolExport *export, guint i)
{
  g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (export), i);

  return app_exported_tool_get_model_name (tool);
}

static void
test_names (void)
{
  static const char *const names[] = { "a.b", "a_b", "a b", "1 é", "a_b", "" };
  static const char *const servers[] = { "x", "x", "x", "y", "y", "y" };
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (AppToolExport) export = NULL;
  g_autoptr (AppToolExport) gemini = NULL;
  g_autoptr (AppToolExport) both = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"name\":\"%s\",\"inputSchema\":{}}", names[i]);

      g_ptr_array_add (tools, parse_tool (text));
    }
  export = app_tool_export_new (APP_EXPORT_OPENAI_CHAT, tools, NULL);
  g_assert_cmpstr (get_name (export, 1), ==, "a_b");
  g_assert_cmpstr (get_name (export, 3), ==, "1__");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *name = get_name (export, i);

      g_assert_cmpuint (strlen (name), <=, APP_EXPORT_MAX_NAME);
      g_assert_true (g_hash_table_add (seen, (char *)name));
    }
  gemini = app_tool_export_new (APP_EXPORT_GEMINI, tools, NULL);
  g_assert_cmpstr (get_name (gemini, 0), ==, "a.b");
  g_assert_cmpstr (get_name (gemini, 3), ==, "_1__");
  both = app_tool_export_new (APP_EXPORT_ANTHROPIC, tools, servers);
  g_assert_cmpstr (get_name (both, 1), ==, "x__a_b");
  g_assert_cmpstr (get_name (both, 4), ==, "y__a_b");
}

static void
test_presets (void)
{
  check_schema (APP_EXPORT_ANTHROPIC,
                "{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{\"a\":{\"type\":"
                "\"string\"},\"b\":{\"type\":\"object\",\"properties\":{\"value\":{\"type\":"
                "\"string\"},\"mimeType\":{\"type\":\"string\",\"const\":"
                "\"application/vnd.dust.tool-input.string\"}},\"required\":[\"value\","
                "\"mimeType\"]}}}",
                "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":"
                "\"string\"}}}",
                NULL);
}

static void
test_property_names (void)
{
  g_autoptr (McpTool) tool =
      parse_tool ("{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a b\":{}}}}");
  g_autoptr (AppToolExport) export = export_one (APP_EXPORT_ANTHROPIC, tool);
  g_autoptr (AppToolExport) other = export_one (APP_EXPORT_OPENAI_CHAT, tool);
  g_autoptr (AppExportedTool) refused = g_list_model_get_item (G_LIST_MODEL (export), 0);
  g_autoptr (AppExportedTool) taken = g_list_model_get_item (G_LIST_MODEL (other), 0);

  g_assert_true (
      mcp_finding_list_has (app_exported_tool_get_findings (refused), "export-property-name"));
  g_assert_false (
      mcp_finding_list_has (app_exported_tool_get_findings (taken), "export-property-name"));
}

/* Vendors and names that they may refuse, at several depths: what is written is taken, no two are
 * alike, lists of names follow, and arguments get back. */

/* @name: JSON. Returns: (transfer full): a schema with it at each place where names are */
static char *
dup_schema_with (const char *name)
{
  return g_strdup_printf (
      "{\"type\":\"object\",\"$defs\":{\"d\":{\"type\":\"object\",\"properties\":{%1$s:{}}}},"
      "\"properties\":{%1$s:{\"type\":\"object\",\"properties\":{%1$s:{\"type\":\"array\","
      "\"items\":{\"type\":\"object\",\"properties\":{%1$s:{\"type\":\"string\"},"
      "\"a_b\":{\"type\":\"string\"}},\"required\":[%1$s]}}},\"default\":{%1$s:[]}},"
      "\"a_b\":{\"type\":\"string\"},\"deep\":{\"anyOf\":[{\"$ref\":\"#/$defs/d\"},"
      "{\"type\":\"object\",\"properties\":{%1$s:{\"type\":\"string\"}},"
      "\"dependentRequired\":{%1$s:[%1$s]},\"dependentSchemas\":{%1$s:{\"required\":[%1$s]}}}]}},"
      "\"required\":[\"a_b\",%1$s]}",
      name);
}

/* Each name below "properties", in any depth, once. */
static void
collect_properties (McpJsonValue value, GHashTable *names)
{
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (value, "properties"));
       mcp_json_walk_next (&each);)
    g_hash_table_add (names, mcp_json_value_dup_string (each.name, NULL));
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    collect_properties (each.value, names);
}

static void
check_vendor_name (AppExportFormat format, const char *name)
{
  g_autofree char *quoted = mcp_json_quote (name, -1);
  g_autofree char *schema = dup_schema_with (quoted);
  g_autofree char *member = g_strconcat (quoted, ":", NULL);
  g_autofree char *text = g_strdup_printf ("{\"name\":\"t\",\"inputSchema\":%s}", schema);
  g_autofree char *sent = mcp_json_build ("{%s: {%s: [{%s: '1', 'a_b': '2'}]}, 'a_b': 'x'}", name,
                                          name, name);
  g_autoptr (McpTool) tool = parse_tool (text);
  g_autoptr (AppToolExport) export = export_one (format, tool);
  g_autoptr (AppExportedTool) exported = g_list_model_get_item (G_LIST_MODEL (export), 0);
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (app_exported_tool_get_text (exported), -1, NULL);
  g_autoptr (McpJsonDocument) own = mcp_json_document_parse_text (sent, -1, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AppExportNames  *map = app_exported_tool_get_names (exported);
  g_autofree char *there =
      app_export_names_dup_arguments (map, mcp_json_document_get_root (own), FALSE);
  g_autoptr (McpJsonDocument) model = mcp_json_document_parse_text (there, -1, NULL);
  g_autofree char *back =
      app_export_names_dup_arguments (map, mcp_json_document_get_root (model), TRUE);
  GHashTableIter iter;
  gpointer       each;
  gboolean       is_anthropic = format == APP_EXPORT_ANTHROPIC;
  gboolean       is_taken = app_export_format_takes_property (format, name);

  g_assert_nonnull (document);
  collect_properties (mcp_json_document_get_root (document), names);
  /* The name, "a_b" and "deep": nothing was lost, and no two became one. */
  g_assert_cmpuint (g_hash_table_size (names), ==, 3);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &each, NULL))
    g_assert_true (!is_anthropic || g_regex_match_simple ("^[a-zA-Z0-9_.-]{1,64}$", each,
                                                          G_REGEX_DOLLAR_ENDONLY, 0));
  g_assert_cmpint (g_hash_table_contains (names, name), ==, is_taken);
  g_assert_cmpint (map == NULL, ==, is_taken);
  g_assert_cmpint (mcp_finding_list_has (app_exported_tool_get_findings (exported),
                                         "export-property-name"),
                   ==, !is_taken);
  /* "title" has the old name; elsewhere it is nowhere left. */
  if (!is_taken)
    g_assert_null (strstr (app_exported_tool_get_text (exported), member));
  g_assert_cmpstr (back, ==, sent);
}

static void
test_vendor_names (void)
{
  static const char *const names[] = {
    "uids[]",
    "with space",
    "gr\303\266\303\237e",
    "a b",
    "a/b",
    "a~b",
    "$filter",
    "x.y-z_1",
    "",
    "a name that has more than sixty-four characters, as some generators write them",
    "name_of_exactly_sixty_four_characters_which_is_the_longest_taken",
    "name_of_exactly_sixty_five_characters_which_is_one_more_than_that",
    "quote\"and\\back",
    "\n",
  };

  for (guint format = 0; format < APP_EXPORT_N_FORMATS; format++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      check_vendor_name ((AppExportFormat)format, names[i]);
}

/* A reference into a renamed argument leads there still. */
static void
test_renamed_references (void)
{
  check_schema (APP_EXPORT_ANTHROPIC,
                "{\"type\":\"object\",\"properties\":{\"a b\":{\"type\":\"object\",\"title\":\"T\","
                "\"properties\":{\"c/d\":{\"type\":\"string\",\"title\":\"U\"}}},"
                "\"e\":{\"$ref\":\"#/properties/a b/properties/c~1d\"}},"
                "\"propertyNames\":{\"enum\":[\"a b\",\"e\"],\"pattern\":\"^[a-z ]\"}}",
                "{\"type\":\"object\",\"properties\":{\"a_b\":{\"type\":\"object\",\"title\":\"T\","
                "\"properties\":{\"c_d\":{\"type\":\"string\",\"title\":\"U\"}}},"
                "\"e\":{\"$ref\":\"#/properties/a_b/properties/c_d\"}},"
                "\"propertyNames\":{\"enum\":[\"a_b\",\"e\"],\"pattern\":\"^[a-z ]\"}}",
                "export-property-name");
}

/* Nothing of the old dialects or of the outside is left, in any of the real tools. */
static void
check_exported (AppToolExport *export, AppExportFormat format, guint *n_strict)
{
  g_autofree char *text = app_tool_export_dup_text (export, 2);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  g_assert_null (strstr (text, "\"$schema\":"));
  if (format == APP_EXPORT_GEMINI_OPENAPI)
    g_assert_null (strstr (text, "\"$ref\":"));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (export)); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (export), i);

      *n_strict += app_export_format_is_strict (format) &&
                   app_exported_tool_get_reason (tool) == NULL;
      g_assert_cmpuint (app_exported_tool_get_tokens (tool), >, APP_TOKEN_ESTIMATE_PER_TOOL);
    }
}

static void
test_corpus (void)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = shared != NULL ? g_build_filename (shared, "tools-corpus", NULL) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;
  guint       n_tools = 0;
  guint       n_strict = 0;

  if (dir == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
      McpJsonValue tool;
      McpJsonIter  iter;

      if (name[0] == '_' || !g_str_has_suffix (name, ".json"))
        continue;
      document = load (folder, name);
      mcp_json_iter_init (
          &iter, mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
      while (mcp_json_iter_next (&iter, NULL, &tool))
        g_ptr_array_add (tools, mcp_definition_new (MCP_DEFINITION_TOOL, tool));
      for (guint format = 0; format < APP_EXPORT_N_FORMATS; format++)
        {
          g_autoptr (AppToolExport) export =
              app_tool_export_new ((AppExportFormat)format, tools, NULL);

          check_exported (export, (AppExportFormat)format,
                          format == APP_EXPORT_OPENAI_STRICT ? &n_strict : &(guint){ 0 });
        }
      n_tools += tools->len;
    }
  g_test_message ("%u tools in %u forms; strict mode is possible for %u", n_tools,
                  APP_EXPORT_N_FORMATS, n_strict);
  g_assert_cmpuint (n_tools, >, 1000);
  g_assert_cmpuint (n_strict, >, n_tools / 2);
}

/* @remark: (nullable): how the first one begins */
static void
assert_client_name (const char          *client,
                    const AppClientTool *tools,
                    guint                n_tools,
                    const char          *text,
                    gboolean             is_bad,
                    const char          *remark)
{
  g_autoptr (GListModel) names =
      app_client_names_new (app_client_naming_find (client), tools, n_tools);
  g_autoptr (AppClientName) last = g_list_model_get_item (names, n_tools - 1);
  const char *first = app_client_name_get_remarks (last)[0];

  g_assert_cmpstr (app_client_name_get_text (last), ==, text);
  g_assert_cmpuint (app_client_name_get_length (last), ==, strlen (text));
  g_assert_cmpint (app_client_name_is_bad (last), ==, is_bad);
  if (remark == NULL)
    g_assert_null (first);
  else
    g_assert_true (first != NULL && g_str_has_prefix (first, remark));
}

/* As the applications' own sources spell them. */
static void
test_client_names (void)
{
  const AppClientTool plain = { "git", NULL, "status" };
  const AppClientTool odd = { "My Files!", "Files of Mine, all of them", "read-file.v2" };
  const AppClientTool longer = {
    "enterprise-database-management",
    NULL,
    "synchronize-all-customer-data-across-multiple-systems",
  };
  const AppClientTool twins[] = { { "a", "Same", "x" }, { "b", "Same", "x" } };
  const AppClientTool clash[] = { { "a_b", NULL, "c" }, { "a", NULL, "b_c" } };

  assert_client_name ("claude-code", &plain, 1, "mcp__git__status", FALSE, NULL);
  assert_client_name ("vscode", &plain, 1, "mcp_git_status", FALSE, NULL);
  assert_client_name ("librechat", &plain, 1, "status_mcp_git", FALSE, NULL);
  assert_client_name ("copilot-cli", &plain, 1, "git-status", FALSE, NULL);

  assert_client_name ("claude-code", &odd, 1, "mcp__My_Files___read-file_v2", FALSE,
                      "Characters are replaced");
  assert_client_name ("codex", &odd, 1, "mcp__My_Files___read_file_v2", FALSE,
                      "Characters are replaced");
  assert_client_name ("goose", &odd, 1, "myfiles___read-file.v2", FALSE, "The server is called");
  assert_client_name ("librechat", &odd, 1, "read-file.v2_mcp_My_Files", FALSE,
                      "The server is called");
  assert_client_name ("continue", &odd, 1, "my_files_read-file.v2", FALSE, "The server is called");
  assert_client_name ("vscode", &odd, 1, "mcp_files_of_mine_read-file_v2", FALSE,
                      "Characters are replaced");
  assert_client_name ("llama.cpp", &odd, 1, "My Files!_read-file.v2", TRUE,
                      "It has characters that");

  assert_client_name ("claude-code", &longer, 1,
                      "mcp__enterprise-database-management__"
                      "synchronize-all-customer-data-across-multiple-systems",
                      TRUE, "It has 90 characters");
  assert_client_name ("codex", &longer, 1,
                      "mcp__enterprise_database_management__synchronize_al_############", FALSE,
                      "A hash");
  assert_client_name ("gemini-cli", &longer, 1,
                      "mcp_enterprise-database-manage...r-data-across-multiple-systems", FALSE,
                      "The middle");
  assert_client_name ("vscode", &longer, 1,
                      "mcp_enterprise-da_synchronize-all-customer-data-across-multiple-",
                      FALSE, "The end");

  assert_client_name ("vscode", twins, 2, "mcp_same2_x", FALSE, "The server is called");
  assert_client_name ("opencode", clash, 2, "a_b_c", TRUE, "“c” of “a_b” has the same name");
  assert_client_name ("llama.cpp", clash, 2, "a_b_c", TRUE, "It is left out");
  assert_client_name ("claude-code", clash, 2, "mcp__a__b_c", FALSE, NULL);
}

void
add_export_tests (void)
{
  g_test_add_func ("/export/fixture", test_fixture);
  g_test_add_func ("/export/clean", test_clean);
  g_test_add_func ("/export/fold", test_fold);
  g_test_add_func ("/export/strict", test_strict);
  g_test_add_func ("/export/gemini", test_gemini);
  g_test_add_func ("/export/names", test_names);
  g_test_add_func ("/export/client-names", test_client_names);
  g_test_add_func ("/export/presets", test_presets);
  g_test_add_func ("/export/property-names", test_property_names);
  g_test_add_func ("/export/vendor-names", test_vendor_names);
  g_test_add_func ("/export/renamed-references", test_renamed_references);
  g_test_add_func ("/export/corpus", test_corpus);
}
