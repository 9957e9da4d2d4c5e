/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One change of a JSON text, and not one byte more. */

#include "json-tests.h"
#include "mcp-json-edit.h"
#include "mcp-json-index.h"

#include <string.h>

static GBytes *
text_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static McpJsonEditor *
open_text (const char *text, McpJsonSyntax syntax)
{
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  McpJsonEditor *editor = mcp_json_editor_new (bytes, syntax, NULL, &error);

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
assert_set (McpJsonSyntax syntax,
            const char   *text,
            const char   *path,
            const char   *json,
            const char   *expected)
{
  g_autoptr (McpJsonEditor) editor = open_text (text, syntax);
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after =
      mcp_json_editor_set (editor, (const char *const *)names, json, &error);

  assert_text (after, error, expected);
}

static void
assert_remove (McpJsonSyntax syntax, const char *text, const char *path, const char *expected)
{
  g_autoptr (McpJsonEditor) editor = open_text (text, syntax);
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = mcp_json_editor_remove (editor, (const char *const *)names, &error);

  assert_text (after, error, expected);
}

static void
test_set (void)
{
  /* nothing there */
  assert_set (MCP_JSON_SYNTAX_STRICT, "", "a/b", "{\"c\":[1,2.50]}",
              "{\n  \"a\": {\n    \"b\": {\n      \"c\": [\n        1,\n        2.50\n      ]\n    "
              "}\n  }\n}\n");
  assert_set (MCP_JSON_SYNTAX_STRICT, " \n", "a", "1", "{\n  \"a\": 1\n}\n");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{}", "a/b", "{}", "{\n  \"a\": {\n    \"b\": {}\n  }\n}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n}\n", "a", "1", "{\n  \"a\": 1\n}\n");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{ }\n", "a", "1", "{\n  \"a\": 1\n}\n");
  /* the file's own style */
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n    \"x\": 1.10\n}", "a", "{\"b\":1}",
              "{\n    \"x\": 1.10,\n    \"a\": {\n        \"b\": 1\n    }\n}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n\t\"s\": {\n\t\t\"x\": {}\n\t}\n}\n", "s/y", "{\"b\":[]}",
              "{\n\t\"s\": {\n\t\t\"x\": {},\n\t\t\"y\": {\n\t\t\t\"b\": []\n\t\t}\n\t}\n}\n");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\r\n  \"x\": 1\r\n}\r\n", "a", "[1]",
              "{\r\n  \"x\": 1,\r\n  \"a\": [\r\n    1\r\n  ]\r\n}\r\n");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\"x\":1,\"s\":{}}", "s/a", "{\"b\": 1}",
              "{\"x\":1,\"s\":{\"a\":{\"b\":1}}}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\"x\": 1}", "a", "2", "{\"x\": 1, \"a\": 2}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n  \"s\": {}\n}", "s/a", "2",
              "{\n  \"s\": {\n    \"a\": 2\n  }\n}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n  \"s\": {\"x\": 1}\n}", "s/a", "2",
              "{\n  \"s\": {\"x\": 1, \"a\": 2}\n}");
  /* in place */
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n  \"s\" : {\"x\":1e400 , \"a\":\t\"old\"},\"z\":\"\\u0000\"}",
              "s/a", "2", "{\n  \"s\" : {\"x\":1e400 , \"a\":\t2},\"z\":\"\\u0000\"}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\n  \"s\": null\n}", "s/a", "2",
              "{\n  \"s\": {\n    \"a\": 2\n  }\n}");
  /* names are compared decoded, and a mark goes */
  assert_set (MCP_JSON_SYNTAX_STRICT, "{\"\\u0061\":1}", "a", "2", "{\"\\u0061\":2}");
  assert_set (MCP_JSON_SYNTAX_STRICT, "\357\273\277{\"a\": 1}", "a", "2", "{\"a\": 2}");
}

static void
test_comments (void)
{
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "// all\n{\n  // x\n  \"x\": 1, // one\n}\n// end\n", "a", "2",
              "// all\n{\n  // x\n  \"x\": 1, // one\n  \"a\": 2,\n}\n// end\n");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "{\n  \"x\": 1 // one, \"two\n}\n", "a", "2",
              "{\n  \"x\": 1, // one, \"two\n  \"a\": 2\n}\n");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "{\n  \"x\": 1 /* one */\n  /* two\n */\n}\n", "a", "2",
              "{\n  \"x\": 1, /* one */\n  /* two\n */\n  \"a\": 2\n}\n");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "{ // nothing\n}", "a", "2", "{ // nothing\n  \"a\": 2\n}");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "{\"a\": /* was */ 1, }", "a", "2", "{\"a\": /* was */ 2, }");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "// only\n", "a", "2", "// only\n{\n  \"a\": 2\n}\n");
  assert_set (MCP_JSON_SYNTAX_COMMENTS, "{\"u\": \"http://x\", \"v\": \"/* no */\"}", "a", "2",
              "{\"u\": \"http://x\", \"v\": \"/* no */\", \"a\": 2}");
  assert_remove (MCP_JSON_SYNTAX_COMMENTS,
                 "{\n  // of a\n  \"a\": 1, // one\n  // of b\n  \"b\": 2, // two\n}\n", "a",
                 "{\n  // of a\n  // of b\n  \"b\": 2, // two\n}\n");
  assert_remove (MCP_JSON_SYNTAX_COMMENTS, "{\n  \"a\": 1, // one\n  // of b\n  \"b\": 2, // two\n}\n",
                 "b", "{\n  \"a\": 1, // one\n  // of b\n}\n");
  assert_remove (MCP_JSON_SYNTAX_COMMENTS, "{\n  \"a\": 1, /* one\n  more */ \"b\": 2\n}\n", "a",
                 "{\n  \"b\": 2\n}\n");
  assert_remove (MCP_JSON_SYNTAX_COMMENTS, "{ \"a\": 1, }", "a", "{}");
}

static void
test_remove (void)
{
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n}\n", "b",
                 "{\n  \"a\": 1\n}\n");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "a", "{\n  \"b\": 2\n}\n");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\"a\":1,\"b\":2,\"c\":3}", "b", "{\"a\":1,\"c\":3}");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\"a\": 1, \"b\": 2}", "b", "{\"a\": 1}");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\"a\": 1, \"b\": 2}", "a", "{\"b\": 2}");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\n  \"s\": {\n    \"a\": 1\n  }\n}", "s/a",
                 "{\n  \"s\": {}\n}");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}", "b",
                 "{\r\n  \"a\": 1\r\n}");
  assert_remove (MCP_JSON_SYNTAX_STRICT, "{\n  \"a\": 1\n  ,\"b\": 2\n}", "b", "{\n  \"a\": 1\n}");
}

static void
assert_bad (McpJsonSyntax syntax, const char *text, guint line, guint column)
{
  g_autoptr (GBytes) bytes = text_bytes (text);
  g_autoptr (GError) error = NULL;
  McpJsonPlace place = { 0 };

  g_assert_null (mcp_json_editor_new (bytes, syntax, &place, &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_SYNTAX);
  g_assert_cmpuint (place.line, ==, line);
  g_assert_cmpuint (place.column, ==, column);
}

static void
test_bad (void)
{
  g_autoptr (McpJsonEditor) twice =
      open_text ("{\"s\": {}, \"s\": {\"a\": 1}, \"n\": [1]}", MCP_JSON_SYNTAX_STRICT);
  g_autoptr (McpJsonEditor) list = open_text ("[]", MCP_JSON_SYNTAX_STRICT);
  g_autoptr (GError) error = NULL;

  assert_bad (MCP_JSON_SYNTAX_STRICT, "{\n  \"a\": 1, // no\n}", 2, 11);
  assert_bad (MCP_JSON_SYNTAX_STRICT, "{\"a\": 1,}", 1, 9);
  assert_bad (MCP_JSON_SYNTAX_COMMENTS, "{\"a\": 1,,}", 1, 9);
  assert_bad (MCP_JSON_SYNTAX_COMMENTS, "{,}", 1, 2);
  assert_bad (MCP_JSON_SYNTAX_COMMENTS, "{\"a\": 1 /* no end }", 1, 9);
  assert_bad (MCP_JSON_SYNTAX_STRICT, "{\n\"\303\244\": x}", 2, 6);

  g_assert_null (
      mcp_json_editor_set (twice, (const char *const[]){ "s", "a", NULL }, "1", &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_DUPLICATE);
  g_clear_error (&error);
  g_assert_null (mcp_json_editor_remove (twice, (const char *const[]){ "s", NULL }, &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_DUPLICATE);
  g_clear_error (&error);
  g_assert_null (
      mcp_json_editor_set (twice, (const char *const[]){ "n", "a", NULL }, "1", &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NO_OBJECT);
  g_clear_error (&error);
  g_assert_null (mcp_json_editor_set (list, (const char *const[]){ "a", NULL }, "1", &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NO_OBJECT);
  g_clear_error (&error);
  g_assert_null (mcp_json_editor_remove (twice, (const char *const[]){ "x", NULL }, &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (mcp_json_editor_set (twice, (const char *const[]){ "x", NULL }, "{", &error));
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
      McpJsonSyntax syntax = round % 2 ? MCP_JSON_SYNTAX_COMMENTS : MCP_JSON_SYNTAX_STRICT;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("k%d", g_rand_int_range (rand, 0, 4));
      g_autofree char *inner = g_strdup_printf ("k%d", g_rand_int_range (rand, 0, 4));
      const char      *path[] = { name, g_rand_boolean (rand) ? inner : NULL, NULL };
      g_autoptr (McpJsonEditor) editor = NULL;
      g_autoptr (GBytes) after = NULL;
      g_autoptr (GError) error = NULL;
      gboolean there;

      append_gap (text, rand, syntax == MCP_JSON_SYNTAX_COMMENTS);
      g_string_append (text, "{");
      append_gap (text, rand, syntax == MCP_JSON_SYNTAX_COMMENTS);
      for (int i = 0, n = g_rand_int_range (rand, 0, 4); i < n; i++)
        {
          g_string_append_printf (text, "\"k%d\":", i);
          append_value (text, rand, 3, syntax == MCP_JSON_SYNTAX_COMMENTS);
          append_gap (text, rand, syntax == MCP_JSON_SYNTAX_COMMENTS);
          if (i + 1 < n)
            g_string_append_c (text, ',');
          append_gap (text, rand, syntax == MCP_JSON_SYNTAX_COMMENTS);
        }
      g_string_append (text, "}");
      append_gap (text, rand, FALSE);

      editor = open_text (text->str, syntax);
      there = mcp_json_value_exists (mcp_json_editor_get (editor, path));
      after = mcp_json_editor_set (editor, path, "{\"new\": [1.0, {}]}", &error);
      if (after == NULL)
        {
          /* Something else than an object is in the way, and nothing else. */
          g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NO_OBJECT);
          continue;
        }
      /* The editor itself has checked that every other member is there byte by byte. */
      if (syntax == MCP_JSON_SYNTAX_COMMENTS && !there)
        {
          g_autofree char *before_comments = collect_comments (text->str, text->len);
          g_autofree char *after_comments =
              collect_comments (g_bytes_get_data (after, NULL), g_bytes_get_size (after));

          g_assert_cmpstr (before_comments, ==, after_comments);
        }
      {
        g_autoptr (McpJsonEditor) again = mcp_json_editor_new (after, syntax, NULL, &error);
        g_autoptr (GBytes) removed = NULL;

        g_assert_no_error (error);
        removed = mcp_json_editor_remove (again, path, &error);
        g_assert_no_error (error);
        g_assert_nonnull (removed);
      }
    }
}

/* Values of a document */

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
  g_autofree char *result = name ? mcp_json_edit_insert_member (root, before, name, json)
                                 : mcp_json_edit_insert_item (root, before, json);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_value_insert (void)
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
  g_autofree char *result = name ? mcp_json_edit_remove_member (root, name)
                                 : mcp_json_edit_remove_item (root, position);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_value_remove (void)
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
      mcp_json_edit_move_item (mcp_json_document_get_root (document), from, to);

  g_assert_cmpstr (result, ==, expected);
}

static void
test_value_move (void)
{
  check_move ("[1,2,3]", 0, 2, "[2,3,1]");
  check_move ("[ 1 ,\n22,  {\"a\":1.10}]", 2, 0, "[ {\"a\":1.10} ,\n1,  22]");
  check_move ("[1,2,3]", 1, 1, "[1,2,3]");
  check_move ("[1,2,3]", 3, 0, NULL);
  check_move ("[1,2,3]", 0, 3, NULL);
}

static void
test_value_replace (void)
{
  g_autoptr (McpJsonDocument) document = parse ("{ \"a\": [1.10, {\"b\": -0}], \"c\": \"\\u0000\" }");
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *result =
      mcp_json_edit_replace (mcp_json_value_resolve_pointer (root, "/a/1/b"), "1e400");

  g_assert_cmpstr (result, ==, "{ \"a\": [1.10, {\"b\": 1e400}], \"c\": \"\\u0000\" }");
}

static void
assert_same_nodes (McpJsonValue a, McpJsonValue b)
{
  McpJsonIter  left;
  McpJsonIter  right;
  McpJsonValue a_name, b_name;
  McpJsonValue a_value, b_value;

  g_assert_cmpint (mcp_json_value_get_kind (a), ==, mcp_json_value_get_kind (b));
  g_assert_cmpuint (mcp_json_value_get_start (a), ==, mcp_json_value_get_start (b));
  g_assert_cmpuint (mcp_json_value_get_length (a), ==, mcp_json_value_get_length (b));
  g_assert_cmpuint (mcp_json_value_get_n_items (a), ==, mcp_json_value_get_n_items (b));
  mcp_json_iter_init (&left, a);
  mcp_json_iter_init (&right, b);
  while (mcp_json_iter_next (&left, &a_name, &a_value))
    {
      g_assert_true (mcp_json_iter_next (&right, &b_name, &b_value));
      if (mcp_json_value_exists (a_name))
        assert_same_nodes (a_name, b_name);
      assert_same_nodes (a_value, b_value);
    }
}

/* Every value of @value is replaced by each of some texts, JSON or not. */
static void
edit_each (McpJsonValue value)
{
  static const char *const texts[] = { "1", "{\"a\":[{},[]],\"b\":\"c\"}", "\"\\u0041\"", "[]", "",
                                       " 1", "1 ", "1,2", "\"", "]" };
  McpJsonValue             inside;
  McpJsonIter              iter;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = mcp_json_edit_replace (value, texts[i]);
      g_autoptr (GBytes) bytes = text_bytes (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) other = NULL;
      g_autoptr (McpJsonDocument) whole = mcp_json_document_parse (bytes, NULL, NULL, &error);
      g_autoptr (McpJsonDocument) edited = mcp_json_document_parse_edited (bytes, value, &other);

      g_test_message ("%s", text);
      g_assert_cmpint (whole != NULL, ==, edited != NULL);
      if (whole == NULL)
        {
          g_assert_cmpstr (error->message, ==, other->message);
          continue;
        }
      g_assert_cmpuint (whole->index.n_nodes, ==,
                        edited->index.n_nodes);
      assert_same_nodes (mcp_json_document_get_root (whole), mcp_json_document_get_root (edited));
    }
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &inside))
    edit_each (inside);
}

/* What is read of an edited text is what is read of it whole. */
static void
test_parse_edited (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      " {\"a\" : [1, {\"b\": \"x\"}, []], \"c\":{\"d\":{\"e\":null}, \"é\":-0}, \"a\":true}\n", -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (GBytes) other = text_bytes ("{\"z\":[1]}");
  g_autoptr (McpJsonDocument) fresh = NULL;

  edit_each (root);
  /* A text that differs elsewhere too is read as a whole. */
  fresh = mcp_json_document_parse_edited (
      other, mcp_json_value_resolve_pointer (root, "/c/d"), NULL);
  g_assert_cmpuint (fresh->index.n_nodes, ==, 6);
}

void
add_json_edit_tests (void)
{
  g_test_add_func ("/json-edited/parse", test_parse_edited);
  g_test_add_func ("/json-editor/set", test_set);
  g_test_add_func ("/json-editor/comments", test_comments);
  g_test_add_func ("/json-editor/remove", test_remove);
  g_test_add_func ("/json-editor/bad", test_bad);
  g_test_add_func ("/json-editor/property", test_property);
  g_test_add_func ("/form-patch/insert", test_value_insert);
  g_test_add_func ("/form-patch/remove", test_value_remove);
  g_test_add_func ("/form-patch/move", test_value_move);
  g_test_add_func ("/form-patch/replace", test_value_replace);
}
