/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiMemoryBar: quiet lines above a tool's form about arguments that come again in the server's
 * tools: that one is the same as the last time, what it was otherwise, and which tool says what
 * there is. That one is called when the person asks. Hidden where there is nothing to say.
 */

#pragma once

#include "app-form.h"
#include "app-session.h"

#include <gtk/gtk.h>

/* Lines; beyond them a form is no longer quiet. */
#define UI_MEMORY_BAR_MAX_LINES 3u

#define UI_TYPE_MEMORY_BAR (ui_memory_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiMemoryBar, ui_memory_bar, UI, MEMORY_BAR, GtkWidget)

/** @form: (nullable): of a tool of @session; %NULL hides it */
void ui_memory_bar_set_form (UiMemoryBar *self, AppSession *session, AppForm *form);
