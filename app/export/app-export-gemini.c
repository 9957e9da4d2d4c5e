/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-schema.h"

#include <glib/gi18n-lib.h>

#include "app-json-pointer.h"
#include "mcp-json-writer.h"
#include "mcp-schema-keyword.h"
#include "mcp-schema-node.h"

/* Values that a description names where an enum cannot. */
#define NAMED_VALUES 50u

/* A sub-schema as one flat thing: what it says, what it refers to, its allOf and its only branch
 * beside null, put together. What stands outside goes before what stands inside. A plain structure
 * of borrowed values. */
typedef struct
{
  McpJsonValue root;
  McpJsonValue keywords[MCP_SCHEMA_N_KEYWORDS]; /* the outermost of each; none where absent */
  GPtrArray   *properties;                      /* McpJsonValue pairs, see below */
  GHashTable  *names;                           /* char *, owned: of the properties */
  GArray      *required;                        /* McpJsonValue: names */
  GArray      *branches;                        /* McpJsonValue: those of a union, without null */
  GArray      *dropped;                         /* McpSchemaKeyword: what cannot be put together */
  guint        types;                           /* McpSchemaTypes, 0 where not said or inferred */
  gboolean     nullable;
  gboolean     circular; /* it refers to what is being written */
} View;

typedef struct
{
  McpJsonValue name;
  McpJsonValue schema;
} Property;

static guint
read_type (McpJsonValue word)
{
  static const struct
  {
    const char *name;
    guint       bits;
  } types[] = {
    { "null", MCP_SCHEMA_TYPE_NULL },
    { "boolean", MCP_SCHEMA_TYPE_BOOLEAN },
    { "integer", MCP_SCHEMA_TYPE_INTEGER },
    { "number", MCP_SCHEMA_TYPE_NUMBER },
    { "string", MCP_SCHEMA_TYPE_STRING },
    { "array", MCP_SCHEMA_TYPE_ARRAY },
    { "object", MCP_SCHEMA_TYPE_OBJECT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (word, types[i].name))
      return types[i].bits;
  return 0;
}

static guint
read_types (McpJsonValue type)
{
  guint bits = read_type (type);

  for (McpJsonWalk item = mcp_json_walk (type); mcp_json_walk_next (&item);)
    bits |= read_type (item.value);
  return bits;
}

static void
add_type (View *self, McpJsonValue type)
{
  guint bits = read_types (type);

  if (bits & MCP_SCHEMA_TYPE_NULL)
    self->nullable = TRUE;
  bits &= ~(guint)MCP_SCHEMA_TYPE_NULL;
  if (bits & MCP_SCHEMA_TYPE_NUMBER)
    bits &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  if (self->types == 0)
    self->types = bits;
}

static void
add_properties (View *self, McpJsonValue properties)
{
  for (McpJsonWalk schema = mcp_json_walk (properties); mcp_json_walk_next (&schema);)
    {
      if (!g_hash_table_add (self->names, mcp_json_value_dup_string (schema.name, NULL)))
        continue;
      Property *property = g_new (Property, 1);
      property->name = schema.name;
      property->schema = schema.value;
      g_ptr_array_add (self->properties, property);
    }
}

static void
add_required (View *self, McpJsonValue required)
{
  for (McpJsonWalk each = mcp_json_walk (required); mcp_json_walk_next (&each);)
    g_array_append_val (self->required, each.value);
}

static void gather (View *self, McpJsonValue schema, GArray *stack, guint depth);

static gboolean
is_only_null (McpJsonValue schema)
{
  McpJsonValue only = mcp_json_value_get_member (schema, "const");

  return mcp_json_value_get_kind (only) == MCP_JSON_NULL ||
         read_types (mcp_json_value_get_member (schema, "type")) == MCP_SCHEMA_TYPE_NULL;
}

static void
add_union (View            *self,
           McpSchemaKeyword keyword,
           McpJsonValue     branches,
           GArray          *stack,
           guint            depth)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));

  for (McpJsonWalk branch = mcp_json_walk (branches); mcp_json_walk_next (&branch);)
    if (is_only_null (branch.value))
      self->nullable = TRUE;
    else
      g_array_append_val (left, branch.value);
  if (left->len == 1)
    gather (self, g_array_index (left, McpJsonValue, 0), stack, depth + 1);
  else if (self->branches->len > 0)
    g_array_append_val (self->dropped, keyword);
  else
    g_array_append_vals (self->branches, left->data, left->len);
}

static void
follow (View *self, McpJsonValue schema, GArray *stack, guint depth)
{
  McpJsonValue target = app_export_schema_resolve (self->root, schema);

  if (!mcp_json_value_exists (target))
    return;
  for (guint i = 0; i < stack->len; i++)
    if (g_array_index (stack, guint32, i) == target.node)
      {
        self->circular = TRUE;
        return;
      }
  g_array_append_val (stack, target.node);
  gather (self, target, stack, depth + 1);
}

static void
gather (View *self, McpJsonValue schema, GArray *stack, guint depth)
{
  if (depth > APP_EXPORT_MAX_DEPTH)
    return;
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    {
      McpSchemaKeyword keyword = mcp_schema_keyword_find (each.name);

      if (keyword == MCP_SCHEMA_PROPERTIES)
        add_properties (self, each.value);
      else if (keyword == MCP_SCHEMA_REQUIRED)
        add_required (self, each.value);
      else if (keyword == MCP_SCHEMA_TYPE)
        add_type (self, each.value);
      else if (!mcp_json_value_exists (self->keywords[keyword]))
        self->keywords[keyword] = each.value;
    }
  follow (self, schema, stack, depth);
  for (McpJsonWalk branch = mcp_json_walk (mcp_json_value_get_member (schema, "allOf"));
       mcp_json_walk_next (&branch);)
    gather (self, branch.value, stack, depth + 1);
  add_union (self, MCP_SCHEMA_ANY_OF, mcp_json_value_get_member (schema, "anyOf"), stack, depth);
  add_union (self, MCP_SCHEMA_ONE_OF, mcp_json_value_get_member (schema, "oneOf"), stack, depth);
}

/* The type that values mean where no word says it. */
static guint
infer_type (const View *self)
{
  McpJsonValue value = self->keywords[MCP_SCHEMA_CONST];
  guint        bits = 0;

  if (self->properties->len > 0)
    return MCP_SCHEMA_TYPE_OBJECT;
  if (mcp_json_value_exists (self->keywords[MCP_SCHEMA_ITEMS]) ||
      mcp_json_value_exists (self->keywords[MCP_SCHEMA_PREFIX_ITEMS]))
    return MCP_SCHEMA_TYPE_ARRAY;
  for (McpJsonWalk item = mcp_json_walk (self->keywords[MCP_SCHEMA_ENUM]);
       mcp_json_value_exists (value) || mcp_json_walk_next (&item);)
    {
      McpJsonKind kind =
          mcp_json_value_get_kind (mcp_json_value_exists (value) ? value : item.value);

      bits |= kind == MCP_JSON_STRING    ? MCP_SCHEMA_TYPE_STRING
              : kind == MCP_JSON_NUMBER  ? MCP_SCHEMA_TYPE_NUMBER
              : kind == MCP_JSON_BOOLEAN ? MCP_SCHEMA_TYPE_BOOLEAN
              : kind == MCP_JSON_OBJECT  ? MCP_SCHEMA_TYPE_OBJECT
              : kind == MCP_JSON_ARRAY   ? MCP_SCHEMA_TYPE_ARRAY
                                         : 0u;
      if (mcp_json_value_exists (value))
        break;
    }
  if (bits == 0 && (mcp_json_value_exists (self->keywords[MCP_SCHEMA_PATTERN]) ||
                    mcp_json_value_exists (self->keywords[MCP_SCHEMA_FORMAT])))
    bits = MCP_SCHEMA_TYPE_STRING;
  return bits;
}

/* @stack: (element-type guint32): nodes of what references led to, from the root to here; those of
 * this schema are added */
static void
view_init (View *self, McpJsonValue root, McpJsonValue schema, GArray *stack)
{
  *self = (View){ .root = root };
  self->properties = g_ptr_array_new_with_free_func (g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->required = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  self->branches = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  self->dropped = g_array_new (FALSE, FALSE, sizeof (McpSchemaKeyword));
  gather (self, schema, stack, 0);
  for (McpJsonWalk each = mcp_json_walk (self->keywords[MCP_SCHEMA_ENUM]);
       mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == MCP_JSON_NULL)
      self->nullable = TRUE;
  if (self->types == 0)
    self->types = infer_type (self);
}

static void
view_clear (View *self)
{
  g_clear_pointer (&self->properties, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->required, g_array_unref);
  g_clear_pointer (&self->branches, g_array_unref);
  g_clear_pointer (&self->dropped, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

/* Writing it */

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GString       *pointer;
  GArray        *stack; /* guint32: what references led to, from the root to here */
  GPtrArray    **findings;
  guint          depth;
  guint          n_nodes;
} Maker;

static void make_schema (Maker *self, McpJsonValue schema);

static void
note_dropped (Maker *self, McpSchemaKeyword keyword)
{
  const char *name = mcp_schema_keyword_get_name (keyword);

  app_export_note_dropped (self->findings, "export-gemini-dropped", self->pointer, name,
                           _ ("“%s” was removed (not supported by Gemini)."), name);
}

static void
note (Maker *self, const char *code, const char *text)
{
  app_export_add_finding (self->findings, MCP_FINDING_WARNING, code, self->pointer->str, "%s",
                          text);
}

static const char *
get_type_word (guint type)
{
  switch (type)
    {
    case MCP_SCHEMA_TYPE_BOOLEAN:
      return "BOOLEAN";
    case MCP_SCHEMA_TYPE_INTEGER:
      return "INTEGER";
    case MCP_SCHEMA_TYPE_NUMBER:
      return "NUMBER";
    case MCP_SCHEMA_TYPE_ARRAY:
      return "ARRAY";
    case MCP_SCHEMA_TYPE_OBJECT:
      return "OBJECT";
    default:
      return "STRING";
    }
}

static void
copy_keyword (Maker *self, const View *view, McpSchemaKeyword keyword)
{
  mcp_json_writer_member_value (self->writer, mcp_schema_keyword_get_name (keyword),
                                view->keywords[keyword]);
}

/* A count is an integer of 64 bits there. */
static void
copy_count (Maker *self, const View *view, McpSchemaKeyword keyword)
{
  gint64 count;

  if (mcp_json_value_get_int64 (view->keywords[keyword], &count))
    copy_keyword (self, view, keyword);
}

static void
write_string (Maker *self, const View *view)
{
  McpJsonValue format = view->keywords[MCP_SCHEMA_FORMAT];
  McpJsonValue only = view->keywords[MCP_SCHEMA_CONST];
  McpJsonValue values = view->keywords[MCP_SCHEMA_ENUM];
  McpJsonIter  iter;
  gboolean     begun = FALSE;
  gsize        length;

  mcp_json_iter_init (&iter, values);
  McpJsonValue value = only;
  while (mcp_json_value_exists (only) || mcp_json_iter_next (&iter, NULL, &value))
    {
      mcp_json_value_get_text (value, &length);
      /* An empty value is refused there. */
      if (mcp_json_value_get_kind (value) == MCP_JSON_STRING && length > strlen ("\"\""))
        {
          if (!begun)
            {
              mcp_json_writer_add (self->writer, "'enum': [");
            }
          begun = TRUE;
          mcp_json_writer_value (self->writer, value);
        }
      else if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
        note (self, "export-gemini-value", _ ("The empty enum value was removed (not supported "
                                              "by Gemini)."));
      if (mcp_json_value_exists (only))
        break;
    }
  if (begun)
    {
      mcp_json_writer_add (self->writer, "], 'format': 'enum'");
    }
  else if (mcp_json_value_string_equals (format, "date-time"))
    mcp_json_writer_member_value (self->writer, "format", format);
  else if (mcp_json_value_exists (format))
    note_dropped (self, MCP_SCHEMA_FORMAT);
  copy_keyword (self, view, MCP_SCHEMA_PATTERN);
  copy_count (self, view, MCP_SCHEMA_MIN_LENGTH);
  copy_count (self, view, MCP_SCHEMA_MAX_LENGTH);
}

static void
write_limit (Maker *self, const View *view, McpSchemaKeyword plain, McpSchemaKeyword open)
{
  McpJsonValue limit = view->keywords[plain];

  if (!mcp_json_value_exists (limit) && mcp_json_value_exists (view->keywords[open]))
    {
      limit = view->keywords[open];
      note (self, "export-gemini-limit",
            _ ("The exclusive limit became inclusive (exclusive limits are not supported by "
               "Gemini)."));
    }
  mcp_json_writer_member_value (self->writer, mcp_schema_keyword_get_name (plain), limit);
}

static void
write_number (Maker *self, const View *view, guint type)
{
  static const char *const formats[] = { "int32", "int64", "float", "double" };
  McpJsonValue             format = view->keywords[MCP_SCHEMA_FORMAT];
  guint                    first = type == MCP_SCHEMA_TYPE_INTEGER ? 0 : 2;

  for (guint i = first; i < first + 2; i++)
    if (mcp_json_value_string_equals (format, formats[i]))
      mcp_json_writer_member_value (self->writer, "format", format);
  write_limit (self, view, MCP_SCHEMA_MINIMUM, MCP_SCHEMA_EXCLUSIVE_MINIMUM);
  write_limit (self, view, MCP_SCHEMA_MAXIMUM, MCP_SCHEMA_EXCLUSIVE_MAXIMUM);
}

/* A tuple becomes an array of any of its items. */
static void
write_tuple (Maker *self, McpJsonValue items)
{
  gboolean many = mcp_json_value_get_n_items (items) > 1;

  if (many)
    {
      mcp_json_writer_add (self->writer, "{'anyOf': [");
    }
  for (McpJsonWalk item = mcp_json_walk (items); mcp_json_walk_next (&item);)
    make_schema (self, item.value);
  if (many)
    {
      mcp_json_writer_add (self->writer, "]}");
    }
  note (self, "export-gemini-tuple",
        _ ("The tuple became an array of any of its items (tuples are not supported by Gemini)."));
}

static void
write_array (Maker *self, const View *view)
{
  McpJsonValue items = view->keywords[MCP_SCHEMA_ITEMS];
  McpJsonValue tuple = view->keywords[MCP_SCHEMA_PREFIX_ITEMS];
  gsize        length = self->pointer->len;

  mcp_json_writer_name (self->writer, "items");
  g_string_append (self->pointer, "/items");
  if (mcp_json_value_get_n_items (tuple) > 0)
    write_tuple (self, tuple);
  else if (mcp_json_value_get_kind (items) == MCP_JSON_OBJECT)
    make_schema (self, items);
  else
    {
      mcp_json_writer_add (self->writer, "{'type': 'STRING'}");
      note (self, "export-gemini-items",
            _ ("The items have no type; they became strings, since Gemini requires one."));
    }
  g_string_truncate (self->pointer, length);
  copy_count (self, view, MCP_SCHEMA_MIN_ITEMS);
  copy_count (self, view, MCP_SCHEMA_MAX_ITEMS);
}

/* Only names that are properties; others are refused. */
static void
write_required (Maker *self, const View *view)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean begun = FALSE;

  for (guint i = 0; i < view->required->len; i++)
    {
      McpJsonValue name = g_array_index (view->required, McpJsonValue, i);
      char        *text = mcp_json_value_dup_string (name, NULL);

      if (text != NULL && !g_hash_table_add (seen, text))
        continue;
      if (text == NULL || !g_hash_table_contains (view->names, text))
        {
          note_dropped (self, MCP_SCHEMA_REQUIRED);
          continue;
        }
      if (!begun)
        {
          mcp_json_writer_add (self->writer, "'required': [");
        }
      begun = TRUE;
      mcp_json_writer_value (self->writer, name);
    }
  if (begun)
    mcp_json_writer_end_array (self->writer);
}

static void
write_object (Maker *self, const View *view)
{
  if (view->properties->len > 0)
    {
      write_required (self, view);
      mcp_json_writer_add (self->writer, "'properties': {");
      for (guint i = 0; i < view->properties->len; i++)
        {
          Property        *property = view->properties->pdata[i];
          g_autofree char *key = mcp_json_value_dup_string (property->name, NULL);
          gsize            length = self->pointer->len;

          g_string_append (self->pointer, "/properties");
          app_json_pointer_append (self->pointer, key);
          mcp_json_writer_name_value (self->writer, property->name);
          make_schema (self, property->schema);
          g_string_truncate (self->pointer, length);
        }
      mcp_json_writer_add (self->writer, "}, 'propertyOrdering': [");
      for (guint i = 0; i < view->properties->len; i++)
        mcp_json_writer_value (self->writer,
                               ((Property *)view->properties->pdata[i])->name);
      mcp_json_writer_end_array (self->writer);
    }
  copy_count (self, view, MCP_SCHEMA_MIN_PROPERTIES);
  copy_count (self, view, MCP_SCHEMA_MAX_PROPERTIES);
}

static void
write_type (Maker *self, const View *view, guint type)
{
  mcp_json_writer_member_string (self->writer, "type", get_type_word (type));
  if (type == MCP_SCHEMA_TYPE_STRING)
    write_string (self, view);
  else if (type == MCP_SCHEMA_TYPE_INTEGER || type == MCP_SCHEMA_TYPE_NUMBER)
    write_number (self, view, type);
  else if (type == MCP_SCHEMA_TYPE_ARRAY)
    write_array (self, view);
  else if (type == MCP_SCHEMA_TYPE_OBJECT)
    write_object (self, view);
}

/* Choices that are no strings, which an enum cannot have there: told in words, for the model.
 * Returns: (transfer full) (nullable) */
static char *
dup_choices (const View *view)
{
  McpJsonValue values = view->keywords[MCP_SCHEMA_ENUM];
  McpJsonValue only = view->keywords[MCP_SCHEMA_CONST];
  guint        n = 0;

  if (view->types == MCP_SCHEMA_TYPE_STRING)
    return NULL;
  if (mcp_json_value_exists (only))
    {
      g_autofree char *single = mcp_json_value_print_compact (only);

      return g_strdup_printf ("Always %s.", single);
    }
  if (mcp_json_value_get_n_items (values) == 0)
    return NULL;
  GString *text = g_string_new ("One of: ");
  for (McpJsonWalk each = mcp_json_walk (values); mcp_json_walk_next (&each) && n < NAMED_VALUES;)
    {
      g_autofree char *single = mcp_json_value_print_compact (each.value);

      g_string_append_printf (text, "%s%s", n++ > 0 ? ", " : "", single);
    }
  return g_string_free (text, FALSE);
}

static void
write_description (Maker *self, const View *view)
{
  McpJsonValue     written = view->keywords[MCP_SCHEMA_DESCRIPTION];
  g_autofree char *choices = dup_choices (view);

  if (choices == NULL)
    {
      mcp_json_writer_member_value (self->writer, "description", written);
      return;
    }
  g_autofree char *own = mcp_json_value_dup_string (written, NULL);
  g_autofree char *both = own != NULL ? g_strconcat (own, "\n", choices, NULL) : g_strdup (choices);
  mcp_json_writer_member_string (self->writer, "description", both);
  note (self, "export-gemini-value",
        _ ("The enum values were moved to the description: Gemini has them only for strings."));
}

/* Whether each branch has a type of its own: then the union says all. */
static gboolean
branches_have_types (Maker *self, const View *view)
{
  for (guint i = 0; i < view->branches->len; i++)
    {
      guint length = self->stack->len;
      g_auto (View) branch = { 0 };

      view_init (&branch, self->root,
                 g_array_index (view->branches, McpJsonValue, i), self->stack);
      gboolean typed = branch.types != 0 || branch.branches->len > 0;
      g_array_set_size (self->stack, length);
      if (!typed)
        return FALSE;
    }
  return view->branches->len > 0;
}

static void
write_branches (Maker *self, const View *view)
{
  mcp_json_writer_add (self->writer, "'anyOf': [");
  for (guint i = 0; i < view->branches->len; i++)
    {
      gsize length = self->pointer->len;

      g_string_append_printf (self->pointer, "/anyOf/%u", i);
      make_schema (self, g_array_index (view->branches, McpJsonValue, i));
      g_string_truncate (self->pointer, length);
    }
  mcp_json_writer_end_array (self->writer);
}

static void
write_types (Maker *self, const View *view)
{
  guint types = view->types;

  if (types == 0)
    {
      note (self, "export-gemini-type",
            _ ("The type is missing; it became string, since Gemini requires one."));
      types = MCP_SCHEMA_TYPE_STRING;
    }
  if ((types & (types - 1)) == 0)
    {
      write_type (self, view, types);
      return;
    }
  mcp_json_writer_add (self->writer, "'anyOf': [");
  for (guint bit = 1; bit <= MCP_SCHEMA_TYPE_INTEGER; bit <<= 1)
    if (types & bit)
      {
        mcp_json_writer_begin_object (self->writer);
        write_type (self, view, bit);
        mcp_json_writer_end_object (self->writer);
      }
  mcp_json_writer_end_array (self->writer);
}

/* Whatever the view has that none of the above writes. */
static void
note_rest (Maker *self, const View *view)
{
  static const McpSchemaKeyword unknown[] = {
    MCP_SCHEMA_ADDITIONAL_PROPERTIES,
    MCP_SCHEMA_PATTERN_PROPERTIES,
    MCP_SCHEMA_PROPERTY_NAMES,
    MCP_SCHEMA_UNIQUE_ITEMS,
    MCP_SCHEMA_MULTIPLE_OF,
    MCP_SCHEMA_CONTAINS,
    MCP_SCHEMA_NOT,
    MCP_SCHEMA_IF,
    MCP_SCHEMA_DEPENDENT_REQUIRED,
    MCP_SCHEMA_DEPENDENT_SCHEMAS,
    MCP_SCHEMA_DEFAULT,
    MCP_SCHEMA_EXAMPLES,
    MCP_SCHEMA_TITLE,
    MCP_SCHEMA_READ_ONLY,
    MCP_SCHEMA_WRITE_ONLY,
    MCP_SCHEMA_DEPRECATED,
    MCP_SCHEMA_CONTENT_ENCODING,
    MCP_SCHEMA_CONTENT_MEDIA_TYPE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    if (mcp_json_value_exists (view->keywords[unknown[i]]))
      note_dropped (self, unknown[i]);
  for (guint i = 0; i < view->dropped->len; i++)
    note_dropped (self, g_array_index (view->dropped, McpSchemaKeyword, i));
}

/* Where it ends though the schema goes on. */
static void
write_end (Maker *self, const char *text)
{
  mcp_json_writer_member_string (self->writer, "type", "OBJECT");
  note (self, "export-gemini-circle", text);
}

static void
make_schema (Maker *self, McpJsonValue schema)
{
  guint    length = self->stack->len;
  gboolean is_union;
  g_auto (View) view = { 0 };

  mcp_json_writer_begin_object (self->writer);
  if (self->depth >= APP_EXPORT_MAX_DEPTH || ++self->n_nodes > APP_EXPORT_GEMINI_MAX_NODES)
    {
      write_end (self, _ ("The schema is too large; the rest became a plain object."));
      mcp_json_writer_end_object (self->writer);
      return;
    }
  self->depth++;
  view_init (&view, self->root, schema, self->stack);
  write_description (self, &view);
  if (view.circular && view.types == 0)
    write_end (self, _ ("The schema is recursive (not supported by Gemini); from here on it "
                        "became a plain object."));
  else
    {
      is_union = view.branches->len > 0 && view.properties->len == 0 &&
                 branches_have_types (self, &view);
      if (view.nullable)
        mcp_json_writer_member_boolean (self->writer, "nullable", TRUE);
      if (view.branches->len > 0 && !is_union)
        note_dropped (self, MCP_SCHEMA_ANY_OF);
      if (is_union)
        write_branches (self, &view);
      else
        write_types (self, &view);
      note_rest (self, &view);
    }
  self->depth--;
  g_array_set_size (self->stack, length);
  mcp_json_writer_end_object (self->writer);
}

char *
app_export_schema_make_gemini (McpJsonValue schema, GPtrArray **findings)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Maker maker = { writer, schema, pointer, stack, findings, 0, 0 };

  if (mcp_json_value_get_n_items (mcp_json_value_get_member (schema, "properties")) == 0)
    return NULL;
  g_array_append_val (stack, schema.node);
  make_schema (&maker, schema);
  return mcp_json_writer_finish_text (writer);
}
