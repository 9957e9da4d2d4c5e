/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-choice-button.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"

/* Characters that are not cut in a narrow form. */
#define SHORT_TEXT 16

struct _UiChoiceButton
{
  GtkToggleButton parent_instance;

  GListModel      *options; /* owned */
  gboolean         several;
  UiChoiceIsChosen is_chosen;
  gpointer         owner;

  GtkLabel  *label;   /* borrowed */
  GtkWidget *popover; /* NULL until it is opened first */
};

G_DEFINE_FINAL_TYPE (UiChoiceButton, ui_choice_button, GTK_TYPE_TOGGLE_BUTTON)

static void
on_picked (UiChoiceButton *self, AppFieldOption *option)
{
  g_signal_emit_by_name (self, "picked", option);
}

static void
on_closed (UiChoiceButton *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self), FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
create_popover (UiChoiceButton *self)
{
  self->popover =
      ui_choice_popover_new (self->options, self->several, self->is_chosen, self->owner);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  ui_connect (self->popover, "picked", on_picked, self);
  ui_connect (self->popover, "closed", on_closed, self);
}

static void
on_toggled (UiChoiceButton *self)
{
  gboolean open = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self));

  ui_widget_set_expanded (self, open);
  if (open && self->popover == NULL)
    create_popover (self);
  if (open)
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static gboolean
on_open_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (widget), TRUE);
  return TRUE;
}

MCP_DEFINE_DISPOSE (UiChoiceButton, ui_choice_button)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->options);
}

UI_DEFINE_CLASS (UiChoiceButton, ui_choice_button)
{
  G_OBJECT_CLASS (klass)->dispose = ui_choice_button_dispose;
  mcp_signal_new (klass, "picked", 1, APP_TYPE_FIELD_OPTION);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_COMBO_BOX);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, on_open_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_ALT_MASK, on_open_key, NULL);
}

static void
ui_choice_button_init (UiChoiceButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("pan-down-symbolic");

  self->label = GTK_LABEL (label);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_button_set_child (GTK_BUTTON (self), box);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self), "choice-button");
  ui_widget_set_ornament (label);
  ui_widget_set_ornament (arrow);
  g_signal_connect (self, "toggled", G_CALLBACK (on_toggled), NULL);
}

GtkWidget *
ui_choice_button_new (GListModel      *options,
                      gboolean         several,
                      UiChoiceIsChosen is_chosen,
                      gpointer         owner)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (options), NULL);
  UiChoiceButton *self = g_object_new (UI_TYPE_CHOICE_BUTTON, NULL);

  self->options = g_object_ref (options);
  self->several = several;
  self->is_chosen = is_chosen;
  self->owner = owner;
  return GTK_WIDGET (self);
}

void
ui_choice_button_show (UiChoiceButton *self, const char *text)
{
  g_return_if_fail (UI_IS_CHOICE_BUTTON (self));

  gtk_label_set_text (self->label, text);
  ui_tooltip_set (GTK_WIDGET (self->label), g_utf8_strlen (text, -1) > SHORT_TEXT ? text : NULL);
  if (self->popover != NULL)
    ui_choice_popover_refresh (UI_CHOICE_POPOVER (self->popover));
}

void
ui_choice_button_set_max_characters (UiChoiceButton *self, int characters)
{
  g_return_if_fail (UI_IS_CHOICE_BUTTON (self));
  gtk_label_set_max_width_chars (self->label, characters > 0 ? characters : -1);
}
