/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A Redis server of its own, on a free port of this machine. */

#pragma once

#include <gio/gio.h>

/* Waits until it listens. @folder: where it may write. @password: "" for none
 * Returns: (transfer full) (nullable): %NULL where redis-server is not installed
 * @address: (out) (transfer full): set where it runs */
GSubprocess *redis_fixture_start (const char *folder, const char *password, char **address);
/* Kills it. */
void redis_fixture_stop (GSubprocess *process);
