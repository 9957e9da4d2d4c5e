/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-redis-backend.h"

#include "store-error.h"
#include "store-limits.h"
#include "store-redis.h"

#include "mcp-json-writer.h"
#include "mcp-object.h"

#include <string.h>

#define PREFIX "obj_"
#define BESIDE "spyglass:"
/* Seconds between two looks at what other programs did. */
#define INTERVAL_S 5
/* Of a value, to tell its type: a number is shorter, or tells it in its first digits. */
#define HEAD "31"
/* Counts what was changed of objects, so that whoever knows them reads them again only then. */
#define CHANGES BESIDE "changes"
/* Keys of one step of SCAN, and of what is asked of each; the server does other things in between,
 * and so do we. */
#define SCAN_COUNT "1000"
#define STEP 1000

struct _StoreRedisBackend
{
  StoreBackend parent_instance;

  StoreRedis *redis;
  guint       interval;
  guint       refresh; /* a source */
};

G_DEFINE_FINAL_TYPE (StoreRedisBackend, store_redis_backend, STORE_TYPE_BACKEND)

static const char *const kinds[] = { "json", "text", "blob" };

/* State: what the last exchange with the server said. */
static void
note_outcome (GTask *task, const GError *error)
{
  StoreBackend *self = g_task_get_source_object (task);

  if (error == NULL)
    store_backend_set_state (self, STORE_BACKEND_READY, NULL);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    store_backend_set_state (self, STORE_BACKEND_UNAVAILABLE, error);
}

/* Returns: (transfer full) (nullable): the replies; @task has failed where there are none, or where
 * one of them is an error */
static GPtrArray *
finish_send (GTask *task, GObject *redis, GAsyncResult *result)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) replies = store_redis_send_finish (STORE_REDIS (redis), result, &error);

  note_outcome (task, error);
  for (guint i = 0; replies != NULL && i < replies->len && error == NULL; i++)
    store_redis_reply_is_error (replies->pdata[i], &error);
  if (error == NULL)
    return g_steal_pointer (&replies);
  g_task_return_error (task, error);
  return NULL;
}

static void
send (GTask *task, StoreRedisBatch *batch, GAsyncReadyCallback done)
{
  StoreRedisBackend *self = g_task_get_source_object (task);

  store_redis_send_async (self->redis, batch, g_task_get_cancellable (task), done,
                          g_object_ref (task));
}

static char *
name_beside (const char *id)
{
  return g_strconcat (BESIDE, id, NULL);
}

/* Put */

/* Returns: (transfer full): JSON, compact as the servers write it */
static GBytes *
encode (StoreObject *object)
{
  if (store_object_get_kind (object) != STORE_OBJECT_JSON)
    return store_object_dup_json (object);
  char *compact = mcp_json_value_print_compact (store_object_get_value (object));
  return g_bytes_new_take (compact, strlen (compact));
}

static void
add_field (StoreRedisBatch *batch, const char *key, const char *field, const char *text)
{
  if (text == NULL)
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  store_redis_batch_add_value (batch, "HSET", key, field, bytes);
}

static void
add_number (StoreRedisBatch *batch, const char *key, const char *field, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  add_field (batch, key, field, text);
}

static void
add_beside (StoreRedisBatch *batch, const StoreObjectFacts *facts, gint64 ttl)
{
  g_autofree char *key = name_beside (facts->id);
  g_autofree char *seconds = g_strdup_printf ("%" G_GINT64_FORMAT, ttl);

  add_field (batch, key, "kind", kinds[facts->kind]);
  add_field (batch, key, "type", facts->type_name);
  add_number (batch, key, "length", facts->length);
  add_number (batch, key, "time", facts->time);
  add_field (batch, key, "name", facts->name);
  add_field (batch, key, "server", facts->server);
  add_field (batch, key, "tool", facts->tool);
  if (ttl > 0)
    store_redis_batch_add (batch, "EXPIRE", key, seconds, NULL);
}

/* What is kept, on its way there. */
typedef struct
{
  StoreObject      *object;
  char             *id;
  char             *name; /* (nullable) */
  gint64            ttl;
  StoreObjectFacts *facts; /* once it is encoded */
} Put;

static void
put_free (Put *put)
{
  g_object_unref (put->object);
  g_free (put->id);
  g_free (put->name);
  g_clear_pointer (&put->facts, store_object_facts_free);
  g_free (put);
}

static void
on_put (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GPtrArray) replies = finish_send (task, redis, result);

  Put *put = g_task_get_task_data (task);

  if (replies != NULL)
    g_task_return_pointer (task, store_object_facts_copy (put->facts),
                           (GDestroyNotify)store_object_facts_free);
}

/* In a thread, because a value may be large. */
static void
encode_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  /* The object knows it from now on. */
  store_object_get_length (data);
  g_task_return_pointer (task, encode (data), (GDestroyNotify)g_bytes_unref);
}

static void
on_encoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Put    *put = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GBytes) value = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *seconds = g_strdup_printf ("%" G_GINT64_FORMAT, put->ttl);

  if (value == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  put->facts = store_object_facts_new (put->object, put->id);
  put->facts->name = g_strdup (put->name);
  put->facts->size = g_bytes_get_size (value);
  put->facts->expires = put->ttl > 0 ? g_get_real_time () + put->ttl * G_USEC_PER_SEC : 0;
  StoreRedisBatch *batch = store_redis_batch_new ();
  /* First what lies beside it: nobody shall see the object without. */
  add_beside (batch, put->facts, put->ttl);
  store_redis_batch_add_value (batch, put->ttl > 0 ? "SETEX" : "SET", put->facts->id,
                               put->ttl > 0 ? seconds : NULL, value);
  send (task, batch, on_put);
}

static void
store_redis_backend_put (
    StoreBackend *backend, StoreObject *object, const char *name, gint64 ttl, GTask *task)
{
  g_autofree char *uuid = g_uuid_string_random ();
  g_autoptr (GTask) encoding =
      g_task_new (backend, g_task_get_cancellable (task), on_encoded, g_object_ref (task));
  Put *put = g_new0 (Put, 1);

  put->object = g_object_ref (object);
  put->id = g_strconcat (PREFIX, uuid, NULL);
  put->name = g_strdup (name);
  put->ttl = ttl;
  g_task_set_task_data (task, put, (GDestroyNotify)put_free);
  g_task_set_task_data (encoding, g_object_ref (object), g_object_unref);
  g_task_run_in_thread (encoding, encode_in_thread);
}

/* Get */

static const char *
get_text (const redisReply *reply)
{
  return reply->type == REDIS_REPLY_STRING ? reply->str : NULL;
}

static void
free_replies (gpointer replies)
{
  g_ptr_array_unref (replies);
}

static StoreObject *
decode (GBytes *bytes, const redisReply *beside, GError **error)
{
  const char *kind = get_text (beside->element[0]);
  const char *server = get_text (beside->element[2]);
  const char *tool = get_text (beside->element[3]);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, error);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) decoded = NULL;
  gsize length = 0;

  if (document == NULL)
    {
      g_prefix_error (error, "The object in Redis is no JSON: ");
      return NULL;
    }
  text = kind != NULL && !g_str_equal (kind, "json")
             ? mcp_json_value_dup_string (mcp_json_document_get_root (document), &length)
             : NULL;
  if (text == NULL)
    return store_object_new_json (mcp_json_document_get_root (document), server, tool);
  if (g_str_equal (kind, "blob"))
    {
      g_base64_decode_inplace (text, &length);
      decoded = g_bytes_new_take (g_steal_pointer (&text), length);
      return store_object_new_blob (decoded, server, tool);
    }
  decoded = g_bytes_new_take (g_steal_pointer (&text), length);
  return store_object_new_text (decoded, server, tool);
}

/* In a thread, because a value may be large. */
static void
decode_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray  *replies = data;
  redisReply *value = replies->pdata[0];
  redisReply *beside = replies->pdata[1];
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      value->str, (gsize)value->len, free_replies, g_ptr_array_ref (replies));
  const char  *time = get_text (beside->element[1]);
  GError      *error = NULL;
  StoreObject *object = decode (bytes, beside, &error);

  if (object == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  store_object_set_time (object, time != NULL ? g_ascii_strtoll (time, NULL, 10) : 0);
  g_task_return_pointer (task, object, g_object_unref);
}

static void
on_got (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree char *id = g_strdup (g_task_get_task_data (task));
  g_autoptr (GPtrArray) replies = finish_send (task, redis, result);
  const redisReply *beside = replies != NULL ? replies->pdata[1] : NULL;

  if (replies == NULL)
    return;
  if (get_text (replies->pdata[0]) == NULL || beside->type != REDIS_REPLY_ARRAY ||
      beside->elements != 4)
    {
      g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                               "redis/%s is not there, or not any more.", id);
      return;
    }
  g_task_set_task_data (task, g_steal_pointer (&replies), free_replies);
  g_task_run_in_thread (task, decode_in_thread);
}

static void
store_redis_backend_get (StoreBackend *backend, const char *id, GTask *task)
{
  StoreRedisBatch *batch = store_redis_batch_new ();
  g_autofree char *key = name_beside (id);

  store_redis_batch_add (batch, "GET", id, NULL);
  store_redis_batch_add (batch, "HMGET", key, "kind", "time", "server", "tool", NULL);
  g_task_set_task_data (task, g_strdup (id), g_free);
  send (task, batch, on_got);
}

/* Remove and change */

static void
on_done (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GPtrArray) replies = finish_send (task, redis, result);

  if (replies != NULL)
    g_task_return_boolean (task, TRUE);
}

static void
store_redis_backend_remove (StoreBackend *backend, const char *const *ids, GTask *task)
{
  StoreRedisBatch *batch = store_redis_batch_new ();

  store_redis_batch_add (batch, "PING", NULL); /* also where there is nothing to remove */
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *key = name_beside (ids[i]);

      if (g_str_has_prefix (ids[i], PREFIX))
        store_redis_batch_add (batch, "DEL", ids[i], key, NULL);
    }
  send (task, batch, on_done);
}

static void
add_change (StoreRedisBatch *batch, const StoreObjectFacts *facts)
{
  g_autofree char *key = name_beside (facts->id);
  g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, facts->expires / 1000);

  add_field (batch, key, "name", facts->name != NULL ? facts->name : "");
  add_field (batch, key, "pinned", facts->pinned ? "1" : "");
  if (facts->expires == 0)
    {
      store_redis_batch_add (batch, "PERSIST", facts->id, NULL);
      store_redis_batch_add (batch, "PERSIST", key, NULL);
    }
  else
    {
      store_redis_batch_add (batch, "PEXPIREAT", facts->id, time, NULL);
      store_redis_batch_add (batch, "PEXPIREAT", key, time, NULL);
    }
  store_redis_batch_add (batch, "INCR", CHANGES, NULL);
}

static void
on_looked_for (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const StoreObjectFacts *facts = g_task_get_task_data (task);
  g_autoptr (GPtrArray) replies = finish_send (task, redis, result);
  const redisReply *reply = replies != NULL ? replies->pdata[0] : NULL;

  if (reply == NULL)
    return;
  if (reply->type != REDIS_REPLY_INTEGER || reply->integer == 0)
    {
      g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_NOT_FOUND,
                               "redis/%s is not there any more.", facts->id);
      return;
    }
  StoreRedisBatch *batch = store_redis_batch_new ();
  add_change (batch, facts);
  send (task, batch, on_done);
}

/* Nothing is left beside an object that has gone. */
static void
store_redis_backend_change (StoreBackend *backend, const StoreObjectFacts *facts, GTask *task)
{
  StoreRedisBatch *batch = store_redis_batch_new ();

  g_task_set_task_data (task, store_object_facts_copy (facts),
                        (GDestroyNotify)store_object_facts_free);
  store_redis_batch_add (batch, "EXISTS", facts->id, NULL);
  send (task, batch, on_looked_for);
}

/* List: SCAN until its cursor is 0 again. Of a key that is known, only the time that it has left is
 * asked then, and of others what is to be known of them. */

typedef struct
{
  StoreListing *listing;
  GPtrArray    *ids; /* of char * */
  GHashTable   *seen;
  gint64        mark;    /* that of the last listing */
  guint         n_asked; /* of the ids */
  GByteArray   *known;   /* of those that are being asked about: whether they are */
} Look;

static void
look_free (Look *look)
{
  g_clear_pointer (&look->listing, store_listing_free);
  g_hash_table_unref (look->seen);
  g_ptr_array_unref (look->ids);
  g_byte_array_unref (look->known);
  g_free (look);
}

static const char *
guess_type (const char *head)
{
  switch (head[0])
    {
    case '{':
      return "dict";
    case '[':
      return "list";
    case '"':
      return "str";
    case 't':
    case 'f':
      return "bool";
    case 'n':
      return "NoneType";
    default:
      return strpbrk (head, ".eE") != NULL ? "float" : "int";
    }
}

/* @pairs: the hash beside the object: names and values in turn */
static const char *
find_field (const redisReply *pairs, const char *name)
{
  if (pairs->type != REDIS_REPLY_ARRAY)
    return NULL;
  for (gsize i = 0; i + 1 < pairs->elements; i += 2)
    if (g_strcmp0 (get_text (pairs->element[i]), name) == 0)
      return get_text (pairs->element[i + 1]);
  return NULL;
}

static gint64
find_number (const redisReply *pairs, const char *name, gint64 fallback)
{
  const char *text = find_field (pairs, name);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : fallback;
}

static char *
dup_field (const redisReply *pairs, const char *name)
{
  const char *text = find_field (pairs, name);

  return text != NULL && text[0] != '\0' ? g_utf8_make_valid (text, -1) : NULL;
}

static StoreObjectKind
find_kind (const redisReply *pairs)
{
  const char *text = find_field (pairs, "kind");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (text, kinds[i]) == 0)
      return (StoreObjectKind)i;
  return STORE_OBJECT_JSON;
}

/* Of a key that is not known. */
enum {
  REPLY_TTL,
  REPLY_SIZE,
  REPLY_HEAD,
  REPLY_BESIDE,
  N_REPLIES
};

/* Returns: (transfer full) (nullable): %NULL where the key has gone meanwhile, or is no string */
static StoreObjectFacts *
read_facts (const char *id, gpointer *replies)
{
  const redisReply *ttl = replies[REPLY_TTL];
  const redisReply *size = replies[REPLY_SIZE];
  const redisReply *pairs = replies[REPLY_BESIDE];
  const char       *head = get_text (replies[REPLY_HEAD]);

  if (ttl->type != REDIS_REPLY_INTEGER || ttl->integer == -2 ||
      size->type != REDIS_REPLY_INTEGER || head == NULL || head[0] == '\0')
    return NULL;
  StoreObjectFacts *facts = g_new0 (StoreObjectFacts, 1);
  facts->id = g_strdup (id);
  facts->kind = find_kind (pairs);
  facts->type_name = dup_field (pairs, "type");
  if (facts->type_name == NULL)
    facts->type_name = g_strdup (guess_type (head));
  facts->length = find_number (pairs, "length", -1);
  facts->size = (guint64)size->integer;
  facts->time = find_number (pairs, "time", 0);
  facts->expires = ttl->integer > 0 ? g_get_real_time () + ttl->integer * 1000 : 0;
  facts->pinned = find_number (pairs, "pinned", 0) != 0;
  facts->name = dup_field (pairs, "name");
  facts->server = dup_field (pairs, "server");
  facts->tool = dup_field (pairs, "tool");
  return facts;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const StoreObjectFacts *first = *(StoreObjectFacts *const *)a;
  const StoreObjectFacts *second = *(StoreObjectFacts *const *)b;

  return first->time != second->time ? (first->time > second->time) - (first->time < second->time)
                                     : strcmp (first->id, second->id);
}

static const StoreObjectFacts *
find_known (GTask *task, const char *id)
{
  StoreEntryList   *entries = store_backend_get_entries (g_task_get_source_object (task));
  StoreObjectEntry *entry = store_entry_list_find (entries, id);

  return entry != NULL ? store_object_entry_get_facts (entry) : NULL;
}

/* Of a key that is known. Returns: %FALSE where it has gone */
static gboolean
take_end (StoreListing *listing, const StoreObjectFacts *known, const redisReply *ttl)
{
  StoreObjectFacts *changed;

  if (known == NULL || ttl->type != REDIS_REPLY_INTEGER || ttl->integer == -2)
    return FALSE;
  gint64 expires = ttl->integer > 0 ? g_get_real_time () + ttl->integer * 1000 : 0;
  if (!store_object_facts_ends_at (known, expires))
    {
      changed = store_object_facts_copy (known);
      changed->expires = expires;
      g_ptr_array_add (listing->facts, changed);
    }
  return TRUE;
}

static gboolean
take_facts (StoreListing *listing, const char *id, gpointer *replies)
{
  StoreObjectFacts *facts = read_facts (id, replies);

  if (facts != NULL)
    g_ptr_array_add (listing->facts, facts);
  return facts != NULL;
}

static void
take_replies (GTask *task, GPtrArray *replies)
{
  Look     *look = g_task_get_task_data (task);
  gpointer *reply = replies->pdata;

  for (guint i = 0; i < look->known->len; i++)
    {
      const char *id = look->ids->pdata[look->n_asked + i];
      gboolean    known = look->known->data[i];

      if (!(known ? take_end (look->listing, find_known (task, id), reply[REPLY_TTL])
                  : take_facts (look->listing, id, reply)))
        g_hash_table_remove (look->seen, id);
      reply += known ? 1 : N_REPLIES;
    }
  look->n_asked += look->known->len;
}

static void
return_listing (GTask *task)
{
  Look       *look = g_task_get_task_data (task);
  GListModel *entries =
      G_LIST_MODEL (store_backend_get_entries (g_task_get_source_object (task)));

  for (guint i = 0; !look->listing->whole && i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, i);
      const char *id = store_object_entry_get_facts (entry)->id;

      if (!g_hash_table_contains (look->seen, id))
        g_ptr_array_add (look->listing->gone, g_strdup (id));
    }
  g_ptr_array_sort (look->listing->facts, compare_times);
  g_task_return_pointer (task, g_steal_pointer (&look->listing),
                         (GDestroyNotify)store_listing_free);
}

static void look_at_some (GTask *task);

static void
on_looked_at (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Look   *look = g_task_get_task_data (task);
  GError *error = NULL;
  /* One that is somebody else's key says so; that is no failure of the list. */
  g_autoptr (GPtrArray) replies = store_redis_send_finish (STORE_REDIS (redis), result, &error);

  note_outcome (task, error);
  if (replies == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  take_replies (task, replies);
  if (look->n_asked < look->ids->len)
    look_at_some (task);
  else
    return_listing (task);
}

static void
ask (StoreRedisBatch *batch, const char *id, gboolean known)
{
  g_autofree char *key = name_beside (id);

  store_redis_batch_add (batch, "PTTL", id, NULL);
  if (known)
    return;
  store_redis_batch_add (batch, "STRLEN", id, NULL);
  store_redis_batch_add (batch, "GETRANGE", id, "0", HEAD, NULL);
  store_redis_batch_add (batch, "HGETALL", key, NULL);
}

static void
look_at_some (GTask *task)
{
  Look            *look = g_task_get_task_data (task);
  StoreRedisBatch *batch = store_redis_batch_new ();

  g_byte_array_set_size (look->known, 0);
  for (guint i = look->n_asked; i < look->ids->len && look->known->len < STEP; i++)
    {
      const char *id = look->ids->pdata[i];
      guint8      known = !look->listing->whole && find_known (task, id) != NULL;

      ask (batch, id, known);
      g_byte_array_append (look->known, &known, 1);
    }
  store_redis_batch_add (batch, "PING", NULL); /* where there is none */
  send (task, batch, on_looked_at);
}

/* Returns: (transfer full): the cursor of the next step; %NULL where @reply is none */
static char *
take_keys (Look *look, const redisReply *reply)
{
  const char *cursor;

  cursor = reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 ? get_text (reply->element[0])
                                                                    : NULL;
  if (cursor == NULL || reply->element[1]->type != REDIS_REPLY_ARRAY)
    return NULL;
  for (gsize i = 0; i < reply->element[1]->elements; i++)
    {
      const char *id = get_text (reply->element[1]->element[i]);

      /* A key may come twice; one that is no text cannot be an id. */
      if (id == NULL || !g_utf8_validate (id, -1, NULL) || g_hash_table_contains (look->seen, id))
        continue;
      g_ptr_array_add (look->ids, g_strdup (id));
      g_hash_table_add (look->seen, look->ids->pdata[look->ids->len - 1]);
    }
  return g_strdup (cursor);
}

/* How many changes there were decides whether what is known still holds. */
static void
begin_listing (Look *look, const redisReply *changes)
{
  const char *text = changes->type == REDIS_REPLY_ARRAY && changes->elements == 1
                         ? get_text (changes->element[0])
                         : NULL;
  gint64      mark = 1 + (text != NULL ? MAX (g_ascii_strtoll (text, NULL, 10), 0) : 0);

  look->listing = store_listing_new (mark != look->mark);
  look->listing->mark = mark;
}

static void scan (GTask *task, const char *cursor);

static void
on_scanned (GObject *redis, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Look *look = g_task_get_task_data (task);
  g_autoptr (GPtrArray) replies = finish_send (task, redis, result);

  if (replies == NULL)
    return;
  if (look->listing == NULL)
    begin_listing (look, replies->pdata[0]);
  g_autofree char *cursor = take_keys (look, replies->pdata[replies->len - 1]);
  if (cursor == NULL)
    g_task_return_new_error (task, STORE_ERROR, STORE_ERROR_FAILED,
                             "Redis answered SCAN with something else.");
  else if (g_str_equal (cursor, "0"))
    look_at_some (task);
  else
    scan (task, cursor);
}

static void
scan (GTask *task, const char *cursor)
{
  Look            *look = g_task_get_task_data (task);
  StoreRedisBatch *batch = store_redis_batch_new ();

  /* This way somebody else's key of that name is no error. */
  if (look->listing == NULL)
    store_redis_batch_add (batch, "MGET", CHANGES, NULL);
  store_redis_batch_add (batch, "SCAN", cursor, "MATCH", PREFIX "*", "COUNT", SCAN_COUNT, NULL);
  send (task, batch, on_scanned);
}

static void
store_redis_backend_list (StoreBackend *backend, gint64 mark, GTask *task)
{
  Look *look = g_new0 (Look, 1);

  look->ids = g_ptr_array_new_with_free_func (g_free);
  look->seen = g_hash_table_new (g_str_hash, g_str_equal);
  look->known = g_byte_array_new ();
  look->mark = mark;
  g_task_set_task_data (task, look, (GDestroyNotify)look_free);
  scan (task, "0");
}

/* Looking again */

static void plan_refresh (StoreRedisBackend *self);

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  /* The state says how it went. */
  store_backend_refresh_finish (STORE_BACKEND (source), result, NULL);
  plan_refresh (STORE_REDIS_BACKEND (source));
}

static gboolean
refresh (gpointer data)
{
  StoreRedisBackend *self = data;

  self->refresh = 0;
  store_backend_refresh_async (STORE_BACKEND (self), NULL, on_refreshed, NULL);
  return G_SOURCE_REMOVE;
}

static void
plan_refresh (StoreRedisBackend *self)
{
  if (self->refresh == 0 && self->redis != NULL)
    self->refresh = g_timeout_add_seconds (self->interval, refresh, self);
}

MCP_DEFINE_DISPOSE (StoreRedisBackend, store_redis_backend)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  if (self->redis != NULL)
    store_redis_close (self->redis);
  g_clear_object (&self->redis);
}

static void
store_redis_backend_class_init (StoreRedisBackendClass *klass)
{
  StoreBackendClass *backend_class = STORE_BACKEND_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = store_redis_backend_dispose;
  backend_class->name = "redis";
  backend_class->default_ttl = STORE_TTL;
  backend_class->put = store_redis_backend_put;
  backend_class->get = store_redis_backend_get;
  backend_class->remove = store_redis_backend_remove;
  backend_class->change = store_redis_backend_change;
  backend_class->list = store_redis_backend_list;
}

static void
store_redis_backend_init (StoreRedisBackend *self)
{
  self->interval = INTERVAL_S;
}

StoreBackend *
store_redis_backend_new (const char *address, const char *password, GError **error)
{
  g_return_val_if_fail (address != NULL, NULL);

  StoreRedis *redis = store_redis_new (address, password, error);

  if (redis == NULL)
    return NULL;
  StoreRedisBackend *self = g_object_new (STORE_TYPE_REDIS_BACKEND, NULL);

  self->redis = redis;
  refresh (self);
  return STORE_BACKEND (self);
}

void
store_redis_backend_set_times (StoreRedisBackend *self, guint timeout, guint interval)
{
  g_return_if_fail (STORE_IS_REDIS_BACKEND (self));

  store_redis_set_timeout (self->redis, timeout);
  self->interval = interval > 0 ? interval : INTERVAL_S;
  if (self->refresh == 0)
    return;
  g_clear_handle_id (&self->refresh, g_source_remove);
  plan_refresh (self);
}
