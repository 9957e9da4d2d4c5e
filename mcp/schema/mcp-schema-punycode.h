/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Punycode: what stands behind "xn--" in a label of a host name, and what it stands for; private to
 * mcp/schema. GLib's g_hostname_to_ascii() does not serve: it follows IDNA 2003, which maps ß, ς
 * and joiners to other characters, where JSON Schema refers to IDNA 2008. Source: RFC 3492.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Characters of a label, decoded. */
#define MCP_SCHEMA_LABEL_CHARACTERS 63u

/** @label: (out): room for MCP_SCHEMA_LABEL_CHARACTERS + 1. Returns: characters; 0 where it is no
 * Punycode */
guint mcp_schema_punycode_decode (const char *text, gsize length, gunichar *label);
/** Returns: (transfer full) */
char *mcp_schema_punycode_encode (const gunichar *label, guint n);

G_END_DECLS
