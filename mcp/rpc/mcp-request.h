/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpRequest: one request of ours, from the one who asks to the wire. Whoever has something to say
 * (the caller, the features of a client, the era, the peer) says it here before the message is
 * written, once, in one copy; what was said can be asked for afterwards, so that nobody has to read
 * the message that was written. Values are held by reference and written verbatim: not one number,
 * string or member changes; only line ends between tokens become spaces, because a message on a
 * byte stream may not have any. Refcounted; of one thread.
 */

#pragma once

#include "mcp-request-id.h"

/* As a deadline: the one that the client has. */
#define MCP_DEADLINE_DEFAULT G_MAXUINT

/** A report of the server on a request that is under way. */
typedef struct
{
  double       progress;  /* NaN where it is no number */
  double       total;     /* NaN where the server did not say */
  const char  *message;   /* (nullable): plain text */
  McpJsonValue params;    /* as it came; valid during the call */
  gboolean     increased; /* whether progress grew, as the specification asks */
} McpProgress;

typedef void (*McpProgressFunc) (const McpProgress *progress, gpointer user_data);

/** How a request is waited for. A plain structure; begin with MCP_REQUEST_OPTIONS_DEFAULT. */
typedef struct
{
  guint           deadline_ms;         /* from the sending to the response; 0 for none */
  guint           total_ms;            /* that progress cannot extend; 0 for none */
  gboolean        restart_on_progress; /* a report restarts deadline_ms, up to total_ms */
  McpProgressFunc progress;            /* (nullable): asks the server for reports */
  gpointer        progress_data;       /* must live until the request has ended */
  gboolean        no_cancelled;        /* never tell the server that we stopped waiting */
  gboolean        as_task;             /* tools/call up to 2025-11-25: run it as a task */
  gint64          task_ttl_ms;         /* how long the server shall keep it; -1: as it likes */
  gboolean        refresh;             /* ask even where the server lets a response be used again */
  gboolean        lasting;             /* a stream that is not waited for: it counts for nothing */
  gboolean        repeatable;          /* tools/call: sent twice it does no more than once */
} McpRequestOptions;

#define MCP_REQUEST_OPTIONS_DEFAULT                                        \
  {                                                                        \
    .deadline_ms = MCP_DEADLINE_DEFAULT, .total_ms = MCP_DEADLINE_DEFAULT, \
    .restart_on_progress = TRUE, .task_ttl_ms = -1                         \
  }

typedef struct _McpRequest McpRequest;

/** Returns: (transfer full): without params, with the default options */
McpRequest *mcp_request_new (const char *method);
McpRequest *mcp_request_ref (McpRequest *self);
void        mcp_request_unref (McpRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRequest, mcp_request_unref)

/** Returns: (transfer none) */
const char *mcp_request_get_method (const McpRequest *self);
/** Returns: (transfer none): to be changed before the request is sent */
McpRequestOptions *mcp_request_get_options (McpRequest *self);

/** The whole params, as somebody wrote them: text that is no JSON object goes out as it is, without
 * anything of ours. @params: (nullable): JSON text */
void mcp_request_set_params (McpRequest *self, GBytes *params);
/** A member of the params, in the place of one that is there. */
void mcp_request_set_value (McpRequest *self, const char *name, McpJsonValue value);
/** @text: plain text, which becomes a JSON string */
void mcp_request_set_string (McpRequest *self, const char *name, const char *text);
/** @json: JSON text that we wrote ourselves */
void mcp_request_set_json (McpRequest *self, const char *name, const char *json);
/** Takes a member out of the params, whoever said it. */
void mcp_request_remove (McpRequest *self, const char *name);
/** Returns: a member of the params, of whoever said it; none where there is none */
McpJsonValue mcp_request_get_member (McpRequest *self, const char *name);

/** Members for _meta of the params. Those that are there already win, and those of the params over
 * all. @members: JSON text of an object. Errors: MCP_ERROR_INVALID_MESSAGE where it is none */
gboolean mcp_request_add_meta (McpRequest *self, GBytes *members, GError **error);
/** For the era: its members for _meta, in the place of those that it gave before; all others win.
 * @members: JSON text of an object */
void mcp_request_set_protocol_meta (McpRequest *self, GBytes *members);
/** Returns: a member of _meta, of whoever said it; none where there is none */
McpJsonValue mcp_request_get_meta (McpRequest *self, const char *name);

/** Returns: (transfer full) (nullable): the params without what the era adds, JSON text; %NULL
 * where there are none */
GBytes *mcp_request_write_params (McpRequest *self);
/** For the peer: writes the message, with @id as the progress token where progress is asked for.
 * Returns: (transfer full) */
GBytes *mcp_request_write (McpRequest *self, McpRequestId *id);
/** Returns: (transfer none) (nullable): the id with which it was written last */
McpRequestId *mcp_request_get_id (const McpRequest *self);
/** Returns: its number in the tap as it was sent last; 0 where it was not */
guint64 mcp_request_get_sequence (const McpRequest *self);
void    mcp_request_set_sequence (McpRequest *self, guint64 sequence);
/** Returns: µs, g_get_monotonic_time() when it was written first, from which on total_ms counts; 0
 * before */
gint64 mcp_request_get_begun (const McpRequest *self);
/** The server asks for input before it answers. Returns: how often it has done so */
guint mcp_request_add_round (McpRequest *self);
/** Whether what was written is known to be JSON, because all of it was read before. */
gboolean mcp_request_is_sound (McpRequest *self);
