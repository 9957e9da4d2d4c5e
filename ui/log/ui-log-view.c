/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-view.h"
#include "app-visible-text.h"
#include "mcp-property.h"
#include "ui-log-row.h"
#include "ui-log-titles.h"
#include "ui-template.h"

/* Xft's dots per inch, times 1024, at the normal text size. */
#define NORMAL_TEXT_DPI (96.0 * 1024)

struct _UiLogView
{
  GtkWidget parent_instance;

  UiLogSorter   *sorter;
  UiLogMeasures  measures; /* all but the width */
  UiLogTimeline *timeline; /* (nullable) */
  gboolean       follows;
  guint          scroll;
  guint          measure;

  UiLogTitles        *titles;
  GtkScrolledWindow  *scroller;
  GtkListView        *view;
  GtkSingleSelection *selection;
  GtkSortListModel   *sorted;
};

enum {
  PROP_FOLLOWS = 1,
  PROP_SELECTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiLogView, ui_log_view, GTK_TYPE_WIDGET)

static double
get_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / NORMAL_TEXT_DPI : 1;
}

static void
redraw_rows (UiLogView *self)
{
  for (GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self->view)); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    if (gtk_widget_get_first_child (line) != NULL)
      gtk_widget_queue_draw (gtk_widget_get_first_child (line));
}

/* The lines have one height. */
static void
get_lines_in_sight (UiLogView *self, guint *first, guint *end)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  guint          n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  double         upper = MAX (gtk_adjustment_get_upper (adjustment), 1);
  double         top = gtk_adjustment_get_value (adjustment);
  double         bottom = top + gtk_adjustment_get_page_size (adjustment);

  *first = MIN ((guint)(MAX (top, 0) / upper * n), n);
  *end = MIN ((guint)(bottom / upper * n) + 1, n);
}

static gboolean
measure_time (gpointer data)
{
  UiLogView     *self = data;
  UiLogTimeline *timeline = ui_log_timeline_new ();
  guint          first, end;

  self->measure = 0;
  get_lines_in_sight (self, &first, &end);
  for (guint i = first; i < end; i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->selection), i);
      /* While lines are filtered piece by piece, fewer may be there than were counted. */
      if (entry == NULL)
        continue;
      const AppLogRow *row = app_log_entry_get_row (entry);
      ui_log_timeline_add (timeline, row->time, row->time + MAX (row->duration, 0));
    }
  if (self->timeline != NULL && ui_log_timeline_equal (self->timeline, timeline))
    {
      ui_log_timeline_free (timeline);
      return G_SOURCE_REMOVE;
    }
  g_autofree char *length = app_visible_text_duration (ui_log_timeline_get_length (timeline));
  ui_log_titles_set_length (self->titles, length);
  g_clear_pointer (&self->timeline, ui_log_timeline_free);
  self->timeline = timeline;
  redraw_rows (self);
  return G_SOURCE_REMOVE;
}

static void
queue_measure (UiLogView *self)
{
  if (self->measure == 0)
    self->measure = g_idle_add_full (G_PRIORITY_HIGH_IDLE, measure_time, self, NULL);
}

static gboolean
scroll_to_end (gpointer data)
{
  UiLogView *self = data;
  guint      n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  self->scroll = 0;
  if (n > 0 && self->follows && ui_log_sorter_get_column (self->sorter) == UI_LOG_TIME)
    gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u",
                                ui_log_sorter_get_descending (self->sorter) ? 0 : n - 1);
  return G_SOURCE_REMOVE;
}

/* The list moves its own adjustment while it is laid out: what is done meanwhile is lost. To set it
 * while rows have no height yet is a warning of GTK; to name the row is none. */
static void
follow_end (UiLogView *self)
{
  if (self->scroll == 0)
    self->scroll = g_idle_add_full (G_PRIORITY_HIGH_IDLE, scroll_to_end, self, NULL);
  queue_measure (self);
}

static void
set_follows (UiLogView *self, gboolean follows)
{
  if (self->follows == follows)
    return;
  self->follows = follows;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWS]);
  follow_end (self);
}

static void
on_selected (UiLogView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static void
ui_log_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  UiLogView *self = UI_LOG_VIEW (widget);

  GTK_WIDGET_CLASS (ui_log_view_parent_class)->css_changed (widget, change);
  self->measures.scale = get_scale (widget);
}

static void
ui_log_view_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (ui_log_view_parent_class)->system_setting_changed (widget, setting);
  UI_LOG_VIEW (widget)->measures.scale = get_scale (widget);
}

static void
ui_log_view_dispose (GObject *object)
{
  UiLogView *self = UI_LOG_VIEW (object);

  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  ui_template_dispose (object);
  /* The end of the list is a change of it, too. */
  g_clear_handle_id (&self->scroll, g_source_remove);
  g_clear_handle_id (&self->measure, g_source_remove);
  g_clear_pointer (&self->timeline, ui_log_timeline_free);
}

UI_DEFINE_CLASS (UiLogView, ui_log_view)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_FOLLOWS] = { "follows", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (UiLogView, follows),
                       .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_follows) },
    [PROP_SELECTED] = { "selected", APP_TYPE_LOG_ENTRY, G_CALLBACK (ui_log_view_get_selected) },
  };

  object_class->dispose = ui_log_view_dispose;
  widget_class->css_changed = ui_log_view_css_changed;
  widget_class->system_setting_changed = ui_log_view_system_setting_changed;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  ui_template_ensure_types (UI_TYPE_LOG_ROW, UI_TYPE_LOG_TITLES);
  ui_template_set_bin (widget_class, "ui/log/ui-log-view.ui");
  ui_template_hold (widget_class, UiLogView, sorter);
  ui_template_bind_children (widget_class, UiLogView, titles, scroller, view, selection, sorted);
  ui_template_bind_callbacks (widget_class, on_selected, queue_measure);
}

static void
ui_log_view_init (UiLogView *self)
{
  self->measures.scale = 1;
  ui_log_columns_load (&self->measures);
  self->follows = TRUE;
  self->sorter = ui_log_sorter_new ();
  ui_template_init (self);
  gtk_sort_list_model_set_sorter (self->sorted, GTK_SORTER (self->sorter));
  ui_log_titles_follow (self->titles, self->sorter);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  ui_connect (adjustment, "changed", follow_end, self);
  ui_connect (adjustment, "value-changed", queue_measure, self);
}

void
ui_log_view_set_model (UiLogView *self, GListModel *model, gboolean server)
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));

  self->measures.server = server;
  gtk_sort_list_model_set_model (self->sorted, model);
}

MCP_DEFINE_GETTER (UiLogSorter *, UiLogView, ui_log_view, sorter)

AppLogEntry *
ui_log_view_get_selected (UiLogView *self)
{
  g_return_val_if_fail (UI_IS_LOG_VIEW (self), NULL);
  return self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;
}

void
ui_log_view_select (UiLogView *self, AppLogEntry *entry)
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    {
      g_autoptr (AppLogEntry) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (item != entry)
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", i);
      return;
    }
}

void
ui_log_view_unselect (UiLogView *self)
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

void
ui_log_view_lay_out (UiLogView *self, int width, UiLogSpan spans[UI_LOG_COLUMNS])
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));

  self->measures.width = width;
  ui_log_columns_lay_out (&self->measures, spans);
}

void
ui_log_view_drag (UiLogView *self, UiLogColumn column, int by)
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));

  ui_log_columns_drag (&self->measures, column, by);
  redraw_rows (self);
}

void
ui_log_view_end_drag (UiLogView *self)
{
  g_return_if_fail (UI_IS_LOG_VIEW (self));
  ui_log_columns_save (&self->measures);
}

MCP_DEFINE_GETTER (UiLogTimeline *, UiLogView, ui_log_view, timeline)
