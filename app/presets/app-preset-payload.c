/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-payload.h"

#include "app-field-option.h"
#include "app-form-schema.h"
#include "mcp-json-writer.h"

/* Sub-schemas that are copied for one input. */
#define INLINE_MAX_SCHEMAS 2000u
#define INLINE_MAX_DEPTH 32u

/* A sub-schema copied so that it stands alone: local references are replaced by what they mean. A
 * reference that leads in a circle or out of the document becomes {}, and so does what lies deeper,
 * or is more, than anybody fills in. */

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GArray        *path; /* guint32: schemas that are being copied, against circles */
  guint          schemas;
} Copier;

static void copy_schema (Copier *self, McpJsonValue schema, gboolean bare);

static gboolean
is_one_of (McpJsonValue name, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (mcp_json_value_string_equals (name, names[i]))
      return TRUE;
  return FALSE;
}

static void
copy_map (Copier *self, McpJsonValue map)
{
  mcp_json_writer_begin_object (self->writer);
  for (McpJsonWalk schema = mcp_json_walk (map); mcp_json_walk_next (&schema);)
    {
      mcp_json_writer_name_value (self->writer, schema.name);
      copy_schema (self, schema.value, FALSE);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
copy_list (Copier *self, McpJsonValue list)
{
  mcp_json_writer_begin_array (self->writer);
  for (McpJsonWalk schema = mcp_json_walk (list); mcp_json_walk_next (&schema);)
    copy_schema (self, schema.value, FALSE);
  mcp_json_writer_end_array (self->writer);
}

/* Keywords with schemas below them; whatever else there is may look like a schema and be none. */
static void
copy_keyword (Copier *self, McpJsonValue name, McpJsonValue value)
{
  static const char *const maps[] = { "properties", "patternProperties", "dependentSchemas",
                                      NULL };
  static const char *const lists[] = { "anyOf", "oneOf", "allOf", "prefixItems", "items", NULL };
  static const char *const schemas[] = { "items", "additionalProperties", "additionalItems",
                                         "contains", "propertyNames", "not", "if", "then", "else",
                                         "unevaluatedItems", "unevaluatedProperties", NULL };
  McpJsonKind              kind = mcp_json_value_get_kind (value);

  mcp_json_writer_name_value (self->writer, name);
  if (kind == MCP_JSON_OBJECT && is_one_of (name, maps))
    copy_map (self, value);
  else if (kind == MCP_JSON_ARRAY && is_one_of (name, lists))
    copy_list (self, value);
  else if (kind == MCP_JSON_OBJECT && is_one_of (name, schemas))
    copy_schema (self, value, FALSE);
  else
    mcp_json_writer_value (self->writer, value);
}

static gboolean
is_on_path (Copier *self, McpJsonValue schema)
{
  for (guint i = 0; i < self->path->len; i++)
    if (g_array_index (self->path, guint32, i) == schema.node)
      return TRUE;
  return FALSE;
}

/* @beside: the schema that refers to this one; what it says itself goes first. */
static void
copy_members (Copier *self, McpJsonValue schema, McpJsonValue beside, gboolean bare)
{
  static const char *const left_out[] = { "$ref", "$defs", "definitions", "$id", "$schema", NULL };
  static const char *const words[] = { "title", "description", "default", NULL };

  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (is_one_of (each.name, left_out) || (bare && is_one_of (each.name, words)) ||
          mcp_json_value_exists (mcp_json_value_get_member (beside, key)))
        continue;
      copy_keyword (self, each.name, each.value);
    }
}

static void
copy_schema (Copier *self, McpJsonValue schema, gboolean bare)
{
  McpJsonValue target = app_form_schema_follow (self->root, schema);

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    {
      mcp_json_writer_value (self->writer, schema);
      return;
    }
  mcp_json_writer_begin_object (self->writer);
  if (++self->schemas <= INLINE_MAX_SCHEMAS &&
      self->path->len < INLINE_MAX_DEPTH && !is_on_path (self, schema) &&
      !is_on_path (self, target))
    {
      g_array_append_val (self->path, schema.node);
      if (target.node != schema.node && mcp_json_value_get_kind (target) == MCP_JSON_OBJECT)
        {
          g_array_append_val (self->path, target.node);
          copy_members (self, schema, MCP_JSON_NO_VALUE, bare);
          copy_members (self, target, schema, bare);
          g_array_set_size (self->path, self->path->len - 1);
        }
      else
        copy_members (self, schema, MCP_JSON_NO_VALUE, bare);
      g_array_set_size (self->path, self->path->len - 1);
    }
  mcp_json_writer_end_object (self->writer);
}

/* @bare: without title, description and default */
static void
write_inline (McpJsonWriter *writer, McpJsonValue root, McpJsonValue schema, gboolean bare)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Copier copier = { writer, root, path, 0 };

  copy_schema (&copier, schema, bare);
}

static McpJsonValue
get_properties (const AppPresetMatch *match)
{
  return mcp_json_value_get_member (match->object, "properties");
}

/* The choices of an enum or list: anyOf objects whose value is a constant. They are never sent. */
static McpJsonValue
get_choices (const AppPresetMatch *match)
{
  McpJsonValue options = mcp_json_value_get_member (get_properties (match), "options");

  options = app_form_schema_follow (match->root, options);
  if (match->kind != APP_PRESET_ENUM && match->kind != APP_PRESET_LIST)
    return MCP_JSON_NO_VALUE;
  if (mcp_json_value_exists (mcp_json_value_get_member (options, "anyOf")))
    return mcp_json_value_get_member (options, "anyOf");
  if (mcp_json_value_exists (mcp_json_value_get_member (options, "oneOf")))
    return mcp_json_value_get_member (options, "oneOf");
  return MCP_JSON_NO_VALUE;
}

/* Whether a member is the person's to set. */
static gboolean
is_set_by_person (const AppPresetMatch *match, McpJsonValue name)
{
  if (mcp_json_value_string_equals (name, "mimeType"))
    return FALSE;
  return (match->kind != APP_PRESET_ENUM && match->kind != APP_PRESET_LIST) ||
         !mcp_json_value_string_equals (name, "options");
}

/* The one member that is to be set; none where there are several. */
static gboolean
find_only_member (const AppPresetMatch *match, McpJsonValue *name, McpJsonValue *schema)
{
  guint count = 0;

  if (match->kind == APP_PRESET_OTHER)
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (get_properties (match));
       count < 2 && mcp_json_walk_next (&each);)
    if (is_set_by_person (match, each.name))
      {
        *name = each.name;
        *schema = each.value;
        count++;
      }
  return count == 1;
}

static gboolean
is_required (const AppPresetMatch *match, McpJsonValue name)
{
  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (match->object, "required"));
       mcp_json_walk_next (&item);)
    if (mcp_json_value_equal (item.value, name))
      return TRUE;
  return FALSE;
}

/* The constant or default that a member has by itself. */
static McpJsonValue
get_own_value (const AppPresetMatch *match, McpJsonValue schema)
{
  McpJsonValue inside = app_preset_match_resolve (match->root, schema, NULL);
  McpJsonValue value = app_form_schema_get_constant (inside);

  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (schema, "default");
  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (inside, "default");
  return value;
}

/* Choices */

static GListModel *
read_choices (const AppPresetMatch *match, McpJsonValue choices)
{
  GListStore *list = g_list_store_new (APP_TYPE_FIELD_OPTION);

  for (McpJsonWalk branch = mcp_json_walk (choices); mcp_json_walk_next (&branch);)
    {
      McpJsonValue inside = app_preset_match_resolve (match->root, branch.value, NULL);
      McpJsonValue members = mcp_json_value_get_member (inside, "properties");
      McpJsonValue value = mcp_json_value_get_member (members, "value");
      McpJsonValue name = mcp_json_value_get_member (members, "label");
      g_autoptr (AppFieldOption) option = NULL;

      value = app_form_schema_get_constant (app_form_schema_follow (match->root, value));
      name = app_form_schema_get_constant (app_form_schema_follow (match->root, name));
      g_autofree char *lexeme = mcp_json_value_dup_text (value);
      if (lexeme == NULL)
        continue;
      g_autofree char *label = mcp_json_value_dup_string (name, NULL);
      if (label == NULL)
        label = mcp_json_value_dup_string (value, NULL);
      g_autofree char *words = mcp_json_value_dup_member_string (branch.value, "description");
      if (words == NULL)
        words = mcp_json_value_dup_member_string (inside, "description");
      option = app_field_option_new (label != NULL ? label : lexeme, words, lexeme);
      g_list_store_append (list, option);
    }
  return G_LIST_MODEL (list);
}

GListModel *
app_preset_payload_create_options (const AppPresetMatch *match)
{
  McpJsonValue choices = get_choices (match);

  if (mcp_json_value_get_n_items (choices) == 0)
    return NULL;
  g_autoptr (GListModel) list = read_choices (match, choices);
  return g_list_model_get_n_items (list) > 0 ? g_steal_pointer (&list) : NULL;
}

static void
write_choices (McpJsonWriter *writer, GListModel *options)
{
  mcp_json_writer_add (writer, "'oneOf': [");
  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      mcp_json_writer_add (writer, "{'const': %r, 'title': %s, 'description': ?%s}",
                           option->lexeme,
                           option->label,
                           option->description);
    }
  mcp_json_writer_end_array (writer);
}

/* The schema of what is set */

/* An array with the keywords that limit how many; the rest of it is made again. */
static void
begin_array_schema (McpJsonWriter *writer, McpJsonValue array)
{
  mcp_json_writer_add (writer,
                       "{'type': 'array', 'minItems': ?%v, 'maxItems': ?%v, 'uniqueItems': ?%v, "
                       "'items': ",
                       mcp_json_value_get_member (array, "minItems"),
                       mcp_json_value_get_member (array, "maxItems"),
                       mcp_json_value_get_member (array, "uniqueItems"));
}

static void
write_choice_schema (McpJsonWriter        *writer,
                     const AppPresetMatch *match,
                     McpJsonValue          schema,
                     GListModel           *options)
{
  if (match->kind == APP_PRESET_LIST)
    begin_array_schema (writer, app_preset_match_resolve (match->root, schema, NULL));
  mcp_json_writer_begin_object (writer);
  write_choices (writer, options);
  mcp_json_writer_end_object (writer);
  if (match->kind == APP_PRESET_LIST)
    mcp_json_writer_end_object (writer);
}

static void
write_members_schema (McpJsonWriter *writer, const AppPresetMatch *match)
{
  McpJsonValue additional = mcp_json_value_get_member (match->object, "additionalProperties");

  mcp_json_writer_add (writer, "{'type': 'object', 'properties': {");
  for (McpJsonWalk member = mcp_json_walk (get_properties (match)); mcp_json_walk_next (&member);)
    if (is_set_by_person (match, member.name))
      {
        mcp_json_writer_name_value (writer, member.name);
        write_inline (writer, match->root, member.value, FALSE);
      }
  mcp_json_writer_add (writer, "}, 'required': [");
  for (McpJsonWalk member = mcp_json_walk (get_properties (match)); mcp_json_walk_next (&member);)
    if (is_set_by_person (match, member.name) && is_required (match, member.name) &&
        !app_preset_match_admits_null (match->root, member.value) &&
        !mcp_json_value_exists (get_own_value (match, member.value)))
      mcp_json_writer_value (writer, member.name);
  mcp_json_writer_end_array (writer);
  if (mcp_json_value_exists (additional))
    {
      mcp_json_writer_name (writer, "additionalProperties");
      write_inline (writer, match->root, additional, FALSE);
    }
  mcp_json_writer_end_object (writer);
}

static void
write_one_schema (McpJsonWriter *writer, const AppPresetMatch *match)
{
  g_autoptr (GListModel) options = app_preset_payload_create_options (match);
  McpJsonValue name;
  McpJsonValue schema;

  if (!find_only_member (match, &name, &schema))
    write_members_schema (writer, match);
  else if (options != NULL)
    write_choice_schema (writer, match, schema, options);
  else
    write_inline (writer, match->root, schema, TRUE);
}

char *
app_preset_payload_dup_schema (const AppPresetMatch *match)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (mcp_json_value_exists (match->array))
    {
      begin_array_schema (writer, match->array);
      write_one_schema (writer, match);
      mcp_json_writer_end_object (writer);
    }
  else
    write_one_schema (writer, match);
  return mcp_json_writer_finish_text (writer);
}

char *
app_preset_payload_inline_schema (McpJsonValue root, McpJsonValue schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  write_inline (writer, root, schema, TRUE);
  return mcp_json_writer_finish_text (writer);
}

/* From what is set to what is sent */

static void
write_absent (McpJsonWriter *writer, const AppPresetMatch *match, McpJsonValue payload)
{
  for (McpJsonWalk schema = mcp_json_walk (get_properties (match)); mcp_json_walk_next (&schema);)
    {
      g_autofree char *key = mcp_json_value_dup_string (schema.name, NULL);

      if (!is_set_by_person (match, schema.name) || !is_required (match, schema.name) ||
          mcp_json_value_exists (mcp_json_value_get_member (payload, key)))
        continue;
      McpJsonValue own = get_own_value (match, schema.value);
      if (!mcp_json_value_exists (own) && !app_preset_match_admits_null (match->root, schema.value))
        continue;
      if (mcp_json_value_exists (own))
        mcp_json_writer_add (writer, "%v: %v", schema.name, own);
      else
        mcp_json_writer_add (writer, "%v: null", schema.name);
    }
}

static void
wrap_one (McpJsonWriter *writer, const AppPresetMatch *match, McpJsonValue payload)
{
  McpJsonValue name;
  McpJsonValue value;

  mcp_json_writer_begin_object (writer);
  if (find_only_member (match, &name, &value))
    mcp_json_writer_add (writer, "%v: %v", name, payload);
  else
    {
      for (McpJsonWalk each = mcp_json_walk (payload); mcp_json_walk_next (&each);)
        if (!mcp_json_value_string_equals (each.name, "mimeType"))
          mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
      write_absent (writer, match, payload);
    }
  mcp_json_writer_member_value (writer, "mimeType", match->mark);
  mcp_json_writer_end_object (writer);
}

char *
app_preset_payload_wrap (const AppPresetMatch *match, McpJsonValue payload)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (mcp_json_value_get_kind (payload) == MCP_JSON_NULL)
    mcp_json_writer_null (writer);
  else if (mcp_json_value_exists (match->array))
    {
      mcp_json_writer_begin_array (writer);
      for (McpJsonWalk item = mcp_json_walk (payload); mcp_json_walk_next (&item);)
        wrap_one (writer, match, item.value);
      mcp_json_writer_end_array (writer);
    }
  else
    wrap_one (writer, match, payload);
  return mcp_json_writer_finish_text (writer);
}

/* From what is sent to what is set */

static void
unwrap_one (McpJsonWriter *writer, const AppPresetMatch *match, McpJsonValue argument)
{
  gboolean     marked = mcp_json_value_exists (mcp_json_value_get_member (argument, "mimeType"));
  McpJsonValue name;
  McpJsonValue value;

  if (!marked)
    {
      mcp_json_writer_value (writer, argument);
      return;
    }
  if (find_only_member (match, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      value = mcp_json_value_get_member (argument, key);
      if (mcp_json_value_exists (value))
        mcp_json_writer_value (writer, value);
      else
        mcp_json_writer_null (writer);
      return;
    }
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (argument); mcp_json_walk_next (&each);)
    if (is_set_by_person (match, each.name))
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
  mcp_json_writer_end_object (writer);
}

char *
app_preset_payload_unwrap (const AppPresetMatch *match, McpJsonValue argument)
{
  if (!mcp_json_value_exists (argument))
    return NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  if (mcp_json_value_exists (match->array) &&
      mcp_json_value_get_kind (argument) == MCP_JSON_ARRAY)
    {
      mcp_json_writer_begin_array (writer);
      for (McpJsonWalk item = mcp_json_walk (argument); mcp_json_walk_next (&item);)
        unwrap_one (writer, match, item.value);
      mcp_json_writer_end_array (writer);
    }
  else
    unwrap_one (writer, match, argument);
  return mcp_json_writer_finish_text (writer);
}

/* Whether the members alone make a whole argument. */
static gboolean
stands_by_itself (const AppPresetMatch *match)
{
  guint count = 0;

  for (McpJsonWalk schema = mcp_json_walk (get_properties (match)); mcp_json_walk_next (&schema);)
    {
      if (!is_set_by_person (match, schema.name) || !is_required (match, schema.name))
        continue;
      if (!mcp_json_value_exists (get_own_value (match, schema.value)))
        return FALSE;
      count++;
    }
  return count > 0;
}

static McpJsonValue
get_default (const AppPresetMatch *match)
{
  McpJsonValue value = mcp_json_value_get_member (match->outer, "default");

  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (
        mcp_json_value_exists (match->array) ? match->array : match->object, "default");
  return value;
}

char *
app_preset_payload_dup_default (const AppPresetMatch *match)
{
  McpJsonValue value = get_default (match);
  McpJsonValue name;
  McpJsonValue schema;

  if (mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return NULL;
  if (mcp_json_value_exists (value))
    {
      g_autofree char *key =
          find_only_member (match, &name, &schema) ? mcp_json_value_dup_string (name, NULL) : NULL;
      McpJsonValue inside = mcp_json_value_get_member (value, key != NULL ? key : "");

      /* A default may leave the mark out. */
      return mcp_json_value_exists (inside) ? mcp_json_value_dup_text (inside)
                                            : app_preset_payload_unwrap (match, value);
    }
  if (mcp_json_value_exists (match->array))
    return NULL;
  if (find_only_member (match, &name, &schema))
    {
      value = get_own_value (match, schema);
      return mcp_json_value_get_kind (value) != MCP_JSON_NULL ? mcp_json_value_dup_text (value)
                                                              : NULL;
    }
  return stands_by_itself (match) ? g_strdup ("{}") : NULL;
}
