/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-variable-row.h"
#include "ui-template.h"
#include "store-variables.h"

#include <glib/gi18n.h>

struct _UiVariableRow
{
  GtkListBoxRow parent_instance;

  char    *kept_name;
  char    *reference;
  gboolean secret_chosen; /* the person decided; no more guessing */
  gboolean updating;

  GtkEntry        *name;
  GtkEntry        *value;
  GtkToggleButton *secret;
};

G_DEFINE_FINAL_TYPE (UiVariableRow, ui_variable_row, GTK_TYPE_LIST_BOX_ROW)

static void
update_secret (UiVariableRow *self)
{
  gboolean secret = gtk_toggle_button_get_active (self->secret);

  gtk_entry_set_visibility (self->value, !secret);
  gtk_entry_set_placeholder_text (self->value, ui_variable_row_get_reference (self) != NULL
                                                   ? _ ("Kept; type to replace")
                                                   : _ ("Value"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->secret),
                               secret ? _ ("A Secret: Kept in the Keyring")
                                      : _ ("Not a Secret: Kept in the Profile"));
}

static void
on_secret_toggled (UiVariableRow *self)
{
  if (!self->updating)
    self->secret_chosen = TRUE;
  update_secret (self);
  g_signal_emit_by_name (self, "changed");
}

static void
on_changed (UiVariableRow *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));

  if (!self->secret_chosen && self->reference == NULL)
    {
      self->updating = TRUE;
      gtk_toggle_button_set_active (self->secret, store_variables_name_looks_secret (name));
      self->updating = FALSE;
    }
  update_secret (self);
  g_signal_emit_by_name (self, "changed");
}

static void
on_remove (UiVariableRow *self)
{
  g_signal_emit_by_name (self, "removed");
}

static void
ui_variable_row_dispose (GObject *object)
{
  UiVariableRow *self = UI_VARIABLE_ROW (object);

  ui_template_dispose (object);
  g_clear_pointer (&self->kept_name, g_free);
  g_clear_pointer (&self->reference, g_free);
}

static void
ui_variable_row_class_init (UiVariableRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_variable_row_dispose;

  ui_signal_new (klass, "changed", 0);
  ui_signal_new (klass, "removed", 0);

  ui_template_set (widget_class, "ui/profile/ui-variable-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiVariableRow, name);
  gtk_widget_class_bind_template_child (widget_class, UiVariableRow, value);
  gtk_widget_class_bind_template_child (widget_class, UiVariableRow, secret);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_secret_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
ui_variable_row_init (UiVariableRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_variable_row_new (const char *name, const char *value, const char *reference)
{
  UiVariableRow *self = g_object_new (UI_TYPE_VARIABLE_ROW, NULL);

  self->kept_name = g_strdup (name);
  self->reference = g_strdup (reference);
  self->secret_chosen = name != NULL && name[0] != '\0';
  self->updating = TRUE;
  gtk_toggle_button_set_active (self->secret, reference != NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name != NULL ? name : "");
  gtk_editable_set_text (GTK_EDITABLE (self->value), value != NULL ? value : "");
  self->updating = FALSE;
  update_secret (self);
  return GTK_WIDGET (self);
}

void
ui_variable_row_propose_secret (UiVariableRow *self)
{
  g_return_if_fail (UI_IS_VARIABLE_ROW (self));

  if (store_variables_name_looks_secret (ui_variable_row_get_name (self)))
    gtk_toggle_button_set_active (self->secret, TRUE);
}

const char *
ui_variable_row_get_name (UiVariableRow *self)
{
  g_return_val_if_fail (UI_IS_VARIABLE_ROW (self), NULL);
  return gtk_editable_get_text (GTK_EDITABLE (self->name));
}

const char *
ui_variable_row_get_value (UiVariableRow *self)
{
  g_return_val_if_fail (UI_IS_VARIABLE_ROW (self), NULL);
  return gtk_editable_get_text (GTK_EDITABLE (self->value));
}

gboolean
ui_variable_row_get_secret (UiVariableRow *self)
{
  g_return_val_if_fail (UI_IS_VARIABLE_ROW (self), FALSE);
  return gtk_toggle_button_get_active (self->secret);
}

const char *
ui_variable_row_get_reference (UiVariableRow *self)
{
  g_return_val_if_fail (UI_IS_VARIABLE_ROW (self), NULL);

  gboolean same = g_strcmp0 (self->kept_name, ui_variable_row_get_name (self)) == 0;
  return same && gtk_toggle_button_get_active (self->secret) ? self->reference : NULL;
}
