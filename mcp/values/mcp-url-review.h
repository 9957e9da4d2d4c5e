/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpUrlReview: a URL that a server wants a person to open, looked at with distrust. Nothing is
 * fetched. Only http and https may be opened; what a person should notice becomes a finding.
 * Immutable.
 *
 * Source: MCP 2025-11-25, "Elicitation / Safe URL handling"; UTS 39 for mixed scripts.
 */

#pragma once

#include "mcp-finding.h"

G_BEGIN_DECLS

/* Longer URLs are refused by browsers, and nobody can read them. */
#define MCP_URL_REVIEW_MAX_BYTES 65536

#define MCP_TYPE_URL_REVIEW (mcp_url_review_get_type ())
G_DECLARE_FINAL_TYPE (McpUrlReview, mcp_url_review, MCP, URL_REVIEW, GObject)

/** @url: as the server sent it. Returns: (transfer full) */
McpUrlReview *mcp_url_review_new (const char *url);

/** Returns: (transfer none): as the server sent it, to be shown whole */
const char *mcp_url_review_get_url (McpUrlReview *self);
/** The host as the network knows it: punycode stays punycode. Returns: (transfer none): empty where
 * there is none */
const char *mcp_url_review_get_host (McpUrlReview *self);
/** The host as its writer meant it, when it is not the same. Returns: (transfer none) (nullable) */
const char *mcp_url_review_get_unicode_host (McpUrlReview *self);
/** Whether it is a whole URL with the scheme http or https: all else must never be opened. */
gboolean mcp_url_review_may_open (McpUrlReview *self);
/** Codes: url-invalid, url-scheme, url-not-encrypted, url-user, url-punycode, url-mixed-script,
 * url-invisible. Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_url_review_get_findings (McpUrlReview *self);

G_END_DECLS
