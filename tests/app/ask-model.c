/* SPDX-License-Identifier: GPL-3.0-or-later */

/* ask-model BASE <CONVERSATIONS: has conversations with models, as Spyglass has them, and tells
 * nothing: what was sent is told by the server. Ends with 1 where a model does not end its turn.
 *
 * CONVERSATIONS: a JSON array of
 *   { "provider": id of a template, "path": behind BASE, "key", "model", "system",
 *     "tools": as a server lists them, "choice": "auto" | "none" | "required" | NAME of a tool,
 *     "parallel": boolean, "max_tokens": number,
 *     "turns": [{ "user": [{ "text": … } | { "image": IMAGE }] },
 *               { "results": [{ "text": …, "is_error": boolean, "images": [IMAGE] }] }] }
 * IMAGE: { "type": …, "data": base64 }. Members but the first two and turns may be missing. Behind
 * each turn the model is asked; results are those of its calls, in their order. Where a turn of the
 * person's has results as well, nothing came of the calls, and those are what we say of it by
 * ourselves. */

#include "app-tool-export.h"
#include "mcp-model-client.h"
#include "mcp-model-dialect.h"

#include <string.h>

typedef struct
{
  McpModelProvider *provider;
  McpModelClient   *client;
  GPtrArray        *turns; /* (element-type McpModelTurn) */
  McpModelRequest   request;
  char             *key;
  char             *model;
  char             *system; /* (nullable) */
  char             *tools;  /* (nullable) */
  char             *choice; /* (nullable) */
} Conversation;

/* As an entry that a person made from the template of @id. */
static McpModelProvider *
create_provider (const char *id, const char *base, const char *path)
{
  for (guint i = 0;; i++)
    {
      McpModelProvider *provider = mcp_model_provider_new_template (i);

      g_assert_nonnull (provider);
      if (g_str_equal (provider->id, id))
        {
          g_free (provider->base);
          provider->base = g_strconcat (base, path, NULL);
          return provider;
        }
      mcp_model_provider_unref (provider);
    }
}

static AppExportFormat
get_format (const McpModelDialect *dialect)
{
  return dialect == &mcp_model_responses_dialect   ? APP_EXPORT_OPENAI_RESPONSES
         : dialect == &mcp_model_anthropic_dialect ? APP_EXPORT_ANTHROPIC
         : dialect == &mcp_model_gemini_dialect    ? APP_EXPORT_GEMINI
                                                   : APP_EXPORT_OPENAI_CHAT;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_tools (const McpModelDialect *dialect, McpJsonValue tools)
{
  g_autoptr (GPtrArray) listed = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (AppToolExport) export = NULL;
  McpJsonIter  iter;
  McpJsonValue tool;

  mcp_json_iter_init (&iter, tools);
  while (mcp_json_iter_next (&iter, NULL, &tool))
    g_ptr_array_add (listed, mcp_definition_new (MCP_DEFINITION_TOOL, tool));
  if (listed->len == 0)
    return NULL;
  export = app_tool_export_new (get_format (dialect), listed, NULL);
  return app_tool_export_dup_text (export, 0);
}

static void
set_choice (Conversation *self)
{
  McpModelRequest *request = &self->request;

  if (self->choice == NULL || g_str_equal (self->choice, "auto"))
    return;
  request->choice = g_str_equal (self->choice, "none")       ? MCP_MODEL_CHOICE_NONE
                    : g_str_equal (self->choice, "required") ? MCP_MODEL_CHOICE_REQUIRED
                                                             : MCP_MODEL_CHOICE_NAMED;
  request->choice_name = request->choice == MCP_MODEL_CHOICE_NAMED ? self->choice : NULL;
}

static void
conversation_init (Conversation *self, const char *base, McpJsonValue value)
{
  g_autofree char *id = mcp_json_value_dup_member_string (value, "provider");
  g_autofree char *path = mcp_json_value_dup_member_string (value, "path");
  McpJsonValue     parallel = mcp_json_value_get_member (value, "parallel");

  self->provider = create_provider (id, base, path);
  self->client = mcp_model_client_new (self->provider, NULL);
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  self->key = mcp_json_value_dup_member_string (value, "key");
  self->model = mcp_json_value_dup_member_string (value, "model");
  self->system = mcp_json_value_dup_member_string (value, "system");
  self->tools = dup_tools (self->provider->dialect, mcp_json_value_get_member (value, "tools"));
  self->choice = mcp_json_value_dup_member_string (value, "choice");
  self->request = (McpModelRequest){
    .provider = self->provider,
    .model = self->model,
    .system = self->system,
    .turns = self->turns,
    .tools = self->tools,
    .parallel = mcp_json_value_exists (parallel) ? mcp_json_value_get_boolean (parallel, FALSE) : -1,
    .max_tokens = mcp_json_value_get_member_int64 (value, "max_tokens", 0),
  };
  set_choice (self);
}

static void
conversation_clear (Conversation *self)
{
  g_object_unref (self->client);
  mcp_model_provider_unref (self->provider);
  g_ptr_array_unref (self->turns);
  g_free (self->key);
  g_free (self->model);
  g_free (self->system);
  g_free (self->tools);
  g_free (self->choice);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Conversation, conversation_clear)

static McpModelBlock *
create_image (McpJsonValue image)
{
  g_autofree char *type = mcp_json_value_dup_member_string (image, "type");
  g_autofree char *base64 = mcp_json_value_dup_member_string (image, "data");
  gsize            length;
  guchar          *bytes = g_base64_decode (base64, &length);
  g_autoptr (GBytes) data = g_bytes_new_take (bytes, length);

  return mcp_model_block_new_image (type, data);
}

static void
add_user (Conversation *self, McpJsonValue parts)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);
  McpJsonIter   iter;
  McpJsonValue  part;

  g_ptr_array_add (self->turns, turn);
  mcp_json_iter_init (&iter, parts);
  while (mcp_json_iter_next (&iter, NULL, &part))
    {
      g_autofree char *text = mcp_json_value_dup_member_string (part, "text");

      if (text != NULL)
        mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, text, -1));
      else
        mcp_model_turn_take_block (turn, create_image (mcp_json_value_get_member (part, "image")));
    }
}

static McpModelBlock *
create_result (McpModelBlock *call, McpJsonValue result)
{
  g_autofree char *text = mcp_json_value_dup_member_string (result, "text");
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);
  McpJsonIter  iter;
  McpJsonValue image;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (result, "images"));
  while (mcp_json_iter_next (&iter, NULL, &image))
    g_ptr_array_add (images, create_image (image));
  return mcp_model_block_new_result (
      mcp_model_block_get_id (call), mcp_model_block_get_name (call), text,
      mcp_json_value_get_member_boolean (result, "is_error", FALSE), images);
}

static void
add_results (Conversation *self, McpJsonValue results)
{
  McpModelTurn *asked = self->turns->pdata[self->turns->len - 1];
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_TOOLS);
  guint         n = 0;

  g_ptr_array_add (self->turns, turn);
  for (guint i = 0; i < asked->blocks->len; i++)
    if (mcp_model_block_get_kind (asked->blocks->pdata[i]) == MCP_MODEL_CALL)
      mcp_model_turn_take_block (turn, create_result (asked->blocks->pdata[i],
                                                      mcp_json_value_get_item (results, n++)));
  if (n != mcp_json_value_get_n_items (results))
    g_error ("%u results for %u calls", mcp_json_value_get_n_items (results), n);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

/* Adds what the model answers. */
static gboolean
ask (Conversation *self)
{
  const McpModelWatch watch = { NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpModelTurn *turn = NULL;

  mcp_model_client_send_async (self->client, &self->request, self->key, &watch, NULL, on_sent,
                               &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  mcp_model_client_send_finish (self->client, result, &turn, NULL, &error);
  if (turn != NULL)
    g_ptr_array_add (self->turns, turn);
  if (error != NULL)
    g_printerr ("%s: %s\n", self->provider->id, error->message);
  return error == NULL;
}

static gboolean
converse (const char *base, McpJsonValue value)
{
  g_auto (Conversation) self = { NULL };
  McpJsonIter  iter;
  McpJsonValue turn;

  conversation_init (&self, base, value);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (value, "turns"));
  while (mcp_json_iter_next (&iter, NULL, &turn))
    {
      McpJsonValue user = mcp_json_value_get_member (turn, "user");

      if (mcp_json_value_exists (user))
        add_user (&self, user);
      else
        add_results (&self, mcp_json_value_get_member (turn, "results"));
      if (!ask (&self))
        return FALSE;
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *text = NULL;
  gsize            length;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonIter  iter;
  McpJsonValue conversation;
  gboolean     done = TRUE;

  if (argc == 2 && g_file_get_contents ("/dev/stdin", &text, &length, &error))
    document = mcp_json_document_parse_text (text, (gssize)length, &error);
  if (document == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "ask-model BASE <CONVERSATIONS");
      return 2;
    }
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, NULL, &conversation))
    done &= converse (argv[1], conversation);
  return done ? 0 : 1;
}
