/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-person.h"

#include "mcp-json-writer.h"

/* What a person takes to answer, ms. */
#define MOMENT_MS 20

/** An answer that fits the form, field by field. */
static GBytes *
fill_form (McpElicitation *elicitation)
{
  McpJsonValue properties =
      mcp_json_value_get_member (elicitation->schema, "properties");
  McpJsonWriter *writer = mcp_json_writer_new ();
  GBytes        *content;
  McpJsonIter    iter;
  McpJsonValue   name, field;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, properties);
  while (mcp_json_iter_next (&iter, &name, &field))
    {
      McpJsonValue type = mcp_json_value_get_member (field, "type");
      McpJsonValue choice = mcp_json_value_resolve_pointer (field, "/enum/0");
      McpJsonValue format = mcp_json_value_get_member (field, "format");

      /* The schema of the answer knows integers only, though a form may ask for a number. */
      if (mcp_json_value_string_equals (type, "number"))
        {
          mcp_json_writer_name_value (writer, name);
          mcp_json_writer_int64 (writer, 2);
          continue;
        }
      if (mcp_json_value_exists (mcp_json_value_get_member (field, "default")))
        continue;
      if (!mcp_json_value_exists (choice))
        choice = mcp_json_value_resolve_pointer (field, "/oneOf/0/const");
      if (mcp_json_value_string_equals (type, "array"))
        {
          choice = mcp_json_value_resolve_pointer (field, "/items/enum/0");
          if (!mcp_json_value_exists (choice))
            choice = mcp_json_value_resolve_pointer (field, "/items/anyOf/0/const");
          mcp_json_writer_name_value (writer, name);
          mcp_json_writer_begin_array (writer);
          mcp_json_writer_value (writer, choice);
          mcp_json_writer_end_array (writer);
          continue;
        }
      mcp_json_writer_name_value (writer, name);
      if (mcp_json_value_exists (choice))
        mcp_json_writer_value (writer, choice);
      else if (mcp_json_value_string_equals (type, "boolean"))
        mcp_json_writer_add (writer, "true");
      else if (mcp_json_value_string_equals (type, "string"))
        mcp_json_writer_string (
            writer, mcp_json_value_string_equals (format, "email") ? "a@b.example"
                    : mcp_json_value_string_equals (format, "uri") ? "https://b.example/"
                    : mcp_json_value_string_equals (format, "date")
                        ? "2026-01-31"
                    : mcp_json_value_string_equals (format, "date-time")
                        ? "2026-01-31T00:00:00Z"
                        : "Ada");
      else if (mcp_json_value_exists (mcp_json_value_get_member (field, "minimum")))
        mcp_json_writer_value (writer, mcp_json_value_get_member (field, "minimum"));
      else
        mcp_json_writer_int64 (writer, 3);
    }
  mcp_json_writer_end_object (writer);
  content = mcp_json_writer_finish (writer);
  mcp_json_writer_free (writer);
  return content;
}

/* The members of @content (nullable) as they are, and the schema's defaults for what it leaves out. */
static GBytes *
fill_defaults (McpElicitation *self, GBytes *content)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue given = MCP_JSON_NO_VALUE;
  McpJsonIter  iter;
  McpJsonValue name, value;

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
                      mcp_json_value_get_member (self->schema, "properties"));
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

gboolean
test_person_accept_text (McpInputRequest *request,
                         const char      *text,
                         const char      *model,
                         const char      *stop_reason,
                         GError         **error)
{
  g_autoptr (GBytes) result =
      mcp_json_build_bytes ("{'role': 'assistant', 'content': {'type': 'text', 'text': %s},"
                            " 'model': %s, 'stopReason': %s}",
                            text, model, stop_reason != NULL ? stop_reason : "endTurn");

  return mcp_input_request_accept (request, result, error);
}

static gboolean
on_due (gpointer user_data)
{
  g_autoptr (McpInputRequest) request = user_data;
  McpElicitation *elicitation = mcp_input_request_get_details (request)->elicitation;
  g_autoptr (GBytes) fields = NULL;
  g_autoptr (GBytes) content = NULL;
  g_autoptr (GError) error = NULL;

  if (!mcp_input_request_is_waiting (request))
    return G_SOURCE_REMOVE;
  if (elicitation == NULL)
    test_person_accept_text (request, "blue", "test-model", NULL, &error);
  else if (elicitation->mode == MCP_ELICITATION_URL)
    {
      g_assert_true (elicitation->url->may_open);
      mcp_input_request_accept (request, NULL, &error);
    }
  else
    {
      fields = fill_form (elicitation);
      content = fill_defaults (elicitation, fields);
      mcp_input_request_accept (request, content, &error);
    }
  g_assert_no_error (error);
  return G_SOURCE_REMOVE;
}

void
test_person_answer (McpInputRequest *request)
{
  g_timeout_add (MOMENT_MS, on_due, g_object_ref (request));
}
