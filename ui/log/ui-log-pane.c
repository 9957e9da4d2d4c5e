/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-pane.h"
#include "mcp-property.h"
#include "ui-batch-list.h"
#include "ui-log-detail.h"
#include "ui-log-filter-popover.h"
#include "ui-log-filter.h"
#include "ui-log-view.h"
#include "ui-page.h"
#include "ui-template.h"
#include "ui-width-bin.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Enough for a message, which is laid out. */
#define DETAIL_WIDTH 380
/* Soon enough for a person, seldom enough for a flood of answers. */
#define REFILTER_MS 300

struct _UiLogPane
{
  GtkBox parent_instance;

  AppLog             *log;
  char               *session_name;
  UiLogFilter        *filter;
  UiBatchList        *batches;
  GtkFilterListModel *filtered;
  guint               refilter;

  GtkLabel        *title;
  GtkSearchEntry  *search;
  GtkMenuButton   *filters;
  GtkLabel        *dropped;
  GtkToggleButton *pause;
  GtkStack        *stack;
  UiWidthBin      *bin;
  GtkPaned        *paned;
  UiLogView       *view;
  UiLogDetail     *detail; /* (nullable): once something was selected */
};

enum {
  PROP_LOG = 1,
  PROP_SESSION_NAME,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_PAGE (UiLogPane, ui_log_pane, GTK_TYPE_BOX)

/* Where nothing is shown, it matters whether there is anything. */
static void
update_stack (UiLogPane *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)) > 0;
  gboolean filtered = self->filter != NULL && ui_log_filter_is_active (self->filter);

  gtk_stack_set_visible_child_name (self->stack, any        ? "lines"
                                                 : filtered ? "no-match"
                                                            : "empty");
}

static void
update_dropped (UiLogPane *self)
{
  guint64 dropped = app_log_get_dropped (self->log);

  gtk_widget_set_visible (GTK_WIDGET (self->dropped), dropped > 0);
  if (dropped == 0)
    return;
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u older message dropped", "%u older messages dropped", (gulong)dropped),
      (guint)MIN (dropped, G_MAXUINT));
  gtk_label_set_text (self->dropped, text);
}

static void
on_search_changed (UiLogPane *self)
{
  ui_log_filter_set_text (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Looking through the messages takes longer than looking at their lines: piece by piece. Before the
 * list filters, which would have to take back what it has begun. In the middle of that it cannot be
 * told otherwise: GTK 4.8 does not tell what it finds then, and aborts at the next change. */
static void
before_filtering (UiLogPane *self)
{
  gboolean pending = gtk_filter_list_model_get_pending (self->filtered) > 0;

  gtk_filter_list_model_set_incremental (self->filtered,
                                         pending || ui_log_filter_is_slow (self->filter));
}

static gboolean
filter_again (gpointer data)
{
  UiLogPane *self = data;

  self->refilter = 0;
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  return G_SOURCE_REMOVE;
}

/* An answer changes the state of its line and is what mostly has issues; the list does not change
 * by that. */
static void
on_answered (UiLogPane *self)
{
  if (self->refilter == 0 && ui_log_filter_depends_on_answers (self->filter))
    self->refilter = g_timeout_add (REFILTER_MS, filter_again, self);
}

static void
on_search_stop (UiLogPane *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
reset_filters (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLogPane *self = UI_LOG_PANE (widget);

  GtkPopover *popover = gtk_menu_button_get_popover (self->filters);

  if (popover != NULL)
    ui_log_filter_popover_reset (UI_LOG_FILTER_POPOVER (popover));
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  ui_log_filter_set_text (self->filter, NULL);
}

static void
update_filters (UiLogPane *self)
{
  guint n;

  g_object_get (self->filter, "n-active", &n, NULL);
  g_autofree char *text =
      /* Translators: %u filters are set */
      n > 0 ? g_strdup_printf (_ ("Filters (%u)"), n) : g_strdup (_ ("Filters"));
  gtk_menu_button_set_label (self->filters, text);
  ui_widget_set_class (self->filters, "accent", n > 0);
}

/* Seven lists that most people never open. */
static void
create_popover (GtkMenuButton *button, gpointer data)
{
  UiLogPane *self = data;

  if (self->filter != NULL && gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, ui_log_filter_popover_new (
                                             self->log, self->filter,
                                             ui_log_view_get_sorter (self->view),
                                             self->session_name == NULL));
}

static AppLogEntry *
get_selected (UiLogPane *self)
{
  return ui_log_view_get_selected (self->view);
}

/* Beside the list where there is room, else below it. */
static void
on_wide_changed (UiLogPane *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), wide
                                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                                    : GTK_ORIENTATION_VERTICAL);
  if (self->detail != NULL)
    gtk_widget_set_size_request (GTK_WIDGET (self->detail), wide ? DETAIL_WIDTH : -1, 120);
}

static void
show_detail (UiLogPane *self, AppLogEntry *entry)
{
  if (self->detail == NULL && entry == NULL)
    return;
  if (self->detail == NULL)
    {
      self->detail = g_object_new (UI_TYPE_LOG_DETAIL, NULL);
      gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->detail));
      on_wide_changed (self);
    }
  ui_log_detail_set_entry (self->detail, entry);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), entry != NULL);
}

static void
on_selected (UiLogPane *self)
{
  AppLogEntry *entry = get_selected (self);

  show_detail (self, entry);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.copy", entry != NULL);
  /* What the server sent is not ours to repeat; it can be taken as a text to begin with. */
  gboolean message = entry != NULL && app_log_entry_is_message (entry);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.edit", message);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "log.replay",
                                 message && app_log_entry_get_row (entry)->outgoing);
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
  ui_log_view_unselect (UI_LOG_PANE (widget)->view);
}

static void
ui_log_pane_constructed (GObject *object)
{
  UiLogPane *self = UI_LOG_PANE (object);

  G_OBJECT_CLASS (ui_log_pane_parent_class)->constructed (object);

  on_wide_changed (self);
  /* A page of its own has its title in the header. */
  if (self->session_name != NULL)
    gtk_box_remove (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->title))),
                    GTK_WIDGET (self->title));
  self->batches = ui_batch_list_new (G_LIST_MODEL (self->log));
  self->filter = ui_log_filter_new (self->session_name);
  ui_connect (self->filter, "changed", before_filtering, self);
  gtk_filter_list_model_set_filter (self->filtered, GTK_FILTER (self->filter));
  ui_connect (self->filter, "changed", update_stack, self);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->batches));
  ui_log_view_set_model (self->view, G_LIST_MODEL (self->filtered), self->session_name == NULL);
  gtk_menu_button_set_create_popup_func (self->filters, create_popover, self, NULL);
  ui_connect (self->filter, "notify::n-active", update_filters, self);
  ui_connect (self->log, "notify::dropped", update_dropped, self);
  ui_connect (self->log, "answered", on_answered, self);
  g_object_bind_property (self->log, "paused", self->pause, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
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

UI_DEFINE_DISPOSE (UiLogPane, ui_log_pane)
{
  g_clear_handle_id (&self->refilter, g_source_remove);
  if (self->view != NULL)
    ui_log_view_set_model (self->view, NULL, FALSE);
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

UI_DEFINE_CLASS (UiLogPane, ui_log_pane)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
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

  ui_template_ensure_types (UI_TYPE_WIDTH_BIN, UI_TYPE_LOG_VIEW);
  ui_template_set (widget_class, "ui/log/ui-log-pane.ui");
  ui_template_own (widget_class, UiLogPane, session_name, g_free);
  ui_template_hold (widget_class, UiLogPane, batches, filter, log);
  ui_template_bind_children (widget_class, UiLogPane, title, search, filters, dropped, pause, stack,
                             bin, paned, view, filtered);
  ui_template_bind_callbacks (widget_class, on_selected, update_stack, on_search_changed,
                              on_search_stop, on_wide_changed);
  gtk_widget_class_install_action (widget_class, "log.clear", NULL, clear_log);
  gtk_widget_class_install_action (widget_class, "log.reset-filters", NULL, reset_filters);
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
  ui_template_init (self);
}

GtkWidget *
ui_log_pane_new (AppLog *log, const char *session_name)
{
  g_return_val_if_fail (APP_IS_LOG (log), NULL);
  return g_object_new (UI_TYPE_LOG_PANE, "log", log, "session-name", session_name, NULL);
}

void
ui_log_pane_select (UiLogPane *self, AppLogEntry *entry)
{
  g_return_if_fail (UI_IS_LOG_PANE (self));
  ui_log_view_select (self->view, entry);
}
