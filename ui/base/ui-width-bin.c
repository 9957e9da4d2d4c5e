/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-width-bin.h"
#include "ui-template.h"
#include "mcp-property.h"

/* Xft's dots per inch, times 1024, at the normal text size. */
#define NORMAL_TEXT_DPI (96 * 1024)
/* GNOME's own: 11 points. */
#define NORMAL_TEXT_SIZE (11 * PANGO_SCALE)
/* What is narrow gets wide only beyond the threshold, so that a few pixels do not turn it over and
 * over. */
#define HYSTERESIS 12

struct _UiWidthBin
{
  GtkWidget  parent_instance;
  GtkWidget *child;
  int        threshold;
  int        width;
  gboolean   wide;
  guint      settle;
};

enum {
  PROP_0,
  PROP_CHILD,
  PROP_THRESHOLD,
  PROP_WIDE,
  PROP_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiWidthBin, ui_width_bin, GTK_TYPE_WIDGET)

/* Larger text, by its own size or by the dots per inch, needs more room for the same; smaller text
 * is no reason to crowd. */
static int
scaled_threshold (UiWidthBin *self)
{
  g_autofree char *name = NULL;
  int              dpi = -1;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, "gtk-font-name",
                &name, NULL);
  if (dpi <= 0)
    dpi = NORMAL_TEXT_DPI;
  PangoFontDescription *font = pango_font_description_from_string (name != NULL ? name : "");
  int                   size = pango_font_description_get_size (font);
  if (size <= 0 || pango_font_description_get_size_is_absolute (font))
    size = NORMAL_TEXT_SIZE;
  pango_font_description_free (font);
  double scale = (double)size * dpi / ((double)NORMAL_TEXT_SIZE * NORMAL_TEXT_DPI);
  return (int)(self->threshold * MAX (scale, 1.0));
}

static gboolean
is_wide (UiWidthBin *self)
{
  return self->width >= scaled_threshold (self) + (self->wide ? 0 : HYSTERESIS);
}

static gboolean
settle (gpointer data)
{
  UiWidthBin *self = data;

  self->settle = 0;
  gboolean wide = is_wide (self);
  if (wide != self->wide)
    {
      self->wide = wide;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDE]);
    }
  return G_SOURCE_REMOVE;
}

/* Widgets may not change while they are being allocated, so "wide" follows before the next frame.
 * */
static void
queue_settle (UiWidthBin *self)
{
  if (self->width <= 0 || self->settle != 0)
    return;
  if (is_wide (self) != self->wide)
    self->settle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, settle, self, NULL);
}

static void
ui_width_bin_measure (GtkWidget     *widget,
                      GtkOrientation orientation,
                      int            for_size,
                      int           *minimum,
                      int           *natural,
                      int           *minimum_baseline,
                      int           *natural_baseline)
{
  UiWidthBin *self = UI_WIDTH_BIN (widget);

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->child == NULL)
    return;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      /* Not for a height: a label that wraps would lay itself out at many widths to find one. */
      gtk_widget_measure (self->child, orientation, -1, NULL, natural, NULL, NULL);
      return;
    }
  if (for_size >= 0)
    {
      int least;
      gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      for_size = MAX (for_size, least);
    }
  gtk_widget_measure (self->child, orientation, for_size, minimum, natural, NULL, NULL);
}

static void
ui_width_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiWidthBin *self = UI_WIDTH_BIN (widget);

  if (self->width != width)
    {
      self->width = width;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH]);
    }
  queue_settle (self);
  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;

  int least_width, least_height;
  gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  width = MAX (width, least_width);
  gtk_widget_measure (self->child, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL,
                      NULL);
  gtk_widget_allocate (self->child, width, MAX (height, least_height), baseline, NULL);
}

static GtkSizeRequestMode
ui_width_bin_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
set_child (UiWidthBin *self, GtkWidget *child)
{
  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}

MCP_DEFINE_DISPOSE (UiWidthBin, ui_width_bin)
{
  g_clear_handle_id (&self->settle, g_source_remove);
  g_clear_pointer (&self->child, gtk_widget_unparent);
}

UI_DEFINE_CLASS (UiWidthBin, ui_width_bin)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_width_bin_dispose;
  widget_class->measure = ui_width_bin_measure;
  widget_class->size_allocate = ui_width_bin_size_allocate;
  widget_class->get_request_mode = ui_width_bin_get_request_mode;

  const McpProperty rows[N_PROPS] = {
    [PROP_CHILD] = { "child", GTK_TYPE_WIDGET, .offset = G_STRUCT_OFFSET (UiWidthBin, child),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_child) },
    [PROP_THRESHOLD] = { "threshold", G_TYPE_INT,
                         .offset = G_STRUCT_OFFSET (UiWidthBin, threshold),
                         .flags = G_PARAM_WRITABLE },
    [PROP_WIDE] = { "wide", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (UiWidthBin, wide) },
    /* Notified while it is allocated: whoever listens may not change widgets then. */
    [PROP_WIDTH] = { "width", G_TYPE_INT, .offset = G_STRUCT_OFFSET (UiWidthBin, width) },
  };

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
ui_width_bin_init (UiWidthBin *self)
{
  self->wide = TRUE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

MCP_DEFINE_GETTER (gboolean, UiWidthBin, ui_width_bin, wide)
