/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-value-picker.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 120

struct _UiValuePicker
{
  GtkPopover parent_instance;

  GtkEditable        *search;
  GtkFilterListModel *values;
};

UI_DEFINE_TEMPLATE (UiValuePicker, ui_value_picker, GTK_TYPE_POPOVER)

static char *
dup_line (gpointer item, const char *text)
{
  return app_visible_text_line (text, MAX_LINE);
}

static char *
dup_path (gpointer item, const char *text)
{
  return text == NULL || *text == '\0' ? g_strdup (_ ("Whole result"))
                                       : app_visible_text_line (text, MAX_LINE);
}

static void
on_activate (UiValuePicker *self, guint position)
{
  g_autoptr (AppExpectationRow) row =
      g_list_model_get_item (G_LIST_MODEL (self->values), position);

  gtk_popover_popdown (GTK_POPOVER (self));
  if (row != NULL)
    g_signal_emit_by_name (self, "picked", row);
}

static void
on_enter (UiValuePicker *self)
{
  on_activate (self, 0);
}

UI_DEFINE_CLASS (UiValuePicker, ui_value_picker)
{
  ui_template_set (widget_class, "ui/saved/ui-value-picker.ui");
  ui_template_bind_children (widget_class, UiValuePicker, search, values);
  ui_template_bind_callbacks (widget_class, dup_line, dup_path, on_activate, on_enter);
  mcp_signal_new (klass, "picked", 1, APP_TYPE_EXPECTATION_ROW);
}

GtkWidget *
ui_value_picker_new (void)
{
  g_type_ensure (APP_TYPE_EXPECTATION_ROW);
  return g_object_new (UI_TYPE_VALUE_PICKER, NULL);
}

void
ui_value_picker_take_values (UiValuePicker *self, GListModel *values)
{
  g_return_if_fail (UI_IS_VALUE_PICKER (self));

  gtk_filter_list_model_set_model (self->values, values);
  g_object_unref (values);
  gtk_editable_set_text (self->search, "");
}
