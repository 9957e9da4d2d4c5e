/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-elicitation.h"

/* One property of a form: the specification allows primitives and arrays of choices only. */
static gboolean
is_primitive (McpJsonValue schema)
{
  McpJsonValue type = mcp_json_value_get_member (schema, "type");
  McpJsonValue items = mcp_json_value_get_member (schema, "items");

  if (mcp_json_value_string_equals (type, "array"))
    return mcp_json_value_exists (mcp_json_value_get_member (items, "enum")) ||
           mcp_json_value_exists (mcp_json_value_get_member (items, "anyOf"));
  return mcp_json_value_string_equals (type, "string") ||
         mcp_json_value_string_equals (type, "number") ||
         mcp_json_value_string_equals (type, "integer") ||
         mcp_json_value_string_equals (type, "boolean") ||
         (!mcp_json_value_exists (type) &&
          mcp_json_value_exists (mcp_json_value_get_member (schema, "enum")));
}

static void
elicitation_read_form (McpElicitation *self, McpJsonValue schema)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "schema-not-object",
                       "/requestedSchema", "There is no schema for the form that is an object.");
      return;
    }
  if (!mcp_json_value_string_equals (mcp_json_value_get_member (schema, "type"), "object") ||
      mcp_json_value_get_kind (properties) != MCP_JSON_OBJECT)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "schema-not-flat", "/requestedSchema",
                     "The form's schema is not of the type “object” with properties.");

  for (McpJsonWalk property = mcp_json_walk (properties); mcp_json_walk_next (&property);)
    if (!is_primitive (property.value))
      {
        g_autofree char *text = mcp_json_value_dup_string_prefix (property.name, 100, NULL);

        mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "schema-not-flat",
                         "/requestedSchema/properties",
                         "The form's field “%s” is neither a string, a number, a boolean nor a "
                         "list of choices.",
                         text);
      }
}

static void
elicitation_read_url (McpElicitation *self, McpJsonValue params)
{
  g_autofree char *url = mcp_json_value_dup_member_string (params, "url");

  if (url == NULL)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-missing", "/url",
                       "There is no URL to open.");
      return;
    }

  self->url = mcp_url_review_new (url);
  mcp_finding_add_all (&self->findings, self->url->findings, "/url");
}

McpElicitation *
mcp_elicitation_new (McpJsonValue params)
{
  McpElicitation *self = g_atomic_rc_box_new0 (McpElicitation);
  McpJsonValue    mode = mcp_json_value_get_member (params, "mode");
  McpJsonValue    id = mcp_json_value_get_member (params, "elicitationId");

  mcp_json_slot_set (&self->slot, params);
  self->schema = mcp_json_value_get_member (params, "requestedSchema");
  self->id = mcp_json_value_get_kind (id) == MCP_JSON_STRING ? id : MCP_JSON_NO_VALUE;
  self->message = mcp_json_value_dup_member_string (params, "message");
  if (self->message == NULL)
    {
      self->message = g_strdup ("");
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "message-missing", "/message",
                       "The server does not say what it asks for.");
    }
  if (!mcp_json_value_exists (mode) || mcp_json_value_string_equals (mode, "form"))
    {
      self->mode = MCP_ELICITATION_FORM;
      elicitation_read_form (self, self->schema);
    }
  else if (mcp_json_value_string_equals (mode, "url"))
    {
      self->mode = MCP_ELICITATION_URL;
      elicitation_read_url (self, params);
    }
  else
    {
      self->mode = MCP_ELICITATION_UNKNOWN;
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "mode-unknown", "/mode",
                       "The mode is neither “form” nor “url”.");
    }
  return self;
}

McpElicitation *
mcp_elicitation_ref (McpElicitation *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
elicitation_clear (gpointer data)
{
  McpElicitation *self = data;

  mcp_json_slot_clear (&self->slot);
  g_free (self->message);
  g_clear_pointer (&self->url, mcp_url_review_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

void
mcp_elicitation_unref (McpElicitation *self)
{
  g_atomic_rc_box_release_full (self, elicitation_clear);
}

GPtrArray *
mcp_elicitation_list_required (McpJsonValue data)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_elicitation_unref);

  for (McpJsonWalk item = mcp_json_walk (mcp_json_value_get_member (data, "elicitations"));
       list->len < MCP_ELICITATION_MAX_REQUIRED && mcp_json_walk_next (&item);)
    g_ptr_array_add (list, mcp_elicitation_new (item.value));
  return list;
}
