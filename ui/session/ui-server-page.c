/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-page.h"
#include "ui-auth-bar.h"
#include "ui-banner.h"
#include "ui-compare-dialog.h"
#include "ui-confirm-page.h"
#include "ui-export-page.h"
#include "ui-floating.h"
#include "ui-inbox-banner.h"
#include "ui-inbox-page.h"
#include "ui-sampling-banner.h"
#include "ui-lint-page.h"
#include "ui-list-page.h"
#include "ui-log-page.h"
#include "ui-overview-page.h"
#include "ui-page.h"
#include "ui-problem-view.h"
#include "ui-sign-in-view.h"
#include "ui-style.h"
#include "ui-tasks-page.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-connection.h"
#include "app-console.h"
#include "app-reconnector.h"
#include "app-session-memory.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-definition.h"
#include "store-profile.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_LINE 300
#define PROBLEM_WIDTH 560
/* A server that is back so soon moves nothing: the first try to reconnect comes after a second. */
#define BANNER_DELAY_MS 1600

/*
 * The pages of a server, made when they are looked at first. What they ask for goes to the page of
 * the server, or on to the window by its actions.
 */

/* The call that asked is on the page of its tool. */
static void
on_show_call (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (UI_PLACE_TOOLS));
}

static GtkWidget *
create_inbox (UiServerPage *self, AppWorkspace *workspace)
{
  GtkWidget *page = ui_inbox_page_new (app_workspace_get_inbox (workspace),
                                       ui_server_page_get_session (self));

  ui_connect (page, "show-call", on_show_call, self);
  return page;
}

static void
on_show_definition (UiServerPage *self, McpDefinition *definition)
{
  static const UiPlaceKind places[] = {
    [MCP_DEFINITION_TOOL] = UI_PLACE_TOOLS,
    [MCP_DEFINITION_RESOURCE] = UI_PLACE_RESOURCES,
    [MCP_DEFINITION_RESOURCE_TEMPLATE] = UI_PLACE_RESOURCES,
    [MCP_DEFINITION_PROMPT] = UI_PLACE_PROMPTS,
  };

  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (places[mcp_definition_get_kind (definition)]));
  ui_server_page_want (self, mcp_definition_get_key (definition));
}

static GtkWidget *
create_checks (UiServerPage *self)
{
  GtkWidget *page = ui_lint_page_new (ui_server_page_get_session (self));

  ui_connect (page, "show-definition", on_show_definition, self);
  return page;
}

static UiListPage *get_list_page (UiServerPage *self);

/* The tool that searches is among the tools, whatever the list is of. */
static void
on_search_on_server (UiServerPage *self, const char *tool, const char *argument, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (UI_PLACE_TOOLS));
  UiListPage *tools = get_list_page (self);
  if (tools != NULL)
    ui_list_page_fill (tools, tool, argument, text);
}

static GtkWidget *
create_list (UiServerPage *self, AppSession *session, UiPlaceKind place)
{
  GtkWidget *page = ui_list_page_new (session, place);

  ui_connect (page, "search-on-server", on_search_on_server, self);
  return page;
}

static GtkWidget *
create_log (AppWorkspace *workspace, AppSession *session)
{
  GtkWidget *page = ui_log_page_new (app_workspace_get_log (workspace),
                                     app_session_get_name (session));

  ui_log_page_set_console (UI_LOG_PAGE (page), app_console_find (session));
  return page;
}

/* Returns: (transfer floating) */
static GtkWidget *
ui_server_place_create (UiServerPage *self, AppWorkspace *workspace, UiPlaceKind place)
{
  AppSession *session = ui_server_page_get_session (self);

  switch (place)
    {
    case UI_PLACE_TOOLS:
    case UI_PLACE_RESOURCES:
    case UI_PLACE_PROMPTS:
      return create_list (self, session, place);
    case UI_PLACE_TASKS:
      return ui_tasks_page_new (session);
    case UI_PLACE_INBOX:
      return create_inbox (self, workspace);
    case UI_PLACE_CHECKS:
      return create_checks (self);
    case UI_PLACE_EXPORT:
      return ui_export_page_new (session);
    case UI_PLACE_LOG:
      return create_log (workspace, session);
    case UI_PLACE_SERVER:
    case UI_PLACE_OVERVIEW:
    case UI_PLACE_OBJECTS:
    default:
      return ui_overview_page_new (session);
    }
}

struct _UiServerPage
{
  GtkWidget parent_instance;

  AppWorkspace *workspace;
  AppSession   *session;
  UiPlaceKind   place;
  gboolean      was_ready;
  char         *wanted_key; /* to be selected when it is listed */

  GtkWidget        *floating;
  UiBanner         *banner;
  UiInboxBanner    *asking;
  UiSamplingBanner *replying;
  UiBanner         *outdated;
  UiBanner         *changes;
  UiAuthBar        *authorization;
  GtkStack         *stack;
  AdwStatusPage    *idle;
  AdwStatusPage    *connecting;
  GtkSpinner       *spinner;
  GtkLabel         *step;
  GtkWidget        *connect;
  gint64            since;   /* µs, monotonic: when connecting began, or the connection was lost */
  guint             tick;    /* source: while the step is shown, once a second */
  guint             reveal;  /* source: the connection was lost a moment ago */
  UiConfirmPage    *confirm; /* this and the next are built when they are needed */
  UiProblemView    *problem;
  GtkStack         *pages;
};

UI_DEFINE_PAGE (UiServerPage, ui_server_page, GTK_TYPE_WIDGET)

static const char *
page_name (UiPlaceKind place)
{
  return ui_place_kind_get_id (place == UI_PLACE_SERVER ? UI_PLACE_OVERVIEW : place);
}

static GtkWidget *
ensure_page (UiServerPage *self, UiPlaceKind place)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, page_name (place));

  if (page == NULL)
    {
      page = ui_server_place_create (self, self->workspace, place);
      gtk_stack_add_named (self->pages, page, page_name (place));
    }
  return page;
}

static UiListPage *
get_list_page (UiServerPage *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, page_name (self->place));
  return UI_IS_LIST_PAGE (page) ? UI_LIST_PAGE (page) : NULL;
}

static void
try_wanted_key (UiServerPage *self)
{
  UiListPage *list = get_list_page (self);

  if (self->wanted_key != NULL && list != NULL && ui_list_page_open (list, self->wanted_key))
    g_clear_pointer (&self->wanted_key, g_free);
}

static GtkWidget *
create_problem_page (UiServerPage *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();

  self->problem = g_object_new (UI_TYPE_PROBLEM_VIEW, "margin-start", 18, "margin-end", 18, NULL);
  adw_clamp_set_child (ADW_CLAMP (clamp), GTK_WIDGET (self->problem));
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), PROBLEM_WIDTH);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  return scroller;
}

static void
show_problem (UiServerPage *self, AppSessionState state)
{
  g_autofree char *name = app_visible_text_line (app_session_get_name (self->session), MAX_LINE);
  /* Translators: %s is the name of a server */
  g_autofree char *failed = g_strdup_printf (_ ("Could Not Connect to %s"), name);
  gboolean         locked = state == APP_SESSION_AUTHORIZATION_REQUIRED;
  gboolean         lost = state == APP_SESSION_LOST;
  AppProblem      *problem = app_session_get_problem (self->session);
  gboolean         setup = locked || (problem != NULL &&
                              app_problem_get_culprit (problem) == APP_CULPRIT_SETUP);
  gboolean         elsewhere = problem != NULL && app_problem_get_url (problem) != NULL;
  g_autofree char *command = store_profile_dup_summary (app_session_get_profile (self->session));
  g_autofree char *address = app_visible_text_block (command, MAX_LINE);

  if (self->problem == NULL)
    gtk_stack_add_named (self->stack, create_problem_page (self), "problem");
  ui_problem_view_set_problem (self->problem, problem);
  ui_problem_view_set_page (self->problem, ui_style_get_state_icon (state),
                            locked ? _ ("Authorization Required")
                            : lost ? _ ("Connection Lost")
                                   : failed,
                            address);
  if (elsewhere)
    ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY, _ ("Try /mcp"),
                                "server.try-address");
  else
    ui_problem_view_set_button (self->problem, setup ? UI_PROBLEM_SECONDARY : UI_PROBLEM_PRIMARY,
                                lost ? _ ("Reconnect") : _ ("Try Again"), "server.connect");
  ui_problem_view_set_button (self->problem,
                              setup && !elsewhere ? UI_PROBLEM_PRIMARY : UI_PROBLEM_SECONDARY,
                              _ ("Edit…"), "server.edit");
  ui_problem_view_set_button (self->problem, UI_PROBLEM_TERTIARY, _ ("Diagnose…"),
                              "server.diagnose");
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

/* Where a person can sign in, that is what one does; else a credential in the settings is wrong. */
static void
show_authorization (UiServerPage *self)
{
  if (!ui_sign_in_view_is_fit (self->session))
    {
      show_problem (self, APP_SESSION_AUTHORIZATION_REQUIRED);
      return;
    }
  if (gtk_stack_get_child_by_name (self->stack, "sign-in") == NULL)
    gtk_stack_add_named (self->stack, ui_sign_in_view_new (self->session), "sign-in");
  gtk_stack_set_visible_child_name (self->stack, "sign-in");
}

static void
show_confirm (UiServerPage *self)
{
  if (self->confirm == NULL)
    {
      self->confirm = g_object_new (UI_TYPE_CONFIRM_PAGE, NULL);
      gtk_stack_add_named (self->stack, GTK_WIDGET (self->confirm), "confirm");
    }
  ui_confirm_page_show (self->confirm, self->session);
  gtk_stack_set_visible_child_name (self->stack, "confirm");
}

static void
show_pages (UiServerPage *self)
{
  gtk_stack_set_visible_child (self->pages, ensure_page (self, self->place));
  gtk_stack_set_visible_child_name (self->stack, "pages");
  try_wanted_key (self);
}

static void
show_lost (UiServerPage *self, AppSessionState state)
{
  AppProblem      *problem = app_session_get_problem (self->session);
  g_autofree char *what =
      app_visible_text_line (problem != NULL ? app_problem_get_what (problem) : NULL, MAX_LINE);
  const char     *lost = what[0] != '\0' ? what : _ ("The connection is lost.");
  AppReconnector *reconnector = app_session_get_feature (self->session, APP_TYPE_RECONNECTOR);

  if (state == APP_SESSION_LOST)
    {
      ui_banner_set_title (self->banner, lost);
      ui_banner_set_button_label (self->banner, _ ("Reconnect"));
      return;
    }
  guint            left = app_reconnector_get_seconds_left (reconnector);
  g_autofree char *when = g_strdup_printf (
      /* Translators: a number of seconds */
      ngettext ("Trying again in %u second", "Trying again in %u seconds", left), left);
  g_autofree char *before = g_strdup (lost);
  if (g_str_has_suffix (before, "."))
    before[strlen (before) - 1] = '\0';
  /* Translators: what was lost, when it is tried again, and that it is the 2nd try of 10 */
  g_autofree char *title = g_strdup_printf (_ ("%s · %s (%u of %u)"), before, when,
                                            app_reconnector_get_try (reconnector),
                                            APP_RECONNECT_TRIES);
  ui_banner_set_title (self->banner, title);
  ui_banner_set_button_label (self->banner, _ ("Now"));
  ui_banner_set_other_label (self->banner, _ ("Cancel"));
}

static void update (UiServerPage *self);

static gboolean
on_reveal (gpointer data)
{
  UiServerPage *self = data;

  self->reveal = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* What is over in a moment is not announced. */
static gboolean
is_worth_a_banner (UiServerPage *self, AppSessionState state)
{
  AppReconnector *reconnector = app_session_get_feature (self->session, APP_TYPE_RECONNECTOR);
  gint64          past = (g_get_monotonic_time () - self->since) / 1000;

  if (state == APP_SESSION_LOST || app_reconnector_get_try (reconnector) > 1 ||
      past >= BANNER_DELAY_MS)
    return TRUE;
  if (self->reveal == 0)
    self->reveal = g_timeout_add ((guint)(BANNER_DELAY_MS - past), on_reveal, self);
  return FALSE;
}

static void
update_banner (UiServerPage *self, AppSessionState state)
{
  gboolean lost = state == APP_SESSION_LOST || state == APP_SESSION_RECONNECTING;
  gboolean pages = g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "pages") == 0;

  ui_banner_set_other_label (self->banner, NULL);
  if (lost)
    show_lost (self, state);
  else if (state == APP_SESSION_CONNECTING)
    {
      ui_banner_set_title (self->banner, _ ("Reconnecting…"));
      ui_banner_set_button_label (self->banner, _ ("Cancel"));
    }
  ui_banner_set_revealed (self->banner, pages && (lost || state == APP_SESSION_CONNECTING) &&
                                            is_worth_a_banner (self, state));
}

/* Connecting */

static void
update_step (UiServerPage *self)
{
  AppConnection   *connection = app_session_get_feature (self->session, APP_TYPE_CONNECTION);
  gint64           seconds = (g_get_monotonic_time () - self->since) / G_USEC_PER_SEC;
  g_autofree char *text = NULL;

  if (seconds < 1)
    text = g_strdup (app_connection_get_step (connection));
  else
    /* Translators: a step of connecting, then for how many seconds it has been going on */
    text = g_strdup_printf (_ ("%s · %u s"), app_connection_get_step (connection), (guint)seconds);
  gtk_label_set_text (self->step, text);
}

static gboolean
on_tick (gpointer data)
{
  update_step (data);
  return G_SOURCE_CONTINUE;
}

static void
follow_time (UiServerPage *self, AppSessionState state)
{
  gboolean lost = state == APP_SESSION_LOST || state == APP_SESSION_RECONNECTING;
  gboolean connecting = state == APP_SESSION_CONNECTING;

  if (!lost && !connecting)
    self->since = 0;
  else if (self->since == 0)
    self->since = g_get_monotonic_time ();
  if (!lost && !connecting)
    g_clear_handle_id (&self->reveal, g_source_remove);
  gtk_spinner_set_spinning (self->spinner, connecting);
  if (connecting && self->tick == 0)
    self->tick = g_timeout_add_seconds (1, on_tick, self);
  else if (!connecting)
    g_clear_handle_id (&self->tick, g_source_remove);
  update_step (self);
}

/* What had the focus may be gone with what was shown. */
static gboolean
has_focus (UiServerPage *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return gtk_widget_get_mapped (GTK_WIDGET (self)) &&
         (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->stack)));
}

static GtkWidget *
get_shown (UiServerPage *self)
{
  GtkWidget *shown = gtk_stack_get_visible_child (self->stack);

  return shown == GTK_WIDGET (self->pages) ? gtk_stack_get_visible_child (self->pages) : shown;
}

static void
update_outdated (UiServerPage *self)
{
  ui_banner_set_revealed (self->outdated, app_connection_is_outdated (app_session_get_feature (
                                              self->session, APP_TYPE_CONNECTION)));
}

static void
on_outdated_clicked (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.reconnect", NULL);
}

static void
update_changes (UiServerPage *self)
{
  AppChangeList   *changes = app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST);
  g_autofree char *summary = app_change_list_dup_summary (changes);
  gboolean         listed = self->place == UI_PLACE_TOOLS || self->place == UI_PLACE_RESOURCES ||
                    self->place == UI_PLACE_PROMPTS;
  gboolean pages = g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "pages") == 0;

  if (summary != NULL)
    {
      ui_banner_set_title (self->changes, summary);
      ui_banner_set_button_label (self->changes, _ ("Dismiss"));
      ui_banner_set_other_label (self->changes, _ ("Show"));
    }
  ui_widget_set_class (self->changes, "quiet", !(app_change_list_has_approved (changes)));
  ui_banner_set_revealed (self->changes, summary != NULL && listed && pages);
}

static void
on_changes_dismissed (UiServerPage *self)
{
  app_change_list_dismiss (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST));
}

static void
on_changes_shown (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (UI_PLACE_OVERVIEW));
}

static void
on_state_name (UiServerPage *self)
{
  if (app_session_get_state (self->session) == APP_SESSION_RECONNECTING)
    update_banner (self, APP_SESSION_RECONNECTING);
}

static void
update (UiServerPage *self)
{
  GtkWidget       *before = get_shown (self);
  gboolean         had_focus = has_focus (self);
  AppSessionState  state = app_session_get_state (self->session);
  gboolean         overview = self->place == UI_PLACE_SERVER || self->place == UI_PLACE_OVERVIEW;
  g_autofree char *command = store_profile_dup_summary (app_session_get_profile (self->session));
  g_autofree char *visible = app_visible_text_block (command, MAX_LINE);
  g_autofree char *markup = g_markup_escape_text (visible, -1);
  g_autofree char *name = app_visible_text_line (app_session_get_name (self->session), MAX_LINE);

  adw_status_page_set_title (self->idle, name);
  adw_status_page_set_description (self->idle, markup);
  adw_status_page_set_description (self->connecting, markup);
  follow_time (self, state);
  self->was_ready = state == APP_SESSION_READY ||
                    (self->was_ready && state != APP_SESSION_IDLE &&
                     state != APP_SESSION_UNCONFIRMED);
  switch (state)
    {
    case APP_SESSION_UNCONFIRMED:
      show_confirm (self);
      break;
    case APP_SESSION_CONNECTING:
      if (self->was_ready)
        show_pages (self);
      else
        gtk_stack_set_visible_child_name (self->stack, "connecting");
      break;
    case APP_SESSION_READY:
    case APP_SESSION_RECONNECTING:
      show_pages (self);
      break;
    case APP_SESSION_FAILED:
      show_problem (self, state);
      break;
    case APP_SESSION_AUTHORIZATION_REQUIRED:
      show_authorization (self);
      break;
    case APP_SESSION_LOST:
      if (overview || !self->was_ready)
        show_problem (self, state);
      else
        show_pages (self);
      break;
    case APP_SESSION_DISCONNECTING:
      break;
    case APP_SESSION_IDLE:
    default:
      /* What has to be confirmed is one page: nothing is asked before it. */
      if (store_profile_needs_confirmation (app_session_get_profile (self->session)))
        show_confirm (self);
      else
        gtk_stack_set_visible_child_name (self->stack, "idle");
    }
  update_banner (self, state);
  update_outdated (self);
  update_changes (self);
  ui_auth_bar_set_hidden (
      self->authorization,
      g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "sign-in") == 0);
  if (had_focus && get_shown (self) != before)
    ui_page_focus (self);
}

static void
on_profile_changed (UiServerPage *self)
{
  AppSessionState state = app_session_get_state (self->session);

  if (state == APP_SESSION_IDLE || state == APP_SESSION_UNCONFIRMED)
    update (self);
  else
    update_outdated (self);
}

static void
on_answer (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (UI_PLACE_INBOX));
  ui_page_focus (gtk_stack_get_visible_child (self->pages));
}

static void
on_banner_clicked (UiServerPage *self)
{
  gboolean connecting = app_session_get_state (self->session) == APP_SESSION_CONNECTING;
  gtk_widget_activate_action (GTK_WIDGET (self),
                              connecting ? "server.disconnect" : "server.connect", NULL);
}

static void
on_banner_other_clicked (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.disconnect", NULL);
}

/* With what any server of the workspace has listed */
static void
compare_tool (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiServerPage *self = UI_SERVER_PAGE (widget);
  GtkRoot      *root = gtk_widget_get_root (widget);
  McpTool      *tool =
      app_catalogue_find_tool (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                               g_variant_get_string (parameter, NULL));

  if (tool != NULL)
    gtk_window_present (GTK_WINDOW (ui_compare_dialog_new (
        GTK_WINDOW (root), G_LIST_MODEL (self->workspace), self->session, tool)));
}

static void
set_up (UiServerPage *self)
{
  app_session_memory_begin (app_session_get_feature (self->session, APP_TYPE_SESSION_MEMORY));
  ui_inbox_banner_follow (self->asking, app_workspace_get_inbox (self->workspace), self->session);
  ui_sampling_banner_set_rule (self->replying, app_sampling_rule_get (self->session));
  ui_auth_bar_set_session (self->authorization, self->session);
  static const char *const followed[] = { "notify::state", "notify::name",
                                          "notify::problem" };
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    ui_connect (self->session, followed[i], update, self);
  ui_connect (self->session, "notify::state-name", on_state_name, self);
  ui_banner_set_title (self->outdated, _ ("Reconnect to apply the changed settings"));
  ui_banner_set_button_label (self->outdated, _ ("Reconnect"));
  ui_connect (app_session_get_profile (self->session), "notify", on_profile_changed, self);
  ui_connect (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST), "items-changed",
              update_changes, self);
  ui_connect (app_session_get_feature (self->session, APP_TYPE_CONNECTION), "notify::step",
              update_step, self);
  ui_connect (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), "notify::loading",
              try_wanted_key, self);
  update (self);
}

UI_DEFINE_DISPOSE (UiServerPage, ui_server_page)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->reveal, g_source_remove);
}

static gboolean
ui_server_page_focus (UiPage *page)
{
  UiServerPage *self = UI_SERVER_PAGE (page);
  const char   *shown = gtk_stack_get_visible_child_name (self->stack);

  if (g_strcmp0 (shown, "idle") == 0)
    return gtk_widget_grab_focus (self->connect);
  return ui_page_focus (get_shown (self));
}

static gboolean
ui_server_page_search (UiPage *page)
{
  return ui_page_search (gtk_stack_get_visible_child (UI_SERVER_PAGE (page)->pages));
}

static gboolean
ui_server_page_submit (UiPage *page)
{
  return ui_page_submit (gtk_stack_get_visible_child (UI_SERVER_PAGE (page)->pages));
}

static gboolean
ui_server_page_cancel (UiPage *page)
{
  return ui_page_cancel (gtk_stack_get_visible_child (UI_SERVER_PAGE (page)->pages));
}

static gboolean
ui_server_page_go_back (UiPage *page)
{
  return ui_page_go_back (gtk_stack_get_visible_child (UI_SERVER_PAGE (page)->pages));
}

static void
ui_server_page_page_init (UiPageInterface *iface)
{
  iface->focus = ui_server_page_focus;
  iface->search = ui_server_page_search;
  iface->submit = ui_server_page_submit;
  iface->cancel = ui_server_page_cancel;
  iface->go_back = ui_server_page_go_back;
}

UI_DEFINE_CLASS (UiServerPage, ui_server_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_server_page_dispose;

  ui_template_ensure_types (UI_TYPE_AUTH_BAR, UI_TYPE_BANNER, UI_TYPE_INBOX_BANNER,
                            UI_TYPE_SAMPLING_BANNER);
  gtk_widget_class_install_action (widget_class, "tool.compare", "s", compare_tool);
  ui_template_set_bin (widget_class, "ui/session/ui-server-page.ui");
  ui_template_own (widget_class, UiServerPage, wanted_key, g_free);
  ui_template_hold (widget_class, UiServerPage, session, workspace);
  ui_template_bind_children (widget_class, UiServerPage, floating, banner, asking, replying,
                             outdated, changes, authorization, stack, idle, connecting, spinner,
                             step, connect, pages);
  ui_template_bind_callbacks (widget_class, on_answer, on_banner_clicked, on_banner_other_clicked,
                              on_outdated_clicked, on_changes_dismissed, on_changes_shown);
}

static void
ui_server_page_init (UiServerPage *self)
{
  self->place = UI_PLACE_OVERVIEW;
  ui_template_init (self);
  ui_floating_begin (self->floating);
}

GtkWidget *
ui_server_page_new (AppWorkspace *workspace, AppSession *session)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiServerPage *self = g_object_new (UI_TYPE_SERVER_PAGE, NULL);
  self->workspace = g_object_ref (workspace);
  self->session = g_object_ref (session);
  set_up (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppSession *, UiServerPage, ui_server_page, session)

void
ui_server_page_set_place (UiServerPage *self, UiPlaceKind place)
{
  g_return_if_fail (UI_IS_SERVER_PAGE (self));

  if (self->place == place)
    return;
  /* It was wanted on the other page. */
  if (get_list_page (self) != NULL)
    g_clear_pointer (&self->wanted_key, g_free);
  self->place = place;
  update (self);
}

const char *
ui_server_page_get_selected_key (UiServerPage *self)
{
  g_return_val_if_fail (UI_IS_SERVER_PAGE (self), NULL);

  UiListPage    *list = get_list_page (self);
  McpDefinition *selected = list != NULL ? ui_list_page_get_selected (list) : NULL;
  return selected != NULL ? mcp_definition_get_key (selected) : NULL;
}

void
ui_server_page_want (UiServerPage *self, const char *key)
{
  g_return_if_fail (UI_IS_SERVER_PAGE (self));

  g_free (self->wanted_key);
  self->wanted_key = g_strdup (key);
  try_wanted_key (self);
}

void
ui_server_page_use_reference (UiServerPage *self,
                              const char   *tool,
                              const char   *argument,
                              AppReference *reference)
{
  g_return_if_fail (UI_IS_SERVER_PAGE (self));
  g_return_if_fail (tool != NULL && argument != NULL && reference != NULL);

  UiListPage *list = get_list_page (self);
  if (list != NULL)
    ui_list_page_use_reference (list, tool, argument, reference);
}
