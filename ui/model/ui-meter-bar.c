/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-meter-bar.h"
#include "ui-template.h"

#define HEIGHT 8
#define MARK 10

typedef struct
{
  int    shade;
  double share;
} Part;

struct _UiMeterBar
{
  GtkWidget parent_instance;

  GArray *parts; /* Part */
};

G_DEFINE_FINAL_TYPE (UiMeterBar, ui_meter_bar, GTK_TYPE_WIDGET)

/* Of GNOME's palette, told apart in the light and the dark theme, and by their order too. */
static GdkRGBA
choose_colour (GtkWidget *widget, int shade)
{
  static const char *const names[] = { "blue_3", "purple_3", "green_4", "orange_3", "yellow_4",
                                       "brown_2" };
  GtkStyleContext         *context = gtk_widget_get_style_context (widget);
  GdkRGBA                  colour;

  if (shade < 0 || !gtk_style_context_lookup_color (
                       context, names[MIN ((guint)shade, G_N_ELEMENTS (names) - 1)], &colour))
    {
      gtk_style_context_get_color (context, &colour);
      colour.alpha *= 0.15f;
    }
  return colour;
}

static void
ui_meter_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiMeterBar     *self = UI_METER_BAR (widget);
  float           width = (float)gtk_widget_get_width (widget);
  float           height = (float)gtk_widget_get_height (widget);
  gboolean        right = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double          at = 0;
  graphene_rect_t whole = GRAPHENE_RECT_INIT (0, 0, width, height);
  GskRoundedRect  outline;
  GdkRGBA         ground = choose_colour (widget, -1);

  gsk_rounded_rect_init_from_rect (&outline, &whole, height / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &ground, &whole);
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part    part = g_array_index (self->parts, Part, i);
      double  share = CLAMP (part.share, 0, 1 - at);
      GdkRGBA colour = choose_colour (widget, part.shade);
      float   start = (float)(right ? 1 - at - share : at) * width;

      if (part.shade >= 0)
        gtk_snapshot_append_color (
            snapshot, &colour, &GRAPHENE_RECT_INIT (start, 0, (float)share * width, height));
      at += share;
    }
  gtk_snapshot_pop (snapshot);
}

static void
ui_meter_bar_measure (GtkWidget     *widget,
                      GtkOrientation orientation,
                      int            for_size,
                      int           *minimum,
                      int           *natural,
                      int           *minimum_baseline,
                      int           *natural_baseline)
{
  *minimum = *natural = HEIGHT;
}

MCP_DEFINE_FINALIZE (UiMeterBar, ui_meter_bar)
{
  g_array_unref (self->parts);
}

UI_DEFINE_CLASS (UiMeterBar, ui_meter_bar)
{
  G_OBJECT_CLASS (klass)->finalize = ui_meter_bar_finalize;
  widget_class->measure = ui_meter_bar_measure;
  widget_class->snapshot = ui_meter_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ui_meter_bar_init (UiMeterBar *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
}

void
ui_meter_bar_clear (UiMeterBar *self)
{
  g_return_if_fail (UI_IS_METER_BAR (self));

  g_array_set_size (self->parts, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ui_meter_bar_add (UiMeterBar *self, int shade, double share)
{
  Part part = { shade, share };

  g_return_if_fail (UI_IS_METER_BAR (self));

  g_array_append_val (self->parts, part);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
ui_meter_bar_new_mark (int shade)
{
  UiMeterBar *self = g_object_new (UI_TYPE_METER_BAR, "width-request", MARK, "height-request", MARK,
                                   "valign", GTK_ALIGN_CENTER, NULL);

  ui_meter_bar_add (self, shade, 1);
  return GTK_WIDGET (self);
}
