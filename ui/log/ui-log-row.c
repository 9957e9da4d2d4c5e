/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-row.h"
#include "mcp-property.h"
#include "ui-log-columns.h"
#include "ui-log-view.h"
#include "ui-template.h"
#include "ui-widget.h"

/* It draws its texts: GTK keeps 200 rows of a list ready, and nine labels in nine cells for each of
 * them take longer than a person should wait for the log. */

/* On both sides of a text, in pixels. */
#define PADDING 6
/* As .secondary in style.css */
#define DIM 0.72f
/* Of a bar, so that what took no time is seen; and of all that is drawn there. */
#define LEAST_BAR 2.0
#define BAR_HEIGHT 8

struct _UiLogRow
{
  GtkWidget parent_instance;

  AppLogEntry *entry;                   /* (nullable): until it is bound */
  PangoLayout *layouts[UI_LOG_COLUMNS]; /* made when they are drawn first */
  gboolean     narrow;                  /* the method has the name behind it */
};

G_DEFINE_FINAL_TYPE (UiLogRow, ui_log_row, GTK_TYPE_WIDGET)

static void
clear_layouts (UiLogRow *self)
{
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    g_clear_object (&self->layouts[i]);
}

static PangoLayout *
ensure_layout (UiLogRow *self, UiLogColumn column)
{
  if (self->layouts[column] != NULL)
    return self->layouts[column];

  g_autofree char *text = ui_log_columns_dup_text (self->entry, column, self->narrow);
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
append_text (UiLogRow *self, GtkSnapshot *snapshot, UiLogColumn column, const UiLogSpan *span)
{
  GtkWidget       *widget = GTK_WIDGET (self);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  PangoLayout     *layout = ensure_layout (self, column);
  gboolean         rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int              room = MAX (span->width - 2 * PADDING, 0);
  PangoRectangle   extents;
  GdkRGBA          colour;

  const char *meant = ui_log_columns_get_colour (self->entry, column);
  if (meant == NULL || !gtk_style_context_lookup_color (style, meant, &colour))
    {
      gtk_style_context_get_color (style, &colour);
      if (ui_log_columns_is_dim (column))
        colour.alpha *= DIM;
    }
  pango_layout_set_width (layout, room * PANGO_SCALE);
  pango_layout_get_pixel_extents (layout, NULL, &extents);
  int left = MAX (room - extents.width, 0);
  int x = span->x + PADDING + (int)(ui_log_columns_get_xalign (column) * left);
  int y = (gtk_widget_get_height (widget) - extents.height) / 2;
  if (rtl)
    x = gtk_widget_get_width (widget) - x - extents.width;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x - extents.x, y));
  gtk_snapshot_append_layout (snapshot, layout, &colour);
  gtk_snapshot_restore (snapshot);
}

static gboolean
get_bar_colour (UiLogRow *self, GdkRGBA *colour)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  const AppLogRow *row = app_log_entry_get_row (self->entry);
  gboolean         failed = row->state == APP_LOG_STATE_ERROR ||
                    row->state == APP_LOG_STATE_TOOL_ERROR;

  return gtk_style_context_lookup_color (style,
                                         failed          ? "error_color"
                                         : row->outgoing ? "accent_bg_color"
                                                         : "purple_3",
                                         colour);
}

/* From when it began until it was over, on the axis that all lines in sight have in common. */
static void
append_bar (UiLogRow *self, GtkSnapshot *snapshot, UiLogView *view, const UiLogSpan *span)
{
  const AppLogRow *row = app_log_entry_get_row (self->entry);
  UiLogTimeline   *timeline = ui_log_view_get_timeline (view);
  GtkWidget       *widget = GTK_WIDGET (self);
  GdkRGBA          colour;
  GskRoundedRect   bar;

  if (timeline == NULL || !get_bar_colour (self, &colour))
    return;
  double room = MAX (span->width - 2 * PADDING, 0);
  double begun = ui_log_timeline_place (timeline, row->time) * room;
  double ended = row->duration >= 0
                     ? ui_log_timeline_place (timeline, row->time + row->duration) * room
                 : row->state == APP_LOG_STATE_PENDING ? room
                                                       : begun;
  double width = MAX (ended - begun, LEAST_BAR);
  double x = span->x + PADDING + MIN (begun, room - width);
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (widget) - x - width;
  double y = (gtk_widget_get_height (widget) - BAR_HEIGHT) / 2.0;
  gsk_rounded_rect_init_from_rect (&bar, &GRAPHENE_RECT_INIT (x, y, width, BAR_HEIGHT),
                                   MIN (2, width / 2));
  gtk_snapshot_push_rounded_clip (snapshot, &bar);
  gtk_snapshot_append_color (snapshot, &colour, &bar.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
ui_log_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLogRow  *self = UI_LOG_ROW (widget);
  UiLogView *view = UI_LOG_VIEW (gtk_widget_get_ancestor (widget, UI_TYPE_LOG_VIEW));
  UiLogSpan  spans[UI_LOG_COLUMNS];

  if (self->entry == NULL || view == NULL)
    return;
  /* Only what is looked at is read for it. */
  app_log_entry_want_findings (self->entry);
  ui_log_view_lay_out (view, gtk_widget_get_width (widget), spans);
  gboolean narrow = spans[UI_LOG_NAME].width == 0;
  if (narrow != self->narrow)
    clear_layouts (self);
  self->narrow = narrow;
  for (guint i = 0; i < UI_LOG_TIMELINE; i++)
    if (spans[i].width > 0)
      append_text (self, snapshot, i, &spans[i]);
  if (spans[UI_LOG_TIMELINE].width > 0)
    append_bar (self, snapshot, view, &spans[UI_LOG_TIMELINE]);
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

MCP_DEFINE_DISPOSE (UiLogRow, ui_log_row)
{
  clear_layouts (self);
  ui_clear_watched (&self->entry, self);
}

static void
ui_log_row_set_entry (UiLogRow *self, AppLogEntry *entry)
{
  if (self->entry == entry)
    return;
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  if (entry != NULL)
    ui_connect (entry, "notify", on_entry_changed, self);
  on_entry_changed (self);
}

UI_DEFINE_CLASS (UiLogRow, ui_log_row)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "entry", APP_TYPE_LOG_ENTRY, .offset = G_STRUCT_OFFSET (UiLogRow, entry),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_log_row_set_entry) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_log_row_dispose;
  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

  widget_class->snapshot = ui_log_row_snapshot;
  widget_class->measure = ui_widget_measure_line;
  widget_class->css_changed = ui_log_row_css_changed;
  widget_class->system_setting_changed = ui_log_row_system_setting_changed;

  gtk_widget_class_set_css_name (widget_class, "log-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ui_log_row_init (UiLogRow *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
