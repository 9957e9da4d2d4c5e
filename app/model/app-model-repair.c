/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-repair.h"

#include <string.h>

#include "app-json-pointer.h"
#include "mcp-json-writer.h"

/* Values inside each other that are looked at, and references of a schema that are followed. */
#define MAX_DEPTH 64u
#define MAX_REFERENCES 16u
/* Branches of a schema, and branches inside of these, that are looked into. */
#define MAX_BRANCHES 32u
#define MAX_BRANCH_DEPTH 2u
/* Text in quotes that is read as the value that it says. */
#define MAX_TEXT (1024u * 1024u)

/* Types of JSON Schema, as bits; an integer is a number too. */
typedef enum {
  TYPE_NULL = 1 << 0,
  TYPE_BOOLEAN = 1 << 1,
  TYPE_INTEGER = 1 << 2,
  TYPE_NUMBER = 1 << 3,
  TYPE_STRING = 1 << 4,
  TYPE_ARRAY = 1 << 5,
  TYPE_OBJECT = 1 << 6,
  TYPE_ALL = (1 << 7) - 1,
  TYPE_KNOWN = 1 << 7,
} Types;

typedef struct
{
  McpJsonValue   root;  /* of the schema */
  GHashTable    *types; /* of schemas in it, with TYPE_KNOWN; see find_types() */
  McpJsonWriter *writer;
  GString       *pointer;
  GPtrArray     *changes;
} Repairing;

/* What a schema admits */

static McpJsonValue
follow (McpJsonValue root, McpJsonValue schema)
{
  for (guint i = 0; i < MAX_REFERENCES; i++)
    {
      McpJsonValue     reference = mcp_json_value_get_member (schema, "$ref");
      g_autofree char *text = mcp_json_value_dup_string (reference, NULL);

      if (text == NULL || *text != '#')
        return schema;
      schema = mcp_json_value_resolve_pointer (root, text + 1);
    }
  return schema;
}

static guint
read_type (McpJsonValue type)
{
  static const struct
  {
    const char *name;
    guint       types;
  } rows[] = {
    { "null", TYPE_NULL },
    { "boolean", TYPE_BOOLEAN },
    { "integer", TYPE_INTEGER },
    { "number", TYPE_NUMBER | TYPE_INTEGER },
    { "string", TYPE_STRING },
    { "array", TYPE_ARRAY },
    { "object", TYPE_OBJECT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (mcp_json_value_string_equals (type, rows[i].name))
      return rows[i].types;
  return 0;
}

static guint
get_type_of (McpJsonValue value)
{
  gint64 integer;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NULL:
      return TYPE_NULL;
    case MCP_JSON_BOOLEAN:
      return TYPE_BOOLEAN;
    case MCP_JSON_NUMBER:
      return mcp_json_value_get_int64 (value, &integer) ? TYPE_INTEGER : TYPE_NUMBER;
    case MCP_JSON_STRING:
      return TYPE_STRING;
    case MCP_JSON_ARRAY:
      return TYPE_ARRAY;
    case MCP_JSON_OBJECT:
      return TYPE_OBJECT;
    case MCP_JSON_NONE:
    default:
      return 0;
    }
}

static guint find_types (Repairing *self, McpJsonValue schema, guint depth);

static guint
find_branch_types (Repairing *self, McpJsonValue branches, guint depth)
{
  guint types = 0;
  guint i = 0;

  for (McpJsonWalk each = mcp_json_walk (branches); i < MAX_BRANCHES && mcp_json_walk_next (&each);
       i++)
    types |= find_types (self, each.value, depth + 1);
  return types;
}

static guint
find_value_types (McpJsonValue values)
{
  guint types = 0;

  for (McpJsonWalk each = mcp_json_walk (values); mcp_json_walk_next (&each);)
    types |= get_type_of (each.value);
  return types;
}

static guint
read_types (Repairing *self, McpJsonValue schema, guint depth)
{
  static const char *const keywords[] = { "anyOf", "oneOf" };
  guint                    types = 0;

  schema = follow (self->root, schema);
  McpJsonValue type = mcp_json_value_get_member (schema, "type");
  if (mcp_json_value_get_kind (type) == MCP_JSON_STRING)
    return read_type (type);
  for (McpJsonWalk item = mcp_json_walk (type); mcp_json_walk_next (&item);)
    types |= read_type (item.value);
  for (guint i = 0; types == 0 && i < G_N_ELEMENTS (keywords); i++)
    types = find_branch_types (self, mcp_json_value_get_member (schema, keywords[i]), depth);
  if (types == 0)
    types = find_value_types (mcp_json_value_get_member (schema, "enum"));
  if (types == 0 && mcp_json_value_exists (mcp_json_value_get_member (schema, "const")))
    types = get_type_of (mcp_json_value_get_member (schema, "const"));
  return types != 0 ? types : TYPE_ALL;
}

/* Found once for each schema: there may be many values, and it is a server that wrote the schema.
 * Returns: all of them where the schema does not say */
static guint
find_types (Repairing *self, McpJsonValue schema, guint depth)
{
  gsize    start = mcp_json_value_get_start (schema);
  gpointer key = GSIZE_TO_POINTER (start * (MAX_BRANCH_DEPTH + 1) + depth);
  guint    types;

  if (!mcp_json_value_exists (schema) || depth > MAX_BRANCH_DEPTH)
    return TYPE_ALL;
  types = GPOINTER_TO_UINT (g_hash_table_lookup (self->types, key));
  if (types == 0)
    {
      types = read_types (self, schema, depth) | TYPE_KNOWN;
      g_hash_table_insert (self->types, key, GUINT_TO_POINTER (types));
    }
  return types & TYPE_ALL;
}

/* Of several branches the one that says most of this type. */
static McpJsonValue
choose_branch (Repairing *self, McpJsonValue schema, guint type)
{
  static const char *const keywords[] = { "anyOf", "oneOf" };

  schema = follow (self->root, schema);
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      guint j = 0;

      for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (schema, keywords[i]));
           j < MAX_BRANCHES && mcp_json_walk_next (&each); j++)
        if ((find_types (self, each.value, 0) & type) != 0)
          return follow (self->root, each.value);
    }
  return schema;
}

/* Mending */

static void
note (Repairing *self, AppModelChangeKind kind, McpJsonValue before, const char *after)
{
  g_ptr_array_add (self->changes,
                   app_model_change_new (kind, self->pointer->str, before, after));
}

/* Returns: (transfer full) (nullable): what a text in quotes says, of one of these types */
static McpJsonDocument *
parse_text (McpJsonValue string, guint types)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (mcp_json_value_get_length (string) > MAX_TEXT)
    return NULL;
  g_autofree char *text = mcp_json_value_dup_string (string, NULL);
  if (g_ascii_strcasecmp (g_strstrip (text), "true") == 0 ||
      g_ascii_strcasecmp (text, "false") == 0)
    for (char *at = text; *at != '\0'; at++)
      *at = g_ascii_tolower (*at);
  document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return NULL;
  /* "null" in quotes is more likely a name. */
  return (get_type_of (mcp_json_document_get_root (document)) & types & ~(guint)TYPE_NULL) != 0
             ? g_steal_pointer (&document)
             : NULL;
}

static void write_value (Repairing *self, McpJsonValue value, McpJsonValue schema, guint depth);

static gboolean
is_required (McpJsonValue schema, McpJsonValue name)
{
  g_autofree char *key = mcp_json_value_dup_string (name, NULL);

  return mcp_json_value_lists (mcp_json_value_get_member (schema, "required"), key);
}

/* Where the schema names members, and says of no others. */
static gboolean
is_closed (McpJsonValue schema)
{
  McpJsonValue additional = mcp_json_value_get_member (schema, "additionalProperties");

  return mcp_json_value_get_kind (mcp_json_value_get_member (schema, "properties")) ==
             MCP_JSON_OBJECT &&
         !mcp_json_value_exists (mcp_json_value_get_member (schema, "patternProperties")) &&
         !mcp_json_value_exists (mcp_json_value_get_member (schema, "allOf")) &&
         !mcp_json_value_exists (mcp_json_value_get_member (schema, "anyOf")) &&
         !mcp_json_value_exists (mcp_json_value_get_member (schema, "oneOf")) &&
         (!mcp_json_value_exists (additional) ||
          (mcp_json_value_get_kind (additional) == MCP_JSON_BOOLEAN &&
           !mcp_json_value_get_boolean (additional, TRUE)));
}

static void
write_member (
    Repairing *self, McpJsonValue name, McpJsonValue value, McpJsonValue schema, guint depth)
{
  g_autofree char *key = mcp_json_value_dup_string (name, NULL);
  McpJsonValue     properties = mcp_json_value_get_member (schema, "properties");
  McpJsonValue     property = mcp_json_value_get_member (properties, key);

  if (!mcp_json_value_exists (property) && is_closed (schema))
    {
      note (self, APP_MODEL_DROPPED, value, NULL);
      return;
    }
  if (mcp_json_value_get_kind (value) == MCP_JSON_NULL && mcp_json_value_exists (property) &&
      (find_types (self, property, 0) & TYPE_NULL) == 0 && !is_required (schema, name))
    {
      note (self, APP_MODEL_NULL_DROPPED, value, NULL);
      return;
    }
  mcp_json_writer_name_value (self->writer, name);
  write_value (self, value, property, depth + 1);
}

static void
write_members (Repairing *self, McpJsonValue value, McpJsonValue schema, guint depth)
{
  gsize length = self->pointer->len;

  mcp_json_writer_begin_object (self->writer);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);

      app_json_pointer_append (self->pointer, key);
      write_member (self, member.name, member.value, schema, depth);
      g_string_truncate (self->pointer, length);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
write_items (Repairing *self, McpJsonValue value, McpJsonValue schema, guint depth)
{
  McpJsonValue items = mcp_json_value_get_member (schema, "items");
  gsize        length = self->pointer->len;
  guint        i = 0;

  mcp_json_writer_begin_array (self->writer);
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each); i++)
    {
      g_string_append_printf (self->pointer, "/%u", i);
      write_value (self, each.value, items, depth + 1);
      g_string_truncate (self->pointer, length);
    }
  mcp_json_writer_end_array (self->writer);
}

static void
write_wrapped (Repairing *self, McpJsonValue value, McpJsonValue schema, guint depth)
{
  g_autofree char *text = mcp_json_value_dup_text (value);
  g_autofree char *list = g_strconcat ("[", text, "]", NULL);

  note (self, APP_MODEL_WRAPPED, value, list);
  mcp_json_writer_begin_array (self->writer);
  g_string_append (self->pointer, "/0");
  write_value (self, value, mcp_json_value_get_member (schema, "items"), depth + 1);
  g_string_truncate (self->pointer, self->pointer->len - strlen ("/0"));
  mcp_json_writer_end_array (self->writer);
}

/* It does not fit: what it may have been meant to be. Returns: %FALSE where that cannot be told */
static gboolean
write_mended (
    Repairing *self, McpJsonValue value, McpJsonValue schema, guint types, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  g_autoptr (McpJsonDocument) document =
      kind == MCP_JSON_STRING ? parse_text (value, types) : NULL;
  McpJsonValue     inner;
  g_autofree char *text = NULL;

  if (document != NULL)
    {
      inner = mcp_json_document_get_root (document);
      text = mcp_json_value_dup_text (inner);
      note (self,
            (get_type_of (inner) & (TYPE_ARRAY | TYPE_OBJECT)) != 0 ? APP_MODEL_PARSED
                                                                    : APP_MODEL_UNQUOTED,
            value, text);
      write_value (self, inner, schema, depth + 1);
      return TRUE;
    }
  if ((types & TYPE_ARRAY) != 0 && kind != MCP_JSON_NULL)
    {
      write_wrapped (self, value, choose_branch (self, schema, TYPE_ARRAY), depth);
      return TRUE;
    }
  inner = mcp_json_value_get_item (value, 0);
  if (kind != MCP_JSON_ARRAY || mcp_json_value_get_n_items (value) != 1 ||
      (get_type_of (inner) & types) == 0)
    return FALSE;
  text = mcp_json_value_dup_text (inner);
  note (self, APP_MODEL_UNWRAPPED, value, text);
  write_value (self, inner, schema, depth + 1);
  return TRUE;
}

static void
write_value (Repairing *self, McpJsonValue value, McpJsonValue schema, guint depth)
{
  guint types = find_types (self, schema, 0);
  guint type = get_type_of (value);

  /* 1.0 is an integer to JSON Schema, and 1 a number. */
  if (depth > MAX_DEPTH ||
      ((types & type) == 0 && write_mended (self, value, schema, types, depth)))
    {
      if (depth > MAX_DEPTH)
        mcp_json_writer_value (self->writer, value);
      return;
    }
  schema = choose_branch (self, schema, type);
  if (type == TYPE_OBJECT)
    write_members (self, value, schema, depth);
  else if (type == TYPE_ARRAY)
    write_items (self, value, schema, depth);
  else
    mcp_json_writer_value (self->writer, value);
}

char *
app_model_repair (McpJsonValue arguments, McpJsonValue schema, GPtrArray *changes)
{
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) types = g_hash_table_new (NULL, NULL);
  Repairing self = { schema, types, writer, pointer, changes };
  g_autoptr (McpJsonDocument) document = NULL;

  if (mcp_json_value_get_kind (arguments) == MCP_JSON_STRING &&
      (document = parse_text (arguments, TYPE_OBJECT)) != NULL)
    {
      g_autofree char *text = mcp_json_value_dup_text (mcp_json_document_get_root (document));

      note (&self, APP_MODEL_PARSED, arguments, text);
      arguments = mcp_json_document_get_root (document);
    }
  write_value (&self, arguments, schema, 0);
  return mcp_json_writer_finish_text (writer);
}
