/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-log-message.h"

static const GEnumValue LEVELS[] = {
  { MCP_LOG_DEBUG, "MCP_LOG_DEBUG", "debug" },
  { MCP_LOG_INFO, "MCP_LOG_INFO", "info" },
  { MCP_LOG_NOTICE, "MCP_LOG_NOTICE", "notice" },
  { MCP_LOG_WARNING, "MCP_LOG_WARNING", "warning" },
  { MCP_LOG_ERROR, "MCP_LOG_ERROR", "error" },
  { MCP_LOG_CRITICAL, "MCP_LOG_CRITICAL", "critical" },
  { MCP_LOG_ALERT, "MCP_LOG_ALERT", "alert" },
  { MCP_LOG_EMERGENCY, "MCP_LOG_EMERGENCY", "emergency" },
  { MCP_LOG_UNKNOWN, "MCP_LOG_UNKNOWN", "unknown" },
  { 0, NULL, NULL },
};

GType
mcp_log_level_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpLogLevel", LEVELS));
  return type;
}

const char *
mcp_log_level_get_name (McpLogLevel level)
{
  return LEVELS[MIN (level, MCP_LOG_UNKNOWN)].value_nick;
}

McpLogLevel
mcp_log_level_from_name (const char *name)
{
  for (guint i = 0; name != NULL && i < MCP_LOG_UNKNOWN; i++)
    if (g_str_equal (LEVELS[i].value_nick, name))
      return (McpLogLevel)i;
  return MCP_LOG_UNKNOWN;
}

McpLogMessage *
mcp_log_message_read (McpMessage *message)
{
  g_return_val_if_fail (message != NULL, NULL);

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/message") != 0)
    return NULL;
  McpJsonValue   params = mcp_message_get_params (message);
  McpLogMessage *self = g_new0 (McpLogMessage, 1);
  mcp_json_slot_set (&self->slot, params);
  self->time = g_get_real_time ();
  self->level_name = mcp_json_value_dup_member_string (params, "level");
  self->data = mcp_json_value_get_member (params, "data");
  self->logger = mcp_json_value_dup_member_string (params, "logger");
  self->level = mcp_log_level_from_name (self->level_name);
  if (self->level == MCP_LOG_UNKNOWN)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "log-level", "/level",
                     "The level of the log message is none of those of the protocol: %.100s.",
                     self->level_name != NULL ? self->level_name : "none");
  if (!mcp_json_value_exists (self->data))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "log-data", "/data",
                     "The log message has no data.");
  if (self->level_name == NULL)
    self->level_name = g_strdup ("");
  return self;
}

void
mcp_log_message_free (McpLogMessage *self)
{
  mcp_json_slot_clear (&self->slot);
  g_free (self->level_name);
  g_free (self->logger);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}
