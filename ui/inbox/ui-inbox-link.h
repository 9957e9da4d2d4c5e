/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxLink: a page that a server wants to be opened: its host in large letters, the whole URL,
 * and what makes it suspicious. The URL is text that can be copied, never a link.
 *
 * Source: MCP 2025-11-25, "Elicitation / Safe URL handling".
 */

#pragma once

#include "mcp-url-review.h"

#include <gtk/gtk.h>

#define UI_TYPE_INBOX_LINK (ui_inbox_link_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxLink, ui_inbox_link, UI, INBOX_LINK, GtkBox)

GtkWidget *ui_inbox_link_new (McpUrlReview *url);
