/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Widgets that are made from a template: the beginning and the end of their class.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** In place of G_DEFINE_FINAL_TYPE(), for a class whose instances begin with their template and
 * nothing else */
#define UI_DEFINE_TEMPLATE(TypeName, type_name, TYPE_PARENT) \
  G_DEFINE_FINAL_TYPE (TypeName, type_name, TYPE_PARENT)     \
                                                             \
  static void type_name##_init (TypeName *self)              \
  {                                                          \
    gtk_widget_init_template (GTK_WIDGET (self));            \
  }

/** For class_init of a final class: its template is @file, as ui.gresource.xml names it ("ui/form/
 * ui-field-head.ui"), and its dispose ui_template_dispose(), unless the class sets its own. */
void ui_template_set (GtkWidgetClass *widget_class, const char *file);
/** For the instance_init of a window that is a dialog, in place of gtk_widget_init_template(): with
 * the first child GTK 4.8 tells assistive technology what the window is, and would say nothing. */
void ui_template_init_dialog (GtkWidget *dialog);
/** A dispose for such a class, or the end of the class's own: lets go of the template, unparents
 * what GTK would leave behind and chains up to the parent class. */
void ui_template_dispose (GObject *object);

/** For a dispose, or before another takes its place: stops watching an object and lets go of it.
 * @field: of what it points to, which may be %NULL and becomes it */
void ui_clear_watched (gpointer field, gpointer watcher);

/** Adds to a class a signal without a result. @n_types: how many types of parameters follow */
void ui_signal_new (gpointer klass, const char *name, guint n_types, ...);

G_END_DECLS
