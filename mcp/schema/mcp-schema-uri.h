/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Addresses of schemas, private to mcp/schema: resolving one against another, also where neither is
 * absolute. Source: RFC 3986, section 5.2.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** @base: (nullable): an address without fragment
 * @fragment: (out) (optional) (transfer full) (nullable): what stands behind "#", percent-decoded;
 * %NULL where there is none
 * Returns: (transfer full): the address without fragment */
char *mcp_schema_uri_resolve (const char *base, const char *reference, char **fragment);

G_END_DECLS
