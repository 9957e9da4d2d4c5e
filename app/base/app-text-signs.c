/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-text-signs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"

/* Of what was found: enough to recognise it. */
#define QUOTED_BYTES 60u
/* Characters without a word between, and empty lines, behind which nobody looks. */
#define MAX_BLANKS 120u
#define MAX_BLANK_LINES 12u
/* Bytes in which phrases are looked for. */
#define MAX_DEFINITION 65536u
#define MAX_DATA (1024u * 1024u)

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

/* A waving black flag, which tags make the flag of a region, and the one that ends them. */
#define BLACK_FLAG 0x1F3F4u
#define LAST_TAG 0xE007Fu
#define MAX_FLAG_TAGS 7u

/* Phrases of known attacks; English, as these are. Each is told once. */
static const struct
{
  const char *definition;
  const char *data; /* (nullable): where plain data has it too */
} phrases[] = {
  { "\\b(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:previous|prior|above|earlier|other|all)"
    "\\b.{0,30}\\b(?:instructions?|prompts?|rules|messages)\\b",
    "\\b(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:previous|prior|above|earlier|preceding)"
    "\\b.{0,30}\\b(?:instructions?|prompts?)\\b|"
    "\\b(?:ignore|disregard|forget)\\s+(?:all|any)\\s+(?:of\\s+)?(?:your|other)\\s+"
    "(?:instructions?|prompts?|rules)\\b" },
  { "\\b(?:do not|don't|never|must not)\\s+(?:tell|mention|inform|reveal|show|notify|alert|"
    "disclose)\\b.{0,40}\\buser\\b",
    "\\b(?:do not|don't|never|must not)\\s+(?:tell|mention|inform)\\b.{0,40}\\bthe\\s+user\\b" },
  { "\\bwithout\\s+(?:telling|informing|asking|notifying|alerting)\\s+(?:the\\s+)?user\\b",
    "\\bwithout\\s+(?:telling|informing)\\s+(?:the\\s+)?user\\b" },
  { "<\\s*/?\\s*(?:important|system|instructions?|hidden|admin)\\s*>",
    "<\\s*/?\\s*important\\s*>" },
  { "<\\|[a-z_]{2,30}\\|>|\\[/?INST\\]", "<\\|im_(?:start|end)\\|>|\\[/?INST\\]" },
  { "\\b(?:before|prior to)\\s+(?:using|calling|invoking)\\s+(?:any|another|other|all)\\b",
    "\\b(?:before|prior to)\\s+(?:using|calling|invoking)\\s+(?:any|another|all)\\s+"
    "(?:\\w+\\s+){0,2}tools?\\b" },
  { "\\b(?:your|the)\\s+system\\s+prompt\\b", "\\byour\\s+system\\s+prompt\\b" },
  { "(?:~|\\$HOME|/home/[a-z]+)/\\.(?:ssh|aws|gnupg|cursor|config)\\b|\\bid_(?:rsa|ed25519)\\b",
    NULL },
  { "\\b(?:you are now|from now on,? you|act as if|pretend (?:to be|that you))\\b", NULL },
};

/* What is being looked at, and what was found so far. */
typedef struct
{
  const char   *text;
  AppTextSource source;
  GPtrArray    *signs; /* (nullable) */
} Looking;

static void
sign_free (gpointer data)
{
  AppTextSign *self = data;

  g_free (self->text);
  g_free (self->quoted);
  g_free (self);
}

/* Returns: (transfer full): the beginning */
static char *
dup_quoted (const char *text, gsize length)
{
  g_autofree char *cut = g_strndup (text, MIN (length, QUOTED_BYTES));

  return g_utf8_make_valid (g_strstrip (cut), -1);
}

static void
find_place (const char *text, AppTextSign *sign)
{
  const char *at = text + sign->offset;
  const char *line = text;

  sign->line = 1;
  for (const char *p = text; (p = memchr (p, '\n', (gsize)(at - p))) != NULL; line = ++p)
    sign->line++;
  sign->column = (guint)g_utf8_pointer_to_offset (line, at) + 1;
}

/* @quoted: (transfer full) (nullable). @sentence: (transfer full) */
static void
add (Looking        *self,
     AppTextSignKind kind,
     const char     *at,
     gsize           length,
     char           *quoted,
     char           *sentence)
{
  AppTextSign *sign = g_new0 (AppTextSign, 1);

  *sign = (AppTextSign){
    .kind = kind,
    .text = sentence,
    .quoted = quoted,
    .offset = (gsize)(at - self->text),
    .length = length,
  };
  find_place (self->text, sign);
  if (self->signs == NULL)
    self->signs = g_ptr_array_new_with_free_func (sign_free);
  g_ptr_array_add (self->signs, sign);
}

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

/* Returns: what is behind the tags of a region's flag; @p where it is no such flag */
static const char *
skip_flag (const char *p)
{
  const char *after = p;

  if (g_utf8_get_char (p) != BLACK_FLAG)
    return p;
  for (guint i = 0; i < MAX_FLAG_TAGS && *after != '\0'; i++)
    {
      after = g_utf8_next_char (after);
      if (g_utf8_get_char (after) == LAST_TAG)
        return g_utf8_next_char (after);
    }
  return p;
}

/* Characters of a kind: how many, and the first. */
typedef struct
{
  guint       n;
  gunichar    first;
  const char *at;
} Seen;

static void
see (Seen *self, const char *at, gunichar c)
{
  if (self->n++ > 0)
    return;
  self->first = c;
  self->at = at;
}

static void
tell_characters (Looking *self, const Seen *turned, const Seen *unseen)
{
  if (turned->n > 0)
    add (
        self, APP_TEXT_DIRECTION, turned->at, 0, NULL,
        /* Translators: a number of characters, the first one's code */
        g_strdup_printf (ngettext ("The text has %u character that changes its direction or writes "
                                   "what nobody sees: U+%04X.",
                                   "The text has %u characters that change its direction or write "
                                   "what nobody sees; the first is U+%04X.",
                                   turned->n),
                         turned->n, turned->first));
  if (unseen->n > 0)
    add (self, APP_TEXT_INVISIBLE, unseen->at, 0, NULL,
         /* Translators: a number of characters, the first one's code */
         g_strdup_printf (ngettext ("The text has %u character that cannot be seen: U+%04X.",
                                    "The text has %u characters that cannot be seen; the first is "
                                    "U+%04X.",
                                    unseen->n),
                          unseen->n, unseen->first));
}

static void
look_for_characters (Looking *self)
{
  g_autoptr (GString) tagged = g_string_new (NULL);
  Seen turned = { 0 };
  Seen unseen = { 0 };
  Seen tags = { 0 };

  for (const char *p = self->text; *p != '\0'; p = g_utf8_next_char (p))
    {
      for (const char *after = skip_flag (p); after != p; after = skip_flag (p))
        p = after;
      if (*p == '\0')
        break;
      gunichar c = g_utf8_get_char (p);
      if (is_in (turning, G_N_ELEMENTS (turning), c))
        see (&turned, p, c);
      else if (is_in (invisible, G_N_ELEMENTS (invisible), c) || is_idle_joiner (self->text, p))
        see (&unseen, p, c);
      if (c < TAGS + ' ' || c >= TAGS + 0x7F)
        continue;
      see (&tags, p, c);
      if (tagged->len < QUOTED_BYTES)
        g_string_append_c (tagged, (char)(c - TAGS));
    }
  if (self->source == APP_TEXT_DEFINITION)
    tell_characters (self, &turned, &unseen);
  if (tags.n > 0)
    add (self, APP_TEXT_DIRECTION, tags.at, 0, g_strdup (tagged->str),
         g_strdup_printf (_ ("Invisible text: “%s”."), tagged->str));
}

/* What stands so far from the rest that nobody comes there. */
static void
look_for_blanks (Looking *self)
{
  guint n = 0;
  guint n_lines = 0;

  for (const char *p = self->text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c))
        {
          n++;
          n_lines += c == '\n';
          continue;
        }
      if (n > MAX_BLANKS || n_lines > MAX_BLANK_LINES)
        {
          char *quoted = dup_quoted (p, strlen (p));

          add (self, APP_TEXT_HIDDEN, p, strlen (p), quoted,
               /* Translators: a number of characters, and a text */
               g_strdup_printf (_ ("Hidden text after %u blank characters: “%s”."), n, quoted));
          return;
        }
      n = n_lines = 0;
    }
}

/* What Markdown does not show. */
static void
look_for_comments (Looking *self)
{
  const char *begin = strstr (self->text, "<!--");
  const char *end = begin != NULL ? strstr (begin, "-->") : NULL;

  if (end == NULL)
    return;
  begin += strlen ("<!--");
  char *quoted = dup_quoted (begin, end > begin ? (gsize)(end - begin) : 0);
  add (self, APP_TEXT_HIDDEN, begin, end > begin ? (gsize)(end - begin) : 0, quoted,
       g_strdup_printf (_ ("Hidden comment: “%s”."), quoted));
}

/* Returns: (nullable): %NULL where it is no sign there */
static GRegex *
get_phrase (guint i, AppTextSource source)
{
  static GRegex *compiled[2][G_N_ELEMENTS (phrases)];
  const char    *pattern =
      source == APP_TEXT_DATA ? phrases[i].data : phrases[i].definition;

  if (pattern == NULL)
    return NULL;
  if (g_once_init_enter (&compiled[source][i]))
    {
      GError *error = NULL;
      GRegex *regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_DOTALL | G_REGEX_OPTIMIZE,
                                   (GRegexMatchFlags)0, &error);

      g_assert_no_error (error);
      g_once_init_leave (&compiled[source][i], regex);
    }
  return compiled[source][i];
}

static void
look_for_phrase (Looking *self, GRegex *regex, gsize length)
{
  g_autoptr (GMatchInfo) match = NULL;
  int begin = 0;
  int end = 0;

  if (!g_regex_match_full (regex, self->text, (gssize)length, 0, (GRegexMatchFlags)0, &match,
                           NULL) ||
      !g_match_info_fetch_pos (match, 0, &begin, &end))
    return;
  char *quoted = dup_quoted (self->text + begin, (gsize)(end - begin));
  add (self, APP_TEXT_INSTRUCTION, self->text + begin, (gsize)(end - begin), quoted,
       g_strdup_printf (_ ("The text reads like an instruction to a model: “%s”."), quoted));
}

static void
look_for_phrases (Looking *self)
{
  gsize most = self->source == APP_TEXT_DATA ? MAX_DATA : MAX_DEFINITION;
  gsize length = strnlen (self->text, most + 1);

  if (length > most)
    {
      length = most;
      while (length > 0 && ((guchar)self->text[length] & 0xC0) == 0x80)
        length--;
    }
  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    {
      GRegex *regex = get_phrase (i, self->source);

      if (regex != NULL)
        look_for_phrase (self, regex, length);
    }
}

GPtrArray *
app_text_signs_find (const char *text, AppTextSource source)
{
  Looking looking = { text, source, NULL };

  if (text == NULL || *text == '\0')
    return NULL;
  look_for_characters (&looking);
  if (source == APP_TEXT_DEFINITION)
    {
      look_for_blanks (&looking);
      look_for_comments (&looking);
    }
  look_for_phrases (&looking);
  return looking.signs;
}

char *
app_text_sign_write_line (const AppTextSign *self)
{
  g_autofree char *text = app_visible_text_line (self->text, 0);

  if (self->line == 1)
    /* Translators: a sentence, then a number of characters */
    return g_strdup_printf (_ ("%s It stands at character %u."), text, self->column);
  /* Translators: a sentence, then the number of a line */
  return g_strdup_printf (_ ("%s It stands in line %u."), text, self->line);
}

const char *
app_text_sign_kind_to_text (AppTextSignKind kind)
{
  static const char *const texts[] = {
    [APP_TEXT_DIRECTION] = "text-direction",
    [APP_TEXT_INVISIBLE] = "text-invisible",
    [APP_TEXT_HIDDEN] = "text-hidden",
    [APP_TEXT_INSTRUCTION] = "text-instruction",
  };

  return texts[kind];
}
