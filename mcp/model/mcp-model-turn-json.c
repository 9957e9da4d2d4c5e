/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-turn-json.h"

#include "mcp-error.h"
#include "mcp-model-dialect.h"

#include <string.h>

/* Writing */

static void
write_block (McpJsonWriter *writer, McpModelBlock *block)
{
  McpModelBlockKind kind = mcp_model_block_get_kind (block);
  GPtrArray        *images = mcp_model_block_get_images (block);

  mcp_json_writer_add (writer, "{'kind': %s, 'id': ?%s, 'name': ?%s",
                       mcp_model_block_kind_to_text (kind), mcp_model_block_get_id (block),
                       mcp_model_block_get_name (block));
  if (kind == MCP_MODEL_IMAGE)
    {
      g_autofree char *text =
          mcp_model_block_dup_base64 (block);

      mcp_json_writer_add (writer, "'mime_type': %s, 'data': %s",
                           mcp_model_block_get_mime_type (block), text);
    }
  else
    mcp_json_writer_add (writer, "'text': %s, 'is_error': ?%b", mcp_model_block_get_text (block),
                         mcp_model_block_is_error (block));
  if (images != NULL)
    {
      mcp_json_writer_add (writer, "'images': [");
      for (guint i = 0; i < images->len; i++)
        write_block (writer, images->pdata[i]);
      mcp_json_writer_end_array (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* White space between lexemes may have line ends, and a line is all that there is. */
static void
write_echo (McpJsonWriter *writer, GBytes *echo)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (echo, NULL, NULL, NULL);

  if (document == NULL)
    return;
  g_autofree char *text = mcp_json_value_dup_text (mcp_json_document_get_root (document));
  if (strpbrk (text, "\r\n") != NULL)
    {
      g_free (text);
      text = mcp_json_value_print_compact (mcp_json_document_get_root (document));
    }
  mcp_json_writer_add (writer, "'echo': %r", text);
}

void
mcp_model_turn_write (McpModelTurn *self, McpJsonWriter *writer)
{
  const McpModelUsage *usage = &self->usage;

  mcp_json_writer_add (writer, "{'role': %s, 'blocks': [", mcp_model_role_to_text (self->role));
  for (guint i = 0; i < self->blocks->len; i++)
    write_block (writer, self->blocks->pdata[i]);
  mcp_json_writer_add (
      writer,
      "], 'dialect': ?%s, 'provider': ?%s, 'asked': ?%s, 'model': ?%s, 'response': ?%s, "
      "'stop': ?%s, 'stop_text': ?%s, 'usage_text': ?%s",
      self->dialect, self->provider, self->asked, self->model, self->response,
      self->stop != MCP_MODEL_STOP_NONE ? mcp_model_stop_to_text (self->stop) : NULL,
      self->stop_text, self->usage_text);
  if (mcp_model_usage_is_known (usage))
    mcp_json_writer_add (writer,
                         "'usage': {'input': ?%x, 'cached': ?%x, 'cache_write': ?%x, 'output': "
                         "?%x, 'reasoning': ?%x}",
                         usage->input, usage->cached, usage->cache_write, usage->output,
                         usage->reasoning);
  if (self->echo != NULL)
    write_echo (writer, self->echo);
  mcp_json_writer_end_object (writer);
}

/* Reading */

static gboolean
refuse (GError **error, const char *what)
{
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "A turn has no %s", what));
  return FALSE;
}

/* Enumerations name themselves by a word each. */
typedef const char *(*Words) (int number);

/* Returns: the number of the word; -1 for none */
static int
find_word (McpJsonValue value, Words get, int last)
{
  for (int i = 0; i <= last; i++)
    if (mcp_json_value_string_equals (value, get (i)))
      return i;
  return -1;
}

static McpModelBlock *
read_image (McpJsonValue value)
{
  g_autofree char *type = mcp_json_value_dup_member_string (value, "mime_type");
  g_autofree char *data = mcp_json_value_dup_member_string (value, "data");
  gsize            length = 0;
  guchar          *decoded = data != NULL ? g_base64_decode (data, &length) : NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (decoded, length);

  if (type == NULL || data == NULL)
    return NULL;
  return mcp_model_block_new_image (type, bytes);
}

/* Returns: (transfer full) */
static GPtrArray *
read_images (McpJsonValue value)
{
  GPtrArray *images = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (value, "images"));
       mcp_json_walk_next (&each);)
    {
      McpModelBlock *image = read_image (each.value);

      if (image != NULL)
        g_ptr_array_add (images, image);
    }
  return images;
}

/* Returns: (transfer full) (nullable) */
static McpModelBlock *
read_block (McpJsonValue value)
{
  McpJsonValue     word = mcp_json_value_get_member (value, "kind");
  int              kind = find_word (word, (Words)mcp_model_block_kind_to_text, MCP_MODEL_RESULT);
  g_autofree char *id = mcp_json_value_dup_member_string (value, "id");
  g_autofree char *name = mcp_json_value_dup_member_string (value, "name");
  g_autofree char *text = mcp_json_value_dup_member_string (value, "text");

  if (kind == MCP_MODEL_IMAGE)
    return read_image (value);
  if (kind < 0 || text == NULL)
    return NULL;
  if (kind != MCP_MODEL_CALL && kind != MCP_MODEL_RESULT)
    return mcp_model_block_new ((McpModelBlockKind)kind, text, -1);
  if (id == NULL || name == NULL)
    return NULL;
  if (kind == MCP_MODEL_CALL)
    return mcp_model_block_new_call (id, name, text);
  g_autoptr (GPtrArray) images = read_images (value);
  return mcp_model_block_new_result (
      id, name, text, mcp_json_value_get_member_boolean (value, "is_error", FALSE), images);
}

static gboolean
read_blocks (McpModelTurn *self, McpJsonValue blocks, GError **error)
{
  if (mcp_json_value_get_kind (blocks) != MCP_JSON_ARRAY)
    return refuse (error, "blocks");
  for (McpJsonWalk each = mcp_json_walk (blocks); mcp_json_walk_next (&each);)
    {
      McpModelBlock *block = read_block (each.value);

      if (block == NULL)
        return refuse (error, "block of this kind");
      mcp_model_turn_take_block (self, block);
    }
  return TRUE;
}

static void
read_usage (McpModelTurn *self, McpJsonValue usage)
{
  mcp_model_usage_read (mcp_json_value_get_member (usage, "input"), &self->usage.input);
  mcp_model_usage_read (mcp_json_value_get_member (usage, "cached"), &self->usage.cached);
  mcp_model_usage_read (mcp_json_value_get_member (usage, "cache_write"),
                        &self->usage.cache_write);
  mcp_model_usage_read (mcp_json_value_get_member (usage, "output"), &self->usage.output);
  mcp_model_usage_read (mcp_json_value_get_member (usage, "reasoning"), &self->usage.reasoning);
}

McpModelTurn *
mcp_model_turn_new_from_json (McpJsonValue value, GError **error)
{
  McpJsonValue role_word = mcp_json_value_get_member (value, "role");
  McpJsonValue stop_word = mcp_json_value_get_member (value, "stop");
  int          role =
      find_word (role_word, (Words)mcp_model_role_to_text, MCP_MODEL_TOOLS);
  int stop =
      find_word (stop_word, (Words)mcp_model_stop_to_text, MCP_MODEL_STOP_OTHER);
  McpJsonValue           echo = mcp_json_value_get_member (value, "echo");
  g_autofree char       *dialect_id = mcp_json_value_dup_member_string (value, "dialect");
  const McpModelDialect *dialect =
      dialect_id != NULL ? mcp_model_dialect_find (dialect_id) : NULL;

  if (role < 0)
    {
      refuse (error, "role");
      return NULL;
    }
  g_autoptr (McpModelTurn) self = mcp_model_turn_new ((McpModelRole)role);
  if (!read_blocks (self, mcp_json_value_get_member (value, "blocks"), error))
    return NULL;
  self->provider = mcp_json_value_dup_member_string (value, "provider");
  self->asked = mcp_json_value_dup_member_string (value, "asked");
  self->model = mcp_json_value_dup_member_string (value, "model");
  self->response = mcp_json_value_dup_member_string (value, "response");
  self->stop = stop > 0 ? (McpModelStop)stop : MCP_MODEL_STOP_NONE;
  self->stop_text = mcp_json_value_dup_member_string (value, "stop_text");
  self->usage_text = mcp_json_value_dup_member_string (value, "usage_text");
  read_usage (self, mcp_json_value_get_member (value, "usage"));
  /* Without its dialect it goes back to nobody. */
  if (dialect != NULL && mcp_json_value_exists (echo))
    {
      g_autofree char *text = mcp_json_value_dup_text (echo);

      self->dialect = dialect->id;
      self->echo = g_bytes_new (text, strlen (text));
    }
  return g_steal_pointer (&self);
}
