/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-toml-editor.h"

#include "store-error.h"
#include "store-splices.h"
#include "store-toml.h"

#include "mcp-json-edit.h"
#include "mcp-json-writer.h"

#include <string.h>

struct _StoreTomlEditor
{
  char            *text;
  GPtrArray       *statements; /* of StoreTomlStatement */
  GBytes          *json;
  McpJsonDocument *document;
};

/* An edit that is being worked out. */
typedef struct
{
  StoreTomlEditor *editor;
  GPtrArray       *path;    /* of char *, borrowed */
  guint            n_list;  /* how many of them lead to an array of tables; 0: none */
  GArray          *splices; /* of StoreSplice */
} Edit;

StoreTomlEditor *
store_toml_editor_new (GBytes *text, GError **error)
{
  g_autoptr (StoreTomlEditor) self = g_new0 (StoreTomlEditor, 1);
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);

  self->text = g_strndup (data != NULL ? data : "", size);
  if (strlen (self->text) < size || !g_utf8_validate (self->text, -1, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "this is not UTF-8 text");
      return NULL;
    }
  self->json = store_toml_scan (self->text, &self->statements, error);
  if (self->json == NULL)
    return NULL;
  self->document = mcp_json_document_parse (self->json, NULL, NULL, error);
  return self->document != NULL ? g_steal_pointer (&self) : NULL;
}

void
store_toml_editor_free (StoreTomlEditor *self)
{
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->json, g_bytes_unref);
  g_clear_pointer (&self->statements, g_ptr_array_unref);
  g_free (self->text);
  g_free (self);
}

McpJsonValue
store_toml_editor_get (StoreTomlEditor *self, const char *const *path)
{
  McpJsonValue value = mcp_json_document_get_root (self->document);

  for (; *path != NULL; path++)
    value = mcp_json_value_get_member (value, *path);
  return value;
}

/* Writing TOML */

static void
append_text (GString *out, const char *text)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);

  /* A JSON string is one of TOML but for this character. */
  for (const char *at = quoted; *at != '\0'; at++)
    if (*at == '\x7f')
      g_string_append (out, "\\u007F");
    else
      g_string_append_c (out, *at);
}

static void
append_key (GString *out, const char *key)
{
  gboolean bare = *key != '\0';

  for (const char *at = key; *at != '\0'; at++)
    bare = bare && (g_ascii_isalnum (*at) || *at == '_' || *at == '-');
  if (bare)
    g_string_append (out, key);
  else
    append_text (out, key);
}

static void
append_value (GString *out, McpJsonValue value)
{
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  gboolean     is_table = kind == MCP_JSON_OBJECT;
  McpJsonValue name, item;
  McpJsonIter  iter;

  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY)
    {
      g_autofree char *text = kind == MCP_JSON_STRING ? mcp_json_value_dup_string (value, NULL)
                                                      : mcp_json_value_dup_text (value);

      if (kind == MCP_JSON_STRING)
        append_text (out, text);
      else
        g_string_append (out, text);
      return;
    }
  g_string_append (out, is_table ? "{ " : "[");
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, &name, &item); i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (is_table)
        {
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);

          append_key (out, key);
          g_string_append (out, " = ");
        }
      append_value (out, item);
    }
  g_string_append (out, is_table ? " }" : "]");
}

static const char *
get_line_end (StoreTomlEditor *self)
{
  const char *end = strchr (self->text, '\n');

  return end != NULL && end > self->text && end[-1] == '\r' ? "\r\n" : "\n";
}

static void
append_pair (Edit *edit, GString *out, const char *key, McpJsonValue value)
{
  append_key (out, key);
  g_string_append (out, " = ");
  append_value (out, value);
  g_string_append (out, get_line_end (edit->editor));
}

static void
append_header (Edit *edit, GString *out)
{
  gboolean is_element = edit->n_list > 0 && edit->path->len == edit->n_list + 1;

  g_string_append (out, is_element ? "[[" : "[");
  for (guint i = 0; i < edit->path->len; i++)
    {
      if (edit->n_list > 0 && i == edit->n_list)
        continue;
      if (i > 0)
        g_string_append_c (out, '.');
      append_key (out, g_ptr_array_index (edit->path, i));
    }
  g_string_append_printf (out, "%s%s", is_element ? "]]" : "]", get_line_end (edit->editor));
}

/* Finding statements */

/* Whether @names begin with @path. */
static gboolean
is_within (GPtrArray *names, GPtrArray *path)
{
  if (names->len < path->len)
    return FALSE;
  for (guint i = 0; i < path->len; i++)
    if (!g_str_equal (g_ptr_array_index (names, i), g_ptr_array_index (path, i)))
      return FALSE;
  return TRUE;
}

static StoreTomlStatement *
get_statement (Edit *edit, guint index)
{
  return index < edit->editor->statements->len
             ? g_ptr_array_index (edit->editor->statements, index)
             : NULL;
}

/* The number of the first statement within the path, or that of none. */
static guint
find (Edit *edit)
{
  guint i = 0;

  while (i < edit->editor->statements->len &&
         !is_within (get_statement (edit, i)->names, edit->path))
    i++;
  return i;
}

/* The one that is the path's own header, or its pair. */
static StoreTomlStatement *
find_exact (Edit *edit, gboolean header)
{
  for (guint i = 0; i < edit->editor->statements->len; i++)
    {
      StoreTomlStatement *statement = get_statement (edit, i);

      if (statement->is_header == header && statement->names->len == edit->path->len &&
          is_within (statement->names, edit->path))
        return statement;
    }
  return NULL;
}

/* Where a section ends that begins with the statement number @index: behind its last statement. */
static StoreTomlStatement *
find_last_of_section (Edit *edit, guint index)
{
  while (get_statement (edit, index + 1) != NULL && !get_statement (edit, index + 1)->is_header)
    index++;
  return get_statement (edit, index);
}

static guint
find_index (Edit *edit, StoreTomlStatement *statement)
{
  guint index = 0;

  g_ptr_array_find (edit->editor->statements, statement, &index);
  return index;
}

/* What comes in at @place already. Returns: (transfer none) (nullable) */
static StoreSplice *
find_addition (Edit *edit, gsize place)
{
  for (guint i = 0; i < edit->splices->len; i++)
    {
      StoreSplice *each = &g_array_index (edit->splices, StoreSplice, i);

      if (each->start == place && each->end == place)
        return each;
    }
  return NULL;
}

/* Removing */

static gboolean
is_blank_line (const char *text, gsize start, gsize end)
{
  return strspn (text + start, " \t\r\n") >= end - start;
}

/* The blank line before what is gone would stand beside another one, or at the end. A text that
 * ends without a line end goes on doing so. */
static gsize
include_blank_before (const char *text, gsize start, gsize end)
{
  gsize next = end + strcspn (text + end, "\n");
  gsize line = start;

  if (start == 0 || !is_blank_line (text, end, next))
    return start;
  for (line = start - 1; line > 0 && text[line - 1] != '\n';)
    line--;
  if (is_blank_line (text, line, start))
    start = line;
  if (text[end] == '\0' && text[end - 1] != '\n' && start > 0)
    start -= start > 1 && text[start - 2] == '\r' ? 2 : 1;
  return start;
}

/* Takes away every statement within the path; comments between two of them go too. */
static void
take_away (Edit *edit)
{
  const char *text = edit->editor->text;
  guint       n = edit->editor->statements->len;

  for (guint i = 0; i < n; i++)
    {
      StoreTomlStatement *first = get_statement (edit, i);
      StoreTomlStatement *last = first;

      if (!is_within (first->names, edit->path))
        continue;
      while (i + 1 < n && is_within (get_statement (edit, i + 1)->names, edit->path))
        last = get_statement (edit, ++i);
      store_splices_add (edit->splices,
                         first->is_header ? include_blank_before (text, first->start, last->end)
                                          : first->start,
                         last->end, NULL);
    }
}

/* Setting */

static void merge (Edit *edit, McpJsonValue old, McpJsonValue new);

/* An array of tables is none. */
static gboolean
are_tables (McpJsonValue old, McpJsonValue new)
{
  return mcp_json_value_get_kind (old) == MCP_JSON_OBJECT &&
         mcp_json_value_get_kind (new) == MCP_JSON_OBJECT;
}

/* Behind everything of the path's parent, before what is said above the next table. */
static gsize
find_place (Edit *edit)
{
  const char *text = edit->editor->text;
  gsize       place = strlen (text);
  guint       last = edit->editor->statements->len;
  gpointer    name = g_ptr_array_steal_index (edit->path, edit->path->len - 1);

  for (guint i = 0; i < edit->editor->statements->len; i++)
    if (is_within (get_statement (edit, i)->names, edit->path))
      last = i;
  g_ptr_array_add (edit->path, name);
  if (last == edit->editor->statements->len)
    return place;
  while (get_statement (edit, ++last) != NULL && !get_statement (edit, last)->is_header)
    ;
  if (get_statement (edit, last) == NULL)
    return place;
  place = get_statement (edit, last)->start;
  while (place > 0)
    {
      gsize line = place - 1;

      while (line > 0 && text[line - 1] != '\n')
        line--;
      if (text[line + strspn (text + line, " \t")] != '#')
        break;
      place = line;
    }
  return place;
}

/* Where the blank lines before @place begin. */
static gsize
skip_blank_lines_before (const char *text, gsize place)
{
  while (place > 0)
    {
      gsize line = place - 1;

      while (line > 0 && text[line - 1] != '\n')
        line--;
      if (!is_blank_line (text, line, place))
        break;
      place = line;
    }
  return place;
}

/* A table of its own, before the blank lines and what is said above the table at @next: taking it
 * away leaves what was there. */
static void
add_section (Edit *edit, gsize next, McpJsonValue table)
{
  const char *text = edit->editor->text;
  const char *line_end = get_line_end (edit->editor);
  GString    *out = g_string_new (NULL);
  gsize       place = skip_blank_lines_before (text, next);
  gboolean    is_open = place > 0 && text[place - 1] != '\n';

  if (is_open)
    g_string_append (out, line_end);
  /* Tables that stand close go on doing so. */
  if (place > 0 && (place < next || text[next] == '\0'))
    g_string_append (out, line_end);
  append_header (edit, out);
  for (McpJsonWalk each = mcp_json_walk (table); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      append_pair (edit, out, key, each.value);
    }
  if (is_open)
    g_string_truncate (out, out->len - strlen (line_end));
  store_splices_add (edit->splices, place, place, g_string_free (out, FALSE));
}

/* How many names the header says that a statement stands below. */
static guint
count_header_names (Edit *edit, StoreTomlStatement *statement)
{
  guint index = find_index (edit, statement);

  while (index > 0 && !get_statement (edit, index)->is_header)
    index--;
  return get_statement (edit, index)->is_header ? get_statement (edit, index)->names->len : 0;
}

/* Before the inner tables, which alone have headers; all new keys below one header. */
static void
add_header_pair (Edit *edit, gsize place, const char *key, McpJsonValue value)
{
  const char  *line_end = get_line_end (edit->editor);
  StoreSplice *addition = find_addition (edit, place);
  GString     *out = g_string_new (NULL);

  if (addition == NULL)
    append_header (edit, out);
  else
    g_string_append_len (out, addition->text,
                         (gssize)(strlen (addition->text) - strlen (line_end)));
  append_pair (edit, out, key, value);
  g_string_append (out, line_end);
  if (addition == NULL)
    store_splices_add (edit->splices, place, place, g_string_free (out, FALSE));
  else
    {
      g_free (addition->text);
      addition->text = g_string_free (out, FALSE);
    }
}

/* A new key of the table at the path, behind its own keys. */
static void
add_pair (Edit *edit, const char *key, McpJsonValue value)
{
  StoreTomlStatement *header = find_exact (edit, TRUE);
  StoreTomlStatement *last =
      header != NULL ? find_last_of_section (edit, find_index (edit, header))
                     : get_statement (edit, find (edit));

  if (header == NULL && last->is_header)
    {
      add_header_pair (edit, last->start, key, value);
      return;
    }
  GString *out = g_string_new (NULL);
  /* Its keys stand dotted in another table. */
  for (guint i = header == NULL ? count_header_names (edit, last) : edit->path->len;
       i < edit->path->len; i++)
    {
      append_key (out, g_ptr_array_index (edit->path, i));
      g_string_append_c (out, '.');
    }
  append_pair (edit, out, key, value);
  if (edit->editor->text[last->end - 1] != '\n' && find_addition (edit, last->end) == NULL)
    g_string_prepend (out, get_line_end (edit->editor));
  store_splices_add (edit->splices, last->end, last->end, g_string_free (out, FALSE));
}

static void
replace_value (Edit *edit, StoreTomlStatement *pair, McpJsonValue value)
{
  GString *out = g_string_new (NULL);

  append_value (out, value);
  store_splices_add (edit->splices, pair->value, pair->value_end, g_string_free (out, FALSE));
}

static void
set_member (Edit *edit, const char *key, McpJsonValue old, McpJsonValue value)
{
  gboolean is_merged = are_tables (old, value);

  g_ptr_array_add (edit->path, (gpointer)key);
  StoreTomlStatement *pair = find_exact (edit, FALSE);
  if (pair != NULL)
    replace_value (edit, pair, value);
  else if (is_merged)
    merge (edit, old, value);
  else
    take_away (edit);
  g_ptr_array_set_size (edit->path, (int)edit->path->len - 1);
  if (pair == NULL && !is_merged)
    add_pair (edit, key, value);
}

/* The table at the path, which stands in lines of its own: @new instead of @old. */
static void
merge (Edit *edit, McpJsonValue old, McpJsonValue new)
{
  for (McpJsonWalk each = mcp_json_walk (old); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (mcp_json_value_exists (mcp_json_value_get_member (new, key)))
        continue;
      g_ptr_array_add (edit->path, key);
      take_away (edit);
      g_ptr_array_set_size (edit->path, (int)edit->path->len - 1);
    }
  for (McpJsonWalk member = mcp_json_walk (new); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);
      McpJsonValue     before = mcp_json_value_get_member (old, key);

      if (!mcp_json_value_exists (before) || !mcp_json_value_equal (before, member.value))
        set_member (edit, key, before, member.value);
    }
}

/* Arrays: what is the same before and behind a change stays. */

typedef struct
{
  guint n_old;
  guint n_new;
  guint head; /* items that are equal from the first on */
  guint tail; /* and from the last on */
  guint n_changed;
} Change;

static Change
compare_items (McpJsonValue old, McpJsonValue new)
{
  Change change = { mcp_json_value_get_n_items (old), mcp_json_value_get_n_items (new) };
  guint  n = MIN (change.n_old, change.n_new);

  while (change.head < n && mcp_json_value_equal (mcp_json_value_get_item (old, change.head),
                                                  mcp_json_value_get_item (new, change.head)))
    change.head++;
  while (change.tail < n - change.head &&
         mcp_json_value_equal (mcp_json_value_get_item (old, change.n_old - 1 - change.tail),
                               mcp_json_value_get_item (new, change.n_new - 1 - change.tail)))
    change.tail++;
  change.n_changed = n - change.head - change.tail;
  return change;
}

/* Tables under “[[…]]”, each in lines of its own. */
static void
merge_elements (Edit *edit, McpJsonValue old, McpJsonValue new)
{
  Change change = compare_items (old, new);

  edit->n_list = edit->path->len;
  for (guint i = change.head; i < MAX (change.n_old, change.n_new) - change.tail; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      g_ptr_array_add (edit->path, number);
      if (i < change.head + change.n_changed)
        merge (edit, mcp_json_value_get_item (old, i), mcp_json_value_get_item (new, i));
      else if (i < change.n_old)
        take_away (edit);
      else
        add_section (edit, find_place (edit), mcp_json_value_get_item (new, i));
      g_ptr_array_set_size (edit->path, (int)edit->path->len - 1);
    }
  edit->n_list = 0;
}

/* Behind the last item, in a line of its own where that has one. */
static void
add_inline_item (Edit *edit, StoreTomlItem *last, McpJsonValue item)
{
  const char *text = edit->editor->text;
  gsize       line = last->start;
  GString    *out = g_string_new (",");

  while (line > 0 && text[line - 1] != '\n')
    line--;
  if (line > 0 && is_blank_line (text, line, last->start))
    g_string_append_printf (out, "%s%.*s", get_line_end (edit->editor), (int)(last->start - line),
                            text + line);
  else
    g_string_append_c (out, ' ');
  append_value (out, item);
  store_splices_add (edit->splices, last->end, last->end, g_string_free (out, FALSE));
}

/* What goes with an item that others follow: the comma, and the comment in its line. What stands in
 * lines between is theirs. @next: where the next item begins */
static gsize
find_end_of_item (const char *text, gsize end, gsize next)
{
  gsize at = end + strspn (text + end, " \t\r\n");

  if (text[at] != ',')
    return next;
  at += 1 + strspn (text + at + 1, " \t");
  if (text[at] == '#')
    at += strcspn (text + at, "\n");
  at += strspn (text + at, " \t\r\n");
  return MIN (at, next);
}

/* Items between brackets. */
static void
merge_inline_items (Edit *edit, GArray *items, McpJsonValue old, McpJsonValue new)
{
  Change         change = compare_items (old, new);
  StoreTomlItem *all = (StoreTomlItem *)(gpointer)items->data;
  guint          first = change.n_new - change.tail, last = change.n_old - change.tail;
  const char    *text = edit->editor->text;

  for (guint i = change.head; i < change.head + change.n_changed; i++)
    {
      GString *out = g_string_new (NULL);

      append_value (out, mcp_json_value_get_item (new, i));
      store_splices_add (edit->splices, all[i].start, all[i].end, g_string_free (out, FALSE));
    }
  if (first < last && last < change.n_old)
    store_splices_add (edit->splices, all[first].start,
                       find_end_of_item (text, all[last - 1].end, all[last].start), NULL);
  else if (first < last &&
           memchr (text + all[first - 1].end, '#', all[first].start - all[first - 1].end) != NULL)
    store_splices_add (edit->splices, all[first].start,
                       all[last - 1].end + strspn (text + all[last - 1].end, ","), NULL);
  else if (first < last)
    store_splices_add (edit->splices, all[first - 1].end, all[last - 1].end, NULL);
  for (guint i = change.n_old; i < change.n_new; i++)
    add_inline_item (edit, &all[change.n_old - 1], mcp_json_value_get_item (new, i));
}

static gboolean
are_arrays (McpJsonValue old, McpJsonValue new)
{
  return mcp_json_value_get_kind (old) == MCP_JSON_ARRAY &&
         mcp_json_value_get_kind (new) == MCP_JSON_ARRAY;
}

/* What is new at the path: a table of its own, or else a key of the table that it stands in. */
static void
add_new (Edit *edit, McpJsonValue value)
{
  const char *key = g_ptr_array_index (edit->path, edit->path->len - 1);

  if (are_arrays (value, value) &&
      are_tables (mcp_json_value_get_item (value, 0), mcp_json_value_get_item (value, 0)))
    {
      merge_elements (edit, MCP_JSON_NO_VALUE, value);
      return;
    }
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT || edit->path->len == 1)
    {
      add_section (edit, find_place (edit), value);
      return;
    }
  g_ptr_array_set_size (edit->path, (int)edit->path->len - 1);
  if (find (edit) < edit->editor->statements->len)
    add_pair (edit, key, value);
  g_ptr_array_add (edit->path, (gpointer)key);
}

/* The edit */

static Edit *
edit_new (StoreTomlEditor *editor, const char *const *path)
{
  Edit *edit = g_new0 (Edit, 1);

  edit->editor = editor;
  edit->path = g_ptr_array_new ();
  for (; *path != NULL; path++)
    g_ptr_array_add (edit->path, (gpointer)*path);
  edit->splices = store_splices_new ();
  return edit;
}

static void
edit_free (Edit *edit)
{
  g_ptr_array_unref (edit->path);
  g_array_unref (edit->splices);
  g_free (edit);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Edit, edit_free)

/* @after must read as @before does with one change, made in JSON. */
static gboolean
is_right (GBytes *after, GBytes *expected)
{
  g_autoptr (StoreTomlEditor) editor = store_toml_editor_new (after, NULL);

  if (editor == NULL || expected == NULL)
    return FALSE;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (expected, NULL, NULL, NULL);
  return document != NULL && mcp_json_value_equal (mcp_json_document_get_root (editor->document),
                                                   mcp_json_document_get_root (document));
}

static GBytes *
finish (Edit *edit, GBytes *expected, GError **error)
{
  const char *text = edit->editor->text;
  GBytes     *after =
      g_string_free_to_bytes (store_splices_apply (edit->splices, text, strlen (text)));

  if (is_right (after, expected))
    return after;
  g_bytes_unref (after);
  g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_EDITABLE,
               "“%s” is written in a way that cannot be changed here, as a part of an inline table "
               "or of an array; change it by hand",
               (const char *)g_ptr_array_index (edit->path, edit->path->len - 1));
  return NULL;
}

GBytes *
store_toml_editor_set (StoreTomlEditor   *self,
                       const char *const *path,
                       const char        *json,
                       GError           **error)
{
  g_autoptr (Edit) edit = edit_new (self, path);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, error);
  g_autoptr (McpJsonEditor) model = NULL;
  g_autoptr (GBytes) expected = NULL;
  McpJsonValue old = store_toml_editor_get (self, path), new;

  if (document == NULL)
    return NULL;
  new = mcp_json_document_get_root (document);
  model = mcp_json_editor_new (self->json, MCP_JSON_SYNTAX_STRICT, NULL, NULL);
  StoreTomlStatement *pair = find_exact (edit, FALSE);
  /* Without its elements an array of tables is nothing. */
  expected = pair == NULL && are_arrays (old, new) && mcp_json_value_get_n_items (new) == 0
                 ? mcp_json_editor_remove (model, path, NULL)
                 : mcp_json_editor_set (model, path, json, NULL);
  if (pair != NULL && pair->items != NULL && are_arrays (old, new) &&
      mcp_json_value_get_n_items (new) > 0)
    merge_inline_items (edit, pair->items, old, new);
  else if (pair != NULL && !mcp_json_value_equal (old, new))
    replace_value (edit, pair, new);
  else if (pair == NULL && are_arrays (old, new))
    merge_elements (edit, old, new);
  else if (pair == NULL && are_tables (old, new) && find (edit) < self->statements->len)
    merge (edit, old, new);
  else if (pair == NULL && !mcp_json_value_exists (old))
    add_new (edit, new);
  return finish (edit, expected, error);
}

/* A table that has no header of its own goes with the last that is in it. */
static GBytes *
drop_empty_parents (Edit *edit, GBytes *expected)
{
  g_autoptr (GPtrArray) names = g_ptr_array_copy (edit->path, NULL, NULL);
  GBytes *result = g_bytes_ref (expected);

  while (edit->path->len > 1)
    {
      g_autoptr (GBytes) before = result;
      g_autoptr (McpJsonEditor) model =
          mcp_json_editor_new (before, MCP_JSON_SYNTAX_STRICT, NULL, NULL);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) path = NULL;

      g_ptr_array_set_size (edit->path, (int)edit->path->len - 1);
      for (guint i = 0; i < edit->path->len; i++)
        g_strv_builder_add (builder, g_ptr_array_index (edit->path, i));
      path = g_strv_builder_end (builder);
      result = NULL;
      if (find_exact (edit, TRUE) == NULL &&
          mcp_json_value_get_n_items (mcp_json_editor_get (model, (const char *const *)path)) == 0)
        result = mcp_json_editor_remove (model, (const char *const *)path, NULL);
      if (result == NULL)
        {
          result = g_steal_pointer (&before);
          break;
        }
    }
  g_ptr_array_unref (edit->path);
  edit->path = g_steal_pointer (&names);
  return result;
}

GBytes *
store_toml_editor_remove (StoreTomlEditor *self, const char *const *path, GError **error)
{
  g_autoptr (Edit) edit = edit_new (self, path);
  g_autoptr (McpJsonEditor) model = NULL;

  if (!mcp_json_value_exists (store_toml_editor_get (self, path)))
    {
      g_set_error_literal (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND,
                           "there is no such table");
      return NULL;
    }
  model = mcp_json_editor_new (self->json, MCP_JSON_SYNTAX_STRICT, NULL, NULL);
  g_autoptr (GBytes) removed = mcp_json_editor_remove (model, path, NULL);
  g_autoptr (GBytes) expected = drop_empty_parents (edit, removed);
  take_away (edit);
  return finish (edit, expected, error);
}
