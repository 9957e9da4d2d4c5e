/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoFaults: where a program that is built on this demo departs from what the demo does, so
 * that clients can be tested against servers that are broken. spyglass-demo itself has no faults.
 * Every function may be %NULL; none has user data, because a process is one server.
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-json-writer.h"

typedef struct _AppDemoOptions AppDemoOptions;
typedef struct _AppDemoRequest AppDemoRequest;
typedef struct _AppDemoServer  AppDemoServer;
typedef struct _AppDemoSystem  AppDemoSystem;

/** What only a transport, or a list, can do wrong. */
typedef enum {
  APP_DEMO_FAULT_IGNORES_END,    /* the process goes on when its input ends */
  APP_DEMO_FAULT_IGNORES_TERM,   /* or after SIGTERM */
  APP_DEMO_FAULT_CRLF,           /* lines end in CR LF */
  APP_DEMO_FAULT_CUT,            /* the stream of a request's response breaks in its first event */
  APP_DEMO_FAULT_HTML,           /* JSON is said to be text/html */
  APP_DEMO_FAULT_BAD_REQUEST,    /* an unknown session is answered with HTTP 400 */
  APP_DEMO_FAULT_LOOPING_CURSOR, /* every page leads to the same next one */
} AppDemoFault;

/** What becomes of a subscriptions/listen. */
typedef enum {
  APP_DEMO_LISTENS = 0,
  APP_DEMO_LISTENS_UNACKNOWLEDGED = 1 << 0,
  APP_DEMO_LISTENS_IN_VAIN = 1 << 1, /* nothing is sent after the acknowledgement */
} AppDemoListening;

/** Writes to standard output. */
typedef void (*AppDemoWrite) (const char *data, gsize size, gpointer user_data);

typedef struct
{
  const GOptionEntry *options; /* (nullable): of the command line */
  /** Returns: (transfer full): what --help says of them at its end */
  char *(*describe) (void);
  gboolean (*check) (AppDemoOptions *options, GError **error);
  /** Listens in another way, where the options have "elsewhere". @url: (out) (transfer full)
   * Returns: (transfer full) (nullable): what listens as long as it lives */
  GObject *(*listen_elsewhere) (AppDemoServer *server, char **url, GError **error);
  /** Returns: (transfer none): %NULL-terminated systems that are offered besides the demo's */
  const AppDemoSystem *const *(*get_systems) (void);
  /** Called before the first message. */
  void (*start) (void);

  /** @method: (nullable): of the request that it is about */
  gboolean (*has) (AppDemoFault fault, const char *method);
  /** Writes what comes before the first line on standard output. */
  void (*begin_lines) (AppDemoWrite write, gpointer user_data);
  /** Writes a message in place of the transport, without the end of its line. */
  void (*write_line) (GBytes *message, AppDemoWrite write, gpointer user_data);

  /** A message came, of whatever kind. */
  void (*receive) (const char *method);
  /** Handles a request before anything is looked at. Returns: whether it is dealt with */
  gboolean (*handle) (AppDemoRequest *request);
  /** Handles a request that may be handled, in place of its method. Returns: as above */
  gboolean (*perform) (AppDemoRequest *request);
  /** Sends something else than the response, now or later. Returns: as above */
  gboolean (*respond) (AppDemoRequest *request, GBytes *response);
  /** Answers an HTTP request. @url: of the endpoint
   * @root: the message, or no value where there is none. Returns: whether it is dealt with */
  gboolean (*answer_http) (SoupServerMessage *message, const char *url, McpJsonValue root);
  /** Returns: whether the session of a client that made so many requests is forgotten */
  gboolean (*forgets_session) (guint n_requests);
  AppDemoListening (*listen) (AppDemoRequest *request);

  /** Writes items into an open array of @kind ("tools", "resources"…). */
  void (*write_items) (const char *kind, McpJsonWriter *writer);
  /** Returns: (transfer full) (nullable): the id of a question, as JSON text */
  char *(*make_id) (gint64 number);
  /** Returns: (transfer none) (nullable): the page that a person is sent to */
  const char *(*get_url) (void);
  /** Returns: (transfer full) (nullable): what an event stream of 2024-11-05 begins with, in place
   * of the event that names the endpoint. @session: its id */
  char *(*begin_events) (const char *origin, const char *session);
} AppDemoFaults;

/** Calls a function of the program that @options are of. Returns: what it returns; @otherwise where
 * there is none */
#define app_demo_options_call(options, function, otherwise, ...) \
  ((options)->faults->function != NULL ? (options)->faults->function (__VA_ARGS__) : (otherwise))
