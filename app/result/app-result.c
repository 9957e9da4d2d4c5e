/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-result.h"

#include <glib/gi18n-lib.h>

#include "app-block-private.h"
#include "app-visible-text.h"
#include "mcp-call-result.h"
#include "mcp-prompt-message.h"
#include "mcp-prompt-result.h"
#include "mcp-property.h"
#include "mcp-read-result.h"

struct _AppResult
{
  GObject parent_instance;

  AppResultKind kind;
  McpJsonSlot   slot;
  McpJsonValue  structured; /* in the slot's document */
  GPtrArray    *blocks;
  gboolean      is_error;
  char         *summary;
};

enum {
  PROP_KIND = 1,
  PROP_IS_ERROR,
  PROP_SIZE,
  PROP_SUMMARY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void app_result_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppResult,
                               app_result,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_result_list_init))

G_DEFINE_ENUM_TYPE (AppResultKind,
                    app_result_kind,
                    G_DEFINE_ENUM_VALUE (APP_RESULT_CALL, "call"),
                    G_DEFINE_ENUM_VALUE (APP_RESULT_READ, "read"),
                    G_DEFINE_ENUM_VALUE (APP_RESULT_PROMPT, "prompt"))

static GType
app_result_get_item_type (GListModel *list)
{
  return APP_TYPE_BLOCK;
}

static guint
app_result_get_n_items (GListModel *list)
{
  return APP_RESULT (list)->blocks->len;
}

static gpointer
app_result_get_item (GListModel *list, guint position)
{
  AppResult *self = APP_RESULT (list);

  if (position >= self->blocks->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->blocks, position));
}

static void
app_result_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_result_get_item_type;
  iface->get_n_items = app_result_get_n_items;
  iface->get_item = app_result_get_item;
}

static void
app_result_finalize (GObject *object)
{
  AppResult *self = APP_RESULT (object);

  g_ptr_array_unref (self->blocks);
  mcp_json_slot_clear (&self->slot);
  g_free (self->summary);
  G_OBJECT_CLASS (app_result_parent_class)->finalize (object);
}

static void
app_result_class_init (AppResultClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_KIND] = { "kind", APP_TYPE_RESULT_KIND, .offset = G_STRUCT_OFFSET (AppResult, kind) },
    [PROP_IS_ERROR] = { "is-error", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppResult, is_error) },
    [PROP_SIZE] = { "size", G_TYPE_UINT64, G_CALLBACK (app_result_get_size) },
    [PROP_SUMMARY] = { "summary", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppResult, summary) },
  };

  object_class->finalize = app_result_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_result_init (AppResult *self)
{
  self->blocks = g_ptr_array_new_with_free_func (g_object_unref);
}

/* Whether there is a place for another block; the last place takes the whole result as JSON. */
static gboolean
has_room (AppResult *self)
{
  if (self->blocks->len < APP_RESULT_MAX_BLOCKS - 1)
    return TRUE;
  if (self->blocks->len == APP_RESULT_MAX_BLOCKS - 1)
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
  g_autoptr (McpCallResult) result = mcp_call_result_new_for_value (self->slot.value);

  self->is_error = mcp_call_result_get_is_error (result);
  add_contents (self, mcp_call_result_get_contents (result), NULL);
  if (mcp_call_result_has_structured (result))
    {
      self->structured = mcp_call_result_get_structured (result);
      g_ptr_array_add (self->blocks, app_block_new_structured (self->structured));
    }
}

static void
read_resource (AppResult *self)
{
  g_autoptr (McpReadResult) result = mcp_read_result_new_for_value (self->slot.value);
  GPtrArray *contents = mcp_read_result_get_contents (result);

  for (guint i = 0; i < contents->len && has_room (self); i++)
    g_ptr_array_add (self->blocks, app_block_new_for_contents (g_ptr_array_index (contents, i)));
}

static void
read_prompt (AppResult *self)
{
  g_autoptr (McpPromptResult) result = mcp_prompt_result_new_for_value (self->slot.value);
  GPtrArray *messages = mcp_prompt_result_get_messages (result);

  for (guint i = 0; i < messages->len; i++)
    {
      McpPromptMessage *message = g_ptr_array_index (messages, i);

      add_contents (self,
                    mcp_prompt_message_get_contents (message),
                    mcp_prompt_message_get_role (message));
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

AppResult *
app_result_new (AppResultKind kind, McpJsonValue value)
{
  AppResult       *self;
  g_autofree char *size = NULL;

  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  self = g_object_new (APP_TYPE_RESULT, NULL);
  self->kind = kind;
  mcp_json_slot_set (&self->slot, value);
  if (kind == APP_RESULT_READ)
    read_resource (self);
  else if (kind == APP_RESULT_PROMPT)
    read_prompt (self);
  else
    read_call (self);
  show_odd_result (self);

  size = app_visible_text_size (app_result_get_size (self));
  self->summary =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u block · %s", "%u blocks · %s",
                                    self->blocks->len),
                       self->blocks->len,
                       size);
  return self;
}

AppResultKind
app_result_get_kind (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), APP_RESULT_CALL);
  return self->kind;
}

gboolean
app_result_is_error (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), FALSE);
  return self->is_error;
}

guint64
app_result_get_size (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), 0);
  return mcp_json_value_get_length (self->slot.value);
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

AppBlock *
app_result_find_card (AppResult *self)
{
  g_return_val_if_fail (APP_IS_RESULT (self), NULL);

  for (guint i = 0; i < self->blocks->len; i++)
    if (app_block_get_card (g_ptr_array_index (self->blocks, i)) != NULL)
      return g_ptr_array_index (self->blocks, i);
  return NULL;
}

/* The only block beside the structured one, where it is text. */
static AppBlock *
find_only_text (AppResult *self)
{
  AppBlock *only = NULL;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      AppBlock *block = g_ptr_array_index (self->blocks, i);

      if (block->kind == APP_BLOCK_STRUCTURED)
        continue;
      if (only != NULL || !mcp_json_value_exists (block->text))
        return NULL;
      only = block;
    }
  return only;
}

/* The text as JSON, where it is an object or an array and not large. */
static McpJsonDocument *
parse_small_text (AppBlock *block)
{
  gsize            length = 0;
  g_autofree char *text = NULL;

  if (!block->looks_like_json || mcp_json_value_get_length (block->text) > APP_BLOCK_IN_PLACE)
    return NULL;
  text = mcp_json_value_dup_string (block->text, &length);
  return mcp_json_document_parse_text (text, (gssize)length, NULL);
}

gboolean
app_result_text_repeats_structured (AppResult *self)
{
  AppBlock *block;
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (APP_IS_RESULT (self), FALSE);

  block = find_only_text (self);
  if (block == NULL || !mcp_json_value_exists (self->structured))
    return FALSE;
  document = parse_small_text (block);
  return document != NULL &&
         mcp_json_value_equal (mcp_json_document_get_root (document), self->structured);
}

StoreObject *
app_result_create_object (AppResult *self, const char *server, const char *tool)
{
  AppBlock    *text;
  McpJsonValue value;
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (APP_IS_RESULT (self), NULL);

  value = self->slot.value;
  text = find_only_text (self);
  if (mcp_json_value_exists (self->structured))
    value = self->structured;
  else if (text != NULL)
    {
      document = parse_small_text (text);
      value = document ? mcp_json_document_get_root (document) : text->text;
    }
  return store_object_new_json (value, server, tool);
}
