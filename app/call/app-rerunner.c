/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-rerunner.h"

#include "app-catalogue.h"
#include "app-drafts.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppRerunner
{
  GObject parent_instance;

  AppSession *session; /* weak */
  char       *tool;    /* (nullable): that was called last from its form */
  gboolean    was_open;
  gboolean    restarted; /* and its tools were not listed since */
  guint       due;
};

enum {
  PROP_WANTED = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppRerunner, app_rerunner)
MCP_DEFINE_INIT (AppRerunner, app_rerunner)

static gboolean
get_wanted (AppRerunner *self)
{
  return self->session != NULL &&
         store_profile_get_decisions (app_session_get_profile (self->session))->repeat_call;
}

static void
set_wanted (AppRerunner *self, gboolean wanted)
{
  if (self->session == NULL || get_wanted (self) == wanted)
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (app_session_get_profile (self->session));
  g_object_set (changed, "repeat-call", wanted, NULL);
  app_session_keep_profile (self->session, changed);
}

static void
on_profile_changed (AppRerunner *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WANTED]);
}

MCP_DEFINE_DISPOSE (AppRerunner, app_rerunner)
{
  g_clear_handle_id (&self->due, g_source_remove);
  g_clear_weak_pointer (&self->session);
  g_clear_pointer (&self->tool, g_free);
}

static void
app_rerunner_class_init (AppRerunnerClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_WANTED] = { "wanted", G_TYPE_BOOLEAN, G_CALLBACK (get_wanted),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_wanted) },
  };

  G_OBJECT_CLASS (klass)->dispose = app_rerunner_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
app_rerunner_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_RERUNNER (feature)->session, session);
  mcp_signal_connect (app_session_get_profile (session), "notify::repeat-call", on_profile_changed,
                      feature);
}

/* Returns: (transfer none) (nullable): of the tool as it is listed now */
static AppDraft *
find_draft (AppRerunner *self, const char *tool)
{
  AppCatalogue *catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);
  AppDrafts    *drafts = app_session_get_feature (self->session, APP_TYPE_DRAFTS);
  McpTool      *found = app_catalogue_find_tool (catalogue, tool);

  return found != NULL && drafts != NULL ? app_drafts_open (drafts, MCP_DEFINITION (found)) : NULL;
}

/* When everybody has heard of the new list. */
static gboolean
run_again (gpointer data)
{
  AppRerunner *self = data;
  AppDraft    *draft = self->session != NULL ? find_draft (self, self->tool) : NULL;

  self->due = 0;
  AppCall *call = draft != NULL && !app_draft_is_busy (draft) ? app_draft_prepare (draft) : NULL;
  if (call == NULL)
    return G_SOURCE_REMOVE;
  /* Nobody presses a button: it runs unasked where a person sent just that before. */
  app_call_set_caller (call, APP_CALLER_COLLECTION);
  app_draft_send_call (draft, call);
  return G_SOURCE_REMOVE;
}

static void
app_rerunner_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppRerunner *self = APP_RERUNNER (feature);

  self->restarted = self->was_open;
  self->was_open = TRUE;
}

static void
app_rerunner_listed (AppSessionFeature *feature, AppSession *session, McpDefinitionKind kind)
{
  AppRerunner *self = APP_RERUNNER (feature);

  if (kind != MCP_DEFINITION_TOOL || !self->restarted)
    return;
  self->restarted = FALSE;
  if (get_wanted (self) && self->tool != NULL && self->due == 0)
    self->due = g_idle_add (run_again, self);
}

/* What a person called from its form; others call, too. */
static void
app_rerunner_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  AppRerunner *self = APP_RERUNNER (feature);

  if (app_call_get_kind (call) != APP_CALL_TOOL)
    return;
  AppDraft *draft = find_draft (self, app_call_get_target (call));
  if (draft == NULL || app_draft_get_call (draft) != call)
    return;
  g_free (self->tool);
  self->tool = g_strdup (app_call_get_target (call));
}

static void
app_rerunner_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_rerunner_attach;
  iface->opened = app_rerunner_opened;
  iface->listed = app_rerunner_listed;
  iface->ended = app_rerunner_ended;
}
