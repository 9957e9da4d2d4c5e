/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-result.h"

#include <glib/gi18n-lib.h>

#include "app-advice.h"
#include "app-visible-text.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-result.h"

/* Blocks of an error, and bytes of each, that are looked at for what to do about it. */
#define MAX_ADVISED 3
#define ADVISED_BYTES 4096

struct _AppResult
{
  GObject parent_instance;

  AppResultKind kind;
  McpJsonSlot   slot;
  McpJsonValue  structured; /* in the slot's document */
  GPtrArray    *blocks;
  GPtrArray    *findings; /* (nullable): of McpFinding */
  guint         max_blocks;
  gboolean      is_error;
  char         *summary;
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppResult,
                               app_result,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppResult, blocks, APP_TYPE_BLOCK))
MCP_DEFINE_CLASS_INIT (AppResult, app_result)

MCP_DEFINE_FINALIZE (AppResult, app_result)
{
  g_ptr_array_unref (self->blocks);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  mcp_json_slot_clear (&self->slot);
  g_free (self->summary);
}

static void
app_result_init (AppResult *self)
{
  self->blocks = g_ptr_array_new_with_free_func (g_object_unref);
}

/* As many as there are rows for. */
static McpResult *
read_value (AppResult *self, McpResultKind kind)
{
  return self->max_blocks == APP_RESULT_MAX_BLOCKS
             ? mcp_result_new_for_value (kind, self->slot.value)
             : mcp_result_new_whole (kind, self->slot.value);
}

/* Whether there is a place for another block; the last place takes the whole result as JSON. */
static gboolean
has_room (AppResult *self)
{
  if (self->blocks->len < self->max_blocks - 1)
    return TRUE;
  if (self->blocks->len == self->max_blocks - 1)
    g_ptr_array_add (self->blocks, app_block_new_content (self->slot.value, NULL));
  return FALSE;
}

static void
add_contents (AppResult *self, GPtrArray *contents, const char *role)
{
  for (guint i = 0; i < contents->len && has_room (self); i++)
    g_ptr_array_add (self->blocks,
                     app_block_new_for_content (g_ptr_array_index (contents, i), role));
}

static void
read_call (AppResult *self)
{
  g_autoptr (McpResult) result = read_value (self, MCP_RESULT_CALL);

  self->is_error = result->is_error;
  add_contents (self, result->parts, NULL);
  if (mcp_json_value_exists (result->structured))
    {
      self->structured = result->structured;
      g_ptr_array_add (self->blocks, app_block_new_structured (self->structured));
    }
}

static void
read_resource (AppResult *self)
{
  g_autoptr (McpResult) result = read_value (self, MCP_RESULT_RESOURCE);
  GPtrArray *contents = result->parts;

  for (guint i = 0; i < contents->len && has_room (self); i++)
    g_ptr_array_add (self->blocks, app_block_new_for_contents (g_ptr_array_index (contents, i)));
}

static void
read_prompt (AppResult *self)
{
  g_autoptr (McpResult) result = read_value (self, MCP_RESULT_PROMPT);
  GPtrArray *messages = result->parts;

  for (guint i = 0; i < messages->len; i++)
    {
      McpPromptMessage *message = g_ptr_array_index (messages, i);

      add_contents (self,
                    message->contents,
                    message->role);
    }
}

/* A result without the list that it should have is shown as it is. */
static void
show_odd_result (AppResult *self)
{
  static const char *const lists[] = { "content", "contents", "messages" };
  McpJsonValue             list = mcp_json_value_get_member (self->slot.value, lists[self->kind]);

  if (self->blocks->len == 0 && mcp_json_value_get_kind (list) != MCP_JSON_ARRAY)
    g_ptr_array_add (self->blocks, app_block_new_content (self->slot.value, NULL));
}

static AppResult *
create (AppResultKind kind, McpJsonValue value, guint max_blocks)
{
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  AppResult *self = g_object_new (APP_TYPE_RESULT, NULL);
  self->kind = kind;
  self->max_blocks = max_blocks;
  mcp_json_slot_set (&self->slot, value);
  if (kind == APP_RESULT_READ)
    read_resource (self);
  else if (kind == APP_RESULT_PROMPT)
    read_prompt (self);
  else
    read_call (self);
  show_odd_result (self);

  g_autofree char *size = app_visible_text_size (mcp_json_value_get_length (value));
  self->summary =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u block · %s", "%'u blocks · %s",
                                    self->blocks->len),
                       self->blocks->len,
                       size);
  return self;
}

AppResult *
app_result_new (AppResultKind kind, McpJsonValue value)
{
  return create (kind, value, APP_RESULT_MAX_BLOCKS);
}

AppResult *
app_result_new_whole (AppResultKind kind, McpJsonValue value)
{
  return create (kind, value, G_MAXUINT);
}

MCP_DEFINE_GETTER (AppResultKind, AppResult, app_result, kind)
MCP_DEFINE_FLAG (AppResult, app_result, is_error)

/* What it is about stands at the beginning. */
const char *
app_result_get_advice (AppResult *self)
{
  const char *advice = NULL;

  g_return_val_if_fail (APP_IS_RESULT (self), NULL);

  for (guint i = 0; self->is_error && advice == NULL && i < MIN (self->blocks->len, MAX_ADVISED);
       i++)
    {
      g_autofree char *text =
          app_block_dup_text (g_ptr_array_index (self->blocks, i), ADVISED_BYTES, NULL);

      advice = app_advice_find (text, NULL);
    }
  return advice;
}

McpJsonValue
app_result_get_value (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), MCP_JSON_NO_VALUE);
  return self->slot.value;
}

McpJsonValue
app_result_get_structured (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), MCP_JSON_NO_VALUE);
  return self->structured;
}

/* The only block beside the structured one, where it is text. */
static AppBlock *
find_only_text (AppResult *self)
{
  AppBlock *only = NULL;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      AppBlock *block = g_ptr_array_index (self->blocks, i);

      if (app_block_get_kind (block) == APP_BLOCK_STRUCTURED)
        continue;
      if (only != NULL || !mcp_json_value_exists (app_block_get_text (block)))
        return NULL;
      only = block;
    }
  return only;
}

gboolean
app_result_text_repeats_structured (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), FALSE);

  AppBlock *block = find_only_text (self);
  if (block == NULL || !mcp_json_value_exists (self->structured) ||
      mcp_json_value_get_length (app_block_get_text (block)) > APP_BLOCK_IN_PLACE)
    return FALSE;
  g_autoptr (McpJsonDocument) document = app_block_dup_json (block);
  return document != NULL &&
         mcp_json_value_equal (mcp_json_document_get_root (document), self->structured);
}

StoreObject *
app_result_create_object (AppResult *self, const char *server, const char *tool)
{
  McpJsonValue value;
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (APP_IS_RESULT (self), NULL);

  value = self->slot.value;
  AppBlock *text = find_only_text (self);
  if (mcp_json_value_exists (self->structured))
    value = self->structured;
  else if (text != NULL)
    {
      document = app_block_dup_json (text);
      value = document ? mcp_json_document_get_root (document) : app_block_get_text (text);
    }
  return store_object_new_json (value, server, tool);
}

void
app_result_take_findings (AppResult *self, GPtrArray *findings)
{
  g_return_if_fail (APP_IS_RESULT (self));

  g_clear_pointer (&self->findings, g_ptr_array_unref);
  self->findings = findings;
}

MCP_DEFINE_GETTER (GPtrArray *, AppResult, app_result, findings)

const char *
app_result_get_fault (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), NULL);

  /* Some servers leave out the text of what is structured. */
  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    if (mcp_result_failed_by (self->findings->pdata[i]) &&
        !mcp_json_value_exists (self->structured))
      return mcp_finding_get_text (self->findings->pdata[i]);
  return NULL;
}
