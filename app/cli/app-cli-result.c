/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results. A person at a terminal sees their beginning, with headings, and nothing that a terminal
 * obeys; a pipe or a file gets the bytes: "read URI > file" saves a resource. */

#include "app-cli-print.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-object-name.h"
#include "app-part.h"
#include "app-visible-text.h"
#include "mcp-content.h"
#include "mcp-json-writer.h"

/* Bytes of a text block on a terminal; --full prints it whole. */
#define TEXT_LIMIT (16u * 1024u)

/* Someone asked for a part, wherever it goes. */
static gboolean
is_limited (const AppCliInvocation *invocation)
{
  return invocation->output.items > 0 || invocation->output.depth > 0 ||
         invocation->output.characters > 0;
}

static gboolean
is_whole (const AppCliInvocation *invocation)
{
  return invocation->output.full || (!isatty (STDOUT_FILENO) && !is_limited (invocation));
}

void
app_cli_print_window (const AppCliInvocation *invocation, McpJsonValue value)
{
  if (is_whole (invocation))
    {
      app_cli_print_json (mcp_json_value_print_pretty (value, 2));
      return;
    }
  g_autofree char *window = app_part_print_window (value, (guint)MAX (invocation->output.items, 0),
                                                   (guint)MAX (invocation->output.depth, 0),
                                                   (guint)MAX (invocation->output.characters, 0));
  g_autofree char *visible = app_visible_text_block (window, 0);
  app_cli_print ("%s\n", visible);
}

/* Text that is JSON is shown as what it is. */
static gboolean
print_as_json (const AppCliInvocation *invocation, AppBlock *block)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (!app_block_looks_like_json (block))
    return FALSE;
  g_autofree char *text = app_block_dup_text (block, G_MAXSIZE, NULL);
  document = text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  if (document == NULL)
    return FALSE;
  app_cli_print_window (invocation, mcp_json_document_get_root (document));
  return TRUE;
}

/* A terminal obeys control characters; a server must not be able to write to it. */
static void
print_text (const AppCliInvocation *invocation, AppBlock *block)
{
  gboolean         complete = TRUE;
  g_autofree char *text =
      app_block_dup_text (block, invocation->output.full ? G_MAXSIZE : TEXT_LIMIT, &complete);
  g_autofree char *visible = app_visible_text_block (text, 0);

  if (text == NULL)
    return;
  app_cli_print_bytes (visible, strlen (visible));
  if (!g_str_has_suffix (visible, "\n"))
    putchar ('\n');
  if (!complete)
    {
      g_autofree char *size = app_visible_text_size (app_block_get_size (block) - strlen (text));

      /* Translators: %s is a size such as "1.2 MB" */
      app_cli_print (_ ("… %s more (--full prints everything)\n"), size);
    }
}

/* Base64, where a block of any shape has it. */
static McpJsonValue
find_data (AppBlock *block)
{
  McpJsonValue value = app_block_get_value (block);
  McpJsonValue resource = mcp_json_value_get_member (value, "resource");

  if (app_block_get_kind (block) != APP_BLOCK_RESOURCE_BLOB)
    return mcp_json_value_get_member (value, "data");
  return mcp_json_value_get_member (mcp_json_value_exists (resource) ? resource : value, "blob");
}

static void
print_block (const AppCliInvocation *invocation, AppBlock *block)
{
  g_autofree char *uri = app_cli_line (app_block_get_uri (block));
  g_autofree char *title = app_cli_line (app_block_get_title (block));
  g_autofree char *name = app_cli_line (app_block_get_name (block));
  g_autofree char *size = NULL;
  gboolean         told = strstr (title, uri) != NULL; /* the title has the URI already */

  switch (app_block_get_kind (block))
    {
    case APP_BLOCK_TEXT:
      if (!print_as_json (invocation, block))
        print_text (invocation, block);
      break;
    case APP_BLOCK_RESOURCE_TEXT:
      app_cli_print ("%s%s%s\n", title, told ? "" : "  ", told ? "" : uri);
      print_text (invocation, block);
      break;
    case APP_BLOCK_STRUCTURED:
    case APP_BLOCK_UNKNOWN:
      app_cli_print ("%s\n", title);
      app_cli_print_window (invocation, app_block_get_value (block));
      break;
    case APP_BLOCK_RESOURCE_LINK:
      app_cli_print ("%s%s%s  %s\n", title, told ? "" : "  ", told ? "" : uri, name);
      break;
    case APP_BLOCK_IMAGE:
    case APP_BLOCK_AUDIO:
    case APP_BLOCK_RESOURCE_BLOB:
    default:
      size = mcp_content_check_base64 (find_data (block), NULL)
                 ? app_visible_text_size (app_block_get_size (block))
                 : g_strdup (_ ("not Base64"));
      app_cli_print ("[%s, %s]%s%s\n", title, size, told ? "" : "  ", told ? "" : uri);
    }
}

/* What a pipe gets */

/* What is no Base64 is no file: nothing is written. */
static gboolean
write_data (AppBlock *block, GError **error)
{
  g_autoptr (GBytes) data = mcp_content_decode_base64 (find_data (block), error);

  if (data == NULL)
    return FALSE;
  app_cli_print_bytes (g_bytes_get_data (data, NULL), g_bytes_get_size (data));
  return TRUE;
}

static void
write_text (AppBlock *block, gboolean ends_line)
{
  gsize            length = 0;
  g_autofree char *text = mcp_json_value_dup_string (app_block_get_text (block), &length);

  if (text == NULL)
    return;
  app_cli_print_bytes (text, length);
  if (ends_line && (length == 0 || text[length - 1] != '\n'))
    putchar ('\n');
}

/* @alone: there is no other one */
static gboolean
write_block (const AppCliInvocation *invocation,
             AppBlock               *block,
             AppResult              *result,
             gboolean                alone,
             GError                **error)
{
  gboolean resource = app_result_get_kind (result) == APP_RESULT_READ;

  switch (app_block_get_kind (block))
    {
    case APP_BLOCK_TEXT:
    case APP_BLOCK_RESOURCE_TEXT:
      if (!is_limited (invocation) || !print_as_json (invocation, block))
        write_text (block, !resource || !alone);
      break;
    case APP_BLOCK_STRUCTURED:
    case APP_BLOCK_UNKNOWN:
      app_cli_print_window (invocation, app_block_get_value (block));
      break;
    case APP_BLOCK_RESOURCE_LINK:
      {
        g_autofree char *uri = app_cli_line (app_block_get_uri (block));

        app_cli_print ("%s\n", uri);
        break;
      }
    case APP_BLOCK_IMAGE:
    case APP_BLOCK_AUDIO:
    case APP_BLOCK_RESOURCE_BLOB:
    default:
      /* Bytes amid text could not be told apart. */
      if (alone || resource)
        return write_data (block, error);
      print_block (invocation, block);
    }
  return TRUE;
}

gboolean
app_cli_print_result (const AppCliInvocation *invocation,
                      AppResult              *result,
                      StoreObject            *object,
                      GError                **error)
{
  /* That there are at most so many blocks is a rule of the window. */
  g_autoptr (AppResult) whole =
      g_list_model_get_n_items (G_LIST_MODEL (result)) < APP_RESULT_MAX_BLOCKS
          ? g_object_ref (result)
          : app_result_new_whole (app_result_get_kind (result), app_result_get_value (result));
  GListModel *blocks = G_LIST_MODEL (whole);
  gboolean    repeated = app_result_text_repeats_structured (whole);
  guint       n = g_list_model_get_n_items (blocks);
  gboolean    terminal = isatty (STDOUT_FILENO);

  if (object != NULL && !invocation->output.quiet && terminal)
    {
      g_autofree char *type = app_object_name_dup_type (object);
      g_autofree char *size = app_visible_text_size (store_object_get_size (object));

      app_cli_print ("%s · %s\n", type, size);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (blocks, i);
      g_autofree char *role = app_cli_line (app_block_get_role (block));

      if (repeated && app_block_get_kind (block) == APP_BLOCK_TEXT)
        continue;
      /* Who says what, where several messages follow each other. */
      if (role[0] != '\0' && (terminal || n > 1))
        app_cli_print ("[%s]\n", role);
      if (terminal)
        print_block (invocation, block);
      else if (!write_block (invocation, block, whole, n == 1, error))
        return FALSE;
    }
  return TRUE;
}
