/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One HTTP request to the demo's authorization server, and the kinds of answers that there are.
 * Source: RFC 6749 §5.2, RFC 6750 §3.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-auth-options.h"

G_BEGIN_DECLS

/** Writes every request that @soup reads to the log, if there is one. @role: of the server */
void
app_demo_auth_message_log (const AppDemoAuthOptions *options, SoupServer *soup, const char *role);

/** Returns: (transfer none) (nullable) */
const char *app_demo_auth_message_get_header (SoupServerMessage *message, const char *name);
/** Returns: (transfer full) (nullable): the body as text; %NULL where it holds a NUL */
char *app_demo_auth_message_dup_body (SoupServerMessage *message);

/** @json: (transfer full) */
void app_demo_auth_message_reply (SoupServerMessage *message, guint status, char *json);
/** @error: a code of OAuth */
void app_demo_auth_message_refuse (SoupServerMessage *message,
                                   guint              status,
                                   const char        *error,
                                   const char        *description);
/** A page for a person. @text: no markup; @form: (nullable): markup that follows it */
void app_demo_auth_message_show (SoupServerMessage *message,
                                 guint              status,
                                 const char        *title,
                                 const char        *text,
                                 const char        *form);
void
app_demo_auth_message_redirect (SoupServerMessage *message, guint status, const char *location);

G_END_DECLS
