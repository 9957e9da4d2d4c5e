/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Walking through a schema, as a form does. */

#include "mcp-tests.h"
#include "mcp-schema-node.h"

static const char *const tool =
    "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object',"
    "'properties':{'a':{'title':'A','$ref':'#/$defs/item'},'b':{'type':['string','null']},"
    "'c':{'anyOf':[{'type':'string'},{'type':'array','items':{'type':'string'}}]}},"
    "'required':['a','z'],'additionalProperties':{'type':'number'},"
    "'$defs':{'item':{'$ref':'#other'},'o':{'$anchor':'other','type':'object',"
    "'properties':{'self':{'$ref':'#/$defs/item'}}}},"
    "'if':{'properties':{'b':{'const':'x'}},'required':['b']},'then':{'required':['c']},"
    "'else':{'title':'otherwise'},'x-mine':{'minimum':1},'dependentSchemas':{'b':{'title':'with b'}}}";

typedef struct
{
  McpJsonDocument *document;
  McpSchema       *schema;
} Fixture;

static McpJsonDocument *
parse (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  document = mcp_json_document_parse_text (g_strdelimit (copy, "'", '"'), -1, &error);
  g_assert_no_error (error);
  return document;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->document = parse (data);
  fixture->schema = mcp_schema_new (mcp_json_document_get_root (fixture->document));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  mcp_schema_unref (fixture->schema);
  mcp_json_document_unref (fixture->document);
}

static void
test_children (Fixture *fixture, gconstpointer data)
{
  McpSchemaNode root = mcp_schema_get_root (fixture->schema);
  McpSchemaNode c = mcp_schema_node_get_property (root, "c");
  McpSchemaNode branch;
  McpJsonValue  name;

  g_assert_cmpuint (mcp_schema_node_get_types (root), ==, MCP_SCHEMA_TYPE_OBJECT);
  g_assert_true (mcp_schema_node_requires (root, "a"));
  g_assert_true (mcp_schema_node_requires (root, "z"));
  g_assert_false (mcp_schema_node_requires (root, "b"));
  g_assert_false (mcp_schema_node_exists (mcp_schema_node_get_property (root, "z")));
  g_assert_cmpuint (mcp_schema_node_get_n_children (root, MCP_SCHEMA_PROPERTIES), ==, 3);
  branch = mcp_schema_node_get_nth_child (root, MCP_SCHEMA_PROPERTIES, 1, &name);
  g_assert_true (mcp_json_value_string_equals (name, "b"));
  g_assert_cmpuint (mcp_schema_node_get_types (branch), ==, MCP_SCHEMA_TYPE_STRING | MCP_SCHEMA_TYPE_NULL);
  g_assert_cmpuint (mcp_schema_node_get_n_children (c, MCP_SCHEMA_ANY_OF), ==, 2);
  branch = mcp_schema_node_get_nth_child (c, MCP_SCHEMA_ANY_OF, 1, NULL);
  g_assert_cmpuint (mcp_schema_node_get_types (mcp_schema_node_get_child (branch, MCP_SCHEMA_ITEMS)), ==,
                    MCP_SCHEMA_TYPE_STRING);
  g_assert_false (mcp_schema_node_exists (mcp_schema_node_get_nth_child (c, MCP_SCHEMA_ANY_OF, 2, NULL)));
  g_assert_true (mcp_schema_node_exists (mcp_schema_node_get_child (root, MCP_SCHEMA_ADDITIONAL_PROPERTIES)));
  g_assert_true (mcp_schema_node_equal (mcp_schema_find_node (fixture->schema, "/properties/c"), c));
  g_assert_false (mcp_schema_node_exists (mcp_schema_find_node (fixture->schema, "/x-mine")));
  g_assert_false (mcp_schema_node_exists (mcp_schema_find_node (fixture->schema, "/required/0")));
  g_assert_false (mcp_schema_node_exists (mcp_schema_node_get_property (MCP_SCHEMA_NO_NODE, "a")));
  g_assert_cmpuint (mcp_schema_node_get_n_children (root, MCP_SCHEMA_ALL_OF), ==, 0);
}

static void
test_references (Fixture *fixture, gconstpointer data)
{
  McpSchemaNode    a = mcp_schema_node_get_property (mcp_schema_get_root (fixture->schema), "a");
  McpSchemaNode    target = mcp_schema_node_follow (a);
  McpSchemaNode    self = mcp_schema_node_get_property (target, "self");
  g_autofree char *pointer = mcp_schema_node_dup_pointer (target);
  g_autofree char *step = mcp_schema_node_dup_pointer (mcp_schema_node_resolve (a));

  g_assert_true (mcp_schema_node_is_reference (a));
  g_assert_cmpstr (step, ==, "/$defs/item");
  g_assert_cmpstr (pointer, ==, "/$defs/o");
  g_assert_true (mcp_schema_node_equal (mcp_schema_node_follow (self), target));
  g_assert_true (mcp_json_value_string_equals (mcp_schema_node_get_keyword (a, MCP_SCHEMA_TITLE), "A"));
}

static void
test_branches (Fixture *fixture, gconstpointer data)
{
  McpSchemaNode c = mcp_schema_node_get_property (mcp_schema_get_root (fixture->schema), "c");
  g_autoptr (McpJsonDocument) text = parse ("'a'");
  g_autoptr (McpJsonDocument) list = parse ("['a']");
  g_autoptr (McpJsonDocument) wrong = parse ("['a',1]");
  gboolean fits;

  g_assert_cmpint (
      mcp_schema_node_find_branch (c, MCP_SCHEMA_ANY_OF, mcp_json_document_get_root (text), NULL, &fits), ==, 0);
  g_assert_true (fits);
  g_assert_cmpint (
      mcp_schema_node_find_branch (c, MCP_SCHEMA_ANY_OF, mcp_json_document_get_root (list), NULL, &fits), ==, 1);
  g_assert_true (fits);
  g_assert_cmpint (
      mcp_schema_node_find_branch (c, MCP_SCHEMA_ANY_OF, mcp_json_document_get_root (wrong), NULL, &fits), ==, 1);
  g_assert_false (fits);
  g_assert_cmpint (
      mcp_schema_node_find_branch (c, MCP_SCHEMA_ONE_OF, mcp_json_document_get_root (wrong), NULL, &fits), ==, -1);
}

/* What the dialect ignores is not there. */
static void
test_dialects (Fixture *fixture, gconstpointer data)
{
  McpSchemaNode root = mcp_schema_get_root (fixture->schema);
  McpSchemaNode a = mcp_schema_node_get_property (root, "a");
  McpSchemaNode t = mcp_schema_node_get_property (root, "t");

  g_assert_cmpint (mcp_schema_node_get_dialect (root), ==, MCP_SCHEMA_DRAFT_07);
  g_assert_false (mcp_json_value_exists (mcp_schema_node_get_keyword (a, MCP_SCHEMA_TITLE)));
  g_assert_true (mcp_schema_node_is_reference (a));
  g_assert_cmpuint (mcp_schema_node_get_types (mcp_schema_node_follow (a)), ==, MCP_SCHEMA_TYPE_INTEGER);
  g_assert_cmpuint (mcp_schema_node_get_n_children (t, MCP_SCHEMA_ITEMS), ==, 2);
  g_assert_cmpuint (mcp_schema_node_get_n_children (t, MCP_SCHEMA_PREFIX_ITEMS), ==, 0);
  g_assert_true (mcp_schema_node_is_false (mcp_schema_node_get_child (t, MCP_SCHEMA_ADDITIONAL_ITEMS)));
}

static gpointer
check_many (gpointer data)
{
  McpSchema *schema = data;
  g_autoptr (McpJsonDocument) good = parse ("{'a-1':'2026-11-20','b-2':[{'a-1':'x'}]}");
  g_autoptr (McpJsonDocument) bad = parse ("{'a-1':7,'B':1}");

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (McpSchemaReport) report = NULL;

      g_assert_cmpint (mcp_schema_test (schema, mcp_json_document_get_root (good), MCP_SCHEMA_PLAIN, NULL),
                       ==, MCP_SCHEMA_VALID);
      report = mcp_schema_validate (schema, mcp_json_document_get_root (bad), MCP_SCHEMA_PLAIN, NULL);
      g_assert_cmpuint (report->errors->len, ==, 2);
    }
  return NULL;
}

/* One schema, asked by several threads from its first moment. */
static void
test_threads (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (McpJsonDocument) document =
          parse ("{'patternProperties':{'^a-[0-9]+$':{'type':'string','pattern':'^[^y]+$'},"
                 "'^b-\\\\d$':{'items':{'$ref':'#'}}},'additionalProperties':false}");
      g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (document));
      GThread *threads[4];

      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] = g_thread_new ("check", check_many, schema);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_thread_join (threads[i]);
    }
}

void
add_schema_node_tests (void)
{
  static const char *const old =
      "{'$schema':'http://json-schema.org/draft-07/schema#','properties':"
      "{'a':{'title':'hidden','$ref':'#/definitions/n'},"
      "'t':{'items':[{},true],'additionalItems':false,'prefixItems':[{}]}},"
      "'definitions':{'n':{'type':'integer'}}}";

  g_test_add ("/schema/node/children", Fixture, tool, set_up, test_children, tear_down);
  g_test_add ("/schema/node/references", Fixture, tool, set_up, test_references, tear_down);
  g_test_add ("/schema/node/branches", Fixture, tool, set_up, test_branches, tear_down);
  g_test_add ("/schema/node/dialects", Fixture, old, set_up, test_dialects, tear_down);
  g_test_add_func ("/schema/node/threads", test_threads);
}
