/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TestHttpServer: an HTTP server on loopback, in this process and on this main context, that
 * remembers what it was asked; and a raw one that answers every connection with bytes as given.
 */

#pragma once

#include <libsoup/soup.h>

typedef struct _TestHttpServer TestHttpServer;

/** Answers a request in place of the usual paths. */
typedef void (*TestHttpFunc) (TestHttpServer *server, SoupServerMessage *message, gpointer data);

struct _TestHttpServer
{
  SoupServer *server;
  char       *base;     /* http://127.0.0.1:PORT */
  GPtrArray  *requests; /* of char *: "POST /path" */
  GPtrArray  *bodies;   /* of char * */
  GPtrArray  *headers;  /* of SoupMessageHeaders, copies */
  GArray     *times;    /* of gint64: when they came, µs */
  GHashTable *ports;    /* set of the ports that requests came from: one a connection */
  GPtrArray  *waiting;  /* of SoupServerMessage: paused by the handler for /never and /stream */
  int         delete_status;
  gboolean    expired;

  TestHttpFunc handler; /* (nullable) */
  gpointer     handler_data;
};

TestHttpServer *test_http_server_new (void);
/** @certificate: (nullable): speaks TLS with it */
TestHttpServer *test_http_server_new_tls (GTlsCertificate *certificate);
void            test_http_server_free (TestHttpServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestHttpServer, test_http_server_free)

/** Returns: (transfer none) (nullable): a header of request @index */
const char *test_http_server_get_header (TestHttpServer *self, guint index, const char *name);
/** For handlers: answers with a whole body. @type: (nullable) */
void test_http_answer (SoupServerMessage *message, int status, const char *type, const char *body);
/** For handlers: answers with events that end after @text. */
void test_http_answer_events (SoupServerMessage *message, const char *text);
/** For handlers: opens a stream of events; test_http_server_write() and _end() go on with it.
 * Returns: its index among the waiting */
guint test_http_open_events (TestHttpServer *self, SoupServerMessage *message, const char *text);

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
