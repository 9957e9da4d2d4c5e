/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoRequest: one request of a client, from its arrival to its answer. It is answered exactly
 * once; answers after that, and answers to a request that the client cancelled, go nowhere. Emits
 * “finished” when it was answered or cancelled.
 */

#pragma once

#include "app-demo-channel.h"
#include "app-demo-server.h"
#include "mcp-json-writer.h"

/* Error codes of JSON-RPC 2.0 §5.1 and of MCP 2025-11-25 */
#define APP_DEMO_PARSE_ERROR -32700
#define APP_DEMO_INVALID_REQUEST -32600
#define APP_DEMO_METHOD_NOT_FOUND -32601
#define APP_DEMO_INVALID_PARAMS -32602
#define APP_DEMO_INTERNAL_ERROR -32603
#define APP_DEMO_RESOURCE_NOT_FOUND -32002

/* Error codes of MCP 2026-07-28 */
#define APP_DEMO_HEADER_MISMATCH -32020
#define APP_DEMO_MISSING_CAPABILITY -32021
#define APP_DEMO_UNSUPPORTED_VERSION -32022
/* An error code of MCP 2025-11-25 only */
#define APP_DEMO_URL_ELICITATION_REQUIRED -32042

/* Members of a request's _meta in MCP 2026-07-28 */
#define APP_DEMO_META_VERSION "io.modelcontextprotocol/protocolVersion"
#define APP_DEMO_META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define APP_DEMO_META_LOG_LEVEL "io.modelcontextprotocol/logLevel"

typedef struct _AppDemoTask AppDemoTask;

#define APP_TYPE_DEMO_REQUEST (app_demo_request_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoRequest, app_demo_request, APP, DEMO_REQUEST, GObject)

/** To be read by all. */
struct _AppDemoRequest
{
  GObject parent_instance;

  AppDemoServer  *server; /* not owned */
  AppDemoSession *session;
  AppDemoChannel *channel;
  McpJsonSlot     message; /* the whole of it */
  McpJsonValue    id;
  McpJsonValue    params;
  char           *method;
  const char     *result_type; /* (nullable): other than "complete"; set by who answers so */
  GString        *result_meta; /* (nullable): members of the result's _meta */
  AppDemoTask    *task;        /* (nullable): what this works for, and answers; not owned */
  gboolean        modern;      /* of the era without sessions, MCP 2026-07-28 */
  gboolean        done;        /* nobody waits for an answer any more */
};

/** @message: the whole request, an object of a document that is then held */
AppDemoRequest *app_demo_request_new (AppDemoSession *session,
                                      AppDemoChannel *channel,
                                      McpJsonValue    message);

/** Returns: the member of the parameters' _meta; none where there is none */
McpJsonValue app_demo_request_get_meta (AppDemoRequest *self, const char *name);
/** Whether the client has the capability at @pointer ("/elicitation/url"), of this request or of
 * the session as the era has it. */
gboolean app_demo_request_client_can (AppDemoRequest *self, const char *pointer);
/** Adds a member to the _meta of a result of MCP 2026-07-28. @value: JSON text */
void
app_demo_request_add_result_meta (AppDemoRequest *self, const char *name, const char *value);

/** Returns: (transfer full): a writer that stands where the result is to be written */
McpJsonWriter *app_demo_request_begin (AppDemoRequest *self);
/** @writer: (transfer full): from app_demo_request_begin(), with the result written */
void app_demo_request_end (AppDemoRequest *self, McpJsonWriter *writer);
/** Answers with a result that is already JSON text. */
void app_demo_request_answer (AppDemoRequest *self, const char *result);
/** Answers with a JSON-RPC error. @data: (nullable): JSON text */
void app_demo_request_fail (AppDemoRequest *self, int code, const char *message, const char *data);
/** Lets go of a request without an answer. */
void app_demo_request_cancel (AppDemoRequest *self);

/* Results of tools */

/** Begins a tool's result and its array of content. Returns: (transfer full) */
McpJsonWriter *app_demo_request_begin_content (AppDemoRequest *self);
/** Ends the array of content. @structured: (nullable): JSON text of structuredContent */
void app_demo_request_end_content (AppDemoRequest *self,
                                   McpJsonWriter  *writer,
                                   const char     *structured,
                                   gboolean        is_error);
/** Answers a tool call with one block of text. */
void app_demo_request_answer_text (AppDemoRequest *self, const char *text, gboolean is_error);
/** Writes one block of text into an open array of content. */
void app_demo_request_write_text (McpJsonWriter *writer, const char *text);
/** Writes a block of @type "image" or "audio". */
void app_demo_request_write_media (McpJsonWriter *writer,
                                   const char    *type,
                                   const char    *mime_type,
                                   GBytes        *bytes);

/* On the way */

/** Sends a notification that belongs to this request. @params: (nullable): JSON text */
void app_demo_request_notify (AppDemoRequest *self, const char *method, const char *params);
/** Sends progress where the client asked for it. @total: 0 when unknown; @message: (nullable) */
void app_demo_request_progress (AppDemoRequest *self,
                                double          progress,
                                double          total,
                                const char     *message);
/** Sends a log message, if the client wants that level. @data: JSON text */
void app_demo_request_log (AppDemoRequest *self,
                           const char     *level,
                           const char     *logger,
                           const char     *data);

/** @answer: the client's whole answer; no value when it will not come */
typedef void (*AppDemoAnswered) (AppDemoRequest *self, McpJsonValue answer, gpointer user_data);

/** Asks the client one thing on behalf of this request; see AppDemoQuestions for how that goes in
 * each era. @params: (nullable): JSON text */
void app_demo_request_ask (AppDemoRequest *self,
                           const char     *method,
                           const char     *params,
                           AppDemoAnswered answered,
                           gpointer        user_data);
