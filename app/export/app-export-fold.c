/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A root without alternatives: what its branches say becomes properties of one object. */

#include "app-export-schema.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-writer.h"

/* References after each other at the root; more is a circle. */
#define MAX_STEPS 32u

/* What no vendor takes at the root, beside "properties" and "required", which are written again. */
static const char *const FOLDED[] = { "anyOf", "oneOf", "allOf", "$ref", "not",
                                      "enum", "const", NULL };

typedef struct
{
  McpJsonValue name;
  GArray      *schemas; /* McpJsonValue: different ones, in order */
} Property;

typedef struct
{
  McpJsonValue root;
  GPtrArray   *properties; /* Property */
  GHashTable  *by_name;    /* char *, owned → Property */
  GHashTable  *required;   /* char *, owned */
  GString     *remark;
  guint        steps;
} Folder;

static void
property_free (gpointer data)
{
  Property *property = data;

  g_array_unref (property->schemas);
  g_free (property);
}

static void
add_property (Folder *self, McpJsonValue name, McpJsonValue schema)
{
  g_autofree char *key = mcp_json_value_dup_string (name, NULL);
  Property        *property = g_hash_table_lookup (self->by_name, key);

  if (property == NULL)
    {
      property = g_new0 (Property, 1);
      property->name = name;
      property->schemas = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
      g_ptr_array_add (self->properties, property);
      g_hash_table_insert (self->by_name, g_steal_pointer (&key), property);
    }
  for (guint i = 0; i < property->schemas->len; i++)
    if (mcp_json_value_equal (g_array_index (property->schemas, McpJsonValue, i), schema))
      return;
  g_array_append_val (property->schemas, schema);
}

/* "a, b": the names of an array, or of an object's members. */
static char *
join_names (McpJsonValue names)
{
  GString *text = g_string_new (NULL);
  gboolean is_array = mcp_json_value_get_kind (names) == MCP_JSON_ARRAY;

  for (McpJsonWalk each = mcp_json_walk (names); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (is_array ? each.value : each.name, NULL);

      if (key != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", key);
    }
  return g_string_free (text, FALSE);
}

static void
add_remark (Folder *self, McpJsonValue branches, const char *beginning)
{
  gboolean any = FALSE;

  for (McpJsonWalk branch = mcp_json_walk (branches); mcp_json_walk_next (&branch);)
    {
      McpJsonValue target = app_export_schema_resolve (self->root, branch.value);

      if (!mcp_json_value_exists (target))
        target = branch.value;
      g_autofree char *names = join_names (mcp_json_value_get_member (target, "required"));
      if (*names == '\0')
        {
          g_free (names);
          names = join_names (mcp_json_value_get_member (target, "properties"));
        }
      if (*names == '\0')
        continue;
      if (!any)
        g_string_append_printf (self->remark, "%s%s: ", self->remark->len > 0 ? "\n" : "",
                                beginning);
      g_string_append_printf (self->remark, "%s(%s)", any ? "; " : "", names);
      any = TRUE;
    }
}

/* @certain: whether it applies in any case, and not only as one of several. */
static void
collect (Folder *self, McpJsonValue schema, gboolean certain)
{
  static const struct
  {
    const char *name;
    const char *beginning; /* for models, hence not translated */
  } unions[] = { { "anyOf", "Provide at least one of" }, { "oneOf", "Provide exactly one of" } };

  if (++self->steps > MAX_STEPS * MAX_STEPS)
    return;
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (schema, "properties"));
       mcp_json_walk_next (&each);)
    add_property (self, each.name, each.value);
  for (McpJsonWalk member = mcp_json_walk (mcp_json_value_get_member (schema, "required"));
       certain && mcp_json_walk_next (&member);)
    g_hash_table_add (self->required, mcp_json_value_dup_text (member.value));
  McpJsonValue resolved = app_export_schema_resolve (self->root, schema);
  if (mcp_json_value_exists (resolved))
    collect (self, resolved, certain);
  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (schema, "allOf"));
       mcp_json_walk_next (&item);)
    collect (self, item.value, certain);
  for (guint i = 0; i < G_N_ELEMENTS (unions); i++)
    {
      McpJsonValue branches = mcp_json_value_get_member (schema, unions[i].name);

      add_remark (self, branches, unions[i].beginning);
      for (McpJsonWalk each = mcp_json_walk (branches); mcp_json_walk_next (&each);)
        collect (self, each.value, FALSE);
    }
}

static void
write_properties (Folder *self, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "'properties': {");
  for (guint i = 0; i < self->properties->len; i++)
    {
      Property *property = self->properties->pdata[i];

      mcp_json_writer_name_value (writer, property->name);
      if (property->schemas->len == 1)
        {
          mcp_json_writer_value (writer, g_array_index (property->schemas, McpJsonValue, 0));
          continue;
        }
      mcp_json_writer_add (writer, "{'anyOf': [");
      for (guint j = 0; j < property->schemas->len; j++)
        mcp_json_writer_value (writer, g_array_index (property->schemas, McpJsonValue, j));
      mcp_json_writer_add (writer, "]}");
    }
  mcp_json_writer_end_object (writer);
}

/* Names are kept as they are written; what is there twice is written once. */
static void
write_required (Folder *self, McpJsonWriter *writer, McpJsonValue old)
{
  GHashTableIter iter;
  gpointer       text;

  if (!mcp_json_value_exists (old) && g_hash_table_size (self->required) == 0)
    return;
  mcp_json_writer_add (writer, "'required': [");
  for (guint i = 0; i < self->properties->len; i++)
    {
      Property        *property = self->properties->pdata[i];
      g_autofree char *name = mcp_json_value_dup_text (property->name);

      if (g_hash_table_remove (self->required, name))
        mcp_json_writer_value (writer, property->name);
    }
  g_hash_table_iter_init (&iter, self->required);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    mcp_json_writer_raw (writer, text, -1);
  mcp_json_writer_end_array (writer);
}

static char *
fold (Folder *self, GPtrArray **findings)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  collect (self, self->root, TRUE);
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (self->root); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *pointer = g_strconcat ("/", key, NULL);

      if (g_strv_contains (FOLDED, key))
        app_export_add_finding (findings, MCP_FINDING_WARNING, "export-root-folded", pointer,
                                _ ("“%s” is not supported at the top of a schema: its properties "
                                   "were merged, and the rest was moved to the description where "
                                   "possible."),
                                key);
      else if (!g_str_equal (key, "properties") && !g_str_equal (key, "required"))
        {
          mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
        }
    }
  write_properties (self, writer);
  write_required (self, writer, mcp_json_value_get_member (self->root, "required"));
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static gboolean
needs_fold (McpJsonValue root)
{
  for (guint i = 0; FOLDED[i] != NULL; i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (root, FOLDED[i])))
      return TRUE;
  return FALSE;
}

char *
app_export_schema_fold (McpJsonValue schema, char **remark, GPtrArray **findings)
{
  g_autoptr (GPtrArray) properties = g_ptr_array_new_with_free_func (property_free);
  g_autoptr (GHashTable) by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) required =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  Folder folder = { schema, properties, by_name, required, text, 0 };

  *remark = NULL;
  if (!needs_fold (schema))
    return mcp_json_value_dup_text (schema);
  g_autofree char *folded = fold (&folder, findings);
  if (text->len > 0)
    *remark = g_strdup (text->str);
  return g_steal_pointer (&folded);
}

McpJsonValue
app_export_schema_resolve (McpJsonValue root, McpJsonValue schema)
{
  g_autofree char *text = mcp_json_value_dup_member_string (schema, "$ref");
  McpJsonValue     value = schema;

  for (guint i = 0; i < MAX_STEPS && text != NULL && *text == '#'; i++)
    {
      value = mcp_json_value_resolve_pointer (root, text + 1);
      g_free (text);
      text = mcp_json_value_dup_member_string (value, "$ref");
    }
  return value.node == schema.node || text != NULL ? MCP_JSON_NO_VALUE : value;
}
