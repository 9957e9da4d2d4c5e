/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-import-list.h"

#include "app-client-presence.h"
#include "app-import-note.h"
#include "app-profile-draft.h"
#include "app-redactor.h"
#include "mcp-array-list.h"
#include "mcp-async.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "store-client-import.h"
#include <glib/gi18n-lib.h>

/* One server */

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

  AppImportItemInfo info; /* as it was read the last time */
};

enum {
  PROP_SELECTED = 1,
  PROP_DONE,
  N_ITEM_PROPS
};

static GParamSpec *item_properties[N_ITEM_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppImportItem, app_import_item, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppImportItem, app_import_item)
{
  g_clear_object (&self->profile);
  g_free (self->application);
  g_free (self->path);
  g_free (self->known_as);
  g_free (self->twin);
  g_free (self->error);
}

static void
set_selected (AppImportItem *self, gboolean selected)
{
  selected = selected && self->error == NULL && !self->done;
  if (selected == self->selected)
    return;
  self->selected = selected;
  g_object_notify_by_pspec (G_OBJECT (self), item_properties[PROP_SELECTED]);
}

MCP_DEFINE_CLASS (AppImportItem, app_import_item)
{
  const McpProperty rows[N_ITEM_PROPS] = {
    [PROP_SELECTED] = { "selected", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppImportItem, selected),
                        .flags = G_PARAM_WRITABLE,
                        .set = G_CALLBACK (set_selected) },
    [PROP_DONE] = { "done", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppImportItem, done) },
  };

  object_class->finalize = app_import_item_finalize;

  mcp_property_install (object_class, rows, item_properties, N_ITEM_PROPS);
}

/* @profile: (transfer none); @application, @path: (nullable): where it was found
 * Returns: (transfer full) */
static AppImportItem *
app_import_item_new (StoreProfile *profile, const char *application, const char *path)
{
  g_autoptr (GError) error = NULL;
  AppImportItem *self = g_object_new (APP_TYPE_IMPORT_ITEM, NULL);

  self->profile = g_object_ref (profile);
  self->application = g_strdup (application);
  self->path = g_strdup (path);
  if (!store_profile_validate (profile, &error))
    self->error = g_strdup (error->message);
  self->selected = self->error == NULL;
  return self;
}

const AppImportItemInfo *
app_import_item_get_info (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);

  self->info = (AppImportItemInfo){
    store_profile_get_name (self->profile),
    self->application,
    self->path,
    self->error,
    self->done,
  };
  return &self->info;
}

char *
app_import_item_dup_summary (AppImportItem *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (self), NULL);

  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autofree char *summary = store_profile_dup_summary (self->profile);

  app_redactor_add_arguments (redactor, endpoint->arguments);
  app_redactor_add_url (redactor, endpoint->url);
  return app_redactor_redact_text (redactor, summary);
}

/* Of variables and headers whose values look like secrets. @seen: the names that were added */
static void
add_secret_names (GPtrArray *seen, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);

      if (store_variables_looks_secret (name, value) &&
          !g_ptr_array_find_with_equal_func (seen, name, g_str_equal, NULL))
        g_ptr_array_add (seen, (gpointer)name);
    }
}

static void
set_known_as (AppImportItem *self, const char *name)
{
  g_free (self->known_as);
  self->known_as = g_strdup (name);
  if (name != NULL)
    set_selected (self, FALSE);
}

/* Another application that has the same server. @application: (nullable) */
static void
set_twin (AppImportItem *self, const char *application)
{
  g_free (self->twin);
  self->twin = g_strdup (application);
  if (application != NULL)
    set_selected (self, FALSE);
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
    return g_strdup_printf (_ ("Already here as “%s”"), self->known_as);
  if (self->twin != NULL)
    /* Translators: %s is an application */
    return g_strdup_printf (_ ("Also in %s"), self->twin);
  return NULL;
}

static void
set_done (AppImportItem *self)
{
  set_selected (self, FALSE);
  self->done = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), item_properties[PROP_DONE]);
}

/* The list */

struct _AppImportList
{
  GObject parent_instance;

  AppWorkspace    *workspace;
  GPtrArray       *items; /* of AppImportItem */
  GListStore      *notes;
  GListStore      *empty;     /* AppClientNote: files without servers */
  char            *only_name; /* (nullable): the one that is chosen, in the file of only_path */
  char            *only_path; /* (nullable) */
  gboolean         keep_secrets;
  guint            loading;
  AppProfileDraft *draft;      /* (nullable): of what is being added, kept for another try */
  AppImportItem   *draft_item; /* (nullable) */
};

enum {
  PROP_LOADING = 1,
  PROP_N_SELECTED,
  PROP_KEEP_SECRETS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppImportList,
                               app_import_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppImportList,
                                                         items,
                                                         APP_TYPE_IMPORT_ITEM))

/* Adding what was found */

static void
on_selected (AppImportList *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_SELECTED]);
}

static const char *
find_known (AppImportList *self, StoreProfile *profile)
{
  GListModel *book = G_LIST_MODEL (app_workspace_get_book (self->workspace));

  for (guint i = 0; i < g_list_model_get_n_items (book); i++)
    {
      g_autoptr (StoreProfile) ours = g_list_model_get_item (book, i);

      if (app_client_presence_is_equal (ours, profile))
        return store_profile_get_name (ours);
    }
  return NULL;
}

/* The same server of the same file, or of what is pasted, whichever was read first. */
static AppImportItem *
find_same (AppImportList *self, StoreProfile *profile, StoreClientImport *import)
{
  const char *path = store_client_import_get_path (import);

  for (guint i = 0; i < self->items->len; i++)
    {
      AppImportItem *item = g_ptr_array_index (self->items, i);

      if ((path == NULL || g_strcmp0 (item->path, path) == 0) &&
          g_str_equal (store_profile_get_name (item->profile), store_profile_get_name (profile)) &&
          app_client_presence_reaches_same (item->profile, profile))
        return item;
    }
  return NULL;
}

/* An item that was found before and is the same. */
static AppImportItem *
find_twin (AppImportList *self, StoreProfile *profile)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      AppImportItem *item = g_ptr_array_index (self->items, i);

      if (app_client_presence_is_equal (item->profile, profile))
        return item;
    }
  return NULL;
}

static gboolean
is_chosen (AppImportList *self, AppImportItem *item)
{
  return self->only_name == NULL ||
         (g_str_equal (self->only_name, store_profile_get_name (item->profile)) &&
          g_strcmp0 (self->only_path, item->path) == 0);
}

static void
add_profile (AppImportList *self, StoreProfile *profile, StoreClientImport *import)
{
  const StoreClientFormat *format = store_client_import_get_format (import);
  AppImportItem           *twin = find_twin (self, profile);
  AppImportItem           *item = find_same (self, profile, import);

  /* Pasted once more, or found already: that one is meant. */
  if (item != NULL)
    {
      set_selected (item, is_chosen (self, item));
      return;
    }
  item = app_import_item_new (profile, format != NULL ? format->name : NULL,
                              store_client_import_get_path (import));
  set_known_as (item, find_known (self, profile));
  if (twin != NULL && twin->application != NULL)
    set_twin (item, twin->application);
  if (self->only_name != NULL)
    set_selected (item, item->known_as == NULL && is_chosen (self, item));
  mcp_signal_connect (item, "notify::selected", on_selected, self);
  g_ptr_array_add (self->items, item);
}

static void
add_import (AppImportList *self, StoreClientImport *import)
{
  GPtrArray *profiles = store_client_import_get_profiles (import);
  guint      before = self->items->len;
  g_autoptr (GPtrArray) notes = app_import_note_new_all (import);

  for (guint i = 0; i < profiles->len; i++)
    add_profile (self, g_ptr_array_index (profiles, i), import);
  /* What has servers shows them. */
  if (profiles->len == 0)
    {
      g_autoptr (AppClientNote) note = app_import_note_new (import);

      g_list_store_append (self->empty, note);
    }
  g_list_store_splice (self->notes, g_list_model_get_n_items (G_LIST_MODEL (self->notes)), 0,
                       notes->pdata, notes->len);
  g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->items->len - before);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_SELECTED]);
}

static void
count_loading (AppImportList *self, int step)
{
  self->loading = (guint)((int)self->loading + step);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

/* Of several files a person says which one is meant. @before: how many items there were */
static void
choose_first (AppImportList *self, guint before)
{
  const char *path = self->items->len > before
                         ? ((AppImportItem *)self->items->pdata[before])->path
                         : NULL;
  gboolean    several = FALSE;

  for (guint i = before; i < self->items->len; i++)
    several |= g_strcmp0 (((AppImportItem *)self->items->pdata[i])->path, path) != 0;
  for (guint i = before; several && self->only_name == NULL && i < self->items->len; i++)
    set_selected (self->items->pdata[i], FALSE);
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppImportList *self = g_task_get_source_object (task);
  guint          before = self->items->len;
  GError        *error = NULL;
  g_autoptr (GPtrArray) found = store_client_import_find_finish (result, &error);

  for (guint i = 0; found != NULL && i < found->len; i++)
    add_import (self, g_ptr_array_index (found, i));
  choose_first (self, before);
  count_loading (self, -1);
  mcp_async_return (task, error);
}

void
app_import_list_find_async (AppImportList      *self,
                            const char         *home,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_import_list_find_async);
  count_loading (self, 1);
  store_client_import_find_async (home, NULL, cancellable, on_found, task);
}

MCP_DEFINE_FINISH (app_import_list_find_finish, AppImportList)

guint
app_import_list_add_text (AppImportList *self, const char *text, GError **error)
{
  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  g_autoptr (StoreClientImport) import = store_client_import_new_from_text (text, -1, error);
  if (import == NULL)
    return 0;
  add_import (self, import);
  return store_client_import_get_profiles (import)->len;
}

static void
run_read (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError            *error = NULL;
  StoreClientImport *import = store_client_import_new_from_file (data, NULL, &error);

  if (import != NULL)
    g_task_return_pointer (task, import, (GDestroyNotify)store_client_import_unref);
  else
    g_task_return_error (task, error);
}

void
app_import_list_add_file_async (AppImportList      *self,
                                const char         *path,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));
  g_return_if_fail (path != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_import_list_add_file_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, run_read);
}

guint
app_import_list_add_file_finish (AppImportList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), 0);

  g_autoptr (StoreClientImport) import = g_task_propagate_pointer (G_TASK (result), error);
  if (import == NULL)
    return 0;
  add_import (self, import);
  return store_client_import_get_profiles (import)->len;
}

/* The object */

static gboolean
read_loading (AppImportList *self)
{
  return self->loading > 0;
}

MCP_DEFINE_FINALIZE (AppImportList, app_import_list)
{
  g_clear_object (&self->workspace);
  g_ptr_array_unref (self->items);
  g_object_unref (self->notes);
  g_object_unref (self->empty);
  g_free (self->only_name);
  g_free (self->only_path);
  g_clear_object (&self->draft);
  g_clear_object (&self->draft_item);
}

static void
set_keep_secrets (AppImportList *self, gboolean keep_secrets)
{
  keep_secrets = !!keep_secrets;
  if (keep_secrets == self->keep_secrets)
    return;
  self->keep_secrets = keep_secrets;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEEP_SECRETS]);
}

MCP_DEFINE_CLASS (AppImportList, app_import_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (read_loading) },
    [PROP_N_SELECTED] = { "n-selected", G_TYPE_UINT, G_CALLBACK (app_import_list_get_n_selected) },
    [PROP_KEEP_SECRETS] = { "keep-secrets", G_TYPE_BOOLEAN,
                            .offset = G_STRUCT_OFFSET (AppImportList, keep_secrets),
                            .flags = G_PARAM_WRITABLE,
                            .set = G_CALLBACK (set_keep_secrets) },
  };

  object_class->finalize = app_import_list_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_import_list_init (AppImportList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  self->empty = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  self->keep_secrets = TRUE;
}

AppImportList *
app_import_list_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  AppImportList *self = g_object_new (APP_TYPE_IMPORT_LIST, NULL);
  self->workspace = g_object_ref (workspace);
  return self;
}

void
app_import_list_choose (AppImportList *self, const char *name, const char *path)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));
  g_return_if_fail (name != NULL && path != NULL);

  g_free (self->only_name);
  g_free (self->only_path);
  self->only_name = g_strdup (name);
  self->only_path = g_strdup (path);
  for (guint i = 0; i < self->items->len; i++)
    set_selected (self->items->pdata[i], is_chosen (self, self->items->pdata[i]));
}

GListModel *
app_import_list_get_notes (AppImportList *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), NULL);
  return G_LIST_MODEL (self->notes);
}

GListModel *
app_import_list_get_empty (AppImportList *self)
{
  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), NULL);
  return G_LIST_MODEL (self->empty);
}

/* Whether a person who wants all of @path means it. @path: (nullable): what was pasted */
static gboolean
is_wanted (AppImportItem *item, const char *path)
{
  return g_strcmp0 (item->path, path) == 0 && item->known_as == NULL && item->error == NULL &&
         !item->done;
}

guint
app_import_list_count (AppImportList *self, const char *path, guint *selected)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), 0);

  *selected = 0;
  for (guint i = 0; i < self->items->len; i++)
    if (is_wanted (self->items->pdata[i], path))
      {
        n++;
        *selected += ((AppImportItem *)self->items->pdata[i])->selected;
      }
  return n;
}

void
app_import_list_select (AppImportList *self, const char *path, gboolean selected)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));

  for (guint i = 0; i < self->items->len; i++)
    if (is_wanted (self->items->pdata[i], path))
      set_selected (self->items->pdata[i], selected);
}

char *
app_import_list_dup_applications (AppImportList *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      AppImportItem *item = g_ptr_array_index (self->items, i);

      if (item->application != NULL && item->known_as == NULL && item->error == NULL &&
          !item->done &&
          !g_ptr_array_find_with_equal_func (names, item->application, g_str_equal, NULL))
        g_ptr_array_add (names, item->application);
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **)names->pdata);
}

guint
app_import_list_get_n_selected (AppImportList *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), 0);

  for (guint i = 0; i < self->items->len; i++)
    n += ((AppImportItem *)g_ptr_array_index (self->items, i))->selected ? 1 : 0;
  return n;
}

GStrv
app_import_list_dup_secret_names (AppImportList *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_return_val_if_fail (APP_IS_IMPORT_LIST (self), NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      AppImportItem       *item = g_ptr_array_index (self->items, i);
      const StoreEndpoint *endpoint = store_profile_get_endpoint (item->profile);

      if (!item->selected)
        continue;
      add_secret_names (names, endpoint->environment);
      add_secret_names (names, endpoint->headers);
      add_secret_names (names, endpoint->oauth);
    }
  g_ptr_array_add (names, NULL);
  return g_strdupv ((char **)names->pdata);
}

/* Adding what was selected to the book. */

static AppProfileDraft *
make_draft (AppImportList *self, AppImportItem *item)
{
  StoreProfileList *book = app_workspace_get_book (self->workspace);
  StoreProfile     *found = item->profile;
  const char       *name = store_profile_get_name (found);
  g_autoptr (StoreProfile) wanted = store_profile_list_find_by_name (book, name) != NULL
                                        ? store_profile_list_prepare_duplicate (book, found)
                                        : g_object_ref (found);

  if (self->keep_secrets)
    return app_profile_draft_new_imported (self->workspace, wanted);
  AppProfileDraft *draft = app_profile_draft_new (self->workspace, NULL);
  store_profile_assign (app_profile_draft_get_profile (draft), wanted);
  return draft;
}

static void add_next (GTask *task);

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  AppImportList *self = g_task_get_source_object (task);
  guint         *added = g_task_get_task_data (task);
  GError        *error = NULL;
  g_autoptr (StoreProfile) saved =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (saved == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  (*added)++;
  set_done (self->draft_item);
  g_clear_object (&self->draft);
  g_clear_object (&self->draft_item);
  add_next (g_steal_pointer (&task));
}

static AppImportItem *
find_next (AppImportList *self)
{
  for (guint i = 0; i < self->items->len; i++)
    if (((AppImportItem *)g_ptr_array_index (self->items, i))->selected)
      return g_ptr_array_index (self->items, i);
  return NULL;
}

/* Takes over @task. */
static void
add_next (GTask *task)
{
  AppImportList *self = g_task_get_source_object (task);
  AppImportItem *item = self->draft_item != NULL ? self->draft_item : find_next (self);

  if (item == NULL)
    {
      g_task_return_int (task, *(guint *)g_task_get_task_data (task));
      g_object_unref (task);
      return;
    }
  /* What failed before is half added: its draft knows how far it came. */
  if (self->draft == NULL)
    self->draft = make_draft (self, item);
  g_set_object (&self->draft_item, item);
  app_profile_draft_save_async (self->draft, g_task_get_cancellable (task), on_saved, task);
}

static void
on_probed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!store_secret_vault_require_finish (STORE_SECRET_VAULT (object), result, &error))
    g_task_return_error (task, error);
  else
    add_next (g_steal_pointer (&task));
}

void
app_import_list_run_async (AppImportList      *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (APP_IS_IMPORT_LIST (self));

  StoreSecretVault *vault = app_workspace_get_vault (self->workspace);
  g_auto (GStrv) secrets = app_import_list_dup_secret_names (self);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_import_list_run_async);
  g_task_set_task_data (task, g_new0 (guint, 1), g_free);
  /* Before anything is added: a server without its secret would be a poor start. */
  if (self->keep_secrets && secrets[0] != NULL &&
      store_secret_vault_get_fallback (vault) == STORE_VAULT_FALLBACK_NONE)
    store_secret_vault_probe_async (vault, cancellable, on_probed, task);
  else
    add_next (task);
}

guint
app_import_list_run_finish (AppImportList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), 0);

  gssize added = g_task_propagate_int (G_TASK (result), error);
  return added > 0 ? (guint)added : 0;
}
