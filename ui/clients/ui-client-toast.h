/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What a dialog has done is said in the window below it, with what can be done about it there. */

#pragma once

#include "app-client-batch.h"

#include <adwaita.h>

/** Plain text, below the window that @page is in. Returns: (transfer none) (nullable) */
AdwToast *ui_client_toast_say (GtkWidget *page, const char *text);

/** @batch: (transfer full): written. Returns: whether the window that @page is in is over, for
 * nothing failed that it has to show */
gboolean ui_client_toast_offer_undo (GtkWidget *page, AppClientBatch *batch);
