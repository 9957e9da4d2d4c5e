/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What two things that are compared come to, without a window. */

#include "app-tests.h"
#include "app-comparison.h"
#include "app-difference.h"

#include <string.h>

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static GBytes *
new_bytes (const char *text)
{
  return text != NULL ? g_bytes_new (text, strlen (text)) : NULL;
}

/* All differences, as they are read aloud, a line each. */
static char *
dup_lines (AppComparison *self)
{
  GListModel *all = app_comparison_get_differences (self);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (AppDifference) each = g_list_model_get_item (all, i);
      g_autofree char *text = app_difference_dup_text (each);

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", text);
    }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

static void
check_messages (const char *before, const char *after, const char *expected)
{
  g_autoptr (AppComparison) self = app_comparison_new ();
  g_autoptr (GBytes) first = new_bytes (before);
  g_autoptr (GBytes) second = new_bytes (after);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_comparison_add_messages (self, "Request", first, second);
  app_comparison_run_async (self, NULL, on_done, &result);
  g_assert_true (app_comparison_run_finish (self, wait_for (&result), &error));
  g_assert_no_error (error);
  g_autofree char *lines = dup_lines (self);
  g_assert_cmpstr (lines, ==, expected);
}

static void
test_messages (void)
{
  check_messages ("{\"id\":1,\"params\":{\"a\":1.10,\"_meta\":{\"progressToken\":1}}}",
                  "{\"id\":2,\"params\":{\"a\":1.1,\"_meta\":{\"progressToken\":2}}}", "");
  check_messages ("{\"id\":1,\"params\":{\"a\":1.10,\"b\":\"x\"}}",
                  "{\"id\":1,\"params\":{\"a\":1.20,\"c\":[1]}}",
                  "Changed, Request · params.a: 1.10, now 1.20\n"
                  "Removed, Request · params.b: \"x\"\n"
                  "Added, Request · params.c: [1]");
  check_messages (NULL, "{\"id\":1}", "Added, Request: {\"id\": 1}");
  check_messages (NULL, NULL, "");
  check_messages ("no JSON", "no\nJSON", "Changed, Request: no JSON, now no↵JSON");
}

/* Objects */

static StoreObjectEntry *
put (AppObjectKeeper *keeper, StoreObject *object)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry;

  app_object_keeper_put_async (keeper, object, NULL, on_done, &result);
  entry = app_object_keeper_put_finish (keeper, wait_for (&result), &error);
  g_assert_no_error (error);
  g_object_unref (object);
  return entry;
}

static AppComparison *
compare (AppObjectKeeper  *keeper,
         StoreObjectEntry *before,
         StoreObjectEntry *after,
         GCancellable     *cancellable,
         GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_comparison_of_objects_async (keeper, before, after, cancellable, on_done, &result);
  return app_comparison_of_objects_finish (wait_for (&result), error);
}

static StoreObject *
new_text (const char *text)
{
  g_autoptr (GBytes) bytes = new_bytes (text);

  return store_object_new_text (bytes, NULL, NULL);
}

static StoreObject *
new_json (const char *text)
{
  g_autoptr (GBytes) bytes = new_bytes (text);

  return app_objects_new_object (bytes);
}

static StoreObject *
new_data (const char *text)
{
  g_autoptr (GBytes) bytes = new_bytes (text);

  return store_object_new_blob (bytes, NULL, NULL);
}

static void
check_objects (StoreObject *first, StoreObject *second, const char *expected)
{
  g_autoptr (AppObjectKeeper) keeper = app_object_keeper_new (NULL);
  g_autoptr (StoreObjectEntry) before = put (keeper, first);
  g_autoptr (StoreObjectEntry) after = put (keeper, second);
  g_autoptr (GError) error = NULL;
  g_autoptr (AppComparison) self = compare (keeper, before, after, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (self);
  g_autofree char *lines = dup_lines (self);
  g_assert_cmpstr (lines, ==, expected);
  g_assert_false (app_comparison_has_more (self));
}

static void
test_objects (void)
{
  check_objects (new_json ("[1,2]"), new_json ("[1,2.0]"), "");
  check_objects (new_json ("{\"a\":[1,2]}"), new_json ("{\"a\":[2]}"), "Removed, a[0]: 1");
  check_objects (new_json ("1"), new_json ("2"), "Changed, the whole value: 1, now 2");
  /* A text that holds JSON is JSON. */
  check_objects (new_text (" {\"a\":1}"), new_json ("{\"a\":2}"), "Changed, a: 1, now 2");
  check_objects (new_text ("{\"a\":1}"), new_text ("{\"a\": 1}"), "");
  check_objects (new_text ("same"), new_text ("same"), "");
  check_objects (new_text ("<b>"), new_text (""), "Changed, the whole value: <b>, now ");
  check_objects (new_text ("{no"), new_json ("[]"), "Changed, the whole value: {no, now []");
  check_objects (new_data ("\xff\x01"), new_data ("\xff\x01"), "");
  check_objects (new_data ("\xff"), new_data ("\xff\x01"),
                 "Changed, the whole value: data · 1 byte, now data · 2 bytes");
}

static char *
dup_list (guint n, guint first)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "", first + i);
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

/* What is listed is bounded, and so is each line of it. */
static void
test_bounds (void)
{
  for (guint n = APP_COMPARISON_MAX - 1; n <= APP_COMPARISON_MAX + 1; n++)
    {
      g_autoptr (AppObjectKeeper) keeper = app_object_keeper_new (NULL);
      g_autofree char *list = dup_list (n, 0);
      g_autofree char *other = dup_list (n, 10000);
      g_autoptr (StoreObjectEntry) before = put (keeper, new_json (list));
      g_autoptr (StoreObjectEntry) after = put (keeper, new_json (other));
      g_autoptr (AppComparison) self = compare (keeper, before, after, NULL, NULL);

      g_assert_cmpuint (g_list_model_get_n_items (app_comparison_get_differences (self)), ==,
                        MIN (n, APP_COMPARISON_MAX));
      g_assert_cmpint (app_comparison_has_more (self), ==, n > APP_COMPARISON_MAX);
    }

  g_autoptr (AppObjectKeeper) keeper = app_object_keeper_new (NULL);
  g_autofree char *many = g_strnfill (1000000, 'x');
  g_autoptr (StoreObjectEntry) before = put (keeper, new_text (many));
  g_autoptr (StoreObjectEntry) after = put (keeper, new_text ("y"));
  g_autoptr (AppComparison) self = compare (keeper, before, after, NULL, NULL);
  g_autofree char *lines = dup_lines (self);
  g_assert_cmpuint (strlen (lines), <, 400);
}

static void
test_errors (void)
{
  g_autoptr (AppObjectKeeper) keeper = app_object_keeper_new (NULL);
  g_autoptr (StoreObjectEntry) before = put (keeper, new_json ("[1]"));
  g_autoptr (StoreObjectEntry) after = put (keeper, new_json ("[2]"));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (compare (keeper, before, after, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  app_object_keeper_remove (keeper, after);
  while (app_object_keeper_get_n (keeper) > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (compare (keeper, before, after, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, store_object_entry_get_facts (after)->id));
}

void
add_object_comparison_tests (void)
{
  g_test_add_func ("/object-comparison/messages", test_messages);
  g_test_add_func ("/object-comparison/objects", test_objects);
  g_test_add_func ("/object-comparison/bounds", test_bounds);
  g_test_add_func ("/object-comparison/errors", test_errors);
}
