/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-connector.h"

#include <glib/gi18n-lib.h>

#include "app-error.h"
#include "mcp-http-transport.h"
#include "mcp-input-gate.h"
#include "mcp-modern-era.h"
#include "mcp-object.h"
#include "mcp-result-cache.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-subscription.h"
#include "mcp-task-list.h"
#include "mcp-websocket-transport.h"

#include "spyglass-config.h"

#include <string.h>

/* What comes before is offered by initialize. */
#define FIRST_MODERN_REVISION "2026-07-28"

static guint
choose (guint of_profile, guint of_settings)
{
  return of_profile != 0 ? of_profile : of_settings;
}

/* Transports */

static guint
get_connect_timeout (AppPreparation *preparation, AppSettings *settings)
{
  StoreProfile *profile = app_preparation_get_profile (preparation);

  return choose (store_profile_get_conversation (profile)->connect_timeout,
                 app_settings_get_connect_timeout (settings));
}

static void
set_limits (McpTransport *transport, AppPreparation *preparation, AppSettings *settings)
{
  McpTransportLimits *limits = mcp_transport_get_limits (transport);

  limits->message_limit = app_settings_get_message_limit (settings);
  limits->connect_timeout = get_connect_timeout (preparation, settings);
}

static McpTransport *
make_stdio (AppPreparation *preparation, AppSettings *settings)
{
  StoreProfile *profile = app_preparation_get_profile (preparation);
  const char   *program = app_preparation_get_program (preparation);
  McpTransport *transport =
      mcp_stdio_transport_new (program, store_profile_get_endpoint (profile)->arguments);
  McpTransportLimits *limits = mcp_transport_get_limits (transport);

  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (transport),
                                        app_preparation_get_environment (preparation),
                                        store_profile_get_endpoint (profile)->working_directory);
  limits->message_limit = app_settings_get_message_limit (settings);
  limits->close_timeout = app_settings_get_close_grace (settings);
  limits->terminate_timeout = app_settings_get_close_grace (settings);
  return transport;
}

/* The address for messages names the session. */
static void
on_endpoint (McpTransport *transport, GParamSpec *pspec, gpointer user_data)
{
  g_autofree char *endpoint = NULL;

  g_object_get (transport, "endpoint", &endpoint, NULL);
  app_redactor_add_private_url (user_data, endpoint);
}

static McpTransport *
make_http (AppPreparation *preparation, AppSettings *settings, gboolean sse, GError **error)
{
  StoreProfile   *profile = app_preparation_get_profile (preparation);
  const char     *url = app_preparation_get_url (preparation);
  McpHttpOptions *options = app_preparation_get_options (preparation);
  g_autoptr (McpTransport) transport =
      sse ? mcp_sse_transport_new (url, options, store_profile_get_endpoint (profile)->message_url)
          : mcp_http_transport_new (url, options);

  set_limits (transport, preparation, settings);
  if (sse)
    g_signal_connect_object (transport, "notify::endpoint", G_CALLBACK (on_endpoint),
                             app_preparation_get_redactor (preparation), 0);
  return mcp_http_connection_set_headers (MCP_HTTP_CONNECTION (transport),
                                          app_preparation_get_headers (preparation), error)
             ? g_steal_pointer (&transport)
             : NULL;
}

static McpTransport *
make_websocket (AppPreparation *preparation, AppSettings *settings, GError **error)
{
  g_autoptr (McpTransport) transport = mcp_websocket_transport_new (
      app_preparation_get_url (preparation), app_preparation_get_options (preparation));

  set_limits (transport, preparation, settings);
  return mcp_websocket_transport_set_headers (MCP_WEBSOCKET_TRANSPORT (transport),
                                              app_preparation_get_headers (preparation), error)
             ? g_steal_pointer (&transport)
             : NULL;
}

static McpTransport *
make_socket (AppPreparation *preparation, AppSettings *settings)
{
  const char   *proxy = mcp_http_options_get_proxy (app_preparation_get_options (preparation));
  McpTransport *transport = mcp_socket_transport_new (app_preparation_get_url (preparation),
                                                      g_strcmp0 (proxy, "none") != 0 ? proxy
                                                                                     : NULL);

  set_limits (transport, preparation, settings);
  return transport;
}

McpTransport *
app_connector_make_transport (AppPreparation *preparation,
                              AppSettings    *settings,
                              StoreTransport  kind,
                              GError        **error)
{
  switch (kind)
    {
    case STORE_TRANSPORT_STDIO:
      return make_stdio (preparation, settings);
    case STORE_TRANSPORT_SSE:
      return make_http (preparation, settings, TRUE, error);
    case STORE_TRANSPORT_WEBSOCKET:
      return make_websocket (preparation, settings, error);
    case STORE_TRANSPORT_UNIX:
    case STORE_TRANSPORT_TCP:
      return make_socket (preparation, settings);
    case STORE_TRANSPORT_HTTP:
    case STORE_TRANSPORT_HTTP_UNIX:
    case STORE_TRANSPORT_AUTO:
    default:
      return make_http (preparation, settings, FALSE, error);
    }
}

/* The client */

/* What no server can know yet is no date, and goes into initialize: how a server meets a revision
 * that there is not is worth seeing. */
static gboolean
is_modern (const char *revision)
{
  return g_ascii_isdigit (*revision) && strcmp (revision, FIRST_MODERN_REVISION) >= 0;
}

/* What the profile wants every request to carry. */
static void
set_meta (McpClient *client, StoreProfile *profile)
{
  g_autofree char *text =
      store_variables_dup_object (store_profile_get_conversation (profile)->meta);
  g_autoptr (GBytes) meta = text != NULL ? g_bytes_new (text, strlen (text)) : NULL;

  mcp_client_set_meta (client, meta);
}

static gboolean
check_revision (StoreProfile *profile, GError **error)
{
  const char *revision = store_profile_get_conversation (profile)->protocol_version;
  StoreEra    era = store_profile_get_conversation (profile)->era;

  if (revision == NULL)
    return TRUE;
  if (era != STORE_ERA_AUTO && (era == STORE_ERA_MODERN) != is_modern (revision))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: %s is a revision such as 2025-06-18 */
                   era == STORE_ERA_MODERN
                       ? _ ("Protocol version %s does not belong to the modern era: choose one of "
                            "the "
                            "two, or neither.")
                       : _ ("Protocol version %s does not belong to the legacy era: choose one of "
                            "the "
                            "two, or neither."),
                   revision);
      return FALSE;
    }
  if (is_modern (revision) && !mcp_modern_era_speaks (revision))
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: both are revisions such as 2026-07-28 */
                   _ ("Protocol version %s is not supported; the newest supported is %s."),
                   revision, MCP_MODERN_LATEST_VERSION);
      return FALSE;
    }
  return TRUE;
}

/* HTTP+SSE went away before the modern era came, and who names a revision has chosen: there is
 * nothing to find out. */
static McpEraChoice
choose_era (StoreProfile *profile)
{
  const char *revision = store_profile_get_conversation (profile)->protocol_version;

  if (store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_SSE)
    return revision != NULL ? MCP_ERA_CHOICE_LEGACY : MCP_ERA_CHOICE_IMPLIED;
  if (revision == NULL)
    return MCP_ERA_CHOICE_AUTO;
  return is_modern (revision) ? MCP_ERA_CHOICE_MODERN : MCP_ERA_CHOICE_LEGACY;
}

static McpEraChoice
get_choice (StoreProfile *profile)
{
  switch (store_profile_get_conversation (profile)->era)
    {
    case STORE_ERA_MODERN:
      return MCP_ERA_CHOICE_MODERN;
    case STORE_ERA_LEGACY:
      return MCP_ERA_CHOICE_LEGACY;
    case STORE_ERA_AUTO:
    default:
      return choose_era (profile);
    }
}

/* Paths and file: URIs; a root that is something else is nothing that may be told. */
static void
set_roots (McpInputGate *gate, StoreProfile *profile)
{
  const char *const *texts = store_profile_get_conversation (profile)->roots;

  if (texts[0] == NULL)
    return;
  g_autoptr (McpRoots) roots = mcp_roots_new ();
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *path = texts[i][0] == '~'
                                  ? g_build_filename (g_get_home_dir (), texts[i] + 1, NULL)
                                  : g_strdup (texts[i]);
      g_autofree char *uri = *path == '/' ? g_filename_to_uri (path, NULL, NULL) : NULL;
      g_autoptr (GError) error = NULL;

      if (!mcp_roots_add (roots, uri != NULL ? uri : path, NULL, &error))
        g_info ("A root is left out: %s", error->message);
    }
  mcp_input_gate_set_roots (gate, roots);
}

/* What a client does beside asking and being answered. */
static void
add_features (McpClient *client, StoreProfile *profile)
{
  g_autoptr (McpResultCache) cache = mcp_result_cache_new ();
  g_autoptr (McpInputGate) gate = mcp_input_gate_new ();
  g_autoptr (McpSubscription) subscription = mcp_subscription_new ();
  g_autoptr (McpTaskList) tasks = mcp_task_list_new ();

  set_roots (gate, profile);
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (cache));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (gate));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (subscription));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (tasks));
}

static gboolean
set_fallback (McpClient      *client,
              AppPreparation *preparation,
              AppSettings    *settings,
              GError        **error)
{
  StoreProfile *profile = app_preparation_get_profile (preparation);

  if (store_profile_get_endpoint (profile)->transport != STORE_TRANSPORT_AUTO)
    return TRUE;
  g_autoptr (McpTransport) sse = make_http (preparation, settings, TRUE, error);
  if (sse == NULL)
    return FALSE;
  mcp_client_set_sse_transport (client, sse);
  return TRUE;
}

/* A client does not know how it came to be; whoever adds to it may need to. */
static G_DEFINE_QUARK (app_connector, preparation)

                           AppPreparation *app_connector_get_preparation (McpClient *client)
{
  return g_object_get_qdata (G_OBJECT (client), preparation_quark ());
}

McpClient *
app_connector_make_client (AppPreparation *preparation, AppSettings *settings, GError **error)
{
  StoreProfile            *profile = app_preparation_get_profile (preparation);
  const StoreConversation *conversation = store_profile_get_conversation (profile);

  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (McpTransport) spare = NULL;

  if (!check_revision (profile, error))
    return NULL;
  transport = app_connector_make_transport (
      preparation, settings, store_profile_get_endpoint (profile)->transport, error);
  if (transport == NULL)
    return NULL;
  /* Over HTTP each question has an exchange of its own, and mutes nothing but that. */
  if (!mcp_transport_responds_in_exchange (transport))
    {
      spare = app_connector_make_transport (
          preparation, settings, store_profile_get_endpoint (profile)->transport, NULL);
      mcp_transport_set_spare (transport, spare);
    }
  g_autoptr (McpClient) client = mcp_client_new (transport);
  mcp_client_set_implementation (client, "spyglass", "Spyglass", SPYGLASS_VERSION);
  mcp_client_set_offered_version (client, conversation->protocol_version);
  McpClientOptions *options = mcp_client_get_options (client);
  options->era = get_choice (profile);
  options->connect_ms = get_connect_timeout (preparation, settings);
  options->request_ms =
      choose (conversation->request_timeout, app_settings_get_request_timeout (settings));
  options->total_ms =
      choose (conversation->total_timeout, app_settings_get_total_timeout (settings));
  set_meta (client, profile);
  add_features (client, profile);
  if (!set_fallback (client, preparation, settings, error))
    return NULL;
  g_object_set_qdata_full (G_OBJECT (client), preparation_quark (),
                           app_preparation_ref (preparation),
                           (GDestroyNotify)app_preparation_unref);
  return g_steal_pointer (&client);
}

/* Both */

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (AppPreparation) preparation = app_preparation_run_finish (result, &error);
  McpClient *client = NULL;

  if (preparation != NULL)
    client = app_connector_make_client (preparation, g_task_get_task_data (task), &error);
  if (client != NULL)
    g_task_return_pointer (task, client, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
app_connector_prepare_async (StoreProfile       *profile,
                             StoreSecretVault   *vault,
                             AppSettings        *settings,
                             AppRedactor        *redactor,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, app_connector_prepare_async);
  g_task_set_task_data (task, g_object_ref (settings), g_object_unref);
  app_preparation_run_async (profile, vault, redactor, cancellable, on_prepared, task);
}

MCP_DEFINE_FINISH_ALONE (app_connector_prepare_finish, McpClient)
