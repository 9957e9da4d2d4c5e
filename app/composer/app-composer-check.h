/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What there is to say about a message that a person writes, for the connection that it is to go
 * to. Nothing of it keeps anybody from sending it.
 */

#pragma once

#include "app-composer-finding.h"
#include "mcp-client.h"

G_BEGIN_DECLS

/* Looked at with each key; a longer text is sent without a word about it. */
#define APP_COMPOSER_CHECK_BYTES (1024u * 1024u)
/* More than a person reads at once. */
#define APP_COMPOSER_MAX_FINDINGS 20u

/** @revision: (nullable): the one that was agreed upon
 * @client: (nullable): knows which ids are in flight
 * Returns: (transfer full) (element-type AppComposerFinding): never %NULL */
GPtrArray *app_composer_check (GBytes *text, const char *revision, McpClient *client);

G_END_DECLS
