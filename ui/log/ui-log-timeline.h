/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogTimeline: the time axis that the bars of several rows have in common. Time in which nothing
 * ran is cut short, so that a person's pause between two calls does not make both of them dots.
 */

#pragma once

#include <glib.h>

typedef struct _UiLogTimeline UiLogTimeline;

/** Returns: (transfer full) */
UiLogTimeline *ui_log_timeline_new (void);
void           ui_log_timeline_free (UiLogTimeline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiLogTimeline, ui_log_timeline_free)

/** Something took from @begun until @ended, in µs; @ended may be @begun. */
void ui_log_timeline_add (UiLogTimeline *self, gint64 begun, gint64 ended);
/** Returns: where @time lies, from 0 to 1 */
double ui_log_timeline_place (UiLogTimeline *self, gint64 time);
/** Returns: µs from one end to the other, without what was cut */
gint64   ui_log_timeline_get_length (UiLogTimeline *self);
gboolean ui_log_timeline_equal (UiLogTimeline *self, UiLogTimeline *other);
