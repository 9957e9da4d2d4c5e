/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-folder.h"

#include <glib/gi18n-lib.h>

#include "app-session.h"
#include "app-visible-text.h"

/* A path is read by people; the whole of it is in the tooltip. */
#define MAX_LABEL 400

struct _AppFolder
{
  GObject parent_instance;

  GFile *file;
  char  *uri;
  char  *label;
};

enum {
  PROP_0,
  PROP_URI,
  PROP_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppFolder, app_folder, G_TYPE_OBJECT)

static void
app_folder_finalize (GObject *object)
{
  AppFolder *self = APP_FOLDER (object);

  g_clear_object (&self->file);
  g_free (self->uri);
  g_free (self->label);
  G_OBJECT_CLASS (app_folder_parent_class)->finalize (object);
}

static void
app_folder_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppFolder *self = APP_FOLDER (object);

  switch (prop_id)
    {
    case PROP_URI:
      g_value_set_string (value, self->uri);
      break;
    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_folder_class_init (AppFolderClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_folder_finalize;
  object_class->get_property = app_folder_get_property;

  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_folder_init (AppFolder *self)
{
}

static GFile *
read_file (const char *text)
{
  if (g_str_has_prefix (text, "~/") || g_str_equal (text, "~"))
    return g_file_new_build_filename (g_get_home_dir (), text + 1, NULL);
  if (g_path_is_absolute (text))
    return g_file_new_for_path (text);
  if (g_ascii_strncasecmp (text, "file:", 5) == 0)
    return g_file_new_for_uri (text);
  return NULL;
}

AppFolder *
app_folder_new (const char *text, GError **error)
{
  AppFolder *self;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  file = read_file (text);
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("A folder is a whole path or a file: URI."));
      return NULL;
    }
  self = g_object_new (APP_TYPE_FOLDER, NULL);
  self->uri = g_file_get_uri (file);
  self->label = app_visible_text_path (path, MAX_LABEL);
  self->file = g_steal_pointer (&file);
  return self;
}

const char *
app_folder_get_uri (AppFolder *self)
{
  g_return_val_if_fail (APP_IS_FOLDER (self), NULL);
  return self->uri;
}

const char *
app_folder_get_label (AppFolder *self)
{
  g_return_val_if_fail (APP_IS_FOLDER (self), NULL);
  return self->label;
}

char *
app_folder_dup_text (AppFolder *self)
{
  g_return_val_if_fail (APP_IS_FOLDER (self), NULL);
  return g_file_get_path (self->file);
}

gboolean
app_folder_exists (AppFolder *self)
{
  g_return_val_if_fail (APP_IS_FOLDER (self), FALSE);
  return g_file_query_file_type (self->file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY;
}
