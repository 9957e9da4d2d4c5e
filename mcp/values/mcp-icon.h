/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpIcon: one icon that a server names for itself or for something that it offers, and the rules
 * about it: where it may come from and what its bytes may be. Immutable.
 *
 * Source: MCP 2025-11-25, "Icons": only https: and data: are loaded, what the bytes are is seen by
 * themselves and not by what is said of them, and SVG must not bring scripts or fetch anything.
 */

#pragma once

#include "mcp-finding.h"

/* An icon of 512 × 512 as PNG seldom has a tenth of this. */
#define MCP_ICON_MAX_BYTES (512u * 1024u)
/* Of one list; more are for nobody's choice. */
#define MCP_ICON_MAX_COUNT 64u

typedef enum {
  MCP_ICON_ANY_THEME,
  MCP_ICON_LIGHT, /* for a light background */
  MCP_ICON_DARK,
} McpIconTheme;

typedef struct
{
  char        *src; /* the address as it came, a data: URI included */
  McpIconTheme theme;
  guint        pixels; /* of its longer side; 0 where nothing is said, G_MAXUINT for any size */
} McpIcon;

void mcp_icon_free (McpIcon *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpIcon, mcp_icon_free)

/**
 * @icons: the member icons, as it came; none is an empty list
 * @findings: (inout) (nullable): what is wrong with them is added
 * Returns: (transfer full) (element-type McpIcon): those that have an address
 */
GPtrArray *mcp_icon_list_new (McpJsonValue icons, GPtrArray **findings);

/** The one that fits best: made for @theme rather than for any, for another never; scalable or the
 * smallest that is not below @pixels, else the largest.
 * Returns: (transfer none) (nullable) */
McpIcon *mcp_icon_list_choose (GPtrArray *icons, guint pixels, McpIconTheme theme);

/** Whether it brings its bytes along. */
gboolean mcp_icon_is_inline (McpIcon *self);
/** The bytes of a data: URI, checked by mcp_icon_check_bytes().
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_INVALID_MESSAGE */
GBytes *mcp_icon_decode (McpIcon *self, GError **error);

/**
 * Whether the address may be asked for an icon.
 * @server: (nullable): the server's own address, %NULL where it is no HTTP server. Of http: only
 *   the server itself is asked, and only on this machine
 * @error: MCP_ERROR_INVALID_TARGET
 */
gboolean mcp_icon_check_address (const char *src, GUri *server, GError **error);

/** Whether the bytes are PNG, JPEG, WebP, or SVG that neither runs nor fetches anything, and not
 * too many. @error: MCP_ERROR_INVALID_MESSAGE, MCP_ERROR_MESSAGE_TOO_LARGE */
gboolean mcp_icon_check_bytes (GBytes *bytes, GError **error);
