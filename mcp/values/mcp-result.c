/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-result.h"

#include "mcp-client-capabilities.h"
#include "mcp-json-writer.h"

typedef struct
{
  McpAnswer  *answer;
  McpJsonSlot value;
  GPtrArray  *findings;
} McpResultPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpResult, mcp_result, G_TYPE_OBJECT)

#define PRIVATE(self) ((McpResultPrivate *)mcp_result_get_instance_private (self))

static void
mcp_result_finalize (GObject *object)
{
  McpResultPrivate *priv = PRIVATE (MCP_RESULT (object));

  g_clear_pointer (&priv->answer, mcp_answer_unref);
  mcp_json_slot_clear (&priv->value);
  g_clear_pointer (&priv->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_result_parent_class)->finalize (object);
}

static void
mcp_result_class_init (McpResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_result_finalize;
}

static void
mcp_result_init (McpResult *self)
{
}

/** What the codes of 2026-07-28 mean, which a server's own words may leave open. */
static void
result_explain_error (McpAnswer *answer, GPtrArray **findings)
{
  McpMessage  *message = mcp_answer_get_message (answer);
  McpJsonValue data = mcp_message_get_error_data (message);
  g_autoptr (McpClientCapabilities) none = NULL;
  g_autofree char *required = NULL;
  g_autofree char *supported = NULL;

  switch (mcp_message_get_error_code (message))
    {
    case MCP_RPC_MISSING_CAPABILITY:
      none = mcp_client_capabilities_new (MCP_CLIENT_NO_CAPABILITIES);
      required = mcp_client_capabilities_find_missing (
          none, mcp_json_value_get_member (data, "requiredCapabilities"));
      mcp_finding_add (findings, MCP_FINDING_NOTE, "capability-required", NULL,
                       "The server does this only for clients that offer it: %s.",
                       required != NULL ? required : "it does not say what");
      break;
    case MCP_RPC_UNSUPPORTED_VERSION:
      supported = mcp_json_value_print_compact (mcp_json_value_get_member (data, "supported"));
      mcp_finding_add (findings, MCP_FINDING_NOTE, "version-refused", NULL,
                       "The server does not speak the revision of this request; it names %.200s.",
                       supported != NULL ? supported : "none");
      break;
    case MCP_RPC_HEADER_MISMATCH:
      mcp_finding_add (findings, MCP_FINDING_NOTE, "header-mismatch", NULL,
                       "The server finds that the HTTP headers do not say what the request does, "
                       "also after its tools were listed again.");
      break;
    default:
      break;
    }
}

McpResult *
mcp_result_new_of_type (GType type, McpAnswer *answer, McpJsonValue value)
{
  McpResult        *self = g_object_new (type, NULL);
  McpResultPrivate *priv = PRIVATE (self);
  McpJsonKind       kind;

  if (answer != NULL)
    {
      priv->answer = mcp_answer_ref (answer);
      value = mcp_answer_get_result (answer);
    }
  mcp_json_slot_set (&priv->value, value);
  if (mcp_result_is_rpc_error (self))
    {
      result_explain_error (answer, &priv->findings);
      return self;
    }

  kind = mcp_json_value_get_kind (value);
  if (kind == MCP_JSON_OBJECT)
    MCP_RESULT_GET_CLASS (self)->read (self, value, &priv->findings);
  else
    mcp_finding_add (&priv->findings, MCP_FINDING_ERROR, "result-not-object", NULL,
                     "The result is not an object but: %s.", mcp_json_kind_get_name (kind));
  return self;
}

McpAnswer *
mcp_result_get_answer (McpResult *self)
{
  return PRIVATE (self)->answer;
}

McpJsonValue
mcp_result_get_value (McpResult *self)
{
  return PRIVATE (self)->value.value;
}

gboolean
mcp_result_is_rpc_error (McpResult *self)
{
  McpAnswer *answer = PRIVATE (self)->answer;

  return answer != NULL && mcp_answer_is_error (answer);
}

McpJsonValue
mcp_result_get_meta (McpResult *self)
{
  return mcp_json_value_get_member (PRIVATE (self)->value.value, "_meta");
}

GPtrArray *
mcp_result_get_findings (McpResult *self)
{
  return PRIVATE (self)->findings;
}
