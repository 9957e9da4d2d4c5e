/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-window.h"
#include "ui-auth-browser.h"
#include "ui-auth-step-page.h"
#include "ui-auth-waiting.h"
#include "ui-auth-words.h"
#include "app-auth-words.h"
#include "ui-copy.h"
#include "ui-menu.h"
#include "ui-problem-view.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-toast.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-auth-debugger.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 80
#define MAX_SUMMARY 300
#define MAX_VALUE 60
#define DOCUMENT_WIDTH 560
#define DOCUMENT_HEIGHT 420

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Refresh Token"), "auth.refresh" },
  { UI_MENU_ITEM, N_ ("Request _More Access…"), "auth.step-up" },
  { UI_MENU_ITEM, N_ ("_Introspect Token"), "auth.introspect" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Re_voke and Sign Out"), "auth.revoke" },
  { UI_MENU_ITEM, N_ ("_Forget Tokens and Client"), "auth.forget" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Copy Whole Report"), "auth.copy" },
};

struct _UiAuthWindow
{
  AdwWindow parent_instance;

  AppSession         *session;
  AppAuthDebugger    *debugger; /* not owned: the session's */
  GtkSingleSelection *selection;

  AdwWindowTitle  *title;
  GtkMenuButton   *more;
  GtkButton       *run;
  GtkRevealer     *overrides_box;
  GtkFlowBox      *overrides;
  UiAuthWaiting   *waiting;
  GtkWidget       *problem_box;
  UiProblemView   *problem;
  AdwToastOverlay *toasts;
  UiWidthBin      *bin;
  GtkPaned        *paned;
  GtkWidget       *list_box;
  GtkListView     *list;
  UiAuthStepPage  *page;
};

G_DEFINE_FINAL_TYPE (UiAuthWindow, ui_auth_window, ADW_TYPE_WINDOW)

/* The rows of the list, by its expressions */

static char *
dup_icon (gpointer item, McpAuthStep *step, McpAuthStepState state)
{
  return step != NULL ? g_strdup (ui_auth_words_look_at_step (step).icon) : NULL;
}

static GStrv
dup_classes (gpointer item, McpAuthStep *step, McpAuthStepState state)
{
  const char *classes[] = { step != NULL ? ui_auth_words_look_at_step (step).class_name : NULL,
                            NULL };

  return g_strdupv ((char **)classes);
}

static char *
dup_title (gpointer item, McpAuthStep *step)
{
  if (step == NULL)
    return NULL;
  return g_strdup_printf ("%u  %s", mcp_auth_step_get_kind (step) + 1,
                          mcp_auth_step_get_title (step));
}

static char *
dup_word (gpointer item, McpAuthStep *step, McpAuthStepState state)
{
  return step != NULL ? g_strdup (ui_auth_words_look_at_step (step).word) : NULL;
}

static char *
dup_summary (gpointer item, const char *summary)
{
  return app_visible_text_line (summary, MAX_SUMMARY);
}

static gboolean
has_summary (gpointer item, const char *summary)
{
  return summary != NULL && summary[0] != '\0';
}

/* What is overridden */

static void
on_override_removed (GtkButton *button, UiAuthWindow *self)
{
  McpAuthSetting setting =
      (McpAuthSetting)GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "ui-setting"));

  app_auth_debugger_set_setting (self->debugger, setting, NULL);
}

static GtkWidget *
create_override (UiAuthWindow *self, McpAuthSetting setting, const char *value)
{
  AppAuthSettingWords look = app_auth_words_get_setting (setting);
  GtkWidget          *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget          *remove = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char    *visible = app_visible_text_line (value, MAX_VALUE);
  g_autofree char    *text = look.is_switch ? g_strdup (look.title)
                             : value[0] == '\0'
                              /* Translators: %s is a setting, of which nothing is sent */
                                 ? g_strdup_printf (_ ("%s: omitted"), look.title)
                                 : g_strdup_printf ("%s: %s", look.title, visible);
  /* Translators: %s is something that is overridden */
  g_autofree char *name = g_strdup_printf (_ ("End override: %s"), text);
  GtkWidget       *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "circular");
  gtk_widget_set_tooltip_text (remove, _ ("End Override"));
  ui_widget_name (remove, name);
  g_object_set_data (G_OBJECT (remove), "ui-setting", GINT_TO_POINTER (setting));
  g_signal_connect_object (remove, "clicked", G_CALLBACK (on_override_removed), self, 0);
  gtk_box_append (GTK_BOX (chip), label);
  gtk_box_append (GTK_BOX (chip), remove);
  gtk_widget_add_css_class (chip, "auth-override");
  return chip;
}

static void
update_overrides (UiAuthWindow *self)
{
  GtkWidget *child;
  guint      n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->overrides))) != NULL)
    gtk_flow_box_remove (self->overrides, child);
  for (McpAuthSetting setting = 0; setting < MCP_AUTH_N_SETTINGS; setting++)
    {
      const char *value = app_auth_debugger_get_setting (self->debugger, setting);

      if (value == NULL || !mcp_auth_setting_get_info (setting)->is_override)
        continue;
      gtk_flow_box_append (self->overrides, create_override (self, setting, value));
      /* The cell is not acted on, its button is. */
      gtk_widget_set_focusable (
          GTK_WIDGET (gtk_flow_box_get_child_at_index (self->overrides, (int)n)), FALSE);
      n++;
    }
  gtk_revealer_set_reveal_child (self->overrides_box, n > 0);
}

/* The steps */

static void update_problem (UiAuthWindow *self);

static McpAuthStep *
get_selected (UiAuthWindow *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
on_selected (UiAuthWindow *self)
{
  ui_auth_step_page_set_step (self->page, self->debugger, get_selected (self));
}

static void
on_steps (UiAuthWindow *self)
{
  GListModel *steps = NULL;

  g_object_get (self->debugger, "steps", &steps, NULL);
  gtk_single_selection_set_model (self->selection, steps);
  g_clear_object (&steps);
  on_selected (self);
  update_problem (self);
}

/* What runs is looked at; what a person chose meanwhile stays. */
static void
on_next (UiAuthWindow *self)
{
  guint    next;
  gboolean running;

  g_object_get (self->debugger, "next", &next, "running", &running, NULL);
  if (next < MCP_AUTH_N_STEPS && running)
    gtk_single_selection_set_selected (self->selection, next);
}

static const struct
{
  const char *action;
  AppAuthAct  act;
} acts[] = {
  { "auth.refresh", APP_AUTH_REFRESH },
  { "auth.step-up", APP_AUTH_STEP_UP },
  { "auth.introspect", APP_AUTH_INTROSPECT },
  { "auth.revoke", APP_AUTH_REVOKE },
  { "auth.forget", APP_AUTH_FORGET },
};

static void
update_actions (UiAuthWindow *self)
{
  guint      next;
  gboolean   running;
  GtkWidget *widget = GTK_WIDGET (self);

  g_object_get (self->debugger, "next", &next, "running", &running, NULL);
  gtk_button_set_label (self->run, running                    ? _ ("_Stop")
                                   : next >= MCP_AUTH_N_STEPS ? _ ("_Run Again")
                                                              : _ ("_Run All"));
  ui_widget_set_class (self->run, "suggested-action", !running);
  gtk_widget_action_set_enabled (widget, "auth.step", !running && next < MCP_AUTH_N_STEPS);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    gtk_widget_action_set_enabled (widget, acts[i].action,
                                   app_auth_debugger_can_act (self->debugger, acts[i].act));
}

/* That of a step stands on its page. */
static void
update_problem (UiAuthWindow *self)
{
  g_autoptr (AppProblem) problem = NULL;
  GListModel *steps = gtk_single_selection_get_model (self->selection);
  guint       next;

  g_object_get (self->debugger, "problem", &problem, "next", &next, NULL);
  g_autoptr (McpAuthStep) step = steps != NULL ? g_list_model_get_item (steps, next) : NULL;
  gboolean shown = problem != NULL &&
                   (step == NULL || mcp_auth_step_get_state (step) != MCP_AUTH_STEP_FAILED);
  ui_problem_view_set_problem (self->problem, shown ? problem : NULL);
  gtk_widget_set_visible (self->problem_box, shown);
  gtk_widget_set_visible (self->list_box, steps != NULL);
}

/* A step that failed is what one wants to see. */
static void
on_running (UiAuthWindow *self)
{
  guint    next;
  gboolean running;

  update_actions (self);
  g_object_get (self->debugger, "next", &next, "running", &running, NULL);
  if (!running && next > 0)
    gtk_single_selection_set_selected (self->selection, MIN (next, MCP_AUTH_N_STEPS - 1));
}

/* Actions */

static void
toggle (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthWindow *self = UI_AUTH_WINDOW (widget);
  guint         next;
  gboolean      running;

  g_object_get (self->debugger, "next", &next, "running", &running, NULL);
  if (running)
    app_auth_debugger_cancel (self->debugger);
  else
    {
      if (next >= MCP_AUTH_N_STEPS)
        app_auth_debugger_restart (self->debugger, MCP_AUTH_STEP_REQUEST);
      app_auth_debugger_run (self->debugger);
    }
}

static void
step (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_auth_debugger_step (UI_AUTH_WINDOW (widget)->debugger);
}

static void
restart (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthWindow *self = UI_AUTH_WINDOW (widget);
  McpAuthStep  *selected = get_selected (self);

  if (selected != NULL)
    app_auth_debugger_restart (self->debugger, mcp_auth_step_get_kind (selected));
}

static void
act (GtkWidget *widget, const char *name, GVariant *parameter)
{
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    if (g_str_equal (acts[i].action, name))
      app_auth_debugger_act (UI_AUTH_WINDOW (widget)->debugger, acts[i].act);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiAuthWindow    *self = UI_AUTH_WINDOW (widget);
  gboolean         whole = g_str_equal (name, "auth.copy");
  g_autofree char *text =
      app_auth_debugger_dup_report (self->debugger, whole ? NULL : get_selected (self));

  ui_copy_text (widget, text, strlen (text));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied, secrets masked")));
}

static void
on_told (UiAuthWindow *self, const char *text, const char *document)
{
  g_autofree char *visible = app_visible_text_line (text, MAX_SUMMARY);
  GtkWidget       *dialog, *view;

  if (document == NULL)
    {
      ui_toast_say (self->toasts, visible);
      return;
    }
  dialog = adw_message_dialog_new (GTK_WINDOW (self), visible, NULL);
  view = g_object_new (UI_TYPE_SOURCE_VIEW, "label", _ ("Response"), "width-request",
                       DOCUMENT_WIDTH, "height-request", DOCUMENT_HEIGHT, NULL);
  ui_source_view_set_text (UI_SOURCE_VIEW (view), document, UI_SOURCE_PRETTY);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), view);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
on_open_browser (AppAuthDebugger *debugger, const char *url, UiAuthWindow *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  ui_auth_browser_open (GTK_WIDGET (self), debugger, url);
  return TRUE;
}

/* The object */

static void
on_wide_changed (UiAuthWindow *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_position (self->paned, wide ? 320 : 220);
}

UI_DEFINE_CLASS (UiAuthWindow, ui_auth_window)
{
  ui_template_ensure_types (MCP_TYPE_AUTH_STEP, UI_TYPE_AUTH_WAITING, UI_TYPE_AUTH_STEP_PAGE,
                            UI_TYPE_PROBLEM_VIEW, UI_TYPE_WIDTH_BIN);
  ui_template_set (widget_class, "ui/auth/ui-auth-window.ui");
  ui_template_hold (widget_class, UiAuthWindow, selection, session);
  ui_template_bind_children (widget_class, UiAuthWindow, title, more, run, overrides_box, overrides,
                             waiting, problem_box, problem, toasts, bin, paned, list_box, list,
                             page);
  ui_template_bind_callbacks (widget_class, on_wide_changed, dup_icon, dup_classes, dup_title,
                              dup_word, dup_summary, has_summary);
  gtk_widget_class_install_action (widget_class, "auth.toggle", NULL, toggle);
  gtk_widget_class_install_action (widget_class, "auth.step", NULL, step);
  gtk_widget_class_install_action (widget_class, "auth.restart", NULL, restart);
  gtk_widget_class_install_action (widget_class, "auth.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "auth.copy-step", NULL, copy);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    gtk_widget_class_install_action (widget_class, acts[i].action, NULL, act);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "auth.toggle", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, 0, "auth.step", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_C, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "auth.copy-step", NULL);
}

static void
ui_auth_window_init (UiAuthWindow *self)
{
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->more, model);
  self->selection = gtk_single_selection_new (NULL);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  ui_connect (self->selection, "notify::selected-item", on_selected, self);
}

static void
follow (UiAuthWindow *self, AppSession *session)
{
  static const struct
  {
    const char *signal;
    GCallback   callback;
  } followed[] = {
    { "notify::steps", G_CALLBACK (on_steps) },
    { "notify::next", G_CALLBACK (on_next) },
    { "notify::next", G_CALLBACK (update_actions) },
    { "notify::running", G_CALLBACK (on_running) },
    { "notify::signed-in", G_CALLBACK (update_actions) },
    { "notify::problem", G_CALLBACK (update_problem) },
    { "settings-changed", G_CALLBACK (update_overrides) },
    { "told", G_CALLBACK (on_told) },
  };
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), MAX_NAME);
  /* Translators: %s is the name of a server */
  g_autofree char *title = g_strdup_printf (_ ("Authorization of %s"), name);

  self->session = g_object_ref (session);
  self->debugger = app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_subtitle (self->title, name);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (self->debugger, followed[i].signal, followed[i].callback, self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->debugger, "open-browser", G_CALLBACK (on_open_browser), self, 0);
  ui_auth_waiting_set_debugger (self->waiting, self->debugger);
  app_auth_debugger_begin (self->debugger);
  on_steps (self);
  update_overrides (self);
  on_running (self);
}

UiAuthWindow *
ui_auth_window_present (GtkWindow *parent, AppSession *session)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  UiAuthWindow *self = NULL;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  for (GList *item = windows; item != NULL; item = item->next)
    if (UI_IS_AUTH_WINDOW (item->data) && UI_AUTH_WINDOW (item->data)->session == session)
      self = item->data;
  if (self == NULL)
    {
      self = g_object_new (UI_TYPE_AUTH_WINDOW, "transient-for", parent, NULL);
      follow (self, session);
      gtk_widget_grab_focus (GTK_WIDGET (self->run));
    }
  gtk_window_present (GTK_WINDOW (self));
  return self;
}

gboolean
ui_auth_window_is_fit (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), FALSE);

  const StoreEndpoint *endpoint = store_profile_get_endpoint (app_session_get_profile (session));
  return app_session_get_feature (session, APP_TYPE_AUTH_DEBUGGER) != NULL &&
         (endpoint->transport == STORE_TRANSPORT_AUTO ||
          endpoint->transport == STORE_TRANSPORT_HTTP ||
          endpoint->transport == STORE_TRANSPORT_SSE);
}
