/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-pane.h"
#include "mcp-property.h"
#include "ui-batch-list.h"
#include "ui-log-columns.h"
#include "ui-log-detail.h"
#include "ui-page.h"
#include "ui-template.h"
#include "ui-width-bin.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <string.h>

/* UiLogRow: one line of the log, or the titles above it. It draws its texts by itself: GTK keeps
 * 200 rows of a list ready, and nine labels in nine cells for each of them take longer than a
 * person should wait for the log. */

#define UI_TYPE_LOG_ROW (ui_log_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLogRow, ui_log_row, UI, LOG_ROW, GtkWidget)

/* On both sides of a text, in pixels. */
#define PADDING 6
/* As .secondary in style.css */
#define DIM 0.72f
/* Xft's dots per inch, times 1024, at the normal text size. */
#define NORMAL_TEXT_DPI (96.0 * 1024)

struct _UiLogRow
{
  GtkWidget parent_instance;

  AppLogEntry *entry;                   /* (nullable): of the titles */
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

static void get_columns (UiLogRow *self, gboolean *server, gboolean *wide);

static void
ui_log_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLogRow *self = UI_LOG_ROW (widget);
  gboolean  server, wide;
  UiLogSpan spans[UI_LOG_COLUMNS];

  /* Only what is looked at is read for it. */
  if (self->entry != NULL)
    app_log_entry_want_findings (self->entry);
  get_columns (self, &server, &wide);
  ui_log_columns_lay_out (server, wide, get_scale (widget),
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

/* @entry: (nullable): %NULL shows the titles, as at first */
static void
ui_log_row_set_entry (UiLogRow *self, AppLogEntry *entry)
{
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

static void
ui_log_row_class_init (UiLogRowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[] = {
    [1] = { "entry", APP_TYPE_LOG_ENTRY, .offset = G_STRUCT_OFFSET (UiLogRow, entry),
            .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_log_row_set_entry) },
  };
  static GParamSpec *specs[G_N_ELEMENTS (rows)];

  object_class->dispose = ui_log_row_dispose;
  mcp_property_install (object_class, rows, specs, G_N_ELEMENTS (rows));

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
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* Soon enough for a person, seldom enough for a flood of answers. */
#define REFILTER_MS 300

struct _UiLogPane
{
  GtkWidget parent_instance;

  AppLog             *log;
  char               *session_name;
  char               *needle;
  GtkFilter          *filter;
  UiBatchList        *batches;
  GtkFilterListModel *filtered;
  GtkSingleSelection *selection;
  guint               scroll;
  guint               refilter;

  GtkSearchEntry    *search;
  GtkDropDown       *level;
  GtkLabel          *dropped;
  GtkToggleButton   *follow;
  GtkToggleButton   *pause;
  GtkStack          *stack;
  UiWidthBin        *bin;
  UiWidthBin        *list_bin;
  GtkPaned          *paned;
  GtkScrolledWindow *scroller;
  UiLogRow          *titles;
  GtkListView       *view;
  UiLogDetail       *detail;
};

enum {
  PROP_LOG = 1,
  PROP_SESSION_NAME,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void ui_log_pane_page_init (UiPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UiLogPane,
                               ui_log_pane,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, ui_log_pane_page_init))

/* The list's first entry is everything; its second what something is off in; its third what servers
 * log at any level, then from the next level on. */
#define CHOICE_FINDINGS 1
#define CHOICE_LOGGED 2

static gboolean
is_for_findings (UiLogPane *self)
{
  return gtk_drop_down_get_selected (self->level) == CHOICE_FINDINGS;
}

static gboolean
matches_choice (UiLogPane *self, AppLogEntry *entry)
{
  guint chosen = gtk_drop_down_get_selected (self->level);

  if (is_for_findings (self))
    return app_log_entry_count_findings (entry, NULL) > 0;
  return chosen == 0 || chosen == GTK_INVALID_LIST_POSITION ||
         app_log_entry_get_row (entry)->level >= (int)chosen - CHOICE_LOGGED;
}

static gboolean
matches (gpointer item, gpointer data)
{
  UiLogPane   *self = data;
  AppLogEntry *entry = APP_LOG_ENTRY (item);

  if (self->session_name != NULL &&
      g_strcmp0 (self->session_name, app_log_entry_get_row (entry)->session) != 0)
    return FALSE;
  if (self->needle != NULL)
    {
      g_autofree char *line = ui_log_columns_dup_line (entry);
      g_autofree char *folded = g_utf8_casefold (line, -1);
      if (strstr (folded, self->needle) == NULL)
        return FALSE;
    }
  return matches_choice (self, entry);
}

static void
update_stack (UiLogPane *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)) > 0;
  gtk_stack_set_visible_child_name (self->stack, any ? "lines" : "empty");
}

static void
update_dropped (UiLogPane *self)
{
  guint64 dropped = app_log_get_dropped (self->log);

  gtk_widget_set_visible (GTK_WIDGET (self->dropped), dropped > 0);
  if (dropped == 0)
    return;
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u older line is gone", "%u older lines are gone", (gulong)dropped),
      (guint)MIN (dropped, G_MAXUINT));
  gtk_label_set_text (self->dropped, text);
}

static gboolean
scroll_to_end (gpointer data)
{
  UiLogPane     *self = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  self->scroll = 0;
  if (gtk_toggle_button_get_active (self->follow))
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_REMOVE;
}

/* The list moves its own adjustment while it is laid out: what is set meanwhile is lost. */
static void
follow_end (UiLogPane *self)
{
  if (self->scroll == 0)
    self->scroll = g_idle_add_full (G_PRIORITY_HIGH_IDLE, scroll_to_end, self, NULL);
}

static void
on_search_changed (UiLogPane *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  g_clear_pointer (&self->needle, g_free);
  if (text[0] != '\0')
    self->needle = g_utf8_casefold (text, -1);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Looking through the messages takes longer than looking at their lines: piece by piece. */
static void
on_level_changed (UiLogPane *self)
{
  if (self->filter == NULL)
    return;
  gtk_filter_list_model_set_incremental (self->filtered, is_for_findings (self));
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static gboolean
filter_again (gpointer data)
{
  UiLogPane *self = data;

  self->refilter = 0;
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_LESS_STRICT);
  return G_SOURCE_REMOVE;
}

/* What is off is mostly in the answer, and the list does not change by that. */
static void
on_answered (UiLogPane *self)
{
  if (is_for_findings (self) && self->refilter == 0)
    self->refilter = g_timeout_add (REFILTER_MS, filter_again, self);
}

static void
on_search_stop (UiLogPane *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static AppLogEntry *
get_selected (UiLogPane *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
on_selected (UiLogPane *self)
{
  AppLogEntry *entry = get_selected (self);

  ui_log_detail_set_entry (self->detail, entry);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), entry != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.copy", entry != NULL);
  /* What the server sent is not ours to repeat; it can be taken as a text to begin with. */
  gboolean message = entry != NULL && app_log_entry_is_message (entry);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.edit", message);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.replay",
                                 message && app_log_entry_get_row (entry)->outgoing);
}

/* Rows say which server they belong to where there are several, and all columns where there is
 * room. */
static void
get_columns (UiLogRow *self, gboolean *server, gboolean *wide)
{
  GtkWidget *pane = gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_LOG_PANE);

  *server = pane != NULL && UI_LOG_PANE (pane)->session_name == NULL;
  *wide = pane == NULL || ui_width_bin_get_wide (UI_LOG_PANE (pane)->list_bin);
}

static void
redraw_rows (UiLogPane *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->titles));
  for (GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self->view)); line != NULL;
       line = gtk_widget_get_next_sibling (line))
    if (gtk_widget_get_first_child (line) != NULL)
      gtk_widget_queue_draw (gtk_widget_get_first_child (line));
}

static void
on_wide_changed (UiLogPane *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), wide
                                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                                    : GTK_ORIENTATION_VERTICAL);
}

static void
clear_log (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLogPane *self = UI_LOG_PANE (widget);

  app_log_clear (self->log);
  ui_batch_list_flush (self->batches);
}

/* What leaves memory passes the redactor. */
static void
copy_entry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppLogEntry *entry = get_selected (UI_LOG_PANE (widget));

  if (entry == NULL)
    return;
  g_autoptr (GBytes) bytes = app_log_entry_dup_redacted (entry);
  if (bytes == NULL)
    return;
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_utf8_make_valid (data, (gssize)length);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
replay (UiLogPane *self, gboolean edit)
{
  AppLogEntry *entry = get_selected (self);

  if (entry != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.replay", "(tb)",
                                app_log_entry_get_row (entry)->sequence, edit);
}

static void
replay_entry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  replay (UI_LOG_PANE (widget), FALSE);
}

static void
edit_entry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  replay (UI_LOG_PANE (widget), TRUE);
}

static void
close_detail (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLogPane *self = UI_LOG_PANE (widget);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

static void
ui_log_pane_constructed (GObject *object)
{
  UiLogPane *self = UI_LOG_PANE (object);

  G_OBJECT_CLASS (ui_log_pane_parent_class)->constructed (object);

  on_wide_changed (self);
  self->batches = ui_batch_list_new (G_LIST_MODEL (self->log));
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  gtk_filter_list_model_set_filter (self->filtered, self->filter);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->batches));
  g_signal_connect_object (self->log, "notify::dropped", G_CALLBACK (update_dropped), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->log, "answered", G_CALLBACK (on_answered), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->log, "paused", self->pause, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scroller), "changed",
                           G_CALLBACK (follow_end), self, G_CONNECT_SWAPPED);
  update_stack (self);
  update_dropped (self);
  on_selected (self);
}

static void
ui_log_pane_map (GtkWidget *widget)
{
  ui_batch_list_set_watched (UI_LOG_PANE (widget)->batches, TRUE);
  GTK_WIDGET_CLASS (ui_log_pane_parent_class)->map (widget);
}

static void
ui_log_pane_unmap (GtkWidget *widget)
{
  UiLogPane *self = UI_LOG_PANE (widget);

  GTK_WIDGET_CLASS (ui_log_pane_parent_class)->unmap (widget);
  if (self->batches != NULL)
    ui_batch_list_set_watched (self->batches, FALSE);
}

static void
ui_log_pane_dispose (GObject *object)
{
  UiLogPane *self = UI_LOG_PANE (object);

  g_clear_handle_id (&self->scroll, g_source_remove);
  g_clear_handle_id (&self->refilter, g_source_remove);
  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->batches);
  g_clear_object (&self->filter);
  g_clear_object (&self->log);
  g_clear_pointer (&self->session_name, g_free);
  g_clear_pointer (&self->needle, g_free);
}

static gboolean
ui_log_pane_search (UiPage *page)
{
  UiLogPane *self = UI_LOG_PANE (page);

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
  return TRUE;
}

static void
ui_log_pane_page_init (UiPageInterface *iface)
{
  iface->search = ui_log_pane_search;
}

static void
ui_log_pane_class_init (UiLogPaneClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_LOG] = { "log", APP_TYPE_LOG, .offset = G_STRUCT_OFFSET (UiLogPane, log),
                   .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
    [PROP_SESSION_NAME] = { "session-name", G_TYPE_STRING,
                            .offset = G_STRUCT_OFFSET (UiLogPane, session_name),
                            .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
  };

  object_class->constructed = ui_log_pane_constructed;
  object_class->dispose = ui_log_pane_dispose;
  widget_class->map = ui_log_pane_map;
  widget_class->unmap = ui_log_pane_unmap;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  g_type_ensure (UI_TYPE_LOG_DETAIL);
  g_type_ensure (UI_TYPE_LOG_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/log/ui-log-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, search);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, level);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, dropped);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, follow);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, pause);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, stack);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, bin);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, list_bin);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, paned);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, titles);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, view);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, selection);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, filtered);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, update_stack);
  gtk_widget_class_bind_template_child (widget_class, UiLogPane, detail);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_level_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stop);
  gtk_widget_class_bind_template_callback (widget_class, follow_end);
  gtk_widget_class_bind_template_callback (widget_class, on_wide_changed);
  gtk_widget_class_bind_template_callback (widget_class, redraw_rows);
  gtk_widget_class_install_action (widget_class, "log.clear", NULL, clear_log);
  gtk_widget_class_install_action (widget_class, "log.copy", NULL, copy_entry);
  gtk_widget_class_install_action (widget_class, "log.replay", NULL, replay_entry);
  gtk_widget_class_install_action (widget_class, "log.edit", NULL, edit_entry);
  gtk_widget_class_install_action (widget_class, "log.close-detail", NULL, close_detail);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c,
                                       GDK_CONTROL_MASK | GDK_SHIFT_MASK, "log.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "log.replay", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "log.edit", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "log.close-detail", NULL);
}

static void
ui_log_pane_init (UiLogPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_log_pane_new (AppLog *log, const char *session_name)
{
  g_return_val_if_fail (APP_IS_LOG (log), NULL);
  return g_object_new (UI_TYPE_LOG_PANE, "log", log, "session-name", session_name, NULL);
}
