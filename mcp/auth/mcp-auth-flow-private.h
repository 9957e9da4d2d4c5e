/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the steps of a flow share. Each step has a function that begins it; the step itself is
 * ended, by mcp_auth_step_end() or mcp_auth_step_fail(), and the flow goes on. No step knows the
 * flow.
 */

#pragma once

#include "mcp-auth-step.h"

#include "mcp-auth-callback.h"
#include "mcp-auth-challenge.h"
#include "mcp-auth-channel.h"
#include "mcp-auth-listener.h"
#include "mcp-auth-record.h"

/** What is given to the steps, and what they found and made so far: the table of the flow says
 * which step gives what. It is there as long as a step runs. */
struct _McpAuthFlowRun
{
  char            *url;
  McpAuthSettings *settings;
  McpAuthRecord   *known;   /* (nullable) */
  guint            refusal; /* 401 or 403 that was met before; 0 */
  char            *refusal_header;
  McpAuthChannel  *channel;
  GCancellable    *cancellable; /* while it runs */
  McpAuthStep     *step;        /* (nullable): not owned: that runs */

  McpAuthChallenge *challenge;
  guint             status;
  McpAuthDocument  *resource_document; /* (nullable): none in the fallback of 2025-03-26 */
  char             *issuer;
  McpAuthDocument  *server_document; /* (nullable): as above */
  McpAuthListener  *listener;        /* (nullable): for a browser */
  McpAuthClient    *client;
  McpAuthKey       *key;      /* (nullable): for private_key_jwt */
  char             *scopes;   /* (nullable) */
  char             *resource; /* (nullable) */
  McpAuthKey       *proof;    /* (nullable): DPoP */
  char             *state;
  char             *verifier;
  char             *browser_url;
  McpAuthCallback  *callback;
  GSource          *patience; /* (nullable): with the browser */
  char             *nonce;    /* (nullable): DPoP */
  McpAuthRecord    *record;
  McpAuthFinding   *purged; /* (nullable): the authorization server forgot the client */
};

/* The steps */

void mcp_auth_flow_begin_request (McpAuthFlowRun *self);
void mcp_auth_flow_begin_challenge (McpAuthFlowRun *self);
void mcp_auth_flow_begin_resource (McpAuthFlowRun *self);
void mcp_auth_flow_begin_issuer (McpAuthFlowRun *self);
void mcp_auth_flow_begin_server (McpAuthFlowRun *self);
void mcp_auth_flow_begin_client (McpAuthFlowRun *self);
void mcp_auth_flow_begin_scopes (McpAuthFlowRun *self);
void mcp_auth_flow_begin_authorize (McpAuthFlowRun *self);
void mcp_auth_flow_begin_browser (McpAuthFlowRun *self);
void mcp_auth_flow_begin_callback (McpAuthFlowRun *self);
void mcp_auth_flow_begin_token (McpAuthFlowRun *self);
void mcp_auth_flow_begin_use (McpAuthFlowRun *self);

/** What the browser was led to, as a person copied it: see mcp_auth_flow_paste(). */
gboolean mcp_auth_flow_take_pasted (McpAuthFlowRun *self, const char *text, GError **error);

/** @name: "token_endpoint". @setting: by which a person overrides it
 * Returns: (transfer full) (nullable): as the override says, the document or, in the fallback of
 * 2025-03-26, its default path */
char *mcp_auth_flow_dup_endpoint (McpAuthFlowRun *self, const char *name, McpAuthSetting setting);
/* What it is called that an endpoint could not be asked. */
const char *mcp_auth_flow_name_failure (const GError *error);
/* Ends the step that finds the endpoints: all that are needed are judged before anybody signs in.
 * @summary: (transfer full) */
void mcp_auth_flow_end_server (McpAuthFlowRun *self, char *summary);
/* Whether the client is one that was registered in an earlier sign-in. */
gboolean mcp_auth_flow_is_client_known (McpAuthFlowRun *self);
