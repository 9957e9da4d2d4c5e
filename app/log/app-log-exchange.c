/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-exchange.h"

#include "app-visible-text.h"

#include <glib/gi18n-lib.h>

struct _AppLogExchange
{
  GString *text;
  gint64   started; /* µs, monotonic */
  guint    n_hidden;
  int      status;
};

AppLogExchange *
app_log_exchange_new (void)
{
  AppLogExchange *self = g_new0 (AppLogExchange, 1);

  self->text = g_string_new (NULL);
  return self;
}

void
app_log_exchange_free (AppLogExchange *self)
{
  if (self == NULL)
    return;
  g_string_free (self->text, TRUE);
  g_free (self);
}

static void
append_line (AppLogExchange *self, const char *mark, const char *line)
{
  if (self->text->len + strlen (line) > APP_LOG_EXCHANGE_MAX_BYTES)
    {
      self->n_hidden++;
      return;
    }
  g_string_append_printf (self->text, "%s %s\n", mark, line);
}

static void
append_headers (AppLogExchange *self, char **headers, const char *mark, AppRedactor *redactor)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *masked = redactor != NULL ? app_redactor_redact_header (redactor, headers[i])
                                                 : g_strdup (headers[i]);

      append_line (self, mark, masked);
    }
}

static double
get_milliseconds (AppLogExchange *self, McpRecord *record)
{
  return (record->monotonic - self->started) / 1000.0;
}

static void
append_body (AppLogExchange *self, GBytes *body, AppRedactor *redactor)
{
  gsize            length;
  const char      *data = g_bytes_get_data (body, &length);
  g_autofree char *start = NULL;
  g_autofree char *masked = NULL;
  g_autofree char *valid = NULL;

  if (length == 0)
    return;
  start = g_strndup (data, MIN (length, APP_LOG_EXCHANGE_MAX_BODY));
  masked = redactor != NULL ? app_redactor_redact_text (redactor, start) : g_strdup (start);
  valid = g_utf8_make_valid (masked, -1);
  g_string_append_printf (self->text, "\n%s%s\n", valid,
                          length > APP_LOG_EXCHANGE_MAX_BODY ? "…" : "");
}

static void
add_span (GPtrArray *parts, const char *name, gint64 begun, gint64 ended)
{
  if (begun > 0 && ended >= begun)
    g_ptr_array_add (parts, g_strdup_printf ("%s %.1f ms", name, (ended - begun) / 1000.0));
}

/* How long each step took, and how much was moved. */
static void
append_measures (AppLogExchange *self, const McpRecordMeasures *measures)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sent = app_visible_text_size (measures->sent);
  g_autofree char *received = app_visible_text_size (measures->received);
  g_autofree char *line = NULL;
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
  line = g_strjoinv (" · ", (char **)parts->pdata);
  append_line (self, "*", line);
}

void
app_log_exchange_add (AppLogExchange *self, McpRecord *record, AppRedactor *redactor)
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
}

char *
app_log_exchange_dup_text (AppLogExchange *self)
{
  if (self->n_hidden == 0)
    return g_strdup (self->text->str);
  /* Translators: %u header lines of HTTP are left out */
  return g_strdup_printf (ngettext ("%s\n* %u long header is not shown\n",
                                    "%s\n* %u long headers are not shown\n", self->n_hidden),
                          self->text->str, self->n_hidden);
}

gsize
app_log_exchange_get_size (AppLogExchange *self)
{
  return self->text->len;
}

int
app_log_exchange_get_status (AppLogExchange *self)
{
  return self->status;
}
