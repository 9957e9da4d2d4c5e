/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-demo.h"

#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"

#include <signal.h>
#include <string.h>

/** Returns: (transfer full): the address that the server writes to its stderr */
static char *
read_address (GSubprocess *server)
{
  g_autoptr (GDataInputStream) lines =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (server));
  g_autoptr (GError) error = NULL;
  g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  const char      *begin;

  g_assert_no_error (error);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  begin = line != NULL ? strstr (line, "http://") : NULL;
  g_assert_nonnull (begin);
  return g_strndup (begin, strcspn (begin, " "));
}

McpTransport *
test_demo_start (GSubprocess **server, gboolean http, const char *const *arguments)
{
  const char *demo = g_getenv ("SPYGLASS_DEMO");
  g_autoptr (GPtrArray) line = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *url = NULL;

  g_assert_nonnull (demo);
  *server = NULL;
  if (!http)
    return mcp_stdio_transport_new (demo, (const char **)arguments);

  g_ptr_array_add (line, (gpointer)demo);
  g_ptr_array_add (line, (gpointer) "--http");
  for (gsize i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (line, (gpointer)arguments[i]);
  g_ptr_array_add (line, NULL);
  *server = g_subprocess_newv ((const char *const *)line->pdata, G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &error);
  g_assert_no_error (error);
  url = read_address (*server);
  return mcp_http_transport_new (url, NULL);
}

void
test_demo_stop (GSubprocess **server)
{
  if (*server == NULL)
    return;
  g_subprocess_send_signal (*server, SIGKILL);
  g_subprocess_wait (*server, NULL, NULL);
  g_clear_object (server);
}
