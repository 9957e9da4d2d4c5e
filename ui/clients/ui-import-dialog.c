/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-import-dialog.h"
#include "ui-fallback-question.h"
#include "ui-import-row.h"
#include "ui-note-list.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 200
#define MAX_PATH 1000

struct _UiImportDialog
{
  AdwWindow parent_instance;

  AppWorkspace  *workspace;
  AppImportList *list;
  GHashTable    *sources; /* path, "" for what was pasted → AdwPreferencesGroup, borrowed */
  gboolean       running;
  GCancellable  *cancellable;

  UiProblemView *problem;
  GtkBox        *groups;
  UiNoteList    *notes;
  AdwEntryRow   *paste;
  GtkWidget     *secrets_group;
  AdwActionRow  *secrets_row;
  GtkSwitch     *secrets;
  GtkLabel      *reason;
  GtkButton     *import;
};

G_DEFINE_FINAL_TYPE (UiImportDialog, ui_import_dialog, ADW_TYPE_WINDOW)

static void
show_error (UiImportDialog *self, const GError *error)
{
  g_autoptr (AppProblem) problem = error != NULL ? app_problem_new_for_error (error) : NULL;

  ui_problem_view_set_problem (self->problem, problem);
}

/* The list */

/* Returns: (transfer none): where servers from @item's source stand */
static AdwPreferencesGroup *
get_group (UiImportDialog *self, AppImportItem *item)
{
  const char          *application = app_import_item_get_application (item);
  const char          *path = app_import_item_get_path (item);
  const char          *key = path != NULL ? path : "";
  AdwPreferencesGroup *group = g_hash_table_lookup (self->sources, key);

  if (group != NULL)
    return group;
  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autofree char *title = application != NULL
                               ? g_markup_escape_text (application, -1)
                               : g_strdup (path != NULL ? _ ("File") : _ ("Pasted"));
  g_autofree char *visible = app_visible_text_path (path, MAX_PATH);
  g_autofree char *markup = g_markup_escape_text (visible, -1);

  adw_preferences_group_set_title (group, title);
  adw_preferences_group_set_description (group, markup);
  gtk_box_append (self->groups, GTK_WIDGET (group));
  g_hash_table_insert (self->sources, g_strdup (key), group);
  return group;
}

static void
on_items_changed (UiImportDialog *self, guint position, guint removed, guint added)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppImportItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      adw_preferences_group_add (get_group (self, item), ui_import_row_new (item));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->groups), g_hash_table_size (self->sources) > 0);
}

static void
update_secrets (UiImportDialog *self)
{
  g_auto (GStrv) names = app_import_list_dup_secret_names (self->list);
  g_autofree char *joined = g_strjoinv (", ", names);
  g_autofree char *visible = app_visible_text_line (joined, MAX_NAME);
  g_autofree char *text =
      /* Translators: %s is a list of names, for example "API_KEY, TOKEN" */
      g_strdup_printf (_ ("%s: otherwise they are saved as plain text."),
                       visible);

  adw_action_row_set_subtitle (self->secrets_row, text);
  gtk_widget_set_visible (self->secrets_group, names[0] != NULL);
}

static const char *
find_reason (UiImportDialog *self, gboolean loading, guint n)
{
  if (self->running)
    return _ ("Importing…");
  if (n > 0)
    return _ ("You confirm each command before its first run.");
  if (loading)
    return _ ("Searching other applications…");
  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    return _ ("No servers were found in other applications.");
  return _ ("No server selected.");
}

static void
update (UiImportDialog *self)
{
  guint            n = app_import_list_get_n_selected (self->list);
  g_autofree char *label =
      n > 0 ? g_strdup_printf (ngettext ("Import %'u Server", "Import %'u Servers", n), n)
            : g_strdup (_ ("Import"));
  gboolean loading;

  g_object_get (self->list, "loading", &loading, NULL);
  gtk_button_set_label (self->import, label);
  gtk_label_set_text (self->reason, find_reason (self, loading, n));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "dialog.import", n > 0 && !self->running);
  update_secrets (self);
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImportDialog) self = data;
  g_autoptr (GError) error = NULL;

  if (!app_import_list_find_finish (APP_IMPORT_LIST (object), result, &error) &&
      !g_cancellable_is_cancelled (self->cancellable))
    show_error (self, error);
  else if (app_import_list_get_n_selected (self->list) > 0)
    gtk_widget_grab_focus (GTK_WIDGET (self->import));
}

/* From elsewhere */

static void
on_paste_applied (UiImportDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->paste));
  g_autoptr (GError) error = NULL;
  g_autoptr (AppProblem) problem = NULL;

  if (text[0] == '\0')
    return;
  if (app_import_list_add_text (self->list, text, &error) > 0)
    gtk_editable_set_text (GTK_EDITABLE (self->paste), "");
  else if (error != NULL)
    problem = app_problem_new (
        APP_CULPRIT_SETUP, error->message,
        _ ("Copy the whole snippet, command line or URL, and paste it again."), NULL);
  ui_problem_view_set_problem (self->problem, problem);
}

static void
on_file_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImportDialog) self = data;
  g_autoptr (GError) error = NULL;

  app_import_list_add_file_finish (APP_IMPORT_LIST (object), result, &error);
  if (!g_cancellable_is_cancelled (self->cancellable))
    show_error (self, error);
}

static void
on_file_chosen (GtkNativeDialog *chooser, int response, UiImportDialog *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL && g_file_peek_path (file) != NULL)
    app_import_list_add_file_async (self->list, g_file_peek_path (file), self->cancellable,
                                    on_file_read, g_object_ref (self));
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
choose_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiImportDialog       *self = UI_IMPORT_DIALOG (widget);
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (_ ("Configuration File"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_file_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* Importing */

static void run (gpointer data);

static void
on_run (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiImportDialog) self = data;
  g_autoptr (GError) error = NULL;
  guint added = app_import_list_run_finish (APP_IMPORT_LIST (object), result, &error);

  self->running = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  update (self);
  if (error == NULL)
    {
      g_signal_emit_by_name (self, "imported", added);
      gtk_window_destroy (GTK_WINDOW (self));
    }
  else if (app_profile_draft_is_keyring_error (error))
    {
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);

      ui_fallback_question_ask (GTK_WINDOW (self), draft, run, self);
    }
  else
    show_error (self, error);
}

static void
run (gpointer data)
{
  UiImportDialog *self = data;

  self->running = TRUE;
  show_error (self, NULL);
  update (self);
  app_import_list_run_async (self->list, self->cancellable, on_run, g_object_ref (self));
}

static void
import_chosen (GtkWidget *widget, const char *name, GVariant *parameter)
{
  run (widget);
}

/* The object */

static void
ui_import_dialog_dispose (GObject *object)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  ui_template_dispose (object);
  g_clear_object (&self->list);
  g_clear_object (&self->workspace);
}

static void
ui_import_dialog_finalize (GObject *object)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (object);

  g_hash_table_unref (self->sources);
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
  ui_signal_new (klass, "imported", 1, G_TYPE_UINT);

  g_type_ensure (UI_TYPE_NOTE_LIST);
  g_type_ensure (UI_TYPE_PROBLEM_VIEW);
  ui_template_set (widget_class, "ui/clients/ui-import-dialog.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, UiImportDialog, child)
  BIND (problem);
  BIND (groups);
  BIND (notes);
  BIND (paste);
  BIND (secrets_group);
  BIND (secrets_row);
  BIND (secrets);
  BIND (reason);
  BIND (import);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_paste_applied);
  gtk_widget_class_install_action (widget_class, "dialog.import", NULL, import_chosen);
  gtk_widget_class_install_action (widget_class, "import.choose-file", NULL, choose_file);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "dialog.import", NULL);
}

static void
ui_import_dialog_init (UiImportDialog *self)
{
  self->sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self->groups), FALSE);
}

UiImportDialog *
ui_import_dialog_new (GtkWindow *parent, AppWorkspace *workspace, const char *home)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiImportDialog *self = g_object_new (UI_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);

  self->workspace = g_object_ref (workspace);
  self->list = app_import_list_new (workspace);
  g_object_bind_property (self->list, "keep-secrets", self->secrets, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_note_list_set_notes (self->notes, app_import_list_get_notes (self->list));
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::n-selected", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::loading", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  app_import_list_find_async (self->list, home, self->cancellable, on_found, g_object_ref (self));
  update (self);
  return self;
}

void
ui_import_dialog_add_file (UiImportDialog *self, const char *path)
{
  g_return_if_fail (UI_IS_IMPORT_DIALOG (self));

  app_import_list_add_file_async (self->list, path, self->cancellable, on_file_read,
                                  g_object_ref (self));
}

void
ui_import_dialog_choose (UiImportDialog *self, const char *name, const char *path)
{
  g_return_if_fail (UI_IS_IMPORT_DIALOG (self));

  app_import_list_choose (self->list, name, path);
  ui_import_dialog_add_file (self, path);
}
