/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCapabilityGroup: what a server supports, a chip for each: lists with their length, which lead
 * to their page, and what has no list. What it does not support is said on one line below.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_CAPABILITY_GROUP (ui_capability_group_get_type ())
G_DECLARE_FINAL_TYPE (UiCapabilityGroup, ui_capability_group, UI, CAPABILITY_GROUP, AdwBin)

/** Returns: (transfer floating) */
GtkWidget *ui_capability_group_new (AppSession *session);
