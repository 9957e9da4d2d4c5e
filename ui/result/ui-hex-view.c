/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-hex-view.h"
#include "ui-line-selection.h"
#include "ui-lines-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-hex.h"

#include <string.h>

#define WIDE_ROW 16u
#define NARROW_ROW 8u
/* Rows that are copied; nobody reads more, and a file takes all. */
#define MAX_COPIED_ROWS (64u * 1024u)

struct _UiHexView
{
  GtkWidget parent_instance;

  GBytes          *bytes; /* (nullable) */
  AppHex          *rows;  /* (nullable) */
  UiLineSelection *selection;
  GtkPopover      *popover;

  GMenuModel        *menu;
  UiWidthBin        *bin;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
};

G_DEFINE_FINAL_TYPE (UiHexView, ui_hex_view, GTK_TYPE_WIDGET)

static GtkBitset *
get_selected (UiHexView *self)
{
  return gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
}

static void
on_selection_changed (UiHexView *self)
{
  g_autoptr (GtkBitset) selected = get_selected (self);
  guint64 n = gtk_bitset_get_size (selected);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "hex.copy", n > 0 && n <= MAX_COPIED_ROWS);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiHexView *self = UI_HEX_VIEW (widget);
  g_autoptr (GtkBitset) selected = get_selected (self);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkBitsetIter iter;
  guint         row;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &row); more;
       more = gtk_bitset_iter_next (&iter, &row))
    app_hex_append_rows (self->rows, row, 1, text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* The menu */

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_lines_menu_show (UI_HEX_VIEW (widget)->popover, UI_HEX_VIEW (widget)->list);
}

/* Rows: digits stay from left to right. */

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *text = gtk_inscription_new (NULL);

  gtk_widget_set_direction (text, GTK_TEXT_DIR_LTR);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (text), 0);
  gtk_list_item_set_child (item, text);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkInscription *inscription = GTK_INSCRIPTION (gtk_list_item_get_child (item));
  const char     *text = app_hex_row_get_text (gtk_list_item_get_item (item));

  gtk_inscription_set_text (inscription, text);
  gtk_inscription_set_min_chars (inscription, (guint)strlen (text) + 1);
  ui_widget_name (gtk_widget_get_parent (GTK_WIDGET (inscription)), text);
}

static void
show_rows (UiHexView *self)
{
  g_clear_object (&self->rows);
  if (self->bytes != NULL)
    self->rows = app_hex_new (self->bytes, ui_width_bin_get_wide (self->bin) ? WIDE_ROW
                                                                             : NARROW_ROW);
  g_clear_object (&self->selection);
  self->selection = ui_line_selection_new (G_LIST_MODEL (self->rows));
  ui_connect (self->selection, "selection-changed", on_selection_changed, self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  on_selection_changed (self);
}

void
ui_hex_view_set_bytes (UiHexView *self, GBytes *bytes)
{
  g_return_if_fail (UI_IS_HEX_VIEW (self));

  if (bytes == NULL && self->bytes == NULL)
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  show_rows (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* The class */

static void
ui_hex_view_dispose (GObject *object)
{
  UiHexView *self = UI_HEX_VIEW (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  ui_template_dispose (object);
  self->popover = NULL;
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

UI_DEFINE_CLASS (UiHexView, ui_hex_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_hex_view_dispose;
  g_type_ensure (UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/result/ui-hex-view.ui");
  ui_template_hold (widget_class, UiHexView, selection, rows);
  ui_template_bind_children (widget_class, UiHexView, menu, bin, scroller, list);
  ui_template_bind_callbacks (widget_class, show_rows);
  gtk_widget_class_install_action (widget_class, "hex.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "hex.menu", NULL, show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "hex.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "hex.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "hex.menu", NULL);
}

static void
ui_hex_view_init (UiHexView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  ui_template_init (self);

  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  self->popover = ui_lines_menu_new (GTK_WIDGET (self), self->menu);
  show_rows (self);
}
