/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-recorder.h"

#include "app-call-walk.h"
#include "app-exchange-http.h"
#include "app-session.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <glib/gi18n.h>
#include <string.h>

/* What waits to be handed on; with more, the delay is over. */
#define MAX_WAITING 200
#define MAX_WAITING_BYTES (8u * 1024u * 1024u)
/* Bytes of a name or URI that is shown in lists. */
#define MAX_NAME 1000
/* Requests of a server that are kept of one second, and their bytes; a person answers one at a
 * time, and a server that floods us must not fill the disk. One that is large is kept all the
 * same. */
#define MAX_ASKED 100
#define MAX_ASKED_BYTES (4u * 1024u * 1024u)
/* What may be open before more of the server's is left out: none of it may get a response. */
#define MAX_OPEN 4096

/* One connection of a session. */
typedef struct
{
  AppRecorder *recorder; /* weak */
  AppSession  *session;  /* weak */
  McpClient   *client;   /* weak */
  McpTap      *tap;
  AppRedactor *redactor;
  GHashTable  *open; /* sequence of a request (guint64) → Item: without a response yet */
  char        *id;   /* what belongs together */
  char        *server_id;
  char        *server;
  const char  *transport;
  gint64       second; /* µs, monotonic: when the one began of which the next three are */
  guint        n_asked;
  gsize        asked_bytes;
  guint        n_left_out;
} Connection;

typedef struct
{
  Connection      *connection;
  guint64          sequence;
  StoreExchange   *exchange;
  GBytes          *request;
  GBytes          *response; /* (nullable) */
  AppExchangeHttp *http;     /* (nullable) */
} Item;

struct _AppRecorder
{
  GObject parent_instance;

  AppObjects *objects; /* (nullable): until it ends */
  guint       delay;
  guint       timer;
  GPtrArray  *connections; /* of Connection */
  GPtrArray  *waiting;     /* of Item: over, to be handed on */
  gsize       waiting_bytes;
  gint64      swept;
  GError     *problem;
  gboolean    is_private;
  gboolean    failed;
  gboolean    ended;
};

enum {
  PROP_PRIVATE = 1,
  PROP_FAILED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

APP_DEFINE_SESSION_FEATURE (AppRecorder, app_recorder)

/* Connections and items */

static void
connection_clear (gpointer data)
{
  Connection *self = data;

  g_hash_table_unref (self->open);
  g_clear_weak_pointer (&self->recorder);
  g_clear_weak_pointer (&self->session);
  g_clear_weak_pointer (&self->client);
  g_object_unref (self->tap);
  g_object_unref (self->redactor);
  g_free (self->id);
  g_free (self->server_id);
  g_free (self->server);
}

static void
connection_unref (Connection *self)
{
  g_rc_box_release_full (self, connection_clear);
}

static void
item_free (Item *self)
{
  store_exchange_free (self->exchange);
  g_bytes_unref (self->request);
  g_clear_pointer (&self->response, g_bytes_unref);
  g_clear_pointer (&self->http, app_exchange_http_free);
  connection_unref (self->connection);
  g_free (self);
}

static void
item_in_table_free (gpointer item)
{
  Item *self = item;

  /* The table lies in the connection. */
  self->connection = g_rc_box_acquire (self->connection);
  item_free (self);
}

static Connection *
connection_new (AppRecorder *recorder, AppSession *session, McpClient *client)
{
  Connection   *self = g_rc_box_new0 (Connection);
  StoreProfile *profile = app_session_get_profile (session);

  g_set_weak_pointer (&self->recorder, recorder);
  g_set_weak_pointer (&self->session, session);
  g_set_weak_pointer (&self->client, client);
  self->tap = g_object_ref (mcp_client_get_tap (client));
  self->redactor = g_object_ref (app_session_get_redactor (session));
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, item_in_table_free);
  self->id = g_uuid_string_random ();
  /* What was given on a command line has none. */
  if (store_profile_get_id (profile) != NULL && store_profile_get_id (profile)[0] != '\0')
    self->server_id = g_strdup (store_profile_get_id (profile));
  self->server = g_strdup (app_session_get_name (session));
  self->transport =
      store_profile_word ("transport", store_profile_get_endpoint (profile)->transport);
  return self;
}

/* Handing on */

/* What a request is about. Returns: (transfer full) (nullable) */
static char *
dup_name (McpJsonValue params)
{
  static const char *const members[] = { "name", "uri", "taskId" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpJsonValue value = mcp_json_value_get_member (params, members[i]);

      if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
        return mcp_json_value_dup_string_prefix (value, MAX_NAME, NULL);
    }
  return NULL;
}

/* What there was no time for before: a large request of ours was not read yet. */
static gboolean
read_request (StoreExchange *exchange, GBytes *request)
{
  if (exchange->method != NULL)
    return TRUE;
  g_autoptr (McpMessage) message = mcp_message_parse (request);
  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return FALSE;
  exchange->method = g_strdup (mcp_message_get_method (message));
  exchange->name = dup_name (mcp_message_get_params (message));
  return exchange->method != NULL;
}

/* @text: (inout) (nullable). Returns: whether there was a secret in it */
static gboolean
mask (GBytes **text, AppRedactor *redactor)
{
  GBytes  *masked = *text != NULL ? app_redactor_redact (redactor, *text) : NULL;
  gboolean changed = masked != *text;

  g_clear_pointer (text, g_bytes_unref);
  *text = masked;
  return changed;
}

/* In the thread that writes. @redactor: AppRedactor */
static gboolean
prepare (StoreExchange *exchange, GBytes **request, GBytes **response, gpointer redactor)
{
  g_autofree char *name = NULL;

  if (!read_request (exchange, *request))
    return FALSE;
  /* What a tool or prompt is called is no secret; an address may hold one. */
  if (exchange->name != NULL && strchr (exchange->name, ':') != NULL)
    {
      name = g_steal_pointer (&exchange->name);
      exchange->name = app_redactor_redact_text (redactor, name);
    }
  if (mask (request, redactor))
    exchange->flags |= STORE_EXCHANGE_REQUEST_MASKED;
  if (mask (response, redactor))
    exchange->flags |= STORE_EXCHANGE_RESPONSE_MASKED;
  return TRUE;
}

static void
note_problem (AppRecorder *self, GError *problem)
{
  gboolean failed = problem != NULL;

  g_clear_error (&self->problem);
  self->problem = problem;
  if (self->failed == failed)
    return;
  self->failed = failed;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FAILED]);
}

/* What is being written. */
typedef struct
{
  AppRecorder *recorder;
  AppCall     *call; /* (nullable): whose request it is */
} Adding;

static void
on_added (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Adding *adding = data;
  g_autoptr (AppRecorder) self = adding->recorder;
  g_autoptr (AppCall) call = adding->call;
  GError *error = NULL;
  gint64  id = store_history_add_finish (STORE_HISTORY (source), result, &error);

  if (call != NULL)
    app_call_set_record (call, id);
  note_problem (self, error);
}

static void
on_swept (GObject *source, GAsyncResult *result, gpointer data)
{
  store_history_sweep_finish (STORE_HISTORY (source), result, NULL);
}

/* The file says whether it is time; it is asked as rarely. */
static void
sweep (AppRecorder *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->swept != 0 && now - self->swept < G_TIME_SPAN_HOUR)
    return;
  self->swept = now;
  store_history_sweep_async (app_objects_get_history (self->objects), NULL, on_swept, NULL);
}

/* Returns: (transfer full) (nullable): the call that @item was sent for */
static AppCall *
dup_call (Item *item)
{
  Connection *connection = item->connection;
  GListModel *calls =
      connection->session != NULL && (item->exchange->flags & STORE_EXCHANGE_ASKS) == 0
          ? app_session_get_calls (connection->session)
          : NULL;

  for (guint i = 0; calls != NULL && i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);

      /* Each connection counts from 1 again. */
      if (app_call_get_sequence (call) == item->sequence && app_call_get_record (call) == 0 &&
          app_call_get_time (call) <= item->exchange->time &&
          (item->exchange->name == NULL ||
           g_str_has_prefix (app_call_get_target (call), item->exchange->name)))
        return g_steal_pointer (&call);
    }
  return NULL;
}

static void
hand_on (AppRecorder *self, Item *item)
{
  Adding        *adding = g_new0 (Adding, 1);
  Connection    *connection = item->connection;
  McpServerInfo *server =
      connection->client != NULL ? mcp_client_get_server_info (connection->client) : NULL;
  StoreHistoryPreparation preparation = { prepare, g_object_ref (connection->redactor),
                                          g_object_unref };

  if (server != NULL)
    item->exchange->protocol = g_strdup (mcp_server_info_get_protocol_version (server));
  if (item->http != NULL)
    item->exchange->http = app_exchange_http_dup_text (item->http, connection->redactor);
  adding->recorder = g_object_ref (self);
  adding->call = dup_call (item);
  /* A call took as long as a person waited for it, everywhere. */
  if (adding->call != NULL && item->exchange->duration >= 0 &&
      !app_call_is_running (adding->call))
    item->exchange->duration = app_call_get_elapsed (adding->call);
  store_history_add_async (app_objects_get_history (self->objects), item->exchange,
                           item->request, item->response, &preparation, NULL, on_added, adding);
}

static void
hand_on_all (AppRecorder *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->waiting->len == 0)
    return;
  for (guint i = 0; i < self->waiting->len; i++)
    hand_on (self, self->waiting->pdata[i]);
  g_ptr_array_set_size (self->waiting, 0);
  self->waiting_bytes = 0;
  sweep (self);
}

static gboolean
on_time (gpointer data)
{
  AppRecorder *self = data;

  self->timer = 0;
  hand_on_all (self);
  return G_SOURCE_REMOVE;
}

/* @item: (transfer full): it is over */
static void
add (AppRecorder *self, Item *item)
{
  g_ptr_array_add (self->waiting, item);
  self->waiting_bytes += g_bytes_get_size (item->request);
  if (item->response != NULL)
    self->waiting_bytes += g_bytes_get_size (item->response);
  if (self->waiting->len >= MAX_WAITING || self->waiting_bytes >= MAX_WAITING_BYTES)
    hand_on_all (self);
  else if (self->timer == 0)
    self->timer = g_timeout_add (self->delay, on_time, self);
}

/* Listening */

static GBytes *
get_text (McpTapEntry *entry)
{
  return (entry->flags & MCP_TAP_BATCH_MEMBER) != 0 && entry->message != NULL
             ? mcp_message_get_text (entry->message)
             : entry->record->text;
}

/* Large ones of ours are read later. What a person sent that is no message may be answered too. */
static gboolean
is_request (McpTapEntry *entry)
{
  gboolean sent = entry->record->kind == MCP_RECORD_SENT;

  if (entry->message == NULL)
    return sent && entry->question == 0;
  McpMessageKind kind = mcp_message_get_kind (entry->message);
  return kind == MCP_MESSAGE_REQUEST || (sent && kind == MCP_MESSAGE_INVALID);
}

static StoreExchange *
new_exchange (Connection *self, gint64 time, StoreExchangeFlags flags)
{
  StoreExchange *exchange = g_new0 (StoreExchange, 1);

  exchange->time = time;
  exchange->server_id = g_strdup (self->server_id);
  exchange->server = g_strdup (self->server);
  exchange->transport = g_strdup (self->transport);
  exchange->session = g_strdup (self->id);
  exchange->duration = -1;
  exchange->outcome = STORE_OUTCOME_NO_RESPONSE;
  exchange->flags = flags;
  return exchange;
}

/* One row for all that had no room. */
static void
note_left_out (Connection *self)
{
  guint n = self->n_left_out;

  self->n_left_out = 0;
  if (n == 0 || self->recorder == NULL)
    return;
  Item *item = g_new0 (Item, 1);
  item->connection = g_rc_box_acquire (self);
  item->exchange = new_exchange (self, g_get_real_time (), STORE_EXCHANGE_BY_SERVER);
  item->exchange->method = g_strdup ("");
  item->exchange->name = g_strdup_printf (ngettext ("%u more request was not recorded",
                                                    "%u more requests were not recorded", n),
                                          n);
  item->request = g_bytes_new (item->exchange->name, strlen (item->exchange->name));
  add (self->recorder, item);
}

/* Whether there is room for a request of the server's. */
static gboolean
has_room (Connection *self, McpTapEntry *entry)
{
  gint64 now = entry->record->monotonic;

  if (self->second == 0 || now - self->second >= G_USEC_PER_SEC)
    {
      note_left_out (self);
      self->second = now;
      self->n_asked = 0;
      self->asked_bytes = 0;
    }
  if (self->n_asked >= MAX_ASKED || self->asked_bytes >= MAX_ASKED_BYTES ||
      g_hash_table_size (self->open) >= MAX_OPEN)
    {
      self->n_left_out++;
      return FALSE;
    }
  self->n_asked++;
  self->asked_bytes += g_bytes_get_size (get_text (entry));
  return TRUE;
}

static void
open_item (Connection *self, McpTapEntry *entry)
{
  gboolean       by_server = entry->record->kind == MCP_RECORD_RECEIVED;
  StoreExchange *exchange;

  if (by_server && !has_room (self, entry))
    return;
  Item *item = g_new0 (Item, 1);
  exchange = new_exchange (self, entry->record->time, by_server ? STORE_EXCHANGE_BY_SERVER : 0);
  if (entry->message != NULL)
    {
      const char *method = mcp_message_get_method (entry->message);

      exchange->method = g_strdup (method != NULL ? method : "");
      exchange->name = dup_name (mcp_message_get_params (entry->message));
    }
  /* Without a reference: the connection has the table in which it lies. */
  item->connection = self;
  item->sequence = entry->sequence;
  item->exchange = exchange;
  item->request = g_bytes_ref (get_text (entry));
  g_hash_table_replace (self->open, &item->sequence, item);
}

/* @response: (nullable) */
static void
close_item (Connection *self, Item *item, StoreOutcome outcome, GBytes *response)
{
  g_hash_table_steal (self->open, &item->sequence);
  item->connection = g_rc_box_acquire (self);
  item->exchange->outcome = outcome;
  item->response = response != NULL ? g_bytes_ref (response) : NULL;
  if (self->recorder != NULL)
    add (self->recorder, item);
  else
    item_free (item);
}

static gboolean
asks_for_input (McpJsonValue result)
{
  g_autofree char *type = mcp_json_value_dup_member_string (result, "resultType");

  return g_strcmp0 (type, "input_required") == 0;
}

static void
take_response (Connection *self, Item *item, McpTapEntry *entry)
{
  McpMessage  *message = entry->message;
  StoreOutcome outcome = STORE_OUTCOME_RESULT;

  item->exchange->duration = MAX (entry->latency, 0);
  if ((entry->flags & MCP_TAP_ENDS) != 0)
    outcome = STORE_OUTCOME_NO_RESPONSE; /* kept as it came */
  else if (message != NULL && mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    {
      outcome = STORE_OUTCOME_ERROR;
      item->exchange->error_code = mcp_message_get_error_code (message);
    }
  else if (message != NULL && mcp_json_value_get_member_boolean (mcp_message_get_result (message),
                                                                 "isError", FALSE))
    outcome = STORE_OUTCOME_TOOL_ERROR;
  else if (message != NULL && asks_for_input (mcp_message_get_result (message)))
    item->exchange->flags |= STORE_EXCHANGE_ASKS;
  close_item (self, item, outcome, get_text (entry));
}

static Item *
find_by_exchange (Connection *self, guint64 exchange)
{
  GHashTableIter iter;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Item *item = value;

      if (item->http != NULL && app_exchange_http_get_number (item->http) == exchange)
        return item;
    }
  return NULL;
}

/* The HTTP exchange that carries a request. A stream that ended may be resumed; any other end
 * without a response is the last word. */
static void
follow_exchange (Connection *self, McpTapEntry *entry)
{
  McpRecord *record = entry->record;
  Item      *item;

  if (record->kind == MCP_RECORD_EXCHANGE_STARTED)
    {
      item = g_hash_table_lookup (self->open, &entry->question);
      if (item != NULL && item->http == NULL)
        item->http = app_exchange_http_new (record);
      return;
    }
  item = find_by_exchange (self, record->exchange);
  if (item == NULL)
    return;
  app_exchange_http_add (item->http, record);
  if (record->kind != MCP_RECORD_EXCHANGE_ENDED)
    return;
  if (record->cancelled)
    close_item (self, item, STORE_OUTCOME_CANCELLED, NULL);
  else if (!record->measures.is_stream)
    close_item (self, item, STORE_OUTCOME_NO_RESPONSE, record->text);
}

static void
follow_message (Connection *self, McpTapEntry *entry)
{
  Item    *item = g_hash_table_lookup (self->open, &entry->question);
  gboolean responds = entry->message == NULL || mcp_message_is_response (entry->message) ||
                      (entry->flags & MCP_TAP_ENDS) != 0;

  if (is_request (entry))
    open_item (self, entry);
  else if (item == NULL)
    return;
  else if (responds)
    {
      Item *binding = find_by_exchange (self, entry->record->exchange);

      if (binding == item)
        app_exchange_http_add (item->http, entry->record);
      take_response (self, item, entry);
    }
  else if (g_strcmp0 (entry->method, "notifications/cancelled") == 0)
    close_item (self, item, STORE_OUTCOME_CANCELLED, NULL);
}

static void
on_tap_entry (McpTap *tap, McpTapEntry *entry, Connection *self)
{
  AppRecorder *recorder = self->recorder;

  if (recorder == NULL || recorder->is_private)
    return;
  switch (entry->record->kind)
    {
    case MCP_RECORD_SENT:
    case MCP_RECORD_RECEIVED:
    case MCP_RECORD_MALFORMED:
      if (entry->record->text != NULL &&
          (entry->record->kind != MCP_RECORD_MALFORMED || (entry->flags & MCP_TAP_ENDS) != 0))
        follow_message (self, entry);
      break;
    case MCP_RECORD_EXCHANGE_STARTED:
    case MCP_RECORD_EXCHANGE_HEADERS:
    case MCP_RECORD_EXCHANGE_ENDED:
      follow_exchange (self, entry);
      break;
    default:
      break;
    }
}

/* Nothing more comes: what is open will have no response. */
static void
connection_end (Connection *self)
{
  g_autoptr (GList) items = g_hash_table_get_values (self->open);

  g_signal_handlers_disconnect_by_data (self->tap, self);
  for (GList *i = items; i != NULL; i = i->next)
    close_item (self, i->data, STORE_OUTCOME_NO_RESPONSE, NULL);
  note_left_out (self);
}

static Connection *
find_connection (AppRecorder *self, McpClient *client, guint *place)
{
  for (guint i = 0; client != NULL && i < self->connections->len; i++)
    if (((Connection *)self->connections->pdata[i])->client == client)
      {
        *place = i;
        return self->connections->pdata[i];
      }
  return NULL;
}

static void
opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  AppRecorder *self = APP_RECORDER (feature);

  if (self->ended)
    return;
  Connection *connection = connection_new (self, session, client);
  g_ptr_array_add (self->connections, connection);
  g_signal_connect (connection->tap, "entry", G_CALLBACK (on_tap_entry), connection);
}

static gboolean
closed (AppSessionFeature *feature, AppSession *session, McpClient *client, const GError *error)
{
  AppRecorder *self = APP_RECORDER (feature);
  guint        place;
  Connection  *connection = find_connection (self, client, &place);

  if (connection != NULL)
    {
      connection_end (connection);
      g_ptr_array_remove_index (self->connections, place);
    }
  return FALSE;
}

static void
app_recorder_feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = opening;
  iface->closed = closed;
}

/* The object */

static void
set_private (AppRecorder *self, gboolean is_private)
{
  self->is_private = !!is_private;
  if (self->is_private)
    for (guint i = 0; i < self->connections->len; i++)
      g_hash_table_remove_all (((Connection *)self->connections->pdata[i])->open);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRIVATE]);
}

void
app_recorder_end (AppRecorder *self)
{
  g_return_if_fail (APP_IS_RECORDER (self));

  if (self->ended)
    return;
  for (guint i = 0; i < self->connections->len; i++)
    connection_end (self->connections->pdata[i]);
  g_ptr_array_set_size (self->connections, 0);
  hand_on_all (self);
  self->ended = TRUE;
  g_clear_object (&self->objects);
}

MCP_DEFINE_GETTER (const GError *, AppRecorder, app_recorder, problem)

MCP_DEFINE_DISPOSE (AppRecorder, app_recorder)
{
  app_recorder_end (self);
}

MCP_DEFINE_FINALIZE (AppRecorder, app_recorder)
{
  g_ptr_array_unref (self->connections);
  g_ptr_array_unref (self->waiting);
  g_clear_error (&self->problem);
}

MCP_DEFINE_CLASS (AppRecorder, app_recorder)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PRIVATE] = { "private", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppRecorder, is_private),
                       .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_private) },
    [PROP_FAILED] = { "failed", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (AppRecorder, failed) },
  };

  object_class->dispose = app_recorder_dispose;
  object_class->finalize = app_recorder_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_recorder_init (AppRecorder *self)
{
  self->connections = g_ptr_array_new_with_free_func ((GDestroyNotify)connection_unref);
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
}

AppRecorder *
app_recorder_new (AppObjects *objects, guint delay)
{
  g_return_val_if_fail (APP_IS_OBJECTS (objects), NULL);

  AppRecorder *self = g_object_new (APP_TYPE_RECORDER, NULL);

  self->objects = g_object_ref (objects);
  self->delay = delay;
  return self;
}
