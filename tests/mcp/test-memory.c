/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server makes too large for the memory that there is: each reader drops that one message, and
 * goes on with the next. In a process of its own, whose memory has a limit. */

#include "mcp-tests.h"

#include "mcp-event-framer.h"
#include "mcp-http-body.h"
#include "mcp-limits.h"
#include "mcp-line-framer.h"
#include "mcp-json-memory.h"
#include "mcp-websocket-framer.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define MIB (1024u * 1024u)
/* What is left beyond what the process has, and what is sent. */
#define ROOM (96 * MIB)
#define LARGE (200 * MIB)

/* GLib aborts where it gets no memory, and a sanitizer needs terabytes of addresses. */
static gboolean
can_limit (void)
{
#if defined(__SANITIZE_ADDRESS__) || !defined(__linux__)
  return FALSE;
#else
  return TRUE;
#endif
}

static void
limit_memory (gsize room)
{
  unsigned long pages = 0;
  FILE         *file = fopen ("/proc/self/statm", "r");
  struct rlimit limit;

  g_assert_nonnull (file);
  g_assert_cmpint (fscanf (file, "%lu", &pages), ==, 1);
  fclose (file);
  limit.rlim_cur = limit.rlim_max = pages * 4096 + room;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* As McpStreamReader feeds a framer. Returns: whether there was memory for it */
static gboolean
feed (McpFramer *framer, const void *piece, gsize size)
{
  guint8 *place = mcp_byte_buffer_reserve (&framer->input, size);

  if (place == NULL)
    {
      framer->starved = TRUE;
      return FALSE;
    }
  memcpy (place, piece, size);
  mcp_byte_buffer_commit (&framer->input, size);
  return TRUE;
}

static void
drain (McpFramer *framer, guint *n_large, guint *n_dropped, guint *n_messages)
{
  for (;;)
    {
      g_autoptr (GBytes) data = NULL;
      McpFrameKind kind = mcp_framer_next (framer, &data);

      if (kind == MCP_FRAME_NONE)
        return;
      g_assert_cmpint (kind, !=, MCP_FRAME_BROKEN);
      *n_large += kind == MCP_FRAME_TOO_LARGE;
      *n_dropped += kind == MCP_FRAME_DROPPED;
      *n_messages += kind == MCP_FRAME_MESSAGE;
      if (kind == MCP_FRAME_DROPPED)
        {
          g_assert_true (framer->starved);
          framer->starved = FALSE;
        }
    }
}

/* @owned: (transfer full); @head and @tail: of one large message; @next: a small one */
static void
check_framer (McpFramer  *owned,
              const void *head,
              gsize       head_size,
              const void *tail,
              gsize       tail_size,
              const void *next,
              gsize       next_size)
{
  g_autoptr (McpFramer) framer = owned;
  g_autofree char *piece = g_strnfill (MCP_READ_SIZE, 'x');
  guint            n_large = 0, n_dropped = 0, n_messages = 0;

  g_assert_true (feed (framer, head, head_size));
  for (gsize sent = 0; sent < LARGE; sent += MCP_READ_SIZE)
    {
      if (!feed (framer, piece, MCP_READ_SIZE))
        {
          drain (framer, &n_large, &n_dropped, &n_messages);
          g_assert_true (feed (framer, piece, MCP_READ_SIZE));
        }
      drain (framer, &n_large, &n_dropped, &n_messages);
    }
  g_assert_true (feed (framer, tail, tail_size));
  g_assert_true (feed (framer, next, next_size));
  drain (framer, &n_large, &n_dropped, &n_messages);
  g_assert_cmpuint (n_large, ==, 1);
  g_assert_cmpuint (n_dropped, ==, 1);
  g_assert_cmpuint (n_messages, ==, 1);
  g_assert_cmpuint (framer->dropped, >=, LARGE);
}

static void
check_lines (void)
{
  check_framer (mcp_line_framer_new (MCP_MESSAGE_LIMIT), "{", 1, "}\n", 2, "{}\n", 3);
}

static void
check_websocket (void)
{
  /* LARGE + 1 bytes */
  static const guint8 head[] = { 0x81, 0x7f, 0, 0, 0, 0, 0x0c, 0x80, 0, 1, '{' };
  McpWebsocketFramer *framer = mcp_websocket_framer_new (MCP_MESSAGE_LIMIT);

  G_STATIC_ASSERT (LARGE == 0x0c800000);
  check_framer (&framer->base, head, sizeof head, "", 0, "\x81\x02{}", 4);
}

/* @field: what begins each line; @every: bytes between line ends; 0 for a single line */
static void
check_events (const char *field, gsize every)
{
  McpEventFramer  *framer = mcp_event_framer_new (MCP_MESSAGE_LIMIT);
  g_autofree char *piece = g_strnfill (MCP_READ_SIZE, 'x');
  gboolean         failed = FALSE;

  if (every > 0)
    for (gsize at = 0; at + strlen (field) + 1 < MCP_READ_SIZE; at += every)
      {
        piece[at] = '\n';
        memcpy (piece + at + 1, field, strlen (field));
      }
  for (gsize sent = 0; sent < LARGE && !failed; sent += MCP_READ_SIZE)
    {
      g_autoptr (GBytes) data = NULL;
      guint8 *place = mcp_event_framer_reserve (framer);

      failed = place == NULL;
      if (failed)
        break;
      memcpy (place, sent == 0 && every == 0 ? "data: " : piece, sent == 0 && every == 0 ? 6 : MCP_READ_SIZE);
      mcp_event_framer_commit (framer, sent == 0 && every == 0 ? 6 : MCP_READ_SIZE);
      failed = mcp_event_framer_next (framer, NULL, &data) == MCP_EVENT_TOO_LARGE;
      g_assert_true (framer->starved == failed);
    }
  g_assert_true (failed);
  mcp_event_framer_free (framer);
}

static void
on_body_ended (McpHttpBodyEnd how, const GError *error, gpointer user_data)
{
  *(int *)user_data = (int)how;
}

static gssize
read_xs (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
  memset (buffer, 'x', count);
  return (gssize)count;
}

/* An endless body. */
typedef GInputStream      EndlessStream;
typedef GInputStreamClass EndlessStreamClass;
GType                     endless_stream_get_type (void);
G_DEFINE_TYPE (EndlessStream, endless_stream, G_TYPE_INPUT_STREAM)

static void
endless_stream_class_init (EndlessStreamClass *klass)
{
  klass->read_fn = read_xs;
}

static void
endless_stream_init (EndlessStream *self)
{
}

static void
check_body (McpHttpBodyKind kind)
{
  g_autoptr (GInputStream) stream = g_object_new (endless_stream_get_type (), NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpHttpBody) body = mcp_http_body_new (stream, kind, MCP_MESSAGE_LIMIT, cancellable);
  int how = -1;

  mcp_http_body_read (body, NULL, on_body_ended, &how);
  while (how < 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (how, ==, MCP_HTTP_BODY_NO_MEMORY);
}

static void
check_room (void)
{
  g_assert_true (mcp_json_memory_has_room (0));
  g_assert_true (mcp_json_memory_has_room (MCP_JSON_MEMORY_ASK_FROM - 1));
  g_assert_true (mcp_json_memory_has_room (MCP_JSON_MEMORY_ASK_FROM));
  g_assert_true (mcp_json_memory_has_room (MCP_JSON_MEMORY_ASK_FROM + 1));
  g_assert_true (mcp_json_memory_has_room (ROOM / MCP_JSON_MEMORY_TIMES / 2));
  g_assert_false (mcp_json_memory_has_room (ROOM));
  g_assert_false (mcp_json_memory_has_room (G_MAXUINT64));
}

static void
test_readers (void)
{
  if (!can_limit ())
    {
      g_test_skip ("memory cannot be limited here");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  limit_memory (ROOM);
  check_room ();
  check_lines ();
  check_websocket ();
  check_events ("data: ", 0);
  check_events ("data: ", 30000);
  check_room (); /* all was given back */
  /* These start threads, which take addresses of their own. */
  check_body (MCP_HTTP_BODY_MESSAGE);
  check_body (MCP_HTTP_BODY_EVENTS);
}

/* The little behind a large message needs no memory to speak of; where there is none, the message is not
 * copied either. */
static void
test_take (void)
{
  McpByteBuffer buffer = { 0 };
  g_autoptr (GBytes) taken = NULL;
  guint8 *place;

  if (!can_limit ())
    {
      g_test_skip ("memory cannot be limited here");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  place = mcp_byte_buffer_reserve (&buffer, ROOM);
  g_assert_nonnull (place);
  memset (place, 'x', ROOM);
  memcpy (place + ROOM - 6, "\nrest\n", 6);
  mcp_byte_buffer_commit (&buffer, ROOM);
  /* Of the heap, too, which may have some left. */
  limit_memory (0);
  while (malloc (MCP_READ_SIZE) != NULL)
    ;
  taken = mcp_byte_buffer_take (&buffer, ROOM - 6, 1);
  g_assert_cmpuint (g_bytes_get_size (taken), ==, ROOM - 6);
  g_assert_cmpmem (mcp_byte_buffer_peek (&buffer), mcp_byte_buffer_get_size (&buffer), "rest\n", 5);
  g_clear_pointer (&taken, g_bytes_unref);
  g_assert_nonnull (mcp_byte_buffer_reserve (&buffer, MCP_READ_SIZE));
  mcp_byte_buffer_clear (&buffer);
}

void
add_memory_tests (void)
{
  g_test_add_func ("/memory/take", test_take);
  g_test_add_func ("/memory/readers", test_readers);
}
