/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-record.h"

#include "mcp-json-writer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* More of a body than this is not recorded. */
#define MAX_RECORDED (32u * 1024u * 1024u)

static void
close_file (gpointer data, GClosure *closure)
{
  fclose (data);
}

static void
write_body (McpJsonWriter *writer, SoupServerMessage *message)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  gsize       size;
  const char *text = g_bytes_get_data (body, &size);
  g_autoptr (McpJsonDocument) document = NULL;

  if (size == 0 || size > MAX_RECORDED)
    return;
  document = mcp_json_document_parse (body, NULL, NULL, NULL);
  if (document != NULL)
    {
      /* A line is one line. */
      g_autofree char *json =
          mcp_json_value_print_compact (mcp_json_document_get_root (document));

      mcp_json_writer_add (writer, "'body': %r", json);
      return;
    }
  mcp_json_writer_name (writer, "text");
  mcp_json_writer_string_length (writer, text, size);
}

static void
on_request_read (SoupServer *soup, SoupServerMessage *message, FILE *file)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  SoupMessageHeadersIter iter;
  const char            *name, *value;
  GUri                  *uri = soup_server_message_get_uri (message);
  g_autofree char       *line = NULL;

  mcp_json_writer_add (writer, "{'method': %s, 'path': %s, 'query': ?%s, 'headers': {",
                       soup_server_message_get_method (message), g_uri_get_path (uri),
                       g_uri_get_query (uri));
  soup_message_headers_iter_init (&iter, soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      g_autofree char *lower = g_ascii_strdown (name, -1);

      mcp_json_writer_add (writer, "%s: %s", lower, value);
    }
  mcp_json_writer_end_object (writer);
  write_body (writer, message);
  mcp_json_writer_end_object (writer);
  line = mcp_json_writer_finish_text (writer);
  fprintf (file, "%s\n", line);
  fflush (file);
}

gboolean
app_demo_model_record_start (SoupServer *soup, const char *path, GError **error)
{
  FILE *file = fopen (path, "ae");
  int   saved = errno;

  if (file == NULL)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", path,
                   g_strerror (saved));
      return FALSE;
    }
  g_signal_connect_data (soup, "request-read", G_CALLBACK (on_request_read), file, close_file, 0);
  return TRUE;
}
