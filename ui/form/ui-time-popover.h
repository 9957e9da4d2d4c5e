/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTimePopover: a calendar, a clock and an offset from UTC, or the parts of a duration, for a text
 * that holds such a thing. What is chosen is written into the field's text at once; what the text
 * has beyond that, such as a fraction of a second, stays. Nothing is written before something is
 * chosen.
 */

#pragma once

#include "app-field-format.h"

#include <gtk/gtk.h>

#define UI_TYPE_TIME_POPOVER (ui_time_popover_get_type ())
G_DECLARE_FINAL_TYPE (UiTimePopover, ui_time_popover, UI, TIME_POPOVER, GtkPopover)

/** @format: DATE, TIME, DATE_TIME or DURATION */
GtkWidget *ui_time_popover_new (AppField *field, AppFieldFormat format);
