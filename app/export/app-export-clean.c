/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any input schema as one of JSON Schema 2020-12 that stands on its own. */

#include "app-export-schema.h"

#include <glib/gi18n-lib.h>

#include "app-json-pointer.h"
#include "app-presets.h"
#include "mcp-json-writer.h"
#include "mcp-schema-node.h"

typedef struct
{
  McpJsonWriter *writer;
  McpSchema     *schema; /* as indexed, for references */
  McpJsonValue   root;
  GHashTable    *invalid; /* pointers of keywords whose value means nothing */
  GString       *pointer;
  GPtrArray    **findings;
  guint          depth;
} Cleaner;

static void clean_schema (Cleaner *self, McpJsonValue value, gboolean may_be_boolean);

void
app_export_add_finding (GPtrArray     **findings,
                        McpFindingLevel level,
                        const char     *code,
                        const char     *pointer,
                        const char     *format,
                        ...)
{
  va_list arguments;

  if (*findings != NULL && (*findings)->len >= APP_EXPORT_MAX_FINDINGS)
    return;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  mcp_finding_add (findings, level, code, pointer, "%s", text);
}

void
app_export_note_dropped (GPtrArray **findings,
                         const char *code,
                         GString    *pointer,
                         const char *keyword,
                         const char *format,
                         ...)
{
  gsize   length = pointer->len;
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  app_json_pointer_append (pointer, keyword);
  app_export_add_finding (findings, MCP_FINDING_NOTE, code, pointer->str, "%s", text);
  g_string_truncate (pointer, length);
}

gboolean
app_export_schema_requires (McpJsonValue required, McpJsonValue name)
{
  for (McpJsonWalk item = mcp_json_walk (required); mcp_json_walk_next (&item);)
    if (mcp_json_value_equal (item.value, name))
      return TRUE;
  return FALSE;
}

static void
note_dropped (Cleaner *self, const char *keyword)
{
  app_export_note_dropped (self->findings, "export-keyword-dropped", self->pointer, keyword,
                           _ ("“%s” was removed (not supported)."), keyword);
}

static void
note_rewritten (Cleaner *self, const char *from, const char *to)
{
  app_export_add_finding (self->findings, MCP_FINDING_NOTE, "export-keyword-rewritten",
                          self->pointer->str,
                          _ ("“%s” was replaced by “%s” (2020-12)."), from, to);
}

/* The sub-schemas of a list, or the members of a map. */
static void
clean_children (Cleaner *self, McpJsonValue value)
{
  gboolean is_map = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  guint    i = 0;

  if (is_map)
    mcp_json_writer_begin_object (self->writer);
  else
    mcp_json_writer_begin_array (self->writer);
  for (McpJsonWalk child = mcp_json_walk (value); mcp_json_walk_next (&child);)
    {
      g_autofree char *token =
          is_map ? mcp_json_value_dup_string (child.name, NULL) : g_strdup_printf ("%u", i++);
      gsize length = self->pointer->len;

      /* Of duplicates the last one is meant. */
      if (is_map && mcp_json_value_get_member (value, token).node != child.value.node)
        continue;
      app_json_pointer_append (self->pointer, token);
      if (is_map)
        mcp_json_writer_name_value (self->writer, child.name);
      clean_schema (self, child.value, FALSE);
      g_string_truncate (self->pointer, length);
    }
  if (is_map)
    mcp_json_writer_end_object (self->writer);
  else
    mcp_json_writer_end_array (self->writer);
}

/* Where a reference leads, as a pointer from the root. */
static void
write_reference (Cleaner *self, McpJsonValue holder)
{
  g_autofree char *place = mcp_json_value_dup_pointer (holder);
  McpSchemaNode    target = mcp_schema_node_resolve (mcp_schema_find_node (self->schema, place));
  McpJsonValue     value = mcp_schema_node_get_value (target);
  g_autofree char *pointer = NULL;

  if (value.document != self->root.document)
    {
      app_export_add_finding (self->findings, MCP_FINDING_WARNING, "export-reference-dropped",
                              self->pointer->str,
                              _ ("The reference was removed (not found); the model may give any "
                                 "value here."));
      return;
    }
  pointer = mcp_json_value_dup_pointer (value);
  g_autofree char *fragment = g_strconcat ("#", pointer, NULL);
  mcp_json_writer_member_string (self->writer, "$ref", fragment);
}

/* Draft-07: arrays are required names, the rest are schemas. */
static void
write_dependencies (Cleaner *self, McpJsonValue value)
{
  static const char *const names[] = { "dependentRequired", "dependentSchemas" };

  note_rewritten (self, "dependencies", "dependentSchemas");
  for (guint pass = 0; pass < G_N_ELEMENTS (names); pass++)
    {
      mcp_json_writer_add (self->writer, "%s: {", names[pass]);
      for (McpJsonWalk child = mcp_json_walk (value); mcp_json_walk_next (&child);)
        {
          if ((mcp_json_value_get_kind (child.value) == MCP_JSON_ARRAY) != (pass == 0))
            continue;
          mcp_json_writer_name_value (self->writer, child.name);
          if (pass == 0)
            mcp_json_writer_value (self->writer, child.value);
          else
            clean_schema (self, child.value, FALSE);
        }
      mcp_json_writer_end_object (self->writer);
    }
}

/* OpenAPI's "nullable": a type of its own in JSON Schema. */
static void
write_type (Cleaner *self, McpJsonValue schema, McpJsonValue type)
{
  mcp_json_writer_name (self->writer, "type");
  if (!mcp_json_value_get_member_boolean (schema, "nullable", FALSE) ||
      mcp_json_value_get_kind (type) != MCP_JSON_STRING)
    {
      mcp_json_writer_value (self->writer, type);
      return;
    }
  note_rewritten (self, "nullable", "type");
  mcp_json_writer_add (self->writer, "[%v, 'null']", type);
}

/* Draft-04: "exclusiveMinimum": true beside "minimum". Returns: whether that was it */
static gboolean
write_old_limit (Cleaner *self, McpJsonValue schema, McpJsonValue name, McpJsonValue value)
{
  static const char *const pairs[][2] = { { "minimum", "exclusiveMinimum" },
                                          { "maximum", "exclusiveMaximum" } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      McpJsonValue exclusive = mcp_json_value_get_member (schema, pairs[i][1]);

      if (mcp_json_value_get_kind (exclusive) != MCP_JSON_BOOLEAN)
        continue;
      if (mcp_json_value_string_equals (name, pairs[i][1]))
        return TRUE;
      if (!mcp_json_value_string_equals (name, pairs[i][0]) ||
          !mcp_json_value_get_boolean (exclusive, FALSE))
        continue;
      mcp_json_writer_member_value (self->writer, pairs[i][1], value);
      note_rewritten (self, pairs[i][0], pairs[i][1]);
      return TRUE;
    }
  return FALSE;
}

static void
clean_child (Cleaner *self, const char *name, McpJsonValue value, gboolean may_be_boolean)
{
  mcp_json_writer_name (self->writer, name);
  clean_schema (self, value, may_be_boolean);
}

static void
clean_items (Cleaner *self, McpJsonValue schema, McpJsonValue value)
{
  gboolean has_tuple = mcp_json_value_exists (mcp_json_value_get_member (schema, "prefixItems"));

  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    {
      clean_child (self, "items", value, has_tuple);
      return;
    }
  note_rewritten (self, "items", "prefixItems");
  mcp_json_writer_name (self->writer, "prefixItems");
  clean_children (self, value);
}

/* What is done with a keyword that is not simply copied. */

typedef enum {
  COPY, /* as it stands, or as a limit of draft-04 */
  LEAVE_OUT,
  DROP,      /* and say so */
  REFERENCE, /* "$ref" goes before its older relatives */
  SCHEMA,
  SCHEMA_OR_BOOLEAN,
  CHILDREN,
  TYPE,
  ITEMS,
  ADDITIONAL_ITEMS,
  DEPENDENCIES,
  UNKNOWN,
} Treatment;

static const Treatment treatments[] = {
  [MCP_SCHEMA_SCHEMA] = LEAVE_OUT,
  [MCP_SCHEMA_ID] = DROP,
  [MCP_SCHEMA_ANCHOR] = DROP,
  [MCP_SCHEMA_DYNAMIC_ANCHOR] = DROP,
  [MCP_SCHEMA_RECURSIVE_ANCHOR] = DROP,
  [MCP_SCHEMA_VOCABULARY] = DROP,
  [MCP_SCHEMA_COMMENT] = DROP,
  [MCP_SCHEMA_REF] = REFERENCE,
  [MCP_SCHEMA_DYNAMIC_REF] = REFERENCE,
  [MCP_SCHEMA_RECURSIVE_REF] = REFERENCE,
  [MCP_SCHEMA_TYPE] = TYPE,
  [MCP_SCHEMA_ITEMS] = ITEMS,
  [MCP_SCHEMA_ADDITIONAL_ITEMS] = ADDITIONAL_ITEMS,
  [MCP_SCHEMA_DEPENDENCIES] = DEPENDENCIES,
  [MCP_SCHEMA_ADDITIONAL_PROPERTIES] = SCHEMA_OR_BOOLEAN,
  [MCP_SCHEMA_UNEVALUATED_PROPERTIES] = SCHEMA_OR_BOOLEAN,
  [MCP_SCHEMA_UNEVALUATED_ITEMS] = SCHEMA_OR_BOOLEAN,
  [MCP_SCHEMA_NOT] = SCHEMA,
  [MCP_SCHEMA_IF] = SCHEMA,
  [MCP_SCHEMA_THEN] = SCHEMA,
  [MCP_SCHEMA_ELSE] = SCHEMA,
  [MCP_SCHEMA_CONTAINS] = SCHEMA,
  [MCP_SCHEMA_PROPERTY_NAMES] = SCHEMA,
  [MCP_SCHEMA_CONTENT_SCHEMA] = SCHEMA,
  [MCP_SCHEMA_PROPERTIES] = CHILDREN,
  [MCP_SCHEMA_PATTERN_PROPERTIES] = CHILDREN,
  [MCP_SCHEMA_DEPENDENT_SCHEMAS] = CHILDREN,
  [MCP_SCHEMA_DEFS] = CHILDREN,
  [MCP_SCHEMA_DEFINITIONS] = CHILDREN,
  [MCP_SCHEMA_ALL_OF] = CHILDREN,
  [MCP_SCHEMA_ANY_OF] = CHILDREN,
  [MCP_SCHEMA_ONE_OF] = CHILDREN,
  [MCP_SCHEMA_PREFIX_ITEMS] = CHILDREN,
  [MCP_SCHEMA_UNKNOWN_KEYWORD] = UNKNOWN,
};

static void
drop_unknown (Cleaner *self, McpJsonValue name)
{
  g_autofree char *unknown = mcp_json_value_dup_string_prefix (name, 60, NULL);

  if (!mcp_json_value_string_equals (name, "nullable"))
    note_dropped (self, unknown);
}

static void
clean_keyword (Cleaner         *self,
               McpSchemaKeyword keyword,
               McpJsonValue     schema,
               McpJsonValue     name,
               McpJsonValue     value)
{
  const char *text = mcp_schema_keyword_get_name (keyword);
  Treatment   treatment = keyword < G_N_ELEMENTS (treatments) ? treatments[keyword] : COPY;

  switch (treatment)
    {
    case LEAVE_OUT:
      break;
    case DROP:
      note_dropped (self, text);
      break;
    case REFERENCE:
      if (keyword != MCP_SCHEMA_REF &&
          mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")))
        note_dropped (self, text);
      else
        write_reference (self, schema);
      break;
    case SCHEMA:
    case SCHEMA_OR_BOOLEAN:
      clean_child (self, text, value, treatment == SCHEMA_OR_BOOLEAN);
      break;
    case CHILDREN:
      mcp_json_writer_name_value (self->writer, name);
      clean_children (self, value);
      break;
    case TYPE:
      write_type (self, schema, value);
      break;
    case ITEMS:
      clean_items (self, schema, value);
      break;
    case ADDITIONAL_ITEMS:
      if (mcp_json_value_get_kind (mcp_json_value_get_member (schema, "items")) == MCP_JSON_ARRAY)
        clean_child (self, "items", value, TRUE);
      else
        note_dropped (self, text);
      break;
    case DEPENDENCIES:
      write_dependencies (self, value);
      break;
    case UNKNOWN:
      drop_unknown (self, name);
      break;
    case COPY:
    default:
      if (!write_old_limit (self, schema, name, value))
        mcp_json_writer_add (self->writer, "%v: %v", name, value);
    }
}

/* Whether what stands beside a reference means nothing: in draft-07. */
static gboolean
is_hidden (Cleaner *self, McpJsonValue schema, McpSchemaKeyword keyword)
{
  return mcp_schema_get_dialect (self->schema) == MCP_SCHEMA_DRAFT_07 &&
         keyword != MCP_SCHEMA_REF && keyword != MCP_SCHEMA_DEFS &&
         keyword != MCP_SCHEMA_DEFINITIONS && keyword != MCP_SCHEMA_DESCRIPTION &&
         keyword != MCP_SCHEMA_TITLE && keyword != MCP_SCHEMA_DEFAULT &&
         keyword != MCP_SCHEMA_SCHEMA &&
         mcp_json_value_get_kind (mcp_json_value_get_member (schema, "$ref")) == MCP_JSON_STRING;
}

static void
clean_member (Cleaner *self, McpJsonValue schema, McpJsonValue name, McpJsonValue value)
{
  g_autofree char *key = mcp_json_value_dup_string (name, NULL);
  McpSchemaKeyword keyword = mcp_schema_keyword_find (name);
  gsize            length = self->pointer->len;

  if (mcp_json_value_get_member (schema, key).node != value.node)
    return;
  app_json_pointer_append (self->pointer, key);
  if (is_hidden (self, schema, keyword))
    note_dropped (self, key);
  else if (g_hash_table_contains (self->invalid, self->pointer->str) &&
           !(keyword == MCP_SCHEMA_ITEMS && mcp_json_value_get_kind (value) == MCP_JSON_ARRAY))
    {
      if (!write_old_limit (self, schema, name, value))
        note_dropped (self, key);
    }
  else
    clean_keyword (self, keyword, schema, name, value);
  g_string_truncate (self->pointer, length);
}

/* A root is an object, whatever else it says. */
static void
clean_root (Cleaner *self, McpJsonValue value)
{
  McpJsonValue type = mcp_json_value_get_member (value, "type");

  if (!mcp_json_value_string_equals (type, "object"))
    {
      mcp_json_writer_member_string (self->writer, "type", "object");
      app_export_add_finding (self->findings, MCP_FINDING_NOTE, "export-type-added", "/type",
                              _ ("The type “object” was added: arguments are always an object."));
    }
  if (mcp_json_value_get_kind (mcp_json_value_get_member (value, "properties")) !=
      MCP_JSON_OBJECT)
    {
      mcp_json_writer_add (self->writer, "'properties': {}");
    }
}

/* What is left of a schema that is none, or that is nested too deep. */
static void
clean_other (Cleaner *self, McpJsonValue value)
{
  gboolean is_false = mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN &&
                      !mcp_json_value_get_boolean (value, TRUE);

  mcp_json_writer_begin_object (self->writer);
  if (self->depth == 0)
    clean_root (self, MCP_JSON_NO_VALUE);
  else if (is_false)
    {
      mcp_json_writer_add (self->writer, "'not': {}");
    }
  mcp_json_writer_end_object (self->writer);
  app_export_add_finding (self->findings, MCP_FINDING_NOTE,
                          mcp_json_value_get_kind (value) == MCP_JSON_OBJECT
                              ? "export-too-deep"
                              : "export-boolean-schema",
                          self->pointer->str,
                          _ ("Replaced by an object schema: vendors accept no other."));
}

static void
clean_schema (Cleaner *self, McpJsonValue value, gboolean may_be_boolean)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (may_be_boolean && kind == MCP_JSON_BOOLEAN)
    {
      mcp_json_writer_value (self->writer, value);
      return;
    }
  if (kind != MCP_JSON_OBJECT || self->depth >= APP_EXPORT_MAX_DEPTH)
    {
      clean_other (self, value);
      return;
    }
  mcp_json_writer_begin_object (self->writer);
  if (self->depth == 0)
    clean_root (self, value);
  self->depth++;
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      /* What the root has instead was written already. */
      if (self->depth == 1 && mcp_json_value_string_equals (member.name, "type") &&
          !mcp_json_value_string_equals (member.value, "object"))
        continue;
      if (self->depth == 1 && mcp_json_value_string_equals (member.name, "properties") &&
          mcp_json_value_get_kind (member.value) != MCP_JSON_OBJECT)
        continue;
      clean_member (self, value, member.name, member.value);
    }
  self->depth--;
  mcp_json_writer_end_object (self->writer);
}

/* Keywords that no vendor's checker would take: they stand for nothing. */
static GHashTable *
find_invalid (McpSchema *schema)
{
  GHashTable *invalid = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) findings = mcp_schema_check (schema);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *code = mcp_finding_get_code (findings->pdata[i]);
      const char *pointer = mcp_finding_get_pointer (findings->pdata[i]);

      if (pointer != NULL && (g_str_equal (code, "schema-keyword-invalid") ||
                              g_str_equal (code, "schema-pattern-invalid")))
        g_hash_table_add (invalid, g_strdup (pointer));
    }
  return invalid;
}

char *
app_export_schema_clean (McpJsonValue schema, GPtrArray **findings)
{
  g_autoptr (AppPresets) presets = app_presets_new (schema);
  g_autofree char *model = app_presets_dup_model_schema (presets);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (model, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (McpSchema) indexed = mcp_schema_new (root);
  g_autoptr (GHashTable) invalid = find_invalid (indexed);
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Cleaner cleaner = { writer, indexed, root, invalid, pointer, findings, 0 };

  clean_schema (&cleaner, root, FALSE);
  return mcp_json_writer_finish_text (writer);
}
