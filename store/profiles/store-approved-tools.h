/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the tools of one server said of themselves when the person last allowed them to run, so that
 * a tool that says something else later is noticed and shown. The memory of kind
 * STORE_MEMORY_APPROVED has an object for each tool, or, of one that says very much, a checksum.
 * Where it is lost, a change is not noticed; nothing runs that would be asked about.
 */

#pragma once

#include "store-memory.h"

/* More of one tool is kept as a checksum only: then it cannot be shown what changed. */
#define STORE_APPROVED_TOOL_BYTES (64u * 1024u)

/** Whether @text (JSON) says what was allowed; member order and spelling aside. */
gboolean store_approved_tools_matches (StoreMemory *approved, const char *tool, const char *text);
/** @text: JSON text of an object */
void store_approved_tools_set (StoreMemory *approved, const char *tool, const char *text);
