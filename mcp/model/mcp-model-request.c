/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-request.h"

#include "mcp-model-dialect.h"

#include <string.h>

/* For models, which read English; servers' own formatters begin like this as well. */
#define FAILED "Tool execution failed"

/* Objects member by member, theirs over ours; anything else is theirs. It goes as deep as both are
 * objects, and ours are shallow. */
static void
merge (McpJsonWriter *writer, McpJsonValue ours, McpJsonValue theirs)
{
  if (mcp_json_value_get_kind (ours) != MCP_JSON_OBJECT ||
      mcp_json_value_get_kind (theirs) != MCP_JSON_OBJECT)
    {
      mcp_json_writer_value (writer, mcp_json_value_exists (theirs) ? theirs : ours);
      return;
    }
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (ours); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      mcp_json_writer_name_value (writer, each.name);
      merge (writer, each.value, mcp_json_value_get_member (theirs, text));
    }
  for (McpJsonWalk member = mcp_json_walk (theirs); mcp_json_walk_next (&member);)
    {
      g_autofree char *text = mcp_json_value_dup_string (member.name, NULL);

      /* Of members of one name the last counts. */
      if (mcp_json_value_exists (mcp_json_value_get_member (ours, text)) ||
          mcp_json_value_get_member (theirs, text).node != member.value.node)
        continue;
      mcp_json_writer_add (writer, "%v: %v", member.name, member.value);
    }
  mcp_json_writer_end_object (writer);
}

GBytes *
mcp_model_request_build (const McpModelRequest *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) parameters = NULL;

  self->provider->dialect->write (self, writer);
  g_autoptr (GBytes) body = mcp_json_writer_finish (writer);
  if (mcp_json_value_get_kind (self->parameters) != MCP_JSON_OBJECT ||
      mcp_json_value_get_n_items (self->parameters) == 0)
    return g_steal_pointer (&body);

  /* What a person typed may have lines; the body has none. */
  g_autofree char *theirs = mcp_json_value_print_compact (self->parameters);
  parameters = mcp_json_document_parse_text (theirs, -1, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  if (document == NULL || parameters == NULL)
    return g_steal_pointer (&body);
  g_autoptr (McpJsonWriter) merged = mcp_json_writer_new ();
  merge (merged, mcp_json_document_get_root (document), mcp_json_document_get_root (parameters));
  return mcp_json_writer_finish (merged);
}

static gboolean
has_header (char **headers, const char *name)
{
  for (; *headers != NULL; headers++)
    if (g_ascii_strncasecmp (*headers, name, strlen (name)) == 0 &&
        (*headers)[strlen (name)] == ':')
      return TRUE;
  return FALSE;
}

/* What we send where the provider's own headers say nothing else */
char **
mcp_model_request_dup_headers (const McpModelRequest *self,
                               const char            *key,
                               int                   *key_index,
                               GError               **error)
{
  const char       *accept = self->whole ? "application/json"
                             : self->provider->dialect->framing == MCP_MODEL_FRAMING_LINES
                                 ? "application/x-ndjson"
                                 : "text/event-stream";
  const char *const ours[][2] = { { "Content-Type", "application/json" },
                                  { "Accept", accept },
                                  { "Accept-Encoding", "identity" } };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) theirs = mcp_model_provider_dup_headers (self->provider, key, key_index, error);

  if (theirs == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
    if (!has_header (theirs, ours[i][0]))
      {
        g_autofree char *line = g_strconcat (ours[i][0], ": ", ours[i][1], NULL);

        g_strv_builder_add (builder, line);
        *key_index += *key_index >= 0;
      }
  g_strv_builder_addv (builder, (const char **)theirs);
  return g_strv_builder_end (builder);
}

/* The path of a request behind a base. Some bases have a query, such as "?api-version=…": it stays
 * behind the path. */
static char *
join_url (const McpModelRequest *self, const char *base)
{
  const char      *base_query = strchr (base, '?');
  gsize            length = strcspn (base, "?");
  g_autofree char *path = mcp_model_dialect_dup_path (self);
  char            *path_query = strchr (path, '?');

  while (length > 0 && base[length - 1] == '/')
    length--;
  if (base_query == NULL)
    return g_strdup_printf ("%.*s%s", (int)length, base, path);
  if (path_query == NULL)
    return g_strdup_printf ("%.*s%s%s", (int)length, base, path, base_query);
  *path_query = '\0';
  return g_strdup_printf ("%.*s%s%s&%s", (int)length, base, path, base_query, path_query + 1);
}

char *
mcp_model_request_dup_url (const McpModelRequest *self)
{
  return join_url (self, self->provider->base);
}

char *
mcp_model_request_dup_other_url (const McpModelRequest *self)
{
  g_autofree char *base = mcp_model_provider_dup_other_base (self->provider);

  return base != NULL ? join_url (self, base) : NULL;
}

static const char *
skip_models (const char *model)
{
  return g_str_has_prefix (model, "models/") ? model + strlen ("models/") : model;
}

static gboolean
is_of_model (McpModelTurn *turn, const char *model)
{
  if (turn->asked != NULL)
    return g_str_equal (turn->asked, model);
  return turn->model == NULL ||
         g_str_has_prefix (skip_models (turn->model), skip_models (model));
}

gboolean
mcp_model_request_echoes (const McpModelRequest *self, McpModelTurn *turn)
{
  return turn->role == MCP_MODEL_ASSISTANT && turn->echo != NULL &&
         g_strcmp0 (turn->dialect, self->provider->dialect->id) == 0 &&
         g_strcmp0 (turn->provider, self->provider->id) == 0 &&
         is_of_model (turn, self->model);
}

McpJsonDocument *
mcp_model_request_parse_echo (const McpModelRequest *self, McpModelTurn *turn)
{
  if (!mcp_model_request_echoes (self, turn))
    return NULL;
  return mcp_json_document_parse (turn->echo, NULL, NULL, NULL);
}

/* Looks on from the number @from: they mostly have the order of the calls, and those of two calls
 * with one id have it as well.
 * Returns: (transfer full) (nullable): the result in @blocks with @id */
static McpModelBlock *
find_result (GPtrArray *blocks, guint *from, const char *id)
{
  for (guint n = 0; n < blocks->len; n++)
    {
      guint          number = (*from + n) % blocks->len;
      McpModelBlock *block = blocks->pdata[number];

      if (mcp_model_block_get_kind (block) != MCP_MODEL_RESULT ||
          g_strcmp0 (mcp_model_block_get_id (block), id) != 0)
        continue;
      *from = number + 1;
      return mcp_model_block_ref (block);
    }
  return NULL;
}

GPtrArray *
mcp_model_request_dup_results (const McpModelRequest *self, guint turn)
{
  GPtrArray    *calls = ((McpModelTurn *)self->turns->pdata[turn])->blocks;
  McpModelTurn *next = turn + 1 < self->turns->len ? self->turns->pdata[turn + 1] : NULL;
  GPtrArray    *results = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);
  guint         from = 0;

  for (guint i = 0; i < calls->len; i++)
    {
      McpModelBlock *call = calls->pdata[i];
      const char    *id = mcp_model_block_get_id (call);
      McpModelBlock *result = NULL;

      if (mcp_model_block_get_kind (call) != MCP_MODEL_CALL)
        continue;
      if (next != NULL && next->role == MCP_MODEL_TOOLS)
        result = find_result (next->blocks, &from, id);
      if (result == NULL)
        result = mcp_model_block_new_result (id, mcp_model_block_get_name (call),
                                             "It was not carried out", TRUE, NULL);
      g_ptr_array_add (results, result);
    }
  return results;
}

char *
mcp_model_request_dup_result_text (McpModelBlock *result)
{
  const char *text = mcp_model_block_get_text (result);

  if (!mcp_model_block_is_error (result) || g_str_has_prefix (text, FAILED))
    return g_strdup (text);
  return g_strconcat (FAILED ": ", text, NULL);
}

char *
mcp_model_request_dup_images_text (McpModelBlock *result)
{
  return g_strdup_printf (mcp_model_block_get_images (result)->len == 1
                              ? "The image that the tool %s returned:"
                              : "The images that the tool %s returned:",
                          mcp_model_block_get_name (result));
}
