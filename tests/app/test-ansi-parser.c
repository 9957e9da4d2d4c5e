/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tests.h"
#include "app-ansi-parser.h"

#include <string.h>

/* Every escape sequence that a program may send, in two pieces that are cut at @cut. */
static char *
read_in_two (const char *input, gsize cut, GArray *spans)
{
  g_autoptr (AppAnsiParser) parser = app_ansi_parser_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  app_ansi_parser_read (parser, input, cut, text, spans);
  app_ansi_parser_read (parser, input + cut, strlen (input) - cut, text, spans);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static GArray *
new_spans (void)
{
  return g_array_new (FALSE, TRUE, sizeof (AppAnsiSpan));
}

#define MANY ";1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1"

static const struct
{
  const char *input;
  const char *text;
  guint       n_spans;
  AppAnsiSpan first;
} cases[] = {
  { "plain", "plain", 0, { 0 } },
  { "a\033[31mred\033[0mb", "aredb", 1, { 1, 3, 0, APP_ANSI_INDEX | 1, 0 } },
  { "\033[1;94;41mx\033[my", "xy", 1, { 0, 1, APP_ANSI_BOLD, APP_ANSI_INDEX | 12, APP_ANSI_INDEX | 1 } },
  { "\033[38;5;208mx", "x", 1, { 0, 1, 0, APP_ANSI_INDEX | 208, 0 } },
  { "\033[38;2;1;2;3;4mx", "x", 1, { 0, 1, APP_ANSI_UNDERLINE, APP_ANSI_RGB | 0x010203, 0 } },
  { "\033[1;2mx\033[22my", "xy", 1, { 0, 1, APP_ANSI_BOLD | APP_ANSI_DIM, 0, 0 } },
  { "\033[31mé✓\033[39m", "é✓", 1, { 0, 5, 0, APP_ANSI_INDEX | 1, 0 } },
  /* None of these may do anything. */
  { "a\033[2Jb\033[?25lc\033[10;10Hd", "abcd", 0, { 0 } },
  { "a\033]0;title\ab\033]8;;http://x\033\\c", "abc", 0, { 0 } },
  { "a\033Pdevice\033\\b\033(Bc\0337d", "abcd", 0, { 0 } },
  { "a\033[99999999999999999999mb\033[38;5m\033[38mc", "abc", 0, { 0 } },
  { "a\033[1" MANY MANY ";0mb", "ab", 1, { 1, 1, APP_ANSI_BOLD, 0, 0 } },
  { "a\033", "a", 0, { 0 } },
};

static void
test_sequences (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize cut = 0; cut <= strlen (cases[i].input); cut++)
      {
        g_autoptr (GArray) spans = new_spans ();
        g_autofree char *text = read_in_two (cases[i].input, cut, spans);

        g_assert_cmpstr (text, ==, cases[i].text);
        g_assert_cmpuint (spans->len, ==, cases[i].n_spans);
        if (spans->len > 0)
          {
            const AppAnsiSpan *span = &g_array_index (spans, AppAnsiSpan, 0);

            g_assert_cmpuint (span->start, ==, cases[i].first.start);
            g_assert_cmpuint (span->length, ==, cases[i].first.length);
            g_assert_cmpuint (span->flags, ==, cases[i].first.flags);
            g_assert_cmphex (span->foreground, ==, cases[i].first.foreground);
            g_assert_cmphex (span->background, ==, cases[i].first.background);
          }
      }
}

void
add_ansi_parser_tests (void)
{
  g_test_add_func ("/ansi-parser/sequences", test_sequences);
}
