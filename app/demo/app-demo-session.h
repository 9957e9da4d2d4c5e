/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoSession: one client of the demo server, from initialize to its end: the negotiated
 * revision, what the client can do, what it subscribed to, requests in both directions. Over stdio
 * there is one, over HTTP one for each Mcp-Session-Id. Source: MCP 2025-11-25, basic/lifecycle and
 * schema.
 */

#pragma once

#include "app-demo-request.h"

#define APP_TYPE_DEMO_SESSION (app_demo_session_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoSession, app_demo_session, APP, DEMO_SESSION, GObject)

/** To be read by all, and changed only by AppDemoSession itself. */
struct _AppDemoSession
{
  GObject parent_instance;

  AppDemoServer  *server;
  AppDemoChannel *channel;
  const char     *version;      /* (nullable): none before initialize */
  McpJsonSlot     capabilities; /* of the client, as it said at initialize */
  guint           log_level;
  GHashTable     *subscriptions; /* URIs */
  GPtrArray      *requests;      /* AppDemoRequest, in progress */
  GHashTable     *questions;     /* id as JSON text → Question */
  gint64          next_id;
  gboolean        modern; /* no session: it only knows which requests are in progress */
  gboolean        closed;
};

/** The newest revision that this server speaks. */
#define APP_DEMO_LATEST_VERSION "2025-11-25"
gboolean app_demo_session_version_is_known (const char *version);

AppDemoSession *app_demo_session_new (AppDemoServer *server);

/** Takes in one message, or a batch where the revision has batches. Answers go by @channel. */
void
app_demo_session_receive (AppDemoSession *self, McpJsonDocument *document, AppDemoChannel *channel);
/** Takes in what a client sent; of text that is no JSON it is told. */
void
app_demo_session_receive_text (AppDemoSession *self, GBytes *text, AppDemoChannel *channel);
/** Ends the session: requests in progress are cancelled, waiting questions get no answer. */
void app_demo_session_close (AppDemoSession *self);

/** Where messages go that belong to no request. @channel: (nullable) (transfer none) */
void app_demo_session_set_channel (AppDemoSession *self, AppDemoChannel *channel);
/** Sends a notification that belongs to no request. @params: (nullable): JSON text */
void app_demo_session_notify (AppDemoSession *self, const char *method, const char *params);

/** Sends a question or log message of a request whose responses go by @channel: there, or like the
 * servers on the official SDKs, which do not say what it belongs to. */
void app_demo_session_send_beside (AppDemoSession *self, AppDemoChannel *channel, GBytes *message);
/** Sends a message that belongs to no request. */
void app_demo_session_send (AppDemoSession *self, GBytes *message);

/** Settles the revision. @version: what the client asked for, (nullable) */
void app_demo_session_open (AppDemoSession *self, const char *version, McpJsonValue capabilities);
/** Cancels the requests that came by @channel: the client closed it. */
void app_demo_session_cancel_channel (AppDemoSession *self, AppDemoChannel *channel);

/** Returns: %FALSE where there is no such level */
gboolean app_demo_session_set_log_level (AppDemoSession *self, const char *level);
/** Returns: how severe @level is, from 0; -1 where there is no such level */
int      app_demo_session_find_log_level (const char *level);
gboolean app_demo_session_wants_log (AppDemoSession *self, const char *level);
void     app_demo_session_subscribe (AppDemoSession *self, const char *uri, gboolean subscribe);

/* For requests */
void app_demo_session_finish_request (AppDemoSession *self, AppDemoRequest *request);
/** Asks the client by @channel. */
void app_demo_session_ask (AppDemoSession *self,
                           AppDemoChannel *channel,
                           AppDemoRequest *request,
                           const char     *method,
                           const char     *params,
                           AppDemoAnswered answered,
                           gpointer        user_data);
/** Takes back what was asked for @request: the client is told, and later answers go nowhere. */
void app_demo_session_forget_questions (AppDemoSession *self, AppDemoRequest *request);

/** Returns: (transfer full): a notification or request as JSON text.
 * @id: (nullable): JSON text; @params: (nullable): JSON text */
GBytes *app_demo_session_build (const char *method, const char *id, const char *params);
