/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiViewChoice: chooses one of the ways in which an object can be read from a list; hidden where
 * there is nothing to choose.
 *
 * Properties: kinds (uint: AppViewKind, those that are offered), kind (uint: AppViewKind, the one
 * that is chosen)
 */

#pragma once

#include "app-view-kind.h"

#include <gtk/gtk.h>

#define UI_TYPE_VIEW_CHOICE (ui_view_choice_get_type ())
G_DECLARE_FINAL_TYPE (UiViewChoice, ui_view_choice, UI, VIEW_CHOICE, GtkWidget)

/** What it would offer is offered by something else, which binds to its properties. */
void ui_view_choice_hide (UiViewChoice *self);
