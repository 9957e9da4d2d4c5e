/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestPeer: a transport under test and all that it emitted, with waits that are bounded.
 */

#pragma once

#include "mcp-transport.h"

typedef struct
{
  McpTransport *transport;
  GPtrArray    *messages;  /* of GBytes */
  GArray       *exchanges; /* of guint64, one a message */
  GPtrArray    *records;   /* of McpRecord */
  GPtrArray    *oversized; /* of GBytes: head, tail, head, tail … */
  guint         n_closed;
  GError       *closed;
} TestPeer;

/* Longer than anything takes; what waits for it has failed. */
#define TEST_PEER_PATIENCE 20000
/* A limit in milliseconds that a test must not have to wait for. */
#define TEST_PEER_NEVER 600000u

/** @transport: (transfer full) */
TestPeer *test_peer_new (McpTransport *transport);
void      test_peer_free (TestPeer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestPeer, test_peer_free)

typedef struct
{
  gboolean      done;
  GAsyncResult *result;
} TestPeerCall;

/** A GAsyncReadyCallback for a TestPeerCall. */
void test_peer_call_done (GObject *source, GAsyncResult *result, gpointer data);

/** Iterates the main context until @condition or for at most TEST_PEER_PATIENCE. */
#define test_peer_wait(condition)                                                       \
  G_STMT_START                                                                          \
  {                                                                                     \
    gint64 test_deadline = g_get_monotonic_time () + TEST_PEER_PATIENCE * (gint64)1000; \
    guint  test_tick = g_timeout_add (20, test_peer_tick, NULL);                        \
    while (!(condition) && g_get_monotonic_time () < test_deadline)                     \
      g_main_context_iteration (NULL, TRUE);                                            \
    g_source_remove (test_tick);                                                        \
    g_assert_true (condition);                                                          \
  }                                                                                     \
  G_STMT_END
gboolean test_peer_tick (gpointer data);

/** Iterates the main context for so long. */
void test_peer_run (guint milliseconds);

gboolean test_peer_open (TestPeer *self, GError **error);
void     test_peer_open_or_fail (TestPeer *self);
gboolean test_peer_send (TestPeer *self, const char *message, GError **error);
/** Starts sending. @call: must live until it is done */
void test_peer_begin_send (TestPeer     *self,
                           const char   *message,
                           GCancellable *cancellable,
                           TestPeerCall *call);
/** Waits for its end. */
gboolean test_peer_end_send (TestPeer *self, TestPeerCall *call, GError **error);
void     test_peer_close (TestPeer *self);
/** Sends a hundred messages in one turn of the loop, so that the connection is full soon: at once
 * where the transport can, and else as ever.
 * @late: (inout): counts those that could not be sent at once and are written now
 * Returns: (transfer full): the lines that must arrive; g_string_free() it */
GString *test_peer_send_in_one_turn (TestPeer *self, guint *late);

/** Returns: (transfer none): the text of message @index, asserting that it is there */
const char *test_peer_get_message (TestPeer *self, guint index);
/** Returns: (transfer none) (nullable): the record of this kind after @skip others of it */
McpRecord *test_peer_get_record (TestPeer *self, McpRecordKind kind, guint skip);
guint      test_peer_count_records (TestPeer *self, McpRecordKind kind);
