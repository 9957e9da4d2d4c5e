/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-objects.h"

#include "app-object-words.h"
#include "mcp-json-document.h"
#include "mcp-json-memory.h"
#include "mcp-object.h"
#include "store-error.h"
#include "store-redis-backend.h"
#include "store-sqlite-backend.h"

#include <glib/gi18n.h>
#include <string.h>

/* The key under which a backend keeps why its list could not be read. */
#define UNREAD_DATA "unread"
/* Objects and history. */
#define FILE_NAME "spyglass.db"

struct _AppObjects
{
  GObject parent_instance;

  char          *path;
  gboolean       closed;
  StoreBackend  *redis;    /* (nullable): until there is a list */
  StoreDatabase *database; /* (nullable): until it is needed */
  StoreHistory  *history;
  GPtrArray     *backends; /* of StoreBackend */
};

G_DEFINE_FINAL_TYPE (AppObjects, app_objects, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (AppObjects, app_objects)
{
  app_objects_close (self);
}

MCP_DEFINE_FINALIZE (AppObjects, app_objects)
{
  g_ptr_array_unref (self->backends);
  g_free (self->path);
}

static void
app_objects_class_init (AppObjectsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_objects_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_objects_finalize;
}

static void
app_objects_init (AppObjects *self)
{
  self->backends = g_ptr_array_new_with_free_func (g_object_unref);
}

AppObjects *
app_objects_new (const char *folder, const char *redis, GError **error)
{
  g_autoptr (AppObjects) self = g_object_new (APP_TYPE_OBJECTS, NULL);

  if (redis != NULL && (self->redis = store_redis_backend_new (redis, NULL, error)) == NULL)
    return NULL;
  self->path = folder != NULL
                   ? g_build_filename (folder, FILE_NAME, NULL)
                   : g_build_filename (g_get_user_data_dir (), "spyglass", FILE_NAME, NULL);
  return g_steal_pointer (&self);
}

/* Opened when something is to be kept or read: a command that does neither leaves the file alone,
 * and SQLite. */
static void
open_file (AppObjects *self)
{
  if (self->database != NULL || self->closed)
    return;
  self->database = store_database_new (self->path);
  self->history = store_history_new (self->database);
}

static void
open_backends (AppObjects *self)
{
  open_file (self);
  if (self->backends->len > 0 || self->closed)
    return;
  g_ptr_array_add (self->backends, store_sqlite_backend_new (self->database));
  if (self->redis != NULL)
    g_ptr_array_add (self->backends, g_steal_pointer (&self->redis));
}

void
app_objects_close (AppObjects *self)
{
  g_return_if_fail (APP_IS_OBJECTS (self));

  self->closed = TRUE;
  g_ptr_array_set_size (self->backends, 0);
  g_clear_object (&self->redis);
  g_clear_object (&self->history);
  if (self->database != NULL)
    store_database_close (self->database);
  g_clear_object (&self->database);
}

GPtrArray *
app_objects_get_backends (AppObjects *self)
{
  g_return_val_if_fail (APP_IS_OBJECTS (self), NULL);
  open_backends (self);
  return self->backends;
}

StoreBackend *
app_objects_find_backend (AppObjects *self, const char *name, GError **error)
{
  g_return_val_if_fail (APP_IS_OBJECTS (self), NULL);

  open_backends (self);
  for (guint i = 0; i < self->backends->len; i++)
    if (name == NULL || g_str_equal (store_backend_get_name (self->backends->pdata[i]), name))
      return self->backends->pdata[i];
  g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND,
               g_strcmp0 (name, "redis") == 0
                   ? _ ("No Redis server is set for “%s”.")
                   : _ ("There is no object store “%s”. Use sqlite or redis."),
               name);
  return NULL;
}

StoreHistory *
app_objects_get_history (AppObjects *self)
{
  g_return_val_if_fail (APP_IS_OBJECTS (self), NULL);
  open_file (self);
  return self->history;
}

/* Loading: one reading for each backend. */

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  guint  *left = g_task_get_task_data (task);
  GError *error = NULL;

  /* The others have their lists all the same. */
  store_backend_refresh_finish (STORE_BACKEND (source), result, &error);
  g_object_set_data_full (source, UNREAD_DATA, error,
                          error != NULL ? (GDestroyNotify)g_error_free : NULL);
  if (--*left == 0)
    g_task_return_boolean (task, TRUE);
}

void
app_objects_load_async (AppObjects         *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_return_if_fail (APP_IS_OBJECTS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  open_backends (self);
  g_task_set_task_data (task, g_memdup2 (&self->backends->len, sizeof self->backends->len),
                        g_free);
  for (guint i = 0; i < self->backends->len; i++)
    store_backend_refresh_async (self->backends->pdata[i], cancellable, on_loaded,
                                 g_object_ref (task));
}

void
app_objects_load_finish (AppObjects *self, GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, self));
  g_task_propagate_boolean (G_TASK (result), NULL);
}

/* Takes "sqlite/obj_001" apart. @only: (out) (nullable): %NULL for a bare id */
static gboolean
split_name (AppObjects    *self,
            const char    *name,
            const char   **id,
            StoreBackend **only,
            GError       **error)
{
  const char      *slash = strchr (name, '/');
  g_autofree char *backend = slash != NULL ? g_strndup (name, (gsize)(slash - name)) : NULL;

  *id = slash != NULL ? slash + 1 : name;
  *only = slash != NULL ? app_objects_find_backend (self, backend, error) : NULL;
  return slash == NULL || *only != NULL;
}

/* @only: (nullable): the store that is looked at, %NULL for all of them. One that could not be
 * read does not say that there is nothing. */
static gboolean
check_read (AppObjects *self, StoreBackend *only, GError **error)
{
  g_autoptr (GString) told = g_string_new ("");
  const GError *problem = NULL;

  for (guint i = 0; i < self->backends->len; i++)
    {
      StoreBackend *backend = self->backends->pdata[i];
      const GError *unread = g_object_get_data (G_OBJECT (backend), UNREAD_DATA);

      if ((only != NULL && backend != only) || unread == NULL)
        continue;
      problem = unread;
      if (told->len > 0)
        g_string_append_c (told, '\n');
      /* Translators: a store, such as "sqlite", and why */
      g_string_append_printf (told, _ ("The store “%s” cannot be read: %s"),
                              store_backend_get_name (backend), problem->message);
    }
  if (problem == NULL)
    return TRUE;
  g_set_error_literal (error, problem->domain, problem->code, told->str);
  return FALSE;
}

gboolean
app_objects_check_read (AppObjects *self, GError **error)
{
  g_return_val_if_fail (APP_IS_OBJECTS (self), FALSE);
  return check_read (self, NULL, error);
}

StoreBackend *
app_objects_locate (AppObjects *self, const char *name, StoreObjectEntry **entry, GError **error)
{
  g_return_val_if_fail (APP_IS_OBJECTS (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  const char   *id;
  StoreBackend *only;
  StoreBackend *found = NULL;

  if (!split_name (self, name + (name[0] == '@'), &id, &only, error))
    return NULL;
  for (guint i = 0; i < self->backends->len; i++)
    {
      StoreBackend     *backend = self->backends->pdata[i];
      StoreObjectEntry *here = store_entry_list_find (store_backend_get_entries (backend), id);

      if (here == NULL || (only != NULL && backend != only))
        continue;
      if (found != NULL)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE,
                       _ ("Several stores have “%s”. Use %s/%s or %s/%s."), id,
                       store_backend_get_name (found), id, store_backend_get_name (backend), id);
          return NULL;
        }
      found = backend;
      *entry = here;
    }
  if (found == NULL && check_read (self, only, error))
    g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, _ ("There is no object “%s”."), name);
  return found;
}

StoreObject *
app_objects_finish_get (StoreBackend *backend, GAsyncResult *result, GError **error)
{
  g_autoptr (StoreObject) object = store_backend_get_finish (backend, result, error);

  if (object == NULL || mcp_json_memory_has_room (store_object_get_size (object)))
    return g_steal_pointer (&object);
  g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
               /* Translators: %s is the id of an object, such as obj_001 */
               _ ("There is not enough memory for the object “%s”."), store_object_get_id (object));
  return NULL;
}

const char *
app_objects_get_type_name (const StoreObjectFacts *facts)
{
  g_return_val_if_fail (facts != NULL, NULL);

  if (facts->kind == STORE_OBJECT_BLOB)
    return _ ("data");
  if (facts->kind == STORE_OBJECT_TEXT)
    return _ ("text");
  const char *json = app_object_get_json_kind (facts->type_name);
  return json != NULL ? json : facts->type_name;
}

StoreObject *
app_objects_new_object (GBytes *bytes)
{
  g_return_val_if_fail (bytes != NULL, NULL);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (document != NULL)
    return store_object_new_document (document, NULL, NULL);
  if (length == 0 || g_utf8_validate_len (data, length, NULL))
    return store_object_new_text (bytes, NULL, NULL);
  return store_object_new_blob (bytes, NULL, NULL);
}
