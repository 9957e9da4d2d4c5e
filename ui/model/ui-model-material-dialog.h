/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiModelMaterialDialog: which prompt or resource of the connected servers goes with the next
 * message: a list that is searched by typing. What has arguments or variables asks for them in the
 * form that its own page has. What is chosen is added, and the dialog closes.
 */

#pragma once

#include "app-model-attachments.h"

#include <adwaita.h>

#define UI_TYPE_MODEL_MATERIAL_DIALOG (ui_model_material_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiModelMaterialDialog,
                      ui_model_material_dialog,
                      UI,
                      MODEL_MATERIAL_DIALOG,
                      AdwWindow)

/** @parent: (nullable). @servers: of AppModelServer. @attachments: to which is added
 * @prompts: prompts, else resources */
GtkWindow *ui_model_material_dialog_new (GtkWindow           *parent,
                                         GListModel          *servers,
                                         AppModelAttachments *attachments,
                                         gboolean             prompts);
