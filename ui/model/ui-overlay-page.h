/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiOverlayPage: one tool as a model is told of it, to be worded otherwise: its description, each
 * argument, what differs from what the server says, and what the model's provider leaves out.
 */

#pragma once

#include "app-overlay-tool.h"

#include <adwaita.h>

#define UI_TYPE_OVERLAY_PAGE (ui_overlay_page_get_type ())
G_DECLARE_FINAL_TYPE (UiOverlayPage, ui_overlay_page, UI, OVERLAY_PAGE, AdwBin)

/** @tool: held. Returns: (transfer floating) */
GtkWidget *ui_overlay_page_new (AppOverlayTool *tool);
