/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-listing.h"

#include "mcp-json-writer.h"
#include "mcp-model-dialect.h"
#include "mcp-model-scripted.h"
#include "mcp-object.h"

#include <string.h>

/* Bytes of an id, a title, a cursor. */
#define MAX_TEXT 1024u

/* Items */

static void
mcp_model_item_clear (McpModelItem *self)
{
  g_free (self->id);
  g_free (self->title);
}

MCP_DEFINE_SHARED (McpModelItem, mcp_model_item)

const char *
mcp_model_state_to_text (McpModelState state)
{
  static const char *const texts[] = { "unknown", "loaded", "loading", "unloaded" };

  return texts[state];
}

/* @id, @title: (transfer full); @title: (nullable) */
static McpModelItem *
item_new (char *id, char *title)
{
  McpModelItem *self = g_atomic_rc_box_new0 (McpModelItem);

  self->id = id;
  if (g_strcmp0 (id, title) == 0)
    g_clear_pointer (&title, g_free);
  self->title = title;
  return self;
}

static char *
dup_text (McpJsonValue object, const char *name)
{
  gboolean complete;
  char    *text = mcp_json_value_dup_string_prefix (mcp_json_value_get_member (object, name),
                                                    MAX_TEXT, &complete);

  if (text != NULL && (*text == '\0' || !complete))
    g_clear_pointer (&text, g_free);
  return text;
}

/* Returns: the first of @names that has a count of tokens; else 0 */
static gint64
find_count (McpJsonValue object, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      gint64 count = mcp_json_value_get_member_int64 (object, *names, 0);

      if (count > 0)
        return count;
    }
  return 0;
}

/* The forms */

static McpModelState
read_state (McpJsonValue model)
{
  static const char *const   words[] = { "loaded", "loading", "unloaded", "not-loaded",
                                         "sleeping" };
  static const McpModelState states[] = { MCP_MODEL_STATE_LOADED, MCP_MODEL_STATE_LOADING,
                                          MCP_MODEL_STATE_UNLOADED, MCP_MODEL_STATE_UNLOADED,
                                          MCP_MODEL_STATE_UNLOADED };
  McpJsonValue               status = mcp_json_value_get_member (model, "status");

  if (mcp_json_value_get_kind (status) == MCP_JSON_OBJECT)
    status = mcp_json_value_get_member (status, "value"); /* of llama.cpp's router */
  if (!mcp_json_value_exists (status))
    status = mcp_json_value_get_member (model, "state"); /* of LM Studio */
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (mcp_json_value_string_equals (status, words[i]))
      return states[i];
  return MCP_MODEL_STATE_UNKNOWN;
}

/* {"id":…} and what else each server calls it: OpenAI, vLLM (max_model_len), llama.cpp (meta),
 * OpenRouter, Groq, Mistral, LM Studio, Anthropic */
static McpModelItem *
read_model (McpJsonValue model)
{
  static const char *const contexts[] = { "max_input_tokens", "max_model_len", "context_length",
                                          "context_window", "loaded_context_length",
                                          "max_context_length", NULL };
  static const char *const outputs[] = { "max_tokens", "max_completion_tokens",
                                         "max_output_tokens", NULL };
  static const char *const metas[] = { "n_ctx", "n_ctx_train", NULL };
  McpJsonValue             provider = mcp_json_value_get_member (model, "top_provider");
  char                    *id = dup_text (model, "id");

  if (id == NULL)
    return NULL;
  McpModelItem *item = item_new (id, dup_text (model, "display_name"));
  if (item->title == NULL)
    {
      g_autofree char *name = dup_text (model, "name");

      if (g_strcmp0 (name, id) != 0)
        item->title = g_steal_pointer (&name);
    }
  item->context = find_count (model, contexts);
  if (item->context == 0)
    item->context = find_count (mcp_json_value_get_member (model, "meta"), metas);
  item->max_output = find_count (model, outputs);
  if (item->max_output == 0)
    item->max_output = find_count (provider, outputs);
  item->state = read_state (model);
  return item;
}

/* Whether it writes: embeddings and others are listed as well. */
static gboolean
generates (McpJsonValue methods)
{
  if (mcp_json_value_get_kind (methods) != MCP_JSON_ARRAY)
    return TRUE;
  for (McpJsonWalk each = mcp_json_walk (methods); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, "generateContent"))
      return TRUE;
  return FALSE;
}

static McpModelItem *
read_gemini (McpJsonValue model)
{
  g_autofree char *name = dup_text (model, "name");
  McpModelItem    *item;

  if (name == NULL || !generates (mcp_json_value_get_member (model, "supportedGenerationMethods")))
    return NULL;
  item = item_new (g_strdup (g_str_has_prefix (name, "models/") ? name + strlen ("models/") : name),
                   dup_text (model, "displayName"));
  item->context = MAX (mcp_json_value_get_member_int64 (model, "inputTokenLimit", 0), 0);
  item->max_output = MAX (mcp_json_value_get_member_int64 (model, "outputTokenLimit", 0), 0);
  return item;
}

static McpModelItem *
read_ollama (McpJsonValue model)
{
  char *name = dup_text (model, "model");

  if (name == NULL)
    name = dup_text (model, "name");
  if (name == NULL)
    return NULL;
  McpModelItem *item = item_new (name, NULL);
  item->state = MCP_MODEL_STATE_UNLOADED;
  return item;
}

typedef struct
{
  const McpModelDialect *dialect;
  const char            *path;
  const char            *page;   /* (nullable): the query of a page */
  const char            *cursor; /* (nullable): the query of the next one */
  const char            *list;   /* the member that has the models */
  McpModelItem *(*read) (McpJsonValue model);
  const char *loaded_path; /* (nullable) */

  const char *count_suffix; /* (nullable): behind the path of a request */
  const char *counted[12];  /* what is counted of a body */
} Form;

static const Form forms[] = {
  {
      .dialect = &mcp_model_chat_dialect,
      .path = "/models",
      .list = "data",
      .read = read_model,
      .count_suffix = "/input_tokens",
      .counted = { "model", "messages", "tools", "tool_choice", "parallel_tool_calls",
                   "reasoning_effort", "response_format", "chat_template_kwargs" },
  },
  {
      .dialect = &mcp_model_responses_dialect,
      .path = "/models",
      .list = "data",
      .read = read_model,
      .count_suffix = "/input_tokens",
      .counted = { "model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls",
                   "reasoning", "text", "truncation", "previous_response_id", "conversation" },
  },
  {
      .dialect = &mcp_model_anthropic_dialect,
      .path = "/models",
      .page = "?limit=1000",
      .cursor = "&after_id=",
      .list = "data",
      .read = read_model,
      .count_suffix = "/count_tokens",
      .counted = { "model", "messages", "system", "tools", "tool_choice", "thinking",
                   "output_config", "cache_control" },
  },
  {
      .dialect = &mcp_model_gemini_dialect,
      .path = "/models",
      .page = "?pageSize=1000",
      .cursor = "&pageToken=",
      .list = "models",
      .read = read_gemini,
      .counted = { "contents", "tools", "toolConfig", "systemInstruction", "generationConfig",
                   "safetySettings" },
  },
  {
      .dialect = &mcp_model_ollama_dialect,
      .path = "/api/tags",
      .list = "models",
      .read = read_ollama,
      .loaded_path = "/api/ps",
  },
  /* A script has no list, and counts nothing. */
  { .dialect = &mcp_model_scripted_dialect, .path = "" },
};

static const Form *
find_form (const McpModelDialect *dialect)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (forms[i].dialect == dialect)
      return &forms[i];
  g_assert_not_reached ();
}

/* Listing */

char *
mcp_model_listing_dup_url (McpModelProvider *provider, const char *cursor)
{
  const Form *form = find_form (provider->dialect);
  GString    *url = g_string_new (provider->base);

  g_string_append (url, form->path);
  if (form->page != NULL)
    g_string_append (url, form->page);
  if (cursor != NULL)
    {
      g_string_append (url, form->cursor);
      g_string_append_uri_escaped (url, cursor, NULL, FALSE);
    }
  return g_string_free (url, FALSE);
}

/* Returns: (transfer full) (nullable) */
static char *
dup_cursor (const Form *form, McpJsonValue root)
{
  if (form->dialect == &mcp_model_gemini_dialect)
    return dup_text (root, "nextPageToken");
  if (form->cursor != NULL && mcp_json_value_get_member_boolean (root, "has_more", FALSE))
    return dup_text (root, "last_id");
  return NULL;
}

gboolean
mcp_model_listing_read (McpModelProvider *provider,
                        McpJsonValue      root,
                        GPtrArray        *models,
                        char            **cursor)
{
  const Form  *form = find_form (provider->dialect);
  McpJsonValue list = mcp_json_value_get_member (root, form->list);

  *cursor = NULL;
  if (mcp_json_value_get_kind (root) == MCP_JSON_ARRAY)
    list = root; /* as at some compatible servers */
  if (mcp_json_value_get_kind (list) != MCP_JSON_ARRAY)
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (list);
       models->len < MCP_MODEL_LISTING_MAX && mcp_json_walk_next (&each);)
    {
      McpModelItem *item = form->read (each.value);

      if (item != NULL)
        g_ptr_array_add (models, item);
    }
  if (models->len < MCP_MODEL_LISTING_MAX)
    *cursor = dup_cursor (form, root);
  return TRUE;
}

char *
mcp_model_listing_dup_loaded_url (McpModelProvider *provider)
{
  const Form *form = find_form (provider->dialect);

  return form->loaded_path != NULL ? g_strconcat (provider->base, form->loaded_path, NULL) : NULL;
}

void
mcp_model_listing_read_loaded (McpJsonValue root, GPtrArray *models)
{
  g_autoptr (GHashTable) contexts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (root, "models"));
       g_hash_table_size (contexts) < MCP_MODEL_LISTING_MAX && mcp_json_walk_next (&each);)
    {
      McpModelItem *item = read_ollama (each.value);
      gint64        context = mcp_json_value_get_member_int64 (each.value, "context_length", 0);

      if (item == NULL)
        continue;
      g_hash_table_insert (contexts, g_strdup (item->id), g_memdup2 (&context, sizeof context));
      mcp_model_item_unref (item);
    }
  for (guint i = 0; i < models->len; i++)
    {
      McpModelItem *item = models->pdata[i];
      const gint64 *context = g_hash_table_lookup (contexts, item->id);

      if (context == NULL)
        continue;
      /* Nobody else has seen it yet. */
      item->state = MCP_MODEL_STATE_LOADED;
      item->context = MAX (*context, 0);
    }
}

/* Counting */

char *
mcp_model_listing_dup_count_url (const McpModelRequest *request)
{
  const Form      *form = find_form (request->provider->dialect);
  g_autofree char *path = mcp_model_dialect_dup_path (request);
  char            *colon = strrchr (path, ':');

  if (form->dialect == &mcp_model_gemini_dialect && colon != NULL)
    {
      *colon = '\0';
      return g_strconcat (request->provider->base, path, ":countTokens", NULL);
    }
  if (form->count_suffix == NULL)
    return NULL;
  path[strcspn (path, "?")] = '\0';
  return g_strconcat (request->provider->base, path, form->count_suffix, NULL);
}

GBytes *
mcp_model_listing_build_count (const McpModelRequest *request, GBytes *body)
{
  const Form *form = find_form (request->provider->dialect);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  gboolean     is_gemini = form->dialect == &mcp_model_gemini_dialect;

  mcp_json_writer_begin_object (writer);
  if (is_gemini)
    {
      g_autofree char *model = g_strconcat (
          g_str_has_prefix (request->model, "models/") ? "" : "models/", request->model, NULL);

      mcp_json_writer_name (writer, "generateContentRequest");
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "model", model);
    }
  for (guint i = 0; i < G_N_ELEMENTS (form->counted) && form->counted[i] != NULL; i++)
    mcp_json_writer_member_value (writer, form->counted[i],
                                  mcp_json_value_get_member (root, form->counted[i]));
  if (is_gemini)
    mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}

gint64
mcp_model_listing_read_count (McpJsonValue root)
{
  gint64 count = mcp_json_value_get_member_int64 (root, "input_tokens", -1);

  return MAX (count >= 0 ? count : mcp_json_value_get_member_int64 (root, "totalTokens", -1), -1);
}

/* What the model reads: the text that the server's template makes of a request. llama.cpp has a
 * path of its own for it. */

char *
mcp_model_listing_dup_reading_url (McpModelProvider *provider, const char *base)
{
  gsize length = strlen (base);

  if (provider->dialect != &mcp_model_chat_dialect || strchr (base, '?') != NULL)
    return NULL;
  if (g_str_has_suffix (base, "/v1"))
    length -= strlen ("/v1");
  return g_strdup_printf ("%.*s/apply-template", (int)length, base);
}

GBytes *
mcp_model_listing_build_reading (GBytes *body)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  if (document == NULL ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    return NULL;
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      if (mcp_json_value_string_equals (each.name, "stream") ||
          mcp_json_value_string_equals (each.name, "stream_options"))
        continue;
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    }
  mcp_json_writer_member_boolean (writer, "stream", FALSE);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}

char *
mcp_model_listing_read_reading (McpJsonValue root)
{
  return mcp_json_value_dup_member_string (root, "prompt");
}
