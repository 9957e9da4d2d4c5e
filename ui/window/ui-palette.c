/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-palette.h"
#include "ui-palette-item.h"
#include "ui-palette-sources.h"
#include "ui-template.h"
#include "ui-widget.h"

/* Nobody reads further; a letter more brings it up. */
#define MAX_SHOWN 100

/* UiPaletteRow: one match: icon, title with what was hit in bold, and whose it is. */

#define UI_TYPE_PALETTE_ROW (ui_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (UiPaletteRow, ui_palette_row, UI, PALETTE_ROW, GtkWidget)

struct _UiPaletteRow
{
  GtkWidget parent_instance;

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *text;
  GtkLabel *context;
};

UI_DEFINE_TEMPLATE (UiPaletteRow, ui_palette_row, GTK_TYPE_WIDGET)

UI_DEFINE_CLASS (UiPaletteRow, ui_palette_row)
{
  ui_template_set_bin (widget_class, "ui/window/ui-palette-row.ui");
  ui_template_bind_children (widget_class, UiPaletteRow, icon, title, text, context);
}

static void
ui_palette_row_show (UiPaletteRow *self, UiPaletteItem *item, AppMatch *match)
{
  const char *title = ui_palette_item_get_title (item);
  g_autoptr (GArray) ranges = app_match_find_ranges (match, title);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  for (guint i = 0; i < ranges->len; i++)
    {
      AppMatchRange   range = g_array_index (ranges, AppMatchRange, i);
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->start_index = range.start;
      bold->end_index = range.end;
      pango_attr_list_insert (attributes, bold);
    }
  gtk_image_set_from_icon_name (self->icon, ui_palette_item_get_icon_name (item));
  gtk_label_set_text (self->title, title);
  gtk_label_set_attributes (self->title, attributes);
  ui_widget_show_text (self->text, ui_palette_item_get_text (item));
  ui_widget_show_text (self->context, ui_palette_item_get_context (item));
}

struct _UiPalette
{
  AdwWindow parent_instance;

  AppWorkspace *workspace;
  AppSession   *shown;  /* (nullable) */
  GActionGroup *server; /* (nullable): its actions */
  GPtrArray    *items;  /* of UiPaletteItem: all that prefix stands for */
  char          prefix;
  AppMatch     *match;
  GListStore   *matches;

  GtkSearchEntry     *search;
  GtkStack           *stack;
  GtkListView        *list;
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (UiPalette, ui_palette, ADW_TYPE_WINDOW)

static void
show_matches (UiPalette *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    if (ui_palette_item_rate (self->items->pdata[i], self->match) > 0)
      g_ptr_array_add (found, self->items->pdata[i]);
  /* It keeps the order of equals, as they were collected. */
  g_ptr_array_sort (found, ui_palette_item_compare);
  g_list_store_splice (self->matches, 0, g_list_model_get_n_items (G_LIST_MODEL (self->matches)),
                       found->pdata, MIN (found->len, MAX_SHOWN));
  gtk_single_selection_set_selected (self->selection, 0);
  if (found->len > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
  gtk_stack_set_visible_child_name (self->stack, found->len > 0 ? "list" : "empty");
}

/* At once, not when the typing rests: Enter right behind the last letter opens what it found. */
static void
on_search (UiPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  char        prefix = text[0] != '\0' && strchr (">@#", text[0]) != NULL ? text[0] : '\0';

  if (self->items == NULL || prefix != self->prefix)
    {
      g_clear_pointer (&self->items, g_ptr_array_unref);
      self->items = ui_palette_sources_collect (
          self->workspace, self->shown,
          GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), self->server, prefix);
      self->prefix = prefix;
    }
  g_clear_object (&self->match);
  self->match = app_match_new (prefix != '\0' ? text + 1 : text);
  show_matches (self);
}

/* The palette goes first: what is opened gets the focus. */
static void
open_item (UiPalette *self, guint position)
{
  g_autoptr (UiPaletteItem) item =
      g_list_model_get_item (G_LIST_MODEL (self->matches), position);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (item == NULL)
    return;
  gtk_window_destroy (GTK_WINDOW (self));
  if (parent != NULL)
    ui_palette_item_activate (item, GTK_WIDGET (parent));
}

static void
on_activate (UiPalette *self, guint position)
{
  open_item (self, position);
}

static void
on_search_activate (UiPalette *self)
{
  open_item (self, gtk_single_selection_get_selected (self->selection));
}

static void
on_stop (UiPalette *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

/* The focus stays in the search while the selection moves. */
static gboolean
on_key (UiPalette *self, guint keyval, guint code, GdkModifierType state)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->matches));
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (n == 0 || (keyval != GDK_KEY_Down && keyval != GDK_KEY_Up))
    return GDK_EVENT_PROPAGATE;
  selected = keyval == GDK_KEY_Down ? MIN (selected + 1, n - 1) : selected - (selected > 0);
  gtk_single_selection_set_selected (self->selection, selected);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", selected);
  return GDK_EVENT_STOP;
}

/* An entry tells no screen reader which row is selected: it is said as the search's description. */
static void
on_selected (UiPalette *self)
{
  UiPaletteItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item == NULL)
    return;
  g_autofree char *text = g_strdup_printf ("%s, %s", ui_palette_item_get_title (item),
                                           ui_palette_item_get_context (item));
  ui_widget_describe (self->search, text);
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, g_object_new (UI_TYPE_PALETTE_ROW, NULL));
}

static void
bind_row (UiPalette *self, GtkListItem *list_item)
{
  UiPaletteItem   *item = gtk_list_item_get_item (list_item);
  GtkWidget       *row = gtk_list_item_get_child (list_item);
  g_autofree char *label = g_strdup_printf ("%s, %s", ui_palette_item_get_title (item),
                                            ui_palette_item_get_context (item));

  ui_palette_row_show (UI_PALETTE_ROW (row), item, self->match);
  ui_widget_name (gtk_widget_get_parent (row), label);
}

UI_DEFINE_CLASS (UiPalette, ui_palette)
{
  ui_template_set (widget_class, "ui/window/ui-palette.ui");
  ui_template_own (widget_class, UiPalette, items, g_ptr_array_unref);
  ui_template_hold (widget_class, UiPalette, matches, match, server, shown, workspace);
  ui_template_bind_children (widget_class, UiPalette, search, stack, list, selection);
  ui_template_bind_callbacks (widget_class, on_search, on_search_activate, on_stop, on_key,
                              on_activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
ui_palette_init (UiPalette *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  ui_template_init (self);
  self->matches = g_list_store_new (UI_TYPE_PALETTE_ITEM);
  self->match = app_match_new (NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  ui_connect (factory, "bind", bind_row, self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->matches));
  ui_connect (self->selection, "notify::selected-item", on_selected, self);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
}

UiPalette *
ui_palette_new (GtkWindow    *parent,
                AppWorkspace *workspace,
                AppSession   *shown,
                GActionGroup *server)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiPalette *self = g_object_new (UI_TYPE_PALETTE, "transient-for", parent, NULL);
  int        width = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;

  self->workspace = g_object_ref (workspace);
  g_set_object (&self->shown, shown);
  g_set_object (&self->server, server);
  if (width > 0 && width < 560)
    gtk_window_set_default_size (GTK_WINDOW (self), width, 440);
  on_search (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  return self;
}

void
ui_palette_search (UiPalette *self, const char *text)
{
  g_return_if_fail (UI_IS_PALETTE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
}
