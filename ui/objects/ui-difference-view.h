/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDifferenceView: one difference of two things, whole: both values beside each other, and of
 * texts what differs line by line. The way that a person chose is kept for the next texts.
 */

#pragma once

#include "app-difference.h"
#include "app-settings.h"

#include <gtk/gtk.h>

#define UI_TYPE_DIFFERENCE_VIEW (ui_difference_view_get_type ())
G_DECLARE_FINAL_TYPE (UiDifferenceView, ui_difference_view, UI, DIFFERENCE_VIEW, GtkWidget)

/** @limits: of the values that are shown */
void ui_difference_view_set (UiDifferenceView *self,
                             AppDifference    *difference,
                             AppTreeLimits     limits);
