/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiContentHeader: the bar above the place that is shown: its name, and where it is of a server
 * the state of the connection and what can be done with it. The state stands there at every width,
 * as a mark and a word.
 *
 * Property: folded (boolean): there is no sidebar beside it, and a way back to it
 */

#pragma once

#include "ui-place.h"

#include <adwaita.h>

typedef struct _UiServerActions UiServerActions; /* see ui-server-actions.h */

#define UI_TYPE_CONTENT_HEADER (ui_content_header_get_type ())
G_DECLARE_FINAL_TYPE (UiContentHeader, ui_content_header, UI, CONTENT_HEADER, GtkWidget)

/** @place: (nullable) */
void ui_content_header_set_place (UiContentHeader *self, UiPlace *place);
/** @actions: for the menu of the server; borrowed from the window */
void ui_content_header_set_actions (UiContentHeader *self, UiServerActions *actions);
