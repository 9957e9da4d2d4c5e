/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoStream: what goes back to the client for one POST, or what a GET listens to. A POST whose
 * only answer comes first is answered as JSON; anything else becomes a stream of server-sent events
 * that can be resumed after a lost connection. Emits “left” when the client closes the connection
 * of a stream that cannot be resumed. Source: MCP 2025-11-25, basic/transports; WHATWG
 * HTML §9.2 (server-sent events).
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-channel.h"
#include "app-demo-options.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_STREAM (app_demo_stream_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoStream, app_demo_stream, APP, DEMO_STREAM, GObject)

/** @number: tells the streams of a session apart in event ids
 * @message: (transfer none): the request to answer; it is paused */
AppDemoStream *
app_demo_stream_new (const AppDemoOptions *options, guint number, SoupServerMessage *message);
/** Sends an event without data first, so that a client can resume from the beginning. */
void app_demo_stream_set_priming (AppDemoStream *self, gboolean priming);
/** Spoils the stream: it is cut in the middle of its first event. */
void app_demo_stream_set_cut (AppDemoStream *self, gboolean cut);
/** Makes the stream one of MCP 2026-07-28: no event ids, and over when the client closes it. */
void app_demo_stream_set_plain (AppDemoStream *self, gboolean plain);
/** Begins to send events, as the answer to a GET. */
void app_demo_stream_listen (AppDemoStream *self);
/** Goes on over another connection, with the events after number @last. */
void app_demo_stream_resume (AppDemoStream *self, SoupServerMessage *message, guint last);
/** Answers 202 where the POST held no request that was or will be answered. */
void app_demo_stream_accept (AppDemoStream *self);
/** Ends the stream and its connection. */
void app_demo_stream_close (AppDemoStream *self);

G_END_DECLS
