/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSessionMemory: what a session goes on with after the program was started again: the resources
 * that are watched, and the tasks that the server was asked for. Kept with the server's profile in
 * a file of its own, and only for the server that it was: where the profile leads elsewhere,
 * nothing of it is used. Main thread only. A feature of the session.
 */

#pragma once

#include "app-session.h"

/* More than a person follows by hand. */
#define APP_SESSION_MEMORY_WATCHED 100u
#define APP_SESSION_MEMORY_TASKS 50u
/* Of one address or id. */
#define APP_SESSION_MEMORY_BYTES 4096u

#define APP_TYPE_SESSION_MEMORY (app_session_memory_get_type ())
G_DECLARE_FINAL_TYPE (AppSessionMemory, app_session_memory, APP, SESSION_MEMORY, GObject)

/** From now on the session remembers, and has what it had. It may be called again. */
void app_session_memory_begin (AppSessionMemory *self);
