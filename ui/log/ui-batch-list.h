/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBatchList: a list that follows another one at a distance: what comes and goes there in quick
 * succession appears here at once, as one change at the end and one at the beginning. A view's work
 * for a change hardly depends on its size, so that a flood costs a view as much as a trickle.
 *
 * Made for lists that grow at the end and lose their oldest items; any other change is passed on at
 * once. Items that the other list has lost are kept until they disappear here too; where nobody
 * looks, at most until it has lost all that are here.
 */

#pragma once

#include <gio/gio.h>

#define UI_TYPE_BATCH_LIST (ui_batch_list_get_type ())
G_DECLARE_FINAL_TYPE (UiBatchList, ui_batch_list, UI, BATCH_LIST, GObject)

/** Returns: (transfer full) */
UiBatchList *ui_batch_list_new (GListModel *source);

/** Whether somebody looks: changes follow within a frame or two then, else when they look again. At
 * first somebody does. */
void ui_batch_list_set_watched (UiBatchList *self, gboolean watched);
/** Shows now what has gathered. */
void ui_batch_list_flush (UiBatchList *self);
