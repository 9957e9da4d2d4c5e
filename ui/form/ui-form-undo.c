/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-undo.h"
#include "ui-form-view.h"

static void
on_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm *form = ui_form_view_get_form (UI_FORM_VIEW (widget));

  if (form == NULL || !app_form_undo (form))
    gtk_widget_error_bell (widget);
}

static void
on_redo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm *form = ui_form_view_get_form (UI_FORM_VIEW (widget));

  if (form == NULL || !app_form_redo (form))
    gtk_widget_error_bell (widget);
}

void
ui_form_undo_install (GtkWidgetClass *view_class)
{
  gtk_widget_class_install_action (view_class, "form.undo", NULL, on_undo);
  gtk_widget_class_install_action (view_class, "form.redo", NULL, on_redo);
  gtk_widget_class_add_binding_action (view_class, GDK_KEY_z, GDK_CONTROL_MASK, "form.undo", NULL);
  gtk_widget_class_add_binding_action (view_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "form.redo", NULL);
}
