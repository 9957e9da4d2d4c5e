/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-settings.h"

#include <string.h>

/* As other applications have it. */
#define REDIRECT_URI "redirect-uri"
#define CALLBACK_PORT "callback-port"

/* Returns: (transfer none) (nullable) */
static const char *
get_text (const StoreVariables *variables, guint index, GHashTable *secrets)
{
  const char *reference = store_variables_get_secret (variables, index);

  if (reference == NULL)
    return store_variables_get_value (variables, index);
  return secrets != NULL ? g_hash_table_lookup (secrets, reference) : NULL;
}

static gboolean
is_number (const char *text)
{
  return *text != '\0' && strspn (text, "0123456789") == strlen (text);
}

/* Only what comes back to this computer can be listened for; another address is no setting. */
static void
set_redirect (McpAuthSettings *settings, const char *text)
{
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_ENCODED, NULL);
  const char      *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autofree char *port = NULL;

  if (g_strcmp0 (host, "localhost") != 0 && g_strcmp0 (host, "127.0.0.1") != 0)
    return;
  mcp_auth_settings_set (settings, MCP_AUTH_REDIRECT_HOST, host);
  mcp_auth_settings_set (settings, MCP_AUTH_REDIRECT_PATH,
                         *g_uri_get_path (uri) != '\0' ? g_uri_get_path (uri) : "/");
  if (g_uri_get_port (uri) > 0)
    {
      port = g_strdup_printf ("%d", g_uri_get_port (uri));
      mcp_auth_settings_set (settings, MCP_AUTH_REDIRECT_PORT, port);
    }
}

static void
add_foreign (McpAuthSettings *settings, const StoreVariables *variables)
{
  const char *redirect = store_variables_lookup (variables, REDIRECT_URI);
  const char *port = store_variables_lookup (variables, CALLBACK_PORT);

  if (redirect != NULL)
    set_redirect (settings, redirect);
  if (port != NULL && is_number (port))
    mcp_auth_settings_set (settings, MCP_AUTH_REDIRECT_PORT, port);
}

McpAuthSettings *
app_auth_settings_new (StoreProfile *profile, GHashTable *secrets)
{
  const StoreVariables *variables = store_profile_get_endpoint (profile)->oauth;
  McpAuthSettings      *settings = mcp_auth_settings_new ();

  add_foreign (settings, variables);
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char    *text = get_text (variables, i, secrets);
      McpAuthSetting setting;

      if (text != NULL &&
          mcp_auth_setting_parse (store_variables_get_name (variables, i), &setting))
        mcp_auth_settings_set (settings, setting, text);
    }
  return settings;
}

void
app_auth_settings_apply (McpAuthSettings *settings, StoreProfile *profile)
{
  g_autoptr (StoreVariables) variables =
      store_variables_copy (store_profile_get_endpoint (profile)->oauth);

  store_variables_remove (variables, REDIRECT_URI);
  store_variables_remove (variables, CALLBACK_PORT);
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      const McpAuthSettingInfo *info = mcp_auth_setting_get_info (i);
      const char               *text = mcp_auth_settings_get (settings, i);

      if (text == NULL)
        store_variables_remove (variables, info->name);
      else if (!info->is_secret)
        store_variables_set (variables, info->name, text);
    }
  g_object_set (profile, "oauth", variables, NULL);
}

gboolean
app_auth_settings_equal (McpAuthSettings *settings, McpAuthSettings *other)
{
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (g_strcmp0 (mcp_auth_settings_get (settings, i), mcp_auth_settings_get (other, i)) != 0)
      return FALSE;
  return TRUE;
}

/* One setting, by its name */

gboolean
app_auth_settings_has (const char *name, gboolean *is_secret)
{
  McpAuthSetting setting;

  if (!mcp_auth_setting_parse (name, &setting))
    return FALSE;
  *is_secret = mcp_auth_setting_get_info (setting)->is_secret;
  return TRUE;
}

GStrv
app_auth_settings_dup_names (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (!mcp_auth_setting_get_info (i)->is_secret)
      g_strv_builder_add (builder, mcp_auth_setting_get_info (i)->name);
  return g_strv_builder_end (builder);
}

void
app_auth_settings_put (StoreProfile *profile, const char *name, const char *value)
{
  g_autoptr (StoreVariables) variables =
      store_variables_copy (store_profile_get_endpoint (profile)->oauth);

  /* Scopes and the resource may be none at all, which is not the same as not said. */
  if (*value == '\0' && !g_str_equal (name, mcp_auth_setting_get_info (MCP_AUTH_SCOPES)->name) &&
      !g_str_equal (name, mcp_auth_setting_get_info (MCP_AUTH_RESOURCE)->name))
    store_variables_remove (variables, name);
  else
    store_variables_set (variables, name, value);
  g_object_set (profile, "oauth", variables, NULL);
}
