/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Notices that a client closed its connection while nothing was written to it: libsoup 3.2 does not
 * look at a connection whose response is paused.
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef void (*AppDemoHangup) (gpointer user_data);

/** Calls @function once when the client of @message is gone; not at all where that cannot be told.
 * Returns: (transfer full) (nullable): destroy it when the message is over */
GSource *
app_demo_hangup_watch (SoupServerMessage *message, AppDemoHangup function, gpointer user_data);

G_END_DECLS
