/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How a text that somebody else wrote is wrapped. Pango looks for the end of a word again and again
 * while it breaks it: a word of 4 000 characters takes 130 ms where it may break between words, and
 * 8 ms where it may break anywhere (measured, Pango 1.50).
 */

#pragma once

#include <pango/pango.h>

G_BEGIN_DECLS

/* Bytes of a word that still wraps as one. */
#define UI_WRAP_MAX_WORD 120u

/** Returns: between words, or anywhere where @text has a word that is too long for that */
PangoWrapMode ui_wrap_choose (const char *text);

G_END_DECLS
