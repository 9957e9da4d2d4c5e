/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 20000

static DemoProcess *
start (const char *command)
{
  DemoProcess *self = g_new0 (DemoProcess, 1);
  g_auto (GStrv) argv = g_strsplit (command, " ", -1);
  g_autoptr (GError) error = NULL;

  g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, NULL,
                            NULL, &self->pid, &self->input, &self->output, &self->error, &error);
  g_assert_no_error (error);
  self->http = strstr (command, "--http") != NULL;
  self->well_behaved = strstr (command, "--hostile") == NULL;
  self->pending = g_string_new (NULL);
  self->notifications = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  return self;
}

DemoProcess *
demo_process_start (const char *options)
{
  g_autofree char *program = g_build_filename (g_getenv ("SPYGLASS_DEMO"), NULL);
  gboolean         has_options = options != NULL && *options != '\0';
  g_autofree char *command = g_strjoin (has_options ? " " : "", program, options, NULL);

  return start (command);
}

DemoProcess *
demo_process_start_guarded (const char *options)
{
  g_autofree char *server = g_build_filename (g_getenv ("SPYGLASS_TEST_SOURCES"), "..", "servers",
                                              "auth_server.py", NULL);
  g_autofree char *command = g_strjoin (" ", "python3 -IS", server, "--http", options, NULL);

  return start (command);
}

DemoProcess *
demo_process_open (const char *options)
{
  DemoProcess *self = demo_process_start (options);
  g_autoptr (McpJsonDocument) answer = demo_process_request (self, "initialize",
                                                             "{\"protocolVersion\":\"2025-11-25\","
                                                             "\"capabilities\":{},"
                                                             "\"clientInfo\":{\"name\":\"test\","
                                                             "\"version\":\"1\"}}");

  g_assert_nonnull (answer);
  demo_process_send (self, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  return self;
}

void
demo_process_free (DemoProcess *self)
{
  if (self->pid > 0 && self->well_behaved)
    {
      if (self->http)
        kill (self->pid, SIGTERM);
      g_assert_cmpint (demo_process_wait (self, TRUE, PATIENCE_MS), ==, 0);
    }
  if (self->pid > 0)
    {
      kill (self->pid, SIGKILL);
      waitpid (self->pid, NULL, 0);
    }
  if (self->input >= 0)
    close (self->input);
  close (self->output);
  close (self->error);
  g_string_free (self->pending, TRUE);
  g_ptr_array_unref (self->notifications);
  g_free (self);
}

void
demo_process_send (DemoProcess *self, const char *line)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  gsize            size = strlen (text);

  for (gsize offset = 0; offset < size;)
    {
      gssize written = write (self->input, text + offset, size - offset);

      g_assert_cmpint (written, >, 0);
      offset += written;
    }
}

/* Appends what comes; FALSE at the end or when nothing came in time. */
static gboolean
read_more (int fd, GString *buffer, gint64 deadline)
{
  static char   block[256 * 1024];
  struct pollfd poller = { fd, POLLIN, 0 };
  gint64        left = (deadline - g_get_monotonic_time ()) / 1000;
  gssize        size;

  if (poll (&poller, 1, MAX (left, 0)) != 1)
    return FALSE;
  size = read (fd, block, sizeof block);
  if (size > 0)
    g_string_append_len (buffer, block, size);
  return size > 0;
}

char *
demo_process_read (DemoProcess *self, guint milliseconds)
{
  gint64      deadline = g_get_monotonic_time () + milliseconds * G_GINT64_CONSTANT (1000);
  gsize       scanned = 0;
  const char *end;
  char       *line;

  while ((end = memchr (self->pending->str + scanned, '\n', self->pending->len - scanned)) == NULL)
    {
      scanned = self->pending->len;
      if (!read_more (self->output, self->pending, deadline))
        return NULL;
    }
  line = g_strndup (self->pending->str, end - self->pending->str);
  g_string_erase (self->pending, 0, end + 1 - self->pending->str);
  return line;
}

McpJsonDocument *
demo_process_request (DemoProcess *self, const char *method, const char *params)
{
  guint            id = ++self->next_id;
  g_autofree char *line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\"%s%s}",
                                           id, method, params != NULL ? ",\"params\":" : "",
                                           params != NULL ? params : "");

  demo_process_send (self, line);
  while (TRUE)
    {
      g_autofree char *text = demo_process_read (self, PATIENCE_MS);
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      McpJsonValue root;
      gint64       answered;

      g_assert_nonnull (text);
      document = mcp_json_document_parse_text (text, -1, &error);
      g_assert_no_error (error);
      root = mcp_json_document_get_root (document);
      if (!mcp_json_value_exists (mcp_json_value_get_member (root, "method")) &&
          mcp_json_value_get_int64 (mcp_json_value_get_member (root, "id"), &answered) &&
          answered == id)
        return g_steal_pointer (&document);
      g_ptr_array_add (self->notifications, g_steal_pointer (&document));
    }
}

McpJsonDocument *
demo_process_read_message (DemoProcess *self)
{
  g_autofree char *line = demo_process_read (self, 5000);

  g_assert_nonnull (line);
  return mcp_json_document_parse_text (line, -1, NULL);
}

McpJsonDocument *
demo_process_begin_call (DemoProcess *self, const char *tool, const char *arguments)
{
  g_autofree char *line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/"
                                           "call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
                                           tool, arguments);

  demo_process_send (self, line);
  return demo_process_read_message (self);
}

void
demo_process_answer (DemoProcess *self, McpJsonDocument *question, const char *result)
{
  g_autofree char *id = demo_get (question, "/id");
  g_autofree char *line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}", id,
                                           result);

  demo_process_send (self, line);
}

McpJsonDocument *
demo_process_call (DemoProcess *self, const char *tool, const char *arguments)
{
  g_autofree char *params = g_strdup_printf ("{\"name\":\"%s\",\"arguments\":%s,\"_meta\":{"
                                             "\"progressToken\":\"t-%s\"}}",
                                             tool, arguments != NULL ? arguments : "{}", tool);

  return demo_process_request (self, "tools/call", params);
}

int
demo_process_wait (DemoProcess *self, gboolean close_input, guint milliseconds)
{
  int status = -1;

  if (close_input)
    {
      close (self->input);
      self->input = -1;
    }
  for (guint waited = 0; waited <= milliseconds; waited += 10)
    {
      if (waitpid (self->pid, &status, WNOHANG) == self->pid)
        {
          self->pid = 0;
          return status;
        }
      g_usleep (10000);
    }
  return -1;
}

char *
demo_process_read_error (DemoProcess *self, const char *marker)
{
  GString *text = g_string_new (NULL);
  gint64   deadline = g_get_monotonic_time () + PATIENCE_MS * G_GINT64_CONSTANT (1000);

  while (marker == NULL || strstr (text->str, marker) == NULL)
    if (!read_more (self->error, text, deadline))
      break;
  return g_string_free (text, FALSE);
}

char *
demo_get (McpJsonDocument *document, const char *pointer)
{
  McpJsonValue value = mcp_json_value_resolve_pointer (mcp_json_document_get_root (document),
                                                       pointer);
  char        *text = mcp_json_value_dup_string (value, NULL);

  if (text == NULL)
    text = mcp_json_value_dup_text (value);
  return text != NULL ? text : g_strdup ("");
}
