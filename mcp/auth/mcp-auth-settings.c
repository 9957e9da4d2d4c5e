/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-settings.h"

#include "mcp-auth-secret.h"

static const McpAuthSettingInfo rows[MCP_AUTH_N_SETTINGS] = {
  [MCP_AUTH_GRANT] = { .name = "grant" },
  [MCP_AUTH_CLIENT] = { .name = "client" },
  [MCP_AUTH_CLIENT_ID] = { .name = "client-id" },
  [MCP_AUTH_CLIENT_SECRET] = { .name = "client-secret", .is_secret = TRUE },
  [MCP_AUTH_METADATA_URL] = { .name = "metadata-url" },
  [MCP_AUTH_METHOD] = { .name = "method" },
  [MCP_AUTH_PRIVATE_KEY] = { .name = "private-key", .is_secret = TRUE },
  [MCP_AUTH_ALGORITHM] = { .name = "algorithm" },
  [MCP_AUTH_ISSUER] = { .name = "issuer" },
  [MCP_AUTH_SCOPES] = { .name = "scopes" },
  [MCP_AUTH_OFFLINE] = { .name = "offline" },
  [MCP_AUTH_PROMPT] = { .name = "prompt" },
  [MCP_AUTH_LOGIN_HINT] = { .name = "login-hint" },
  [MCP_AUTH_EXTRA] = { .name = "extra" },
  [MCP_AUTH_DPOP] = { .name = "dpop" },
  [MCP_AUTH_REDIRECT_HOST] = { .name = "redirect-host" },
  [MCP_AUTH_REDIRECT_PORT] = { .name = "redirect-port" },
  [MCP_AUTH_REDIRECT_PATH] = { .name = "redirect-path" },
  [MCP_AUTH_IDP_ISSUER] = { .name = "idp-issuer" },
  [MCP_AUTH_IDP_TOKEN_URL] = { .name = "idp-token-url" },
  [MCP_AUTH_IDP_CLIENT_ID] = { .name = "idp-client-id" },
  [MCP_AUTH_IDP_CLIENT_SECRET] = { .name = "idp-client-secret", .is_secret = TRUE },
  [MCP_AUTH_IDP_TOKEN] = { .name = "idp-token", .is_secret = TRUE },
  [MCP_AUTH_ASSERTION] = { .name = "assertion", .is_secret = TRUE },
  [MCP_AUTH_RESOURCE] = { .name = "resource", .is_override = TRUE },
  [MCP_AUTH_RESOURCE_METADATA_URL] = { .name = "resource-metadata-url", .is_override = TRUE },
  [MCP_AUTH_SERVER_METADATA_URL] = { .name = "server-metadata-url", .is_override = TRUE },
  [MCP_AUTH_AUTHORIZATION_URL] = { .name = "authorization-url", .is_override = TRUE },
  [MCP_AUTH_TOKEN_URL] = { .name = "token-url", .is_override = TRUE },
  [MCP_AUTH_REGISTRATION_URL] = { .name = "registration-url", .is_override = TRUE },
  [MCP_AUTH_ACCEPT_RESOURCE] = { .name = "accept-resource", .is_override = TRUE },
  [MCP_AUTH_ACCEPT_ISSUER] = { .name = "accept-issuer", .is_override = TRUE },
  [MCP_AUTH_ASSUME_S256] = { .name = "assume-s256", .is_override = TRUE },
  [MCP_AUTH_SKIP_ISS] = { .name = "skip-iss", .is_override = TRUE },
  [MCP_AUTH_ALLOW_PRIVATE] = { .name = "allow-private", .is_override = TRUE },
  [MCP_AUTH_ALLOW_HTTP] = { .name = "allow-http", .is_override = TRUE },
};

const McpAuthSettingInfo *
mcp_auth_setting_get_info (McpAuthSetting setting)
{
  g_return_val_if_fail (setting < MCP_AUTH_N_SETTINGS, NULL);
  return &rows[setting];
}

gboolean
mcp_auth_setting_parse (const char *name, McpAuthSetting *setting)
{
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (g_str_equal (rows[i].name, name))
      {
        *setting = i;
        return TRUE;
      }
  return FALSE;
}

struct _McpAuthSettings
{
  char *values[MCP_AUTH_N_SETTINGS]; /* (nullable) */
};

McpAuthSettings *
mcp_auth_settings_new (void)
{
  return g_atomic_rc_box_new0 (McpAuthSettings);
}

McpAuthSettings *
mcp_auth_settings_copy (McpAuthSettings *self)
{
  McpAuthSettings *copy = mcp_auth_settings_new ();

  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    copy->values[i] = g_strdup (self->values[i]);
  return copy;
}

McpAuthSettings *
mcp_auth_settings_ref (McpAuthSettings *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
settings_clear (McpAuthSettings *self)
{
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    mcp_auth_secret_free (self->values[i]);
}

void
mcp_auth_settings_unref (McpAuthSettings *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)settings_clear);
}

const char *
mcp_auth_settings_get (McpAuthSettings *self, McpAuthSetting setting)
{
  g_return_val_if_fail (setting < MCP_AUTH_N_SETTINGS, NULL);
  return self->values[setting];
}

gboolean
mcp_auth_settings_is (McpAuthSettings *self, McpAuthSetting setting)
{
  return g_strcmp0 (mcp_auth_settings_get (self, setting), "yes") == 0;
}

void
mcp_auth_settings_set (McpAuthSettings *self, McpAuthSetting setting, const char *value)
{
  g_return_if_fail (setting < MCP_AUTH_N_SETTINGS);
  char *old = self->values[setting];
  self->values[setting] = g_strdup (value);
  mcp_auth_secret_free (old);
}

McpAuthGrantKind
mcp_auth_settings_get_grant (McpAuthSettings *self)
{
  static const char *const names[] = {
    [MCP_AUTH_BY_CREDENTIALS] = "client-credentials",
    [MCP_AUTH_BY_ENTERPRISE] = "enterprise",
    [MCP_AUTH_BY_WORKLOAD] = "workload",
  };
  const char *grant = mcp_auth_settings_get (self, MCP_AUTH_GRANT);

  for (guint i = MCP_AUTH_BY_CREDENTIALS; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (grant, names[i]) == 0)
      return i;
  return MCP_AUTH_BY_CODE;
}
