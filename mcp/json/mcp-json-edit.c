/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-edit.h"

#include "mcp-json-writer.h"

#include <string.h>

#define MARK "\357\273\277"

typedef struct
{
  gsize start;
  gsize end;
} Span;

/* A text under the knife. What is read is the masked text: strict JSON of the same length, in which
 * comments and trailing commas are spaces (line breaks stay), so that an offset in the one is the
 * same in the other. */
typedef struct
{
  const char *text;
  const char *masked;
  gsize       length;
  GArray     *comments; /* (nullable): of Span, in order */
  GArray     *commas;   /* (nullable): of gsize: offsets of trailing commas, in order */
  const char *unit;     /* (nullable): one level of indentation; none: new values go in verbatim */
  const char *line_end;
  gboolean    one_line; /* the whole document is written on one line */
} Text;

struct _McpJsonEditor
{
  Text             text;
  GBytes          *bytes; /* without a mark */
  GBytes          *masked;
  gboolean         has_mark;
  McpJsonSyntax    syntax;
  McpJsonDocument *document; /* (nullable): none where the text is empty; of the masked text */
  char            *unit;
};

/* One member or item: byte offsets in the text. */
typedef struct
{
  gsize start;    /* of the name, or of the item */
  gsize name_end; /* behind the name; start for an item */
  gsize value;    /* of the value */
  gsize end;      /* behind the value */
} Entry;

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gsize
get_end (McpJsonValue value)
{
  return mcp_json_value_get_start (value) + mcp_json_value_get_length (value);
}

/* Comments and trailing commas */

static gsize
find_string_end (const char *text, gsize length, gsize at)
{
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\')
      at++;
  return MIN (at + 1, length);
}

/* The end of the comment at @at; @at itself where none begins or it does not end.
 * @unended: (inout): one was found that does not end, so that no later one does either */
static gsize
find_comment_end (const char *text, gsize length, gsize at, gboolean *unended)
{
  if (at + 1 >= length || text[at] != '/')
    return at;
  if (text[at + 1] == '/')
    {
      for (gsize i = at; i < length; i++)
        if (text[i] == '\n' || text[i] == '\r')
          return i;
      return length;
    }
  if (text[at + 1] != '*' || *unended)
    return at;
  const char *end = memmem (text + at + 2, length - at - 2, "*/", 2);
  *unended = end == NULL;
  return end != NULL ? (gsize)(end + 2 - text) : at;
}

static void
blank (char *text, gsize start, gsize end)
{
  for (gsize i = start; i < end; i++)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

/* What is not understood stays as it is, for the reader to refuse.
 * Returns: (transfer full): the masked text */
static GBytes *
mask (Text *self)
{
  gsize    comma = 0;
  char    *text = g_memdup2 (self->text, self->length);
  gboolean unended = FALSE;
  gboolean pending = FALSE; /* nothing but blanks came after the comma */
  gboolean value = FALSE;   /* a value came before, which a trailing comma needs */

  self->comments = g_array_new (FALSE, FALSE, sizeof (Span));
  self->commas = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (gsize at = 0; at < self->length;)
    {
      gsize end = find_comment_end (text, self->length, at, &unended);

      if (end > at)
        {
          g_array_append_val (self->comments, ((Span){ at, end }));
          blank (text, at, end);
          at = end;
          continue;
        }
      if (is_blank (text[at]))
        {
          at++;
          continue;
        }
      if ((text[at] == ']' || text[at] == '}') && pending)
        {
          g_array_append_val (self->commas, comma);
          text[comma] = ' ';
        }
      pending = text[at] == ',' && value;
      comma = at;
      value = strchr ("[{,:", text[at]) == NULL;
      at = text[at] == '"' ? find_string_end (text, self->length, at) : at + 1;
    }
  return g_bytes_new_take (text, self->length);
}

static gboolean
find_trailing_comma (const Text *self, gsize start, gsize end, gsize *comma)
{
  for (guint i = 0; self->commas != NULL && i < self->commas->len; i++)
    {
      gsize at = g_array_index (self->commas, gsize, i);

      if (at >= start && at < end)
        {
          *comma = at;
          return TRUE;
        }
    }
  return FALSE;
}

/* The end of the comment that @offset lies inside of, else @offset. */
static gsize
skip_comment (const Text *self, gsize offset)
{
  for (guint i = 0; self->comments != NULL && i < self->comments->len; i++)
    {
      const Span *comment = &g_array_index (self->comments, Span, i);

      if (comment->start < offset && offset < comment->end)
        return comment->end;
    }
  return offset;
}

/* Blanks at a comment's end belong to it too. */
static gboolean
ends_in_line_comment (const Text *self, gsize offset)
{
  for (guint i = 0; self->comments != NULL && i < self->comments->len; i++)
    {
      const Span *comment = &g_array_index (self->comments, Span, i);

      if (comment->start < offset && offset <= comment->end &&
          self->text[comment->start + 1] == '/')
        return TRUE;
    }
  return FALSE;
}

/* Lines */

static gsize
line_start (const Text *self, gsize at)
{
  while (at > 0 && self->text[at - 1] != '\n' && self->text[at - 1] != '\r')
    at--;
  return at;
}

/* Returns: (transfer full): the blanks that the line of @at begins with */
static char *
dup_indent (const Text *self, gsize at)
{
  gsize start = line_start (self, at), end = start;

  while (end < self->length && (self->text[end] == ' ' || self->text[end] == '\t'))
    end++;
  return g_strndup (self->text + start, end - start);
}

static gboolean
is_first_on_line (const Text *self, gsize at)
{
  while (at > 0 && (self->text[at - 1] == ' ' || self->text[at - 1] == '\t'))
    at--;
  return at == 0 || self->text[at - 1] == '\n' || self->text[at - 1] == '\r';
}

static gboolean
has_line_break (const Text *self, gsize start, gsize end)
{
  return end > start && (memchr (self->text + start, '\n', end - start) != NULL ||
                         memchr (self->text + start, '\r', end - start) != NULL);
}

static gboolean
is_blank_text (const char *text, gsize length)
{
  while (length > 0 && is_blank (text[length - 1]))
    length--;
  return length == 0;
}

/* Entries */

/* Returns: (transfer full) (element-type Entry) */
static GArray *
list_entries (McpJsonValue container)
{
  GArray  *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gboolean object = mcp_json_value_get_kind (container) == MCP_JSON_OBJECT;

  for (McpJsonWalk each = mcp_json_walk (container); mcp_json_walk_next (&each);)
    {
      Entry entry;

      entry.value = mcp_json_value_get_start (each.value);
      entry.end = get_end (each.value);
      entry.start = object ? mcp_json_value_get_start (each.name) : entry.value;
      entry.name_end = object ? get_end (each.name) : entry.start;
      g_array_append_val (entries, entry);
    }
  return entries;
}

/* The number of the last member called @name, G_MAXUINT where there is none.
 * @count: (out) (optional): how many there are */
static guint
find_member (McpJsonValue object, const char *name, guint *count)
{
  McpJsonValue each;
  McpJsonIter  iter;
  guint        found = G_MAXUINT;
  guint        n_found = 0;

  mcp_json_iter_init (&iter, object);
  for (guint i = 0; mcp_json_iter_next (&iter, &each, NULL); i++)
    if (mcp_json_value_string_equals (each, name))
      {
        found = i;
        n_found++;
      }
  if (count != NULL)
    *count = n_found;
  return found;
}

/* Cutting and putting in; each returns the whole new text */

static GString *
splice (const Text *self, gsize start, gsize end, const char *insert, gsize length)
{
  GString *result = g_string_sized_new (self->length - (end - start) + length);

  g_string_append_len (result, self->text, (gssize)start);
  g_string_append_len (result, insert, (gssize)length);
  return g_string_append_len (result, self->text + end, (gssize)(self->length - end));
}

/* Appends @json laid out in the text's style; the line that it begins on is indented by @indent. */
static void
append_pretty (const Text *self, GString *target, const char *json, const char *indent)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autofree char *pretty = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 1);

  /* One space a level; no string has a raw line break. */
  for (const char *at = pretty; *at != '\0';)
    {
      const char *end = strchrnul (at, '\n');

      g_string_append_len (target, at, end - at);
      at = end;
      if (*at == '\0')
        break;
      g_string_append (target, self->line_end);
      g_string_append (target, indent);
      for (at++; *at == ' '; at++)
        g_string_append (target, self->unit);
    }
}

/* What stands between a name and its value: as in the first member where that is plain. */
static void
append_colon (const Text *self, GString *target, GArray *entries, gboolean lines)
{
  const Entry *model = entries->len > 0 ? &g_array_index (entries, Entry, 0) : NULL;
  gsize        length = model != NULL ? model->value - model->name_end : 0;
  gsize        plain = 0;

  while (plain < length && strchr (" \t:", self->text[model->name_end + plain]) != NULL)
    plain++;
  if (length > 0 && plain == length)
    g_string_append_len (target, self->text + model->name_end, (gssize)length);
  else if (self->unit != NULL &&
           (lines || model != NULL || memmem (self->text, self->length, ": ", 2) != NULL))
    g_string_append (target, ": ");
  else
    g_string_append_c (target, ':');
}

/* What stands between a comma and the entry behind it, on one line. */
static void
append_gap (const Text *self, GString *target, GArray *entries)
{
  const Entry *first = &g_array_index (entries, Entry, 0);

  if (entries->len > 1)
    {
      gsize       end = first[1].start;
      const char *comma = memchr (self->masked + first->end, ',', end - first->end);
      gsize       start = (gsize)(comma - self->masked) + 1;

      if (is_blank_text (self->text + start, end - start))
        {
          g_string_append_len (target, self->text + start, (gssize)(end - start));
          return;
        }
    }
  if (first->value > first->name_end + 1)
    g_string_append_c (target, ' ');
}

static void
append_entry (const Text *self,
              GString    *target,
              GArray     *entries,
              const char *name,
              const char *json,
              const char *indent)
{
  if (name != NULL)
    {
      g_autofree char *quoted = mcp_json_quote (name, -1);

      g_string_append (target, quoted);
      append_colon (self, target, entries, indent != NULL);
    }
  if (self->unit != NULL && indent != NULL)
    append_pretty (self, target, json, indent);
  else
    g_string_append (target, json);
}

/* Adds an entry at the end of its container. */
static GString *
append_last (const Text  *self,
             McpJsonValue container,
             GArray      *entries,
             const char  *name,
             const char  *json)
{
  gsize            open = mcp_json_value_get_start (container);
  gsize            close = get_end (container) - 1;
  const Entry     *first = entries->len > 0 ? &g_array_index (entries, Entry, 0) : NULL;
  gsize            last_end = first != NULL ? first[entries->len - 1].end : 0;
  gsize            from = first != NULL ? last_end : open + 1;
  gsize            to = close, comma;
  gboolean         is_closed = first != NULL && find_trailing_comma (self, from, close, &comma);
  g_autofree char *outer = dup_indent (self, open);
  g_autofree char *indent = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean lines;

  while (to > from && is_blank (self->text[to - 1]))
    to--;
  if (first != NULL)
    lines = has_line_break (self, open, first->start) || has_line_break (self, last_end, close);
  else
    lines = self->unit != NULL && (!self->one_line || has_line_break (self, open, close));
  lines = lines || ends_in_line_comment (self, to);
  if (first != NULL && is_first_on_line (self, first->start))
    indent = dup_indent (self, first->start);
  else
    indent = g_strconcat (outer, self->unit, NULL);

  if (first != NULL && !is_closed)
    g_string_append_c (text, ',');
  g_string_append_len (text, self->text + from, (gssize)(to - from));
  if (lines)
    g_string_append_printf (text, "%s%s", self->line_end, indent);
  else if (first != NULL)
    append_gap (self, text, entries);
  append_entry (self, text, entries, name, json, lines ? indent : NULL);
  if (is_closed)
    g_string_append_c (text, ',');
  if (lines && !has_line_break (self, to, close) && first == NULL)
    {
      g_string_append_printf (text, "%s%s", self->line_end, outer);
      to = close;
    }
  return splice (self, from, to, text->str, text->len);
}

static GString *
insert (const Text  *self,
        McpJsonValue container,
        guint        before,
        const char  *name,
        const char  *json)
{
  g_autoptr (GArray) entries = list_entries (container);

  if (before >= entries->len)
    return append_last (self, container, entries, name, json);
  gsize at = g_array_index (entries, Entry, before).start;
  g_autoptr (GString) text = g_string_new (NULL);
  append_entry (self, text, entries, name, json, NULL);
  g_string_append_c (text, ',');
  if (entries->len == 1 && is_first_on_line (self, at))
    {
      g_autofree char *indent = dup_indent (self, at);

      g_string_append_printf (text, "%s%s", self->line_end, indent);
    }
  else
    append_gap (self, text, entries);
  return splice (self, at, at, text->str, text->len);
}

/* Widens an entry's bytes to its whole line where nothing else is on it. */
static gboolean
widen_to_line (const Text *self, gsize *start, gsize *end)
{
  gsize at = *end;

  if (!is_first_on_line (self, *start))
    return FALSE;
  /* Comments behind it on the line go with it. */
  while (at < self->length && self->text[at] != '\n' && self->text[at] != '\r')
    {
      gsize past = skip_comment (self, at + 1);

      if (past == at + 1 && !is_blank (self->text[at]))
        return FALSE;
      at = past;
    }
  if (at < self->length && self->text[at] == '\r')
    at++;
  if (at < self->length && self->text[at] == '\n')
    at++;
  *start = line_start (self, *start);
  *end = at;
  return TRUE;
}

/* The comma between two places; the masked text has no comments. */
static gsize
find_comma (const Text *self, gsize start, gsize end)
{
  const char *comma = memchr (self->masked + start, ',', end - start);

  return comma != NULL ? (gsize)(comma - self->masked) : end;
}

/* Cuts an entry that has none behind it. @before: where the one before it ends, 0 for none */
static GString *
cut_last (const Text *self, McpJsonValue container, const Entry *entry, gsize before)
{
  gsize    open = mcp_json_value_get_start (container);
  gsize    close = get_end (container) - 1;
  gsize    start = entry->start;
  gsize    end = entry->end;
  gsize    comma = 0;
  gboolean is_closed = find_trailing_comma (self, end, close, &comma);
  g_autoptr (GString) text = g_string_new (NULL);

  if (is_closed)
    end = comma + 1;
  gboolean whole_line = widen_to_line (self, &start, &end);
  if (!whole_line)
    {
      while (start > MAX (before, open + 1) && is_blank (self->text[start - 1]))
        start--;
      /* What follows must not become part of a comment. */
      if (ends_in_line_comment (self, start))
        start = line_start (self, entry->start);
    }
  if (before == 0)
    {
      gsize from = start, to = end;

      while (from > open + 1 && is_blank (self->text[from - 1]))
        from--;
      while (to < close && is_blank (self->text[to]))
        to++;
      /* An empty container is written {} */
      if (from == open + 1 && to == close)
        return splice (self, from, to, "", 0);
      return splice (self, start, end, "", 0);
    }
  /* The comma before goes too, where none was behind. */
  if (is_closed)
    return splice (self, start, end, "", 0);
  comma = find_comma (self, before, start);
  g_string_append_len (text, self->text + before, (gssize)(comma - before));
  if (comma < start)
    g_string_append_len (text, self->text + comma + 1, (gssize)(start - comma - 1));
  if (!whole_line && is_blank_text (text->str, text->len))
    g_string_truncate (text, 0);
  return splice (self, before, end, text->str, text->len);
}

static GString *
cut (const Text *self, McpJsonValue container, guint position)
{
  g_autoptr (GArray) entries = list_entries (container);
  const Entry *entry = &g_array_index (entries, Entry, position);
  gsize        start = entry->start;
  gsize        end;

  if (position + 1 == entries->len)
    return cut_last (self, container, entry, position > 0 ? entry[-1].end : 0);
  end = find_comma (self, entry->end, entry[1].start) + 1;
  if (!widen_to_line (self, &start, &end))
    end = entry[1].start;
  return splice (self, start, end, "", 0);
}

/* Values of a document */

static Text
text_of (McpJsonValue value)
{
  Text self = { .line_end = "\n" };

  self.text = self.masked =
      g_bytes_get_data (mcp_json_document_get_bytes (value.document), &self.length);
  return self;
}

char *
mcp_json_edit_replace (McpJsonValue target, const char *json)
{
  Text self = text_of (target);

  return g_string_free (splice (&self, mcp_json_value_get_start (target), get_end (target), json,
                                strlen (json)),
                        FALSE);
}

char *
mcp_json_edit_insert_member (McpJsonValue object, guint before, const char *name, const char *json)
{
  Text self = text_of (object);

  g_return_val_if_fail (mcp_json_value_get_kind (object) == MCP_JSON_OBJECT, NULL);
  return g_string_free (insert (&self, object, before, name, json), FALSE);
}

char *
mcp_json_edit_insert_item (McpJsonValue array, guint before, const char *json)
{
  Text self = text_of (array);

  g_return_val_if_fail (mcp_json_value_get_kind (array) == MCP_JSON_ARRAY, NULL);
  return g_string_free (insert (&self, array, before, NULL, json), FALSE);
}

char *
mcp_json_edit_remove_item (McpJsonValue container, guint position)
{
  Text self = text_of (container);

  if (position >= mcp_json_value_get_n_items (container))
    return NULL;
  return g_string_free (cut (&self, container, position), FALSE);
}

char *
mcp_json_edit_remove_member (McpJsonValue object, const char *name)
{
  return mcp_json_edit_remove_item (object, find_member (object, name, NULL));
}

char *
mcp_json_edit_rename_member (McpJsonValue object, const char *name, const char *new_name)
{
  g_autofree char *quoted = mcp_json_quote (new_name, -1);
  McpJsonValue     found = MCP_JSON_NO_VALUE;

  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.name, name))
      found = each.name;
  return mcp_json_value_exists (found) ? mcp_json_edit_replace (found, quoted) : NULL;
}

char *
mcp_json_edit_move_item (McpJsonValue array, guint from, guint to)
{
  Text self = text_of (array);
  g_autoptr (GArray) entries = list_entries (array);

  if (from >= entries->len || to >= entries->len)
    return NULL;

  g_autoptr (GArray) order = g_array_copy (entries);
  Entry moved = g_array_index (order, Entry, from);
  g_array_remove_index (order, from);
  g_array_insert_val (order, to, moved);

  g_autoptr (GString) inside = g_string_new (NULL);
  gsize end = g_array_index (entries, Entry, 0).start;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *place = &g_array_index (entries, Entry, i);
      const Entry *item = &g_array_index (order, Entry, i);

      g_string_append_len (inside, self.text + end, (gssize)(place->start - end));
      g_string_append_len (inside, self.text + item->start, (gssize)(item->end - item->start));
      end = place->end;
    }
  return g_string_free (splice (&self, g_array_index (entries, Entry, 0).start, end, inside->str,
                                inside->len),
                        FALSE);
}

/* The editor */

static void
detect_style (McpJsonEditor *self)
{
  Text        *text = &self->text;
  const char  *newline = memchr (text->text, '\n', text->length);
  McpJsonValue root = mcp_json_document_get_root (self->document);
  McpJsonValue name;
  McpJsonIter  iter;

  if (newline != NULL && newline > text->text && newline[-1] == '\r')
    text->line_end = "\r\n";
  mcp_json_iter_init (&iter, root);
  if (mcp_json_value_get_kind (root) == MCP_JSON_OBJECT && mcp_json_iter_next (&iter, &name, NULL))
    {
      gsize start = mcp_json_value_get_start (name);

      text->one_line = !has_line_break (text, mcp_json_value_get_start (root), get_end (root));
      if (is_first_on_line (text, start))
        self->unit = dup_indent (text, start);
    }
  if (self->unit != NULL && *self->unit != '\0')
    text->unit = self->unit;
}

McpJsonEditor *
mcp_json_editor_new (GBytes *bytes, McpJsonSyntax syntax, McpJsonPlace *place, GError **error)
{
  g_autoptr (McpJsonEditor) self = g_new0 (McpJsonEditor, 1);
  gsize       size;
  const char *data = g_bytes_get_data (bytes, &size);

  self->syntax = syntax;
  self->has_mark = size >= 3 && memcmp (data, MARK, 3) == 0;
  self->bytes = self->has_mark ? g_bytes_new_from_bytes (bytes, 3, size - 3) : g_bytes_ref (bytes);
  self->text.text = g_bytes_get_data (self->bytes, &self->text.length);
  if (self->text.text == NULL)
    self->text.text = "";
  self->text.line_end = "\n";
  self->text.unit = "  ";
  self->masked =
      syntax == MCP_JSON_SYNTAX_COMMENTS ? mask (&self->text) : g_bytes_ref (self->bytes);
  self->text.masked = g_bytes_get_data (self->masked, NULL);
  if (is_blank_text (self->text.masked, self->text.length))
    return g_steal_pointer (&self);
  self->document = mcp_json_document_parse (self->masked, NULL, place, error);
  if (self->document == NULL)
    return NULL;
  detect_style (self);
  return g_steal_pointer (&self);
}

void
mcp_json_editor_free (McpJsonEditor *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->masked, g_bytes_unref);
  g_clear_pointer (&self->text.comments, g_array_unref);
  g_clear_pointer (&self->text.commas, g_array_unref);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_free (self->unit);
  g_free (self);
}

gboolean
mcp_json_editor_is_empty (McpJsonEditor *self)
{
  return self->document == NULL;
}

static McpJsonValue
get_root (McpJsonEditor *self)
{
  return mcp_json_document_get_root (self->document);
}

McpJsonValue
mcp_json_editor_get (McpJsonEditor *self, const char *const *path)
{
  McpJsonValue value = get_root (self);

  for (; *path != NULL; path++)
    value = mcp_json_value_get_member (value, *path);
  return value;
}

/* The place of a member: the last one on a path that is there, or where the first missing one
 * belongs. */
typedef struct
{
  McpJsonValue       object;
  guint              position; /* G_MAXUINT where it is missing */
  const char *const *rest;     /* the names from that one on, at least the last */
} Place;

static gboolean
find_place (McpJsonValue object, const char *const *path, Place *place, GError **error)
{
  for (;; path++)
    {
      guint count;

      if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
        {
          g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NO_OBJECT,
                       "The file has a value of type %s where an object with “%s” should be",
                       mcp_json_kind_get_name (mcp_json_value_get_kind (object)), *path);
          return FALSE;
        }
      *place = (Place){ object, find_member (object, *path, &count), path };
      if (count > 1)
        {
          g_set_error (
              error, MCP_JSON_ERROR, MCP_JSON_ERROR_DUPLICATE,
              "“%s” stands twice in the same object, and programs differ in which one they read; "
              "take one of them away by hand",
              *path);
          return FALSE;
        }
      McpJsonValue value = mcp_json_value_get_member (object, *path);
      /* Nothing is there, or null, which is as good as nothing. */
      if (count == 0 || path[1] == NULL || mcp_json_value_get_kind (value) == MCP_JSON_NULL)
        return TRUE;
      object = value;
    }
}

static gboolean
same_text (McpJsonValue a, McpJsonValue b)
{
  gsize       length_a, length_b;
  const char *text_a = mcp_json_value_get_text (a, &length_a);
  const char *text_b = mcp_json_value_get_text (b, &length_b);

  return length_a == length_b && memcmp (text_a, text_b, length_a) == 0;
}

/* The next member that is not called @name. */
static gboolean
next_other (McpJsonIter *iter, const char *name, McpJsonValue *found, McpJsonValue *value)
{
  while (mcp_json_iter_next (iter, found, value))
    if (!mcp_json_value_string_equals (*found, name))
      return TRUE;
  return FALSE;
}

/* Everything but what lies at @path must be there as it was, byte by byte. */
static gboolean
equal_except (McpJsonValue a, McpJsonValue b, const char *const *path)
{
  McpJsonIter  iter_a, iter_b;
  McpJsonValue name_a, name_b, value_a, value_b;

  if (mcp_json_value_get_kind (a) != MCP_JSON_OBJECT ||
      mcp_json_value_get_kind (b) != MCP_JSON_OBJECT)
    return TRUE;
  mcp_json_iter_init (&iter_a, a);
  mcp_json_iter_init (&iter_b, b);
  while (next_other (&iter_a, path[0], &name_a, &value_a))
    if (!next_other (&iter_b, path[0], &name_b, &value_b) || !same_text (name_a, name_b) ||
        !same_text (value_a, value_b))
      return FALSE;
  if (next_other (&iter_b, path[0], &name_b, &value_b))
    return FALSE;
  return path[1] == NULL || equal_except (mcp_json_value_get_member (a, path[0]),
                                          mcp_json_value_get_member (b, path[0]), path + 1);
}

/* Reads the edited text back. @edited: (transfer full); @json: (nullable): what should be at @path
 */
static GBytes *
check (McpJsonEditor     *self,
       GString           *edited,
       const char *const *path,
       const char        *json,
       GError           **error)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (edited);
  g_autoptr (McpJsonEditor) after = mcp_json_editor_new (bytes, self->syntax, NULL, NULL);
  McpJsonValue got = after != NULL ? mcp_json_editor_get (after, path) : MCP_JSON_NO_VALUE;
  gboolean     good = after != NULL && mcp_json_value_exists (got) == (json != NULL);

  if (good && json != NULL)
    {
      g_autoptr (McpJsonDocument) wanted = mcp_json_document_parse_text (json, -1, NULL);

      good = mcp_json_value_equal (got, mcp_json_document_get_root (wanted));
    }
  if (good && equal_except (get_root (self), get_root (after), path))
    return g_steal_pointer (&bytes);
  g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_EDITABLE,
               "The file is written in a way that “%s” cannot be changed in without touching more; "
               "change it by hand",
               path[g_strv_length ((char **)path) - 1]);
  return NULL;
}

static GString *
set_in_nothing (const Text *self, const char *name, const char *json)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *whole = mcp_json_build ("{%s: %r}", name, json);

  /* Comments stay, blanks go. */
  if (self->comments != NULL && self->comments->len > 0)
    {
      g_string_append_len (text, self->text, (gssize)self->length);
      if (text->str[text->len - 1] != '\n')
        g_string_append_c (text, '\n');
    }
  append_pretty (self, text, whole, "");
  return g_string_append (text, self->line_end);
}

static GString *
replace_member (const Text *self, const Place *place, const char *json)
{
  g_autoptr (GArray) entries = list_entries (place->object);
  const Entry     *entry = &g_array_index (entries, Entry, place->position);
  g_autofree char *indent = dup_indent (self, entry->start);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->one_line)
    g_string_append (text, json);
  else
    append_pretty (self, text, json, indent);
  return splice (self, entry->value, entry->end, text->str, text->len);
}

GBytes *
mcp_json_editor_set (McpJsonEditor     *self,
                     const char *const *path,
                     const char        *json,
                     GError           **error)
{
  GString *edited;
  Place    place = { .position = G_MAXUINT, .rest = path };

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL && json != NULL, NULL);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, error);
  if (document == NULL)
    {
      g_prefix_error (error, "What should be written is not JSON: ");
      return NULL;
    }
  g_autofree char *compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  if (self->document != NULL && !find_place (get_root (self), path, &place, error))
    return NULL;
  /* Missing parents */
  g_autofree char *wrapped = g_strdup (compact);
  for (guint i = g_strv_length ((char **)place.rest) - 1; i > 0; i--)
    {
      g_autofree char *inner = g_steal_pointer (&wrapped);

      wrapped = mcp_json_build ("{%s: %r}", place.rest[i], inner);
    }
  if (self->document == NULL)
    edited = set_in_nothing (&self->text, path[0], wrapped);
  else if (place.position != G_MAXUINT)
    edited = replace_member (&self->text, &place, wrapped);
  else
    edited = insert (&self->text, place.object, G_MAXUINT, place.rest[0], wrapped);
  return check (self, edited, path, compact, error);
}

GBytes *
mcp_json_editor_remove (McpJsonEditor *self, const char *const *path, GError **error)
{
  Place place = { .position = G_MAXUINT };

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL, NULL);

  if (self->document != NULL && !find_place (get_root (self), path, &place, error))
    return NULL;
  if (place.position == G_MAXUINT || place.rest[1] != NULL)
    {
      g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND, "“%s” is not in the file",
                   path[g_strv_length ((char **)path) - 1]);
      return NULL;
    }
  return check (self, cut (&self->text, place.object, place.position), path, NULL, error);
}

/* The array at @path, whose names stand there once each. */
static gboolean
find_array (McpJsonEditor *self, const char *const *path, McpJsonValue *array, GError **error)
{
  Place place = { .position = G_MAXUINT };

  if (self->document != NULL && !find_place (get_root (self), path, &place, error))
    return FALSE;
  *array = mcp_json_editor_get (self, path);
  if (mcp_json_value_get_kind (*array) == MCP_JSON_ARRAY)
    return TRUE;
  g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND, "“%s” is no array in the file",
               path[g_strv_length ((char **)path) - 1]);
  return FALSE;
}

/* @array without the item number @left_out, and with @json (nullable) behind it */
static char *
dup_items (McpJsonValue array, guint left_out, const char *json)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, array);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    if (i != left_out)
      mcp_json_writer_value (writer, item);
  if (json != NULL)
    mcp_json_writer_raw (writer, json, -1);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

GBytes *
mcp_json_editor_add_item (McpJsonEditor     *self,
                          const char *const *path,
                          const char        *json,
                          GError           **error)
{
  McpJsonValue array;

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL && json != NULL, NULL);

  if (!find_array (self, path, &array, error))
    return NULL;
  g_autofree char *wanted = dup_items (array, G_MAXUINT, json);
  return check (self, insert (&self->text, array, G_MAXUINT, NULL, json), path, wanted, error);
}

GBytes *
mcp_json_editor_remove_item (McpJsonEditor     *self,
                             const char *const *path,
                             guint              position,
                             GError           **error)
{
  McpJsonValue array;

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL, NULL);

  if (!find_array (self, path, &array, error))
    return NULL;
  g_return_val_if_fail (position < mcp_json_value_get_n_items (array), NULL);
  g_autofree char *wanted = dup_items (array, position, NULL);
  return check (self, cut (&self->text, array, position), path, wanted, error);
}
