/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-variable-list.h"
#include "ui-template.h"
#include "ui-variable-row.h"
#include "ui-widget.h"

#include <adwaita.h>

struct _UiVariableList
{
  GtkWidget parent_instance;

  AdwPreferencesGroup *group;
  GtkListBox          *rows;
  GtkLabel            *add_label;
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_ADD_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiVariableList, ui_variable_list, GTK_TYPE_WIDGET)

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
  GtkWidget *row = ui_variable_row_new (name, value, reference);

  g_signal_connect_object (row, "changed", G_CALLBACK (on_row_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "removed", G_CALLBACK (on_row_removed), self, G_CONNECT_SWAPPED);
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
ui_variable_list_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiVariableList  *self = UI_VARIABLE_LIST (object);
  const char      *text = g_value_get_string (value);
  g_autofree char *markup = g_markup_escape_text (text != NULL ? text : "", -1);

  switch (id)
    {
    case PROP_TITLE:
      adw_preferences_group_set_title (self->group, markup);
      ui_widget_name (self->rows, text);
      break;
    case PROP_DESCRIPTION:
      adw_preferences_group_set_description (self->group, markup);
      break;
    case PROP_ADD_LABEL:
      gtk_label_set_text (self->add_label, text);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_variable_list_class_init (UiVariableListClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ui_variable_list_set_property;

  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_ADD_LABEL] = g_param_spec_string ("add-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  ui_signal_new (klass, "changed", 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/profile/ui-variable-list.ui");
  gtk_widget_class_bind_template_child (widget_class, UiVariableList, group);
  gtk_widget_class_bind_template_child (widget_class, UiVariableList, rows);
  gtk_widget_class_bind_template_child (widget_class, UiVariableList, add_label);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
ui_variable_list_init (UiVariableList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
    ui_variable_row_propose_secret (UI_VARIABLE_ROW (row));
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
      const char    *name = ui_variable_row_get_name (row);
      const char    *value = ui_variable_row_get_value (row);
      const char    *reference = ui_variable_row_get_reference (row);

      if (name[0] == '\0')
        continue;
      if (!ui_variable_row_get_secret (row))
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
