/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-case-run-window.h"
#include "ui-model-view.h"
#include "ui-template.h"

struct _UiCaseRunWindow
{
  AdwWindow parent_instance;

  AppCaseRun *run; /* has the rows */

  GtkLabel    *detail;
  UiModelView *view;
};

G_DEFINE_FINAL_TYPE (UiCaseRunWindow, ui_case_run_window, ADW_TYPE_WINDOW)

UI_DEFINE_CLASS (UiCaseRunWindow, ui_case_run_window)
{
  g_type_ensure (UI_TYPE_MODEL_VIEW);
  ui_template_set_dialog (widget_class, "ui/model/ui-case-run-window.ui");
  ui_template_hold (widget_class, UiCaseRunWindow, run);
  ui_template_bind_children (widget_class, UiCaseRunWindow, detail, view);
}

static void
ui_case_run_window_init (UiCaseRunWindow *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

void
ui_case_run_window_present (GtkWidget *near, AppCaseRun *run)
{
  g_return_if_fail (GTK_IS_WIDGET (near));
  g_return_if_fail (APP_IS_CASE_RUN (run));

  UiCaseRunWindow *self =
      g_object_new (UI_TYPE_CASE_RUN_WINDOW, "transient-for", gtk_widget_get_root (near), "title",
                    app_case_run_get_title (run), NULL);

  self->run = g_object_ref (run);
  gtk_label_set_text (self->detail, app_case_run_get_detail (run));
  g_object_set (self->view, "blocks", app_case_run_get_blocks (run), NULL);
  gtk_window_present (GTK_WINDOW (self));
}
