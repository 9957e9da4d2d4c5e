/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWatchBar: whether the server shall tell of changes of one resource, what became of that, and,
 * when what is shown of the resource is older than the last change, a way to read it again; by
 * itself, if the person wants that.
 *
 * Signal: read-again: the resource is to be read, by a click or by itself. Whoever reads it says so
 * with ui_watch_bar_set_call().
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

/* Between the end of one reading and the next that begins by itself: a resource that changes all
 * the time is not read all the time. */
#define UI_WATCH_BAR_PAUSE_MS 500

#define UI_TYPE_WATCH_BAR (ui_watch_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiWatchBar, ui_watch_bar, UI, WATCH_BAR, AdwBin)

/** Hidden where there is no URI. @uri: (nullable) */
void ui_watch_bar_set_resource (UiWatchBar *self, AppSession *session, const char *uri);
/** The reading whose result is shown. @call: (nullable): before the first */
void ui_watch_bar_set_call (UiWatchBar *self, AppCall *call);
