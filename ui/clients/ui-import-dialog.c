/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-import-dialog.h"
#include "ui-fallback-question.h"
#include "ui-client-toast.h"
#include "ui-file-chooser.h"
#include "ui-fill-page.h"
#include "ui-import-drop.h"
#include "ui-import-row.h"
#include "ui-note-list.h"
#include "ui-problem-view.h"
#include "ui-registry-page.h"
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
  gboolean       from_registry; /* what is filled in came from there */
  GCancellable  *cancellable;

  GtkWidget      *back;
  GtkWidget      *browse;
  GtkStack       *pages;
  UiRegistryPage *registry;
  UiFillPage     *fill;
  UiProblemView  *problem;
  GtkBox         *groups;
  UiNoteList     *notes;
  UiNoteList     *empty;
  AdwEntryRow    *paste;
  GtkWidget      *secrets_group;
  AdwActionRow   *secrets;
  GtkLabel       *reason;
  GtkButton      *import;
};

G_DEFINE_FINAL_TYPE (UiImportDialog, ui_import_dialog, ADW_TYPE_WINDOW)

static void
show_error (UiImportDialog *self, const GError *error)
{
  g_autoptr (AppProblem) problem = error != NULL ? app_problem_new_for_error (error) : NULL;

  ui_problem_view_set_problem (self->problem, problem);
}

static gboolean
is_at (UiImportDialog *self, const char *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), page) == 0;
}

/* The list */

/* All of a file by one tick, where there is more than one to tick. */
static void
on_all_toggled (UiImportDialog *self, GtkCheckButton *check)
{
  app_import_list_select (self->list, g_object_get_data (G_OBJECT (check), "ui-path"),
                          gtk_check_button_get_active (check));
}

static void
add_check (UiImportDialog *self, AdwPreferencesGroup *group, const char *name, const char *path)
{
  /* Translators: %s is an application or a file */
  g_autofree char *text = g_strdup_printf (_ ("All Servers of %s"), name);
  GtkWidget       *check = gtk_check_button_new_with_label (text);

  g_object_set_data_full (G_OBJECT (check), "ui-path", g_strdup (path), g_free);
  ui_connect (check, "toggled", on_all_toggled, self);
  adw_preferences_group_set_header_suffix (group, check);
}

/* Returns: (transfer none): where servers from @item's source stand */
static AdwPreferencesGroup *
get_group (UiImportDialog *self, AppImportItem *item)
{
  const char          *application = app_import_item_get_info (item)->application;
  const char          *path = app_import_item_get_info (item)->path;
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
  add_check (self, group, application != NULL ? application : title, path);
  gtk_box_append (self->groups, GTK_WIDGET (group));
  g_hash_table_insert (self->sources, g_strdup (key), group);
  return group;
}

static void
update_checks (UiImportDialog *self)
{
  GHashTableIter iter;
  gpointer       path, group;

  g_hash_table_iter_init (&iter, self->sources);
  while (g_hash_table_iter_next (&iter, &path, &group))
    {
      GtkWidget *check = adw_preferences_group_get_header_suffix (group);
      guint      selected;
      guint      n = app_import_list_count (
               self->list, *(const char *)path != '\0' ? path : NULL, &selected);

      g_signal_handlers_block_by_func (check, on_all_toggled, self);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), selected == n);
      gtk_check_button_set_inconsistent (GTK_CHECK_BUTTON (check), selected > 0 && selected < n);
      g_signal_handlers_unblock_by_func (check, on_all_toggled, self);
      gtk_widget_set_visible (check, n > 1);
    }
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
  update_checks (self);
}

static void
update_secrets (UiImportDialog *self)
{
  g_auto (GStrv) names = app_import_list_dup_secret_names (self->list);
  g_autofree char *joined = g_strjoinv (", ", names);
  g_autofree char *visible = app_visible_text_line (joined, MAX_NAME);
  g_autofree char *text =
      /* Translators: %s is a list of names, for example "API_KEY, TOKEN" */
      g_strdup_printf (_ ("Otherwise “%s” is saved as plain text."),
                       visible);

  adw_action_row_set_subtitle (self->secrets, text);
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
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "dialog.import",
                                 n > 0 && !self->running && is_at (self, "sources"));
  update_secrets (self);
  update_checks (self);
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

/* Pages: sources, the registry behind it, and one server to be filled in behind either */

static void
go_to (UiImportDialog *self, const char *page)
{
  gtk_stack_set_visible_child_name (self->pages, page);
  gtk_widget_set_visible (self->back, !is_at (self, "sources"));
  gtk_widget_set_visible (self->browse, is_at (self, "sources"));
  gtk_window_set_title (GTK_WINDOW (self), is_at (self, "registry") ? _ ("Server Registry")
                                           : is_at (self, "fill")   ? _ ("Import Server")
                                                                    : _ ("Import Servers"));
  update (self);
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (widget);

  if (is_at (self, "sources"))
    gtk_window_close (GTK_WINDOW (self));
  else if (is_at (self, "fill") && self->from_registry)
    go_to (self, "registry");
  else
    go_to (self, "sources");
}

static void
browse (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiImportDialog *self = UI_IMPORT_DIALOG (widget);

  go_to (self, "registry");
  ui_registry_page_begin (self->registry);
}

/* @warning: (nullable) */
static void
fill_in (UiImportDialog    *self,
         AppTemplateImport *import,
         gboolean           from_registry,
         const char        *warning)
{
  self->from_registry = from_registry;
  ui_fill_page_show (self->fill, import, warning);
  go_to (self, "fill");
  ui_fill_page_begin (self->fill);
}

static const char *
get_warning (AppServerOffer *offer)
{
  switch (app_server_offer_get_info (offer)->state)
    {
    case APP_OFFER_DELETED:
      return _ ("The registry has deleted this server. It may be harmful, or gone.");
    case APP_OFFER_DEPRECATED:
      return _ ("Its publisher advises against this server: it is deprecated.");
    case APP_OFFER_ACTIVE:
    default:
      return NULL;
    }
}

static void
on_offer_chosen (UiImportDialog *self, AppServerOffer *offer)
{
  StoreServerTemplate *template = app_server_offer_get_info (offer)->template;

  if (template == NULL)
    return;
  g_autoptr (AppTemplateImport) import = app_template_import_new (template);
  fill_in (self, import, TRUE, get_warning (offer));
}

/* The first of them is one button away. */
static void
finish (UiImportDialog *self, guint count)
{
  GListModel      *book = G_LIST_MODEL (app_workspace_get_book (self->workspace));
  g_autofree char *text =
      g_strdup_printf (ngettext ("%'u server imported", "%'u servers imported", count), count);
  AdwToast *toast = ui_client_toast_say (GTK_WIDGET (self), text);
  g_autoptr (StoreProfile) first =
      g_list_model_get_item (book, g_list_model_get_n_items (book) - count);

  if (toast != NULL && first != NULL)
    {
      adw_toast_set_button_label (toast, _ ("_Show"));
      adw_toast_set_action_name (toast, "win.open");
      adw_toast_set_action_target (toast, "(sss)", store_profile_get_id (first), "tools", "");
    }
  g_signal_emit_by_name (self, "imported", count);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
on_filled_in (UiImportDialog *self)
{
  finish (self, 1);
}

/* From elsewhere */

/* Returns: whether anything came of it */
static gboolean
add_text (UiImportDialog *self, const char *text)
{
  g_autoptr (AppTemplateImport) import = app_template_import_new_from_text (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (AppProblem) problem = NULL;
  gboolean done = FALSE;

  if (import != NULL)
    {
      fill_in (self, import, FALSE, NULL);
      return TRUE;
    }
  go_to (self, "sources");
  if (app_import_list_add_text (self->list, text, &error) > 0)
    done = TRUE;
  else if (error != NULL)
    problem = app_problem_new (
        APP_CULPRIT_SETUP, error->message,
        _ ("Copy the whole snippet, command line or URL, and paste it again."), NULL);
  ui_problem_view_set_problem (self->problem, problem);
  return done;
}

static void
on_paste_applied (UiImportDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->paste));

  if (text[0] != '\0' && add_text (self, text))
    gtk_editable_set_text (GTK_EDITABLE (self->paste), "");
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

/* It is no description of a server: then it is another application's file. */
typedef struct
{
  UiImportDialog *self;
  char           *path;
} Opening;

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;
  g_autoptr (UiImportDialog) self = opening->self;
  g_autofree char *path = opening->path;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppTemplateImport) import = app_template_import_open_finish (result, &error);

  g_free (opening);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (import != NULL)
    fill_in (self, import, FALSE, NULL);
  else
    {
      go_to (self, "sources");
      show_error (self, error);
      if (error == NULL)
        app_import_list_add_file_async (self->list, path, self->cancellable, on_file_read,
                                        g_object_ref (self));
    }
}

static void
open_file (UiImportDialog *self, const char *path)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->self = g_object_ref (self);
  opening->path = g_strdup (path);
  app_template_import_open_async (path, self->cancellable, on_opened, opening);
}

static void
on_file_chosen (gpointer object, GFile *file)
{
  if (g_file_peek_path (file) != NULL)
    open_file (UI_IMPORT_DIALOG (object), g_file_peek_path (file));
}

static void
choose_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Open a Configuration or a Bundle"),
                       GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL, on_file_chosen, widget);
}

static void
on_dropped (gpointer object, const char *path, const char *text)
{
  if (path != NULL)
    open_file (UI_IMPORT_DIALOG (object), path);
  else
    add_text (UI_IMPORT_DIALOG (object), text);
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
    finish (self, added);
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

MCP_DEFINE_FINALIZE (UiImportDialog, ui_import_dialog)
{
  g_hash_table_unref (self->sources);
  g_object_unref (self->cancellable);
}

UI_DEFINE_CLASS (UiImportDialog, ui_import_dialog)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_import_dialog_dispose;
  object_class->finalize = ui_import_dialog_finalize;
  mcp_signal_new (klass, "imported", 1, G_TYPE_UINT);

  ui_template_ensure_types (UI_TYPE_NOTE_LIST, UI_TYPE_PROBLEM_VIEW, UI_TYPE_REGISTRY_PAGE,
                            UI_TYPE_FILL_PAGE);
  ui_template_set (widget_class, "ui/clients/ui-import-dialog.ui");
  ui_template_bind_children (widget_class, UiImportDialog, back, browse, pages, registry, fill,
                             problem, groups, notes, empty, paste, secrets_group,
                             secrets, reason, import);
  ui_template_bind_callbacks (widget_class, on_paste_applied, on_offer_chosen, on_filled_in);
  gtk_widget_class_install_action (widget_class, "dialog.import", NULL, import_chosen);
  gtk_widget_class_install_action (widget_class, "import.choose-file", NULL, choose_file);
  gtk_widget_class_install_action (widget_class, "import.browse", NULL, browse);
  gtk_widget_class_install_action (widget_class, "import.back", NULL, go_back);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "import.back", NULL);
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
  ui_import_drop_accept (GTK_WIDGET (self), self, on_dropped);
}

UiImportDialog *
ui_import_dialog_new (GtkWindow *parent, AppWorkspace *workspace, const char *home)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiImportDialog *self = g_object_new (UI_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);

  self->workspace = g_object_ref (workspace);
  ui_fill_page_set_workspace (self->fill, workspace);
  self->list = app_import_list_new (workspace);
  g_object_bind_property (self->list, "keep-secrets", self->secrets, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_note_list_set_notes (self->notes, app_import_list_get_notes (self->list));
  ui_note_list_set_notes (self->empty, app_import_list_get_empty (self->list));
  ui_connect (self->list, "items-changed", on_items_changed, self);
  ui_connect (self->list, "notify::n-selected", update, self);
  ui_connect (self->list, "notify::loading", update, self);
  app_import_list_find_async (self->list, home, self->cancellable, on_found, g_object_ref (self));
  update (self);
  return self;
}

void
ui_import_dialog_add_file (UiImportDialog *self, const char *path)
{
  g_return_if_fail (UI_IS_IMPORT_DIALOG (self));

  open_file (self, path);
}

void
ui_import_dialog_choose (UiImportDialog *self, const char *name, const char *path)
{
  g_return_if_fail (UI_IS_IMPORT_DIALOG (self));

  app_import_list_choose (self->list, name, path);
  ui_import_dialog_add_file (self, path);
}
