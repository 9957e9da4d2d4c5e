/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the search of the desktop finds: servers and tools by their names, as
 * org.gnome.Shell.SearchProvider2 asks for them. It answers of what is stored, and starts nothing.
 * In a private session it finds nothing. What is chosen is the action app.show, with what win.open
 * takes; what is to be searched for in the window is app.search.
 */

#pragma once

#include "ui-application.h"

/** @path: that of the application. Returns: for g_dbus_connection_unregister_object(); 0 with
 * @error */
guint ui_search_provider_export (UiApplication   *application,
                                 GDBusConnection *connection,
                                 const char      *path,
                                 GError         **error);
