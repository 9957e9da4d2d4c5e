/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-json-pointer.h"
#include "app-visible-text.h"
#include "mcp-finding.h"
#include "mcp-json-writer.h"

/* What a schema is quoted with on one line. */
#define NOTICE_CHARACTERS 300u

enum {
  PROP_ROOT = 1,
  PROP_TEXT,
  PROP_TEXT_VALID,
  PROP_TEXT_ERROR,
  PROP_WILL_SEND,
  PROP_N_PROBLEMS,
  PROP_ATTEMPTED,
  PROP_MODIFIED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_PRESETS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

G_DEFINE_FINAL_TYPE (AppForm, app_form, G_TYPE_OBJECT)

static void
app_form_finalize (GObject *object)
{
  AppForm *self = APP_FORM (object);

  if (self->root != NULL)
    app_field_detach (self->root);
  g_clear_object (&self->root);
  g_clear_object (&self->problems);
  g_clear_pointer (&self->by_pointer, g_hash_table_unref);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_clear_pointer (&self->validator, mcp_schema_unref);
  g_clear_pointer (&self->layout, mcp_schema_unref);
  g_free (self->text);
  g_free (self->text_error);
  g_free (self->initial);
  g_free (self->notice);
  g_free (self->will_send);
  g_clear_object (&self->completer);
  g_clear_object (&self->resource_text);
  g_clear_object (&self->presets);
  g_clear_object (&self->own_presets);
  app_form_history_free (self->history);
  g_free (self->typing);
  app_form_free_references (self);
  G_OBJECT_CLASS (app_form_parent_class)->finalize (object);
}

static void
app_form_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppForm *self = APP_FORM (object);

  switch (id)
    {
    case PROP_ROOT:
      g_value_set_object (value, self->root);
      break;
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_TEXT_VALID:
      g_value_set_boolean (value, self->text_error == NULL);
      break;
    case PROP_TEXT_ERROR:
      g_value_set_string (value, self->text_error);
      break;
    case PROP_WILL_SEND:
      g_value_set_string (value, self->will_send);
      break;
    case PROP_N_PROBLEMS:
      g_value_set_uint (value, self->n_problems);
      break;
    case PROP_ATTEMPTED:
      g_value_set_boolean (value, self->attempted);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, app_form_is_modified (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, app_form_can_undo (self));
      break;
    case PROP_PRESETS:
      g_value_set_object (value, self->presets);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, app_form_can_redo (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_form_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AppForm *self = APP_FORM (object);

  switch (id)
    {
    case PROP_TEXT:
      app_form_set_json (self, g_value_get_string (value));
      break;
    case PROP_ATTEMPTED:
      app_form_set_attempted (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_form_class_init (AppFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GParamFlags   both = flags | G_PARAM_WRITABLE;

  object_class->finalize = app_form_finalize;
  object_class->get_property = app_form_get_property;
  object_class->set_property = app_form_set_property;

  properties[PROP_ROOT] = g_param_spec_object ("root", NULL, NULL, APP_TYPE_FIELD, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, both);
  properties[PROP_TEXT_VALID] = g_param_spec_boolean ("text-valid", NULL, NULL, TRUE, flags);
  properties[PROP_TEXT_ERROR] = g_param_spec_string ("text-error", NULL, NULL, NULL, flags);
  properties[PROP_WILL_SEND] = g_param_spec_string ("will-send", NULL, NULL, NULL, flags);
  properties[PROP_N_PROBLEMS] =
      g_param_spec_uint ("n-problems", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_ATTEMPTED] = g_param_spec_boolean ("attempted", NULL, NULL, FALSE, both);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_PRESETS] = g_param_spec_object ("presets", NULL, NULL, APP_TYPE_PRESETS, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  changed_signal = g_signal_new ("changed",
                                 G_TYPE_FROM_CLASS (klass),
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
app_form_init (AppForm *self)
{
  self->problems = g_list_store_new (APP_TYPE_FORM_PROBLEM);
  self->by_pointer = g_hash_table_new (g_str_hash, g_str_equal);
  self->will_send = g_strdup ("");
  self->history = app_form_history_new ();
  self->marks = app_reference_marks_new ();
}

void
app_form_changed (AppForm *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* The schema without its dialect's name, so that it is read as one that is much alike. */
static McpSchema *
read_alike (McpJsonValue schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, schema);
  while (mcp_json_iter_next (&iter, &name, &value))
    if (!mcp_json_value_string_equals (name, "$schema"))
      {
        mcp_json_writer_name_value (writer, name);
        mcp_json_writer_value (writer, value);
      }
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_schema_new_with (mcp_json_document_get_root (document), MCP_SCHEMA_DRAFT_07, NULL);
}

/* Returns: (nullable) */
static char *
dup_notice (McpSchema *schema)
{
  static const char *const codes[] = { "schema-reference-outside", "schema-reference-unresolved",
                                       "schema-too-large", "schema-not-a-schema", NULL };
  GPtrArray               *findings = mcp_schema_get_findings (schema);
  g_autofree char         *dialect = NULL;
  g_autofree char         *visible = NULL;

  if (mcp_schema_node_get_dialect (mcp_schema_get_root (schema)) == MCP_SCHEMA_DIALECT_UNKNOWN)
    {
      dialect = mcp_json_value_dup_member_string (mcp_schema_get_value (schema), "$schema");
      visible = app_visible_text_line (dialect, NOTICE_CHARACTERS);
      return g_strdup_printf (_ ("Values are not checked: the schema is written in %s, which is "
                                 "not known here"),
                              visible);
    }
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      McpFinding *finding = g_ptr_array_index (findings, i);

      if (!g_strv_contains (codes, mcp_finding_get_code (finding)))
        continue;
      visible = app_visible_text_line (mcp_finding_get_text (finding), NOTICE_CHARACTERS);
      return g_strdup_printf (_ ("Not everything is checked: %s"), visible);
    }
  return NULL;
}

/* Values are checked by what the schema says, and by nothing else; rows may be guessed. */
static void
read_schema (AppForm *self, McpJsonValue schema)
{
  g_autoptr (McpJsonDocument) anything = NULL;

  if (!mcp_json_value_exists (schema))
    {
      anything = mcp_json_document_parse_text ("true", -1, NULL);
      schema = mcp_json_document_get_root (anything);
    }
  self->validator = mcp_schema_new (schema);
  self->notice = dup_notice (self->validator);
  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT &&
      mcp_schema_node_get_dialect (mcp_schema_get_root (self->validator)) ==
          MCP_SCHEMA_DIALECT_UNKNOWN)
    self->layout = read_alike (schema);
  else
    self->layout = mcp_schema_ref (self->validator);
}

AppForm *
app_form_new (McpJsonValue schema, AppFormFlags flags)
{
  AppForm *self = g_object_new (APP_TYPE_FORM, NULL);
  g_autoptr (GString) pointer = g_string_new (NULL);

  self->flags = flags;
  read_schema (self, schema);
  self->root = app_field_new_root (self, self->layout);
  self->initial = app_field_schema_dup_initial (&self->root->schema,
                                                (flags & APP_FORM_PREFILL) != 0,
                                                app_form_hides_presets (self));
  app_form_put_text (self, g_strdup (self->initial));
  return self;
}

AppField *
app_form_get_root (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->root;
}

static AppField *find_in (AppField *field, const char *pointer, gboolean make);

/* Among the fields inside of one, which is no VARIANT. */
static AppField *
find_child (AppField *field, const char *pointer, gboolean make)
{
  GListModel *children =
      make ? app_field_get_children (field) : G_LIST_MODEL (field->children);
  guint            n_children = children != NULL ? g_list_model_get_n_items (children) : 0;
  const char      *rest = pointer;
  g_autofree char *token = app_json_pointer_take (&rest);

  for (guint i = 0; i < n_children; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      char position[16] = "";

      if (child->selector)
        {
          AppField *found = find_in (child, pointer, make);

          if (found != NULL)
            return found;
          continue;
        }
      if (child->position != G_MAXUINT)
        g_snprintf (position, sizeof position, "%u", child->position);
      if (strcmp (*position != '\0' ? position : child->key, token) == 0)
        return find_in (child, rest, make);
    }
  return NULL;
}

/* @make: whether fields are made on the way */
static AppField *
find_in (AppField *field, const char *pointer, gboolean make)
{
  if (*pointer == '\0')
    return field;
  while (field != NULL && field->variant != NULL)
    field = make ? app_field_get_branch (field) : app_field_peek_branch (field);
  return field != NULL ? find_child (field, pointer, make) : NULL;
}

AppField *
app_form_find_field (AppForm *self, const char *pointer)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  return *pointer == '\0' || *pointer == '/' ? find_in (self->root, pointer, TRUE) : NULL;
}

AppField *
app_form_peek_field (AppForm *self, const char *pointer)
{
  return find_in (self->root, pointer, FALSE);
}

char *
app_form_dup_json (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return g_strdup (self->text);
}

gboolean
app_form_is_text_valid (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return self->text_error == NULL;
}

gboolean
app_form_is_editable (AppForm *self)
{
  return self->text_error == NULL &&
         mcp_json_value_get_kind (app_form_get_value (self)) == MCP_JSON_OBJECT;
}

const char *
app_form_get_text_error (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->text_error;
}

void
app_form_reset (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  app_form_set_attempted (self, FALSE);
  app_form_set_json (self, self->initial);
}

gboolean
app_form_is_modified (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return strcmp (self->text, self->initial) != 0;
}

char *
app_form_dup_arguments (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);

  if (self->text_error != NULL)
    return NULL;
  return mcp_json_value_print_compact (app_form_get_value (self));
}

McpJsonValue
app_form_get_value (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), MCP_JSON_NO_VALUE);
  return mcp_json_document_get_root (self->document);
}

const char *
app_form_get_will_send (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->will_send;
}

const char *
app_form_get_notice (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->notice;
}

GListModel *
app_form_get_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return G_LIST_MODEL (self->problems);
}

guint
app_form_get_n_problems (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), 0);
  return self->n_problems;
}

gboolean
app_form_hides_presets (AppForm *self)
{
  return (self->flags & APP_FORM_KEEP_PRESETS) == 0;
}

void
app_form_set_attempted (AppForm *self, gboolean attempted)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->attempted == !!attempted)
    return;
  self->attempted = !!attempted;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ATTEMPTED]);
  app_form_refresh (self);
}

gboolean
app_form_is_attempted (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return self->attempted;
}

void
app_form_set_completer (AppForm *self, AppCompleter *completer)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_set_object (&self->completer, G_OBJECT (completer));
}

AppCompleter *
app_form_get_completer (AppForm *self)
{
  return (AppCompleter *)self->completer;
}

void
app_form_set_resource_text (AppForm *self, AppResourceText *texts)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_set_object (&self->resource_text, G_OBJECT (texts));
}

AppResourceText *
app_form_get_resource_text (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return (AppResourceText *)self->resource_text;
}
