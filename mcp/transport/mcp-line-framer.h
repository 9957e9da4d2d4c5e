/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLineFramer: bytes in, lines out. A line ends with LF or CR LF, which are not part of it; half
 * a line waits for the rest. Each byte is looked at once. A line longer than the limit is reported
 * once and dropped up to its end, after which framing goes on.
 *
 * Long lines are handed out without copying; the memory that they needed is given back.
 * Source: MCP 2025-11-25, "Transports", stdio.
 */

#pragma once

#include "mcp-framer.h"

/** @limit: bytes of one line without its end
 * Returns: (transfer full) */
McpFramer *mcp_line_framer_new (gsize limit);
