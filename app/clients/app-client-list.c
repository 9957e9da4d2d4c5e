/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-list.h"
#include "app-client-scopes.h"
#include "mcp-array-list.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>

/* So long the first applications wait for the last one that is looked at; then they show. */
#define ARRANGE_MS 400
/* Names to the map of servers in a file that a person named */
#define MAX_ROOT 8

struct _AppClientList
{
  GObject parent_instance;

  char       *home;
  GPtrArray  *targets;  /* of AppClientTarget: the user's, the projects', other files */
  GPtrArray  *projects; /* of char *, the newest first */
  GListStore *found;
  guint       n_absent;
  guint       arranging; /* a source */
  gboolean    patient;   /* it waits for some that are looked at */
};

enum {
  CHANGED,
  ARRANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppClientList,
                               app_client_list,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppClientList,
                                                         targets,
                                                         APP_TYPE_CLIENT_TARGET))

static gboolean
is_found (AppClientTarget *target)
{
  AppClientState state = app_client_target_get_state (target);

  return state != APP_CLIENT_UNKNOWN && state != APP_CLIENT_ABSENT;
}

static guint
count_state (AppClientList *self, AppClientState state)
{
  guint n = 0;

  for (guint i = 0; i < self->targets->len; i++)
    n += app_client_target_get_state (self->targets->pdata[i]) == state;
  return n;
}

static gboolean
is_arranged (AppClientList *self, GPtrArray *found)
{
  GListModel *shown = G_LIST_MODEL (self->found);

  if (g_list_model_get_n_items (shown) != found->len)
    return FALSE;
  for (guint i = 0; i < found->len; i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (shown, i);

      if (target != found->pdata[i])
        return FALSE;
    }
  return TRUE;
}

static gboolean
arrange (gpointer data)
{
  AppClientList *self = data;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  guint n_absent = count_state (self, APP_CLIENT_ABSENT);

  self->arranging = 0;
  for (guint i = 0; i < self->targets->len; i++)
    if (is_found (self->targets->pdata[i]))
      g_ptr_array_add (found, self->targets->pdata[i]);
  if (self->n_absent == n_absent && is_arranged (self, found))
    return G_SOURCE_REMOVE;
  self->n_absent = n_absent;
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)),
                       found->pdata, found->len);
  g_signal_emit (self, signals[ARRANGED], 0);
  return G_SOURCE_REMOVE;
}

/* One after the other they are looked at: what is found shows at once. */
static void
queue_arrange (AppClientList *self)
{
  gboolean patient = count_state (self, APP_CLIENT_UNKNOWN) > 0;

  if (self->arranging != 0 && (!self->patient || patient))
    return;
  g_clear_handle_id (&self->arranging, g_source_remove);
  self->patient = patient;
  self->arranging =
      patient ? g_timeout_add (ARRANGE_MS, arrange, self) : g_idle_add (arrange, self);
}

static void
on_target_changed (AppClientList *self)
{
  queue_arrange (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* @target: (transfer full) */
static void
insert (AppClientList *self, guint position, AppClientTarget *target)
{
  mcp_signal_connect (target, "changed", on_target_changed, self);
  g_ptr_array_insert (self->targets, (int)position, target);
  app_client_target_watch (target);
  app_client_target_refresh (target);
}

/* @project: (nullable). Returns: whether the application has such a file */
static gboolean
add (AppClientList           *self,
     guint                    position,
     const StoreClientFormat *format,
     StoreClientScope         scope,
     const char              *project)
{
  AppClientTarget *target =
      app_client_target_new_for_scope (format, scope, self->home, project, NULL);

  if (target == NULL)
    return FALSE;
  insert (self, position, target);
  return TRUE;
}

MCP_DEFINE_FINALIZE (AppClientList, app_client_list)
{
  g_clear_handle_id (&self->arranging, g_source_remove);
  g_free (self->home);
  g_object_unref (self->found);
  g_ptr_array_unref (self->targets);
  g_ptr_array_unref (self->projects);
}

static void
app_client_list_class_init (AppClientListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_client_list_finalize;

  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
  signals[ARRANGED] = mcp_signal_new (klass, "arranged", 0);
}

static void
app_client_list_init (AppClientList *self)
{
  self->targets = g_ptr_array_new_with_free_func (g_object_unref);
  self->projects = g_ptr_array_new_with_free_func (g_free);
  self->found = g_list_store_new (APP_TYPE_CLIENT_TARGET);
}

AppClientList *
app_client_list_new (const char *home)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  AppClientList                  *self = g_object_new (APP_TYPE_CLIENT_LIST, NULL);

  self->home = g_strdup (home);
  for (guint i = 0; formats[i] != NULL; i++)
    add (self, self->targets->len, formats[i], STORE_CLIENT_USER, NULL);
  return self;
}

GStrv
app_client_list_dup_ids (void)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; formats[i] != NULL; i++)
    g_strv_builder_add (ids, formats[i]->id);
  return g_strv_builder_end (ids);
}

GListModel *
app_client_list_get_found (AppClientList *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);
  return G_LIST_MODEL (self->found);
}

MCP_DEFINE_GETTER (guint, AppClientList, app_client_list, n_absent)

/* Two projects have nothing to do with each other. */
static gboolean
is_rival (AppClientTarget *target, AppClientTarget *other)
{
  const char *project = app_client_target_get_project (target);
  const char *others = app_client_target_get_project (other);

  return app_client_target_get_format (target) == app_client_target_get_format (other) &&
         !app_client_target_is_other (target) && !app_client_target_is_other (other) &&
         (project == NULL || others == NULL || g_str_equal (project, others)) &&
         app_client_scopes_wins (app_client_target_get_place (other),
                                 app_client_target_get_place (target));
}

AppClientTarget *
app_client_list_find_winner (AppClientList   *self,
                             AppClientTarget *target,
                             StoreProfile    *profile)
{
  StoreProfile *entry;

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);

  app_client_target_find (target, profile, &entry);
  for (guint i = 0; entry != NULL && i < self->targets->len; i++)
    if (is_rival (target, self->targets->pdata[i]) &&
        app_client_target_has_server (self->targets->pdata[i], store_profile_get_name (entry)))
      return self->targets->pdata[i];
  return NULL;
}

static guint
count_users (AppClientList *self)
{
  guint n = 0;

  while (n < self->targets->len &&
         app_client_target_get_project (g_ptr_array_index (self->targets, n)) == NULL &&
         !app_client_target_is_other (g_ptr_array_index (self->targets, n)))
    n++;
  return n;
}

static void
forget_oldest (AppClientList *self)
{
  const char *oldest = g_ptr_array_index (self->projects, self->projects->len - 1);

  for (guint i = self->targets->len; i > 0; i--)
    if (g_strcmp0 (app_client_target_get_project (g_ptr_array_index (self->targets, i - 1)),
                   oldest) == 0)
      {
        g_ptr_array_remove_index (self->targets, i - 1);
        g_list_model_items_changed (G_LIST_MODEL (self), i - 1, 1, 0);
      }
  g_ptr_array_remove_index (self->projects, self->projects->len - 1);
  queue_arrange (self);
}

AppClientTarget *
app_client_list_add_project (AppClientList *self, const char *folder)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  guint                           added = 0;

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);
  g_return_val_if_fail (folder != NULL, NULL);

  g_autofree char *project = g_canonicalize_filename (folder, NULL);
  for (guint i = 0; i < self->targets->len; i++)
    {
      AppClientTarget *target = g_ptr_array_index (self->targets, i);

      if (g_strcmp0 (app_client_target_get_project (target), project) == 0)
        return target;
    }
  guint position = count_users (self);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      added += add (self, position + added, formats[i], STORE_CLIENT_PROJECT, project);
      /* What the application keeps for that project to the user alone. */
      added += add (self, position + added, formats[i], STORE_CLIENT_LOCAL, project);
    }
  if (added == 0)
    return NULL;
  g_ptr_array_insert (self->projects, 0, g_strdup (project));
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, added);
  if (self->projects->len > APP_CLIENT_LIST_MAX_PROJECTS)
    forget_oldest (self);
  return g_ptr_array_index (self->targets, position);
}

GStrv
app_client_list_dup_projects (AppClientList *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);

  for (guint i = 0; i < self->projects->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (self->projects, i));
  return g_strv_builder_end (builder);
}

char *
app_client_list_dup_project_names (AppClientList *self)
{
  GString *names = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);

  for (guint i = 0; i < self->targets->len; i++)
    {
      AppClientTarget         *target = g_ptr_array_index (self->targets, i);
      const StoreClientFormat *format = app_client_target_get_format (target);

      if (is_found (target) && format->places.project != NULL &&
          app_client_target_get_project (target) == NULL && !app_client_target_is_other (target))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", format->name);
    }
  return g_string_free (names, FALSE);
}

/* Other files */

const AppClientFileKind *
app_client_list_get_kinds (void)
{
  static const AppClientFileKind kinds[] = {
    { "json", "JSON", "cursor" },
    { "jsonc", N_ ("JSON with comments"), "vscode" },
    { "toml", "TOML", "codex" },
    { "yaml", "YAML", "goose" },
    { 0 }
  };

  return kinds;
}

char *
app_client_list_dup_kind_root (const AppClientFileKind *kind)
{
  return g_strjoinv ("/", (char **)store_client_format_find (kind->client)->root);
}

void
app_client_list_remove_file (AppClientList *self, AppClientTarget *target)
{
  guint position;

  g_return_if_fail (APP_IS_CLIENT_LIST (self));
  g_return_if_fail (APP_IS_CLIENT_TARGET (target));

  if (!app_client_target_is_other (target) ||
      !g_ptr_array_find (self->targets, target, &position))
    return;
  g_signal_handlers_disconnect_by_func (target, on_target_changed, self);
  g_ptr_array_remove_index (self->targets, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  queue_arrange (self);
}

static void
forget_oldest_file (AppClientList *self)
{
  guint n = 0;
  guint first = 0;

  for (guint i = self->targets->len; i > 0; i--)
    if (app_client_target_is_other (g_ptr_array_index (self->targets, i - 1)))
      {
        n++;
        first = i - 1;
      }
  if (n > APP_CLIENT_LIST_MAX_FILES)
    app_client_list_remove_file (self, g_ptr_array_index (self->targets, first));
}

static AppClientTarget *
add_file (AppClientList           *self,
          const StoreClientFormat *format,
          const char              *path,
          const char *const       *root)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  for (guint i = 0; i < self->targets->len; i++)
    if (g_str_equal (app_client_target_get_path (self->targets->pdata[i]), whole))
      return self->targets->pdata[i];
  StoreClientPlace *place = store_client_place_new_for_file (format, whole, root);
  AppClientTarget  *target = app_client_target_new_for_place (place, self->home);
  store_client_place_unref (place);
  insert (self, self->targets->len, target);
  g_list_model_items_changed (G_LIST_MODEL (self), self->targets->len - 1, 0, 1);
  forget_oldest_file (self);
  return target;
}

AppClientTarget *
app_client_list_add_file (AppClientList *self,
                          const char    *kind,
                          const char    *path,
                          const char    *root)
{
  const AppClientFileKind *found = app_client_list_get_kinds ();

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (root != NULL, NULL);

  g_auto (GStrv) names = g_strsplit (root, "/", MAX_ROOT);
  while (found->word != NULL && !g_str_equal (found->word, kind))
    found++;
  if (found->word == NULL || names[0] == NULL || g_strv_contains ((const char *const *)names, ""))
    return NULL;
  return add_file (self, store_client_format_find (found->client), path,
                   (const char *const *)names);
}

GVariant *
app_client_list_dup_files (AppClientList *self)
{
  GVariantBuilder builder;

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sass)"));
  for (guint i = 0; i < self->targets->len; i++)
    {
      StoreClientPlace *place = app_client_target_get_place (self->targets->pdata[i]);

      if (app_client_target_is_other (self->targets->pdata[i]))
        g_variant_builder_add (&builder, "(s^ass)", store_client_place_get_format (place)->id,
                               store_client_place_get_root (place),
                               store_client_place_get_path (place));
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

void
app_client_list_add_files (AppClientList *self, GVariant *files)
{
  GVariantIter iter;
  const char  *id, *path;
  GStrv        root;

  g_return_if_fail (APP_IS_CLIENT_LIST (self));
  g_return_if_fail (g_variant_is_of_type (files, G_VARIANT_TYPE ("a(sass)")));

  g_variant_iter_init (&iter, files);
  while (g_variant_iter_loop (&iter, "(&s^as&s)", &id, &root, &path))
    {
      const StoreClientFormat *format = store_client_format_find (id);

      if (format != NULL && g_path_is_absolute (path) && root[0] != NULL)
        add_file (self, format, path, (const char *const *)root);
    }
}
