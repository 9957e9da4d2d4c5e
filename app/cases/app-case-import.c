/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-draft.h"
#include "app-case-formats.h"
#include "app-error.h"
#include "mcp-model-turn-json.h"

/* Returns: (transfer full) (nullable): what the first line is, where it is JSON by itself */
static McpJsonDocument *
read_first_line (GBytes *text)
{
  gsize       length;
  const char *start = g_bytes_get_data (text, &length);
  const char *end = length > 0 ? memchr (start, '\n', length) : NULL;

  return length > 0 ? mcp_json_document_parse_text (
                          start, end != NULL ? end - start : (gssize)length, NULL)
                    : NULL;
}

static gboolean
has (McpJsonValue object, const char *name, McpJsonKind kind)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (object, name)) == kind;
}

/* Whether a line of YAML begins with that word: reading all of it takes long. */
static gboolean
has_line (GBytes *text, const char *word)
{
  gsize       length;
  const char *next = g_bytes_get_data (text, &length);
  const char *end = next + length;
  gsize       n = strlen (word);

  while (next != NULL && (gsize)(end - next) > n)
    {
      if (memcmp (next, word, n) == 0 && next[n] == ':')
        return TRUE;
      next = memchr (next, '\n', (gsize)(end - next));
      next = next != NULL ? next + 1 : NULL;
    }
  return FALSE;
}

static gboolean
is_promptfoo (GBytes *text, McpJsonValue root)
{
  if (mcp_json_value_exists (root))
    return !has (root, "cases", MCP_JSON_ARRAY) &&
           (mcp_json_value_exists (mcp_json_value_get_member (root, "prompts")) ||
            mcp_json_value_exists (mcp_json_value_get_member (root, "tests")));
  return !has_line (text, "cases") && (has_line (text, "prompts") || has_line (text, "tests"));
}

/* Whether the first line of a table names the columns of MCP-Atlas. */
static gboolean
is_atlas (GBytes *text)
{
  gsize            length;
  const char      *start = g_bytes_get_data (text, &length);
  const char      *end = length > 0 ? memchr (start, '\n', length) : NULL;
  g_autofree char *line = g_strndup (start, end != NULL ? (gsize)(end - start) : length);

  return line != NULL && strstr (line, "PROMPT") != NULL && strstr (line, "ENABLED_TOOLS") != NULL;
}

AppCaseFormat
app_case_import_find_format (GBytes *text)
{
  g_return_val_if_fail (text != NULL, APP_CASE_OWN);

  g_autoptr (McpJsonDocument) line = read_first_line (text);
  if (line != NULL && has (mcp_json_document_get_root (line), "question", MCP_JSON_ARRAY))
    return APP_CASE_BFCL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  if (has (root, "schemaVersion", MCP_JSON_STRING) && has (root, "suite", MCP_JSON_OBJECT))
    return APP_CASE_MCPJAM;
  if (has (root, "turns", MCP_JSON_ARRAY) && !has (root, "cases", MCP_JSON_ARRAY))
    return APP_CASE_CONVERSATION;
  if (is_atlas (text))
    return APP_CASE_ATLAS;
  return is_promptfoo (text, root) ? APP_CASE_PROMPTFOO : APP_CASE_OWN;
}

void
app_case_write_each (McpJsonWriter   *writer,
                     McpJsonValue     container,
                     AppCaseWriteFunc write,
                     guint            depth)
{
  gboolean is_object = mcp_json_value_get_kind (container) == MCP_JSON_OBJECT;

  mcp_json_writer_add (writer, is_object ? "{" : "[");
  for (McpJsonWalk each = mcp_json_walk (container); mcp_json_walk_next (&each);)
    {
      if (is_object)
        mcp_json_writer_name_value (writer, each.name);
      write (writer, each.value, depth);
    }
  mcp_json_writer_add (writer, is_object ? "}" : "]");
}

static gboolean
check_read (AppCaseFormat format, GError **error)
{
  static const char *const names[] = {
    [APP_CASE_PROMPTFOO] = N_ ("Configurations of promptfoo"),
    [APP_CASE_ATLAS] = N_ ("Tables of MCP-Atlas"),
    [APP_CASE_MCPMARK] = N_ ("Folders with tasks of MCPMark"),
  };

  if (format < APP_CASE_PROMPTFOO)
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_NO_LONGER_READ,
               /* Translators: files of another program, such as “Tables of MCP-Atlas” */
               _ ("%s are no longer read. Write the cases into a file of your own, or into a suite "
                  "of MCPJam."),
               _ (names[format]));
  return FALSE;
}

static GBytes *
import_conversation (McpJsonValue conversation, GError **error)
{
  g_autoptr (GPtrArray) turns =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  g_autofree char *title = mcp_json_value_dup_member_string (conversation, "title");
  g_autofree char *system = mcp_json_value_dup_member_string (conversation, "system");

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (conversation, "turns"));
       mcp_json_walk_next (&each);)
    {
      g_autoptr (GError) problem = NULL;
      McpModelTurn *turn = mcp_model_turn_new_from_json (each.value, &problem);

      if (turn == NULL)
        {
          g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT, problem->message);
          return NULL;
        }
      g_ptr_array_add (turns, turn);
    }
  return app_case_draft_write_turns (turns, title, system, error);
}

GBytes *
app_case_import (
    AppCaseFormat format, GBytes *text, GBytes *answers, GPtrArray *notes, GError **error)
{
  g_return_val_if_fail (text != NULL && notes != NULL && format != APP_CASE_OWN, NULL);

  if (!check_read (format, error))
    return NULL;
  if (format == APP_CASE_BFCL)
    return app_case_import_bfcl (text, answers, notes, error);
  g_autoptr (McpJsonDocument) document = app_case_read_document (text, error);
  if (document == NULL)
    return NULL;
  if (format == APP_CASE_MCPJAM)
    return app_case_import_mcpjam (mcp_json_document_get_root (document), notes, error);
  return import_conversation (mcp_json_document_get_root (document), error);
}
