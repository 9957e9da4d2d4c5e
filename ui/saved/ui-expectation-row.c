/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-expectation-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#define MAX_PROBLEM 1000

struct _UiExpectationRow
{
  GtkListBoxRow parent_instance;

  AppExpectationList *list;
  AppExpectationRow  *row;

  GtkWidget   *path;
  GtkDropDown *check;
  GtkWidget   *value;
  GtkLabel    *problem;
};

UI_DEFINE_TEMPLATE (UiExpectationRow, ui_expectation_row, GTK_TYPE_LIST_BOX_ROW)

static void
update_check (UiExpectationRow *self)
{
  gtk_widget_set_sensitive (self->path, app_expectation_row_takes_path (self->row));
  gtk_widget_set_visible (self->value, app_expectation_row_takes_value (self->row));
}

static void
update_problem (UiExpectationRow *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->row, "problem", &problem, NULL);
  g_autofree char *visible =
      problem != NULL ? app_visible_text_block (problem, MAX_PROBLEM) : NULL;
  ui_widget_show_text (self->problem, visible);
  ui_widget_describe (self->value, visible != NULL ? visible : "");
  ui_widget_set_invalid (self->value, visible != NULL);
}

static void
on_remove (UiExpectationRow *self)
{
  app_expectation_list_remove (self->list, self->row);
}

UI_DEFINE_CLASS (UiExpectationRow, ui_expectation_row)
{
  ui_template_set (widget_class, "ui/saved/ui-expectation-row.ui");
  ui_template_hold (widget_class, UiExpectationRow, list, row);
  ui_template_bind_children (widget_class, UiExpectationRow, path, check, value, problem);
  ui_template_bind_callbacks (widget_class, on_remove);
}

GtkWidget *
ui_expectation_row_new (AppExpectationList *list, AppExpectationRow *row)
{
  g_return_val_if_fail (APP_IS_EXPECTATION_ROW (row), NULL);

  UiExpectationRow *self = g_object_new (UI_TYPE_EXPECTATION_ROW, NULL);
  g_autoptr (GtkStringList) labels = gtk_string_list_new (app_expectation_row_list_checks ());

  self->list = g_object_ref (list);
  self->row = g_object_ref (row);
  gtk_drop_down_set_model (self->check, G_LIST_MODEL (labels));
  g_object_bind_property (row, "path", self->path, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (row, "check", self->check, "selected",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (row, "value", self->value, "text",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_connect (row, "notify::check", update_check, self);
  ui_connect (row, "notify::problem", update_problem, self);
  update_check (self);
  update_problem (self);
  return GTK_WIDGET (self);
}
