/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestHttpServer: an HTTP server on loopback, in this process and on this main context, that
 * remembers what it was asked; and a raw one that answers every connection with bytes as given.
 */

#pragma once

#include <libsoup/soup.h>

typedef struct
{
  SoupServer *server;
  char       *base;     /* http://127.0.0.1:PORT */
  GPtrArray  *requests; /* of char *: "POST /path" */
  GPtrArray  *bodies;   /* of char * */
  GPtrArray  *headers;  /* of SoupMessageHeaders, copies */
  GPtrArray  *waiting;  /* of SoupServerMessage: paused by the handler for /never and /stream */
  int         delete_status;
  gboolean    expired;
} TestHttpServer;

TestHttpServer *test_http_server_new (void);
void            test_http_server_free (TestHttpServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestHttpServer, test_http_server_free)

/** Returns: (transfer none) (nullable): a header of request @index */
const char *test_http_server_get_header (TestHttpServer *self, guint index, const char *name);
/** Writes @text to the stream that request @waiting opened. */
void test_http_server_write (TestHttpServer *self, guint waiting, const char *text);
void test_http_server_end (TestHttpServer *self, guint waiting);

typedef struct
{
  GSocketService *service;
  GCancellable   *cancellable;
  char           *url;
  char           *answer;
  gsize           size;
  gboolean        hang;     /* do not close after the answer */
  guint           n_closed; /* connections that the client closed */
  GPtrArray      *connections;
} TestRawServer;

/** @answer: written to each connection after its first bytes came; then it is closed */
TestRawServer *test_raw_server_new (const char *answer, gsize size);
void           test_raw_server_free (TestRawServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestRawServer, test_raw_server_free)
