/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Texts that may be JSON, for those who only show them.
 */

#pragma once

#include <glib.h>

/** @length: bytes, or -1. Returns: (transfer full) (nullable): laid out for reading; %NULL where it
 * is no JSON */
char *app_json_text_dup_pretty (const char *text, gssize length);
/** Whether @text is an object or an array, and nothing else. */
gboolean app_json_text_is_structured (const char *text);
/** @offset: (out): of the first mistake, in bytes. Returns: %FALSE where there is none */
gboolean app_json_text_find_mistake (const char *text, gsize *offset);
