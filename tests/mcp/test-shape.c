/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A message of ours is one line, without a fault, and as the protocol's own schema has it. */

#include "schema-tap.h"
#include "test-memory-transport.h"

void
test_assert_shape (McpMessage *message)
{
  gsize            size;
  const char      *text = g_bytes_get_data (mcp_message_get_text (message), &size);
  g_autofree char *problem = NULL;

  g_assert_cmpint (mcp_message_get_kind (message), !=, MCP_MESSAGE_INVALID);
  g_assert_cmpint (mcp_message_get_kind (message), !=, MCP_MESSAGE_BATCH);
  g_assert_null (mcp_message_get_findings (message));
  for (gsize i = 0; i < size; i++)
    g_assert_true (text[i] != '\n' && text[i] != '\r');

  problem = schema_tap_check (message, NULL, NULL);
  if (problem != NULL)
    g_error ("Not as the schema has it: %.*s: %s", (int)MIN (size, 600), text, problem);
}
