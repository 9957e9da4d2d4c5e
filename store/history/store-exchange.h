/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreExchange: what is known of one request and its response without reading either. It is not
 * changed once it is in the history.
 */

#pragma once

#include <glib.h>

/** Part of the file's format: a further one goes to the end. */
typedef enum {
  STORE_OUTCOME_RESULT,
  STORE_OUTCOME_TOOL_ERROR, /* a result that says isError */
  STORE_OUTCOME_ERROR,      /* a JSON-RPC error */
  STORE_OUTCOME_CANCELLED,
  STORE_OUTCOME_NO_RESPONSE,
} StoreOutcome;

/** Returns: (transfer none): a word for programs, such as "tool-error" */
const char *store_outcome_get_name (StoreOutcome outcome);
/** @outcome: (out). Returns: %FALSE where there is no such word */
gboolean store_outcome_from_name (const char *name, StoreOutcome *outcome);

/** Bits; part of the file's format. */
typedef enum {
  STORE_EXCHANGE_BY_SERVER = 1 << 0, /* the server asked, and we answered */
  STORE_EXCHANGE_REQUEST_MASKED = 1 << 1,
  STORE_EXCHANGE_RESPONSE_MASKED = 1 << 2,
  STORE_EXCHANGE_ASKS = 1 << 3, /* its result asks for input: another exchange goes on with it */
} StoreExchangeFlags;

typedef struct
{
  gint64       id;        /* 0 until it is kept */
  gint64       time;      /* when the request was sent: µs since the epoch; 0: now */
  char        *server_id; /* (nullable): of the profile */
  char        *server;    /* (nullable): what it is called */
  char        *protocol;  /* (nullable): the revision */
  char        *method;
  char        *name; /* (nullable): of the tool or prompt, or a URI */
  StoreOutcome outcome;
  gint64       error_code;    /* of the JSON-RPC error */
  gint64       duration;      /* µs; -1 where there was no response */
  guint64      request_size;  /* bytes */
  guint64      response_size; /* bytes */
  char        *session;       /* (nullable): what belongs together */
  char        *transport;     /* (nullable): a word of the profiles */
  guint        flags;         /* StoreExchangeFlags */
  char        *source;        /* (nullable): the file that it was imported from */
  /* (nullable): of an exchange over HTTP: an object with method, url, requestHeaders, status,
   * responseHeaders, and µs until the headers and from then on. Pages do not read it. */
  char *http;
  char *request; /* (nullable): its text, in pages alone, and where it is short */
} StoreExchange;

/** Returns: (transfer full) */
StoreExchange *store_exchange_copy (const StoreExchange *exchange);
void           store_exchange_free (StoreExchange *exchange);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreExchange, store_exchange_free)
