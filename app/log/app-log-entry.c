/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-entry-private.h"

#include <glib/gi18n-lib.h>

#include "app-findings.h"
#include "app-log-reading.h"
#include "mcp-log-message.h"
#include "mcp-json-value.h"
#include "mcp-property.h"

/* Entries that are waiting to be counted; of more, the views ask again. */
#define MAX_WAITING 1024

static GQueue waiting = G_QUEUE_INIT; /* of AppLogEntry */
static guint  counting;

enum {
  PROP_STATE = 1,
  PROP_N_FINDINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppLogEntry, app_log_entry, G_TYPE_OBJECT)

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
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->answer_findings, g_ptr_array_unref);
  g_clear_pointer (&self->exchange, app_log_exchange_free);
  G_OBJECT_CLASS (app_log_entry_parent_class)->finalize (object);
}

static void
app_log_entry_class_init (AppLogEntryClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppLogEntry, state) },
    [PROP_N_FINDINGS] = { "n-findings", G_TYPE_INT,
                          .offset = G_STRUCT_OFFSET (AppLogEntry, n_findings) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_log_entry_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
app_log_entry_init (AppLogEntry *self)
{
  self->duration = -1;
  self->n_findings = -1;
}

AppLogEntry *
app_log_entry_new (guint64 sequence, const char *session, McpTapEntry *entry, AppRedactor *redactor)
{
  AppLogEntry  *self = g_object_new (APP_TYPE_LOG_ENTRY, NULL);
  McpRecord    *record = entry->record;
  AppLogReading reading;

  self->sequence = sequence;
  self->session = g_strdup (session);
  self->time = record->time;
  self->monotonic = record->monotonic;
  app_log_reading_init (&reading, entry, redactor);
  self->kind = reading.kind;
  self->state = reading.state;
  self->outgoing = reading.outgoing;
  self->method = reading.method;
  self->id = reading.id;
  self->name = reading.name;
  self->summary = reading.summary;
  self->level = reading.level;
  if (record->text != NULL)
    self->text = app_log_text_new (record->text, redactor);
  if (entry->findings != NULL)
    self->findings = g_ptr_array_ref (entry->findings);
  return self;
}

static void
notify_answer (AppLogEntry *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
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
  if (answer->findings != NULL)
    self->answer_findings = g_ptr_array_ref (answer->findings);
  self->n_findings = -1;
  self->duration = answer->latency >= 0 ? answer->latency
                                        : answer->record->monotonic - self->monotonic;
  if (mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    {
      self->state = APP_LOG_STATE_ERROR;
      if (mcp_message_get_error_message (message) != NULL)
        {
          g_free (self->summary);
          self->summary =
              app_log_reading_dup_line (mcp_message_get_error_message (message), redactor);
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

void
app_log_entry_set_not_spoken (AppLogEntry *self)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->state != APP_LOG_STATE_ERROR && self->state != APP_LOG_STATE_CANCELLED)
    return;
  self->state = APP_LOG_STATE_NOT_SPOKEN;
  g_free (self->summary);
  self->summary = g_strdup (_ ("Not spoken by this server: it is a legacy one"));
  notify_answer (self);
}

/* The status is what one looks for in the line of an exchange. */
static void
summarize_status (AppLogEntry *self)
{
  const char *what = self->name != NULL ? self->name : "";

  g_free (self->summary);
  self->summary =
      g_strdup_printf ("HTTP %d  %s", app_log_exchange_get_status (self->exchange), what);
}

static void
end_exchange (AppLogEntry *self, McpRecord *record)
{
  gboolean refused = app_log_exchange_get_status (self->exchange) >= 400;

  /* What was answered with a message has that message's state; what was refused without one has
   * nothing else to tell. */
  if (self->kind != APP_LOG_EXCHANGE && (self->answer != NULL || !refused))
    return;
  if (self->kind != APP_LOG_EXCHANGE)
    summarize_status (self);
  self->state = refused ? APP_LOG_STATE_ERROR : APP_LOG_STATE_OK;
  self->duration = record->monotonic - self->monotonic;
  notify_answer (self);
}

void
app_log_entry_add_exchange (AppLogEntry *self, McpRecord *record, AppRedactor *redactor)
{
  g_return_if_fail (APP_IS_LOG_ENTRY (self));

  if (self->exchange == NULL)
    self->exchange = app_log_exchange_new ();
  app_log_exchange_add (self->exchange, record, redactor);
  if (record->kind == MCP_RECORD_EXCHANGE_HEADERS && self->kind == APP_LOG_EXCHANGE)
    {
      summarize_status (self);
      notify_answer (self);
    }
  if (record->kind == MCP_RECORD_EXCHANGE_ENDED)
    end_exchange (self, record);
}

gsize
app_log_entry_get_memory (AppLogEntry *self)
{
  return (self->text != NULL ? app_log_text_get_memory (self->text) : 0) +
         (self->answer != NULL ? app_log_text_get_memory (self->answer) : 0) +
         (self->exchange != NULL ? app_log_exchange_get_size (self->exchange) : 0);
}

gboolean
app_log_entry_is_spilled (AppLogEntry *self)
{
  return self->spilled;
}

void
app_log_entry_spill (AppLogEntry *self, AppLogSpill *spill)
{
  self->spilled = TRUE;
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
    case APP_LOG_STATE_NOT_SPOKEN:
      return C_ ("log", "legacy");
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

gboolean
app_log_entry_is_message (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), FALSE);
  return self->kind <= APP_LOG_MALFORMED && self->text != NULL;
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
  return self->exchange != NULL ? app_log_exchange_dup_text (self->exchange) : NULL;
}

int
app_log_entry_get_level (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), -1);
  return self->level;
}

const char *
app_log_entry_get_level_name (AppLogEntry *self)
{
  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  switch (self->level)
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
app_log_entry_dup_findings (AppLogEntry *self, gboolean of_answer)
{
  AppLogText *text;
  GPtrArray  *findings = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) found = NULL;

  g_return_val_if_fail (APP_IS_LOG_ENTRY (self), NULL);

  mcp_finding_add_all (&findings, of_answer ? self->answer_findings : self->findings, NULL);
  text = of_answer ? self->answer : self->text;
  if (self->kind <= APP_LOG_MALFORMED && text != NULL)
    {
      bytes = app_log_text_dup (text);
      found = app_findings_of_message (bytes, of_answer ? self->method : NULL);
    }
  mcp_finding_add_all (&findings, found, NULL);
  return findings;
}

static int
count (AppLogEntry *self, gboolean of_answer)
{
  g_autoptr (GPtrArray) findings = app_log_entry_dup_findings (self, of_answer);

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
