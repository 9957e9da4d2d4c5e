/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthSettings: how a person wants to sign in to one server: who the client is, what is asked
 * for, and what is overridden. Texts under names, all of which may be absent; the names are those
 * of a profile's file and of the command line. Reference counted; copied to be changed.
 */

#pragma once

#include <glib.h>

typedef enum {
  MCP_AUTH_GRANT, /* "code" (also %NULL), "client-credentials", "enterprise", "workload" */
  /* Who the client is */
  MCP_AUTH_CLIENT,        /* "automatic" (also %NULL), "registered", "document", "dynamic" */
  MCP_AUTH_CLIENT_ID,     /* pre-registered */
  MCP_AUTH_CLIENT_SECRET, /* a secret */
  MCP_AUTH_METADATA_URL,  /* of the client's own metadata document */
  MCP_AUTH_METHOD,        /* token_endpoint_auth_method; %NULL: as the server lists them */
  MCP_AUTH_PRIVATE_KEY,   /* a secret: PEM (PKCS #8) for private_key_jwt */
  MCP_AUTH_ALGORITHM,     /* "ES256" (also %NULL), "RS256", "EdDSA" */
  MCP_AUTH_ISSUER,        /* the one that the client is registered with, or that is chosen */
  /* What is asked for */
  MCP_AUTH_SCOPES,  /* separated by spaces; %NULL: as the server asks; "" none */
  MCP_AUTH_OFFLINE, /* "no": no offline_access is added */
  MCP_AUTH_PROMPT,
  MCP_AUTH_LOGIN_HINT,
  MCP_AUTH_EXTRA, /* further parameters of the authorization request: a=b&c=d */
  MCP_AUTH_DPOP,  /* "yes", "no"; %NULL: where the server's challenge has that scheme */
  /* Where the browser comes back to */
  MCP_AUTH_REDIRECT_HOST, /* "127.0.0.1" (also %NULL) or "localhost" */
  MCP_AUTH_REDIRECT_PORT, /* %NULL: a free one */
  MCP_AUTH_REDIRECT_PATH, /* "/callback" (also %NULL) */
  /* Enterprise-managed authorization, workload identity */
  MCP_AUTH_IDP_ISSUER,
  MCP_AUTH_IDP_TOKEN_URL,
  MCP_AUTH_IDP_CLIENT_ID,
  MCP_AUTH_IDP_CLIENT_SECRET, /* a secret */
  MCP_AUTH_IDP_TOKEN,         /* a secret: the ID token */
  MCP_AUTH_ASSERTION,         /* a secret: the JWT of the platform */
  /* Overrides */
  MCP_AUTH_RESOURCE, /* instead of the document's; "" omits it */
  MCP_AUTH_RESOURCE_METADATA_URL,
  MCP_AUTH_SERVER_METADATA_URL,
  MCP_AUTH_AUTHORIZATION_URL, /* endpoints */
  MCP_AUTH_TOKEN_URL,
  MCP_AUTH_REGISTRATION_URL,
  MCP_AUTH_ACCEPT_RESOURCE, /* "yes": a resource of another server is not the end */
  MCP_AUTH_ACCEPT_ISSUER,   /* "yes": a document of another issuer is used */
  MCP_AUTH_ASSUME_S256,     /* "yes": PKCE though nothing is advertised */
  MCP_AUTH_SKIP_ISS,        /* "yes": "iss" of the callback is not compared */
  MCP_AUTH_ALLOW_PRIVATE,   /* "yes": a public server may name private addresses */
  MCP_AUTH_ALLOW_HTTP,      /* "yes": plain http beyond this machine */
  MCP_AUTH_N_SETTINGS,
} McpAuthSetting;

/** What a row of the table says of a setting. */
typedef struct
{
  const char *name; /* "client-id" */
  gboolean    is_secret;
  gboolean    is_override; /* marked where it holds */
} McpAuthSettingInfo;

/** Returns: (transfer none) */
const McpAuthSettingInfo *mcp_auth_setting_get_info (McpAuthSetting setting);
/** Returns: whether @name is one; only then is @setting set */
gboolean mcp_auth_setting_parse (const char *name, McpAuthSetting *setting);

typedef struct _McpAuthSettings McpAuthSettings;

McpAuthSettings *mcp_auth_settings_new (void);
/** Returns: (transfer full) */
McpAuthSettings *mcp_auth_settings_copy (McpAuthSettings *self);
McpAuthSettings *mcp_auth_settings_ref (McpAuthSettings *self);
void             mcp_auth_settings_unref (McpAuthSettings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthSettings, mcp_auth_settings_unref)

/** Returns: (transfer none) (nullable) */
const char *mcp_auth_settings_get (McpAuthSettings *self, McpAuthSetting setting);
gboolean    mcp_auth_settings_is (McpAuthSettings *self, McpAuthSetting setting); /* "yes" */

typedef enum {
  MCP_AUTH_BY_CODE,
  MCP_AUTH_BY_CREDENTIALS,
  MCP_AUTH_BY_ENTERPRISE,
  MCP_AUTH_BY_WORKLOAD,
} McpAuthGrantKind;

/** What MCP_AUTH_GRANT says. */
McpAuthGrantKind mcp_auth_settings_get_grant (McpAuthSettings *self);
/** @value: (nullable): copied. Only before it is shared. */
void mcp_auth_settings_set (McpAuthSettings *self, McpAuthSetting setting, const char *value);
