/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-template-input.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _AppTemplateInput
{
  GObject parent_instance;

  StoreServerTemplate *template; /* owns the definition */
  const StoreTemplateInput *definition;
  GStrv                     values;
  char                     *error; /* (nullable) */
};

enum {
  PROP_TEXT = 1,
  PROP_VALUES,
  PROP_ERROR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppTemplateInput, app_template_input, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppTemplateInput, app_template_input)
{
  g_clear_pointer (&self->template, store_server_template_unref);
  g_strfreev (self->values);
  g_free (self->error);
}

static const char *
get_text (AppTemplateInput *self)
{
  return self->values[0] != NULL ? self->values[0] : "";
}

static gboolean
has_values (AppTemplateInput *self)
{
  for (guint i = 0; self->values[i] != NULL; i++)
    if (*self->values[i] != '\0')
      return TRUE;
  return FALSE;
}

static void
check (AppTemplateInput *self)
{
  g_autoptr (GError) error = NULL;

  if (has_values (self))
    store_template_input_check (self->definition, (const char *const *)self->values, &error);
  mcp_property_take_text (self, &self->error, error != NULL ? g_strdup (error->message) : NULL,
                          properties[PROP_ERROR]);
}

void
app_template_input_set_values (AppTemplateInput *self, const char *const *values)
{
  static const char *const none[] = { NULL };

  g_return_if_fail (APP_IS_TEMPLATE_INPUT (self));

  if (values == NULL)
    values = none;
  if (g_strv_equal (values, (const char *const *)self->values))
    return;
  g_strfreev (self->values);
  self->values = g_strdupv ((char **)values);
  check (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUES]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
set_text (AppTemplateInput *self, const char *text)
{
  const char *values[] = { text, NULL };

  app_template_input_set_values (self, text != NULL && *text != '\0' ? values : NULL);
}

MCP_DEFINE_CLASS (AppTemplateInput, app_template_input)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, G_CALLBACK (get_text), .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_text) },
    [PROP_VALUES] = { "values", G_TYPE_STRV, G_CALLBACK (app_template_input_get_values),
                      .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (app_template_input_set_values) },
    [PROP_ERROR] = { "error", G_TYPE_STRING, G_CALLBACK (app_template_input_get_error) },
  };

  object_class->finalize = app_template_input_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_template_input_init (AppTemplateInput *self)
{
  self->values = g_new0 (char *, 1);
}

AppTemplateInput *
app_template_input_new (StoreServerTemplate *template, const StoreTemplateInput *definition)
{
  AppTemplateInput *self = g_object_new (APP_TYPE_TEMPLATE_INPUT, NULL);

  self->template = store_server_template_ref (template);
  self->definition = definition;
  return self;
}

MCP_DEFINE_GETTER (const StoreTemplateInput *, AppTemplateInput, app_template_input, definition)

const char *const *
app_template_input_get_values (AppTemplateInput *self)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_INPUT (self), NULL);
  return (const char *const *)self->values;
}

gboolean
app_template_input_is_missing (AppTemplateInput *self)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_INPUT (self), FALSE);
  return self->definition->required && self->definition->defaults[0] == NULL &&
         !has_values (self);
}

MCP_DEFINE_GETTER (const char *, AppTemplateInput, app_template_input, error)
