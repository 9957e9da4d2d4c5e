/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-memory.h"

#include "mcp-object.h"
#include "store-file-lock.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#define VERSION 1
#define FOLDER "memory"
/* All kinds of a server, with escapes: more was not written by this program. */
#define MAX_FILE_BYTES (64 * 1024 * 1024)

typedef struct
{
  const char *name;     /* of the member, and of the folder of earlier versions */
  const char *old_list; /* (nullable): where in an earlier version's file the names were */
  const char *file;     /* (nullable): the name of a file for all servers; no id leads to it */
} Kind;

static const Kind kinds[] = {
  [STORE_MEMORY_APPROVED] = { "approved", "tools", NULL },
  [STORE_MEMORY_ANSWERS] = { "answers", NULL, NULL },
  [STORE_MEMORY_ARGUMENTS] = { "arguments", "arguments", NULL },
  [STORE_MEMORY_DRAFTS] = { "drafts", NULL, NULL },
  [STORE_MEMORY_SESSION] = { "sessions", NULL, NULL },
  [STORE_MEMORY_SENT] = { "sent", NULL, NULL },
  [STORE_MEMORY_OPENING] = { "opening", NULL, NULL },
  [STORE_MEMORY_COMPOSER] = { "composer", NULL, "@composer.json" },
};

struct _StoreMemory
{
  GObject parent_instance;

  const Kind *kind;
  char       *path;     /* (nullable) */
  char       *old_path; /* (nullable): of an earlier version */
  JsonObject *entries;  /* (nullable): until it is read; name → JSON text */

  GMutex      writing; /* held while the file is written */
  GMutex      lock;    /* of what follows; never held for long */
  JsonObject *pending; /* (nullable): what is not written yet; null for what goes */
};

G_DEFINE_FINAL_TYPE (StoreMemory, store_memory, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (StoreMemory, store_memory)

MCP_DEFINE_FINALIZE (StoreMemory, store_memory)
{
  g_mutex_clear (&self->writing);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->old_path);
  g_clear_pointer (&self->entries, json_object_unref);
  g_clear_pointer (&self->pending, json_object_unref);
}

static void
store_memory_init (StoreMemory *self)
{
  g_mutex_init (&self->writing);
  g_mutex_init (&self->lock);
}

/* An id is any text; a name of a file is not, and neither is one that begins with a point. */
static char *
make_file_name (const char *id)
{
  g_autofree char *escaped = g_uri_escape_string (id, NULL, TRUE);

  return g_strdup_printf ("%s%s.json", escaped[0] == '.' ? "_" : "", escaped);
}

StoreMemory *
store_memory_new (const char *folder, const char *id, StoreMemoryKind kind)
{
  StoreMemory     *self = g_object_new (STORE_TYPE_MEMORY, NULL);
  g_autofree char *name = NULL;

  self->kind = &kinds[kind];
  if (self->kind->file != NULL)
    id = self->kind->name;
  if (folder == NULL || id == NULL || id[0] == '\0')
    return self;
  name = make_file_name (id);
  self->path =
      g_build_filename (folder, FOLDER, self->kind->file != NULL ? self->kind->file : name, NULL);
  self->old_path = g_build_filename (folder, self->kind->name, name, NULL);
  return self;
}

/* Reading */

/* Returns: (transfer full) (nullable): all that the file says, nothing where it cannot be read;
 * %NULL where it is not ours to change */
static JsonObject *
read_file (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  GStatBuf status;

  if (g_stat (path, &status) != 0 || status.st_size > MAX_FILE_BYTES ||
      !json_parser_load_from_file (parser, path, NULL))
    return json_object_new ();
  JsonNode *root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return json_object_new ();
  JsonObject *all = json_node_get_object (root);
  if (json_object_get_int_member_with_default (all, "version", VERSION) > VERSION)
    return NULL;
  return json_object_ref (all);
}

/* Returns: (transfer none) (nullable): the list of a kind, where it is one */
static JsonObject *
get_list (JsonObject *all, const Kind *kind)
{
  JsonNode *node = json_object_get_member (all, kind->name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static void
put (JsonObject *object, const char *name, const char *text)
{
  /* What is set last comes last. */
  json_object_remove_member (object, name);
  if (text != NULL)
    json_object_set_string_member (object, name, text);
}

static gboolean
fits (JsonObject *list)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;
  gsize          bytes = 0;

  json_object_iter_init (&iter, list);
  while (json_object_iter_next (&iter, &name, &node))
    if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_string (node) != NULL)
      bytes += strlen (json_node_get_string (node));
  return bytes <= STORE_MEMORY_MAX_BYTES;
}

static void
set_pending (StoreMemory *self, const char *name, const char *text)
{
  if (self->pending == NULL)
    self->pending = json_object_new ();
  json_object_remove_member (self->pending, name);
  if (text != NULL)
    json_object_set_string_member (self->pending, name, text);
  else
    json_object_set_null_member (self->pending, name);
}

static void start_writing (StoreMemory *self);

/* What an earlier version kept in a file of its own. */
static void
read_old_file (StoreMemory *self)
{
  g_autofree char *text = NULL;
  gsize            length;
  GStatBuf         status;
  McpJsonValue     list, name, value;
  McpJsonIter      iter;

  if (g_stat (self->old_path, &status) != 0 || status.st_size > STORE_MEMORY_MAX_BYTES ||
      !g_file_get_contents (self->old_path, &text, &length, NULL))
    return;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  if (document == NULL)
    return;
  list = mcp_json_document_get_root (document);
  if (self->kind->old_list != NULL)
    list = mcp_json_value_get_member (list, self->kind->old_list);
  mcp_json_iter_init (&iter, list);
  g_mutex_lock (&self->lock);
  while (mcp_json_value_get_kind (list) == MCP_JSON_OBJECT &&
         mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *kept = mcp_json_value_dup_text (value);

      put (self->entries, key, kept);
      set_pending (self, key, kept);
    }
  g_mutex_unlock (&self->lock);
  start_writing (self);
}

static void
ensure_read (StoreMemory *self)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  if (self->entries != NULL)
    return;
  self->entries = json_object_new ();
  if (self->path == NULL)
    return;
  g_autoptr (JsonObject) all = read_file (self->path);
  if (all == NULL)
    {
      g_info ("“%s” was written by a newer version", self->path);
      g_clear_pointer (&self->path, g_free);
      return;
    }
  JsonObject *list = get_list (all, self->kind);
  if (list == NULL)
    {
      read_old_file (self);
      return;
    }
  if (!fits (list))
    return;
  json_object_iter_init_ordered (&iter, list);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_string (node) != NULL)
      put (self->entries, name, json_node_get_string (node));
}

/* Writing */

/* Puts into the file what is pending, if it may be changed. Returns: (transfer full) (nullable) */
static char *
print_with (StoreMemory *self, JsonObject *pending)
{
  g_autoptr (JsonObject) all = read_file (self->path);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  if (all == NULL)
    return NULL;
  json_object_set_int_member (all, "version", VERSION);
  JsonObject *list = get_list (all, self->kind);
  if (list == NULL)
    {
      list = json_object_new ();
      json_object_set_object_member (all, self->kind->name, list);
    }
  json_object_iter_init_ordered (&iter, pending);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    put (list, name, JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_get_string (node));
  json_node_set_object (root, all);
  return json_to_string (root, FALSE);
}

/* The folder goes with its last file. */
static void
remove_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_unlink (path) == 0)
    g_rmdir (folder);
}

static gboolean
write_file (StoreMemory *self, JsonObject *pending, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  int              lock = store_file_lock (folder, error);
  gboolean         written;

  if (lock < 0)
    return FALSE;
  g_mkdir_with_parents (folder, 0700);
  g_autofree char *text = print_with (self, pending);
  written = text == NULL || g_file_set_contents_full (self->path, text, -1,
                                                      G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
  close (lock);
  if (written && text != NULL)
    remove_file (self->old_path);
  return written;
}

/* Writes what waits, if anything does: whoever comes second finds nothing and writes nothing. */
static void
write_pending (StoreMemory *self)
{
  g_autoptr (JsonObject) pending = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_lock (&self->writing);
  g_mutex_lock (&self->lock);
  pending = g_steal_pointer (&self->pending);
  g_mutex_unlock (&self->lock);
  if (pending != NULL && !write_file (self, pending, &error))
    g_info ("What is remembered of a server could not be written: %s", error->message);
  g_mutex_unlock (&self->writing);
}

static void
write_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  write_pending (STORE_MEMORY (source));
  g_task_return_boolean (task, TRUE);
}

static void
start_writing (StoreMemory *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, start_writing);
  g_task_run_in_thread (task, write_in_worker);
}

/* What is remembered */

GStrv
store_memory_dup_names (StoreMemory *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonObjectIter iter;
  const char    *name;

  g_return_val_if_fail (STORE_IS_MEMORY (self), NULL);

  ensure_read (self);
  json_object_iter_init_ordered (&iter, self->entries);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    g_strv_builder_add (names, name);
  return g_strv_builder_end (names);
}

const char *
store_memory_get (StoreMemory *self, const char *name)
{
  g_return_val_if_fail (STORE_IS_MEMORY (self) && name != NULL, NULL);

  ensure_read (self);
  return json_object_get_string_member_with_default (self->entries, name, NULL);
}

McpJsonDocument *
store_memory_read (StoreMemory *self, const char *name)
{
  const char *text = store_memory_get (self, name);

  return text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
}

void
store_memory_set (StoreMemory *self, const char *name, const char *text)
{
  g_return_if_fail (STORE_IS_MEMORY (self) && name != NULL);

  ensure_read (self);
  put (self->entries, name, text);
  if (self->path == NULL)
    return;
  g_mutex_lock (&self->lock);
  gboolean waits = self->pending != NULL;
  set_pending (self, name, text);
  g_mutex_unlock (&self->lock);
  if (!waits)
    start_writing (self);
}

void
store_memory_take (StoreMemory *self, const char *name, char *text)
{
  store_memory_set (self, name, text);
  g_free (text);
}

void
store_memory_flush (StoreMemory *self)
{
  g_return_if_fail (STORE_IS_MEMORY (self));

  if (self->path != NULL)
    write_pending (self);
}

void
store_memory_forget (const char *folder, const char *id)
{
  g_autofree char *name = make_file_name (id);
  g_autofree char *path = g_build_filename (folder, FOLDER, name, NULL);

  remove_file (path);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *old_path = g_build_filename (folder, kinds[i].name, name, NULL);

      if (kinds[i].file == NULL)
        remove_file (old_path);
    }
}
