/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The limits of the floor that speaks, each with its reason. Bytes and milliseconds unless named
 * otherwise.
 */

#pragma once

#include <glib.h>

/* One message. Base64 of a large file fits; the lossless reader's offsets have 32 bits. */
#define MCP_MESSAGE_LIMIT (512u * 1024u * 1024u)

/* What is read at once: the capacity of a Linux pipe. */
#define MCP_READ_SIZE (64u * 1024u)

/* Reading this much takes well under a millisecond; more goes to a worker. */
#define MCP_INBOX_IN_PLACE_BYTES (256u * 1024u)

/* What handing on messages may take before other events get their turn, in µs: half a frame. */
#define MCP_DELIVERY_BUDGET 8000

/* At which priority messages are read: behind drawing (a toolkit draws at HIGH_IDLE + 20), so that
 * a server that floods us does not stop the window. */
#define MCP_READ_PRIORITY (G_PRIORITY_HIGH_IDLE + 25)

/* What an error keeps of a body or of stderr: a page or two for a person to read. */
#define MCP_EVIDENCE_LIMIT 4096u

/* First and last bytes that are kept of a message that was too large: room for its id. */
#define MCP_OVERSIZED_SAMPLE 1024u

/* One line of stderr in a record; longer ones are cut. */
#define MCP_STDERR_LINE_LIMIT (16u * 1024u)
/* Lines of stderr that are recorded in one second, and their bytes; a server that logs more must
 * not push everything else out of the log. What is beyond is counted. */
#define MCP_STDERR_LINES_PER_SECOND 1000u
#define MCP_STDERR_BYTES_PER_SECOND (1024u * 1024u)

/* Between the end of its stdin and SIGTERM: well-behaved servers need some ten milliseconds. */
#define MCP_STDIO_EXIT_GRACE 500u
/* Between SIGTERM and SIGKILL: a server may save its state or stop a container. */
#define MCP_STDIO_TERMINATE_GRACE 2000u
/* Between the end of a process and the end of its output that others may still hold open, or the
 * other way round. */
#define MCP_STDIO_DRAIN_GRACE 500u

/* Until a connection stands: a person waits for it. */
#define MCP_HTTP_CONNECT_TIMEOUT 30000u
/* Ending a session is a courtesy that must not keep a person waiting. */
#define MCP_HTTP_CLOSE_TIMEOUT 1000u
/* Redirects of one request; more is a loop. */
#define MCP_HTTP_MAX_REDIRECTS 5u
/* Connections to a host: streams stay open, and nothing may queue behind them. */
#define MCP_HTTP_MAX_CONNECTIONS 1000u
/* Seconds that an unused connection is kept: less than the 5 s after which Node's server closes it,
 * because a POST that meets a closing connection cannot be repeated safely. */
#define MCP_HTTP_IDLE_SECONDS 4u
/* Answers of 1xx before the one that counts; one or two are usual. */
#define MCP_HTTP_MAX_INFORMATIONAL 20u
/* Of one stream of events: how often it is said that lines are no fields of an event. */
#define MCP_HTTP_MAX_STRAYS 20u
/* The body of a response that says failure. */
#define MCP_HTTP_ERROR_BODY_LIMIT (1024u * 1024u)
/* The id of a session: servers use some 36 bytes, signed tokens up to a few KiB. */
#define MCP_HTTP_SESSION_ID_LIMIT 8192u
/* A message beyond this is not parsed to see whether it answers ours: that would take more than a
 * frame. */
#define MCP_HTTP_LOOK_LIMIT (256u * 1024u)

/* ms until a stream that ended is resumed, where the server says nothing: as browsers do. */
#define MCP_HTTP_RETRY 1000
/* What a server may ask for instead. Less would be a storm of requests; more is longer than any
 * person waits, and some servers write nonsense. */
#define MCP_HTTP_MIN_RETRY 50
#define MCP_HTTP_MAX_RETRY (5 * 60 * 1000)
/* Tries in a row that bring nothing, each after twice the time of the one before, up to the
 * longest: about a minute in all. */
#define MCP_HTTP_MAX_RESUMPTIONS 6u
/* The same where the server is there and the stream breaks each time, after the same event. */
#define MCP_HTTP_MAX_CUTS 2u
#define MCP_HTTP_MAX_BACKOFF 30000
/* ms that a stream must live to count as one that works: servers and proxies end quiet ones. */
#define MCP_HTTP_STREAM_LIVED 5000

/* What a request waits for the stream that listens: a server drops what it asks or logs while there
 * is none, and some answer a GET only with their first event. */
#define MCP_HTTP_LISTEN_PATIENCE 250u

/* What a process that began with headers of another protocol still has to answer as it should: the
 * line may be a log of its own. */
#define MCP_STRAY_DOUBT 500u

/* Until a server that never answered is suspected to speak something else than HTTP: it would have
 * said something by then, or works on it. */
#define MCP_HTTP_DOUBT 2000u

/* Until a socket's connection stands: a person waits for it. */
#define MCP_SOCKET_CONNECT_TIMEOUT 30000u
/* Between the end of our side and that of the server's: as after the end of its stdin. */
#define MCP_SOCKET_CLOSE_TIMEOUT MCP_STDIO_EXIT_GRACE

/* Silence of a WebSocket until it is pinged, and then until it is given up: routers forget a quiet
 * connection after some minutes, most proxies after one. */
#define MCP_WEBSOCKET_PING_INTERVAL 30000u

/* The response of a model, and one event of it: a picture fits, and nothing grows without end. */
#define MCP_MODEL_STREAM_LIMIT (64u * 1024u * 1024u)
#define MCP_MODEL_EVENT_LIMIT (16u * 1024u * 1024u)
/* Parts of one turn: more calls than any loop makes. */
#define MCP_MODEL_MAX_BLOCKS 1024u
/* ms of silence after which a stream counts as lost: models think without a word. */
#define MCP_MODEL_IDLE_TIMEOUT 300000u
/* Tries of one request, and ms that a provider may make us wait before one. */
#define MCP_MODEL_MAX_TRIES 3u
#define MCP_MODEL_MAX_WAIT 60000
