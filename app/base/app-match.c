/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-match.h"

#include "mcp-object.h"

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
  guint64   letters; /* a bit for each that is in it; some share one */
} Folded;

struct _AppMatch
{
  GObject parent_instance;

  Folded phrase; /* the whole query */
  Folded words[MAX_WORDS];
  guint  n_words;

  /* A list asks for each of its entries: their names share one place. */
  Folded name;
};

G_DEFINE_FINAL_TYPE (AppMatch, app_match, G_TYPE_OBJECT)

/* Each character of ASCII as it is compared: a filter looks at millions of them for one key. */
static guint8 ascii[0x80];

static gunichar
fold_character (gunichar c)
{
  gunichar base[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  if (c < 0x80)
    return ascii[c];
  g_unichar_fully_decompose (c, FALSE, base, G_N_ELEMENTS (base));
  return g_unichar_isspace (c) ? ' ' : g_unichar_tolower (base[0]);
}

static gboolean
begins_ascii_word (char before, char c)
{
  return g_ascii_isalnum (c) && (!g_ascii_isalnum (before) ||
                                 (g_ascii_isupper (c) && g_ascii_islower (before)) ||
                                 (g_ascii_isdigit (c) && !g_ascii_isdigit (before)));
}

static gboolean
begins_word (gunichar before, gunichar c)
{
  if (before < 0x80 && c < 0x80)
    return begins_ascii_word ((char)before, (char)c);
  return g_unichar_isalnum (c) && (!g_unichar_isalnum (before) ||
                                   (g_unichar_isupper (c) && g_unichar_islower (before)) ||
                                   (g_unichar_isdigit (c) && !g_unichar_isdigit (before)));
}

/* @size: how many bytes of a text it can take */
static void
folded_init (Folded *self, gsize size)
{
  self->characters = g_new (gunichar, size + 1);
  self->offsets = g_new (guint, size + 1);
  self->starts = g_new (guint8, size + 1);
}

static void
folded_clear (Folded *self)
{
  g_clear_pointer (&self->characters, g_free);
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->starts, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folded, folded_clear)

/* @length: of @text, at most what @self can take */
static void
folded_set (Folded *self, const char *text, gsize length)
{
  gunichar before = ' ';

  self->n = 0;
  self->letters = 0;
  for (gsize at = 0; at < length;)
    {
      gunichar c = (guchar)text[at];
      gsize    size = 1;

      if (c >= 0x80)
        c = g_utf8_get_char_validated (text + at, (gssize)(length - at));
      if (c == (gunichar)-1 || c == (gunichar)-2)
        c = 0xfffd;
      else
        size = (gsize)(g_utf8_next_char (text + at) - (text + at));
      self->characters[self->n] = fold_character (c);
      self->offsets[self->n] = (guint)at;
      self->starts[self->n] = begins_word (before, c);
      self->letters |= G_GUINT64_CONSTANT (1) << (self->characters[self->n] % 64);
      self->n++;
      before = c;
      at += size;
    }
  self->offsets[self->n] = (guint)length;
}

static void
fold (Folded *self, const char *text, gsize limit)
{
  gsize length = strnlen (text, limit);

  folded_init (self, length);
  folded_set (self, text, length);
}

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

/* @hits: (out) (nullable): set to one for each character of @text that @word is made of */
static guint
rank_in_name (const Folded *text, const Folded *word, guint8 *hits)
{
  guint at = 0;

  if (word->n > text->n || (word->letters & ~text->letters) != 0)
    return RANK_NONE;
  guint rank = find_part (text, word, &at);
  if (rank != RANK_NONE)
    {
      if (hits != NULL)
        memset (hits + at, TRUE, word->n);
      return rank;
    }
  g_autofree guint8 *dead = g_malloc0 ((gsize)word->n * text->n + 1);
  g_autofree guint8 *own = g_malloc0 (text->n + 1);
  if (abbreviate (text, word, 0, 0, own, dead))
    rank = RANK_ABBREVIATION;
  else
    {
      memset (own, FALSE, text->n);
      rank = scatter (text, word, own) ? RANK_SCATTERED : RANK_NONE;
    }
  for (guint i = 0; hits != NULL && rank != RANK_NONE && i < text->n; i++)
    hits[i] = hits[i] || own[i];
  return rank;
}

/* Descriptions are many and long, and most are plain ASCII: those are searched as they stand.
 * Returns: how well @word fits the first @length bytes of @text, or -1 where that takes more */
static int
rank_in_ascii (const char *text, gsize length, const Folded *word)
{
  int rank = RANK_NONE;

  for (gsize at = 0; at < length; at++)
    {
      guchar c = (guchar)text[at];
      gsize  i = 1;

      if (c >= 0x80)
        return -1;
      if (ascii[c] != word->characters[0])
        continue;
      while (i < word->n && at + i < length && (guchar)text[at + i] < 0x80 &&
             ascii[(guchar)text[at + i]] == word->characters[i])
        i++;
      if (i < word->n)
        continue;
      if (at == 0 || begins_ascii_word (text[at - 1], text[at]))
        return RANK_WORD_IN_TEXT;
      rank = RANK_IN_TEXT;
    }
  return rank;
}

static guint
rank_in_text (const char *text, gsize length, const Folded *word)
{
  int rank = rank_in_ascii (text, length, word);

  if (rank >= 0)
    return (guint)rank;
  g_auto (Folded) folded = { 0 };
  guint at = 0;

  fold (&folded, text, length);
  guint found = find_part (&folded, word, &at);
  return found >= RANK_WORD   ? RANK_WORD_IN_TEXT
         : found != RANK_NONE ? RANK_IN_TEXT
                              : RANK_NONE;
}

MCP_DEFINE_FINALIZE (AppMatch, app_match)
{
  folded_clear (&self->phrase);
  folded_clear (&self->name);
  for (guint i = 0; i < self->n_words; i++)
    folded_clear (&self->words[i]);
}

static void
app_match_class_init (AppMatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_match_finalize;
  for (guint c = 0; c < G_N_ELEMENTS (ascii); c++)
    ascii[c] = (guint8)(strchr ("_-./", (int)c) != NULL ? ' ' : g_ascii_tolower ((char)c));
}

static void
app_match_init (AppMatch *self)
{
  folded_init (&self->name, MAX_NAME);
}

AppMatch *
app_match_new (const char *query)
{
  AppMatch        *self = g_object_new (APP_TYPE_MATCH, NULL);
  g_autofree char *valid = g_utf8_make_valid (query != NULL ? query : "", -1);

  g_strstrip (valid);
  fold (&self->phrase, valid, MAX_QUERY);
  g_auto (GStrv) parts = g_strsplit_set (valid, " \t\n", -1);
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

/* A tool without a title of its own is called by its name. */
static gboolean
is_repeated (const char *const *names, guint i)
{
  for (guint j = 0; j < i; j++)
    if (names[j] != NULL && g_str_equal (names[j], names[i]))
      return TRUE;
  return FALSE;
}

/* The score of each of @words. A text is looked at only for what no name has. */
static void
score_words (AppMatch          *self,
             const Folded      *words,
             guint              n_words,
             const char *const *names,
             guint              n_names,
             const char        *text,
             guint             *scores)
{
  gsize length = text != NULL ? strnlen (text, MAX_TEXT) : 0;

  memset (scores, 0, n_words * sizeof (guint));
  for (guint i = 0; i < n_names; i++)
    {
      if (names[i] == NULL || is_repeated (names, i))
        continue;
      folded_set (&self->name, names[i], strnlen (names[i], MAX_NAME));
      for (guint j = 0; j < n_words; j++)
        {
          guint rank = rank_in_name (&self->name, &words[j], NULL);
          guint score = (rank + 1) * NAMES_PER_RANK - 1 - MIN (i, NAMES_PER_RANK - 1);

          if (rank != RANK_NONE)
            scores[j] = MAX (scores[j], score);
        }
    }
  for (guint j = 0; j < n_words && length > 0; j++)
    if (scores[j] == 0)
      scores[j] = rank_in_text (text, length, &words[j]) * NAMES_PER_RANK;
}

guint
app_match_get_score (AppMatch *self, const char *const *names, guint n_names, const char *text)
{
  guint score;
  guint scores[MAX_WORDS];
  guint least = G_MAXUINT;

  g_return_val_if_fail (APP_IS_MATCH (self), 0);

  if (self->n_words == 0)
    return 1;
  score_words (self, &self->phrase, 1, names, n_names, text, &score);
  /* In doubt the words as they stand beside each other; else the least of them counts. */
  if (self->n_words == 1 || score >= RANK_PART * NAMES_PER_RANK)
    return score;
  score_words (self, self->words, self->n_words, names, n_names, text, scores);
  for (guint i = 0; i < self->n_words; i++)
    least = MIN (least, scores[i]);
  return MAX (score, least);
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
