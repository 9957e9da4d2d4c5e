/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-round.h"

#include "mcp-error.h"

#include <string.h>

static void
round_request_clear (McpInputRoundRequest *request)
{
  g_free (request->method);
}

/** Of a name that is there twice the last counts, as for most readers. */
static gboolean
is_overridden (McpJsonValue requests, McpJsonValue name, McpJsonValue value)
{
  gsize            length;
  g_autofree char *text = mcp_json_value_dup_string (name, &length);
  McpJsonValue     last = mcp_json_value_get_member (requests, text);

  return strlen (text) == length && last.node != value.node;
}

static gboolean
input_round_read_requests (McpInputRound *self, McpJsonValue requests, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (requests); mcp_json_walk_next (&each);)
    {
      McpInputRoundRequest request = { each.name,
                                       mcp_json_value_dup_member_string (each.value, "method"),
                                       mcp_json_value_get_member (each.value, "params") };

      if (request.method == NULL)
        {
          g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                   "The server asks for input without a method."));
          return FALSE;
        }
      if (is_overridden (requests, each.name, each.value))
        g_free (request.method);
      else
        g_array_append_val (self->requests, request);
    }
  return TRUE;
}

static gboolean
input_round_read (McpInputRound *self, McpJsonValue result, GError **error)
{
  McpJsonValue requests = mcp_json_value_get_member (result, "inputRequests");
  McpJsonKind  kind = mcp_json_value_get_kind (requests);

  self->state = mcp_json_value_get_member (result, "requestState");
  self->has_requests = kind == MCP_JSON_OBJECT;
  if (kind != MCP_JSON_NONE && kind != MCP_JSON_OBJECT)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "Invalid requests for input: expected an object, "
                                               "got %s.",
                                               mcp_json_kind_get_name (kind)));
      return FALSE;
    }
  if (mcp_json_value_get_n_items (requests) > MCP_INPUT_ROUND_MAX_REQUESTS)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The server asks for %u things at once; the limit "
                                               "is %d.",
                                               mcp_json_value_get_n_items (requests),
                                               MCP_INPUT_ROUND_MAX_REQUESTS));
      return FALSE;
    }
  if (mcp_json_value_get_n_items (requests) == 0 && !mcp_json_value_exists (self->state))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The server requires input, but says neither which "
                                               "nor how to go on."));
      return FALSE;
    }
  return input_round_read_requests (self, requests, error);
}

McpInputRound *
mcp_input_round_new (McpJsonValue result, GError **error)
{
  g_autoptr (McpInputRound) self = g_new0 (McpInputRound, 1);

  mcp_json_slot_set (&self->result, result);
  self->requests = g_array_new (FALSE, TRUE, sizeof (McpInputRoundRequest));
  g_array_set_clear_func (self->requests, (GDestroyNotify)round_request_clear);
  if (!input_round_read (self, result, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
mcp_input_round_free (McpInputRound *self)
{
  g_array_unref (self->requests);
  mcp_json_slot_clear (&self->result);
  g_free (self);
}
