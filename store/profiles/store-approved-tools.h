/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreApprovedTools: what the tools of one server said of themselves when the person last allowed
 * them to run, so that a tool that says something else later is noticed and shown. Kept in
 * approved/ID.json beside the profiles, which only the person can read:
 *
 * |[
 * {"tools": {"delete_all": {"description": "…", "inputSchema": {…}, "annotations": {…}}}}
 * ]|
 *
 * A file that cannot be read counts as empty and is written anew: what is lost is that a change
 * would be noticed, never that something runs that would be asked about.
 * Main thread only; writing runs in a worker.
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Two thousand tools with a schema of two kilobytes each. */
#define STORE_APPROVED_MAX_BYTES (4u * 1024u * 1024u)
/* More of one tool is kept as a checksum only: then it cannot be shown what changed. */
#define STORE_APPROVED_TOOL_BYTES (64u * 1024u)

#define STORE_TYPE_APPROVED_TOOLS (store_approved_tools_get_type ())
G_DECLARE_FINAL_TYPE (StoreApprovedTools, store_approved_tools, STORE, APPROVED_TOOLS, GObject)

/** @folder: (nullable): where profiles are; %NULL keeps them for this run only
 * @id: the profile's. Reads the file at the first question. Returns: (transfer full) */
StoreApprovedTools *store_approved_tools_new (const char *folder, const char *id);

/** Returns: what the tool said, an object, or a string that is a checksum; none where the person
 * never allowed it. Valid until the next change */
McpJsonValue store_approved_tools_lookup (StoreApprovedTools *self, const char *tool);
/** Whether @text (JSON) says what was allowed; member order and spelling aside. */
gboolean store_approved_tools_matches (StoreApprovedTools *self,
                                       const char         *tool,
                                       const char         *text);
/** @text: JSON text of an object */
void store_approved_tools_set (StoreApprovedTools *self, const char *tool, const char *text);

G_END_DECLS
