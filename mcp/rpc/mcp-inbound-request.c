/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-inbound-request-private.h"

#include "mcp-envelope.h"

struct _McpInboundRequest
{
  GObject                parent_instance;
  McpMessage            *message;
  guint64                exchange;
  guint64                sequence;
  guint64                question;
  gint64                 arrived;
  McpInboundState        state;
  gboolean               orphaned;
  McpInboundResponseFunc func; /* (nullable): while pending */
  gpointer               user_data;
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpInboundRequest, mcp_inbound_request, G_TYPE_OBJECT)

static void
mcp_inbound_request_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpInboundRequest *self = MCP_INBOUND_REQUEST (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_inbound_request_finalize (GObject *object)
{
  McpInboundRequest *self = MCP_INBOUND_REQUEST (object);

  g_clear_pointer (&self->message, mcp_message_unref);
  G_OBJECT_CLASS (mcp_inbound_request_parent_class)->finalize (object);
}

static void
mcp_inbound_request_class_init (McpInboundRequestClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mcp_inbound_request_get_property;
  object_class->finalize = mcp_inbound_request_finalize;

  properties[PROP_STATE] =
      g_param_spec_uint ("state", NULL, NULL, MCP_INBOUND_PENDING, MCP_INBOUND_CANCELLED,
                         MCP_INBOUND_PENDING,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
mcp_inbound_request_init (McpInboundRequest *self)
{
}

McpInboundRequest *
mcp_inbound_request_new (McpMessage            *message,
                         guint64                exchange,
                         guint64                sequence,
                         gint64                 arrived,
                         McpInboundResponseFunc func,
                         gpointer               user_data)
{
  McpInboundRequest *self = g_object_new (MCP_TYPE_INBOUND_REQUEST, NULL);

  self->message = mcp_message_ref (message);
  self->exchange = exchange;
  self->sequence = sequence;
  self->arrived = arrived;
  self->func = func;
  self->user_data = user_data;
  return self;
}

static void
inbound_request_end (McpInboundRequest *self, McpInboundState state, GBytes *text)
{
  McpInboundResponseFunc func = self->func;

  if (self->state != MCP_INBOUND_PENDING)
    return;

  g_object_ref (self);
  self->state = state;
  self->func = NULL;
  if (text != NULL && func != NULL)
    func (self, text, self->user_data);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_unref (self);
}

void
mcp_inbound_request_respond (McpInboundRequest *self, GBytes *result)
{
  g_autoptr (GBytes) text = NULL;

  g_return_if_fail (MCP_IS_INBOUND_REQUEST (self));

  text = mcp_envelope_result (mcp_message_get_id (self->message), result);
  inbound_request_end (self, MCP_INBOUND_RESPONDED, text);
}

void
mcp_inbound_request_refuse (McpInboundRequest *self, int code, const char *message, GBytes *data)
{
  g_autoptr (GBytes) text = NULL;

  g_return_if_fail (MCP_IS_INBOUND_REQUEST (self));

  text = mcp_envelope_error (mcp_message_get_id (self->message), code, message, data);
  inbound_request_end (self, MCP_INBOUND_RESPONDED, text);
}

void
mcp_inbound_request_cancel (McpInboundRequest *self, gboolean orphaned)
{
  self->orphaned |= orphaned && self->state == MCP_INBOUND_PENDING;
  inbound_request_end (self, MCP_INBOUND_CANCELLED, NULL);
}

McpInboundState
mcp_inbound_request_get_state (McpInboundRequest *self)
{
  return self->state;
}

McpMessage *
mcp_inbound_request_get_message (McpInboundRequest *self)
{
  return self->message;
}

const char *
mcp_inbound_request_get_method (McpInboundRequest *self)
{
  return mcp_message_get_method (self->message);
}

McpJsonValue
mcp_inbound_request_get_params (McpInboundRequest *self)
{
  return mcp_message_get_params (self->message);
}

guint64
mcp_inbound_request_get_exchange (McpInboundRequest *self)
{
  return self->exchange;
}

void
mcp_inbound_request_set_question (McpInboundRequest *self, guint64 question)
{
  self->question = question;
}

guint64
mcp_inbound_request_get_question (McpInboundRequest *self)
{
  return self->question;
}

gboolean
mcp_inbound_request_is_orphaned (McpInboundRequest *self)
{
  return self->orphaned;
}

guint64
mcp_inbound_request_get_sequence (McpInboundRequest *self)
{
  return self->sequence;
}

gint64
mcp_inbound_request_get_arrived (McpInboundRequest *self)
{
  return self->arrived;
}
