/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sampling-reply.h"

#include "app-json-text.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppSamplingReply
{
  GObject parent_instance;

  McpSamplingRequest *request;
  char               *text;
  char               *model;
  char               *json; /* (nullable): until it is changed */
  char               *made; /* (nullable): what was shown of the text as JSON */
  gboolean            as_json;
  gboolean            save;
};

enum {
  PROP_TEXT = 1,
  PROP_MODEL,
  PROP_JSON,
  PROP_AS_JSON,
  PROP_SAVE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppSamplingReply, app_sampling_reply, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppSamplingReply, app_sampling_reply)
{
  g_clear_pointer (&self->request, mcp_sampling_request_unref);
  g_free (self->text);
  g_free (self->model);
  g_free (self->json);
  g_free (self->made);
}

static void
set_boolean (AppSamplingReply *self, gboolean *place, gboolean value, guint prop_id)
{
  if (*place == value)
    return;
  *place = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
}

static void
set_save (AppSamplingReply *self, gboolean save)
{
  set_boolean (self, &self->save, save, PROP_SAVE);
}

MCP_DEFINE_CLASS (AppSamplingReply, app_sampling_reply)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppSamplingReply, text),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (app_sampling_reply_set_text) },
    [PROP_MODEL] = { "model", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppSamplingReply, model),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (app_sampling_reply_set_model) },
    [PROP_JSON] = { "json", G_TYPE_STRING, G_CALLBACK (app_sampling_reply_get_json),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (app_sampling_reply_set_json) },
    [PROP_AS_JSON] = { "as-json", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppSamplingReply, as_json),
                       .flags = G_PARAM_WRITABLE,
                       .set = G_CALLBACK (app_sampling_reply_set_as_json) },
    [PROP_SAVE] = { "save", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppSamplingReply, save),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_save) },
  };

  object_class->finalize = app_sampling_reply_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppSamplingReply *
app_sampling_reply_new (McpSamplingRequest *request, const char *text, const char *model)
{
  AppSamplingReply *self = g_object_new (APP_TYPE_SAMPLING_REPLY, NULL);

  self->request = mcp_sampling_request_ref (request);
  self->text = g_strdup (text != NULL ? text : "");
  self->model = g_strdup (model != NULL ? model : APP_SAMPLING_REPLY_MODEL);
  self->save = text != NULL;
  return self;
}

static gboolean
set_string (AppSamplingReply *self, char **place, const char *text, guint prop_id)
{
  const char *value = text != NULL ? text : "";

  if (g_strcmp0 (*place, value) == 0)
    return FALSE;
  g_free (*place);
  *place = g_strdup (value);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
  return TRUE;
}

MCP_DEFINE_GETTER (const char *, AppSamplingReply, app_sampling_reply, text)

void
app_sampling_reply_set_text (AppSamplingReply *self, const char *text)
{
  g_return_if_fail (APP_IS_SAMPLING_REPLY (self));

  if (set_string (self, &self->text, text, PROP_TEXT) && self->json == NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JSON]);
}

MCP_DEFINE_GETTER (const char *, AppSamplingReply, app_sampling_reply, model)

void
app_sampling_reply_set_model (AppSamplingReply *self, const char *model)
{
  g_return_if_fail (APP_IS_SAMPLING_REPLY (self));

  if (set_string (self, &self->model, model, PROP_MODEL) && self->json == NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JSON]);
}

/* A block that uses the first of the tools, for the person to complete. */
static void
write_tool_use (McpJsonWriter *writer, McpJsonValue tools)
{
  McpJsonValue name = mcp_json_value_get_member (mcp_json_value_get_item (tools, 0), "name");

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "tool_use");
  mcp_json_writer_member_string (writer, "id", "call_1");
  mcp_json_writer_member_value (writer, "name", name);
  mcp_json_writer_name (writer, "input");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
}

/* @tools: none where only the text is to be sent */
static char *
write_result (AppSamplingReply *self, McpJsonValue tools)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean use = mcp_json_value_get_n_items (tools) > 0;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "role", "assistant");
  mcp_json_writer_name (writer, "content");
  if (use)
    write_tool_use (writer, tools);
  else
    {
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "type", "text");
      mcp_json_writer_member_string (writer, "text", self->text);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_member_string (writer, "model",
                                 self->model[0] != '\0' ? self->model : APP_SAMPLING_REPLY_MODEL);
  mcp_json_writer_member_string (writer, "stopReason", use ? "toolUse" : "endTurn");
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

const char *
app_sampling_reply_get_json (AppSamplingReply *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_SAMPLING_REPLY (self), NULL);

  if (self->json != NULL)
    return self->json;
  text = write_result (self, self->text[0] == '\0'
                                 ? self->request->tools
                                 : MCP_JSON_NO_VALUE);
  g_free (self->made);
  self->made = app_json_text_dup_pretty (text, -1);
  return self->made;
}

void
app_sampling_reply_set_json (AppSamplingReply *self, const char *json)
{
  g_return_if_fail (APP_IS_SAMPLING_REPLY (self));

  if (json == NULL && self->json != NULL)
    {
      g_clear_pointer (&self->json, g_free);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JSON]);
    }
  else if (json != NULL && g_strcmp0 (app_sampling_reply_get_json (self), json) != 0)
    set_string (self, &self->json, json, PROP_JSON);
}

MCP_DEFINE_READER (gboolean,
                   app_sampling_reply_is_as_json,
                   AppSamplingReply,
                   APP_IS_SAMPLING_REPLY (self),
                   as_json)

void
app_sampling_reply_set_as_json (AppSamplingReply *self, gboolean as_json)
{
  g_return_if_fail (APP_IS_SAMPLING_REPLY (self));
  set_boolean (self, &self->as_json, as_json, PROP_AS_JSON);
}

gboolean
app_sampling_reply_is_saved (AppSamplingReply *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_REPLY (self), FALSE);
  return self->save;
}

char *
app_sampling_reply_dup_result (AppSamplingReply *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_REPLY (self), NULL);
  return self->as_json ? g_strdup (app_sampling_reply_get_json (self))
                       : write_result (self, MCP_JSON_NO_VALUE);
}

gboolean
app_sampling_reply_is_empty (AppSamplingReply *self)
{
  g_return_val_if_fail (APP_IS_SAMPLING_REPLY (self), TRUE);
  return self->as_json ? app_sampling_reply_get_json (self)[0] == '\0' : self->text[0] == '\0';
}
