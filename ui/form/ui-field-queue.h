/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldQueue: makes the rows of forms a few at a time, so that a large form, or many groups that
 * are open in one, never hold up the window. All lists share the time of one turn of the main loop.
 * A list that comes into another goes before the rest of that: rows are made from the top.
 */

#pragma once

#include <glib.h>

/** Makes the next row of @owner. Returns: whether it lacks another one */
typedef gboolean (*UiFieldQueueMake) (gpointer owner);

/** Has the rows of @owner made, before those of whatever waits; once for each owner.
 * @owner: not owned; it leaves the queue when it has its rows, or by ui_field_queue_remove() */
void ui_field_queue_add (gpointer owner, UiFieldQueueMake make);
void ui_field_queue_remove (gpointer owner);
