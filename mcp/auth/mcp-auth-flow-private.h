/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the steps of a flow share. Each step has a function that begins it, and ends it by
 * mcp_auth_flow_end_step().
 */

#pragma once

#include "mcp-auth-flow.h"

#include "mcp-auth-callback.h"
#include "mcp-auth-channel.h"
#include "mcp-auth-listener.h"

G_BEGIN_DECLS

typedef enum {
  MCP_AUTH_BY_CODE,
  MCP_AUTH_BY_CREDENTIALS,
  MCP_AUTH_BY_ENTERPRISE,
  MCP_AUTH_BY_WORKLOAD,
} McpAuthGrantKind;

/** What was found and made so far; each member belongs to the step that is named before it. */
typedef struct
{
  /* REQUEST, CHALLENGE */
  McpAuthChallenge *challenge;
  guint             status;
  /* RESOURCE */
  McpAuthDocument *resource_document; /* (nullable): none in the fallback of 2025-03-26 */
  gboolean         is_legacy;
  /* ISSUER, SERVER */
  char            *issuer;
  McpAuthDocument *server_document; /* (nullable): as above */
  /* CLIENT */
  McpAuthListener *listener; /* (nullable): for a browser */
  McpAuthClient   *client;
  McpAuthKey      *key; /* (nullable): for private_key_jwt */
  /* SCOPES */
  char       *scopes;   /* (nullable) */
  char       *resource; /* (nullable) */
  McpAuthKey *proof;    /* (nullable): DPoP */
  /* AUTHORIZE */
  char *state;
  char *verifier;
  char *browser_url;
  /* BROWSER */
  McpAuthCallback *callback;
  /* TOKEN */
  char          *nonce; /* (nullable): DPoP */
  McpAuthRecord *record;
} McpAuthFlowFound;

struct _McpAuthFlow
{
  GObject parent_instance;

  char            *url;
  McpHttpOptions  *options; /* (nullable) */
  McpAuthSettings *settings;
  McpAuthRecord   *known;   /* (nullable) */
  guint            refusal; /* 401 or 403 that was met before; 0 */
  char            *refusal_header;
  McpAuthChannel  *channel;
  GListStore      *steps;
  McpAuthStepKind  next;
  McpAuthStepKind  last; /* of this run */
  GTask           *task; /* (nullable): while it runs */
  GCancellable    *cancellable;
  GSource         *patience; /* (nullable): with the browser */
  McpAuthFlowFound found;
};

/** What the grant setting says. */
McpAuthGrantKind mcp_auth_flow_get_grant (McpAuthFlow *self);
/** @name: "token_endpoint". @setting: by which a person overrides it
 * Returns: (transfer full) (nullable): as the override says, the document or, in the fallback of
 * 2025-03-26, its default path */
char *mcp_auth_flow_dup_endpoint (McpAuthFlow *self, const char *name, McpAuthSetting setting);

/** @summary: (nullable) (transfer full): of the step that runs. The next one begins. */
void mcp_auth_flow_end_step (McpAuthFlow *self, McpAuthStepState state, char *summary);
/** @error: (transfer full): the run ends. */
void mcp_auth_flow_fail_step (McpAuthFlow *self, GError *error);
/** The authorization server forgot the client that was known: it becomes known to it again, once.
 * @finding: (transfer full) */
void mcp_auth_flow_register_again (McpAuthFlow *self, McpAuthFinding *finding);
/** Returns: (transfer none): the step that runs */
McpAuthStep *mcp_auth_flow_get_current (McpAuthFlow *self);
void         mcp_auth_flow_tell_secret (McpAuthFlow *self, const char *text);

/* The steps */

void mcp_auth_flow_begin_request (McpAuthFlow *self, gboolean with_token);
void mcp_auth_flow_begin_challenge (McpAuthFlow *self);
void mcp_auth_flow_begin_resource (McpAuthFlow *self);
void mcp_auth_flow_begin_issuer (McpAuthFlow *self);
void mcp_auth_flow_begin_server (McpAuthFlow *self);
void mcp_auth_flow_begin_client (McpAuthFlow *self);
void mcp_auth_flow_begin_scopes (McpAuthFlow *self);
void mcp_auth_flow_begin_authorize (McpAuthFlow *self);
void mcp_auth_flow_begin_callback (McpAuthFlow *self);
void mcp_auth_flow_begin_token (McpAuthFlow *self);

/* What it is called that an endpoint could not be asked. */
const char *mcp_auth_flow_name_failure (const char *url, const GError *error);
/* Whether the client is one that was registered in an earlier sign-in. */
gboolean mcp_auth_flow_is_client_known (McpAuthFlow *self);

G_END_DECLS
