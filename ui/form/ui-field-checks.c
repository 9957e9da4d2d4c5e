/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-choice-button.h"
#include "ui-template.h"
#include "app-field-choices.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 80
#define BUTTON_CHARACTERS 400
/* More are put behind a button. */
#define MAX_SHOWN 10u

struct _UiFieldChecks
{
  UiFieldEditor parent_instance;

  GListModel *choices; /* of the schema */
  GListStore *offered; /* those, and what else is in the array */

  /* borrowed; one or the other */
  GtkFlowBox     *box;
  UiChoiceButton *button;
};

MCP_DEFINE_ZEROED_TYPE (UiFieldChecks, ui_field_checks, UI_TYPE_FIELD_EDITOR)

static AppField *
get_field (UiFieldChecks *self)
{
  return ui_field_editor_get_field (UI_FIELD_EDITOR (self));
}

/* A few: marks */

static void
on_toggled (GtkCheckButton *check, UiFieldChecks *self)
{
  AppFieldOption *option = g_object_get_data (G_OBJECT (check), "option");

  if (!ui_field_editor_is_syncing (UI_FIELD_EDITOR (self)))
    app_field_choices_set (get_field (self), option->lexeme,
                           gtk_check_button_get_active (check));
}

static void
add_check (UiFieldChecks *self, AppFieldOption *option)
{
  g_autofree char *label = ui_choice_dup_label (option, LABEL_CHARACTERS);
  GtkWidget       *check = gtk_check_button_new_with_label (label);
  GtkWidget       *child = gtk_flow_box_child_new ();

  g_object_set_data_full (G_OBJECT (check), "option", g_object_ref (option), g_object_unref);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_toggled), self, 0);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), check);
  /* The mark is what has the focus, not what it is in. */
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->box, child);
}

static void
build_box (UiFieldChecks *self)
{
  GtkWidget *box = gtk_flow_box_new ();

  self->box = GTK_FLOW_BOX (box);
  gtk_flow_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (self->box, TRUE);
  gtk_flow_box_set_max_children_per_line (self->box, 3);
  gtk_flow_box_set_column_spacing (self->box, 12);
  gtk_widget_add_css_class (box, "field-checks");
  ui_field_editor_set_control (UI_FIELD_EDITOR (self), box, box);
}

static void
sync_box (UiFieldChecks *self)
{
  guint n_shown = 0;

  while (gtk_flow_box_get_child_at_index (self->box, (int)n_shown) != NULL)
    n_shown++;
  /* Those of the schema stay; behind them is what else the array has. */
  for (guint i = g_list_model_get_n_items (self->choices); n_shown > i; n_shown--)
    gtk_flow_box_remove (self->box, GTK_WIDGET (gtk_flow_box_get_child_at_index (
                                        self->box, (int)n_shown - 1)));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->offered)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->offered), i);
      if (i >= n_shown)
        add_check (self, option);
      GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (self->box, (int)i);
      gtk_check_button_set_active (
          GTK_CHECK_BUTTON (gtk_flow_box_child_get_child (child)),
          app_field_choices_have (get_field (self), option->lexeme));
    }
}

/* Many: a list behind a button */

static gboolean
is_chosen (gpointer owner, AppFieldOption *option)
{
  return app_field_choices_have (get_field (owner), option->lexeme);
}

static void
on_picked (UiFieldChecks *self, AppFieldOption *option)
{
  app_field_choices_set (get_field (self), option->lexeme, !is_chosen (self, option));
}

static void
build_button (UiFieldChecks *self)
{
  GtkWidget *button =
      ui_choice_button_new (G_LIST_MODEL (self->offered), TRUE, is_chosen, self);

  self->button = UI_CHOICE_BUTTON (button);
  gtk_widget_set_hexpand (button, TRUE);
  ui_connect (button, "picked", on_picked, self);
  ui_field_editor_set_control (UI_FIELD_EDITOR (self), button, button);
}

static void
sync_button (UiFieldChecks *self)
{
  guint            n_offered = g_list_model_get_n_items (G_LIST_MODEL (self->offered));
  guint            n = 0;
  g_autofree char *line = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_offered; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->offered), i);
      g_autofree char *label = ui_choice_dup_label (option, LABEL_CHARACTERS);

      if (!is_chosen (self, option))
        continue;
      n++;
      if (text->len < BUTTON_CHARACTERS)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", label);
    }
  if (n == 0)
    line = ui_field_editor_dup_empty_note (get_field (self));
  else
    /* Translators: how many of how many options are chosen, and which */
    line = g_strdup_printf (_ ("%'u of %'u: %s"), n, n_offered, text->str);
  ui_choice_button_show (self->button, line);
  ui_field_editor_set_shown (UI_FIELD_EDITOR (self), line);
}

static void
ui_field_checks_build (UiFieldEditor *editor)
{
  UiFieldChecks *self = UI_FIELD_CHECKS (editor);

  self->choices = app_field_choices_new (get_field (self));
  self->offered = g_list_store_new (APP_TYPE_FIELD_OPTION);
  for (guint i = 0; i < g_list_model_get_n_items (self->choices); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->choices, i);
      g_list_store_append (self->offered, option);
    }
  if (g_list_model_get_n_items (self->choices) > MAX_SHOWN)
    build_button (self);
  else
    build_box (self);
  /* One choice for another is the same number of items. */
  ui_connect (app_field_get_place (get_field (self))->form, "changed", ui_field_editor_sync, self);
}

static void
ui_field_checks_sync (UiFieldEditor *editor)
{
  UiFieldChecks *self = UI_FIELD_CHECKS (editor);
  guint          n_choices = g_list_model_get_n_items (self->choices);
  g_autoptr (GPtrArray) others =
      app_field_choices_list_others (get_field (self), self->choices);

  while (g_list_model_get_n_items (G_LIST_MODEL (self->offered)) > n_choices)
    g_list_store_remove (self->offered,
                         g_list_model_get_n_items (G_LIST_MODEL (self->offered)) - 1);
  for (guint i = 0; i < others->len; i++)
    {
      const char *lexeme = g_ptr_array_index (others, i);
      g_autoptr (AppFieldOption) other = app_field_option_new (lexeme, NULL, lexeme);
      g_list_store_append (self->offered, other);
    }
  if (self->box != NULL)
    sync_box (self);
  else
    sync_button (self);
}

MCP_DEFINE_FINALIZE (UiFieldChecks, ui_field_checks)
{
  g_clear_object (&self->choices);
  g_clear_object (&self->offered);
}

static void
ui_field_checks_class_init (UiFieldChecksClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ui_field_checks_finalize;
  editor_class->build = ui_field_checks_build;
  editor_class->sync = ui_field_checks_sync;
}
