/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiExtensionGroup: the extensions of the protocol that a server and Spyglass have told each other
 * of, with their settings. Hidden while there are none.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_EXTENSION_GROUP (ui_extension_group_get_type ())
G_DECLARE_FINAL_TYPE (UiExtensionGroup, ui_extension_group, UI, EXTENSION_GROUP, AdwBin)

GtkWidget *ui_extension_group_new (AppSession *session);
