/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-names.h"

#include <glib/gi18n-lib.h>

#include "app-export-schema.h"
#include "app-json-pointer.h"
#include "mcp-json-writer.h"
#include "mcp-schema-keyword.h"

struct _AppExportNames
{
  GHashTable *to_vendor; /* char *, owned → char *, owned; those that differ only */
  GHashTable *to_server; /* the same, borrowed */
};

/* What the value of a keyword is, as far as names of arguments are in it. */
typedef enum {
  SCHEMA,        /* one, or a list; or nothing that has names */
  SCHEMAS,       /* under names of their own */
  NAMED_SCHEMAS, /* under names of arguments */
  ARGUMENTS,     /* the schemas of arguments, under their names */
  NAMES,         /* a list */
  NAMED_NAMES,   /* lists under names */
  NAME_SCHEMA,   /* the texts that it lists are names */
  EXAMPLE,       /* values of arguments */
  POINTER,
} Shape;

static const Shape shapes[MCP_SCHEMA_N_KEYWORDS] = {
  [MCP_SCHEMA_PROPERTIES] = ARGUMENTS,
  [MCP_SCHEMA_DEPENDENT_SCHEMAS] = NAMED_SCHEMAS,
  [MCP_SCHEMA_REQUIRED] = NAMES,
  [MCP_SCHEMA_DEPENDENT_REQUIRED] = NAMED_NAMES,
  [MCP_SCHEMA_PROPERTY_NAMES] = NAME_SCHEMA,
  [MCP_SCHEMA_REF] = POINTER,
  [MCP_SCHEMA_ENUM] = EXAMPLE,
  [MCP_SCHEMA_CONST] = EXAMPLE,
  [MCP_SCHEMA_DEFAULT] = EXAMPLE,
  [MCP_SCHEMA_EXAMPLES] = EXAMPLE,
  [MCP_SCHEMA_PATTERN_PROPERTIES] = SCHEMAS,
  [MCP_SCHEMA_DEFS] = SCHEMAS,
  [MCP_SCHEMA_DEFINITIONS] = SCHEMAS,
};

/* One walk writes the names that the vendor takes; before it is known which, it finds the names,
 * and what it writes is thrown away. */
typedef struct
{
  McpJsonWriter *writer;
  GHashTable    *map;     /* (nullable): own name → the one that is written */
  GPtrArray     *names;   /* char *: those found, in the order of the schema */
  GPtrArray     *places;  /* char *: of each, a pointer */
  GHashTable    *seen;    /* those of @names */
  GString       *pointer; /* of what is being written */
} Walk;

static void walk_value (Walk *self, McpJsonValue value, Shape shape, guint depth);

static const char *
find_other (Walk *self, const char *name)
{
  return self->map != NULL ? g_hash_table_lookup (self->map, name) : NULL;
}

static void
see_name (Walk *self, const char *name)
{
  if (self->map != NULL || !g_hash_table_add (self->seen, g_strdup (name)))
    return;
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->places, g_strdup (self->pointer->str));
}

/* "#/properties/a b/items": the parts of it that are names of arguments. */
static void
write_pointer (Walk *self, const char *text)
{
  const char *rest = *text == '#' ? text + 1 : text;
  g_autoptr (GString) out = g_string_new ("#");
  Shape shape = SCHEMA;
  char *part;

  while ((part = app_json_pointer_take (&rest)) != NULL)
    {
      gboolean    is_name = shape == ARGUMENTS || shape == NAMED_SCHEMAS;
      const char *other = is_name ? find_other (self, part) : NULL;

      app_json_pointer_append (out, other != NULL ? other : part);
      shape = shape == SCHEMA ? shapes[mcp_schema_keyword_find_text (part)] : SCHEMA;
      g_free (part);
    }
  mcp_json_writer_string (self->writer, out->str);
}

static Shape
find_child_shape (McpSchemaKeyword keyword, Shape shape)
{
  if (shape == NAMED_NAMES ||
      (shape == NAME_SCHEMA && (keyword == MCP_SCHEMA_ENUM || keyword == MCP_SCHEMA_CONST)))
    return NAMES;
  if (shape == EXAMPLE)
    return EXAMPLE;
  return shape == SCHEMA ? shapes[keyword] : SCHEMA;
}

/* @title: (nullable): for a schema that has none */
static void
walk_members (Walk *self, McpJsonValue value, Shape shape, const char *title, guint depth)
{
  gboolean are_names = shape == NAMED_SCHEMAS || shape == ARGUMENTS || shape == NAMED_NAMES;

  mcp_json_writer_begin_object (self->writer);
  if (title != NULL && !mcp_json_value_exists (mcp_json_value_get_member (value, "title")))
    mcp_json_writer_member_string (self->writer, "title", title);
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      g_autofree char *name = mcp_json_value_dup_string (each.name, NULL);
      const char      *other = are_names || shape == EXAMPLE ? find_other (self, name) : NULL;
      Shape            child = find_child_shape (mcp_schema_keyword_find (each.name), shape);
      gsize            length = self->pointer->len;

      app_json_pointer_append (self->pointer, name);
      if (are_names)
        see_name (self, name);
      if (other != NULL)
        mcp_json_writer_name (self->writer, other);
      else
        mcp_json_writer_name_value (self->writer, each.name);
      if (other != NULL && shape == ARGUMENTS &&
          mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
        walk_members (self, each.value, child, name, depth + 1);
      else
        walk_value (self, each.value, child, depth + 1);
      g_string_truncate (self->pointer, length);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
walk_text (Walk *self, McpJsonValue value, Shape shape)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  const char      *other = shape == NAMES ? find_other (self, text) : NULL;

  if (shape == NAMES)
    see_name (self, text);
  if (shape == POINTER)
    write_pointer (self, text);
  else if (other != NULL)
    mcp_json_writer_string (self->writer, other);
  else
    mcp_json_writer_value (self->writer, value);
}

static void
walk_value (Walk *self, McpJsonValue value, Shape shape, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  /* Each level of a schema is two of the text; what is deeper can only be an example. */
  if (depth > 4 * APP_EXPORT_MAX_DEPTH)
    mcp_json_writer_value (self->writer, value);
  else if (kind == MCP_JSON_STRING)
    walk_text (self, value, shape);
  else if (kind == MCP_JSON_OBJECT)
    walk_members (self, value, shape, NULL, depth);
  else if (kind == MCP_JSON_ARRAY)
    {
      mcp_json_writer_begin_array (self->writer);
      for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
        walk_value (self, each.value, shape, depth + 1);
      mcp_json_writer_end_array (self->writer);
    }
  else
    mcp_json_writer_value (self->writer, value);
}

static void
map_names (AppExportNames *self,
           AppExportFormat format,
           GPtrArray      *names,
           GPtrArray      *places,
           GPtrArray     **findings)
{
  g_autoptr (GPtrArray) others = app_export_format_map_names (format, TRUE, names);

  for (guint i = 0; i < names->len; i++)
    {
      char *name = names->pdata[i];
      char *other = others->pdata[i];

      if (g_str_equal (name, other))
        continue;
      name = g_strdup (name);
      other = g_strdup (other);
      g_hash_table_insert (self->to_vendor, name, other);
      g_hash_table_insert (self->to_server, other, name);
      app_export_add_finding (findings, MCP_FINDING_WARNING, "export-property-name",
                              places->pdata[i],
                              /* Translators: an argument's name, another, a vendor */
                              _ ("“%s” was renamed to “%s”: %s rejects tools with such an argument "
                                 "name. Map arguments back."),
                              name, other, app_export_format_get_title (format));
    }
}

AppExportNames *
app_export_names_new (AppExportFormat format, McpJsonValue schema, GPtrArray **findings)
{
  g_autoptr (AppExportNames) self = g_new0 (AppExportNames, 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) pointer = g_string_new (NULL);
  Walk walk = { writer, NULL, names, places, seen, pointer };

  walk_value (&walk, schema, SCHEMA, 0);
  self->to_vendor = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->to_server = g_hash_table_new (g_str_hash, g_str_equal);
  map_names (self, format, names, places, findings);
  return g_hash_table_size (self->to_vendor) > 0 ? g_steal_pointer (&self) : NULL;
}

void
app_export_names_free (AppExportNames *self)
{
  g_hash_table_unref (self->to_server);
  g_hash_table_unref (self->to_vendor);
  g_free (self);
}

static char *
dup_mapped (GHashTable *map, McpJsonValue value, Shape shape)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) pointer = g_string_new (NULL);
  Walk walk = { writer, map, NULL, NULL, NULL, pointer };

  walk_value (&walk, value, shape, 0);
  return mcp_json_writer_finish_text (writer);
}

char *
app_export_names_dup_schema (AppExportNames *self, McpJsonValue schema)
{
  return dup_mapped (self->to_vendor, schema, SCHEMA);
}

char *
app_export_names_dup_arguments (AppExportNames *self, McpJsonValue value, gboolean to_server)
{
  if (self == NULL)
    return mcp_json_value_dup_text (value);
  return dup_mapped (to_server ? self->to_server : self->to_vendor, value, EXAMPLE);
}
