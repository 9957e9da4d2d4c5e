/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-drag.h"
#include "app-visible-text.h"

#define ICON_CHARACTERS 60

typedef struct
{
  GtkWidget          *widget;
  UiReferenceDragFunc func;
} Source;

static GdkContentProvider *
on_prepare (GtkDragSource *drag, double x, double y, gpointer data)
{
  Source *source = data;
  g_autoptr (AppReference) reference = source->func (source->widget, x, y);

  return reference != NULL ? gdk_content_provider_new_typed (APP_TYPE_REFERENCE, reference) : NULL;
}

/* What is dragged is seen as what it will be in the field. */
static void
on_begin (GtkDragSource *drag, GdkDrag *started)
{
  GdkContentProvider *content = gtk_drag_source_get_content (drag);
  GValue              value = G_VALUE_INIT;
  GtkWidget          *label;
  g_autofree char    *line = NULL;

  g_value_init (&value, APP_TYPE_REFERENCE);
  if (content != NULL && gdk_content_provider_get_value (content, &value, NULL))
    {
      const AppReference *reference = g_value_get_boxed (&value);

      line = app_visible_text_line (reference->text, ICON_CHARACTERS);
      label = gtk_label_new (NULL);
      gtk_label_set_text (GTK_LABEL (label), line);
      gtk_widget_add_css_class (label, "dragged-reference");
      gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (started)), label);
    }
  g_value_unset (&value);
}

void
ui_reference_drag_attach (GtkWidget *widget, GtkWidget *controlled, UiReferenceDragFunc func)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && GTK_IS_WIDGET (controlled));
  g_return_if_fail (func != NULL);

  GtkDragSource *drag = gtk_drag_source_new ();
  Source        *source = g_new0 (Source, 1);
  source->widget = widget;
  source->func = func;
  gtk_drag_source_set_actions (drag, GDK_ACTION_COPY);
  g_signal_connect_data (drag, "prepare", G_CALLBACK (on_prepare), source,
                         (GClosureNotify)(void (*) (void))g_free, 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_begin), NULL);
  gtk_widget_add_controller (controlled, GTK_EVENT_CONTROLLER (drag));
}

void
ui_reference_drag_copy (GtkWidget *widget, AppReference *reference)
{
  if (reference != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                            reference->text);
}

void
ui_reference_drag_use (GtkWidget *widget, AppReference *reference)
{
  if (reference != NULL)
    gtk_widget_activate_action (widget, "win.use-reference", "s",
                                reference->text);
}
