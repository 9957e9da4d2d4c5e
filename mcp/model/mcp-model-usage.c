/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-usage.h"

gboolean
mcp_model_usage_read (McpJsonValue value, gint64 *count)
{
  gint64 found;

  if (!mcp_json_value_get_int64 (value, &found) || found < 0)
    return FALSE;
  *count = found;
  return TRUE;
}

static void
update (gint64 *count, gint64 other)
{
  if (other >= 0)
    *count = other;
}

void
mcp_model_usage_update (McpModelUsage *self, const McpModelUsage *other)
{
  update (&self->input, other->input);
  update (&self->cached, other->cached);
  update (&self->cache_write, other->cache_write);
  update (&self->output, other->output);
  update (&self->reasoning, other->reasoning);
}

gboolean
mcp_model_usage_is_known (const McpModelUsage *self)
{
  return self->input >= 0 || self->output >= 0;
}
