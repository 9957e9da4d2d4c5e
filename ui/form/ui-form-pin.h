/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the person sets once for a server, from the form of one of its tools: the actions form.pin
 * (s: the JSON Pointer of a field), form.unpin (s: a key path) and form.show-presets of UiFormView.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Installs the actions, and the signals "pin-changed" and "show-presets", in UiFormView. */
void ui_form_pin_install_actions (GtkWidgetClass *view_class);

G_END_DECLS
