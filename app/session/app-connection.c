/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-connection.h"

#include <glib/gi18n-lib.h>

#include "app-session.h"
#include "mcp-http-transport.h"
#include "mcp-json-document.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-websocket-transport.h"
#include "store-memory.h"

struct _AppConnection
{
  GObject parent_instance;

  AppSession   *session;     /* weak */
  McpClient    *client;      /* (nullable): while there is a connection */
  StoreProfile *opened_with; /* (nullable): until then */
  guint         latency;     /* ms */
  const char   *method;      /* (nullable): the request that opens the session, once it is sent */

  /* How the server is opened */
  StoreProfileList *list;   /* (nullable): of saved servers */
  StoreMemory      *memory; /* (nullable): which server, and the version that it reported */
  char             *server; /* (nullable): as the memory has it */
  gboolean          known;  /* it is opened as it is remembered */
  gboolean          late;   /* server/discover was answered after it was no longer waited for */
};

enum {
  PROP_0,
  PROP_LATENCY,
  PROP_STEP,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppConnection, app_connection)
MCP_DEFINE_INIT (AppConnection, app_connection)

static void
close_memory (AppConnection *self)
{
  if (self->memory != NULL)
    store_memory_flush (self->memory);
  g_clear_object (&self->memory);
  g_clear_object (&self->list);
}

MCP_DEFINE_FINALIZE (AppConnection, app_connection)
{
  close_memory (self);
  g_free (self->server);
  g_clear_object (&self->opened_with);
  g_clear_object (&self->client);
  g_clear_weak_pointer (&self->session);
}

static void
app_connection_class_init (AppConnectionClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_LATENCY] = { "latency", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppConnection, latency) },
    [PROP_STEP] = { "step", G_TYPE_STRING, G_CALLBACK (app_connection_get_step) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_connection_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
set_method (AppConnection *self, const char *method)
{
  if (self->method == method)
    return;
  self->method = method;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STEP]);
}

/* The memory */

/* Returns: (transfer full): with the whole URL: another path is another server */
static char *
dup_server (StoreProfile *profile)
{
  g_autofree char *fingerprint = store_profile_dup_fingerprint (profile);

  return g_strconcat (fingerprint, store_profile_get_endpoint (profile)->url, NULL);
}

/* What is changed for one command is not what is saved: that is known for this run. */
static void
open_memory (AppConnection *self, StoreProfile *profile)
{
  const char   *id = store_profile_get_id (profile);
  StoreProfile *saved =
      self->list != NULL && id != NULL ? store_profile_list_find (self->list, id) : NULL;
  g_autofree char *server = saved != NULL ? dup_server (saved) : NULL;

  g_free (self->server);
  self->server = dup_server (profile);
  if (self->memory == NULL)
    self->memory = store_profile_list_open_memory (
        g_strcmp0 (server, self->server) == 0 ? self->list : NULL, id, STORE_MEMORY_OPENING);
}

/* In place of all that was remembered. @version: (nullable): JSON text; %NULL forgets */
static void
remember (AppConnection *self, const char *version)
{
  g_auto (GStrv) names = store_memory_dup_names (self->memory);

  for (guint i = 0; names[i] != NULL; i++)
    store_memory_set (self->memory, names[i], NULL);
  if (version != NULL)
    store_memory_set (self->memory, self->server, version);
}

static void
recall (AppConnection *self, StoreProfile *profile, McpClientOptions *options)
{
  open_memory (self, profile);
  self->late = FALSE;
  self->known = options->era == MCP_ERA_CHOICE_AUTO &&
                store_memory_get (self->memory, self->server) != NULL;
  if (self->known)
    options->known_era = MCP_ERA_LEGACY;
}

/* Of the session */

/* What opens a session, in the one era or the other; what is known is never 0. */
static void
on_tap_entry (AppConnection *self, McpTapEntry *entry)
{
  self->late |= (entry->flags & MCP_TAP_LATE) != 0 && entry->message != NULL &&
                g_strcmp0 (entry->method, "server/discover") == 0 &&
                mcp_message_get_kind (entry->message) == MCP_MESSAGE_RESULT;
  if (g_strcmp0 (entry->method, "initialize") != 0 &&
      g_strcmp0 (entry->method, "server/discover") != 0)
    return;
  set_method (self, g_intern_string (entry->method));
  if (entry->latency < 0)
    return;
  self->latency = (guint)MAX (1, entry->latency / 1000);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LATENCY]);
}

static void
app_connection_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_CONNECTION (feature)->session, session);
}

static void
app_connection_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppConnection *self = APP_CONNECTION (feature);

  g_set_object (&self->client, client);
  g_clear_object (&self->opened_with);
  self->opened_with = store_profile_copy (app_session_get_profile (session));
  mcp_signal_connect (mcp_client_get_tap (client), "entry", on_tap_entry, self);
  recall (self, self->opened_with, mcp_client_get_options (client));
}

static void
app_connection_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppConnection   *self = APP_CONNECTION (feature);
  const char      *said = mcp_server_info_get_version (mcp_client_get_server_info (client));
  g_autofree char *version = mcp_json_quote (said != NULL ? said : "", -1);
  gboolean         legacy = mcp_client_get_era (client) == MCP_ERA_LEGACY && !self->late;

  /* Another version may speak another era: the next time it is asked. */
  if (self->known &&
      !g_str_equal (store_memory_get (self->memory, self->server), version))
    legacy = FALSE;
  if (mcp_client_get_options (client)->era == MCP_ERA_CHOICE_AUTO && (!legacy || !self->known))
    remember (self, legacy ? version : NULL);
  self->known = FALSE;
}

static gboolean
app_connection_closed (AppSessionFeature *feature,
                       AppSession        *session,
                       McpClient         *client,
                       const GError      *error)
{
  AppConnection *self = APP_CONNECTION (feature);

  if (client != NULL)
    g_signal_handlers_disconnect_by_data (mcp_client_get_tap (client), self);
  g_clear_object (&self->client);
  set_method (self, NULL);
  /* It did not open as it did before. */
  if (self->known && error != NULL)
    remember (self, NULL);
  self->known = FALSE;
  return FALSE;
}

static void
app_connection_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_connection_attach;
  iface->opening = app_connection_opening;
  iface->opened = app_connection_opened;
  iface->closed = app_connection_closed;
}

void
app_connection_remember_in (AppConnection *self, StoreProfileList *list)
{
  g_return_if_fail (APP_IS_CONNECTION (self));

  close_memory (self);
  g_set_object (&self->list, list);
}

const char *
app_connection_get_step (AppConnection *self)
{
  g_return_val_if_fail (APP_IS_CONNECTION (self), NULL);

  if (self->method != NULL)
    return g_str_equal (self->method, "initialize")
               ? _ ("Waiting for the response to initialize")
               : _ ("Waiting for the response to server/discover");
  if (self->session == NULL ||
      store_profile_get_endpoint (app_session_get_profile (self->session))->transport !=
          STORE_TRANSPORT_STDIO)
    return _ ("Opening the connection");
  return _ ("Starting the program");
}

const char *
app_connection_get_era_name (AppConnection *self)
{
  g_return_val_if_fail (APP_IS_CONNECTION (self), NULL);

  if (self->client == NULL || self->session == NULL)
    return NULL;
  StoreEra choice = store_profile_get_conversation (app_session_get_profile (self->session))->era;
  switch (mcp_client_get_era (self->client))
    {
    case MCP_ERA_MODERN:
      return choice == STORE_ERA_MODERN
                 ? _ ("Stateless (set in the settings)")
                 : _ ("Stateless");
    case MCP_ERA_LEGACY:
      return choice == STORE_ERA_LEGACY
                 ? _ ("Stateful (set in the settings)")
                 : _ ("Stateful");
    case MCP_ERA_UNKNOWN:
    default:
      return NULL;
    }
}

const char *
app_connection_get_transport_name (AppConnection *self)
{
  g_return_val_if_fail (APP_IS_CONNECTION (self), NULL);

  if (self->client == NULL)
    return NULL;
  McpTransport *transport = mcp_client_get_transport (self->client);
  if (MCP_IS_STDIO_TRANSPORT (transport))
    return "stdio";
  if (MCP_IS_SSE_TRANSPORT (transport))
    return _ ("HTTP with server-sent events (2024-11-05)");
  if (MCP_IS_HTTP_TRANSPORT (transport))
    return _ ("Streamable HTTP");
  if (MCP_IS_WEBSOCKET_TRANSPORT (transport))
    return _ ("WebSocket");
  if (MCP_IS_SOCKET_TRANSPORT (transport))
    return _ ("Socket");
  return G_OBJECT_TYPE_NAME (transport);
}

/* What holds at once, or has nothing to do with the connection, is taken from @profile. */
static void
take_over_rest (StoreProfile *self, StoreProfile *profile)
{
  static const char *const rest[] = {
    "id",
    "name",
    "watch",
    "listen",
    "log-level",
    "reconnect",
    "approval",
    "tool-approvals",
    "tool-timeouts",
    "disabled-tools",
    "presets",
    "preset-sets",
    "preset-set",
    "pinned-arguments",
    "object-lifetime",
    "repeat-call",
    "pinned",
    "enabled",
    "origin",
    "confirmed",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_object_get_property (G_OBJECT (profile), rest[i], &value);
      g_object_set_property (G_OBJECT (self), rest[i], &value);
    }
}

gboolean
app_connection_is_outdated (AppConnection *self)
{
  g_return_val_if_fail (APP_IS_CONNECTION (self), FALSE);

  if (self->session == NULL || app_session_get_client (self->session) == NULL)
    return FALSE;
  StoreProfile *profile = app_session_get_profile (self->session);
  g_autoptr (StoreProfile) opened = store_profile_copy (self->opened_with);
  take_over_rest (opened, profile);
  return !store_profile_equal (opened, profile);
}

StoreVariables *
app_connection_dup_extensions (AppConnection *self, gboolean ours)
{
  StoreVariables  *extensions = store_variables_new ();
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue capabilities;

  g_return_val_if_fail (APP_IS_CONNECTION (self), extensions);

  if (self->client == NULL || app_session_get_server (self->session) == NULL)
    return extensions;
  capabilities = mcp_server_info_get_capabilities (app_session_get_server (self->session));
  if (ours)
    {
      const McpClientCapabilities *declared = mcp_client_get_capabilities (self->client);

      text = mcp_client_get_era (self->client) == MCP_ERA_MODERN
                 ? mcp_client_capabilities_write_modern (declared)
                 : mcp_client_capabilities_write_legacy (declared);
      document = mcp_json_document_parse_text (text, -1, NULL);
      g_return_val_if_fail (document != NULL, extensions);
      capabilities = mcp_json_document_get_root (document);
    }
  for (McpJsonWalk settings =
           mcp_json_walk (mcp_json_value_get_member (capabilities, "extensions"));
       mcp_json_walk_next (&settings);)
    {
      g_autofree char *key = mcp_json_value_dup_string (settings.name, NULL);
      g_autofree char *value = mcp_json_value_print_compact (settings.value);

      if (key != NULL)
        store_variables_set (extensions, key, value);
    }
  return extensions;
}
