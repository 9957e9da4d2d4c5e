/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoOptions: what was asked of spyglass-demo on its command line. A plain struct that the
 * server and its parts read and nobody writes after parsing.
 */

#pragma once

#include <glib.h>

#include "app-demo-hostile.h"

G_BEGIN_DECLS

typedef enum {
  APP_DEMO_ERA_DUAL,
  APP_DEMO_ERA_MODERN, /* 2026-07-28: no initialize, no sessions */
  APP_DEMO_ERA_LEGACY, /* up to 2025-11-25 */
} AppDemoEra;

typedef struct
{
  gboolean       http;            /* serve HTTP on loopback instead of stdio */
  int            port;            /* 0: any free port */
  gboolean       conformance;     /* also offer what the official conformance suite calls */
  gboolean       empty_cursor;    /* the cursor of the second page is the empty string */
  gboolean       json_only;       /* HTTP: answer as JSON where that is possible, no GET stream */
  gboolean       no_session;      /* HTTP: give out no Mcp-Session-Id */
  int            page_size;       /* items of a page of every list; 0: one page, resources ten */
  int            keep_alive;      /* milliseconds between comments on a quiet stream */
  int            ttl;             /* milliseconds that clients may keep results of 2026-07-28 */
  AppDemoEra     era;             /* which eras of the protocol are spoken */
  gboolean       sse;             /* serve HTTP+SSE of 2024-11-05 */
  int            websocket;       /* -1: none; a port, 0 for any free one */
  int            tcp;             /* the same, for lines over TCP */
  int            retry;           /* milliseconds that a client waits before it resumes a stream */
  char          *socket;          /* (nullable): path of a unix socket for lines */
  char          *http_socket;     /* (nullable): path of a unix socket for HTTP */
  char          *sse_endpoint;    /* (nullable): how the endpoint event names the endpoint */
  char          *tls_certificate; /* (nullable): file; HTTP and WebSocket are spoken over TLS */
  char          *tls_key;         /* (nullable): file; the certificate's holds the key else */
  char          *tls_client_ca;   /* (nullable): file; clients need a certificate of it */
  guint          quirks;          /* a bit for each AppDemoQuirk */
  char          *probe_answer;    /* (nullable): how a server/discover is answered instead */
  char          *bearer;          /* (nullable): the token that HTTP requests must carry */
  char          *basic;           /* (nullable): "user:password" that HTTP requests must carry */
  AppDemoHostile hostile;         /* what goes wrong on request */
} AppDemoOptions;

/**
 * Parses the command line; --help and --version print and exit.
 * Returns: (transfer full) (nullable): the options, or %NULL with @error set (G_OPTION_ERROR)
 */
AppDemoOptions *app_demo_options_parse (int *argc, char ***argv, GError **error);
void            app_demo_options_free (AppDemoOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoOptions, app_demo_options_free)

G_END_DECLS
