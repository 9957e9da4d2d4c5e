/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-case-line-view.h"
#include "ui-case-run-window.h"
#include "ui-meter-bar.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define NAME_CHARACTERS 120
/* How wide the mark is where the rate is, of the whole; and its shade. */
#define MARK 0.03
#define MARK_SHADE 3

struct _UiCaseLineView
{
  GtkBox parent_instance;

  AppCaseLine *line;

  GtkLabel    *title;
  GtkLabel    *case_title;
  UiMeterBar  *bar;
  GtkLabel    *rate;
  GtkLabel    *detail;
  GtkLabel    *comparison;
  GtkExpander *expander;
  GtkListBox  *runs;
};

UI_DEFINE_TEMPLATE (UiCaseLineView, ui_case_line_view, GTK_TYPE_BOX)

/* The interval, with a mark where the rate is. */
static void
show_bar (UiCaseLineView *self)
{
  double rate = -1;
  double low = 0;
  double high = 1;

  g_object_get (self->line, "rate", &rate, "low", &low, "high", &high, NULL);
  ui_meter_bar_clear (self->bar);
  if (rate < 0)
    return;
  double start = CLAMP (rate - MARK / 2, 0, 1 - MARK);
  ui_meter_bar_add (self->bar, -1, MIN (low, start));
  ui_meter_bar_add (self->bar, 0, MAX (start - low, 0));
  ui_meter_bar_add (self->bar, MARK_SHADE, MARK);
  ui_meter_bar_add (self->bar, 0, MAX (high - start - MARK, 0));
}

static void
show (UiCaseLineView *self)
{
  const struct
  {
    const char *property;
    GtkLabel   *label;
  } shown[] = {
    { "rate-text", self->rate },
    { "detail", self->detail },
    { "comparison", self->comparison },
  };

  show_bar (self);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *text = NULL;

      g_object_get (self->line, shown[i].property, &text, NULL);
      ui_widget_show_text (shown[i].label, text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->expander),
                          g_list_model_get_n_items (app_case_line_get_runs (self->line)) > 0);
}

/* Runs */

static GtkWidget *
create_run (gpointer item, gpointer data)
{
  AppCaseRun   *run = item;
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), app_case_run_get_title (run));
  adw_action_row_set_subtitle (row, app_case_run_get_detail (run));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  ui_widget_describe (row, app_case_run_get_detail (run));
  return GTK_WIDGET (row);
}

/* Most are never looked at. */
static void
on_expanded (UiCaseLineView *self)
{
  if (self->line != NULL)
    gtk_list_box_bind_model (
        self->runs,
        gtk_expander_get_expanded (self->expander) ? app_case_line_get_runs (self->line) : NULL,
        create_run, NULL, NULL);
}

static void
on_run (UiCaseLineView *self, GtkListBoxRow *row)
{
  g_autoptr (AppCaseRun) run = g_list_model_get_item (
      app_case_line_get_runs (self->line), (guint)gtk_list_box_row_get_index (row));

  ui_case_run_window_present (GTK_WIDGET (self), run);
}

UI_DEFINE_DISPOSE (UiCaseLineView, ui_case_line_view)
{
  if (self->runs != NULL)
    gtk_list_box_bind_model (self->runs, NULL, NULL, NULL, NULL);
}

UI_DEFINE_CLASS (UiCaseLineView, ui_case_line_view)
{
  g_type_ensure (UI_TYPE_METER_BAR);
  ui_template_set (widget_class, "ui/model/ui-case-line-view.ui");
  ui_template_hold (widget_class, UiCaseLineView, line);
  G_OBJECT_CLASS (klass)->dispose = ui_case_line_view_dispose;
  ui_template_bind_children (widget_class, UiCaseLineView, title, case_title, bar, rate, detail,
                             comparison, expander, runs);
  ui_template_bind_callbacks (widget_class, on_expanded, on_run);
}

GtkWidget *
ui_case_line_view_new (AppCaseLine *line)
{
  g_return_val_if_fail (APP_IS_CASE_LINE (line), NULL);

  UiCaseLineView  *self = g_object_new (UI_TYPE_CASE_LINE_VIEW, NULL);
  g_autofree char *case_title = NULL;
  g_autofree char *title = app_visible_text_line (app_case_line_get_title (line), NAME_CHARACTERS);

  self->line = g_object_ref (line);
  g_object_get (line, "case-title", &case_title, NULL);
  gtk_label_set_text (self->title, title);
  ui_widget_show_text (self->case_title, case_title);
  ui_connect (line, "notify::rate", show, self);
  show (self);
  return GTK_WIDGET (self);
}
