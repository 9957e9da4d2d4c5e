/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-import-dialog.h"
#include "ui-banner.h"
#include "ui-fallback-question.h"
#include "app-import.h"
#include "app-visible-text.h"
#include "store-profile.h"

#include <glib/gi18n.h>

#define MAX_LINE 300

struct _UiImportDialog
{
  AdwWindow parent_instance;

  AppWorkspace *workspace;
  GPtrArray    *choices; /* of GtkCheckButton, each with its profile */
  GPtrArray    *drafts;  /* still to be saved */
  guint         count;
  GCancellable *cancellable;

  UiBanner  *banner;
  GtkButton *import;
  GtkBox    *groups;
};

enum {
  IMPORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiImportDialog, ui_import_dialog, ADW_TYPE_WINDOW)

static void save_next (gpointer data);

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) profile =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (profile != NULL)
    {
      self->count++;
      g_ptr_array_remove_index (self->drafts, 0);
      save_next (self);
      return;
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->import), TRUE);
  if (app_profile_draft_is_keyring_error (error))
    {
      ui_fallback_question_ask (GTK_WINDOW (self), APP_PROFILE_DRAFT (object), save_next, self);
      return;
    }
  g_autofree char *text = app_visible_text_line (error->message, MAX_LINE);
  ui_banner_set_title (self->banner, text);
  ui_banner_set_revealed (self->banner, TRUE);
  g_ptr_array_set_size (self->drafts, 0);
}

static void
save_next (gpointer data)
{
  UiImportDialog *self = data;

  if (self->drafts->len == 0)
    {
      g_signal_emit (self, signals[IMPORTED], 0, self->count);
      gtk_window_destroy (GTK_WINDOW (self));
      return;
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->import), FALSE);
  app_profile_draft_save_async (g_ptr_array_index (self->drafts, 0), self->cancellable, on_saved,
                                g_object_ref (self));
}

static void
import_chosen (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (widget);

  ui_banner_set_revealed (self->banner, FALSE);
  g_ptr_array_set_size (self->drafts, 0);
  for (guint i = 0; i < self->choices->len; i++)
    {
      GtkCheckButton *choice = g_ptr_array_index (self->choices, i);
      if (gtk_check_button_get_active (choice))
        g_ptr_array_add (self->drafts,
                         app_profile_draft_new_imported (
                             self->workspace, g_object_get_data (G_OBJECT (choice), "ui-profile")));
    }
  save_next (self);
}

static void
update_import (UiImportDialog *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->choices->len && !any; i++)
    any = gtk_check_button_get_active (g_ptr_array_index (self->choices, i));
  gtk_widget_set_sensitive (GTK_WIDGET (self->import), any);
}

static void
add_profile (UiImportDialog *self, AdwPreferencesGroup *group, StoreProfile *profile)
{
  GtkWidget       *row = adw_action_row_new ();
  GtkWidget       *check = gtk_check_button_new ();
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_LINE);
  g_autofree char *summary = store_profile_dup_summary (profile);
  g_autofree char *visible = app_visible_text_line (summary, MAX_LINE);
  gboolean         known = app_workspace_find (self->workspace, store_profile_get_name (profile)) !=
                   NULL;

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), visible);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_widget_set_tooltip_text (row, visible);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !known);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (check), "ui-profile", g_object_ref (profile), g_object_unref);
  g_signal_connect_object (check, "toggled", G_CALLBACK (update_import), self, G_CONNECT_SWAPPED);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  if (known)
    {
      GtkWidget *label = gtk_label_new (_ ("a server of this name is here"));
      gtk_widget_add_css_class (label, "secondary");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    }
  adw_preferences_group_add (group, row);
  g_ptr_array_add (self->choices, check);
}

static void
add_import (UiImportDialog *self, AppImport *import)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  GListModel          *profiles = app_import_get_profiles (import);
  g_autofree char     *application =
      g_markup_escape_text (app_import_get_application (import), -1);
  g_autofree char *path = app_visible_text_line (app_import_get_path (import), MAX_LINE);
  g_autofree char *markup = g_markup_escape_text (path, -1);

  adw_preferences_group_set_title (group, application);
  adw_preferences_group_set_description (group, markup);
  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (profiles, i);
      add_profile (self, group, profile);
    }
  gtk_box_append (self->groups, GTK_WIDGET (group));
}

static void
ui_import_dialog_dispose (GObject *object)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_ptr_array_set_size (self->choices, 0);
  g_ptr_array_set_size (self->drafts, 0);
  gtk_widget_dispose_template (GTK_WIDGET (object), UI_TYPE_IMPORT_DIALOG);
  g_clear_object (&self->workspace);
  G_OBJECT_CLASS (ui_import_dialog_parent_class)->dispose (object);
}

static void
ui_import_dialog_finalize (GObject *object)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (object);

  g_ptr_array_unref (self->choices);
  g_ptr_array_unref (self->drafts);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (ui_import_dialog_parent_class)->finalize (object);
}

static void
ui_import_dialog_class_init (UiImportDialogClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ui_import_dialog_dispose;
  object_class->finalize = ui_import_dialog_finalize;
  signals[IMPORTED] = g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (UI_TYPE_BANNER);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/dialogs/ui-import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, UiImportDialog, banner);
  gtk_widget_class_bind_template_child (widget_class, UiImportDialog, import);
  gtk_widget_class_bind_template_child (widget_class, UiImportDialog, groups);
  gtk_widget_class_install_action (widget_class, "dialog.import", NULL, import_chosen);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ui_import_dialog_init (UiImportDialog *self)
{
  self->choices = g_ptr_array_new ();
  self->drafts = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

UiImportDialog *
ui_import_dialog_new (GtkWindow *parent, AppWorkspace *workspace, GListModel *imports)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (imports), NULL);

  UiImportDialog *self = g_object_new (UI_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);
  self->workspace = g_object_ref (workspace);
  for (guint i = 0; i < g_list_model_get_n_items (imports); i++)
    {
      g_autoptr (AppImport) import = g_list_model_get_item (imports, i);
      add_import (self, import);
    }
  update_import (self);
  return self;
}
