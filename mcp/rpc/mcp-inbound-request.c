/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-inbound-request.h"

#include "mcp-envelope.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _McpInboundRequest
{
  GObject                parent_instance;
  McpMessage            *message;
  guint64                sequence;
  guint64                request_sequence;
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

MCP_DEFINE_ZEROED_TYPE (McpInboundRequest, mcp_inbound_request, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (McpInboundRequest, mcp_inbound_request)
{
  g_clear_pointer (&self->message, mcp_message_unref);
}

static void
mcp_inbound_request_class_init (McpInboundRequestClass *klass)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_STATE] = { "state", G_TYPE_UINT, G_CALLBACK (mcp_inbound_request_get_state) },
  };

  G_OBJECT_CLASS (klass)->finalize = mcp_inbound_request_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPERTIES);
}

McpInboundRequest *
mcp_inbound_request_new (McpMessage            *message,
                         guint64                sequence,
                         guint64                request_sequence,
                         gint64                 arrived,
                         McpInboundResponseFunc func,
                         gpointer               user_data)
{
  McpInboundRequest *self = g_object_new (MCP_TYPE_INBOUND_REQUEST, NULL);

  self->message = mcp_message_ref (message);
  self->sequence = sequence;
  self->request_sequence = request_sequence;
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
  g_return_if_fail (MCP_IS_INBOUND_REQUEST (self));

  g_autoptr (GBytes) text = mcp_envelope_result (mcp_message_get_id (self->message), result);
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

MCP_DEFINE_PLAIN_GETTER (McpInboundState, McpInboundRequest, mcp_inbound_request, state)
MCP_DEFINE_PLAIN_GETTER (McpMessage *, McpInboundRequest, mcp_inbound_request, message)

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

MCP_DEFINE_PLAIN_GETTER (guint64, McpInboundRequest, mcp_inbound_request, request_sequence)

gboolean
mcp_inbound_request_is_orphaned (McpInboundRequest *self)
{
  return self->orphaned;
}

MCP_DEFINE_PLAIN_GETTER (guint64, McpInboundRequest, mcp_inbound_request, sequence)
MCP_DEFINE_PLAIN_GETTER (gint64, McpInboundRequest, mcp_inbound_request, arrived)
