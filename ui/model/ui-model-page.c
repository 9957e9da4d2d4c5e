/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-page.h"
#include "ui-model-notifier.h"
#include "ui-banner.h"
#include "ui-model-composer.h"
#include "ui-model-kept.h"
#include "ui-model-material-dialog.h"
#include "ui-model-meter.h"
#include "ui-model-models.h"
#include "ui-model-options.h"
#include "ui-model-raw.h"
#include "ui-model-servers.h"
#include "ui-model-view.h"
#include "ui-case-window.h"
#include "ui-names-dialog.h"
#include "ui-overlay-dialog.h"
#include "ui-copy.h"
#include "ui-file-chooser.h"
#include "ui-provider-dialog.h"
#include "ui-menu.h"
#include "ui-page.h"
#include "ui-problem-view.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-model-controller.h"
#include "app-case-draft.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINE 400

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Copy as Markdown"), "bench.copy-conversation::markdown" },
  { UI_MENU_ITEM, N_ ("Copy as _JSON"), "bench.copy-conversation::json" },
  { UI_MENU_ITEM, N_ ("Requests as _Sent"), "bench.show-requests" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Measure…"), "bench.measure-next" },
  { UI_MENU_ITEM, N_ ("_Open Cases…"), "bench.open-cases" },
  { UI_MENU_ITEM, N_ ("S_ave as Case…"), "bench.save-case" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Rename…"), "bench.rename" },
  { UI_MENU_ITEM, N_ ("_Model Providers…"), "bench.providers" },
};

struct _UiModelPage
{
  GtkWidget parent_instance;

  AppModelController *controller;
  UiModelNotifier    *notifier;

  AdwToastOverlay *toasts;
  GtkWidget       *bar;
  GtkMenuButton   *model_button;
  UiModelModels   *models;
  GtkLabel        *model;
  GtkMenuButton   *servers_button;
  UiModelServers  *servers;
  GtkLabel        *tools;
  UiModelOptions  *options;
  GtkMenuButton   *more;
  UiModelKept     *kept;
  UiBanner        *consent;
  UiProblemView   *problem;
  GtkStack        *stack;
  GtkWidget       *script;
  GtkLabel        *begin_tools;
  GtkBox          *examples;
  UiModelView     *view;
  GtkWidget       *bottom;
  GtkSpinner      *spinner;
  GtkLabel        *status;
  UiModelMeter    *meter;
  UiModelComposer *composer;
};

UI_DEFINE_PAGE (UiModelPage, ui_model_page, GTK_TYPE_WIDGET)

/* What the scripted model knows; a person who never saw it starts with one of these. */
static const char *const examples[] = {
  N_ ("What is the mean of these numbers?"),
  N_ ("Which headphones are there?"),
  N_ ("Make a table of measurements"),
};

/* What is shown */

/* Text that comes moves by itself. A spinner beside it would have the whole window drawn sixty
 * times a second, which takes more than the text does. Returns: whether the next thing is waited
 * for */
static gboolean
is_waiting (UiModelPage *self)
{
  GListModel   *blocks = app_model_controller_get_blocks (self->controller);
  guint         n = g_list_model_get_n_items (blocks);
  AppModelState state = app_model_controller_get_state (self->controller);
  g_autoptr (AppModelBlock) last = n > 0 ? g_list_model_get_item (blocks, n - 1) : NULL;

  if (state != APP_MODEL_STATE_ANSWERING || last == NULL)
    return state == APP_MODEL_STATE_STARTING || state == APP_MODEL_STATE_ANSWERING;
  switch (app_model_block_get_kind (last))
    {
    case APP_MODEL_BLOCK_HEAD:
    case APP_MODEL_BLOCK_CALL:
    case APP_MODEL_BLOCK_NOTICE:
      return TRUE;
    default:
      return app_model_block_is_person (last);
    }
}

static gboolean
has_attachments (UiModelPage *self)
{
  AppModelAttachments *attachments = app_model_controller_get_attachments (self->controller);

  return g_list_model_get_n_items (app_model_attachments_get_list (attachments)) > 0;
}

static void
update_stack (UiModelPage *self)
{
  AppModelController *controller = self->controller;
  GListModel         *blocks = app_model_controller_get_blocks (controller);
  AppModelState       state = app_model_controller_get_state (controller);
  gboolean            is_empty = g_list_model_get_n_items (blocks) == 0;
  const char         *name = !is_empty                           ? "conversation"
                             : state == APP_MODEL_STATE_NO_MODEL ? "welcome"
                                                                 : "begin";

  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_set_visible (self->bottom,
                          state != APP_MODEL_STATE_NO_MODEL || !is_empty || has_attachments (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bench.new", !is_empty);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bench.copy-conversation", !is_empty);
  gtk_spinner_set_spinning (self->spinner, is_waiting (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bench.save-case", !is_empty);
}

static void
update_state (UiModelPage *self)
{
  AppModelState state = app_model_controller_get_state (self->controller);
  gboolean      retry = FALSE;

  g_object_get (self->controller, "can-retry", &retry, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bench.retry",
                                 retry && state == APP_MODEL_STATE_READY);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "bench.rename",
                                 app_model_controller_get_conversation (self->controller) != NULL);
  update_stack (self);
}

static void
update_status (UiModelPage *self)
{
  g_autofree char *status = NULL;

  g_object_get (self->controller, "status", &status, NULL);
  g_autofree char *line = app_visible_text_line (status, MAX_LINE);
  gtk_label_set_text (self->status, line);
}

static void
update_model (UiModelPage *self)
{
  g_autofree char *title = NULL;

  g_object_get (self->controller, "model-title", &title, NULL);
  g_autofree char *line = app_visible_text_line (title, MAX_LINE);
  gtk_label_set_text (self->model, *line != '\0' ? line : _ ("Choose a Model"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->model_button),
                               *line != '\0' ? line : _ ("Model"));
  /* Translators: %s is a language model */
  g_autofree char *spoken = g_strdup_printf (_ ("Model: %s"), gtk_label_get_text (self->model));
  ui_widget_name (self->model_button, spoken);
  gtk_widget_set_visible (GTK_WIDGET (self->examples),
                          app_model_choice_get_entry (
                              app_model_controller_get_asked (self->controller)) == NULL);
}

static void
update_tools (UiModelPage *self)
{
  g_autofree char *summary = ui_model_servers_dup_summary (
      app_model_controller_get_servers (self->controller));
  /* Translators: %s says how many, such as "24 tools of 2 servers" */
  g_autofree char *spoken = g_strdup_printf (_ ("Tools: %s"), summary);

  gtk_label_set_text (self->tools, summary);
  ui_widget_name (self->servers_button, spoken);
  gtk_label_set_text (self->begin_tools, summary);
}

static void
on_servers_changed (
    UiModelPage *self, guint position, guint n_removed, guint n_added, GListModel *servers)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (servers, position + i);

      ui_connect (server, "notify", update_tools, self);
    }
  /* Servers go while the controller does. */
  if (self->controller != NULL)
    update_tools (self);
}

/* Problems and questions */

static void
on_problem (UiModelPage *self, AppProblem *problem)
{
  ui_problem_view_set_problem (self->problem, problem);
  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY, _ ("Dismiss"), "bench.dismiss");
}

static void
dismiss (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_problem_view_set_problem (UI_MODEL_PAGE (widget)->problem, NULL);
}

static void
update_consent (UiModelPage *self)
{
  g_autofree char *text = NULL;

  g_object_get (app_model_controller_get_servers (self->controller), "consent-text", &text, NULL);
  g_autofree char *line = app_visible_text_line (text, MAX_LINE);
  if (text != NULL)
    ui_banner_set_title (self->consent, line);
  ui_banner_set_revealed (self->consent, text != NULL);
}

static void
answer_consent (UiModelPage *self, gboolean agreed)
{
  app_model_servers_agree (APP_MODEL_SERVERS (app_model_controller_get_servers (self->controller)),
                           agreed);
}

static void
on_agreed (UiModelPage *self)
{
  answer_consent (self, TRUE);
}

static void
on_declined (UiModelPage *self)
{
  answer_consent (self, FALSE);
}

/* Saying something */

static void
on_example (UiModelPage *self, GtkButton *button)
{
  ui_model_composer_set_text (self->composer, gtk_button_get_label (button));
  gtk_widget_grab_focus (GTK_WIDGET (self->composer));
}

/* Actions */

/* The dialog is over the window: what it was opened from goes first. */

static void
providers (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);
  GtkRoot     *root = gtk_widget_get_root (widget);

  gtk_popover_popdown (GTK_POPOVER (self->models));
  gtk_window_present (
      ui_provider_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              app_model_controller_get_providers (self->controller)));
}

static void
use_script (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);

  app_model_choice_choose (app_model_controller_get_asked (self->controller), APP_MODEL_SCRIPT_ID,
                           "", TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->composer));
}

static void
begin_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);

  ui_model_composer_stop_editing (self->composer);
  app_model_controller_begin_new (self->controller);
  gtk_widget_grab_focus (GTK_WIDGET (self->composer));
}

static void
retry (GtkWidget *widget, const char *action, GVariant *parameter)
{
  app_model_controller_retry (UI_MODEL_PAGE (widget)->controller);
}

static void
rename_it (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);

  ui_model_kept_rename (self->kept, app_model_controller_get_conversation (self->controller));
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage     *self = UI_MODEL_PAGE (widget);
  gboolean         as_json = g_str_equal (g_variant_get_string (parameter, NULL), "json");
  g_autofree char *text =
      app_model_controller_dup_transcript (self->controller, G_MAXUINT, as_json);

  if (text != NULL)
    ui_copy_text (self, text, strlen (text));
}

static void
show_requests (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AppModelController *controller = UI_MODEL_PAGE (widget)->controller;

  ui_model_raw_present (widget, app_model_controller_get_exchanges (controller), controller,
                        G_MAXUINT);
}

static void
edit_overlays (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);
  const char  *server = g_variant_get_string (parameter, NULL);

  gtk_popover_popdown (GTK_POPOVER (self->servers));
  gtk_popover_popdown (GTK_POPOVER (self->options));
  ui_overlay_dialog_present (widget, self->controller, *server != '\0' ? server : NULL);
}

static void
show_names (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage *self = UI_MODEL_PAGE (widget);

  gtk_popover_popdown (GTK_POPOVER (self->servers));
  ui_names_dialog_present (widget, self->controller);
}

static void
add_material (UiModelPage *self, gboolean prompts)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *dialog =
      ui_model_material_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                    app_model_controller_get_servers (self->controller),
                                    app_model_controller_get_attachments (self->controller),
                                    prompts);

  ui_connect (dialog, "unmap", gtk_widget_grab_focus, self->composer);
  gtk_window_present (dialog);
}

static void
add_prompt (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_material (UI_MODEL_PAGE (widget), TRUE);
}

static void
add_resource (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_material (UI_MODEL_PAGE (widget), FALSE);
}

void
ui_model_page_add (UiModelPage *self,
                   AppSession  *session,
                   gboolean     is_prompt,
                   const char  *target,
                   const char  *arguments)
{
  g_return_if_fail (UI_IS_MODEL_PAGE (self));

  app_model_attachments_add_target (app_model_controller_get_attachments (self->controller),
                                    session, is_prompt, target,
                                    *arguments != '\0' ? arguments : NULL);
}

/* What is in the composer; else what was asked last. */
static void
measure (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiModelPage     *self = UI_MODEL_PAGE (widget);
  GListModel      *blocks = app_model_controller_get_blocks (self->controller);
  guint            n = g_list_model_get_n_items (blocks);
  g_autofree char *draft = NULL;

  g_object_get (app_model_controller_get_context_meter (self->controller), "draft", &draft, NULL);
  if (n == 0 || (draft != NULL && *g_strstrip (draft) != '\0'))
    {
      ui_case_window_present (widget, self->controller, G_MAXUINT);
      return;
    }
  g_autoptr (AppModelBlock) last = g_list_model_get_item (blocks, n - 1);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "bench.measure", "u",
                              app_model_block_get_turn (last));
}

static void
on_case_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiModelPage) self = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Saved")));
      return;
    }
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  on_problem (self, problem);
}

static void
save_case_to (gpointer object, GFile *file)
{
  UiModelPage *self = object;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_case_draft_write_conversation (self->controller, &error);

  if (bytes != NULL)
    {
      g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE,
                                           G_FILE_CREATE_REPLACE_DESTINATION, NULL, on_case_saved,
                                           g_object_ref (self));
      return;
    }
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  on_problem (self, problem);
}

static void
save_case (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Save as Case"), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL,
                       save_case_to, widget);
}

static void
open_cases (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_case_window_ask_for_file (
      ui_case_window_present (widget, UI_MODEL_PAGE (widget)->controller, G_MAXUINT));
}

/* The page of the window */

static gboolean
ui_model_page_focus (UiPage *page)
{
  UiModelPage *self = UI_MODEL_PAGE (page);

  return gtk_widget_grab_focus (gtk_widget_get_visible (self->bottom)
                                    ? GTK_WIDGET (self->composer)
                                    : self->script);
}

static gboolean
ui_model_page_submit (UiPage *page)
{
  UiModelPage *self = UI_MODEL_PAGE (page);

  return ui_model_view_answer (self->view, TRUE) || ui_model_composer_send (self->composer);
}

static gboolean
ui_model_page_cancel (UiPage *page)
{
  UiModelPage *self = UI_MODEL_PAGE (page);

  if (ui_model_view_answer (self->view, FALSE))
    return TRUE;
  if (!app_model_controller_is_answering (self->controller))
    return ui_model_composer_leave (self->composer);
  app_model_controller_stop (self->controller);
  return TRUE;
}

static void
ui_model_page_add_panes (UiPage *page, GPtrArray *panes)
{
  UiModelPage *self = UI_MODEL_PAGE (page);

  g_ptr_array_add (panes, self->composer);
  g_ptr_array_add (panes, self->stack);
  g_ptr_array_add (panes, self->meter);
  g_ptr_array_add (panes, self->bar);
}

static void
ui_model_page_page_init (UiPageInterface *iface)
{
  iface->focus = ui_model_page_focus;
  iface->submit = ui_model_page_submit;
  iface->cancel = ui_model_page_cancel;
  iface->add_panes = ui_model_page_add_panes;
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  ui_template_bind_children (widget_class, UiModelPage, toasts, bar, model_button, models, model,
                             servers_button, more, servers, tools, options, kept, consent, problem,
                             stack, script, begin_tools, examples, view, bottom, spinner, status,
                             meter, composer);
}

UI_DEFINE_CLASS (UiModelPage, ui_model_page)
{
  ui_template_ensure_types (UI_TYPE_BANNER, UI_TYPE_MODEL_COMPOSER, UI_TYPE_MODEL_KEPT,
                            UI_TYPE_MODEL_METER, UI_TYPE_MODEL_MODELS, UI_TYPE_MODEL_OPTIONS,
                            UI_TYPE_MODEL_SERVERS, UI_TYPE_MODEL_VIEW, UI_TYPE_PROBLEM_VIEW,
                            UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/model/ui-model-page.ui");
  ui_template_hold (widget_class, UiModelPage, notifier, controller);
  bind_children (widget_class);
  ui_template_bind_callbacks (widget_class, on_agreed, on_declined,
                              ui_model_composer_edit);
  gtk_widget_class_install_action (widget_class, "bench.providers", NULL, providers);
  gtk_widget_class_install_action (widget_class, "bench.use-script", NULL, use_script);
  gtk_widget_class_install_action (widget_class, "bench.new", NULL, begin_new);
  gtk_widget_class_install_action (widget_class, "bench.retry", NULL, retry);
  gtk_widget_class_install_action (widget_class, "bench.rename", NULL, rename_it);
  gtk_widget_class_install_action (widget_class, "bench.copy-conversation", "s", copy);
  gtk_widget_class_install_action (widget_class, "bench.show-requests", NULL, show_requests);
  gtk_widget_class_install_action (widget_class, "bench.edit-overlays", "s", edit_overlays);
  gtk_widget_class_install_action (widget_class, "bench.show-names", NULL, show_names);
  gtk_widget_class_install_action (widget_class, "bench.dismiss", NULL, dismiss);
  gtk_widget_class_install_action (widget_class, "bench.add-prompt", NULL, add_prompt);
  gtk_widget_class_install_action (widget_class, "bench.add-resource", NULL, add_resource);
  gtk_widget_class_install_action (widget_class, "bench.measure-next", NULL, measure);
  gtk_widget_class_install_action (widget_class, "bench.save-case", NULL, save_case);
  gtk_widget_class_install_action (widget_class, "bench.open-cases", NULL, open_cases);
}

static void
ui_model_page_init (UiModelPage *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init (self);
  gtk_menu_button_set_menu_model (self->more, model);
  ui_banner_set_button_label (self->consent, _ ("Agree"));
  ui_banner_set_other_label (self->consent, _ ("Do Not Use"));
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      GtkWidget *button = gtk_button_new_with_label (_ (examples[i]));
      GtkLabel  *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

      gtk_label_set_wrap (label, TRUE);
      gtk_label_set_justify (label, GTK_JUSTIFY_CENTER);
      ui_connect (button, "clicked", on_example, self);
      gtk_box_append (self->examples, button);
    }
}

static void
follow (UiModelPage *self)
{
  static const struct
  {
    const char *signal;
    void (*changed) (UiModelPage *self);
  } followed[] = {
    { "notify::state", update_state },
    { "notify::can-retry", update_state },
    { "notify::title", update_state },
    { "notify::kept", update_state },
    { "notify::status", update_status },
    { "notify::model-title", update_model },
  };

  GListModel *servers = app_model_controller_get_servers (self->controller);

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    {
      ui_connect (self->controller, followed[i].signal, followed[i].changed, self);
      followed[i].changed (self);
    }
  ui_connect (self->controller, "problem", on_problem, self);
  ui_connect (app_model_controller_get_blocks (self->controller), "items-changed", update_stack,
              self);
  ui_connect (app_model_controller_get_attachments (self->controller), "changed", update_stack,
              self);
  ui_connect (servers, "notify::consent-text", update_consent, self);
  update_consent (self);
  ui_connect (servers, "items-changed", on_servers_changed, self);
  on_servers_changed (self, 0, 0, g_list_model_get_n_items (servers), servers);
}

GtkWidget *
ui_model_page_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiModelPage *self = g_object_new (UI_TYPE_MODEL_PAGE, NULL);

  self->controller = app_model_controller_new (workspace);
  self->notifier = ui_model_notifier_new (self->controller, GTK_WIDGET (self));
  ui_settings_bind ("bench-keeps", self->controller, "keeps", G_SETTINGS_BIND_DEFAULT);
  ui_model_models_set_choice (self->models, app_model_controller_get_asked (self->controller));
  ui_model_servers_set_servers (self->servers, app_model_controller_get_servers (self->controller));
  ui_model_options_set_setup (self->options, app_model_controller_get_setup (self->controller));
  ui_model_kept_set_controller (self->kept, self->controller);
  ui_model_composer_set_controller (self->composer, self->controller);
  ui_model_view_set_controller (self->view, self->controller);
  ui_model_meter_set_context_meter (self->meter,
                                    app_model_controller_get_context_meter (self->controller));
  follow (self);
  return GTK_WIDGET (self);
}
