/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-reading.h"

#include <glib/gi18n-lib.h>

#include "app-visible-text.h"
#include "mcp-json-value.h"
#include "mcp-log-message.h"

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

          return app_visible_text_line (decoded, APP_LOG_SUMMARY_CHARACTERS);
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
  start = g_strndup (data, MIN (length, APP_LOG_SUMMARY_CHARACTERS * 4));
  return app_visible_text_line (start, APP_LOG_SUMMARY_CHARACTERS);
}

/* The beginning of what was logged: a string as it is, anything else as JSON. */
static char *
dup_data (McpJsonValue data)
{
  gsize       length;
  const char *text;

  if (!mcp_json_value_exists (data))
    return g_strdup ("");
  if (mcp_json_value_get_kind (data) == MCP_JSON_STRING)
    return mcp_json_value_dup_string_prefix (data, 1024, NULL);
  text = mcp_json_value_get_text (data, &length);
  return g_strndup (text, MIN (length, 1024));
}

/* What a server logs, on one line: who, and what. */
static void
read_logged (AppLogReading *self, McpJsonValue params)
{
  g_autofree char *level = mcp_json_value_dup_member_string (params, "level");
  g_autofree char *logger = mcp_json_value_dup_member_string (params, "logger");
  g_autofree char *data = dup_data (mcp_json_value_get_member (params, "data"));
  g_autofree char *line = app_visible_text_summary (data, APP_LOG_SUMMARY_CHARACTERS);

  self->level = mcp_log_level_from_name (level);
  if (logger == NULL || logger[0] == '\0')
    {
      self->name = g_steal_pointer (&line);
      return;
    }
  g_autofree char *both = g_strdup_printf ("%s: %s", logger, line);
  self->name = app_visible_text_line (both, APP_LOG_SUMMARY_CHARACTERS);
}

static void
read_message (AppLogReading *self, McpTapEntry *entry)
{
  McpMessage   *message = entry->message;
  McpRequestId *id = mcp_message_get_id (message);
  const char   *method = mcp_message_get_method (message);

  if (id != NULL)
    self->id = g_strdup (mcp_request_id_get_text (id));
  if (method == NULL)
    method = entry->method;
  if (method != NULL)
    self->method = app_visible_text_line (method, APP_LOG_SUMMARY_CHARACTERS);

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
      self->summary = g_strdup (_ ("A batch of messages"));
      break;
    case MCP_MESSAGE_INVALID:
      self->kind = APP_LOG_MALFORMED;
      self->summary =
          app_visible_text_line (mcp_message_get_reason (message), APP_LOG_SUMMARY_CHARACTERS);
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
      else if (entry->question != 0)
        self->summary = g_strdup (_ ("An answer to a request that is no longer in the log"));
      else
        self->summary = g_strdup (_ ("An answer to nothing that was asked"));
      self->state = entry->flags == 0 && entry->question != 0 ? APP_LOG_STATE_OK
                                                              : APP_LOG_STATE_ERROR;
    }
}

/* A request of ours that is too large to be read again: our own envelope says all that a row needs,
 * {"jsonrpc":"2.0","id":ID,"method":"METHOD",… */
static void
read_large_request (AppLogReading *self, McpRecord *record)
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
read_record (AppLogReading *self, McpRecord *record)
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
    self->summary = app_visible_text_line (record->note, APP_LOG_SUMMARY_CHARACTERS);
}

/* Rows are shown and searched by everybody who looks at the screen. */
static void
mask (char **text, AppRedactor *redactor)
{
  char *masked;

  if (*text == NULL || redactor == NULL)
    return;
  masked = app_redactor_redact_text (redactor, *text);
  g_free (*text);
  *text = masked;
}

char *
app_log_reading_dup_line (const char *text, AppRedactor *redactor)
{
  char *line = app_visible_text_line (text, APP_LOG_SUMMARY_CHARACTERS);

  mask (&line, redactor);
  return line;
}

void
app_log_reading_init (AppLogReading *self, McpTapEntry *entry, AppRedactor *redactor)
{
  McpRecord *record = entry->record;

  *self = (AppLogReading){ .level = -1 };
  self->outgoing = record->kind == MCP_RECORD_SENT;
  if (entry->message != NULL)
    read_message (self, entry);
  else
    read_record (self, record);
  if (record->text != NULL && self->summary == NULL && self->name == NULL)
    self->summary = dup_first_line (record->text);
  if (self->summary == NULL)
    self->summary = g_strdup (self->name != NULL ? self->name : "");
  mask (&self->name, redactor);
  mask (&self->summary, redactor);
}
