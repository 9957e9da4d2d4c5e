/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-case-window.h"
#include "ui-case-line-view.h"
#include "ui-copy.h"
#include "ui-file-chooser.h"
#include "ui-menu.h"
#include "ui-option-area.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINE 400

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Open Cases…"), "cases.open" },
  { UI_MENU_ITEM, N_ ("_Save as Case File…"), "cases.save" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Copy Report"), "cases.copy" },
  { UI_MENU_ITEM, N_ ("Save as _JUnit XML…"), "cases.save-junit" },
};

struct _UiCaseWindow
{
  AdwWindow parent_instance;

  AppCasePlan  *plan;
  AppCaseSetup *setup; /* of the template, as the widgets */

  /* borrowed */
  UiTextArea *prompt;
  UiTextArea *description;

  GtkMenuButton       *more;
  AdwToastOverlay     *toasts;
  UiProblemView       *problem;
  GtkStack            *stack;
  AdwPreferencesGroup *prompt_group;
  GtkFrame            *prompt_frame;
  GtkLabel            *file_title;
  AdwComboRow         *tool;
  AdwPreferencesGroup *models;
  GtkFrame            *description_frame;
  AdwActionRow        *as_approved;
  GtkLabel            *question;
  GtkLabel            *expected;
  GtkBox              *lines;
  GtkProgressBar      *progress;
  GtkLabel            *status;
  GtkWidget           *change;
};

G_DEFINE_FINAL_TYPE (UiCaseWindow, ui_case_window, ADW_TYPE_WINDOW)

/* What is shown */

static void
show_status (UiCaseWindow *self)
{
  gboolean         is_planning = app_case_plan_get_state (self->plan) == APP_CASE_PLANNING;
  g_autofree char *status = NULL;
  g_autofree char *estimate = NULL;
  g_autofree char *reason = NULL;

  g_object_get (self->plan, "status", &status, "estimate", &estimate, "reason", &reason, NULL);
  gtk_label_set_text (self->status, !is_planning        ? status
                                    : reason[0] != '\0' ? reason
                                                        : estimate);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cases.run",
                                 reason[0] == '\0' &&
                                     app_case_plan_get_state (self->plan) != APP_CASE_RUNNING);
}

static void
show_state (UiCaseWindow *self)
{
  AppCaseState state = app_case_plan_get_state (self->plan);
  gboolean     is_running = state == APP_CASE_RUNNING;
  gboolean     has_report = state == APP_CASE_ENDED;

  gtk_stack_set_visible_child_name (self->stack,
                                    state == APP_CASE_PLANNING ? "plan" : "report");
  gtk_widget_set_visible (GTK_WIDGET (self->progress), is_running);
  gtk_widget_set_visible (self->change, has_report);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cases.copy", has_report);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cases.save-junit", has_report);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cases.open", !is_running);
  show_status (self);
}

static void
show_file (UiCaseWindow *self)
{
  g_autofree char *title = NULL;

  g_object_get (self->plan, "file-title", &title, NULL);
  ui_widget_show_text (self->file_title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->prompt_group), title == NULL);
}

/* What it was that was measured. */
static void
show_question (UiCaseWindow *self)
{
  const AppCaseChoices *choices = app_case_setup_get_choices (self->setup);
  g_autofree char      *name = app_visible_text_line (choices->tool, MAX_LINE);
  g_autofree char      *title = NULL;
  g_autofree char      *expected = NULL;

  g_object_get (self->plan, "file-title", &title, NULL);
  g_autofree char *line =
      app_visible_text_line (title != NULL ? title : choices->prompt, MAX_LINE);
  gtk_label_set_text (self->question, line);
  if (title == NULL && *name != '\0')
    /* Translators: %s is the name of a tool */
    expected = g_strdup_printf (_ ("Correct if “%s” is called."), name);
  else if (title == NULL)
    expected = g_strdup (_ ("Correct if no tool is called."));
  ui_widget_show_text (self->expected, expected);
}

static void
show_lines (UiCaseWindow *self)
{
  GListModel *lines = app_case_plan_get_lines (self->plan);

  ui_widget_clear (self->lines);
  show_question (self);
  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppCaseLine) line = g_list_model_get_item (lines, i);

      gtk_box_append (self->lines, ui_case_line_view_new (line));
    }
}

static void
show_problem (UiCaseWindow *self, AppProblem *problem)
{
  ui_problem_view_set_problem (self->problem, problem);
  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY, _ ("Dismiss"), "cases.dismiss");
}

/* What is chosen */

static void
add_models (UiCaseWindow *self)
{
  GListModel *models = app_case_plan_get_models (self->plan);

  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr (AppCaseModel) model = g_list_model_get_item (models, i);
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), app_case_model_get_title (model));
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      ui_widget_name (check, app_case_model_get_title (model));
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      g_object_bind_property (model, "chosen", check, "active",
                              G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
      adw_preferences_group_add (self->models, row);
    }
}

/* The first row is none of them. */
static void
fill_tools (UiCaseWindow *self)
{
  g_auto (GStrv) tools = app_case_plan_dup_tools (self->plan);
  const char    *none[] = { _ ("None"), NULL };
  GtkStringList *list = gtk_string_list_new (none);
  guint          selected = 0;

  for (guint i = 0; tools[i] != NULL; i++)
    {
      gtk_string_list_append (list, tools[i]);
      if (g_strcmp0 (tools[i], app_case_setup_get_choices (self->setup)->tool) == 0)
        selected = i + 1;
    }
  adw_combo_row_set_model (self->tool, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->tool, selected);
  g_object_unref (list);
}

/* Where tools say what was approved, there is nothing to compare. */
static void
offer_approved (UiCaseWindow *self)
{
  g_autofree char *text = app_case_plan_dup_approved (self->plan);

  gtk_widget_set_visible (GTK_WIDGET (self->as_approved), text != NULL);
  adw_action_row_set_subtitle (self->as_approved, text != NULL ? text : "");
}

static void
on_tool (UiCaseWindow *self)
{
  GtkStringObject *item = adw_combo_row_get_selected_item (self->tool);

  if (self->plan == NULL || item == NULL)
    return;
  g_object_set (self->setup, "tool",
                adw_combo_row_get_selected (self->tool) > 0 ? gtk_string_object_get_string (item)
                                                            : "",
                NULL);
}

/* Actions */

static void
run (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiCaseWindow *self = UI_CASE_WINDOW (widget);

  ui_problem_view_set_problem (self->problem, NULL);
  app_case_plan_run (self->plan);
}

static void
stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_case_plan_stop (UI_CASE_WINDOW (widget)->plan);
}

static void
change (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_case_plan_change (UI_CASE_WINDOW (widget)->plan);
}

static void
dismiss (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_problem_view_set_problem (UI_CASE_WINDOW (widget)->problem, NULL);
}

static void
take_description (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiCaseWindow    *self = UI_CASE_WINDOW (widget);
  g_autofree char *text = app_case_plan_dup_description (self->plan);

  g_object_set (self->setup, "description", text, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->description)));
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text =
      app_case_report_write_text (app_case_plan_get_report (UI_CASE_WINDOW (widget)->plan));

  ui_copy_text (widget, text, strlen (text));
}

static void
open_file (gpointer object, GFile *file)
{
  UiCaseWindow *self = object;

  app_case_plan_change (self->plan);
  app_case_plan_open (self->plan, file);
}

void
ui_case_window_ask_for_file (UiCaseWindow *self)
{
  ui_file_chooser_ask (GTK_WIDGET (self), _ ("Open Cases"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL,
                       NULL, open_file, self);
}

static void
ask_for_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_case_window_ask_for_file (UI_CASE_WINDOW (widget));
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiCaseWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Saved")));
      return;
    }
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  show_problem (self, problem);
}

static void
save (UiCaseWindow *self, GFile *file, GBytes *bytes)
{
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, on_saved, g_object_ref (self));
}

static void
save_cases_to (gpointer object, GFile *file)
{
  UiCaseWindow *self = object;
  g_autoptr (GBytes) bytes = app_case_plan_dup_cases (self->plan);

  save (self, file, bytes);
}

static void
save_cases (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Save as Case File"), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL,
                       save_cases_to, widget);
}

static void
save_junit_to (gpointer object, GFile *file)
{
  UiCaseWindow  *self = object;
  AppCaseReport *report = app_case_plan_get_report (self->plan);
  char          *text = report != NULL ? app_case_report_write_junit (report) : NULL;
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;

  /* It may run again by now. */
  if (bytes != NULL)
    save (self, file, bytes);
}

static void
save_junit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Save as JUnit XML"), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL,
                       save_junit_to, widget);
}

/* The class */

UI_DEFINE_DISPOSE (UiCaseWindow, ui_case_window)
{
  if (self->plan != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->plan, self);
      app_case_plan_stop (self->plan);
    }
}

UI_DEFINE_CLASS (UiCaseWindow, ui_case_window)
{
  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  g_type_ensure (APP_TYPE_CASE_SETUP);
  ui_template_set_dialog (widget_class, "ui/model/ui-case-window.ui");
  ui_template_hold (widget_class, UiCaseWindow, plan);
  G_OBJECT_CLASS (klass)->dispose = ui_case_window_dispose;
  ui_template_bind_children (widget_class, UiCaseWindow, setup, more, toasts, problem, stack,
                             prompt_group, prompt_frame, file_title, tool, models,
                             description_frame, as_approved, question, expected, lines,
                             progress, status, change);
  ui_template_bind_callbacks (widget_class, on_tool);
  gtk_widget_class_install_action (widget_class, "cases.run", NULL, run);
  gtk_widget_class_install_action (widget_class, "cases.stop", NULL, stop);
  gtk_widget_class_install_action (widget_class, "cases.plan", NULL, change);
  gtk_widget_class_install_action (widget_class, "cases.dismiss", NULL, dismiss);
  gtk_widget_class_install_action (widget_class, "cases.take-description", NULL, take_description);
  gtk_widget_class_install_action (widget_class, "cases.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "cases.open", NULL, ask_for_file);
  gtk_widget_class_install_action (widget_class, "cases.save", NULL, save_cases);
  gtk_widget_class_install_action (widget_class, "cases.save-junit", NULL, save_junit);
}

static void
ui_case_window_init (UiCaseWindow *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->more, model);
  self->prompt =
      ui_option_area_add (self->prompt_frame, NULL, _ ("Question"), _ ("Write a question"));
  self->description =
      ui_option_area_add (self->description_frame, NULL, _ ("Other description"), _ ("None"));
  ui_widget_name_lists (GTK_WIDGET (self), _ ("Options"));
}

static void
follow (UiCaseWindow *self)
{
  static const struct
  {
    const char *signal;
    void (*changed) (UiCaseWindow *self);
  } followed[] = {
    { "notify::state", show_state },
    { "notify::status", show_status },
    { "notify::estimate", show_status },
    { "notify::reason", show_status },
    { "notify::file-title", show_file },
  };

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    {
      ui_connect (self->plan, followed[i].signal, followed[i].changed, self);
      followed[i].changed (self);
    }
  g_object_bind_property (self->plan, "progress", self->progress, "fraction",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->plan, "problem", G_CALLBACK (show_problem), self,
                           G_CONNECT_SWAPPED);
  ui_connect (app_case_plan_get_lines (self->plan), "items-changed", show_lines, self);
}

UiCaseWindow *
ui_case_window_present (GtkWidget *near, AppModelController *bench, guint turn)
{
  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (bench), NULL);

  UiCaseWindow *self = g_object_new (UI_TYPE_CASE_WINDOW, "transient-for",
                                     gtk_widget_get_root (near), NULL);

  self->plan = app_case_plan_new (bench, turn, self->setup);
  add_models (self);
  fill_tools (self);
  offer_approved (self);
  ui_option_area_bind (self->prompt, self->setup, "prompt");
  ui_option_area_bind (self->description, self->setup, "description");
  follow (self);
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->prompt)));
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
