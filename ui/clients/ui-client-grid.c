/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-grid.h"
#include "ui-client-cell.h"
#include "ui-client-header.h"
#include "ui-client-name.h"
#include "ui-template.h"

/* Pixels: of a server's name, of an application's column */
#define NAME_WIDTH 200
#define FULL_NAME_WIDTH 300
#define COLUMN_WIDTH 150
#define BRIEF_COLUMN_WIDTH 84
/* More have no room for a word beside its icon. */
#define MAX_WORDY_COLUMNS 4

/* A server, or the header */
typedef struct
{
  GtkWidget    *name; /* (nullable) */
  GtkWidget    *line;
  GtkSizeGroup *height;
  GPtrArray    *cells; /* borrowed widgets that take the focus */
} Row;

struct _UiClientGrid
{
  GtkWidget parent_instance;

  AppClientMatrix *matrix;
  AppClientList   *clients;
  Row             *head;
  GPtrArray       *rows;    /* of Row */
  GPtrArray       *columns; /* of GtkSizeGroup */

  GtkWidget         *corner;
  GtkBox            *names;
  GtkScrolledWindow *scroller;
  GtkScrollbar      *bar; /* below the rows: over them it would cover the last */
  GtkBox            *lines;
};

G_DEFINE_FINAL_TYPE (UiClientGrid, ui_client_grid, GTK_TYPE_WIDGET)

static void
row_free (gpointer data)
{
  Row *row = data;

  g_object_unref (row->height);
  g_ptr_array_unref (row->cells);
  g_free (row);
}

static Row *
row_new (GtkWidget *name)
{
  Row *row = g_new0 (Row, 1);

  row->name = name;
  row->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  row->height = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  row->cells = g_ptr_array_new ();
  gtk_size_group_add_widget (row->height, name);
  gtk_size_group_add_widget (row->height, row->line);
  return row;
}

static guint
count_columns (UiClientGrid *self)
{
  return g_list_model_get_n_items (app_client_list_get_found (self->clients));
}

static gboolean
is_brief (UiClientGrid *self)
{
  return count_columns (self) > MAX_WORDY_COLUMNS;
}

int
ui_client_grid_get_full_width (UiClientGrid *self)
{
  g_return_val_if_fail (UI_IS_CLIENT_GRID (self), 0);
  return FULL_NAME_WIDTH +
         (int)count_columns (self) * (is_brief (self) ? BRIEF_COLUMN_WIDTH : COLUMN_WIDTH);
}

static void
add_cell (UiClientGrid *self, Row *row, GtkWidget *cell)
{
  if (row->cells->len == self->columns->len)
    g_ptr_array_add (self->columns, gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL));
  GtkSizeGroup *column = g_ptr_array_index (self->columns, row->cells->len);
  gtk_size_group_add_widget (column, cell);
  gtk_widget_set_size_request (cell, is_brief (self) ? BRIEF_COLUMN_WIDTH : COLUMN_WIDTH, -1);
  gtk_box_append (GTK_BOX (row->line), cell);
  g_ptr_array_add (row->cells, cell);
}

static Row *
create_row (UiClientGrid *self, AppClientMatrixRow *item)
{
  GListModel *found = app_client_list_get_found (self->clients);
  Row        *row = row_new (ui_client_name_new (item));

  gtk_widget_add_css_class (row->name, "client-line");
  gtk_widget_add_css_class (row->line, "client-line");
  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (found, i);
      GtkWidget *cell =
          ui_client_cell_new (target, item, self->clients);

      ui_client_cell_set_brief (UI_CLIENT_CELL (cell), is_brief (self));
      add_cell (self, row, cell);
    }
  return row;
}

/* Behind the header and those before it */
static GtkWidget *
find_before (UiClientGrid *self, guint position, gboolean name)
{
  Row *row = position > 0 ? g_ptr_array_index (self->rows, position - 1) : NULL;

  if (row == NULL)
    return name ? self->corner : self->head->line;
  return name ? row->name : row->line;
}

static void
remove_row (UiClientGrid *self, guint position)
{
  Row *row = g_ptr_array_index (self->rows, position);

  gtk_box_remove (self->names, row->name);
  gtk_box_remove (self->lines, row->line);
  g_ptr_array_remove_index (self->rows, position);
}

static void
on_rows_changed (UiClientGrid *self, guint position, guint removed, guint added)
{
  for (guint i = 0; i < removed; i++)
    remove_row (self, position);
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppClientMatrixRow) item =
          g_list_model_get_item (G_LIST_MODEL (self->matrix), i);
      Row *row = create_row (self, item);

      gtk_box_insert_child_after (self->names, row->name, find_before (self, i, TRUE));
      gtk_box_insert_child_after (self->lines, row->line, find_before (self, i, FALSE));
      g_ptr_array_insert (self->rows, (int)i, row);
    }
}

static void
create_head (UiClientGrid *self)
{
  GListModel *found = app_client_list_get_found (self->clients);

  self->head = row_new (self->corner);
  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (found, i);

      add_cell (self, self->head, ui_client_header_new (target));
    }
  gtk_box_prepend (self->lines, self->head->line);
}

/* Other columns: everything again, once for all that were found together. */
static void
on_arranged (UiClientGrid *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->matrix));

  while (self->rows->len > 0)
    remove_row (self, self->rows->len - 1);
  if (self->head != NULL)
    {
      gtk_box_remove (self->lines, self->head->line);
      row_free (self->head);
    }
  g_ptr_array_set_size (self->columns, 0);
  create_head (self);
  on_rows_changed (self, 0, 0, n);
}

/* Keys */

static Row *
get_row (UiClientGrid *self, int index)
{
  if (index == 0)
    return self->head;
  return index > 0 && index <= (int)self->rows->len ? g_ptr_array_index (self->rows, index - 1)
                                                    : NULL;
}

static gboolean
find_focus (UiClientGrid *self, int *line, int *column)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  for (int i = 0; focus != NULL && i <= (int)self->rows->len; i++)
    {
      Row *row = get_row (self, i);

      for (guint j = 0; j < row->cells->len; j++)
        {
          GtkWidget *cell = g_ptr_array_index (row->cells, j);

          if (cell == focus || gtk_widget_is_ancestor (focus, cell))
            {
              *line = i;
              *column = (int)j;
              return TRUE;
            }
        }
      if (row->name != NULL && gtk_widget_is_ancestor (focus, row->name))
        {
          *line = i;
          *column = -1;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
move_to (UiClientGrid *self, int line, int column)
{
  Row       *row = get_row (self, line);
  GtkWidget *cell;

  if (row == NULL)
    return GDK_EVENT_PROPAGATE;
  if (column < 0)
    return gtk_widget_child_focus (row->name, GTK_DIR_TAB_BACKWARD);
  if (column >= (int)row->cells->len)
    return GDK_EVENT_STOP; /* the end of the line */
  cell = g_ptr_array_index (row->cells, (guint)column);
  if (!gtk_widget_grab_focus (cell))
    gtk_widget_child_focus (cell, GTK_DIR_TAB_FORWARD);
  return GDK_EVENT_STOP;
}

static gboolean
on_key (GtkEventControllerKey *keys,
        guint                  key,
        guint                  code,
        GdkModifierType        state,
        UiClientGrid          *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int      step = rtl ? -1 : 1;
  int      line, column;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0 ||
      !find_focus (self, &line, &column))
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
      return move_to (self, line, MAX (column - step, -1));
    case GDK_KEY_Right:
      return move_to (self, line, MAX (column + step, -1));
    case GDK_KEY_Up:
      return move_to (self, line - 1, column);
    case GDK_KEY_Down:
      return move_to (self, line + 1, column);
    case GDK_KEY_Home:
      return move_to (self, line, 0);
    case GDK_KEY_End:
      return move_to (self, line, (int)count_columns (self) - 1);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* Its place stays where nothing is left to scroll: allocating asks for no other size. */
static void
on_width (GtkWidget *bar, GtkAdjustment *adjustment)
{
  gboolean scrolls = gtk_adjustment_get_upper (adjustment) >
                     gtk_adjustment_get_page_size (adjustment);

  gtk_widget_set_opacity (bar, scrolls ? 1 : 0);
  gtk_widget_set_can_target (bar, scrolls);
}

/* The object */

static void
ui_client_grid_dispose (GObject *object)
{
  UiClientGrid *self = UI_CLIENT_GRID (object);

  if (self->matrix != NULL)
    g_signal_handlers_disconnect_by_data (self->matrix, self);
  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  ui_template_dispose (object);
  g_clear_pointer (&self->head, row_free);
  g_ptr_array_set_size (self->rows, 0);
  g_clear_object (&self->matrix);
  g_clear_object (&self->clients);
}

static void
ui_client_grid_finalize (GObject *object)
{
  g_ptr_array_unref (UI_CLIENT_GRID (object)->rows);
  g_ptr_array_unref (UI_CLIENT_GRID (object)->columns);
  G_OBJECT_CLASS (ui_client_grid_parent_class)->finalize (object);
}

UI_DEFINE_CLASS (UiClientGrid, ui_client_grid)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_grid_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_client_grid_finalize;

  ui_template_set_bin (widget_class, "ui/clients/ui-client-grid.ui");
  ui_template_bind_children (widget_class, UiClientGrid, corner, names, scroller, lines,
                             bar);
}

static void
ui_client_grid_init (UiClientGrid *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
  ui_template_init (self);
  gtk_widget_set_size_request (GTK_WIDGET (self->names), NAME_WIDTH, -1);
  gtk_scrollbar_set_adjustment (self->bar, gtk_scrolled_window_get_hadjustment (self->scroller));
  ui_connect (gtk_scrolled_window_get_hadjustment (self->scroller), "changed", on_width, self->bar);
  /* The scrolled part moves by these keys otherwise. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

void
ui_client_grid_set (UiClientGrid *self, AppClientMatrix *matrix, AppClientList *clients)
{
  g_return_if_fail (UI_IS_CLIENT_GRID (self));
  g_return_if_fail (self->matrix == NULL);

  self->matrix = g_object_ref (matrix);
  self->clients = g_object_ref (clients);
  ui_connect (matrix, "items-changed", on_rows_changed, self);
  ui_connect (clients, "arranged", on_arranged, self);
  on_arranged (self);
}
