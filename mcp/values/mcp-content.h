/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What results and messages consist of: McpContent, one content block, and McpResourceContents,
 * what one resource holds. Each is a handle on the value as it came, with what is read of it
 * beside; immutable, so it may be read in any thread.
 *
 * A block of another type, or of none, is MCP_CONTENT_UNKNOWN; a plain string in a block's place
 * counts as text, with a finding.
 *
 * Source: MCP 2025-11-25, ContentBlock, TextResourceContents, BlobResourceContents.
 */

#pragma once

#include "mcp-finding.h"

#include <gio/gio.h>

/* Bytes of Base64 that are looked through when a result arrives: some 20 ms. */
#define MCP_CONTENT_MAX_CHECKED (16u * 1024u * 1024u)

typedef struct
{
  McpJsonSlot  slot;      /* the whole as it came */
  char        *uri;       /* (nullable) */
  char        *mime_type; /* (nullable) */
  McpJsonValue text;      /* a string, which may be long; none where it is binary */
  McpJsonValue blob;      /* a string of Base64; none where it is text */
  GPtrArray   *findings;  /* (nullable) (element-type McpFinding) */
} McpResourceContents;

/** @value: the contents as they came. Returns: (transfer full) */
McpResourceContents *mcp_resource_contents_new (McpJsonValue value);
/** @self: (nullable) */
void mcp_resource_contents_free (McpResourceContents *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResourceContents, mcp_resource_contents_free)

typedef enum {
  MCP_CONTENT_TEXT,
  MCP_CONTENT_IMAGE,
  MCP_CONTENT_AUDIO,
  MCP_CONTENT_RESOURCE_LINK,
  MCP_CONTENT_RESOURCE, /* embedded */
  MCP_CONTENT_UNKNOWN,
} McpContentKind;

typedef struct
{
  McpJsonSlot          slot; /* the whole block as it came */
  McpContentKind       kind;
  char                *type_name;    /* as the server spelled it; empty where it is missing */
  McpJsonValue         text;         /* text: a string, which may be long; none on others */
  McpJsonValue         data;         /* image, audio: a string of Base64; none on others */
  char                *mime_type;    /* (nullable): image, audio, link, embedded resource */
  char                *uri;          /* (nullable): link, embedded resource */
  char                *display_name; /* (nullable): link: its title, else its name */
  char                *description;  /* (nullable): link */
  McpResourceContents *resource;     /* (nullable): embedded resource */
  GPtrArray           *findings;     /* (nullable) (element-type McpFinding) */
} McpContent;

/** @value: the block as it came. Returns: (transfer full) */
McpContent *mcp_content_new (McpJsonValue value);
/** @self: (nullable) */
void mcp_content_free (McpContent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpContent, mcp_content_free)

/** Base64 that was received: white space inside and missing padding are borne, the rest is an error
 * that says where. RFC 4648 §4.
 * Returns: (transfer full) (nullable) */
GBytes *mcp_content_decode_base64 (McpJsonValue text, GError **error);
/** Whether @text can be decoded, as far as that can be seen without waiting: one that is longer
 * than MCP_CONTENT_MAX_CHECKED counts as right until it is decoded. So does what is no string. */
gboolean mcp_content_check_base64 (McpJsonValue text, GError **error);
/** Returns: about how many bytes @text decodes to, without decoding */
gsize mcp_content_measure_base64 (McpJsonValue text);
