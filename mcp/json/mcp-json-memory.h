/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether there is memory for something whose size another side chose. Most of what is made of a
 * text is made by GLib, which ends the program where there is none; so that is asked before, once,
 * and what does not fit is refused as one message, file or response, not with all that the program
 * holds.
 */

#pragma once

#include <glib.h>

/* What is smaller always finds room: asking would cost more than it is worth. */
#define MCP_JSON_MEMORY_ASK_FROM (1024u * 1024u)
/* What becomes of a text beside itself: its index, the strings in it, what is shown or kept. */
#define MCP_JSON_MEMORY_TIMES 3

/** Whether there is room for what is made of @size bytes. */
gboolean mcp_json_memory_has_room (guint64 size);
