/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-provider-page.h"
#include "ui-fallback-question.h"
#include "ui-option-area.h"
#include "ui-provider-list.h"
#include "ui-problem-view.h"
#include "ui-question.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_NAME 80

struct _UiProviderPage
{
  GtkWidget parent_instance;

  AppModelProviders *providers;
  AppProviderDraft  *draft;
  GCancellable      *cancellable;

  UiProblemView  *problem; /* of keeping it */
  UiProblemView  *trial;   /* of trying it: beside the button */
  AdwEntryRow    *title;
  AdwEntryRow    *base;
  GtkWidget      *key_group;
  AdwEntryRow    *key;
  AdwActionRow   *variable_row;
  AdwEntryRow    *model;
  AdwEntryRow    *context;
  GtkMenuButton  *choose;
  UiProviderList *models;
  GtkSpinner     *spinner;
  GtkLabel       *outcome;
  GtkWidget      *remove;
};

G_DEFINE_FINAL_TYPE (UiProviderPage, ui_provider_page, GTK_TYPE_WIDGET)

static void
update (UiProviderPage *self)
{
  gboolean busy = FALSE;
  gboolean whole = app_provider_draft_check (self->draft, NULL);

  g_object_get (self->draft, "busy", &busy, NULL);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "provider.try", !busy && whole);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "provider.remove", !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->choose), whole);
}

/* What came of trying it was of what was written then. */
static void
on_notify (UiProviderPage *self, GParamSpec *pspec)
{
  if ((pspec->flags & G_PARAM_WRITABLE) != 0)
    {
      gtk_label_set_text (self->outcome, "");
      ui_problem_view_set_problem (self->trial, NULL);
    }
  update (self);
}

static void
on_popover_shown (UiProviderPage *self)
{
  ui_provider_list_set_draft (self->models, self->draft);
  ui_provider_list_set_model (self->models, gtk_editable_get_text (GTK_EDITABLE (self->model)));
  gtk_widget_grab_focus (GTK_WIDGET (self->models));
}

static void
on_model_chosen (UiProviderPage *self, const char *id)
{
  gtk_editable_set_text (GTK_EDITABLE (self->model), id);
  gtk_menu_button_popdown (self->choose);
}

/* Trying */

static void
on_tried (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderPage) self = data;
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *line =
      app_provider_draft_try_finish (APP_PROVIDER_DRAFT (source), result, &problem);

  if (self->trial == NULL)
    return;
  ui_problem_view_set_problem (self->trial, problem);
  gtk_label_set_text (self->outcome, line != NULL ? line : "");
}

static void
try_it (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiProviderPage *self = UI_PROVIDER_PAGE (widget);

  ui_problem_view_set_problem (self->trial, NULL);
  gtk_label_set_text (self->outcome, "");
  app_provider_draft_try_async (self->draft, self->cancellable, on_tried, g_object_ref (self));
}

static void
use_variable (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiProviderPage *self = UI_PROVIDER_PAGE (widget);
  const char     *variable = app_provider_draft_get_variable (self->draft);

  if (variable != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->key), g_getenv (variable));
}

/* Keeping */

static void
show_error (UiProviderPage *self, const GError *error)
{
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);

  if (self->problem != NULL)
    ui_problem_view_set_problem (self->problem, problem);
}

static void
allow (gpointer providers, gboolean in_file)
{
  app_model_providers_allow_fallback (providers, in_file);
}

static void
save_again (gpointer self)
{
  ui_provider_page_save (self);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderPage) self = data;
  g_autoptr (GError) error = NULL;

  if (app_provider_draft_save_finish (APP_PROVIDER_DRAFT (source), result, &error))
    g_signal_emit_by_name (self, "done");
  else if (app_provider_draft_is_keyring_error (error))
    ui_fallback_question_ask_for (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                  self->providers, allow, save_again, self);
  else
    show_error (self, error);
}

void
ui_provider_page_save (UiProviderPage *self)
{
  gboolean busy = FALSE;

  g_return_if_fail (UI_IS_PROVIDER_PAGE (self));

  g_object_get (self->draft, "busy", &busy, NULL);
  if (busy)
    return;
  ui_problem_view_set_problem (self->problem, NULL);
  app_provider_draft_save_async (self->draft, NULL, on_saved, g_object_ref (self));
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiProviderPage) self = data;
  g_autoptr (GError) error = NULL;

  if (app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error))
    g_signal_emit_by_name (self, "done");
  else
    show_error (self, error);
}

static void
on_response (UiProviderPage *self, const char *response)
{
  if (g_str_equal (response, "remove") && self->draft != NULL)
    app_model_providers_remove_async (self->providers, app_provider_draft_get_id (self->draft),
                                      NULL, on_removed, g_object_ref (self));
}

static void
ask_to_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiProviderPage  *self = UI_PROVIDER_PAGE (widget);
  g_autofree char *name = app_visible_text_line (app_provider_draft_get_title (self->draft),
                                                 MAX_NAME);
  /* Translators: %s is a provider of language models */
  g_autofree char *heading = g_strdup_printf (_ ("Remove %s?"), name);

  ui_question_ask (widget, heading,
                   _ ("Its key is removed from the keyring. Conversations that are kept stay."),
                   "remove", _ ("_Remove"), ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_response),
                   self);
}

UI_DEFINE_CLASS (UiProviderPage, ui_provider_page)
{
  mcp_signal_new (klass, "done", 0);

  ui_template_ensure_types (UI_TYPE_PROVIDER_LIST, UI_TYPE_PROBLEM_VIEW);
  ui_template_set_bin (widget_class, "ui/model/ui-provider-page.ui");
  ui_template_hold (widget_class, UiProviderPage, draft, providers, cancellable);
  ui_template_bind_children (widget_class, UiProviderPage, problem, trial, title, base, key_group,
                             key, variable_row, model, context, choose, models, spinner, outcome,
                             remove);
  ui_template_bind_callbacks (widget_class, on_popover_shown, on_model_chosen);
  gtk_widget_class_install_action (widget_class, "provider.try", NULL, try_it);
  gtk_widget_class_install_action (widget_class, "provider.use-variable", NULL, use_variable);
  gtk_widget_class_install_action (widget_class, "provider.remove", NULL, ask_to_remove);
}

static void
ui_provider_page_init (UiProviderPage *self)
{
  self->cancellable = g_cancellable_new ();
  ui_template_init (self);
  ui_widget_name_lists (GTK_WIDGET (self), _ ("Provider"));
}

static void
show_draft (UiProviderPage *self)
{
  const char *variable = app_provider_draft_get_variable (self->draft);
  gboolean    is_new = app_provider_draft_get_id (self->draft) == NULL;

  adw_preferences_group_set_description (
      ADW_PREFERENCES_GROUP (self->key_group),
      is_new
          ? _ ("Stored in the keyring. Local servers may not need a key.")
          : _ ("Stored in the keyring. Type to replace it."));
  gtk_widget_set_visible (self->key_group, app_provider_draft_has_key (self->draft));
  gtk_widget_set_visible (GTK_WIDGET (self->variable_row), variable != NULL);
  if (variable != NULL)
    {
      /* Translators: %s is a variable of the environment */
      g_autofree char *line = g_strdup_printf (_ ("%s is set"), variable);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->variable_row), line);
      adw_action_row_set_subtitle (self->variable_row,
                                   _ ("A key in the environment of this program"));
    }
  gtk_widget_set_visible (self->remove, !is_new);
}

GtkWidget *
ui_provider_page_new (AppModelProviders *providers, AppProviderDraft *draft)
{
  g_return_val_if_fail (APP_IS_MODEL_PROVIDERS (providers), NULL);
  g_return_val_if_fail (APP_IS_PROVIDER_DRAFT (draft), NULL);

  UiProviderPage *self = g_object_new (UI_TYPE_PROVIDER_PAGE, NULL);

  self->providers = g_object_ref (providers);
  self->draft = g_object_ref (draft);
  const UiOptionBinding bound[] = {
    { "title", self->title, "text" },
    { "base", self->base, "text" },
    { "key", self->key, "text" },
    { "model", self->model, "text" },
    { "context", self->context, "text" },
  };

  ui_option_area_bind_widgets (draft, bound, G_N_ELEMENTS (bound));
  ui_connect (draft, "notify", on_notify, self);
  show_draft (self);
  update (self);
  return GTK_WIDGET (self);
}
