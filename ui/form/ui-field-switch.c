/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-tooltip.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* A constant is mostly a word. */
#define CONSTANT_CHARACTERS 60

struct _UiFieldSwitch
{
  UiFieldEditor parent_instance;

  /* borrowed */
  GtkSwitch *toggle;   /* NULL for a constant that has to be sent */
  GtkWidget *make_off; /* only for booleans */
};

G_DEFINE_FINAL_TYPE (UiFieldSwitch, ui_field_switch, UI_TYPE_FIELD_EDITOR)

static void
on_active (UiFieldSwitch *self)
{
  UiFieldEditor *editor = UI_FIELD_EDITOR (self);
  AppField      *field = ui_field_editor_get_field (editor);
  gboolean       active = gtk_switch_get_active (self->toggle);

  if (ui_field_editor_is_syncing (editor))
    return;
  if (app_field_get_info (field)->kind == APP_FIELD_BOOLEAN)
    app_field_set_active (field, active);
  else if (active)
    app_field_set_selected (field, 0);
  else
    app_field_clear (field);
}

static void
on_make_off (UiFieldSwitch *self)
{
  app_field_set_active (ui_field_editor_get_field (UI_FIELD_EDITOR (self)), FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->toggle));
}

static GtkWidget *
create_constant (AppField *field)
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
ui_field_switch_build (UiFieldEditor *editor)
{
  UiFieldSwitch *self = UI_FIELD_SWITCH (editor);
  AppField      *field = ui_field_editor_get_field (editor);
  GtkWidget     *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget     *control = NULL;

  if (app_field_get_info (field)->kind == APP_FIELD_CONST)
    {
      control = create_constant (field);
      gtk_box_append (GTK_BOX (box), control);
    }
  else
    {
      self->make_off = gtk_button_new_with_label (_ ("Not set · use “false”"));
      gtk_widget_add_css_class (self->make_off, "flat");
      gtk_widget_add_css_class (self->make_off, "field-note");
      g_signal_connect_object (self->make_off, "clicked", G_CALLBACK (on_make_off), self,
                               G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), self->make_off);
    }
  if (app_field_get_info (field)->kind != APP_FIELD_CONST || !app_field_get_place (field)->required)
    {
      control = gtk_switch_new ();
      self->toggle = GTK_SWITCH (control);
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      g_signal_connect_object (control, "notify::active", G_CALLBACK (on_active), self,
                               G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), control);
    }
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  ui_field_editor_set_control (editor, box, control);
}

static void
ui_field_switch_sync (UiFieldEditor *editor)
{
  UiFieldSwitch *self = UI_FIELD_SWITCH (editor);
  AppField      *field = ui_field_editor_get_field (editor);
  gboolean       present = app_field_get_state (field)->presence != APP_PRESENCE_ABSENT;

  if (self->toggle != NULL)
    gtk_switch_set_active (self->toggle, app_field_get_info (field)->kind == APP_FIELD_BOOLEAN
                                             ? present && app_field_get_state (field)->active
                                             : present);
  if (self->make_off != NULL)
    gtk_widget_set_visible (self->make_off, !present);
}

static void
ui_field_switch_class_init (UiFieldSwitchClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  editor_class->build = ui_field_switch_build;
  editor_class->sync = ui_field_switch_sync;
}

static void
ui_field_switch_init (UiFieldSwitch *self)
{
}
