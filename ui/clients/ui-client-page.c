/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-page.h"
#include "mcp-property.h"
#include "ui-client-change-row.h"
#include "ui-client-toast.h"
#include "ui-clients-page.h"
#include "ui-diff-view.h"
#include "ui-note-list.h"
#include "ui-problem-view.h"
#include "ui-secret-row.h"
#include "ui-template.h"
#include "ui-trial-row.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiClientPage
{
  GtkWidget parent_instance;

  AppClientChange *change;

  UiProblemView       *problem;
  AdwEntryRow         *entry_name;
  GtkWidget           *full_path;
  UiSecretRow         *secrets;
  UiTrialRow          *trial;
  UiNoteList          *notes;
  AdwPreferencesGroup *change_group;
  GtkLabel            *counts;
  UiDiffView          *diff;
  GtkButton           *remove;
  GtkLabel            *reason;
  GtkButton           *write;
};

enum {
  PROP_CHANGE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_TEMPLATE (UiClientPage, ui_client_page, GTK_TYPE_WIDGET)

/* What the button that writes is called, and whether it takes something away. */
static void
update_write (UiClientPage *self, AppChangeAim aim)
{
  static const char *const words[] = {
    [APP_CHANGE_TO_WRITE] = N_ ("_Save"),
    [APP_CHANGE_TO_REMOVE] = N_ ("_Remove"),
    [APP_CHANGE_TO_ENABLE] = N_ ("_Enable"),
    [APP_CHANGE_TO_DISABLE] = N_ ("_Disable"),
    [APP_CHANGE_TO_REPAIR] = N_ ("_Fix File"),
    [APP_CHANGE_TO_UNDO] = N_ ("_Undo"),
  };
  gboolean removing = aim == APP_CHANGE_TO_REMOVE;

  gtk_button_set_label (self->write, _ (words[aim]));
  gtk_widget_remove_css_class (GTK_WIDGET (self->write),
                               removing ? "suggested-action" : "destructive-action");
  gtk_widget_add_css_class (GTK_WIDGET (self->write),
                            removing ? "destructive-action" : "suggested-action");
}

static void
update_buttons (UiClientPage *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);
  GtkWidget                 *widget = GTK_WIDGET (self);
  gboolean                   removing = info->aim == APP_CHANGE_TO_REMOVE;
  gboolean                   can_remove = info->aim == APP_CHANGE_TO_WRITE && info->can_remove;

  /* A line that comes and goes with every letter would move everything. */
  if (app_client_change_get_stage (self->change) != APP_CHANGE_LOOKING)
    ui_widget_show_text (self->reason, info->reason);
  update_write (self, info->aim);
  if (removing)
    gtk_button_set_label (self->remove, _ ("_Keep"));
  else
    gtk_button_set_label (self->remove, _ ("_Remove…"));
  gtk_widget_set_visible (GTK_WIDGET (self->remove), removing || can_remove);
  gtk_widget_action_set_enabled (widget, "client.remove", removing || can_remove);
  gtk_widget_action_set_enabled (widget, "client.write", info->reason == NULL);
  gtk_widget_action_set_enabled (widget, "client.copy", info->snippet != NULL);
}

/* A file that cannot be read is opened, or, where that is enough, put right. */
static void
update_problem (UiClientPage *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);

  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY,
                              info->can_repair ? _ ("Fix…") : _ ("Retry"),
                              info->can_repair ? "client.repair" : "client.look-again");
  ui_problem_view_set_button (self->problem, UI_PROBLEM_SECONDARY, _ ("Open File"),
                              "client.open-file");
  ui_problem_view_set_problem (self->problem, info->problem);
}

static void
update_change (UiClientPage *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);
  gboolean                   any = g_list_model_get_n_items (info->lines) > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->entry_name),
                          info->aim == APP_CHANGE_TO_WRITE);
  update_problem (self);
  adw_preferences_group_set_description (self->change_group, info->summary);
  gtk_widget_set_visible (GTK_WIDGET (self->change_group),
                          any || app_client_change_get_stage (self->change) ==
                                     APP_CHANGE_UNCHANGED);
  gtk_widget_set_visible (GTK_WIDGET (self->diff), any);
  ui_client_change_row_show_counts (self->counts, info);
}

static void
on_stage_changed (UiClientPage *self)
{
  AppChangeStage stage = app_client_change_get_stage (self->change);

  if (stage == APP_CHANGE_WRITTEN)
    {
      ui_client_toast_offer_undo (GTK_WIDGET (self), app_client_batch_new_written (self->change));
      return;
    }
  if (stage == APP_CHANGE_WRITING)
    {
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "client.write", FALSE);
      return;
    }
  /* What is being worked out does not blink: the last outcome stays until the next is there. */
  if (stage != APP_CHANGE_LOOKING)
    update_change (self);
  update_buttons (self);
}

/* Actions */

static void
write_change (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_client_change_apply (UI_CLIENT_PAGE (widget)->change);
}

static void
toggle_removing (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientPage *self = UI_CLIENT_PAGE (widget);
  gboolean      removing = app_client_change_get_info (self->change)->aim == APP_CHANGE_TO_REMOVE;

  app_client_change_set_aim (self->change, removing ? APP_CHANGE_TO_WRITE : APP_CHANGE_TO_REMOVE);
}

static void
repair (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_client_change_set_aim (UI_CLIENT_PAGE (widget)->change, APP_CHANGE_TO_REPAIR);
}

static void
open_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppClientChange *change = UI_CLIENT_PAGE (widget)->change;

  ui_clients_page_open_file (widget, app_client_change_get_info (change)->target);
}

static void
look_again (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_client_change_refresh (UI_CLIENT_PAGE (widget)->change);
}

static void
copy_snippet (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientPage              *self = UI_CLIENT_PAGE (widget);
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);

  if (info->snippet == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), info->snippet);
  ui_widget_show_text (self->reason, info->secret_mode == APP_SECRETS_PLAIN
                                         ? _ ("Snippet copied, with secrets")
                                         : _ ("Snippet copied"));
}

/* The object */

static void
bind_wish (UiClientPage *self, const char *property, gpointer widget, const char *widget_property)
{
  g_object_bind_property (self->change, property, widget, widget_property,
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

static void
show_secrets (UiClientPage *self)
{
  g_auto (GStrv) names = app_client_change_dup_secret_names (self->change);
  gboolean offered[APP_N_SECRET_MODES];

  for (int i = 0; i < APP_N_SECRET_MODES; i++)
    offered[i] = app_client_change_offers (self->change, i);
  ui_secret_row_set (self->secrets, (const char *const *)names, offered);
}

static void
ui_client_page_constructed (GObject *object)
{
  UiClientPage              *self = UI_CLIENT_PAGE (object);
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);

  G_OBJECT_CLASS (ui_client_page_parent_class)->constructed (object);

  /* A change to the whole file has none. */
  if (info->entry_name != NULL)
    bind_wish (self, "entry-name", self->entry_name, "text");
  bind_wish (self, "full-path", self->full_path, "active");
  show_secrets (self);
  ui_trial_row_set_change (self->trial, self->change);
  bind_wish (self, "secret-mode", self->secrets, "mode");
  gtk_widget_set_visible (self->full_path, info->has_full_path);
  ui_note_list_set_notes (self->notes, info->notes);
  ui_diff_view_set_lines (self->diff, info->lines);
  ui_connect (self->change, "notify::stage", on_stage_changed, self);
  update_change (self);
  on_stage_changed (self);
}

static void
ui_client_page_dispose (GObject *object)
{
  UiClientPage *self = UI_CLIENT_PAGE (object);

  if (self->change != NULL)
    g_signal_handlers_disconnect_by_data (self->change, self);
  ui_template_dispose (object);
  g_clear_object (&self->change);
}

UI_DEFINE_CLASS (UiClientPage, ui_client_page)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_CHANGE] = { "change", APP_TYPE_CLIENT_CHANGE,
                      .offset = G_STRUCT_OFFSET (UiClientPage, change),
                      .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
  };

  object_class->constructed = ui_client_page_constructed;
  object_class->dispose = ui_client_page_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  ui_template_ensure_types (UI_TYPE_DIFF_VIEW, UI_TYPE_NOTE_LIST, UI_TYPE_PROBLEM_VIEW,
                            UI_TYPE_SECRET_ROW, UI_TYPE_TRIAL_ROW);
  ui_template_set_bin (widget_class, "ui/clients/ui-client-page.ui");
  ui_template_bind_children (widget_class, UiClientPage, problem, entry_name, full_path, secrets,
                             trial, notes, change_group, counts, diff, remove, reason, write);
  gtk_widget_class_install_action (widget_class, "client.write", NULL, write_change);
  gtk_widget_class_install_action (widget_class, "client.copy", NULL, copy_snippet);
  gtk_widget_class_install_action (widget_class, "client.remove", NULL, toggle_removing);
  gtk_widget_class_install_action (widget_class, "client.look-again", NULL, look_again);
  gtk_widget_class_install_action (widget_class, "client.repair", NULL, repair);
  gtk_widget_class_install_action (widget_class, "client.open-file", NULL, open_file);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "client.write", NULL);
}

GtkWidget *
ui_client_page_new (AppClientChange *change)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (change), NULL);
  return g_object_new (UI_TYPE_CLIENT_PAGE, "change", change, NULL);
}
