/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-overview-page.h"
#include "ui-capability-group.h"
#include "ui-change-group.h"
#include "ui-extension-group.h"
#include "ui-life-group.h"
#include "ui-watch-group.h"
#include "ui-finding-button.h"
#include "ui-finding-row.h"
#include "ui-markdown-view.h"
#include "ui-preset-group.h"
#include "ui-presets-window.h"
#include "ui-server-icon.h"
#include "ui-sign-in-row.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-width-bin.h"
#include "ui-widget.h"
#include "app-inbox.h"
#include "app-linter.h"
#include "app-icons.h"
#include "app-visible-text.h"
#include "store-profile.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-connection.h"
#include "app-session-presets.h"
#include "app-console.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_VALUE 500
#define VALUE_CHARS 32
/* The part with which they come. */
#define SHOWS_INSTRUCTIONS 5

struct _UiOverviewPage
{
  GtkWidget parent_instance;

  AppSession *session;

  UiFindingButton     *findings;
  GtkWidget           *checks;
  GtkImage            *checks_icon;
  GtkLabel            *checks_label;
  UiServerIcon        *icon;
  GtkLabel            *title;
  GtkLabel            *version;
  AdwBin              *changes;
  AdwBin              *life;
  AdwBin              *watched;
  AdwBin              *extensions;
  AdwPreferencesGroup *connection;
  AdwBin              *capabilities;
  GtkLabel            *presets_note;
  GtkLabel            *roots_note;
  GtkLabel            *output_note;
  GtkLabel            *state_value;
  GtkLabel            *target_value;
  GtkLabel            *protocol_value;
  GtkLabel            *era_value;
  GtkLabel            *transport_value;
  AdwPreferencesGroup *instructions_group;
  UiMarkdownView      *instructions;
  UiWidthBin          *bin;
  GtkBox              *columns;

  guint next_part; /* of those that come one a frame */
};

UI_DEFINE_TEMPLATE (UiOverviewPage, ui_overview_page, GTK_TYPE_WIDGET)

static GtkLabel *
add_row (AdwPreferencesGroup *group, const char *title, const char *place)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *value = gtk_label_new (NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_MIDDLE);
  /* A long one leaves the title its room; what is over it gets all the same. */
  gtk_label_set_max_width_chars (GTK_LABEL (value), VALUE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_add_css_class (value, "secondary");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), value);
  if (place != NULL)
    {
      GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
      ui_widget_set_ornament (arrow);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "server.show-place");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", place);
    }
  else
    {
      gtk_widget_set_hexpand (value, TRUE);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
    }
  adw_preferences_group_add (group, row);
  return GTK_LABEL (value);
}

static void
set_value (GtkLabel *label, const char *text)
{
  g_autofree char *visible = app_visible_text_line (text, MAX_VALUE);
  gtk_label_set_text (label, visible);
  ui_tooltip_set (GTK_WIDGET (label), visible);
}

/* How many inputs are set once for all of the server's tools, and how many have to be. */
static void
update_presets (UiOverviewPage *self)
{
  g_autoptr (AppPresets) presets = app_session_presets_create_all (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
  guint            n_presets = g_list_model_get_n_items (G_LIST_MODEL (presets));
  guint            n_problems = ui_preset_group_count_problems (presets);
  g_autofree char *text =
      n_problems > 0
          ? g_strdup_printf (ngettext ("%u to set", "%u to set", n_problems), n_problems)
          : g_strdup_printf (ngettext ("%u input", "%u inputs", n_presets), n_presets);

  gtk_label_set_text (self->presets_note, n_presets > 0 ? text : _ ("None"));
}

static void
show_presets (UiOverviewPage *self)
{
  ui_presets_window_present (self->session, GTK_WIDGET (self));
}

static void
add_presets_row (UiOverviewPage *self)
{
  StoreProfile *profile = app_session_get_profile (self->session);

  self->presets_note = add_row (self->connection, _ ("Preset values"), NULL);
  gtk_label_set_selectable (self->presets_note, FALSE);
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (self->presets_note), ADW_TYPE_ACTION_ROW);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  ui_connect (row, "activated", show_presets, self);
  ui_connect (app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      MCP_DEFINITION_TOOL),
              "items-changed", update_presets, self);
  ui_connect (profile, "notify::presets", update_presets, self);
  ui_connect (profile, "notify::preset-sets", update_presets, self);
  ui_connect (profile, "notify::preset-set", update_presets, self);
  ui_connect (profile, "notify::pinned-arguments", update_presets, self);
  update_presets (self);
}

static void
update_state (UiOverviewPage *self)
{
  StoreProfile    *profile = app_session_get_profile (self->session);
  McpServerInfo   *server = app_session_get_server (self->session);
  const char      *title = server != NULL ? mcp_server_info_get_display_name (server) : NULL;
  const char      *version = server != NULL ? mcp_server_info_get_version (server) : NULL;
  McpJsonValue     icons = MCP_JSON_NO_VALUE;
  AppConnection   *connection = app_session_get_feature (self->session, APP_TYPE_CONNECTION);
  g_autofree char *command = store_profile_dup_summary (profile);
  guint            latency = 0;

  if (server != NULL)
    icons = mcp_server_info_get_icons (server);
  if (title == NULL || title[0] == '\0')
    title = app_session_get_name (self->session);
  set_value (self->title, title);
  g_autoptr (GPtrArray) findings = app_findings_of_server (self->session);
  ui_finding_button_set_findings (self->findings, findings);
  ui_server_icon_show (self->icon, self->session, icons);
  set_value (self->version, version);
  gtk_widget_set_visible (GTK_WIDGET (self->version), version != NULL && version[0] != '\0');
  if (self->state_value == NULL)
    return;
  set_value (self->target_value, command);
  set_value (self->protocol_value,
             server != NULL ? mcp_server_info_get_protocol_version (server) : NULL);
  set_value (self->era_value, app_connection_get_era_name (connection));
  set_value (self->transport_value, app_connection_get_transport_name (connection));

  g_object_get (connection, "latency", &latency, NULL);
  g_autofree char *state =
      latency > 0 ? g_strdup_printf (_ ("%s · %u ms"),
                                     app_session_get_state_name (self->session), latency)
                  : g_strdup (app_session_get_state_name (self->session));
  set_value (self->state_value, state);

  if (self->next_part < SHOWS_INSTRUCTIONS)
    return;
  const char *instructions = server != NULL ? mcp_server_info_get_instructions (server) : NULL;
  gboolean    empty = instructions == NULL || instructions[0] == '\0';
  g_autoptr (GBytes) text = !empty ? g_bytes_new (instructions, strlen (instructions)) : NULL;
  ui_markdown_view_set_text (self->instructions, text);
  gtk_widget_set_visible (GTK_WIDGET (self->instructions_group), !empty);
}

/* What is off in the definitions, by severity: leads to all of it. */
static void
update_checks (UiOverviewPage *self)
{
  AppLint *lint = app_linter_get_lint (app_session_get_feature (self->session, APP_TYPE_LINTER));
  g_autoptr (GString) words = g_string_new (NULL);
  McpFindingLevel worst = MCP_FINDING_NOTE;

  for (int level = MCP_FINDING_ERROR; lint != NULL && level >= MCP_FINDING_NOTE; level--)
    {
      guint            count = app_lint_count (lint, (McpFindingLevel)level);
      g_autofree char *text = app_lint_level_dup_count ((McpFindingLevel)level, count);

      /* Notes are for who looks for them. */
      if (count == 0 || (level == MCP_FINDING_NOTE && words->len > 0))
        continue;
      worst = MAX (worst, (McpFindingLevel)level);
      g_string_append_printf (words, "%s%s", words->len > 0 ? " · " : "", text);
    }
  gtk_label_set_text (self->checks_label, words->len > 0 ? words->str : _ ("Checks"));
  gtk_image_set_from_icon_name (self->checks_icon, words->len > 0
                                                       ? ui_finding_row_get_icon (worst)
                                                       : "spyglass-checks-symbolic");
  ui_finding_row_mark (GTK_WIDGET (self->checks_icon), worst);
  g_autofree char *name = g_strdup_printf (_ ("Checks: %s"), words->str);
  ui_widget_name (self->checks, words->len > 0 ? name : _ ("Checks"));
}

/* What the server gets when it asks for roots. */
static void
update_roots (UiOverviewPage *self)
{
  AppInbox        *inbox = app_session_get_feature (self->session, APP_TYPE_INBOX);
  AppFolderList   *folders = app_inbox_get_folders (inbox, self->session);
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (folders));
  g_autofree char *count = g_strdup_printf (ngettext ("%u folder", "%u folders", n), n);

  gtk_label_set_text (self->roots_note, !app_folder_list_is_shared (folders) ? _ ("Ask me")
                                        : n > 0                              ? count
                                                                             : _ ("None"));
}

static void
add_roots_row (UiOverviewPage *self)
{
  AppInbox      *inbox = app_session_get_feature (self->session, APP_TYPE_INBOX);
  AppFolderList *folders =
      inbox != NULL ? app_inbox_get_folders (inbox, self->session) : NULL;

  if (folders == NULL)
    return;
  self->roots_note = add_row (self->connection, _ ("Roots"), "inbox");
  ui_connect (folders, "items-changed", update_roots, self);
  ui_connect (folders, "notify::shared", update_roots, self);
  update_roots (self);
}

/* What the program printed is in the log, where it has a page. */
static void
update_output (UiOverviewPage *self)
{
  GListModel      *lines = app_console_get_lines (app_console_find (self->session));
  guint            n = g_list_model_get_n_items (lines);
  g_autofree char *text = g_strdup_printf (ngettext ("%'u line", "%'u lines", n), n);

  gtk_label_set_text (self->output_note, text);
}

static void
add_output_row (UiOverviewPage *self)
{
  AppConsole *console = app_console_find (self->session);

  if (console == NULL)
    return;
  self->output_note = add_row (self->connection, _ ("Standard error"), "log");
  ui_connect (app_console_get_lines (console), "items-changed", update_output, self);
  update_output (self);
}

/* Beside each other where there is room for both. */
static void
on_wide_changed (UiOverviewPage *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_homogeneous (self->columns, wide);
}

/* The parts of the page, from top to bottom. All of them in one frame would hold up the window for
 * longer than anybody notices each of them coming. */

static void
add_connection (UiOverviewPage *self)
{
  StoreProfile        *profile = app_session_get_profile (self->session);
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  const char          *source = store_profile_get_decisions (profile)->source;

  self->state_value = add_row (self->connection, _ ("State"), NULL);
  const char *target = endpoint->transport == STORE_TRANSPORT_STDIO ? _ ("Command") : _ ("URL");
  self->target_value = add_row (self->connection, target, NULL);
  self->transport_value = add_row (self->connection, _ ("Transport"), NULL);
  self->protocol_value = add_row (self->connection, _ ("Protocol version"), NULL);
  self->era_value = add_row (self->connection, _ ("Session"), NULL);
  if (source != NULL)
    set_value (add_row (self->connection, _ ("Imported from"), NULL), source);
  adw_preferences_group_add (self->connection, ui_sign_in_row_new (self->session));
  add_output_row (self);
  update_state (self);
}

static void
add_settings (UiOverviewPage *self)
{
  add_roots_row (self);
  add_presets_row (self);
}

static void
add_capabilities (UiOverviewPage *self)
{
  adw_bin_set_child (self->capabilities, ui_capability_group_new (self->session));
}

static void
add_life (UiOverviewPage *self)
{
  adw_bin_set_child (self->life, ui_life_group_new (self->session));
}

/* What is empty takes no room between the groups. */
static void
add_group (AdwBin *bin, GtkWidget *group)
{
  adw_bin_set_child (bin, group);
  g_object_bind_property (group, "visible", bin, "visible", G_BINDING_SYNC_CREATE);
}

static void
add_lists (UiOverviewPage *self)
{
  add_group (self->changes, ui_change_group_new (app_session_get_feature (self->session,
                                                                          APP_TYPE_CHANGE_LIST)));
  add_group (self->watched, ui_watch_group_new (self->session));
  add_group (self->extensions, ui_extension_group_new (self->session));
}

static void (*const parts[]) (UiOverviewPage *self) = {
  add_connection,
  add_settings,
  add_capabilities,
  add_life,
  update_state,
  add_lists,
};

static gboolean
add_next_part (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiOverviewPage *self = UI_OVERVIEW_PAGE (widget);
  guint           part = self->next_part++;

  parts[part](self);
  return self->next_part < G_N_ELEMENTS (parts) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
set_up (UiOverviewPage *self)
{
  const struct
  {
    gpointer    object;
    const char *signal;
  } followed[] = {
    { self->session, "notify::state" },
    { self->session, "notify::name" },
    { self->session, "notify::server" },
    { app_session_get_feature (self->session, APP_TYPE_CATALOGUE), "notify::loading" },
    { app_session_get_feature (self->session, APP_TYPE_CONNECTION), "notify::latency" },
    { app_session_get_feature (self->session, APP_TYPE_ICONS), "refused" },
  };
  ui_connect (app_session_get_feature (self->session, APP_TYPE_LINTER), "notify::lint",
              update_checks, self);
  update_checks (self);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    ui_connect (followed[i].object, followed[i].signal, update_state, self);

  ui_markdown_view_show_whole (self->instructions);
  on_wide_changed (self);
  update_state (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), add_next_part, NULL, NULL);
}

UI_DEFINE_CLASS (UiOverviewPage, ui_overview_page)
{
  ui_template_ensure_types (UI_TYPE_FINDING_BUTTON, UI_TYPE_MARKDOWN_VIEW, UI_TYPE_SERVER_ICON,
                            UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/session/ui-overview-page.ui");
  ui_template_hold (widget_class, UiOverviewPage, session);
  ui_template_bind_children (widget_class, UiOverviewPage, findings, checks, checks_icon,
                             checks_label, icon, title, version, changes,
                             life, watched, extensions, connection, capabilities, bin, columns,
                             instructions_group, instructions);
  ui_template_bind_callbacks (widget_class, on_wide_changed);
}

GtkWidget *
ui_overview_page_new (AppSession *session)
{
  UiOverviewPage *self;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  self = g_object_new (UI_TYPE_OVERVIEW_PAGE, NULL);
  self->session = g_object_ref (session);
  set_up (self);
  return GTK_WIDGET (self);
}
