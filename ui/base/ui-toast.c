/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-toast.h"
#include "app-visible-text.h"

AdwToast *
ui_toast_say (gpointer widget, const char *text)
{
  GtkWidget       *overlay = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *line = app_visible_text_line (text, 0);
  g_autofree char *title = g_markup_escape_text (line, -1);
  AdwToast        *toast = overlay != NULL ? adw_toast_new (title) : NULL;

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}
