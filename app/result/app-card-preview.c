/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-preview.h"

#include <string.h>

/* The servers break lines at 120 cells: a word that was cut has 119 of them and "…". One that is
 * shorter in characters may be wide. */
#define CUT_CHARACTERS 55u
#define ELLIPSIS "\xe2\x80\xa6"
/* A preview that has more is not taken apart. */
#define MAX_NODES 200000u
/* Bytes of a key that is shown as the reason why a place cannot be reached. */
#define MAX_KEY 400u
/* Bytes of paths: below a thousand lists each entry has a long one. */
#define MAX_PATHS (16u * 1024u * 1024u)

/* A key of the text that no path can contain, with its quotes. */
typedef struct
{
  gsize start;
  gsize end; /* 0: there is none */
} Barrier;

typedef struct
{
  gboolean list;
  guint64  index; /* of the next item */
  guint64  count; /* entries seen */
  gsize    path;  /* length of the path to this container */
  gboolean known; /* whether that path is sure */
  Barrier  barrier;
  guint    indent; /* of the line on which the current entry began */
  guint    node;   /* of the container among the nodes */
} Frame;

typedef struct
{
  const char *text;
  gsize       length;
  gsize       at;
  gboolean    in_dict; /* the top is a dict: broken lines go on behind 8 spaces */
  GString    *path;
  gboolean    known;
  Barrier     barrier;
  Barrier     key; /* of the member that is read */
  GArray     *frames;
  GArray     *places;
  GArray     *nodes;
  guint       first_doubt; /* places before this one are sure whatever follows */
  gsize       path_bytes;  /* of all paths */
  gsize       line;        /* where the line begins whose indent was measured last */
  gsize       line_seen;   /* up to where it was looked for */
  guint       indent;      /* of that line */
  guint       sure_nodes;  /* when the first doubt came up */
  gboolean    doubted;
} Reader;

/* The paths that object-store servers admit */

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

/* Appends the step to a member (@in_list: to an item) as the servers' paths spell it. Their rule:
 * every part is digits, or a letter and then letters, digits and "_"; a key with dots in brackets.
 * Returns: %FALSE, and nothing is appended, where no path reaches it */
static gboolean
append_step (GString *path, const char *key, gboolean in_list)
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

/* Reading */

static void
place_clear (gpointer data)
{
  g_free (((AppCardPlace *)data)->path);
  g_free (((AppCardPlace *)data)->barrier);
}

static void
node_clear (gpointer data)
{
  g_free (((AppCardNode *)data)->path);
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

/* Spaces at the beginning of the line that @at is on; reading only goes forwards. */
static guint
measure_indent (Reader *self, gsize at)
{
  gsize start = self->line;

  for (gsize i = self->line_seen; i < at; i++)
    if (self->text[i] == '\n')
      start = i + 1;
  if (start != self->line || self->line_seen == 0)
    {
      self->indent = 0;
      while (start + self->indent < self->length && self->text[start + self->indent] == ' ')
        self->indent++;
    }
  self->line = start;
  self->line_seen = at;
  return self->indent;
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

/* The innermost container has entries that cannot be told. */
static void
hide_entries (Reader *self)
{
  if (self->frames->len > 0)
    g_array_index (self->nodes, AppCardNode, top (self)->node).all = FALSE;
}

/* Returns: (nullable): of what is read now, where it is sure */
static char *
dup_path (Reader *self)
{
  if (!self->known || self->path_bytes > MAX_PATHS)
    return NULL;
  self->path_bytes += self->path->len + 1;
  return g_strdup (self->path->str);
}

/* The containers around have something hidden in them; where one has, those around it have too. */
static void
mark_containers (Reader *self)
{
  for (guint i = self->frames->len; i > 0; i--)
    {
      guint        number = g_array_index (self->frames, Frame, i - 1).node;
      AppCardNode *node = &g_array_index (self->nodes, AppCardNode, number);

      if (!node->whole)
        return;
      node->whole = FALSE;
    }
}

static void
add_place (Reader *self, AppMarkerKind kind, gsize offset, guint64 shown, guint64 hidden)
{
  Frame       *frame = top (self);
  gboolean     items = kind == APP_MARKER_ITEMS && frame != NULL;
  guint        number = items ? frame->node : self->nodes->len - 1;
  AppCardPlace place = { .kind = kind, .offset = offset, .shown = shown, .hidden = hidden };

  mark_containers (self);
  if (items)
    hide_entries (self);
  place.in_list = frame != NULL && frame->list;
  place.path = dup_path (self);
  if (self->barrier.end > 0)
    place.barrier = g_strndup (self->text + self->barrier.start,
                               MIN (self->barrier.end - self->barrier.start, MAX_KEY));
  g_array_index (self->nodes, AppCardNode, number).place = self->places->len;
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
  Frame *frame = top (self);
  gsize  start = self->at + 1;
  guint  indent = 0;

  while (start + indent < self->length && self->text[start + indent] == ' ')
    indent++;
  if (start + indent >= self->length)
    return TRUE;
  const char *next = self->text + start + indent;
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
                {
                  self->first_doubt = self->places->len + 1;
                  self->sure_nodes = self->nodes->len;
                }
              self->doubted = TRUE;
              if (ends_with_cut (self))
                return TRUE;
            }
          self->at++;
          while (spaces-- > 0 && peek (self) == ' ')
            self->at++;
          continue;
        }
      gsize size = measure_character (p, self->length - self->at);
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

  frame.barrier = self->barrier;
  if (self->frames->len >= APP_CARD_PREVIEW_MAX_DEPTH)
    return FALSE;
  self->at++;
  frame.indent = measure_indent (self, self->at);
  frame.node = self->nodes->len - 1;
  g_array_append_val (self->frames, frame);
  return TRUE;
}

/* A number is a float where it has a fraction, an exponent, or is inf or nan. */
static const char *
guess_number (Reader *self)
{
  for (gsize i = self->at; i < self->length; i++)
    {
      if (strchr (",\n]}", self->text[i]) != NULL)
        break;
      if (strchr (".en", self->text[i]) != NULL)
        return "float";
    }
  return "int";
}

/* What a value is, by its beginning. */
static const char *
guess_type (Reader *self)
{
  switch (peek (self))
    {
    case '{':
      return "dict";
    case '[':
      return "list";
    case '\'':
    case '"':
      return "str";
    case 'T':
    case 'F':
      return "bool";
    case 'N':
      return "NoneType";
    default:
      return guess_number (self);
    }
}

static guint
begin_node (Reader *self)
{
  Frame      *frame = top (self);
  AppCardNode node = { .start = self->at, .end = self->at, .whole = TRUE, .all = TRUE };

  node.place = G_MAXUINT;
  node.name_start = self->key.start;
  node.name_end = self->key.end;
  if (frame != NULL && frame->list)
    node.index = frame->index - 1;
  node.path = dup_path (self);
  node.type_name = guess_type (self);
  node.parent = frame != NULL ? frame->node : G_MAXUINT;
  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

/* @places: how many there were when the value began */
static void
end_node (Reader *self, guint index, guint places)
{
  AppCardNode *node = &g_array_index (self->nodes, AppCardNode, index);

  node->end = self->at;
  node->whole = node->whole && self->places->len == places;
  /* A folded one shows none of its entries. */
  node->all = node->all && node->whole;
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
read_content (Reader *self)
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

static gboolean
read_value (Reader *self)
{
  guint places = self->places->len;

  if (self->nodes->len >= MAX_NODES)
    return FALSE;
  guint    node = begin_node (self);
  gboolean right = read_content (self);
  end_node (self, node, places);
  return right;
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
  self->key.start = self->at;
  if (!read_string (self, key, &characters, &cut))
    return FALSE;
  self->key.end = self->at;
  if (peek (self) == '+')
    {
      self->at++;
      read_number (self);
      cut = 0;
    }
  if (peek (self) != ':')
    return FALSE;
  self->at++;
  if (cut != G_MAXSIZE)
    hide_entries (self);
  if (cut != G_MAXSIZE)
    self->known = FALSE;
  else if (!append_step (self->path, key->str, FALSE))
    {
      self->known = FALSE;
      if (self->barrier.end == 0)
        self->barrier = self->key;
    }
  return TRUE;
}

static gboolean
read_entry (Reader *self, Frame *frame)
{
  gsize offset = self->at;

  self->known = frame->known;
  self->barrier = frame->barrier;
  self->key = (Barrier){ 0 };
  g_string_truncate (self->path, frame->path);
  if (looking_at (self, "... +"))
    {
      self->at += strlen ("... +");
      guint64 hidden = read_number (self);
      add_place (self, APP_MARKER_ITEMS, offset, frame->list ? frame->index : frame->count, hidden);
      return TRUE;
    }
  frame->indent = measure_indent (self, self->at);
  frame->count++;
  if (frame->list)
    {
      g_autofree char *index = g_strdup_printf ("%" G_GUINT64_FORMAT, frame->index++);

      append_step (self->path, index, TRUE);
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
      g_array_index (self->nodes, AppCardNode, frame->node).end = self->at;
      g_array_set_size (self->frames, self->frames->len - 1);
      return TRUE;
    }
  return read_entry (self, frame);
}

/* Where the text cannot be told apart: what is certainly a mark, of something. */
static void
read_rest (Reader *self)
{
  for (; self->at < self->length; self->at++)
    {
      AppCardPlace place = { .kind = APP_MARKER_DEPTH, .offset = self->at };

      if (looking_at (self, "... +") &&
          (place.offset == 0 || strchr (" \n", self->text[place.offset - 1])))
        {
          self->at += strlen ("... +");
          place.kind = APP_MARKER_ITEMS;
          place.hidden = read_number (self);
        }
      else if (!looking_at (self, "{...}") && !looking_at (self, "[...]"))
        continue;
      g_array_append_val (self->places, place);
    }
}

/* Returns: whether all of the text was understood */
static gboolean
read_text (Reader *self, guint64 start)
{
  skip_space (self);
  self->in_dict = peek (self) == '{';
  gboolean right = read_value (self);
  if (right && self->frames->len > 0)
    top (self)->index = start;
  while (right && self->frames->len > 0)
    right = read_step (self);
  if (right)
    {
      skip_space (self);
      right = self->at == self->length;
    }
  return right;
}

/* What was read since the first doubt may belong elsewhere. */
static void
take_doubts_back (Reader *self)
{
  for (guint i = self->doubted ? self->first_doubt : self->places->len; i < self->places->len; i++)
    g_clear_pointer (&g_array_index (self->places, AppCardPlace, i).path, g_free);
  if (self->doubted)
    g_array_set_size (self->nodes, MIN (self->sure_nodes, self->nodes->len));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      g_array_index (self->nodes, AppCardNode, i).whole = FALSE;
      g_array_index (self->nodes, AppCardNode, i).all = FALSE;
    }
}

AppCardPreview *
app_card_preview_new (const char *text, gsize length, const char *path, guint64 start)
{
  AppCardPreview *self = g_new0 (AppCardPreview, 1);
  Reader          reader = { .text = text, .length = length, .known = path != NULL };

  g_return_val_if_fail (text != NULL, self);

  reader.path = g_string_new (path);
  reader.frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  reader.places = self->places = g_array_new (FALSE, FALSE, sizeof (AppCardPlace));
  reader.nodes = self->nodes = g_array_new (FALSE, FALSE, sizeof (AppCardNode));
  g_array_set_clear_func (self->places, place_clear);
  g_array_set_clear_func (self->nodes, node_clear);
  self->understood = read_text (&reader, start);
  if (!self->understood)
    {
      take_doubts_back (&reader);
      read_rest (&reader);
    }
  g_string_free (reader.path, TRUE);
  g_array_unref (reader.frames);
  return self;
}

void
app_card_preview_free (AppCardPreview *self)
{
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->nodes, g_array_unref);
  g_free (self);
}
