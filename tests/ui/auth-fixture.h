/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A server of MCP that wants a token and the authorization server beside it, both in this process
 * on a port of this machine; and the browser of a person, who agrees at once.
 */

#pragma once

#include "app-auth-debugger.h"
#include "app-workspace.h"

/* What is secret in what they send, to be looked for. */
#define AUTH_FIXTURE_CODE "code-7f3a91-SECRET/+"
#define AUTH_FIXTURE_TOKEN "token-aa51c0-SECRET"
#define AUTH_FIXTURE_REFRESH "refresh-bb62d1-SECRET"

typedef enum {
  AUTH_FIXTURE_FINE = 0,
  AUTH_FIXTURE_ISSUER_SLASH = 1 << 0, /* the metadata's issuer has a "/" more */
  AUTH_FIXTURE_DENIES = 1 << 1,       /* the person does not agree */
  AUTH_FIXTURE_HTML = 1 << 2,         /* a page with markup stands where the metadata should be */
  AUTH_FIXTURE_LONG = 1 << 3,         /* many long scopes */
  AUTH_FIXTURE_STEP_UP = 1 << 4,      /* tools need files:write, which is granted the second time */
} AuthFixtureOddities;

typedef struct _AuthFixture AuthFixture;

AuthFixture *auth_fixture_new (AuthFixtureOddities oddities);
void         auth_fixture_free (AuthFixture *self);
const char  *auth_fixture_get_url (AuthFixture *self);
/** How many times tokens were asked for, and taken back. */
guint auth_fixture_get_n_tokens (AuthFixture *self);
guint auth_fixture_get_n_revoked (AuthFixture *self);

/** Adds the server to the workspace. Returns: (transfer none) */
AppSession *auth_fixture_add (AuthFixture *self, AppWorkspace *workspace);
/** Where the browser is led to by @url when the person has decided. Returns: (transfer full) */
char *auth_fixture_dup_callback (AuthFixture *self, const char *url);
/** From now on the browser of @session does that by itself. */
void auth_fixture_be_browser (AuthFixture *self, AppSession *session);
