/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Values that are hard to keep and to show: one very long string, very many numbers, the greatest
 * depth, and keys that mean something elsewhere. Every backend returns them as they were, and what
 * is shown of them is small. */

#include "store-tests.h"
#include "database-fixture.h"
#include "redis-fixture.h"
#include "store-error.h"
#include "store-explorer.h"
#include "store-memory-backend.h"
#include "store-path.h"
#include "store-redis-backend.h"
#include "store-redis.h"
#include "store-value-diff.h"
#include "store-window.h"

#include <string.h>

/* What a view of whatever value may take. */
#define MAX_VIEW 100000

static const StoreWindowLimits window_limits = STORE_WINDOW_LIMITS_DEFAULT;

static McpJsonDocument *
parse_take (char *text, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, length);
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static McpJsonDocument *
parse (const char *text)
{
  return parse_take (g_strdup (text), strlen (text));
}

static McpJsonValue
root_of (McpJsonDocument *document)
{
  return mcp_json_document_get_root (document);
}

/* Every backend */

static StoreObjectEntry *
put (StoreBackend *backend, StoreObject *object, const char *name)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry;

  store_backend_put_async (backend, object, name, 0, NULL, database_fixture_on_done, &result);
  entry = store_backend_put_finish (backend, database_fixture_wait_for (&result), &error);
  g_assert_no_error (error);
  return entry;
}

static void
keep (StoreBackend *backend, gpointer data)
{
  StoreObject *object = data;
  g_autoptr (StoreObjectEntry) entry = put (backend, object, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) back =
      database_fixture_get_object (backend, store_object_entry_get_facts (entry)->id, &error);
  g_autoptr (GBytes) bytes = NULL, original = store_object_dup_bytes (object);

  g_assert_no_error (error);
  bytes = store_object_dup_bytes (back);
  g_assert_true (g_bytes_equal (bytes, original));
  g_assert_cmpint (store_object_entry_get_facts (entry)->length, ==,
                   store_object_get_length (object));
}

typedef void (*OnBackend) (StoreBackend *backend, gpointer data);

static gboolean
is_settled (gpointer backend)
{
  return store_backend_get_state (backend) != STORE_BACKEND_CONNECTING;
}

static void
with_redis (const char *folder, OnBackend func, gpointer data)
{
  g_autofree char *address = NULL;
  g_autoptr (GSubprocess) process = redis_fixture_start (folder, "", &address);
  g_autoptr (StoreBackend) backend = NULL;

  if (process == NULL)
    {
      g_test_skip ("redis-server is not installed");
      return;
    }
  backend = store_redis_backend_new (address, NULL, NULL);
  database_fixture_wait_until (is_settled, backend);
  func (backend, data);
  g_clear_object (&backend);
  redis_fixture_stop (process);
}

static void
on_each_backend (OnBackend func, gpointer data)
{
  DatabaseFixture fixture;
  g_autoptr (StoreBackend) memory = store_memory_backend_new ();

  func (memory, data);
  database_fixture_set_up (&fixture, NULL);
  database_fixture_open (&fixture);
  func (fixture.backend, data);
  with_redis (fixture.folder, func, data);
  database_fixture_tear_down (&fixture);
}

static void
keep_everywhere (McpJsonDocument *document)
{
  g_autoptr (StoreObject) object = store_object_new_json (root_of (document), "demo", "cat");

  on_each_backend (keep, object);
}

/* Views */

static void
check_views (McpJsonDocument *document, const char *in_window, const char *in_explorer)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *window = store_window_print (root_of (document), &window_limits);
  g_autofree char *text =
      store_explorer_explore (root_of (document), "obj_001", "", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (window), <, MAX_VIEW);
  g_assert_cmpuint (strlen (text), <, MAX_VIEW);
  g_assert_true (g_utf8_validate (window, -1, NULL));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_nonnull (strstr (window, in_window));
  g_assert_nonnull (strstr (text, in_explorer));
}

static void
check_slice (McpJsonDocument *document, const char *path, gint64 start, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      store_explorer_slice (root_of (document), "obj_001", path, start, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (text, expected));
}

/* One string of 300 MB, with characters of two bytes and escapes. */
static void
test_string (void)
{
  const gsize size = g_test_slow () ? 300000000 : 3000000;
  GString    *json = g_string_sized_new (size + 100);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (StoreObject) text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  StoreStringPiece piece;
  McpJsonValue     string;
  char            *decoded;
  gsize            length;

  g_string_append (json, "{\"s\":\"");
  while (json->len < size)
    g_string_append (json, "The quick brown fox\\njumps over the lazy dog at the caf\xc3\xa9. ");
  g_string_append (json, "the end\"}");
  length = json->len;
  document = parse_take (g_string_free (json, FALSE), length);
  string = mcp_json_value_get_member (root_of (document), "s");
  check_views (document, "bytes more", "'+");
  check_slice (document, "s", -8, "\n the end");
  mcp_json_value_get_text (string, &length);
  g_assert_true (store_string_piece_read (string, length - 2 - 7, 300, &piece));
  g_assert_cmpstr (piece.text, ==, "the end");
  store_string_piece_clear (&piece);
  keep_everywhere (document);

  /* The same as text. */
  decoded = mcp_json_value_dup_string (string, &length);
  bytes = g_bytes_new_take (decoded, length);
  text = store_object_new_text (bytes, NULL, NULL);
  on_each_backend (keep, text);
}

/* A list of ten million numbers. */
static void
test_numbers (void)
{
  const guint n = g_test_slow () ? 10000000 : 100000;
  GString    *json = g_string_new ("["), *other_json;
  g_autoptr (McpJsonDocument) document = NULL, other = NULL;
  g_autoptr (StoreValueDiff) diff = NULL;
  g_autoptr (StorePath) path = NULL;
  g_autofree char *last = g_strdup_printf ("[%u]", n - 1);
  g_autofree char *more = g_strdup_printf ("… %u more", n - STORE_WINDOW_ITEMS);
  g_autofree char *also = g_strdup_printf ("... +%u", n - 25);
  gint64           number;
  gsize            length;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "", i);
  g_string_append_c (json, ']');
  other_json = g_string_new_len (json->str, (gssize)json->len);
  memset (other_json->str + other_json->len - 3, '0', 2);
  length = json->len;
  document = parse_take (g_string_free (json, FALSE), length);
  other = parse_take (g_string_free (other_json, FALSE), length);
  check_views (document, more, also);
  path = store_path_parse (last, NULL);
  g_assert_true (
      mcp_json_value_get_int64 (store_path_resolve (path, root_of (document)), &number));
  g_assert_cmpint (number, ==, n - 1);
  diff = store_value_diff_new (root_of (document), root_of (other), 10, NULL);
  g_assert_cmpuint (store_value_diff_get_all (diff)->len, ==, 1);
  g_assert_cmpstr (((StoreValueDifference *)store_value_diff_get_all (diff)->pdata[0])->path, ==,
                   last);
  keep_everywhere (document);
}

/* Keys */

/* Empty, and with what paths, JSON, Python, JavaScript, SQL and Redis make something of. */
static const char keys[] =
    "{\"\":1,\"a.b\":2,\"a\\\"b\":3,\"a'b\":4,\"a\\nb\":5,\"__proto__\":{\"\":[{\"constructor\":6}]},"
    "\"[0]\":7,\"0\":8,\"\\\\\":9,\" \":10,\"a]b\":11,\"\xc3\xa9\":12,\"\\u0000\":13,\"@obj_001\":15,"
    "\"a\\r\\n$5\":16,\"';--\":17,\"%s%n\":18,\"<b>\":19,\"\xe2\x80\xae\":20,\"toString\":21}";
#define N_KEYS 20

static void
test_keys (void)
{
  g_autoptr (McpJsonDocument) document = parse (keys);
  g_autoptr (McpJsonDocument) nothing = parse ("{}");
  g_autoptr (StoreValueDiff) diff =
      store_value_diff_new (root_of (document), root_of (nothing), 0, NULL);
  GPtrArray   *all = store_value_diff_get_all (diff);
  McpJsonIter  iter;
  McpJsonValue name, value;
  guint        n = 0;

  check_views (document, "\"a\\nb\": 5", "'__proto__': {\n");
  mcp_json_iter_init (&iter, root_of (document));
  for (; mcp_json_iter_next (&iter, &name, &value); n++)
    {
      g_autoptr (StorePath) way = store_path_new_for_value (value);
      g_autofree char *text = store_path_to_text (way);
      g_autoptr (GError) error = NULL;
      g_autoptr (StorePath) again = store_path_parse (text, &error);
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     found;

      g_assert_no_error (error);
      g_assert_cmpuint (mcp_json_value_get_start (store_path_resolve (again, root_of (document))),
                        ==, mcp_json_value_get_start (value));
      g_assert_cmpstr (((StoreValueDifference *)all->pdata[n])->path, ==, text);
      /* As a path of the servers' it is refused, not there, or the way to some value. */
      found = store_explorer_find (root_of (document), "obj_001", key, &error);
      g_assert_true (mcp_json_value_exists (found) || error != NULL);
    }
  g_assert_cmpuint (n, ==, N_KEYS);
  g_assert_cmpuint (all->len, ==, N_KEYS);
  keep_everywhere (document);
}

/* The servers' own rule. */
static void
test_attributes (void)
{
  g_autoptr (McpJsonDocument) document = parse (keys);
  g_autoptr (GError) error = NULL;

  g_assert_null (store_explorer_explore (root_of (document), "obj_001", "__proto__", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

/* Names of objects, servers and tools are anybody's texts. */
static void
keep_names (StoreBackend *backend, gpointer data)
{
  McpJsonDocument *document = data;
  McpJsonIter      iter;
  McpJsonValue     name;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  guint i = 0;

  mcp_json_iter_init (&iter, root_of (document));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);
      g_autoptr (StoreObject) object = store_object_new_json (root_of (document), text, text);
      g_autoptr (StoreObjectEntry) entry = put (backend, object, text);

      g_ptr_array_add (ids, g_strdup (store_object_entry_get_facts (entry)->id));
    }
  database_fixture_refresh (backend);
  mcp_json_iter_init (&iter, root_of (document));
  for (; mcp_json_iter_next (&iter, &name, NULL); i++)
    {
      g_autofree char  *text = mcp_json_value_dup_string (name, NULL);
      StoreObjectEntry *entry =
          store_entry_list_find (store_backend_get_entries (backend), ids->pdata[i]);
      const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

      g_assert_cmpstr (facts->name != NULL ? facts->name : "", ==, text);
      g_assert_cmpstr (facts->server != NULL ? facts->server : "", ==, text);
      g_assert_cmpstr (facts->tool != NULL ? facts->tool : "", ==, text);
    }
}

static void
test_names (void)
{
  g_autoptr (McpJsonDocument) document = parse (keys);

  on_each_backend (keep_names, document);
}

/* Depth */

static char *
nest (guint depth, const char *inside)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 ? "[" : "{\"a\":");
  g_string_append (text, inside);
  for (guint i = depth; i-- > 0;)
    g_string_append (text, i % 2 ? "]" : "}");
  return g_string_free (text, FALSE);
}

static void
test_depth (void)
{
  const StoreExplorerLimits deep = { 25, 300, G_MAXUINT, 150, 120 };
  StoreWindowLimits         deep_window = STORE_WINDOW_LIMITS_DEFAULT;
  g_autofree char          *text = nest (MCP_JSON_MAX_DEPTH, "1");
  g_autofree char          *other_text = nest (MCP_JSON_MAX_DEPTH, "2");
  g_autoptr (McpJsonDocument) document = parse (text);
  g_autoptr (McpJsonDocument) other = parse (other_text);
  g_autofree char *window = NULL, *explored = NULL;
  g_autoptr (StoreValueDiff) diff = NULL;
  StoreValueDifference *difference;
  g_autoptr (StorePath) path = NULL;

  check_views (document, "{… 1}", "{...}");
  /* However deep one wants to see. */
  deep_window.depth = G_MAXUINT;
  window = store_window_print (root_of (document), &deep_window);
  g_assert_true (g_utf8_validate (window, -1, NULL));
  explored = store_explorer_explore (root_of (document), "obj_001", "", &deep, NULL);
  g_assert_nonnull (explored);
  diff = store_value_diff_new (root_of (document), root_of (other), 0, NULL);
  g_assert_cmpuint (store_value_diff_get_all (diff)->len, ==, 1);
  difference = store_value_diff_get_all (diff)->pdata[0];
  path = store_path_parse (difference->path, NULL);
  g_assert_true (mcp_json_value_equal (store_path_resolve (path, root_of (document)),
                                       difference->before));
  keep_everywhere (document);
}

/* What another program has kept: deeper than is read. */
static void
test_too_deep (void)
{
  g_autofree char *text = nest (MCP_JSON_MAX_DEPTH + 1, "1");
  g_autofree char *sql = g_strdup_printf (
      "INSERT INTO piece VALUES (5 << 20, CAST ('%s' AS BLOB))", text);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *blob = g_strdup_printf ("INSERT INTO blob VALUES (5, x'%s', 0)", digest);
  DatabaseFixture  fixture;
  g_autoptr (GError) error = NULL;

  database_fixture_set_up (&fixture, NULL);
  database_fixture_open (&fixture);
  database_fixture_ask (fixture.path, blob);
  database_fixture_ask (fixture.path, sql);
  database_fixture_ask (fixture.path,
                        "UPDATE blob SET size = (SELECT length (data) FROM piece WHERE id = 5 << 20)");
  database_fixture_ask (fixture.path, "INSERT INTO object (blob, kind, type, length, time) "
                                      "VALUES (5, 'json', 'dict', 1, 1)");
  database_fixture_refresh (fixture.backend);
  g_assert_cmpuint (database_fixture_count (&fixture), ==, 1);
  g_assert_null (database_fixture_get_object (fixture.backend, "obj_001", &error));
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), <, 500);
  database_fixture_tear_down (&fixture);
}

void
add_bad_values_tests (void)
{
  g_test_add_func ("/bad-values/string", test_string);
  g_test_add_func ("/bad-values/numbers", test_numbers);
  g_test_add_func ("/bad-values/keys", test_keys);
  g_test_add_func ("/bad-values/attributes", test_attributes);
  g_test_add_func ("/bad-values/names", test_names);
  g_test_add_func ("/bad-values/depth", test_depth);
  g_test_add_func ("/bad-values/too-deep", test_too_deep);
}
