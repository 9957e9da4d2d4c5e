/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects, and paths into them. */

#include "store-tests.h"
#include "store-error.h"
#include "store-object.h"
#include "store-path.h"

#include <string.h>

static StoreObject *
make (const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);

  g_assert_nonnull (document);
  return store_object_new_json (mcp_json_document_get_root (document), "demo", "list");
}

static void
check_type (const char *json, const char *type_name, gint64 length)
{
  g_autoptr (StoreObject) object = make (json);
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);

  g_assert_cmpstr (store_object_get_type_name (object), ==, type_name);
  g_assert_cmpint (store_object_get_length (object), ==, length);
  g_assert_cmpuint (store_object_get_size (object), ==, strlen (json));
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), json, strlen (json));
}

static void
test_types (void)
{
  check_type ("{\"a\":1,\"b\":2}", "dict", 2);
  check_type ("[1,2,3]", "list", 3);
  check_type ("\"h\\u00e9\xc3\xa9\"", "str", 3);
  check_type ("12345678901234567890123", "int", -1);
  check_type ("-0", "int", -1);
  check_type ("1.10", "float", -1);
  check_type ("1e400", "float", -1);
  check_type ("true", "bool", -1);
  check_type ("null", "NoneType", -1);
}

/* The value is one thing, what it was written in another. */
static void
test_document (void)
{
  static const char text[] = "\r\n {\"a\": 1}\n\n";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (StoreObject) object = store_object_new_document (document, "demo", "list");
  g_autoptr (StoreObject) copy = store_object_copy (object, "obj_001");
  g_autoptr (GBytes) bytes = store_object_dup_bytes (copy);
  g_autoptr (GBytes) json = store_object_dup_json (copy);

  g_assert_cmpint (store_object_get_kind (copy), ==, STORE_OBJECT_JSON);
  g_assert_cmpuint (store_object_get_size (copy), ==, strlen (text));
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
  g_assert_cmpmem (g_bytes_get_data (json, NULL), g_bytes_get_size (json), "{\"a\": 1}", 8);
}

static void
test_text_and_blob (void)
{
  g_autoptr (GBytes) text = g_bytes_new_static ("a\0\xc3\xa9", 4);
  g_autoptr (StoreObject) object = store_object_new_text (text, NULL, NULL);
  g_autoptr (StoreObject) blob = store_object_new_blob (text, NULL, NULL);

  g_assert_cmpstr (store_object_get_type_name (object), ==, "str");
  g_assert_cmpint (store_object_get_length (object), ==, 3);
  g_assert_cmpuint (store_object_get_size (object), ==, 4);
  g_assert_cmpstr (store_object_get_type_name (blob), ==, "bytes");
  g_assert_cmpint (store_object_get_length (blob), ==, 4);
  g_assert_false (mcp_json_value_exists (store_object_get_value (blob)));

  store_object_set_id (object, "obj_042");
}

static void
check_path (const char *json, const char *path, const char *expected)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StorePath) parsed = store_path_parse (path, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = mcp_json_value_dup_text (
      store_path_resolve (parsed, mcp_json_document_get_root (document)));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_paths (void)
{
  static const char *const broken[] = { "a[", "a[x]", "a]", "a[\"x]", "a[\"x\"", "[-1]",
                                        "[99999999999]", "a['x", "[\"\\q\"]" };
  const char              *json = "{\"a\":{\"b\":[1,{\"c.d\":2,\"\":3,\"é\":4,\"it's\":5}]},\"0\":6,\"_x-y\":7}";

  check_path (json, "a.b[0]", "1");
  check_path (json, "a.b.0", "1");
  check_path (json, "a.b[1][\"c.d\"]", "2");
  check_path (json, "a.b[1]['c.d']", "2");
  check_path (json, "a.b[1][\"\"]", "3");
  check_path (json, "a.b[1].é", "4");
  check_path (json, "a.b[1][\"\\u00e9\"]", "4");
  check_path (json, "a.b[1]['it\\'s']", "5");
  check_path (json, "0", "6");
  check_path (json, "_x-y", "7");
  check_path (json, ".a..b.[0]", "1");
  check_path (json, "[]", json);
  check_path (json, "", json);
  check_path (json, "a.b[2]", NULL);
  check_path (json, "[0]", NULL);
  check_path (json, "a.b[\"0\"]", NULL);
  check_path (json, "a.b[0].c", NULL);
  check_path ("{\"a\\u0000b\":1,\"a\":2}", "[\"a\\u0000b\"]", "1");

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (store_path_parse (broken[i], &error));
      g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
    }
}

/* Whatever the keys are, the path that is built leads back to the value. */
static void
walk (McpJsonValue value, McpJsonValue root)
{
  g_autoptr (StorePath) path = store_path_new_for_value (value);
  g_autofree char *text = store_path_to_text (path);
  g_autoptr (StorePath) parsed = store_path_parse (text, NULL);
  McpJsonValue item;
  McpJsonIter  iter;

  g_assert_nonnull (parsed);
  g_assert_cmpuint (mcp_json_value_get_start (store_path_resolve (parsed, root)),
                    ==,
                    mcp_json_value_get_start (value));
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &item))
    walk (item, root);
}

static void
test_paths_round_trip (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"a\":[[1,{\"x\":1}],2],\"b c\":{\"d.e\":{\"[0]\":1}},\"\":{\"\\\"\":1,\"'\":2},"
      "\"0\":{\"1\":[3]},\"-a\":1,\"~\":{\"/\":{\"~1\":9}},\"\\n\":1,\"__proto__\":{}}",
      -1,
      NULL);

  walk (mcp_json_document_get_root (document), mcp_json_document_get_root (document));
}

void
add_object_tests (void)
{
  g_test_add_func ("/object/types", test_types);
  g_test_add_func ("/object/document", test_document);
  g_test_add_func ("/object/text-and-blob", test_text_and_blob);
  g_test_add_func ("/object/path/parse", test_paths);
  g_test_add_func ("/object/path/round-trip", test_paths_round_trip);
}
