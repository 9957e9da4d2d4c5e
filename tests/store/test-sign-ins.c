/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a person is signed in: a file that several programs share. */

#include "store-tests.h"
#include "database-fixture.h"
#include "store-error.h"
#include "store-sign-in-list.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define PATIENCE_US (20 * G_TIME_SPAN_SECOND)

typedef struct
{
  char            *folder;
  char            *path;
  StoreSignInList *list;
  StoreSignInList *other; /* of another program */
} Fixture;

static void
set_up (Fixture *fixture)
{
  fixture->folder = g_dir_make_tmp ("spyglass-sign-ins-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "deep", "sign-ins.json", NULL);
  fixture->list = store_sign_in_list_new (fixture->path);
  fixture->other = store_sign_in_list_new (fixture->path);
}

static void
tear_down (Fixture *fixture)
{
  g_autofree char *deep = g_path_get_dirname (fixture->path);
  g_autofree char *lock = g_build_filename (deep, ".sign-ins.json.lock", NULL);

  g_assert_finalize_object (fixture->list);
  g_assert_finalize_object (fixture->other);
  g_unlink (fixture->path);
  g_unlink (lock);
  g_rmdir (deep);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static gboolean
put (StoreSignInList *list, const char *key, const char *issuer, const char *scopes, GError **error)
{
  StoreSignInParts parts = { .key = key, .server = "https://mcp.example/mcp", .issuer = issuer };
  g_autoptr (StoreSignIn) entry = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  parts.name = "A server: “quoted”";
  parts.scopes = scopes;
  parts.client = "dynamic";
  parts.when = 1700000000;
  parts.expires = G_MAXINT64;
  parts.renews = TRUE;
  parts.active = TRUE;
  entry = store_sign_in_new (&parts);
  store_sign_in_list_put_async (list, entry, NULL, database_fixture_on_done, &result);
  database_fixture_wait_for (&result);
  return store_sign_in_list_put_finish (list, result, error);
}

static void
put_well (StoreSignInList *list, const char *key, const char *issuer, const char *scopes)
{
  g_autoptr (GError) error = NULL;

  put (list, key, issuer, scopes, &error);
  g_assert_no_error (error);
}

static void
take_away (StoreSignInList *list, const char *key, const char *issuer)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_sign_in_list_remove_async (list, key, issuer, NULL, database_fixture_on_done, &result);
  database_fixture_wait_for (&result);
  g_assert_true (store_sign_in_list_remove_finish (list, result, &error));
  g_assert_no_error (error);
}

/* "key issuer" of each, in order. */
static char *
dup_order (StoreSignInList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", store_sign_in_get (entry)->key,
                              store_sign_in_get (entry)->issuer);
    }
  return g_string_free (text, FALSE);
}

#define assert_order(list, expected)           \
  G_STMT_START                                 \
  {                                            \
    g_autofree char *order = dup_order (list); \
    g_assert_cmpstr (order, ==, expected);     \
  }                                            \
  G_STMT_END

static void
test_order (void)
{
  Fixture                 fixture = { 0 };
  const StoreSignInParts *parts;
  g_autoptr (StoreSignIn) kept = NULL;
  g_autoptr (StoreSignIn) again = NULL;

  set_up (&fixture);
  g_assert_null (store_sign_in_list_find (fixture.list, "one", NULL));
  put_well (fixture.list, "one", "https://a", "x");
  put_well (fixture.list, "two", "https://a", "x");
  put_well (fixture.list, "one", "https://a/", NULL);
  assert_order (fixture.list, "one https://a/, two https://a, one https://a");

  /* The last used one is the one of the server, and issuers are compared as they are. */
  parts = store_sign_in_get (store_sign_in_list_find (fixture.list, "one", NULL));
  g_assert_cmpstr (parts->issuer, ==, "https://a/");
  g_assert_null (parts->scopes);
  parts = store_sign_in_get (store_sign_in_list_find (fixture.list, "one", "https://a"));
  g_assert_cmpstr (parts->scopes, ==, "x");
  g_assert_cmpint (parts->expires, ==, G_MAXINT64);
  g_assert_null (store_sign_in_list_find (fixture.list, "one", "HTTPS://a"));

  kept = g_list_model_get_item (G_LIST_MODEL (fixture.list), 1);
  put_well (fixture.list, "one", "https://a", "y");
  assert_order (fixture.list, "one https://a, one https://a/, two https://a");
  again = g_list_model_get_item (G_LIST_MODEL (fixture.list), 2);
  g_assert_true (kept == again);
  take_away (fixture.list, "one", NULL);
  take_away (fixture.list, "three", NULL);
  take_away (fixture.list, "two", "https://b");
  assert_order (fixture.list, "two https://a");
  tear_down (&fixture);
}

/* Another program's entries survive, and nobody else reads the file. */
static void
test_shared (void)
{
  Fixture                 fixture = { 0 };
  struct stat             about;
  const StoreSignInParts *parts;

  set_up (&fixture);
  assert_order (fixture.other, "");
  put_well (fixture.list, "one", "https://a", "x");
  put_well (fixture.other, "two", "https://b", "x");
  assert_order (fixture.other, "two https://b, one https://a");
  assert_order (fixture.list, "one https://a");
  g_chmod (fixture.path, 0644);
  put_well (fixture.list, "three", "https://c", "x");
  assert_order (fixture.list, "three https://c, two https://b, one https://a");
  g_assert_cmpint (stat (fixture.path, &about), ==, 0);
  g_assert_cmpint (about.st_mode & 0777, ==, 0600);
  parts = store_sign_in_get (store_sign_in_list_find (fixture.list, "two", NULL));
  g_assert_cmpstr (parts->name, ==, "A server: “quoted”");
  g_assert_true (parts->renews && parts->active);
  tear_down (&fixture);
}

static void
test_watched (void)
{
  Fixture fixture = { 0 };
  gint64  end = g_get_monotonic_time () + PATIENCE_US;

  set_up (&fixture);
  put_well (fixture.list, "one", "https://a", "x");
  assert_order (fixture.other, "one https://a");
  store_sign_in_list_set_watching (fixture.other, TRUE);
  put_well (fixture.list, "two", "https://a", "x");
  while (g_list_model_get_n_items (G_LIST_MODEL (fixture.other)) < 2 &&
         g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  assert_order (fixture.other, "two https://a, one https://a");
  store_sign_in_list_set_watching (fixture.other, FALSE);
  tear_down (&fixture);
}

/* What cannot be understood is never written over; entries that are none are passed over. */
static void
test_broken (void)
{
  static const char *const texts[] = { "{", "[]", "{\"version\": 2}" };
  Fixture                  fixture = { 0 };
  g_autofree char         *text = NULL;

  set_up (&fixture);
  put_well (fixture.list, "one", "https://a", "x");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (StoreSignInList) fresh = store_sign_in_list_new (fixture.path);
      g_autoptr (GError) error = NULL;
      g_autofree char *now = NULL;

      g_assert_true (g_file_set_contents (fixture.path, texts[i], -1, NULL));
      assert_order (fresh, "");
      g_assert_false (put (fresh, "two", "https://a", "x", &error));
      g_assert_error (error, STORE_ERROR, (i < 2 ? STORE_ERROR_SYNTAX : STORE_ERROR_NEWER));
      g_assert_true (g_file_get_contents (fixture.path, &now, NULL, NULL));
      g_assert_cmpstr (now, ==, texts[i]);
    }
  text = g_strdup ("{\"version\": 1, \"sign-ins\": [1, {}, {\"key\": 1}, null,"
                   "{\"key\": \"one\", \"server\": \"s\", \"issuer\": \"i\", \"when\": \"no\"}]}");
  g_assert_true (g_file_set_contents (fixture.path, text, -1, NULL));
  assert_order (fixture.other, "one i");
  tear_down (&fixture);
}

/* json-glib prints U+001F as it is; earlier files have it so. */
static void
test_control_characters (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture);
  for (char c = 1; c < 0x21; c++)
    {
      const char scopes[] = { 'a', c, 'b', '\0' };
      g_autoptr (StoreSignInList) fresh = NULL;
      g_autofree char *now = NULL;

      put_well (fixture.list, "one", "https://a", scopes);
      fresh = store_sign_in_list_new (fixture.path);
      g_assert_cmpstr (store_sign_in_get (store_sign_in_list_find (fresh, "one", NULL))->scopes, ==, scopes);
      g_assert_true (g_file_get_contents (fixture.path, &now, NULL, NULL));
      g_assert_true (c == '\n' || c == ' ' || strchr (now, c) == NULL);
    }
  g_assert_true (g_file_set_contents (fixture.path,
                                      "{\"version\": 1, \"sign-ins\": [{\"key\": \"two\", \"server\": \"s\","
                                      " \"issuer\": \"i\x1f\", \"when\": 1}]}",
                                      -1, NULL));
  assert_order (fixture.other, "two i\x1f");
  tear_down (&fixture);
}

void
add_sign_ins_tests (void)
{
  g_test_add_func ("/sign-ins/control-characters", test_control_characters);
  g_test_add_func ("/sign-ins/order", test_order);
  g_test_add_func ("/sign-ins/shared", test_shared);
  g_test_add_func ("/sign-ins/watched", test_watched);
  g_test_add_func ("/sign-ins/broken", test_broken);
}
