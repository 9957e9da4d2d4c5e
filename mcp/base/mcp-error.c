/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-error.h"

typedef McpErrorDetails McpErrorPrivate;

static void
mcp_error_private_init (McpErrorPrivate *details)
{
  details->exit_status = -1;
}

static void
mcp_error_private_copy (const McpErrorPrivate *source, McpErrorPrivate *target)
{
  *target = *source;
  target->url = g_strdup (source->url);
  target->challenge = g_strdup (source->challenge);
  target->evidence = g_strdup (source->evidence);
  target->response = g_strdup (source->response);
  target->retry_after = g_strdup (source->retry_after);
  target->fingerprint = g_strdup (source->fingerprint);
}

static void
mcp_error_private_clear (McpErrorPrivate *details)
{
  g_clear_pointer (&details->url, g_free);
  g_clear_pointer (&details->challenge, g_free);
  g_clear_pointer (&details->evidence, g_free);
  g_clear_pointer (&details->response, g_free);
  g_clear_pointer (&details->retry_after, g_free);
  g_clear_pointer (&details->fingerprint, g_free);
}

G_DEFINE_EXTENDED_ERROR (McpError, mcp_error)

McpErrorDetails *
mcp_error_get_details (const GError *error)
{
  return error != NULL && error->domain == MCP_ERROR ? mcp_error_get_private (error) : NULL;
}

GError *
mcp_error_new (McpError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  GError *error = g_error_new_valist (MCP_ERROR, (int)code, format, args);
  va_end (args);
  return error;
}
