/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-variable-list.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-redactor.h"

#include <glib/gi18n.h>

/* One of them */

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

#define UI_TYPE_VARIABLE_ROW (ui_variable_row_get_type ())
G_DECLARE_FINAL_TYPE (UiVariableRow, ui_variable_row, UI, VARIABLE_ROW, GtkListBoxRow)
UI_DEFINE_TEMPLATE (UiVariableRow, ui_variable_row, GTK_TYPE_LIST_BOX_ROW)

static const char *
get_name (UiVariableRow *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->name));
}

/* The reference of the secret that is kept: not under another name, nor for a plain value. */
static const char *
get_reference (UiVariableRow *self)
{
  gboolean same = g_strcmp0 (self->kept_name, get_name (self)) == 0;

  return same && gtk_toggle_button_get_active (self->secret) ? self->reference : NULL;
}

static void
update_secret (UiVariableRow *self)
{
  gboolean secret = gtk_toggle_button_get_active (self->secret);

  gtk_entry_set_visibility (self->value, !secret);
  gtk_entry_set_placeholder_text (self->value, get_reference (self) != NULL
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
      gtk_toggle_button_set_active (self->secret, app_redactor_is_secret_header (name));
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

UI_DEFINE_CLASS (UiVariableRow, ui_variable_row)
{
  mcp_signal_new (klass, "changed", 0);
  mcp_signal_new (klass, "removed", 0);

  ui_template_set (widget_class, "ui/profile/ui-variable-row.ui");
  ui_template_own (widget_class, UiVariableRow, kept_name, g_free);
  ui_template_own (widget_class, UiVariableRow, reference, g_free);
  ui_template_bind_children (widget_class, UiVariableRow, name, value, secret);
  ui_template_bind_callbacks (widget_class, on_changed, on_secret_toggled, on_remove);
}

static GtkWidget *
create_row (const char *name, const char *value, const char *reference)
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

/* The list */

struct _UiVariableList
{
  AdwPreferencesGroup parent_instance;

  GtkListBox *rows;
};

UI_DEFINE_TEMPLATE (UiVariableList, ui_variable_list, ADW_TYPE_PREFERENCES_GROUP)

static void
on_row_changed (UiVariableList *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
on_row_removed (UiVariableList *self, UiVariableRow *row)
{
  gtk_list_box_remove (self->rows, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self->rows),
                          gtk_list_box_get_row_at_index (self->rows, 0) != NULL);
  g_signal_emit_by_name (self, "changed");
}

static void
add_row (UiVariableList *self, const char *name, const char *value, const char *reference)
{
  GtkWidget *row = create_row (name, value, reference);

  ui_connect (row, "changed", on_row_changed, self);
  ui_connect (row, "removed", on_row_removed, self);
  gtk_list_box_append (self->rows, row);
  gtk_widget_set_visible (GTK_WIDGET (self->rows), TRUE);
}

static void
on_add (UiVariableList *self)
{
  add_row (self, NULL, NULL, NULL);
  GtkWidget *row = gtk_widget_get_last_child (GTK_WIDGET (self->rows));
  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
}

static void
on_title (UiVariableList *self)
{
  ui_widget_name (self->rows, adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (self)));
}

UI_DEFINE_CLASS (UiVariableList, ui_variable_list)
{
  mcp_signal_new (klass, "changed", 0);

  ui_template_set (widget_class, "ui/profile/ui-variable-list.ui");
  ui_template_bind_children (widget_class, UiVariableList, rows);
  ui_template_bind_callbacks (widget_class, on_add, on_title);
}

void
ui_variable_list_set_variables (UiVariableList *self, const StoreVariables *variables)
{
  g_return_if_fail (UI_IS_VARIABLE_LIST (self));

  ui_widget_clear (self->rows);
  gtk_widget_set_visible (GTK_WIDGET (self->rows), FALSE);
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    add_row (self, store_variables_get_name (variables, i),
             store_variables_get_value (variables, i), store_variables_get_secret (variables, i));
}

void
ui_variable_list_propose_secrets (UiVariableList *self)
{
  g_return_if_fail (UI_IS_VARIABLE_LIST (self));

  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->rows, i)) != NULL; i++)
    {
      const char *name = get_name (UI_VARIABLE_ROW (row));
      const char *value = gtk_editable_get_text (GTK_EDITABLE (UI_VARIABLE_ROW (row)->value));

      /* A variable of the environment in its place is none, and is to be seen. */
      if (value[0] == '\0' ? app_redactor_is_secret_header (name)
                           : store_variables_looks_secret (name, value))
        gtk_toggle_button_set_active (UI_VARIABLE_ROW (row)->secret, TRUE);
    }
}

StoreVariables *
ui_variable_list_collect (UiVariableList *self, AppProfileDraft *draft, const char *section)
{
  g_return_val_if_fail (UI_IS_VARIABLE_LIST (self), NULL);

  StoreVariables *variables = store_variables_new ();
  GtkListBoxRow  *child;

  if (draft != NULL)
    app_profile_draft_clear_secrets (draft, section);
  for (int i = 0; (child = gtk_list_box_get_row_at_index (self->rows, i)) != NULL; i++)
    {
      UiVariableRow *row = UI_VARIABLE_ROW (child);
      const char    *name = get_name (row);
      const char    *value = gtk_editable_get_text (GTK_EDITABLE (row->value));
      const char    *reference = get_reference (row);

      if (name[0] == '\0')
        continue;
      if (!gtk_toggle_button_get_active (row->secret))
        store_variables_set (variables, name, value);
      else
        {
          if (reference != NULL)
            store_variables_set_secret (variables, name, reference);
          if (value[0] != '\0' && draft != NULL)
            app_profile_draft_set_secret (draft, section, name, value);
        }
    }
  return variables;
}
