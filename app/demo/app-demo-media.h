/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A picture and a sound that the demo makes itself, so that they are real and need no files.
 * Sources: PNG, ISO/IEC 15948; WAVE, RFC 2361 and Microsoft's RIFF documentation.
 */

#pragma once

#include <gio/gio.h>

/** Returns: (transfer full): a PNG picture of hills at dusk */
GBytes *app_demo_media_make_picture (guint width, guint height);
/** Returns: (transfer full): a WAVE file with a tone of @hertz that fades away */
GBytes *app_demo_media_make_tone (double hertz, guint milliseconds);
