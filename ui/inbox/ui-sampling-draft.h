/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSamplingDraft: lets a language model draft the response to a server's request: who it is, how
 * far it is, what it was not told, and why there is none. Opens Model Providers by the action
 * "win.model-providers".
 */

#pragma once

#include "app-sampling-draft.h"

#include <gtk/gtk.h>

#define UI_TYPE_SAMPLING_DRAFT (ui_sampling_draft_get_type ())
G_DECLARE_FINAL_TYPE (UiSamplingDraft, ui_sampling_draft, UI, SAMPLING_DRAFT, GtkBox)

/** Once. @draft: held */
void ui_sampling_draft_set_draft (UiSamplingDraft *self, AppSamplingDraft *draft);
