/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-format.h"

#include "store-client-table.h"

#include <string.h>

struct _StoreClientHome
{
  char    *home;
  char    *config;
  gboolean is_own; /* so that variables of the environment count */
};

static const StoreClientFormat *
find (const StoreClientFormat *const *table, const char *id)
{
  for (guint i = 0; table[i] != NULL; i++)
    if (g_strcmp0 (table[i]->id, id) == 0)
      return table[i];
  return NULL;
}

const StoreClientFormat *const *
store_client_format_get_all (void)
{
  return store_client_table;
}

const StoreClientFormat *
store_client_format_find (const char *id)
{
  return find (store_client_table, id);
}

const StoreClientFormat *const *
store_client_format_get_sources (void)
{
  return store_client_sources;
}

const StoreClientFormat *
store_client_format_find_source (const char *id)
{
  return find (store_client_sources, id);
}

StoreClientHome *
store_client_home_new (const char *home)
{
  StoreClientHome *self = g_new0 (StoreClientHome, 1);

  self->is_own = home == NULL;
  self->home = g_strdup (home != NULL ? home : g_get_home_dir ());
  self->config =
      home != NULL ? g_build_filename (home, ".config", NULL) : g_strdup (g_get_user_config_dir ());
  return self;
}

void
store_client_home_free (StoreClientHome *self)
{
  g_free (self->home);
  g_free (self->config);
  g_free (self);
}

/* Returns: (transfer full) (nullable): %NULL where it begins with a variable that is not set */
static char *
expand (const StoreClientHome *home, const char *path)
{
  static const char config[] = "$XDG_CONFIG_HOME/";
  const char       *rest = strchr (path, '/');

  if (g_str_has_prefix (path, "~/"))
    return g_build_filename (home->home, path + 2, NULL);
  if (g_str_has_prefix (path, config))
    return g_build_filename (home->config, path + strlen (config), NULL);
  if (*path == '$')
    {
      g_autofree char *name = g_strndup (path + 1, rest - path - 1);
      const char      *folder = home->is_own ? g_getenv (name) : NULL;

      return folder != NULL && *folder != '\0' ? g_build_filename (folder, rest, NULL) : NULL;
    }
  return g_strdup (path);
}

/* Returns: (transfer full) (nullable): the first that exists, else the first */
static char *
find_path (const StoreClientHome *home, const char *const *paths)
{
  g_autofree char *first = NULL;

  for (; *paths != NULL; paths++)
    {
      g_autofree char *path = expand (home, *paths);

      if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
      if (first == NULL)
        first = g_steal_pointer (&path);
    }
  return g_steal_pointer (&first);
}

char *
store_client_format_dup_path (const StoreClientFormat *format,
                              StoreClientScope         scope,
                              const StoreClientHome   *home,
                              const char              *project)
{
  if (scope == STORE_CLIENT_USER)
    return format->user_paths != NULL ? find_path (home, format->user_paths) : NULL;
  return format->project_path != NULL && project != NULL
             ? g_build_filename (project, format->project_path, NULL)
             : NULL;
}

gboolean
store_client_format_is_installed (const StoreClientFormat *format, const StoreClientHome *home)
{
  for (guint i = 0; format->traces != NULL && format->traces[i] != NULL; i++)
    {
      g_autofree char *path = expand (home, format->traces[i]);

      if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}
