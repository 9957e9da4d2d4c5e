/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

#include "app-call-private.h"
#include "app-command-text.h"
#include "app-console-line.h"
#include "app-task-list.h"

/* Results are objects of the workspace; this is only the way back to the last calls. */
#define MAX_CALLS 200

enum {
  PROP_0,
  PROP_PROFILE,
  PROP_NAME,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_PROBLEM,
  PROP_SERVER_TITLE,
  PROP_SERVER_VERSION,
  PROP_PROTOCOL_VERSION,
  PROP_INSTRUCTIONS,
  PROP_LATENCY,
  PROP_TOOLS,
  PROP_RESOURCES,
  PROP_TEMPLATES,
  PROP_PROMPTS,
  PROP_LOADING,
  PROP_CALLS,
  PROP_CONSOLE,
  PROP_WATCHING,
  PROP_STREAM_NAME,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GType
app_session_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_SESSION_IDLE, "APP_SESSION_IDLE", "idle" },
    { APP_SESSION_UNCONFIRMED, "APP_SESSION_UNCONFIRMED", "unconfirmed" },
    { APP_SESSION_CONNECTING, "APP_SESSION_CONNECTING", "connecting" },
    { APP_SESSION_READY, "APP_SESSION_READY", "ready" },
    { APP_SESSION_DISCONNECTING, "APP_SESSION_DISCONNECTING", "disconnecting" },
    { APP_SESSION_FAILED, "APP_SESSION_FAILED", "failed" },
    { APP_SESSION_LOST, "APP_SESSION_LOST", "lost" },
    { APP_SESSION_AUTHORIZATION_REQUIRED, "APP_SESSION_AUTHORIZATION_REQUIRED",
      "authorization-required" },
    { APP_SESSION_RECONNECTING, "APP_SESSION_RECONNECTING", "reconnecting" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppSessionState", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppSession, app_session, G_TYPE_OBJECT)

static const McpDefinitionKind kinds[] = {
  [APP_LIST_TOOLS] = MCP_DEFINITION_TOOL,
  [APP_LIST_RESOURCES] = MCP_DEFINITION_RESOURCE,
  [APP_LIST_TEMPLATES] = MCP_DEFINITION_RESOURCE_TEMPLATE,
  [APP_LIST_PROMPTS] = MCP_DEFINITION_PROMPT,
};

static gboolean
is_loading (AppSession *self)
{
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    if (mcp_definition_list_is_loading (self->lists[i]))
      return TRUE;
  return FALSE;
}

void
app_session_set_state (AppSession *self, AppSessionState state, const GError *error)
{
  /* What is shown may be the last thing that holds the session. */
  g_autoptr (AppSession) alive = g_object_ref (self);

  g_clear_object (&self->problem);
  if (error != NULL)
    self->problem = app_session_explain (self, error);
  self->state = state;
  app_session_update_watch (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE_NAME]);
}

void
app_session_notify_server (AppSession *self)
{
  for (guint i = PROP_SERVER_TITLE; i <= PROP_LATENCY; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

void
app_session_set_latency (AppSession *self, gint64 latency)
{
  self->latency = MAX (1, latency / 1000);
}

AppProblem *
app_session_explain (AppSession *self, const GError *error)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (error != NULL, NULL);
  return app_problem_new_redacted (error, self->redactor);
}

char *
app_session_redact (AppSession *self, const char *text)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return app_redactor_redact_text (self->redactor, text);
}

static void
on_list_reloaded (McpDefinitionList *list, AppSession *self)
{
  guint         kind = mcp_definition_list_get_kind (list);
  const GError *error = mcp_definition_list_get_error (list);

  g_clear_object (&self->list_problems[kind]);
  if (error != NULL && !g_error_matches (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED) &&
      self->state == APP_SESSION_READY)
    self->list_problems[kind] = app_session_explain (self, error);
  if (error == NULL && self->state == APP_SESSION_READY)
    app_session_take_list (self, kind);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOLS + kind]);
}

static void
on_list_loading (McpDefinitionList *list, GParamSpec *pspec, AppSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
on_profile_changed (StoreProfile *profile, GParamSpec *pspec, AppSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

static void
app_session_dispose (GObject *object)
{
  AppSession *self = APP_SESSION (object);

  if (self->connecting != NULL)
    g_cancellable_cancel (self->connecting);
  if (self->profile != NULL)
    g_signal_handlers_disconnect_by_data (self->profile, self);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    if (self->lists[i] != NULL)
      g_signal_handlers_disconnect_by_data (self->lists[i], self);
  app_session_let_go_of_client (self);
  g_clear_object (&self->connecting);
  g_clear_object (&self->problem);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      g_clear_object (&self->lists[i]);
      g_clear_object (&self->list_problems[i]);
    }
  g_clear_object (&self->icon_fetcher);
  g_clear_object (&self->reconnector);
  g_clear_object (&self->watch);
  g_clear_object (&self->subscriptions);
  g_clear_object (&self->subscription);
  g_clear_object (&self->changes);
  if (self->approved_tools != NULL)
    store_memory_flush (self->approved_tools);
  g_clear_object (&self->approved_tools);
  g_clear_object (&self->preset_secrets);
  g_clear_object (&self->tasks);
  g_clear_object (&self->calls);
  g_clear_object (&self->console);
  g_clear_object (&self->redactor);
  g_clear_object (&self->inbox);
  g_clear_object (&self->objects);
  g_clear_object (&self->log);
  g_clear_object (&self->book);
  g_clear_object (&self->vault);
  g_clear_object (&self->settings);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (app_session_parent_class)->dispose (object);
}

static void
app_session_finalize (GObject *object)
{
  AppSession *self = APP_SESSION (object);

  g_hash_table_unref (self->approved);
  g_ptr_array_unref (self->leaving);
  g_free (self->shown);
  g_free (self->target);
  G_OBJECT_CLASS (app_session_parent_class)->finalize (object);
}

static void
app_session_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppSession *self = APP_SESSION (object);

  switch (prop_id)
    {
    case PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case PROP_NAME:
      g_value_set_string (value, app_session_get_name (self));
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_STATE_NAME:
      g_value_set_string (value, app_session_get_state_name (self));
      break;
    case PROP_PROBLEM:
      g_value_set_object (value, self->problem);
      break;
    case PROP_SERVER_TITLE:
      g_value_set_string (value, app_session_get_server_title (self));
      break;
    case PROP_SERVER_VERSION:
      g_value_set_string (value, app_session_get_server_version (self));
      break;
    case PROP_PROTOCOL_VERSION:
      g_value_set_string (value, app_session_get_protocol_version (self));
      break;
    case PROP_INSTRUCTIONS:
      g_value_set_string (value, app_session_get_instructions (self));
      break;
    case PROP_LATENCY:
      g_value_set_uint (value, self->latency);
      break;
    case PROP_TOOLS:
    case PROP_RESOURCES:
    case PROP_TEMPLATES:
    case PROP_PROMPTS:
      g_value_set_object (value, self->lists[prop_id - PROP_TOOLS]);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, is_loading (self));
      break;
    case PROP_CALLS:
      g_value_set_object (value, self->calls);
      break;
    case PROP_CONSOLE:
      g_value_set_object (value, self->console);
      break;
    case PROP_WATCHING:
      g_value_set_boolean (value, self->watch != NULL);
      break;
    case PROP_STREAM_NAME:
      g_value_set_string (value, app_session_get_stream_name (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_string (guint prop_id, const char *name)
{
  properties[prop_id] = g_param_spec_string (name, NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
install_object (guint prop_id, const char *name, GType type)
{
  properties[prop_id] = g_param_spec_object (name, NULL, NULL, type,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
app_session_class_init (AppSessionClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_session_dispose;
  object_class->finalize = app_session_finalize;
  object_class->get_property = app_session_get_property;

  install_object (PROP_PROFILE, "profile", STORE_TYPE_PROFILE);
  install_string (PROP_NAME, "name");
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, APP_TYPE_SESSION_STATE,
                                              APP_SESSION_IDLE, flags);
  install_string (PROP_STATE_NAME, "state-name");
  install_object (PROP_PROBLEM, "problem", APP_TYPE_PROBLEM);
  install_string (PROP_SERVER_TITLE, "server-title");
  install_string (PROP_SERVER_VERSION, "server-version");
  install_string (PROP_PROTOCOL_VERSION, "protocol-version");
  install_string (PROP_INSTRUCTIONS, "instructions");
  properties[PROP_LATENCY] = g_param_spec_uint ("latency", NULL, NULL, 0, G_MAXUINT, 0, flags);
  install_object (PROP_TOOLS, "tools", G_TYPE_LIST_MODEL);
  install_object (PROP_RESOURCES, "resources", G_TYPE_LIST_MODEL);
  install_object (PROP_TEMPLATES, "templates", G_TYPE_LIST_MODEL);
  install_object (PROP_PROMPTS, "prompts", G_TYPE_LIST_MODEL);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  install_object (PROP_CALLS, "calls", G_TYPE_LIST_MODEL);
  install_object (PROP_CONSOLE, "console", G_TYPE_LIST_MODEL);
  install_string (PROP_STREAM_NAME, "stream-name");
  properties[PROP_WATCHING] = g_param_spec_boolean ("watching", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_session_init (AppSession *self)
{
  self->redactor = app_redactor_new ();
  self->calls = g_list_store_new (APP_TYPE_CALL);
  self->console = g_list_store_new (APP_TYPE_CONSOLE_LINE);
  self->leaving = g_ptr_array_new_with_free_func (g_object_unref);
  self->approved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < MCP_N_DEFINITION_KINDS; i++)
    {
      self->lists[i] = mcp_definition_list_new (kinds[i]);
      g_signal_connect (self->lists[i], "reloaded", G_CALLBACK (on_list_reloaded), self);
      g_signal_connect (self->lists[i], "notify::loading", G_CALLBACK (on_list_loading), self);
    }
}

AppSession *
app_session_new (StoreProfile     *profile,
                 AppSettings      *settings,
                 StoreSecretVault *vault,
                 StoreProfileBook *book,
                 AppLog           *log,
                 StoreObjectStore *objects)
{
  AppSession *self = g_object_new (APP_TYPE_SESSION, NULL);

  self->profile = g_object_ref (profile);
  self->settings = g_object_ref (settings);
  self->vault = g_object_ref (vault);
  self->book = book != NULL ? g_object_ref (book) : NULL;
  self->log = g_object_ref (log);
  self->objects = g_object_ref (objects);
  g_signal_connect (profile, "notify::name", G_CALLBACK (on_profile_changed), self);
  g_signal_connect_swapped (profile, "notify::watch", G_CALLBACK (app_session_rewatch), self);
  g_signal_connect_swapped (profile, "notify::log-level",
                            G_CALLBACK (app_session_apply_log_level), self);
  return self;
}

StoreProfile *
app_session_get_profile (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->profile;
}

const char *
app_session_get_name (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return store_profile_get_name (self->profile);
}

AppSessionState
app_session_get_state (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), APP_SESSION_IDLE);
  return self->state;
}

const char *
app_session_get_state_name (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  switch (self->state)
    {
    case APP_SESSION_UNCONFIRMED:
      return C_ ("session", "not confirmed");
    case APP_SESSION_CONNECTING:
      return C_ ("session", "connecting");
    case APP_SESSION_READY:
      return C_ ("session", "connected");
    case APP_SESSION_DISCONNECTING:
      return C_ ("session", "disconnecting");
    case APP_SESSION_FAILED:
      return C_ ("session", "failed");
    case APP_SESSION_LOST:
      return C_ ("session", "connection lost");
    case APP_SESSION_AUTHORIZATION_REQUIRED:
      return C_ ("session", "authorization required");
    case APP_SESSION_RECONNECTING:
      return app_reconnector_get_text (app_session_get_reconnector (self));
    case APP_SESSION_IDLE:
    default:
      return C_ ("session", "not connected");
    }
}

AppProblem *
app_session_get_problem (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->problem;
}

static McpServerInfo *
get_info (AppSession *self)
{
  return self->client != NULL ? mcp_client_get_server_info (self->client) : NULL;
}

const char *
app_session_get_server_title (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return get_info (self) != NULL ? mcp_server_info_get_display_name (get_info (self)) : NULL;
}

const char *
app_session_get_server_version (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return get_info (self) != NULL ? mcp_server_info_get_version (get_info (self)) : NULL;
}

const char *
app_session_get_protocol_version (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return get_info (self) != NULL ? mcp_server_info_get_protocol_version (get_info (self)) : NULL;
}

const char *
app_session_get_instructions (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return get_info (self) != NULL ? mcp_server_info_get_instructions (get_info (self)) : NULL;
}

McpJsonValue
app_session_get_capabilities (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), MCP_JSON_NO_VALUE);
  return get_info (self) != NULL ? mcp_server_info_get_capabilities (get_info (self))
                                 : MCP_JSON_NO_VALUE;
}

char *
app_session_dup_command_text (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  g_free (self->shown);
  self->shown = store_profile_dup_fingerprint (self->profile);
  return app_command_text_for_profile (self->profile);
}

void
app_session_set_auto_list (AppSession *self, gboolean auto_list)
{
  g_return_if_fail (APP_IS_SESSION (self));
  self->no_list = !auto_list;
}

GListModel *
app_session_get_list (AppSession *self, AppListKind kind)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return G_LIST_MODEL (self->lists[kind]);
}

AppProblem *
app_session_get_list_problem (AppSession *self, AppListKind kind)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return self->list_problems[kind];
}

gboolean
app_session_offers (AppSession *self, AppListKind kind)
{
  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);
  return self->client != NULL && mcp_client_offers (self->client, kinds[kind]);
}

GListModel *
app_session_get_calls (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return G_LIST_MODEL (self->calls);
}

GListModel *
app_session_get_console (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return G_LIST_MODEL (self->console);
}

McpClient *
app_session_get_client (AppSession *self)
{
  return self->state == APP_SESSION_READY ? self->client : NULL;
}

AppSettings *
app_session_get_settings (AppSession *self)
{
  return self->settings;
}

StoreObjectStore *
app_session_get_objects (AppSession *self)
{
  return self->objects;
}

McpTool *
app_session_find_tool (AppSession *self, const char *name)
{
  McpDefinition *found = mcp_definition_list_find (self->lists[MCP_DEFINITION_TOOL], name);

  return found != NULL ? MCP_TOOL (found) : NULL;
}

void
app_session_remember_approval (AppSession *self, const char *tool)
{
  g_hash_table_add (self->approved, g_strdup (tool));
}

gboolean
app_session_has_approval (AppSession *self, const char *tool)
{
  return g_hash_table_contains (self->approved, tool);
}

/* One that is under way, or waits for an answer of the person's, is not forgotten: it has to end
 * with its connection. */
static void
forget_oldest_call (AppSession *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->calls)); i > MAX_CALLS; i--)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (G_LIST_MODEL (self->calls), i - 1);

      if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL || app_call_is_running (call))
        continue;
      g_list_store_remove (self->calls, i - 1);
      return;
    }
}

static AppCall *
add_call (AppSession *self, AppCallKind kind, const char *target, const char *arguments)
{
  AppCall *call = app_call_new (G_OBJECT (self), kind, target, arguments);

  g_list_store_insert (self->calls, 0, call);
  forget_oldest_call (self);
  return call;
}

AppCall *
app_session_new_tool_call (AppSession *self, const char *tool, const char *arguments)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (tool != NULL, NULL);
  return add_call (self, APP_CALL_TOOL, tool, arguments);
}

AppCall *
app_session_new_read (AppSession *self, const char *uri)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);
  return add_call (self, APP_CALL_READ, uri, NULL);
}

AppCall *
app_session_new_prompt_get (AppSession *self, const char *prompt, const char *arguments)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (prompt != NULL, NULL);
  return add_call (self, APP_CALL_PROMPT, prompt, arguments);
}
