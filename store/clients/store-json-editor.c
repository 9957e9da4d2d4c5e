/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-json-editor.h"

#include "store-error.h"
#include "store-json-mask.h"
#include "store-json-member.h"

#include "mcp-json-writer.h"

#include <string.h>

#define MARK "\357\273\277"

struct _StoreJsonEditor
{
  GBytes          *bytes; /* without a mark */
  const char      *text;
  gsize            length;
  gboolean         has_mark;
  gboolean         empty;
  StoreJsonDialect dialect;
  StoreJsonMask   *mask;     /* of strict JSON, one without comments */
  McpJsonDocument *document; /* (nullable): none where empty; of the masked text */
  char            *unit;     /* one level of indentation */
  const char      *line_end;
  gboolean         one_line; /* the whole document is written on one line */
};

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

static gsize
line_start (StoreJsonEditor *self, gsize at)
{
  while (at > 0 && self->text[at - 1] != '\n' && self->text[at - 1] != '\r')
    at--;
  return at;
}

/* Returns: (transfer full): the blanks that the line of @at begins with */
static char *
dup_indent (StoreJsonEditor *self, gsize at)
{
  gsize start = line_start (self, at), end = start;

  while (end < self->length && (self->text[end] == ' ' || self->text[end] == '\t'))
    end++;
  return g_strndup (self->text + start, end - start);
}

static gboolean
is_first_on_line (StoreJsonEditor *self, gsize at)
{
  while (at > 0 && (self->text[at - 1] == ' ' || self->text[at - 1] == '\t'))
    at--;
  return at == 0 || self->text[at - 1] == '\n' || self->text[at - 1] == '\r';
}

static gboolean
has_line_break (StoreJsonEditor *self, gsize start, gsize end)
{
  return end > start && (memchr (self->text + start, '\n', end - start) != NULL ||
                         memchr (self->text + start, '\r', end - start) != NULL);
}

/* Reading */

static void
detect_style (StoreJsonEditor *self)
{
  const char  *newline = memchr (self->text, '\n', self->length);
  McpJsonValue root = mcp_json_document_get_root (self->document);
  McpJsonValue name;
  McpJsonIter  iter;

  self->line_end = newline != NULL && newline > self->text && newline[-1] == '\r' ? "\r\n" : "\n";
  mcp_json_iter_init (&iter, root);
  if (mcp_json_value_get_kind (root) == MCP_JSON_OBJECT && mcp_json_iter_next (&iter, &name, NULL))
    {
      gsize start = mcp_json_value_get_start (name);

      self->one_line = !has_line_break (self, mcp_json_value_get_start (root), get_end (root));
      if (is_first_on_line (self, start))
        self->unit = dup_indent (self, start);
    }
  if (self->unit == NULL || *self->unit == '\0')
    {
      g_free (self->unit);
      self->unit = g_strdup ("  ");
    }
}

static GError *
make_error (const GError *problem, const McpJsonPlace *place)
{
  if (!g_error_matches (problem, MCP_JSON_ERROR, MCP_JSON_ERROR_SYNTAX) &&
      !g_error_matches (problem, MCP_JSON_ERROR, MCP_JSON_ERROR_ENCODING))
    return g_error_new_literal (STORE_ERROR, STORE_ERROR_TOO_LARGE, problem->message);
  return store_error_new_at (STORE_ERROR_SYNTAX, place->line, place->column, "%s",
                             place->reason != NULL ? place->reason : "not JSON");
}

static gboolean
is_only_blanks (GBytes *bytes)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);

  for (gsize i = 0; i < length; i++)
    if (!is_blank (text[i]))
      return FALSE;
  return TRUE;
}

StoreJsonEditor *
store_json_editor_new (GBytes *text, StoreJsonDialect dialect, GError **error)
{
  g_autoptr (StoreJsonEditor) self = g_new0 (StoreJsonEditor, 1);
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GError) problem = NULL;
  McpJsonPlace place = { 0, 1, 1, NULL };
  gsize        size;
  const char  *data = g_bytes_get_data (text, &size);

  self->dialect = dialect;
  self->has_mark = size >= 3 && memcmp (data, MARK, 3) == 0;
  self->bytes = self->has_mark ? g_bytes_new_from_bytes (text, 3, size - 3) : g_bytes_ref (text);
  self->text = g_bytes_get_data (self->bytes, &self->length);
  if (self->text == NULL)
    self->text = "";
  self->line_end = "\n";
  if (size > STORE_JSON_EDITOR_MAX_BYTES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "The text is larger than %u bytes",
                   STORE_JSON_EDITOR_MAX_BYTES);
      return NULL;
    }
  self->mask = store_json_mask_new (dialect == STORE_JSON_COMMENTS ? self->bytes : nothing);
  if (dialect == STORE_JSON_STRICT)
    {
      g_bytes_unref (self->mask->bytes);
      self->mask->bytes = g_bytes_ref (self->bytes);
    }
  if (is_only_blanks (self->mask->bytes))
    {
      self->empty = TRUE;
      self->unit = g_strdup ("  ");
      return g_steal_pointer (&self);
    }
  self->document = mcp_json_document_parse (self->mask->bytes, NULL, &place, &problem);
  if (self->document == NULL)
    {
      g_propagate_error (error, make_error (problem, &place));
      return NULL;
    }
  detect_style (self);
  return g_steal_pointer (&self);
}

void
store_json_editor_free (StoreJsonEditor *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->mask, store_json_mask_free);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_free (self->unit);
  g_free (self);
}

gboolean
store_json_editor_is_empty (StoreJsonEditor *self)
{
  return self->empty;
}

gboolean
store_json_editor_has_mark (StoreJsonEditor *self)
{
  return self->has_mark;
}

McpJsonValue
store_json_editor_get (StoreJsonEditor *self, const char *const *path)
{
  McpJsonValue value;

  if (self->empty)
    return MCP_JSON_NO_VALUE;
  value = mcp_json_document_get_root (self->document);
  for (; *path != NULL; path++)
    value = mcp_json_value_get_member (value, *path);
  return value;
}

/* Writing */

/* Appends @json laid out in the file's style; the line that it begins on is indented by @indent. */
static void
append_pretty (StoreJsonEditor *self, GString *target, const char *json, const char *indent)
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

/* Returns: (transfer full): @json under the names of @rest but the first */
static char *
wrap (const char *const *rest, const char *json)
{
  GString *text = g_string_new (NULL);
  guint    count = 0;

  for (guint i = 1; rest[i] != NULL; i++, count++)
    {
      g_autofree char *name = mcp_json_quote (rest[i], -1);

      g_string_append_printf (text, "{%s:", name);
    }
  g_string_append (text, json);
  for (guint i = 0; i < count; i++)
    g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static GBytes *
splice (StoreJsonEditor *self, gsize start, gsize end, const char *text, gsize length)
{
  GByteArray *array = g_byte_array_sized_new (self->length + length);

  g_byte_array_append (array, (const guint8 *)self->text, start);
  g_byte_array_append (array, (const guint8 *)text, length);
  g_byte_array_append (array, (const guint8 *)self->text + end, self->length - end);
  return g_byte_array_free_to_bytes (array);
}

/* Whether a document on one line has spaces after its colons or commas. */
static gboolean
is_spaced (StoreJsonEditor *self)
{
  return memmem (self->text, self->length, ": ", 2) != NULL ||
         memmem (self->text, self->length, ", ", 2) != NULL;
}

static void
append_member (
    StoreJsonEditor *self, GString *target, const char *name, const char *json, const char *indent)
{
  g_autofree char *quoted = mcp_json_quote (name, -1);

  g_string_append (target, quoted);
  if (indent != NULL)
    {
      g_string_append (target, ": ");
      append_pretty (self, target, json, indent);
    }
  else
    {
      g_string_append (target, is_spaced (self) ? ": " : ":");
      g_string_append (target, json);
    }
}

static GBytes *
set_in_nothing (StoreJsonEditor *self, const char *const *path, const char *json)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *inner = wrap (path, json);
  g_autofree char *name = mcp_json_quote (path[0], -1);
  g_autofree char *whole = g_strdup_printf ("{%s:%s}", name, inner);

  /* Comments stay, blanks go. */
  if (self->mask->comments->len > 0)
    {
      g_string_append_len (text, self->text, self->length);
      if (text->str[text->len - 1] != '\n')
        g_string_append_c (text, '\n');
    }
  append_pretty (self, text, whole, "");
  g_string_append (text, self->line_end);
  return g_bytes_new (text->str, text->len);
}

/* Adds a member at the end of its object. */
static GBytes *
insert (StoreJsonEditor *self, const StoreJsonMember *member, const char *name, const char *json)
{
  gsize            open = mcp_json_value_get_start (member->object);
  gsize            close = get_end (member->object) - 1;
  gsize            from = member->last_end > 0 ? member->last_end : open + 1;
  gsize            to = close, comma;
  g_autofree char *outer = dup_indent (self, open);
  g_autofree char *indent = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  McpJsonValue first;
  McpJsonIter  iter;
  gboolean     lines;

  while (to > from && is_blank (self->text[to - 1]))
    to--;
  mcp_json_iter_init (&iter, member->object);
  if (mcp_json_iter_next (&iter, &first, NULL))
    lines = has_line_break (self, open, mcp_json_value_get_start (first)) ||
            has_line_break (self, member->last_end, close);
  else
    lines = !self->one_line || has_line_break (self, open, close);
  lines = lines || store_json_mask_ends_in_line_comment (self->mask, self->bytes, to);
  if (member->last_end > 0 && is_first_on_line (self, mcp_json_value_get_start (first)))
    indent = dup_indent (self, mcp_json_value_get_start (first));
  else
    indent = g_strconcat (outer, self->unit, NULL);

  if (member->last_end > 0 && !store_json_mask_find_comma (self->mask, from, close, &comma))
    g_string_append_c (text, ',');
  g_string_append_len (text, self->text + from, to - from);
  if (lines)
    g_string_append_printf (text, "%s%s", self->line_end, indent);
  else if (member->last_end > 0 && is_spaced (self))
    g_string_append_c (text, ' ');
  append_member (self, text, name, json, lines ? indent : NULL);
  if (lines && !has_line_break (self, to, close) && member->last_end == 0)
    {
      g_string_append_printf (text, "%s%s", self->line_end, outer);
      to = close;
    }
  return splice (self, from, to, text->str, text->len);
}

static GBytes *
replace (StoreJsonEditor *self, const StoreJsonMember *member, const char *json)
{
  gsize            start = mcp_json_value_get_start (member->value);
  g_autofree char *indent = dup_indent (self, mcp_json_value_get_start (member->name));
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->one_line)
    g_string_append (text, json);
  else
    append_pretty (self, text, json, indent);
  return splice (self, start, get_end (member->value), text->str, text->len);
}

/* Reads the edited text back. @json: (nullable): what should be at @path */
static GBytes *
check (StoreJsonEditor   *self,
       GBytes            *edited,
       const char *const *path,
       const char        *json,
       GError           **error)
{
  g_autoptr (GBytes) bytes = edited;
  g_autoptr (StoreJsonEditor) after = store_json_editor_new (bytes, self->dialect, NULL);
  g_autoptr (McpJsonDocument) wanted =
      json != NULL ? mcp_json_document_parse_text (json, -1, NULL) : NULL;
  McpJsonValue got = after != NULL ? store_json_editor_get (after, path) : MCP_JSON_NO_VALUE;
  gboolean     good = after != NULL;

  if (good && json != NULL)
    good = mcp_json_value_equal (got, mcp_json_document_get_root (wanted));
  else if (good)
    good = !mcp_json_value_exists (got);
  if (good && !self->empty)
    good = store_json_equal_except (mcp_json_document_get_root (self->document),
                                    mcp_json_document_get_root (after->document), path);
  if (good)
    return g_steal_pointer (&bytes);
  g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
               "The file is written in a way that “%s” cannot be changed in without touching more; "
               "change it by hand",
               path[g_strv_length ((char **)path) - 1]);
  return NULL;
}

GBytes *
store_json_editor_set (StoreJsonEditor   *self,
                       const char *const *path,
                       const char        *json,
                       GError           **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char   *compact = NULL;
  g_autofree char   *wrapped = NULL;
  const char *const *rest;
  StoreJsonMember    member;

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL && json != NULL, NULL);

  document = mcp_json_document_parse_text (json, -1, error);
  if (document == NULL)
    {
      g_prefix_error (error, "What should be written is not JSON: ");
      return NULL;
    }
  compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  if (self->empty)
    return check (self, set_in_nothing (self, path, compact), path, compact, error);
  if (!store_json_member_find (mcp_json_document_get_root (self->document), path, &member, &rest,
                               error))
    return NULL;
  wrapped = wrap (rest, compact);
  return check (self,
                member.exists ? replace (self, &member, wrapped)
                              : insert (self, &member, rest[0], wrapped),
                path, compact, error);
}

/* Widens a member's bytes to its whole line where nothing else is on it. */
static gboolean
take_line (StoreJsonEditor *self, gsize *start, gsize *end)
{
  gsize at = *end;

  if (!is_first_on_line (self, *start))
    return FALSE;
  /* Comments behind it on the line go with it. */
  while (at < self->length && self->text[at] != '\n' && self->text[at] != '\r')
    {
      gsize past = store_json_mask_skip_comment (self->mask, at + 1);

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
find_comma (StoreJsonEditor *self, gsize start, gsize end)
{
  const char *masked = g_bytes_get_data (self->mask->bytes, NULL);
  const char *comma = memchr (masked + start, ',', end - start);

  return comma != NULL ? (gsize)(comma - masked) : end;
}

static GBytes *
cut (StoreJsonEditor *self, const StoreJsonMember *member)
{
  gsize    open = mcp_json_value_get_start (member->object);
  gsize    close = get_end (member->object) - 1;
  gsize    start = mcp_json_value_get_start (member->name);
  gsize    end = get_end (member->value);
  gsize    comma = 0;
  gboolean whole_line;
  g_autoptr (GString) text = g_string_new (NULL);

  if (member->after > 0)
    {
      end = find_comma (self, end, member->after) + 1;
      if (!take_line (self, &start, &end))
        end = member->after;
      return splice (self, start, end, "", 0);
    }
  if (store_json_mask_find_comma (self->mask, end, close, &comma))
    end = comma + 1;
  whole_line = take_line (self, &start, &end);
  if (!whole_line)
    {
      while (start > MAX (member->before, open + 1) && is_blank (self->text[start - 1]))
        start--;
      /* What follows must not become part of a comment. */
      if (store_json_mask_ends_in_line_comment (self->mask, self->bytes, start))
        start = line_start (self, mcp_json_value_get_start (member->name));
    }
  if (member->before == 0)
    {
      gsize from = start, to = end;

      while (from > open + 1 && is_blank (self->text[from - 1]))
        from--;
      while (to < close && is_blank (self->text[to]))
        to++;
      /* An empty object is written {} */
      return from == open + 1 && to == close ? splice (self, from, to, "", 0)
                                             : splice (self, start, end, "", 0);
    }
  /* The comma before goes too. */
  comma = find_comma (self, member->before, start);
  g_string_append_len (text, self->text + member->before, comma - member->before);
  if (comma < start)
    g_string_append_len (text, self->text + comma + 1, start - comma - 1);
  if (!whole_line && strspn (text->str, " \t\r\n") == text->len)
    g_string_truncate (text, 0);
  return splice (self, member->before, end, text->str, text->len);
}

GBytes *
store_json_editor_remove (StoreJsonEditor *self, const char *const *path, GError **error)
{
  const char *const *rest = path;
  StoreJsonMember    member = { 0 };

  g_return_val_if_fail (self != NULL && path != NULL && path[0] != NULL, NULL);

  if (!self->empty && !store_json_member_find (mcp_json_document_get_root (self->document), path,
                                               &member, &rest, error))
    return NULL;
  if (self->empty || !member.exists || rest[1] != NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "“%s” is not in the file",
                   path[g_strv_length ((char **)path) - 1]);
      return NULL;
    }
  return check (self, cut (self, &member), path, NULL, error);
}
