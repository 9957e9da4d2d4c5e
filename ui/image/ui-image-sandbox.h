/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What spyglass-image may still do once it reads what others made: compute, within limits, and read
 * fonts and what is installed. It writes no file, starts no process and knows no network.
 */

#pragma once

#include <glib.h>

/** For good. Returns: %FALSE where the system has the means, but does not grant them. */
gboolean ui_image_sandbox_enter (void);
