/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changing one member of a JSON text, and showing what changed. */

#include "store-tests.h"
#include "store-error.h"
#include "store-json-editor.h"
#include "store-text-diff.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static StoreJsonEditor *
open_text (const char *text, StoreJsonDialect dialect)
{
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  StoreJsonEditor *editor = store_json_editor_new (bytes, dialect, &error);

  g_assert_no_error (error);
  return editor;
}

static void
assert_text (GBytes *bytes, GError *error, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (text, ==, expected);
}

/* @path: names joined by / */
static void
assert_set (StoreJsonDialect dialect,
            const char      *text,
            const char      *path,
            const char      *json,
            const char      *expected)
{
  g_autoptr (StoreJsonEditor) editor = open_text (text, dialect);
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after =
      store_json_editor_set (editor, (const char *const *)names, json, &error);

  assert_text (after, error, expected);
}

static void
assert_remove (StoreJsonDialect dialect, const char *text, const char *path, const char *expected)
{
  g_autoptr (StoreJsonEditor) editor = open_text (text, dialect);
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = store_json_editor_remove (editor, (const char *const *)names, &error);

  assert_text (after, error, expected);
}

static void
test_set (void)
{
  /* nothing there */
  assert_set (STORE_JSON_STRICT, "", "a/b", "{\"c\":[1,2.50]}",
              "{\n  \"a\": {\n    \"b\": {\n      \"c\": [\n        1,\n        2.50\n      ]\n    "
              "}\n  }\n}\n");
  assert_set (STORE_JSON_STRICT, " \n", "a", "1", "{\n  \"a\": 1\n}\n");
  assert_set (STORE_JSON_STRICT, "{}", "a/b", "{}", "{\n  \"a\": {\n    \"b\": {}\n  }\n}");
  assert_set (STORE_JSON_STRICT, "{\n}\n", "a", "1", "{\n  \"a\": 1\n}\n");
  assert_set (STORE_JSON_STRICT, "{ }\n", "a", "1", "{\n  \"a\": 1\n}\n");
  /* the file's own style */
  assert_set (STORE_JSON_STRICT, "{\n    \"x\": 1.10\n}", "a", "{\"b\":1}",
              "{\n    \"x\": 1.10,\n    \"a\": {\n        \"b\": 1\n    }\n}");
  assert_set (STORE_JSON_STRICT, "{\n\t\"s\": {\n\t\t\"x\": {}\n\t}\n}\n", "s/y", "{\"b\":[]}",
              "{\n\t\"s\": {\n\t\t\"x\": {},\n\t\t\"y\": {\n\t\t\t\"b\": []\n\t\t}\n\t}\n}\n");
  assert_set (STORE_JSON_STRICT, "{\r\n  \"x\": 1\r\n}\r\n", "a", "[1]",
              "{\r\n  \"x\": 1,\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n");
  assert_set (STORE_JSON_STRICT, "{\"x\":1,\"s\":{}}", "s/a", "{\"b\": 1}",
              "{\"x\":1,\"s\":{\"a\":{\"b\":1}}}");
  assert_set (STORE_JSON_STRICT, "{\"x\": 1}", "a", "2", "{\"x\": 1, \"a\": 2}");
  assert_set (STORE_JSON_STRICT, "{\n  \"s\": {}\n}", "s/a", "2",
              "{\n  \"s\": {\n    \"a\": 2\n  }\n}");
  assert_set (STORE_JSON_STRICT, "{\n  \"s\": {\"x\": 1}\n}", "s/a", "2",
              "{\n  \"s\": {\"x\": 1, \"a\": 2}\n}");
  /* in place */
  assert_set (STORE_JSON_STRICT, "{\n  \"s\" : {\"x\":1e400 , \"a\":\t\"old\"},\"z\":\"\\u0000\"}",
              "s/a", "2", "{\n  \"s\" : {\"x\":1e400 , \"a\":\t2},\"z\":\"\\u0000\"}");
  assert_set (STORE_JSON_STRICT, "{\n  \"s\": null\n}", "s/a", "2",
              "{\n  \"s\": {\n    \"a\": 2\n  }\n}");
  /* names are compared decoded, and a mark goes */
  assert_set (STORE_JSON_STRICT, "{\"\\u0061\":1}", "a", "2", "{\"\\u0061\":2}");
  assert_set (STORE_JSON_STRICT, "\357\273\277{\"a\": 1}", "a", "2", "{\"a\": 2}");
}

static void
test_comments (void)
{
  assert_set (STORE_JSON_COMMENTS, "// all\n{\n  // x\n  \"x\": 1, // one\n}\n// end\n", "a", "2",
              "// all\n{\n  // x\n  \"x\": 1, // one\n  \"a\": 2\n}\n// end\n");
  assert_set (STORE_JSON_COMMENTS, "{\n  \"x\": 1 // one, \"two\n}\n", "a", "2",
              "{\n  \"x\": 1, // one, \"two\n  \"a\": 2\n}\n");
  assert_set (STORE_JSON_COMMENTS, "{\n  \"x\": 1 /* one */\n  /* two\n */\n}\n", "a", "2",
              "{\n  \"x\": 1, /* one */\n  /* two\n */\n  \"a\": 2\n}\n");
  assert_set (STORE_JSON_COMMENTS, "{ // nothing\n}", "a", "2", "{ // nothing\n  \"a\": 2\n}");
  assert_set (STORE_JSON_COMMENTS, "{\"a\": /* was */ 1, }", "a", "2", "{\"a\": /* was */ 2, }");
  assert_set (STORE_JSON_COMMENTS, "// only\n", "a", "2", "// only\n{\n  \"a\": 2\n}\n");
  assert_set (STORE_JSON_COMMENTS, "{\"u\": \"http://x\", \"v\": \"/* no */\"}", "a", "2",
              "{\"u\": \"http://x\", \"v\": \"/* no */\", \"a\": 2}");
  assert_remove (STORE_JSON_COMMENTS,
                 "{\n  // of a\n  \"a\": 1, // one\n  // of b\n  \"b\": 2, // two\n}\n", "a",
                 "{\n  // of a\n  // of b\n  \"b\": 2, // two\n}\n");
  assert_remove (STORE_JSON_COMMENTS, "{\n  \"a\": 1, // one\n  // of b\n  \"b\": 2, // two\n}\n",
                 "b", "{\n  \"a\": 1 // one\n  // of b\n}\n");
  assert_remove (STORE_JSON_COMMENTS, "{\n  \"a\": 1, /* one\n  more */ \"b\": 2\n}\n", "a",
                 "{\n  \"b\": 2\n}\n");
  assert_remove (STORE_JSON_COMMENTS, "{ \"a\": 1, }", "a", "{}");
}

static void
test_remove (void)
{
  assert_remove (STORE_JSON_STRICT, "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n}\n", "b",
                 "{\n  \"a\": 1\n}\n");
  assert_remove (STORE_JSON_STRICT, "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "a", "{\n  \"b\": 2\n}\n");
  assert_remove (STORE_JSON_STRICT, "{\"a\":1,\"b\":2,\"c\":3}", "b", "{\"a\":1,\"c\":3}");
  assert_remove (STORE_JSON_STRICT, "{\"a\": 1, \"b\": 2}", "b", "{\"a\": 1}");
  assert_remove (STORE_JSON_STRICT, "{\"a\": 1, \"b\": 2}", "a", "{\"b\": 2}");
  assert_remove (STORE_JSON_STRICT, "{\n  \"s\": {\n    \"a\": 1\n  }\n}", "s/a",
                 "{\n  \"s\": {}\n}");
  assert_remove (STORE_JSON_STRICT, "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}", "b",
                 "{\r\n  \"a\": 1\r\n}");
  assert_remove (STORE_JSON_STRICT, "{\n  \"a\": 1\n  ,\"b\": 2\n}", "b", "{\n  \"a\": 1\n}");
}

static void
assert_bad (StoreJsonDialect dialect, const char *text, guint line, guint column)
{
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  guint got_line = 0, got_column = 0;

  g_assert_null (store_json_editor_new (bytes, dialect, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_SYNTAX);
  g_assert_true (store_error_get_place (error, &got_line, &got_column));
  g_assert_cmpuint (got_line, ==, line);
  g_assert_cmpuint (got_column, ==, column);
}

static void
test_bad (void)
{
  g_autoptr (StoreJsonEditor) twice =
      open_text ("{\"s\": {}, \"s\": {\"a\": 1}, \"n\": [1]}", STORE_JSON_STRICT);
  g_autoptr (StoreJsonEditor) list = open_text ("[]", STORE_JSON_STRICT);
  g_autoptr (GError) error = NULL;

  assert_bad (STORE_JSON_STRICT, "{\n  \"a\": 1, // no\n}", 2, 11);
  assert_bad (STORE_JSON_STRICT, "{\"a\": 1,}", 1, 9);
  assert_bad (STORE_JSON_COMMENTS, "{\"a\": 1,,}", 1, 9);
  assert_bad (STORE_JSON_COMMENTS, "{,}", 1, 2);
  assert_bad (STORE_JSON_COMMENTS, "{\"a\": 1 /* no end }", 1, 9);
  assert_bad (STORE_JSON_STRICT, "{\n\"\303\244\": x}", 2, 6);

  g_assert_null (
      store_json_editor_set (twice, (const char *const[]){ "s", "a", NULL }, "1", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE);
  g_clear_error (&error);
  g_assert_null (store_json_editor_remove (twice, (const char *const[]){ "s", NULL }, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE);
  g_clear_error (&error);
  g_assert_null (
      store_json_editor_set (twice, (const char *const[]){ "n", "a", NULL }, "1", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (store_json_editor_set (list, (const char *const[]){ "a", NULL }, "1", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (store_json_editor_remove (twice, (const char *const[]){ "x", NULL }, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (store_json_editor_set (twice, (const char *const[]){ "x", NULL }, "{", &error));
  g_assert_nonnull (error);
}

/* Random documents: blanks, comments and odd spellings everywhere. */

static void
append_gap (GString *text, GRand *rand, gboolean comments)
{
  static const char *const gaps[] = { "", "", " ", "\n", "\n  ", "\t", "\r\n", "  " };
  static const char *const notes[] = { "// x, \"y\n", "/* } */", "/* a\n b */", "//\n" };

  g_string_append (text, gaps[g_rand_int_range (rand, 0, G_N_ELEMENTS (gaps))]);
  if (comments && g_rand_int_range (rand, 0, 4) == 0)
    g_string_append (text, notes[g_rand_int_range (rand, 0, G_N_ELEMENTS (notes))]);
}

static void
append_value (GString *text, GRand *rand, guint depth, gboolean comments)
{
  static const char *const scalars[] = {
    "1", "-0", "1.10", "1e400", "18446744073709551616", "true",
    "null", "\"\"", "\"a,}\"", "\"// no\"", "\"\\u0000\\ud800\"", "\"\303\244\\\"\"",
    "\"/*\""
  };
  int kind = depth == 0 ? 0 : g_rand_int_range (rand, 0, 4);

  if (kind < 2)
    {
      g_string_append (text, scalars[g_rand_int_range (rand, 0, G_N_ELEMENTS (scalars))]);
      return;
    }
  g_string_append_c (text, kind == 2 ? '[' : '{');
  append_gap (text, rand, comments);
  for (int i = 0, n = g_rand_int_range (rand, 0, 4); i < n; i++)
    {
      if (kind == 3)
        {
          g_string_append_printf (text, "\"k%d\"", i);
          append_gap (text, rand, comments);
          g_string_append_c (text, ':');
          append_gap (text, rand, comments);
        }
      append_value (text, rand, depth - 1, comments);
      append_gap (text, rand, comments);
      if (i + 1 < n || (comments && g_rand_boolean (rand)))
        g_string_append_c (text, ',');
      append_gap (text, rand, comments);
    }
  g_string_append_c (text, kind == 2 ? ']' : '}');
}

/* All the comments of a text, in order. */
static char *
collect_comments (const char *text, gsize length)
{
  GString *found = g_string_new (NULL);
  gboolean in_string = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (in_string && text[i] == '\\')
        i++;
      else if (in_string)
        in_string = text[i] != '"';
      else if (text[i] == '"')
        in_string = TRUE;
      else if (text[i] == '/' && i + 1 < length)
        {
          gboolean line = text[i + 1] == '/';

          for (gsize start = i; i < length; i++)
            {
              if (line ? text[i] == '\n' : i > start + 2 && text[i] == '/' && text[i - 1] == '*')
                break;
              /* An edit may end the line in the file's other way. */
              if (text[i] != '\r')
                g_string_append_c (found, text[i]);
            }
          g_string_append_c (found, '|');
        }
    }
  return g_string_free (found, FALSE);
}

static void
test_property (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);

  for (guint round = 0; round < 4000; round++)
    {
      StoreJsonDialect dialect = round % 2 ? STORE_JSON_COMMENTS : STORE_JSON_STRICT;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("k%d", g_rand_int_range (rand, 0, 4));
      g_autofree char *inner = g_strdup_printf ("k%d", g_rand_int_range (rand, 0, 4));
      const char      *path[] = { name, g_rand_boolean (rand) ? inner : NULL, NULL };
      g_autoptr (StoreJsonEditor) editor = NULL;
      g_autoptr (GBytes) after = NULL;
      g_autoptr (GError) error = NULL;
      gboolean there;

      append_gap (text, rand, dialect == STORE_JSON_COMMENTS);
      g_string_append (text, "{");
      append_gap (text, rand, dialect == STORE_JSON_COMMENTS);
      for (int i = 0, n = g_rand_int_range (rand, 0, 4); i < n; i++)
        {
          g_string_append_printf (text, "\"k%d\":", i);
          append_value (text, rand, 3, dialect == STORE_JSON_COMMENTS);
          append_gap (text, rand, dialect == STORE_JSON_COMMENTS);
          if (i + 1 < n)
            g_string_append_c (text, ',');
          append_gap (text, rand, dialect == STORE_JSON_COMMENTS);
        }
      g_string_append (text, "}");
      append_gap (text, rand, FALSE);

      editor = open_text (text->str, dialect);
      there = mcp_json_value_exists (store_json_editor_get (editor, path));
      after = store_json_editor_set (editor, path, "{\"new\": [1.0, {}]}", &error);
      if (after == NULL)
        {
          /* Something else than an object is in the way, and nothing else. */
          g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
          continue;
        }
      /* The editor itself has checked that every other member is there byte by byte. */
      if (dialect == STORE_JSON_COMMENTS && !there)
        {
          g_autofree char *before_comments = collect_comments (text->str, text->len);
          g_autofree char *after_comments =
              collect_comments (g_bytes_get_data (after, NULL), g_bytes_get_size (after));

          g_assert_cmpstr (before_comments, ==, after_comments);
        }
      {
        g_autoptr (StoreJsonEditor) again = store_json_editor_new (after, dialect, &error);
        g_autoptr (GBytes) removed = NULL;

        g_assert_no_error (error);
        removed = store_json_editor_remove (again, path, &error);
        g_assert_no_error (error);
        g_assert_nonnull (removed);
      }
    }
}

/* Differences */

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
add_json_editor_tests (void)
{
  g_test_add_func ("/json-editor/set", test_set);
  g_test_add_func ("/json-editor/comments", test_comments);
  g_test_add_func ("/json-editor/remove", test_remove);
  g_test_add_func ("/json-editor/bad", test_bad);
  g_test_add_func ("/json-editor/property", test_property);
  g_test_add_func ("/text-diff/examples", test_diff);
  g_test_add_func ("/text-diff/property", test_diff_property);
}
