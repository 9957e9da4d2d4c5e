/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchPage: the model bench: a conversation with a language model over the tools of the
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

G_BEGIN_DECLS

#define UI_TYPE_BENCH_PAGE (ui_bench_page_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchPage, ui_bench_page, UI, BENCH_PAGE, GtkWidget)

/** Returns: (transfer full): floating */
GtkWidget *ui_bench_page_new (AppWorkspace *workspace);
/** A prompt or a resource goes with the next message; see app_bench_attachments_add_target().
 * @arguments: as there; "" for none */
void ui_bench_page_add (UiBenchPage *self,
                        AppSession  *session,
                        gboolean     is_prompt,
                        const char  *target,
                        const char  *arguments);

G_END_DECLS
