/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One change of a text, and not one byte more. */

#include "app-tests.h"
#include "app-json-patch.h"

static McpJsonDocument *
parse (const char *text)
{
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return document;
}

static void
check_insert (const char *text, guint before, const char *name, const char *json, const char *expected)
{
  g_autoptr (McpJsonDocument) document = parse (text);
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *result = name ? app_json_patch_insert_member (root, before, name, json)
                                 : app_json_patch_insert_item (root, before, json);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_insert (void)
{
  check_insert ("{}", 9, "a", "1", "{\"a\":1}");
  check_insert (" { } ", 9, "a", "1", " {\"a\":1 } ");
  check_insert ("{\"a\":1}", 9, "b", "2", "{\"a\":1,\"b\":2}");
  check_insert ("{\"a\":1}", 0, "b", "2", "{\"b\":2,\"a\":1}");
  check_insert ("{\"a\": 1}", 9, "b", "2", "{\"a\": 1, \"b\": 2}");
  check_insert ("{\"a\": 1, \"c\": 3}", 1, "b", "2", "{\"a\": 1, \"b\": 2, \"c\": 3}");
  check_insert ("{\"a\" : 1 ,\"c\":3}", 9, "b", "2", "{\"a\" : 1 ,\"c\":3,\"b\" : 2}");
  check_insert ("{\n  \"a\": 1\n}", 9, "b", "2", "{\n  \"a\": 1,\n  \"b\": 2\n}");
  check_insert ("{\n  \"a\": 1\n}", 0, "b", "2", "{\n  \"b\": 2,\n  \"a\": 1\n}");
  check_insert ("{\n\t\"a\": 1,\n\t\"b\": 2\n}\n", 9, "c", "3", "{\n\t\"a\": 1,\n\t\"b\": 2,\n\t\"c\": 3\n}\n");
  check_insert ("{\"a\":1}", 9, "k\"\n", "2", "{\"a\":1,\"k\\\"\\n\":2}");
  check_insert ("[]", 0, NULL, "1", "[1]");
  check_insert ("[1,2]", 1, NULL, "9", "[1,9,2]");
  check_insert ("[1, 2]", 9, NULL, "9", "[1, 2, 9]");
  check_insert ("[\n 1\n]", 9, NULL, "9", "[\n 1,\n 9\n]");
}

static void
check_remove (const char *text, const char *name, guint position, const char *expected)
{
  g_autoptr (McpJsonDocument) document = parse (text);
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *result = name ? app_json_patch_remove_member (root, name)
                                 : app_json_patch_remove_item (root, position);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_remove (void)
{
  check_remove ("{\"a\":1,\"b\":2}", "a", 0, "{\"b\":2}");
  check_remove ("{\"a\":1,\"b\":2}", "b", 0, "{\"a\":1}");
  check_remove ("{\n  \"a\": 1,\n  \"b\": 2\n}", "b", 0, "{\n  \"a\": 1\n}");
  check_remove ("{\n  \"a\": 1,\n  \"b\": 2\n}", "a", 0, "{\n  \"b\": 2\n}");
  check_remove ("{ \"a\":1 }", "a", 0, "{}");
  check_remove ("{\"a\":1,\"a\":2}", "a", 0, "{\"a\":1}");
  check_remove ("{\"\\u0061\":1}", "a", 0, "{}");
  check_remove ("{\"a\":1}", "b", 0, NULL);
  check_remove ("[1, 2, 3]", NULL, 1, "[1, 3]");
  check_remove ("[1, 2, 3]", NULL, 2, "[1, 2]");
  check_remove ("[1]", NULL, 0, "[]");
  check_remove ("[1]", NULL, 1, NULL);
}

static void
check_move (const char *text, guint from, guint to, const char *expected)
{
  g_autoptr (McpJsonDocument) document = parse (text);
  g_autofree char *result =
      app_json_patch_move_item (mcp_json_document_get_root (document), from, to);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_move (void)
{
  check_move ("[1,2,3]", 0, 2, "[2,3,1]");
  check_move ("[ 1 ,\n22,  {\"a\":1.10}]", 2, 0, "[ {\"a\":1.10} ,\n1,  22]");
  check_move ("[1,2,3]", 1, 1, "[1,2,3]");
  check_move ("[1,2,3]", 3, 0, NULL);
  check_move ("[1,2,3]", 0, 3, NULL);
}

static void
test_replace_inside (void)
{
  g_autoptr (McpJsonDocument) document = parse ("{ \"a\": [1.10, {\"b\": -0}], \"c\": \"\\u0000\" }");
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *result =
      app_json_patch_replace (mcp_json_value_resolve_pointer (root, "/a/1/b"), "1e400");

  g_assert_cmpstr (result, ==, "{ \"a\": [1.10, {\"b\": 1e400}], \"c\": \"\\u0000\" }");
}

void
add_form_patch_tests (void)
{
  g_test_add_func ("/form-patch/insert", test_insert);
  g_test_add_func ("/form-patch/remove", test_remove);
  g_test_add_func ("/form-patch/move", test_move);
  g_test_add_func ("/form-patch/replace", test_replace_inside);
}
