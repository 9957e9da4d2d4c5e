/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-presets-window.h"
#include "ui-preset-group.h"
#include "ui-template.h"
#include "app-preset-secrets.h"
#include "app-visible-text.h"
#include "app-catalogue.h"
#include "app-session-presets.h"

#include <glib/gi18n.h>

#define NAME_CHARACTERS 100
#define PROBLEM_CHARACTERS 400

struct _UiPresetsWindow
{
  AdwWindow parent_instance;

  AppSession *session;
  AppPresets *presets;

  AdwWindowTitle *title;
  GtkStack       *stack;
  GtkWidget      *problem_box;
  GtkLabel       *problem;
  GtkLabel       *state;
  UiPresetGroup  *group;
};

G_DEFINE_FINAL_TYPE (UiPresetsWindow, ui_presets_window, ADW_TYPE_WINDOW)

static void
update_state (UiPresetsWindow *self)
{
  guint            n_problems = ui_preset_group_count_problems (self->presets);
  g_autofree char *text = n_problems > 0
                              ? g_strdup_printf (ngettext ("%u required value is not set.",
                                                           "%u required values are not set.",
                                                           n_problems),
                                                 n_problems)
                              : g_strdup (_ ("All required values are set."));

  gtk_label_set_text (self->state, text);
  gtk_stack_set_visible_child_name (
      self->stack,
      g_list_model_get_n_items (G_LIST_MODEL (self->presets)) > 0 ? "presets" : "nothing");
}

static void
update_problem (UiPresetsWindow *self)
{
  const char      *problem = app_preset_secrets_get_problem (app_session_presets_get_secrets (
           app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS)));
  g_autofree char *text = app_visible_text_line (problem, PROBLEM_CHARACTERS);

  gtk_label_set_text (self->problem, text);
  gtk_widget_set_visible (self->problem_box, problem != NULL);
}

/* The tools, or what is pinned, changed. */
static void
show_presets (UiPresetsWindow *self)
{
  g_autoptr (AppPresets) presets = app_session_presets_create_all (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));

  g_set_object (&self->presets, presets);
  ui_preset_group_set_presets (self->group, presets);
  update_state (self);
}

/* By another view. Where somebody types here, what was written meanwhile is older. */
static void
on_values_changed (UiPresetsWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    return;
  app_session_presets_refresh (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                               self->presets);
  update_state (self);
}

static void
on_preset_changed (UiPresetsWindow *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_set (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), path,
                           lexeme, secret);
  update_state (self);
}

static void
on_unpin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_session_presets_pin (
      app_session_get_feature (UI_PRESETS_WINDOW (widget)->session, APP_TYPE_SESSION_PRESETS),
      g_variant_get_string (parameter, NULL), NULL, FALSE);
}

static void
on_secrets_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiPresetsWindow) self = data;

  if (app_preset_secrets_load_finish (APP_PRESET_SECRETS (source), result, NULL) &&
      self->session != NULL)
    show_presets (self);
}

UI_DEFINE_DISPOSE (UiPresetsWindow, ui_presets_window)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (app_session_get_profile (self->session), self);
}

UI_DEFINE_CLASS (UiPresetsWindow, ui_presets_window)
{
  G_OBJECT_CLASS (klass)->dispose = ui_presets_window_dispose;
  g_type_ensure (UI_TYPE_PRESET_GROUP);
  ui_template_set (widget_class, "ui/presets/ui-presets-window.ui");
  ui_template_hold (widget_class, UiPresetsWindow, presets, session);
  ui_template_bind_children (widget_class, UiPresetsWindow, title, stack, problem_box, problem,
                             state, group);
  ui_template_bind_callbacks (widget_class, on_preset_changed);
  gtk_widget_class_install_action (widget_class, "form.unpin", "s", on_unpin);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ui_presets_window_init (UiPresetsWindow *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  ui_preset_group_set_always_open (self->group);
}

static void
follow (UiPresetsWindow *self)
{
  StoreProfile     *profile = app_session_get_profile (self->session);
  AppPresetSecrets *secrets = app_session_presets_get_secrets (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));

  ui_connect (profile, "notify::presets", on_values_changed, self);
  ui_connect (profile, "notify::pinned-arguments", show_presets, self);
  ui_connect (app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      MCP_DEFINITION_TOOL),
              "items-changed", show_presets, self);
  ui_connect (secrets, "notify::problem", update_problem, self);
  if (!app_preset_secrets_is_loaded (secrets, profile))
    app_preset_secrets_load_async (secrets, profile, NULL, on_secrets_loaded, g_object_ref (self));
}

void
ui_presets_window_present (AppSession *session, GtkWidget *near)
{
  g_return_if_fail (APP_IS_SESSION (session));

  UiPresetsWindow *self = g_object_new (UI_TYPE_PRESETS_WINDOW, NULL);
  GtkRoot         *root = gtk_widget_get_root (near);
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), NAME_CHARACTERS);

  self->session = g_object_ref (session);
  adw_window_title_set_subtitle (self->title, name);
  if (GTK_IS_WINDOW (root))
    {
      gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (root));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
    }
  show_presets (self);
  update_problem (self);
  follow (self);
  gtk_window_present (GTK_WINDOW (self));
  ui_preset_group_focus (self->group);
}
