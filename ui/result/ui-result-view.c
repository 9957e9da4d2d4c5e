/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-result-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

struct _UiResultView
{
  GtkWidget parent_instance;

  AppCall *call;

  GtkStack       *stack;
  GtkImage       *icon;
  GtkSpinner     *spinner;
  GtkLabel       *status;
  GtkWidget      *cancel;
  GtkProgressBar *progress;
  GtkWidget      *approval;
  GtkLabel       *approval_reason;
  GtkLabel       *approval_arguments;
  GtkCheckButton *remember;
  UiSourceView   *source;
};

enum {
  PROP_0,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiResultView, ui_result_view, GTK_TYPE_WIDGET)

static void
cancel_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  if (self->call != NULL)
    app_call_cancel (self->call);
}

static void
approve_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  if (self->call != NULL)
    app_call_approve (self->call, gtk_check_button_get_active (self->remember));
}

static void
decline_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiResultView *self = UI_RESULT_VIEW (widget);
  if (self->call != NULL)
    app_call_decline (self->call);
}

static const char *
state_icon (AppCall *call)
{
  switch (app_call_get_state (call))
    {
    case APP_CALL_DONE:
      return app_call_is_error (call) ? "dialog-warning-symbolic" : "emblem-ok-symbolic";
    case APP_CALL_FAILED:
      return "dialog-error-symbolic";
    case APP_CALL_CANCELLED:
    case APP_CALL_DECLINED:
      return "process-stop-symbolic";
    case APP_CALL_NEEDS_APPROVAL:
      return "dialog-question-symbolic";
    case APP_CALL_PREPARED:
    case APP_CALL_RUNNING:
    case APP_CALL_CANCELLING:
    default:
      return "content-loading-symbolic";
    }
}

static void
update_status (UiResultView *self)
{
  gboolean         running = app_call_is_running (self->call);
  g_autofree char *elapsed = app_visible_text_duration (app_call_get_elapsed (self->call));
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_append (line, app_call_is_error (self->call) ? _ ("The tool reports an error")
                                                        : app_call_get_state_name (self->call));
  if (elapsed[0] != '\0')
    g_string_append_printf (line, " · %s", elapsed);
  if (!running && app_call_get_result_size (self->call) > 0)
    {
      g_autofree char *size = app_visible_text_size (app_call_get_result_size (self->call));
      g_string_append_printf (line, " · %s", size);
    }
  gtk_label_set_text (self->status, line->str);
  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !running);
  gtk_image_set_from_icon_name (self->icon, state_icon (self->call));
  gtk_widget_set_visible (self->cancel, running);
}

static void
update_progress (UiResultView *self)
{
  double progress = app_call_get_progress (self->call);
  double total = app_call_get_progress_total (self->call);

  gtk_widget_set_visible (GTK_WIDGET (self->progress),
                          app_call_is_running (self->call) && progress >= 0);
  if (total > 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (progress / total, 0.0, 1.0));
  else
    gtk_progress_bar_pulse (self->progress);
  g_autofree char *message =
      app_visible_text_line (app_call_get_progress_message (self->call), 200);
  gtk_progress_bar_set_text (self->progress, message);
  gtk_progress_bar_set_show_text (self->progress, message[0] != '\0');
}

static void
update_state (UiResultView *self)
{
  AppCallState state = app_call_get_state (self->call);
  gboolean     asks = state == APP_CALL_NEEDS_APPROVAL;

  gtk_widget_set_visible (self->approval, asks);
  if (asks)
    {
      g_autofree char *arguments =
          app_visible_text_block (app_call_get_sent_arguments (self->call), 4000);
      gtk_label_set_text (self->approval_reason, app_call_get_approval_reason (self->call));
      gtk_label_set_text (self->approval_arguments, arguments);
      gtk_check_button_set_active (self->remember, TRUE);
    }
  if (state == APP_CALL_DONE)
    ui_source_view_set_value (self->source, app_call_get_result (self->call));
  else if (state == APP_CALL_FAILED)
    {
      AppProblem      *problem = app_call_get_problem (self->call);
      g_autofree char *text = problem != NULL ? app_problem_dup_text (problem) : NULL;
      ui_source_view_set_text (self->source, text, UI_SOURCE_PLAIN);
    }
  gtk_widget_set_opacity (GTK_WIDGET (self->source), app_call_is_running (self->call) ? 0.55 : 1);
  update_status (self);
  update_progress (self);
}

static void
ui_result_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_CALL:
      g_value_set_object (value, UI_RESULT_VIEW (object)->call);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_result_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_CALL:
      ui_result_view_set_call (UI_RESULT_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_result_view_dispose (GObject *object)
{
  UiResultView *self = UI_RESULT_VIEW (object);

  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  ui_template_dispose (GTK_WIDGET (object), UI_TYPE_RESULT_VIEW);
  g_clear_object (&self->call);
  G_OBJECT_CLASS (ui_result_view_parent_class)->dispose (object);
}

static void
ui_result_view_class_init (UiResultViewClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ui_result_view_get_property;
  object_class->set_property = ui_result_view_set_property;
  object_class->dispose = ui_result_view_dispose;

  properties[PROP_CALL] =
      g_param_spec_object ("call", NULL, NULL, APP_TYPE_CALL,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/result/ui-result-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiResultView, stack);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, icon);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, status);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, cancel);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, progress);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, approval);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, approval_reason);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, approval_arguments);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, remember);
  gtk_widget_class_bind_template_child (widget_class, UiResultView, source);
  gtk_widget_class_install_action (widget_class, "call.cancel", NULL, cancel_call);
  gtk_widget_class_install_action (widget_class, "call.approve", NULL, approve_call);
  gtk_widget_class_install_action (widget_class, "call.decline", NULL, decline_call);
}

static void
ui_result_view_init (UiResultView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_result_view_new (void)
{
  return g_object_new (UI_TYPE_RESULT_VIEW, NULL);
}

void
ui_result_view_set_call (UiResultView *self, AppCall *call)
{
  g_return_if_fail (UI_IS_RESULT_VIEW (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  gtk_stack_set_visible_child_name (self->stack, call != NULL ? "call" : "empty");
  if (call != NULL)
    {
      g_signal_connect_object (call, "notify::state", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (call, "notify::elapsed", G_CALLBACK (update_status), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (call, "notify::progress", G_CALLBACK (update_progress), self,
                               G_CONNECT_SWAPPED);
      update_state (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

AppCall *
ui_result_view_get_call (UiResultView *self)
{
  g_return_val_if_fail (UI_IS_RESULT_VIEW (self), NULL);
  return self->call;
}
