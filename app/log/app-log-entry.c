/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-entry-private.h"

#include <glib/gi18n-lib.h>

#include "app-log-reading.h"
#include "mcp-log-message.h"
#include "mcp-json-value.h"

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
  PROP_N_FINDINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppLogEntry, app_log_entry, G_TYPE_OBJECT)

GType
app_log_kind_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_LOG_REQUEST, "APP_LOG_REQUEST", "request" },
    { APP_LOG_NOTIFICATION, "APP_LOG_NOTIFICATION", "notification" },
    { APP_LOG_UNMATCHED, "APP_LOG_UNMATCHED", "unmatched" },
    { APP_LOG_MALFORMED, "APP_LOG_MALFORMED", "malformed" },
    { APP_LOG_EXCHANGE, "APP_LOG_EXCHANGE", "exchange" },
    { APP_LOG_STDERR, "APP_LOG_STDERR", "stderr" },
    { APP_LOG_PROCESS, "APP_LOG_PROCESS", "process" },
    { APP_LOG_NOTE, "APP_LOG_NOTE", "note" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppLogKind", values));
  return type;
}

GType
app_log_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_LOG_STATE_NONE, "APP_LOG_STATE_NONE", "none" },
    { APP_LOG_STATE_PENDING, "APP_LOG_STATE_PENDING", "pending" },
    { APP_LOG_STATE_OK, "APP_LOG_STATE_OK", "ok" },
    { APP_LOG_STATE_TOOL_ERROR, "APP_LOG_STATE_TOOL_ERROR", "tool-error" },
    { APP_LOG_STATE_ERROR, "APP_LOG_STATE_ERROR", "error" },
    { APP_LOG_STATE_CANCELLED, "APP_LOG_STATE_CANCELLED", "cancelled" },
    { APP_LOG_STATE_NOT_SPOKEN, "APP_LOG_STATE_NOT_SPOKEN", "not-spoken" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppLogState", values));
  return type;
}

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
    case PROP_N_FINDINGS:
      g_value_set_int (value, self->n_findings);
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
  properties[PROP_N_FINDINGS] = g_param_spec_int ("n-findings", NULL, NULL, -1, G_MAXINT, -1,
                                                  flags);
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

void
app_log_entry_take_count (AppLogEntry *self, int n_findings)
{
  self->n_findings = n_findings;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FINDINGS]);
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
take_status (AppLogEntry *self)
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
    take_status (self);
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
      take_status (self);
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
