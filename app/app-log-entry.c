/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-entry-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-visible-text.h"
#include "mcp-json-value.h"

/* A row shows one line; more is cut there anyway. */
#define SUMMARY_CHARACTERS 200

struct _AppLogEntry
{
  GObject parent_instance;

  guint64     sequence;
  AppLogKind  kind;
  AppLogState state;
  gint64      time;
  gint64      monotonic;
  gint64      duration;
  gboolean    outgoing;
  char       *session;
  char       *method;
  char       *id;
  char       *name;
  char       *summary;
  AppLogText *text;
  AppLogText *answer;
  GString    *exchange;
  gint64      exchange_started;
};

enum {
  PROP_0,
  PROP_KIND,
  PROP_TIME,
  PROP_SESSION,
  PROP_OUTGOING,
  PROP_METHOD,
  PROP_ID,
  PROP_NAME,
  PROP_STATE,
  PROP_STATE_NAME,
  PROP_DURATION,
  PROP_SIZE,
  PROP_SUMMARY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppLogEntry, app_log_entry, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (AppLogKind, app_log_kind, G_DEFINE_ENUM_VALUE (APP_LOG_REQUEST, "request"), G_DEFINE_ENUM_VALUE (APP_LOG_NOTIFICATION, "notification"), G_DEFINE_ENUM_VALUE (APP_LOG_UNMATCHED, "unmatched"), G_DEFINE_ENUM_VALUE (APP_LOG_MALFORMED, "malformed"), G_DEFINE_ENUM_VALUE (APP_LOG_EXCHANGE, "exchange"), G_DEFINE_ENUM_VALUE (APP_LOG_STDERR, "stderr"), G_DEFINE_ENUM_VALUE (APP_LOG_PROCESS, "process"), G_DEFINE_ENUM_VALUE (APP_LOG_NOTE, "note"))

G_DEFINE_ENUM_TYPE (AppLogState, app_log_state, G_DEFINE_ENUM_VALUE (APP_LOG_STATE_NONE, "none"), G_DEFINE_ENUM_VALUE (APP_LOG_STATE_PENDING, "pending"), G_DEFINE_ENUM_VALUE (APP_LOG_STATE_OK, "ok"), G_DEFINE_ENUM_VALUE (APP_LOG_STATE_TOOL_ERROR, "tool-error"), G_DEFINE_ENUM_VALUE (APP_LOG_STATE_ERROR, "error"), G_DEFINE_ENUM_VALUE (APP_LOG_STATE_CANCELLED, "cancelled"))

static void
app_log_entry_finalize (GObject *object)
{
  AppLogEntry *self = APP_LOG_ENTRY (object);

  g_free (self->session);
  g_free (self->method);
  g_free (self->id);
  g_free (self->name);
  g_free (self->summary);
  g_clear_pointer (&self->text, app_log_text_free);
  g_clear_pointer (&self->answer, app_log_text_free);
  if (self->exchange != NULL)
    g_string_free (self->exchange, TRUE);
  G_OBJECT_CLASS (app_log_entry_parent_class)->finalize (object);
}

static void
app_log_entry_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppLogEntry *self = APP_LOG_ENTRY (object);

  switch (prop_id)
    {
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_TIME:
      g_value_set_int64 (value, self->time);
      break;
    case PROP_SESSION:
      g_value_set_string (value, self->session);
      break;
    case PROP_OUTGOING:
      g_value_set_boolean (value, self->outgoing);
      break;
    case PROP_METHOD:
      g_value_set_string (value, self->method);
      break;
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_STATE_NAME:
      g_value_set_string (value, app_log_entry_get_state_name (self));
      break;
    case PROP_DURATION:
      g_value_set_int64 (value, self->duration);
      break;
    case PROP_SIZE:
      g_value_set_uint64 (value, app_log_entry_get_size (self));
      break;
    case PROP_SUMMARY:
      g_value_set_string (value, self->summary);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_string (guint prop_id, const char *name)
{
  properties[prop_id] = g_param_spec_string (name, NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
app_log_entry_class_init (AppLogEntryClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_log_entry_finalize;
  object_class->get_property = app_log_entry_get_property;

  properties[PROP_KIND] = g_param_spec_enum ("kind", NULL, NULL, APP_TYPE_LOG_KIND,
                                             APP_LOG_NOTE, flags);
  properties[PROP_TIME] = g_param_spec_int64 ("time", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_OUTGOING] = g_param_spec_boolean ("outgoing", NULL, NULL, FALSE, flags);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, APP_TYPE_LOG_STATE,
                                              APP_LOG_STATE_NONE, flags);
  properties[PROP_DURATION] = g_param_spec_int64 ("duration", NULL, NULL, -1, G_MAXINT64, -1,
                                                  flags);
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  install_string (PROP_SESSION, "session");
  install_string (PROP_METHOD, "method");
  install_string (PROP_ID, "id");
  install_string (PROP_NAME, "name");
  install_string (PROP_STATE_NAME, "state-name");
  install_string (PROP_SUMMARY, "summary");
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_log_entry_init (AppLogEntry *self)
{
  self->duration = -1;
}

/* What a request is about: the tool or prompt, the resource, the token of progress. */
static char *
dup_subject (McpMessage *message)
{
  static const char *const members[] = { "name", "uri", "progressToken", "requestId", "level" };
  McpJsonValue             params = mcp_message_get_params (message);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpJsonValue member = mcp_json_value_get_member (params, members[i]);

      if (mcp_json_value_get_kind (member) == MCP_JSON_STRING)
        {
          g_autofree char *decoded = mcp_json_value_dup_string_prefix (member, 1024, NULL);

          return app_visible_text_line (decoded, SUMMARY_CHARACTERS);
        }
      if (mcp_json_value_get_kind (member) == MCP_JSON_NUMBER)
        return mcp_json_value_dup_text (member);
    }
  return NULL;
}

static char *
dup_first_line (GBytes *bytes)
{
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *start = NULL;

  if (length == 0)
    return g_strdup ("");
  start = g_strndup (data, MIN (length, SUMMARY_CHARACTERS * 4));
  return app_visible_text_line (start, SUMMARY_CHARACTERS);
}

static void
read_message (AppLogEntry *self, McpTapEntry *entry)
{
  McpMessage   *message = entry->message;
  McpRequestId *id = mcp_message_get_id (message);
  const char   *method = mcp_message_get_method (message);

  if (id != NULL)
    self->id = g_strdup (mcp_request_id_get_text (id));
  if (method == NULL)
    method = entry->method;
  if (method != NULL)
    self->method = app_visible_text_line (method, SUMMARY_CHARACTERS);

  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      self->kind = APP_LOG_REQUEST;
      self->state = APP_LOG_STATE_PENDING;
      self->name = dup_subject (message);
      break;
    case MCP_MESSAGE_NOTIFICATION:
      self->kind = APP_LOG_NOTIFICATION;
      self->name = dup_subject (message);
      break;
    case MCP_MESSAGE_BATCH:
      self->kind = APP_LOG_NOTE;
      /* Translators: several messages that came as one */
      self->summary = g_strdup (_ ("A batch of messages"));
      break;
    case MCP_MESSAGE_INVALID:
      self->kind = APP_LOG_MALFORMED;
      self->summary = app_visible_text_line (mcp_message_get_reason (message), SUMMARY_CHARACTERS);
      self->state = APP_LOG_STATE_ERROR;
      break;
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
    default:
      self->kind = APP_LOG_UNMATCHED;
      if (entry->flags & MCP_TAP_LATE)
        self->summary = g_strdup (_ ("An answer that came after we stopped waiting"));
      else if (entry->flags & MCP_TAP_DUPLICATE)
        self->summary = g_strdup (_ ("A second answer to the same request"));
      else
        self->summary = g_strdup (_ ("An answer to nothing that was asked"));
      self->state = APP_LOG_STATE_ERROR;
    }
}

static void
read_record (AppLogEntry *self, McpRecord *record)
{
  switch (record->kind)
    {
    case MCP_RECORD_STDERR:
      self->kind = APP_LOG_STDERR;
      break;
    case MCP_RECORD_PROCESS_STARTED:
      self->kind = APP_LOG_PROCESS;
      /* Translators: %d is a process number, %s a command line */
      self->summary = g_strdup_printf (_ ("Process %d started: %s"), record->pid, record->note);
      break;
    case MCP_RECORD_PROCESS_EXITED:
      self->kind = APP_LOG_PROCESS;
      self->summary = record->status < 0
                          /* Translators: %d is the number of a signal */
                          ? g_strdup_printf (_ ("Process ended by signal %d"), -record->status)
                          /* Translators: %d is an exit status */
                          : g_strdup_printf (_ ("Process ended with status %d"), record->status);
      break;
    case MCP_RECORD_EXCHANGE_STARTED:
    case MCP_RECORD_EXCHANGE_HEADERS:
    case MCP_RECORD_EXCHANGE_ENDED:
      self->kind = APP_LOG_EXCHANGE;
      self->outgoing = TRUE;
      self->method = g_strdup (record->method);
      self->name = g_strdup (record->url);
      self->state = APP_LOG_STATE_PENDING;
      break;
    case MCP_RECORD_MALFORMED:
      self->kind = APP_LOG_MALFORMED;
      self->state = APP_LOG_STATE_ERROR;
      break;
    case MCP_RECORD_SENT:
    case MCP_RECORD_RECEIVED:
    case MCP_RECORD_NOTE:
    default:
      self->kind = APP_LOG_NOTE;
    }
  if (self->summary == NULL && record->note != NULL)
    self->summary = app_visible_text_line (record->note, SUMMARY_CHARACTERS);
}

AppLogEntry *
app_log_entry_new (guint64 sequence, const char *session, McpTapEntry *entry, AppRedactor *redactor)
{
  AppLogEntry *self = g_object_new (APP_TYPE_LOG_ENTRY, NULL);
  McpRecord   *record = entry->record;

  self->sequence = sequence;
  self->session = g_strdup (session);
  self->time = record->time;
  self->monotonic = record->monotonic;
  self->outgoing = record->kind == MCP_RECORD_SENT;
  if (entry->message != NULL)
    read_message (self, entry);
  else
    read_record (self, record);
  if (record->text != NULL)
    {
      self->text = app_log_text_new (record->text, redactor);
      if (self->summary == NULL && self->name == NULL)
        self->summary = dup_first_line (record->text);
    }
  if (self->summary == NULL)
    self->summary = g_strdup (self->name != NULL ? self->name : "");
  return self;
}

static void
notify_answer (AppLogEntry *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE_NAME]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DURATION]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

void
app_log_entry_set_answer (AppLogEntry *self, McpTapEntry *answer, AppRedactor *redactor)
{
  McpMessage *message = answer->message;

  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->answer != NULL || message == NULL)
    return;
  if (answer->record->text != NULL)
    self->answer = app_log_text_new (answer->record->text, redactor);
  self->duration = answer->latency >= 0 ? answer->latency
                                        : answer->record->monotonic - self->monotonic;
  if (mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    {
      self->state = APP_LOG_STATE_ERROR;
      if (mcp_message_get_error_message (message) != NULL)
        {
          g_free (self->summary);
          self->summary = app_visible_text_line (mcp_message_get_error_message (message),
                                                 SUMMARY_CHARACTERS);
        }
    }
  else if (mcp_json_value_get_member_boolean (mcp_message_get_result (message), "isError", FALSE))
    self->state = APP_LOG_STATE_TOOL_ERROR;
  else
    self->state = APP_LOG_STATE_OK;
  notify_answer (self);
}

void
app_log_entry_set_cancelled (AppLogEntry *self)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->state != APP_LOG_STATE_PENDING)
    return;
  self->state = APP_LOG_STATE_CANCELLED;
  self->duration = g_get_monotonic_time () - self->monotonic;
  notify_answer (self);
}

static void
append_headers (AppLogEntry *self, char **headers, const char *mark, AppRedactor *redactor)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *masked = redactor != NULL ? app_redactor_redact_header (redactor, headers[i])
                                                 : g_strdup (headers[i]);

      g_string_append_printf (self->exchange, "%s %s\n", mark, masked);
    }
}

void
app_log_entry_add_exchange (AppLogEntry *self, McpRecord *record, AppRedactor *redactor)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->exchange == NULL)
    self->exchange = g_string_new (NULL);
  switch (record->kind)
    {
    case MCP_RECORD_EXCHANGE_STARTED:
      self->exchange_started = record->monotonic;
      g_string_append_printf (self->exchange, "> %s %s\n", record->method, record->url);
      append_headers (self, record->request_headers, ">", redactor);
      break;
    case MCP_RECORD_EXCHANGE_HEADERS:
      g_string_append_printf (self->exchange, "\n< HTTP %d  (%+.1f ms)\n", record->status,
                              (record->monotonic - self->exchange_started) / 1000.0);
      append_headers (self, record->response_headers, "<", redactor);
      break;
    case MCP_RECORD_EXCHANGE_ENDED:
      g_string_append_printf (self->exchange, "\n* %s  (%+.1f ms)\n",
                              record->note != NULL ? record->note : _ ("ended"), (record->monotonic - self->exchange_started) / 1000.0);
      break;
    case MCP_RECORD_SENT:
    case MCP_RECORD_RECEIVED:
    case MCP_RECORD_MALFORMED:
    case MCP_RECORD_STDERR:
    case MCP_RECORD_PROCESS_STARTED:
    case MCP_RECORD_PROCESS_EXITED:
    case MCP_RECORD_NOTE:
    default:
      break;
    }
  if (self->kind == APP_LOG_EXCHANGE && record->kind == MCP_RECORD_EXCHANGE_ENDED)
    {
      self->state = APP_LOG_STATE_OK;
      self->duration = record->monotonic - self->monotonic;
      notify_answer (self);
    }
}

gsize
app_log_entry_get_memory (AppLogEntry *self)
{
  return (self->text != NULL ? app_log_text_get_memory (self->text) : 0) +
         (self->answer != NULL ? app_log_text_get_memory (self->answer) : 0);
}

void
app_log_entry_spill (AppLogEntry *self, AppLogSpill *spill)
{
  if (self->text != NULL)
    app_log_text_spill (self->text, spill);
  if (self->answer != NULL)
    app_log_text_spill (self->answer, spill);
}

AppLogKind
app_log_entry_get_kind (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), APP_LOG_NOTE);
  return self->kind;
}

AppLogState
app_log_entry_get_state (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), APP_LOG_STATE_NONE);
  return self->state;
}

const char *
app_log_entry_get_state_name (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  switch (self->state)
    {
    case APP_LOG_STATE_PENDING:
      return C_ ("log", "pending");
    case APP_LOG_STATE_OK:
      return C_ ("log", "ok");
    case APP_LOG_STATE_TOOL_ERROR:
      return C_ ("log", "tool error");
    case APP_LOG_STATE_ERROR:
      return C_ ("log", "error");
    case APP_LOG_STATE_CANCELLED:
      return C_ ("log", "no answer");
    case APP_LOG_STATE_NONE:
    default:
      return "";
    }
}

gint64
app_log_entry_get_time (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);
  return self->time;
}

gint64
app_log_entry_get_duration (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), -1);
  return self->duration;
}

gboolean
app_log_entry_get_outgoing (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), FALSE);
  return self->outgoing;
}

guint64
app_log_entry_get_size (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);
  return (self->text != NULL ? app_log_text_get_size (self->text) : 0) +
         (self->answer != NULL ? app_log_text_get_size (self->answer) : 0);
}

guint64
app_log_entry_get_sequence (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);
  return self->sequence;
}

const char *
app_log_entry_get_session (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->session;
}

const char *
app_log_entry_get_method (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->method;
}

const char *
app_log_entry_get_id (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->id;
}

const char *
app_log_entry_get_name (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->name;
}

const char *
app_log_entry_get_summary (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->summary;
}

GBytes *
app_log_entry_dup_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->text != NULL ? app_log_text_dup (self->text) : NULL;
}

GBytes *
app_log_entry_dup_answer_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->answer != NULL ? app_log_text_dup (self->answer) : NULL;
}

static void
append_redacted (GByteArray *out, AppLogText *text)
{
  g_autoptr (GBytes) redacted = NULL;

  if (text == NULL)
    return;
  redacted = app_log_text_dup_redacted (text);
  g_byte_array_append (out, g_bytes_get_data (redacted, NULL), g_bytes_get_size (redacted));
  g_byte_array_append (out, (const guint8 *)"\n", 1);
}

GBytes *
app_log_entry_dup_redacted (AppLogEntry *self)
{
  GByteArray *out;

  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  if (self->text == NULL && self->answer == NULL)
    return NULL;
  out = g_byte_array_new ();
  append_redacted (out, self->text);
  append_redacted (out, self->answer);
  return g_byte_array_free_to_bytes (out);
}

char *
app_log_entry_dup_exchange_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->exchange != NULL ? g_strdup (self->exchange->str) : NULL;
}
