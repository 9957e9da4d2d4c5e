/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-copy.h"
#include "ui-toast.h"

#include <adwaita.h>
#include <glib/gi18n.h>

void
ui_copy_text (gpointer widget, const char *text, gsize length)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (text != NULL && length <= UI_COPY_MAX_BYTES)
    {
      g_autofree char *copy = g_utf8_make_valid (text, (gssize)length);

      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), copy);
      return;
    }

  gtk_widget_error_bell (widget);
  ui_toast_say (widget, _ ("Too large for the clipboard. Save it to a file instead."));
}
