/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What servers answer to the probe of a client of both eras, a server/discover: each row of the
 * ways in which a server of an earlier era, or one that is broken, may meet it. Source: MCP
 * 2026-07-28, basic/versioning and basic/transports, "Backward Compatibility".
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-request.h"

G_BEGIN_DECLS

#define APP_DEMO_PROBE_METHOD "server/discover"

/** Returns: whether there is an answer of that name */
gboolean app_demo_probe_is_known (const char *name);
/** Returns: (transfer full): the answers, for --help */
char *app_demo_probe_describe (void);

/** Answers @request as it was asked for on the command line, where it is a probe. Returns: whether
 * the request is dealt with */
gboolean app_demo_probe_answer (AppDemoRequest *request);
/** The same before anything is looked at but @root, where the answer is one of HTTP. */
gboolean app_demo_probe_answer_http (const AppDemoOptions *options,
                                     SoupServerMessage    *message,
                                     McpJsonValue          root);

G_END_DECLS
