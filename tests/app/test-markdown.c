/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown as plain text with styles: what is told from other texts, rendered, and bounded. */

#include "app-tests.h"
#include "app-markdown.h"

#include <string.h>

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

static AppMarkdown *
load_length (const char *text, gsize length, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (GAsyncResult) result = NULL;

  app_markdown_load_async (bytes, NULL, on_loaded, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return app_markdown_load_finish (result, error);
}

static AppMarkdown *
load (const char *text)
{
  return load_length (text, strlen (text), NULL);
}

/* "style:part" of every span of that style. */
static char *
dup_parts (AppMarkdown *markdown, AppMarkdownStyle style)
{
  GArray     *spans = app_markdown_get_spans (markdown);
  const char *text = app_markdown_get_text (markdown);
  g_autoptr (GString) parts = g_string_new (NULL);

  for (guint i = 0; i < spans->len; i++)
    {
      const AppMarkdownSpan *span = &g_array_index (spans, AppMarkdownSpan, i);
      g_autofree char       *part = g_utf8_substring (text, (glong)span->start, (glong)span->end);

      g_assert_cmpuint (span->end, <=, (gsize)g_utf8_strlen (text, -1));
      if (span->style != style)
        continue;
      g_string_append_printf (parts, "%s[%s]", parts->len > 0 ? " " : "", part);
      if (span->level > 0)
        g_string_append_printf (parts, "%u", span->level);
      if (span->target != NULL)
        g_string_append_printf (parts, "→%s", span->target);
    }
  return g_string_free (g_steal_pointer (&parts), FALSE);
}

static void
assert_parts (AppMarkdown *markdown, AppMarkdownStyle style, const char *expected)
{
  g_autofree char *parts = dup_parts (markdown, style);

  g_assert_cmpstr (parts, ==, expected);
}

static void
test_render (void)
{
  g_autoptr (AppMarkdown) markdown = load (
      "# Títle\n\nSome *soft* and **hard** `c<o>de`\nwith a [link](https://a.b/c \"t\").\n\n"
      "- one\n  - two\n- [x] three\n\n3. c\n4. d\n\n> quoted\n\n```sh\nls\n\nrm\n```\n\n---\n"
      "~~gone~~ &amp; &#x202e; &unknown; ![pic](http://x/y.png)\n");

  g_assert_cmpstr (app_markdown_get_text (markdown), ==,
                   "Títle\n\nSome soft and hard c<o>de with a link.\n\n"
                   "• one\n• two\n☑ three\n\n3. c\n4. d\n\nquoted\n\nls\n\nrm\n\n────────────\n\n"
                   "gone & ⟨U+202E⟩ &unknown; Image: pic");
  assert_parts (markdown, APP_MARKDOWN_HEADING, "[Títle]1");
  assert_parts (markdown, APP_MARKDOWN_EMPHASIS, "[soft]");
  assert_parts (markdown, APP_MARKDOWN_STRONG, "[hard]");
  assert_parts (markdown, APP_MARKDOWN_CODE, "[c<o>de]");
  assert_parts (markdown, APP_MARKDOWN_CODE_BLOCK, "[ls\n\nrm\n]");
  assert_parts (markdown, APP_MARKDOWN_LINK, "[link]→https://a.b/c [pic]→http://x/y.png");
  assert_parts (markdown, APP_MARKDOWN_QUOTE, "[quoted]");
  assert_parts (markdown, APP_MARKDOWN_STRUCK, "[gone]");
  assert_parts (markdown, APP_MARKDOWN_INDENT,
                "[• two]2 [• one\n• two]1 [☑ three]1 [3. c]1 [4. d]1 [quoted]1");
}

static void
test_table (void)
{
  g_autoptr (AppMarkdown) markdown =
      load ("| name | n |\n|---|--:|\n| **東京** | 1 |\n| a [x](http://y) | |\n\nend\n");

  g_assert_cmpstr (app_markdown_get_text (markdown), ==,
                   "name │ n\n─────┼──\n東京 │ 1\na x  │ \n\nend");
  assert_parts (markdown, APP_MARKDOWN_LINK, "[x]→http://y");
  assert_parts (markdown, APP_MARKDOWN_STRONG, "[name] [n] [東京]");
}

/* What is hostile in a page is text here. */
static void
test_html (void)
{
  g_autoptr (AppMarkdown) markdown =
      load ("<script>alert(1)</script>\n\n<img src=\"http://x/y\"> a <b>b</b>\n");

  g_assert_cmpstr (app_markdown_get_text (markdown), ==,
                   "<script>alert(1)</script>\n\n<img src=\"http://x/y\"> a <b>b</b>");
  assert_parts (markdown, APP_MARKDOWN_LINK, "");
}

static void
test_likely (void)
{
  static const struct
  {
    const char *text;
    gboolean    likely;
  } cases[] = {
    { "# Title\n\nText with a [link](http://a).\n", TRUE },
    { "# Title\n\nA list:\n\n- **one**\n- two\n", TRUE },
    { "# A\n\ntext\n\n## B\n\n- a\n- b\n", TRUE },
    { "| a | b |\n|---|---|\n| 1 | 2 |\n\n**done** and\n", TRUE },
    { "Plain text, two lines.\nNothing else.\n", FALSE },
    { "# comment\nimport os\n\ndef f(**kwargs):\n    return a[1](2)\n", FALSE },
    { "#!/bin/sh\n# a\nls **/*.c\n", FALSE },
    { "# settings\n\nname: a\nlist:\n  - one\n  - two\nother: **x**\n", FALSE },
    { "- a\n- b\n- c\n", FALSE },
    { "<h1>a</h1>\n<ul>\n<li>b\n", FALSE },
    { "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (app_markdown_is_likely (cases[i].text, strlen (cases[i].text)), ==,
                       cases[i].likely);
    }
}

static void
test_bounds (void)
{
  const gsize      length = 3 * APP_MARKDOWN_MAX_BYTES;
  g_autofree char *long_line = g_strnfill (length, 'a');
  g_autoptr (AppMarkdown) cut = load_length (long_line, length, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) table = g_string_new (NULL);

  g_assert_cmpuint (app_markdown_get_n_hidden (cut), ==, length - APP_MARKDOWN_MAX_BYTES);
  /* Rows that are filled up with empty cells by the billion. */
  for (guint i = 0; i < 20000; i++)
    g_string_append (table, "|a");
  g_string_append_c (table, '\n');
  for (guint i = 0; i < 20000; i++)
    g_string_append (table, "|---");
  g_string_append_c (table, '\n');
  for (guint i = 0; i < 20000; i++)
    g_string_append (table, "|a|\n");
  g_assert_null (load_length (table->str, table->len, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);

  /* An address that is written once, and a link of every word. */
  g_string_assign (table, "[a]: http://");
  for (guint i = 0; i < 10000; i++)
    g_string_append (table, "long");
  g_string_append (table, "\n\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append (table, "[a] ");
  g_clear_error (&error);
  g_assert_null (load_length (table->str, table->len, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);

  /* No line is slow to lay out. */
  g_auto (GStrv) lines = g_strsplit (app_markdown_get_text (cut), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <=, 2 * 8192);
  g_assert_cmpuint (g_strv_length (lines), >=, APP_MARKDOWN_MAX_BYTES / 8192);

  /* Any bytes. */
  /* A span that ends, and did not begin. */
  g_autoptr (AppMarkdown) unbalanced = load ("[](_)_ a\n\n*b*\n\n|[](*)*|\n|-|\n|[](*)|\n");
  assert_parts (unbalanced, APP_MARKDOWN_EMPHASIS, "[b]");
  g_autoptr (AppMarkdown) nothing = load ("");
  g_assert_cmpstr (app_markdown_get_text (nothing), ==, "");
  g_autoptr (AppMarkdown) nowhere = load ("a [b]() ![c](<>) [](d)");
  g_assert_cmpstr (app_markdown_get_text (nowhere), ==, "a b Image: c d");
  assert_parts (nowhere, APP_MARKDOWN_LINK, "[d]→d");
  g_autoptr (AppMarkdown) bytes = load_length ("# \xff\0*a*\n", 8, NULL);
  g_assert_true (g_utf8_validate (app_markdown_get_text (bytes), -1, NULL));
}

/* @count times @unit */
static char *
repeat (const char *unit, gsize count)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < count; i++)
    g_string_append (text, unit);
  return g_string_free (text, FALSE);
}

static guint
count_spans (AppMarkdown *markdown, AppMarkdownStyle style)
{
  GArray *spans = app_markdown_get_spans (markdown);
  guint   n = 0;

  for (guint i = 0; i < spans->len; i++)
    n += g_array_index (spans, AppMarkdownSpan, i).style == style;
  return n;
}

/* What makes a parser slow. Most of it is no markup, and shown as it is. */
static void
test_hostile (void)
{
  static const struct
  {
    const char      *piece;
    const char      *shown; /* NULL: the piece */
    guint            times; /* how often that is shown; 0: as often as the piece was written */
    AppMarkdownStyle style; /* of what has one */
    guint            n_spans;
  } cases[] = {
    { "[" },
    { "*a " },
    { "`", "" }, /* a block of code without an end */
    { "> ", "" },
    { "- ", "────────────", 1, .style = APP_MARKDOWN_RULE, .n_spans = 1 },
    { "<a" },
    { "![](" },
    { "&" },
    { "|" },
    { "~", "" },
    { "[a](" },
    { "1. ", .style = APP_MARKDOWN_INDENT, .n_spans = 10923 },
    { "\\", "\\", 16384 },
    { "#" },
    { "a@b.", .style = APP_MARKDOWN_LINK, .n_spans = 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char      *piece = cases[i].piece;
      gsize            n = (32 * 1024 + strlen (piece) - 1) / strlen (piece);
      g_autofree char *text = repeat (piece, n);
      g_autofree char *expected = repeat (cases[i].shown != NULL ? cases[i].shown : piece,
                                          cases[i].times > 0 ? cases[i].times : n);
      g_autoptr (AppMarkdown) markdown = load (text);
      g_auto (GStrv) lines = NULL;
      g_autofree char *shown = NULL;

      g_assert_nonnull (markdown);
      g_assert_cmpuint (app_markdown_get_n_hidden (markdown), ==, 0);
      lines = g_strsplit (app_markdown_get_text (markdown), "\n", -1);
      shown = g_strchomp (g_strjoinv ("", lines));
      g_test_message ("%s: %" G_GSIZE_FORMAT " bytes", piece, strlen (shown));
      g_assert_true (g_str_equal (shown, g_strchomp (expected)));
      g_assert_cmpuint (count_spans (markdown, cases[i].style), ==, cases[i].n_spans);
      g_assert_cmpuint (app_markdown_get_spans (markdown)->len, ==, cases[i].n_spans);
    }
}

/* Marks of emphasis that cross: whoever pairs them takes two away for each part that has it. */
static void
test_crossed_marks (void)
{
  g_autofree char *text = repeat ("*_", 16 * 1024);
  g_autoptr (AppMarkdown) markdown = load (text);
  guint n_spans = count_spans (markdown, APP_MARKDOWN_EMPHASIS);
  g_auto (GStrv) lines = g_strsplit (app_markdown_get_text (markdown), "\n", -1);
  g_autofree char *shown = g_strjoinv ("", lines);

  g_assert_cmpuint (n_spans, >, 1000);
  g_assert_cmpuint (app_markdown_get_spans (markdown)->len, ==, n_spans);
  g_assert_cmpuint (strspn (shown, "*_"), ==, strlen (shown));
  g_assert_cmpuint (strlen (shown) + 2 * n_spans, ==, strlen (text));
}

void
add_markdown_tests (void)
{
  g_test_add_func ("/markdown/render", test_render);
  g_test_add_func ("/markdown/table", test_table);
  g_test_add_func ("/markdown/html", test_html);
  g_test_add_func ("/markdown/likely", test_likely);
  g_test_add_func ("/markdown/bounds", test_bounds);
  g_test_add_func ("/markdown/hostile", test_hostile);
  g_test_add_func ("/markdown/crossed-marks", test_crossed_marks);
}
