/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What servers answer to the probe of a client of both eras, a server/discover: each row of the
 * ways in which a server of an earlier era, or one that is broken, may meet it. Source: MCP
 * 2026-07-28, basic/versioning and basic/transports, "Backward Compatibility".
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-request.h"

#define PROBE_METHOD "server/discover"

/** From now on probes are answered in the way of that name.
 * Returns: %FALSE with @error set where there is none */
gboolean probe_set (const char *name, GError **error);
/** Returns: (transfer full): the answers, for --help */
char *probe_describe (void);

/** Answers @request as it was asked for on the command line, where it is a probe. Returns: whether
 * the request is dealt with */
gboolean probe_answer (AppDemoRequest *request);
/** The same before anything is looked at but @root, where the answer is one of HTTP. */
gboolean probe_answer_http (SoupServerMessage *message, McpJsonValue root);
