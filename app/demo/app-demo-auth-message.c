/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-message.h"

#include "app-demo-auth-text.h"
#include "mcp-json-writer.h"

#include <stdio.h>
#include <string.h>

/* More of a body than this is not written to the log. */
#define MAX_LOGGED (256 * 1024)

typedef struct
{
  const char *role;
  FILE       *file;
} Log;

static void
log_free (gpointer data, GClosure *closure)
{
  Log *self = data;

  fclose (self->file);
  g_free (self);
}

static void
write_parameters (McpJsonWriter *writer, const char *name, const char *text)
{
  g_autofree char *repeated = NULL;
  g_autoptr (GHashTable) parameters = app_demo_auth_parameters (text, &repeated);
  GHashTableIter iter;
  gpointer       key, value;

  mcp_json_writer_add (writer, "%s: {", name);
  g_hash_table_iter_init (&iter, parameters);
  while (g_hash_table_iter_next (&iter, &key, &value))
    mcp_json_writer_add (writer, "%s: %s", key, value);
  mcp_json_writer_end_object (writer);
  if (repeated != NULL)
    mcp_json_writer_add (writer, "'repeats': %s", repeated);
}

static void
write_body (McpJsonWriter *writer, SoupServerMessage *message)
{
  g_autofree char *body = app_demo_auth_message_dup_body (message);
  const char      *type = soup_message_headers_get_content_type (
           soup_server_message_get_request_headers (message), NULL);
  g_autoptr (McpJsonDocument) document = NULL;

  if (body == NULL || body[0] == '\0' || strlen (body) > MAX_LOGGED)
    return;
  if (g_strcmp0 (type, "application/x-www-form-urlencoded") == 0)
    {
      write_parameters (writer, "form", body);
      return;
    }
  document = mcp_json_document_parse_text (body, -1, NULL);
  if (document != NULL)
    {
      /* A line of the log is one line. */
      g_autofree char *compact =
          mcp_json_value_print_compact (mcp_json_document_get_root (document));

      mcp_json_writer_add (writer, "'json': %r", compact);
    }
}

static void
on_request_read (SoupServer *soup, SoupServerMessage *message, Log *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  SoupMessageHeadersIter iter;
  const char            *name, *value;
  GUri                  *uri = soup_server_message_get_uri (message);
  g_autofree char       *line = NULL;

  mcp_json_writer_add (writer, "{'server': %s, 'host': %s, 'method': %s, 'path': %s, 'headers': {",
                       self->role, app_demo_auth_message_get_header (message, "Host"),
                       soup_server_message_get_method (message), g_uri_get_path (uri));
  soup_message_headers_iter_init (&iter, soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      g_autofree char *lower = g_ascii_strdown (name, -1);

      mcp_json_writer_add (writer, "%s: %s", lower, value);
    }
  mcp_json_writer_end_object (writer);
  if (g_uri_get_query (uri) != NULL)
    write_parameters (writer, "query", g_uri_get_query (uri));
  write_body (writer, message);
  mcp_json_writer_end_object (writer);
  line = mcp_json_writer_finish_text (writer);
  fprintf (self->file, "%s\n", line);
  fflush (self->file);
}

void
app_demo_auth_message_log (const AppDemoAuthOptions *options, SoupServer *soup, const char *role)
{
  FILE *file = options->log != NULL ? fopen (options->log, "ae") : NULL;
  Log  *self;

  if (file == NULL)
    return;
  self = g_new0 (Log, 1);
  self->role = role;
  self->file = file;
  g_signal_connect_data (soup, "request-read", G_CALLBACK (on_request_read), self, log_free, 0);
}

const char *
app_demo_auth_message_get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

char *
app_demo_auth_message_dup_body (SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  gsize       size;
  const char *data = g_bytes_get_data (body, &size);

  if (size > 0 && memchr (data, '\0', size) != NULL)
    return NULL;
  return g_strndup (data, size);
}

static void
set_headers (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Pragma", "no-cache");
}

void
app_demo_auth_message_reply (SoupServerMessage *message, guint status, char *json)
{
  set_headers (message);
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, json,
                                    strlen (json));
}

void
app_demo_auth_message_refuse (SoupServerMessage *message,
                              guint              status,
                              const char        *error,
                              const char        *description)
{
  app_demo_auth_message_reply (message, status,
                               mcp_json_build ("{'error': %s, 'error_description': %s}", error,
                                               description));
}

void
app_demo_auth_message_show (SoupServerMessage *message,
                            guint              status,
                            const char        *title,
                            const char        *text,
                            const char        *form)
{
  char *page = g_markup_printf_escaped ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
                                        "charset=\"utf-8\"><title>%s</title></head>\n<body><h1>%s"
                                        "</h1>\n<p>%s</p>\n",
                                        title, title, text);
  char *whole = g_strconcat (page, form != NULL ? form : "", "</body></html>\n", NULL);

  g_free (page);
  set_headers (message);
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_TAKE, whole,
                                    strlen (whole));
}

void
app_demo_auth_message_redirect (SoupServerMessage *message, guint status, const char *location)
{
  set_headers (message);
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                location);
  soup_server_message_set_status (message, status, NULL);
}
