/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the client does in each scenario of the official conformance suite. */

#pragma once

#include <glib.h>

gboolean conformance_scenario_is_known (const char *name);
/** Runs one to its end, with a main loop of its own.
 * @version: (nullable): the revision of the wire
 * @context: (nullable): JSON text */
gboolean conformance_scenario_run (const char *name,
                                   const char *url,
                                   const char *version,
                                   const char *context,
                                   GError    **error);
