/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Puts a text into the clipboard, whole or not at all: a part of a JSON text is no JSON text, and
 * who pastes it would not notice. A toast says so where it is too large.
 */

#pragma once

#include <gtk/gtk.h>

/* More is saved to a file instead. */
#define UI_COPY_MAX_BYTES (64u * 1024u * 1024u)

/** @widget: whose clipboard it is, below an AdwToastOverlay
 * @text: (nullable): of @length bytes, what is not UTF-8 is replaced; %NULL: it is too large to be
 * made */
void ui_copy_text (gpointer widget, const char *text, gsize length);
