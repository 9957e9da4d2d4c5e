/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-redis.h"

#include "mcp-json-memory.h"
#include "mcp-object.h"
#include "store-error.h"

#include <string.h>

#define DEFAULT_PORT 6379
#define READ_SIZE (64u * 1024u)
/* Of one reply: what a string of Redis may have (proto-max-bulk-len), and the words around it. */
#define MAX_REPLY (513u * 1024u * 1024u)
/* Of one reply: more than any set or list of ours. */
#define MAX_ELEMENTS 1000000
/* Less than this in the time of a response is none: a byte a second would never end. */
#define MIN_PROGRESS (16u * 1024u)

struct _StoreRedisBatch
{
  GByteArray *bytes;
  guint       n_commands;
};

/* A batch that was sent, or waits to be. */
typedef struct
{
  StoreRedisBatch *batch;
  GPtrArray       *replies; /* of redisReply */
  GTask           *task;    /* (nullable): what opens a connection has none */
} Request;

struct _StoreRedis
{
  GObject parent_instance;

  char    *host;
  guint16  port;
  gboolean tls;
  char    *user;     /* (nullable) */
  char    *password; /* (nullable) */
  guint    database;
  guint    timeout; /* s */

  GSocketClient *client;
  GCancellable  *cancellable; /* of the connection */
  GIOStream     *stream;      /* (nullable) */
  redisReader   *reader;      /* (nullable) */
  GQueue         waiting;     /* of Request: not written yet */
  GQueue         written;     /* of Request: its reply is awaited */
  gboolean       connecting;
  gboolean       writing;
  guint          deadline; /* a source */
  gsize          unread;   /* bytes since the last whole reply */
  gsize          progress; /* bytes since the deadline was put off */
  guint8        *buffer;
};

G_DEFINE_FINAL_TYPE (StoreRedis, store_redis, G_TYPE_OBJECT)

static void write_next (StoreRedis *self);
static void read_more (StoreRedis *self);

/* Batches */

StoreRedisBatch *
store_redis_batch_new (void)
{
  StoreRedisBatch *batch = g_new0 (StoreRedisBatch, 1);

  batch->bytes = g_byte_array_new ();
  return batch;
}

void
store_redis_batch_free (StoreRedisBatch *batch)
{
  g_byte_array_unref (batch->bytes);
  g_free (batch);
}

static void
add (StoreRedisBatch *batch, guint n, const char **words, const size_t *lengths)
{
  char *text = NULL;
  int   length = redisFormatCommandArgv (&text, (int)n, words, lengths);

  if (length < 0)
    g_error ("out of memory for a command of Redis");
  g_byte_array_append (batch->bytes, (const guint8 *)text, (guint)length);
  redisFreeCommand (text);
  batch->n_commands++;
}

void
store_redis_batch_add (StoreRedisBatch *batch, ...)
{
  const char *words[16];
  guint       n = 0;
  va_list     arguments;

  va_start (arguments, batch);
  while (n < G_N_ELEMENTS (words) && (words[n] = va_arg (arguments, const char *)) != NULL)
    n++;
  va_end (arguments);
  g_return_if_fail (n > 0 && n < G_N_ELEMENTS (words));
  add (batch, n, words, NULL);
}

void
store_redis_batch_add_value (StoreRedisBatch *batch,
                             const char      *command,
                             const char      *key,
                             const char      *word,
                             GBytes          *value)
{
  gsize       length;
  const char *data = g_bytes_get_data (value, &length);
  const char *words[4] = { command, key, word != NULL ? word : data, data };
  size_t      lengths[4] = { strlen (command), strlen (key), word != NULL ? strlen (word) : length,
                             length };

  add (batch, word != NULL ? 4 : 3, words, lengths);
}

/* Requests */

static void
request_free (Request *request)
{
  store_redis_batch_free (request->batch);
  g_ptr_array_unref (request->replies);
  g_clear_object (&request->task);
  g_free (request);
}

static Request *
request_new (StoreRedisBatch *batch, GTask *task)
{
  Request *request = g_new0 (Request, 1);

  request->batch = batch;
  request->replies = g_ptr_array_new_with_free_func (freeReplyObject);
  request->task = task;
  return request;
}

static void
request_fail (Request *request, const GError *error)
{
  if (request->task != NULL)
    g_task_return_error (request->task, g_error_copy (error));
  request_free (request);
}

/* The connection */

static void
drop_connection (StoreRedis *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->reader, redisReaderFree);
  g_clear_handle_id (&self->deadline, g_source_remove);
  self->connecting = self->writing = FALSE;
}

static void
fail (StoreRedis *self, const GError *error)
{
  GQueue requests = self->written;

  g_queue_init (&self->written);
  while (!g_queue_is_empty (&self->waiting))
    g_queue_push_tail (&requests, g_queue_pop_head (&self->waiting));
  drop_connection (self);
  while (!g_queue_is_empty (&requests))
    request_fail (g_queue_pop_head (&requests), error);
}

static void
fail_with (StoreRedis *self, const char *text)
{
  g_autoptr (GError) error = g_error_new (STORE_ERROR, STORE_ERROR_FAILED, "Redis at %s:%u %s",
                                          self->host, self->port, text);

  fail (self, error);
}

static gboolean
on_deadline (gpointer data)
{
  StoreRedis *self = data;

  self->deadline = 0;
  fail_with (self, "does not respond.");
  return G_SOURCE_REMOVE;
}

/* Anything that moves on puts it off. */
static void
restart_deadline (StoreRedis *self)
{
  gboolean any = self->connecting || !g_queue_is_empty (&self->written);

  self->progress = 0;
  g_clear_handle_id (&self->deadline, g_source_remove);
  if (any)
    self->deadline = g_timeout_add_seconds (self->timeout, on_deadline, self);
}

gboolean
store_redis_reply_is_error (const redisReply *reply, GError **error)
{
  static const struct
  {
    const char *prefix;
    StoreError  code;
    const char *text;
  } rows[] = {
    { "NOAUTH", STORE_ERROR_NOT_READABLE, "Redis wants a password" },
    { "WRONGPASS", STORE_ERROR_NOT_READABLE, "Redis refused the user name or the password" },
    { "ERR invalid password", STORE_ERROR_NOT_READABLE, "Redis refused the password" },
    { "NOPERM", STORE_ERROR_NOT_WRITABLE, "Redis does not allow this user to do that" },
    { "OOM", STORE_ERROR_NO_SPACE, "Redis is full" },
    { "READONLY", STORE_ERROR_NOT_WRITABLE, "This Redis is a replica that takes no writes" },
    { "MISCONF", STORE_ERROR_NOT_WRITABLE, "Redis cannot save, and takes no writes until it can" },
    { "LOADING", STORE_ERROR_BUSY, "Redis is still starting" },
    { "MOVED", STORE_ERROR_UNSUPPORTED, "Redis clusters are not supported; use a single server" },
    { "CLUSTERDOWN", STORE_ERROR_UNSUPPORTED,
      "Redis clusters are not supported; use a single server" },
  };

  if (reply->type != REDIS_REPLY_ERROR)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (reply->str, rows[i].prefix))
      {
        g_set_error (error, STORE_ERROR, (int)rows[i].code, "%s: %s", rows[i].text, reply->str);
        return TRUE;
      }
  g_set_error (error, STORE_ERROR, STORE_ERROR_FAILED, "Redis said: %s", reply->str);
  return TRUE;
}

/* AUTH and SELECT were sent before everything else: a refusal is one of all that waits. */
static void
finish_opening (StoreRedis *self, Request *request)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < request->replies->len && error == NULL; i++)
    store_redis_reply_is_error (request->replies->pdata[i], &error);
  request_free (request);
  if (error != NULL)
    fail (self, error);
}

static void
take_reply (StoreRedis *self, redisReply *reply)
{
  Request *request = g_queue_peek_head (&self->written);

  g_ptr_array_add (request->replies, reply);
  if (request->replies->len < request->batch->n_commands)
    return;
  g_queue_pop_head (&self->written);
  if (request->task == NULL)
    {
      finish_opening (self, request);
      return;
    }
  g_task_return_pointer (request->task, g_ptr_array_ref (request->replies),
                         (GDestroyNotify)g_ptr_array_unref);
  request_free (request);
}

static void
take_replies (StoreRedis *self)
{
  void *reply = NULL;

  while (self->reader != NULL && redisReaderGetReply (self->reader, &reply) == REDIS_OK)
    {
      if (reply == NULL)
        return;
      self->unread = 0;
      if (g_queue_is_empty (&self->written))
        {
          freeReplyObject (reply);
          fail_with (self, "said something that nobody had asked for.");
          return;
        }
      take_reply (self, reply);
    }
  if (self->reader != NULL)
    fail_with (self, self->reader->err == REDIS_ERR_OOM
                         ? "sends more than what was asked for can be."
                         : "does not speak the protocol of Redis. Check the port.");
}

#if HIREDIS_MAJOR == 0
static void *(*create_array) (const redisReadTask *task, int n_elements);

/* Later versions refuse a list that announces too much by themselves. This one makes room for all
 * of it, and looks at each place when it lets go of it: of two thousand million, for 20 s. */
static void *
create_short_array (const redisReadTask *task, int n_elements)
{
  return n_elements > MAX_ELEMENTS ? NULL : create_array (task, n_elements);
}

static void
limit_arrays (redisReader *reader)
{
  static redisReplyObjectFunctions functions;

  create_array = reader->fn->createArray;
  functions = *reader->fn;
  functions.createArray = create_short_array;
  reader->fn = &functions;
}
#else
static void
limit_arrays (redisReader *reader)
{
  reader->maxelements = MAX_ELEMENTS;
}
#endif

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreRedis) self = data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (self->stream == NULL ||
      G_INPUT_STREAM (source) != g_io_stream_get_input_stream (self->stream))
    return;
  if (n > 0)
    {
      self->unread += (gsize)n;
      self->progress += (gsize)n;
      if (!mcp_json_memory_has_room (self->unread))
        fail_with (self, "sends more than there is memory for.");
      else if (redisReaderFeed (self->reader, (char *)self->buffer, (size_t)n) == REDIS_OK)
        take_replies (self);
      if (self->stream != NULL && self->unread > MAX_REPLY)
        fail_with (self, "sends more than what was asked for can be.");
      if (self->stream == NULL)
        return;
      if (self->unread == 0 || self->progress >= MIN_PROGRESS)
        restart_deadline (self);
      read_more (self);
    }
  else if (n == 0)
    fail_with (self, "closed the connection.");
  else
    fail (self, error);
}

static void
read_more (StoreRedis *self)
{
  g_input_stream_read_async (g_io_stream_get_input_stream (self->stream), self->buffer, READ_SIZE,
                             G_PRIORITY_DEFAULT, self->cancellable, on_read, g_object_ref (self));
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreRedis) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error);

  if (self->stream == NULL ||
      G_OUTPUT_STREAM (source) != g_io_stream_get_output_stream (self->stream))
    return;
  self->writing = FALSE;
  if (!done)
    {
      fail (self, error);
      return;
    }
  restart_deadline (self);
  write_next (self);
}

static void
write_next (StoreRedis *self)
{
  if (self->stream == NULL || self->writing || g_queue_is_empty (&self->waiting))
    return;
  Request *request = g_queue_pop_head (&self->waiting);
  g_queue_push_tail (&self->written, request);
  self->writing = TRUE;
  restart_deadline (self);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->stream),
                                   request->batch->bytes->data, request->batch->bytes->len,
                                   G_PRIORITY_DEFAULT, self->cancellable, on_written,
                                   g_object_ref (self));
}

static void
open_session (StoreRedis *self)
{
  StoreRedisBatch *batch = store_redis_batch_new ();
  g_autofree char *database = g_strdup_printf ("%u", self->database);

  if (self->password != NULL && self->user != NULL)
    store_redis_batch_add (batch, "AUTH", self->user, self->password, NULL);
  else if (self->password != NULL)
    store_redis_batch_add (batch, "AUTH", self->password, NULL);
  if (self->database > 0)
    store_redis_batch_add (batch, "SELECT", database, NULL);
  store_redis_batch_add (batch, "PING", NULL);
  g_queue_push_head (&self->waiting, request_new (batch, NULL));
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreRedis) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || !self->connecting)
    return;
  if (connection == NULL)
    {
      g_prefix_error (&error, "Redis at %s:%u cannot be reached: ", self->host, self->port);
      fail (self, error);
      return;
    }
  self->connecting = FALSE;
  self->stream = G_IO_STREAM (g_steal_pointer (&connection));
  self->reader = redisReaderCreate ();
  limit_arrays (self->reader);
  self->unread = 0;
  self->reader->maxbuf = 0; /* a value of 100 MB is no reason to allocate it again for each reply */
  open_session (self);
  read_more (self);
  write_next (self);
}

static void
connect_if_needed (StoreRedis *self)
{
  if (self->stream != NULL || self->connecting)
    return;
  self->connecting = TRUE;
  self->cancellable = g_cancellable_new ();
  g_autoptr (GSocketConnectable) address = g_network_address_new (self->host, self->port);
  restart_deadline (self);
  g_socket_client_connect_async (self->client, address, self->cancellable, on_connected,
                                 g_object_ref (self));
}

/* The object */

MCP_DEFINE_DISPOSE (StoreRedis, store_redis)
{
  store_redis_close (self);
}

MCP_DEFINE_FINALIZE (StoreRedis, store_redis)
{
  g_clear_object (&self->client);
  g_free (self->buffer);
  g_free (self->host);
  g_free (self->user);
  g_free (self->password);
}

static void
store_redis_class_init (StoreRedisClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = store_redis_dispose;
  G_OBJECT_CLASS (klass)->finalize = store_redis_finalize;
}

static void
store_redis_init (StoreRedis *self)
{
  g_queue_init (&self->waiting);
  g_queue_init (&self->written);
  self->client = g_socket_client_new ();
  self->buffer = g_malloc (READ_SIZE);
  self->timeout = STORE_REDIS_TIMEOUT_S;
}

/* "/2", or what redis-py also takes: "?db=2". */
static gboolean
read_database (StoreRedis *self, GUri *uri, GError **error)
{
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);
  const char *text = path[0] == '/' ? path + 1 : path;
  guint64     number = 0;

  if (text[0] == '\0' && query != NULL && g_str_has_prefix (query, "db="))
    text = query + strlen ("db=");
  if (text[0] != '\0' && !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &number, NULL))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "“%s” is no number of a database. Write redis://HOST:PORT/0.", text);
      return FALSE;
    }
  self->database = (guint)number;
  return TRUE;
}

static gboolean
read_address (StoreRedis *self, const char *address, const char *password, GError **error)
{
  if (strchr (address, ',') != NULL)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                   "Several addresses are those of a Redis cluster, which is not supported. Give "
                   "the address of one server.");
      return FALSE;
    }
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_HAS_PASSWORD, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";
  self->tls = g_str_equal (scheme, "rediss");
  if (uri == NULL || (!self->tls && !g_str_equal (scheme, "redis")) ||
      g_uri_get_host (uri) == NULL || g_uri_get_host (uri)[0] == '\0')
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "This is no address of a Redis server. Write redis://HOST:PORT, or "
                   "rediss://HOST:PORT for TLS.");
      return FALSE;
    }
  self->host = g_strdup (g_uri_get_host (uri));
  self->port = g_uri_get_port (uri) > 0 ? (guint16)g_uri_get_port (uri) : DEFAULT_PORT;
  if (g_uri_get_user (uri) != NULL && g_uri_get_user (uri)[0] != '\0')
    self->user = g_strdup (g_uri_get_user (uri));
  self->password = g_strdup (g_uri_get_password (uri) != NULL ? g_uri_get_password (uri)
                                                              : password);
  return read_database (self, uri, error);
}

StoreRedis *
store_redis_new (const char *address, const char *password, GError **error)
{
  g_return_val_if_fail (address != NULL, NULL);

  g_autoptr (StoreRedis) self = g_object_new (STORE_TYPE_REDIS, NULL);

  if (!read_address (self, address, password, error))
    return NULL;
  g_socket_client_set_tls (self->client, self->tls);
  return g_steal_pointer (&self);
}

void
store_redis_close (StoreRedis *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (STORE_IS_REDIS (self));
  error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CLOSED, "The connection was closed.");
  fail (self, error);
}

void
store_redis_set_timeout (StoreRedis *self, guint seconds)
{
  g_return_if_fail (STORE_IS_REDIS (self));
  self->timeout = seconds > 0 ? seconds : STORE_REDIS_TIMEOUT_S;
}

void
store_redis_send_async (StoreRedis         *self,
                        StoreRedisBatch    *batch,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_return_if_fail (STORE_IS_REDIS (self));
  g_return_if_fail (batch != NULL && batch->n_commands > 0);

  g_queue_push_tail (&self->waiting,
                     request_new (batch, g_task_new (self, cancellable, callback, user_data)));
  connect_if_needed (self);
  write_next (self);
}

MCP_DEFINE_FINISH_POINTER (store_redis_send_finish, StoreRedis, GPtrArray)
