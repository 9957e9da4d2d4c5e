/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-import.h"
#include "store-client-import.h"
#include "store-profile.h"

struct _AppImport
{
  GObject parent_instance;

  char       *application;
  char       *path;
  GListStore *profiles;
};

enum {
  PROP_0,
  PROP_APPLICATION,
  PROP_PATH,
  PROP_PROFILES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppImport, app_import, G_TYPE_OBJECT)

static void
app_import_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppImport *self = APP_IMPORT (object);

  switch (id)
    {
    case PROP_APPLICATION:
      g_value_set_string (value, self->application);
      break;
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_PROFILES:
      g_value_set_object (value, self->profiles);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_import_finalize (GObject *object)
{
  AppImport *self = APP_IMPORT (object);

  g_free (self->application);
  g_free (self->path);
  g_clear_object (&self->profiles);
  G_OBJECT_CLASS (app_import_parent_class)->finalize (object);
}

static void
app_import_class_init (AppImportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = app_import_get_property;
  object_class->finalize = app_import_finalize;

  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  properties[PROP_APPLICATION] = g_param_spec_string ("application", NULL, NULL, "", flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, "", flags);
  properties[PROP_PROFILES] =
      g_param_spec_object ("profiles", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_import_init (AppImport *self)
{
  self->profiles = g_list_store_new (STORE_TYPE_PROFILE);
}

const char *
app_import_get_application (AppImport *self)
{
  g_return_val_if_fail (APP_IS_IMPORT (self), NULL);
  return self->application;
}

const char *
app_import_get_path (AppImport *self)
{
  g_return_val_if_fail (APP_IS_IMPORT (self), NULL);
  return self->path;
}

GListModel *
app_import_get_profiles (AppImport *self)
{
  g_return_val_if_fail (APP_IS_IMPORT (self), NULL);
  return G_LIST_MODEL (self->profiles);
}

static AppImport *
new_for_store (StoreClientImport *import)
{
  const StoreClientFormat *format = store_client_import_get_format (import);
  GPtrArray               *profiles = store_client_import_get_profiles (import);

  if (profiles->len == 0)
    return NULL;
  AppImport *self = g_object_new (APP_TYPE_IMPORT, NULL);
  self->application = g_strdup (format != NULL ? format->name : "");
  self->path = g_strdup (store_client_import_get_path (import));
  for (guint i = 0; i < profiles->len; i++)
    g_list_store_append (self->profiles, g_ptr_array_index (profiles, i));
  return self;
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GPtrArray) found = store_client_import_find_finish (result, &error);

  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autoptr (GListStore) imports = g_list_store_new (APP_TYPE_IMPORT);
  for (guint i = 0; i < found->len; i++)
    {
      g_autoptr (AppImport) import = new_for_store (g_ptr_array_index (found, i));
      if (import != NULL)
        g_list_store_append (imports, import);
    }
  g_task_return_pointer (task, g_steal_pointer (&imports), g_object_unref);
}

void
app_import_find_async (const char         *home,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, app_import_find_async);
  store_client_import_find_async (home, NULL, cancellable, on_found, task);
}

GListModel *
app_import_find_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
