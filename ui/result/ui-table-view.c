/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-table-view.h"
#include "ui-file-chooser.h"
#include "ui-find-bin.h"
#include "ui-table-cell.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-table-csv.h"
#include "app-table-order.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A list makes the cells of 200 rows before it shows one: 0.1 s for so many; what is beyond is in
 * the tree. */
#define MAX_COLUMNS 30u
#define TITLE_CHARACTERS 40u
/* Of a row, for assistive technology. */
#define NAMED_COLUMNS 4u
/* Beside the text of a cell, and the arrow beside a title, in pixels. */
#define CELL_PADDING 16
#define ARROW_WIDTH 20

struct _UiTableView
{
  GtkWidget parent_instance;

  AppTable     *table;   /* (nullable): once it is read */
  AppFind      *find;    /* (nullable): in the table */
  GCancellable *loading; /* (nullable) */
  GCancellable *sorting; /* (nullable) */
  GCancellable *saving;  /* (nullable) */
  guint         probed;  /* the column whose sorter was asked last */
  guint         sorted;  /* the column that the rows are sorted by */
  gboolean      descending;
  UiTableCell  *cell; /* (nullable): that the menu was opened for */
  GtkWidget    *popover;

  GMenuModel    *menu; /* of a cell */
  UiFindBin     *bin;
  GtkLabel      *facts;
  GtkColumnView *view;
};

G_DEFINE_FINAL_TYPE (UiTableView, ui_table_view, GTK_TYPE_WIDGET)

static void
stop (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static guint
count_shown (AppTable *table)
{
  return MIN (app_table_get_n_columns (table), MAX_COLUMNS);
}

static char *
dup_title (AppTable *table, guint column)
{
  if (column == APP_TABLE_ORDER_INDEX)
    return g_strdup ("#");
  return app_visible_text_line (app_table_get_name (table, column), TITLE_CHARACTERS);
}

static void
show_facts (UiTableView *self)
{
  guint n_rows = app_table_get_n_rows (self->table);
  guint n_shown = count_shown (self->table);
  guint n_more =
      app_table_get_n_columns (self->table) + app_table_get_n_more (self->table) - n_shown;
  g_autofree char *rows = g_strdup_printf (ngettext ("%'u row", "%'u rows", n_rows), n_rows);
  g_autofree char *columns =
      g_strdup_printf (ngettext ("%'u column", "%'u columns", n_shown), n_shown);
  g_autofree char *more =
      g_strdup_printf (ngettext ("%'u more is in the tree", "%'u more are in the tree", n_more),
                       n_more);
  g_autofree char *pointer = mcp_json_value_dup_pointer (app_table_get_array (self->table));
  g_autofree char *place = app_visible_text_line (pointer, TITLE_CHARACTERS);
  g_autofree char *facts = g_strjoin (" · ", rows, columns, n_more > 0 ? more : NULL, NULL);
  g_autofree char *whole = g_strjoin (" · ", place, facts, NULL);

  gtk_label_set_text (self->facts, place[0] != '\0' ? whole : facts);
}

/* Sorting */

static GtkListView *
get_list (UiTableView *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return GTK_LIST_VIEW (child);
}

static void
scroll_to (UiTableView *self, guint position)
{
  gtk_widget_activate_action (GTK_WIDGET (get_list (self)), "list.scroll-to-item", "u", position);
}

static void
on_sorted (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTableView) self = data;
  g_autoptr (GArray) order = app_table_order_find_finish (result, NULL);

  if (order == NULL || self->view == NULL || APP_TABLE (object) != self->table)
    return;
  g_clear_object (&self->sorting);
  show_facts (self);
  app_table_set_order (self->table, g_steal_pointer (&order));
  scroll_to (self, 0);
}

/* GTK 4.8 does not tell which column it sorts by, but asks its sorter first; one that calls the
 * first of two things smaller sorts upwards where the whole does so, too. */
static int
probe (gconstpointer a, gconstpointer b, gpointer column)
{
  UiTableView *self = UI_TABLE_VIEW ((gpointer)a);

  self->probed = GPOINTER_TO_UINT (column);
  return -1;
}

static void
on_sorter_changed (UiTableView *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  if (self->table == NULL)
    return;
  GtkOrdering ordering = gtk_sorter_compare (sorter, self, self->view);
  if (ordering == GTK_ORDERING_EQUAL)
    return;
  self->sorted = self->probed;
  self->descending = ordering == GTK_ORDERING_LARGER;
  stop (&self->sorting);
  self->sorting = g_cancellable_new ();
  gtk_label_set_text (self->facts, _ ("Sorting…"));
  app_table_order_find_async (self->table, self->sorted, self->descending, self->sorting, on_sorted,
                              g_object_ref (self));
}

/* The columns are those of the numbers, and then those of the table. */
static void
sort_by (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTableView *self = UI_TABLE_VIEW (widget);
  guint        column = g_variant_get_uint32 (parameter);
  gboolean     turn = column == self->sorted && !self->descending;
  guint        position = column == APP_TABLE_ORDER_INDEX ? 0 : column + 1;
  g_autoptr (GtkColumnViewColumn) of =
      g_list_model_get_item (gtk_column_view_get_columns (self->view), position);

  if (of != NULL)
    gtk_column_view_sort_by_column (self->view, of,
                                    turn ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
add_sorting (UiTableView *self, GMenu *menu, guint column)
{
  g_autofree char *title = dup_title (self->table, column);
  g_auto (GStrv) parts = g_strsplit (title, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "table.sort", "u", column);
  g_menu_append_item (menu, item);
}

/* Those of a cell, and those of the whole table. */
static void
fill_menu (UiTableView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) whole = g_menu_new ();
  g_autoptr (GMenu) sorting = g_menu_new ();

  add_sorting (self, sorting, APP_TABLE_ORDER_INDEX);
  for (guint i = 0; i < count_shown (self->table); i++)
    add_sorting (self, sorting, i);
  g_menu_append_submenu (whole, _ ("_Sort By"), G_MENU_MODEL (sorting));
  g_menu_append (whole, _ ("Save as CS_V…"), "table.save");
  g_menu_append_section (menu, NULL, self->menu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (whole));
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->popover), G_MENU_MODEL (menu));
}

/* Columns */

static guint
get_column (GtkSignalListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *item, UiTableView *self)
{
  guint            column = get_column (factory);
  g_autofree char *title = dup_title (self->table, column);

  gtk_list_item_set_child (
      item, ui_table_cell_new (column, title,
                               column == APP_TABLE_ORDER_INDEX ||
                                   app_table_is_numeric (self->table, column)));
}

/* A row consists of cells, each in a widget of the list's. */
static void
name_row (UiTableView *self, UiTableCell *cell, AppTableRow *row)
{
  GtkWidget *holder = gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (cell)));
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_append_printf (name, "%u", app_table_row_get_index (row));
  for (guint i = 0; i < MIN (count_shown (self->table), NAMED_COLUMNS); i++)
    {
      g_autofree char *text = app_table_row_dup_text (row, i);
      g_string_append_printf (name, ", %s", text);
    }
  ui_widget_name (holder, name->str);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, UiTableView *self)
{
  UiTableCell *cell = UI_TABLE_CELL (gtk_list_item_get_child (item));
  AppTableRow *row = gtk_list_item_get_item (item);

  ui_table_cell_set_row (cell, row, gtk_list_item_get_position (item), self->find);
  if (get_column (factory) == APP_TABLE_ORDER_INDEX)
    name_row (self, cell, row);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, UiTableView *self)
{
  UiTableCell *cell = UI_TABLE_CELL (gtk_list_item_get_child (item));

  if (self->cell == cell)
    self->cell = NULL;
  ui_table_cell_set_row (cell, NULL, 0, NULL);
}

static int
get_width (UiTableView *self, guint characters)
{
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (self->view));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int               width = pango_font_metrics_get_approximate_char_width (metrics);

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL ((int)characters * width) + CELL_PADDING;
}

static int
choose_width (UiTableView *self, guint column)
{
  char     number[16];
  gboolean index = column == APP_TABLE_ORDER_INDEX;

  g_snprintf (number, sizeof number, "%u", app_table_get_n_rows (self->table));
  return get_width (self, index ? (guint)strlen (number)
                                : app_table_get_width (self->table, column)) +
         ARROW_WIDTH;
}

static void
add_column (UiTableView *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char    *title = dup_title (self->table, column);
  g_autoptr (GtkSorter) sorter =
      GTK_SORTER (gtk_custom_sorter_new (probe, GUINT_TO_POINTER (column), NULL));
  g_autoptr (GtkColumnViewColumn) of = gtk_column_view_column_new (title, factory);

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect_object (factory, "setup", G_CALLBACK (set_up_cell), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cell), self, 0);
  gtk_column_view_column_set_sorter (of, sorter);
  gtk_column_view_column_set_resizable (of, TRUE);
  gtk_column_view_column_set_fixed_width (of, choose_width (self, column));
  gtk_column_view_column_set_expand (of, column == count_shown (self->table) - 1);
  gtk_column_view_append_column (self->view, of);
}

/* Finding */

static void
find_again_within (GtkWidget *widget)
{
  if (UI_IS_TABLE_CELL (widget))
    ui_table_cell_find_again (UI_TABLE_CELL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_again_within (child);
}

static void
select_row (UiTableView *self, guint position)
{
  GtkSelectionModel *rows = gtk_column_view_get_model (self->view);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), position);
}

static void
on_found (UiTableView *self)
{
  gsize offset;

  find_again_within (GTK_WIDGET (self->view));
  if (!app_find_get_current (self->find, &offset))
    return;
  guint position = app_table_find_position (self->table, offset);
  if (position == G_MAXUINT)
    return;
  select_row (self, position);
  scroll_to (self, position);
}

/* Copying and saving */

static AppTableRow *
get_selected (UiTableView *self)
{
  GtkSelectionModel *rows = gtk_column_view_get_model (self->view);

  return rows != NULL ? gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (rows)) : NULL;
}

static void
on_selected (UiTableView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row", get_selected (self) != NULL);
}

static void
copy_row (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppTableRow *row = get_selected (UI_TABLE_VIEW (widget));

  if (row == NULL)
    return;
  g_autofree char *text = app_table_row_dup_json (row);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
copy_cell (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTableCell *cell = UI_TABLE_VIEW (widget)->cell;

  if (cell == NULL)
    return;
  g_autofree char *text = ui_table_cell_dup_value (cell);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTableView) self = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = app_table_csv_save_finish (result, &error);

  if (self->view == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->saving);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  if (saved || root == NULL)
    return;
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (root), _ ("Could Not Save"), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_file (gpointer object, GFile *file)
{
  UiTableView *self = UI_TABLE_VIEW (object);

  if (!ui_table_view_can_save (self))
    return;
  self->saving = g_cancellable_new ();
  app_table_csv_save_async (self->table, file, self->saving, on_saved, g_object_ref (self));
}

static void
save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (ui_table_view_can_save (UI_TABLE_VIEW (widget)))
    ui_file_chooser_ask (widget, _ ("Save as CSV"), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, "text/csv",
                         on_file, widget);
}

/* The menu */

static void
pop_up (UiTableView *self, UiTableCell *cell, GdkRectangle at)
{
  self->cell = cell;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-cell", cell != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.save", ui_table_view_can_save (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, UiTableView *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (!UI_IS_TABLE_CELL (at))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  select_row (self, ui_table_cell_get_position (UI_TABLE_CELL (at)));
  pop_up (self, UI_TABLE_CELL (at), (GdkRectangle){ (int)x, (int)y, 1, 1 });
}

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiTableView    *self = UI_TABLE_VIEW (widget);
  GtkWidget      *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->view)) ||
      !gtk_widget_compute_bounds (focus, widget, &bounds))
    return;
  pop_up (self, NULL,
          (GdkRectangle){ (int)bounds.origin.x + 24, (int)bounds.origin.y, 1,
                          (int)bounds.size.height });
}

/* The table */

static void
clear (UiTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  stop (&self->loading);
  stop (&self->sorting);
  self->cell = NULL;
  self->sorted = APP_TABLE_ORDER_INDEX;
  self->descending = FALSE;
  gtk_column_view_set_model (self->view, NULL);
  for (guint i = g_list_model_get_n_items (columns); i > 0; i--)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i - 1);
      gtk_column_view_remove_column (self->view, column);
    }
  ui_find_bin_set_find (self->bin, NULL);
  ui_clear_watched (&self->find, self);
  g_clear_object (&self->table);
  gtk_label_set_text (self->facts, "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row", FALSE);
}

static void
show_table (UiTableView *self)
{
  GtkSingleSelection *rows =
      gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->table)));

  gtk_single_selection_set_autoselect (rows, FALSE);
  gtk_single_selection_set_can_unselect (rows, TRUE);
  gtk_single_selection_set_selected (rows, GTK_INVALID_LIST_POSITION);
  ui_connect (rows, "notify::selected", on_selected, self);
  self->find = app_find_new_for_value (app_table_get_array (self->table));
  ui_connect (self->find, "changed", on_found, self);
  ui_find_bin_set_find (self->bin, self->find);
  add_column (self, APP_TABLE_ORDER_INDEX);
  for (guint i = 0; i < count_shown (self->table); i++)
    add_column (self, i);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (rows));
  g_object_unref (rows);
  fill_menu (self);
  show_facts (self);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTableView) self = data;
  g_autoptr (AppTable) table = app_table_load_finish (result, NULL);

  if (table == NULL || self->view == NULL)
    return;
  g_clear_object (&self->loading);
  self->table = g_steal_pointer (&table);
  show_table (self);
}

void
ui_table_view_set_shape (UiTableView *self, const AppTableShape *shape)
{
  g_return_if_fail (UI_IS_TABLE_VIEW (self));

  clear (self);
  if (!mcp_json_value_exists (shape->rows))
    return;
  self->loading = g_cancellable_new ();
  gtk_label_set_text (self->facts, _ ("Reading…"));
  app_table_load_async (shape, self->loading, on_loaded, g_object_ref (self));
}

/* A file without some of the members would be taken for the whole. */
gboolean
ui_table_view_can_save (UiTableView *self)
{
  g_return_val_if_fail (UI_IS_TABLE_VIEW (self), FALSE);
  return self->table != NULL && self->saving == NULL && app_table_get_n_more (self->table) == 0;
}

/* The class */

static void
ui_table_view_dispose (GObject *object)
{
  UiTableView *self = UI_TABLE_VIEW (object);

  stop (&self->saving);
  if (self->view != NULL)
    clear (self);
  ui_template_dispose (object);
  self->popover = NULL;
}

UI_DEFINE_CLASS (UiTableView, ui_table_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_table_view_dispose;
  g_type_ensure (UI_TYPE_FIND_BIN);
  ui_template_set_bin (widget_class, "ui/result/ui-table-view.ui");
  ui_template_bind_children (widget_class, UiTableView, menu, bin, facts, view);
  gtk_widget_class_install_action (widget_class, "table.copy-row", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "table.copy-cell", NULL, copy_cell);
  gtk_widget_class_install_action (widget_class, "table.menu", NULL, show_menu);
  gtk_widget_class_install_action (widget_class, "table.sort", "u", sort_by);
  gtk_widget_class_install_action (widget_class, "table.save", NULL, save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "table.copy-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu",
                                       NULL);
}

static void
ui_table_view_init (UiTableView *self)
{
  ui_template_init (self);

  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->popover = gtk_popover_menu_new_from_model (NULL);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  GtkGesture *secondary = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  ui_connect (gtk_column_view_get_sorter (self->view), "changed", on_sorter_changed, self);
  clear (self);
}
