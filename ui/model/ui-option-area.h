/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A field of some lines for a text that is one of several options. */

#pragma once

#include "ui-text-area.h"

G_BEGIN_DECLS

/** @language: (nullable). @name: for screen readers. Returns: (transfer none): in @frame */
UiTextArea *ui_option_area_add (GtkFrame   *frame,
                                const char *language,
                                const char *name,
                                const char *note);
/** From now on it shows a property, which follows what the person writes. @property: static */
void ui_option_area_bind (UiTextArea *area, gpointer options, const char *property);

G_END_DECLS
