/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"

/* A constant is mostly a word. */
#define CONSTANT_CHARACTERS 60

struct _UiFieldConstant
{
  UiFieldEditor parent_instance;

  GtkSwitch *toggle; /* borrowed; NULL for one that has to be sent */
};

UI_DEFINE_FIELD_EDITOR (UiFieldConstant, ui_field_constant)

static void
on_active (UiFieldConstant *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);
  AppField      *field = ui_field_editor_get_field (editor);

  if (ui_field_editor_is_syncing (editor))
    return;
  if (gtk_switch_get_active (self->toggle))
    app_field_set_selected (field, 0);
  else
    app_field_clear (field);
}

static GtkWidget *
create_value (AppField *field)
{
  GListModel *options = app_field_get_info (field)->options;
  g_autoptr (AppFieldOption) option =
      options != NULL ? g_list_model_get_item (options, 0) : NULL;
  g_autofree char *text = app_visible_text_line (
      option != NULL ? option->label : NULL, CONSTANT_CHARACTERS);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  ui_tooltip_set (label, text);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "secondary");
  return label;
}

static void
ui_field_constant_build (UiFieldEditor *editor)
{
  UiFieldConstant *self = UI_FIELD_CONSTANT (editor);
  AppField        *field = ui_field_editor_get_field (editor);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget       *control = create_value (field);

  gtk_box_append (GTK_BOX (box), control);
  if (!app_field_get_place (field)->required)
    {
      control = gtk_switch_new ();
      self->toggle = GTK_SWITCH (control);
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      ui_connect (control, "notify::active", on_active, self);
      gtk_box_append (GTK_BOX (box), control);
    }
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  ui_field_editor_set_control (editor, box, control);
}

static void
ui_field_constant_sync (UiFieldEditor *editor)
{
  UiFieldConstant *self = UI_FIELD_CONSTANT (editor);
  AppField        *field = ui_field_editor_get_field (editor);

  if (self->toggle != NULL)
    gtk_switch_set_active (self->toggle,
                           app_field_get_state (field)->presence != APP_PRESENCE_ABSENT);
}
