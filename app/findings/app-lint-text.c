/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts that a model reads: what a person does not see in them, and what speaks to the model. */

#include "app-lint-target.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of what was found: enough to recognise it. */
#define QUOTED_BYTES 60u

typedef struct
{
  gunichar first;
  gunichar last;
} Range;

/* Bidirectional controls, and tags, which write ASCII that nobody sees. In order. */
static const Range turning[] = {
  { 0x061C, 0x061C },
  { 0x200E, 0x200F },
  { 0x202A, 0x202E },
  { 0x2066, 0x2069 },
  { 0xE0000, 0xE007F },
};

/* Characters without a shape. Joiners (U+200C, U+200D) and U+FE0F, which emoji and some scripts
 * need, and the byte order mark at the beginning, are looked at apart. In order. */
static const Range invisible[] = {
  { 0x0000, 0x0008 },
  { 0x000B, 0x000C },
  { 0x000E, 0x001F },
  { 0x007F, 0x009F },
  { 0x00AD, 0x00AD },
  { 0x034F, 0x034F },
  { 0x115F, 0x1160 },
  { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },
  { 0x200B, 0x200B },
  { 0x2060, 0x2064 },
  { 0x206A, 0x206F },
  { 0x2800, 0x2800 },
  { 0x3164, 0x3164 },
  { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },
  { 0xFFF0, 0xFFFB },
  { 0xE0100, 0xE01EF },
};

/* Tags: each stands for the character of ASCII that is this much less. */
#define TAGS 0xE0000u

/* Phrases of known attacks by tool descriptions; English, as these are. Each is told once. */
static const char *const phrases[] = {
  "\\b(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:previous|prior|above|earlier|other|all)"
  "\\b.{0,30}\\b(?:instructions?|prompts?|rules|messages)\\b",
  "\\b(?:do not|don't|never|must not)\\s+(?:tell|mention|inform|reveal|show|notify|alert|disclose)"
  "\\b.{0,40}\\buser\\b",
  "\\bwithout\\s+(?:telling|informing|asking|notifying|alerting)\\s+(?:the\\s+)?user\\b",
  "<\\s*/?\\s*(?:important|system|instructions?|hidden|admin)\\s*>",
  "<\\|[a-z_]{2,30}\\|>|\\[/?INST\\]",
  "\\b(?:before|prior to)\\s+(?:using|calling|invoking)\\s+(?:any|another|other|all)\\b",
  "\\b(?:your|the)\\s+system\\s+prompt\\b",
  "(?:~|\\$HOME|/home/[a-z]+)/\\.(?:ssh|aws|gnupg|cursor|config)\\b|\\bid_(?:rsa|ed25519)\\b",
  "\\b(?:you are now|from now on,? you|act as if|pretend (?:to be|that you))\\b",
};

static gboolean
is_in (const Range *ranges, guint n, gunichar c)
{
  for (guint i = 0; i < n && c >= ranges[i].first; i++)
    if (c <= ranges[i].last)
      return TRUE;
  return FALSE;
}

/* A joiner between letters of ASCII joins nothing. */
static gboolean
is_idle_joiner (const char *text, const char *p)
{
  gunichar c = g_utf8_get_char (p);

  return (c == 0x200C || c == 0x200D) &&
         (p == text || (guchar)p[-1] < 0x80 || (guchar)*g_utf8_next_char (p) < 0x80);
}

static void
look_for_characters (AppLintTarget *self, const char *text, const char *pointer)
{
  g_autoptr (GString) tagged = g_string_new (NULL);
  guint    n_turning = 0;
  guint    n_invisible = 0;
  gunichar first_turning = 0;
  gunichar first_invisible = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (is_in (turning, G_N_ELEMENTS (turning), c))
        {
          first_turning = n_turning++ == 0 ? c : first_turning;
          if (c >= TAGS + ' ' && c < TAGS + 0x7F && tagged->len < QUOTED_BYTES)
            g_string_append_c (tagged, (char)(c - TAGS));
          continue;
        }
      if (is_in (invisible, G_N_ELEMENTS (invisible), c) || is_idle_joiner (text, p))
        first_invisible = n_invisible++ == 0 ? c : first_invisible;
    }
  if (n_turning > 0)
    app_lint_add (self, APP_LINT_TEXT_DIRECTION, pointer,
                  /* Translators: a number of characters, the first one's code */
                  ngettext ("The text has %u character that changes its direction or writes what "
                            "nobody sees: U+%04X.",
                            "The text has %u characters that change its direction or write what "
                            "nobody sees; the first is U+%04X.",
                            n_turning),
                  n_turning, first_turning);
  if (tagged->len > 0)
    app_lint_add (self, APP_LINT_TEXT_DIRECTION, pointer, _ ("Invisible text: “%s”."),
                  tagged->str);
  if (n_invisible > 0)
    app_lint_add (self, APP_LINT_TEXT_INVISIBLE, pointer,
                  /* Translators: a number of characters, the first one's code */
                  ngettext ("The text has %u character that cannot be seen: U+%04X.",
                            "The text has %u characters that cannot be seen; the first is U+%04X.",
                            n_invisible),
                  n_invisible, first_invisible);
}

/* The beginning of @text. */
static char *
dup_quoted (const char *text, gsize length)
{
  g_autofree char *cut = g_strndup (text, MIN (length, QUOTED_BYTES));

  return g_utf8_make_valid (g_strstrip (cut), -1);
}

/* What stands so far from the rest that nobody comes there. */
static void
look_for_blanks (AppLintTarget *self, const char *text, const char *pointer)
{
  guint n = 0;
  guint n_lines = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c))
        {
          n++;
          n_lines += c == '\n';
          continue;
        }
      if (n > APP_LINT_MAX_BLANKS || n_lines > APP_LINT_MAX_BLANK_LINES)
        {
          g_autofree char *quoted = dup_quoted (p, strlen (p));

          app_lint_add (self, APP_LINT_TEXT_HIDDEN, pointer,
                        /* Translators: a number of characters, and a text */
                        _ ("Hidden text after %u blank characters: “%s”."), n, quoted);
          return;
        }
      n = n_lines = 0;
    }
}

/* What Markdown does not show. */
static void
look_for_comments (AppLintTarget *self, const char *text, const char *pointer)
{
  const char      *begin = strstr (text, "<!--");
  const char      *end = begin != NULL ? strstr (begin, "-->") : NULL;
  g_autofree char *quoted = NULL;

  if (end == NULL)
    return;
  begin += strlen ("<!--");
  quoted = dup_quoted (begin, end > begin ? (gsize)(end - begin) : 0);
  app_lint_add (self, APP_LINT_TEXT_HIDDEN, pointer, _ ("Hidden comment: “%s”."), quoted);
}

static GRegex *
get_phrase (guint i)
{
  static GRegex *compiled[G_N_ELEMENTS (phrases)];

  if (g_once_init_enter (&compiled[i]))
    {
      GError *error = NULL;
      GRegex *regex = g_regex_new (phrases[i],
                                   G_REGEX_CASELESS | G_REGEX_DOTALL | G_REGEX_OPTIMIZE,
                                   (GRegexMatchFlags)0, &error);

      g_assert_no_error (error);
      g_once_init_leave (&compiled[i], regex);
    }
  return compiled[i];
}

static void
look_for_phrases (AppLintTarget *self, const char *text, const char *pointer)
{
  gsize length = strlen (text);

  if (length > APP_LINT_MAX_TEXT)
    {
      length = APP_LINT_MAX_TEXT;
      while (length > 0 && ((guchar)text[length] & 0xC0) == 0x80)
        length--;
    }
  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    {
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *found = NULL;
      g_autofree char *quoted = NULL;

      if (!g_regex_match_full (get_phrase (i), text, (gssize)length, 0, (GRegexMatchFlags)0,
                               &match, NULL))
        continue;
      found = g_match_info_fetch (match, 0);
      quoted = dup_quoted (found, strlen (found));
      app_lint_add (self, APP_LINT_TEXT_INSTRUCTION, pointer,
                    _ ("The text reads like an instruction to a model: “%s”."), quoted);
    }
}

void
app_lint_text (AppLintTarget *self, const char *text, const char *pointer)
{
  if (text == NULL)
    return;
  look_for_characters (self, text, pointer);
  look_for_blanks (self, text, pointer);
  look_for_comments (self, text, pointer);
  look_for_phrases (self, text, pointer);
}
