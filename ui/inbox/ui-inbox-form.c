/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-form.h"
#include "ui-field-list.h"
#include "ui-form-problems.h"
#include "ui-json-text.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define ERROR_CHARACTERS 400
/* A few lines, then it scrolls. */
#define MIN_JSON_HEIGHT 96
#define MAX_JSON_HEIGHT 280

struct _UiInboxForm
{
  GtkBox parent_instance;

  AppForm     *form;
  UiFieldList *list; /* borrowed; NULL where there is nothing to fill in */
  gboolean     typing;
  gboolean     warned; /* what is wrong is listed */

  GtkStack       *stack;
  AdwBin         *fields;
  UiJsonText     *json;
  GtkLabel       *json_error;
  UiFormProblems *problems;
};

G_DEFINE_FINAL_TYPE (UiInboxForm, ui_inbox_form, GTK_TYPE_BOX)

static gboolean
shows_json (UiInboxForm *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "json") == 0;
}

static void
update_json (UiInboxForm *self)
{
  const char      *error = app_form_get_text_error (self->form);
  g_autofree char *line = app_visible_text_line (error, ERROR_CHARACTERS);

  if (!self->typing && shows_json (self))
    {
      g_autofree char *text = app_form_dup_json (self->form);
      ui_json_text_set_text (self->json, text);
    }
  gtk_label_set_text (self->json_error, line);
  gtk_widget_set_visible (GTK_WIDGET (self->json_error), error != NULL);
}

static void
on_page (UiInboxForm *self)
{
  if (self->form == NULL)
    return;
  if (shows_json (self))
    app_form_format_json (self->form);
  update_json (self);
}

static void
on_json_edited (UiInboxForm *self)
{
  g_autofree char *text = ui_json_text_dup_text (self->json);

  self->typing = TRUE;
  app_form_set_json (self->form, text);
  self->typing = FALSE;
}

static void
on_form_changed (UiInboxForm *self)
{
  update_json (self);
  ui_form_problems_show (self->problems, self->warned ? self->form : NULL, 0);
  if (ui_form_problems_get_n (self->problems) == 0)
    self->warned = FALSE;
  g_signal_emit_by_name (self, "changed");
}

static void
on_problem (UiInboxForm *self, AppFormProblem *problem)
{
  AppField   *field = problem != NULL ? app_form_find_field (
                                            self->form, problem->pointer)
                                      : NULL;
  UiFieldRow *row =
      field != NULL && self->list != NULL ? ui_field_list_find_row (self->list, field) : NULL;

  gtk_stack_set_visible_child_name (self->stack, row != NULL ? "form" : "json");
  if (row != NULL)
    ui_field_row_focus (row);
  else
    gtk_widget_grab_focus (ui_json_text_get_view (self->json));
}

static void
focus_next (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  if (root != NULL)
    gtk_widget_child_focus (GTK_WIDGET (root), GTK_DIR_TAB_FORWARD);
}

UI_DEFINE_CLASS (UiInboxForm, ui_inbox_form)
{
  mcp_signal_new (klass, "changed", 0);

  ui_template_ensure_types (UI_TYPE_JSON_TEXT, UI_TYPE_FORM_PROBLEMS);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-form.ui");
  ui_template_hold (widget_class, UiInboxForm, form);
  ui_template_bind_children (widget_class, UiInboxForm, stack, fields, json, json_error, problems);
  ui_template_bind_callbacks (widget_class, on_page, on_json_edited, on_problem);
  gtk_widget_class_install_action (widget_class, "form.next", NULL, focus_next);
}

static void
ui_inbox_form_init (UiInboxForm *self)
{
  ui_template_init (self);
  ui_json_text_set_heights (self->json, MIN_JSON_HEIGHT, MAX_JSON_HEIGHT);
  ui_widget_name (ui_json_text_get_view (self->json), _ ("Response as JSON"));
}

static GtkWidget *
create_nothing (void)
{
  GtkWidget *label = gtk_label_new (_ ("No input required."));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "secondary");
  return label;
}

GtkWidget *
ui_inbox_form_new (AppForm *form)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  UiInboxForm *self = g_object_new (UI_TYPE_INBOX_FORM, NULL);
  AppField    *root = app_form_get_root (form);

  self->form = g_object_ref (form);
  if (g_list_model_get_n_items (app_field_get_children (root)) > 0)
    {
      self->list = UI_FIELD_LIST (ui_field_list_new (form, root));
      adw_bin_set_child (self->fields, GTK_WIDGET (self->list));
    }
  else
    adw_bin_set_child (self->fields, create_nothing ());
  ui_connect (form, "changed", on_form_changed, self);
  update_json (self);
  return GTK_WIDGET (self);
}

void
ui_inbox_form_show_problems (UiInboxForm *self)
{
  g_return_if_fail (UI_IS_INBOX_FORM (self));

  if (app_form_get_text_error (self->form) != NULL)
    {
      on_problem (self, NULL);
      return;
    }
  self->warned = TRUE;
  ui_form_problems_show (self->problems, self->form, 0);
  g_autoptr (AppFormProblem) first =
      g_list_model_get_item (app_form_get_problems (self->form), 0);
  if (first != NULL)
    on_problem (self, first);
}

gboolean
ui_inbox_form_focus (UiInboxForm *self)
{
  g_return_val_if_fail (UI_IS_INBOX_FORM (self), FALSE);

  if (shows_json (self))
    return gtk_widget_grab_focus (ui_json_text_get_view (self->json));
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  if (self->list != NULL)
    ui_field_list_append_rows (self->list, rows);
  if (rows->len == 0)
    return FALSE;
  ui_field_row_focus (g_ptr_array_index (rows, 0));
  return TRUE;
}
