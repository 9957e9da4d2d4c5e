/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-entry.h"

#include <glib/gi18n-lib.h>

#include "app-findings.h"
#include "app-visible-text.h"
#include "mcp-log-message.h"
#include "mcp-json-value.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <string.h>

/* A row shows one line; more is cut there anyway. */
#define SUMMARY_CHARACTERS 200
/* Header lines beyond this are counted, not kept: 10 000 entries of the log must fit in memory. */
#define MAX_EXCHANGE_BYTES (16u * 1024u)
/* Enough of an error page to know it by. */
#define MAX_BODY 4096u
/* Entries that are waiting to be counted; of more, the views ask again. */
#define MAX_WAITING 1024

/* What an HTTP exchange did, as text: request line, status, headers, timing, and the beginning of a
 * body that was no message. Secrets are masked as the text is made; its length is bounded, whatever
 * a server sends. */
typedef struct
{
  GString *text;
  gint64   started; /* µs, monotonic */
  guint    n_hidden;
  int      status; /* the last; 0 before there is one */
} Exchange;

static void
exchange_free (Exchange *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

static void
append_line (Exchange *self, const char *mark, const char *line)
{
  if (self->text->len + strlen (line) > MAX_EXCHANGE_BYTES)
    {
      self->n_hidden++;
      return;
    }
  g_string_append_printf (self->text, "%s %s\n", mark, line);
}

static void
append_headers (Exchange *self, char **headers, const char *mark, AppRedactor *redactor)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *masked = redactor != NULL ? app_redactor_redact_header (redactor, headers[i])
                                                 : g_strdup (headers[i]);

      append_line (self, mark, masked);
    }
}

static double
get_milliseconds (Exchange *self, McpRecord *record)
{
  return (record->monotonic - self->started) / 1000.0;
}

static void
append_body (Exchange *self, GBytes *body, AppRedactor *redactor)
{
  gsize            length;
  const char      *data = g_bytes_get_data (body, &length);
  g_autofree char *masked = NULL;

  if (length == 0)
    return;
  g_autofree char *start = g_strndup (data, MIN (length, MAX_BODY));
  masked = redactor != NULL ? app_redactor_redact_text (redactor, start) : g_strdup (start);
  g_autofree char *valid = g_utf8_make_valid (masked, -1);
  g_string_append_printf (self->text, "\n%s%s\n", valid,
                          length > MAX_BODY ? "…" : "");
}

static void
add_span (GPtrArray *parts, const char *name, gint64 begun, gint64 ended)
{
  if (begun > 0 && ended >= begun)
    g_ptr_array_add (parts, g_strdup_printf ("%s %.1f ms", name, (ended - begun) / 1000.0));
}

/* How long each step took, and how much was moved. */
static void
append_measures (Exchange *self, const McpRecordMeasures *measures)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sent = app_visible_text_size (measures->sent);
  g_autofree char *received = app_visible_text_size (measures->received);
  gboolean         secure = measures->tls_begun > 0;

  if (measures->request_begun == 0)
    return;
  if (measures->connect_begun == 0)
    g_ptr_array_add (parts, g_strdup (_ ("connection reused")));
  add_span (parts, _ ("DNS"), measures->dns_begun, measures->dns_ended);
  add_span (parts, _ ("connecting"), measures->connect_begun,
            secure ? measures->tls_begun : measures->connect_ended);
  add_span (parts, _ ("TLS"), measures->tls_begun, measures->connect_ended);
  add_span (parts, _ ("first byte after"), measures->request_begun, measures->answer_begun);
  /* Translators: %s is a size, as in “12 kB” */
  g_ptr_array_add (parts, g_strdup_printf (_ ("%s sent"), sent));
  g_ptr_array_add (parts, g_strdup_printf (_ ("%s received"), received));
  if (measures->is_stream)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%u event", "%u events",
                                                       measures->n_events),
                                             measures->n_events));
  g_ptr_array_add (parts, NULL);
  g_autofree char *line = g_strjoinv (" · ", (char **)parts->pdata);
  append_line (self, "*", line);
}

static void
exchange_add (Exchange *self, McpRecord *record, AppRedactor *redactor)
{
  g_autofree char *line = NULL;
  g_autofree char *masked = NULL;

  switch (record->kind)
    {
    case MCP_RECORD_EXCHANGE_STARTED:
      self->started = record->monotonic;
      line = g_strdup_printf ("%s %s", record->method, record->url);
      masked = redactor != NULL ? app_redactor_redact_text (redactor, line) : g_strdup (line);
      append_line (self, ">", masked);
      append_headers (self, record->request_headers, ">", redactor);
      break;
    case MCP_RECORD_EXCHANGE_HEADERS:
      self->status = record->status;
      append_headers (self, record->request_headers, ">", redactor);
      g_string_append_printf (self->text, "\n< HTTP %d  (%+.1f ms)\n", record->status,
                              get_milliseconds (self, record));
      append_headers (self, record->response_headers, "<", redactor);
      break;
    case MCP_RECORD_EXCHANGE_ENDED:
      if (record->text != NULL)
        append_body (self, record->text, redactor);
      g_string_append_printf (self->text, "\n* %s  (%+.1f ms)\n",
                              record->note != NULL ? record->note : _ ("ended"),
                              get_milliseconds (self, record));
      append_measures (self, &record->measures);
      break;
    default:
      break;
    }
}

static char *
exchange_dup_text (Exchange *self)
{
  if (self->n_hidden == 0)
    return g_strdup (self->text->str);
  /* Translators: %u header lines of HTTP are left out */
  return g_strdup_printf (ngettext ("%s\n* %u long header is not shown\n",
                                    "%s\n* %u long headers are not shown\n", self->n_hidden),
                          self->text->str, self->n_hidden);
}

/* What a row says */

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
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (length == 0)
    return g_strdup ("");
  g_autofree char *start = g_strndup (data, MIN (length, SUMMARY_CHARACTERS * 4));
  return app_visible_text_line (start, SUMMARY_CHARACTERS);
}

/* The beginning of what was logged: a string as it is, anything else as JSON. */
static char *
dup_data (McpJsonValue data)
{
  gsize length;

  if (!mcp_json_value_exists (data))
    return g_strdup ("");
  if (mcp_json_value_get_kind (data) == MCP_JSON_STRING)
    return mcp_json_value_dup_string_prefix (data, 1024, NULL);
  const char *text = mcp_json_value_get_text (data, &length);
  return g_strndup (text, MIN (length, 1024));
}

/* What a server logs, on one line: who, and what. */
static void
read_logged (AppLogRow *self, McpJsonValue params)
{
  g_autofree char *level = mcp_json_value_dup_member_string (params, "level");
  g_autofree char *logger = mcp_json_value_dup_member_string (params, "logger");
  g_autofree char *data = dup_data (mcp_json_value_get_member (params, "data"));
  g_autofree char *line = app_visible_text_summary (data, SUMMARY_CHARACTERS);

  self->level = mcp_log_level_from_name (level);
  if (logger == NULL || logger[0] == '\0')
    {
      self->name = g_steal_pointer (&line);
      return;
    }
  g_autofree char *both = g_strdup_printf ("%s: %s", logger, line);
  self->name = app_visible_text_line (both, SUMMARY_CHARACTERS);
}

static void
read_message (AppLogRow *self, McpTapEntry *entry)
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
      self->state = entry->flags & MCP_TAP_DROPPED ? APP_LOG_STATE_ERROR : APP_LOG_STATE_PENDING;
      self->name = dup_subject (message);
      break;
    case MCP_MESSAGE_NOTIFICATION:
      self->kind = APP_LOG_NOTIFICATION;
      if (g_strcmp0 (method, "notifications/message") == 0)
        read_logged (self, mcp_message_get_params (message));
      else
        self->name = dup_subject (message);
      break;
    case MCP_MESSAGE_BATCH:
      self->kind = APP_LOG_NOTE;
      /* Translators: several messages that came as one */
      self->summary = g_strdup (_ ("Batch of messages"));
      break;
    case MCP_MESSAGE_INVALID:
      self->kind = APP_LOG_MALFORMED;
      self->summary =
          app_visible_text_line (mcp_message_get_reason (message), SUMMARY_CHARACTERS);
      self->state = APP_LOG_STATE_ERROR;
      break;
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
    default:
      self->kind = APP_LOG_UNMATCHED;
      if (entry->flags & MCP_TAP_LATE)
        self->summary = g_strdup (_ ("Late response: the request was cancelled or had timed out"));
      else if (entry->flags & MCP_TAP_DUPLICATE)
        self->summary = g_strdup (_ ("Duplicate response"));
      else if (entry->question != 0)
        self->summary = g_strdup (_ ("Response to a request that is no longer in the log"));
      else
        self->summary = g_strdup (_ ("Response to an unknown request"));
      self->state = entry->flags == 0 && entry->question != 0 ? APP_LOG_STATE_OK
                                                              : APP_LOG_STATE_ERROR;
    }
}

/* A request of ours that is too large to be read again: our own envelope says all that a row needs,
 * {"jsonrpc":"2.0","id":ID,"method":"METHOD",… */
static void
read_large_request (AppLogRow *self, McpRecord *record)
{
  gsize            length;
  const char      *data = g_bytes_get_data (record->text, &length);
  g_autofree char *head = g_strndup (data, MIN (length, 256));
  const char      *id = strstr (head, "\"id\":");
  const char      *method = strstr (head, "\"method\":\"");

  if (id == NULL || method == NULL || method < id)
    return;
  id += strlen ("\"id\":");
  method += strlen ("\"method\":\"");
  self->kind = APP_LOG_REQUEST;
  self->state = APP_LOG_STATE_PENDING;
  self->id = g_strndup (id, strcspn (id, ","));
  self->method = g_strndup (method, strcspn (method, "\""));
}

static void
read_record (AppLogRow *self, McpRecord *record)
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
                          ? g_strdup_printf (_ ("Process killed by signal %d"), -record->status)
                          /* Translators: %d is an exit status */
                          : g_strdup_printf (_ ("Process exited with status %d"), record->status);
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
      self->kind = APP_LOG_NOTE;
      if (record->text != NULL)
        read_large_request (self, record);
      break;
    case MCP_RECORD_RECEIVED:
    case MCP_RECORD_NOTE:
    default:
      self->kind = APP_LOG_NOTE;
    }
  if (self->summary == NULL && record->note != NULL)
    self->summary = app_visible_text_line (record->note, SUMMARY_CHARACTERS);
}

/* Rows are shown and searched by everybody who looks at the screen. */
static void
mask (char **text, AppRedactor *redactor)
{
  if (*text == NULL || redactor == NULL)
    return;
  char *masked = app_redactor_redact_text (redactor, *text);
  g_free (*text);
  *text = masked;
}

/* One line of what a server said, as rows show it. Returns: (transfer full) */
static char *
dup_line (const char *text, AppRedactor *redactor)
{
  char *line = app_visible_text_line (text, SUMMARY_CHARACTERS);

  mask (&line, redactor);
  return line;
}

/* What a row says of one thing that passed the tap: secrets are masked; what a server sent is made
 * visible and cut. @redactor: (nullable) */
static void
read_row (AppLogRow *self, McpTapEntry *entry, AppRedactor *redactor)
{
  McpRecord *record = entry->record;

  self->level = -1;
  self->duration = -1;
  self->time = record->time;
  self->outgoing = record->kind == MCP_RECORD_SENT;
  if (entry->message != NULL)
    read_message (self, entry);
  else
    read_record (self, record);
  if (record->text != NULL && self->summary == NULL && self->name == NULL)
    self->summary = dup_first_line (record->text);
  if (self->summary == NULL)
    self->summary = g_strdup (self->name != NULL ? self->name : "");
  if ((entry->flags & MCP_TAP_SECOND) != 0)
    {
      char *said = self->summary;

      /* Translators: of two connections to one server; %s is what passed over the second */
      self->summary = g_strdup_printf (_ ("Second: %s"), said);
      g_free (said);
    }
  mask (&self->name, redactor);
  mask (&self->summary, redactor);
}

/* The entry */

struct _AppLogEntry
{
  GObject parent_instance;

  AppLogRow   row;
  gint64      monotonic;
  AppLogText *text;
  AppLogText *response;
  GPtrArray  *findings;          /* (nullable): of the conversation, beside those of the text */
  GPtrArray  *response_findings; /* (nullable) */
  const char *revision;          /* (nullable): that was spoken, interned */
  gboolean    spilled;
  int         n_findings; /* -1: not counted yet */
  guint       worst;      /* McpFindingLevel of these */
  gboolean    wanted;     /* will be counted */

  Exchange *exchange; /* (nullable) */
};

static GQueue waiting = G_QUEUE_INIT; /* of AppLogEntry */
static guint  counting;

enum {
  PROP_STATE = 1,
  PROP_N_FINDINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppLogEntry, app_log_entry, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppLogEntry, app_log_entry)
{
  g_free (self->row.session);
  g_free (self->row.method);
  g_free (self->row.id);
  g_free (self->row.name);
  g_free (self->row.summary);
  g_clear_pointer (&self->text, app_log_text_free);
  g_clear_pointer (&self->response, app_log_text_free);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->response_findings, g_ptr_array_unref);
  g_clear_pointer (&self->exchange, exchange_free);
}

static void
app_log_entry_class_init (AppLogEntryClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppLogEntry, row.state) },
    [PROP_N_FINDINGS] = { "n-findings", G_TYPE_INT,
                          .offset = G_STRUCT_OFFSET (AppLogEntry, n_findings) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_log_entry_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
app_log_entry_init (AppLogEntry *self)
{
  self->n_findings = -1;
}

AppLogEntry *
app_log_entry_new (guint64 sequence, const char *session, McpTapEntry *entry, AppRedactor *redactor)
{
  AppLogEntry *self = g_object_new (APP_TYPE_LOG_ENTRY, NULL);
  McpRecord   *record = entry->record;

  self->row.sequence = sequence;
  self->row.root = sequence;
  self->row.session = g_strdup (session);
  self->monotonic = record->monotonic;
  self->revision = entry->revision;
  read_row (&self->row, entry, redactor);
  if (record->text != NULL)
    self->text = app_log_text_new (record->text, redactor);
  if (entry->findings != NULL)
    self->findings = g_ptr_array_ref (entry->findings);
  return self;
}

static void
notify_state (AppLogEntry *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
app_log_entry_set_response (AppLogEntry *self, McpTapEntry *response, AppRedactor *redactor)
{
  McpMessage *message = response->message;

  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->response != NULL || message == NULL)
    return;
  if (response->record->text != NULL)
    self->response = app_log_text_new (response->record->text, redactor);
  if (response->findings != NULL)
    self->response_findings = g_ptr_array_ref (response->findings);
  self->n_findings = -1;
  self->revision = response->revision;
  self->row.duration = response->latency >= 0 ? response->latency
                                              : response->record->monotonic - self->monotonic;
  if (mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    {
      self->row.state = APP_LOG_STATE_ERROR;
      if (mcp_message_get_error_message (message) != NULL)
        {
          g_free (self->row.summary);
          self->row.summary =
              dup_line (mcp_message_get_error_message (message), redactor);
        }
    }
  else if (mcp_json_value_get_member_boolean (mcp_message_get_result (message), "isError", FALSE))
    self->row.state = APP_LOG_STATE_TOOL_ERROR;
  else
    self->row.state = APP_LOG_STATE_OK;
  notify_state (self);
}

void
app_log_entry_end (AppLogEntry *self, AppLogState state)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->row.state != APP_LOG_STATE_PENDING)
    return;
  self->row.state = state;
  self->row.duration = g_get_monotonic_time () - self->monotonic;
  notify_state (self);
}

void
app_log_entry_set_not_spoken (AppLogEntry *self)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->row.state != APP_LOG_STATE_ERROR && self->row.state != APP_LOG_STATE_CANCELLED)
    return;
  self->row.state = APP_LOG_STATE_NOT_SPOKEN;
  g_free (self->row.summary);
  self->row.summary = g_strdup (_ ("Not supported: this is a legacy server"));
  notify_state (self);
}

void
app_log_entry_set_parent (AppLogEntry *self, AppLogEntry *parent)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));
  g_return_if_fail (APP_IS_LOG_ENTRY (parent) && parent != self);

  self->row.root = parent->row.root;
  self->row.depth = parent->row.depth + 1;
}

/* The status is what one looks for in the line of an exchange. */
static void
summarize_status (AppLogEntry *self)
{
  const char *what = self->row.name != NULL ? self->row.name : "";

  g_free (self->row.summary);
  self->row.summary =
      g_strdup_printf ("HTTP %d  %s", self->exchange->status, what);
}

static void
end_exchange (AppLogEntry *self, McpRecord *record)
{
  gboolean refused = self->exchange->status >= 400;

  /* What was answered with a message has that message's state; what was refused without one has
   * nothing else to tell. */
  if (self->row.kind != APP_LOG_EXCHANGE && (self->response != NULL || !refused))
    return;
  if (self->row.kind != APP_LOG_EXCHANGE)
    summarize_status (self);
  self->row.state = refused ? APP_LOG_STATE_ERROR : APP_LOG_STATE_OK;
  self->row.duration = record->monotonic - self->monotonic;
  notify_state (self);
}

void
app_log_entry_add_exchange (AppLogEntry *self, McpRecord *record, AppRedactor *redactor)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->exchange == NULL)
    {
      self->exchange = g_new0 (Exchange, 1);
      self->exchange->text = g_string_new (NULL);
    }
  exchange_add (self->exchange, record, redactor);
  if (record->kind == MCP_RECORD_EXCHANGE_HEADERS && self->row.kind == APP_LOG_EXCHANGE)
    {
      summarize_status (self);
      notify_state (self);
    }
  if (record->kind == MCP_RECORD_EXCHANGE_ENDED)
    end_exchange (self, record);
}

gsize
app_log_entry_get_memory (AppLogEntry *self)
{
  return (self->text != NULL ? app_log_text_get_memory (self->text) : 0) +
         (self->response != NULL ? app_log_text_get_memory (self->response) : 0) +
         (self->exchange != NULL ? self->exchange->text->len : 0);
}

MCP_DEFINE_READER (gboolean, app_log_entry_is_spilled, AppLogEntry, self != NULL, spilled)

void
app_log_entry_spill (AppLogEntry *self, AppLogSpill *spill)
{
  self->spilled = TRUE;
  if (self->text != NULL)
    app_log_text_spill (self->text, spill);
  if (self->response != NULL)
    app_log_text_spill (self->response, spill);
}

const AppLogRow *
app_log_entry_get_row (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return &self->row;
}

const char *
app_log_entry_get_state_name (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  switch (self->row.state)
    {
    case APP_LOG_STATE_PENDING:
      return C_ ("log", "Pending");
    case APP_LOG_STATE_OK:
      return C_ ("log", "OK");
    case APP_LOG_STATE_TOOL_ERROR:
      return C_ ("log", "Tool error");
    case APP_LOG_STATE_ERROR:
      return C_ ("log", "Error");
    case APP_LOG_STATE_CANCELLED:
      return C_ ("log", "Cancelled");
    case APP_LOG_STATE_NOT_SPOKEN:
      return C_ ("log", "Legacy");
    case APP_LOG_STATE_NONE:
    default:
      return "";
    }
}

guint64
app_log_entry_get_size (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);
  return (self->text != NULL ? app_log_text_get_size (self->text) : 0) +
         (self->response != NULL ? app_log_text_get_size (self->response) : 0);
}

gboolean
app_log_entry_is_message (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), FALSE);
  return self->row.kind <= APP_LOG_MALFORMED && self->text != NULL;
}

GBytes *
app_log_entry_dup_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->text != NULL ? app_log_text_dup (self->text) : NULL;
}

GBytes *
app_log_entry_dup_response_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->response != NULL ? app_log_text_dup (self->response) : NULL;
}

AppLogText *
app_log_entry_get_text (AppLogEntry *self, gboolean of_response)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return of_response ? self->response : self->text;
}

static void
append_redacted (GByteArray *out, AppLogText *text)
{
  if (text == NULL)
    return;
  g_autoptr (GBytes) redacted = app_log_text_dup_redacted (text);
  g_byte_array_append (out, g_bytes_get_data (redacted, NULL), g_bytes_get_size (redacted));
  g_byte_array_append (out, (const guint8 *)"\n", 1);
}

GBytes *
app_log_entry_dup_redacted (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  if (self->text == NULL && self->response == NULL)
    return NULL;
  GByteArray *out = g_byte_array_new ();
  append_redacted (out, self->text);
  append_redacted (out, self->response);
  return g_byte_array_free_to_bytes (out);
}

char *
app_log_entry_dup_exchange_text (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);
  return self->exchange != NULL ? exchange_dup_text (self->exchange) : NULL;
}

const char *
app_log_entry_get_level_name (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  switch (self->row.level)
    {
    case MCP_LOG_DEBUG:
      return C_ ("log level", "debug");
    case MCP_LOG_INFO:
      return C_ ("log level", "info");
    case MCP_LOG_NOTICE:
      return C_ ("log level", "notice");
    case MCP_LOG_WARNING:
      return C_ ("log level", "warning");
    case MCP_LOG_ERROR:
      return C_ ("log level", "error");
    case MCP_LOG_CRITICAL:
      return C_ ("log level", "critical");
    case MCP_LOG_ALERT:
      return C_ ("log level", "alert");
    case MCP_LOG_EMERGENCY:
      return C_ ("log level", "emergency");
    default:
      return C_ ("log level", "unknown level");
    }
}

/* What is off in the messages: read when somebody wants to know */

GPtrArray *
app_log_entry_dup_findings (AppLogEntry *self, gboolean of_response)
{
  AppLogText *text;
  GPtrArray  *findings = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) found = NULL;

  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  mcp_finding_add_all (&findings, of_response ? self->response_findings : self->findings, NULL);
  text = of_response ? self->response : self->text;
  if (self->row.kind <= APP_LOG_MALFORMED && text != NULL)
    {
      bytes = app_log_text_dup (text);
      found = app_findings_of_message (bytes, of_response ? self->row.method : NULL,
                                       self->revision);
    }
  mcp_finding_list_cite (findings, self->revision);
  mcp_finding_add_all (&findings, found, NULL);
  return findings;
}

static int
count (AppLogEntry *self, gboolean of_response)
{
  g_autoptr (GPtrArray) findings = app_log_entry_dup_findings (self, of_response);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    self->worst = MAX (self->worst, (guint)mcp_finding_get_level (findings->pdata[i]));
  return findings != NULL ? (int)findings->len : 0;
}

guint
app_log_entry_count_findings (AppLogEntry *self, McpFindingLevel *worst)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), 0);

  if (self->n_findings < 0)
    {
      self->worst = MCP_FINDING_NOTE;
      self->n_findings = count (self, FALSE) + count (self, TRUE);
    }
  if (worst != NULL)
    *worst = (McpFindingLevel)self->worst;
  return (guint)self->n_findings;
}

static gboolean
count_next (gpointer data)
{
  g_autoptr (AppLogEntry) entry = g_queue_pop_head (&waiting);

  if (entry != NULL)
    {
      entry->wanted = FALSE;
      app_log_entry_count_findings (entry, NULL);
      g_object_notify_by_pspec (G_OBJECT (entry), properties[PROP_N_FINDINGS]);
    }
  if (!g_queue_is_empty (&waiting))
    return G_SOURCE_CONTINUE;
  counting = 0;
  return G_SOURCE_REMOVE;
}

int
app_log_entry_get_n_findings (AppLogEntry *self, McpFindingLevel *worst)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), -1);

  if (worst != NULL)
    *worst = (McpFindingLevel)self->worst;
  return self->n_findings;
}

void
app_log_entry_want_findings (AppLogEntry *self)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->n_findings >= 0 || self->wanted)
    return;
  if (g_queue_get_length (&waiting) >= MAX_WAITING)
    {
      g_autoptr (AppLogEntry) oldest = g_queue_pop_head (&waiting);
      oldest->wanted = FALSE;
    }
  self->wanted = TRUE;
  g_queue_push_tail (&waiting, g_object_ref (self));
  if (counting == 0)
    counting = g_idle_add_full (G_PRIORITY_LOW, count_next, NULL, NULL);
}
