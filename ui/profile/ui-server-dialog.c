/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-dialog.h"
#include "ui-argument-list.h"
#include "ui-banner.h"
#include "ui-call-rules.h"
#include "ui-fallback-question.h"
#include "ui-file-chooser.h"
#include "ui-server-advanced.h"
#include "ui-server-oauth.h"
#include "ui-template.h"
#include "ui-variable-list.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-target.h"
#include "app-visible-text.h"
#include "store-profile.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <adwaita.h>

#define MAX_NOTE 300
#define MAX_PREVIEW 4000

struct _UiServerDialog
{
  AdwWindow parent_instance;

  AppProfileDraft *draft;
  GListModel      *choices; /* of a snippet that holds several; nullable */
  gboolean         updating;
  gboolean         pasted;
  gboolean         named; /* by the person */
  guint            replace;
  GCancellable    *cancellable;

  UiBanner            *banner;
  GtkButton           *save;
  AdwEntryRow         *target;
  GtkLabel            *note;
  AdwComboRow         *choice;
  AdwEntryRow         *name;
  GtkLabel            *preview;
  AdwEntryRow         *directory;
  UiArgumentList      *arguments;
  UiVariableList      *environment;
  UiVariableList      *headers;
  AdwComboRow         *authorization;
  AdwEntryRow         *user;
  AdwPasswordEntryRow *secret;
  UiServerOauth       *oauth;
  UiCallRules         *rules;
  UiServerAdvanced    *advanced;
};

G_DEFINE_FINAL_TYPE (UiServerDialog, ui_server_dialog, ADW_TYPE_WINDOW)

static StoreProfile *
get_profile (UiServerDialog *self)
{
  return app_profile_draft_get_profile (self->draft);
}

static const char *
get_text (gpointer editable)
{
  return gtk_editable_get_text (GTK_EDITABLE (editable));
}

static gboolean
is_process (StoreProfile *profile)
{
  return store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO;
}

/* What would run, as it stands: secrets as marks. */
static void
update_preview (UiServerDialog *self)
{
  StoreProfile    *profile = get_profile (self);
  g_autofree char *summary = store_profile_dup_summary (profile);
  g_autofree char *visible = app_visible_text_block (summary, MAX_PREVIEW);
  g_autoptr (GError) error = NULL;
  gboolean    valid = store_profile_validate (profile, &error);
  const char *problem = valid ? ui_server_advanced_get_problem (self->advanced) : error->message;

  ui_widget_show_text (self->preview, visible);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save), problem == NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->save), problem);
}

static void
update_sections (UiServerDialog *self)
{
  StoreTransport transport = store_profile_get_endpoint (get_profile (self))->transport;
  gboolean       process = is_process (get_profile (self));
  gboolean       has_headers =
      !process && transport != STORE_TRANSPORT_UNIX && transport != STORE_TRANSPORT_TCP;
  guint authorization = adw_combo_row_get_selected (self->authorization);

  gtk_widget_set_visible (GTK_WIDGET (self->arguments), process);
  gtk_widget_set_visible (GTK_WIDGET (self->environment), process);
  gtk_widget_set_visible (GTK_WIDGET (self->headers), has_headers);
  ui_server_advanced_fit (self->advanced);
  gtk_widget_set_visible (GTK_WIDGET (self->user),
                          authorization == STORE_AUTHORIZATION_BASIC);
  gtk_widget_set_visible (GTK_WIDGET (self->secret),
                          authorization != STORE_AUTHORIZATION_NONE);
  gtk_widget_set_visible (GTK_WIDGET (self->oauth), authorization == STORE_AUTHORIZATION_NONE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->secret),
                                 authorization == STORE_AUTHORIZATION_BASIC ? _ ("Password")
                                                                            : _ ("Token"));
}

/* The target as one line that reads back as the same. */
static void
show_target (UiServerDialog *self)
{
  g_autofree char *summary = store_profile_dup_summary (get_profile (self));

  self->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->target), summary != NULL ? summary : "");
  self->updating = FALSE;
}

static void
on_profile_changed (UiServerDialog *self, GParamSpec *pspec)
{
  if (self->updating)
    return;
  if (g_str_equal (pspec->name, "arguments"))
    show_target (self);
  update_sections (self);
  update_preview (self);
}

static void
collect (UiServerDialog *self, UiVariableList *list, const char *section)
{
  g_autoptr (StoreVariables) variables = ui_variable_list_collect (list, self->draft, section);

  app_profile_draft_set_variables (self->draft, section, variables);
}

static void
on_variables_changed (UiServerDialog *self, UiVariableList *list)
{
  if (!self->updating)
    collect (self, list,
             list == self->headers ? APP_PROFILE_SECTION_HEADERS : APP_PROFILE_SECTION_ENVIRONMENT);
}

static void
on_credentials_changed (UiServerDialog *self)
{
  if (!self->updating)
    app_profile_draft_set_credentials (self->draft, get_text (self->user),
                                       get_text (self->secret));
}

/* Everything below the target, as the draft has it */
static void
follow_draft (UiServerDialog *self)
{
  StoreProfile         *profile = get_profile (self);
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *credentials = endpoint->credentials;
  const char           *user = store_variables_lookup (credentials, "user");
  gboolean              kept = store_variables_find (credentials, "token", NULL) ||
                  store_variables_find (credentials, "password", NULL);

  self->updating = TRUE;
  app_profile_draft_bind (self->draft, "name", self->name, "text");
  app_profile_draft_bind (self->draft, "working-directory", self->directory, "text");
  app_profile_draft_bind (self->draft, "arguments", self->arguments, "items");
  app_profile_draft_bind (self->draft, "authorization", self->authorization, "selected");
  ui_variable_list_set_variables (self->environment, endpoint->environment);
  ui_variable_list_set_variables (self->headers, endpoint->headers);
  gtk_editable_set_text (GTK_EDITABLE (self->user), user != NULL ? user : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->secret),
                               kept ? _ ("Stored; type to replace") : NULL);
  ui_server_oauth_set_draft (self->oauth, self->draft);
  ui_call_rules_set_draft (self->rules, self->draft);
  ui_server_advanced_set_draft (self->advanced, self->draft);
  self->updating = FALSE;
  ui_connect (profile, "notify", on_profile_changed, self);
  ui_connect (profile, "notify::authorization", on_credentials_changed, self);
  update_sections (self);
  update_preview (self);
}

static void
take_over_variables (UiVariableList *list, const StoreVariables *variables)
{
  if (store_variables_get_n_items (variables) == 0)
    return;
  ui_variable_list_set_variables (list, variables);
  ui_variable_list_propose_secrets (list);
}

static void
take_over_authorization (UiServerDialog *self, StoreProfile *understood)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (understood);
  const StoreVariables *credentials = endpoint->credentials;
  const char           *user = store_variables_lookup (credentials, "user");
  const char           *secret = store_variables_lookup (credentials, "token");

  if (endpoint->authorization == STORE_AUTHORIZATION_NONE)
    return;
  if (secret == NULL)
    secret = store_variables_lookup (credentials, "password");
  adw_combo_row_set_selected (self->authorization, endpoint->authorization);
  gtk_editable_set_text (GTK_EDITABLE (self->user), user != NULL ? user : "");
  gtk_editable_set_text (GTK_EDITABLE (self->secret), secret != NULL ? secret : "");
}

/* Takes over what @understood says how to reach the server; what it does not say stays, and so does
 * what was typed below the target. */
static void
take_over (UiServerDialog *self, StoreProfile *understood, gboolean snippet)
{
  gboolean named = self->named || !app_profile_draft_is_new (self->draft);

  self->updating = TRUE;
  app_profile_draft_set_target (
      self->draft, understood, snippet || self->pasted ? STORE_ORIGIN_PASTED : STORE_ORIGIN_TYPED,
      named ? NULL : store_profile_get_name (understood));
  take_over_variables (self->environment, store_profile_get_endpoint (understood)->environment);
  take_over_variables (self->headers, store_profile_get_endpoint (understood)->headers);
  take_over_authorization (self, understood);
  self->updating = FALSE;
  collect (self, self->environment, APP_PROFILE_SECTION_ENVIRONMENT);
  collect (self, self->headers, APP_PROFILE_SECTION_HEADERS);
  on_credentials_changed (self);
  update_sections (self);
  update_preview (self);
}

static void
on_name_changed (UiServerDialog *self)
{
  if (!self->updating)
    self->named = get_text (self->name)[0] != '\0';
}

static void
on_choice_changed (UiServerDialog *self)
{
  if (self->updating || self->choices == NULL)
    return;
  g_autoptr (StoreProfile) chosen =
      g_list_model_get_item (self->choices, adw_combo_row_get_selected (self->choice));
  if (chosen != NULL)
    {
      take_over (self, chosen, TRUE);
      show_target (self);
    }
}

static gboolean
replace_snippet (gpointer data)
{
  UiServerDialog *self = data;

  self->replace = 0;
  show_target (self);
  gtk_editable_set_position (GTK_EDITABLE (self->target), -1);
  return G_SOURCE_REMOVE;
}

static void
show_choices (UiServerDialog *self, GListModel *profiles)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = g_list_model_get_n_items (profiles);

  g_set_object (&self->choices, profiles);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (profiles, i);
      g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), 80);
      gtk_string_list_append (names, name);
    }
  self->updating = TRUE;
  adw_combo_row_set_model (self->choice, G_LIST_MODEL (names));
  self->updating = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->choice), n > 1);
}

static void
on_target_changed (UiServerDialog *self)
{
  if (self->updating)
    return;
  const char *text = get_text (self->target);
  g_autoptr (AppTarget) target = app_target_new (text);
  AppTargetKind    kind = app_target_get_kind (target);
  g_autofree char *note = app_visible_text_block (app_target_get_note (target), MAX_NOTE);

  if (text[0] == '\0')
    self->pasted = FALSE;
  ui_widget_show_text (self->note, note);
  ui_widget_set_class (self->target, "error", kind == APP_TARGET_INVALID);

  GListModel *profiles = app_target_get_profiles (target);
  g_autoptr (StoreProfile) first = g_list_model_get_item (profiles, 0);
  show_choices (self, profiles);
  if (first != NULL)
    {
      take_over (self, first, kind == APP_TARGET_SNIPPET);
      /* The entry is in the middle of its change: it gets the line that replaces the snippet
       * later. */
      if (kind == APP_TARGET_SNIPPET && self->replace == 0)
        self->replace = g_idle_add (replace_snippet, self);
      return;
    }
  /* Nothing that could run must look as if it would. */
  app_profile_draft_clear_target (self->draft);
}

static void
on_paste (UiServerDialog *self)
{
  self->pasted = TRUE;
}

void
ui_server_dialog_paste (UiServerDialog *self, const char *text)
{
  g_return_if_fail (UI_IS_SERVER_DIALOG (self));

  self->pasted = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->target), text);
}

static void
on_folder_chosen (gpointer object, GFile *file)
{
  if (g_file_peek_path (file) != NULL)
    gtk_editable_set_text (GTK_EDITABLE (UI_SERVER_DIALOG (object)->directory),
                           g_file_peek_path (file));
}

static void
choose_folder (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Working Directory"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                       NULL, NULL, on_folder_chosen, widget);
}

static void save (GtkWidget *widget, const char *name, GVariant *parameter);

static void
save_again (gpointer object)
{
  save (GTK_WIDGET (object), NULL, NULL);
}

typedef struct
{
  UiServerDialog *dialog;
  gboolean        added;
} Saving;

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree Saving *saving = data;
  g_autoptr (UiServerDialog) self = saving->dialog;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) profile =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->save), TRUE);
  if (profile != NULL)
    {
      g_signal_emit_by_name (self, "saved", profile, saving->added);
      gtk_window_destroy (GTK_WINDOW (self));
    }
  else if (app_profile_draft_is_keyring_error (error))
    ui_fallback_question_ask (GTK_WINDOW (self), self->draft, save_again, self);
  else
    {
      g_autofree char *text = app_visible_text_line (error->message, MAX_NOTE);
      ui_banner_set_title (self->banner, text);
      ui_banner_set_revealed (self->banner, TRUE);
    }
}

static void
save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiServerDialog *self = UI_SERVER_DIALOG (widget);
  const char     *problem = ui_server_advanced_get_problem (self->advanced);

  if (problem != NULL)
    {
      ui_banner_set_title (self->banner, problem);
      ui_banner_set_revealed (self->banner, TRUE);
      return;
    }
  Saving *saving = g_new0 (Saving, 1);
  ui_banner_set_revealed (self->banner, FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save), FALSE);
  saving->dialog = g_object_ref (self);
  saving->added = app_profile_draft_is_new (self->draft);
  app_profile_draft_save_async (self->draft, self->cancellable, on_saved, saving);
}

UI_DEFINE_DISPOSE (UiServerDialog, ui_server_dialog)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->replace, g_source_remove);
}

MCP_DEFINE_FINALIZE (UiServerDialog, ui_server_dialog)
{
  g_object_unref (self->cancellable);
}

UI_DEFINE_CLASS (UiServerDialog, ui_server_dialog)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_server_dialog_dispose;
  object_class->finalize = ui_server_dialog_finalize;

  mcp_signal_new (klass, "saved", 2, STORE_TYPE_PROFILE, G_TYPE_BOOLEAN);

  ui_template_ensure_types (UI_TYPE_ARGUMENT_LIST, UI_TYPE_BANNER, UI_TYPE_CALL_RULES,
                            UI_TYPE_SERVER_ADVANCED, UI_TYPE_SERVER_OAUTH, UI_TYPE_VARIABLE_LIST);
  ui_template_set (widget_class, "ui/profile/ui-server-dialog.ui");
  ui_template_hold (widget_class, UiServerDialog, choices, draft);
  ui_template_bind_children (widget_class, UiServerDialog, banner, save, target, note, choice, name,
                             preview, directory, arguments, environment, headers, authorization,
                             user, secret, oauth, rules, advanced);
  ui_template_bind_callbacks (widget_class, on_target_changed, on_choice_changed,
                              on_variables_changed, on_credentials_changed, update_preview,
                              on_name_changed);
  gtk_widget_class_install_action (widget_class, "dialog.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "dialog.choose-folder", NULL, choose_folder);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* Before the focused widget gets the key: a text would take it for a new line. */
static void
add_save_key (UiServerDialog *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcut        *save_key =
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK),
                        gtk_named_action_new ("dialog.save"));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), save_key);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
ui_server_dialog_init (UiServerDialog *self)
{
  self->cancellable = g_cancellable_new ();
  ui_template_init_dialog (GTK_WIDGET (self));
  ui_wrap_literally (self->preview);
  add_save_key (self);
  GtkEditable *delegate = gtk_editable_get_delegate (GTK_EDITABLE (self->target));
  ui_connect (delegate, "paste-clipboard", on_paste, self);
}

UiServerDialog *
ui_server_dialog_new (GtkWindow *parent, AppProfileDraft *draft)
{
  g_return_val_if_fail (APP_IS_PROFILE_DRAFT (draft), NULL);

  UiServerDialog *self = g_object_new (UI_TYPE_SERVER_DIALOG, "transient-for", parent, NULL);
  gboolean        is_new = app_profile_draft_is_new (draft);

  self->draft = g_object_ref (draft);
  gtk_window_set_title (GTK_WINDOW (self), is_new ? _ ("Add a Server") : _ ("Edit Server"));
  gtk_button_set_label (self->save, is_new ? _ ("_Add and Connect") : _ ("_Save"));
  show_target (self);
  follow_draft (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->target));
  return self;
}
