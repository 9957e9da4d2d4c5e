/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-servers.h"

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-model-consent.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppModelServers
{
  GObject parent_instance;

  AppWorkspace        *workspace;
  AppModelProviders   *providers;
  AppModelAttachments *attachments;
  GListStore          *store;
  GPtrArray           *followed; /* (element-type AppSession) */
  GPtrArray           *own;      /* (element-type AppSession): in no workspace */
  GHashTable          *off;      /* ids that the person switched off */
  GHashTable          *declined; /* ids */
  GHashTable          *wanted;   /* ids of which something is to be told beside their tools */
  AppModelEntry       *entry;    /* (nullable) */
  gboolean             is_updating;
  AppModelServer      *asking; /* (nullable): that consent is asked for */
  char                *consent_text;
};

enum {
  PROP_CONSENT_TEXT = 1,
  N_PROPS
};

enum {
  CHANGED,
  FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppModelServers,
                               app_model_servers,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_INNER_LIST (AppModelServers,
                                                         store,
                                                         APP_TYPE_MODEL_SERVER))

/* By what consent is kept. */
static const char *
get_id (AppModelServer *server)
{
  return app_model_consent_get_server (app_model_server_get_session (server));
}

/* Consent */

/* Returns: (transfer none) (nullable): the first one that needs consent and was not declined */
static AppModelServer *
find_asking (AppModelServers *self)
{
  GListModel *list = G_LIST_MODEL (self->store);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (list, i);
      const char *id = get_id (server);

      if (app_model_server_needs_consent (server) &&
          (!g_hash_table_contains (self->off, id) || g_hash_table_contains (self->wanted, id)) &&
          !g_hash_table_contains (self->declined, id))
        return server;
    }
  return NULL;
}

static void
update_consent (AppModelServers *self)
{
  AppModelServer *asking = find_asking (self);
  char           *text = NULL;

  if (asking != NULL && self->entry != NULL)
    text = app_model_consent_dup_text (self->entry, app_model_server_get_session (asking), FALSE);
  if (text == NULL)
    asking = NULL;
  g_set_object (&self->asking, asking);
  mcp_property_take_text (self, &self->consent_text, text, properties[PROP_CONSENT_TEXT]);
}

static void
tell (AppModelServers *self)
{
  update_consent (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_agreed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppModelServers) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error))
    g_signal_emit (self, signals[FAILED], 0, error);
}

void
app_model_servers_agree (AppModelServers *self, gboolean agreed)
{
  g_return_if_fail (APP_IS_MODEL_SERVERS (self));

  if (self->asking == NULL || self->entry == NULL)
    return;
  if (agreed)
    app_model_providers_agree_async (self->providers, app_model_entry_get_id (self->entry),
                                     get_id (self->asking), NULL, on_agreed, g_object_ref (self));
  else
    {
      g_hash_table_remove (self->wanted, get_id (self->asking));
      g_hash_table_add (self->declined, g_strdup (get_id (self->asking)));
      app_model_attachments_remove_of (self->attachments,
                                       app_model_server_get_session (self->asking));
    }
  update_consent (self);
}

/* One of them */

static void
on_used (AppModelServer *server, GParamSpec *pspec, AppModelServers *self)
{
  const char *id = get_id (server);

  if (self->is_updating)
    return;
  if (app_model_server_is_used (server))
    g_hash_table_remove (self->off, id);
  else if (!app_model_server_needs_consent (server))
    g_hash_table_add (self->off, g_strdup (id));
  tell (self);
}

static void
on_wanted (AppModelServer *server, AppModelServers *self)
{
  g_hash_table_remove (self->declined, get_id (server));
  update_consent (self);
}

static guint
count_tools (AppSession *session)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  AppApprovals *approvals = app_session_get_feature (session, APP_TYPE_APPROVALS);
  guint         n = 0;

  if (catalogue == NULL)
    return 0;
  GListModel *list = app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL);
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
  const char *id = get_id (server);
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

  if (!g_hash_table_contains (self->off, get_id (server)))
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
  tell (self);
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
  tell (self);
}

/* What was added may come from a server whose tools are not used. */
static void
on_attachments_changed (AppModelServers *self)
{
  app_model_servers_check (self, NULL);
}

MCP_DEFINE_FINALIZE (AppModelServers, app_model_servers)
{
  g_ptr_array_unref (self->followed);
  g_ptr_array_unref (self->own);
  g_hash_table_unref (self->off);
  g_hash_table_unref (self->declined);
  g_hash_table_unref (self->wanted);
  g_clear_object (&self->entry);
  g_clear_object (&self->asking);
  g_free (self->consent_text);
  g_object_unref (self->store);
  g_object_unref (self->attachments);
  g_object_unref (self->providers);
  g_object_unref (self->workspace);
}

static void
app_model_servers_class_init (AppModelServersClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_CONSENT_TEXT] = { "consent-text", G_TYPE_STRING,
                            .offset = G_STRUCT_OFFSET (AppModelServers, consent_text) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_model_servers_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  signals[CHANGED] = mcp_signal_new (klass, "changed", 0);
  signals[FAILED] = mcp_signal_new (klass, "failed", 1, G_TYPE_ERROR);
}

static void
app_model_servers_init (AppModelServers *self)
{
  self->store = g_list_store_new (APP_TYPE_MODEL_SERVER);
  self->followed = g_ptr_array_new_with_free_func (g_object_unref);
  self->own = g_ptr_array_new_with_free_func (g_object_unref);
  self->off = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->declined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_signal_connect_swapped (self->store, "items-changed", G_CALLBACK (g_list_model_items_changed),
                            self);
}

AppModelServers *
app_model_servers_new (AppWorkspace        *workspace,
                       AppModelProviders   *providers,
                       AppModelAttachments *attachments)
{
  AppModelServers *self = g_object_new (APP_TYPE_MODEL_SERVERS, NULL);

  self->workspace = g_object_ref (workspace);
  self->providers = g_object_ref (providers);
  self->attachments = g_object_ref (attachments);
  g_signal_connect_swapped (workspace, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect_swapped (attachments, "changed", G_CALLBACK (on_attachments_changed), self);
  on_items_changed (self);
  return self;
}

void
app_model_servers_close (AppModelServers *self)
{
  g_signal_handlers_disconnect_by_data (self->workspace, self);
  g_signal_handlers_disconnect_by_data (self->attachments, self);
  for (guint i = 0; i < self->followed->len; i++)
    unfollow (self, self->followed->pdata[i]);
  g_ptr_array_set_size (self->followed, 0);
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
  tell (self);
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
app_model_servers_check (AppModelServers *self, AppSession **missing)
{
  GListModel *list = app_model_attachments_get_list (self->attachments);
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
  update_consent (self);
  return allowed;
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
