/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCompletionPopover: what the server proposes for a text while it is typed, below the text. The
 * text keeps the focus: the arrow keys choose, Enter and Tab take, Esc closes, a click takes. What
 * was counted is told to assistive technology as part of the text's description.
 *
 * The field's form says who proposes: see app_field_get_completer().
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_COMPLETION_POPOVER (ui_completion_popover_get_type ())
G_DECLARE_FINAL_TYPE (UiCompletionPopover,
                      ui_completion_popover,
                      UI,
                      COMPLETION_POPOVER,
                      GtkPopover)

/** @editor: which has its control already, an entry or a text view; becomes the popover's parent,
 * and unparents it when it ends.
 * Returns: (transfer none) (nullable): %NULL where nobody proposes anything for its field */
UiCompletionPopover *ui_completion_popover_attach (UiFieldEditor *editor);

G_END_DECLS
