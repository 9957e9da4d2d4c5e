/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of objects: paths, and slices as Python has them. */

#include "app-tests.h"
#include "app-part.h"
#include "app-error.h"
#include "mcp-json-document.h"
#include "workspace-fixture.h"

#include <string.h>

#define VALUE                                                                    \
  "{\"items\":[{\"n\":1.10},18446744073709551616,\"gr\\u00fc\\u00df\",[],null]," \
  "\"a.b\":{\"c\":\"0123456789\"},\"\":7,\"x\\\"y\":true}"

static StoreObject *
make_json (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  g_assert_nonnull (document);
  return store_object_new_json (mcp_json_document_get_root (document), "shop", "find");
}

static char *
take (StoreObject *object, const char *path, const char *from, const char *to, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (StoreObject) part = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize       length;
  const char *data;

  app_part_take_async (object, path, from, to, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  part = app_part_take_finish (object, result, error);
  if (part == NULL)
    return NULL;
  g_assert_cmpstr (store_object_get_tool (part), ==, store_object_get_tool (object));
  bytes = store_object_dup_bytes (part);
  data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

static void
check (StoreObject *object, const char *path, const char *from, const char *to, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = take (object, path, from, to, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
refuse (StoreObject *object, const char *path, const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = take (object, path, from, to, &error);

  g_assert_null (text);
  g_assert_nonnull (error);
}

static void
test_paths (void)
{
  g_autoptr (StoreObject) object = make_json (VALUE);

  check (object, "", "", "", VALUE);
  check (object, "items[0].n", "", "", "1.10");
  check (object, "/items/1", "", "", "18446744073709551616");
  check (object, "items[2]", "", "", "grüß");
  check (object, "[\"a.b\"].c", "", "", "0123456789");
  check (object, "/a.b/c", "", "", "0123456789");
  check (object, "/", "", "", "7");
  check (object, "['x\"y']", "", "", "true");
  refuse (object, "items[9]", "", "");
  refuse (object, "items[", "", "");
  refuse (object, "/nothing", "", "");
}

static void
test_slices (void)
{
  g_autoptr (StoreObject) object = make_json (VALUE);

  check (object, "items", "1", "3", "[18446744073709551616,\"gr\\u00fc\\u00df\"]");
  check (object, "items", "-2", "", "[[],null]");
  check (object, "items", "", "-4", "[{\"n\":1.10}]");
  check (object, "items", "3", "1", "[]");
  check (object, "items", "-100", "100", "[{\"n\":1.10},18446744073709551616,\"gr\\u00fc\\u00df\",[],null]");
  check (object, "items[2]", "2", "", "üß");
  check (object, "items[2]", "-1", "", "ß");
  check (object, "/a.b/c", "3", "5", "34");
  check (object, "/a.b/c", "5", "3", "");
  refuse (object, "/a.b", "0", "1");
  refuse (object, "items", "one", "");
  refuse (object, "items", "99999999999999999999", "");
}

/* A text counts in characters, and is gone into where it is JSON; data counts in bytes. */
static void
test_kinds (void)
{
  g_autoptr (GBytes) json = g_bytes_new_static ("[1, {\"a\": 2.50}]", 16);
  g_autoptr (GBytes) plain = g_bytes_new_static ("grüß dich", strlen ("grüß dich"));
  g_autoptr (StoreObject) inside = store_object_new_text (json, NULL, NULL);
  g_autoptr (StoreObject) text = store_object_new_text (plain, NULL, NULL);
  g_autoptr (StoreObject) blob = store_object_new_blob (plain, NULL, NULL);

  check (inside, "[1].a", "", "", "2.50");
  check (inside, "", "0", "4", "[1, ");
  check (text, "", "2", "4", "üß");
  refuse (text, "a", "", "");
  check (blob, "", "0", "4", "grü");
  refuse (blob, "a", "", "");
}

void
add_part_tests (void)
{
  g_test_add_func ("/part/paths", test_paths);
  g_test_add_func ("/part/slices", test_slices);
  g_test_add_func ("/part/kinds", test_kinds);
}
