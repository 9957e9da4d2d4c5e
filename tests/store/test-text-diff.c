/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Showing what changed in a text. */

#include "store-tests.h"
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
  g_autoptr (StoreTextDiff) diff = store_text_diff_new (old_bytes, new_bytes, 1);
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

/* The hunks, applied, give the other text. */
static void
test_diff_property (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GString) before = g_string_new (NULL);
      g_autoptr (GString) after = g_string_new (NULL);
      g_autoptr (GString) rebuilt = g_string_new (NULL);
      g_autoptr (GBytes) old_bytes = NULL;
      g_autoptr (GBytes) new_bytes = NULL;
      g_autoptr (StoreTextDiff) diff = NULL;
      g_auto (GStrv) lines = NULL;
      guint next = 1;
      int   size = round < 450 ? 12 : 3000;

      for (int i = g_rand_int_range (rand, 0, size); i > 0; i--)
        g_string_append_printf (before, "%d\n", g_rand_int_range (rand, 0, size / 3 + 1));
      for (int i = g_rand_int_range (rand, 0, size); i > 0; i--)
        g_string_append_printf (after, "%d\n", g_rand_int_range (rand, 0, size / 3 + 1));
      old_bytes = g_bytes_new (before->str, before->len);
      new_bytes = g_bytes_new (after->str, after->len);
      diff = store_text_diff_new (old_bytes, new_bytes, 2);
      lines = g_strsplit (before->str, "\n", -1);
      for (guint i = 0; i < store_text_diff_get_hunks (diff)->len; i++)
        {
          StoreDiffHunk *hunk = g_ptr_array_index (store_text_diff_get_hunks (diff), i);

          for (; next < hunk->old_start + (hunk->old_count == 0 ? 1 : 0); next++)
            g_string_append_printf (rebuilt, "%s\n", lines[next - 1]);
          for (guint j = 0; j < hunk->lines->len; j++)
            {
              StoreDiffLine *line = g_ptr_array_index (hunk->lines, j);

              if (line->kind != STORE_DIFF_ADDED)
                {
                  g_assert_cmpuint (line->old_line, ==, next);
                  g_assert_cmpstr (line->text, ==, lines[next - 1]);
                  next++;
                }
              if (line->kind != STORE_DIFF_REMOVED)
                g_string_append_printf (rebuilt, "%s\n", line->text);
            }
        }
      for (; lines[next - 1] != NULL && lines[next] != NULL; next++)
        g_string_append_printf (rebuilt, "%s\n", lines[next - 1]);
      g_assert_cmpstr (rebuilt->str, ==, after->str);
    }
}

void
add_text_diff_tests (void)
{
  g_test_add_func ("/text-diff/examples", test_diff);
  g_test_add_func ("/text-diff/property", test_diff_property);
}
