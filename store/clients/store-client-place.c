/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-place.h"

#include "mcp-object.h"
#include "store-client-text.h"
#include "store-file.h"

struct _StoreClientPlace
{
  const StoreClientFormat *format;
  StoreClientScope         scope;
  char                    *path;
  char                    *project; /* (nullable) */
  char                    *folder;  /* of the user's file */
  GStrv                    root;
  gboolean                 named; /* and not found by its scope */
  GStrv                    paths; /* (nullable): all that it may have in this scope */
  StoreClientPlace        *user;  /* (nullable): what it has besides of the user */
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
  self->folder = g_path_get_dirname (path);
  self->root = g_strdupv ((char **)root);
  return self;
}

StoreClientPlace *
store_client_place_new (const StoreClientFormat *format,
                        StoreClientScope         scope,
                        const StoreClientHome   *home,
                        const char              *project)
{
  char             *path = store_client_format_dup_path (format, scope, home, project);
  StoreClientPlace *self;

  if (path == NULL)
    return NULL;
  self = place_new (format, scope, path, scope != STORE_CLIENT_USER ? project : NULL,
                    format->root);
  if (scope == STORE_CLIENT_LOCAL)
    {
      g_strfreev (self->root);
      self->root = store_client_place_dup_names (self, format->local_root);
    }
  g_autofree char *user = store_client_format_dup_path (format, STORE_CLIENT_USER, home, NULL);
  if (user != NULL)
    {
      g_free (self->folder);
      self->folder = g_path_get_dirname (user);
    }
  self->paths = store_client_format_dup_paths (format, scope, home, project);
  if (format->places.merge != STORE_MERGE_NOTHING && scope == STORE_CLIENT_PROJECT)
    self->user = store_client_place_new (format, STORE_CLIENT_USER, home, NULL);
  return self;
}

/* Returns: (transfer full) */
static StoreClientPlace *
place_new_sibling (StoreClientPlace *self, const char *path, const char *const *root)
{
  StoreClientPlace *sibling =
      place_new (self->format, self->scope, g_strdup (path), self->project, root);

  g_free (sibling->folder);
  sibling->folder = g_strdup (self->folder);
  sibling->paths = g_strdupv (self->paths);
  if (self->user != NULL)
    sibling->user = store_client_place_ref (self->user);
  return sibling;
}

/* Returns: (transfer full) (nullable): %NULL for a file that cannot be read */
static StoreClientText *
read_text (StoreClientPlace *self)
{
  g_autoptr (StoreFile) file = store_file_read (self->path, STORE_CLIENT_MAX_BYTES, NULL);

  return file != NULL && store_file_exists (file)
             ? store_client_text_new (store_file_get_bytes (file), self->format, NULL)
             : NULL;
}

/* The second map of servers, in a file that has one. */
static void
add_second (StoreClientPlace *self, GPtrArray *places)
{
  const char *const *root = self->format->second_root;
  g_autoptr (StoreClientText) text =
      root != NULL && self->scope != STORE_CLIENT_LOCAL ? read_text (self) : NULL;

  if (text != NULL &&
      mcp_json_value_get_kind (store_client_text_get (text, root)) == MCP_JSON_OBJECT)
    g_ptr_array_add (places, place_new_sibling (self, self->path, root));
}

GPtrArray *
store_client_place_list (StoreClientPlace *self)
{
  /* One with the second map lists the first, too. */
  const char *const *first = self->scope == STORE_CLIENT_LOCAL ? (const char *const *)self->root
                                                               : self->format->root;
  GPtrArray         *places =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_place_unref);

  for (guint i = 0; self->paths != NULL && self->paths[i] != NULL; i++)
    {
      if (!g_file_test (self->paths[i], G_FILE_TEST_EXISTS))
        continue;
      StoreClientPlace *place = place_new_sibling (self, self->paths[i], first);
      g_ptr_array_add (places, place);
      add_second (place, places);
      if (!self->format->places.merged)
        break;
    }
  if (places->len == 0)
    g_ptr_array_add (places, store_client_place_ref (self));
  return places;
}

GPtrArray *
store_client_place_list_below (StoreClientPlace *self)
{
  GPtrArray *below =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_place_unref);
  g_autoptr (GPtrArray) places = NULL;
  gboolean found = FALSE;

  if (self->format->places.merge == STORE_MERGE_NOTHING)
    return below;
  places = store_client_place_list (self);
  guint n_own = places->len;
  if (self->user != NULL)
    g_ptr_array_extend_and_steal (places, store_client_place_list (self->user));
  for (guint i = 0; i < places->len; i++)
    {
      StoreClientPlace *place = places->pdata[i];

      if (!g_strv_equal ((const char *const *)place->root, (const char *const *)self->root))
        continue;
      if (found || i >= n_own)
        g_ptr_array_add (below, store_client_place_ref (place));
      found = found || g_str_equal (place->path, self->path);
    }
  return below;
}

gboolean
store_client_place_has_entry (StoreClientPlace *self, const char *name)
{
  g_autoptr (StoreClientText) text = read_text (self);
  g_auto (GStrv) path = store_client_place_dup_entry_path (self, name);

  return text != NULL && !store_client_place_is_way (self, name) &&
         mcp_json_value_exists (store_client_text_get (text, (const char *const *)path));
}

StoreClientPlace *
store_client_place_find (StoreClientPlace *self, const char *name)
{
  g_autoptr (GPtrArray) places = store_client_place_list (self);
  StoreClientPlace *best = NULL;

  for (guint i = 0; i < places->len; i++)
    if (name != NULL && store_client_place_has_entry (places->pdata[i], name))
      return store_client_place_ref (places->pdata[i]);
  for (guint i = 0; i < places->len; i++)
    {
      StoreClientPlace *place = places->pdata[i];

      /* One in a folder above is for other projects, too. */
      if (self->scope == STORE_CLIENT_PROJECT &&
          !store_client_format_is_below (place->path, self->project))
        continue;
      if (best == NULL || (self->format->places.made != NULL &&
                           g_str_has_suffix (place->path, self->format->places.made) &&
                           g_strv_length (place->root) <= g_strv_length (best->root)))
        best = place;
    }
  return store_client_place_ref (best != NULL ? best : self);
}

char *
store_client_place_find_shadow (StoreClientPlace *self)
{
  const char *const *names = self->format->places.shadows;
  g_autofree char   *folder = g_path_get_dirname (self->path);

  for (; names != NULL && *names != NULL; names++)
    {
      g_autofree char *path = g_build_filename (folder, *names, NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  return NULL;
}

gboolean
store_client_place_is_way (StoreClientPlace *self, const char *name)
{
  const char *const *way = self->format->second_root;
  guint              n = g_strv_length (self->root);

  return way != NULL && g_strv_length ((char **)way) == n + 1 && g_str_equal (way[n], name) &&
         self->scope != STORE_CLIENT_LOCAL;
}

const char *const *
store_client_place_get_paths (StoreClientPlace *self)
{
  return (const char *const *)self->paths;
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
  g_free (self->folder);
  g_strfreev (self->root);
  g_strfreev (self->paths);
  g_clear_pointer (&self->user, store_client_place_unref);
}

void
store_client_place_unref (StoreClientPlace *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (const StoreClientFormat *, StoreClientPlace, store_client_place, format)
MCP_DEFINE_PLAIN_GETTER (StoreClientScope, StoreClientPlace, store_client_place, scope)

gboolean
store_client_place_is_in_project (StoreClientPlace *self)
{
  const char *const *names = self->format->places.project;

  if (!self->named || names == NULL)
    return self->scope == STORE_CLIENT_PROJECT;
  g_autoptr (StoreClientHome) home = store_client_home_new (NULL);
  g_auto (GStrv) own = store_client_format_dup_paths (self->format, STORE_CLIENT_USER, home, NULL);
  if (g_strv_contains ((const char *const *)own, self->path))
    return FALSE;
  for (; *names != NULL; names++)
    {
      g_autofree char *end = g_strconcat ("/", *names, NULL);

      if (g_str_has_suffix (self->path, end))
        return TRUE;
    }
  return FALSE;
}

MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientPlace, store_client_place, path)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientPlace, store_client_place, project)

const char *const *
store_client_place_get_root (StoreClientPlace *self)
{
  return (const char *const *)self->root;
}

GStrv
store_client_place_dup_names (StoreClientPlace *self, const char *const *names)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *folder =
      self->project != NULL ? store_client_format_dup_repository (self->project) : NULL;

  for (; *names != NULL; names++)
    g_strv_builder_add (builder, g_str_equal (*names, "*") ? folder : *names);
  return g_strv_builder_end (builder);
}

char *
store_client_place_dup_next_to (StoreClientPlace *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

GStrv
store_client_place_dup_entry_path (StoreClientPlace *self, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **)self->root);
  g_strv_builder_add (builder, name);
  return g_strv_builder_end (builder);
}
