/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * TOML 1.0 read as JSON, for applications that keep their servers in it. Numbers that JSON cannot
 * write, dates and times become strings; nothing else is lost. No library of this project reads
 * TOML, and GKeyFile has neither arrays nor nested tables.
 * Source: https://toml.io/en/v1.0.0
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** @text: UTF-8. Errors: STORE_ERROR_SYNTAX, with its place.
 * Returns: (transfer full) (nullable): a JSON object */
GBytes *store_toml_to_json (const char *text, GError **error);

G_END_DECLS
