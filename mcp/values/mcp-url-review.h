/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpUrlReview: a URL that a server wants a person to open, looked at with distrust. Nothing is
 * fetched. Only http and https may be opened; what a person should notice becomes a finding.
 * Immutable and atomically refcounted.
 *
 * Source: MCP 2025-11-25, "Elicitation / Safe URL handling"; UTS 39 for mixed scripts.
 */

#pragma once

#include "mcp-finding.h"

/* Longer URLs are refused by browsers, and nobody can read them. */
#define MCP_URL_REVIEW_MAX_BYTES 65536

typedef struct
{
  char      *url;          /* as the server sent it, to be shown whole */
  char      *host;         /* as the network knows it: punycode stays punycode; empty for none */
  char      *unicode_host; /* (nullable): as its writer meant it, when it is not the same */
  gboolean   may_open;     /* a whole URL with the scheme http or https: all else is never opened */
  GPtrArray *findings;     /* (nullable) (element-type McpFinding): url-invalid, url-scheme,
                            * url-not-encrypted, url-user, url-punycode, url-mixed-script,
                            * url-invisible */
} McpUrlReview;

/** @url: as the server sent it. Returns: (transfer full) */
McpUrlReview *mcp_url_review_new (const char *url);
/** Returns: (transfer full) */
McpUrlReview *mcp_url_review_ref (McpUrlReview *self);
void          mcp_url_review_unref (McpUrlReview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpUrlReview, mcp_url_review_unref)
