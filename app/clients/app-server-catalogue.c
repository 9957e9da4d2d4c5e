/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-catalogue.h"

#include <glib/gi18n-lib.h>

#include "mcp-array-list.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* What anybody scrolls through; whoever wants more searches. */
#define MAX_OFFERS 5000u

struct _AppServerCatalogue
{
  GObject parent_instance;

  McpRegistry  *registry; /* (nullable): there is no such address */
  GError       *no_registry;
  char         *text;
  char         *cursor; /* (nullable): of the next page */
  GPtrArray    *offers; /* of AppServerOffer */
  GHashTable   *names;  /* of the offers, so that a page that comes twice adds nothing */
  gboolean      complete;
  GCancellable *cancellable; /* (nullable): of what is under way */
  GError       *error;       /* (nullable): of the last try */
  AppProblem   *problem;     /* (nullable): the same in words */
};

enum {
  PROP_LOADING = 1,
  PROP_HAS_MORE,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppServerCatalogue,
                               app_server_catalogue,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppServerCatalogue,
                                                         offers,
                                                         APP_TYPE_SERVER_OFFER))

MCP_DEFINE_DISPOSE (AppServerCatalogue, app_server_catalogue)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

MCP_DEFINE_FINALIZE (AppServerCatalogue, app_server_catalogue)
{
  g_clear_object (&self->registry);
  g_clear_error (&self->no_registry);
  g_clear_error (&self->error);
  g_clear_object (&self->problem);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->offers);
  g_free (self->text);
  g_free (self->cursor);
}

MCP_DEFINE_CLASS (AppServerCatalogue, app_server_catalogue)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (app_server_catalogue_get_loading) },
    [PROP_HAS_MORE] = { "has-more", G_TYPE_BOOLEAN,
                        G_CALLBACK (app_server_catalogue_get_has_more) },
    [PROP_PROBLEM] = { "problem", APP_TYPE_PROBLEM, G_CALLBACK (app_server_catalogue_get_problem) },
  };

  object_class->dispose = app_server_catalogue_dispose;
  object_class->finalize = app_server_catalogue_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_server_catalogue_init (AppServerCatalogue *self)
{
  self->text = g_strdup ("");
  self->offers = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
notify_all (AppServerCatalogue *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* @error: (nullable) */
static void
set_problem (AppServerCatalogue *self, const GError *error)
{
  g_clear_object (&self->problem);
  g_clear_error (&self->error);
  if (error == NULL)
    return;
  self->error = g_error_copy (error);
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED) ||
      g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    self->problem = app_problem_new (APP_CULPRIT_NETWORK, error->message,
                                     _ ("Check your connection to the network, then try again."),
                                     NULL);
  else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET))
    self->problem = app_problem_new (APP_CULPRIT_SETUP, error->message,
                                     _ ("Correct the address of the registry in the settings."),
                                     NULL);
  else
    self->problem =
        app_problem_new (APP_CULPRIT_SERVER, error->message,
                         _ ("Servers can also be added by hand, without the registry."),
                         NULL);
}

AppServerCatalogue *
app_server_catalogue_new (const char *address)
{
  AppServerCatalogue *self = g_object_new (APP_TYPE_SERVER_CATALOGUE, NULL);

  self->registry = mcp_registry_new (address != NULL && *address != '\0' ? address : NULL,
                                     &self->no_registry);
  set_problem (self, self->no_registry);
  return self;
}

static void
add_page (AppServerCatalogue *self, McpRegistryPage *page)
{
  GPtrArray  *items = mcp_registry_page_get_items (page);
  const char *cursor = mcp_registry_page_get_cursor (page);
  guint       before = self->offers->len;

  for (guint i = 0; i < items->len && self->offers->len < MAX_OFFERS; i++)
    {
      const McpRegistryItem *item = items->pdata[i];

      /* Some know no "version=latest" and send all there are. */
      if (!item->is_latest)
        continue;
      AppServerOffer *offer = app_server_offer_new (item);
      if (g_hash_table_add (self->names, (gpointer)app_server_offer_get_info (offer)->name))
        g_ptr_array_add (self->offers, offer);
      else
        g_object_unref (offer);
    }
  /* A registry that leads back to the page that we have would never end. */
  self->complete = cursor == NULL || g_strcmp0 (cursor, self->cursor) == 0 ||
                   self->offers->len >= MAX_OFFERS;
  g_free (self->cursor);
  self->cursor = g_strdup (cursor);
  g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->offers->len - before);
}

static void
on_listed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppServerCatalogue) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRegistryPage) page =
      mcp_registry_list_finish (MCP_REGISTRY (object), result, &error);

  /* Another search has begun since, or nobody wants it any more. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (page != NULL)
    add_page (self, page);
  set_problem (self, error);
  notify_all (self);
}

static void
load (AppServerCatalogue *self)
{
  set_problem (self, self->no_registry);
  if (self->registry != NULL)
    {
      self->cancellable = g_cancellable_new ();
      mcp_registry_list_async (self->registry, self->text, self->cursor, self->cancellable,
                               on_listed, g_object_ref (self));
    }
  notify_all (self);
}

void
app_server_catalogue_cancel (AppServerCatalogue *self)
{
  g_return_if_fail (APP_IS_SERVER_CATALOGUE (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  notify_all (self);
}

void
app_server_catalogue_search (AppServerCatalogue *self, const char *text)
{
  g_return_if_fail (APP_IS_SERVER_CATALOGUE (self));
  g_return_if_fail (text != NULL);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_free (self->text);
  self->text = g_strdup (text);
  g_clear_pointer (&self->cursor, g_free);
  self->complete = FALSE;
  guint removed = self->offers->len;
  g_hash_table_remove_all (self->names);
  g_ptr_array_set_size (self->offers, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, 0);
  load (self);
}

void
app_server_catalogue_load_more (AppServerCatalogue *self)
{
  g_return_if_fail (APP_IS_SERVER_CATALOGUE (self));

  if (self->cancellable == NULL && !self->complete)
    load (self);
}

gboolean
app_server_catalogue_get_loading (AppServerCatalogue *self)
{
  g_return_val_if_fail (APP_IS_SERVER_CATALOGUE (self), FALSE);
  return self->cancellable != NULL;
}

gboolean
app_server_catalogue_get_has_more (AppServerCatalogue *self)
{
  g_return_val_if_fail (APP_IS_SERVER_CATALOGUE (self), FALSE);
  return self->cursor != NULL && !self->complete;
}

MCP_DEFINE_GETTER (AppProblem *, AppServerCatalogue, app_server_catalogue, problem)
MCP_DEFINE_GETTER (const GError *, AppServerCatalogue, app_server_catalogue, error)

/* One server */

static void
on_got (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (McpRegistryPage) page =
      mcp_registry_get_finish (MCP_REGISTRY (object), result, &error);

  if (page != NULL)
    g_task_return_pointer (
        task, app_server_offer_new (mcp_registry_page_get_items (page)->pdata[0]), g_object_unref);
  else
    g_task_return_error (task, error);
}

void
app_server_catalogue_get_async (AppServerCatalogue *self,
                                const char         *name,
                                const char         *version,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_return_if_fail (APP_IS_SERVER_CATALOGUE (self));
  g_return_if_fail (name != NULL);

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_server_catalogue_get_async);
  if (self->registry != NULL)
    mcp_registry_get_async (self->registry, name, version, cancellable, on_got, task);
  else
    {
      g_task_return_error (task, g_error_copy (self->no_registry));
      g_object_unref (task);
    }
}

MCP_DEFINE_FINISH_POINTER (app_server_catalogue_get_finish, AppServerCatalogue, AppServerOffer)
