/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-place.h"

struct _StoreClientPlace
{
  const StoreClientFormat *format;
  StoreClientScope         scope;
  char                    *path;
  char                    *project; /* (nullable) */
  GStrv                    root;
  gboolean                 named;
};

/* Takes @path. */
static StoreClientPlace *
place_new (const StoreClientFormat *format,
           StoreClientScope         scope,
           char                    *path,
           const char              *project,
           const char *const       *root)
{
  StoreClientPlace *self = g_atomic_rc_box_new0 (StoreClientPlace);

  self->format = format;
  self->scope = scope;
  self->path = path;
  self->project = g_strdup (project);
  self->root = g_strdupv ((char **)root);
  return self;
}

/* The names of projects lead through their folder. Returns: (transfer full) */
static GStrv
make_local_root (const char *const *names, const char *project)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (; *names != NULL; names++)
    g_strv_builder_add (builder, g_str_equal (*names, "*") ? project : *names);
  return g_strv_builder_end (builder);
}

StoreClientPlace *
store_client_place_new (const StoreClientFormat *format,
                        StoreClientScope         scope,
                        const StoreClientHome   *home,
                        const char              *project)
{
  g_auto (GStrv) local = NULL;
  char *path = store_client_format_dup_path (format, scope, home, project);

  if (path == NULL)
    return NULL;
  if (scope == STORE_CLIENT_LOCAL)
    local = make_local_root (format->local_root, project);
  return place_new (format, scope, path, scope != STORE_CLIENT_USER ? project : NULL,
                    local != NULL ? (const char *const *)local : format->root);
}

StoreClientPlace *
store_client_place_new_for_file (const StoreClientFormat *format,
                                 const char              *path,
                                 const char *const       *root)
{
  StoreClientPlace *self = place_new (format, STORE_CLIENT_USER, g_strdup (path), NULL,
                                      root != NULL ? root : format->root);

  self->named = TRUE;
  return self;
}

StoreClientPlace *
store_client_place_ref (StoreClientPlace *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (StoreClientPlace *self)
{
  g_free (self->path);
  g_free (self->project);
  g_strfreev (self->root);
}

void
store_client_place_unref (StoreClientPlace *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

const StoreClientFormat *
store_client_place_get_format (StoreClientPlace *self)
{
  return self->format;
}

StoreClientScope
store_client_place_get_scope (StoreClientPlace *self)
{
  return self->scope;
}

gboolean
store_client_place_is_named (StoreClientPlace *self)
{
  return self->named;
}

const char *
store_client_place_get_path (StoreClientPlace *self)
{
  return self->path;
}

const char *
store_client_place_get_project (StoreClientPlace *self)
{
  return self->project;
}

const char *const *
store_client_place_get_root (StoreClientPlace *self)
{
  return (const char *const *)self->root;
}

GStrv
store_client_place_dup_entry_path (StoreClientPlace *self, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **)self->root);
  g_strv_builder_add (builder, name);
  return g_strv_builder_end (builder);
}
