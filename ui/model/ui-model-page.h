/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelPage: the playground: a conversation with a language model over the tools of the
 * connected servers. Above it who is asked and with which tools, below it what is said.
 *
 * Actions
 *   bench.use-script, bench.providers, bench.new, bench.retry, bench.rename,
 *   bench.add-prompt, bench.add-resource, bench.show-requests, bench.copy-conversation (s:
 * "markdown" or "json"), bench.dismiss
 */

#pragma once

#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_MODEL_PAGE (ui_model_page_get_type ())
G_DECLARE_FINAL_TYPE (UiModelPage, ui_model_page, UI, MODEL_PAGE, GtkWidget)

/** Returns: (transfer full): floating */
GtkWidget *ui_model_page_new (AppWorkspace *workspace);
/** A prompt or a resource goes with the next message; see app_model_attachments_add_target().
 * @arguments: as there; "" for none */
void ui_model_page_add (UiModelPage *self,
                        AppSession  *session,
                        gboolean     is_prompt,
                        const char  *target,
                        const char  *arguments);
