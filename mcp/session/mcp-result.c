/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-result.h"

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
    return self;

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
