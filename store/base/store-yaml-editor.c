/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-yaml-editor.h"

#include "store-error.h"
#include "store-yaml-lines.h"
#include "store-yaml-text.h"
#include "store-yaml-tree.h"

#include <string.h>

/* What is written */

typedef struct
{
  char           *name;
  StoreYamlValue *value;
} Member;

struct _StoreYamlValue
{
  char      *line;    /* (nullable): of a line or a list */
  GStrv      items;   /* (nullable): of a list */
  GPtrArray *members; /* (nullable): of a mapping */
};

static void
member_free (Member *member)
{
  g_free (member->name);
  store_yaml_value_free (member->value);
  g_free (member);
}

/* Appends `[a, b]`. @items: (array zero-terminated) */
static void
append_list (GString *target, const char *const *items)
{
  g_string_append_c (target, '[');
  for (guint i = 0; items[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (target, ", ");
      store_yaml_append_text (target, items[i], strlen (items[i]));
    }
  g_string_append_c (target, ']');
}

StoreYamlValue *
store_yaml_value_new_line (char *line)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);

  self->line = line;
  return self;
}

StoreYamlValue *
store_yaml_value_new_list (const char *const *items)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);
  GString        *line = g_string_new (NULL);

  append_list (line, items);
  self->line = g_string_free (line, FALSE);
  self->items = g_strdupv ((char **)items);
  return self;
}

StoreYamlValue *
store_yaml_value_new_mapping (void)
{
  StoreYamlValue *self = g_new0 (StoreYamlValue, 1);

  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify)member_free);
  return self;
}

void
store_yaml_value_add (StoreYamlValue *self, const char *name, StoreYamlValue *value)
{
  Member *member = g_new0 (Member, 1);

  g_assert (self->members != NULL);
  member->name = g_strdup (name);
  member->value = value;
  g_ptr_array_add (self->members, member);
}

/* Returns: (transfer full) */
static StoreYamlValue *
store_yaml_value_copy (StoreYamlValue *self)
{
  StoreYamlValue *copy;

  if (self->members == NULL)
    {
      copy = store_yaml_value_new_line (g_strdup (self->line));
      copy->items = g_strdupv (self->items);
      return copy;
    }
  copy = store_yaml_value_new_mapping ();
  for (guint i = 0; i < self->members->len; i++)
    store_yaml_value_add (copy, store_yaml_value_get_member_name (self, i),
                          store_yaml_value_copy (store_yaml_value_get_member (self, i)));
  return copy;
}

void
store_yaml_value_free (StoreYamlValue *self)
{
  g_free (self->line);
  g_strfreev (self->items);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

gboolean
store_yaml_value_is_mapping (StoreYamlValue *self)
{
  return self->members != NULL;
}

guint
store_yaml_value_get_n_members (StoreYamlValue *self)
{
  return self == NULL || self->members == NULL ? 0 : self->members->len;
}

const char *
store_yaml_value_get_member_name (StoreYamlValue *self, guint index)
{
  return ((Member *)g_ptr_array_index (self->members, index))->name;
}

StoreYamlValue *
store_yaml_value_get_member (StoreYamlValue *self, guint index)
{
  return ((Member *)g_ptr_array_index (self->members, index))->value;
}

StoreYamlValue *
store_yaml_value_find_member (StoreYamlValue *self, const char *name)
{
  for (guint i = 0; i < store_yaml_value_get_n_members (self); i++)
    if (g_str_equal (store_yaml_value_get_member_name (self, i), name))
      return store_yaml_value_get_member (self, i);
  return NULL;
}

/* Returns: (transfer none) (nullable): the texts of a list */
static const char *const *
store_yaml_value_get_items (StoreYamlValue *self)
{
  return (const char *const *)self->items;
}

gboolean
store_yaml_value_equal (StoreYamlValue *a, StoreYamlValue *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (g_strcmp0 (a->line, b->line) != 0 ||
      store_yaml_value_get_n_members (a) != store_yaml_value_get_n_members (b))
    return FALSE;
  for (guint i = 0; i < store_yaml_value_get_n_members (a); i++)
    if (!g_str_equal (store_yaml_value_get_member_name (a, i),
                      store_yaml_value_get_member_name (b, i)) ||
        !store_yaml_value_equal (store_yaml_value_get_member (a, i),
                                 store_yaml_value_get_member (b, i)))
      return FALSE;
  return TRUE;
}

static void store_yaml_value_append_line (StoreYamlValue *self, GString *target);

static void
append_member_line (StoreYamlValue *self, guint index, GString *target)
{
  const char *name = store_yaml_value_get_member_name (self, index);

  store_yaml_append_text (target, name, strlen (name));
  g_string_append (target, ": ");
  store_yaml_value_append_line (store_yaml_value_get_member (self, index), target);
}

/* Appends the value on one line: `{a: b}` */
static void
store_yaml_value_append_line (StoreYamlValue *self, GString *target)
{
  if (self->members == NULL)
    {
      g_string_append (target, self->line);
      return;
    }
  g_string_append_c (target, '{');
  for (guint i = 0; i < self->members->len; i++)
    {
      if (i > 0)
        g_string_append (target, ", ");
      append_member_line (self, i, target);
    }
  g_string_append_c (target, '}');
}

/* Appends `name: value` in lines of its own, mappings indented by @step. @column: from 0 */
static void
store_yaml_value_append_block (StoreYamlValue *self,
                               const char     *name,
                               guint           column,
                               guint           step,
                               const char     *line_end,
                               GString        *target)
{
  g_string_append_printf (target, "%*s", (int)column, "");
  store_yaml_append_text (target, name, strlen (name));
  g_string_append_c (target, ':');
  if (store_yaml_value_get_n_members (self) == 0)
    {
      g_string_append_c (target, ' ');
      store_yaml_value_append_line (self, target);
      g_string_append (target, line_end);
      return;
    }
  g_string_append (target, line_end);
  for (guint i = 0; i < self->members->len; i++)
    store_yaml_value_append_block (store_yaml_value_get_member (self, i),
                                   store_yaml_value_get_member_name (self, i), column + step, step,
                                   line_end, target);
}

/* Where it is written */

/* One edit: the bytes from @start to @end give way to @text. */
typedef struct
{
  StoreYamlTree *tree;
  const char    *source;
  gsize          length;
  const char    *line_end;
  guint          step; /* columns that a level is indented by */
  gsize          start;
  gsize          end;
  GString       *text;
} Edit;

/* The column of a key that begins its line. */
static gboolean
get_column (Edit *edit, StoreYamlNode *key, guint *column)
{
  gsize start = store_yaml_line_start (edit->source, key->start);

  *column = key->start - start;
  return store_yaml_skip_spaces (edit->source, edit->length, start) == key->start;
}

static gboolean
refuse (const char *name, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
               "“%s” is written in a way that cannot be changed without touching other lines "
               "(perhaps an anchor or an alias); change it by hand",
               name);
  return FALSE;
}

/* Making an edit */

static void
edit_begin_lines (Edit *edit, gsize start, gsize end)
{
  edit->start = start;
  edit->end = end;
  /* A last line without a line break gets one. */
  if (start > 0 && start == edit->length && strchr ("\r\n", edit->source[start - 1]) == NULL)
    g_string_append (edit->text, edit->line_end);
}

static gboolean
insert_member (
    Edit *edit, StoreYamlNode *parent, const char *name, StoreYamlValue *value, GError **error)
{
  guint count = store_yaml_node_get_n_pairs (parent);
  guint column;

  if (!parent->block)
    {
      if (count > 0)
        g_string_append (edit->text, ", ");
      edit->start =
          count > 0 ? store_yaml_node_get_value (parent, count - 1)->end : parent->end - 1;
      edit->end = edit->start;
      store_yaml_append_text (edit->text, name, strlen (name));
      g_string_append (edit->text, ": ");
      store_yaml_value_append_line (value, edit->text);
      return TRUE;
    }
  if (!get_column (edit, store_yaml_node_get_key (parent, 0), &column))
    return refuse (name, error);
  edit->start = store_yaml_line_end (edit->source, edit->length,
                                     store_yaml_node_get_value (parent, count - 1)->end);
  edit->start = store_yaml_skip_comments (edit->source, edit->length, edit->start, column);
  edit_begin_lines (edit, edit->start, edit->start);
  store_yaml_value_append_block (value, name, column, edit->step, edit->line_end, edit->text);
  return TRUE;
}

/* Where the line of a list's item begins and in which column its dash is. */
static gboolean
get_item_line (Edit *edit, StoreYamlNode *item, gsize *start, guint *column)
{
  *start = store_yaml_line_start (edit->source, item->start);
  gsize dash = store_yaml_skip_spaces (edit->source, edit->length, *start);
  *column = dash - *start;
  return dash < item->start && edit->source[dash] == '-' &&
         store_yaml_skip_spaces (edit->source, edit->length, dash + 1) == item->start;
}

/* Changes the lines of those items that differ. Returns: %FALSE where the layout is another. */
static gboolean
replace_items (Edit *edit, StoreYamlNode *list, const char *const *items)
{
  guint n_old = list->children->len, n_new = g_strv_length ((char **)items);
  guint head = 0, tail = 0, column = 0;
  gsize start = 0;

  for (guint i = 0; i < n_old; i++)
    if (!get_item_line (edit, g_ptr_array_index (list->children, i), &start, &column))
      return FALSE;
  while (head < MIN (n_old, n_new) &&
         store_yaml_node_is_text (g_ptr_array_index (list->children, head), items[head]))
    head++;
  while (tail < MIN (n_old, n_new) - head &&
         store_yaml_node_is_text (g_ptr_array_index (list->children, n_old - 1 - tail),
                                  items[n_new - 1 - tail]))
    tail++;
  if (head < n_old)
    get_item_line (edit, g_ptr_array_index (list->children, head), &start, &column);
  else
    start = store_yaml_line_end (edit->source, edit->length, list->end);
  edit_begin_lines (edit, start, start);
  if (head < n_old - tail)
    edit->end =
        store_yaml_line_end (edit->source, edit->length,
                             ((StoreYamlNode *)g_ptr_array_index (list->children, n_old - 1 - tail))
                                 ->end);
  for (guint i = head; i < n_new - tail; i++)
    {
      g_string_append_printf (edit->text, "%*s- ", (int)column, "");
      store_yaml_append_text (edit->text, items[i], strlen (items[i]));
      g_string_append (edit->text, edit->line_end);
    }
  return TRUE;
}

/* `servers: {}   # none yet` becomes `servers:   # none yet` with lines below. */
static gboolean
fill_empty (
    Edit *edit, StoreYamlNode *key, StoreYamlNode *old, StoreYamlValue *value, GError **error)
{
  gsize rest = store_yaml_line_end (edit->source, edit->length, old->end);
  guint column;

  if (!get_column (edit, key, &column))
    return refuse (key->text, error);
  g_string_append_len (edit->text, edit->source + old->end, rest - old->end);
  if (rest == old->end || strchr ("\r\n", edit->source[rest - 1]) == NULL)
    g_string_append (edit->text, edit->line_end);
  for (guint i = 0; i < store_yaml_value_get_n_members (value); i++)
    store_yaml_value_append_block (store_yaml_value_get_member (value, i),
                                   store_yaml_value_get_member_name (value, i), column + edit->step,
                                   edit->step, edit->line_end, edit->text);
  edit->start = old->start;
  edit->end = rest;
  return TRUE;
}

static gboolean
is_nothing (StoreYamlNode *node)
{
  return node->kind != STORE_YAML_ALIAS &&
         (store_yaml_node_is_null (node) ||
          (node->kind == STORE_YAML_MAPPING && node->children->len == 0));
}

static gboolean
replace_value (Edit           *edit,
               StoreYamlNode  *parent,
               StoreYamlNode  *key,
               StoreYamlNode  *old,
               StoreYamlValue *value,
               GError        **error)
{
  gboolean members = store_yaml_value_get_n_members (value) > 0;
  guint    column;

  if (parent->block && members && is_nothing (old))
    return fill_empty (edit, key, old, value, error);
  if (!parent->block || (!old->block && !(members && old->kind != STORE_YAML_MAPPING)))
    {
      edit->start = old->start;
      edit->end = old->end;
      if (old->start == old->end)
        g_string_append (edit->text,
                         memchr (edit->source + key->end, ':', old->start - key->end) ? " " : ": ");
      store_yaml_value_append_line (value, edit->text);
      return TRUE;
    }
  if (old->kind == STORE_YAML_SEQUENCE && store_yaml_value_get_items (value) != NULL &&
      *store_yaml_value_get_items (value) != NULL &&
      replace_items (edit, old, store_yaml_value_get_items (value)))
    return TRUE;
  if (!get_column (edit, key, &column))
    return refuse (key->text, error);
  edit->start = store_yaml_line_start (edit->source, key->start);
  edit->end = store_yaml_line_end (edit->source, edit->length, old->end);
  store_yaml_value_append_block (value, key->text, column, edit->step, edit->line_end, edit->text);
  return TRUE;
}

/* @value under the keys of @path. */
static StoreYamlValue *
wrap (const char *const *path, StoreYamlValue *value)
{
  if (path[0] == NULL)
    return store_yaml_value_copy (value);
  StoreYamlValue *mapping = store_yaml_value_new_mapping ();
  store_yaml_value_add (mapping, path[0], wrap (path + 1, value));
  return mapping;
}

/* The one pair with this key. @found: (out) */
static gboolean
find_once (StoreYamlNode *parent, const char *name, gboolean *found, guint *index, GError **error)
{
  *index = 0;
  *found = store_yaml_node_find (parent, name, index);
  for (guint i = *index + 1; *found && i < store_yaml_node_get_n_pairs (parent); i++)
    if (store_yaml_node_is_text (store_yaml_node_get_key (parent, i), name))
      {
        g_set_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE,
                     "“%s” appears twice in the file; remove one of them by hand", name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
plan_set (Edit              *edit,
          StoreYamlNode     *parent,
          const char *const *path,
          StoreYamlValue    *value,
          GError           **error)
{
  gboolean found;
  guint    index;

  if (!find_once (parent, path[0], &found, &index, error))
    return FALSE;
  StoreYamlNode *old = found ? store_yaml_node_get_value (parent, index) : NULL;
  if (found && path[1] != NULL && old->kind == STORE_YAML_MAPPING && old->children->len > 0)
    return plan_set (edit, old, path + 1, value, error);
  if (found && path[1] != NULL && old->kind == STORE_YAML_ALIAS)
    return refuse (path[0], error);
  g_autoptr (StoreYamlValue) wrapped = wrap (path + 1, value);
  if (!found)
    return insert_member (edit, parent, path[0], wrapped, error);
  return replace_value (edit, parent, store_yaml_node_get_key (parent, index), old, wrapped, error);
}

static gboolean
plan_set_at_root (Edit *edit, const char *const *path, StoreYamlValue *value, GError **error)
{
  StoreYamlNode *root = edit->tree->root;

  if (root != NULL && root->kind == STORE_YAML_MAPPING)
    return plan_set (edit, root, path, value, error);
  if (!store_yaml_node_is_null (root) || (root != NULL && root->start != root->end))
    return refuse (path[0], error);
  g_autoptr (StoreYamlValue) wrapped = wrap (path + 1, value);
  edit_begin_lines (edit, edit->length, edit->length);
  store_yaml_value_append_block (wrapped, path[0], 0, edit->step, edit->line_end, edit->text);
  return TRUE;
}

static gsize
skip_comma (Edit *edit, gsize at)
{
  gsize comma = at;

  while (comma < edit->length && strchr (" \t\r\n", edit->source[comma]) != NULL)
    comma++;
  return comma < edit->length && edit->source[comma] == ',' ? comma + 1 : at;
}

static gboolean
cut_pair (Edit *edit, StoreYamlNode *parent, guint index, GError **error)
{
  StoreYamlNode *key = store_yaml_node_get_key (parent, index);
  StoreYamlNode *old = store_yaml_node_get_value (parent, index);
  guint          count = store_yaml_node_get_n_pairs (parent);
  guint          column;

  if (!parent->block)
    {
      edit->start = index + 1 == count && index > 0
                        ? store_yaml_node_get_value (parent, index - 1)->end
                        : key->start;
      edit->end = index + 1 < count ? store_yaml_node_get_key (parent, index + 1)->start : old->end;
      if (count == 1)
        edit->end = skip_comma (edit, edit->end);
      return TRUE;
    }
  if (!get_column (edit, key, &column))
    return refuse (key->text, error);
  edit->start = store_yaml_line_start (edit->source, key->start);
  edit->end = store_yaml_skip_comments (edit->source, edit->length,
                                        store_yaml_line_end (edit->source, edit->length, old->end),
                                        column + 1);
  return TRUE;
}

static gboolean
plan_remove (Edit *edit, const char *const *path, GError **error)
{
  StoreYamlNode *node = edit->tree->root;
  gboolean       found;
  guint          index;

  for (;; path++)
    {
      if (node != NULL && node->kind == STORE_YAML_ALIAS)
        return refuse (path[-1], error);
      if (!find_once (node, path[0], &found, &index, error))
        return FALSE;
      if (!found)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                       "“%s” is no longer in the file", path[0]);
          return FALSE;
        }
      if (path[1] == NULL)
        return cut_pair (edit, node, index, error);
      node = store_yaml_node_get_value (node, index);
    }
}

static void
edit_detect_style (Edit *edit)
{
  const char    *newline = memchr (edit->source, '\n', edit->length);
  StoreYamlNode *root = edit->tree->root;
  guint          column;

  edit->line_end = newline != NULL && newline > edit->source && newline[-1] == '\r' ? "\r\n" : "\n";
  edit->step = 2;
  for (guint i = 0; i < store_yaml_node_get_n_pairs (root); i++)
    {
      StoreYamlNode *value = store_yaml_node_get_value (root, i);

      if (value->kind == STORE_YAML_MAPPING && value->block && value->children->len > 0 &&
          get_column (edit, store_yaml_node_get_key (value, 0), &column) && column >= 1 &&
          column <= 8)
        edit->step = column;
    }
}

static gboolean
has_member (StoreYamlNode *node, const char *const *path)
{
  guint index;

  for (; node != NULL && *path != NULL; path++)
    {
      if (!store_yaml_node_find (node, *path, &index))
        return FALSE;
      node = store_yaml_node_get_value (node, index);
    }
  return node != NULL;
}

/* Reads the edited text back: everything but what lies at @path must say the same, and there must
 * be a member there only after one was set: it could have come into a second document. */
static GBytes *
edit_finish (Edit *edit, const char *const *path, gboolean set, GError **error)
{
  g_autoptr (GByteArray) array = g_byte_array_new ();

  g_byte_array_append (array, (const guchar *)edit->source, edit->start);
  g_byte_array_append (array, (const guchar *)edit->text->str, edit->text->len);
  g_byte_array_append (array, (const guchar *)edit->source + edit->end, edit->length - edit->end);
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&array));
  g_autoptr (StoreYamlTree) after = store_yaml_tree_new (bytes, NULL);
  if (after == NULL || has_member (after->root, path) != set ||
      !store_yaml_node_equal_except (edit->tree->root, after->root, path))
    {
      refuse (path[g_strv_length ((char **)path) - 1], error);
      return NULL;
    }
  return g_steal_pointer (&bytes);
}

static GBytes *
run (GBytes *bytes, const char *const *path, StoreYamlValue *value, GError **error)
{
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, error);
  g_autoptr (GString) text = g_string_new (NULL);
  Edit edit = { .tree = tree, .text = text };

  if (tree == NULL)
    return NULL;
  edit.source = g_bytes_get_data (bytes, &edit.length);
  if (edit.source == NULL)
    edit.source = "";
  edit_detect_style (&edit);
  if (!(value != NULL ? plan_set_at_root (&edit, path, value, error)
                      : plan_remove (&edit, path, error)))
    return NULL;
  return edit_finish (&edit, path, value != NULL, error);
}

GBytes *
store_yaml_editor_set (GBytes            *bytes,
                       const char *const *path,
                       StoreYamlValue    *value,
                       GError           **error)
{
  g_return_val_if_fail (path != NULL && path[0] != NULL && value != NULL, NULL);

  return run (bytes, path, value, error);
}

GBytes *
store_yaml_editor_remove (GBytes *bytes, const char *const *path, GError **error)
{
  g_return_val_if_fail (path != NULL && path[0] != NULL, NULL);

  return run (bytes, path, NULL, error);
}
