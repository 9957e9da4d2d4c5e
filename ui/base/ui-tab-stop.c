/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tab-stop.h"

/* GTK has "tab-behavior" from 4.12 on. */
static gboolean
on_key (GtkEventController *controller, guint keyval, guint code, GdkModifierType state)
{
  GtkWidget       *list = gtk_event_controller_get_widget (controller);
  GtkWidget       *row = gtk_widget_get_focus_child (list);
  GtkRoot         *root = gtk_widget_get_root (list);
  GtkDirectionType direction =
      (state & GDK_SHIFT_MASK) != 0 ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;

  if ((keyval != GDK_KEY_Tab && keyval != GDK_KEY_KP_Tab && keyval != GDK_KEY_ISO_Left_Tab) ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || root == NULL)
    return GDK_EVENT_PROPAGATE;
  /* The rows of a GtkColumnView are in a list of their own. */
  if (GTK_IS_LIST_VIEW (row))
    row = gtk_widget_get_focus_child (row);
  if (row != NULL && gtk_widget_child_focus (row, direction))
    return GDK_EVENT_STOP;
  /* So the search for the next widget passes it by. */
  gtk_widget_set_can_focus (list, FALSE);
  gtk_widget_child_focus (GTK_WIDGET (root), direction);
  gtk_widget_set_can_focus (list, TRUE);
  return GDK_EVENT_STOP;
}

static gboolean
is_list (GtkWidget *widget)
{
  if (GTK_IS_LIST_BOX (widget))
    return gtk_list_box_get_selection_mode (GTK_LIST_BOX (widget)) != GTK_SELECTION_NONE ||
           gtk_widget_has_css_class (widget, "tab-stop");
  return GTK_IS_COLUMN_VIEW (widget) ||
         (GTK_IS_LIST_VIEW (widget) && !GTK_IS_COLUMN_VIEW (gtk_widget_get_parent (widget)));
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  static GQuark known;
  GtkWidget    *widget = g_value_get_object (values);

  if (!is_list (widget) || gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL)
    return G_SOURCE_CONTINUE;
  if (known == 0)
    known = g_quark_from_static_string ("ui-tab-stop");
  if (g_object_get_qdata (G_OBJECT (widget), known) != NULL)
    return G_SOURCE_CONTINUE;
  GtkEventController *controller = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_key), NULL);
  gtk_widget_add_controller (widget, controller);
  g_object_set_qdata (G_OBJECT (widget), known, controller);
  return G_SOURCE_CONTINUE;
}

void
ui_tab_stop_begin (void)
{
  static gsize has_begun;

  if (!g_once_init_enter (&has_begun))
    return;
  gpointer widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_type_class_unref (widget_class);
  g_once_init_leave (&has_begun, 1);
}
