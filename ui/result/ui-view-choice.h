/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiViewChoice: chooses one of the ways in which an object can be read: linked buttons where these
 * are few, a list to choose from where they are more; hidden where there is nothing to choose.
 *
 * Properties: kinds (uint: AppViewKind, those that are offered), kind (uint: AppViewKind, the one
 * that is chosen)
 */

#pragma once

#include "app-view-kind.h"

#include <gtk/gtk.h>

#define UI_TYPE_VIEW_CHOICE (ui_view_choice_get_type ())
G_DECLARE_FINAL_TYPE (UiViewChoice, ui_view_choice, UI, VIEW_CHOICE, GtkWidget)
