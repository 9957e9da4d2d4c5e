/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHeaderMirror: what the HTTP headers of a message repeat of it from 2026-07-28 on: the
 * revision, the method, the name of what is asked for, and the arguments that a tool wants there.
 * It goes by what is really sent, so that the two agree even where a person wrote it.
 *
 * Source: MCP 2026-07-28, "Transports", Streamable HTTP.
 */

#pragma once

#include "mcp-request.h"
#include "mcp-tool.h"

typedef struct _McpHeaderMirror McpHeaderMirror;

McpHeaderMirror *mcp_header_mirror_new (void);
void             mcp_header_mirror_free (McpHeaderMirror *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHeaderMirror, mcp_header_mirror_free)

/** The revision of messages that do not say one themselves. */
void mcp_header_mirror_set_version (McpHeaderMirror *self, const char *version);
/** A tool was listed; it replaces what was known of its name. */
void mcp_header_mirror_learn (McpHeaderMirror *self, McpTool *tool);
/** Returns: (transfer none) (nullable): why the tool cannot be called; %NULL where it can be, or is
 * not known */
const char *mcp_header_mirror_get_fault (McpHeaderMirror *self, const char *tool);
/** For a request of ours, by what it knows of itself: nothing is read again.
 * Returns: (transfer full) (array zero-terminated=1): "Name: value" */
char **mcp_header_mirror_write_request (McpHeaderMirror *self, McpRequest *request);
/** For other messages, by their text. Returns: (transfer full) (array zero-terminated=1) */
char **mcp_header_mirror_write (McpHeaderMirror *self, GBytes *message);
