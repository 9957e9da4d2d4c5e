/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthIssuer: the authorization server of the demo. Public clients register themselves, the
 * one person that there is agrees at once, tokens are opaque, and a refresh token is good once.
 * Nothing of it survives the process. Source: RFC 6749, RFC 7591, RFC 7636, RFC 8252, RFC 8414,
 * RFC 8707, RFC 9207; OAuth 2.1 draft 13.
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-json-writer.h"

G_BEGIN_DECLS

/* The one scope that there is. */
#define APP_DEMO_AUTH_SCOPE "mcp:tools"

typedef struct _AppDemoAuthIssuer AppDemoAuthIssuer;

/** @soup: the server to be part of; @origin: of it; @resource: what tokens are for
 * Returns: (transfer full) */
AppDemoAuthIssuer      *
app_demo_auth_issuer_new (SoupServer *soup, const char *origin, const char *resource);
void app_demo_auth_issuer_free (AppDemoAuthIssuer *self);
/** Returns: whether @token is an access token that is still good */
gboolean app_demo_auth_issuer_knows_token (AppDemoAuthIssuer *self, const char *token);
/** Sends a document that is not to be kept, and may be read by clients in a browser.
 * @json: (transfer full) */
void app_demo_auth_issuer_reply (SoupServerMessage *message, guint status, char *json);

G_END_DECLS
