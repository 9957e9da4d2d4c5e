/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-transcript.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-model-block.h"
#include "mcp-model-script-writer.h"
#include "mcp-model-turn-json.h"

/* Markdown */

static void
add_fenced (GString *markdown, const char *language, const char *text)
{
  g_autofree char *fenced = app_model_block_dup_fenced (language, text);

  g_string_append_printf (markdown, "%s\n\n", fenced);
}

static void
add_quoted (GString *markdown, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (markdown, "> %s\n", lines[i]);
  g_string_append_c (markdown, '\n');
}

static void
add_block (GString *markdown, McpModelBlock *block)
{
  const char *text = mcp_model_block_get_text (block);
  const char *name = mcp_model_block_get_name (block);

  switch (mcp_model_block_get_kind (block))
    {
    case MCP_MODEL_REASONING:
    case MCP_MODEL_NOTICE:
      if (*text != '\0')
        add_quoted (markdown, text);
      break;
    case MCP_MODEL_IMAGE:
      g_string_append_printf (markdown, "[%s, %" G_GSIZE_FORMAT " B]\n\n",
                              mcp_model_block_get_mime_type (block),
                              g_bytes_get_size (mcp_model_block_get_data (block)));
      break;
    case MCP_MODEL_CALL:
      g_string_append_printf (markdown, "→ `%s`\n\n", name);
      add_fenced (markdown, "json", *text != '\0' ? text : "{}");
      break;
    case MCP_MODEL_RESULT:
      g_string_append_printf (markdown, "← %s`%s`\n\n",
                              mcp_model_block_is_error (block) ? "⚠ " : "", name);
      add_fenced (markdown, "", text);
      break;
    case MCP_MODEL_TEXT:
    case MCP_MODEL_REFUSAL:
    default:
      g_string_append_printf (markdown, "%s\n\n", text);
    }
}

static void
add_turn (GString *markdown, McpModelTurn *turn)
{
  if (turn->role == MCP_MODEL_USER)
    g_string_append_printf (markdown, "## %s\n\n", _ ("You"));
  else if (turn->role == MCP_MODEL_ASSISTANT)
    g_string_append_printf (markdown, "## %s\n\n",
                            turn->model != NULL   ? turn->model
                            : turn->asked != NULL ? turn->asked
                                                  : _ ("Model"));
  else
    g_string_append_printf (markdown, "## %s\n\n", _ ("Tools"));
  for (guint i = 0; i < turn->blocks->len; i++)
    add_block (markdown, turn->blocks->pdata[i]);
  if (turn->stop == MCP_MODEL_STOP_CUT)
    g_string_append_printf (markdown, "*%s*\n\n", _ ("The answer ended early."));
}

char *
app_model_transcript_write_markdown (GPtrArray *turns, const char *title)
{
  GString *markdown = g_string_new (NULL);

  if (title != NULL)
    g_string_append_printf (markdown, "# %s\n\n", title);
  for (guint i = 0; i < turns->len; i++)
    add_turn (markdown, turns->pdata[i]);
  while (g_str_has_suffix (markdown->str, "\n\n"))
    g_string_truncate (markdown, markdown->len - 1);
  return g_string_free (markdown, FALSE);
}

/* JSON */

char *
app_model_transcript_write_json (GPtrArray *turns, const char *title)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'title': ?%s, 'turns': [", title);
  for (guint i = 0; i < turns->len; i++)
    mcp_model_turn_write (turns->pdata[i], writer);
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_pretty (writer, 2);
}

GPtrArray *
app_model_transcript_dup_message (GPtrArray *turns, guint turn)
{
  GPtrArray *message = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);

  for (guint i = turn; i < turns->len; i++)
    {
      McpModelTurn *each = turns->pdata[i];
      McpModelTurn *first = turns->pdata[turn];

      if (i > turn && (each->role == MCP_MODEL_USER || first->role == MCP_MODEL_USER))
        break;
      g_ptr_array_add (message, mcp_model_turn_ref (each));
    }
  return message;
}

char *
app_model_transcript_write_script (GPtrArray *turns, const char *model)
{
  return mcp_model_script_write (turns, model);
}

GPtrArray *
app_model_transcript_dup_records (AppModelConversation *conversation, GPtrArray *turns)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);

  for (guint i = 0; i < turns->len; i++)
    g_ptr_array_add (records,
                     conversation != NULL
                         ? app_model_conversation_create_record (conversation, turns->pdata[i])
                         : mcp_model_turn_ref (turns->pdata[i]));
  return records;
}
