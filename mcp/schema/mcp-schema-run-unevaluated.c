/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What no other keyword has looked at: the members of an object, the items of an array. */

#include "mcp-schema-run.h"

McpSchemaTruth
mcp_schema_run_unevaluated (McpSchemaRun *self, const McpSchemaCase *item)
{
  gboolean       is_false = mcp_schema_peek_record (self->schema, item->op->child)->is_false;
  McpSchemaTruth truth = MCP_SCHEMA_YES;
  guint          index = 0;
  McpJsonValue   name, value;
  McpJsonIter    iter;

  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, &name, &value); index++)
    {
      McpSchemaFault fault = { .instance = value, .property = name };

      if (mcp_schema_evaluated_has (item->evaluated, index))
        continue;
      if (is_false)
        truth = mcp_schema_run_fail (self, item, &fault);
      else
        truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self, item->op->child, value,
                                                                  item->scope, NULL));
      mcp_schema_evaluated_mark (item->evaluated, index);
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_is_brief (self)))
        break;
    }
  return truth;
}
