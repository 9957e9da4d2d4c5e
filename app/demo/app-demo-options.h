/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoOptions: what was asked of spyglass-demo on its command line. A plain struct that the
 * server and its parts read and nobody writes after parsing.
 */

#pragma once

#include <glib.h>

#include "app-demo-faults.h"

typedef enum {
  APP_DEMO_ERA_DUAL,
  APP_DEMO_ERA_MODERN, /* 2026-07-28: no initialize, no sessions */
  APP_DEMO_ERA_LEGACY, /* up to 2025-11-25 */
} AppDemoEra;

struct _AppDemoOptions
{
  gboolean             http;            /* serve HTTP on loopback instead of stdio */
  int                  port;            /* 0: any free port */
  gboolean             empty_cursor;    /* the cursor of the second page is the empty string */
  gboolean             json_only;       /* HTTP: answer as JSON where possible, no GET stream */
  gboolean             ask_on_get;      /* legacy HTTP: questions and logs go on the GET stream */
  gboolean             no_session;      /* HTTP: give out no Mcp-Session-Id */
  int                  page_size;       /* items of a page; 0: one page, resources ten */
  int                  keep_alive;      /* milliseconds between comments on a quiet stream */
  int                  ttl;             /* milliseconds that clients may keep modern results */
  AppDemoEra           era;             /* which eras of the protocol are spoken */
  gboolean             sse;             /* serve HTTP+SSE of 2024-11-05 */
  gboolean             elsewhere;       /* the program listens in a way of its own */
  int                  tcp;             /* lines over TCP: -1: none; a port, 0 for any free one */
  int                  retry;           /* milliseconds before a client resumes a stream */
  char                *socket;          /* (nullable): path of a unix socket for lines */
  char                *http_socket;     /* (nullable): path of a unix socket for HTTP */
  char                *tls_certificate; /* (nullable): file; HTTP over TLS */
  char                *tls_key;         /* (nullable): file; the certificate's holds the key else */
  char                *tls_client_ca;   /* (nullable): file; clients need a certificate of it */
  char                *bearer;          /* (nullable): the token that HTTP requests must carry */
  char                *basic;           /* (nullable): "user:password" of HTTP requests */
  gboolean             auth;            /* HTTP: let in only who signs in */
  const AppDemoFaults *faults;          /* of the program */
};

/**
 * Parses the command line; --help and --version print and exit.
 * Returns: (transfer full) (nullable): the options, or %NULL with @error set (G_OPTION_ERROR)
 */
AppDemoOptions *app_demo_options_parse (int                 *argc,
                                        char              ***argv,
                                        const AppDemoFaults *faults,
                                        GError             **error);
void            app_demo_options_free (AppDemoOptions *self);
/** @method: (nullable): of the request that it is about */
gboolean
app_demo_options_has_fault (const AppDemoOptions *self, AppDemoFault fault, const char *method);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoOptions, app_demo_options_free)
