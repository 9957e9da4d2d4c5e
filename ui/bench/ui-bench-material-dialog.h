/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchMaterialDialog: which prompt or resource of the connected servers goes with the next
 * message: a list that is searched by typing. What has arguments or variables asks for them in the
 * form that its own page has. What is chosen is added, and the dialog closes.
 */

#pragma once

#include "app-bench-attachments.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_MATERIAL_DIALOG (ui_bench_material_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchMaterialDialog,
                      ui_bench_material_dialog,
                      UI,
                      BENCH_MATERIAL_DIALOG,
                      AdwWindow)

/** @parent: (nullable). @servers: of AppBenchServer. @attachments: to which is added
 * @prompts: prompts, else resources */
GtkWindow *ui_bench_material_dialog_new (GtkWindow           *parent,
                                         GListModel          *servers,
                                         AppBenchAttachments *attachments,
                                         gboolean             prompts);

G_END_DECLS
