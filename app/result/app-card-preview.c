/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-preview.h"

#include <string.h>

/* The servers break lines at 120 cells: a word that was cut has 119 of them and "…". One that is
 * shorter in characters may be wide. */
#define CUT_CHARACTERS 55u
#define ELLIPSIS "\xe2\x80\xa6"

typedef struct
{
  gboolean list;
  guint64  index;  /* of the next item */
  guint64  count;  /* entries seen */
  gsize    path;   /* length of the path to this container */
  gboolean known;  /* whether that path is sure */
  guint    indent; /* of the line on which the current entry began */
} Frame;

typedef struct
{
  const char *text;
  gsize       length;
  gsize       at;
  gboolean    in_dict; /* the top is a dict: broken lines go on behind 8 spaces */
  GString    *path;
  gboolean    known;
  gboolean    base_known;
  GArray     *frames;
  GArray     *places;
  guint       first_doubt; /* places before this one are sure whatever follows */
  gboolean    doubted;
} Reader;

static void
place_clear (gpointer data)
{
  g_free (((AppCardPlace *)data)->path);
}

/* A part of a path that the servers admit. */
static gboolean
is_reachable (const char *part, gsize length)
{
  gboolean digits = TRUE;

  for (gsize i = 0; i < length; i++)
    digits &= g_ascii_isdigit (part[i]);
  if (digits)
    return TRUE;
  if (!g_ascii_isalpha (part[0]))
    return FALSE;
  for (gsize i = 1; i < length; i++)
    if (!g_ascii_isalnum (part[i]) && part[i] != '_')
      return FALSE;
  return TRUE;
}

gboolean
app_card_preview_append_step (GString *path, const char *key, gboolean in_list)
{
  gboolean dotted = strchr (key, '.') != NULL;

  if (key[0] == '\0')
    return FALSE;
  if (in_list)
    {
      g_string_append_printf (path, "[%s]", key);
      return TRUE;
    }
  for (const char *part = key; *part != '\0';)
    {
      gsize length = strcspn (part, ".");

      if (!is_reachable (part, length))
        return FALSE;
      part += length;
      part += *part == '.';
    }
  if (dotted)
    g_string_append_printf (path, "['%s']", key);
  else
    g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "", key);
  return TRUE;
}

gboolean
app_card_preview_is_path (const char *path, char **part)
{
  g_return_val_if_fail (path != NULL, FALSE);

  if (part != NULL)
    *part = NULL;
  for (const char *at = path; *at != '\0';)
    {
      gsize       length = strcspn (at, ".[]");
      gsize       inner = length;
      const char *start = at;

      while (inner > 0 && (*start == '\'' || *start == '"'))
        {
          start++;
          inner--;
        }
      while (inner > 0 && (start[inner - 1] == '\'' || start[inner - 1] == '"'))
        inner--;
      if (inner > 0 && !is_reachable (start, inner))
        {
          if (part != NULL)
            *part = g_strndup (start, inner);
          return FALSE;
        }
      at += length;
      at += *at != '\0';
    }
  return TRUE;
}

static Frame *
top (Reader *self)
{
  if (self->frames->len == 0)
    return NULL;
  return &g_array_index (self->frames, Frame, self->frames->len - 1);
}

static char
peek (Reader *self)
{
  return self->at < self->length ? self->text[self->at] : '\0';
}

static gboolean
looking_at (Reader *self, const char *word)
{
  gsize length = strlen (word);

  return self->length - self->at >= length && memcmp (self->text + self->at, word, length) == 0;
}

static void
skip_space (Reader *self)
{
  while (peek (self) == ' ' || peek (self) == '\n')
    self->at++;
}

/* Spaces at the beginning of the line that @at is on. */
static guint
measure_indent (Reader *self, gsize at)
{
  gsize start = at;
  guint indent = 0;

  while (start > 0 && self->text[start - 1] != '\n')
    start--;
  while (start + indent < self->length && self->text[start + indent] == ' ')
    indent++;
  return indent;
}

static guint64
read_number (Reader *self)
{
  guint64 number = 0;

  while (g_ascii_isdigit (peek (self)) && number < G_MAXUINT32)
    number = number * 10 + (guint64)(self->text[self->at++] - '0');
  while (g_ascii_isdigit (peek (self)))
    self->at++;
  return number;
}

static void
add_place (Reader *self, AppMarkerKind kind, gsize offset, guint64 shown, guint64 hidden)
{
  Frame       *frame = top (self);
  AppCardPlace place = { .kind = kind, .offset = offset, .shown = shown, .hidden = hidden };

  place.in_list = frame != NULL && frame->list;
  place.path = self->known ? g_strdup (self->path->str) : NULL;
  g_array_append_val (self->places, place);
}

/* The length of the word that ends before @at, in characters. */
static guint
measure_word (Reader *self, gsize start, gsize at)
{
  guint characters = 0;

  while (at > start && self->text[at - 1] != ' ' && self->text[at - 1] != '\n')
    {
      at--;
      characters += ((guint8)self->text[at] & 0xc0) != 0x80;
    }
  return characters;
}

/* A word was cut at the end of this line: does its string end with it? The rest of the word, its
 * quote and the comma are lost; what the next line looks like tells. */
static gboolean
ends_with_cut (Reader *self)
{
  Frame      *frame = top (self);
  gsize       start = self->at + 1;
  guint       indent = 0;
  const char *next;

  while (start + indent < self->length && self->text[start + indent] == ' ')
    indent++;
  if (start + indent >= self->length)
    return TRUE;
  next = self->text + start + indent;
  if (*next == '}' || *next == ']')
    return TRUE;
  return frame != NULL && indent == frame->indent && strchr ("'\"[{.-0123456789TFN", *next) != NULL;
}

/* One escape or character of a string. */
static gsize
measure_character (const char *text, gsize left)
{
  gsize size = 1;

  if (text[0] == '\\' && left > 1)
    size = text[1] == 'x' ? 4 : text[1] == 'u' ? 6
                            : text[1] == 'U'   ? 10
                                               : 2;
  else
    while (size < left && ((guint8)text[size] & 0xc0) == 0x80)
      size++;
  return MIN (size, left);
}

/* A string in its quotes. @text: (nullable): what it holds, as far as it is plain; @characters:
 * (out); @cut: (out): where its last word was cut, G_MAXSIZE where none was
 * Returns: FALSE where it does not end */
static gboolean
read_string (Reader *self, GString *text, guint64 *characters, gsize *cut)
{
  char  quote = self->text[self->at];
  gsize start = ++self->at;

  *characters = 0;
  *cut = G_MAXSIZE;
  while (self->at < self->length)
    {
      const char *p = self->text + self->at;
      gsize       size;

      if (*p == quote)
        {
          self->at++;
          return TRUE;
        }
      if (*p == '\n')
        {
          gsize spaces = self->in_dict ? 8 : 0;

          if (self->at >= start + strlen (ELLIPSIS) &&
              memcmp (p - strlen (ELLIPSIS), ELLIPSIS, strlen (ELLIPSIS)) == 0 &&
              measure_word (self, start, self->at) >= CUT_CHARACTERS)
            {
              *cut = self->at - strlen (ELLIPSIS);
              if (!self->doubted)
                self->first_doubt = self->places->len + 1;
              self->doubted = TRUE;
              if (ends_with_cut (self))
                return TRUE;
            }
          self->at++;
          while (spaces-- > 0 && peek (self) == ' ')
            self->at++;
          continue;
        }
      size = measure_character (p, self->length - self->at);
      if (text != NULL)
        {
          /* Keys that need more than this are not reachable by a path anyway. */
          if (*p == '\\')
            g_string_append_c (text, '\\');
          else
            g_string_append_len (text, p, (gssize)size);
        }
      self->at += size;
      (*characters)++;
    }
  return FALSE;
}

static gboolean
push (Reader *self, gboolean list)
{
  Frame frame = { .list = list, .path = self->path->len, .known = self->known };

  if (self->frames->len >= APP_CARD_PREVIEW_MAX_DEPTH)
    return FALSE;
  self->at++;
  frame.indent = measure_indent (self, self->at);
  g_array_append_val (self->frames, frame);
  return TRUE;
}

static gboolean
read_string_value (Reader *self)
{
  guint64 characters;
  gsize   cut;

  if (!read_string (self, NULL, &characters, &cut))
    return FALSE;
  if (cut != G_MAXSIZE)
    add_place (self, APP_MARKER_CUT, cut, 0, 0);
  else if (peek (self) == '+')
    {
      gsize   offset = self->at++;
      guint64 hidden = read_number (self);

      add_place (self, APP_MARKER_CHARACTERS, offset, characters, hidden);
    }
  return TRUE;
}

/* A number, True, False, None. */
static gboolean
read_word (Reader *self)
{
  gsize start = self->at;

  while (g_ascii_isalnum (peek (self)) || (peek (self) != '\0' && strchr ("+-._", peek (self))))
    self->at++;
  return self->at > start;
}

static gboolean
read_value (Reader *self)
{
  gsize offset = self->at;

  if (looking_at (self, "{...}") || looking_at (self, "[...]"))
    {
      self->at += 5;
      add_place (self, APP_MARKER_DEPTH, offset, 0, 0);
      return TRUE;
    }
  if (looking_at (self, "{}") || looking_at (self, "[]"))
    {
      self->at += 2;
      return TRUE;
    }
  switch (peek (self))
    {
    case '{':
    case '[':
      return push (self, peek (self) == '[');
    case '\'':
    case '"':
      return read_string_value (self);
    default:
      return read_word (self);
    }
}

/* The key of the next member; its value's path becomes the reader's. */
static gboolean
read_key (Reader *self)
{
  g_autoptr (GString) key = g_string_new (NULL);
  guint64 characters;
  gsize   cut;

  if (peek (self) != '\'' && peek (self) != '"')
    return FALSE;
  if (!read_string (self, key, &characters, &cut))
    return FALSE;
  if (peek (self) == '+')
    {
      self->at++;
      read_number (self);
      cut = 0;
    }
  if (peek (self) != ':')
    return FALSE;
  self->at++;
  if (cut != G_MAXSIZE || !app_card_preview_append_step (self->path, key->str, FALSE))
    self->known = FALSE;
  return TRUE;
}

static gboolean
read_entry (Reader *self, Frame *frame)
{
  gsize offset = self->at;

  self->known = frame->known;
  g_string_truncate (self->path, frame->path);
  if (looking_at (self, "... +"))
    {
      guint64 hidden;

      self->at += strlen ("... +");
      hidden = read_number (self);
      add_place (self, APP_MARKER_ITEMS, offset, frame->list ? frame->index : frame->count, hidden);
      return TRUE;
    }
  frame->indent = measure_indent (self, self->at);
  frame->count++;
  if (frame->list)
    {
      g_autofree char *index = g_strdup_printf ("%" G_GUINT64_FORMAT, frame->index++);

      app_card_preview_append_step (self->path, index, TRUE);
    }
  else if (!read_key (self))
    return FALSE;
  skip_space (self);
  return read_value (self);
}

/* Reads one step. Returns: FALSE where the text is not what it should be */
static gboolean
read_step (Reader *self)
{
  Frame *frame = top (self);
  char   close = frame->list ? ']' : '}';

  skip_space (self);
  if (peek (self) == ',')
    {
      self->at++;
      return TRUE;
    }
  if (peek (self) == close)
    {
      self->at++;
      g_array_set_size (self->frames, self->frames->len - 1);
      return TRUE;
    }
  return read_entry (self, frame);
}

/* Where the text cannot be told apart: what is certainly a mark, of something. */
static void
read_rest (Reader *self)
{
  self->known = FALSE;
  for (; self->at < self->length; self->at++)
    {
      gsize offset = self->at;

      if (looking_at (self, "... +") && (offset == 0 || strchr (" \n", self->text[offset - 1])))
        {
          self->at += strlen ("... +");
          add_place (self, APP_MARKER_ITEMS, offset, 0, read_number (self));
        }
      else if (looking_at (self, "{...}") || looking_at (self, "[...]"))
        add_place (self, APP_MARKER_DEPTH, offset, 0, 0);
    }
}

GArray *
app_card_preview_read (const char *text,
                       gsize       length,
                       const char *path,
                       guint64     start,
                       gboolean   *understood)
{
  g_autoptr (GString) steps = g_string_new (path);
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  Reader   reader = { .text = text, .length = length, .path = steps, .frames = frames };
  gboolean right;

  reader.places = g_array_new (FALSE, FALSE, sizeof (AppCardPlace));
  g_array_set_clear_func (reader.places, place_clear);
  reader.known = path != NULL;
  skip_space (&reader);
  reader.in_dict = peek (&reader) == '{';
  right = read_value (&reader);
  if (right && frames->len > 0)
    top (&reader)->index = start;
  while (right && frames->len > 0)
    right = read_step (&reader);
  if (right)
    {
      skip_space (&reader);
      right = reader.at == length;
    }
  if (!right)
    {
      /* What was read since the first doubt may belong elsewhere. */
      for (guint i = reader.doubted ? reader.first_doubt : reader.places->len;
           i < reader.places->len;
           i++)
        g_clear_pointer (&g_array_index (reader.places, AppCardPlace, i).path, g_free);
      read_rest (&reader);
    }
  *understood = right;
  return reader.places;
}
