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

gint64
mcp_model_usage_sum (gint64 count, gint64 other)
{
  if (count < 0 || other < 0)
    return MAX (count, other);
  return count > G_MAXINT64 - other ? G_MAXINT64 : count + other;
}

void
mcp_model_usage_add (McpModelUsage *self, const McpModelUsage *other)
{
  self->input = mcp_model_usage_sum (self->input, other->input);
  self->cached = mcp_model_usage_sum (self->cached, other->cached);
  self->cache_write = mcp_model_usage_sum (self->cache_write, other->cache_write);
  self->output = mcp_model_usage_sum (self->output, other->output);
  self->reasoning = mcp_model_usage_sum (self->reasoning, other->reasoning);
}

gboolean
mcp_model_usage_is_known (const McpModelUsage *self)
{
  return self->input >= 0 || self->output >= 0;
}
