/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuth: what makes the demo's HTTP endpoint a protected resource, and the authorization
 * server that it is itself then: one plain flow to try signing in with. Source: MCP 2026-07-28,
 * basic/authorization; RFC 6750, RFC 9728.
 */

#pragma once

#include <libsoup/soup.h>

typedef struct _AppDemoAuth AppDemoAuth;

/** @soup: of the endpoint at @url; @origin: of @soup. Returns: (transfer full) */
AppDemoAuth *app_demo_auth_new (SoupServer *soup, const char *origin, const char *url);
void         app_demo_auth_free (AppDemoAuth *self);

/** Looks at the token of a request to the endpoint. Returns: whether it may go on; it is answered
 * where not */
gboolean app_demo_auth_admit (AppDemoAuth *self, SoupServerMessage *message);
