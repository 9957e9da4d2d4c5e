/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is accepted, where reading stops and why, limits, and hostile texts. */

#include "json-tests.h"
#include "mcp-json-index.h"
#include "mcp-json-writer.h"

#include <string.h>

static McpJsonDocument *
parse (const char *text, gsize length, const McpJsonLimits *limits, McpJsonPlace *place, GError **error)
{
  /* On the heap and exactly as long, so that a sanitizer sees a read beyond it. */
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_memdup2 (text, length), length);

  return mcp_json_document_parse (bytes, limits, place, error);
}

static gboolean
accepts (const char *text, gsize length)
{
  g_autoptr (McpJsonDocument) document = parse (text, length, NULL, NULL, NULL);

  return document != NULL;
}

static void
test_places (void)
{
  static const struct
  {
    const char  *text;
    McpJsonError code;
    gsize        offset;
    guint        line;
    guint        column;
    const char  *reason;
  } cases[] = {
    { "", MCP_JSON_ERROR_SYNTAX, 0, 1, 1, "there is no value" },
    { " \n ", MCP_JSON_ERROR_SYNTAX, 3, 2, 2, "there is no value" },
    { "[1 2]", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "expected ',' or ']' after an array element" },
    { "[1,\n 2\n 3]", MCP_JSON_ERROR_SYNTAX, 8, 3, 2, "expected ',' or ']' after an array element" },
    { "[1,\r\n 2\r\n 3]", MCP_JSON_ERROR_SYNTAX, 10, 3, 2, "expected ',' or ']' after an array element" },
    { "[1,\r 2\r 3]", MCP_JSON_ERROR_SYNTAX, 8, 3, 2, "expected ',' or ']' after an array element" },
    { "{\"a\":1 \"b\":2}", MCP_JSON_ERROR_SYNTAX, 7, 1, 8, "expected ',' or '}' after an object member" },
    { "{\"a\" 1}", MCP_JSON_ERROR_SYNTAX, 5, 1, 6, "expected ':' after a member name" },
    { "{\"a\":1,}", MCP_JSON_ERROR_SYNTAX, 7, 1, 8, "expected a member name in double quotes after ','" },
    { "{a:1}", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "expected a member name in double quotes or '}'" },
    { "[1,]", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "expected a value after ','" },
    { "[\"\xc3\xa9\xf0\x9f\x98\x80\", x]", MCP_JSON_ERROR_SYNTAX, 11, 1, 8, "expected a value after ','" },
    { "[\"\xc3\xa9\xff\"]", MCP_JSON_ERROR_ENCODING, 4, 1, 4, "these bytes are not UTF-8" },
    { "[\xff]", MCP_JSON_ERROR_ENCODING, 1, 1, 2, "these bytes are not UTF-8" },
    { "\xff\xfe[\x20]\x20", MCP_JSON_ERROR_ENCODING, 0, 1, 1, "the text is UTF-16, JSON is UTF-8" },
    { "\xef\xbb\xbf[1 2]", MCP_JSON_ERROR_SYNTAX, 6, 1, 4, "expected ',' or ']' after an array element" },
    { "[\"a\tb\"]", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "a control character in a string must be escaped" },
    { "[\"\\x\"]", MCP_JSON_ERROR_SYNTAX, 2, 1, 3, "unknown escape in a string" },
    { "[\"\\u12g4\"]", MCP_JSON_ERROR_SYNTAX, 6, 1, 7, "expected four hexadecimal digits after '\\u'" },
    { "[\"abc", MCP_JSON_ERROR_SYNTAX, 5, 1, 6, "the text ends inside a string" },
    { "[\"abc\\", MCP_JSON_ERROR_SYNTAX, 6, 1, 7, "the text ends inside a string" },
    { "{\"a\":[", MCP_JSON_ERROR_SYNTAX, 6, 1, 7, "the text ends inside an array" },
    { "{\"a\":", MCP_JSON_ERROR_SYNTAX, 5, 1, 6, "the text ends inside an object" },
    { "{", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "the text ends inside an object" },
    { "1 2", MCP_JSON_ERROR_SYNTAX, 2, 1, 3, "the text goes on after the value" },
    { "01", MCP_JSON_ERROR_SYNTAX, 0, 1, 1, "a number must not begin with 0" },
    { "-", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "expected a digit after '-'" },
    { "1.", MCP_JSON_ERROR_SYNTAX, 2, 1, 3, "expected a digit after the decimal point" },
    { "1e+", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "expected a digit in the exponent" },
    { "[tru]", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "expected 'true', 'false' or 'null'" },
    { "['a']", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "a string needs double quotes" },
    { "[NaN]", MCP_JSON_ERROR_SYNTAX, 1, 1, 2, "JSON has no NaN" },
    { "{} // x", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "JSON has no comments" },
    { "{ /* x */ }", MCP_JSON_ERROR_SYNTAX, 2, 1, 3, "JSON has no comments" },
    { "[1]\v", MCP_JSON_ERROR_SYNTAX, 3, 1, 4, "the text goes on after the value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *message = NULL;
      McpJsonPlace     place = { 0 };

      g_test_message ("case %u", i);
      g_assert_null (parse (cases[i].text, strlen (cases[i].text), NULL, &place, &error));
      g_assert_cmpstr (place.reason, ==, cases[i].reason);
      g_assert_error (error, MCP_JSON_ERROR, cases[i].code);
      g_assert_cmpuint (place.offset, ==, cases[i].offset);
      g_assert_cmpuint (place.line, ==, cases[i].line);
      g_assert_cmpuint (place.column, ==, cases[i].column);
      message = g_strdup_printf ("line %u, column %u: %s", place.line, place.column, place.reason);
      g_assert_cmpstr (error->message, ==, message);
    }
}

static char *
nest (const char *open, const char *inside, const char *close, guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, open);
  g_string_append (text, inside);
  for (guint i = 0; i < depth; i++)
    g_string_append (text, close);
  return g_string_free (text, FALSE);
}

static void
check_depth (const char *open, const char *close, const McpJsonLimits *limits, guint max_depth)
{
  for (guint depth = max_depth - 1; depth <= max_depth + 1; depth++)
    {
      g_autofree char *text = nest (open, "1", close, depth);
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      McpJsonPlace place = { 0 };

      document = parse (text, strlen (text), limits, &place, &error);
      if (depth <= max_depth)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_DEEP);
          g_assert_cmpuint (place.offset, ==, max_depth * strlen (open));
        }
    }
}

static void
test_depth (void)
{
  const McpJsonLimits small = { MCP_JSON_MAX_BYTES, 5 };
  const McpJsonLimits beyond = { G_MAXSIZE, G_MAXUINT };
  const McpJsonLimits none = { MCP_JSON_MAX_BYTES, 0 };
  g_autoptr (McpJsonDocument) scalar = parse ("1", 1, &none, NULL, NULL);

  g_assert_nonnull (scalar);
  g_assert_null (parse ("[]", 2, &none, NULL, NULL));
  check_depth ("[", "]", &small, 5);
  check_depth ("{\"a\":", "}", &small, 5);
  check_depth ("[", "]", NULL, MCP_JSON_MAX_DEPTH);
  check_depth ("{\"a\":", "}", NULL, MCP_JSON_MAX_DEPTH);
  check_depth ("[", "]", &beyond, MCP_JSON_MAX_DEPTH);
}

static void
test_bytes (void)
{
  for (gsize size = 9; size <= 11; size++)
    {
      const McpJsonLimits limits = { 10, 10 };
      g_autofree char    *text = g_strnfill (size, '1');
      g_autoptr (GError) error = NULL;
      McpJsonPlace place = { 0 };
      g_autoptr (McpJsonDocument) document = parse (text, size, &limits, &place, &error);

      if (size <= 10)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_LARGE);
          g_assert_nonnull (place.reason);
        }
    }
}

/* The bytes of a mapping that is never read: only its size is looked at. */
static void
test_greatest_size (void)
{
  static const char nothing[1];
  g_autoptr (GBytes) bytes = g_bytes_new_static (nothing, (gsize)MCP_JSON_MAX_BYTES + 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_json_document_parse (bytes, NULL, NULL, &error));
  g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_LARGE);
}

static void
test_hostile_nesting (void)
{
  static const char *const openings[] = { "[", "{\"a\":", "[{\"\":", "[[],", "{\"a\":{}, \"b\":" };

  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      /* With a bracket at the end it looks as if it were complete. */
      static const char *const endings[] = { "", "]", "}", " 0]" };

      for (guint j = 0; j < G_N_ELEMENTS (endings); j++)
        for (guint n = 1; n < 200 * 1024; n = n < 40 ? n + 1 : n * 3)
          {
            g_autofree char *opened = nest (openings[i], "", "", n);
            g_autofree char *text = g_strconcat (opened, endings[j], NULL);
            g_autoptr (GError) error = NULL;
            McpJsonDocument *document = parse (text, strlen (text), NULL, NULL, &error);

            if (document != NULL)
              {
                g_assert_cmpuint (n, ==, 1);
                mcp_json_document_unref (document);
              }
            else if (n > MCP_JSON_MAX_DEPTH)
              g_assert_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_DEEP);
          }
    }
}

/* The deepest document goes through everything that walks. */
static void
test_deepest (void)
{
  g_autofree char *text = nest ("[{\"a\":", "1", "}]", MCP_JSON_MAX_DEPTH / 2);
  g_autofree char *other = nest ("[{\"\\u0061\":", "1.0", "}]", MCP_JSON_MAX_DEPTH / 2);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (McpJsonDocument) spelled = mcp_json_document_parse_text (other, -1, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);
  McpJsonValue     last = { document, document->index.n_nodes - 1 };
  g_autofree char *compact = mcp_json_value_print_compact (root);
  g_autofree char *pretty = mcp_json_value_print_pretty (root, 8);
  g_autofree char *pointer = mcp_json_value_dup_pointer (last);
  g_autoptr (GArray) findings = mcp_json_document_find (document, 0);

  g_assert_cmpstr (compact, ==, text);
  g_assert_cmpuint (strlen (pretty), <, 100 * strlen (text));
  g_assert_cmpuint (strlen (pointer), ==, MCP_JSON_MAX_DEPTH * 2);
  g_assert_cmpuint (mcp_json_value_resolve_pointer (root, pointer).node, ==, last.node);
  g_assert_cmpuint (findings->len, ==, 0);
  g_assert_true (mcp_json_value_equal (root, mcp_json_document_get_root (spelled)));
}

/* No beginning of a document is one, and none makes the reader look beyond its end. */
static void
test_prefixes (void)
{
  static const char text[] = "{ \"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\\n\\u00e9\" : [ -12.5e+3 , true,false,\n"
                             "        null, {}, [ ] , \"plain and long enough for a vector\" ], \"\":0.1 }";

  for (gsize length = 0; length < strlen (text); length++)
    g_assert_false (accepts (text, length));
  g_assert_true (accepts (text, strlen (text)));
}

/* Every byte in place of every other: no crash, and what is accepted prints as it was. */
static void
test_mutations (void)
{
  static const char text[] = "{\"a\":[-1.5e3,true,null,\"\xe2\x82\xac\\n\\u00e9 0123456789abcdef\"],\"b\":{}}";
  g_autofree char  *copy = g_strdup (text);

  for (gsize i = 0; i < strlen (text); i++)
    {
      for (guint byte = 0; byte < 256; byte++)
        {
          g_autoptr (McpJsonDocument) document = NULL;
          g_autofree char *compact = NULL;

          copy[i] = (char)byte;
          document = parse (copy, strlen (text), NULL, NULL, NULL);
          if (document == NULL)
            continue;
          compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
          if (strchr (" \t\r\n", copy[i]) == NULL)
            g_assert_cmpstr (compact, ==, copy);
        }
      copy[i] = text[i];
    }
}

static void
test_utf8 (void)
{
  static const guchar bytes[] = { 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff };
  const guint         n = G_N_ELEMENTS (bytes);

  for (guint first = 0x80; first < 0x100; first++)
    for (guint i = 0; i < n * n * n; i++)
      {
        const char tail[] = { (char)bytes[i % n], (char)bytes[i / n % n], (char)bytes[i / n / n], '"' };
        char       text[6] = { '"', (char)first, tail[0], tail[1], tail[2], '"' };
        gsize      length = 6;

        /* A quote ends the string earlier. */
        for (gsize j = 2; j < 6; j++)
          if (text[j] == '"')
            {
              length = j + 1;
              break;
            }
        g_assert_cmpint (accepts (text, length), ==, g_utf8_validate (text, (gssize)length, NULL));
      }
}

/* Every kind of byte that ends a plain run, at every distance from the vectors' edges. */
static void
test_edges (void)
{
  static const char *const inserts[] = { "", "\\n", "\\u0000", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80" };
  static const char *const wrong[] = { "\n", "\x1f", "\xff", "\\", "\xc3", "\"" };

  for (guint before = 0; before < 40; before++)
    for (guint after = 0; after < 40; after += 3)
      {
        g_autofree char *head = g_strnfill (before, 'x');
        g_autofree char *tail = g_strnfill (after, 'y');

        for (guint i = 0; i < G_N_ELEMENTS (inserts); i++)
          {
            g_autofree char *text = g_strdup_printf ("\"%s%s%s\"", head, inserts[i], tail);
            g_autoptr (McpJsonDocument) document = parse (text, strlen (text), NULL, NULL, NULL);

            g_assert_nonnull (document);
            g_assert_cmpuint (mcp_json_value_count_characters (mcp_json_document_get_root (document)),
                              ==, before + after + (*inserts[i] != '\0'));
          }
        for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
          {
            g_autofree char *text = g_strdup_printf ("\"%s%s%s\"", head, wrong[i], tail);

            g_assert_false (accepts (text, strlen (text)));
          }
      }
}

/* Numbers of every length, where digits end at every distance from the text's end. */
static void
test_numbers (void)
{
  for (guint n = 1; n < 40; n++)
    for (guint m = 1; m < 40; m++)
      {
        g_autofree char *integer = g_strnfill (n, '7');
        g_autofree char *fraction = g_strnfill (m, '0');
        g_autofree char *text = g_strdup_printf ("-%s.%sE-%s", integer, fraction, fraction);
        g_autofree char *list = g_strdup_printf ("[%s,%s , %s]", integer, text, text);
        g_autoptr (McpJsonDocument) one = parse (text, strlen (text), NULL, NULL, NULL);
        g_autoptr (McpJsonDocument) many = parse (list, strlen (list), NULL, NULL, NULL);
        McpJsonValue     root = mcp_json_document_get_root (many);
        g_autofree char *written = mcp_json_value_dup_text (mcp_json_value_get_item (root, 1));

        g_assert_nonnull (one);
        g_assert_cmpuint (mcp_json_value_get_n_items (root), ==, 3);
        g_assert_cmpstr (written, ==, text);
        text[1] = '0';
        g_assert_cmpint (accepts (text, strlen (text)), ==, n == 1);
      }
}

static void
test_white_space (void)
{
  for (guint n = 0; n < 70; n++)
    {
      static const char kinds[] = " \t\r\n";
      g_autofree char  *space = g_strnfill (n, ' ');
      g_autofree char  *text = NULL;
      g_autofree char  *compact = NULL;
      g_autoptr (McpJsonDocument) document = NULL;

      if (n % 3 == 0)
        for (guint i = 0; i < n; i++)
          space[i] = kinds[(i * 7 + n) % 4];
      text = g_strdup_printf ("%s{%s\"a\"%s:%s[%s1%s,%s2%s]%s,%s\"b\":%s{%s}%s}%s", space, space, space,
                              space, space, space, space, space, space, space, space, space, space, space);
      document = parse (text, strlen (text), NULL, NULL, NULL);
      g_assert_nonnull (document);
      compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
      g_assert_cmpstr (compact, ==, "{\"a\":[1,2],\"b\":{}}");
    }
}

/* The index grows by estimate; texts with the most nodes a byte may have. */
static void
test_dense (void)
{
  static const char *const items[] = { "0", "[]", "\"\"", "{}" };

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GString) text = g_string_new ("[");
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue root, value;
      McpJsonIter  iter;
      guint        n = 0;

      for (guint j = 0; j < 100000; j++)
        {
          if (j > 0)
            g_string_append_c (text, ',');
          g_string_append (text, items[i]);
        }
      g_string_append_c (text, ']');
      document = parse (text->str, text->len, NULL, NULL, NULL);
      root = mcp_json_document_get_root (document);
      g_assert_cmpuint (mcp_json_value_get_n_items (root), ==, 100000);
      g_assert_cmpuint (document->index.n_nodes, ==,
                        2 + 100000 * (items[i][0] == '[' || items[i][0] == '{' ? 2 : 1));
      mcp_json_iter_init (&iter, root);
      while (mcp_json_iter_next (&iter, NULL, &value))
        {
          g_assert_cmpuint (mcp_json_value_get_length (value), ==, strlen (items[i]));
          n++;
        }
      g_assert_cmpuint (n, ==, 100000);
    }
}

void
add_json_reader_tests (void)
{
  g_test_add_func ("/json/reader/places", test_places);
  g_test_add_func ("/json/reader/depth", test_depth);
  g_test_add_func ("/json/reader/bytes", test_bytes);
  g_test_add_func ("/json/reader/greatest-size", test_greatest_size);
  g_test_add_func ("/json/reader/hostile-nesting", test_hostile_nesting);
  g_test_add_func ("/json/reader/deepest", test_deepest);
  g_test_add_func ("/json/reader/prefixes", test_prefixes);
  g_test_add_func ("/json/reader/mutations", test_mutations);
  g_test_add_func ("/json/reader/utf8", test_utf8);
  g_test_add_func ("/json/reader/edges", test_edges);
  g_test_add_func ("/json/reader/numbers", test_numbers);
  g_test_add_func ("/json/reader/white-space", test_white_space);
  g_test_add_func ("/json/reader/dense", test_dense);
}
