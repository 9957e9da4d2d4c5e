/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthStep: one of the twelve steps of an authorization, for a person to look at: where it
 * stands, what was found, what was asked and said. Changed by its flow alone.
 *
 * Properties (notify): state (McpAuthStepState), summary (string, nullable): a line; may hold text
 * of the server's
 */

#pragma once

#include "mcp-auth-exchange.h"
#include "mcp-auth-finding.h"

#include "mcp-error.h"

typedef enum {
  MCP_AUTH_STEP_REQUEST,   /* the first request, without a token */
  MCP_AUTH_STEP_CHALLENGE, /* what the refusal says */
  MCP_AUTH_STEP_RESOURCE,  /* the protected resource's metadata */
  MCP_AUTH_STEP_ISSUER,    /* which authorization server */
  MCP_AUTH_STEP_SERVER,    /* its metadata */
  MCP_AUTH_STEP_CLIENT,    /* who we are there */
  MCP_AUTH_STEP_SCOPES,    /* what is asked for */
  MCP_AUTH_STEP_AUTHORIZE, /* the authorization request */
  MCP_AUTH_STEP_BROWSER,   /* the person decides */
  MCP_AUTH_STEP_CALLBACK,  /* what came back */
  MCP_AUTH_STEP_TOKEN,
  MCP_AUTH_STEP_USE, /* the first request again, with the token */
  MCP_AUTH_N_STEPS,
} McpAuthStepKind;

typedef enum {
  MCP_AUTH_STEP_PENDING,
  MCP_AUTH_STEP_RUNNING,
  MCP_AUTH_STEP_WAITING, /* for the person */
  MCP_AUTH_STEP_DONE,
  MCP_AUTH_STEP_SKIPPED, /* this grant has no such step, or it is known already */
  MCP_AUTH_STEP_FAILED,
} McpAuthStepState;

#define MCP_TYPE_AUTH_STEP_STATE (mcp_auth_step_state_get_type ())
GType mcp_auth_step_state_get_type (void);

/** A line of a step's page: a name, its value and the reason for it. Immutable. */
#define MCP_TYPE_AUTH_FACT (mcp_auth_fact_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthFact, mcp_auth_fact, MCP, AUTH_FACT, GObject)

const char *mcp_auth_fact_get_name (McpAuthFact *self);
/** Returns: (transfer none): a secret is masked already */
const char *mcp_auth_fact_get_value (McpAuthFact *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_auth_fact_get_reason (McpAuthFact *self);

#define MCP_TYPE_AUTH_STEP (mcp_auth_step_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthStep, mcp_auth_step, MCP, AUTH_STEP, GObject)

McpAuthStepKind mcp_auth_step_get_kind (McpAuthStep *self);
/** "Protected resource metadata" */
const char *mcp_auth_step_get_title (McpAuthStep *self);
/** "resource": for JSON and tests */
const char      *mcp_auth_step_get_name (McpAuthStep *self);
McpAuthStepState mcp_auth_step_get_state (McpAuthStep *self);
const char      *mcp_auth_step_get_state_name (McpAuthStep *self); /* "done": for JSON and tests */
/** Returns: (transfer none) (nullable) */
const char *mcp_auth_step_get_summary (McpAuthStep *self);
/** Returns: (transfer none): of McpAuthFact, McpAuthExchange and McpAuthFinding */
GListModel *mcp_auth_step_get_facts (McpAuthStep *self);
GListModel *mcp_auth_step_get_exchanges (McpAuthStep *self);
GListModel *mcp_auth_step_get_findings (McpAuthStep *self);
/** The document that this step read or made, as JSON text (metadata, registration, token without
 * its secrets, claims of a token). Returns: (transfer none) (nullable) */
const char *mcp_auth_step_get_document (McpAuthStep *self);
/** What a person may edit at this step: settings, closed by MCP_AUTH_N_SETTINGS. */
const McpAuthSetting *mcp_auth_step_get_settings (McpAuthStep *self);

/* For the flow */

/* Settings that a step reads at most, and members that it gives. */
#define MCP_AUTH_STEP_MAX_SETTINGS 8
#define MCP_AUTH_STEP_MAX_GIVEN 4

typedef struct _McpAuthFlowRun McpAuthFlowRun;

/** A member of McpAuthFlowRun, and what frees it. */
typedef struct
{
  gsize          offset;
  GDestroyNotify free;
} McpAuthStepGiven;

/** All that is said of a step: a row of the table that a flow walks. */
typedef struct
{
  const char *name;
  const char *title;
  /* Begins it; mcp_auth_step_end() or mcp_auth_step_fail() ends it. */
  void (*begin) (McpAuthFlowRun *run);
  /* (nullable): the summary of a grant that has no browser, and therefore no such step */
  const char *without_browser;
  /* What it reads beside what the steps before it give; closed by MCP_AUTH_N_SETTINGS. */
  McpAuthSetting settings[MCP_AUTH_STEP_MAX_SETTINGS];
  /* What it finds and makes; closed by no function. */
  McpAuthStepGiven gives[MCP_AUTH_STEP_MAX_GIVEN + 1];
} McpAuthStepRow;

/** @row: kept. Signals, for the flow: ended (GError *error): (nullable) (transfer full): it is
 * done, skipped or has failed; secret (const char *text): is used from now on. Returns: (transfer
 * full) */
McpAuthStep *mcp_auth_step_new (McpAuthStepKind kind, const McpAuthStepRow *row);

void mcp_auth_step_reset (McpAuthStep *self);
/** @summary: (nullable) (transfer full) */
void mcp_auth_step_set (McpAuthStep *self, McpAuthStepState state, char *summary);
/** The same, and the next one begins. @state: PENDING where it begins again with an earlier one */
void mcp_auth_step_end (McpAuthStep *self, McpAuthStepState state, char *summary);
/** The flow ends here. */
void mcp_auth_step_fail (McpAuthStep *self, McpError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/** @error: (transfer full) */
void mcp_auth_step_fail_with (McpAuthStep *self, GError *error);
/** What is secret is masked from now on wherever it appears. @text: (nullable) */
void mcp_auth_step_hide (McpAuthStep *self, const char *text);
/** @value, @reason: (nullable); an absent value adds nothing */
void mcp_auth_step_add_fact (McpAuthStep *self,
                             const char  *name,
                             const char  *value,
                             const char  *reason);
/** Shows the beginning of a secret at most, and hides it elsewhere. @value: (nullable) */
void mcp_auth_step_add_secret (McpAuthStep *self, const char *name, const char *value);
/** @exchange, @finding: (transfer full) */
void mcp_auth_step_add_exchange (McpAuthStep *self, McpAuthExchange *exchange);
void mcp_auth_step_add_finding (McpAuthStep *self, McpAuthFinding *finding);
/** A finding of that row; see mcp_auth_finding_new() */
void mcp_auth_step_note (McpAuthStep *self, const char *id, const char *seen, ...)
    G_GNUC_PRINTF (3, 4);
/** @document: (nullable) (transfer full) */
void mcp_auth_step_set_document (McpAuthStep *self, char *document);
