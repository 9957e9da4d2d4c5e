/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  PROP_REFERENCE,
  PROP_UNUSED,
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
  app_field_schema_clear (&self->schema);
  g_clear_pointer (&self->applying, g_array_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
  g_clear_pointer (&self->index, mcp_schema_unref);
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
  g_clear_pointer (&self->reference, app_reference_unref);
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
    case PROP_REFERENCE:
      g_value_set_boxed (value, self->reference);
      break;
    case PROP_UNUSED:
      g_value_set_boolean (value, self->unused);
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
  properties[PROP_REFERENCE] =
      g_param_spec_boxed ("reference", NULL, NULL, APP_TYPE_REFERENCE, flags);
  properties[PROP_UNUSED] = g_param_spec_boolean ("unused", NULL, NULL, FALSE, flags);
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

  if (self->reference != NULL)
    return g_strdup (problem);
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
  if (app_field_read_reference (self, pointer->str))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REFERENCE]);
  if (self->variant != NULL)
    app_field_refresh_branch (self, value, pointer);
  take_string (self, &self->error, dup_error (self, pointer->str), PROP_ERROR);
  if (self->children != NULL)
    app_field_refresh_children (self, value, pointer);
  if (app_field_is_loose_item (self))
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

void
app_field_set_required (AppField *self, gboolean required)
{
  if (self->required == required)
    return;
  self->required = required;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REQUIRED]);
}

void
app_field_set_unused (AppField *self, gboolean unused)
{
  if (self->unused == unused)
    return;
  self->unused = unused;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_UNUSED]);
}

gboolean
app_field_is_unused (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->unused;
}

gboolean
app_field_is_selector (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->selector;
}

gboolean
app_field_is_fixed (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return self->fixed;
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
