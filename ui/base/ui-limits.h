/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the person set in the preferences, handed to the floor below: keys of GSettings become
 * properties of AppSettings, with their units, and follow.
 */

#pragma once

#include "app-session.h"
#include "app-settings.h"

/** Does nothing where the schema is not installed. */
void ui_limits_bind (AppSettings *settings);
/** How much of a value is shown at first. @session: (nullable): whose settings say it; the defaults
 * where there is none */
AppTreeLimits ui_limits_of_session (AppSession *session);
