/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppRerunner: calls the tool that was called last again, with what its form holds, whenever the
 * server was started again; for whoever changes the server and looks at what it does now. Off until
 * the person wants it; what has to be approved is asked about as ever. A feature of the session.
 *
 * Property (writable, notifies): wanted (boolean; kept in the profile)
 */

#pragma once

#include "app-session-feature.h"

#define APP_TYPE_RERUNNER (app_rerunner_get_type ())
G_DECLARE_FINAL_TYPE (AppRerunner, app_rerunner, APP, RERUNNER, GObject)
