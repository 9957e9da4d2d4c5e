/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Options that are properties of an object, and the widgets that show them: a field of some lines
 * for a text, and others. */

#pragma once

#include "ui-text-area.h"

/** @language: (nullable). @name: for screen readers. Returns: (transfer none): in @frame */
UiTextArea *ui_option_area_add (GtkFrame   *frame,
                                const char *language,
                                const char *name,
                                const char *note);
/** From now on it shows a property, which follows what the person writes. @property: static */
void ui_option_area_bind (UiTextArea *area, gpointer options, const char *property);

/** An option as a property, and the property of the widget that shows it and changes it. */
typedef struct
{
  const char *property;
  gpointer    widget;
  const char *widget_property;
} UiOptionBinding;

void ui_option_area_bind_widgets (gpointer options, const UiOptionBinding *rows, guint n_rows);
