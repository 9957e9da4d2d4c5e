/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Asking for a file or a folder.
 */

#pragma once

#include <gtk/gtk.h>

/** @file: what was chosen */
typedef void (*UiFileChosenFunc) (gpointer object, GFile *file);

/** Opens a dialog over the window of @near; the one that @near asked for before goes, and so does
 * this one with @near. @start: (nullable): where it begins; @media_type: (nullable): of the files
 * that are offered first; @chosen: is called with @object, a GObject that need not live on */
void ui_file_chooser_ask (GtkWidget           *near,
                          const char          *title,
                          GtkFileChooserAction action,
                          GFile               *start,
                          const char          *media_type,
                          UiFileChosenFunc     chosen,
                          gpointer             object);
