/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON as YAML: what it looks like, that it says the same to a reader, and that it is bounded. */

#include "app-tests.h"
#include "app-yaml.h"
#include "store-yaml-text.h"

#include "mcp-json-writer.h"

#include <string.h>

static char *
dup_yaml (McpJsonValue value, gsize max_bytes, gboolean *complete)
{
  gsize length;
  g_autoptr (GBytes) text = app_yaml_write (value, max_bytes, NULL, complete);
  const char *start = g_bytes_get_data (text, &length);

  g_assert_true (g_utf8_validate_len (start, length, NULL));
  return g_strndup (start, length);
}

static char *
dup_whole (const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);
  gboolean complete;

  g_assert_no_error (error);
  char *text = dup_yaml (mcp_json_document_get_root (document), APP_YAML_MAX_BYTES, &complete);
  g_assert_true (complete);
  return text;
}

static void
assert_yaml (const char *json, const char *expected)
{
  g_autofree char *text = dup_whole (json);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_layout (void)
{
  assert_yaml ("{\"a\":1.10,\"b\":[1e400,{\"c\":null,\"d\":[]},[true,[-0]],{}],\"e\":{\"f\":\"g\"}}",
               "a: 1.10\nb:\n  - 1e400\n  - c: null\n    d: []\n  - - true\n    - - -0\n  - {}\n"
               "e:\n  f: g\n");
  assert_yaml ("[18446744073709551615,0.10000000000000000000]",
               "- 18446744073709551615\n- 0.10000000000000000000\n");
  assert_yaml ("\"a\"", "a\n");
  assert_yaml ("{}", "{}\n");
  /* Members that occur twice are not hidden. */
  assert_yaml ("{\"a\":1,\"a\":2}", "a: 1\na: 2\n");
}

static void
test_strings (void)
{
  assert_yaml ("{\"no\":\"yes\",\"1\":\"1.0\",\"\":\"\",\"a: b\":\"# c\",\"__proto__\":\"- d\"}",
               "\"no\": \"yes\"\n\"1\": \"1.0\"\n\"\": \"\"\n\"a: b\": \"# c\"\n"
               "__proto__: \"- d\"\n");
  assert_yaml ("{\"k\\nl\":\"one\\ntwo\\n\\n  three\",\"m\":[\"x\\ny\\n\",\"z\\n\\n\"]}",
               "\"k\\nl\": |-\n  one\n  two\n\n    three\nm:\n  - |\n    x\n    y\n  - |+\n    z\n\n");
  assert_yaml ("\" a\\nb\"", "\" a\\nb\"\n");
  assert_yaml ("\"a\\r\\nb\\u0000\\u202e\\ud800\"", "\"a\\r\\nb\\0\\u202E\xef\xbf\xbd\"\n");
}

/* libyaml reads the value that was written. */
static void
assert_same (const char *json)
{
  g_autofree char *text = dup_whole (json);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, &error);

  if (error != NULL)
    g_test_message ("%s", text);
  g_assert_no_error (error);
  g_autofree char *read = store_yaml_node_dup_json (tree->root, STORE_YAML_MAX_EXPANDED);
  g_assert_nonnull (read);
  g_autoptr (McpJsonDocument) before = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpJsonDocument) after = mcp_json_document_parse_text (read, -1, NULL);
  if (!mcp_json_value_equal (mcp_json_document_get_root (before),
                             mcp_json_document_get_root (after)))
    g_error ("%s became %s by way of\n%s", json, read, text);
}

/* A value of at most @left levels, of what is hard to write. */
static void
write_random (McpJsonWriter *writer, GRand *rand, guint left)
{
  static const char *const parts[] = { "a", "\n", " ", "\t", "- ", ": ", "#", "1", ".", "~", "|",
                                       ">", "'", "\"", "\\", "{", "]", ",", "&", "*", "!", "%",
                                       "@", "`", "?", "é", "\u2028", "\ufeff", "\r", "no", "0x1",
                                       "---", "...", "<<", "=", "1:2", "2001-01-01", "e5", "𝄞" };
  guint                    n = (guint)g_rand_int_range (rand, 0, 5);
  guint                    kind = left > 0 ? (guint)g_rand_int_range (rand, 0, 3) : 2;
  g_autoptr (GString) text = g_string_new (NULL);

  if (kind == 2)
    {
      for (guint i = 0; i < n; i++)
        g_string_append (text, parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))]);
      mcp_json_writer_string (writer, text->str);
      return;
    }
  if (kind == 0)
    mcp_json_writer_begin_array (writer);
  else
    mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < n; i++)
    {
      g_string_printf (text, "%u%s%s", i, parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))],
                       parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))]);
      if (kind == 1)
        mcp_json_writer_name (writer, text->str);
      write_random (writer, rand, left - 1);
    }
  if (kind == 0)
    mcp_json_writer_end_array (writer);
  else
    mcp_json_writer_end_object (writer);
}

static void
test_read_again (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

      write_random (writer, rand, 4);
      g_autofree char *json = mcp_json_writer_finish_text (writer);
      assert_same (json);
    }
}

/* Keys that readers take for no key, and values that nest deeper than a line can be indented. */
static void
test_limits (void)
{
  const guint lengths[] = { 997, 998, 999, 1000, 1001, 1100, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *key = g_strnfill (lengths[i], 'k');
      g_autofree char *json =
          g_strdup_printf ("[{\"%s\":{\"a\":[1]},\"b %s\":\"x\\ny\"}]", key, key);

      assert_same (json);
    }
  for (guint depth = APP_YAML_MAX_DEPTH - 1; depth <= APP_YAML_MAX_DEPTH + 1; depth++)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      for (guint i = 0; i < depth; i++)
        g_string_append (json, i % 2 == 0 ? "[1,\"a b, c\"," : "{\"k\\/\":\"\\ud834\\udd1e\",\"[\":");
      g_string_append (json, "{}");
      for (guint i = depth; i-- > 0;)
        g_string_append_c (json, i % 2 == 0 ? ']' : '}');
      assert_same (json->str);
    }
}

static McpJsonDocument *
parse_nested (guint depth)
{
  g_autofree char *open = g_strnfill (depth, '[');
  g_autofree char *close = g_strnfill (depth, ']');
  g_autofree char *json = g_strconcat (open, close, NULL);

  return mcp_json_document_parse_text (json, -1, NULL);
}

static void
test_bounded (void)
{
  const gsize      size = 50u * 1024u * 1024u;
  g_autofree char *many = g_strnfill (size, 'x');
  g_autofree char *json = g_strdup_printf ("{\"a\":\"é\",\"b\":\"%s\"}", many);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpJsonDocument) deep = parse_nested (MCP_JSON_MAX_DEPTH);
  McpJsonValue root = mcp_json_document_get_root (document);
  gboolean     complete;

  for (gsize max = 0; max < 20; max++)
    {
      g_autofree char *text = dup_yaml (root, max, &complete);

      g_assert_false (complete);
      g_assert_cmpuint (strlen (text), <=, max);
    }
  g_autofree char *start = dup_yaml (root, 1000, &complete);
  g_assert_false (complete);
  g_assert_cmpuint (strlen (start), ==, 1000);
  g_autofree char *nested =
      dup_yaml (mcp_json_document_get_root (deep), APP_YAML_MAX_BYTES, &complete);
  g_assert_true (complete);
  g_assert_cmpuint (strlen (nested), <, 3 * MCP_JSON_MAX_DEPTH);
}

/* A result of ten million numbers has 20 MB; only what is asked for is written. */
static void
test_many (void)
{
  const guint n = 10000000;
  g_autoptr (GString) json = g_string_sized_new (2 * n + 2);
  gboolean complete;

  g_string_append_c (json, '[');
  for (guint i = 0; i < n; i++)
    g_string_append (json, i > 0 ? ",7" : "7");
  g_string_append_c (json, ']');
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&json));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  g_autofree char *text = dup_yaml (mcp_json_document_get_root (document), 12, &complete);

  g_assert_false (complete);
  g_assert_cmpstr (text, ==, "- 7\n- 7\n- 7\n");
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  GBytes *text = app_yaml_load_finish (result, &error);

  if (error != NULL)
    *(char **)data = g_strdup (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "C" : "?");
  else
    *(char **)data = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_clear_error (&error);
  g_clear_pointer (&text, g_bytes_unref);
}

static void
test_load (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text ("[1]", -1, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *text = NULL;
  g_autofree char *cancelled = NULL;

  app_yaml_load_async (mcp_json_document_get_root (document), NULL, on_loaded, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (text, ==, "- 1\n");
  g_cancellable_cancel (cancellable);
  app_yaml_load_async (mcp_json_document_get_root (document), cancellable, on_loaded, &cancelled);
  while (cancelled == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (cancelled, ==, "C");
}

void
add_yaml_tests (void)
{
  g_test_add_func ("/yaml/layout", test_layout);
  g_test_add_func ("/yaml/strings", test_strings);
  g_test_add_func ("/yaml/read-again", test_read_again);
  g_test_add_func ("/yaml/limits", test_limits);
  g_test_add_func ("/yaml/bounded", test_bounded);
  g_test_add_func ("/yaml/many", test_many);
  g_test_add_func ("/yaml/load", test_load);
}
