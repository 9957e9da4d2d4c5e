/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-log-message.h"

struct _McpLogMessage
{
  GObject     parent_instance;
  McpJsonSlot value;
  gint64      time;
  McpLogLevel level;
  char       *level_name;
  char       *logger;
  GPtrArray  *findings;
};

enum {
  PROP_0,
  PROP_LEVEL,
  PROP_LOGGER,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpLogMessage, mcp_log_message, G_TYPE_OBJECT)

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

static void
mcp_log_message_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpLogMessage *self = MCP_LOG_MESSAGE (object);

  switch (id)
    {
    case PROP_LEVEL:
      g_value_set_enum (value, self->level);
      break;
    case PROP_LOGGER:
      g_value_set_string (value, self->logger);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_log_message_finalize (GObject *object)
{
  McpLogMessage *self = MCP_LOG_MESSAGE (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->level_name);
  g_free (self->logger);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_log_message_parent_class)->finalize (object);
}

static void
mcp_log_message_class_init (McpLogMessageClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_log_message_get_property;
  object_class->finalize = mcp_log_message_finalize;

  properties[PROP_LEVEL] =
      g_param_spec_enum ("level", NULL, NULL, MCP_TYPE_LOG_LEVEL, MCP_LOG_DEBUG, flags);
  properties[PROP_LOGGER] = g_param_spec_string ("logger", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_log_message_init (McpLogMessage *self)
{
  self->time = g_get_real_time ();
}

McpLogMessage *
mcp_log_message_new (McpJsonValue params)
{
  McpLogMessage *self = g_object_new (MCP_TYPE_LOG_MESSAGE, NULL);

  mcp_json_slot_set (&self->value, params);
  self->level_name = mcp_json_value_dup_member_string (params, "level");
  self->logger = mcp_json_value_dup_member_string (params, "logger");
  self->level = mcp_log_level_from_name (self->level_name);
  if (self->level == MCP_LOG_UNKNOWN)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "log-level", "/level",
                     "The level of the log message is none of those of the protocol: %.100s.",
                     self->level_name != NULL ? self->level_name : "none");
  if (!mcp_json_value_exists (mcp_log_message_get_data (self)))
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "log-data", "/data",
                     "The log message has no data.");
  return self;
}

McpLogLevel
mcp_log_message_get_level (McpLogMessage *self)
{
  return self->level;
}

const char *
mcp_log_message_get_level_name (McpLogMessage *self)
{
  return self->level_name != NULL ? self->level_name : "";
}

const char *
mcp_log_message_get_logger (McpLogMessage *self)
{
  return self->logger;
}

McpJsonValue
mcp_log_message_get_data (McpLogMessage *self)
{
  return mcp_json_value_get_member (self->value.value, "data");
}

gint64
mcp_log_message_get_time (McpLogMessage *self)
{
  return self->time;
}

McpJsonValue
mcp_log_message_get_value (McpLogMessage *self)
{
  return self->value.value;
}

GPtrArray *
mcp_log_message_get_findings (McpLogMessage *self)
{
  return self->findings;
}
