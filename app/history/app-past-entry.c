/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-past-entry.h"

#include "app-redactor.h"
#include "mcp-json-writer.h"
#include "mcp-message.h"
#include "mcp-object.h"

#include <string.h>

struct _AppPastEntry
{
  GObject parent_instance;

  StoreExchange *exchange;
};

MCP_DEFINE_OBJECT (AppPastEntry, app_past_entry)

MCP_DEFINE_FINALIZE (AppPastEntry, app_past_entry)
{
  store_exchange_free (self->exchange);
}

AppPastEntry *
app_past_entry_new (StoreExchange *exchange)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  AppPastEntry *self = g_object_new (APP_TYPE_PAST_ENTRY, NULL);

  self->exchange = exchange;
  return self;
}

MCP_DEFINE_GETTER (const StoreExchange *, AppPastEntry, app_past_entry, exchange)

static gboolean
is_masked (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_print_compact (value);

  return strstr (text, APP_REDACTOR_MASK) != NULL;
}

char *
app_past_entry_dup_call (GBytes *request, char **tool)
{
  g_autoptr (McpMessage) message = request != NULL ? mcp_message_parse (request) : NULL;
  g_autoptr (McpJsonWriter) writer = NULL;
  McpJsonValue params, arguments;

  g_return_val_if_fail (tool != NULL, NULL);

  *tool = NULL;
  if (message == NULL || mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST ||
      g_strcmp0 (mcp_message_get_method (message), "tools/call") != 0)
    return NULL;
  params = mcp_message_get_params (message);
  *tool = mcp_json_value_dup_member_string (params, "name");
  if (*tool == NULL)
    return NULL;
  arguments = mcp_json_value_get_member (params, "arguments");
  writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  if (mcp_json_value_get_kind (arguments) == MCP_JSON_OBJECT)
    {
      for (McpJsonWalk member = mcp_json_walk (arguments); mcp_json_walk_next (&member);)
        if (!is_masked (member.value))
          {
            mcp_json_writer_name_value (writer, member.name);
            mcp_json_writer_value (writer, member.value);
          }
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
