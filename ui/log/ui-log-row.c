/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-row.h"
#include "ui-log-columns.h"
#include "ui-widget.h"

/* On both sides of a text, in pixels. */
#define PADDING 6
/* As .secondary in style.css */
#define DIM 0.72f
/* Xft's dots per inch, times 1024, at the normal text size. */
#define NORMAL_TEXT_DPI (96.0 * 1024)

struct _UiLogRow
{
  GtkWidget parent_instance;

  AppLogEntry *entry;
  gboolean     server;
  gboolean     wide;
  PangoLayout *layouts[UI_LOG_COLUMNS]; /* made when they are drawn first */
};

G_DEFINE_FINAL_TYPE (UiLogRow, ui_log_row, GTK_TYPE_WIDGET)

static void
clear_layouts (UiLogRow *self)
{
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    g_clear_object (&self->layouts[i]);
}

static double
get_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / NORMAL_TEXT_DPI : 1;
}

static PangoLayout *
ensure_layout (UiLogRow *self, guint column)
{
  if (self->layouts[column] != NULL)
    return self->layouts[column];

  g_autofree char *text = ui_log_columns_dup_text (self->entry, column);
  PangoLayout     *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList   *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  self->layouts[column] = layout;
  return layout;
}

static void
append_text (UiLogRow *self, GtkSnapshot *snapshot, guint column, const UiLogSpan *span)
{
  GtkWidget         *widget = GTK_WIDGET (self);
  const UiLogColumn *kind = ui_log_columns_get (column);
  GtkStyleContext   *style = gtk_widget_get_style_context (widget);
  PangoLayout       *layout = ensure_layout (self, column);
  gboolean           rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int                room = MAX (span->width - 2 * PADDING, 0);
  PangoRectangle     extents;
  GdkRGBA            colour;

  const char *meant = ui_log_columns_get_colour (self->entry, column);
  if (meant == NULL || !gtk_style_context_lookup_color (style, meant, &colour))
    {
      gtk_style_context_get_color (style, &colour);
      if (kind->dim || self->entry == NULL)
        colour.alpha *= DIM;
    }
  pango_layout_set_width (layout, room * PANGO_SCALE);
  pango_layout_get_pixel_extents (layout, NULL, &extents);
  int x = span->x + PADDING + (int)(kind->xalign * MAX (room - extents.width, 0));
  int y = (gtk_widget_get_height (widget) - extents.height) / 2;
  if (rtl)
    x = gtk_widget_get_width (widget) - x - extents.width;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x - extents.x, y));
  gtk_snapshot_append_layout (snapshot, layout, &colour);
  gtk_snapshot_restore (snapshot);
}

static void
ui_log_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLogRow *self = UI_LOG_ROW (widget);
  UiLogSpan spans[UI_LOG_COLUMNS];

  /* Only what is looked at is read for it. */
  if (self->entry != NULL)
    app_log_entry_want_findings (self->entry);
  ui_log_columns_lay_out (self->server, self->wide, get_scale (widget),
                          gtk_widget_get_width (widget), spans);
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    if (spans[i].width > 0)
      append_text (self, snapshot, i, &spans[i]);
}

/* As wide as it is given; one line high. */
static void
ui_log_row_measure (GtkWidget     *widget,
                    GtkOrientation orientation,
                    int            for_size,
                    int           *minimum,
                    int           *natural,
                    int           *minimum_baseline,
                    int           *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  PangoFontMetrics *metrics =
      pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  *minimum = *natural = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);
}

static void
ui_log_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_log_row_parent_class)->css_changed (widget, change);
  clear_layouts (UI_LOG_ROW (widget));
}

static void
ui_log_row_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ui_log_row_parent_class)->system_setting_changed (widget, setting);
  clear_layouts (UI_LOG_ROW (widget));
  gtk_widget_queue_resize (widget);
}

/* The line around it is what a screen reader meets. */
static void
update_label (UiLogRow *self)
{
  GtkWidget *line = gtk_widget_get_parent (GTK_WIDGET (self));

  if (self->entry == NULL || line == NULL)
    return;
  g_autofree char *text = ui_log_columns_dup_label (self->entry);
  ui_widget_name (line, text);
}

static void
on_entry_changed (UiLogRow *self)
{
  clear_layouts (self);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ui_log_row_dispose (GObject *object)
{
  UiLogRow *self = UI_LOG_ROW (object);

  clear_layouts (self);
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_clear_object (&self->entry);
  G_OBJECT_CLASS (ui_log_row_parent_class)->dispose (object);
}

static void
ui_log_row_class_init (UiLogRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_log_row_dispose;
  widget_class->snapshot = ui_log_row_snapshot;
  widget_class->measure = ui_log_row_measure;
  widget_class->css_changed = ui_log_row_css_changed;
  widget_class->system_setting_changed = ui_log_row_system_setting_changed;

  gtk_widget_class_set_css_name (widget_class, "log-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ui_log_row_init (UiLogRow *self)
{
  self->wide = TRUE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
ui_log_row_new (void)
{
  return g_object_new (UI_TYPE_LOG_ROW, NULL);
}

void
ui_log_row_set_entry (UiLogRow *self, AppLogEntry *entry)
{
  g_return_if_fail (UI_IS_LOG_ROW (self));
  g_return_if_fail (entry == NULL || APP_IS_LOG_ENTRY (entry));

  if (self->entry == entry)
    return;
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  if (entry != NULL)
    g_signal_connect_object (entry, "notify", G_CALLBACK (on_entry_changed), self,
                             G_CONNECT_SWAPPED);
  on_entry_changed (self);
}

void
ui_log_row_set_columns (UiLogRow *self, gboolean server, gboolean wide)
{
  g_return_if_fail (UI_IS_LOG_ROW (self));

  if (self->server == server && self->wide == wide)
    return;
  self->server = server;
  self->wide = wide;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
