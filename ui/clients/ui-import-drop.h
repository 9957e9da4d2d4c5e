/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Files, texts and links that are dragged here from other applications, to be imported.
 */

#pragma once

#include <gtk/gtk.h>

/** Either is %NULL. @path: of a file; @text: a link, or what was dragged */
typedef void (*UiImportDropFunc) (gpointer object, const char *path, const char *text);

/** From now on, @dropped is called with what is dropped on @widget, and @object, a GObject that
 * need not live on. */
void
ui_import_drop_accept (GtkWidget *widget, gpointer object, UiImportDropFunc dropped);
