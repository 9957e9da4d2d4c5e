/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-accessible-tree.h"

#include <adwaita.h>

static gboolean
lays_children_aside (GtkWidget *widget)
{
  gboolean is_stack = GTK_IS_STACK (widget) || ADW_IS_VIEW_STACK (widget);

  return is_stack || ADW_IS_LEAFLET (widget) || GTK_IS_REVEALER (widget);
}

static void
set_hidden (GtkWidget *page, gboolean hidden)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *node = GTK_ACCESSIBLE (widget);
  gboolean       has_label = gtk_test_accessible_has_property (node, GTK_ACCESSIBLE_PROPERTY_LABEL);

  return has_label || gtk_test_accessible_has_relation (node, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* The focus is on the button inside, which is therefore what is read. */
static void
name_inner_button (GtkWidget *widget)
{
  GtkWidget *button = gtk_widget_get_first_child (widget);

  if (GTK_IS_TOGGLE_BUTTON (button) && !has_name (button))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    widget, NULL, -1);
}

static gboolean
is_called (GtkButton *button, const char *name)
{
  g_autofree char *other = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name);

  return other == NULL;
}

/* The label that has its mnemonic names it already, and GTK reads that and the name: “Save Save”.
 * A name that says something else stays, and is all that is read. */
static void
drop_mnemonic (GtkButton *button)
{
  const char *label = gtk_button_get_label (button);

  if (label == NULL || !gtk_button_get_use_underline (button) ||
      !gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return;
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);
  g_autofree char *plain = g_strjoinv ("", parts);
  if (is_called (button, label) || is_called (button, plain))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
  else
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (button),
                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* The chosen item of a combo row is the only one of a list; a table has its rows in one. */
static void
name_chosen_item (GtkWidget *list)
{
  GtkWidget *row = gtk_widget_get_ancestor (list, ADW_TYPE_COMBO_ROW);
  GtkWidget *table = gtk_widget_get_parent (list);

  if (GTK_IS_COLUMN_VIEW (table))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    table, NULL, -1);
  if (row != NULL && !has_name (list))
    gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
}

/* The labels in @widget in their order, up to two of them. */
static void
find_labels (GtkWidget *widget, GtkWidget *found[2])
{
  if (GTK_IS_LABEL (widget))
    found[found[0] != NULL ? 1 : 0] = widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found[1] == NULL;
       child = gtk_widget_get_next_sibling (child))
    find_labels (child, found);
}

/* What has no name of its own, such as a row of a list, is read as what it shows. */
static void
name_by_content (GtkWidget *row, GtkWidget *child)
{
  GtkWidget *found[2] = { NULL, NULL };

  if (child == NULL || has_name (row))
    return;
  if (has_name (child))
    found[0] = child;
  else
    find_labels (child, found);
  if (found[0] != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    found[0], NULL, -1);
  if (found[1] != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                    found[1], NULL, -1);
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent != NULL && lays_children_aside (parent))
    set_hidden (widget, FALSE);
  /* Pages that were never on top have not been unmapped either. */
  if (lays_children_aside (widget))
    for (GtkWidget *page = gtk_widget_get_first_child (widget); page != NULL;
         page = gtk_widget_get_next_sibling (page))
      set_hidden (page, !gtk_widget_get_child_visible (page));
  else if (GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget))
    name_inner_button (widget);
  else if (GTK_IS_BUTTON (widget))
    {
      drop_mnemonic (GTK_BUTTON (widget));
      g_signal_handlers_disconnect_by_func (widget, drop_mnemonic, NULL);
      g_signal_connect (widget, "notify::label", G_CALLBACK (drop_mnemonic), NULL);
    }
  else if (GTK_IS_LIST_VIEW (widget))
    name_chosen_item (widget);
  else if (GTK_IS_LIST_BOX_ROW (widget) || (parent != NULL && GTK_IS_LIST_VIEW (parent)))
    name_by_content (widget, gtk_widget_get_first_child (widget));
  else if (GTK_IS_EXPANDER (widget))
    name_by_content (widget, gtk_expander_get_label_widget (GTK_EXPANDER (widget)));
  /* A label that has no text yet would be called GtkLabel. */
  else if (GTK_IS_LABEL (widget) && !has_name (widget))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_label_get_text (GTK_LABEL (widget)), -1);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_unmap (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent != NULL && lays_children_aside (parent) && !gtk_widget_get_child_visible (widget))
    set_hidden (widget, TRUE);
  return G_SOURCE_CONTINUE;
}

void
ui_accessible_tree_mend (void)
{
  static gsize is_mended;

  if (!g_once_init_enter (&is_mended))
    return;
  GtkWidgetClass *menu_button = g_type_class_ref (GTK_TYPE_MENU_BUTTON);
  /* Otherwise it is a button around a button, and the outer one cannot be focused. */
  gtk_widget_class_set_accessible_role (menu_button, GTK_ACCESSIBLE_ROLE_GROUP);
  g_type_class_unref (menu_button);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_once_init_leave (&is_mended, 1);
}
