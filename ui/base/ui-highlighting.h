/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Highlights the text of a buffer by one of GtkSourceView's languages.
 *
 * GtkSourceView looks into the descriptions of all its languages at the first question, and reads
 * that of a language at its first use: 16 and 26 ms. Each has a turn of the main loop of its own,
 * and the text is plain until then.
 */

#pragma once

#include <gtksourceview/gtksource.h>

/** @language: (nullable): an id such as "json"; %NULL makes the text plain at once. */
void ui_highlighting_set (GtkSourceBuffer *buffer, const char *language);
