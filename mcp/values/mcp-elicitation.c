/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-elicitation.h"

#include "mcp-json-writer.h"

struct _McpElicitation
{
  GObject            parent_instance;
  McpJsonSlot        value;
  McpElicitationMode mode;
  char              *mode_name;
  char              *message;
  McpUrlReview      *url;
  GPtrArray         *findings;
};

G_DEFINE_FINAL_TYPE (McpElicitation, mcp_elicitation, G_TYPE_OBJECT)

static void
mcp_elicitation_finalize (GObject *object)
{
  McpElicitation *self = MCP_ELICITATION (object);

  mcp_json_slot_clear (&self->value);
  g_free (self->mode_name);
  g_free (self->message);
  g_clear_object (&self->url);
  g_clear_pointer (&self->findings, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_elicitation_parent_class)->finalize (object);
}

static void
mcp_elicitation_class_init (McpElicitationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_elicitation_finalize;
}

static void
mcp_elicitation_init (McpElicitation *self)
{
}

/** One property of a form: the specification allows primitives and arrays of choices only. */
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
  McpJsonIter  iter;
  McpJsonValue name, property;

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

  mcp_json_iter_init (&iter, properties);
  while (mcp_json_iter_next (&iter, &name, &property))
    if (!is_primitive (property))
      {
        g_autofree char *text = mcp_json_value_dup_string_prefix (name, 100, NULL);

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
  GPtrArray       *findings;

  if (url == NULL)
    {
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "url-missing", "/url",
                       "There is no URL to open.");
      return;
    }

  self->url = mcp_url_review_new (url);
  findings = mcp_url_review_get_findings (self->url);
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      mcp_finding_add (&self->findings, mcp_finding_get_level (finding),
                       mcp_finding_get_code (finding), "/url", "%s",
                       mcp_finding_get_text (finding));
    }
}

McpElicitation *
mcp_elicitation_new (McpJsonValue params)
{
  McpElicitation *self = g_object_new (MCP_TYPE_ELICITATION, NULL);
  McpJsonValue    mode = mcp_json_value_get_member (params, "mode");

  mcp_json_slot_set (&self->value, params);
  self->message = mcp_json_value_dup_member_string (params, "message");
  if (self->message == NULL)
    mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "message-missing", "/message",
                     "The server does not say what it asks for.");

  if (!mcp_json_value_exists (mode) || mcp_json_value_string_equals (mode, "form"))
    {
      self->mode = MCP_ELICITATION_FORM;
      self->mode_name = g_strdup ("form");
      elicitation_read_form (self, mcp_elicitation_get_schema (self));
    }
  else if (mcp_json_value_string_equals (mode, "url"))
    {
      self->mode = MCP_ELICITATION_URL;
      self->mode_name = g_strdup ("url");
      elicitation_read_url (self, params);
    }
  else
    {
      self->mode = MCP_ELICITATION_UNKNOWN;
      self->mode_name = mcp_json_value_dup_string_prefix (mode, 100, NULL);
      if (self->mode_name == NULL)
        self->mode_name = g_strdup ("");
      mcp_finding_add (&self->findings, MCP_FINDING_ERROR, "mode-unknown", "/mode",
                       "The mode is neither “form” nor “url”.");
    }
  return self;
}

McpElicitationMode
mcp_elicitation_get_mode (McpElicitation *self)
{
  return self->mode;
}

const char *
mcp_elicitation_get_mode_name (McpElicitation *self)
{
  return self->mode_name;
}

const char *
mcp_elicitation_get_message (McpElicitation *self)
{
  return self->message != NULL ? self->message : "";
}

McpJsonValue
mcp_elicitation_get_schema (McpElicitation *self)
{
  return mcp_json_value_get_member (self->value.value, "requestedSchema");
}

McpUrlReview *
mcp_elicitation_get_url (McpElicitation *self)
{
  return self->url;
}

McpJsonValue
mcp_elicitation_get_id (McpElicitation *self)
{
  McpJsonValue id = mcp_json_value_get_member (self->value.value, "elicitationId");

  return mcp_json_value_get_kind (id) == MCP_JSON_STRING ? id : MCP_JSON_NO_VALUE;
}

GPtrArray *
mcp_elicitation_get_findings (McpElicitation *self)
{
  return self->findings;
}

GBytes *
mcp_elicitation_fill_defaults (McpElicitation *self, GBytes *content)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue given = MCP_JSON_NO_VALUE;
  McpJsonIter  iter;
  McpJsonValue name, value;

  g_return_val_if_fail (MCP_IS_ELICITATION (self), NULL);

  if (content != NULL)
    document = mcp_json_document_parse (content, NULL, NULL, NULL);
  if (document != NULL)
    given = mcp_json_document_get_root (document);
  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, given);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_elicitation_get_schema (self), "properties"));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      McpJsonValue     preset = mcp_json_value_get_member (value, "default");
      g_autofree char *field = mcp_json_value_dup_string (name, NULL);

      if (!mcp_json_value_exists (preset) ||
          mcp_json_value_exists (mcp_json_value_get_member (given, field)))
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, preset);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}

GPtrArray *
mcp_elicitation_list_required (McpJsonValue data)
{
  GPtrArray   *list = g_ptr_array_new_with_free_func (g_object_unref);
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (data, "elicitations"));
  while (list->len < MCP_ELICITATION_MAX_REQUIRED && mcp_json_iter_next (&iter, NULL, &item))
    g_ptr_array_add (list, mcp_elicitation_new (item));
  return list;
}
