/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-meter.h"
#include "app-visible-text.h"
#include "ui-meter-bar.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 60

struct _UiModelMeter
{
  GtkWidget parent_instance;

  AppModelMeter *context_meter;

  GtkMenuButton *button;
  UiMeterBar    *bar;
  GtkLabel      *tokens;
  GtkLabel      *cost;
  GtkGrid       *parts;
  GtkLabel      *note;
  GtkLabel      *warning;
  GtkWidget     *warning_mark;
  GtkLabel      *counted;
};

UI_DEFINE_TEMPLATE (UiModelMeter, ui_model_meter, GTK_TYPE_WIDGET)

/* The servers share a colour; the list tells them apart. */
static int
choose_shade (AppModelSegmentKind kind)
{
  return kind == APP_MODEL_SEGMENT_FREE ? -1 : (int)kind;
}

static GtkWidget *
create_label (const char *text, float align)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_label_set_wrap (GTK_LABEL (label), align == 0);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
clear_parts (UiModelMeter *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->parts))) != NULL)
    gtk_grid_remove (self->parts, child);
}

static void
add_part (UiModelMeter *self, const AppModelSegment *segment, int row)
{
  int              shade = choose_shade (segment->kind);
  g_autofree char *name = app_visible_text_line (segment->label, LABEL_CHARACTERS);
  /* What nobody has counted yet, where the provider may have counted the rest. */
  const char      *about = segment->kind == APP_MODEL_SEGMENT_MESSAGE ? "≈ " : "";
  g_autofree char *tokens = g_strdup_printf ("%s%'" G_GINT64_FORMAT, about, segment->tokens);
  /* Translators: how much of the whole: "12 %" */
  g_autofree char *share = g_strdup_printf (_ ("%.0f %%"), segment->share * 100);
  GtkWidget       *label = create_label (name, 0);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (self->parts, ui_meter_bar_new_mark (shade), 0, row, 1, 1);
  gtk_grid_attach (self->parts, label, 1, row, 1, 1);
  gtk_grid_attach (self->parts, create_label (tokens, 1), 2, row, 1, 1);
  gtk_grid_attach (self->parts, create_label (share, 1), 3, row, 1, 1);
}

/* What the bar shows, for assistive technology; what is being written changes it. */
static void
describe (UiModelMeter *self, const char *meter, GPtrArray *segments)
{
  g_autofree char *description = NULL;

  for (guint i = 0; i < segments->len && description == NULL; i++)
    {
      const AppModelSegment *segment = g_ptr_array_index (segments, i);

      if (segment->kind == APP_MODEL_SEGMENT_MESSAGE)
        /* Translators: what fills the context, a sentence's part; then a number of tokens */
        description = g_strdup_printf (_ ("%s; this message ≈ %'lld"), meter,
                                       (long long)segment->tokens);
    }
  ui_widget_describe (self->button, description != NULL ? description : meter);
}

static void
show_meter (UiModelMeter *self)
{
  g_autofree char *meter = NULL;
  g_autofree char *warning = NULL;
  GPtrArray       *segments = app_model_meter_get_segments (self->context_meter);

  g_object_get (self->context_meter, "meter", &meter, "warning", &warning, NULL);
  gtk_label_set_text (self->tokens, meter);
  describe (self, meter, segments);
  gtk_widget_set_visible (GTK_WIDGET (self), meter[0] != '\0');
  ui_widget_show_text (self->warning, warning);
  gtk_widget_set_visible (self->warning_mark, warning != NULL);
  ui_meter_bar_clear (self->bar);
  clear_parts (self);
  for (guint i = 0; i < segments->len; i++)
    {
      const AppModelSegment *segment = g_ptr_array_index (segments, i);

      ui_meter_bar_add (self->bar, choose_shade (segment->kind), segment->share);
      add_part (self, segment, (int)i);
    }
}

static void
show_cost (UiModelMeter *self)
{
  g_autofree char *cost = NULL;
  g_autofree char *prices = NULL;
  g_autofree char *cached = NULL;
  guint            n_requests = 0;

  g_object_get (self->context_meter, "cost", &cost, "prices", &prices, "cached", &cached,
                "n-requests", &n_requests, NULL);
  ui_widget_show_text (self->cost, cost);
  g_autofree char *requests = g_strdup_printf (
      ngettext ("%'u request to the model", "%'u requests to the model", n_requests), n_requests);
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  g_strv_builder_add (parts, requests);
  if (cached != NULL)
    g_strv_builder_add (parts, cached);
  if (*cost != '\0')
    g_strv_builder_add (parts, cost);
  if (*prices != '\0')
    g_strv_builder_add (parts, prices);
  g_auto (GStrv) all = g_strv_builder_end (parts);
  g_autofree char *note = g_strjoinv (" · ", all);
  gtk_label_set_text (self->note, note);
}

static void
show_count (UiModelMeter *self)
{
  g_autofree char *count = NULL;
  gboolean         can_count = FALSE;

  g_object_get (self->context_meter, "count", &count, "can-count", &can_count, NULL);
  ui_widget_show_text (self->counted, count);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "meter.count", can_count);
}

static void
count (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_model_meter_count (UI_MODEL_METER (widget)->context_meter);
}

void
ui_model_meter_set_context_meter (UiModelMeter *self, AppModelMeter *context_meter)
{
  const struct
  {
    const char *signal;
    void (*changed) (UiModelMeter *self);
  } followed[] = {
    { "notify::meter", show_meter },
    { "notify::cost", show_cost },
    { "notify::prices", show_cost },
    { "notify::cached", show_cost },
    { "notify::n-requests", show_cost },
    { "notify::count", show_count },
    { "notify::can-count", show_count },
  };

  g_return_if_fail (UI_IS_MODEL_METER (self));
  g_return_if_fail (APP_IS_MODEL_METER (context_meter));
  g_return_if_fail (self->context_meter == NULL);

  self->context_meter = g_object_ref (context_meter);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    {
      ui_connect (context_meter, followed[i].signal, followed[i].changed, self);
      followed[i].changed (self);
    }
}

UI_DEFINE_CLASS (UiModelMeter, ui_model_meter)
{
  g_type_ensure (UI_TYPE_METER_BAR);
  ui_template_set_bin (widget_class, "ui/model/ui-model-meter.ui");
  ui_template_hold (widget_class, UiModelMeter, context_meter);
  ui_template_bind_children (widget_class, UiModelMeter, button, bar, tokens, cost, parts, note,
                             warning, warning_mark, counted);
  gtk_widget_class_install_action (widget_class, "meter.count", NULL, count);
}
