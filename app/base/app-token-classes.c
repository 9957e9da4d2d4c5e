/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-token-classes.h"

#include <string.h>

typedef enum {
  LOWER,
  UPPER,
  DIGIT,
  LATIN,    /* letters beyond ASCII */
  ALPHABET, /* Greek, Cyrillic and their neighbours */
  LAST_OF_WORDS = ALPHABET,
  SPACE,
  NEW_LINE,
  PUNCTUATION,
  IDEOGRAPH, /* Chinese, and the kana */
  HANGUL,
  LETTER, /* of any other script */
  SIGN,   /* typographic: quotes, dashes, arrows */
  OTHER,  /* pictures, and what is no UTF-8 */
} Class;

/* Fitted to o200k_base; see the header. Characters a token, unless they say otherwise. */
#define WORD_LETTERS 7u /* the first token of a word takes so many */
#define WORD_MORE 5.0
#define CAPITALS 4.0
#define LATIN_WORD 3.0
#define ALPHABET_WORD 3.3
#define DIGITS 3u
#define RANDOM_MIXED 1.46  /* Base64, ids of both cases */
#define RANDOM_SINGLE 1.72 /* hexadecimal */
#define PUNCTUATION_FIRST 3u
#define PUNCTUATION_MORE 2.5
/* Tokens a character */
#define PER_IDEOGRAPH 0.72
#define PER_HANGUL 0.62
#define PER_LETTER 0.6
#define PER_SIGN 0.9
#define PER_OTHER 2.0

/* A run of letters and digits is random where it changes between them so often. */
#define RANDOM_SHORT 4u
#define RANDOM_LONG 24u
#define RANDOM_CHANGE 6u

typedef struct
{
  const char *at;
  const char *end;
  Class class; /* of the character there */
  gsize bytes; /* of it */
} Scan;

static Class
classify_wide (gunichar c)
{
  if ((c >= 0x3040 && c < 0x3100) || (c >= 0x3400 && c < 0xa000) || (c >= 0xf900 && c < 0xfb00) ||
      (c >= 0x20000 && c < 0x40000))
    return IDEOGRAPH;
  if (c >= 0xac00 && c < 0xd7b0)
    return HANGUL;
  if (c >= 0xc0 && c < 0x250)
    return LATIN;
  if (c >= 0x370 && c < 0x530)
    return ALPHABET;
  if (g_unichar_isalnum (c) || g_unichar_ismark (c))
    return LETTER;
  if ((c >= 0x2000 && c < 0x2070) || (c >= 0xa0 && c < 0xc0) || (c >= 0x3000 && c < 0x3040) ||
      (c >= 0xff00 && c < 0xff70) || (c >= 0x2190 && c < 0x2600))
    return SIGN;
  return OTHER;
}

static void
look (Scan *self)
{
  gunichar c;

  self->bytes = 0;
  if (self->at >= self->end)
    return;
  guchar byte = (guchar)*self->at;
  self->bytes = 1;
  if (byte >= 'a' && byte <= 'z')
    self->class = LOWER;
  else if (byte >= 'A' && byte <= 'Z')
    self->class = UPPER;
  else if (byte >= '0' && byte <= '9')
    self->class = DIGIT;
  else if (byte == ' ' || byte == '\t')
    self->class = SPACE;
  else if (byte == '\n' || byte == '\r')
    self->class = NEW_LINE;
  else if (byte < 0x80)
    self->class = PUNCTUATION;
  else
    {
      c = g_utf8_get_char_validated (self->at, (gssize)MIN (self->end - self->at, 6));
      self->class = c < 0x80000000u ? classify_wide (c) : OTHER;
      self->bytes = c < 0x80000000u ? (gsize)g_utf8_skip[byte] : 1;
    }
}

static void
advance (Scan *self)
{
  self->at += self->bytes;
  look (self);
}

/* One part of a run of letters and digits: a word as programmers join them, or a number. */
typedef struct
{
  guint    length; /* characters */
  guint    capitals;
  Class    last;
  gboolean has[LAST_OF_WORDS + 1];
} Word;

static double
count_word (const Word *self)
{
  if (self->length == 0)
    return 0;
  if (self->has[DIGIT])
    return (self->length + DIGITS - 1) / DIGITS;
  if (self->has[ALPHABET])
    return MAX (1.0, self->length / ALPHABET_WORD);
  if (self->has[LATIN])
    return MAX (1.0, self->length / LATIN_WORD);
  if (self->capitals > 2 && !self->has[LOWER])
    return MAX (1.0, self->length / CAPITALS);
  return 1.0 + (self->length > WORD_LETTERS ? (self->length - WORD_LETTERS) / WORD_MORE : 0.0);
}

static void
add_to_word (Word *self, Class class)
{
  self->length++;
  self->capitals += class == UPPER ? 1 : 0;
  self->has[class] = TRUE;
  self->last = class;
}

static gboolean
is_random (guint length, guint changes, const gboolean *has)
{
  if (has[LATIN] || has[ALPHABET] || changes * RANDOM_CHANGE < length)
    return FALSE;
  return length >= RANDOM_LONG || (length >= RANDOM_SHORT && changes >= 2 && has[DIGIT]);
}

static double
count_run (Scan *self)
{
  Word     word = { 0 };
  gboolean has[LAST_OF_WORDS + 1] = { FALSE };
  double   tokens = 0;
  guint    length = 0;
  guint    changes = 0;

  for (; self->bytes > 0 && self->class <= LAST_OF_WORDS; advance (self))
    {
      gboolean turns = word.length > 0 && (self->class == DIGIT) != (word.last == DIGIT);
      gboolean rises = word.length > 0 && word.last == LOWER && self->class == UPPER;

      if (turns || rises)
        {
          changes++;
          tokens += count_word (&word);
          word = (Word){ 0 };
        }
      add_to_word (&word, self->class);
      has[self->class] = TRUE;
      length++;
    }
  tokens += count_word (&word);
  if (!is_random (length, changes, has))
    return tokens;
  /* Letters and digits share no token. */
  return MAX (tokens, length / (has[UPPER] && has[LOWER] ? RANDOM_MIXED : RANDOM_SINGLE));
}

/* A word takes the space before it, a number does not. */
static double
count_space (Scan *self)
{
  gboolean has_line = FALSE;
  guint    length = 0;

  for (; self->bytes > 0 && (self->class == SPACE || self->class == NEW_LINE); advance (self))
    {
      has_line = has_line || self->class == NEW_LINE;
      length++;
    }
  return has_line || length > 1 || (self->bytes > 0 && self->class == DIGIT) ? 1 : 0;
}

static double
count_punctuation (Scan *self)
{
  guint length = 0;

  for (; self->bytes > 0 && self->class == PUNCTUATION; advance (self))
    length++;
  return 1.0 +
         (length > PUNCTUATION_FIRST ? (length - PUNCTUATION_FIRST) / PUNCTUATION_MORE : 0.0);
}

static double
count_one (Scan *self)
{
  static const double costs[] = {
    [IDEOGRAPH] = PER_IDEOGRAPH,
    [HANGUL] = PER_HANGUL,
    [LETTER] = PER_LETTER,
    [SIGN] = PER_SIGN,
    [OTHER] = PER_OTHER,
  };
  double cost = costs[self->class];

  advance (self);
  return cost;
}

gint64
app_token_classes_count (const char *text, gssize length)
{
  gsize  whole = text == NULL ? 0 : length < 0 ? strlen (text)
                                               : (gsize)length;
  gsize  taken = MIN (whole, APP_TOKEN_CLASSES_MAX_BYTES);
  Scan   scan = { text, text + taken, OTHER, 0 };
  double tokens = 0;

  if (whole == 0)
    return 0;
  look (&scan);
  while (scan.bytes > 0)
    {
      if (scan.class <= LAST_OF_WORDS)
        tokens += count_run (&scan);
      else if (scan.class <= NEW_LINE)
        tokens += count_space (&scan);
      else if (scan.class == PUNCTUATION)
        tokens += count_punctuation (&scan);
      else
        tokens += count_one (&scan);
    }
  tokens *= (double)whole / (double)taken;
  return MAX (1, (gint64)(tokens + 0.5));
}
