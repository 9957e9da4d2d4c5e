/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-servers.h"

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-model-consent.h"

struct _AppModelServers
{
  AppWorkspace        *workspace;
  AppModelServersWatch watch;
  GListStore          *store;
  GPtrArray           *followed; /* (element-type AppSession) */
  GPtrArray           *own;      /* (element-type AppSession): in no workspace */
  GHashTable          *off;      /* ids that the person switched off */
  GHashTable          *declined; /* ids */
  GHashTable          *wanted;   /* ids of which something is to be told beside their tools */
  AppModelEntry       *entry;    /* (nullable) */
  gboolean             is_updating;
};

const char *
app_model_servers_get_id (AppModelServer *server)
{
  return app_model_consent_get_server (app_model_server_get_session (server));
}

/* One of them */

static void
on_used (AppModelServer *server, GParamSpec *pspec, AppModelServers *self)
{
  const char *id = app_model_servers_get_id (server);

  if (self->is_updating)
    return;
  if (app_model_server_is_used (server))
    g_hash_table_remove (self->off, id);
  else if (!app_model_server_needs_consent (server))
    g_hash_table_add (self->off, g_strdup (id));
  self->watch.changed (self->watch.user_data);
}

static void
on_wanted (AppModelServer *server, AppModelServers *self)
{
  g_hash_table_remove (self->declined, app_model_servers_get_id (server));
  self->watch.wanted (server, self->watch.user_data);
}

static guint
count_tools (AppSession *session)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  AppApprovals *approvals = app_session_get_feature (session, APP_TYPE_APPROVALS);
  GListModel   *list;
  guint         n = 0;

  if (catalogue == NULL)
    return 0;
  list = app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (list, i);

      if (approvals == NULL ||
          app_approvals_is_tool_enabled (approvals, mcp_definition_get_key (tool)))
        n++;
    }
  return n;
}

/* Whether it is used, and may be. */
static void
update_server (AppModelServers *self, AppModelServer *server)
{
  const char *id = app_model_servers_get_id (server);
  gboolean    needed = app_model_server_needs_consent (server);
  gboolean    needs = self->entry != NULL && !app_model_entry_has_consent (self->entry, id);

  self->is_updating = TRUE;
  app_model_server_set_n_tools (server, count_tools (app_model_server_get_session (server)));
  app_model_server_set_needs_consent (server, needs);
  if (needed && !needs && !g_hash_table_contains (self->off, id))
    app_model_server_set_used (server, TRUE);
  self->is_updating = FALSE;
}

static AppModelServer *
find_server (AppModelServers *self, AppSession *session, guint *position)
{
  GListModel *list = G_LIST_MODEL (self->store);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (list, i);

      *position = i;
      if (app_model_server_get_session (server) == session)
        return server;
    }
  return NULL;
}

static void
add_server (AppModelServers *self, AppSession *session)
{
  g_autoptr (AppModelServer) server = app_model_server_new (session);

  if (!g_hash_table_contains (self->off, app_model_servers_get_id (server)))
    app_model_server_set_used (server, TRUE);
  update_server (self, server);
  g_signal_connect (server, "notify::used", G_CALLBACK (on_used), self);
  g_signal_connect (server, "wanted", G_CALLBACK (on_wanted), self);
  g_list_store_append (self->store, server);
}

static void
remove_server (AppModelServers *self, AppModelServer *server, guint position)
{
  g_signal_handlers_disconnect_by_data (server, self);
  g_list_store_remove (self->store, position);
}

/* Coming and going */

static void
update_session (AppModelServers *self, AppSession *session)
{
  guint           position = 0;
  AppModelServer *server = find_server (self, session, &position);
  gboolean        is_ready = app_session_get_state (session) == APP_SESSION_READY;

  if (is_ready && server == NULL)
    add_server (self, session);
  else if (!is_ready && server != NULL)
    remove_server (self, server, position);
  else if (server != NULL)
    update_server (self, server);
  else
    return;
  self->watch.changed (self->watch.user_data);
}

static void
on_state (AppSession *session, GParamSpec *pspec, AppModelServers *self)
{
  update_session (self, session);
}

static void
on_loading (AppCatalogue *catalogue, GParamSpec *pspec, AppModelServers *self)
{
  for (guint i = 0; i < self->followed->len; i++)
    if (app_session_get_feature (self->followed->pdata[i], APP_TYPE_CATALOGUE) == catalogue)
      update_session (self, self->followed->pdata[i]);
}

static void
follow (AppModelServers *self, AppSession *session)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);

  g_ptr_array_add (self->followed, g_object_ref (session));
  g_signal_connect (session, "notify::state", G_CALLBACK (on_state), self);
  if (catalogue != NULL)
    g_signal_connect (catalogue, "notify::loading", G_CALLBACK (on_loading), self);
  update_session (self, session);
}

static void
unfollow (AppModelServers *self, AppSession *session)
{
  AppCatalogue   *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  guint           position = 0;
  AppModelServer *server = find_server (self, session, &position);

  g_signal_handlers_disconnect_by_data (session, self);
  if (catalogue != NULL)
    g_signal_handlers_disconnect_by_data (catalogue, self);
  if (server != NULL)
    remove_server (self, server, position);
}

static gboolean
is_open (AppModelServers *self, AppSession *session)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) each = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);

      if (each == session)
        return TRUE;
    }
  return g_ptr_array_find (self->own, session, NULL);
}

static void
on_items_changed (AppModelServers *self)
{
  for (guint i = self->followed->len; i > 0; i--)
    if (!is_open (self, self->followed->pdata[i - 1]))
      {
        unfollow (self, self->followed->pdata[i - 1]);
        g_ptr_array_remove_index (self->followed, i - 1);
      }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);

      if (!g_ptr_array_find (self->followed, session, NULL))
        follow (self, session);
    }
  self->watch.changed (self->watch.user_data);
}

AppModelServers *
app_model_servers_new (AppWorkspace *workspace, const AppModelServersWatch *watch)
{
  AppModelServers *self = g_new0 (AppModelServers, 1);

  self->workspace = g_object_ref (workspace);
  self->watch = *watch;
  self->store = g_list_store_new (APP_TYPE_MODEL_SERVER);
  self->followed = g_ptr_array_new_with_free_func (g_object_unref);
  self->own = g_ptr_array_new_with_free_func (g_object_unref);
  self->off = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->declined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_signal_connect_swapped (workspace, "items-changed", G_CALLBACK (on_items_changed), self);
  on_items_changed (self);
  return self;
}

void
app_model_servers_free (AppModelServers *self)
{
  g_signal_handlers_disconnect_by_data (self->workspace, self);
  for (guint i = 0; i < self->followed->len; i++)
    unfollow (self, self->followed->pdata[i]);
  g_ptr_array_unref (self->followed);
  g_ptr_array_unref (self->own);
  g_hash_table_unref (self->off);
  g_hash_table_unref (self->declined);
  g_hash_table_unref (self->wanted);
  g_clear_object (&self->entry);
  g_object_unref (self->store);
  g_object_unref (self->workspace);
  g_free (self);
}

GListModel *
app_model_servers_get_model (AppModelServers *self)
{
  return G_LIST_MODEL (self->store);
}

void
app_model_servers_add (AppModelServers *self, AppSession *session)
{
  if (g_ptr_array_find (self->followed, session, NULL))
    return;
  g_ptr_array_add (self->own, g_object_ref (session));
  follow (self, session);
}

void
app_model_servers_set_entry (AppModelServers *self, AppModelEntry *entry)
{
  GListModel *list = G_LIST_MODEL (self->store);

  g_set_object (&self->entry, entry);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (list, i);

      update_server (self, server);
    }
  self->watch.changed (self->watch.user_data);
}

AppModelServer *
app_model_servers_find_asking (AppModelServers *self)
{
  GListModel *list = G_LIST_MODEL (self->store);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (list, i);
      const char *id = app_model_servers_get_id (server);

      if (app_model_server_needs_consent (server) &&
          (!g_hash_table_contains (self->off, id) || g_hash_table_contains (self->wanted, id)) &&
          !g_hash_table_contains (self->declined, id))
        return server;
    }
  return NULL;
}

/* Returns: whether the person can be asked about it */
static gboolean
want (AppModelServers *self, AppSession *session)
{
  guint position;

  g_hash_table_remove (self->declined, app_model_consent_get_server (session));
  g_hash_table_add (self->wanted, g_strdup (app_model_consent_get_server (session)));
  return find_server (self, session, &position) != NULL;
}

gboolean
app_model_servers_check (AppModelServers     *self,
                         AppModelAttachments *attachments,
                         AppSession         **missing)
{
  GListModel *list = app_model_attachments_get_list (attachments);
  gboolean    allowed = TRUE;

  for (guint i = 0; self->entry != NULL && i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelAttachment) attachment = g_list_model_get_item (list, i);
      AppSession *session = app_model_attachment_get_session (attachment);

      if (app_model_entry_has_consent (self->entry, app_model_consent_get_server (session)))
        continue;
      allowed = FALSE;
      if (!want (self, session) && missing != NULL)
        *missing = session;
    }
  return allowed;
}

void
app_model_servers_decline (AppModelServers *self, AppModelServer *server)
{
  g_hash_table_remove (self->wanted, app_model_servers_get_id (server));
  g_hash_table_add (self->declined, g_strdup (app_model_servers_get_id (server)));
}

GPtrArray *
app_model_servers_dup_used (AppModelServers *self)
{
  GPtrArray  *used = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *list = G_LIST_MODEL (self->store);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (list, i);

      if (app_model_server_is_used (server))
        g_ptr_array_add (used, g_object_ref (app_model_server_get_session (server)));
    }
  return used;
}
