/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-row.h"
#include "app-visible-text.h"
#include "ui-widget.h"

#define MAX_TITLE 300
#define ITEM_DATA "ui-row-item"
#define MARK_DATA "ui-row-mark"

void
ui_row_hold_item (GtkWidget *row, gpointer item)
{
  if (item != NULL)
    g_object_set_data_full (G_OBJECT (row), ITEM_DATA, g_object_ref (item), g_object_unref);
}

GtkWidget *
ui_row_new (const char *title, const char *subtitle, gpointer item)
{
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *line = app_visible_text_line (title, MAX_TITLE);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), line);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle != NULL ? subtitle : "");
  ui_row_hold_item (row, item);
  return row;
}

gpointer
ui_row_get_item (gpointer row)
{
  return g_object_get_data (row, ITEM_DATA);
}

void
ui_row_add_icon (GtkWidget *row, const char *icon_name)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);

  ui_widget_set_ornament (icon);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
}

GtkWidget *
ui_row_add_button (GtkWidget *row, const char *icon_name, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  ui_widget_name (button, name);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}

static void
append_line (GtkWidget *box, const char *text, gboolean is_detail)
{
  g_autofree char *line = app_visible_text_line (text, MAX_TITLE);
  GtkWidget       *label = gtk_label_new (line);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  ui_widget_set_class (label, "secondary", is_detail);
  ui_widget_set_class (label, "small", is_detail);
  gtk_box_append (GTK_BOX (box), label);
}

GtkWidget *
ui_row_new_choice (const char *title, const char *detail, gpointer item)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");

  append_line (words, title, FALSE);
  if (*detail != '\0')
    append_line (words, detail, TRUE);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_margin_top (box, 3);
  gtk_widget_set_margin_bottom (box, 3);
  ui_widget_set_ornament (mark);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), MARK_DATA, mark);
  ui_row_hold_item (row, item);
  ui_row_set_chosen (row, FALSE);
  return row;
}

void
ui_row_set_chosen (gpointer row, gboolean chosen)
{
  gtk_widget_set_opacity (g_object_get_data (row, MARK_DATA), chosen ? 1 : 0);
}
