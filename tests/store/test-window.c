/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows of values: what they show, what they say they hide, and that the next window goes on
 * exactly there. */

#include "store-tests.h"
#include "store-window.h"
#include "test-clock.h"

#include <string.h>

static const StoreWindowLimits defaults = STORE_WINDOW_LIMITS_DEFAULT;

static McpJsonDocument *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  return document;
}

static McpJsonDocument *
make_list (guint n_items)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < n_items; i++)
    g_string_append_printf (json, "%s%u", i ? "," : "", i);
  g_string_append_c (json, ']');
  return parse (json->str);
}

static void
test_lexemes (void)
{
  g_autoptr (McpJsonDocument) document =
      parse ("{\"n\":[1.10,-0,1e400,9007199254740993],\"s\":\"\\u0000\\ud800<b>\",\"e\":{},\"l\":[],"
             "\"a\":null,\"a\":true}");
  g_autofree char *window = store_window_print (mcp_json_document_get_root (document), &defaults);

  g_assert_cmpstr (window,
                   ==,
                   "{\n"
                   "  \"n\": [\n"
                   "    1.10,\n"
                   "    -0,\n"
                   "    1e400,\n"
                   "    9007199254740993\n"
                   "  ],\n"
                   "  \"s\": \"\\u0000\\ud800<b>\",\n"
                   "  \"e\": {},\n"
                   "  \"l\": [],\n"
                   "  \"a\": null,\n"
                   "  \"a\": true\n"
                   "}");
  g_assert_null (strstr (window, "…"));
}

static void
test_items (void)
{
  for (guint n = STORE_WINDOW_ITEMS - 1; n <= STORE_WINDOW_ITEMS + 1; n++)
    {
      g_autoptr (McpJsonDocument) document = make_list (n);
      McpJsonValue     root = mcp_json_document_get_root (document);
      g_autofree char *window = store_window_print (root, &defaults);

      if (n <= STORE_WINDOW_ITEMS)
        g_assert_null (strstr (window, "…"));
      else
        g_assert_true (g_str_has_suffix (window, ",\n  … 1 more\n]"));
    }
}

static void
test_depth (void)
{
  StoreWindowLimits limits = STORE_WINDOW_LIMITS_DEFAULT;
  g_autoptr (McpJsonDocument) document = parse ("{\"a\":{\"b\":[[1,2],{},[]]}}");
  McpJsonValue root = mcp_json_document_get_root (document);

  limits.depth = 3;
  {
    g_autofree char *window = store_window_print (root, &limits);

    g_assert_nonnull (strstr (window, "[… 2],\n      {},\n      []\n"));
  }
  limits.depth = 4;
  {
    g_autofree char *window = store_window_print (root, &limits);

    g_assert_null (strstr (window, "…"));
  }
  limits.depth = 0;
  {
    g_autofree char *window = store_window_print (root, &limits);

    g_assert_cmpstr (window, ==, "{… 1}");
  }
}

static void
test_strings (void)
{
  for (guint n = STORE_WINDOW_CHARACTERS - 1; n <= STORE_WINDOW_CHARACTERS + 1; n++)
    {
      g_autoptr (GString) json = g_string_new ("\"");
      g_autoptr (McpJsonDocument) document = NULL;
      g_autofree char *window = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append (json, "é");
      g_string_append_c (json, '"');
      document = parse (json->str);
      window = store_window_print (mcp_json_document_get_root (document), &defaults);
      if (n <= STORE_WINDOW_CHARACTERS)
        {
          g_assert_cmpstr (window, ==, json->str);
          continue;
        }
      g_assert_true (g_str_has_suffix (window, "é\"… 1 characters more"));
    }
}

/* Pieces of a string put together are the string, whatever their size. */
static void
test_pieces (void)
{
  g_autoptr (McpJsonDocument) document =
      parse ("\"a\\n\\u00e9é\\ud83d\\ude80🚀\\ud800x\\udc00\\\\\\u0041\\\"end\"");
  McpJsonValue     root = mcp_json_document_get_root (document);
  gsize            whole_length = 0;
  g_autofree char *whole = mcp_json_value_dup_string (root, &whole_length);
  gsize            total = mcp_json_value_count_characters (root);

  for (guint size = 1; size <= total + 1; size++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gsize            position = 0;
      gsize            seen = 0;
      StoreStringPiece piece;

      while (store_string_piece_read (root, position, size, &piece))
        {
          g_string_append_len (text, piece.text, (gssize)piece.length);
          g_assert_cmpuint (piece.characters, <=, size);
          seen += piece.characters;
          g_assert_cmpuint (piece.hidden, ==, total - seen);
          g_assert_false (piece.hidden_bytes);
          position = piece.end;
          store_string_piece_clear (&piece);
        }
      g_assert_cmpmem (text->str, text->len, whole, whole_length);
    }
}

static void
test_empty_string (void)
{
  g_autoptr (McpJsonDocument) document = parse ("\"\"");
  StoreStringPiece piece;

  g_assert_true (store_string_piece_read (mcp_json_document_get_root (document), 0, 5, &piece));
  g_assert_cmpstr (piece.text, ==, "");
  g_assert_cmpuint (piece.hidden, ==, 0);
  store_string_piece_clear (&piece);
}

/* A wrong position gives something, never a crash or text that is no UTF-8. */
static void
test_wrong_positions (void)
{
  g_autoptr (McpJsonDocument) document = parse ("\"é\\ud83d\\ude80🚀\\\\\"");
  McpJsonValue root = mcp_json_document_get_root (document);

  for (gsize position = 0; position < 40; position++)
    {
      StoreStringPiece piece;

      if (!store_string_piece_read (root, position, 2, &piece))
        continue;
      g_assert_true (g_utf8_validate (piece.text, (gssize)piece.length, NULL));
      store_string_piece_clear (&piece);
    }
}

static void
test_huge_string (void)
{
  for (guint extra = 0; extra <= 1; extra++)
    {
      gsize            length = STORE_WINDOW_CHARACTERS + STORE_WINDOW_COUNTED + extra;
      g_autofree char *json = g_malloc (length + 3);
      g_autoptr (McpJsonDocument) document = NULL;
      g_autofree char *window = NULL;
      g_autofree char *mark = NULL;

      memset (json, 'x', length + 2);
      json[0] = '"';
      json[length + 1] = '"';
      json[length + 2] = '\0';
      document = parse (json);
      window = store_window_print (mcp_json_document_get_root (document), &defaults);
      mark = g_strdup_printf ("… %u %s more", STORE_WINDOW_COUNTED + extra, extra == 1 ? "bytes" : "characters");
      g_assert_true (g_str_has_suffix (window, mark));
    }
}

/* No line is longer than the limit and its mark, and the whole keeps within its bytes. */
static void
test_lines_and_bytes (void)
{
  StoreWindowLimits limits = { 1000, 10, 1000000, 20000, 500 };
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *window = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 500; i++)
    {
      g_string_append_printf (json, "%s{\"k", i ? "," : "");
      for (guint k = 0; k < 100; k++)
        g_string_append (json, "\\u00e9\\n");
      g_string_append (json, "\":\"");
      for (guint k = 0; k < 300; k++)
        g_string_append (json, "abc");
      g_string_append (json, "\",\"n\":");
      for (guint k = 0; k < 300; k++)
        g_string_append (json, "123");
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
  document = parse (json->str);
  window = store_window_print (mcp_json_document_get_root (document), &limits);
  g_assert_cmpuint (strlen (window), <, limits.bytes + 4 * limits.line);
  lines = g_strsplit (window, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <, limits.line + 100);
}

/* A window of a large value costs what it shows. */
static void
test_large (void)
{
  g_autoptr (McpJsonDocument) document = make_list (2000000);
  McpJsonValue root = mcp_json_document_get_root (document);
  gint64       start = test_clock_get_computed ();

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *window = store_window_print (root, &defaults);

      g_assert_true (g_str_has_suffix (window, "… 1999975 more\n]"));
    }
  g_assert_cmpint (test_clock_get_computed () - start, <, 2 * G_USEC_PER_SEC);
}

void
add_window_tests (void)
{
  g_test_add_func ("/window/lexemes", test_lexemes);
  g_test_add_func ("/window/items", test_items);
  g_test_add_func ("/window/depth", test_depth);
  g_test_add_func ("/window/strings", test_strings);
  g_test_add_func ("/window/pieces", test_pieces);
  g_test_add_func ("/window/empty-string", test_empty_string);
  g_test_add_func ("/window/wrong-positions", test_wrong_positions);
  g_test_add_func ("/window/huge-string", test_huge_string);
  g_test_add_func ("/window/lines-and-bytes", test_lines_and_bytes);
  g_test_add_func ("/window/large", test_large);
}
