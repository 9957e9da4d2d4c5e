/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-draft.h"

#include "mcp-error.h"
#include "mcp-limits.h"
#include "mcp-object.h"

#include <string.h>

typedef struct
{
  McpModelBlockKind kind;
  GString          *text;
  char             *id;    /* (nullable) */
  char             *name;  /* (nullable) */
  McpModelBlock    *image; /* (nullable) */
  gboolean          closed;
  gboolean          dropped;
} Part;

struct _McpModelDraft
{
  McpModelEventFunc func; /* (nullable) */
  gpointer          user_data;
  McpModelTurn     *turn;
  GPtrArray        *parts; /* (element-type Part) */
  gsize             bytes; /* of all texts */
  GError           *error; /* (nullable) */
};

static void
part_free (gpointer data)
{
  Part *part = data;

  g_string_free (part->text, TRUE);
  g_free (part->id);
  g_free (part->name);
  g_clear_pointer (&part->image, mcp_model_block_unref);
  g_free (part);
}

McpModelDraft *
mcp_model_draft_new (McpModelEventFunc func, gpointer user_data)
{
  McpModelDraft *self = g_new0 (McpModelDraft, 1);

  self->func = func;
  self->user_data = user_data;
  self->turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  return self;
}

void
mcp_model_draft_free (McpModelDraft *self)
{
  g_clear_pointer (&self->turn, mcp_model_turn_unref);
  g_ptr_array_unref (self->parts);
  g_clear_error (&self->error);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (McpModelTurn *, McpModelDraft, mcp_model_draft, turn)

/* Each event of a stream has them again. */
static void
take_text (char **field, McpJsonValue value)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_STRING ||
      mcp_json_value_string_equals (value, *field))
    return;
  g_free (*field);
  *field = mcp_json_value_dup_string (value, NULL);
}

void
mcp_model_draft_take_names (McpModelDraft *self, McpJsonValue model, McpJsonValue response)
{
  take_text (&self->turn->model, model);
  take_text (&self->turn->response, response);
}

static void
tell (McpModelDraft *self, McpModelEventKind kind, guint block, const char *text, gsize length)
{
  McpModelEvent event = { kind, block, .text = text, .length = length };

  if (self->func == NULL)
    return;
  if (block < self->parts->len)
    {
      const Part *part = self->parts->pdata[block];

      event.block_kind = part->kind;
      event.id = part->id;
      event.name = part->name;
    }
  if (kind == MCP_MODEL_EVENT_USAGE)
    event.usage = &self->turn->usage;
  self->func (&event, self->user_data);
}

/* Returns: whether @n_bytes more may be taken in */
static gboolean
admit (McpModelDraft *self, gsize n_bytes)
{
  if (self->error != NULL)
    return FALSE;
  if (n_bytes <= MCP_MODEL_STREAM_LIMIT - self->bytes)
    {
      self->bytes += n_bytes;
      return TRUE;
    }
  self->error = mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                               "The model's response is larger than %u MiB",
                               MCP_MODEL_STREAM_LIMIT / 1024 / 1024);
  return FALSE;
}

/* Returns: (nullable): where nothing is taken in any more, or there is no such block */
static Part *
get_part (McpModelDraft *self, guint block)
{
  return self->error == NULL && block < self->parts->len ? self->parts->pdata[block] : NULL;
}

void
mcp_model_draft_overflow (McpModelDraft *self)
{
  if (self->error == NULL)
    self->error =
        mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE, "The model's response has more than %u parts",
                       MCP_MODEL_MAX_BLOCKS);
}

static Part *
add_part (McpModelDraft *self, McpModelBlockKind kind)
{
  if (self->parts->len >= MCP_MODEL_MAX_BLOCKS)
    mcp_model_draft_overflow (self);
  if (self->error != NULL)
    return NULL;
  Part *part = g_new0 (Part, 1);
  part->kind = kind;
  part->text = g_string_new (NULL);
  g_ptr_array_add (self->parts, part);
  return part;
}

guint
mcp_model_draft_open (McpModelDraft *self, McpModelBlockKind kind)
{
  guint block = self->parts->len;

  add_part (self, kind);
  return block;
}

guint
mcp_model_draft_open_call (McpModelDraft *self, const char *id, const char *name)
{
  guint block = self->parts->len;

  if (add_part (self, MCP_MODEL_CALL) == NULL)
    return block;
  mcp_model_draft_name_call (self, block, id, name);
  if (id == NULL && name == NULL)
    tell (self, MCP_MODEL_EVENT_CALL, block, NULL, 0);
  return block;
}

static gboolean
fill (McpModelDraft *self, char **text, const char *found)
{
  if (*text != NULL || found == NULL || *found == '\0' || !admit (self, strlen (found)))
    return FALSE;
  *text = g_strdup (found);
  return TRUE;
}

void
mcp_model_draft_name_call (McpModelDraft *self, guint block, const char *id, const char *name)
{
  Part *part = get_part (self, block);

  if (part == NULL || part->kind != MCP_MODEL_CALL)
    return;
  gboolean changed = fill (self, &part->id, id);
  changed |= fill (self, &part->name, name);
  if (changed)
    tell (self, MCP_MODEL_EVENT_CALL, block, NULL, 0);
}

void
mcp_model_draft_note (McpModelDraft *self, const char *what, const char *name)
{
  guint block = mcp_model_draft_open (self, MCP_MODEL_NOTICE);

  mcp_model_draft_append (self, block, what, -1);
  if (name != NULL)
    {
      mcp_model_draft_append (self, block, ": ", -1);
      mcp_model_draft_append (self, block, name, -1);
    }
  mcp_model_draft_close (self, block);
}

void
mcp_model_draft_add_image (McpModelDraft *self, const char *mime_type, GBytes *data)
{
  guint block = self->parts->len;
  Part *part = admit (self, g_bytes_get_size (data)) ? add_part (self, MCP_MODEL_IMAGE) : NULL;

  if (part == NULL)
    return;
  part->image = mcp_model_block_new_image (mime_type, data);
  mcp_model_draft_close (self, block);
}

gboolean
mcp_model_draft_add_base64 (McpModelDraft *self, const char *mime_type, McpJsonValue data)
{
  g_autofree char *text = mcp_json_value_dup_string (data, NULL);
  gsize            length;

  if (text == NULL || *text == '\0' || !g_str_has_prefix (mime_type, "image/"))
    return FALSE;
  guchar *decoded = g_base64_decode (text, &length);
  g_autoptr (GBytes) bytes = g_bytes_new_take (decoded, length);
  mcp_model_draft_add_image (self, mime_type, bytes);
  return TRUE;
}

void
mcp_model_draft_append (McpModelDraft *self, guint block, const char *text, gssize length)
{
  Part *part = get_part (self, block);
  gsize size = length < 0 ? strlen (text) : (gsize)length;

  if (part == NULL || part->closed || size == 0 || !admit (self, size))
    return;
  g_string_append_len (part->text, text, (gssize)size);
  tell (self, part->kind == MCP_MODEL_CALL ? MCP_MODEL_EVENT_ARGUMENTS : MCP_MODEL_EVENT_TEXT,
        block, part->text->str + part->text->len - size, size);
}

void
mcp_model_draft_append_value (McpModelDraft *self, guint block, McpJsonValue text)
{
  g_autofree char *piece = mcp_json_value_dup_string (text, NULL);

  if (piece != NULL)
    mcp_model_draft_append (self, block, piece, -1);
}

void
mcp_model_draft_add (McpModelDraft    *self,
                     McpModelBlockKind kind,
                     const char       *text,
                     gssize            length)
{
  guint last = self->parts->len - 1;
  Part *part = get_part (self, last);

  if (length == 0 || (length < 0 && *text == '\0'))
    return;
  if (part == NULL || part->kind != kind || part->closed)
    {
      if (part != NULL && part->kind != MCP_MODEL_CALL)
        mcp_model_draft_close (self, last);
      last = mcp_model_draft_open (self, kind);
    }
  mcp_model_draft_append (self, last, text, length);
}

void
mcp_model_draft_add_value (McpModelDraft *self, McpModelBlockKind kind, McpJsonValue text)
{
  g_autofree char *piece = mcp_json_value_dup_string (text, NULL);

  if (piece != NULL)
    mcp_model_draft_add (self, kind, piece, -1);
}

void
mcp_model_draft_replace (McpModelDraft *self, guint block, const char *text, gssize length)
{
  Part *part = get_part (self, block);
  gsize size = length < 0 ? strlen (text) : (gsize)length;

  if (part == NULL || part->closed ||
      (size == part->text->len && memcmp (text, part->text->str, size) == 0))
    return;
  if (part->text->len == 0)
    {
      mcp_model_draft_append (self, block, text, (gssize)size);
      return;
    }
  if (!admit (self, size))
    return;
  g_string_truncate (part->text, 0);
  g_string_append_len (part->text, text, (gssize)size);
  tell (self, MCP_MODEL_EVENT_REPLACED, block, part->text->str, size);
}

void
mcp_model_draft_close (McpModelDraft *self, guint block)
{
  Part *part = get_part (self, block);

  if (part == NULL || part->closed)
    return;
  part->closed = TRUE;
  tell (self, MCP_MODEL_EVENT_CLOSED, block, part->text->str, part->text->len);
}

void
mcp_model_draft_drop (McpModelDraft *self, guint block)
{
  Part *part = get_part (self, block);

  if (part != NULL && part->kind == MCP_MODEL_CALL)
    part->dropped = TRUE;
}

gboolean
mcp_model_draft_is_open (McpModelDraft *self, guint block)
{
  const Part *part = get_part (self, block);

  return part != NULL && !part->closed;
}

const char *
mcp_model_draft_get_text (McpModelDraft *self, guint block)
{
  const Part *part = block < self->parts->len ? self->parts->pdata[block] : NULL;

  return part != NULL ? part->text->str : "";
}

const char *
mcp_model_draft_get_id (McpModelDraft *self, guint block)
{
  const Part *part = block < self->parts->len ? self->parts->pdata[block] : NULL;

  return part != NULL ? part->id : NULL;
}

const char *
mcp_model_draft_get_name (McpModelDraft *self, guint block)
{
  const Part *part = block < self->parts->len ? self->parts->pdata[block] : NULL;

  return part != NULL ? part->name : NULL;
}

guint
mcp_model_draft_get_length (McpModelDraft *self)
{
  return self->parts->len;
}

void
mcp_model_draft_update_usage (McpModelDraft *self, const McpModelUsage *usage, McpJsonValue raw)
{
  mcp_model_usage_update (&self->turn->usage, usage);
  if (mcp_json_value_get_length (raw) <= MCP_EVIDENCE_LIMIT)
    {
      g_free (self->turn->usage_text);
      self->turn->usage_text = mcp_json_value_dup_text (raw);
    }
  tell (self, MCP_MODEL_EVENT_USAGE, G_MAXUINT, NULL, 0);
}

void
mcp_model_draft_restart (McpModelDraft *self)
{
  if (self->parts->len == 0)
    return;
  g_ptr_array_set_size (self->parts, 0);
  tell (self, MCP_MODEL_EVENT_RESTARTED, G_MAXUINT, NULL, 0);
}

MCP_DEFINE_PLAIN_GETTER (const GError *, McpModelDraft, mcp_model_draft, error)

/* Returns: (transfer full): an id that no call of the draft has */
static char *
dup_free_id (McpModelDraft *self, guint *last)
{
  for (;;)
    {
      g_autofree char *id = g_strdup_printf ("call_%u", ++*last);
      gboolean         taken = FALSE;

      for (guint i = 0; i < self->parts->len; i++)
        taken |= g_strcmp0 (((const Part *)self->parts->pdata[i])->id, id) == 0;
      if (!taken)
        return g_steal_pointer (&id);
    }
}

void
mcp_model_draft_fill_ids (McpModelDraft *self)
{
  guint last_id = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->kind != MCP_MODEL_CALL || part->id != NULL)
        continue;
      part->id = dup_free_id (self, &last_id);
      tell (self, MCP_MODEL_EVENT_CALL, i, NULL, 0);
    }
}

static McpModelBlock *
make_block (const Part *part)
{
  if (part->image != NULL)
    return mcp_model_block_ref (part->image);
  if (part->kind == MCP_MODEL_CALL)
    return mcp_model_block_new_call (part->id, part->name != NULL ? part->name : "",
                                     part->text->str);
  return mcp_model_block_new (part->kind, part->text->str, (gssize)part->text->len);
}

McpModelTurn *
mcp_model_draft_finish (McpModelDraft *self, gboolean cut)
{
  mcp_model_draft_fill_ids (self);
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->dropped || (part->kind == MCP_MODEL_CALL && cut && !part->closed))
        continue;
      mcp_model_draft_close (self, i);
      mcp_model_turn_take_block (self->turn, make_block (part));
    }
  if (cut)
    self->turn->stop = MCP_MODEL_STOP_CUT;
  return g_steal_pointer (&self->turn);
}
