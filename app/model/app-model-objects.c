/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-objects.h"

#include <string.h>

#include "app-json-pointer.h"
#include "app-model-change.h"
#include "app-model-preview.h"
#include "app-model-resources.h"
#include "app-model-result.h"
#include "app-object-cache.h"
#include "app-tool-traits.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Deeper down no reference is looked for. */
#define MAX_DEPTH 200u
/* A reference is an id and a path. */
#define MAX_REFERENCE 1024u
/* Items of a list that are laid out at once; what follows is asked for again. */
#define MAX_SLICE 5000

/* The definitions of these are data: they are as the servers have them, to the byte. */
#define PATH "/io/github/spyglass_mcp/Spyglass/model/app-model-objects.json"

static const char *const tools[] = {
  [APP_MODEL_GET_OBJECT] = "get_from_object_store",
  [APP_MODEL_GET_SLICE] = "get_slice_from_object_store",
};

struct _AppModelObjects
{
  gatomicrefcount ref_count;
  GHashTable     *objects; /* id for the model → StoreObject */
  GQueue          ids;     /* the keys, the oldest first */
  GHashTable     *lost;    /* ids that were told in an earlier run; a set */
  guint64         bytes;
  gboolean        has_any;
  gboolean        prefixed;
  AppObjectCache *own; /* (nullable): of this run's memory */
};

/* An object on its way to the object cache */
typedef struct
{
  AppModelObjects *objects;
  StoreObject     *object;
} Keeping;

static void
keeping_free (Keeping *self)
{
  app_model_objects_unref (self->objects);
  g_object_unref (self->object);
  g_free (self);
}

AppModelObjects *
app_model_objects_new (void)
{
  AppModelObjects *self = g_new0 (AppModelObjects, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->lost = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_queue_init (&self->ids);
  return self;
}

void
app_model_objects_unref (AppModelObjects *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_queue_clear (&self->ids);
  g_hash_table_unref (self->objects);
  g_hash_table_unref (self->lost);
  g_clear_object (&self->own);
  g_free (self);
}

MCP_DEFINE_PLAIN_FLAG (AppModelObjects, app_model_objects, has_any)

void
app_model_objects_set_prefixed (AppModelObjects *self, gboolean prefixed)
{
  self->prefixed = prefixed;
}

/* Earlier runs */

/* A line that begins as a preview does: "@obj_007 → …" */
static void
add_lost_line (AppModelObjects *self, const char *line, gsize length)
{
  const char *arrow = *line == '@' ? g_strstr_len (line, (gssize)MIN (length, MAX_REFERENCE), " → ")
                                   : NULL;
  char       *id = arrow != NULL ? g_strndup (line + 1, (gsize)(arrow - line - 1)) : NULL;

  if (id != NULL && strpbrk (id, " .") == NULL)
    g_hash_table_add (self->lost, id);
  else
    g_free (id);
}

void
app_model_objects_add_lost (AppModelObjects *self, GPtrArray *turns)
{
  for (guint i = 0; i < turns->len; i++)
    {
      const McpModelTurn *turn = turns->pdata[i];

      for (guint j = 0; turn->role == MCP_MODEL_TOOLS && j < turn->blocks->len; j++)
        {
          const char *line = mcp_model_block_get_text (turn->blocks->pdata[j]);
          gsize       length;

          for (; *line != '\0'; line += length + (line[length] == '\n' ? 1 : 0))
            {
              length = strcspn (line, "\n");
              add_lost_line (self, line, length);
            }
        }
    }
}

/* Keeping */

static guint64
get_size (StoreObject *object)
{
  return store_object_get_size (object);
}

static void
drop_oldest (AppModelObjects *self)
{
  const char *id = g_queue_pop_head (&self->ids);

  self->bytes -= get_size (g_hash_table_lookup (self->objects, id));
  g_hash_table_remove (self->objects, id);
}

/* Ids of two stores may be alike. */
static char *
dup_id (AppModelObjects *self, const char *id)
{
  const char *prefix = self->prefixed ? APP_MODEL_OBJECTS_PREFIX "__" : "";
  char       *told = g_strconcat (prefix, id, NULL);

  for (guint number = 2; g_hash_table_contains (self->objects, told) ||
                         g_hash_table_contains (self->lost, told);
       number++)
    {
      g_free (told);
      told = g_strdup_printf ("%s%s-%u", prefix, id, number);
    }
  return told;
}

/* Returns: (transfer none): its id */
static const char *
add_object (AppModelObjects *self, StoreObject *object, const char *id)
{
  char *told = dup_id (self, id);

  g_hash_table_insert (self->objects, told, g_object_ref (object));
  g_queue_push_tail (&self->ids, told);
  self->bytes += get_size (object);
  self->has_any = TRUE;
  /* The newest stays, however large. */
  while (self->ids.length > 1 && (self->ids.length > APP_MODEL_OBJECTS_MAX ||
                                  self->bytes > APP_MODEL_OBJECTS_BYTES))
    drop_oldest (self);
  return told;
}

static void
on_put (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Keeping *keeping = g_task_get_task_data (task);
  GError  *error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);

  if (entry == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           g_strdup (add_object (keeping->objects, keeping->object,
                                                 store_object_entry_get_facts (entry)->id)),
                           g_free);
}

/* The value with its secrets masked. Where JSON does not survive that, it is text. */
static StoreObject *
create_object (AppSession *session, McpJsonValue value, const char *tool, AppModelMask *mask)
{
  g_autofree char *text = mcp_json_value_dup_text (value);
  g_autofree char *masked = app_model_mask_text (mask, text);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *quoted = NULL;

  if (!g_str_equal (text, masked))
    {
      document = mcp_json_document_parse_text (masked, -1, NULL);
      if (document == NULL)
        {
          quoted = mcp_json_quote (masked, -1);
          document = mcp_json_document_parse_text (quoted, -1, NULL);
        }
    }
  return store_object_new_json (document != NULL ? mcp_json_document_get_root (document) : value,
                                app_session_get_name (session), tool);
}

void
app_model_objects_keep_async (AppModelObjects    *self,
                              AppSession         *session,
                              McpJsonValue        value,
                              const char         *tool,
                              AppModelMask       *mask,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  GTask          *task = g_task_new (NULL, NULL, callback, user_data);
  AppObjectCache *object_cache = app_session_get_feature (session, APP_TYPE_OBJECT_CACHE);
  Keeping        *keeping = g_new0 (Keeping, 1);

  g_task_set_source_tag (task, app_model_objects_keep_async);
  g_atomic_ref_count_inc (&self->ref_count);
  keeping->objects = self;
  keeping->object = create_object (session, value, tool, mask);
  g_task_set_task_data (task, keeping, (GDestroyNotify)keeping_free);
  if (object_cache == NULL && self->own == NULL)
    self->own = app_object_cache_new (NULL);
  app_object_cache_put_async (object_cache != NULL ? object_cache : self->own, keeping->object,
                              NULL, on_put, task);
}

char *
app_model_objects_keep_finish (AppModelObjects *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @id: with or without "@", and a path. Returns: none where there is no such object */
static McpJsonValue
find_value (AppModelObjects *self, const char *reference)
{
  g_autofree char *path = NULL;
  g_autofree char *id = store_explorer_split_reference (reference, &path);
  StoreObject     *object = g_hash_table_lookup (self->objects, id);

  return object != NULL ? store_object_get_value (object) : MCP_JSON_NO_VALUE;
}

/* Of a long string a model sees as much as it would of a result that is just not too long. */
static guint
choose_characters (const AppModelResultFormat *result_format)
{
  return (guint)MIN ((gint64)result_format->characters,
                     MIN (result_format->target, G_MAXUINT32 / 4) * 4);
}

char *
app_model_objects_dup_preview (AppModelObjects            *self,
                               const char                 *id,
                               const AppModelResultFormat *result_format,
                               guint64                    *hidden)
{
  *hidden = 0;
  g_autofree char *text = app_model_preview (find_value (self, id), id, "", &result_format->limits,
                                             choose_characters (result_format), hidden, NULL);
  return app_model_result_cut (text != NULL ? text : "", result_format->characters, hidden);
}

/* Our tools */

McpTool *
app_model_objects_new_tool (AppModelLocalTool kind)
{
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (app_model_get_resource (), PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  McpJsonValue     all = mcp_json_document_get_root (document);
  g_autofree char *json =
      mcp_json_value_print_compact (mcp_json_value_get_item (all, kind - APP_MODEL_GET_OBJECT));
  g_autoptr (McpJsonDocument) own = mcp_json_document_parse_text (json, -1, NULL);

  return MCP_TOOL (mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (own)));
}

gboolean
app_model_objects_is_name (const char *name)
{
  for (guint i = APP_MODEL_GET_OBJECT; i < G_N_ELEMENTS (tools); i++)
    if (g_str_equal (tools[i], name))
      return TRUE;
  return FALSE;
}

static char *
dup_slice (McpJsonValue                root,
           const char                 *id,
           const char                 *path,
           McpJsonValue                arguments,
           const AppModelResultFormat *result_format,
           GError                    **error)
{
  McpJsonValue value = store_explorer_find (root, id, path, error);
  gint64       n = mcp_json_value_get_n_items (value);
  gint64       start = mcp_json_value_get_member_int64 (arguments, "start", 0);
  gint64       end = 0;
  gboolean     ends =
      mcp_json_value_get_int64 (mcp_json_value_get_member (arguments, "end"), &end);

  if (!mcp_json_value_exists (value))
    return NULL;
  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY && n > MAX_SLICE)
    {
      gint64 from = CLAMP (start < 0 ? start + n : start, 0, n);
      gint64 to = !ends ? n : CLAMP (end < 0 ? end + n : end, from, n);

      if (to - from > MAX_SLICE)
        {
          start = from;
          end = from + MAX_SLICE;
          ends = TRUE;
        }
    }
  return store_explorer_slice (root, id, path, start, ends ? &end : NULL, &result_format->limits,
                               error);
}

gboolean
app_model_objects_call (AppModelObjects            *self,
                        AppModelLocalTool           kind,
                        McpJsonValue                arguments,
                        const AppModelResultFormat *result_format,
                        char                      **text)
{
  g_autofree char *id = mcp_json_value_dup_member_string (arguments, "object_id");
  g_autofree char *path = mcp_json_value_dup_member_string (arguments, "path");
  const char      *inside = path != NULL ? path : "";
  McpJsonValue     root = find_value (self, id != NULL ? id : "");
  g_autofree char *told = NULL;
  guint64          hidden = 0;
  g_autoptr (GError) error = NULL;

  if (!mcp_json_value_exists (root))
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "Object %s not found or expired.",
                 id != NULL ? id : "");
  else if (kind == APP_MODEL_GET_OBJECT)
    told = app_model_preview (root, id, inside, &result_format->limits, result_format->characters,
                              &hidden, &error);
  else
    told = dup_slice (root, id, inside, arguments, result_format, &error);
  *text = told != NULL ? app_model_result_cut (told, result_format->characters, &hidden)
                       : g_strdup_printf ("Error executing tool %s: %s", tools[kind],
                                          error->message);
  return told != NULL;
}

/* References */

typedef struct
{
  AppModelObjects *objects;
  gboolean         is_strict; /* what looks like a reference of ours has to be one */
  const char      *text;      /* of the document */
  gsize            done;      /* bytes of it that were written */
  GString         *out;
  GString         *pointer;
  GPtrArray       *changes;
  GError          *error; /* (nullable) */
} Resolving;

static gboolean
looks_like_id (AppModelObjects *self, const char *id)
{
  const char *prefix = self->prefixed ? APP_MODEL_OBJECTS_PREFIX "__obj_" : "obj_";

  return g_str_has_prefix (id, prefix) && g_ascii_isdigit (id[strlen (prefix)]);
}

static void
put_value (Resolving *self, McpJsonValue place, McpJsonValue value)
{
  gsize start = mcp_json_value_get_start (place);

  if (self->out->len + mcp_json_value_get_length (value) > APP_MODEL_OBJECTS_MAX_ARGUMENTS)
    {
      g_set_error_literal (&self->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                           "The arguments are too large with the objects in them.");
      return;
    }
  g_autofree char *text = mcp_json_value_dup_text (value);
  g_string_append_len (self->out, self->text + self->done, (gssize)(start - self->done));
  g_string_append (self->out, text);
  self->done = start + mcp_json_value_get_length (place);
  g_ptr_array_add (self->changes, app_model_change_new (APP_MODEL_REFERENCE, self->pointer->str,
                                                        place, text));
}

static void
resolve_string (Resolving *self, McpJsonValue place)
{
  g_autofree char *path = NULL;

  if (mcp_json_value_get_length (place) > MAX_REFERENCE)
    return;
  g_autofree char *text = mcp_json_value_dup_string (place, NULL);
  if (*text != '@')
    return;
  g_autofree char *id = store_explorer_split_reference (text, &path);
  McpJsonValue     root = find_value (self->objects, text);
  if (!mcp_json_value_exists (root))
    {
      if (self->is_strict && looks_like_id (self->objects, id))
        g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                     "Object %s not found or expired.", text);
      return;
    }
  McpJsonValue value = store_explorer_find (root, text, "", &self->error);
  if (mcp_json_value_exists (value))
    put_value (self, place, value);
}

static void
resolve (Resolving *self, McpJsonValue value, guint depth)
{
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  gsize        length = self->pointer->len;
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue item;

  if (kind == MCP_JSON_STRING)
    resolve_string (self, value);
  if ((kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY) || depth > MAX_DEPTH)
    return;
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; self->error == NULL && mcp_json_iter_next (&iter, &name, &item); i++)
    {
      g_autofree char *step = kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (name, NULL)
                                                      : g_strdup_printf ("%u", i);

      app_json_pointer_append (self->pointer, step);
      resolve (self, item, depth + 1);
      g_string_truncate (self->pointer, length);
    }
}

char *
app_model_objects_resolve (AppModelObjects *self,
                           McpJsonValue     arguments,
                           McpTool         *tool,
                           GPtrArray       *changes,
                           GError         **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) pointer = g_string_new (NULL);
  gsize       length = 0;
  gsize       start = mcp_json_value_get_start (arguments);
  Resolving   resolving = { self, FALSE, NULL, start, out, pointer, changes, NULL };
  const char *text = mcp_json_value_get_text (arguments, &length);

  resolving.text = text - start;
  resolving.is_strict =
      self->has_any &&
      !app_tool_trait_has ((McpDefinition *)tool, APP_TOOL_TAKES_REFERENCES);
  resolve (&resolving, arguments, 0);
  if (resolving.error != NULL)
    {
      g_propagate_error (error, resolving.error);
      return NULL;
    }
  g_string_append_len (out, resolving.text + resolving.done,
                       (gssize)(start + length - resolving.done));
  return g_string_free (g_steal_pointer (&out), FALSE);
}
