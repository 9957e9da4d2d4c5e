/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-template-form.h"

#include <glib/gi18n-lib.h>

#include "app-redactor.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-error.h"

struct _AppTemplateForm
{
  GObject parent_instance;

  StoreServerTemplate *template;
  guint      option;
  char      *folder; /* (nullable) */
  char      *name;   /* (nullable): that the server is to have */
  GPtrArray *inputs; /* of AppTemplateInput */
};

enum {
  PROP_MISSING = 1,
  PROP_PREVIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppTemplateForm,
                               app_template_form,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppTemplateForm,
                                                         inputs,
                                                         APP_TYPE_TEMPLATE_INPUT))

MCP_DEFINE_FINALIZE (AppTemplateForm, app_template_form)
{
  g_ptr_array_unref (self->inputs);
  g_clear_pointer (&self->template, store_server_template_unref);
  g_free (self->folder);
  g_free (self->name);
}

MCP_DEFINE_CLASS (AppTemplateForm, app_template_form)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_MISSING] = { "missing", G_TYPE_STRING, G_CALLBACK (app_template_form_dup_missing),
                       .is_made = TRUE },
    [PROP_PREVIEW] = { "preview", G_TYPE_STRING, G_CALLBACK (app_template_form_dup_preview),
                       .is_made = TRUE },
  };

  object_class->finalize = app_template_form_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_template_form_init (AppTemplateForm *self)
{
  self->inputs = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
on_values_changed (AppTemplateForm *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISSING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PREVIEW]);
}

AppTemplateForm *
app_template_form_new (StoreServerTemplate *template, guint option, const char *folder)
{
  GPtrArray *definitions;

  g_return_val_if_fail (template != NULL, NULL);
  g_return_val_if_fail (option < store_server_template_get_n_options (template), NULL);

  AppTemplateForm *self = g_object_new (APP_TYPE_TEMPLATE_FORM, NULL);
  self->template = store_server_template_ref (template);
  self->option = option;
  self->folder = g_strdup (folder);
  definitions =
      store_template_option_get_inputs (store_server_template_get_option (template, option));
  for (guint i = 0; i < definitions->len; i++)
    {
      AppTemplateInput *input = app_template_input_new (template, definitions->pdata[i]);

      mcp_signal_connect (input, "notify::values", on_values_changed, self);
      g_ptr_array_add (self->inputs, input);
    }
  return self;
}

const StoreTemplateOption *
app_template_form_get_option (AppTemplateForm *self)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), NULL);
  return store_server_template_get_option (self->template, self->option);
}

gboolean
app_template_form_add_value (AppTemplateForm *self,
                             const char      *key,
                             const char      *value,
                             GError         **error)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), FALSE);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      AppTemplateInput *input = self->inputs->pdata[i];

      if (!g_str_equal (app_template_input_get_definition (input)->key, key))
        continue;
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_strv_builder_addv (builder, (const char **)app_template_input_get_values (input));
      g_strv_builder_add (builder, value);
      g_auto (GStrv) values = g_strv_builder_end (builder);
      app_template_input_set_values (input, (const char *const *)values);
      return TRUE;
    }
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is nothing called “%s” to fill in",
               key);
  return FALSE;
}

void
app_template_form_set_name (AppTemplateForm *self, const char *name)
{
  g_return_if_fail (APP_IS_TEMPLATE_FORM (self));

  g_free (self->name);
  self->name = g_strdup (name);
}

/* What is missing and what is wrong */

char *
app_template_form_dup_missing (AppTemplateForm *self)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  const char *wrong = NULL;

  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), NULL);

  const char *problem = store_template_option_get_problem (app_template_form_get_option (self));
  if (problem != NULL)
    return g_strdup (problem);
  for (guint i = 0; i < self->inputs->len; i++)
    {
      AppTemplateInput *input = self->inputs->pdata[i];

      if (app_template_input_is_missing (input))
        g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "",
                                app_template_input_get_definition (input)->title);
      else if (wrong == NULL)
        wrong = app_template_input_get_error (input);
    }
  if (titles->len > 0)
    /* Translators: %s is a list of titles, for example "API key, Folder" */
    return g_strdup_printf (_ ("Fill in first: %s"), titles->str);
  return wrong != NULL ? g_strdup_printf ("%s.", wrong) : NULL;
}

/* What becomes of it */

/* @for_eyes: secrets are masked, and what is missing or wrong has its title in its place
 * Returns: (transfer full) (element-type utf8 GStrv) */
static GHashTable *
collect (AppTemplateForm *self, gboolean for_eyes)
{
  GHashTable *values =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_strfreev);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      AppTemplateInput         *input = self->inputs->pdata[i];
      const StoreTemplateInput *definition = app_template_input_get_definition (input);
      const char *const        *typed = app_template_input_get_values (input);
      GStrv                     held = store_template_input_dup_values (definition, typed);

      if (for_eyes && definition->secret && held[0] != NULL)
        {
          g_strfreev (held);
          held = g_strsplit (APP_REDACTOR_MASK, "\n", 1);
        }
      if (held[0] != NULL)
        g_hash_table_insert (values, (gpointer)definition->key, held);
      else
        g_strfreev (held);
    }
  return values;
}

/* The inputs as they are shown before they are complete: none is required, and none has a kind that
 * its title would offend. */
static StoreProfile *
dup_seen (AppTemplateForm *self, GStrv *secrets)
{
  g_autoptr (GHashTable) values = collect (self, TRUE);

  return store_template_option_preview (app_template_form_get_option (self), values, self->folder,
                                        secrets);
}

char *
app_template_form_dup_preview (AppTemplateForm *self)
{
  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), NULL);

  g_autoptr (StoreProfile) profile = dup_seen (self, NULL);
  return profile != NULL ? store_profile_dup_summary (profile) : NULL;
}

static void
add_settings (GStrvBuilder *builder, const StoreVariables *variables, const char *separator)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *line = g_strconcat (store_variables_get_name (variables, i), separator,
                                           value != NULL ? value : APP_REDACTOR_MASK, NULL);

      g_strv_builder_add (builder, line);
    }
}

GStrv
app_template_form_dup_settings (AppTemplateForm *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), NULL);

  g_autoptr (StoreProfile) profile = dup_seen (self, NULL);
  if (profile != NULL)
    {
      add_settings (builder, store_profile_get_endpoint (profile)->environment, "=");
      add_settings (builder, store_profile_get_endpoint (profile)->headers, ": ");
    }
  return g_strv_builder_end (builder);
}

gboolean
app_template_form_exposes_secret (AppTemplateForm *self)
{
  g_auto (GStrv) secrets = NULL;

  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), FALSE);

  g_autoptr (StoreProfile) profile = dup_seen (self, &secrets);
  return profile != NULL && (g_strv_contains ((const char *const *)secrets, "arguments") ||
                             g_strv_contains ((const char *const *)secrets, "url"));
}

StoreProfile *
app_template_form_dup_profile (AppTemplateForm *self, GStrv *secrets, GError **error)
{
  StoreProfile *profile;

  g_return_val_if_fail (APP_IS_TEMPLATE_FORM (self), NULL);

  g_autoptr (GHashTable) values = collect (self, FALSE);
  profile = store_server_template_resolve (self->template, self->option, values, self->folder,
                                           secrets, error);
  if (profile != NULL && self->name != NULL)
    g_object_set (profile, "name", self->name, NULL);
  return profile;
}

AppProfileDraft *
app_template_form_dup_draft (AppTemplateForm *self, AppWorkspace *workspace, GError **error)
{
  g_auto (GStrv) secrets = NULL;
  g_autoptr (StoreProfile) profile = app_template_form_dup_profile (self, &secrets, error);

  if (profile == NULL)
    return NULL;
  g_autofree char *name = store_profile_list_dup_free_name (app_workspace_get_book (workspace),
                                                            store_profile_get_name (profile));
  g_object_set (profile, "name", name, NULL);
  AppProfileDraft *draft = app_profile_draft_new_imported (workspace, profile);
  app_profile_draft_take_secrets (draft, (const char *const *)secrets);
  return draft;
}
