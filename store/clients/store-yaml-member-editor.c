/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-member-editor.h"

#include "store-error.h"
#include "store-splices.h"
#include "store-yaml-layout.h"
#include "store-yaml-lines.h"
#include "store-yaml-text.h"
#include "store-yaml-tree.h"

#include "mcp-json-edit.h"
#include "mcp-json-writer.h"

#include <string.h>

#define MARK "\357\273\277"
/* Members and items that are compared one by one; larger ones are written again. */
#define MAX_COMPARED 4096

struct _StoreYamlMemberEditor
{
  StoreYamlTree   *given;
  StoreYamlTree   *tree; /* of the text with a line break at its end: every line is whole */
  const char      *text; /* borrowed */
  gsize            length;
  const char      *line_end;
  gboolean         is_padded;
  GBytes          *json;
  McpJsonDocument *document;
};

/* An edit that is being worked out. */
typedef struct
{
  StoreYamlMemberEditor *editor;
  StoreYamlLayout        layout;
  gboolean               coarse;  /* the member is written again as a whole */
  GArray                *splices; /* of StoreSplice */
} Edit;

/* Reading */

static const char *
find_line_end (const char *text, gsize length)
{
  const char *end = memchr (text, '\n', length);

  return end != NULL && end > text && end[-1] == '\r' ? "\r\n" : "\n";
}

static GBytes *
read_json (StoreYamlTree *tree, GError **error)
{
  if (store_yaml_node_is_null (tree->root))
    return g_bytes_new_static ("{}", 2);
  g_autofree char *text = store_yaml_node_dup_json (tree->root, STORE_YAML_MAX_EXPANDED);
  if (text != NULL)
    return g_bytes_new (text, strlen (text));
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                       "a key that is not a text, or too much behind aliases");
  return NULL;
}

static gboolean
check_encoding (const guchar *text, gsize length, GError **error)
{
  if (length < 2 || !((text[0] == 0xFF && text[1] == 0xFE) || (text[0] == 0xFE && text[1] == 0xFF)))
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                       "this is UTF-16 text; save it as UTF-8 first");
  return FALSE;
}

/* A last line without a line break gets one, which is taken away again. */
static StoreYamlTree *
pad (StoreYamlMemberEditor *self, GBytes *bytes, GError **error)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);

  self->is_padded = length > 0 && strchr ("\r\n", text[length - 1]) == NULL &&
                    !(length == strlen (MARK) && memcmp (text, MARK, length) == 0);
  if (!self->is_padded)
    return store_yaml_tree_new (bytes, error);
  GByteArray *padded = g_byte_array_sized_new ((guint)length + 2);
  g_byte_array_append (padded, (const guint8 *)text, (guint)length);
  g_byte_array_append (padded, (const guint8 *)self->line_end, (guint)strlen (self->line_end));
  g_autoptr (GBytes) whole = g_byte_array_free_to_bytes (padded);
  return store_yaml_tree_new (whole, error);
}

StoreYamlMemberEditor *
store_yaml_member_editor_new (GBytes *text, GError **error)
{
  g_autoptr (StoreYamlMemberEditor) self = g_new0 (StoreYamlMemberEditor, 1);
  gsize       length;
  const char *data = g_bytes_get_data (text, &length);

  if (!check_encoding ((const guchar *)data, length, error))
    return NULL;
  self->line_end = find_line_end (data != NULL ? data : "", length);
  self->given = store_yaml_tree_new (text, error);
  self->tree = self->given != NULL ? pad (self, text, error) : NULL;
  if (self->tree == NULL)
    return NULL;
  self->text = g_bytes_get_data (self->tree->bytes, &self->length);
  if (self->text == NULL)
    self->text = "";
  self->json = read_json (self->given, error);
  if (self->json == NULL)
    return NULL;
  self->document = mcp_json_document_parse (self->json, NULL, NULL, error);
  return self->document != NULL ? g_steal_pointer (&self) : NULL;
}

void
store_yaml_member_editor_free (StoreYamlMemberEditor *self)
{
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->json, g_bytes_unref);
  g_clear_pointer (&self->tree, store_yaml_tree_free);
  g_clear_pointer (&self->given, store_yaml_tree_free);
  g_free (self);
}

McpJsonValue
store_yaml_member_editor_get (StoreYamlMemberEditor *self, const char *const *path)
{
  McpJsonValue value = mcp_json_document_get_root (self->document);

  for (; *path != NULL; path++)
    value = mcp_json_value_get_member (value, *path);
  return value;
}

/* Places */

static gsize
line_start (Edit *edit, gsize at)
{
  return store_yaml_line_start (edit->editor->text, at);
}

static gsize
line_end (Edit *edit, gsize at)
{
  return store_yaml_line_end (edit->editor->text, edit->editor->length, at);
}

static gsize
skip_spaces (Edit *edit, gsize at)
{
  return store_yaml_skip_spaces (edit->editor->text, edit->editor->length, at);
}

static gboolean
is_line_end (Edit *edit, gsize at)
{
  return at == edit->editor->length || strchr ("\r\n", edit->editor->text[at]) != NULL;
}

/* Whether @key begins its line, and in which column. */
static gboolean
get_column (Edit *edit, StoreYamlNode *key, guint *column)
{
  gsize start = line_start (edit, key->start);

  /* A mark before the first line takes no column. */
  if (start == 0 && edit->editor->tree->has_mark)
    start = strlen (MARK);
  *column = (guint)(key->start - start);
  return skip_spaces (edit, start) == key->start;
}

/* Behind the last line of a block: the blank lines behind a text after `|` are no part of it,
 * unless it keeps them. */
static gsize
block_end (Edit *edit, StoreYamlNode *node)
{
  gsize end = line_end (edit, node->end);

  while (node->children != NULL && node->children->len > 0)
    node = g_ptr_array_index (node->children, node->children->len - 1);
  if (node->kind != STORE_YAML_SCALAR || !node->block ||
      (node->length > 1 && node->text[node->length - 1] == '\n' &&
       node->text[node->length - 2] == '\n'))
    return end;
  while (end > node->start)
    {
      gsize line = line_start (edit, end - 1 -
                                         (end > 1 && edit->editor->text[end - 1] == '\n' &&
                                          edit->editor->text[end - 2] == '\r'));

      if (line <= node->start || !is_line_end (edit, skip_spaces (edit, line)))
        break;
      end = line;
    }
  return end;
}

/* Behind the colon of a key, or behind the key where there is none. */
static gsize
after_colon (Edit *edit, StoreYamlNode *key, gboolean *has_colon)
{
  gsize at = skip_spaces (edit, key->end);

  *has_colon = at < edit->editor->length && edit->editor->text[at] == ':';
  return *has_colon ? at + 1 : key->end;
}

/* Behind the anchor and the tag of a node, where its content begins. */
static gsize
after_properties (Edit *edit, StoreYamlNode *node)
{
  gsize at = node->start;

  while (at < node->end && strchr ("&!", edit->editor->text[at]) != NULL &&
         (node->anchor != NULL || node->tag != NULL))
    {
      gsize end = at + strcspn (edit->editor->text + at, " \t\r\n,]}");

      at = skip_spaces (edit, end);
      if (is_line_end (edit, at))
        return end;
    }
  return at;
}

/* Splices */

static GBytes *
apply (Edit *edit)
{
  StoreYamlMemberEditor *editor = edit->editor;
  GString               *out = store_splices_apply (edit->splices, editor->text, editor->length);

  if (editor->is_padded && g_str_has_suffix (out->str, editor->line_end))
    g_string_truncate (out, out->len - strlen (editor->line_end));
  return g_string_free_to_bytes (out);
}

/* Inside brackets */

static gsize
skip_white (Edit *edit, gsize at)
{
  while (at < edit->editor->length && strchr (" \t\r\n", edit->editor->text[at]) != NULL)
    at++;
  return at;
}

/* Behind the comma that follows, or @at where none does. */
static gsize
skip_comma (Edit *edit, gsize at)
{
  gsize comma = skip_white (edit, at);

  return comma < edit->editor->length && edit->editor->text[comma] == ',' ? comma + 1 : at;
}

/* The children of a flow collection come in groups: a pair, or an item. */
static guint
get_group (StoreYamlNode *flow)
{
  return flow->kind == STORE_YAML_MAPPING ? 2 : 1;
}

static StoreYamlNode *
get_first (StoreYamlNode *flow, guint index)
{
  return g_ptr_array_index (flow->children, index * get_group (flow));
}

static StoreYamlNode *
get_last (StoreYamlNode *flow, guint index)
{
  return g_ptr_array_index (flow->children, (index + 1) * get_group (flow) - 1);
}

/* Takes the groups from @first to @last away. */
static void
cut_flow (Edit *edit, StoreYamlNode *flow, guint first, guint last)
{
  guint       count = flow->children->len / get_group (flow);
  const char *text = edit->editor->text;
  gsize       start = get_first (flow, first)->start;
  gsize       end = get_last (flow, last)->end;

  if (last + 1 < count)
    {
      end = get_first (flow, last + 1)->start;
    }
  else
    {
      gsize before = first > 0 ? get_last (flow, first - 1)->end : flow->start;
      gsize comma = skip_comma (edit, end);

      if (first == 0)
        end = comma;
      else if (comma > end)
        {
          start = skip_comma (edit, before);
          end = comma;
          /* What is said behind that comma is of the one before. */
          if (memchr (text + start, '#', get_first (flow, first)->start - start) != NULL)
            start = get_first (flow, first)->start;
        }
      else if (memchr (text + before, '#', start - before) == NULL)
        start = before;
    }
  store_splices_add (edit->splices, start, end, NULL);
}

/* Puts @text behind the last group. */
static void
add_flow (Edit *edit, StoreYamlNode *flow, char *text)
{
  g_autofree char *owned = text;
  guint            count = flow->children->len / get_group (flow);
  gsize            end, comma;
  guint            column;

  if (count == 0)
    {
      store_splices_add (edit->splices, flow->end - 1, flow->end - 1, g_steal_pointer (&owned));
      return;
    }
  end = get_last (flow, count - 1)->end;
  comma = skip_comma (edit, end);
  if (get_column (edit, get_first (flow, count - 1), &column))
    store_splices_add (edit->splices, comma, comma,
                       g_strdup_printf ("%s%s%*s%s%s", comma > end ? "" : ",",
                                        edit->editor->line_end, (int)column, "", owned,
                                        comma > end ? "," : ""));
  else
    store_splices_add (edit->splices, comma, comma,
                       g_strdup_printf (comma > end ? " %s," : ", %s", owned));
}

/* Setting. What cannot be done returns FALSE, and the member is written again as a whole. */

static gboolean
set_value (Edit          *edit,
           StoreYamlNode *parent,
           guint          index,
           McpJsonValue   old,
           McpJsonValue new,
           GError **error);

static gboolean
is_filled (McpJsonValue value)
{
  return mcp_json_value_get_n_items (value) > 0;
}

/* The one pair with this key. @index: (out): that of none is their number */
static gboolean
find_once (StoreYamlNode *mapping, const char *name, guint *index, GError **error)
{
  guint count = store_yaml_node_get_n_pairs (mapping);

  *index = count;
  for (guint i = 0; i < count; i++)
    {
      StoreYamlNode *key = store_yaml_node_get_key (mapping, i);

      if (!store_yaml_node_is_text (key, name) || store_yaml_node_is_merge (mapping, i))
        continue;
      if (*index < count)
        {
          g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_DUPLICATE,
                       "“%s” appears twice in the file; remove one of them by hand", name);
          return FALSE;
        }
      *index = i;
    }
  return TRUE;
}

static gboolean
add_pair (Edit *edit, StoreYamlNode *mapping, const char *name, McpJsonValue value)
{
  guint    count = store_yaml_node_get_n_pairs (mapping);
  GString *text = g_string_new (NULL);
  guint    column;

  if (!mapping->block)
    {
      gboolean quoted =
          count > 0 && edit->editor->text[store_yaml_node_get_key (mapping, 0)->start] == '"';

      store_yaml_layout_append_flow_pair (text, name, value, quoted);
      add_flow (edit, mapping, g_string_free (text, FALSE));
      return TRUE;
    }
  if (!get_column (edit, store_yaml_node_get_key (mapping, count - 1), &column))
    {
      g_string_free (text, TRUE);
      return FALSE;
    }
  gsize place = block_end (edit, store_yaml_node_get_value (mapping, count - 1));
  place = store_yaml_skip_comments (edit->editor->text, edit->editor->length, place, column);
  store_yaml_layout_append_pair (&edit->layout, text, name, value, column);
  store_splices_add (edit->splices, place, place, g_string_free (text, FALSE));
  return TRUE;
}

/* Takes a pair of a block away, and what is said below it. */
static gboolean
cut_block_pair (Edit *edit, StoreYamlNode *mapping, guint index)
{
  StoreYamlNode *key = store_yaml_node_get_key (mapping, index);
  guint          column;

  if (!get_column (edit, key, &column))
    return FALSE;
  gsize end = block_end (edit, store_yaml_node_get_value (mapping, index));
  end = store_yaml_skip_comments (edit->editor->text, edit->editor->length, end, column + 1);
  store_splices_add (edit->splices, key->start - column, end, NULL);
  return TRUE;
}

static gboolean
cut_pairs (Edit *edit, StoreYamlNode *mapping, const gboolean *gone)
{
  guint count = store_yaml_node_get_n_pairs (mapping);

  for (guint i = 0; i < count; i++)
    {
      guint first = i;

      if (!gone[i])
        continue;
      if (mapping->block)
        {
          if (!cut_block_pair (edit, mapping, i))
            return FALSE;
          continue;
        }
      while (i + 1 < count && gone[i + 1])
        i++;
      cut_flow (edit, mapping, first, i);
    }
  return TRUE;
}

/* Goes through the members that were: those that are gone are marked, others changed. */
static gboolean
set_old_members (Edit          *edit,
                 StoreYamlNode *mapping,
                 McpJsonValue   old,
                 McpJsonValue new,
                 gboolean *gone,
                 GError  **error)
{
  for (McpJsonWalk each = mcp_json_walk (old); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      McpJsonValue     after = mcp_json_value_get_member (new, key);
      guint            index;

      if (mcp_json_value_exists (after) && mcp_json_value_equal (each.value, after))
        continue;
      if (!find_once (mapping, key, &index, error))
        return FALSE;
      if (index < store_yaml_node_get_n_pairs (mapping))
        {
          gone[index] = !mcp_json_value_exists (after);
          if (!gone[index] && !set_value (edit, mapping, index, each.value, after, error))
            return FALSE;
        }
      else if (!mcp_json_value_exists (after))
        {
          g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_EDITABLE,
                       "“%s” comes from elsewhere in the file by “<<” and cannot be taken away "
                       "here; change it by hand",
                       key);
          return FALSE;
        }
      else if (!add_pair (edit, mapping, key, after))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_members (
    Edit *edit, StoreYamlNode *mapping, McpJsonValue old, McpJsonValue new, GError **error)
{
  g_autofree gboolean *gone = g_new0 (gboolean, store_yaml_node_get_n_pairs (mapping) + 1);

  if (!set_old_members (edit, mapping, old, new, gone, error) || !cut_pairs (edit, mapping, gone))
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (new); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (old, key)) &&
          !add_pair (edit, mapping, key, each.value))
        return FALSE;
    }
  return TRUE;
}

/* Where the line of a list's item begins and in which column its dash is. */
static gboolean
get_item_line (Edit *edit, StoreYamlNode *item, gsize *start, guint *column)
{
  *start = line_start (edit, item->start);
  gsize dash = skip_spaces (edit, *start);
  *column = (guint)(dash - *start);
  return dash < item->start && edit->editor->text[dash] == '-' &&
         skip_spaces (edit, dash + 1) == item->start;
}

/* Writes the items from @from on, but for the last @tail, where those of the list were that stand
 * between the same bounds. */
static gboolean
set_item_lines (Edit *edit, StoreYamlNode *list, McpJsonValue new, guint head, guint tail)
{
  guint    n_old = list->children->len, n_new = mcp_json_value_get_n_items (new);
  GString *text = g_string_new (NULL);
  guint    column = 0;
  gsize    start = 0, end;

  for (guint i = 0; i < n_old; i++)
    if (!get_item_line (edit, g_ptr_array_index (list->children, i), &start, &column))
      {
        g_string_free (text, TRUE);
        return FALSE;
      }
  if (head < n_old)
    get_item_line (edit, g_ptr_array_index (list->children, head), &start, &column);
  else
    start = block_end (edit, list);
  end = head < n_old - tail
            ? block_end (edit, g_ptr_array_index (list->children, n_old - 1 - tail))
            : start;
  for (guint i = head; i < n_new - tail; i++)
    store_yaml_layout_append_item (&edit->layout, text, mcp_json_value_get_item (new, i), column);
  store_splices_add (edit->splices, start, end, g_string_free (text, FALSE));
  return TRUE;
}

static char *
dup_flow (McpJsonValue value, gboolean quoted)
{
  GString *text = g_string_new (NULL);

  store_yaml_layout_append_flow (text, value, quoted);
  return g_string_free (text, FALSE);
}

static void
set_flow_items (Edit *edit, StoreYamlNode *list, McpJsonValue new, guint head, guint tail)
{
  guint    n_old = list->children->len, n_new = mcp_json_value_get_n_items (new);
  gboolean quoted =
      n_old > 0 && edit->editor->text[get_first (list, 0)->start] == '"';

  /* Items that are there are put before the first that stays, or behind the last. */
  for (guint i = head; i < MIN (n_old, n_new) - tail; i++)
    store_splices_add (edit->splices, get_first (list, i)->start, get_last (list, i)->end,
                       dup_flow (mcp_json_value_get_item (new, i), quoted));
  if (n_old > n_new)
    cut_flow (edit, list, n_new - tail, n_old - 1 - tail);
  for (guint i = n_old - tail; i < n_new - tail; i++)
    {
      char *text = dup_flow (mcp_json_value_get_item (new, i), quoted);

      if (tail == 0)
        add_flow (edit, list, text);
      else
        {
          gsize place = get_first (list, n_old - tail)->start;

          store_splices_add (edit->splices, place, place, g_strconcat (text, ", ", NULL));
          g_free (text);
        }
    }
}

/* Mappings that stay where they are keep what of them stays. */
static gboolean
set_mapping_items (
    Edit *edit, StoreYamlNode *list, McpJsonValue old, McpJsonValue new, guint head, guint tail)
{
  guint n_splices = edit->splices->len;

  for (guint i = head; i < list->children->len - tail; i++)
    {
      StoreYamlNode *node = g_ptr_array_index (list->children, i);
      McpJsonValue   value = mcp_json_value_get_item (new, i);

      if (node->kind != STORE_YAML_MAPPING || node->children->len == 0 || !is_filled (value) ||
          mcp_json_value_get_kind (value) != MCP_JSON_OBJECT ||
          !set_members (edit, node, mcp_json_value_get_item (old, i), value, NULL))
        {
          g_array_set_size (edit->splices, n_splices);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
set_items (Edit *edit, StoreYamlNode *list, McpJsonValue old, McpJsonValue new)
{
  guint n_old = list->children->len, n_new = mcp_json_value_get_n_items (new);
  guint head = 0, tail = 0;

  while (head < MIN (n_old, n_new) && mcp_json_value_equal (mcp_json_value_get_item (old, head),
                                                            mcp_json_value_get_item (new, head)))
    head++;
  while (tail < MIN (n_old, n_new) - head &&
         mcp_json_value_equal (mcp_json_value_get_item (old, n_old - 1 - tail),
                               mcp_json_value_get_item (new, n_new - 1 - tail)))
    tail++;
  if (n_old == n_new && set_mapping_items (edit, list, old, new, head, tail))
    return TRUE;
  if (list->block)
    return set_item_lines (edit, list, new, head, tail);
  set_flow_items (edit, list, new, head, tail);
  return TRUE;
}

/* A text in the quotes that the old one has. */
static char *
dup_scalar (Edit *edit, StoreYamlNode *old, McpJsonValue new)
{
  char quote = old->kind == STORE_YAML_SCALAR && !old->plain && !old->block
                   ? edit->editor->text[old->end - 1]
                   : '\0';

  return store_yaml_layout_dup_scalar (new, quote);
}

/* `key: old   # said` becomes `key:   # said` with lines below. */
static void
fill_lines (Edit *edit, StoreYamlNode *key, StoreYamlNode *old, McpJsonValue new, guint column)
{
  gboolean has_colon;
  GString *text = g_string_new (NULL);
  gsize    start = after_colon (edit, key, &has_colon);
  gsize    below = line_end (edit, old->end);

  if (!has_colon)
    {
      store_splices_add (edit->splices, start, start, g_strdup (":"));
    }
  else if (old->end > old->start)
    {
      gsize content = old->kind == STORE_YAML_MAPPING || old->kind == STORE_YAML_SEQUENCE ||
                              store_yaml_node_is_null (old)
                          ? after_properties (edit, old)
                          : old->start;
      gsize before = content;

      while (before > start && edit->editor->text[before - 1] == ' ')
        before--;
      store_splices_add (edit->splices, before, old->end, NULL);
    }
  store_yaml_layout_append_below (&edit->layout, text, new, column);
  store_splices_add (edit->splices, below, below, g_string_free (text, FALSE));
}

/* What stands in lines gives way to @new. */
static void
replace_lines (Edit *edit, StoreYamlNode *key, StoreYamlNode *old, McpJsonValue new, guint column)
{
  gboolean has_colon;
  GString *text = g_string_new (NULL);
  gsize    start = after_colon (edit, key, &has_colon);
  gsize    end = block_end (edit, old);
  gsize    first = line_end (edit, start);

  if (old->start < first)
    first = start;
  if (is_filled (new))
    {
      if (first == start)
        g_string_append (text, edit->editor->line_end);
      store_yaml_layout_append_below (&edit->layout, text, new, column);
    }
  else
    {
      g_autofree char *scalar = store_yaml_layout_dup_scalar (new, '\0');

      store_splices_add (edit->splices, start, start, g_strconcat (" ", scalar, NULL));
      if (first == start)
        g_string_append (text, edit->editor->line_end);
    }
  store_splices_add (edit->splices, first, end, g_string_free (text, FALSE));
}

/* Where nothing of the old value can stay. */
static gboolean
replace_value (Edit *edit, StoreYamlNode *parent, guint index, McpJsonValue new)
{
  StoreYamlNode *key = store_yaml_node_get_key (parent, index);
  StoreYamlNode *old = store_yaml_node_get_value (parent, index);
  gboolean       has_colon;
  guint          column;
  gsize          colon = after_colon (edit, key, &has_colon);

  if (parent->block && (is_filled (new) || old->block))
    {
      if (!get_column (edit, key, &column))
        return FALSE;
      if (old->block)
        replace_lines (edit, key, old, new, column);
      else
        fill_lines (edit, key, old, new, column);
      return TRUE;
    }
  if (old->start < old->end)
    store_splices_add (edit->splices, old->start, old->end,
                       is_filled (new) ? dup_flow (new, edit->editor->text[key->start] == '"')
                                       : dup_scalar (edit, old, new));
  else
    {
      g_autofree char *text = is_filled (new) ? dup_flow (new, FALSE)
                                              : store_yaml_layout_dup_scalar (new, '\0');

      store_splices_add (edit->splices, colon, colon,
                         g_strconcat (has_colon ? " " : ": ", text, NULL));
    }
  return TRUE;
}

static gboolean
set_value (Edit          *edit,
           StoreYamlNode *parent,
           guint          index,
           McpJsonValue   old,
           McpJsonValue new,
           GError **error)
{
  StoreYamlNode *node = store_yaml_node_get_value (parent, index);
  McpJsonKind    kind = mcp_json_value_get_kind (new);

  if (!edit->coarse && is_filled (new) && node->children != NULL && node->children->len > 0 &&
      mcp_json_value_get_n_items (old) <= MAX_COMPARED &&
      mcp_json_value_get_n_items (new) <= MAX_COMPARED)
    {
      if (node->kind == STORE_YAML_MAPPING && kind == MCP_JSON_OBJECT)
        return set_members (edit, node, old, new, error);
      if (node->kind == STORE_YAML_SEQUENCE && kind == MCP_JSON_ARRAY &&
          set_items (edit, node, old, new))
        return TRUE;
    }
  return replace_value (edit, parent, index, new);
}

/* The way to the member */

static gboolean
refuse (const char *name, const char *why, GError **error)
{
  g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_EDITABLE,
               "“%s” %s; change it by hand", name, why);
  return FALSE;
}

static gboolean
check_mapping (StoreYamlNode *node, const char *name, GError **error)
{
  if (node->kind == STORE_YAML_MAPPING)
    return TRUE;
  if (node->kind == STORE_YAML_ALIAS)
    return refuse (name, "is an alias (*) of what stands elsewhere in the file", error);
  g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NO_OBJECT,
               "“%s” is not a mapping of names to values", name);
  return FALSE;
}

/* @json inside of objects for the names of @path. */
static char *
wrap (const char *const *path, const char *json)
{
  if (path[0] == NULL)
    return g_strdup (json);
  g_autofree char *inner = wrap (path + 1, json);
  g_autofree char *name = mcp_json_quote (path[0], -1);
  return g_strconcat ("{", name, ":", inner, "}", NULL);
}

static gboolean
is_empty (StoreYamlNode *node)
{
  return store_yaml_node_is_null (node) ||
         (node->kind == STORE_YAML_MAPPING && node->children->len == 0);
}

static gboolean
plan_set_at_root (Edit *edit, const char *name, McpJsonValue value, GError **error)
{
  StoreYamlNode *root = edit->editor->tree->root;

  if (root != NULL && root->start != root->end)
    return refuse (name, "cannot be put into this file, which has a value and no names", error);
  GString *text = g_string_new (NULL);
  store_yaml_layout_append_pair (&edit->layout, text, name, value, 0);
  store_splices_add (edit->splices, edit->editor->length, edit->editor->length,
                     g_string_free (text, FALSE));
  return TRUE;
}

/* @text: (transfer full): is written by functions that call themselves */
static McpJsonDocument *
parse_bounded (char *text, GError **error)
{
  const McpJsonLimits limits = { .max_bytes = MCP_JSON_MAX_BYTES,
                                 .max_depth = STORE_YAML_MAX_DEPTH };
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  return mcp_json_document_parse (bytes, &limits, NULL, error);
}

static gboolean
plan_set (Edit *edit, const char *const *path, const char *json, GError **error)
{
  StoreYamlNode *node = edit->editor->tree->root;
  McpJsonValue   old = mcp_json_document_get_root (edit->editor->document);
  guint          index = 0;

  for (;; path++)
    {
      StoreYamlNode *value = NULL;
      g_autoptr (McpJsonDocument) document = parse_bounded (wrap (path + 1, json), error);

      if (document == NULL)
        return FALSE;
      McpJsonValue new = mcp_json_document_get_root (document);
      if (store_yaml_node_is_null (node))
        return plan_set_at_root (edit, path[0], new, error);
      if (!check_mapping (node, path[0], error) || !find_once (node, path[0], &index, error))
        return FALSE;
      old = mcp_json_value_get_member (old, path[0]);
      if (index < store_yaml_node_get_n_pairs (node))
        value = store_yaml_node_get_value (node, index);
      else if (mcp_json_value_exists (old))
        return refuse (path[0], "comes from elsewhere in the file by “<<”", error);
      if (value == NULL)
        return add_pair (edit, node, path[0], new);
      if (path[1] == NULL && value->kind == STORE_YAML_ALIAS)
        return check_mapping (value, path[0], error);
      if (path[1] == NULL || (is_empty (value) && value->kind != STORE_YAML_ALIAS))
        return mcp_json_value_equal (old, new) || set_value (edit, node, index, old, new, error);
      if (!check_mapping (value, path[0], error))
        return FALSE;
      node = value;
    }
}

/* `servers:` without any lines would be nothing; `servers: {}` is no servers. */
static gboolean
empty_mapping (Edit *edit, StoreYamlNode *key, StoreYamlNode *mapping)
{
  gboolean has_colon;
  gsize    place = after_colon (edit, key, &has_colon);

  if (mapping->start < line_end (edit, place))
    place = after_properties (edit, mapping);
  if (!has_colon || place > line_end (edit, key->end))
    return FALSE;
  while (edit->editor->text[place - 1] == ' ')
    place--;
  store_splices_add (edit->splices, place, place, g_strdup (" {}"));
  return TRUE;
}

static gboolean
plan_remove (Edit *edit, const char *const *path, GError **error)
{
  StoreYamlNode *node = edit->editor->tree->root;
  StoreYamlNode *key = NULL;
  guint          index = 0;

  for (;; path++)
    {
      if (!check_mapping (node, path[0], error) || !find_once (node, path[0], &index, error))
        return FALSE;
      if (index == store_yaml_node_get_n_pairs (node))
        return refuse (path[0], "comes from elsewhere in the file by “<<”", error);
      if (path[1] != NULL)
        {
          key = store_yaml_node_get_key (node, index);
          node = store_yaml_node_get_value (node, index);
          continue;
        }
      g_autofree gboolean *gone = g_new0 (gboolean, store_yaml_node_get_n_pairs (node));
      gone[index] = TRUE;
      if (cut_pairs (edit, node, gone) &&
          (store_yaml_node_get_n_pairs (node) > 1 || !node->block || key == NULL ||
           empty_mapping (edit, key, node)))
        return TRUE;
      return refuse (path[0], "is written in a way that cannot be changed here", error);
    }
}

/* The edit */

static Edit *
edit_new (StoreYamlMemberEditor *editor, const char *const *path, gboolean coarse)
{
  Edit          *edit = g_new0 (Edit, 1);
  StoreYamlNode *node = editor->tree->root;
  guint          index;

  edit->editor = editor;
  edit->coarse = coarse;
  edit->splices = store_splices_new ();
  store_yaml_layout_init (&edit->layout, editor->line_end);
  store_yaml_layout_learn (&edit->layout, node);
  for (; *path != NULL && store_yaml_node_find (node, *path, &index); path++)
    {
      node = store_yaml_node_get_value (node, index);
      store_yaml_layout_learn (&edit->layout, node);
    }
  return edit;
}

static void
edit_free (Edit *edit)
{
  g_array_unref (edit->splices);
  g_free (edit);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Edit, edit_free)

/* @after must read as @before does with one change, made in JSON; and all that stands outside of
 * the member must be written as it was. */
static gboolean
is_right (StoreYamlMemberEditor *before, GBytes *text, const char *const *path, GBytes *expected)
{
  g_autoptr (StoreYamlMemberEditor) after = store_yaml_member_editor_new (text, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (expected, NULL, NULL, NULL);

  return after != NULL && document != NULL && after->given->has_more == before->given->has_more &&
         store_yaml_node_equal_except (before->given->root, after->given->root, path) &&
         mcp_json_value_equal (mcp_json_document_get_root (after->document),
                               mcp_json_document_get_root (document));
}

/* @json: (nullable): NULL takes the member away */
static GBytes *
run (StoreYamlMemberEditor *self,
     const char *const     *path,
     const char            *json,
     GBytes                *expected,
     GError               **error)
{
  const char *name = path[g_strv_length ((char **)path) - 1];

  for (guint i = 0; i < (json != NULL ? 2 : 1); i++)
    {
      g_autoptr (Edit) edit = edit_new (self, path, i > 0);
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) after = NULL;

      if (json != NULL ? plan_set (edit, path, json, &problem)
                       : plan_remove (edit, path, &problem))
        after = apply (edit);
      if (after != NULL && is_right (self, after, path, expected))
        return g_steal_pointer (&after);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }
  refuse (name,
          "is written in a way that cannot be changed without touching something else, perhaps "
          "what an alias refers to",
          error);
  return NULL;
}

/* The document as it is to read. An empty value, `servers:`, counts as a mapping. */
static GBytes *
expect (StoreYamlMemberEditor *self, const char *const *path, const char *json, GError **error)
{
  g_autoptr (McpJsonEditor) model =
      mcp_json_editor_new (self->json, MCP_JSON_SYNTAX_STRICT, NULL, error);
  McpJsonValue value = mcp_json_document_get_root (self->document);
  guint        n = 0;

  while (path[n] != NULL && mcp_json_value_get_kind (value) != MCP_JSON_NULL)
    value = mcp_json_value_get_member (value, path[n++]);
  g_autofree char *wrapped = wrap (path + n, json);
  g_auto (GStrv) names = g_strdupv ((char **)path);
  g_clear_pointer (&names[n], g_free);
  return model != NULL ? mcp_json_editor_set (model, (const char *const *)names, wrapped, error)
                       : NULL;
}

GBytes *
store_yaml_member_editor_set (StoreYamlMemberEditor *self,
                              const char *const     *path,
                              const char            *json,
                              GError               **error)
{
  g_return_val_if_fail (path != NULL && path[0] != NULL && json != NULL, NULL);

  g_autoptr (GBytes) expected = expect (self, path, json, error);
  return expected != NULL ? run (self, path, json, expected, error) : NULL;
}

GBytes *
store_yaml_member_editor_remove (StoreYamlMemberEditor *self,
                                 const char *const     *path,
                                 GError               **error)
{
  g_autoptr (McpJsonEditor) model = NULL;

  g_return_val_if_fail (path != NULL && path[0] != NULL, NULL);

  if (!mcp_json_value_exists (store_yaml_member_editor_get (self, path)))
    {
      g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_NOT_FOUND,
                   "“%s” is no longer in the file", path[g_strv_length ((char **)path) - 1]);
      return NULL;
    }
  model = mcp_json_editor_new (self->json, MCP_JSON_SYNTAX_STRICT, NULL, error);
  g_autoptr (GBytes) expected = model != NULL ? mcp_json_editor_remove (model, path, error) : NULL;
  return expected != NULL ? run (self, path, NULL, expected, error) : NULL;
}
