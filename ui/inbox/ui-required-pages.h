/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiRequiredPages: the pages that a server wants to be visited before it does what it was asked
 * for: each with its host in large letters, the whole address, and what makes it suspicious. Each
 * is opened by the person, in a browser of their own; nothing is fetched. Hides itself while there
 * are none.
 *
 * Signal: retry, the person wants the call to be made again
 *
 * Source: MCP 2025-11-25, "Elicitation / URL Mode With Elicitation Required Error".
 */

#pragma once

#include "app-call.h"

#include <gtk/gtk.h>

#define UI_TYPE_REQUIRED_PAGES (ui_required_pages_get_type ())
G_DECLARE_FINAL_TYPE (UiRequiredPages, ui_required_pages, UI, REQUIRED_PAGES, GtkBox)

/** @call: (nullable) */
void ui_required_pages_set_call (UiRequiredPages *self, AppCall *call);
