/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Opens the browser of the person (RFC 8252 §8.12: never one of our own) for an authorization.
 */

#pragma once

#include "app-auth-debugger.h"

#include <gtk/gtk.h>

/** @widget: whose window it is for. Whether that worked, @debugger is told. */
void ui_auth_browser_open (GtkWidget *widget, AppAuthDebugger *debugger, const char *url);
