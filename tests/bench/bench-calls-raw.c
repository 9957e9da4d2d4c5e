/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-calls-raw.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_WINDOW 128
#define PATIENCE_MS 30000

#define INITIALIZE                                                                               \
  "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
#define CALL                                                                                \
  "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"," \
  "\"arguments\":{\"message\":\"hi\"}}}"

static gboolean
write_all (int fd, const char *text, gsize length)
{
  while (length > 0)
    {
      ssize_t n = write (fd, text, length);
      if (n <= 0)
        return FALSE;
      text += n;
      length -= (gsize)n;
    }
  return TRUE;
}

static gboolean
write_line (int fd, const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  return write_all (fd, line, strlen (line));
}

static gssize
read_some (int fd, char *buffer, gsize size)
{
  struct pollfd poll_fd = { fd, POLLIN, 0 };

  return poll (&poll_fd, 1, PATIENCE_MS) == 1 ? read (fd, buffer, size) : -1;
}

gboolean
bench_calls_raw_open_stdio (int in, int out)
{
  char buffer[65536];

  if (!write_line (in, INITIALIZE))
    return FALSE;
  for (;;)
    {
      gssize n = read_some (out, buffer, sizeof buffer);
      if (n <= 0)
        return FALSE;
      if (memchr (buffer, '\n', (gsize)n) != NULL)
        return write_line (in, INITIALIZED);
    }
}

/* Lines that are no answers (a notification of the server's) have no "result". */
static guint
count_answers (const char *buffer, gsize length)
{
  const char *end = buffer + length;
  guint       count = 0;

  for (const char *p = buffer; (p = memchr (p, '\n', (gsize)(end - p))) != NULL; p++)
    count++;
  return count;
}

double
bench_calls_raw_stdio (int in, int out, guint count, guint window)
{
  g_autofree char *buffer = g_malloc (1 << 16);
  guint            sent = 0, done = 0;
  gint64           start = g_get_monotonic_time ();

  while (done < count)
    {
      while (sent < count && sent - done < window)
        {
          char line[256];
          int  length = g_snprintf (line, sizeof line, CALL "\n", sent++);
          if (!write_all (in, line, (gsize)length))
            return -1;
        }
      gssize n = read_some (out, buffer, 1 << 16);
      if (n <= 0)
        return -1;
      done += count_answers (buffer, (gsize)n);
    }
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

/* HTTP */

static int
connect_to (guint16 port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons (port) };
  int                one = 1;
  int                fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  if (connect (fd, (struct sockaddr *)&address, sizeof address) != 0)
    {
      close (fd);
      return -1;
    }
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

static gboolean
post (int fd, const char *path, const char *session, const char *body)
{
  g_autofree char *text = g_strdup_printf (
      "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: "
      "application/json, text/event-stream\r\n%s%s%sContent-Length: %zu\r\n\r\n%s",
      path, session != NULL ? "Mcp-Session-Id: " : "", session != NULL ? session : "",
      session != NULL ? "\r\nMCP-Protocol-Version: 2025-11-25\r\n" : "", strlen (body), body);

  return write_all (fd, text, strlen (text));
}

/* Whether @text holds a whole response: by its length, or to its last chunk. */
static gboolean
is_whole (GString *text)
{
  const char *body = strstr (text->str, "\r\n\r\n");
  const char *length;

  if (body == NULL)
    return FALSE;
  body += 4;
  length = strcasestr (text->str, "\r\ncontent-length:");
  if (length != NULL && length < body)
    return text->len - (gsize)(body - text->str) >= strtoul (length + 17, NULL, 10);
  if (strcasestr (text->str, "\r\ntransfer-encoding: chunked") != NULL)
    return g_str_has_suffix (text->str, "0\r\n\r\n");
  return strstr (text->str, " 202 ") != NULL || strstr (text->str, " 204 ") != NULL;
}

static gboolean
read_response (int fd, GString *text)
{
  char buffer[65536];

  g_string_truncate (text, 0);
  while (!is_whole (text))
    {
      gssize n = read_some (fd, buffer, sizeof buffer);
      if (n <= 0)
        return FALSE;
      g_string_append_len (text, buffer, n);
    }
  return TRUE;
}

char *
bench_calls_raw_open_http (guint16 port, const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *session = NULL;
  int              fd = connect_to (port);
  const char      *header;

  if (fd < 0)
    return NULL;
  if (post (fd, path, NULL, INITIALIZE) && read_response (fd, text) &&
      (header = strcasestr (text->str, "\r\nmcp-session-id:")) != NULL)
    {
      session = g_strndup (header + 17, strcspn (header + 17, "\r"));
      g_strstrip (session);
      if (!post (fd, path, session, INITIALIZED) || !read_response (fd, text))
        g_clear_pointer (&session, g_free);
    }
  close (fd);
  return g_steal_pointer (&session);
}

static double
run_http (struct pollfd *fds, GString **texts, const char *path, const char *session, guint count, guint window)
{
  char   buffer[65536];
  guint  sent = 0, done = 0;
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < window && sent < count; i++)
    {
      g_autofree char *body = g_strdup_printf (CALL, sent++);
      if (!post (fds[i].fd, path, session, body))
        return -1;
    }
  while (done < count)
    {
      if (poll (fds, window, PATIENCE_MS) <= 0)
        return -1;
      for (guint i = 0; i < window; i++)
        {
          if (fds[i].revents == 0)
            continue;
          gssize n = read (fds[i].fd, buffer, sizeof buffer);
          if (n <= 0)
            return -1;
          g_string_append_len (texts[i], buffer, n);
          if (!is_whole (texts[i]))
            continue;
          done++;
          g_string_truncate (texts[i], 0);
          if (sent < count)
            {
              g_autofree char *body = g_strdup_printf (CALL, sent++);
              if (!post (fds[i].fd, path, session, body))
                return -1;
            }
        }
    }
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

double
bench_calls_raw_http (guint16     port,
                      const char *path,
                      const char *session,
                      guint       count,
                      guint       window)
{
  struct pollfd fds[MAX_WINDOW];
  GString      *texts[MAX_WINDOW];
  double        seconds = -1;
  gboolean      connected = TRUE;

  g_assert (window <= MAX_WINDOW);
  for (guint i = 0; i < window; i++)
    {
      fds[i] = (struct pollfd){ connect_to (port), POLLIN, 0 };
      texts[i] = g_string_new (NULL);
      connected &= fds[i].fd >= 0;
    }
  if (connected)
    seconds = run_http (fds, texts, path, session, count, window);
  for (guint i = 0; i < window; i++)
    {
      if (fds[i].fd >= 0)
        close (fds[i].fd);
      g_string_free (texts[i], TRUE);
    }
  return seconds;
}
