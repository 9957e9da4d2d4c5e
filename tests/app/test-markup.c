/* SPDX-License-Identifier: GPL-3.0-or-later */

/* XML and HTML: what is told from other texts, laid out, its parts, and that it is bounded. */

#include "app-tests.h"
#include "app-markup.h"

#include <string.h>

static gboolean
is_likely (const char *text)
{
  return app_markup_is_likely (text, strlen (text));
}

static void
test_likely (void)
{
  static const char *const markup[] = { "<?xml version=\"1.0\"?>", " \n<!DOCTYPE html><p>a",
                                        "<a><b>c</b></a>\n", "\xef\xbb\xbf<a b=\">\"/>",
                                        "<é>x</é>" };
  static const char *const others[] = { "", "<", "a <b>c</b>", "<b>note</b> that this is prose",
                                        "<1>", "<3 you", "< a></a>", "<thinking>", "<a", "<a b='>" };
  g_autoptr (GString) large = g_string_new ("<a><b/>");

  for (guint i = 0; i < G_N_ELEMENTS (markup); i++)
    g_assert_true (is_likely (markup[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (is_likely (others[i]));
  while (large->len < 4000)
    g_string_append (large, "<c>text</c> ");
  g_string_append (large, "text");
  g_assert_true (is_likely (large->str));
}

static char *
lay_out (const char *text, gssize length, gsize max_bytes, gboolean *complete)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length < 0 ? strlen (text) : (gsize)length);
  g_autoptr (GBytes) laid_out = app_markup_lay_out (bytes, max_bytes, NULL, complete);

  g_assert_cmpuint (g_bytes_get_size (laid_out), <=, max_bytes + 1);
  return g_strndup (g_bytes_get_data (laid_out, NULL), g_bytes_get_size (laid_out));
}

static void
assert_layout (const char *text, const char *expected)
{
  gboolean         complete;
  g_autofree char *laid_out = lay_out (text, -1, 1000000, &complete);

  g_assert_true (complete);
  g_assert_cmpstr (laid_out, ==, expected);
}

static void
test_layout (void)
{
  assert_layout ("<?xml version=\"1.0\"?><!-- a > b --><r a='1>2' ><b>text</b><c/><d></d>"
                 "<e><f>  &amp; </f></e></r>",
                 "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<r a='1>2' >\n  <b>text</b>\n  <c/>\n"
                 "  <d></d>\n  <e>\n    <f>&amp;</f>\n  </e>\n</r>\n");
  assert_layout ("<a><![CDATA[<b> & ]]></a>", "<a><![CDATA[<b> & ]]></a>\n");
  assert_layout ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
                 "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<a>&x;</a>\n");
  assert_layout ("<!doctype html><html><br><p>a</p><script>if (a<b) c()</script></html>",
                 "<!doctype html>\n<html>\n  <br>\n  <p>a</p>\n  <script>if (a<b) c()</script>\n"
                 "</html>\n");
  assert_layout ("", "");
  /* What is laid out stays as it is. */
  assert_layout ("<a>\n  <b>c</b>\n</a>\n", "<a>\n  <b>c</b>\n</a>\n");
  /* What is not well-formed. */
  assert_layout ("</a></b><c>", "</a>\n</b>\n<c>\n");
  assert_layout ("a < b <", "a < b <\n");
  assert_layout ("<a b=\"", "<a b=\"\n");
  assert_layout ("<!-- a", "<!-- a\n");
}

static void
test_bounded (void)
{
  const guint n = 200000;
  g_autoptr (GString) deep = g_string_new (NULL);
  g_autofree char *quotes = g_strnfill (4000000, '<');
  g_autofree char *spaces = g_strnfill (4000000, ' ');
  gboolean         complete;

  for (guint i = 0; i < n; i++)
    g_string_append (deep, "<a>");
  g_autofree char *laid_out = lay_out (deep->str, (gssize)deep->len, APP_MARKUP_MAX_BYTES, &complete);
  g_assert_true (complete);
  g_assert_cmpuint (strlen (laid_out), <, n * 80);
  g_autofree char *start = lay_out (deep->str, (gssize)deep->len, 1000, &complete);
  g_assert_false (complete);
  g_assert_cmpuint (strlen (start), ==, 1000);
  g_autofree char *signs = lay_out (quotes, -1, APP_MARKUP_MAX_BYTES, &complete);
  g_assert_true (complete);
  g_autofree char *nothing = lay_out (spaces, -1, 1000, &complete);
  g_assert_false (complete);
  g_assert_cmpstr (nothing, ==, "");
  /* A character is not cut in two. */
  for (gsize max = 0; max < 12; max++)
    {
      g_autofree char *text = lay_out ("<a>éééé</a>", -1, max, &complete);

      g_assert_false (complete);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

static void
assert_spans (const char *row, const char *expected)
{
  static const char letters[] = "tavr";
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (AppMarkupSpan));
  g_autoptr (GString) parts = g_string_new (NULL);

  app_markup_find_spans (row, strlen (row), spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const AppMarkupSpan *span = &g_array_index (spans, AppMarkupSpan, i);

      g_assert_cmpuint (span->end, <=, strlen (row));
      g_string_append_printf (parts, "%c[%.*s]", letters[span->style],
                              (int)(span->end - span->start), row + span->start);
    }
  g_assert_cmpstr (parts->str, ==, expected);
}

static void
test_spans (void)
{
  assert_spans ("<a b=\"c\" d='>'>x</a>", "t[<a]a[b]v[\"c\"]a[d]v['>']t[>]t[</a]t[>]");
  assert_spans ("  <a/><!-- b --><?c d?>", "t[<a]t[/>]r[<!-- b -->]r[<?c d?>]");
  assert_spans ("a < b <3 <", "");
  assert_spans ("<a b='", "t[<a]a[b]v[']");
  assert_spans ("<!-- a", "r[<!-- a]");
  assert_spans ("<a <b>", "t[<a]t[<b]t[>]");
}

void
add_markup_tests (void)
{
  g_test_add_func ("/markup/likely", test_likely);
  g_test_add_func ("/markup/layout", test_layout);
  g_test_add_func ("/markup/bounded", test_bounded);
  g_test_add_func ("/markup/spans", test_spans);
}
