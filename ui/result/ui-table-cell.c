/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-table-cell.h"
#include "ui-find-bin.h"
#include "ui-widget.h"
#include "app-table-order.h"
#include "ui-template.h"

/* As .secondary in style.css */
#define DIM 0.72f

struct _UiTableCell
{
  GtkWidget parent_instance;

  guint        column;
  char        *title;
  gboolean     to_the_right;
  AppTableRow *row; /* (nullable) */
  guint        position;
  AppFind     *find; /* (nullable) */
  char        *text; /* (nullable): made when it is drawn first */
  gboolean     dim;
  PangoLayout *layout; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (UiTableCell, ui_table_cell, GTK_TYPE_WIDGET)

static gboolean
has_current_match (UiTableCell *self, McpJsonValue value)
{
  gsize offset, start = mcp_json_value_get_start (value);

  return mcp_json_value_exists (value) && app_find_get_current (self->find, &offset) &&
         offset >= start && offset < start + mcp_json_value_get_length (value);
}

static PangoLayout *
ensure_layout (UiTableCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean   rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (self->layout == NULL)
    {
      PangoAttrList *marks = pango_attr_list_new ();

      if (self->find != NULL && self->column != APP_TABLE_ORDER_INDEX)
        {
          McpJsonValue value = app_table_row_get_cell (self->row, self->column);
          ui_find_bin_mark (self->find, self->text, has_current_match (self, value) ? 0 : -1,
                            marks);
        }
      self->layout = gtk_widget_create_pango_layout (widget, self->text);
      pango_layout_set_auto_dir (self->layout, FALSE);
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_attributes (self->layout, marks);
      /* Left is where lines begin. */
      pango_layout_set_alignment (self->layout, self->to_the_right != rtl ? PANGO_ALIGN_RIGHT
                                                                          : PANGO_ALIGN_LEFT);
      pango_attr_list_unref (marks);
    }
  pango_layout_set_width (self->layout, gtk_widget_get_width (widget) * PANGO_SCALE);
  return self->layout;
}

static void
ui_table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiTableCell *self = UI_TABLE_CELL (widget);
  GdkRGBA      colour;

  if (self->text == NULL || gtk_widget_get_width (widget) <= 0)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  if (self->dim)
    colour.alpha *= DIM;
  gtk_snapshot_append_layout (snapshot, ensure_layout (self), &colour);
}

static void
ui_table_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_table_cell_parent_class)->css_changed (widget, change);
  g_clear_object (&UI_TABLE_CELL (widget)->layout);
}

static gboolean
ui_table_cell_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  UiTableCell *self = UI_TABLE_CELL (widget);

  if (self->layout == NULL || !pango_layout_is_ellipsized (self->layout))
    return FALSE;
  gtk_tooltip_set_text (tooltip, self->text);
  return TRUE;
}

MCP_DEFINE_FINALIZE (UiTableCell, ui_table_cell)
{
  g_clear_object (&self->row);
  g_clear_object (&self->find);
  g_clear_object (&self->layout);
  g_free (self->text);
  g_free (self->title);
}

UI_DEFINE_CLASS (UiTableCell, ui_table_cell)
{
  G_OBJECT_CLASS (klass)->finalize = ui_table_cell_finalize;
  widget_class->measure = ui_widget_measure_line;
  widget_class->snapshot = ui_table_cell_snapshot;
  widget_class->css_changed = ui_table_cell_css_changed;
  widget_class->query_tooltip = ui_table_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "table-cell");
}

static void
ui_table_cell_init (UiTableCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
ui_table_cell_new (guint column, const char *title, gboolean to_the_right)
{
  UiTableCell *self = g_object_new (UI_TYPE_TABLE_CELL, NULL);

  self->column = column;
  self->title = g_strdup (title);
  self->to_the_right = to_the_right;
  return GTK_WIDGET (self);
}

void
ui_table_cell_set_row (UiTableCell *self, AppTableRow *row, guint position, AppFind *find)
{
  g_return_if_fail (UI_IS_TABLE_CELL (self));

  g_set_object (&self->row, row);
  g_set_object (&self->find, find);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->text, g_free);
  self->position = position;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (row == NULL)
    return;
  self->dim = TRUE;
  if (self->column == APP_TABLE_ORDER_INDEX)
    self->text = g_strdup_printf ("%u", app_table_row_get_index (row));
  else
    {
      McpJsonValue value = app_table_row_get_cell (row, self->column);

      self->text = app_table_row_dup_text (row, self->column);
      self->dim = mcp_json_value_get_kind (value) == MCP_JSON_NULL;
      g_autofree char *name = g_strdup_printf ("%s: %s", self->title, self->text);
      ui_widget_name (self, name);
      return;
    }
  ui_widget_name (self, self->text);
}

void
ui_table_cell_find_again (UiTableCell *self)
{
  g_return_if_fail (UI_IS_TABLE_CELL (self));

  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

MCP_DEFINE_GETTER (guint, UiTableCell, ui_table_cell, position)

char *
ui_table_cell_dup_value (UiTableCell *self)
{
  g_return_val_if_fail (UI_IS_TABLE_CELL (self), NULL);

  if (self->row == NULL || self->column == APP_TABLE_ORDER_INDEX)
    return g_strdup (self->text != NULL ? self->text : "");
  McpJsonValue value = app_table_row_get_cell (self->row, self->column);
  char        *text = mcp_json_value_dup_string (value, NULL);
  if (text == NULL)
    text = mcp_json_value_dup_text (value);
  return text != NULL ? text : g_strdup ("");
}
