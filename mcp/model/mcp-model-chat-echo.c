/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-chat-echo.h"

#include "mcp-model-members.h"

#include <string.h>

typedef enum {
  PART_TEXT,
  PART_THINKING, /* Mistral's */
  PART_OTHER,
} PartKind;

typedef struct
{
  PartKind kind;
  GString *text; /* JSON: what is between the quotes of a text; the whole part of another kind */
} Part;

typedef struct
{
  guint            block;
  gboolean         is_object; /* the arguments came as an object instead of its text */
  gboolean         is_custom; /* of a tool without a schema */
  McpModelMembers *members;   /* (nullable) */
  McpModelMembers *function;  /* (nullable): those of its member "function", or "custom" */
} Call;

struct _McpModelChatEcho
{
  GPtrArray       *parts;      /* (element-type Part): of the content */
  gboolean         has_string; /* a content came that was a string, be it an empty one */
  gboolean         has_array;
  McpModelMembers *members;
  GArray          *calls; /* (element-type Call) */
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_string_free (part->text, TRUE);
  g_free (part);
}

static void
call_clear (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->members, mcp_model_members_free);
  g_clear_pointer (&call->function, mcp_model_members_free);
}

McpModelChatEcho *
mcp_model_chat_echo_new (void)
{
  McpModelChatEcho *self = g_new0 (McpModelChatEcho, 1);

  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->members = mcp_model_members_new ();
  self->calls = g_array_new (FALSE, TRUE, sizeof (Call));
  g_array_set_clear_func (self->calls, call_clear);
  return self;
}

void
mcp_model_chat_echo_free (McpModelChatEcho *self)
{
  g_ptr_array_unref (self->parts);
  mcp_model_members_free (self->members);
  g_array_unref (self->calls);
  g_free (self);
}

static Part *
add_part (McpModelChatEcho *self, PartKind kind)
{
  Part *last = self->parts->len > 0 ? self->parts->pdata[self->parts->len - 1] : NULL;

  if (last != NULL && last->kind == kind && kind != PART_OTHER)
    return last;
  last = g_new0 (Part, 1);
  last->kind = kind;
  last->text = g_string_new (NULL);
  g_ptr_array_add (self->parts, last);
  return last;
}

/* Strings are put together as they are spelled: an emoji may be cut between its two escapes. */
static void
add_string (McpModelChatEcho *self, PartKind kind, McpJsonValue string)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (string, &length);

  if (mcp_json_value_get_kind (string) == MCP_JSON_STRING && length > 2)
    g_string_append_len (add_part (self, kind)->text, text + 1, (gssize)length - 2);
}

static void
add_thinking (McpModelChatEcho *self, McpJsonValue thinking)
{
  for (McpJsonWalk item = mcp_json_walk (thinking); mcp_json_walk_next (&item);)
    add_string (self, PART_THINKING, mcp_json_value_get_member (item.value, "text"));
}

void
mcp_model_chat_echo_add_content (McpModelChatEcho *self, McpJsonValue piece)
{
  McpJsonValue type = mcp_json_value_get_member (piece, "type");
  guint        n_members = mcp_json_value_get_n_items (piece);

  if (mcp_json_value_get_kind (piece) == MCP_JSON_STRING)
    {
      self->has_string = TRUE;
      add_string (self, PART_TEXT, piece);
      return;
    }
  self->has_array = TRUE;
  if (n_members == 2 && mcp_json_value_string_equals (type, "text"))
    add_string (self, PART_TEXT, mcp_json_value_get_member (piece, "text"));
  else if (n_members == 2 && mcp_json_value_string_equals (type, "thinking"))
    add_thinking (self, mcp_json_value_get_member (piece, "thinking"));
  else
    {
      g_autofree char *text = mcp_json_value_print_compact (piece);

      g_string_append (add_part (self, PART_OTHER)->text, text);
    }
}

void
mcp_model_chat_echo_add_member (McpModelChatEcho *self, McpJsonValue name, McpJsonValue value)
{
  mcp_model_members_add (self->members, name, value);
}

static Call *
get_call (McpModelChatEcho *self, guint block)
{
  Call call = { .block = block };

  for (guint i = self->calls->len; i > 0; i--)
    if (g_array_index (self->calls, Call, i - 1).block == block)
      return &g_array_index (self->calls, Call, i - 1);
  g_array_append_val (self->calls, call);
  return &g_array_index (self->calls, Call, self->calls->len - 1);
}

static void
set_member (McpModelMembers **members, McpJsonValue name, McpJsonValue value)
{
  if (*members == NULL)
    *members = mcp_model_members_new ();
  mcp_model_members_set (*members, name, value);
}

void
mcp_model_chat_echo_add_call (McpModelChatEcho *self, guint block, McpJsonValue piece)
{
  Call        *call = get_call (self, block);
  McpJsonValue custom = mcp_json_value_get_member (piece, "custom");
  McpJsonValue function = mcp_json_value_get_member (piece, "function");

  if (mcp_json_value_get_kind (custom) == MCP_JSON_OBJECT)
    {
      call->is_custom = TRUE;
      function = custom;
    }
  for (McpJsonWalk each = mcp_json_walk (piece); mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, "index") &&
        !mcp_json_value_string_equals (each.name, "id") &&
        !mcp_json_value_string_equals (each.name, "function") &&
        !mcp_json_value_string_equals (each.name, "custom"))
      set_member (&call->members, each.name, each.value);
  for (McpJsonWalk member = mcp_json_walk (function); mcp_json_walk_next (&member);)
    {
      if (mcp_json_value_string_equals (member.name, call->is_custom ? "input" : "arguments"))
        call->is_object |= mcp_json_value_get_kind (member.value) == MCP_JSON_OBJECT;
      else if (!mcp_json_value_string_equals (member.name, "name"))
        set_member (&call->function, member.name, member.value);
    }
}

static void
write_part (const Part *part, McpJsonWriter *writer)
{
  static const char *const forms[] = {
    [PART_TEXT] = "{\"type\":\"text\",\"text\":\"%s\"}",
    [PART_THINKING] = "{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"%s\"}]}",
    [PART_OTHER] = "%s",
  };
  const char *hole = strstr (forms[part->kind], "%s");
  GString    *text = g_string_new_len (forms[part->kind], hole - forms[part->kind]);

  g_string_append_len (text, part->text->str, (gssize)part->text->len);
  g_string_append (text, hole + 2);
  mcp_json_writer_raw (writer, text->str, (gssize)text->len);
  g_string_free (text, TRUE);
}

/* @may_be_null: whether a message without content is one */
static void
write_content (McpModelChatEcho *self, McpJsonWriter *writer, gboolean may_be_null)
{
  mcp_json_writer_name (writer, "content");
  if (self->has_array)
    {
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < self->parts->len; i++)
        write_part (self->parts->pdata[i], writer);
      mcp_json_writer_end_array (writer);
    }
  else if (self->parts->len > 0)
    {
      g_autofree char *text =
          g_strconcat ("\"", ((const Part *)self->parts->pdata[0])->text->str, "\"", NULL);

      mcp_json_writer_raw (writer, text, -1);
    }
  else
    mcp_json_writer_string (writer, may_be_null && !self->has_string ? NULL : "");
}

static void
write_call (const Call *call, McpModelDraft *draft, McpJsonWriter *writer)
{
  const char *name = mcp_model_draft_get_name (draft, call->block);
  const char *arguments = mcp_model_draft_get_text (draft, call->block);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "id", mcp_model_draft_get_id (draft, call->block));
  if (call->members == NULL || !mcp_model_members_has (call->members, "type"))
    mcp_json_writer_member_string (writer, "type", "function");
  mcp_model_members_write (call->members, writer);
  mcp_json_writer_name (writer, call->is_custom ? "custom" : "function");
  mcp_json_writer_add (writer, "{'name': %s", name != NULL ? name : "");
  mcp_json_writer_name (writer, call->is_custom ? "input" : "arguments");
  if (call->is_object)
    mcp_json_writer_raw (writer, arguments, -1);
  else
    mcp_json_writer_string (writer, arguments);
  mcp_model_members_write (call->function, writer);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
}

GBytes *
mcp_model_chat_echo_build (McpModelChatEcho *self, McpModelDraft *draft, gboolean calls_closed)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean has_refusal = mcp_model_members_has (self->members, "refusal");
  guint    n_calls = 0;

  for (guint i = 0; i < self->calls->len; i++)
    n_calls += !calls_closed ||
               !mcp_model_draft_is_open (draft, g_array_index (self->calls, Call, i).block);
  if (self->parts->len == 0 && n_calls == 0 && !has_refusal)
    return NULL;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "role", "assistant");
  write_content (self, writer, n_calls > 0 || has_refusal);
  mcp_model_members_write (self->members, writer);
  if (n_calls > 0)
    {
      mcp_json_writer_add (writer, "'tool_calls': [");
      for (guint i = 0; i < self->calls->len; i++)
        {
          const Call *call = &g_array_index (self->calls, Call, i);

          if (!calls_closed || !mcp_model_draft_is_open (draft, call->block))
            write_call (call, draft, writer);
        }
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}
