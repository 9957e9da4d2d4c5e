/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log.h"

#include "mcp-array-list.h"
#include "app-session.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Dropping a part at once keeps the views' work for one new entry small. */
#define DROP_PART 20
/* Messages that were sent and whose HTTP exchange has not begun yet: a handful at any time. */
#define MAX_CARRIED 256
/* Lines between a call and the same call with what the server asked for. */
#define MAX_TRIES_APART 64

typedef struct
{
  guint64 connection;
  guint64 number; /* a tap's sequence, or an exchange */
} Key;

struct _AppLog
{
  GObject parent_instance;

  AppSettings *settings;
  GPtrArray   *entries;
  GPtrArray   *kept_back; /* while paused */
  GHashTable  *requests;  /* Key of a request's sequence → AppLogEntry (borrowed) */
  GHashTable  *exchanges; /* Key of an exchange → AppLogEntry (borrowed) */
  GHashTable  *carried;   /* Key of a sent message's bytes → AppLogEntry, until it is carried */
  GHashTable  *probes;    /* name of a session → sequence of its last "server/discover" */
  AppLogSpill *spill;
  guint64      next_connection;
  guint64      next_sequence;
  guint64      dropped;
  guint64      memory;
  guint        n_spilled; /* from the front, those kept back included, whose texts are on disk */
  gboolean     paused;
};

enum {
  PROP_DROPPED = 1,
  PROP_PAUSED,
  N_PROPS
};

enum {
  ANSWERED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLog,
                               app_log,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppLog, entries, APP_TYPE_LOG_ENTRY)
                                   G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->number) ^ (guint)(key->connection * 2654435761u);
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *key_a = a;
  const Key *key_b = b;

  return key_a->connection == key_b->connection && key_a->number == key_b->number;
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
}

static void
remember (GHashTable *table, guint64 connection, guint64 number, AppLogEntry *entry)
{
  Key *key = g_new (Key, 1);

  key->connection = connection;
  key->number = number;
  g_hash_table_replace (table, key, entry);
}

static AppLogEntry *
recall (GHashTable *table, guint64 connection, guint64 number)
{
  const Key key = { connection, number };

  return number == 0 ? NULL : g_hash_table_lookup (table, &key);
}

static gboolean
entry_is (gpointer key, gpointer value, gpointer entry)
{
  return value == entry;
}

static void
forget_entry (AppLog *self, AppLogEntry *entry)
{
  self->memory -= MIN (self->memory, app_log_entry_get_memory (entry));
  g_hash_table_foreach_remove (self->requests, entry_is, entry);
  g_hash_table_foreach_remove (self->exchanges, entry_is, entry);
  g_hash_table_foreach_remove (self->carried, entry_is, entry);
}

MCP_DEFINE_DISPOSE (AppLog, app_log)
{
  g_clear_object (&self->settings);
}

MCP_DEFINE_FINALIZE (AppLog, app_log)
{
  g_hash_table_unref (self->requests);
  g_hash_table_unref (self->exchanges);
  g_hash_table_unref (self->carried);
  g_hash_table_unref (self->probes);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->kept_back);
  app_log_spill_unref (self->spill);
}

static void set_paused (AppLog *self, gboolean paused);

MCP_DEFINE_CLASS (AppLog, app_log)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_DROPPED] = { "dropped", G_TYPE_UINT64, .offset = G_STRUCT_OFFSET (AppLog, dropped) },
    [PROP_PAUSED] = { "paused", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppLog, paused),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_paused) },
  };

  object_class->dispose = app_log_dispose;
  object_class->finalize = app_log_finalize;

  signals[ANSWERED] = mcp_signal_new (klass, "answered", 1, APP_TYPE_LOG_ENTRY);

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_log_init (AppLog *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->kept_back = g_ptr_array_new_with_free_func (g_object_unref);
  self->requests = new_table ();
  self->exchanges = new_table ();
  self->carried = new_table ();
  self->probes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->spill = app_log_spill_new ();
}

AppLog *
app_log_new (AppSettings *settings)
{
  AppLog *self = g_object_new (APP_TYPE_LOG, NULL);

  g_return_val_if_fail (APP_IS_SETTINGS (settings), NULL);
  self->settings = g_object_ref (settings);
  return self;
}

static void
drop_oldest (AppLog *self)
{
  guint limit = app_settings_get_log_entries (self->settings);

  if (self->entries->len <= limit)
    return;
  guint n = MAX (self->entries->len - limit, limit / DROP_PART);
  n = MIN (n, self->entries->len - 1);
  for (guint i = 0; i < n; i++)
    forget_entry (self, self->entries->pdata[i]);
  g_ptr_array_remove_range (self->entries, 0, n);
  self->n_spilled -= MIN (self->n_spilled, n);
  self->dropped += n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DROPPED]);
}

static void
spill (AppLog *self, AppLogEntry *entry)
{
  gsize before = app_log_entry_get_memory (entry);

  app_log_entry_spill (entry, self->spill);
  gsize after = app_log_entry_get_memory (entry);
  self->memory -= MIN (self->memory, before - after);
}

/* Those that are kept back are newer than those that are in the list. */
static AppLogEntry *
get_oldest_in_memory (AppLog *self)
{
  guint n = self->n_spilled;

  if (n < self->entries->len)
    return self->entries->pdata[n];
  n -= self->entries->len;
  return n < self->kept_back->len ? self->kept_back->pdata[n] : NULL;
}

static void
spill_oldest (AppLog *self)
{
  guint64      limit = app_settings_get_log_bytes (self->settings);
  AppLogEntry *entry;

  while (self->memory > limit && (entry = get_oldest_in_memory (self)) != NULL)
    {
      spill (self, entry);
      self->n_spilled++;
    }
}

static void
set_paused (AppLog *self, gboolean paused)
{
  paused = !!paused;
  if (self->paused == paused)
    return;
  self->paused = paused;
  if (!paused && self->kept_back->len > 0)
    {
      guint before = self->entries->len;
      guint n = self->kept_back->len;

      g_ptr_array_extend_and_steal (self->entries, g_steal_pointer (&self->kept_back));
      self->kept_back = g_ptr_array_new_with_free_func (g_object_unref);
      g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n);
      drop_oldest (self);
      spill_oldest (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAUSED]);
}

static void
append (AppLog *self, AppLogEntry *entry)
{
  if (self->paused)
    {
      g_ptr_array_add (self->kept_back, g_object_ref (entry));
      /* A pause does not lift the bound. */
      if (self->kept_back->len > app_settings_get_log_entries (self->settings))
        {
          forget_entry (self, self->kept_back->pdata[0]);
          g_ptr_array_remove_index (self->kept_back, 0);
          if (self->n_spilled > self->entries->len)
            self->n_spilled--;
          self->dropped++;
          g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DROPPED]);
        }
      return;
    }
  g_ptr_array_add (self->entries, g_object_ref (entry));
  g_list_model_items_changed (G_LIST_MODEL (self), self->entries->len - 1, 0, 1);
}

/* The HTTP exchange that carries a message of ours starts right after the message was sent, with
 * the same bytes; what it did belongs to that message's entry. */
static gboolean
add_exchange (AppLog *self, guint64 connection, McpRecord *record, AppRedactor *redactor)
{
  AppLogEntry *owner = recall (self->exchanges, connection, record->exchange);

  if (owner == NULL && record->kind == MCP_RECORD_EXCHANGE_STARTED && record->text != NULL)
    {
      const Key key = { connection, (guint64)(guintptr)record->text };

      owner = g_hash_table_lookup (self->carried, &key);
      if (owner != NULL)
        {
          remember (self->exchanges, connection, record->exchange, owner);
          g_hash_table_remove (self->carried, &key);
        }
    }
  if (owner == NULL)
    return FALSE;
  gsize before = app_log_entry_get_memory (owner);
  app_log_entry_add_exchange (owner, record, redactor);
  self->memory += app_log_entry_get_memory (owner) - before;
  if (record->kind == MCP_RECORD_EXCHANGE_ENDED)
    {
      const Key key = { connection, record->exchange };

      g_hash_table_remove (self->exchanges, &key);
    }
  return TRUE;
}

static gboolean
is_exchange (McpRecord *record)
{
  return record->kind == MCP_RECORD_EXCHANGE_STARTED ||
         record->kind == MCP_RECORD_EXCHANGE_HEADERS || record->kind == MCP_RECORD_EXCHANGE_ENDED;
}

/* Who opens a session after it has asked for the modern revisions has got to know that the server
 * does not speak them. */
static void
follow_probe (AppLog *self, AppLogEntry *item)
{
  const AppLogRow *row = app_log_entry_get_row (item);
  const char      *method = row->method;
  const char      *session = row->session;

  if (!row->outgoing || row->kind != APP_LOG_REQUEST ||
      session == NULL)
    return;
  if (g_strcmp0 (method, "server/discover") == 0)
    {
      guint64 *sequence = g_new (guint64, 1);

      *sequence = row->sequence;
      g_hash_table_replace (self->probes, g_strdup (session), sequence);
    }
  else if (g_strcmp0 (method, "initialize") == 0)
    {
      guint64     *sequence = g_hash_table_lookup (self->probes, session);
      AppLogEntry *probe = sequence != NULL ? app_log_find (self, *sequence) : NULL;

      if (probe != NULL)
        app_log_entry_set_not_spoken (probe);
      g_hash_table_remove (self->probes, session);
    }
}

static gboolean
is_opening (const AppLogRow *row)
{
  static const char *const openings[] = { "server/discover", "initialize", NULL };

  return row->outgoing && row->method != NULL && g_strv_contains (openings, row->method);
}

/* Calls of a person, which servers ask and report within. */
static gboolean
is_call (const AppLogRow *row)
{
  static const char *const calls[] = { "tools/call", "prompts/get", "resources/read", NULL };

  return row->outgoing && row->kind == APP_LOG_REQUEST && row->method != NULL &&
         g_strv_contains (calls, row->method);
}

/* Byte streams do not say within what a server asks: if one call waits, it is that one. */
static AppLogEntry *
find_waiting_call (AppLog *self, guint64 connection)
{
  GHashTableIter iter;
  gpointer       key, value;
  AppLogEntry   *found = NULL;

  g_hash_table_iter_init (&iter, self->requests);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const AppLogRow *row = app_log_entry_get_row (value);

      if (((Key *)key)->connection != connection || row->state != APP_LOG_STATE_PENDING ||
          !is_call (row))
        continue;
      if (found != NULL)
        return NULL;
      found = value;
    }
  return found;
}

/* Since 2026-07-28 what a server asks within a call is the call's result, and the call is sent
 * again with the answers. */
static AppLogEntry *
find_first_try (AppLog *self, const AppLogRow *row, McpMessage *message)
{
  McpJsonValue params = mcp_message_get_params (message);

  if (!is_call (row) ||
      (!mcp_json_value_exists (mcp_json_value_get_member (params, "inputResponses")) &&
       !mcp_json_value_exists (mcp_json_value_get_member (params, "requestState"))))
    return NULL;
  for (guint i = self->entries->len; i > 0 && self->entries->len - i < MAX_TRIES_APART; i--)
    {
      const AppLogRow *other = app_log_entry_get_row (self->entries->pdata[i - 1]);

      if (is_call (other) && g_strcmp0 (other->session, row->session) == 0 &&
          g_strcmp0 (other->method, row->method) == 0 && g_strcmp0 (other->name, row->name) == 0)
        return self->entries->pdata[i - 1];
    }
  return NULL;
}

/* What a message belongs to: the request that it reports on, the one on whose stream it came, or
 * the one that waits. */
static AppLogEntry *
find_parent (AppLog *self, guint64 connection, const AppLogRow *row, McpTapEntry *entry)
{
  gboolean received = entry->record->kind == MCP_RECORD_RECEIVED;

  if (entry->message == NULL)
    return NULL;
  if (!received)
    return find_first_try (self, row, entry->message);
  if (row->kind != APP_LOG_REQUEST && row->kind != APP_LOG_NOTIFICATION)
    return NULL;
  AppLogEntry *parent = recall (self->requests, connection, entry->question);
  if (parent == NULL)
    parent = recall (self->exchanges, connection, entry->record->exchange);
  if (parent == NULL && entry->record->exchange == 0 &&
      (row->kind == APP_LOG_REQUEST || row->level >= 0))
    parent = find_waiting_call (self, connection);
  return parent != NULL && app_log_entry_get_row (parent)->kind == APP_LOG_REQUEST ? parent : NULL;
}

static void
add_new (AppLog      *self,
         guint64      connection,
         const char  *session_name,
         McpTapEntry *entry,
         AppRedactor *redactor)
{
  McpRecord *record = entry->record;
  g_autoptr (AppLogEntry) item = app_log_entry_new (++self->next_sequence, session_name, entry,
                                                    redactor);
  AppLogEntry *parent = find_parent (self, connection, app_log_entry_get_row (item), entry);

  if (parent != NULL)
    app_log_entry_set_parent (item, parent);
  /* What a person sent that is no message may be answered all the same. */
  if (app_log_entry_get_row (item)->kind == APP_LOG_REQUEST ||
      (app_log_entry_get_row (item)->kind == APP_LOG_MALFORMED && record->kind == MCP_RECORD_SENT))
    remember (self->requests, connection, entry->sequence, item);
  if (record->kind == MCP_RECORD_SENT && record->text != NULL)
    {
      /* Byte streams have no exchanges, so nothing takes their messages out again. */
      if (g_hash_table_size (self->carried) >= MAX_CARRIED)
        g_hash_table_remove_all (self->carried);
      remember (self->carried, connection, (guint64)(guintptr)record->text, item);
    }
  if (is_exchange (record))
    {
      remember (self->exchanges, connection, record->exchange, item);
      app_log_entry_add_exchange (item, record, redactor);
    }
  self->memory += app_log_entry_get_memory (item);
  append (self, item);
  follow_probe (self, item);
}

/* @entry: of an answer to a request that is in the list. */
static gboolean
add_answer (AppLog *self, guint64 connection, McpTapEntry *entry, AppRedactor *redactor)
{
  AppLogEntry *question = recall (self->requests, connection, entry->question);
  const Key    key = { connection, entry->question };

  if (question == NULL || !mcp_message_is_response (entry->message))
    return FALSE;
  gsize before = app_log_entry_get_memory (question);
  app_log_entry_set_response (question, entry, redactor);
  self->memory += app_log_entry_get_memory (question) - before;
  /* Its turn is over. */
  if (app_log_entry_is_spilled (question))
    spill (self, question);
  g_hash_table_remove (self->requests, &key);
  g_signal_emit (self, signals[ANSWERED], 0, question);
  return TRUE;
}

/* Takes one entry of the tap of @connection. @session_name: what rows show */
static void
add_entry (AppLog      *self,
           guint64      connection,
           const char  *session_name,
           McpTapEntry *entry,
           AppRedactor *redactor)
{
  AppLogEntry *question;

  if (is_exchange (entry->record) && add_exchange (self, connection, entry->record, redactor))
    return;
  if (entry->message != NULL && entry->question != 0 &&
      add_answer (self, connection, entry, redactor))
    {
      spill_oldest (self);
      return;
    }
  /* The word that we stopped waiting is a message of its own, and ends the request's row. */
  question = recall (self->requests, connection, entry->question);
  if (question != NULL && g_strcmp0 (entry->method, "notifications/cancelled") == 0)
    app_log_entry_end (question, APP_LOG_STATE_CANCELLED);
  else if (question != NULL && (entry->flags & MCP_TAP_ENDS) != 0)
    app_log_entry_end (question, APP_LOG_STATE_ERROR);
  add_new (self, connection, session_name, entry, redactor);
  drop_oldest (self);
  spill_oldest (self);
}

static void
collect_connection (GHashTable *table, guint64 connection, GPtrArray *entries)
{
  GHashTableIter iter;
  gpointer       key;
  gpointer       value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      if (((Key *)key)->connection != connection)
        continue;
      g_ptr_array_add (entries, g_object_ref (value));
      g_hash_table_iter_remove (&iter);
    }
}

/* The connection is gone: its open requests will have no response. */
static void
end_connection (AppLog *self, guint64 connection)
{
  GHashTable *tables[] = { self->requests, self->exchanges, self->carried };

  /* Whoever is told that one ended may look into the log. */
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    collect_connection (tables[i], connection, open);
  for (guint i = 0; i < open->len; i++)
    app_log_entry_end (open->pdata[i], APP_LOG_STATE_CANCELLED);
}

guint64
app_log_get_sequence (AppLog *self)
{
  g_return_val_if_fail (APP_IS_LOG (self), 0);
  return self->next_sequence;
}

static AppLogEntry *
find_in (GPtrArray *entries, guint64 sequence)
{
  for (guint i = entries->len; i > 0; i--)
    {
      guint64 found = app_log_entry_get_row (entries->pdata[i - 1])->sequence;

      if (found == sequence)
        return entries->pdata[i - 1];
      if (found < sequence)
        return NULL;
    }
  return NULL;
}

AppLogEntry *
app_log_find (AppLog *self, guint64 sequence)
{
  g_return_val_if_fail (APP_IS_LOG (self), NULL);

  AppLogEntry *entry = find_in (self->kept_back, sequence);
  return entry != NULL ? entry : find_in (self->entries, sequence);
}

void
app_log_clear (AppLog *self)
{
  g_return_if_fail (APP_IS_LOG (self));

  guint n = self->entries->len;
  g_hash_table_remove_all (self->requests);
  g_hash_table_remove_all (self->exchanges);
  g_hash_table_remove_all (self->carried);
  g_hash_table_remove_all (self->probes);
  g_ptr_array_set_size (self->entries, 0);
  g_ptr_array_set_size (self->kept_back, 0);
  g_clear_pointer (&self->spill, app_log_spill_unref);
  self->spill = app_log_spill_new ();
  self->memory = 0;
  self->n_spilled = 0;
  self->dropped = 0;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DROPPED]);
}

MCP_DEFINE_GETTER (guint64, AppLog, app_log, dropped)

/* As a feature of sessions */

/* One connection, which its tap holds. */
typedef struct
{
  AppLog     *log;     /* weak */
  AppSession *session; /* weak */
  guint64     number;
} Connection;

static void
connection_free (gpointer data, GClosure *closure)
{
  Connection *connection = data;

  if (connection->log != NULL)
    end_connection (connection->log, connection->number);
  g_clear_weak_pointer (&connection->log);
  g_clear_weak_pointer (&connection->session);
  g_free (connection);
}

static void
on_tap_entry (McpTap *tap, McpTapEntry *entry, Connection *connection)
{
  AppSession *session = connection->session;

  if (connection->log != NULL && session != NULL)
    add_entry (connection->log, connection->number, app_session_get_name (session), entry,
               app_session_get_redactor (session));
}

static void
app_log_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  Connection *connection = g_new0 (Connection, 1);

  g_set_weak_pointer (&connection->log, APP_LOG (feature));
  g_set_weak_pointer (&connection->session, session);
  /* A tap counts for itself: what it passes is told apart by this number. */
  connection->number = ++connection->log->next_connection;
  g_signal_connect_data (mcp_client_get_tap (client), "entry", G_CALLBACK (on_tap_entry),
                         connection, connection_free, (GConnectFlags)0);
}

/* What asked for the session over the connection that was not taken is open no more. */
static void
app_log_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppLog        *self = APP_LOG (feature);
  GHashTableIter iter;
  gpointer       key, value;

  g_hash_table_iter_init (&iter, self->requests);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((Key *)key)->connection == self->next_connection &&
        is_opening (app_log_entry_get_row (value)))
      app_log_entry_end (value, APP_LOG_STATE_CANCELLED);
}

static gboolean
app_log_closed (AppSessionFeature *feature,
                AppSession        *session,
                McpClient         *client,
                const GError      *error)
{
  if (client != NULL)
    g_signal_handlers_disconnect_matched (mcp_client_get_tap (client), G_SIGNAL_MATCH_FUNC, 0, 0,
                                          NULL, (gpointer)on_tap_entry, NULL);
  return FALSE;
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = app_log_opening;
  iface->opened = app_log_opened;
  iface->closed = app_log_closed;
}
