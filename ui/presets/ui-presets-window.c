/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-presets-window.h"
#include "ui-popover-fit.h"
#include "ui-preset-group.h"
#include "ui-question.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-preset-secrets.h"
#include "app-preset-sets.h"
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

  GtkDropDown   *sets;
  GtkMenuButton *add;
  GtkEditable   *name;
  GtkLabel      *name_problem;
  GtkWidget     *remove;
  gboolean       syncing;
};

G_DEFINE_FINAL_TYPE (UiPresetsWindow, ui_presets_window, ADW_TYPE_WINDOW)

static AppSessionPresets *
get_feature (UiPresetsWindow *self)
{
  return app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS);
}

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
           get_feature (self)));
  g_autofree char *text = app_visible_text_line (problem, PROBLEM_CHARACTERS);

  gtk_label_set_text (self->problem, text);
  gtk_widget_set_visible (self->problem_box, problem != NULL);
}

/* The tools, or what is pinned, changed. */
static void
show_presets (UiPresetsWindow *self)
{
  g_autoptr (AppPresets) presets = app_session_presets_create_all (
      get_feature (self));

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
  app_session_presets_refresh (get_feature (self),
                               self->presets);
  update_state (self);
}

static void
on_preset_changed (UiPresetsWindow *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_set (get_feature (self), path,
                           lexeme, secret);
  update_state (self);
}

static void load_secrets (UiPresetsWindow *self);

static void
show_sets (UiPresetsWindow *self)
{
  StoreProfile *profile = app_session_get_profile (self->session);
  const char   *current = app_preset_sets_get_current (profile);
  g_auto (GStrv) names = app_preset_sets_list (profile);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint selected = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *visible = app_visible_text_line (names[i], NAME_CHARACTERS);

      gtk_string_list_append (list, visible);
      if (g_str_equal (names[i], current))
        selected = i;
    }
  self->syncing = TRUE;
  gtk_drop_down_set_model (self->sets, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->sets, selected);
  self->syncing = FALSE;
  gtk_widget_set_sensitive (self->remove, selected > 0);
}

/* Another set is in use. */
static void
on_set_changed (UiPresetsWindow *self)
{
  show_sets (self);
  load_secrets (self);
  show_presets (self);
}

static void
on_set (UiPresetsWindow *self)
{
  guint selected = gtk_drop_down_get_selected (self->sets);

  if (self->syncing || self->session == NULL)
    return;
  g_auto (GStrv) names = app_preset_sets_list (app_session_get_profile (self->session));
  if (selected < g_strv_length (names))
    app_session_presets_use_set (get_feature (self), names[selected], NULL);
}

static void
on_name (UiPresetsWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!app_session_presets_use_set (get_feature (self), gtk_editable_get_text (self->name),
                                    &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->name), "error");
      ui_widget_show_text (self->name_problem, error->message);
      return;
    }
  gtk_menu_button_popdown (self->add);
  gtk_editable_set_text (self->name, "");
}

static void
on_typed (UiPresetsWindow *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->name), "error");
  ui_widget_show_text (self->name_problem, NULL);
}

static void
remove_set (UiPresetsWindow *self)
{
  /* The button has nothing to remove next, and would take the focus with it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->sets));
  app_session_presets_remove_set (get_feature (self));
}

static void
on_remove_answered (UiPresetsWindow *self, const char *response)
{
  if (g_str_equal (response, "remove"))
    remove_set (self);
}

/* What has values is not removed by a click that missed. */
static void
on_remove (UiPresetsWindow *self)
{
  StoreProfile *profile = app_session_get_profile (self->session);
  g_autoptr (StoreVariables) values = app_preset_sets_dup_values (profile, NULL);
  guint            n = store_variables_get_n_items (values);
  g_autofree char *set =
      app_visible_text_line (app_preset_sets_get_current (profile), NAME_CHARACTERS);
  g_autofree char *heading = g_strdup_printf (_ ("Remove “%s”?"), set);
  g_autofree char *body =
      g_strdup_printf (ngettext ("%u value will be deleted.", "%u values will be deleted.", n), n);

  if (n == 0)
    remove_set (self);
  else
    ui_question_ask (GTK_WIDGET (self), heading, body, "remove", _ ("_Remove"),
                     ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_remove_answered), self);
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
                             state, group, sets, add, name, name_problem, remove);
  ui_template_bind_callbacks (widget_class, on_name, on_preset_changed, on_remove, on_set,
                              on_typed);
  gtk_widget_class_install_action (widget_class, "form.unpin", "s", on_unpin);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ui_presets_window_init (UiPresetsWindow *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  ui_preset_group_set_always_open (self->group);
  ui_popover_fit (GTK_POPOVER (gtk_menu_button_get_popover (self->add)), 240, 300);
}

static void
load_secrets (UiPresetsWindow *self)
{
  AppPresetSecrets *secrets = app_session_presets_get_secrets (get_feature (self));
  StoreProfile     *profile = app_session_get_profile (self->session);

  if (!app_preset_secrets_is_loaded (secrets, profile))
    app_preset_secrets_load_async (secrets, profile, NULL, on_secrets_loaded, g_object_ref (self));
}

static void
follow (UiPresetsWindow *self)
{
  StoreProfile     *profile = app_session_get_profile (self->session);
  AppPresetSecrets *secrets = app_session_presets_get_secrets (
      get_feature (self));

  ui_connect (profile, "notify::presets", on_values_changed, self);
  ui_connect (profile, "notify::preset-sets", on_values_changed, self);
  ui_connect (profile, "notify::preset-set", on_set_changed, self);
  ui_connect (profile, "notify::pinned-arguments", show_presets, self);
  ui_connect (app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      MCP_DEFINITION_TOOL),
              "items-changed", show_presets, self);
  ui_connect (secrets, "notify::problem", update_problem, self);
  load_secrets (self);
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
  show_sets (self);
  show_presets (self);
  update_problem (self);
  follow (self);
  gtk_window_present (GTK_WINDOW (self));
  ui_preset_group_focus (self->group);
}
