/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-copy.h"
#include "app-session.h"
#include "app-snippet.h"
#include "store-variables.h"

/* What stands for a value that the keyring keeps. */
#define SECRET "***"

static const char *
method_of (AppCall *call)
{
  switch (app_call_get_kind (call))
    {
    case APP_CALL_READ:
      return "resources/read";
    case APP_CALL_PROMPT:
      return "prompts/get";
    case APP_CALL_TOOL:
    default:
      return "tools/call";
    }
}

static char **
dup_headers (StoreProfile *profile)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *headers = endpoint->headers;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < store_variables_get_n_items (headers); i++)
    {
      const char      *value = store_variables_get_value (headers, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", store_variables_get_name (headers, i),
                                               value != NULL ? value : SECRET);
      g_strv_builder_add (builder, line);
    }
  if (endpoint->authorization == STORE_AUTHORIZATION_BEARER)
    g_strv_builder_add (builder, "Authorization: Bearer " SECRET);
  else if (endpoint->authorization == STORE_AUTHORIZATION_BASIC)
    g_strv_builder_add (builder, "Authorization: Basic " SECRET);
  return g_strv_builder_end (builder);
}

static char **
dup_command (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  const char *const   *arguments = endpoint->arguments;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (endpoint->command == NULL)
    return NULL;
  g_strv_builder_add (builder, endpoint->command);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_strv_builder_add (builder, arguments[i]);
  return g_strv_builder_end (builder);
}

char *
ui_call_copy_dup_text (AppCall *call, const char *action)
{
  g_return_val_if_fail (APP_IS_CALL (call), NULL);

  g_autoptr (AppSession) session = app_call_dup_session (call);
  StoreProfile *profile =
      session != NULL ? app_session_get_profile (APP_SESSION (session)) : NULL;
  gboolean http =
      profile != NULL && store_profile_get_endpoint (profile)->transport != STORE_TRANSPORT_STDIO;
  g_auto (GStrv) headers = http ? dup_headers (profile) : NULL;
  g_auto (GStrv) command = profile != NULL && !http ? dup_command (profile) : NULL;
  const char      *sent = app_call_get_sent_arguments (call);
  McpServerInfo   *server = session != NULL ? app_session_get_server (APP_SESSION (session)) : NULL;
  AppSnippetSource source = {
    .method = method_of (call),
    .name = app_call_get_target (call),
    .arguments = sent != NULL ? sent : app_call_get_arguments (call),
    .profile = profile != NULL ? store_profile_get_name (profile) : NULL,
    .url = http ? store_profile_get_endpoint (profile)->url : NULL,
    .headers = (const char *const *)headers,
    .command = (const char *const *)command,
    .protocol_version = server != NULL ? mcp_server_info_get_protocol_version (server) : NULL,
  };

  if (g_str_has_suffix (action, "copy-curl"))
    return app_snippet_curl (&source, FALSE);
  return g_str_has_suffix (action, "copy-cli") ? app_snippet_cli (&source)
                                               : app_snippet_json_rpc (&source);
}
