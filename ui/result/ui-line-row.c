/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-line-row.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <string.h>

/* Between the number and the text, in pixels. */
#define GAP 12
/* As .secondary in style.css */
#define DIM 0.72f
/* Longer ones are broken by counting where that is possible; Pango takes its time. */
#define COUNTED_BYTES 256

struct _UiLineRow
{
  GtkWidget parent_instance;

  char        *text;
  gsize        length;
  guint        number;
  int          digits;
  gboolean     plain;  /* every byte is a character as wide as any other */
  PangoLayout *layout; /* of the text where it is not counted; made when it is measured first */
};

G_DEFINE_FINAL_TYPE (UiLineRow, ui_line_row, GTK_TYPE_WIDGET)

/* What the widget's font measures, in Pango units. */
typedef struct
{
  int character;
  int digit;
  int height;
} Metrics;

static void
get_metrics (UiLineRow *self, Metrics *metrics)
{
  PangoFontMetrics *font =
      pango_context_get_metrics (gtk_widget_get_pango_context (GTK_WIDGET (self)), NULL, NULL);

  metrics->character = MAX (pango_font_metrics_get_approximate_char_width (font), 1);
  metrics->digit = MAX (pango_font_metrics_get_approximate_digit_width (font), 1);
  metrics->height = MAX (pango_font_metrics_get_height (font), PANGO_SCALE);
  pango_font_metrics_unref (font);
}

static gboolean
is_plain (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] < 0x20 || text[i] > 0x7e)
      return FALSE;
  return TRUE;
}

/* Where the text begins, in pixels from the side where lines begin. */
static int
get_indent (UiLineRow *self, const Metrics *metrics)
{
  return PANGO_PIXELS_CEIL (self->digits * metrics->digit) + GAP;
}

static guint
count_columns (int room, const Metrics *metrics)
{
  return (guint)MAX (room * PANGO_SCALE / metrics->character, 1);
}

/* Whether the text is broken by counting: it needs no breaking, or is long. */
static gboolean
is_counted (UiLineRow *self, guint columns)
{
  return self->plain && (self->length <= columns || self->length > COUNTED_BYTES);
}

static PangoLayout *
create_layout (UiLineRow *self, const char *text, gssize length)
{
  PangoLayout   *layout = pango_layout_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  pango_layout_set_text (layout, text, (int)length);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

static PangoLayout *
ensure_layout (UiLineRow *self, int room)
{
  if (self->layout == NULL)
    {
      self->layout = create_layout (self, self->text, (gssize)self->length);
      pango_layout_set_wrap (self->layout, ui_wrap_choose (self->text));
    }
  if (pango_layout_get_width (self->layout) != MAX (room, 1) * PANGO_SCALE)
    pango_layout_set_width (self->layout, MAX (room, 1) * PANGO_SCALE);
  return self->layout;
}

static void
ui_line_row_measure (GtkWidget     *widget,
                     GtkOrientation orientation,
                     int            for_size,
                     int           *minimum,
                     int           *natural,
                     int           *minimum_baseline,
                     int           *natural_baseline)
{
  UiLineRow *self = UI_LINE_ROW (widget);
  Metrics    metrics;

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  get_metrics (self, &metrics);
  int indent = get_indent (self, &metrics);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = indent + PANGO_PIXELS_CEIL (metrics.character);
      return;
    }
  int   line = PANGO_PIXELS_CEIL (metrics.height);
  int   height = line;
  int   room = for_size - indent;
  guint columns = count_columns (room, &metrics);
  if (for_size >= 0 && is_counted (self, columns))
    height = (int)((self->length + columns - 1) / columns) * line;
  else if (for_size >= 0 && self->length > 0)
    pango_layout_get_pixel_size (ensure_layout (self, room), NULL, &height);
  *minimum = *natural = MAX (height, line);
}

static void
append_layout (GtkSnapshot *snapshot, PangoLayout *layout, int x, int y, const GdkRGBA *colour)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
append_number (UiLineRow *self, GtkSnapshot *snapshot, const Metrics *metrics, GdkRGBA colour)
{
  g_autofree char *text =
      self->number > 0 ? g_strdup_printf ("%u", self->number) : g_strdup ("↳");
  g_autoptr (PangoLayout) layout = create_layout (self, text, -1);
  int width;

  colour.alpha *= DIM;
  pango_layout_get_pixel_size (layout, &width, NULL);
  int x = get_indent (self, metrics) - GAP - width;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  append_layout (snapshot, layout, x, 0, &colour);
}

static void
append_counted (UiLineRow     *self,
                GtkSnapshot   *snapshot,
                const Metrics *metrics,
                int            x,
                int            room,
                const GdkRGBA *colour)
{
  guint columns = count_columns (room, metrics);
  int   line = PANGO_PIXELS_CEIL (metrics->height);
  int   y = 0;

  for (gsize at = 0; at < self->length; at += columns, y += line)
    {
      g_autoptr (PangoLayout) layout =
          create_layout (self, self->text + at, (gssize)MIN (columns, self->length - at));
      append_layout (snapshot, layout, x, y, colour);
    }
}

static void
ui_line_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLineRow *self = UI_LINE_ROW (widget);
  Metrics    metrics;
  GdkRGBA    colour;

  if (self->text == NULL)
    return;
  get_metrics (self, &metrics);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  append_number (self, snapshot, &metrics, colour);
  int indent = get_indent (self, &metrics);
  int room = gtk_widget_get_width (widget) - indent;
  int x = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? 0 : indent;
  if (is_counted (self, count_columns (room, &metrics)))
    append_counted (self, snapshot, &metrics, x, room, &colour);
  else
    append_layout (snapshot, ensure_layout (self, room), x, 0, &colour);
}

static void
ui_line_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_line_row_parent_class)->css_changed (widget, change);
  if (UI_LINE_ROW (widget)->layout != NULL)
    pango_layout_context_changed (UI_LINE_ROW (widget)->layout);
}

static void
ui_line_row_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ui_line_row_parent_class)->system_setting_changed (widget, setting);
  g_clear_object (&UI_LINE_ROW (widget)->layout);
  gtk_widget_queue_resize (widget);
}

static void
ui_line_row_finalize (GObject *object)
{
  UiLineRow *self = UI_LINE_ROW (object);

  g_clear_object (&self->layout);
  g_free (self->text);
  G_OBJECT_CLASS (ui_line_row_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ui_line_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_line_row_class_init (UiLineRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ui_line_row_finalize;
  widget_class->measure = ui_line_row_measure;
  widget_class->get_request_mode = ui_line_row_get_request_mode;
  widget_class->snapshot = ui_line_row_snapshot;
  widget_class->css_changed = ui_line_row_css_changed;
  widget_class->system_setting_changed = ui_line_row_system_setting_changed;

  gtk_widget_class_set_css_name (widget_class, "line-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ui_line_row_init (UiLineRow *self)
{
  self->digits = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
ui_line_row_new (void)
{
  return g_object_new (UI_TYPE_LINE_ROW, NULL);
}

void
ui_line_row_set_line (UiLineRow *self, const char *text, guint number, int digits)
{
  g_return_if_fail (UI_IS_LINE_ROW (self));
  g_return_if_fail (text != NULL);

  g_clear_object (&self->layout);
  g_free (self->text);
  self->text = g_strdup (text);
  self->length = strlen (text);
  self->number = number;
  self->digits = MAX (digits, 1);
  self->plain = is_plain (text, self->length);
  ui_widget_name (self, text);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

const char *
ui_line_row_get_text (UiLineRow *self)
{
  g_return_val_if_fail (UI_IS_LINE_ROW (self), NULL);
  return self->text;
}
