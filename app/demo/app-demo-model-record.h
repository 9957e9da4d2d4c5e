/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Writes what the scripted model was asked to a file, a JSON object a line: method, path, query,
 * headers by their names in small letters, and the body as it came: “body” where it is JSON, with
 * its numbers and strings as they were spelled, else “text”.
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/** Appends every request that @soup reads from now on. Returns: %FALSE with @error set where the
 * file cannot be written */
gboolean app_demo_model_record_start (SoupServer *soup, const char *path, GError **error);

G_END_DECLS
