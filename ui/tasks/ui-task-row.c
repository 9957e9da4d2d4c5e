/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-task-row.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

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

G_DEFINE_FINAL_TYPE (UiTaskRow, ui_task_row, GTK_TYPE_LIST_BOX_ROW)

static const char *
get_look (AppTask *task, const char **class_name)
{
  if (app_task_is_lost (task))
    {
      *class_name = "state-failed";
      return "dialog-error-symbolic";
    }
  switch (mcp_task_get_state (app_task_get_task (task))->status)
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
      return "dialog-question-symbolic";
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
  return g_strdup_printf (_ ("%s · began %s ago"), word, since);
}

void
ui_task_row_update (UiTaskRow *self)
{
  g_return_if_fail (UI_IS_TASK_ROW (self));

  McpTask         *task = app_task_get_task (self->task);
  const char      *tool = mcp_task_get_tool_name (task);
  const char      *class_name;
  const char      *icon = get_look (self->task, &class_name);
  gboolean         lost = app_task_is_lost (self->task);
  gboolean         finished = lost || mcp_task_is_finished (task);
  double           progress = app_task_get_progress (self->task);
  g_autofree char *title =
      app_visible_text_line (tool != NULL ? tool : mcp_task_get_state (task)->id, MAX_LINE);
  g_autofree char *id = app_visible_text_line (mcp_task_get_state (task)->id, MAX_LINE);
  g_autofree char *line = make_state_line (self);
  g_autofree char *message = app_visible_text_summary (app_task_get_message (self->task), MAX_LINE);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", title, app_task_get_state_name (self->task));

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
                          !lost && mcp_task_get_state (task)->status == MCP_TASK_INPUT_REQUIRED);
  gtk_widget_set_visible (self->cancel, !finished);
  ui_widget_name (self, spoken);
}

static void
on_cancel (UiTaskRow *self)
{
  app_call_cancel (app_task_get_call (self->task));
}

static void
ui_task_row_dispose (GObject *object)
{
  ui_template_dispose (object);
  g_clear_object (&UI_TASK_ROW (object)->task);
}

static void
ui_task_row_class_init (UiTaskRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_task_row_dispose;

  ui_template_set (widget_class, "ui/tasks/ui-task-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, icon);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, title);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, state);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, message);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, progress);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, answer);
  gtk_widget_class_bind_template_child (widget_class, UiTaskRow, cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
}

static void
ui_task_row_init (UiTaskRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_task_row_new (AppTask *task)
{
  g_return_val_if_fail (APP_IS_TASK (task), NULL);

  UiTaskRow *self = g_object_new (UI_TYPE_TASK_ROW, NULL);

  self->task = g_object_ref (task);
  g_signal_connect_object (task, "changed", G_CALLBACK (ui_task_row_update), self,
                           G_CONNECT_SWAPPED);
  ui_task_row_update (self);
  return GTK_WIDGET (self);
}

AppTask *
ui_task_row_get_task (UiTaskRow *self)
{
  g_return_val_if_fail (UI_IS_TASK_ROW (self), NULL);
  return self->task;
}
