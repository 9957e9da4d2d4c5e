/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-import-item.h"

#include "mcp-property.h"

#include <glib/gi18n-lib.h>

struct _AppImportItem
{
  GObject parent_instance;

  StoreProfile *profile;
  char         *application;
  char         *path;
  char         *known_as;
  char         *twin;
  char         *error;
  gboolean      selected;
  gboolean      done;
};

enum {
  PROP_SELECTED = 1,
  PROP_DONE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppImportItem, app_import_item, G_TYPE_OBJECT)

static void
app_import_item_finalize (GObject *object)
{
  AppImportItem *self = APP_IMPORT_ITEM (object);

  g_clear_object (&self->profile);
  g_free (self->application);
  g_free (self->path);
  g_free (self->known_as);
  g_free (self->twin);
  g_free (self->error);
  G_OBJECT_CLASS (app_import_item_parent_class)->finalize (object);
}

static void
app_import_item_class_init (AppImportItemClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_SELECTED] = { "selected", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppImportItem, selected),
                        .flags = G_PARAM_WRITABLE,
                        .set = G_CALLBACK (app_import_item_set_selected) },
    [PROP_DONE] = { "done", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppImportItem, done) },
  };

  object_class->finalize = app_import_item_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_import_item_init (AppImportItem *self)
{
}

AppImportItem *
app_import_item_new (StoreProfile *profile, const char *application, const char *path)
{
  g_autoptr (GError) error = NULL;
  AppImportItem *self;

  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  self = g_object_new (APP_TYPE_IMPORT_ITEM, NULL);
  self->profile = g_object_ref (profile);
  self->application = g_strdup (application);
  self->path = g_strdup (path);
  if (!store_profile_validate (profile, &error))
    self->error = g_strdup (error->message);
  self->selected = self->error == NULL;
  return self;
}

StoreProfile *
app_import_item_get_profile (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return self->profile;
}

const char *
app_import_item_get_name (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return store_profile_get_name (self->profile);
}

const char *
app_import_item_get_application (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return self->application;
}

const char *
app_import_item_get_path (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return self->path;
}

char *
app_import_item_dup_summary (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return store_profile_dup_summary (self->profile);
}

static void
add_secret_names (GStrvBuilder *builder, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);

      if (value != NULL && *value != '\0' && store_variables_name_looks_secret (name))
        g_strv_builder_add (builder, name);
    }
}

GStrv
app_import_item_dup_secret_names (AppImportItem *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);

  add_secret_names (builder, store_profile_get_endpoint (self->profile)->environment);
  add_secret_names (builder, store_profile_get_endpoint (self->profile)->headers);
  return g_strv_builder_end (builder);
}

const char *
app_import_item_get_known_as (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return self->known_as;
}

void
app_import_item_set_known_as (AppImportItem *self, const char *name)
{
  g_return_if_fail (APP_IS_IMPORT_ITEM (self));

  g_free (self->known_as);
  self->known_as = g_strdup (name);
  if (name != NULL)
    app_import_item_set_selected (self, FALSE);
}

void
app_import_item_set_twin (AppImportItem *self, const char *application)
{
  g_return_if_fail (APP_IS_IMPORT_ITEM (self));

  g_free (self->twin);
  self->twin = g_strdup (application);
  if (application != NULL)
    app_import_item_set_selected (self, FALSE);
}

char *
app_import_item_dup_remark (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);

  if (self->done)
    return g_strdup (_ ("Added"));
  if (self->error != NULL)
    return g_strdup (self->error);
  if (self->known_as != NULL)
    /* Translators: %s is the name of a server */
    return g_strdup_printf (_ ("Here already as “%s”"), self->known_as);
  if (self->twin != NULL)
    /* Translators: %s is an application */
    return g_strdup_printf (_ ("The same as in %s"), self->twin);
  return NULL;
}

const char *
app_import_item_get_error (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);
  return self->error;
}

gboolean
app_import_item_get_selected (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), FALSE);
  return self->selected;
}

void
app_import_item_set_selected (AppImportItem *self, gboolean selected)
{
  g_return_if_fail (APP_IS_IMPORT_ITEM (self));

  selected = selected && self->error == NULL && !self->done;
  if (selected == self->selected)
    return;
  self->selected = selected;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

gboolean
app_import_item_get_done (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), FALSE);
  return self->done;
}

void
app_import_item_set_done (AppImportItem *self, gboolean done)
{
  g_return_if_fail (APP_IS_IMPORT_ITEM (self));

  if (done == self->done)
    return;
  app_import_item_set_selected (self, FALSE);
  self->done = done;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DONE]);
}
