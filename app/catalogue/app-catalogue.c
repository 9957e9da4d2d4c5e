/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-catalogue.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-change-list.h"
#include "app-session.h"
#include "mcp-async.h"
#include "mcp-definition-list.h"
#include "mcp-envelope.h"
#include "mcp-error.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-pager.h"

/* Spans of time that people think in. */
#define SECOND_MS 1000
#define MINUTE_MS (60 * SECOND_MS)
#define HOUR_MS (60 * MINUTE_MS)

struct _AppCatalogue
{
  GObject parent_instance;

  AppSession        *session; /* weak */
  McpClient         *client;  /* (nullable): from its opening on */
  McpDefinitionList *lists[MCP_N_DEFINITION_KINDS];
  AppProblem        *problems[MCP_N_DEFINITION_KINDS];
  char              *target; /* (nullable): whose lists these are */
  gboolean           is_automatic;
};

enum {
  PROP_0,
  PROP_LOADING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppCatalogue, app_catalogue)

MCP_DEFINE_DISPOSE (AppCatalogue, app_catalogue)
{
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      if (self->lists[i] != NULL)
        g_signal_handlers_disconnect_by_data (self->lists[i], self);
      g_clear_object (&self->lists[i]);
      g_clear_object (&self->problems[i]);
    }
  g_clear_object (&self->client);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppCatalogue, app_catalogue)
{
  g_free (self->target);
}

static void
app_catalogue_class_init (AppCatalogueClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LOADING] = { "loading", G_TYPE_BOOLEAN, G_CALLBACK (app_catalogue_is_loading) },
  };

  G_OBJECT_CLASS (klass)->dispose = app_catalogue_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_catalogue_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static gboolean
is_ready (AppCatalogue *self)
{
  return self->session != NULL && app_session_get_state (self->session) == APP_SESSION_READY;
}

static void
notify_loading (AppCatalogue *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
on_reloaded (AppCatalogue *self, McpDefinitionList *list)
{
  McpDefinitionKind kind = mcp_definition_list_get_kind (list);
  const GError     *error = mcp_definition_list_get_error (list);

  g_clear_object (&self->problems[kind]);
  if (is_ready (self) && error != NULL &&
      !g_error_matches (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED))
    self->problems[kind] =
        app_problem_new_redacted (error, app_session_get_redactor (self->session));
  if (is_ready (self) && error == NULL)
    app_session_feature_notify_listed (self->session, kind);
  notify_loading (self);
}

static void
app_catalogue_init (AppCatalogue *self)
{
  self->is_automatic = TRUE;
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      self->lists[i] = mcp_definition_list_new (i);
      g_signal_connect_swapped (self->lists[i], "reloaded", G_CALLBACK (on_reloaded), self);
      g_signal_connect_swapped (self->lists[i], "notify::loading", G_CALLBACK (notify_loading),
                                self);
    }
}

/* As a feature of a session */

/* What a list holds belongs to the server as the profile has it now.
 * Returns: whether it is the same as the last time */
static gboolean
remember_target (AppCatalogue *self, AppSession *session)
{
  StoreProfile    *profile = app_session_get_profile (session);
  AppChangeList   *changes = app_session_get_feature (session, APP_TYPE_CHANGE_LIST);
  g_autofree char *fingerprint = store_profile_dup_fingerprint (profile);
  const char      *url = store_profile_get_endpoint (profile)->url;
  char            *target = g_strdup_printf ("%s %s", fingerprint, url != NULL ? url : "");
  gboolean         same = g_strcmp0 (target, self->target) == 0;

  g_free (self->target);
  self->target = target;
  if (!same && changes != NULL)
    app_change_list_forget (changes);
  return same;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* The list keeps its error, which is shown. */
  mcp_definition_list_load_finish (MCP_DEFINITION_LIST (source), result, NULL);
}

static void
app_catalogue_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_CATALOGUE (feature)->session, session);
}

static void
app_catalogue_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  g_set_object (&APP_CATALOGUE (feature)->client, client);
}

static void
app_catalogue_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppCatalogue *self = APP_CATALOGUE (feature);
  gboolean      same = remember_target (self, session);

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      gboolean offered = mcp_client_offers (client, i);

      /* What is shown of a server that came back stays until the new list is there. */
      if (!same || !self->is_automatic || !offered)
        mcp_definition_list_clear (self->lists[i]);
      if (same && self->is_automatic && !offered)
        app_session_feature_notify_listed (session, i);
      mcp_definition_list_set_client (self->lists[i], client);
      if (self->is_automatic && offered)
        mcp_definition_list_load_async (self->lists[i], NULL, on_loaded, NULL);
    }
}

static gboolean
app_catalogue_closed (AppSessionFeature *feature,
                      AppSession        *session,
                      McpClient         *client,
                      const GError      *error)
{
  AppCatalogue *self = APP_CATALOGUE (feature);

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    mcp_definition_list_set_client (self->lists[i], NULL);
  g_clear_object (&self->client);
  return FALSE;
}

static McpDefinition *
app_catalogue_find_definition (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  AppCallKind kind = app_call_get_kind (call);

  if (kind != APP_CALL_TOOL && kind != APP_CALL_READ)
    return NULL;
  return app_catalogue_find (APP_CATALOGUE (feature),
                             kind == APP_CALL_TOOL ? MCP_DEFINITION_TOOL : MCP_DEFINITION_RESOURCE,
                             app_call_get_target (call));
}

static void
app_catalogue_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_catalogue_attach;
  iface->opening = app_catalogue_opening;
  iface->opened = app_catalogue_opened;
  iface->closed = app_catalogue_closed;
  iface->find_definition = app_catalogue_find_definition;
}

/* The lists */

void
app_catalogue_set_automatic (AppCatalogue *self, gboolean automatic)
{
  g_return_if_fail (APP_IS_CATALOGUE (self));
  self->is_automatic = automatic;
}

MCP_DEFINE_FLAG (AppCatalogue, app_catalogue, is_automatic)

GListModel *
app_catalogue_get_list (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);
  return G_LIST_MODEL (self->lists[kind]);
}

McpDefinition *
app_catalogue_find (AppCatalogue *self, McpDefinitionKind kind, const char *key)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);
  return mcp_definition_list_find (self->lists[kind], key);
}

McpTool *
app_catalogue_find_tool (AppCatalogue *self, const char *name)
{
  return (McpTool *)app_catalogue_find (self, MCP_DEFINITION_TOOL, name);
}

gboolean
app_catalogue_is_loading (AppCatalogue *self)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), FALSE);

  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    if (mcp_definition_list_is_loading (self->lists[i]))
      return TRUE;
  return FALSE;
}

gboolean
app_catalogue_offers (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), FALSE);
  return self->client != NULL && mcp_client_offers (self->client, kind);
}

gboolean
app_catalogue_is_unknown (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), FALSE);
  return g_error_matches (mcp_definition_list_get_error (self->lists[kind]), MCP_ERROR,
                          MCP_ERROR_NOT_OFFERED);
}

AppProblem *
app_catalogue_get_problem (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);
  return self->problems[kind];
}

McpListing *
app_catalogue_get_listing (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);
  return mcp_definition_list_get_listing (self->lists[kind]);
}

static char *
dup_span (gint64 ms)
{
  if (ms >= HOUR_MS)
    /* Translators: a number of hours */
    return g_strdup_printf (_ ("%.3g h"), (double)ms / HOUR_MS);
  if (ms >= MINUTE_MS)
    /* Translators: a number of minutes */
    return g_strdup_printf (_ ("%.3g min"), (double)ms / MINUTE_MS);
  /* Translators: a number of seconds */
  return g_strdup_printf (_ ("%.3g s"), (double)ms / SECOND_MS);
}

char *
app_catalogue_dup_freshness (AppCatalogue *self, McpDefinitionKind kind)
{
  const char *scope;

  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);

  McpListing *listing = mcp_definition_list_get_listing (self->lists[kind]);
  if (listing == NULL || !listing->has_freshness)
    return NULL;
  scope = listing->freshness.scope == MCP_CACHE_PUBLIC    ? _ ("shared")
          : listing->freshness.scope == MCP_CACHE_PRIVATE ? _ ("private")
                                                          : _ ("scope not given");
  if (listing->freshness.ttl_ms <= 0)
    /* Translators: what the server says of a list; then for whom the list is */
    return g_strdup_printf (_ ("Not cacheable (%s)"), scope);
  g_autofree char *span = dup_span (listing->freshness.ttl_ms);
  /* Translators: how long a list may be used without asking again; then for whom it is */
  return g_strdup_printf (_ ("Cacheable for %s (%s)"), span, scope);
}

gboolean
app_catalogue_set_params (AppCatalogue     *self,
                          McpDefinitionKind kind,
                          const char       *params,
                          GError          **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (APP_IS_CATALOGUE (self), FALSE);

  if (params != NULL && *params != '\0')
    {
      document = mcp_json_document_parse_text (params, -1, NULL);
      if (document == NULL ||
          mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
        {
          g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               _ ("The parameters are not a JSON object."));
          return FALSE;
        }
      bytes = g_bytes_new (params, strlen (params));
    }
  mcp_definition_list_set_params (self->lists[kind], bytes);
  return TRUE;
}

void
app_catalogue_add_meta (AppCatalogue *self, McpDefinitionKind kind, const char *meta)
{
  g_autoptr (GBytes) members = g_bytes_new (meta, strlen (meta));
  g_autoptr (GBytes) params = NULL;

  g_return_if_fail (APP_IS_CATALOGUE (self));

  params = mcp_envelope_add_meta (mcp_definition_list_get_params (self->lists[kind]), members);
  mcp_definition_list_set_params (self->lists[kind], params);
}

char *
app_catalogue_dup_params (AppCatalogue *self, McpDefinitionKind kind)
{
  gsize length;

  g_return_val_if_fail (APP_IS_CATALOGUE (self), NULL);

  GBytes *params = mcp_definition_list_get_params (self->lists[kind]);
  if (params == NULL)
    return g_strdup ("");
  const char *text = g_bytes_get_data (params, &length);
  return g_strndup (text, length);
}

void
app_catalogue_set_page_by_page (AppCatalogue *self, McpDefinitionKind kind, gboolean page_by_page)
{
  g_return_if_fail (APP_IS_CATALOGUE (self));

  mcp_definition_list_set_page_by_page (self->lists[kind], page_by_page);
}

gboolean
app_catalogue_has_more (AppCatalogue *self, McpDefinitionKind kind)
{
  g_return_val_if_fail (APP_IS_CATALOGUE (self), FALSE);

  return mcp_definition_list_has_more (self->lists[kind]);
}

static void
on_asked_for (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  mcp_definition_list_load_finish (MCP_DEFINITION_LIST (source), result, &error);
  mcp_async_return (task, error);
}

void
app_catalogue_load_async (AppCatalogue       *self,
                          McpDefinitionKind   kind,
                          gboolean            more,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (APP_IS_CATALOGUE (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_catalogue_load_async);
  if (more)
    mcp_definition_list_load_more_async (self->lists[kind], cancellable, on_asked_for,
                                         g_steal_pointer (&task));
  else if (!is_ready (self))
    g_task_return_error (task, app_session_make_error (self->session));
  else
    {
      /* Whoever asks wants to see it again, whatever the server lets be used again. */
      mcp_client_forget_cached (self->client, mcp_definition_kind_get_list_method (kind));
      mcp_definition_list_load_async (self->lists[kind], cancellable, on_asked_for,
                                      g_steal_pointer (&task));
    }
}

MCP_DEFINE_FINISH (app_catalogue_load_finish, AppCatalogue)
