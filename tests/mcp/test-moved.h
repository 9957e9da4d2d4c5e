/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How much of a buffer is moved, which is work that a clock would measure differently each time.
 */

#pragma once

#include "mcp-byte-buffer.h"

/** Returns: how many bytes an operation has moved; those of a message that was taken are not counted */
static inline gsize
test_moved_count (const McpByteBuffer *before, const McpByteBuffer *now)
{
  gboolean moved = now->data != before->data || now->capacity != before->capacity ||
                   now->start < before->start;

  return moved ? mcp_byte_buffer_get_size (now) : 0;
}
