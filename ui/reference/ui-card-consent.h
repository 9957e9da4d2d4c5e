/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The follow-up calls of a card, where the person may have to be asked first. */

#pragma once

#include <gtk/gtk.h>

#include "app-session.h"

/** As app_card_call_async(), and ends with app_card_call_finish().
 * @parent: in whose window it asks */
void ui_card_consent_call_async (GtkWidget          *parent,
                                 AppSession         *session,
                                 const char         *tool,
                                 const char         *arguments,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
