/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDetailPresets: keeps what a tool's form shows of what is set once for its server, and what the
 * server's profile says, the same: also where another view changes it.
 */

#pragma once

#include "app-session.h"
#include "mcp-definition.h"
#include "ui-form-view.h"

G_BEGIN_DECLS

#define UI_TYPE_DETAIL_PRESETS (ui_detail_presets_get_type ())
G_DECLARE_FINAL_TYPE (UiDetailPresets, ui_detail_presets, UI, DETAIL_PRESETS, GObject)

/** @view: not held: it is gone when its page is. Returns: (transfer full) */
UiDetailPresets *ui_detail_presets_new (AppSession *session, UiFormView *view);
/** Whose form the view shows now, after it does. @definition: (nullable): only tools have something
 * set in advance */
void ui_detail_presets_set_definition (UiDetailPresets *self, McpDefinition *definition);

G_END_DECLS
