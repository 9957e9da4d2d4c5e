/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-import-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#define MAX_NAME 200
/* A command is shown whole, as far as a person can judge it. */
#define MAX_COMMAND 4000

struct _UiImportRow
{
  AdwActionRow parent_instance;

  AppImportItem *item;

  GtkWidget *check;
  GtkWidget *remark;
};

UI_DEFINE_TEMPLATE (UiImportRow, ui_import_row, ADW_TYPE_ACTION_ROW)

static void
update (UiImportRow *self)
{
  const AppImportItemInfo *info = app_import_item_get_info (self->item);
  g_autofree char         *remark = app_import_item_dup_remark (self->item);
  g_autofree char         *visible = app_visible_text_block (remark, MAX_NAME);

  gtk_label_set_text (GTK_LABEL (self->remark), visible);
  gtk_widget_set_visible (self->remark, visible[0] != '\0');
  gtk_widget_set_sensitive (self->check, info->error == NULL && !info->done);
}

static void
ui_import_row_dispose (GObject *object)
{
  UiImportRow *self = UI_IMPORT_ROW (object);

  ui_clear_watched (&self->item, self);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiImportRow, ui_import_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_import_row_dispose;
  ui_template_set (widget_class, "ui/clients/ui-import-row.ui");
  ui_template_bind_children (widget_class, UiImportRow, check, remark);
}

GtkWidget *
ui_import_row_new (AppImportItem *item)
{
  g_return_val_if_fail (APP_IS_IMPORT_ITEM (item), NULL);

  UiImportRow     *self = g_object_new (UI_TYPE_IMPORT_ROW, NULL);
  g_autofree char *name = app_visible_text_line (app_import_item_get_info (item)->name, MAX_NAME);
  g_autofree char *summary = app_import_item_dup_summary (item);
  g_autofree char *visible = app_visible_text_line (summary, MAX_COMMAND);

  self->item = g_object_ref (item);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), visible);
  ui_widget_name (self->check, name);
  g_object_bind_property (item, "selected", self->check, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_connect (item, "notify::done", update, self);
  update (self);
  return GTK_WIDGET (self);
}
