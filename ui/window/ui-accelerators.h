/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The keys of the program's actions, in one table: the application sets them, the help overlay
 * shows them, a test compares both.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *action;  /* detailed action name */
  const char *keys[3]; /* as gtk_accelerator_parse() reads them; ends with NULL */
} UiAccelerator;

/** @n: (out): how many. Returns: (transfer none) */
const UiAccelerator *ui_accelerators_get (guint *n);
void                 ui_accelerators_apply (GtkApplication *application);

G_END_DECLS
