/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-template.h"

void
ui_template_dispose (GtkWidget *widget, GType type)
{
  GtkWidget *child;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_widget_dispose_template (widget, type);
  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}
