/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How real servers depart from the rules of MCP authorization, each on request, so that a client
 * can show that it bears with it or says whose fault it is. Most of them are edits of a document.
 */

#pragma once

#include "app-demo-auth-options.h"
#include "mcp-json-writer.h"

G_BEGIN_DECLS

/** A document that quirks edit. */
typedef enum {
  APP_DEMO_AUTH_RESOURCE_METADATA = 1,
  APP_DEMO_AUTH_SERVER_METADATA,
  APP_DEMO_AUTH_REGISTRATION,
  APP_DEMO_AUTH_TOKEN,
} AppDemoAuthEdited;

/** Returns: whether there is a quirk of that name */
gboolean app_demo_auth_quirks_know (const char *name);
/** Returns: (transfer full): all names, each with what it does */
char *app_demo_auth_quirks_describe (void);
/** Returns: whether the quirk was asked for; @name must be one */
gboolean app_demo_auth_has (const AppDemoAuthOptions *self, const char *name);
/** Returns: (transfer full): the document as the quirks that were asked for have it.
 * @variables: pairs of a name ("@issuer@") and what stands for it, %NULL-terminated */
char *app_demo_auth_quirks_edit (const AppDemoAuthOptions *self,
                                 AppDemoAuthEdited         edited,
                                 const char               *document,
                                 const char *const        *variables);

G_END_DECLS
