/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpContent: one content block of a result or a prompt message. Immutable, so it may be read and
 * decoded in any thread. A block of another type, or of none, is MCP_CONTENT_UNKNOWN and has its
 * value; a plain string in a block's place counts as text, with a finding.
 *
 * Properties (read only, constant)
 *   kind (McpContentKind), type-name (string), mime-type (string, nullable), uri (string, nullable)
 *
 * Source: MCP 2025-11-25, ContentBlock.
 */

#pragma once

#include "mcp-resource-contents.h"

G_BEGIN_DECLS

typedef enum {
  MCP_CONTENT_TEXT,
  MCP_CONTENT_IMAGE,
  MCP_CONTENT_AUDIO,
  MCP_CONTENT_RESOURCE_LINK,
  MCP_CONTENT_RESOURCE, /* embedded: see mcp_content_get_resource() */
  MCP_CONTENT_UNKNOWN,
} McpContentKind;

#define MCP_TYPE_CONTENT_KIND (mcp_content_kind_get_type ())
GType mcp_content_kind_get_type (void);

#define MCP_TYPE_CONTENT (mcp_content_get_type ())
G_DECLARE_FINAL_TYPE (McpContent, mcp_content, MCP, CONTENT, GObject)

/** @value: the block as it came. Returns: (transfer full) */
McpContent *mcp_content_new (McpJsonValue value);

McpContentKind mcp_content_get_kind (McpContent *self);
/** Returns: (transfer none): the type as the server spelled it; empty where it is missing */
const char *mcp_content_get_type_name (McpContent *self);
/** Text. Returns: the string value; none on other kinds. It may be long: decode as much as is
 * shown */
McpJsonValue mcp_content_get_text (McpContent *self);
/** Returns: (transfer none) (nullable): of image, audio, link, embedded resource */
const char *mcp_content_get_mime_type (McpContent *self);
/** Image, audio. Returns: the Base64 string value; none on other kinds */
McpJsonValue mcp_content_get_data (McpContent *self);
/** Image, audio, embedded resource. Returns: (transfer full) (nullable): the bytes; or
 * MCP_ERROR_INVALID_MESSAGE saying where the Base64 is broken */
GBytes *mcp_content_decode (McpContent *self, GError **error);
/** Link, embedded resource. Returns: (transfer none) (nullable) */
const char *mcp_content_get_uri (McpContent *self);
/** Link: its title, else its name. Returns: (transfer none) (nullable) */
const char *mcp_content_get_display_name (McpContent *self);
/** Link. Returns: (transfer none) (nullable) */
const char *mcp_content_get_description (McpContent *self);
/** Link. Returns: bytes, as the server says; -1 where it does not */
gint64 mcp_content_get_size (McpContent *self);
/** Returns: (transfer none) (nullable): of an embedded resource */
McpResourceContents *mcp_content_get_resource (McpContent *self);
/** Returns: audience, priority, lastModified as they came; none where absent */
McpJsonValue mcp_content_get_annotations (McpContent *self);
/** Returns: the member _meta; none where absent */
McpJsonValue mcp_content_get_meta (McpContent *self);
/** Returns: the whole block as it came */
McpJsonValue mcp_content_get_value (McpContent *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_content_get_findings (McpContent *self);

/* Base64 that was received: white space inside and missing padding are borne, the rest is an error
 * that says where. RFC 4648 §4.
 * Returns: (transfer full) (nullable) */
GBytes *mcp_content_decode_base64 (McpJsonValue text, GError **error);
/** Returns: about how many bytes @text decodes to, without decoding */
gsize mcp_content_measure_base64 (McpJsonValue text);

G_END_DECLS
