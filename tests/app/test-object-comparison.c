/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What two things that are compared come to, without a window. */

#include "app-tests.h"
#include "app-comparison.h"
#include "app-difference.h"
#include "app-line-comparison.h"

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
put (AppObjectCache *object_cache, StoreObject *object)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  StoreObjectEntry *entry;

  app_object_cache_put_async (object_cache, object, NULL, on_done, &result);
  entry = app_object_cache_put_finish (object_cache, wait_for (&result), &error);
  g_assert_no_error (error);
  g_object_unref (object);
  return entry;
}

static AppComparison *
compare (AppObjectCache   *object_cache,
         StoreObjectEntry *before,
         StoreObjectEntry *after,
         GCancellable     *cancellable,
         GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_comparison_of_objects_async (object_cache, before, after, cancellable, on_done, &result);
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
  g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
  g_autoptr (StoreObjectEntry) before = put (object_cache, first);
  g_autoptr (StoreObjectEntry) after = put (object_cache, second);
  g_autoptr (GError) error = NULL;
  g_autoptr (AppComparison) self = compare (object_cache, before, after, NULL, &error);

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
      g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
      g_autofree char *list = dup_list (n, 0);
      g_autofree char *other = dup_list (n, 10000);
      g_autoptr (StoreObjectEntry) before = put (object_cache, new_json (list));
      g_autoptr (StoreObjectEntry) after = put (object_cache, new_json (other));
      g_autoptr (AppComparison) self = compare (object_cache, before, after, NULL, NULL);

      g_assert_cmpuint (g_list_model_get_n_items (app_comparison_get_differences (self)), ==,
                        MIN (n, APP_COMPARISON_MAX));
      g_assert_cmpint (app_comparison_has_more (self), ==, n > APP_COMPARISON_MAX);
    }

  g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
  g_autofree char *many = g_strnfill (1000000, 'x');
  g_autoptr (StoreObjectEntry) before = put (object_cache, new_text (many));
  g_autoptr (StoreObjectEntry) after = put (object_cache, new_text ("y"));
  g_autoptr (AppComparison) self = compare (object_cache, before, after, NULL, NULL);
  g_autofree char *lines = dup_lines (self);
  g_assert_cmpuint (strlen (lines), <, 400);
}

static void
test_errors (void)
{
  g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
  g_autoptr (StoreObjectEntry) before = put (object_cache, new_json ("[1]"));
  g_autoptr (StoreObjectEntry) after = put (object_cache, new_json ("[2]"));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (compare (object_cache, before, after, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  app_object_cache_remove (object_cache, after);
  while (app_object_cache_get_n (object_cache) > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (compare (object_cache, before, after, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, store_object_entry_get_facts (after)->id));
}

/* Line by line */

/* The rows as they are shown, what is marked in brackets, then the words. */
static char *
dup_rows (GListModel *lines, const char *words)
{
  static const char signs[] = { ' ', '-', '+', '#' };
  GString          *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppDiffLine) line = g_list_model_get_item (lines, i);
      guint            mark, end;
      g_autofree char *visible = app_diff_line_dup_visible (line, &mark, &end);

      g_string_append_c (text, signs[app_diff_line_get_kind (line)]);
      g_string_append_len (text, visible, mark);
      if (end > mark)
        g_string_append_printf (text, "[%.*s]", (int)(end - mark), visible + mark);
      g_string_append_printf (text, "%s\n", visible + end);
    }
  g_string_append (text, words);
  return g_string_free (text, FALSE);
}

/* Takes over both. */
static char *
compare_lines (StoreObject *before, StoreObject *after)
{
  g_autoptr (StoreObject) own_before = before;
  g_autoptr (StoreObject) own_after = after;
  g_autoptr (AppDifference) difference = app_difference_new (NULL, "", before, after);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;

  if (!app_line_comparison_fits (difference))
    return NULL;
  app_line_comparison_run_async (difference, NULL, on_done, &result);
  g_autoptr (GListModel) lines =
      app_line_comparison_run_finish (wait_for (&result), &words, &error);
  g_assert_no_error (error);
  return dup_rows (lines, words);
}

static void
check_lines (const char *before, const char *after, const char *expected)
{
  g_autofree char *rows = compare_lines (new_text (before), new_text (after));

  g_assert_cmpstr (rows, ==, expected);
}

static void
test_lines (void)
{
  check_lines ("1\n2\n3\n4\n5\n6\n7\nold value\n9\n", "1\n2\n3\n4\n5\n6\n7\nnew value\n9\n",
               "#4 unchanged lines\n 5\n 6\n 7\n-[old] value\n+[new] value\n 9\n"
               "1 line removed · 1 line added");
  check_lines ("a\nb\n1\n2\n3\n4\n5\n", "a\nb\nc\n1\n2\n3\n4\n5\n",
               " a\n b\n+c\n 1\n 2\n 3\n#2 unchanged lines\n0 lines removed · 1 line added");
  check_lines ("", "a\nb\n", "+a\n+b\n0 lines removed · 2 lines added");
  /* What differs alone in its end says so. */
  check_lines ("a\nb", "a\nb\n",
               " a\n-b\n#No newline at end of file\n+b\n1 line removed · 1 line added");
  check_lines ("a\nb\r\nc\n", "a\nb\nc\n", " a\n-b[␍]\n+b\n c\n1 line removed · 1 line added");
  check_lines ("a\r\nb\r\n", "a\nb\n",
               "#Lines end with CR LF in the first text and with LF in the second.\n"
               "0 lines removed · 0 lines added");
  check_lines ("a\nb\n", "a\r\nc\r\n",
               "#Lines end with LF in the first text and with CR LF in the second.\n"
               " a\n-b\n+c\n1 line removed · 1 line added");
  /* Marks are put around whole characters; bytes and marks in the text are visible. */
  check_lines ("a\nprice: 1 €\n", "a\nprice: 1 ₭\n",
               " a\n-price: 1 [€]\n+price: 1 [₭]\n1 line removed · 1 line added");
  check_lines ("a\n<b>\tx \001\n", "a\n<b>\tx \002\n",
               " a\n-<b>⇥x [␁]\n+<b>⇥x [␂]\n1 line removed · 1 line added");
}

/* Strings of JSON are texts; what is a word or no text is not compared so. */
static void
test_lines_fit (void)
{
  g_autofree char *rows =
      compare_lines (new_json ("\"one\\ntwo \\u0000 x\""), new_text ("one\ntwo y"));
  g_autofree char *long_text = g_strnfill (101, 'x');

  g_assert_cmpstr (rows, ==,
                   " one\n-two [\357\277\275 x]\n#No newline at end of file\n+two [y]\n"
                   "1 line removed · 1 line added");
  g_assert_null (compare_lines (new_json ("\"one\""), new_json ("\"two\"")));
  g_assert_null (compare_lines (new_text ("one"), new_text ("")));
  g_assert_null (compare_lines (new_text ("one\ntwo"), new_json ("[1]")));
  g_assert_null (compare_lines (new_text ("one\ntwo"), new_data ("\xff\n")));
  g_autofree char *one_line = compare_lines (new_text (long_text), new_text ("y"));
  g_assert_nonnull (one_line);
}

/* A long line is shown from where it differs, and what is left out is told. */
static void
test_long_lines (void)
{
  g_autofree char *head = g_strnfill (1000000, 'x');
  g_autofree char *before = g_strconcat (head, "A", head, NULL);
  g_autofree char *after = g_strconcat (head, "B", head, NULL);
  g_autofree char *rows = compare_lines (new_text (before), new_text (after));

  g_assert_nonnull (strstr (rows, "-(999.9\302\240kB) … xxx"));
  g_assert_nonnull (strstr (rows, "x[A]x"));
  g_assert_nonnull (strstr (rows, "x[B]x"));
  g_assert_nonnull (strstr (rows, " … (998.1\302\240kB more)\n"));
  g_assert_cmpuint (strlen (rows), <, 10000);
}

static void
test_many_lines (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  guint n = APP_LINE_COMPARISON_MAX;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (before, "%u before\n", i % 7);
      g_string_append_printf (after, "%u after\n", i % 7);
    }
  g_autofree char *rows = compare_lines (new_text (before->str), new_text (after->str));
  g_assert_true (g_str_has_prefix (rows, "#Too much differs"));
  g_assert_nonnull (strstr (rows, "\n#5000 more lines\n5000 lines removed · 5000 lines added"));
}

static void
test_lines_cancelled (void)
{
  g_autoptr (StoreObject) before = new_text ("a\nb");
  g_autoptr (StoreObject) after = new_text ("a\nc");
  g_autoptr (AppDifference) difference = app_difference_new (NULL, "", before, after);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;

  app_line_comparison_run_async (difference, cancellable, on_done, &result);
  g_cancellable_cancel (cancellable);
  g_assert_null (app_line_comparison_run_finish (wait_for (&result), &words, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

void
add_object_comparison_tests (void)
{
  g_test_add_func ("/object-comparison/messages", test_messages);
  g_test_add_func ("/object-comparison/objects", test_objects);
  g_test_add_func ("/object-comparison/bounds", test_bounds);
  g_test_add_func ("/object-comparison/errors", test_errors);
  g_test_add_func ("/object-comparison/lines", test_lines);
  g_test_add_func ("/object-comparison/lines-fit", test_lines_fit);
  g_test_add_func ("/object-comparison/long-lines", test_long_lines);
  g_test_add_func ("/object-comparison/many-lines", test_many_lines);
  g_test_add_func ("/object-comparison/lines-cancelled", test_lines_cancelled);
}
