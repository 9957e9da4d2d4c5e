/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Showing what changed in a text. */

#include "store-tests.h"
#include "store-line-edit.h"
#include "store-text-diff.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
assert_diff (const char *before, const char *after, const char *expected)
{
  g_autoptr (GBytes) old_bytes = text_bytes (before);
  g_autoptr (GBytes) new_bytes = text_bytes (after);
  g_autoptr (StoreTextDiff) diff =
      store_text_diff_new (old_bytes, new_bytes, (StoreDiffLimits){ .context = 1 });
  g_autofree char *text = store_text_diff_print (diff, "a", "b");

  g_assert_cmpstr (text, ==, expected);
}

static void
test_diff (void)
{
  assert_diff ("", "", "");
  assert_diff ("a\nb\n", "a\nb\n", "");
  assert_diff ("", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n");
  assert_diff ("a\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n");
  assert_diff ("a\nb\nc\n", "a\nx\nc\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  assert_diff ("a\nb", "a\nb\n",
               "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
  assert_diff ("1\n2\n3\n4\n5\n6\n7\n8\n", "1\nx\n3\n4\n5\n6\ny\n8\n",
               "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -6,3 +6,3 @@\n 6\n-7\n+y\n 8\n");
  assert_diff ("1\n2\n3\n4\n5\n", "1\nx\n3\ny\n5\n",
               "--- a\n+++ b\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n-4\n+y\n 5\n");
}

static void
append_line (GString *text, const StoreDiffLine *line)
{
  g_string_append_len (text, line->text, (gssize)line->length);
  g_string_append (text, line->carriage_return ? "\r\n" : line->ended ? "\n"
                                                                      : "");
}

static gsize
find_next (const char *text, gsize size, gsize at)
{
  const char *end = memchr (text + at, '\n', size - at);

  return end != NULL ? (gsize)(end + 1 - text) : size;
}

/* The hunks, applied to the first text, give the other one. */
static void
assert_applies (StoreTextDiff *diff, GBytes *before, GBytes *after)
{
  g_autoptr (GString) rebuilt = g_string_new (NULL);
  gsize       size, after_size, at = 0;
  const char *text = g_bytes_get_data (before, &size);
  const char *expected = g_bytes_get_data (after, &after_size);
  guint       n_removed = 0, n_added = 0, next = 1;

  for (guint i = 0; i < store_text_diff_get_hunks (diff)->len; i++)
    {
      StoreDiffHunk *hunk = g_ptr_array_index (store_text_diff_get_hunks (diff), i);

      for (; next < hunk->old_start + (hunk->old_count == 0 ? 1 : 0); next++)
        {
          gsize end = find_next (text, size, at);

          g_string_append_len (rebuilt, text + at, (gssize)(end - at));
          at = end;
        }
      for (guint j = 0; j < hunk->lines->len; j++)
        {
          const StoreDiffLine *line = &g_array_index (hunk->lines, StoreDiffLine, j);
          g_autoptr (GString) own = g_string_new (NULL);

          n_removed += line->kind == STORE_DIFF_REMOVED;
          n_added += line->kind == STORE_DIFF_ADDED;
          append_line (own, line);
          if (line->kind != STORE_DIFF_ADDED)
            {
              gsize end = find_next (text, size, at);

              g_assert_cmpuint (line->old_line, ==, next++);
              g_assert_cmpmem (own->str, own->len, text + at, end - at);
              at = end;
            }
          if (line->kind != STORE_DIFF_REMOVED)
            g_string_append_len (rebuilt, own->str, (gssize)own->len);
        }
    }
  for (guint i = 0; at < size; i++)
    {
      gsize end = find_next (text, size, at);

      g_assert_cmpuint (i, <, store_text_diff_get_n_behind (diff) + (size == after_size ? size : 0));
      g_string_append_len (rebuilt, text + at, (gssize)(end - at));
      at = end;
    }
  g_assert_cmpmem (rebuilt->str, rebuilt->len, expected, after_size);
  g_assert_cmpuint (n_removed, ==, store_text_diff_get_n_removed (diff));
  g_assert_cmpuint (n_added, ==, store_text_diff_get_n_added (diff));
  g_assert_cmpuint (store_text_diff_get_n_left (diff), ==, 0);
}

static void
append_random (GString *text, GRand *rand, guint n_lines, guint n_words)
{
  static const char *const ends[] = { "\n", "\n", "\n", "\r\n", "\n\n", "\r\r\n" };

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, "%d%s", g_rand_int_range (rand, 0, (int)n_words),
                            ends[g_rand_int_range (rand, 0, G_N_ELEMENTS (ends))]);
  if (g_rand_boolean (rand))
    g_string_append_printf (text, "%d", g_rand_int_range (rand, 0, (int)n_words));
}

static GBytes *
random_text (GRand *rand, guint size)
{
  GString *text = g_string_new (NULL);

  append_random (text, rand, (guint)g_rand_int_range (rand, 0, (int)size), size / 3 + 1);
  return g_string_free_to_bytes (text);
}

static void
test_property (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 600; round++)
    {
      guint size = round < 550 ? 12 : round < 590 ? 300
                                                  : 3000;
      g_autoptr (GBytes) before = random_text (rand, size);
      g_autoptr (GBytes) after = random_text (rand, size);
      g_autoptr (StoreTextDiff) diff =
          store_text_diff_new (before, after, (StoreDiffLimits){ .context = round % 4 });

      assert_applies (diff, before, after);
    }
}

/* Changes of few lines in a text of many are as few in the difference. */
static void
test_shortest (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);

  for (guint i = 0; i < 200000; i++)
    {
      g_string_append_printf (before, "%u\n", i % 1000);
      if (i % 1000 != 500)
        g_string_append_printf (after, "%u\n", i % 1000);
    }
  g_autoptr (GBytes) old_bytes = text_bytes (before->str);
  g_autoptr (GBytes) new_bytes = text_bytes (after->str);
  g_autoptr (StoreTextDiff) diff =
      store_text_diff_new (old_bytes, new_bytes, (StoreDiffLimits){ .context = 0 });
  assert_applies (diff, old_bytes, new_bytes);
  g_assert_cmpuint (store_text_diff_get_n_removed (diff), ==, 200);
  g_assert_cmpuint (store_text_diff_get_n_added (diff), ==, 0);
  g_assert_false (store_text_diff_is_coarse (diff));
}

/* Where more differs than is looked for at once, lines that are there once lead the way. */
static void
test_anchors (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "entry %u\n%s\n", i, i % 5 == 0 ? "old" : "same");
      g_string_append_printf (after, "entry %u\n%s\n", i, i % 5 == 0 ? "new" : "same");
    }
  g_autoptr (GBytes) old_bytes = text_bytes (before->str);
  g_autoptr (GBytes) new_bytes = text_bytes (after->str);
  g_autoptr (StoreTextDiff) diff =
      store_text_diff_new (old_bytes, new_bytes, (StoreDiffLimits){ .context = 1 });
  assert_applies (diff, old_bytes, new_bytes);
  g_assert_cmpuint (store_text_diff_get_n_removed (diff), ==, 4000);
  g_assert_cmpuint (store_text_diff_get_n_added (diff), ==, 4000);
  g_assert_false (store_text_diff_is_coarse (diff));
}

/* CR LF is another line end than LF, unless they count as the same. */
static void
test_line_ends (void)
{
  g_autoptr (GBytes) before = text_bytes ("a\r\nb\r\nc\r\nd");
  g_autoptr (GBytes) after = text_bytes ("a\nB\nc\nd");
  g_autoptr (StoreTextDiff) strict =
      store_text_diff_new (before, after, (StoreDiffLimits){ .context = 1 });
  g_autoptr (StoreTextDiff) lax =
      store_text_diff_new (before, after, (StoreDiffLimits){ .context = 1, .any_line_end = TRUE });
  g_autofree char *text = store_text_diff_print (lax, "a", "b");

  assert_applies (strict, before, after);
  g_assert_cmpuint (store_text_diff_get_n_removed (strict), ==, 3);
  g_assert_cmpuint (store_text_diff_get_n_removed (lax), ==, 1);
  g_assert_cmpstr (text, ==, "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
}

/* Bounds */

static GBytes *
repeat (const char *unit, guint n, const char *end)
{
  GString *text = g_string_sized_new (strlen (unit) * n + strlen (end));

  for (guint i = 0; i < n; i++)
    g_string_append (text, unit);
  g_string_append (text, end);
  return g_string_free_to_bytes (text);
}

/* Lines that are shown are bounded; the rest is counted. */
static void
test_limit (void)
{
  g_autoptr (GBytes) before = repeat ("a\n", 100, "");
  g_autoptr (GBytes) after = repeat ("b\n", 70, "");

  for (guint max = 1; max < 200; max++)
    {
      g_autoptr (StoreTextDiff) diff =
          store_text_diff_new (before, after, (StoreDiffLimits){ .max_lines = max });
      StoreDiffHunk *hunk = g_ptr_array_index (store_text_diff_get_hunks (diff), 0);

      g_assert_cmpuint (hunk->lines->len, ==, MIN (max, 170));
      g_assert_cmpuint (store_text_diff_get_n_left (diff), ==, 170 - MIN (max, 170));
      g_assert_cmpuint (store_text_diff_get_n_removed (diff), ==, 100);
      g_assert_cmpuint (store_text_diff_get_n_added (diff), ==, 70);
    }
}

/* However much differs, it ends, and says where it did not look. */
static void
test_hostile (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    guint       n;
    gboolean    coarse;
  } rows[] = {
    { "a\n", "b\n", 1u << 20, TRUE },                    /* nothing in common */
    { "\n", "\n\r\n", STORE_LINE_EDIT_MAX_LINES, TRUE }, /* more lines than are looked at */
    { "a\nb\nb\n", "b\na\na\n", 300000, TRUE },          /* each line many times */
    { "a\nb\na\nb\nc\n", "a\nb\nb\n", 100000, TRUE },    /* paths that go far and lead nowhere */
    { "x", "y", 10000000, TRUE },                        /* one line */
    { "same text without an end ", "same text without an end ", 1000000, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) before = repeat (rows[i].before, rows[i].n, "first");
      g_autoptr (GBytes) after = repeat (rows[i].after, rows[i].n, "other");
      g_autoptr (StoreTextDiff) diff = store_text_diff_new (
          before, after, (StoreDiffLimits){ .context = 3, .max_lines = 1000 });
      guint n = 0;

      for (guint k = 0; k < store_text_diff_get_hunks (diff)->len; k++)
        n += ((StoreDiffHunk *)g_ptr_array_index (store_text_diff_get_hunks (diff), k))->lines->len;
      g_assert_cmpuint (n, >, 1);
      g_assert_cmpuint (n, <=, 1000);
      g_test_message ("%u: %d", i, store_text_diff_is_coarse (diff));
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GBytes) before = repeat ("a\n", 100000, "b");
  g_autoptr (GBytes) after = repeat ("a\n", 100000, "c");

  g_cancellable_cancel (cancellable);
  g_autoptr (StoreTextDiff) diff = store_text_diff_new (
      before, after, (StoreDiffLimits){ .max_lines = 10, .cancellable = cancellable });
  g_assert_true (store_text_diff_is_coarse (diff));
}

void
add_text_diff_tests (void)
{
  g_test_add_func ("/text-diff/examples", test_diff);
  g_test_add_func ("/text-diff/property", test_property);
  g_test_add_func ("/text-diff/shortest", test_shortest);
  g_test_add_func ("/text-diff/anchors", test_anchors);
  g_test_add_func ("/text-diff/line-ends", test_line_ends);
  g_test_add_func ("/text-diff/limit", test_limit);
  g_test_add_func ("/text-diff/hostile", test_hostile);
  g_test_add_func ("/text-diff/cancelled", test_cancelled);
}
