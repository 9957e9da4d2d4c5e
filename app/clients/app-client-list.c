/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-list.h"
#include "mcp-array-list.h"

struct _AppClientList
{
  GObject parent_instance;

  char      *home;
  GPtrArray *targets;  /* of AppClientTarget: the user's, then the projects' */
  GPtrArray *projects; /* of char *, the newest first */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
list_model_init (GListModelInterface *iface)
{
  mcp_array_list_init (iface, APP_TYPE_CLIENT_TARGET, G_STRUCT_OFFSET (AppClientList, targets));
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AppClientList,
                               app_client_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
on_target_changed (AppClientList *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns: whether the application has such a file */
static gboolean
add (AppClientList *self, guint position, const StoreClientFormat *format, const char *project)
{
  AppClientTarget *target = app_client_target_new (format, self->home, project);

  if (target == NULL)
    return FALSE;
  g_signal_connect_object (target, "changed", G_CALLBACK (on_target_changed), self,
                           G_CONNECT_SWAPPED);
  g_ptr_array_insert (self->targets, (int)position, target);
  app_client_target_watch (target);
  app_client_target_refresh (target);
  return TRUE;
}

static void
app_client_list_finalize (GObject *object)
{
  AppClientList *self = APP_CLIENT_LIST (object);

  g_free (self->home);
  g_ptr_array_unref (self->targets);
  g_ptr_array_unref (self->projects);
  G_OBJECT_CLASS (app_client_list_parent_class)->finalize (object);
}

static void
app_client_list_class_init (AppClientListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_client_list_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_client_list_init (AppClientList *self)
{
  self->targets = g_ptr_array_new_with_free_func (g_object_unref);
  self->projects = g_ptr_array_new_with_free_func (g_free);
}

AppClientList *
app_client_list_new (const char *home)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  AppClientList                  *self = g_object_new (APP_TYPE_CLIENT_LIST, NULL);

  self->home = g_strdup (home);
  for (guint i = 0; formats[i] != NULL; i++)
    add (self, self->targets->len, formats[i], NULL);
  return self;
}

GPtrArray *
app_client_list_dup_found (AppClientList *self)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), found);

  for (guint i = 0; i < self->targets->len; i++)
    {
      AppClientTarget *target = g_ptr_array_index (self->targets, i);
      AppClientState   state = app_client_target_get_state (target);

      if (state != APP_CLIENT_UNKNOWN && state != APP_CLIENT_ABSENT)
        g_ptr_array_add (found, g_object_ref (target));
    }
  return found;
}

static guint
count_users (AppClientList *self)
{
  guint n = 0;

  while (n < self->targets->len &&
         app_client_target_get_project (g_ptr_array_index (self->targets, n)) == NULL)
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
}

AppClientTarget *
app_client_list_add_project (AppClientList *self, const char *folder)
{
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  guint                           position;
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
  position = count_users (self);
  for (guint i = 0; formats[i] != NULL; i++)
    if (add (self, position + added, formats[i], project))
      added++;
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
  g_autoptr (GPtrArray) found = NULL;
  GString *names = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_CLIENT_LIST (self), NULL);

  found = app_client_list_dup_found (self);
  for (guint i = 0; i < found->len; i++)
    {
      const StoreClientFormat *format = app_client_target_get_format (found->pdata[i]);

      if (format->places.project != NULL && app_client_target_get_project (found->pdata[i]) == NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", format->name);
    }
  return g_string_free (names, FALSE);
}
