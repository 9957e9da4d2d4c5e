/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tasks-page.h"
#include "ui-result-view.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-task-list.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#define MAX_NOTE 300
/* Ages are told in whole seconds. */
#define CLOCK_SECONDS 1

/*
 * UiTaskRow: one task: of which tool, in what state, how far, since when; and what can be done:
 * cancel it, answer what it asks.
 */

#define UI_TYPE_TASK_ROW (ui_task_row_get_type ())
G_DECLARE_FINAL_TYPE (UiTaskRow, ui_task_row, UI, TASK_ROW, GtkListBoxRow)

#define MAX_LINE 200

struct _UiTaskRow
{
  GtkListBoxRow parent_instance;

  AppTask *task;

  GtkImage       *icon;
  GtkLabel       *title;
  GtkLabel       *state;
  GtkLabel       *message;
  GtkProgressBar *progress;
  GtkWidget      *answer;
  GtkWidget      *cancel;
};

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

UI_DEFINE_TEMPLATE (UiTaskRow, ui_task_row, GTK_TYPE_LIST_BOX_ROW)

static const char *
get_look (AppTask *task, const char **class_name)
{
  if (app_task_is_lost (task))
    {
      *class_name = "state-failed";
      return "dialog-error-symbolic";
    }
  switch (app_task_get_state (task)->status)
    {
    case MCP_TASK_COMPLETED:
      *class_name = "state-ready";
      return "object-select-symbolic";
    case MCP_TASK_FAILED:
      *class_name = "state-failed";
      return "dialog-error-symbolic";
    case MCP_TASK_CANCELLED:
      *class_name = "state-quiet";
      return "process-stop-symbolic";
    case MCP_TASK_INPUT_REQUIRED:
      *class_name = "state-waiting";
      return "spyglass-inbox-symbolic";
    case MCP_TASK_WORKING:
    case MCP_TASK_UNKNOWN:
    default:
      *class_name = "state-quiet";
      return "spyglass-state-connecting-symbolic";
    }
}

static char *
make_state_line (UiTaskRow *self)
{
  const char      *word = app_task_get_state_name (self->task);
  gint64           created = app_task_get_created (self->task);
  gint64           age = MAX (g_get_real_time () - created, 0) / G_USEC_PER_SEC;
  g_autofree char *since = age < 60 ? g_strdup_printf (_ ("%d s"), (int)age)
                                    : app_visible_text_duration (age * G_USEC_PER_SEC);

  if (created == 0)
    return g_strdup (word);
  /* Translators: a state, and how long ago something began, such as "working · began 12 s ago" */
  return g_strdup_printf (_ ("%s · started %s ago"), word, since);
}

/* The clock goes on. */
static void
ui_task_row_update (UiTaskRow *self)
{
  g_return_if_fail (UI_IS_TASK_ROW (self));

  const McpTaskState *task = app_task_get_state (self->task);
  const char         *class_name;
  const char         *icon = get_look (self->task, &class_name);
  gboolean            lost = app_task_is_lost (self->task);
  gboolean            finished = app_task_is_finished (self->task);
  double              progress = app_task_get_progress (self->task);
  g_autofree char    *title = app_visible_text_line (app_task_get_title (self->task), MAX_LINE);
  g_autofree char    *id = app_visible_text_line (task->id, MAX_LINE);
  g_autofree char    *line = make_state_line (self);
  const char         *words = app_task_get_message (self->task);
  const char         *state = app_task_get_state_name (self->task);
  g_autofree char    *message = app_visible_text_summary (words, MAX_LINE);
  g_autofree char    *spoken = g_strdup_printf ("%s, %s", title, state);

  gtk_image_set_from_icon_name (self->icon, icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), state_classes, class_name);
  gtk_label_set_text (self->title, title);
  ui_tooltip_set (GTK_WIDGET (self->title), id);
  gtk_label_set_text (self->state, line);
  gtk_label_set_text (self->message, message);
  ui_tooltip_set (GTK_WIDGET (self->message), message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), message[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->progress), progress >= 0 && !finished);
  if (progress >= 0)
    gtk_progress_bar_set_fraction (self->progress, progress);
  gtk_widget_set_visible (self->answer,
                          !lost && task->status == MCP_TASK_INPUT_REQUIRED);
  /* What is shown beside the list has its own. */
  gtk_widget_set_visible (self->cancel,
                          !finished && !gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (self)));
  ui_widget_name (self, spoken);
}

static void
on_cancel (UiTaskRow *self)
{
  app_call_cancel (app_task_get_call (self->task));
}

UI_DEFINE_CLASS (UiTaskRow, ui_task_row)
{
  ui_template_set (widget_class, "ui/tasks/ui-task-row.ui");
  ui_template_hold (widget_class, UiTaskRow, task);
  ui_template_bind_children (widget_class, UiTaskRow, icon, title, state, message, progress, answer,
                             cancel);
  ui_template_bind_callbacks (widget_class, on_cancel);
}

static GtkWidget *
ui_task_row_new (AppTask *task)
{
  g_return_val_if_fail (APP_IS_TASK (task), NULL);

  UiTaskRow *self = g_object_new (UI_TYPE_TASK_ROW, NULL);

  self->task = g_object_ref (task);
  ui_connect (task, "changed", ui_task_row_update, self);
  ui_task_row_update (self);
  return GTK_WIDGET (self);
}

/* Returns: (transfer none) */
static AppTask *
ui_task_row_get_task (UiTaskRow *self)
{
  g_return_val_if_fail (UI_IS_TASK_ROW (self), NULL);
  return self->task;
}

struct _UiTasksPage
{
  AdwBin parent_instance;

  AppTaskList  *tasks;
  AppTask      *chosen; /* (nullable) */
  GCancellable *cancellable;
  guint         clock;

  GtkLabel     *note;
  GtkWidget    *refresh;
  GtkWidget    *clear;
  GtkStack     *stack;
  UiWidthBin   *bin;
  GtkPaned     *paned;
  GtkListBox   *rows;
  UiResultView *result;
};

G_DEFINE_FINAL_TYPE (UiTasksPage, ui_tasks_page, ADW_TYPE_BIN)

static void
update (UiTasksPage *self)
{
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (self->tasks));
  guint            unfinished = app_task_list_count_unfinished (self->tasks);
  g_autofree char *text =
      g_strdup_printf (ngettext ("%u running", "%u running", unfinished),
                       unfinished);

  gtk_label_set_text (self->note, n > 0 ? text : "");
  gtk_widget_set_sensitive (self->clear, n > unfinished);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "tasks" : "empty");
  if (n > 0 && gtk_list_box_get_selected_row (self->rows) == NULL)
    gtk_list_box_select_row (self->rows, gtk_list_box_get_row_at_index (self->rows, 0));
}

static void
update_rows (UiTasksPage *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->rows)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (UI_IS_TASK_ROW (row))
      ui_task_row_update (UI_TASK_ROW (row));
}

static gboolean
on_clock (gpointer data)
{
  UiTasksPage *self = data;

  update_rows (self);
  update (self);
  return G_SOURCE_CONTINUE;
}

static void
show_call (UiTasksPage *self)
{
  ui_result_view_set_call (self->result,
                           self->chosen != NULL ? app_task_get_call (self->chosen) : NULL);
}

static void
choose (UiTasksPage *self, AppTask *task)
{
  if (self->chosen != NULL)
    g_signal_handlers_disconnect_by_data (self->chosen, self);
  g_set_object (&self->chosen, task);
  if (task != NULL)
    ui_connect (task, "call-replaced", show_call, self);
}

static void
on_selected (UiTasksPage *self, GtkListBoxRow *row)
{
  choose (self, row != NULL ? ui_task_row_get_task (UI_TASK_ROW (row)) : NULL);
  show_call (self);
  update_rows (self);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTasksPage) self = data;
  g_autoptr (GError) error = NULL;

  if (app_task_list_refresh_finish (APP_TASK_LIST (object), result, &error) ||
      g_cancellable_is_cancelled (self->cancellable))
    return;
  g_autofree char *text = app_visible_text_line (error->message, MAX_NOTE);
  gtk_label_set_text (self->note, text);
}

static void
on_refresh (UiTasksPage *self)
{
  app_task_list_refresh_async (self->tasks, self->cancellable, on_refreshed, g_object_ref (self));
}

static void
on_clear (UiTasksPage *self)
{
  app_task_list_clear_finished (self->tasks);
}

static void
apply_orientation (UiTasksPage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), ui_width_bin_get_wide (self->bin)
                                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                                    : GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  return ui_task_row_new (APP_TASK (item));
}

static void
ui_tasks_page_map (GtkWidget *widget)
{
  UiTasksPage *self = UI_TASKS_PAGE (widget);

  GTK_WIDGET_CLASS (ui_tasks_page_parent_class)->map (widget);
  if (self->clock == 0)
    self->clock = g_timeout_add_seconds (CLOCK_SECONDS, on_clock, self);
}

static void
ui_tasks_page_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&UI_TASKS_PAGE (widget)->clock, g_source_remove);
  GTK_WIDGET_CLASS (ui_tasks_page_parent_class)->unmap (widget);
}

static void
ui_tasks_page_dispose (GObject *object)
{
  UiTasksPage *self = UI_TASKS_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  choose (self, NULL);
  ui_template_dispose (object);
  g_clear_handle_id (&self->clock, g_source_remove);
}

MCP_DEFINE_FINALIZE (UiTasksPage, ui_tasks_page)
{
  g_object_unref (self->cancellable);
}

UI_DEFINE_CLASS (UiTasksPage, ui_tasks_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_tasks_page_dispose;
  object_class->finalize = ui_tasks_page_finalize;
  widget_class->map = ui_tasks_page_map;
  widget_class->unmap = ui_tasks_page_unmap;

  ui_template_ensure_types (UI_TYPE_WIDTH_BIN, UI_TYPE_RESULT_VIEW);
  ui_template_set (widget_class, "ui/tasks/ui-tasks-page.ui");
  ui_template_hold (widget_class, UiTasksPage, tasks);
  ui_template_bind_children (widget_class, UiTasksPage, note, refresh, clear, stack, bin, paned,
                             rows, result);
  ui_template_bind_callbacks (widget_class, on_refresh, on_clear, on_selected, apply_orientation);
}

static void
ui_tasks_page_init (UiTasksPage *self)
{
  self->cancellable = g_cancellable_new ();
  ui_template_init (self);
  apply_orientation (self);
}

GtkWidget *
ui_tasks_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiTasksPage *self = g_object_new (UI_TYPE_TASKS_PAGE, NULL);

  self->tasks = g_object_ref (app_session_get_feature (session, APP_TYPE_TASK_LIST));
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (self->tasks), create_row, NULL, NULL);
  ui_connect (self->tasks, "items-changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}
