/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiContentView: the content of a result, one block (UiBlockView) below the other, on the page of
 * a tool and wherever a result is kept. Structured content is not shown: it is read as a value.
 *
 * Signal: read-resource (uri: string): see UiBlockView
 */

#pragma once

#include "app-result.h"
#include "app-session.h"

#include <adwaita.h>

/* Blocks that are made at a time. */
#define UI_CONTENT_VIEW_BLOCKS 20u

#define UI_TYPE_CONTENT_VIEW (ui_content_view_get_type ())
G_DECLARE_FINAL_TYPE (UiContentView, ui_content_view, UI, CONTENT_VIEW, AdwBin)

/** @result: (nullable). @session: (nullable): that can say more of it. @kept: (nullable): what the
 * result is kept as, for references to a part of it. All are held. */
void ui_content_view_set_result (UiContentView *self,
                                 AppResult     *result,
                                 AppSession    *session,
                                 StoreObject   *kept);
