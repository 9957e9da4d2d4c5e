/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-option.h"
#include "app-form-schema.h"
#include "mcp-json-writer.h"

struct _AppPreset
{
  GObject parent_instance;

  char         *path;
  char         *label;
  char         *description;
  char         *mime_type;
  char         *default_lexeme;
  char         *lexeme;
  char         *error;
  GListModel   *options;
  AppPresetKind kind;
  gboolean      required;
};

enum {
  PROP_PATH = 1,
  PROP_LABEL,
  PROP_DESCRIPTION,
  PROP_MIME_TYPE,
  PROP_KIND,
  PROP_REQUIRED,
  PROP_DEFAULT_LEXEME,
  PROP_LEXEME,
  PROP_ERROR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppPreset, app_preset, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (AppPresetKind,
                    app_preset_kind,
                    G_DEFINE_ENUM_VALUE (APP_PRESET_STRING, "string"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_NUMBER, "number"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_BOOLEAN, "boolean"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_ENUM, "enum"),
                    G_DEFINE_ENUM_VALUE (APP_PRESET_LIST, "list"))

static void
app_preset_finalize (GObject *object)
{
  AppPreset *self = APP_PRESET (object);

  g_free (self->path);
  g_free (self->label);
  g_free (self->description);
  g_free (self->mime_type);
  g_free (self->default_lexeme);
  g_free (self->lexeme);
  g_free (self->error);
  g_clear_object (&self->options);
  G_OBJECT_CLASS (app_preset_parent_class)->finalize (object);
}

static void
app_preset_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppPreset *self = APP_PRESET (object);

  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_MIME_TYPE:
      g_value_set_string (value, self->mime_type);
      break;
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_REQUIRED:
      g_value_set_boolean (value, self->required);
      break;
    case PROP_DEFAULT_LEXEME:
      g_value_set_string (value, self->default_lexeme);
      break;
    case PROP_LEXEME:
      g_value_set_string (value, self->lexeme);
      break;
    case PROP_ERROR:
      g_value_set_string (value, self->error);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_preset_class_init (AppPresetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = app_preset_finalize;
  object_class->get_property = app_preset_get_property;

  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_MIME_TYPE] = g_param_spec_string ("mime-type", NULL, NULL, NULL, flags);
  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, APP_TYPE_PRESET_KIND, 0, flags);
  properties[PROP_REQUIRED] = g_param_spec_boolean ("required", NULL, NULL, FALSE, flags);
  properties[PROP_DEFAULT_LEXEME] =
      g_param_spec_string ("default-lexeme", NULL, NULL, NULL, flags);
  properties[PROP_LEXEME] = g_param_spec_string ("lexeme", NULL, NULL, NULL, flags);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_preset_init (AppPreset *self)
{
}

static gboolean
parse_mime_type (const char *text, AppPresetKind *kind)
{
  static const char *const prefixes[] = { "application/vnd.dust.tool-input.",
                                          "application/vnd.dust.tool_input.",
                                          "application/vnd.dust.configuration." };
  static const char *const kinds[] = { "string", "number", "boolean", "enum", "list" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      if (!g_str_has_prefix (text, prefixes[i]))
        continue;
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (strcmp (text + strlen (prefixes[i]), kinds[k]) == 0)
          {
            *kind = (AppPresetKind)k;
            return TRUE;
          }
    }
  return FALSE;
}

gboolean
app_preset_detect (McpJsonValue   root,
                   McpJsonValue   schema,
                   AppPresetKind *kind,
                   char         **mime_type)
{
  AppFormSchema    view;
  McpJsonValue     inside;
  McpJsonValue     marker;
  g_autofree char *text = NULL;
  AppPresetKind    found;

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    return FALSE;
  app_form_schema_read (&view, root, schema, NULL);
  inside = app_form_schema_get_properties (&view);
  marker = app_form_schema_follow (root, mcp_json_value_get_member (inside, "mimeType"));
  text = mcp_json_value_dup_string (app_form_schema_get_constant (marker), NULL);
  if (text == NULL || !parse_mime_type (text, &found) ||
      !mcp_json_value_exists (
          mcp_json_value_get_member (inside, found == APP_PRESET_LIST ? "values" : "value")))
    return FALSE;
  if (kind != NULL)
    *kind = found;
  if (mime_type != NULL)
    *mime_type = g_steal_pointer (&text);
  return TRUE;
}

/* The choices: anyOf objects whose value and label are constants. */
static GListModel *
read_options (McpJsonValue root, McpJsonValue inside)
{
  McpJsonValue options = mcp_json_value_get_member (inside, "options");
  GListStore  *list;
  McpJsonValue branch;
  McpJsonIter  iter;

  options = mcp_json_value_get_member (app_form_schema_follow (root, options), "anyOf");
  if (mcp_json_value_get_n_items (options) == 0)
    return NULL;
  list = g_list_store_new (APP_TYPE_FIELD_OPTION);
  mcp_json_iter_init (&iter, options);
  while (mcp_json_iter_next (&iter, NULL, &branch))
    {
      McpJsonValue     members;
      McpJsonValue     value;
      g_autofree char *lexeme = NULL;
      g_autofree char *label = NULL;
      g_autofree char *words = NULL;
      g_autoptr (AppFieldOption) option = NULL;

      branch = app_form_schema_follow (root, branch);
      members = mcp_json_value_get_member (branch, "properties");
      value = app_form_schema_get_constant (mcp_json_value_get_member (members, "value"));
      lexeme = mcp_json_value_dup_text (value);
      if (lexeme == NULL)
        continue;
      label = mcp_json_value_dup_string (
          app_form_schema_get_constant (mcp_json_value_get_member (members, "label")), NULL);
      if (label == NULL)
        label = mcp_json_value_dup_string (value, NULL);
      words = mcp_json_value_dup_member_string (branch, "description");
      option = app_field_option_new (label ? label : lexeme, words, lexeme);
      g_list_store_append (list, option);
    }
  return G_LIST_MODEL (list);
}

static McpJsonValue
find_default (const AppFormSchema *view, AppPresetKind kind)
{
  const char  *name = kind == APP_PRESET_LIST ? "values" : "value";
  McpJsonValue value = app_form_schema_get_annotation (view, "default");
  McpJsonValue inside = app_form_schema_get_properties (view);

  value = mcp_json_value_get_member (value, name);
  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (mcp_json_value_get_member (inside, name), "default");
  return value;
}

AppPreset *
app_preset_new (McpJsonValue root,
                McpJsonValue schema,
                const char  *path,
                const char  *key,
                gboolean     required)
{
  AppPreset    *self = g_object_new (APP_TYPE_PRESET, NULL);
  AppFormSchema view;

  app_preset_detect (root, schema, &self->kind, &self->mime_type);
  app_form_schema_read (&view, root, schema, NULL);
  self->path = g_strdup (path);
  self->required = required;
  self->label = mcp_json_value_dup_string (app_form_schema_get_annotation (&view, "title"), NULL);
  if (self->label == NULL || self->label[0] == '\0')
    {
      g_free (self->label);
      self->label = g_strdup (key);
    }
  self->description =
      mcp_json_value_dup_string (app_form_schema_get_annotation (&view, "description"), NULL);
  self->default_lexeme = mcp_json_value_dup_text (find_default (&view, self->kind));
  self->options = read_options (root, app_form_schema_get_properties (&view));
  app_preset_set_value (self, MCP_JSON_NO_VALUE);
  return self;
}

/* As JavaScript names it, since these messages come from there. */
static const char *
name_type (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      return "undefined";
    case MCP_JSON_BOOLEAN:
      return "boolean";
    case MCP_JSON_NUMBER:
      return "number";
    case MCP_JSON_STRING:
      return "string";
    case MCP_JSON_NULL:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return "object";
    }
}

static gboolean
fits (AppPresetKind kind, McpJsonValue value)
{
  McpJsonValue item;
  McpJsonIter  iter;

  switch (kind)
    {
    case APP_PRESET_NUMBER:
      return mcp_json_value_get_kind (value) == MCP_JSON_NUMBER;
    case APP_PRESET_BOOLEAN:
      return mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN;
    case APP_PRESET_LIST:
      if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
        return FALSE;
      mcp_json_iter_init (&iter, value);
      while (mcp_json_iter_next (&iter, NULL, &item))
        if (mcp_json_value_get_kind (item) != MCP_JSON_STRING)
          return FALSE;
      return TRUE;
    case APP_PRESET_STRING:
    case APP_PRESET_ENUM:
    default:
      return mcp_json_value_get_kind (value) == MCP_JSON_STRING;
    }
}

static char *
dup_error (AppPreset *self, McpJsonValue value)
{
  const char *wanted = _ ("string value");

  if (mcp_json_value_exists (value) ? fits (self->kind, value)
                                    : self->default_lexeme != NULL || !self->required)
    return NULL;
  if (self->kind == APP_PRESET_NUMBER)
    wanted = _ ("number value");
  else if (self->kind == APP_PRESET_BOOLEAN)
    wanted = _ ("boolean value");
  else if (self->kind == APP_PRESET_LIST)
    wanted = _ ("array of string values");
  return g_strdup_printf (_ ("Expected %s for key %s, got %s"),
                          wanted,
                          self->path,
                          name_type (value));
}

void
app_preset_set_value (AppPreset *self, McpJsonValue value)
{
  g_autofree char *lexeme = NULL;
  g_autofree char *error = NULL;

  g_return_if_fail (APP_IS_PRESET (self));

  /* An empty selection is none. */
  if (self->kind == APP_PRESET_LIST && mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (value) == 0)
    value = MCP_JSON_NO_VALUE;
  lexeme = mcp_json_value_dup_text (value);
  error = dup_error (self, value);
  if (g_strcmp0 (lexeme, self->lexeme) != 0)
    {
      g_free (self->lexeme);
      self->lexeme = g_steal_pointer (&lexeme);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LEXEME]);
    }
  if (g_strcmp0 (error, self->error) != 0)
    {
      g_free (self->error);
      self->error = g_steal_pointer (&error);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
    }
}

char *
app_preset_dup_argument (AppPreset *self)
{
  g_autoptr (McpJsonWriter) writer = NULL;
  const char *lexeme;

  g_return_val_if_fail (APP_IS_PRESET (self), NULL);

  lexeme = self->lexeme ? self->lexeme : self->default_lexeme;
  if (lexeme == NULL || self->error != NULL)
    return NULL;
  writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, self->kind == APP_PRESET_LIST ? "values" : "value");
  mcp_json_writer_raw (writer, lexeme, -1);
  mcp_json_writer_member_string (writer, "mimeType", self->mime_type);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

const char *
app_preset_get_path (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->path;
}

const char *
app_preset_get_label (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->label;
}

const char *
app_preset_get_description (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->description;
}

const char *
app_preset_get_mime_type (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->mime_type;
}

AppPresetKind
app_preset_get_kind (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), APP_PRESET_STRING);
  return self->kind;
}

gboolean
app_preset_is_required (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), FALSE);
  return self->required;
}

const char *
app_preset_get_default (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->default_lexeme;
}

GListModel *
app_preset_get_options (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->options;
}

const char *
app_preset_get_lexeme (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->lexeme;
}

const char *
app_preset_get_error (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return self->error;
}
