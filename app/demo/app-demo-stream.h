/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoStream: what goes back to the client for one POST, or what a GET listens to. A POST whose
 * only answer comes first is answered as JSON; anything else becomes a stream of server-sent
 * events, which can be resumed after a lost connection where the revision has that. Emits “left”
 * when the client closes the connection of a stream that cannot be resumed. Source: MCP 2025-11-25,
 * basic/transports; WHATWG HTML §9.2 (server-sent events).
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-channel.h"
#include "app-demo-options.h"

typedef enum {
  APP_DEMO_STREAM_RESUMABLE, /* events have ids */
  APP_DEMO_STREAM_PRIMED,    /* the same, and the first has no data: all can be resumed */
  APP_DEMO_STREAM_PLAIN,     /* of MCP 2026-07-28: over when the client closes it */
  APP_DEMO_STREAM_NAMED,     /* of MCP 2024-11-05: the same, and events are named */
} AppDemoStreamKind;

#define APP_TYPE_DEMO_STREAM (app_demo_stream_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoStream, app_demo_stream, APP, DEMO_STREAM, AppDemoChannel)

/** @message: (transfer none): the request to answer; it is paused */
AppDemoStream *app_demo_stream_new (const AppDemoOptions *options,
                                    AppDemoStreamKind     kind,
                                    SoupServerMessage    *message);
/** Spoils the stream: it is cut in the middle of its first event. */
void app_demo_stream_cut (AppDemoStream *self);
/** Begins to send events, as the answer to a GET. @first: what comes before them */
void app_demo_stream_listen (AppDemoStream *self, const char *first);
/** Goes on over another connection, with the events after number @last. Returns: %FALSE where
 * @number is another stream's */
gboolean app_demo_stream_resume (AppDemoStream     *self,
                                 SoupServerMessage *message,
                                 guint64            number,
                                 guint              last);
/** Ends the stream and its connection. */
void app_demo_stream_close (AppDemoStream *self);
/** Answers 202 where the POST held no request that was or will be answered. */
void app_demo_stream_accept (AppDemoStream *self);
