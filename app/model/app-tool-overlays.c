/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-tool-overlays.h"

#include <glib/gi18n-lib.h>

#include "app-json-pointer.h"
#include "app-model-change.h"
#include "app-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

#define ARGUMENTS "arguments"
#define DESCRIPTION "description"

struct _AppToolOverlays
{
  McpJsonSlot slot;
};

/* What an overlay may say, and of which kind. */
typedef struct
{
  const char *name;
  McpJsonKind kind; /* MCP_JSON_NONE for any */
  gboolean    of_tools;
} Member;

static const Member members[] = {
  { DESCRIPTION, MCP_JSON_STRING, TRUE },
  { ARGUMENTS, MCP_JSON_OBJECT, TRUE },
  { "enum", MCP_JSON_ARRAY, FALSE },
  { "default", MCP_JSON_NONE, FALSE },
};

/* What is written into a schema. */
static const char *const keywords[] = { DESCRIPTION, "enum", "default" };

/* Reading */

static gboolean
fail (const char *place, const char *what, GError **error)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: the name of a tool or an argument, then of a member of JSON */
               _ ("What is written for “%s” is not understood: “%s”."), place, what);
  return FALSE;
}

static gboolean check_arguments (McpJsonValue arguments, guint depth, GError **error);

static gboolean
check_member (const char  *place,
              const char  *name,
              McpJsonValue value,
              guint        depth,
              GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const Member *member = &members[i];

      if (!g_str_equal (member->name, name) || (depth == 0 && !member->of_tools))
        continue;
      if (member->kind != MCP_JSON_NONE && mcp_json_value_get_kind (value) != member->kind)
        break;
      return !g_str_equal (name, ARGUMENTS) || check_arguments (value, depth + 1, error);
    }
  return fail (place, name, error);
}

/* @depth: 0 for a tool */
static gboolean
check_overlay (McpJsonValue name, McpJsonValue overlay, guint depth, GError **error)
{
  g_autofree char *place = mcp_json_value_dup_string (name, NULL);

  if (mcp_json_value_get_kind (overlay) != MCP_JSON_OBJECT || depth > APP_TOOL_OVERLAYS_MAX_DEPTH)
    return fail (place, mcp_json_kind_get_name (mcp_json_value_get_kind (overlay)), error);
  for (McpJsonWalk each = mcp_json_walk (overlay); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (!check_member (place, key, each.value, depth, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_arguments (McpJsonValue arguments, guint depth, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (arguments); mcp_json_walk_next (&each);)
    if (!check_overlay (each.name, each.value, depth, error))
      return FALSE;
  return TRUE;
}

AppToolOverlays *
app_tool_overlays_new (McpJsonValue value, GError **error)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("What is written for tools must be a JSON object."));
      return NULL;
    }
  if (!check_arguments (value, 0, error))
    return NULL;
  AppToolOverlays *self = g_atomic_rc_box_new0 (AppToolOverlays);
  mcp_json_slot_set (&self->slot, value);
  return self;
}

static void
app_tool_overlays_clear (AppToolOverlays *self)
{
  mcp_json_slot_clear (&self->slot);
}

MCP_DEFINE_SHARED (AppToolOverlays, app_tool_overlays)

McpJsonValue
app_tool_overlays_get_value (AppToolOverlays *self)
{
  return self->slot.value;
}

McpJsonValue
app_tool_overlays_find (AppToolOverlays *self, const char *server, const char *tool)
{
  g_autofree char *full = g_strconcat (server, "__", tool, NULL);
  McpJsonValue     found = mcp_json_value_get_member (self->slot.value, full);

  return mcp_json_value_exists (found) ? found : mcp_json_value_get_member (self->slot.value, tool);
}

/* Writing a tool */

/* Returns: whether the overlay says it in place of the schema */
static gboolean
is_replaced (McpJsonValue name, McpJsonValue overlay)
{
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (mcp_json_value_string_equals (name, keywords[i]))
      return mcp_json_value_exists (mcp_json_value_get_member (overlay, keywords[i]));
  return FALSE;
}

static void
write_properties (McpJsonWriter *writer, McpJsonValue properties, McpJsonValue arguments);

/* The members of a schema that stay, and those of the overlay behind them.
 * @overlay: none where the schema is that of all arguments, of which nothing else is said */
static void
write_members (McpJsonWriter *writer,
               McpJsonValue   schema,
               McpJsonValue   overlay,
               McpJsonValue   arguments)
{
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    {
      if (is_replaced (each.name, overlay))
        continue;
      mcp_json_writer_name_value (writer, each.name);
      if (mcp_json_value_string_equals (each.name, "properties"))
        write_properties (writer, each.value, arguments);
      else
        mcp_json_writer_value (writer, each.value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    mcp_json_writer_member_value (writer, keywords[i],
                                  mcp_json_value_get_member (overlay, keywords[i]));
  mcp_json_writer_end_object (writer);
}

static void
write_properties (McpJsonWriter *writer, McpJsonValue properties, McpJsonValue arguments)
{
  if (mcp_json_value_get_kind (properties) != MCP_JSON_OBJECT)
    {
      mcp_json_writer_value (writer, properties);
      return;
    }
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk property = mcp_json_walk (properties); mcp_json_walk_next (&property);)
    {
      g_autofree char *key = mcp_json_value_dup_string (property.name, NULL);
      McpJsonValue     overlay = mcp_json_value_get_member (arguments, key);

      mcp_json_writer_name_value (writer, property.name);
      if (!mcp_json_value_exists (overlay))
        {
          mcp_json_writer_value (writer, property.value);
          continue;
        }
      /* A schema that is no object says nothing that could be kept, unless it is false. */
      write_members (writer, property.value, overlay,
                     mcp_json_value_get_member (overlay, ARGUMENTS));
    }
  mcp_json_writer_end_object (writer);
}

static void
write_schema (McpJsonWriter *writer, McpJsonValue schema, McpJsonValue arguments)
{
  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT)
    write_members (writer, schema, MCP_JSON_NO_VALUE, arguments);
  else
    mcp_json_writer_value (writer, schema);
}

McpTool *
app_tool_overlay_apply (McpJsonValue overlay, McpTool *tool)
{
  McpJsonValue description = mcp_json_value_get_member (overlay, DESCRIPTION);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_definition_get_value (MCP_DEFINITION (tool)));
       mcp_json_walk_next (&each);)
    {
      if (mcp_json_value_exists (description) &&
          mcp_json_value_string_equals (each.name, DESCRIPTION))
        continue;
      mcp_json_writer_name_value (writer, each.name);
      if (mcp_json_value_string_equals (each.name, "inputSchema"))
        write_schema (writer, each.value, mcp_json_value_get_member (overlay, ARGUMENTS));
      else
        mcp_json_writer_value (writer, each.value);
    }
  mcp_json_writer_member_value (writer, DESCRIPTION, description);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  return document == NULL ? g_object_ref (tool)
                          : MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL,
                                                          mcp_json_document_get_root (document)));
}

/* Adds the paths of those arguments that are wrong.
 * @path: of the arguments that these are in
 * @is_wrong: its property is empty where the tool has no such argument */
static void
find_wrong (McpJsonValue arguments,
            McpJsonValue schema,
            const char  *path,
            gboolean (*is_wrong) (McpJsonValue overlay, McpJsonValue property),
            GPtrArray *paths)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");

  for (McpJsonWalk overlay = mcp_json_walk (arguments); mcp_json_walk_next (&overlay);)
    {
      g_autofree char *key = mcp_json_value_dup_string (overlay.name, NULL);
      g_autofree char *inner = g_strconcat (path, *path != '\0' ? "." : "", key, NULL);
      McpJsonValue     property = mcp_json_value_get_member (properties, key);

      if (mcp_json_value_exists (property))
        find_wrong (mcp_json_value_get_member (overlay.value, ARGUMENTS), property, inner, is_wrong,
                    paths);
      if (is_wrong (overlay.value, property))
        g_ptr_array_add (paths, g_steal_pointer (&inner));
    }
}

/* Returns: (transfer full) */
static GPtrArray *
list_wrong (McpJsonValue overlay,
            McpTool     *tool,
            gboolean (*is_wrong) (McpJsonValue overlay, McpJsonValue property))
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  find_wrong (mcp_json_value_get_member (overlay, ARGUMENTS), mcp_tool_get_input_schema (tool), "",
              is_wrong, paths);
  return paths;
}

static gboolean
is_stray (McpJsonValue overlay, McpJsonValue property)
{
  return !mcp_json_value_exists (property);
}

GPtrArray *
app_tool_overlay_list_strays (McpJsonValue overlay, McpTool *tool)
{
  return list_wrong (overlay, tool, is_stray);
}

static gboolean
has_item (McpJsonValue list, McpJsonValue value)
{
  for (McpJsonWalk each = mcp_json_walk (list); mcp_json_walk_next (&each);)
    if (mcp_json_value_equal (each.value, value))
      return TRUE;
  return FALSE;
}

/* Whether the overlay made them so: a server's own contradictions are another matter. */
static gboolean
is_odd (McpJsonValue overlay, McpJsonValue property)
{
  McpJsonValue values = mcp_json_value_get_member (property, "enum");
  McpJsonValue value = mcp_json_value_get_member (property, "default");

  return (mcp_json_value_exists (mcp_json_value_get_member (overlay, "enum")) ||
          mcp_json_value_exists (mcp_json_value_get_member (overlay, "default"))) &&
         mcp_json_value_get_kind (values) == MCP_JSON_ARRAY && mcp_json_value_exists (value) &&
         !has_item (values, value);
}

GPtrArray *
app_tool_overlay_list_odd_defaults (McpJsonValue overlay, McpTool *told)
{
  return list_wrong (overlay, told, is_odd);
}

/* Defaults */

static void
write_filled (McpJsonWriter *writer,
              McpJsonValue   overlays,
              McpJsonValue   schema,
              McpJsonValue   arguments,
              GString       *pointer,
              GPtrArray     *changes);

static void
write_default (McpJsonWriter *writer,
               const char    *key,
               McpJsonValue   value,
               GString       *pointer,
               GPtrArray     *changes)
{
  gsize            length = pointer->len;
  g_autofree char *text = mcp_json_value_dup_text (value);

  app_json_pointer_append (pointer, key);
  g_ptr_array_add (changes, app_model_change_new (APP_MODEL_DEFAULT, pointer->str,
                                                  MCP_JSON_NO_VALUE, text));
  g_string_truncate (pointer, length);
  mcp_json_writer_member_value (writer, key, value);
}

static void
write_given (McpJsonWriter *writer,
             McpJsonValue   overlays,
             McpJsonValue   schema,
             McpJsonValue   arguments,
             GString       *pointer,
             GPtrArray     *changes)
{
  gsize length = pointer->len;

  for (McpJsonWalk each = mcp_json_walk (arguments); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      McpJsonValue     inner =
          mcp_json_value_get_member (mcp_json_value_get_member (overlays, key), ARGUMENTS);
      McpJsonValue property =
          mcp_json_value_get_member (mcp_json_value_get_member (schema, "properties"), key);

      mcp_json_writer_name_value (writer, each.name);
      if (mcp_json_value_get_kind (each.value) != MCP_JSON_OBJECT || !mcp_json_value_exists (inner))
        {
          mcp_json_writer_value (writer, each.value);
          continue;
        }
      app_json_pointer_append (pointer, key);
      write_filled (writer, inner, property, each.value, pointer, changes);
      g_string_truncate (pointer, length);
    }
}

static void
write_filled (McpJsonWriter *writer,
              McpJsonValue   overlays,
              McpJsonValue   schema,
              McpJsonValue   arguments,
              GString       *pointer,
              GPtrArray     *changes)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");

  mcp_json_writer_begin_object (writer);
  write_given (writer, overlays, schema, arguments, pointer, changes);
  for (McpJsonWalk overlay = mcp_json_walk (overlays); mcp_json_walk_next (&overlay);)
    {
      g_autofree char *key = mcp_json_value_dup_string (overlay.name, NULL);
      McpJsonValue     value = mcp_json_value_get_member (overlay.value, "default");

      if (mcp_json_value_exists (value) &&
          mcp_json_value_exists (mcp_json_value_get_member (properties, key)) &&
          !mcp_json_value_exists (mcp_json_value_get_member (arguments, key)))
        write_default (writer, key, value, pointer, changes);
    }
  mcp_json_writer_end_object (writer);
}

char *
app_tool_overlay_fill (McpJsonValue overlay,
                       McpTool     *tool,
                       McpJsonValue arguments,
                       GPtrArray   *changes)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) pointer = g_string_new (NULL);

  write_filled (writer, mcp_json_value_get_member (overlay, ARGUMENTS),
                mcp_tool_get_input_schema (tool), arguments, pointer, changes);
  return mcp_json_writer_finish_text (writer);
}
