/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How a text that somebody else wrote is wrapped. Pango looks for the end of a word again and again
 * while it breaks it: a word of 4 000 characters takes 130 ms where it may break between words, and
 * 8 ms where it may break anywhere (measured, Pango 1.50).
 */

#pragma once

#include <gtk/gtk.h>

/* Bytes of a word that still wraps as one. */
#define UI_WRAP_MAX_WORD 120u

/** From here on no label is asked how wide it is at a height: GTK 4.8's boxes ask so whenever they
 * get another height, and a label that wraps lays itself out at width after width to find out: two
 * thirds of the time until a server's overview was shown. Its width is what its height was measured
 * for. GTK has no door for this: its class's function is replaced, for labels in the libraries'
 * widgets too. */
void ui_wrap_measure_for_width (void);

/** Returns: between words, or anywhere where @text has a word that is too long for that */
PangoWrapMode ui_wrap_choose (const char *text);

/** Returns: (transfer full): makes Pango break words without hyphens of its own, which look as if
 * they were part of the text */
PangoAttribute *ui_wrap_attribute_new (void);
/** @label shows a value that counts to the character: it is broken without hyphens. */
void ui_wrap_literally (GtkLabel *label);
/** The same for a text view that is empty yet, whatever its buffer will hold. */
void ui_wrap_view_literally (GtkTextView *view);
