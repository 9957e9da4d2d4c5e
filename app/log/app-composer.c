/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-composer-finding.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "app-approvals.h"
#include "app-log.h"
#include "mcp-tap.h"
#include "store-memory.h"

/* What is kept over a restart, in a file beside the profiles: the text, the server, and what was
 * sent last with what came back. Secrets are masked. */

/* Messages that are kept, and bytes of one; what is longer is left out, with its answer. */
#define MAX_SENT 20u
#define MAX_BYTES (32u * 1024u)

/* One message as the tap would have passed it. */
static McpTapEntry *
create_tap_entry (McpRecordKind kind, const char *text, gint64 time)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  McpRecord *record = mcp_record_new (kind);

  record->text = g_bytes_ref (bytes);
  record->time = time;
  McpTapEntry *entry = mcp_tap_entry_new (record, message);
  entry->latency = -1;
  return entry;
}

static AppLogEntry *
read_entry (McpJsonValue item)
{
  g_autofree char *text = mcp_json_value_dup_member_string (item, "text");
  g_autofree char *answer = mcp_json_value_dup_member_string (item, "answer");
  g_autofree char *server = mcp_json_value_dup_member_string (item, "server");
  gint64           time = mcp_json_value_get_member_int64 (item, "time", 0);

  if (text == NULL || time < 0)
    return NULL;
  g_autoptr (McpTapEntry) question = create_tap_entry (MCP_RECORD_SENT, text, time);
  AppLogEntry *entry = app_log_entry_new (0, server, question, NULL);
  if (answer != NULL)
    {
      g_autoptr (McpTapEntry) answered = create_tap_entry (MCP_RECORD_RECEIVED, answer, time);

      answered->latency = MAX (0, mcp_json_value_get_member_int64 (item, "duration", 0));
      app_log_entry_set_response (entry, answered, NULL);
    }
  else
    app_log_entry_end (entry, APP_LOG_STATE_CANCELLED);
  return entry;
}

/* Returns: (transfer full) (nullable): what is kept under a name, where it is a string */
static char *
dup_string (StoreMemory *memory, const char *name)
{
  g_autoptr (McpJsonDocument) document = store_memory_read (memory, name);

  return document != NULL ? mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL)
                          : NULL;
}

/* What was kept. @server: (out) (transfer full) (nullable): its name; @history: of AppLogEntry, is
 * filled, newest first
 * Returns: (transfer full) (nullable): the text */
static char *
read_memory (StoreMemory *memory, char **server, GListStore *history)
{
  *server = dup_string (memory, "server");
  g_autoptr (McpJsonDocument) sent = store_memory_read (memory, "sent");
  for (McpJsonWalk item =
           mcp_json_walk (sent != NULL ? mcp_json_document_get_root (sent) : MCP_JSON_NO_VALUE);
       mcp_json_walk_next (&item) && g_list_model_get_n_items (G_LIST_MODEL (history)) < MAX_SENT;)
    {
      g_autoptr (AppLogEntry) entry = read_entry (item.value);

      if (entry != NULL)
        g_list_store_append (history, entry);
    }
  return dup_string (memory, "text");
}

/* Returns: (transfer full) (nullable): masked; %NULL where it is too long, or no text */
static char *
dup_kept (AppLogText *text)
{
  gsize length;

  if (text == NULL || app_log_text_get_size (text) > MAX_BYTES)
    return NULL;
  g_autoptr (GBytes) bytes = app_log_text_dup_redacted (text);
  const char *data = g_bytes_get_data (bytes, &length);
  return g_utf8_make_valid (data != NULL ? data : "", (gssize)length);
}

static void
write_entry (McpJsonWriter *writer, AppLogEntry *entry)
{
  g_autofree char *text = dup_kept (app_log_entry_get_text (entry, FALSE));
  g_autofree char *answer = dup_kept (app_log_entry_get_text (entry, TRUE));

  const AppLogRow *row = app_log_entry_get_row (entry);

  if (text == NULL)
    return;
  mcp_json_writer_add (
      writer, "{'server': %s, 'time': %x, 'text': %s, 'duration': ?%x, 'answer': ?%s}",
      row->session, row->time, text, answer != NULL ? row->duration : (gint64)-1, answer);
}

/* @session: (nullable): whose secrets the text may hold; @history: of AppLogEntry, newest first */
static void
write_memory (StoreMemory *memory, const char *text, AppSession *session, GListModel *history)
{
  g_autofree char *masked = NULL;
  guint            n = MIN (g_list_model_get_n_items (history), MAX_SENT);

  store_memory_take (memory, "server",
                     session != NULL ? mcp_json_quote (app_session_get_name (session), -1) : NULL);
  if (text[0] != '\0' && strlen (text) <= MAX_BYTES)
    masked = session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), text)
                             : g_strdup (text);
  store_memory_take (memory, "text", masked != NULL ? mcp_json_quote (masked, -1) : NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (history, i);

      write_entry (writer, entry);
    }
  mcp_json_writer_end_array (writer);
  store_memory_take (memory, "sent", mcp_json_writer_finish_text (writer));
}

struct _AppComposer
{
  GObject parent_instance;

  GListModel       *sessions;
  StoreProfileList *book;
  AppSession       *session; /* (nullable) */
  char             *text;
  GBytes           *source; /* (nullable): what the text shows, where it is not the text itself */
  char             *id;     /* (nullable): of the message that was loaded */
  gboolean          fresh_id;
  gboolean          masked; /* it came back from disk, without its secrets */
  gboolean          can_send;
  GListStore       *findings;
  GListStore       *history;

  StoreMemory *memory;
  guint        keeping;
};

/* What stands for a secret. */
#define MASK "••••••"
/* After a change, until it is kept. */
#define SETTLE_MS 700

enum {
  PROP_SESSION = 1,
  PROP_TEXT,
  PROP_FRESH_ID,
  PROP_CAN_SEND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppComposer, app_composer, G_TYPE_OBJECT)

static void set_fresh_id (AppComposer *self, gboolean fresh_id);

static void
keep (AppComposer *self)
{
  g_clear_handle_id (&self->keeping, g_source_remove);
  write_memory (self->memory, self->text, self->session, G_LIST_MODEL (self->history));
}

static gboolean
on_settled (gpointer data)
{
  AppComposer *self = data;

  self->keeping = 0;
  keep (self);
  return G_SOURCE_REMOVE;
}

static void
queue_keep (AppComposer *self)
{
  g_clear_handle_id (&self->keeping, g_source_remove);
  self->keeping = g_timeout_add (SETTLE_MS, on_settled, self);
}

static GBytes *
get_bytes (AppComposer *self)
{
  if (self->source != NULL)
    return g_bytes_ref (self->source);
  return g_bytes_new (self->text, strlen (self->text));
}

static McpClient *
get_client (AppComposer *self)
{
  return self->session != NULL ? app_session_get_client (self->session) : NULL;
}

static const char *
get_revision (AppComposer *self)
{
  McpServerInfo *server = self->session != NULL ? app_session_get_server (self->session) : NULL;

  return server != NULL ? mcp_server_info_get_protocol_version (server) : NULL;
}

static void
update (AppComposer *self)
{
  g_autoptr (GBytes) bytes = get_bytes (self);
  g_autoptr (GPtrArray) found = app_composer_check (bytes, get_revision (self), get_client (self));
  gboolean can_send = self->text[0] != '\0' && get_client (self) != NULL;

  if (self->masked)
    g_ptr_array_insert (
        found, 0,
        app_composer_finding_new (
            _ ("This message was stored without its secrets; replace “••••••” before sending."), 0,
            FALSE));
  g_list_store_splice (self->findings, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->findings)), found->pdata,
                       found->len);
  if (self->can_send == can_send)
    return;
  self->can_send = can_send;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_SEND]);
}

MCP_DEFINE_DISPOSE (AppComposer, app_composer)
{
  if (self->keeping != 0)
    keep (self);
  /* Returns when all is in the file. */
  if (self->memory != NULL)
    store_memory_flush (self->memory);
  g_clear_object (&self->memory);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->sessions);
  g_clear_object (&self->book);
  g_clear_object (&self->findings);
  g_clear_object (&self->history);
}

MCP_DEFINE_FINALIZE (AppComposer, app_composer)
{
  g_clear_pointer (&self->source, g_bytes_unref);
  g_free (self->text);
  g_free (self->id);
}

MCP_DEFINE_CLASS (AppComposer, app_composer)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SESSION] = { "session", APP_TYPE_SESSION,
                       .offset = G_STRUCT_OFFSET (AppComposer, session) },
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppComposer, text) },
    [PROP_FRESH_ID] = { "fresh-id", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppComposer, fresh_id),
                        .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_fresh_id) },
    [PROP_CAN_SEND] = { "can-send", G_TYPE_BOOLEAN,
                        .offset = G_STRUCT_OFFSET (AppComposer, can_send) },
  };

  object_class->dispose = app_composer_dispose;
  object_class->finalize = app_composer_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_composer_init (AppComposer *self)
{
  self->text = g_strdup ("");
  self->findings = g_list_store_new (APP_TYPE_COMPOSER_FINDING);
  self->history = g_list_store_new (APP_TYPE_LOG_ENTRY);
}

static AppSession *
find_session (AppComposer *self, const char *name)
{
  StoreProfile *profile = store_profile_list_find_by_name (self->book, name);

  for (guint i = 0; profile != NULL && i < g_list_model_get_n_items (self->sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (self->sessions, i);

      if (app_session_get_profile (session) == profile)
        return session;
    }
  return NULL;
}

/* Whatever was written last is there again. */
static void
recall (AppComposer *self)
{
  g_autofree char *server = NULL;
  g_autofree char *text = read_memory (self->memory, &server, self->history);

  if (server != NULL)
    app_composer_set_session (self, find_session (self, server));
  if (text == NULL)
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  self->masked = strstr (self->text, MASK) != NULL;
  update (self);
}

AppComposer *
app_composer_new (GListModel *sessions, StoreProfileList *book)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (sessions), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE_LIST (book), NULL);

  AppComposer *self = g_object_new (APP_TYPE_COMPOSER, NULL);
  self->sessions = g_object_ref (sessions);
  self->book = g_object_ref (book);
  self->memory = store_profile_list_open_memory (book, NULL, STORE_MEMORY_COMPOSER);
  recall (self);
  return self;
}

MCP_DEFINE_GETTER (AppSession *, AppComposer, app_composer, session)

void
app_composer_set_session (AppComposer *self, AppSession *session)
{
  g_return_if_fail (APP_IS_COMPOSER (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    mcp_signal_connect (session, "notify::state", update, self);
  update (self);
  queue_keep (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

MCP_DEFINE_GETTER (const char *, AppComposer, app_composer, text)

/* The id as it is spelled, of a request. Returns: (transfer full) (nullable) */
static char *
dup_id (GBytes *bytes)
{
  if (g_bytes_get_size (bytes) > APP_COMPOSER_CHECK_BYTES)
    return NULL;
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  McpRequestId *id = mcp_message_get_id (message);
  return mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST && id != NULL
             ? g_strdup (mcp_request_id_get_text (id))
             : NULL;
}

/* @source: (nullable) (transfer full) */
static void
put_text (AppComposer *self, const char *text, GBytes *source, gboolean masked)
{
  g_clear_pointer (&self->source, g_bytes_unref);
  self->source = source;
  self->masked = masked;
  g_free (self->text);
  self->text = g_strdup (text);
  update (self);
  queue_keep (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

void
app_composer_set_text (AppComposer *self, const char *text)
{
  g_return_if_fail (APP_IS_COMPOSER (self));

  text = text != NULL ? text : "";
  if (g_str_equal (self->text, text))
    return;
  put_text (self, text, NULL, self->masked && strstr (text, MASK) != NULL);
  if (self->fresh_id)
    {
      g_autoptr (GBytes) bytes = get_bytes (self);
      g_autofree char *id = dup_id (bytes);

      /* Whoever writes an id means it. */
      if (id != NULL && g_strcmp0 (id, self->id) != 0)
        set_fresh_id (self, FALSE);
    }
}

static void
set_fresh_id (AppComposer *self, gboolean fresh_id)
{
  fresh_id = !!fresh_id;
  if (self->fresh_id == fresh_id)
    return;
  self->fresh_id = fresh_id;
  if (fresh_id)
    {
      g_autoptr (GBytes) bytes = get_bytes (self);

      g_free (self->id);
      self->id = dup_id (bytes);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRESH_ID]);
}

MCP_DEFINE_GETTER (gboolean, AppComposer, app_composer, can_send)

GListModel *
app_composer_get_findings (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return G_LIST_MODEL (self->findings);
}

GListModel *
app_composer_get_history (AppComposer *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);
  return G_LIST_MODEL (self->history);
}

/* What stands in the text is replaced as it is sent; what is loaded has an id already. */
static void
keep_loaded_id (AppComposer *self)
{
  g_autoptr (GBytes) bytes = get_bytes (self);

  g_free (self->id);
  self->id = dup_id (bytes);
  self->fresh_id = FALSE;
  set_fresh_id (self, self->id != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRESH_ID]);
}

void
app_composer_use_template (AppComposer *self, const AppComposerTemplate *template)
{
  g_autofree char *text = NULL;
  g_autofree char *capabilities = NULL;

  g_return_if_fail (APP_IS_COMPOSER (self));
  g_return_if_fail (template != NULL);

  if (get_client (self) != NULL)
    capabilities = mcp_client_capabilities_write_modern (
        mcp_client_get_capabilities (get_client (self)));
  text = app_composer_template_dup_message (template, get_revision (self), "1", capabilities);
  put_text (self, text, NULL, FALSE);
  keep_loaded_id (self);
}

gboolean
app_composer_load (AppComposer *self, AppLogEntry *entry)
{
  AppSession *session;
  gsize       length;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);
  g_return_val_if_fail (APP_IS_LOG_ENTRY (entry), FALSE);

  if (!app_log_entry_is_message (entry))
    return FALSE;
  g_autoptr (GBytes) bytes = app_log_entry_dup_text (entry);
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_utf8_make_valid (data != NULL ? data : "", (gssize)length);
  session = find_session (self, app_log_entry_get_row (entry)->session);
  if (session != NULL)
    app_composer_set_session (self, session);
  gboolean masked = app_log_entry_is_spilled (entry) ||
                    (app_log_entry_get_row (entry)->sequence == 0 && strstr (text, MASK) != NULL);
  put_text (self, text, g_steal_pointer (&bytes), masked);
  keep_loaded_id (self);
  return TRUE;
}

gboolean
app_composer_is_harmless (AppComposer *self)
{
  const char *reason;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);

  g_autoptr (GBytes) bytes = get_bytes (self);
  if (self->session == NULL || g_bytes_get_size (bytes) > APP_COMPOSER_CHECK_BYTES)
    return FALSE;
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  return (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST ||
          mcp_message_get_kind (message) == MCP_MESSAGE_NOTIFICATION) &&
         app_composer_decide (self, &reason) == APP_ADMIT_ALLOW;
}

/* What happens before one message is sent. @agrees: the person was asked about it */
static AppAdmission
decide_message (AppComposer *self, McpJsonValue message, gboolean agrees, const char **reason)
{
  AppApprovals    *approvals = app_session_get_feature (self->session, APP_TYPE_APPROVALS);
  McpJsonValue     params = mcp_json_value_get_member (message, "params");
  McpJsonValue     value = mcp_json_value_get_member (params, "arguments");
  g_autofree char *name = mcp_json_value_dup_member_string (params, "name");
  g_autofree char *arguments = NULL;

  if (name == NULL ||
      !mcp_json_value_string_equals (mcp_json_value_get_member (message, "method"), "tools/call"))
    return APP_ADMIT_ALLOW;
  arguments = mcp_json_value_exists (value) ? mcp_json_value_print_compact (value) : NULL;
  AppApproval approval = app_approvals_decide (approvals, APP_CALLER_PERSON, name, arguments);
  if (approval.admission == APP_ADMIT_ASK && agrees)
    app_approvals_remember (approvals, APP_CALLER_PERSON, name, arguments);
  if (approval.reason != NULL)
    *reason = approval.reason;
  return approval.admission;
}

/* A text may have several messages: the strictest counts. */
static AppAdmission
decide (AppComposer *self, gboolean agrees, const char **reason)
{
  g_autoptr (GBytes) bytes = get_bytes (self);
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autoptr (McpJsonDocument) document =
      length > 0 ? mcp_json_document_parse_text (data, (gssize)length, NULL) : NULL;
  AppAdmission admission = APP_ADMIT_ALLOW;

  if (document == NULL || self->session == NULL)
    return admission;
  McpJsonValue root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_ARRAY)
    return decide_message (self, root, agrees, reason);
  for (McpJsonWalk message = mcp_json_walk (root);
       admission != APP_ADMIT_REFUSE && mcp_json_walk_next (&message);)
    {
      AppAdmission one = decide_message (self, message.value, agrees, reason);

      admission = MAX (admission, one);
    }
  return admission;
}

AppAdmission
app_composer_decide (AppComposer *self, const char **reason)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), APP_ADMIT_REFUSE);
  *reason = NULL;
  return decide (self, FALSE, reason);
}

void
app_composer_agree (AppComposer *self)
{
  const char *reason;

  g_return_if_fail (APP_IS_COMPOSER (self));
  decide (self, TRUE, &reason);
}

gboolean
app_composer_lay_out (AppComposer *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_COMPOSER (self), FALSE);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (self->text, -1, NULL);
  if (document == NULL)
    return FALSE;
  text = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
  app_composer_set_text (self, text);
  return TRUE;
}

/* Puts another id in the place of the message's own; not another byte changes. */
static GBytes *
replace_id (GBytes *bytes, McpClient *client)
{
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  McpJsonValue  old = mcp_json_value_get_member (mcp_message_get_value (message), "id");
  gsize         length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST || !mcp_json_value_exists (old))
    return g_bytes_ref (bytes);
  g_autoptr (McpRequestId) id = mcp_client_take_id (client);
  GByteArray *out = g_byte_array_sized_new (length + 20);
  gsize       end = mcp_json_value_get_start (old) + mcp_json_value_get_length (old);
  g_byte_array_append (out, data, mcp_json_value_get_start (old));
  g_byte_array_append (out, (const guint8 *)mcp_request_id_get_text (id),
                       strlen (mcp_request_id_get_text (id)));
  g_byte_array_append (out, data + end, length - end);
  return g_byte_array_free_to_bytes (out);
}

/* What was in flight may have ended, so that its id is free; and what came back is kept. */
static void
on_answered (AppComposer *self)
{
  update (self);
  queue_keep (self);
}

static void
add_to_history (AppComposer *self, AppLogEntry *entry)
{
  mcp_signal_connect (entry, "notify::state", on_answered, self);
  queue_keep (self);
  g_list_store_insert (self->history, 0, entry);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->history));
  if (n > APP_COMPOSER_MAX_HISTORY)
    g_list_store_remove (self->history, n - 1);
}

/* Returns: (transfer full) (nullable): its line of the log; %NULL where the connection is lost */
static AppLogEntry *
send_text (AppSession *session, McpClient *client, GBytes *text)
{
  AppLog *log = app_session_get_feature (session, APP_TYPE_LOG);
  guint64 before = app_log_get_sequence (log);

  if (mcp_client_send_text (client, text) == 0)
    return NULL;
  /* The tap tells the log before anything else happens to it. */
  AppLogEntry *entry = app_log_find (log, before + 1);
  return entry != NULL ? g_object_ref (entry) : NULL;
}

AppLogEntry *
app_composer_send (AppComposer *self, GError **error)
{
  g_return_val_if_fail (APP_IS_COMPOSER (self), NULL);

  McpClient *client = get_client (self);
  if (client == NULL)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                           _ ("The server is not connected."));
      return NULL;
    }
  g_autoptr (GBytes) bytes = get_bytes (self);
  g_autoptr (GBytes) sent = self->fresh_id ? replace_id (bytes, client) : g_bytes_ref (bytes);
  AppLogEntry *entry = send_text (self->session, client, sent);
  if (entry != NULL)
    add_to_history (self, entry);
  else
    g_set_error_literal (error, APP_ERROR, APP_ERROR_NOT_CONNECTED,
                         _ ("The connection was lost before the message could be sent."));
  update (self);
  return entry;
}
