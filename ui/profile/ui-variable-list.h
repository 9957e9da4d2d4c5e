/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiVariableList: the environment or the headers of a server as rows in a card, with a button that
 * adds one.
 *
 * Signals: "changed"
 */

#pragma once

#include "app-profile-draft.h"
#include "store-variables.h"

#include <adwaita.h>

#define UI_TYPE_VARIABLE_LIST (ui_variable_list_get_type ())
G_DECLARE_FINAL_TYPE (UiVariableList, ui_variable_list, UI, VARIABLE_LIST, AdwPreferencesGroup)

/** Replaces the rows. */
void ui_variable_list_set_variables (UiVariableList *self, const StoreVariables *variables);
/** Marks as secrets the plain values whose names look so; the person may say otherwise. */
void ui_variable_list_propose_secrets (UiVariableList *self);
/** What the rows say. Secrets that were typed go to @draft under @section and are in the list as
 * they were before. @draft: (nullable): %NULL to leave secrets alone. Returns: (transfer full) */
StoreVariables *ui_variable_list_collect (UiVariableList  *self,
                                          AppProfileDraft *draft,
                                          const char      *section);
