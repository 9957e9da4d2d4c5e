/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiValueView: what an object holds, in one of the ways that fit it. What a way needs is made when
 * it is first shown. A way that was chosen is kept for the next objects of the same sort.
 *
 * Properties: kinds (uint: AppViewKind, those that fit the object), kind (uint: AppViewKind, the
 * one that is shown; setting it is the person's choice)
 */

#pragma once

#include "app-session.h"
#include "app-view-kind.h"

#include <gtk/gtk.h>

#define UI_TYPE_VALUE_VIEW (ui_value_view_get_type ())
G_DECLARE_FINAL_TYPE (UiValueView, ui_value_view, UI, VALUE_VIEW, GtkWidget)

/** In a block of a result: as high as its rows, up to @height pixels (0: it fills its place), and
 * without what the whole costs. Before it shows anything. */
void ui_value_view_set_inside (UiValueView *self, int height);
/** @sessions: (nullable) (element-type AppSession): among which is perhaps the one that an object
 * is from, so that what its server cut can be fetched. Held; before ui_value_view_set_object() */
void ui_value_view_set_sessions (UiValueView *self, GListModel *sessions);
/** @object: (nullable): held. @limits: of a tree's first sight */
void ui_value_view_set_object (UiValueView *self, StoreObject *object, AppTreeLimits limits);
/** Where the value is a part of an object that is kept: @kept (nullable), instead of the object
 * itself. After ui_value_view_set_object(). */
void ui_value_view_set_kept (UiValueView *self, StoreObject *kept);
/** Copies the whole text of one way, whatever is shown. @kind: one that has a text */
void ui_value_view_copy (UiValueView *self, AppViewKind kind);
