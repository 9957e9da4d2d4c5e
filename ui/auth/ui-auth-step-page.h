/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthStepPage: one step of an authorization: what it is for, what is wrong, what was found and
 * why, the document that it read, the requests that it sent, and what can be told to it.
 */

#pragma once

#include "app-auth-debugger.h"

#include <gtk/gtk.h>

#define UI_TYPE_AUTH_STEP_PAGE (ui_auth_step_page_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthStepPage, ui_auth_step_page, UI, AUTH_STEP_PAGE, GtkWidget)

/** @step: (nullable): of @debugger */
void ui_auth_step_page_set_step (UiAuthStepPage  *self,
                                 AppAuthDebugger *debugger,
                                 McpAuthStep     *step);
