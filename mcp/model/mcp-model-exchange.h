/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelExchange: one request to a provider and all of its response, as they were on the wire,
 * but for the key, which is in none of its texts that we wrote. What a server sends back is kept as
 * it came.
 *
 * Whoever makes one fills its fields; it is read only once it was handed on, and may then be shared
 * between threads. Reference counted.
 */

#pragma once

#include "mcp-model-request.h"

/* Bytes that are kept of a response: long conversations must not fill the memory. */
#define MCP_MODEL_EXCHANGE_LIMIT (2u * 1024u * 1024u)

typedef struct
{
  guint       number_of_try; /* from 1 */
  char       *url;
  char      **request_headers; /* "Name: value"; the key as "$OPENAI_API_KEY" */
  int         key_index;       /* of the header that had the key; -1 for none */
  char       *variable;        /* what the key is called there */
  GBytes     *body;
  guint       status;           /* 0 where no response came */
  char      **response_headers; /* (nullable) */
  GByteArray *response;         /* the bytes as they came, the first of them */
  guint64     received;         /* bytes of the body, all of them */
  char       *error;            /* (nullable): why it ended, for a person */
  gboolean    cancelled;

  gint64 at;          /* µs since 1970: when it began */
  gint64 begun;       /* µs, monotonic, as all below; 0 where it did not come to it */
  gint64 sent;        /* the request, to its last byte */
  gint64 first_byte;  /* of the response's body */
  gint64 first_event; /* that a reader made something of */
  gint64 ended;
} McpModelExchange;

/** @headers: as sent. @key_index: see above. @variable: (nullable): without "$"
 * @body: held. Returns: (transfer full) */
McpModelExchange *mcp_model_exchange_new (const char        *url,
                                          const char *const *headers,
                                          int                key_index,
                                          const char        *variable,
                                          GBytes            *body);
McpModelExchange *mcp_model_exchange_ref (McpModelExchange *self);
void              mcp_model_exchange_unref (McpModelExchange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelExchange, mcp_model_exchange_unref)

/** For whoever makes it: bytes of the response. */
void mcp_model_exchange_append (McpModelExchange *self, const void *bytes, gsize length);

/** Whether the response was longer than what is kept of it. */
gboolean mcp_model_exchange_is_cut (McpModelExchange *self);

/** Returns: (transfer full): a command for a POSIX shell that sends the same request, with the key
 * from the environment */
char *mcp_model_exchange_dup_curl (McpModelExchange *self);
