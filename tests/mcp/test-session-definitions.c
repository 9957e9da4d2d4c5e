/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers say that they offer: real lists, faulty entries, and the list model. */

#include "mcp-tests.h"
#include "mcp-definition-splice.h"
#include "mcp-listing.h"
#include "mcp-prompt.h"
#include "mcp-resource-template.h"
#include "mcp-resource.h"
#include "mcp-server-info.h"
#include "mcp-tool.h"

#include <string.h>

static McpDefinition *
definition_of (McpDefinitionKind kind, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, &error);

  g_assert_no_error (error);
  return mcp_definition_new (kind, mcp_json_document_get_root (document));
}

static void
test_tool (void)
{
  g_autoptr (McpDefinition) definition = definition_of (
      MCP_DEFINITION_TOOL,
      "{\"name\":\"del\",\"description\":\"D\",\"inputSchema\":{\"type\":\"object\",\"x\":1.10},"
      "\"outputSchema\":{\"type\":\"object\"},\"annotations\":{\"title\":\"Delete\","
      "\"destructiveHint\":false,\"openWorldHint\":true},\"execution\":{\"taskSupport\":"
      "\"required\"},\"icons\":[],\"_meta\":{\"a\":1}}");
  McpTool         *tool = MCP_TOOL (definition);
  g_autofree char *schema = mcp_json_value_dup_text (mcp_tool_get_input_schema (tool));
  g_autofree char *shown = NULL;

  g_assert_cmpstr (mcp_definition_get_key (definition), ==, "del");
  g_assert_null (mcp_definition_get_title (definition));
  shown = g_strdup (mcp_definition_get_display_name (definition));
  g_assert_cmpstr (shown, ==, "Delete");
  g_assert_cmpstr (mcp_definition_get_description (definition), ==, "D");
  g_assert_cmpstr (schema, ==, "{\"type\":\"object\",\"x\":1.10}");
  g_assert_false (mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY));
  g_assert_false (mcp_tool_has_hint (tool, MCP_TOOL_HINT_READ_ONLY));
  g_assert_false (mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE));
  g_assert_true (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE));
  g_assert_false (mcp_tool_may_destroy (tool));
  g_assert_true (mcp_tool_get_hint (tool, MCP_TOOL_HINT_OPEN_WORLD));
  g_assert_cmpint (mcp_tool_get_task_support (tool), ==, MCP_TOOL_TASK_REQUIRED);
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (mcp_definition_get_value (definition), "_meta")));
  g_assert_true (mcp_json_value_exists (mcp_definition_get_icons (definition)));
  g_assert_null (mcp_definition_get_findings (definition));
}

static void
test_tool_defaults (void)
{
  g_autoptr (McpDefinition) definition = definition_of (
      MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"title\":\"T\",\"inputSchema\":{\"type\":\"object\"},"
                           "\"annotations\":{\"title\":\"second\"}}");
  McpTool *tool = MCP_TOOL (definition);

  g_assert_cmpstr (mcp_definition_get_display_name (definition), ==, "T");
  g_assert_false (mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY));
  g_assert_true (mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE));
  g_assert_false (mcp_tool_get_hint (tool, MCP_TOOL_HINT_IDEMPOTENT));
  g_assert_true (mcp_tool_get_hint (tool, MCP_TOOL_HINT_OPEN_WORLD));
  for (guint hint = 0; hint < 4; hint++)
    g_assert_false (mcp_tool_has_hint (tool, (McpToolHint)hint));
  g_assert_true (mcp_tool_may_destroy (tool));
  g_assert_false (mcp_json_value_exists (mcp_tool_get_output_schema (tool)));
}

static void
test_faults (void)
{
  static const struct
  {
    McpDefinitionKind kind;
    const char       *text;
    const char       *finding;
    const char       *shown;
  } CASES[] = {
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\"}", "schema-missing", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"inputSchema\":[]}", "schema-not-object", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"inputSchema\":null}", "schema-not-object", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"inputSchema\":{}}", "schema-type", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":1}",
      "schema-not-object", "t" },
    { MCP_DEFINITION_TOOL, "{\"inputSchema\":{\"type\":\"object\"}}", "name-missing", "" },
    { MCP_DEFINITION_TOOL, "{\"name\":7}", "member-type", "" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"<b>&\\u202e\"}", "name-characters", "<b>&\xe2\x80\xae" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"annotations\":7}", "annotations-not-object", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"annotations\":{\"readOnlyHint\":\"yes\"}}",
      "hint-not-boolean", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"title\":[]}", "member-type", "t" },
    { MCP_DEFINITION_TOOL, "{\"name\":\"t\",\"schema\":{}}", "member-unknown", "t" },
    { MCP_DEFINITION_TOOL, "\"t\"", "entry-not-object", "" },
    { MCP_DEFINITION_TOOL, "null", "entry-not-object", "" },
    { MCP_DEFINITION_RESOURCE, "{\"name\":\"r\"}", "uri-missing", "r" },
    { MCP_DEFINITION_RESOURCE, "{\"uri\":\"a:b\"}", "name-missing", "a:b" },
    { MCP_DEFINITION_RESOURCE, "{\"name\":\"r\",\"uri\":\"not a uri\"}", "uri-invalid", "r" },
    { MCP_DEFINITION_RESOURCE, "{\"name\":\"r\",\"uri\":\"a:b\",\"size\":1.5}", "size-invalid",
      "r" },
    { MCP_DEFINITION_RESOURCE, "{\"name\":\"r\",\"uri\":\"a:b\",\"schema\":{}}", "member-unknown",
      "r" },
    { MCP_DEFINITION_RESOURCE_TEMPLATE, "{\"name\":\"r\"}", "uri-template-missing", "r" },
    { MCP_DEFINITION_PROMPT, "{\"name\":\"p\",\"arguments\":{}}", "arguments-not-array", "p" },
    { MCP_DEFINITION_PROMPT, "{\"name\":\"p\",\"arguments\":[{}]}", "argument-name-missing", "p" },
    { MCP_DEFINITION_PROMPT, "{\"name\":\"p\",\"arguments\":[{\"name\":\"a\"},{\"name\":\"a\"}]}",
      "argument-twice", "p" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpDefinition) definition = definition_of (CASES[i].kind, CASES[i].text);
      g_autofree char *text = mcp_json_value_dup_text (mcp_definition_get_value (definition));

      g_test_message ("%s", CASES[i].text);
      g_assert_cmpint (mcp_definition_get_kind (definition), ==, CASES[i].kind);
      g_assert_true (
          mcp_finding_list_has (mcp_definition_get_findings (definition), CASES[i].finding));
      g_assert_cmpstr (mcp_definition_get_display_name (definition), ==, CASES[i].shown);
      g_assert_cmpstr (text, ==, CASES[i].text);
    }
}

/* What a list holds in the place of an entry is said in the words of JSON. */
static void
test_no_object (void)
{
  static const char *const CASES[][2] = {
    { "null", "null" },
    { "\"t\"", "string" },
    { "[]", "array" },
    { "true", "boolean" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpDefinition) definition = definition_of (MCP_DEFINITION_PROMPT, CASES[i][0]);
      GPtrArray       *findings = mcp_definition_get_findings (definition);
      g_autofree char *text =
          g_strdup_printf ("Invalid entry: expected an object, got %s.", CASES[i][1]);

      g_assert_cmpuint (findings->len, ==, 1);
      g_assert_cmpstr (mcp_finding_get_text (findings->pdata[0]), ==, text);
    }
}

static void
test_others (void)
{
  g_autoptr (McpDefinition) resource =
      definition_of (MCP_DEFINITION_RESOURCE, "{\"uri\":\"file:///a\",\"name\":\"n\",\"mimeType\":"
                                              "\"text/plain\",\"size\":12}");
  g_autoptr (McpDefinition) template = definition_of (
      MCP_DEFINITION_RESOURCE_TEMPLATE, "{\"uriTemplate\":\"file:///{+p}\",\"name\":\"n\"}");
  g_autoptr (McpDefinition) prompt = definition_of (
      MCP_DEFINITION_PROMPT,
      "{\"name\":\"p\",\"arguments\":[{\"name\":\"a\",\"required\":true},{\"name\":\"b\","
      "\"title\":\"B\",\"description\":\"d\"}]}");
  GPtrArray *arguments = mcp_prompt_get_arguments (MCP_PROMPT (prompt));

  g_assert_cmpstr (mcp_definition_get_key (resource), ==, "file:///a");
  g_assert_cmpstr (mcp_resource_get_mime_type (MCP_RESOURCE (resource)), ==, "text/plain");
  g_assert_cmpint (mcp_resource_get_size (MCP_RESOURCE (resource)), ==, 12);
  g_assert_cmpstr (mcp_resource_template_get_uri_template (MCP_RESOURCE_TEMPLATE (template)), ==,
                   "file:///{+p}");
  g_assert_cmpuint (arguments->len, ==, 2);
  g_assert_true (((McpPromptArgument *)arguments->pdata[0])->required);
  g_assert_false (((McpPromptArgument *)arguments->pdata[1])->required);
  g_assert_cmpstr (((McpPromptArgument *)arguments->pdata[1])->title, ==, "B");
}

static McpResponse *
answer_of (const char *result, gssize length)
{
  g_autoptr (GString) text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpMessage) message = NULL;

  g_string_append_len (text, result, length);
  g_string_append_c (text, '}');
  bytes = g_bytes_new (text->str, text->len);
  message = mcp_message_parse (bytes);
  return mcp_response_new ("list", message, 0, 0);
}

static void
test_listing (void)
{
  g_autoptr (McpListing) listing = mcp_listing_new (MCP_DEFINITION_TOOL);
  g_autoptr (McpResponse) first =
      answer_of ("{\"tools\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"nextCursor\":\"\"}", -1);
  g_autoptr (McpResponse) second =
      answer_of ("{\"tools\":[{\"name\":\"a\"},7,{}],\"nextCursor\":\"\\u0000x\"}", -1);
  g_autoptr (McpResponse) third = answer_of ("{\"tools\":{},\"nextCursor\":\"\"}", -1);
  GPtrArray *definitions = listing->definitions;

  g_assert_true (mcp_listing_add_page (listing, first));
  g_assert_cmpstr (listing->next_cursor, ==, "\"\"");
  g_assert_true (mcp_listing_add_page (listing, second));
  g_assert_cmpstr (listing->next_cursor, ==, "\"\\u0000x\"");
  g_assert_false (mcp_listing_add_page (listing, third));
  g_assert_null (listing->next_cursor);

  g_assert_cmpuint (definitions->len, ==, 5);
  g_assert_true (
      mcp_finding_list_has (mcp_definition_get_findings (definitions->pdata[2]), "key-twice"));
  g_assert_false (
      mcp_finding_list_has (mcp_definition_get_findings (definitions->pdata[0]), "key-twice"));
  g_assert_cmpint (listing->flags, ==, MCP_LISTING_CURSOR_LOOPED);
  g_assert_true (mcp_finding_list_has (listing->findings, "list-not-array"));
  g_assert_true (mcp_finding_list_has (listing->findings, "cursor-looped"));
  g_assert_cmpuint (listing->n_pages, ==, 3);
}

/* Every list that was recorded from a real server, none lost. */
static guint
load_corpus (McpDefinitionKind kind, McpJsonValue list, const char *file)
{
  g_autoptr (McpListing) listing = mcp_listing_new (kind);
  g_autofree char *text = mcp_json_value_dup_text (list);
  g_autofree char *result =
      g_strdup_printf ("{\"%s\":%s}", mcp_definition_kind_get_member (kind), text);
  g_autoptr (McpResponse) response = answer_of (result, -1);
  GPtrArray *definitions = listing->definitions;

  g_assert_false (mcp_listing_add_page (listing, response));
  g_assert_null (listing->findings);
  g_assert_cmpuint (definitions->len, ==, mcp_json_value_get_n_items (list));
  for (guint i = 0; i < definitions->len; i++)
    {
      McpDefinition *definition = definitions->pdata[i];
      GPtrArray     *findings = mcp_definition_get_findings (definition);

      g_assert_cmpstr (mcp_definition_get_key (definition), !=, "");
      g_assert_cmpstr (mcp_definition_get_display_name (definition), !=, "");
      for (guint f = 0; findings != NULL && f < findings->len; f++)
        {
          g_test_message ("%s: %s: %s", file, mcp_definition_get_key (definition),
                          mcp_finding_get_text (findings->pdata[f]));
          g_assert_cmpint (mcp_finding_get_level (findings->pdata[f]), !=, MCP_FINDING_ERROR);
        }
    }
  return definitions->len;
}

static guint
load_corpus_file (const char *folder, const char *file)
{
  static const struct
  {
    const char       *member;
    McpDefinitionKind kind;
  } LISTS[] = {
    { "tools", MCP_DEFINITION_TOOL },
    { "prompts", MCP_DEFINITION_PROMPT },
    { "resources", MCP_DEFINITION_RESOURCE },
    { "resourceTemplates", MCP_DEFINITION_RESOURCE_TEMPLATE },
  };
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root, opening;
  gsize        length;
  guint        n = 0;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  g_assert_nonnull (document);
  root = mcp_json_document_get_root (document);
  opening = mcp_json_value_get_member (root, "initialize");
  if (mcp_json_value_exists (opening))
    {
      g_autoptr (McpServerInfo) info = mcp_server_info_new (opening);

      g_assert_null (mcp_server_info_get_findings (info));
      g_assert_cmpstr (mcp_server_info_get_display_name (info), !=, "");
      n++;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (LISTS); i++)
    {
      McpJsonValue list = mcp_json_value_get_member (root, LISTS[i].member);

      if (mcp_json_value_get_kind (list) == MCP_JSON_ARRAY)
        n += load_corpus (LISTS[i].kind, list, file);
    }
  return n;
}

static guint
load_corpus_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint       n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json") && *name != '_')
      n += load_corpus_file (folder, name);
  return n;
}

static void
test_corpus (void)
{
  const char      *data = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *tools = NULL;
  g_autofree char *sessions = NULL;

  tools = g_build_filename (data != NULL ? data : "", "tools-corpus", NULL);
  if (!g_file_test (tools, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the corpus is not here");
      return;
    }
  sessions = g_build_filename (tools, "sessions", NULL);
  g_assert_cmpuint (load_corpus_folder (tools), >, 300);
  g_assert_cmpuint (load_corpus_folder (sessions), >, 40);
}

/* Splices */

typedef struct
{
  GPtrArray *items;
  GPtrArray *copy; /* what a view would have */
  guint      n_signals;
  guint      n_removed;
  guint      n_added;
} View;

static void
on_spliced (gpointer data, guint position, guint removed, guint added)
{
  View *view = data;

  view->n_signals++;
  view->n_removed += removed;
  view->n_added += added;
  g_assert_cmpuint (position + removed, <=, view->copy->len);
  if (removed > 0)
    g_ptr_array_remove_range (view->copy, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (view->copy, (int)(position + i), g_object_ref (view->items->pdata[position + i]));
}

static GPtrArray *
make_tools (const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  GPtrArray *tools = g_ptr_array_new_with_free_func (g_object_unref);

  for (char **name = list; *name != NULL; name++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"name\":\"%c\",\"description\":\"%s\"}", **name, *name);

      if (**name != '\0')
        g_ptr_array_add (tools, definition_of (MCP_DEFINITION_TOOL, text));
    }
  return tools;
}

static void
view_init (View *view)
{
  *view = (View){ g_ptr_array_new_with_free_func (g_object_unref),
                  g_ptr_array_new_with_free_func (g_object_unref), 0, 0, 0 };
}

static void
view_clear (View *view)
{
  g_ptr_array_unref (view->items);
  g_ptr_array_unref (view->copy);
}

static void
update (View *view, GPtrArray *definitions)
{
  mcp_definition_splice (view->items, definitions, on_spliced, view);
}

static void
assert_view (View *view, GPtrArray *wanted)
{
  g_assert_cmpuint (view->items->len, ==, wanted->len);
  g_assert_cmpuint (view->copy->len, ==, wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    {
      McpDefinition *item = view->items->pdata[i];

      g_assert_true (item == view->copy->pdata[i]);
      g_assert_true (mcp_definition_equal (item, wanted->pdata[i]));
    }
}

static void
test_splices (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    guint       removed;
    guint       added;
  } CASES[] = {
    { "a b c", "a b c", 0, 0 },
    { "a b c", "a b x c", 0, 1 },
    { "a b c", "a c", 1, 0 },
    { "a b c", "a b2 c", 1, 1 },
    { "a b c", "", 3, 0 },
    { "", "a b", 0, 2 },
    { "a b c d", "b c d a", 1, 1 },
    { "a b c d e", "x a c e y", 2, 2 },
    { "a a b", "a b a", 1, 1 },
    { "a b c d", "d c b a", 3, 3 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (GPtrArray) before = make_tools (CASES[i].before);
      g_autoptr (GPtrArray) after = make_tools (CASES[i].after);
      View view;

      g_test_message ("%s → %s", CASES[i].before, CASES[i].after);
      view_init (&view);
      update (&view, before);
      assert_view (&view, before);
      view.n_removed = view.n_added = 0;
      update (&view, after);
      assert_view (&view, after);
      g_assert_cmpuint (view.n_removed, ==, CASES[i].removed);
      g_assert_cmpuint (view.n_added, ==, CASES[i].added);
      view_clear (&view);
    }
}

static void
test_random_splices (void)
{
  View view;

  view_init (&view);
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      g_autoptr (GPtrArray) tools = NULL;
      int n = g_test_rand_int_range (0, 200);

      for (int i = 0; i < n; i++)
        g_string_append_printf (names, "%s%c%d", i == 0 ? "" : " ",
                                (char)g_test_rand_int_range ('A', 'Z'),
                                g_test_rand_int_range (0, 2));
      tools = make_tools (names->str);
      update (&view, tools);
      assert_view (&view, tools);
    }
  view_clear (&view);
}

static void
test_identity (void)
{
  View view;
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
  g_autoptr (GPtrArray) before = make_tools ("a b c");
  g_autoptr (GPtrArray) after = make_tools ("c x a b2");

  view_init (&view);
  update (&view, before);
  update (&view, after);
  g_assert_true (view.items->pdata[2] == before->pdata[0]);
  g_assert_true (view.items->pdata[3] == after->pdata[3]);
  g_assert_true (view.items->pdata[0] == before->pdata[2]);
  update (&view, nothing);
  g_assert_cmpuint (view.items->len, ==, 0);
  view_clear (&view);
}

void
add_session_definitions_tests (void)
{
  g_test_add_func ("/definition/tool", test_tool);
  g_test_add_func ("/definition/tool-defaults", test_tool_defaults);
  g_test_add_func ("/definition/faults", test_faults);
  g_test_add_func ("/definition/no-object", test_no_object);
  g_test_add_func ("/definition/others", test_others);
  g_test_add_func ("/definition/listing", test_listing);
  g_test_add_func ("/definition/corpus", test_corpus);
  g_test_add_func ("/definition/list/splices", test_splices);
  g_test_add_func ("/definition/list/random", test_random_splices);
  g_test_add_func ("/definition/list/identity", test_identity);
}
