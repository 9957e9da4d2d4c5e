/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiRegistryPage: the servers of a registry, searched as a person types. Nothing is asked before
 * the page is shown.
 *
 * Signals: "chosen" (AppServerOffer)
 */

#pragma once

#include "app-server-catalogue.h"

#include <gtk/gtk.h>

#define UI_TYPE_REGISTRY_PAGE (ui_registry_page_get_type ())
G_DECLARE_FINAL_TYPE (UiRegistryPage, ui_registry_page, UI, REGISTRY_PAGE, GtkWidget)

/** Asks the registry of the settings, unless it has answered before, and takes the focus. */
void ui_registry_page_begin (UiRegistryPage *self);
