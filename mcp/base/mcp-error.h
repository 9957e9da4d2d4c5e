/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The errors of the floor that speaks. A code is what a caller can act on; the message is written
 * for a person and says what happened; the evidence (status, body, challenge, stderr) is kept
 * apart. A tool's isError is a result, not an error of this domain, and so is a JSON-RPC error to
 * whoever asked for the response itself.
 */

#pragma once

#include <gio/gio.h>

#define MCP_ERROR (mcp_error_quark ())
GQuark mcp_error_quark (void);

typedef enum {
  MCP_ERROR_COMMAND_NOT_FOUND,      /* no such program, or not on the path */
  MCP_ERROR_COMMAND_NOT_EXECUTABLE, /* it cannot be run; also a missing working directory */
  MCP_ERROR_PROCESS_EXITED,         /* the server's process ended; stderr's tail is the evidence */
  MCP_ERROR_CONNECTION_FAILED,      /* DNS, refused, reset, TLS */
  MCP_ERROR_CONNECTION_LOST,        /* it was up and went away, or a stream broke in the middle */
  MCP_ERROR_HTTP_STATUS,            /* a status that means failure */
  MCP_ERROR_AUTHORIZATION_REQUIRED, /* 401 (or 403 with a challenge) */
  MCP_ERROR_SESSION_EXPIRED,        /* the server no longer knows our session id */
  MCP_ERROR_REDIRECTED,             /* a redirect that we do not follow */
  MCP_ERROR_TIMED_OUT,              /* our own deadline */
  MCP_ERROR_CANCELLED,              /* by the person */
  MCP_ERROR_MESSAGE_TOO_LARGE,      /* beyond the limit for one message */
  MCP_ERROR_INVALID_MESSAGE,        /* not JSON, not JSON-RPC, or no response to the request */
  MCP_ERROR_UNSUPPORTED_VERSION,    /* no protocol revision in common */
  MCP_ERROR_NOT_OFFERED,            /* the server has no such capability */
  MCP_ERROR_NOT_CONNECTED,
  MCP_ERROR_INVALID_TARGET,      /* the URL or the command cannot be understood */
  MCP_ERROR_CERTIFICATE_REFUSED, /* of the server; the evidence has its names, dates, SHA-256 */
  MCP_ERROR_OTHER_ERA,           /* the server speaks other revisions than were asked for */
  MCP_ERROR_CAPABILITY_REQUIRED, /* the server demands of us what we did not declare */
  MCP_ERROR_HEADER_MISMATCH,     /* the server finds that HTTP headers do not fit the request */
  MCP_ERROR_EXCLUDED,            /* the tool wants HTTP headers that cannot be sent */
  MCP_ERROR_INCOMPLETE,          /* a list is longer than what is read of one */
  MCP_ERROR_RESPONSE,            /* a JSON-RPC error where only a result leads on */
} McpError;

/** HTTP+SSE: the address for messages, from the server or the settings, does not work. */
#define MCP_ERROR_KIND_MESSAGE_URL "message-url"
/** What came in the place of a response was no event of the stream. */
#define MCP_ERROR_KIND_UNFRAMED "unframed"
/** A program closed one end of its standard streams and runs on. */
#define MCP_ERROR_KIND_HALF_CLOSED "half-closed"

/** What an error of this domain carries beside its message; every field may be absent. */
typedef struct
{
  guint http_status; /* 0 when none */
  char *url;         /* (nullable) */
  char *challenge;   /* (nullable): WWW-Authenticate as sent, several joined by ", " */
  char *evidence;    /* (nullable): the beginning of a body, the tail of stderr; bounded, UTF-8 */
  char *response;    /* (nullable): the member "error" of a JSON-RPC error, as JSON; bounded */
  char *retry_after; /* (nullable): Retry-After as sent */
  char *fingerprint; /* (nullable): of a certificate that was refused: SHA-256, "AB:CD:…" */
  /* (nullable): static: which of its kind: one of the above, MCP_AUTH_ADDRESS_PRIVATE, or the ID of
   * a finding (McpAuthFinding) */
  const char *kind;
  /* The same address has answered before; another session is open; the request was refused in it
   * too */
  gboolean answered, reopened, resent;
  int      exit_status; /* of a process; -1 when none */
  int      signal;      /* that ended a process; 0 when none */
} McpErrorDetails;

/** Returns: (transfer none) (nullable): the details of an error of this domain; read only, except
 * by the code that just made the error */
McpErrorDetails *mcp_error_get_details (const GError *error);

/** Returns: (transfer full): an error with empty details to fill */
GError *mcp_error_new (McpError code, const char *format, ...) G_GNUC_PRINTF (2, 3);
