/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The rules of "format", private to mcp/schema: whether a text is what the format says.
 */

#pragma once

#include "mcp-schema-format.h"

/* The families */
gboolean mcp_schema_format_is_date (const char *text, gsize length);
gboolean mcp_schema_format_is_time (const char *text, gsize length);
gboolean mcp_schema_format_is_date_time (const char *text, gsize length);
gboolean mcp_schema_format_is_duration (const char *text, gsize length);
gboolean mcp_schema_format_is_email (const char *text, gsize length, gboolean international);
gboolean mcp_schema_format_is_hostname (const char *text, gsize length, gboolean international);

/* One label of a host name */
typedef struct
{
  gsize    ascii_length; /* as it is looked up */
  gboolean is_right_to_left;
  gboolean fits_bidi; /* the rule for names with labels from right to left */
} McpSchemaLabel;

gboolean mcp_schema_format_read_label (McpSchemaLabel *self,
                                       const char     *text,
                                       gsize           length,
                                       gboolean        international);
gboolean mcp_schema_format_is_ipv4 (const char *text, gsize length);
gboolean mcp_schema_format_is_ipv6 (const char *text, gsize length);
gboolean mcp_schema_format_is_uri (const char *text,
                                   gsize       length,
                                   gboolean    relative,
                                   gboolean    international);
gboolean mcp_schema_format_is_uri_template (const char *text, gsize length);
