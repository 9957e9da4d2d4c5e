/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * DemoHttp: spyglass-demo over streamable HTTP, talked to in raw requests; a plain struct.
 */

#pragma once

#include <libsoup/soup.h>

#include "demo-process.h"

typedef struct
{
  DemoProcess *demo;
  SoupSession *http;
  char        *url;
  char        *session; /* (nullable): sent with every request; taken from the answers of posts */
} DemoHttp;

#define INITIALIZE                                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\",\"capabilities\":{}}}"

void demo_http_clear (DemoHttp *fixture);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DemoHttp, demo_http_clear)

/** Starts the program with --http and @options, and reads where it listens. */
void demo_http_start (DemoHttp *fixture, const char *options);
/** The same, and goes through initialize. */
void demo_http_open (DemoHttp *fixture, const char *options);
/** @body: (nullable). Returns: (transfer full) */
SoupMessage *demo_http_make_message (DemoHttp *fixture, const char *method, const char *body);
/** A request of MCP 2026-07-28 with its headers; without @body, @method is one of HTTP.
 * @name: (nullable): of Mcp-Name. Returns: (transfer full) */
SoupMessage *demo_http_make_modern (DemoHttp   *fixture,
                                    const char *body,
                                    const char *method,
                                    const char *name);
/** Sends and takes in the whole answer. Returns: (transfer full): its text, "" when there is none */
char *demo_http_send (DemoHttp *fixture, SoupMessage *message, GError **error);
/** @answer: (out) (optional). Returns: the HTTP status */
guint demo_http_post (DemoHttp *fixture, const char *body, char **answer);
/** Sends and leaves the answer to be read. Returns: (transfer full) */
GDataInputStream *demo_http_open_stream (DemoHttp *fixture, SoupMessage *message);
/** Reads lines of an event stream until one holds @text. @last_id: (inout) (optional): the last event's
 * id. Returns: (transfer full): that line */
char *demo_http_read_until (GDataInputStream *stream, const char *text, char **last_id);
