/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonEncoding: in what a text that should be UTF-8 seems to be written instead.
 */

#pragma once

#include <glib.h>

/** @text: the beginning of a text is enough; it may end within a character.
 * Returns: (transfer none) (nullable): "UTF-16" or "UTF-32"; %NULL where it is neither, as binary
 * data is not, however many zeros that has */
const char *mcp_json_encoding_guess (const guchar *text, gsize size);
