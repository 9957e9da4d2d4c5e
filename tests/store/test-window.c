/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows of values: what they show, what they say they hide, and that the next window goes on
 * exactly there. */

#include "store-tests.h"
#include "store-window.h"

#include <string.h>

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
  g_autoptr (StoreWindow) window = store_window_new (mcp_json_document_get_root (document), NULL);

  g_assert_cmpstr (store_window_get_text (window),
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
  g_assert_cmpuint (store_window_get_n_gaps (window), ==, 0);
}

static void
test_items (void)
{
  for (guint n = STORE_WINDOW_ITEMS - 1; n <= STORE_WINDOW_ITEMS + 1; n++)
    {
      g_autoptr (McpJsonDocument) document = make_list (n);
      McpJsonValue root = mcp_json_document_get_root (document);
      g_autoptr (StoreWindow) window = store_window_new (root, NULL);
      const StoreGap *gap;

      if (n <= STORE_WINDOW_ITEMS)
        {
          g_assert_cmpuint (store_window_get_n_gaps (window), ==, 0);
          continue;
        }
      g_assert_cmpuint (store_window_get_n_gaps (window), ==, 1);
      gap = store_window_get_gap (window, 0);
      g_assert_cmpint (gap->kind, ==, STORE_GAP_ITEMS);
      g_assert_cmpuint (gap->next, ==, STORE_WINDOW_ITEMS);
      g_assert_cmpuint (gap->hidden, ==, 1);
      g_assert_true (g_str_has_prefix (store_window_get_text (window) + gap->offset, "… 1 more"));
      g_assert_cmpuint (gap->length, ==, strlen ("… 1 more"));
    }
}

static void
test_items_go_on (void)
{
  g_autoptr (McpJsonDocument) document = make_list (120);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (StoreWindow) window = store_window_new_items (root, 25, 3, NULL);
  g_autoptr (StoreWindow) last = store_window_new_items (root, 118, 0, NULL);
  g_autoptr (StoreWindow) beyond = store_window_new_items (root, 500, 0, NULL);

  g_assert_cmpstr (store_window_get_text (window),
                   ==,
                   "[\n  … 25 before\n  25,\n  26,\n  27,\n  … 92 more\n]");
  g_assert_cmpuint (store_window_get_gap (window, 1)->next, ==, 28);
  g_assert_cmpstr (store_window_get_text (last), ==, "[\n  … 118 before\n  118,\n  119\n]");
  g_assert_cmpstr (store_window_get_text (beyond), ==, "[\n  … 120 before\n]");
}

static void
test_depth (void)
{
  StoreWindowLimits limits = STORE_WINDOW_LIMITS_DEFAULT;
  g_autoptr (McpJsonDocument) document = parse ("{\"a\":{\"b\":[[1,2],{},[]]}}");
  McpJsonValue root = mcp_json_document_get_root (document);

  limits.depth = 3;
  {
    g_autoptr (StoreWindow) window = store_window_new (root, &limits);
    const StoreGap *gap = store_window_get_gap (window, 0);

    g_assert_cmpuint (store_window_get_n_gaps (window), ==, 1);
    g_assert_cmpint (gap->kind, ==, STORE_GAP_DEPTH);
    g_assert_cmpuint (gap->hidden, ==, 2);
    g_assert_nonnull (strstr (store_window_get_text (window), "[… 2],\n      {},\n      []\n"));
  }
  limits.depth = 4;
  {
    g_autoptr (StoreWindow) window = store_window_new (root, &limits);

    g_assert_cmpuint (store_window_get_n_gaps (window), ==, 0);
  }
  limits.depth = 0;
  {
    g_autoptr (StoreWindow) window = store_window_new (root, &limits);

    g_assert_cmpstr (store_window_get_text (window), ==, "{… 1}");
  }
}

static void
test_strings (void)
{
  for (guint n = STORE_WINDOW_CHARACTERS - 1; n <= STORE_WINDOW_CHARACTERS + 1; n++)
    {
      g_autoptr (GString) json = g_string_new ("\"");
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (StoreWindow) window = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append (json, "é");
      g_string_append_c (json, '"');
      document = parse (json->str);
      window = store_window_new (mcp_json_document_get_root (document), NULL);
      if (n <= STORE_WINDOW_CHARACTERS)
        {
          g_assert_cmpstr (store_window_get_text (window), ==, json->str);
          continue;
        }
      g_assert_cmpuint (store_window_get_n_gaps (window), ==, 1);
      g_assert_cmpuint (store_window_get_gap (window, 0)->hidden, ==, 1);
      g_assert_true (g_str_has_suffix (store_window_get_text (window), "é\"… 1 characters more"));
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
          g_assert_cmpuint (store_string_find_position (root, seen), ==, piece.end);
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
      g_autoptr (StoreWindow) window = NULL;
      const StoreGap *gap;

      memset (json, 'x', length + 2);
      json[0] = '"';
      json[length + 1] = '"';
      json[length + 2] = '\0';
      document = parse (json);
      window = store_window_new (mcp_json_document_get_root (document), NULL);
      gap = store_window_get_gap (window, 0);
      g_assert_cmpuint (gap->hidden, ==, STORE_WINDOW_COUNTED + extra);
      g_assert_cmpint (gap->hidden_bytes, ==, extra == 1);
    }
}

/* No line is longer than the limit and its mark, and the whole keeps within its bytes. */
static void
test_lines_and_bytes (void)
{
  StoreWindowLimits limits = { 1000, 10, 1000000, 20000, 500 };
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (StoreWindow) window = NULL;
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
  window = store_window_new (mcp_json_document_get_root (document), &limits);
  g_assert_cmpuint (strlen (store_window_get_text (window)), <, limits.bytes + 4 * limits.line);
  lines = g_strsplit (store_window_get_text (window), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <, limits.line + 100);
  for (guint i = 0; i < store_window_get_n_gaps (window); i++)
    {
      const StoreGap *gap = store_window_get_gap (window, i);

      g_assert_true (g_str_has_prefix (store_window_get_text (window) + gap->offset, "…"));
    }
}

/* A window of a large value costs what it shows. */
static void
test_large (void)
{
  g_autoptr (McpJsonDocument) document = make_list (2000000);
  McpJsonValue root = mcp_json_document_get_root (document);
  gint64       start = g_get_monotonic_time ();

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (StoreWindow) window = store_window_new (root, NULL);

      g_assert_cmpuint (store_window_get_gap (window, 0)->hidden, ==, 2000000 - 25);
    }
  g_assert_cmpint (g_get_monotonic_time () - start, <, 2 * G_USEC_PER_SEC);
}

void
add_window_tests (void)
{
  g_test_add_func ("/window/lexemes", test_lexemes);
  g_test_add_func ("/window/items", test_items);
  g_test_add_func ("/window/items-go-on", test_items_go_on);
  g_test_add_func ("/window/depth", test_depth);
  g_test_add_func ("/window/strings", test_strings);
  g_test_add_func ("/window/pieces", test_pieces);
  g_test_add_func ("/window/empty-string", test_empty_string);
  g_test_add_func ("/window/wrong-positions", test_wrong_positions);
  g_test_add_func ("/window/huge-string", test_huge_string);
  g_test_add_func ("/window/lines-and-bytes", test_lines_and_bytes);
  g_test_add_func ("/window/large", test_large);
}
