/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestMemoryTransport: a server in this process. It keeps what was sent, answers through a function
 * of the test, and can behave as a byte stream or as HTTP does. Every message of ours is checked
 * against the protocol's own schema.
 */

#pragma once

#include "mcp-message.h"
#include "mcp-transport.h"

#define TEST_TYPE_MEMORY_TRANSPORT (test_memory_transport_get_type ())
G_DECLARE_FINAL_TYPE (TestMemoryTransport,
                      test_memory_transport,
                      TEST,
                      MEMORY_TRANSPORT,
                      McpTransport)

/** Called a moment after each message of ours; answers by test_memory_transport_say(). Over HTTP the
 * exchange ends when it returns %TRUE. */
typedef gboolean (*TestServerFunc) (TestMemoryTransport *transport,
                                    McpMessage          *message,
                                    guint64              exchange,
                                    gpointer             user_data);

TestMemoryTransport *test_memory_transport_new (gboolean       http,
                                                TestServerFunc func,
                                                gpointer       user_data);
/** Emits one message. */
void test_memory_transport_say (TestMemoryTransport *self, guint64 exchange, const char *text);
void test_memory_transport_say_format (TestMemoryTransport *self,
                                       guint64              exchange,
                                       const char          *format,
                                       ...) G_GNUC_PRINTF (3, 4);
void test_memory_transport_say_bytes (TestMemoryTransport *self, guint64 exchange, GBytes *text);
/** Answers @message with @result (JSON text). */
void test_memory_transport_answer (TestMemoryTransport *self,
                                   McpMessage          *message,
                                   guint64              exchange,
                                   const char          *result);
/** Ends an exchange that the function left open; @error: (nullable) (transfer full) */
void test_memory_transport_end (TestMemoryTransport *self, guint64 exchange, GError *error);
/** The connection dies; @error: (transfer full) */
void test_memory_transport_die (TestMemoryTransport *self, GError *error);

/** Sends never end, as when the other side does not read. */
void test_memory_transport_stall (TestMemoryTransport *self, gboolean stall);
/** Opening fails with @error (transfer full), or never ends where it is %NULL. */
void test_memory_transport_break_opening (TestMemoryTransport *self, GError *error);
/** What we send is not checked: for tests of what a person sends on purpose. */
void test_memory_transport_allow_anything (TestMemoryTransport *self);

guint test_memory_transport_get_n_sent (TestMemoryTransport *self);
/** Returns: (transfer none): message @index of ours; from the end where it is negative */
McpMessage *test_memory_transport_get_sent (TestMemoryTransport *self, int index);
/** Returns: (transfer none) (nullable): the last message of ours with @method */
McpMessage *test_memory_transport_find_sent (TestMemoryTransport *self, const char *method);
guint       test_memory_transport_count_sent (TestMemoryTransport *self, const char *method);
gboolean    test_memory_transport_is_held (TestMemoryTransport *self);
guint       test_memory_transport_get_n_holds (TestMemoryTransport *self);
guint       test_memory_transport_get_n_closes (TestMemoryTransport *self);
guint       test_memory_transport_get_n_opens (TestMemoryTransport *self);
/** The mirrored headers of message @index of ours, joined by "|"; from the end where it is negative.
 * Returns: (transfer none) (nullable): %NULL where none were asked for */
const char *test_memory_transport_get_headers (TestMemoryTransport *self, int index);
/** Returns: (transfer none) (nullable) */
const char *test_memory_transport_get_version (TestMemoryTransport *self);

/** Runs the main loop until @condition is set; fails the test after some seconds. */
void test_wait_until (gboolean *condition);
/** Waits for the next thing that happens; fails the test after some seconds. */
void test_wait_event (void);
/** Runs the main loop until nothing is ready any more: all that follows from what was said is done,
 * if it waits neither for a clock nor for another process. */
void test_run_ready (void);
/** Runs the main loop for @ms: for what is not to happen, and for what only a clock brings. */
void test_wait_ms (guint ms);
/** Drops our reference, and waits until those that go on with something have dropped theirs.
 * @object: (transfer full) */
void test_assert_finalizes (gpointer object);
/** Keeps a GAsyncResult; waits until it is there. */
typedef struct
{
  GAsyncResult *result;
  gboolean      done;
} TestAnswer;
void test_answer_take (GObject *source, GAsyncResult *result, gpointer user_data);
/** Returns: (transfer full): the result; the structure may be used again */
GAsyncResult *test_answer_wait (TestAnswer *answer);

/** Asserts that a message of ours has what the schema of its revision requires: 2026-07-28 where
 * it says so, else 2025-11-25. */
void test_assert_shape (McpMessage *message);
