/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-folder-list.h"

#include <glib/gi18n-lib.h>

#include "app-visible-text.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* One folder */

/* A path is read by people; the whole of it is in the tooltip. */
#define MAX_LABEL 400

struct _AppFolder
{
  GObject parent_instance;

  GFile *file;
  char  *uri;
  char  *label;
};

MCP_DEFINE_OBJECT (AppFolder, app_folder)

MCP_DEFINE_FINALIZE (AppFolder, app_folder)
{
  g_clear_object (&self->file);
  g_free (self->uri);
  g_free (self->label);
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

/* @text: a path, also one that begins with "~/", or a file: URI
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT where it is neither */
static AppFolder *
folder_new (const char *text, GError **error)
{
  g_autoptr (GFile) file = read_file (text);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  if (path == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Enter an absolute path or a file: URI."));
      return NULL;
    }
  AppFolder *self = g_object_new (APP_TYPE_FOLDER, NULL);
  self->uri = g_file_get_uri (file);
  self->label = app_visible_text_path (path, MAX_LABEL);
  self->file = g_steal_pointer (&file);
  return self;
}

MCP_DEFINE_GETTER (const char *, AppFolder, app_folder, uri)
MCP_DEFINE_GETTER (const char *, AppFolder, app_folder, label)

gboolean
app_folder_exists (AppFolder *self)
{
  g_return_val_if_fail (APP_IS_FOLDER (self), FALSE);
  return g_file_query_file_type (self->file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY;
}

/* All of a server */

/* In what is remembered of the answers to it. */
#define ASKS "asksForFolders"

struct _AppFolderList
{
  GObject parent_instance;

  GWeakRef      session;
  StoreMemory  *answers;
  StoreProfile *profile; /* followed */
  GListStore   *folders;
  McpRoots     *roots;
  gboolean      shared;
  gboolean      keeping; /* what changes the profile now is us */
};

enum {
  PROP_SHARED = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppFolderList,
                               app_folder_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_INNER_LIST (AppFolderList, folders, APP_TYPE_FOLDER))

MCP_DEFINE_DISPOSE (AppFolderList, app_folder_list)
{
  if (self->profile != NULL)
    g_signal_handlers_disconnect_by_data (self->profile, self);
  g_clear_object (&self->profile);
  g_clear_object (&self->answers);
}

MCP_DEFINE_FINALIZE (AppFolderList, app_folder_list)
{
  g_weak_ref_clear (&self->session);
  g_clear_object (&self->folders);
  g_clear_object (&self->roots);
}

MCP_DEFINE_CLASS (AppFolderList, app_folder_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SHARED] = { "shared", G_TYPE_BOOLEAN,
                      .offset = G_STRUCT_OFFSET (AppFolderList, shared) },
  };

  object_class->dispose = app_folder_list_dispose;
  object_class->finalize = app_folder_list_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_folder_list_init (AppFolderList *self)
{
  self->folders = g_list_store_new (APP_TYPE_FOLDER);
  self->roots = mcp_roots_new ();
  g_weak_ref_init (&self->session, NULL);
  g_signal_connect_swapped (self->folders, "items-changed",
                            G_CALLBACK (g_list_model_items_changed), self);
}

static AppFolder *
get_folder (AppFolderList *self, guint position)
{
  g_autoptr (AppFolder) folder = g_list_model_get_item (G_LIST_MODEL (self->folders), position);

  /* The list holds it. */
  return folder;
}

/* Tells only what differs: each change is a message to the server. */
static void
update_roots (AppFolderList *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->folders));

  for (guint i = mcp_roots_get_size (self->roots); i-- > 0;)
    {
      g_autofree char *uri = g_strdup (mcp_roots_get_uri (self->roots, i));
      gboolean         found = FALSE;

      for (guint j = 0; j < n && !found; j++)
        found = g_str_equal (app_folder_get_uri (get_folder (self, j)), uri);
      if (!found)
        mcp_roots_remove (self->roots, uri);
    }
  for (guint i = 0; i < n; i++)
    {
      const char      *uri = app_folder_get_uri (get_folder (self, i));
      g_autofree char *name = g_path_get_basename (app_folder_get_label (get_folder (self, i)));
      gboolean         known = FALSE;

      for (guint j = 0; j < mcp_roots_get_size (self->roots) && !known; j++)
        known = g_str_equal (mcp_roots_get_uri (self->roots, j), uri);
      if (!known)
        mcp_roots_add (self->roots, uri, name, NULL);
    }
}

static GStrv
dup_texts (AppFolderList *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->folders)); i++)
    {
      g_autofree char *text = g_file_get_path (get_folder (self, i)->file);

      g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

/* Whether the person wants to be asked each time. */
static gboolean
asks_for_folders (StoreMemory *answers)
{
  return g_strcmp0 (store_memory_get (answers, ASKS), "true") == 0;
}

static void
keep (AppFolderList *self)
{
  g_autoptr (AppSession) session = g_weak_ref_get (&self->session);
  g_auto (GStrv) texts = dup_texts (self);

  if (session == NULL)
    return;
  if (g_strv_equal ((const char *const *)texts,
                    store_profile_get_conversation (self->profile)->roots))
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (self->profile);
  g_object_set (changed, "roots", texts, NULL);
  self->keeping = TRUE;
  app_session_keep_profile (session, changed);
  self->keeping = FALSE;
}

static void
read_profile (AppFolderList *self)
{
  const char *const *texts = store_profile_get_conversation (self->profile)->roots;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->keeping)
    return;
  for (guint i = 0; texts[i] != NULL; i++)
    {
      AppFolder *folder = folder_new (texts[i], NULL);

      if (folder != NULL)
        g_ptr_array_add (folders, folder);
    }
  g_list_store_splice (self->folders, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->folders)), folders->pdata,
                       folders->len);
  update_roots (self);
}

static void
on_profile_roots (AppFolderList *self)
{
  g_auto (GStrv) texts = dup_texts (self);

  if (!g_strv_equal ((const char *const *)texts,
                     store_profile_get_conversation (self->profile)->roots))
    read_profile (self);
}

AppFolderList *
app_folder_list_new (AppSession *session, StoreMemory *answers)
{
  AppFolderList *self = g_object_new (APP_TYPE_FOLDER_LIST, NULL);

  g_weak_ref_set (&self->session, session);
  self->answers = g_object_ref (answers);
  self->profile = g_object_ref (app_session_get_profile (session));
  self->shared = !asks_for_folders (answers);
  read_profile (self);
  g_signal_connect_swapped (self->profile, "notify::roots", G_CALLBACK (on_profile_roots), self);
  return self;
}

gboolean
app_folder_list_add (AppFolderList *self, const char *text, GError **error)
{
  g_return_val_if_fail (APP_IS_FOLDER_LIST (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  g_autoptr (AppFolder) folder = folder_new (text, error);
  if (folder == NULL)
    return FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->folders)); i++)
    if (g_str_equal (app_folder_get_uri (get_folder (self, i)), app_folder_get_uri (folder)))
      return TRUE;
  g_list_store_append (self->folders, folder);
  update_roots (self);
  keep (self);
  return TRUE;
}

void
app_folder_list_remove (AppFolderList *self, AppFolder *folder)
{
  guint position;

  g_return_if_fail (APP_IS_FOLDER_LIST (self));

  if (!g_list_store_find (self->folders, folder, &position))
    return;
  g_list_store_remove (self->folders, position);
  update_roots (self);
  keep (self);
}

MCP_DEFINE_READER (
    gboolean, app_folder_list_is_shared, AppFolderList, APP_IS_FOLDER_LIST (self), shared)

void
app_folder_list_set_shared (AppFolderList *self, gboolean shared)
{
  g_return_if_fail (APP_IS_FOLDER_LIST (self));

  if (self->shared == shared)
    return;
  store_memory_set (self->answers, ASKS, shared ? NULL : "true");
  self->shared = shared;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHARED]);
}

MCP_DEFINE_GETTER (McpRoots *, AppFolderList, app_folder_list, roots)
