/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-batch-page.h"
#include "ui-switch-row.h"
#include "ui-client-change-row.h"
#include "ui-client-toast.h"
#include "ui-note-list.h"
#include "ui-secret-row.h"
#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiClientBatchPage
{
  GtkWidget parent_instance;

  AppClientBatch *batch;

  GtkScrolledWindow   *scroller;
  AdwPreferencesGroup *options;
  UiSecretRow         *secrets;
  UiSwitchRow         *full_path;
  UiNoteList          *notes;
  AdwPreferencesGroup *group;
  GtkLabel            *reason;
  GtkWidget           *write;
};

UI_DEFINE_TEMPLATE (UiClientBatchPage, ui_client_batch_page, GTK_TYPE_WIDGET)

static void
update (UiClientBatchPage *self)
{
  GtkWidget       *widget = GTK_WIDGET (self);
  gboolean         done = app_client_batch_is_done (self->batch);
  gboolean         was_done = !gtk_widget_get_visible (self->write);
  g_autofree char *reason = done ? app_client_batch_dup_outcome (self->batch)
                                 : app_client_batch_dup_reason (self->batch);
  guint            n = app_client_batch_count (self->batch, APP_CHANGE_NEEDED);
  guint            refused = app_client_batch_count (self->batch, APP_CHANGE_REFUSED);
  g_autofree char *rest =
      refused > 0 ? g_strdup_printf (ngettext ("%u cannot be written; the others can.",
                                               "%u cannot be written; the others can.", refused),
                                     refused)
                  : g_strdup ("");

  if (done && !was_done && ui_client_toast_offer_undo (widget, g_object_ref (self->batch)))
    return;
  gtk_widget_action_set_enabled (widget, "batch.write", !done && reason == NULL);
  gtk_widget_set_visible (self->write, !done);
  gtk_label_set_text (self->reason, n > 0 && reason == NULL ? rest
                                                            : reason);
  gtk_widget_set_visible (GTK_WIDGET (self->notes),
                          !done && g_list_model_get_n_items (
                                       app_client_batch_get_notes (self->batch)) > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->options), !done);
  gtk_widget_set_sensitive (GTK_WIDGET (self->options), !app_client_batch_is_busy (self->batch));
}

static void
on_mode (UiClientBatchPage *self)
{
  int mode;

  g_object_get (self->secrets, "mode", &mode, NULL);
  app_client_batch_set_secret_mode (self->batch, mode);
}

static void
on_full_path (UiClientBatchPage *self)
{
  app_client_batch_set_full_path (self->batch, ui_switch_row_is_active (self->full_path));
}

static void
write_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_client_batch_apply (UI_CLIENT_BATCH_PAGE (widget)->batch);
}

static void
ui_client_batch_page_dispose (GObject *object)
{
  UiClientBatchPage *self = UI_CLIENT_BATCH_PAGE (object);

  if (self->batch != NULL)
    g_signal_handlers_disconnect_by_data (self->batch, self);
  ui_template_dispose (object);
  g_clear_object (&self->batch);
}

UI_DEFINE_CLASS (UiClientBatchPage, ui_client_batch_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_batch_page_dispose;

  ui_template_ensure_types (UI_TYPE_NOTE_LIST, UI_TYPE_SECRET_ROW);
  ui_template_set_bin (widget_class, "ui/clients/ui-client-batch-page.ui");
  ui_template_bind_children (widget_class, UiClientBatchPage, scroller, options, secrets,
                             full_path, notes, group,
                             reason, write);
  gtk_widget_class_install_action (widget_class, "batch.write", NULL, write_all);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "batch.write", NULL);
}

GtkWidget *
ui_client_batch_page_new (AppClientBatch *batch, gboolean by_server)
{
  g_return_val_if_fail (APP_IS_CLIENT_BATCH (batch), NULL);

  UiClientBatchPage *self = g_object_new (UI_TYPE_CLIENT_BATCH_PAGE, NULL);
  GListModel        *changes = G_LIST_MODEL (batch);
  g_auto (GStrv) names = app_client_batch_dup_secret_names (batch);
  gboolean offered[APP_N_SECRET_MODES];
  gboolean offered_path = FALSE;
  gboolean all = TRUE;

  self->batch = g_object_ref (batch);
  for (guint i = 0; i < g_list_model_get_n_items (changes); i++)
    {
      g_autoptr (AppClientChange) change = g_list_model_get_item (changes, i);
      gboolean one;

      g_object_get (change, "full-path", &one, NULL);
      offered_path = offered_path || app_client_change_get_info (change)->has_full_path;
      all = all && (one || !app_client_change_get_info (change)->has_full_path);
      adw_preferences_group_add (self->group, ui_client_change_row_new (change, by_server));
    }
  for (int i = 0; i < APP_N_SECRET_MODES; i++)
    offered[i] = app_client_batch_offers (batch, i);
  ui_secret_row_set (self->secrets, (const char *const *)names, offered);
  ui_switch_row_set_active (self->full_path, offered_path && all);
  gtk_widget_set_visible (GTK_WIDGET (self->full_path), offered_path);
  ui_connect (self->full_path, "notify::active", on_full_path, self);
  ui_connect (self->secrets, "notify::mode", on_mode, self);
  ui_note_list_set_notes (self->notes, app_client_batch_get_notes (batch));
  ui_connect (batch, "changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}
