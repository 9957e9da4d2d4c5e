/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-match.h"

#include <string.h>

/* A name that is longer is no name; of a description a person means the beginning. */
#define MAX_NAME 512
#define MAX_TEXT 4096
/* More is nothing that a person types into a filter. */
#define MAX_WORDS 16
#define MAX_QUERY 256
/* Below, characters in their order are in nearly every name. */
#define LEAST_SCATTERED 3

/* How well a word fits a text; rows of names that matter less stand between two of them. */
enum {
  RANK_NONE,
  RANK_IN_TEXT,
  RANK_WORD_IN_TEXT,
  RANK_SCATTERED,
  RANK_ABBREVIATION,
  RANK_PART,
  RANK_WORD,
  RANK_PREFIX,
  RANK_EXACT,
};
#define NAMES_PER_RANK 8

/* A text as it is compared: a character each for those of the text. */
typedef struct
{
  gunichar *characters;
  guint    *offsets; /* one more than there are characters */
  guint8   *starts;  /* whether a word begins there */
  guint     n;
} Folded;

struct _AppMatch
{
  GObject parent_instance;

  Folded phrase; /* the whole query */
  Folded words[MAX_WORDS];
  guint  n_words;
};

G_DEFINE_FINAL_TYPE (AppMatch, app_match, G_TYPE_OBJECT)

static gunichar
fold_character (gunichar c)
{
  gunichar base[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  if (c < 0x80)
    return g_ascii_isalnum (c) ? (gunichar)g_ascii_tolower ((char)c)
           : strchr (" _-./", (int)c) != NULL
               ? ' '
               : c;
  g_unichar_fully_decompose (c, FALSE, base, G_N_ELEMENTS (base));
  return g_unichar_isspace (c) ? ' ' : g_unichar_tolower (base[0]);
}

static void
fold (Folded *self, const char *text, gsize limit)
{
  gsize    length = strnlen (text, limit);
  gunichar before = ' ';

  self->characters = g_new (gunichar, length + 1);
  self->offsets = g_new (guint, length + 1);
  self->starts = g_new (guint8, length + 1);
  self->n = 0;
  for (gsize at = 0; at < length;)
    {
      gunichar c = g_utf8_get_char_validated (text + at, (gssize)(length - at));
      gsize    size = 1;

      if (c == (gunichar)-1 || c == (gunichar)-2)
        c = 0xfffd;
      else
        size = (gsize)(g_utf8_next_char (text + at) - (text + at));
      self->characters[self->n] = fold_character (c);
      self->offsets[self->n] = (guint)at;
      self->starts[self->n] =
          g_unichar_isalnum (c) && (!g_unichar_isalnum (before) ||
                                    (g_unichar_isupper (c) && g_unichar_islower (before)) ||
                                    (g_unichar_isdigit (c) && !g_unichar_isdigit (before)));
      self->n++;
      before = c;
      at += size;
    }
  self->offsets[self->n] = (guint)length;
}

static void
folded_clear (Folded *self)
{
  g_clear_pointer (&self->characters, g_free);
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->starts, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folded, folded_clear)

static gboolean
is_at (const Folded *text, guint at, const Folded *word)
{
  return memcmp (text->characters + at, word->characters, word->n * sizeof (gunichar)) == 0;
}

/* The best place of @word as it stands.
 * Returns: its rank as in a name; @at: (out): where it is */
static guint
find_part (const Folded *text, const Folded *word, guint *at)
{
  guint rank = RANK_NONE;

  for (guint i = 0; i + word->n <= text->n; i++)
    {
      if (text->characters[i] != word->characters[0] || !is_at (text, i, word))
        continue;
      guint found = i == 0            ? (word->n == text->n ? RANK_EXACT : RANK_PREFIX)
                    : text->starts[i] ? RANK_WORD
                                      : RANK_PART;
      if (found <= rank)
        continue;
      rank = found;
      *at = i;
      if (rank >= RANK_WORD)
        break;
    }
  return rank;
}

/* The characters of @word one after another, each beside the one before or at the beginning of a
 * word. @reached: what cannot be finished from there, by place in the word and in the text */
static gboolean
abbreviate (const Folded *text, const Folded *word, guint i, guint at, guint8 *hits, guint8 *dead)
{
  if (i == word->n)
    return TRUE;
  for (guint to = at; to < text->n; to++)
    {
      gboolean beside = i > 0 && to == at;

      if (text->characters[to] != word->characters[i] || !(beside || text->starts[to]) ||
          dead[i * text->n + to])
        continue;
      hits[to] = TRUE;
      if (abbreviate (text, word, i + 1, to + 1, hits, dead))
        return TRUE;
      hits[to] = FALSE;
      dead[i * text->n + to] = TRUE;
    }
  return FALSE;
}

/* The characters of @word in their order, the first one at the beginning of a word. */
static gboolean
scatter (const Folded *text, const Folded *word, guint8 *hits)
{
  guint i = 0;

  if (word->n < LEAST_SCATTERED)
    return FALSE;
  for (guint at = 0; at < text->n && i < word->n; at++)
    if (text->characters[at] == word->characters[i] && (i > 0 || text->starts[at]))
      {
        hits[at] = TRUE;
        i++;
      }
  return i == word->n;
}

/* @hits: (out): set to one for each character of @text that @word is made of */
static guint
rank_in_name (const Folded *text, const Folded *word, guint8 *hits)
{
  guint at = 0;
  guint rank = find_part (text, word, &at);

  if (rank != RANK_NONE)
    {
      memset (hits + at, TRUE, word->n);
      return rank;
    }
  if (word->n > text->n)
    return RANK_NONE;
  g_autofree guint8 *dead = g_malloc0 ((gsize)word->n * text->n + 1);
  g_autofree guint8 *own = g_malloc0 (text->n + 1);
  if (abbreviate (text, word, 0, 0, own, dead))
    rank = RANK_ABBREVIATION;
  else
    {
      memset (own, FALSE, text->n);
      rank = scatter (text, word, own) ? RANK_SCATTERED : RANK_NONE;
    }
  for (guint i = 0; rank != RANK_NONE && i < text->n; i++)
    hits[i] = hits[i] || own[i];
  return rank;
}

static guint
rank_in_text (const Folded *text, const Folded *word)
{
  guint at = 0;
  guint rank = find_part (text, word, &at);

  return rank >= RANK_WORD ? RANK_WORD_IN_TEXT : rank != RANK_NONE ? RANK_IN_TEXT
                                                                   : RANK_NONE;
}

/* The score of one word, or of the whole query. */
static guint
score_word (const Folded *word, const Folded *names, guint n_names, const Folded *text)
{
  guint best = 0;

  for (guint i = 0; i < n_names; i++)
    {
      g_autofree guint8 *hits = g_malloc0 (names[i].n + 1);
      guint              rank = rank_in_name (&names[i], word, hits);

      if (rank != RANK_NONE)
        best = MAX (best, (rank + 1) * NAMES_PER_RANK - 1 - MIN (i, NAMES_PER_RANK - 1));
    }
  if (best == 0 && text->n > 0)
    best = rank_in_text (text, word) * NAMES_PER_RANK;
  return best;
}

static void
app_match_finalize (GObject *object)
{
  AppMatch *self = APP_MATCH (object);

  folded_clear (&self->phrase);
  for (guint i = 0; i < self->n_words; i++)
    folded_clear (&self->words[i]);
  G_OBJECT_CLASS (app_match_parent_class)->finalize (object);
}

static void
app_match_class_init (AppMatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_match_finalize;
}

static void
app_match_init (AppMatch *self)
{
}

AppMatch *
app_match_new (const char *query)
{
  AppMatch        *self = g_object_new (APP_TYPE_MATCH, NULL);
  g_autofree char *valid = g_utf8_make_valid (query != NULL ? query : "", -1);
  g_auto (GStrv) parts = NULL;

  g_strstrip (valid);
  fold (&self->phrase, valid, MAX_QUERY);
  parts = g_strsplit_set (valid, " \t\n", -1);
  for (guint i = 0; parts[i] != NULL && self->n_words < MAX_WORDS; i++)
    if (parts[i][0] != '\0')
      fold (&self->words[self->n_words++], parts[i], MAX_QUERY);
  return self;
}

gboolean
app_match_is_empty (AppMatch *self)
{
  g_return_val_if_fail (APP_IS_MATCH (self), TRUE);
  return self->n_words == 0;
}

guint
app_match_get_score (AppMatch *self, const char *const *names, guint n_names, const char *text)
{
  g_return_val_if_fail (APP_IS_MATCH (self), 0);

  if (self->n_words == 0)
    return 1;
  g_auto (Folded) long_text = { 0 };
  g_autofree Folded *folded = g_new0 (Folded, n_names + 1);
  guint              n = 0;
  for (guint i = 0; i < n_names; i++)
    if (names[i] != NULL)
      fold (&folded[n++], names[i], MAX_NAME);
  fold (&long_text, text != NULL ? text : "", MAX_TEXT);

  /* In doubt the words as they stand beside each other; else the least of them counts. */
  guint score = score_word (&self->phrase, folded, n, &long_text);
  if (self->n_words > 1 && score < RANK_PART * NAMES_PER_RANK)
    {
      guint least = G_MAXUINT;

      for (guint i = 0; i < self->n_words && least > 0; i++)
        least = MIN (least, score_word (&self->words[i], folded, n, &long_text));
      score = MAX (score, least);
    }
  for (guint i = 0; i < n; i++)
    folded_clear (&folded[i]);
  return score;
}

GArray *
app_match_find_ranges (AppMatch *self, const char *name)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (AppMatchRange));

  g_return_val_if_fail (APP_IS_MATCH (self), ranges);
  g_return_val_if_fail (name != NULL, ranges);

  if (self->n_words == 0)
    return ranges;
  g_auto (Folded) folded = { 0 };
  fold (&folded, name, MAX_NAME);
  g_autofree guint8 *hits = g_malloc0 (folded.n + 1);
  if (rank_in_name (&folded, &self->phrase, hits) < RANK_PART)
    {
      memset (hits, FALSE, folded.n);
      for (guint i = 0; i < self->n_words; i++)
        rank_in_name (&folded, &self->words[i], hits);
    }
  for (guint i = 0; i < folded.n; i++)
    {
      AppMatchRange range = { folded.offsets[i], 0 };

      if (!hits[i])
        continue;
      while (i < folded.n && hits[i])
        i++;
      range.end = folded.offsets[i];
      g_array_append_val (ranges, range);
    }
  return ranges;
}
