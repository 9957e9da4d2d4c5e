/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppReconnector: when a connection that was lost is opened again by itself. The first try follows
 * at once or after a second, each next one after twice the time, up to a cap, with a share of
 * chance so that many clients of one server do not come back in step. It gives up after a number of
 * tries, and starts over only after a connection that held for a while: a server that dies each
 * time it is started is not started for ever. It opens nothing by itself and repeats no request.
 *
 * Properties
 *   seconds-left (uint, notifies): until the next try, rounded up; 0 while none is due
 *   hurried (boolean, writable), for tests: waits take a thousandth, and what holds a hundredth of
 *   the time, held
 * Signal: due (): the time has come, or the network came back
 */

#pragma once

#include "app-session-feature.h"

/* A rebuild or a restart behind a proxy takes about this long at least. */
#define APP_RECONNECT_FIRST_MS 1000u
/* Whoever sees the window waits no longer than that for a server that is back. */
#define APP_RECONNECT_CAP_MS 30000u
/* With the cap, about three minutes in all. */
#define APP_RECONNECT_TRIES 10u
/* A connection that lasted so long was no accident of its opening. */
#define APP_RECONNECT_STABLE_MS 20000u

#define APP_TYPE_RECONNECTOR (app_reconnector_get_type ())
G_DECLARE_FINAL_TYPE (AppReconnector, app_reconnector, APP, RECONNECTOR, GObject)

guint app_reconnector_get_seconds_left (AppReconnector *self);
/** Returns: the number of the try that comes or is made; 0 when none is */
guint app_reconnector_get_try (AppReconnector *self);
/** Whether the session does this at all; kept with its profile. */
void app_reconnector_set_wanted (AppReconnector *self, gboolean wanted);
