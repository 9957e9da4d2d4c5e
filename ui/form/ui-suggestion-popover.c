/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-suggestion-popover.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 120
#define LIST_HEIGHT 280

typedef struct
{
  AppField  *field;
  GtkWidget *entry; /* borrowed: the button stands beside it */
} Suggestions;

static void
suggestions_free (gpointer data)
{
  Suggestions *self = data;

  g_object_unref (self->field);
  g_free (self);
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  AppFieldOption  *option = gtk_list_item_get_item (item);
  GtkWidget       *label = gtk_list_item_get_child (item);
  g_autofree char *text =
      app_visible_text_line (app_field_option_get_label (option), LABEL_CHARACTERS);

  gtk_label_set_text (GTK_LABEL (label), text);
  ui_widget_name (gtk_widget_get_parent (label), text);
}

static void
on_activate (GtkListView *list, guint position, GtkWidget *button)
{
  Suggestions *self = g_object_get_data (G_OBJECT (button), "suggestions");

  app_field_set_selected (self->field, position);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  gtk_widget_grab_focus (self->entry);
  if (GTK_IS_EDITABLE (self->entry))
    gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static GtkWidget *
create_popover (Suggestions *self, GtkWidget *button)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkSingleSelection *selection = gtk_single_selection_new (
      g_object_ref (app_field_get_options (self->field)));
  GtkWidget *list = gtk_list_view_new (GTK_SELECTION_MODEL (selection), NULL);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *popover = gtk_popover_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  gtk_list_view_set_factory (GTK_LIST_VIEW (list), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  ui_widget_name (list, _ ("Suggestions"));
  g_signal_connect_object (list, "activate", G_CALLBACK (on_activate), button, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (scroller), 160);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_widget_add_css_class (popover, "menu");
  return popover;
}

/* Made when it is opened first. */
static void
on_open (GtkMenuButton *button, gpointer data)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, create_popover (data, GTK_WIDGET (button)));
}

/* Numbers count with the arrow keys. */
static gboolean
on_key (GtkMenuButton *button, guint key, guint code, GdkModifierType modifiers)
{
  Suggestions *self = g_object_get_data (G_OBJECT (button), "suggestions");
  AppFieldKind kind = app_field_get_kind (self->field);
  gboolean     alt = (modifiers & gtk_accelerator_get_default_mod_mask ()) == GDK_ALT_MASK;
  gboolean     plain = (modifiers & gtk_accelerator_get_default_mod_mask ()) == 0;

  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return FALSE;
  if (!(alt || (plain && kind != APP_FIELD_NUMBER && kind != APP_FIELD_INTEGER)))
    return FALSE;
  gtk_menu_button_popup (button);
  return TRUE;
}

GtkWidget *
ui_suggestion_popover_new_button (AppField *field, GtkWidget *entry)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);
  g_return_val_if_fail (app_field_get_options (field) != NULL, NULL);

  GtkWidget          *button = gtk_menu_button_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  Suggestions        *self = g_new0 (Suggestions, 1);
  g_autofree char    *label =
      app_visible_text_line (app_field_get_label (field), LABEL_CHARACTERS);
  g_autofree char *name = g_strdup_printf ("%s, %s", label, _ ("Suggestions"));

  self->field = g_object_ref (field);
  self->entry = entry;
  g_object_set_data_full (G_OBJECT (button), "suggestions", self, suggestions_free);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), on_open, self, NULL);
  gtk_widget_set_focusable (button, FALSE);
  ui_tooltip_set (button, _ ("Suggestions"));
  ui_widget_name (button, name);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), button, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
  return button;
}
