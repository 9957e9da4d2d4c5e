/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-presets.h"
#include "app-visible-text.h"

/* A default or an example as a hint in an entry. */
#define HINT_CHARACTERS 200u

enum {
  PROP_KIND = 1,
  PROP_KEY,
  PROP_LABEL,
  PROP_DESCRIPTION,
  PROP_HINT,
  PROP_PLACEHOLDER,
  PROP_CONSTRAINTS,
  PROP_REQUIRED,
  PROP_NULLABLE,
  PROP_SECRET,
  PROP_EXTRA,
  PROP_PRESENCE,
  PROP_TEXT,
  PROP_ACTIVE,
  PROP_SELECTED,
  PROP_ERROR,
  PROP_SUMMARY,
  PROP_POSITION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppField, app_field, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (AppFieldKind,
                    app_field_kind,
                    G_DEFINE_ENUM_VALUE (APP_FIELD_STRING, "string"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_TEXT, "text"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_NUMBER, "number"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_INTEGER, "integer"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_BOOLEAN, "boolean"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_ENUM, "enum"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_CONST, "const"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_ARRAY, "array"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_OBJECT, "object"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_JSON, "json"),
                    G_DEFINE_ENUM_VALUE (APP_FIELD_VARIANT, "variant"))

G_DEFINE_ENUM_TYPE (AppFieldPresence,
                    app_field_presence,
                    G_DEFINE_ENUM_VALUE (APP_PRESENCE_ABSENT, "absent"),
                    G_DEFINE_ENUM_VALUE (APP_PRESENCE_NULL, "null"),
                    G_DEFINE_ENUM_VALUE (APP_PRESENCE_VALUE, "value"))

static void
app_field_finalize (GObject *object)
{
  AppField *self = APP_FIELD (object);

  if (self->children != NULL || self->variant != NULL)
    app_field_detach (self);
  g_clear_object (&self->children);
  app_field_free_variant (self);
  g_clear_object (&self->options);
  mcp_json_slot_clear (&self->holder);
  mcp_json_slot_clear (&self->own);
  g_free (self->key);
  g_free (self->label);
  g_free (self->description);
  g_free (self->hint);
  g_free (self->placeholder);
  g_free (self->constraints);
  g_free (self->lexeme);
  g_free (self->text);
  g_free (self->summary);
  g_free (self->error);
  app_field_forget_draft (self);
  G_OBJECT_CLASS (app_field_parent_class)->finalize (object);
}

static void
app_field_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppField *self = APP_FIELD (object);

  switch (id)
    {
    case PROP_KIND:
      g_value_set_enum (value, self->schema.kind);
      break;
    case PROP_KEY:
      g_value_set_string (value, self->key);
      break;
    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_HINT:
      g_value_set_string (value, self->hint);
      break;
    case PROP_PLACEHOLDER:
      g_value_set_string (value, self->placeholder);
      break;
    case PROP_CONSTRAINTS:
      g_value_set_string (value, self->constraints);
      break;
    case PROP_REQUIRED:
      g_value_set_boolean (value, self->required);
      break;
    case PROP_NULLABLE:
      g_value_set_boolean (value, self->schema.nullable);
      break;
    case PROP_SECRET:
      g_value_set_boolean (value, self->secret);
      break;
    case PROP_EXTRA:
      g_value_set_boolean (value, self->extra);
      break;
    case PROP_PRESENCE:
      g_value_set_enum (value, self->presence);
      break;
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_ACTIVE:
      g_value_set_boolean (value, self->active);
      break;
    case PROP_SELECTED:
      g_value_set_uint (value, self->selected);
      break;
    case PROP_ERROR:
      g_value_set_string (value, self->error);
      break;
    case PROP_SUMMARY:
      g_value_set_string (value, self->summary);
      break;
    case PROP_POSITION:
      g_value_set_uint (value, self->position);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_field_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AppField *self = APP_FIELD (object);

  switch (id)
    {
    case PROP_TEXT:
      app_field_set_text (self, g_value_get_string (value));
      break;
    case PROP_ACTIVE:
      app_field_set_active (self, g_value_get_boolean (value));
      break;
    case PROP_SELECTED:
      app_field_set_selected (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_field_class_init (AppFieldClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GParamFlags   both = flags | G_PARAM_WRITABLE;

  object_class->finalize = app_field_finalize;
  object_class->get_property = app_field_get_property;
  object_class->set_property = app_field_set_property;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, APP_TYPE_FIELD_KIND, 0, flags);
  properties[PROP_KEY] = g_param_spec_string ("key", NULL, NULL, NULL, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_HINT] = g_param_spec_string ("hint", NULL, NULL, NULL, flags);
  properties[PROP_PLACEHOLDER] = g_param_spec_string ("placeholder", NULL, NULL, NULL, flags);
  properties[PROP_CONSTRAINTS] = g_param_spec_string ("constraints", NULL, NULL, NULL, flags);
  properties[PROP_REQUIRED] = g_param_spec_boolean ("required", NULL, NULL, FALSE, flags);
  properties[PROP_NULLABLE] = g_param_spec_boolean ("nullable", NULL, NULL, FALSE, flags);
  properties[PROP_SECRET] = g_param_spec_boolean ("secret", NULL, NULL, FALSE, flags);
  properties[PROP_EXTRA] = g_param_spec_boolean ("extra", NULL, NULL, FALSE, flags);
  properties[PROP_PRESENCE] =
      g_param_spec_enum ("presence", NULL, NULL, APP_TYPE_FIELD_PRESENCE, 0, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", both);
  properties[PROP_ACTIVE] = g_param_spec_boolean ("active", NULL, NULL, FALSE, both);
  properties[PROP_SELECTED] =
      g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, G_MAXUINT, both);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, flags);
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, "", flags);
  properties[PROP_POSITION] =
      g_param_spec_uint ("position", NULL, NULL, 0, G_MAXUINT, G_MAXUINT, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_field_init (AppField *self)
{
  self->position = G_MAXUINT;
  self->selected = G_MAXUINT;
  self->text = g_strdup ("");
  self->summary = g_strdup ("");
  self->exact = TRUE;
}

/* A value as a hint: a string decoded, anything else as written. */
static char *
dup_hint (McpJsonValue value)
{
  g_autofree char *text = NULL;

  if (!mcp_json_value_exists (value))
    return NULL;
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    text = mcp_json_value_dup_string_prefix (value, 4 * HINT_CHARACTERS, NULL);
  if (text == NULL || text[0] == '\0')
    {
      g_free (text);
      text = mcp_json_value_dup_text (value);
    }
  return app_visible_text_line (text, HINT_CHARACTERS);
}

AppField *
app_field_new (AppForm *form, AppField *parent, const char *key, McpJsonValue schema)
{
  AppField        *self = g_object_new (APP_TYPE_FIELD, NULL);
  McpJsonValue     root = parent ? parent->schema.root : schema;
  g_autofree char *title = NULL;

  self->form = form;
  self->parent = parent;
  self->depth = parent ? parent->depth + 1 : 0;
  self->key = g_strdup (key ? key : "");
  app_form_schema_read (&self->schema, root, schema, key);
  mcp_json_slot_set (&self->holder, root);
  mcp_json_slot_set (&self->own, schema);
  if (parent == NULL)
    self->schema.kind = APP_FIELD_OBJECT;

  title = mcp_json_value_dup_string (app_form_schema_get_annotation (&self->schema, "title"), NULL);
  self->label = title != NULL && title[0] != '\0' ? g_steal_pointer (&title) : g_strdup (self->key);
  self->description =
      mcp_json_value_dup_string (app_form_schema_get_annotation (&self->schema, "description"),
                                 NULL);
  self->hint = dup_hint (app_form_schema_get_annotation (&self->schema, "default"));
  self->placeholder = dup_hint (
      mcp_json_value_get_item (app_form_schema_get_annotation (&self->schema, "examples"), 0));
  self->constraints = app_form_schema_dup_constraints (&self->schema);
  self->options = app_form_schema_create_options (&self->schema);
  app_field_make_variant (self);
  self->secret = app_form_schema_is_secret (&self->schema, key);
  self->required = parent != NULL && key != NULL && app_form_schema_requires (&parent->schema, key);
  return self;
}

AppField *
app_field_new_branch (AppField *parent, McpJsonValue schema)
{
  AppField *self = app_field_new (parent->form, parent, parent->key, schema);

  self->branch = TRUE;
  self->depth = parent->depth;
  self->required = parent->required;
  g_free (self->label);
  self->label = g_strdup (parent->label);
  if (self->hint == NULL)
    self->hint = g_strdup (parent->hint);
  return self;
}

AppField *
app_field_new_item (AppField *parent, guint position)
{
  McpJsonValue items = mcp_json_value_get_member (parent->schema.schema, "items");
  AppField    *self = app_field_new (parent->form, parent, NULL, items);

  self->position = position;
  return self;
}

/* The members that the schema names, without those that are set elsewhere. */
static void
add_members (AppField *self)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter, app_form_schema_get_properties (&self->schema));
  while (count++ < APP_FIELD_MAX_MEMBERS && mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autoptr (AppField) child = NULL;

      if (app_form_hides_presets (self->form) &&
          app_preset_detect (self->schema.root, property, NULL, NULL))
        continue;
      child = app_field_new (self->form, self, key, property);
      g_list_store_append (self->children, child);
    }
}

GListModel *
app_field_get_children (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->schema.kind != APP_FIELD_OBJECT && self->schema.kind != APP_FIELD_ARRAY)
    return NULL;
  if (self->children == NULL)
    {
      self->children = g_list_store_new (APP_TYPE_FIELD);
      if (self->form != NULL)
        {
          g_autofree char *pointer = app_field_dup_pointer (self);
          g_autoptr (GString) path = g_string_new (pointer);

          if (self->schema.kind == APP_FIELD_OBJECT)
            add_members (self);
          app_field_refresh_children (self, app_field_get_value (self), path);
        }
    }
  return G_LIST_MODEL (self->children);
}

void
app_field_detach (AppField *self)
{
  guint n_items = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;

  app_field_detach_variant (self);
  self->form = NULL;
  self->parent = NULL;
  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      app_field_detach (child);
    }
}

static void
take_string (AppField *self, char **place, char *text, guint property)
{
  if (g_strcmp0 (*place, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*place);
  *place = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* The error to show: what was typed wrongly first, then what the schema has against the value. */
static char *
dup_error (AppField *self, const char *pointer)
{
  gboolean    missing = FALSE;
  const char *problem = app_form_find_problem (self->form, pointer, &missing);

  if (self->draft_error != NULL)
    return g_strdup (self->draft_error);
  if (app_field_get_branch_error (self) != NULL)
    return g_strdup (app_field_get_branch_error (self));
  if (problem == NULL || (missing && !app_form_is_attempted (self->form)))
    return NULL;
  return g_strdup (problem);
}

void
app_field_refresh (AppField *self, McpJsonValue value, GString *pointer)
{
  AppFieldPresence presence = self->presence;
  gboolean         active = self->active;
  guint            selected = self->selected;
  g_autofree char *text = g_strdup (self->text);
  g_autofree char *summary = g_strdup (self->summary);

  app_field_read_value (self, value);
  if (presence != self->presence)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRESENCE]);
  if (g_strcmp0 (text, self->text) != 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  if (active != self->active)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
  if (selected != self->selected)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
  if (g_strcmp0 (summary, self->summary) != 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
  if (self->variant != NULL)
    app_field_refresh_branch (self, value, pointer);
  take_string (self, &self->error, dup_error (self, pointer->str), PROP_ERROR);
  if (self->children != NULL)
    app_field_refresh_children (self, value, pointer);
  if (self->position != G_MAXUINT)
    take_string (self,
                 &self->label,
                 g_strdup_printf (_ ("Item %u"), self->position + 1),
                 PROP_LABEL);
}

AppFieldKind
app_field_get_kind (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), APP_FIELD_JSON);
  return self->schema.kind;
}

const char *
app_field_get_key (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->key;
}

const char *
app_field_get_label (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->label;
}

const char *
app_field_get_description (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->description;
}

const char *
app_field_get_hint (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->hint;
}

const char *
app_field_get_placeholder (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->placeholder;
}

const char *
app_field_get_constraints (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->constraints;
}

gboolean
app_field_is_required (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->required;
}

gboolean
app_field_is_nullable (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->schema.nullable;
}

gboolean
app_field_is_secret (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->secret;
}

gboolean
app_field_is_extra (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->extra;
}

gboolean
app_field_is_item (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->position != G_MAXUINT;
}

GListModel *
app_field_get_options (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->options;
}

McpJsonValue
app_field_get_schema (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), MCP_JSON_NO_VALUE);
  return self->schema.schema;
}

AppField *
app_field_get_parent (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->parent;
}

guint
app_field_get_depth (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), 0);
  return self->depth;
}

AppFieldPresence
app_field_get_presence (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), APP_PRESENCE_ABSENT);
  return self->presence;
}

const char *
app_field_get_text (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->text;
}

gboolean
app_field_is_text_exact (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->exact;
}

const char *
app_field_get_summary (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->summary;
}

const char *
app_field_get_error (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->error;
}

gboolean
app_field_get_active (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->active;
}

guint
app_field_get_selected (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), G_MAXUINT);
  return self->selected;
}

guint
app_field_get_position (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), G_MAXUINT);
  return self->position;
}

AppCompleter *
app_field_get_completer (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->form != NULL ? app_form_get_completer (self->form) : NULL;
}
