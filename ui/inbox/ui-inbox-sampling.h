/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxSampling: what a server wants a language model to be asked (messages, system prompt,
 * preferences, tools), and the place where the person writes the answer: as a text, or as JSON.
 *
 * Signal: changed, after the draft of the answer changed
 */

#pragma once

#include "app-inbox-item.h"

#include <adwaita.h>

/* Messages that are shown; a conversation that is longer is in the JSON as it came. */
#define UI_INBOX_SAMPLING_MESSAGES 50u

#define UI_TYPE_INBOX_SAMPLING (ui_inbox_sampling_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxSampling, ui_inbox_sampling, UI, INBOX_SAMPLING, AdwBin)

/** @item: of kind SAMPLING; held */
GtkWidget *ui_inbox_sampling_new (AppInboxItem *item);
/** Whether a model writes the reply just now. */
gboolean ui_inbox_sampling_is_writing (UiInboxSampling *self);
void     ui_inbox_sampling_focus (UiInboxSampling *self);
