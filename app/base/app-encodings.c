/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-encodings.h"

#include <string.h>

/* A text is looked at in pieces, so that what is known of its bytes stays small. A value that is
 * encoded four times over fits into what two pieces share. */
#define PIECE (4u * 1024u * 1024u)
#define SHARED (1024u * 1024u)
/* Decoded bytes, and more for each byte of a piece; what asks for more means to keep us busy. */
#define WORK (4u * 1024u * 1024u)
#define MORE_WORK 48u

/* Units of @n_at bytes here were @n_from bytes before. */
typedef struct
{
  gsize at;
  gsize from;
  gsize until; /* before: where the last one ends */
  guint n_at;
  guint n_from;
} Segment;

/* A text with one encoding less. */
typedef struct _View View;
struct _View
{
  const View *before; /* (nullable): of the text as it was */
  const char *data;
  gsize       length;
  GString    *text;     /* (nullable): owns @data; made with the first segment */
  GArray     *segments; /* of Segment */
  gboolean    joined;   /* its lines are */
};

typedef struct
{
  GPtrArray *values;
  GPtrArray *marks;  /* of utf8: of each value what no escape changes */
  gboolean   prose;  /* a short value may be a word */
  gsize      offset; /* of the piece */
  gsize      work;   /* bytes that may still be decoded */
  GArray    *spans;
} Search;

/* The way back */

static const Segment *
find_segment (const View *view, gsize at)
{
  guint low = 0, high = view->segments->len;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (view->segments, Segment, middle).at <= at)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (view->segments, Segment, low);
}

static void
add_span (Search *search, const View *view, gsize start, gsize end)
{
  AppSpan span = { start, end, FALSE };

  for (; view->before != NULL; view = view->before)
    {
      const Segment *first = find_segment (view, span.start);
      const Segment *last = find_segment (view, span.end - 1);

      span.start = first->from + (span.start - first->at) / first->n_at * first->n_from;
      span.end = last->from + ((span.end - 1 - last->at) / last->n_at + 1) * last->n_from;
      span.end = MIN (span.end, last->until);
    }
  span.start += search->offset;
  span.end += search->offset;
  g_array_append_val (search->spans, span);
}

static void
add_segment (View *view, gsize from, gsize until, guint n_at, guint n_from)
{
  Segment segment = { 0, from, until, n_at, n_from };

  if (view->text == NULL)
    {
      view->text = g_string_new (NULL);
      view->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
    }
  segment.at = view->text->len;
  g_array_append_val (view->segments, segment);
}

static void
add_plain (View *view, gsize from, gsize until)
{
  if (until == from)
    return;
  add_segment (view, from, until, 1, 1);
  g_string_append_len (view->text, view->before->data + from, (gssize)(until - from));
}

/* Escapes: one sign begins them */

/* Reads one. @out: at least 4 bytes. Returns: how many bytes it took; 0 where it is none */
typedef gsize (*Unescape) (const char *text, gsize left, char *out, guint *n_out);

static gboolean
read_digits (const char *text, gsize left, guint n, guint base, gunichar *value)
{
  *value = 0;
  if (left < n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || (guint)digit >= base)
        return FALSE;
      *value = *value * base + (guint)digit;
    }
  return TRUE;
}

static gsize
put_character (gunichar character, char *out, guint *n_out, gsize taken)
{
  *n_out = (guint)g_unichar_to_utf8 (character, out);
  return taken;
}

static gsize
put_byte (gunichar byte, char *out, guint *n_out, gsize taken)
{
  *out = (char)byte;
  *n_out = 1;
  return taken;
}

static gsize
read_utf16 (const char *text, gsize left, char *out, guint *n_out)
{
  gunichar high, low;

  if (!read_digits (text + 2, left - 2, 4, 16, &high))
    return 0;
  if (high >= 0xd800 && high < 0xdc00 && left >= 12 && text[6] == '\\' && text[7] == 'u' &&
      read_digits (text + 8, left - 8, 4, 16, &low) && low >= 0xdc00 && low < 0xe000)
    return put_character (0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), out, n_out, 12);
  return high >= 0xd800 && high < 0xe000 ? 0 : put_character (high, out, n_out, 6);
}

/* Of JSON (RFC 8259, 7), and of the shell: "$'…'", and "'\''" between single quotes. */
static gsize
unescape_backslash (const char *text, gsize left, char *out, guint *n_out)
{
  static const char letters[] = "nrtbfave";
  static const char meanings[] = "\n\r\t\b\f\a\v\x1b";
  gunichar          value;

  if (left < 2)
    return 0;
  if (text[1] == 'u')
    return left >= 6 ? read_utf16 (text, left, out, n_out) : 0;
  if (text[1] == 'x' && read_digits (text + 2, left - 2, 2, 16, &value))
    return put_byte (value, out, n_out, 4);
  if (read_digits (text + 1, left - 1, 3, 8, &value) && value < 0x100)
    return put_byte (value, out, n_out, 4);
  const char *letter = text[1] != '\0' ? strchr (letters, text[1]) : NULL;
  if (letter != NULL)
    return put_byte ((guchar)meanings[letter - letters], out, n_out, 2);
  return g_ascii_isalnum (text[1]) ? 0 : put_byte ((guchar)text[1], out, n_out, 2);
}

static gsize
unescape_quotes (const char *text, gsize left, char *out, guint *n_out)
{
  if (left >= 5 && memcmp (text, "'\"'\"'", 5) == 0)
    return put_byte ('\'', out, n_out, 5);
  return left >= 4 && memcmp (text, "'\\''", 4) == 0 ? put_byte ('\'', out, n_out, 4) : 0;
}

static gsize
unescape_percent (const char *text, gsize left, char *out, guint *n_out)
{
  gunichar value;

  return left >= 3 && read_digits (text + 1, left - 1, 2, 16, &value)
             ? put_byte (value, out, n_out, 3)
             : 0;
}

static gsize
unescape_plus (const char *text, gsize left, char *out, guint *n_out)
{
  return put_byte (' ', out, n_out, 1);
}

static gsize
unescape_html (const char *text, gsize left, char *out, guint *n_out)
{
  static const char *const names[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };
  static const char        characters[] = "&<>\"'";
  gboolean                 hex = left > 2 && text[1] == '#' && g_ascii_tolower (text[2]) == 'x';
  gunichar                 value = 0;
  gsize                    i = hex ? 3 : 2;
  gsize                    first = i;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (left >= strlen (names[k]) && memcmp (text, names[k], strlen (names[k])) == 0)
      return put_byte ((guchar)characters[k], out, n_out, strlen (names[k]));
  if (left < 4 || text[1] != '#')
    return 0;
  for (;
       i < left && i < first + 7 && (hex ? g_ascii_isxdigit (text[i]) : g_ascii_isdigit (text[i]));
       i++)
    value = value * (hex ? 16 : 10) + (guint)g_ascii_xdigit_value (text[i]);
  return i > first && i < left && text[i] == ';' && g_unichar_validate (value)
             ? put_character (value, out, n_out, i + 1)
             : 0;
}

/* Of several escapes the first that fits is taken. */
typedef struct
{
  const char *signs;
  Unescape    unescape[3]; /* (nullable): for the sign at the same place */
  gboolean    for_blanks;  /* only for values with a blank */
} Escapes;

static const Escapes escapes[] = {
  { "\\", { unescape_backslash }, FALSE },
  { "'", { unescape_quotes }, FALSE },
  { "%", { unescape_percent }, FALSE },
  { "&", { unescape_html }, FALSE },
  { "+%", { unescape_plus, unescape_percent }, TRUE },
};

static gboolean
decode_escapes (const Escapes *kind, const View *before, View *view)
{
  gsize    done = 0, at = 0;
  gboolean any = FALSE;

  while (at < before->length)
    {
      char  out[8];
      guint n_out = 0;

      if (kind->signs[1] == '\0')
        {
          const char *next = memchr (before->data + at, kind->signs[0], before->length - at);

          if (next == NULL)
            break;
          at = (gsize)(next - before->data);
        }
      const char *sign = before->data[at] != '\0' ? strchr (kind->signs, before->data[at]) : NULL;
      gsize       taken = sign != NULL ? kind->unescape[sign - kind->signs](
                                       before->data + at, before->length - at, out, &n_out)
                                       : 0;
      if (taken == 0)
        {
          at++;
          continue;
        }
      add_plain (view, done, at);
      add_segment (view, at, at + taken, n_out, (guint)taken);
      g_string_append_len (view->text, out, n_out);
      at += taken;
      done = at;
      any = TRUE;
    }
  if (any)
    add_plain (view, done, before->length);
  return any;
}

/* Runs: many characters that mean nothing alone */

#define DIGITS "0123456789"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER "abcdefghijklmnopqrstuvwxyz"

typedef struct
{
  guint       n_at; /* bytes that so many characters stand for */
  guint       n_from;
  guint       least; /* characters that may hold a value */
  const char *characters[2];
} Run;

static const Run runs[] = {
  { 1, 2, 2 * APP_ENCODINGS_MIN_VALUE, { DIGITS "abcdef", DIGITS "ABCDEF" } },
  { 3,
    4,
    (APP_ENCODINGS_MIN_VALUE * 4 + 2) / 3,
    { UPPER LOWER DIGITS "+/", UPPER LOWER DIGITS "-_" } },
};

#define NONE 0xffu
/* Characters of a line that is broken where it is full: 60, 64, 72 or 76. */
#define MIN_LINE 60u

static gboolean
is_run_character (char character)
{
  return g_ascii_isalnum (character) || strchr ("+/-_=", character) != NULL;
}

/* What each byte stands for. */
static void
make_table (const Run *run, guint8 table[256])
{
  memset (table, NONE, 256);
  for (guint i = 0; i < G_N_ELEMENTS (run->characters); i++)
    for (guint k = 0; run->characters[i][k] != '\0'; k++)
      table[(guchar)run->characters[i][k]] = (guint8)k;
}

/* How much of it somebody may have written. */
static gsize
measure_text (const char *data, gsize length)
{
  gsize n = 0;

  while (n < length)
    {
      guchar byte = (guchar)data[n];
      gsize  step = 1;

      if (byte >= 0x80)
        {
          if ((gint32)g_utf8_get_char_validated (data + n, (gssize)(length - n)) < 0)
            break;
          step = (gsize)(g_utf8_next_char (data + n) - (data + n));
        }
      else if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\x1b')
        break;
      n += step;
    }
  return n;
}

static void
decode_run (const Run *run, const guint8 table[256], const char *text, gsize length, GString *bytes)
{
  const guint n_bits = 8 * run->n_at / run->n_from;
  guint32     bits = 0;
  guint       n = 0;

  g_string_set_size (bytes, length);
  char *out = bytes->str;
  for (gsize i = 0; i < length; i++)
    {
      bits = bits << n_bits | table[(guchar)text[i]];
      n += n_bits;
      if (n < 8)
        continue;
      n -= 8;
      *out++ = (char)(bits >> n);
    }
  g_string_truncate (bytes, (gsize)(out - bytes->str));
}

/* Most words look like Base64, and mean nothing in it: what is no text is left out. */
static gboolean
add_texts (const Run *run, View *view, gsize from, gsize until, GString *bytes)
{
  gboolean any = FALSE;
  gsize    n;

  for (gsize at = 0; at < bytes->len; at += MAX (n, 1))
    {
      gsize first = at - at % run->n_at;

      n = measure_text (bytes->str + at, bytes->len - at);
      if (n < APP_ENCODINGS_MIN_VALUE)
        continue;
      add_segment (view, from + first / run->n_at * run->n_from, until, run->n_at, run->n_from);
      g_string_append_len (view->text, bytes->str + first, (gssize)(at + n - first));
      /* Two of them are no text together. */
      add_segment (view, until, until, 1, 0);
      g_string_append_c (view->text, '\0');
      any = TRUE;
    }
  return any;
}

/* What stands before it may look like a part of it: each place may be its beginning. */
static gboolean
decode_runs (const Run *run, const View *before, View *view)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  guint8   table[256];
  gboolean any = FALSE;

  make_table (run, table);
  for (gsize from = 0; from + run->least <= before->length;)
    {
      gsize at = from + run->least;

      /* From behind: most words are shorter, and are passed over at once. */
      while (at > from && table[(guchar)before->data[at - 1]] != NONE)
        at--;
      if (at > from)
        {
          from = at;
          continue;
        }
      at = from + run->least;
      while (at < before->length && table[(guchar)before->data[at]] != NONE)
        at++;
      for (guint i = 0; i < run->n_from && at - from >= run->least + i; i++)
        {
          decode_run (run, table, before->data + from + i, at - from - i, bytes);
          any |= add_texts (run, view, from + i, at, bytes);
        }
      from = at;
    }
  return any;
}

/* Whether a line that is full ends before @end. */
static gboolean
is_full_line (const View *view, const char *end)
{
  gsize n = 0;

  while (n < MIN_LINE && end - n > view->data && is_run_character (end[-1 - (gssize)n]))
    n++;
  return n == MIN_LINE;
}

/* Lines that were broken for mail, PEM or a terminal are one again. */
static gboolean
join_lines (const View *before, View *view)
{
  const char *end = before->data + before->length;
  const char *done = before->data;
  const char *at = before->data;

  while ((at = memchr (at, '\n', (gsize)(end - at))) != NULL)
    {
      const char *last = at > before->data && at[-1] == '\r' ? at - 1 : at;

      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at == end || !is_run_character (*at) || !is_full_line (before, last))
        continue;
      add_plain (view, (gsize)(done - before->data), (gsize)(last - before->data));
      done = at;
    }
  if (done > before->data)
    add_plain (view, (gsize)(done - before->data), before->length);
  return done > before->data;
}

/* The search */

static gboolean
has_blank (GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    if (strchr (values->pdata[i], ' ') != NULL)
      return TRUE;
  return FALSE;
}

static gsize
skip_blanks (const View *view, gsize at)
{
  while (at < view->length && (view->data[at] == ' ' || view->data[at] == '\t'))
    at++;
  return at;
}

static char
get_character (const View *view, gsize at)
{
  return at < view->length ? view->data[at] : '\0';
}

static gboolean
is_word_character (char character)
{
  return g_ascii_isalnum (character) || character == '_' || (guchar)character >= 0x80;
}

/* Whether a short value is all that is there: a string or number of JSON, the value of a header,
 * parameter or variable, a line; in prose, and in a command that is shown as one line, a word. No
 * name is a value. */
static gboolean
is_whole (Search *search, const View *view, gsize start, gsize end)
{
  char     before = start > 0 ? view->data[start - 1] : '\0';
  char     behind = get_character (view, end);
  gboolean quoted = (before == '"' || before == '\'') && behind == before;
  char     next = get_character (view, skip_blanks (view, quoted ? end + 1 : end));

  if (next == ':' || next == '=' || quoted)
    return next != ':' && next != '=';
  if (search->prose && view->before == NULL)
    return !is_word_character (before) && !is_word_character (behind);
  while (start > 0 && (view->data[start - 1] == ' ' || view->data[start - 1] == '\t'))
    start--;
  before = start > 0 ? view->data[start - 1] : '\0';
  /* strchr() finds the end of a text as well. */
  return strchr (",[", before) != NULL && before != '\0'
             ? next != '\0' && strchr (",]}", next) != NULL
             : strchr (":=&;\r\n", before) != NULL && strchr (",]}&;#@\"'<\\\r\n", next) != NULL;
}

static void
find_values (Search *search, const View *view)
{
  for (guint i = 0; i < search->values->len; i++)
    {
      const char *value = search->values->pdata[i];
      gsize       length = strlen (value);
      const char *at = view->data;
      const char *end = view->data + view->length;

      while ((at = memmem (at, (gsize)(end - at), value, length)) != NULL)
        {
          gsize start = (gsize)(at - view->data);

          if (length >= APP_ENCODINGS_MIN_VALUE || is_whole (search, view, start, start + length))
            add_span (search, view, start, start + length);
          at += length;
        }
    }
}

/* Letters and digits stand for themselves in most escapes. Returns: (transfer full): the longest
 * part of @value that has nothing else */
static char *
dup_mark (const char *value)
{
  const char *best = value;
  gsize       best_length = 0;

  for (const char *at = value; *at != '\0';)
    {
      gsize length = 0;

      while (g_ascii_isalnum (at[length]))
        length++;
      if (length > best_length)
        {
          best = at;
          best_length = length;
        }
      at += MAX (length, 1);
    }
  return g_strndup (best, best_length);
}

static gboolean
has (const View *view, const char *text)
{
  return memmem (view->data, view->length, text, strlen (text)) != NULL;
}

/* Whether an escape stands for the end of a line that was broken where it was full. */
static gboolean
has_escaped_line_end (const View *view)
{
  static const char *const ends[] = { "\\nr", "%0" };
  const char              *end = view->data + view->length;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (const char *at = view->data;
         (at = memchr (at, ends[i][0], (gsize)(end - at))) != NULL; at++)
      {
        const char *last = at;

        if (end - at < 2 || at[1] == '\0' || strchr (ends[i] + 1, at[1]) == NULL)
          continue;
        while (last > view->data && (last[-1] == '\\' || last[-1] == '\r'))
          last--;
        if (is_full_line (view, last))
          return TRUE;
      }
  return FALSE;
}

/* Where no mark of a value stands, no escape hides it, unless it is one of those that stand for
 * letters and digits as well, for a "+" or "/" in the midst of Base64, or for the sign of such an
 * escape. */
static gboolean
may_be_escaped (Search *search, const View *view)
{
  static const char *const inside[] = { "%2", "%3", "%4", "%5", "%6", "%7", "\\/", "\\u00",
                                        "\\x", "\\0", "\\1", "&#", "&amp;" };

  for (guint i = 0; i < search->marks->len; i++)
    if (has (view, search->marks->pdata[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (inside); i++)
    if (has (view, inside[i]))
      return TRUE;
  return has_escaped_line_end (view);
}

static gboolean
decode (const View *before, View *view, guint way, GPtrArray *values)
{
  if (way >= G_N_ELEMENTS (escapes))
    return decode_runs (&runs[way - G_N_ELEMENTS (escapes)], before, view);
  return (!escapes[way].for_blanks || has_blank (values)) &&
         decode_escapes (&escapes[way], before, view);
}

static void look_below (Search *search, const View *before, guint depth);

/* Takes over what @view has. */
static void
look_into (Search *search, View *view, guint depth)
{
  view->data = view->text->str;
  view->length = view->text->len;
  search->work -= MIN (search->work, view->length);
  look_below (search, view, depth);
  g_string_free (view->text, TRUE);
  g_array_unref (view->segments);
}

/* What is encoded once is always decoded, whatever work that is. */
static void
look_below (Search *search, const View *before, guint depth)
{
  View joined = { before, NULL, 0, NULL, NULL, TRUE };

  find_values (search, before);
  if (depth == APP_ENCODINGS_MAX_DEPTH)
    return;
  if (!before->joined && (depth == 0 || before->length <= search->work) &&
      join_lines (before, &joined))
    look_into (search, &joined, depth);
  gboolean escaped = may_be_escaped (search, before);
  /* Backwards: runs cost least, and come before what may take all that is left. */
  for (guint way = G_N_ELEMENTS (escapes) + G_N_ELEMENTS (runs);
       way-- > (escaped ? 0 : G_N_ELEMENTS (escapes)) &&
       (depth == 0 || before->length <= search->work);)
    {
      View view = { before, NULL, 0, NULL, NULL, FALSE };

      if (decode (before, &view, way, search->values))
        look_into (search, &view, depth + 1);
    }
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const AppSpan *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start ? 1
                                                                          : 0;
}

static void
merge (GArray *spans)
{
  guint n = 0;

  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      AppSpan *span = &g_array_index (spans, AppSpan, i);
      AppSpan *last = n > 0 ? &g_array_index (spans, AppSpan, n - 1) : NULL;

      if (last != NULL && span->start <= last->end)
        last->end = MAX (last->end, span->end);
      else
        g_array_index (spans, AppSpan, n++) = *span;
    }
  g_array_set_size (spans, n);
}

GArray *
app_encodings_find (const char *data, gsize length, GPtrArray *values, gboolean prose)
{
  Search search = { values, NULL, prose, 0, 0, NULL };

  g_return_val_if_fail (data != NULL || length == 0, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  search.marks = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < values->len; i++)
    g_ptr_array_add (search.marks, dup_mark (values->pdata[i]));
  search.spans = g_array_new (FALSE, FALSE, sizeof (AppSpan));
  for (; search.marks->len > 0 && search.offset < length; search.offset += PIECE)
    {
      View whole = { NULL, data + search.offset, MIN (length - search.offset, PIECE + SHARED), NULL,
                     NULL, FALSE };

      search.work = WORK + MORE_WORK * whole.length;
      look_below (&search, &whole, 0);
    }
  g_ptr_array_unref (search.marks);
  merge (search.spans);
  if (search.spans->len > 0)
    return search.spans;
  g_array_unref (search.spans);
  return NULL;
}
