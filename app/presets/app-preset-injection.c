/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-injection.h"

#include "mcp-json-writer.h"

typedef struct
{
  GPtrArray *problems;
  gboolean   masks; /* secrets are not to be seen */
} Injection;

static gboolean inject_object (Injection     *self,
                               McpJsonWriter *writer,
                               McpJsonValue   object,
                               GPtrArray     *entries,
                               guint          level);

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

/* Whether an argument that is there goes before what is set. A parameter that is pinned may be
 * given with any value. */
static gboolean
is_given (const AppPresetEntry *entry, McpJsonValue value)
{
  return is_truthy (value) || app_preset_get_info (entry->preset)->kind == APP_PRESET_PINNED;
}

static void
inject_value (Injection     *self,
              McpJsonWriter *writer,
              McpJsonValue   value,
              GPtrArray     *entries,
              guint          level)
{
  g_autoptr (GPtrArray) any = app_presets_select_item (entries, level, G_MAXUINT);
  McpJsonValue item;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      inject_object (self, writer, value, entries, level);
      return;
    }
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY || any->len == 0)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_autoptr (GPtrArray) inside = app_presets_select_item (any, level, i);

      inject_value (self, writer, item, inside, level + 1);
    }
  mcp_json_writer_end_array (writer);
}

/* Whether an input must be there although the objects around it are not. */
static gboolean
is_due (const AppPresetEntry *entry, guint level, gboolean parent_exists)
{
  if (parent_exists)
    return TRUE;
  for (guint i = 0; i < level; i++)
    if (!app_preset_entry_get_step (entry, i)->required)
      return FALSE;
  return TRUE;
}

/* Returns: (nullable): what is put in for an input that the arguments lack */
static char *
dup_argument (Injection *self, const AppPresetEntry *entry, guint level, gboolean parent_exists)
{
  AppPreset  *preset = entry->preset;
  const char *error = app_preset_get_info (preset)->error;
  gboolean    due = is_due (entry, level, parent_exists);

  if (error != NULL && (due || app_preset_get_info (preset)->lexeme != NULL))
    g_ptr_array_add (self->problems, g_strdup (error));
  if (!due && !app_preset_has_value (preset))
    return NULL;
  return self->masks ? app_preset_dup_masked_argument (preset) : app_preset_dup_argument (preset);
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
  const AppPresetEntry *end = app_presets_find_end (entries, level);
  g_autofree char      *text = NULL;

  if (end != NULL)
    text = dup_argument (self, end, level, parent_exists);
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
  mcp_json_writer_add (writer, "%s: %r", name, text);
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
  const AppPresetEntry *end = app_presets_find_end (entries, level);

  if (end == NULL)
    {
      mcp_json_writer_name_value (writer, name);
      inject_value (self, writer, value, entries, level + 1);
    }
  else if (is_given (end, value) ||
           !inject_missing (self,
                            writer,
                            app_preset_entry_get_step (end, level)->name,
                            entries,
                            level,
                            TRUE))
    mcp_json_writer_add (writer, "%v: %v", name, value);
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
      g_autoptr (GPtrArray) inside = app_presets_select_name (entries, level, key);

      if (inside->len > 0)
        inject_member (self, writer, name, value, inside, level);
      else
        mcp_json_writer_add (writer, "%v: %v", name, value);
      any = TRUE;
    }
  for (guint i = 0; i < entries->len; i++)
    {
      const AppPresetEntry *entry = g_ptr_array_index (entries, i);
      const char           *key =
          level < entry->path->len ? app_preset_entry_get_step (entry, level)->name : NULL;
      g_autoptr (GPtrArray) inside = NULL;

      if (key == NULL || !g_hash_table_add (done, (gpointer)key) ||
          mcp_json_value_exists (mcp_json_value_get_member (object, key)))
        continue;
      inside = app_presets_select_name (entries, level, key);
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
app_preset_inject (GPtrArray   *entries,
                   McpJsonValue arguments,
                   gboolean     masks,
                   GPtrArray  **problems)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (McpJsonDocument) document = NULL;
  Injection        injection = { found, masks };
  g_autofree char *text = NULL;

  if (mcp_json_value_exists (arguments) &&
      mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    mcp_json_writer_value (writer, arguments);
  else
    inject_object (&injection, writer, arguments, entries, 0);
  if (problems != NULL)
    *problems = found->len > 0 ? g_steal_pointer (&found) : NULL;
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return g_steal_pointer (&text);
  return mcp_json_value_print_compact (mcp_json_document_get_root (document));
}

static gboolean
is_pinned (GPtrArray *entries, guint level)
{
  const AppPresetEntry *end = app_presets_find_end (entries, level);

  return end != NULL && app_preset_get_info (end->preset)->kind == APP_PRESET_PINNED;
}

static void
strip_value (McpJsonWriter *writer, McpJsonValue value, GPtrArray *entries, guint level)
{
  McpJsonValue name;
  McpJsonValue member;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT || entries->len == 0)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autoptr (GPtrArray) inside = app_presets_select_name (entries, level, key);

      if (is_pinned (inside, level))
        continue;
      mcp_json_writer_name_value (writer, name);
      strip_value (writer, member, inside, level + 1);
    }
  mcp_json_writer_end_object (writer);
}

char *
app_preset_strip (GPtrArray *entries, McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  strip_value (writer, arguments, entries, 0);
  return mcp_json_writer_finish_text (writer);
}
