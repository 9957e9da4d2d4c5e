/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppOverlayList: the tools that a model is given, a list of AppOverlayTool, and what it is told of
 * them in place of what their servers say, as the JSON of app-tool-overlays.h. What the JSON says
 * of other tools stays as it is. Main thread only.
 *
 * Properties (all notify)
 *   text (string, writable): the JSON; "" for nothing; bind it both ways
 *   problem (string, nullable): why the text is not understood, in words; what is edited then
 *     takes its place
 */

#pragma once

#include "app-model-tools.h"
#include "app-overlay-tool.h"

#define APP_TYPE_OVERLAY_LIST (app_overlay_list_get_type ())
G_DECLARE_FINAL_TYPE (AppOverlayList, app_overlay_list, APP, OVERLAY_LIST, GObject)

/** @tools: as their servers say; of no overlay.
 * Returns: (transfer full) */
AppOverlayList *app_overlay_list_new (AppModelTools *tools);
/** Returns: (transfer none) (nullable) */
const char *app_overlay_list_get_problem (AppOverlayList *self);
