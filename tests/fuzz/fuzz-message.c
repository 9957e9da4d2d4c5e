/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text is some message, if only an invalid one, and says what it is. */

#include "mcp-message.h"
#include "fuzz-fail.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
look_at (McpMessage *message)
{
  McpMessageKind kind = mcp_message_get_kind (message);

  if (kind == MCP_MESSAGE_INVALID && mcp_message_get_reason (message) == NULL)
    fuzz_fail ("an invalid message without a reason");
  if (kind == MCP_MESSAGE_REQUEST && (mcp_message_get_id (message) == NULL || mcp_message_get_method (message) == NULL))
    fuzz_fail ("a request without id or method");
  mcp_message_get_params (message);
  mcp_message_get_result (message);
  mcp_message_get_error (message);
  mcp_message_get_error_code (message);
  mcp_message_get_error_message (message);
  mcp_message_get_error_data (message);
  mcp_message_get_findings (message);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);

  look_at (message);
  if (mcp_message_get_kind (message) == MCP_MESSAGE_BATCH)
    {
      McpJsonIter  iter;
      McpJsonValue member;

      mcp_json_iter_init (&iter, mcp_message_get_value (message));
      while (mcp_json_iter_next (&iter, NULL, &member))
        {
          g_autoptr (McpMessage) part = mcp_message_read_member (message, member);
          look_at (part);
        }
    }
  return 0;
}
