/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestSocketServer: what listens at a TCP port on loopback or at a unix socket, in this process and
 * on this main context. It writes what the test says, piece by piece, and remembers what it got.
 */

#pragma once

#include <gio/gio.h>

typedef struct
{
  GSocketService *service;
  char           *folder;  /* (nullable): of the unix socket */
  char           *address; /* "tcp:127.0.0.1:PORT" or "unix:PATH" */
  guint16         port;
  GCancellable   *cancellable;
  GPtrArray      *connections; /* of GSocketConnection: in the order in which they came */
  GString        *received;    /* by all of them */
  guint           n_ended;     /* connections whose other side ended */
  gboolean        keeps_open;  /* does not close its side when the other ends */
  gboolean        echoes;
} TestSocketServer;

TestSocketServer *test_socket_server_new_tcp (void);
TestSocketServer *test_socket_server_new_unix (void);
void              test_socket_server_free (TestSocketServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestSocketServer, test_socket_server_free)

/** Writes to the connection that came last, blocking. */
void test_socket_server_write (TestSocketServer *self, const void *data, gsize size);
/** Closes it; with a reset where something is unread. */
void test_socket_server_close (TestSocketServer *self);
