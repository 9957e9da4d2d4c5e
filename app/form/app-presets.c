/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-presets.h"

#include <string.h>

#include "app-form-schema.h"
#include "app-form.h"
#include "app-json-patch.h"
#include "app-presets-private.h"
#include "mcp-json-writer.h"

/* Sub-schemas that are looked at for one tool. */
#define MAX_VISITS 20000u

/* One step of a key path. */
typedef struct
{
  char    *name; /* NULL: each item of an array */
  gboolean required;
} Segment;

typedef struct
{
  AppPreset *preset;
  GArray    *path; /* Segment */
} Entry;

struct _AppPresets
{
  GObject parent_instance;

  McpJsonSlot schema;
  GPtrArray  *entries; /* Entry */
};

static void app_presets_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppPresets,
                               app_presets,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_presets_list_init))

static GType
app_presets_get_item_type (GListModel *list)
{
  return APP_TYPE_PRESET;
}

static guint
app_presets_get_n_items (GListModel *list)
{
  return APP_PRESETS (list)->entries->len;
}

static gpointer
app_presets_get_item (GListModel *list, guint position)
{
  AppPresets *self = APP_PRESETS (list);
  Entry      *entry;

  if (position >= self->entries->len)
    return NULL;
  entry = g_ptr_array_index (self->entries, position);
  return g_object_ref (entry->preset);
}

static void
app_presets_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_presets_get_item_type;
  iface->get_n_items = app_presets_get_n_items;
  iface->get_item = app_presets_get_item;
}

static void
segment_clear (gpointer data)
{
  g_free (((Segment *)data)->name);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->preset);
  g_array_unref (entry->path);
  g_free (entry);
}

static void
app_presets_finalize (GObject *object)
{
  AppPresets *self = APP_PRESETS (object);

  g_ptr_array_unref (self->entries);
  mcp_json_slot_clear (&self->schema);
  G_OBJECT_CLASS (app_presets_parent_class)->finalize (object);
}

static void
app_presets_class_init (AppPresetsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_presets_finalize;
}

static void
app_presets_init (AppPresets *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

typedef struct
{
  AppPresets *presets;
  GArray     *path;  /* Segment; the names are not owned */
  GArray     *nodes; /* guint32: schemas on the way, against circles */
  guint       visits;
} Finder;

static void find_inside (Finder *self, McpJsonValue schema);

static void
add_entry (Finder *self, McpJsonValue schema)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Entry   *entry = g_new0 (Entry, 1);
  Segment *last = &g_array_index (self->path, Segment, self->path->len - 1);

  entry->path = g_array_new (FALSE, FALSE, sizeof (Segment));
  g_array_set_clear_func (entry->path, segment_clear);
  for (guint i = 0; i < self->path->len; i++)
    {
      Segment segment = g_array_index (self->path, Segment, i);

      g_string_append_printf (text,
                              "%s%s",
                              i > 0 ? "." : "",
                              segment.name ? segment.name : "items");
      segment.name = g_strdup (segment.name);
      g_array_append_val (entry->path, segment);
    }
  entry->preset = app_preset_new (self->presets->schema.value,
                                  schema,
                                  text->str,
                                  last->name ? last->name : "items",
                                  last->required);
  g_ptr_array_add (self->presets->entries, entry);
}

static void
find_at (Finder *self, McpJsonValue schema, char *name, gboolean required)
{
  Segment segment = { name, required };

  if (self->path->len >= APP_FORM_MAX_DEPTH || ++self->visits > MAX_VISITS)
    return;
  g_array_append_val (self->path, segment);
  if (name != NULL && app_preset_detect (self->presets->schema.value, schema, NULL, NULL))
    add_entry (self, schema);
  else
    find_inside (self, schema);
  g_array_set_size (self->path, self->path->len - 1);
}

static void
find_inside (Finder *self, McpJsonValue schema)
{
  AppFormSchema view;
  McpJsonValue  items;
  McpJsonValue  name;
  McpJsonValue  property;
  McpJsonIter   iter;

  app_form_schema_read (&view, self->presets->schema.value, schema, NULL);
  for (guint i = 0; i < self->nodes->len; i++)
    if (g_array_index (self->nodes, guint32, i) == view.schema.node)
      return;
  g_array_append_val (self->nodes, view.schema.node);

  mcp_json_iter_init (&iter, app_form_schema_get_properties (&view));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      find_at (self, property, key, app_form_schema_requires (&view, key));
    }
  items = mcp_json_value_get_member (view.schema, "items");
  if (mcp_json_value_get_kind (items) == MCP_JSON_OBJECT)
    find_at (self, items, NULL, TRUE);
  g_array_set_size (self->nodes, self->nodes->len - 1);
}

AppPresets *
app_presets_new (McpJsonValue schema)
{
  AppPresets *self = g_object_new (APP_TYPE_PRESETS, NULL);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Segment));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  Finder finder = { self, path, nodes, 0 };

  mcp_json_slot_set (&self->schema, schema);
  find_inside (&finder, schema);
  return self;
}

AppPresetsStatus
app_presets_get_status (AppPresets *self)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), APP_PRESETS_NONE);

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      if (app_preset_is_required (entry->preset) && app_preset_get_default (entry->preset) == NULL)
        return APP_PRESETS_REQUIRED;
    }
  return self->entries->len > 0 ? APP_PRESETS_OPTIONAL : APP_PRESETS_NONE;
}

void
app_presets_set_values (AppPresets *self, McpJsonValue values)
{
  g_return_if_fail (APP_IS_PRESETS (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      app_preset_set_value (entry->preset,
                            mcp_json_value_get_member (values,
                                                       app_preset_get_path (entry->preset)));
    }
}

char *
app_presets_change_value (McpJsonValue values, const char *path, const char *lexeme)
{
  g_autoptr (McpJsonDocument) empty = NULL;
  g_autofree char *removed = NULL;
  McpJsonValue     value;

  g_return_val_if_fail (path != NULL, NULL);

  if (mcp_json_value_get_kind (values) != MCP_JSON_OBJECT)
    {
      empty = mcp_json_document_parse_text ("{}", -1, NULL);
      values = mcp_json_document_get_root (empty);
    }
  value = mcp_json_value_get_member (values, path);
  if (lexeme == NULL)
    removed = app_json_patch_remove_member (values, path);
  else if (mcp_json_value_exists (value))
    removed = app_json_patch_replace (value, lexeme);
  else
    removed = app_json_patch_insert_member (values, G_MAXUINT, path, lexeme);
  if (removed == NULL)
    return mcp_json_value_dup_text (values);
  return g_steal_pointer (&removed);
}

/* What JavaScript takes for true: such a value stays. */
static gboolean
is_truthy (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_BOOLEAN:
      return mcp_json_value_get_boolean (value, FALSE);
    case MCP_JSON_NUMBER:
      return mcp_json_value_get_double (value, 0) != 0;
    case MCP_JSON_STRING:
      return mcp_json_value_get_length (value) > 2;
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return TRUE;
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    default:
      return FALSE;
    }
}

typedef struct
{
  GPtrArray *problems;
} Injection;

static gboolean inject_object (Injection     *self,
                               McpJsonWriter *writer,
                               McpJsonValue   object,
                               GPtrArray     *entries,
                               guint          level);

static const Segment *
get_segment (Entry *entry, guint level)
{
  return &g_array_index (entry->path, Segment, level);
}

/* The entries that go through the member called @name (NULL: the items). */
static GPtrArray *
select_entries (GPtrArray *entries, guint level, const char *name)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (entries, i);

      if (level < entry->path->len && g_strcmp0 (get_segment (entry, level)->name, name) == 0)
        g_ptr_array_add (selected, entry);
    }
  return selected;
}

static void
inject_value (Injection     *self,
              McpJsonWriter *writer,
              McpJsonValue   value,
              GPtrArray     *entries,
              guint          level)
{
  g_autoptr (GPtrArray) inside = NULL;
  McpJsonValue item;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      inject_object (self, writer, value, entries, level);
      return;
    }
  inside = select_entries (entries, level, NULL);
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY || inside->len == 0)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &item))
    inject_value (self, writer, item, inside, level + 1);
  mcp_json_writer_end_array (writer);
}

/* Whether an input must be there although the objects around it are not. */
static gboolean
is_due (Entry *entry, guint level, gboolean parent_exists)
{
  if (app_preset_get_lexeme (entry->preset) != NULL || parent_exists)
    return TRUE;
  for (guint i = 0; i < level; i++)
    if (!get_segment (entry, i)->required)
      return FALSE;
  return TRUE;
}

/* A member that the arguments lack. Returns: whether it was written */
static gboolean
inject_missing (Injection     *self,
                McpJsonWriter *writer,
                const char    *name,
                GPtrArray     *entries,
                guint          level,
                gboolean       parent_exists)
{
  Entry           *first = g_ptr_array_index (entries, 0);
  g_autofree char *text = NULL;

  if (first->path->len == level + 1)
    {
      const char *error = app_preset_get_error (first->preset);

      text = app_preset_dup_argument (first->preset);
      if (error != NULL && is_due (first, level, parent_exists))
        g_ptr_array_add (self->problems, g_strdup (error));
    }
  else
    {
      g_autoptr (McpJsonWriter) inner = mcp_json_writer_new ();
      gboolean any = inject_object (self, inner, MCP_JSON_NO_VALUE, entries, level + 1);

      text = mcp_json_writer_finish_text (inner);
      if (!any)
        g_clear_pointer (&text, g_free);
    }
  if (text == NULL)
    return FALSE;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_raw (writer, text, -1);
  return TRUE;
}

static void
inject_member (Injection     *self,
               McpJsonWriter *writer,
               McpJsonValue   name,
               McpJsonValue   value,
               GPtrArray     *entries,
               guint          level)
{
  Entry *first = g_ptr_array_index (entries, 0);

  if (first->path->len > level + 1)
    {
      mcp_json_writer_name_value (writer, name);
      inject_value (self, writer, value, entries, level + 1);
    }
  else if (is_truthy (value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  else if (!inject_missing (self,
                            writer,
                            get_segment (first, level)->name,
                            entries,
                            level,
                            TRUE))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
}

/* @object: none where it is made for the inputs. Returns: whether it has a member */
static gboolean
inject_object (Injection     *self,
               McpJsonWriter *writer,
               McpJsonValue   object,
               GPtrArray     *entries,
               guint          level)
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean     any = FALSE;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autoptr (GPtrArray) inside = select_entries (entries, level, key);

      if (inside->len > 0)
        inject_member (self, writer, name, value, inside, level);
      else
        {
          mcp_json_writer_name_value (writer, name);
          mcp_json_writer_value (writer, value);
        }
      any = TRUE;
    }
  for (guint i = 0; i < entries->len; i++)
    {
      Entry      *entry = g_ptr_array_index (entries, i);
      const char *key = level < entry->path->len ? get_segment (entry, level)->name : NULL;
      g_autoptr (GPtrArray) inside = NULL;

      if (key == NULL || !g_hash_table_add (done, (gpointer)key) ||
          mcp_json_value_exists (mcp_json_value_get_member (object, key)))
        continue;
      inside = select_entries (entries, level, key);
      any |= inject_missing (self,
                             writer,
                             key,
                             inside,
                             level,
                             level == 0 || mcp_json_value_exists (object));
    }
  mcp_json_writer_end_object (writer);
  return any;
}

char *
app_presets_inject (AppPresets *self, McpJsonValue arguments, GPtrArray **problems)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (McpJsonDocument) document = NULL;
  Injection        injection = { found };
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);

  if (mcp_json_value_exists (arguments) &&
      mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    mcp_json_writer_value (writer, arguments);
  else
    inject_object (&injection, writer, arguments, self->entries, 0);
  if (problems != NULL)
    *problems = found->len > 0 ? g_steal_pointer (&found) : NULL;
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return g_steal_pointer (&text);
  return mcp_json_value_print_compact (mcp_json_document_get_root (document));
}

McpJsonValue
app_presets_get_schema (AppPresets *self)
{
  return self->schema.value;
}
