/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiComposerFindings: what there is to say about a message while it is written: a mark, a sentence,
 * a line number; a few rows, then it scrolls. Not there at all while there is nothing to say.
 */

#pragma once

#include "app-composer.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_COMPOSER_FINDINGS (ui_composer_findings_get_type ())
G_DECLARE_FINAL_TYPE (UiComposerFindings, ui_composer_findings, UI, COMPOSER_FINDINGS, AdwBin)

/** @findings: of AppComposerFinding */
void ui_composer_findings_set_model (UiComposerFindings *self, GListModel *findings);

G_END_DECLS
