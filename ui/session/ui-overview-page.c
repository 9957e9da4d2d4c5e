/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-overview-page.h"
#include "mcp-property.h"
#include "ui-change-group.h"
#include "ui-extension-group.h"
#include "ui-life-group.h"
#include "ui-watch-group.h"
#include "ui-finding-button.h"
#include "ui-place-kind.h"
#include "ui-preset-group.h"
#include "ui-presets-window.h"
#include "ui-server-icon.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-linter.h"
#include "app-icons.h"
#include "app-visible-text.h"
#include "store-profile.h"
#include "app-catalogue.h"
#include "app-change-list.h"
#include "app-connection.h"
#include "app-console.h"
#include "app-session-presets.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_VALUE 500
#define VALUE_CHARS 48
#define MAX_INSTRUCTIONS 20000
#define MAX_CONSOLE_LINE 2000

/* Capabilities that are no lists; the names are the protocol's. */
static const struct
{
  const char *pointer;
  const char *title;
} capabilities[] = {
  { "/logging", N_ ("Log messages") },
  { "/completions", N_ ("Completion of arguments") },
  { "/resources/subscribe", N_ ("Subscriptions to resources") },
  { "/tasks", N_ ("Tasks") },
};

static const struct
{
  McpDefinitionKind kind;
  const char       *title;
  const char       *place;
} lists[] = {
  { MCP_DEFINITION_TOOL, N_ ("Tools"), "tools" },
  { MCP_DEFINITION_RESOURCE, N_ ("Resources"), "resources" },
  { MCP_DEFINITION_RESOURCE_TEMPLATE, N_ ("Resource templates"), "resources" },
  { MCP_DEFINITION_PROMPT, N_ ("Prompts"), "prompts" },
};

struct _UiOverviewPage
{
  GtkWidget parent_instance;

  AppSession *session;

  UiFindingButton     *findings;
  UiServerIcon        *icon;
  GtkLabel            *title;
  GtkLabel            *version;
  AdwBin              *changes;
  AdwBin              *life;
  AdwBin              *watched;
  AdwBin              *extensions;
  AdwPreferencesGroup *connection;
  AdwPreferencesGroup *offers;
  GtkLabel            *list_notes[G_N_ELEMENTS (lists)];
  GtkLabel            *capability_notes[G_N_ELEMENTS (capabilities)];
  GtkLabel            *presets_note;
  GtkLabel            *state_value;
  GtkLabel            *target_value;
  GtkLabel            *protocol_value;
  GtkLabel            *era_value;
  GtkLabel            *transport_value;
  AdwPreferencesGroup *instructions_group;
  GtkLabel            *instructions;
  AdwPreferencesGroup *console_group;
  GtkListView         *console;
};

enum {
  PROP_SESSION = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiOverviewPage, ui_overview_page, GTK_TYPE_WIDGET)

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

static void
show_freshness (UiOverviewPage *self, guint i)
{
  g_autofree char *freshness = app_catalogue_dup_freshness (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), lists[i].kind);
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (self->list_notes[i]),
                                            ADW_TYPE_ACTION_ROW);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), freshness != NULL ? freshness : "");
}

static void
update_lists (UiOverviewPage *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      GListModel *list = app_catalogue_get_list (
          app_session_get_feature (self->session, APP_TYPE_CATALOGUE), lists[i].kind);
      guint            n = g_list_model_get_n_items (list);
      g_autofree char *count = g_strdup_printf ("%'u", n);
      gboolean         offered = app_catalogue_offers (
                  app_session_get_feature (self->session, APP_TYPE_CATALOGUE), lists[i].kind);

      gtk_label_set_text (self->list_notes[i], offered || n > 0 ? count : _ ("not offered"));
      show_freshness (self, i);
    }
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

  gtk_label_set_text (self->presets_note, n_presets > 0 ? text : _ ("nothing"));
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

  self->presets_note = add_row (self->offers, _ ("Set in advance"), NULL);
  gtk_label_set_selectable (self->presets_note, FALSE);
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (self->presets_note), ADW_TYPE_ACTION_ROW);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect_object (row, "activated", G_CALLBACK (show_presets), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_TOOL),
      "items-changed", G_CALLBACK (update_presets), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::presets", G_CALLBACK (update_presets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::pinned-arguments", G_CALLBACK (update_presets), self,
                           G_CONNECT_SWAPPED);
  update_presets (self);
}

static void
update_state (UiOverviewPage *self)
{
  StoreProfile    *profile = app_session_get_profile (self->session);
  McpServerInfo   *server = app_session_get_server (self->session);
  const char      *title = server != NULL ? mcp_server_info_get_display_name (server) : NULL;
  const char      *version = server != NULL ? mcp_server_info_get_version (server) : NULL;
  McpJsonValue     offered = MCP_JSON_NO_VALUE;
  McpJsonValue     icons = MCP_JSON_NO_VALUE;
  AppConnection   *connection = app_session_get_feature (self->session, APP_TYPE_CONNECTION);
  g_autofree char *command = store_profile_dup_summary (profile);
  guint            latency = 0;

  if (server != NULL)
    {
      offered = mcp_server_info_get_capabilities (server);
      icons = mcp_server_info_get_icons (server);
    }
  if (title == NULL || title[0] == '\0')
    title = app_session_get_name (self->session);
  set_value (self->title, title);
  g_autoptr (GPtrArray) findings = app_findings_of_server (self->session);
  ui_finding_button_set_findings (self->findings, findings);
  ui_server_icon_show (self->icon, self->session, icons);
  set_value (self->version, version);
  gtk_widget_set_visible (GTK_WIDGET (self->version), version != NULL && version[0] != '\0');
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

  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    {
      McpJsonValue value = mcp_json_value_resolve_pointer (offered, capabilities[i].pointer);
      McpJsonKind  kind = mcp_json_value_get_kind (value);
      gboolean     has = kind == MCP_JSON_OBJECT || mcp_json_value_get_boolean (value, FALSE);
      gtk_label_set_text (self->capability_notes[i], has ? _ ("offered") : _ ("not offered"));
    }

  const char      *instructions = server != NULL ? mcp_server_info_get_instructions (server) : NULL;
  g_autofree char *visible = app_visible_text_block (instructions, MAX_INSTRUCTIONS);
  gtk_label_set_text (self->instructions, g_strstrip (visible));
  gtk_widget_set_visible (GTK_WIDGET (self->instructions_group), visible[0] != '\0');
  update_lists (self);
}

static void
update_console (UiOverviewPage *self)
{
  GListModel *lines =
      app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE));
  gtk_widget_set_visible (GTK_WIDGET (self->console_group), g_list_model_get_n_items (lines) > 0);
}

/* For the rows of the console. Returns: (transfer full) */
static char *
dup_console_text (gpointer item, AppConsoleLine *line)
{
  return app_visible_text_line (line != NULL ? app_console_line_get_text (line) : "",
                                MAX_CONSOLE_LINE);
}

/* What the program itself adds is dim. Returns: (transfer full) */
static char **
dup_console_classes (gpointer item, AppConsoleLine *line)
{
  const char *const classes[] = {
    "monospace", line != NULL && app_console_line_get_ours (line) ? "secondary" : NULL, NULL
  };

  return g_strdupv ((char **)classes);
}

static void
ui_overview_page_constructed (GObject *object)
{
  UiOverviewPage *self = UI_OVERVIEW_PAGE (object);

  G_OBJECT_CLASS (ui_overview_page_parent_class)->constructed (object);

  GtkWidget *group =
      ui_change_group_new (app_session_get_feature (self->session, APP_TYPE_CHANGE_LIST));
  adw_bin_set_child (self->changes, group);
  adw_bin_set_child (self->life, ui_life_group_new (self->session));
  GtkWidget *watched = ui_watch_group_new (self->session);
  adw_bin_set_child (self->watched, watched);
  GtkWidget *extensions = ui_extension_group_new (self->session);
  adw_bin_set_child (self->extensions, extensions);
  /* What is empty takes no room between the groups. */
  g_object_bind_property (extensions, "visible", self->extensions, "visible",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (group, "visible", self->changes, "visible", G_BINDING_SYNC_CREATE);
  g_object_bind_property (watched, "visible", self->watched, "visible", G_BINDING_SYNC_CREATE);
  self->state_value = add_row (self->connection, _ ("State"), NULL);
  self->target_value = add_row (self->connection, _ ("Reached by"), NULL);
  self->transport_value = add_row (self->connection, _ ("Transport"), NULL);
  self->protocol_value = add_row (self->connection, _ ("Protocol revision"), NULL);
  self->era_value = add_row (self->connection, _ ("Session"), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    self->list_notes[i] = add_row (self->offers, _ (lists[i].title), lists[i].place);
  add_presets_row (self);
  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    self->capability_notes[i] = add_row (self->offers, _ (capabilities[i].title), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_signal_connect_object (
        app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                lists[i].kind),
        "items-changed", G_CALLBACK (update_lists), self, G_CONNECT_SWAPPED);
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
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (followed[i].object, followed[i].signal, G_CALLBACK (update_state),
                             self, G_CONNECT_SWAPPED);

  GListModel *lines =
      app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE));
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (g_object_ref (lines));
  gtk_list_view_set_model (self->console, GTK_SELECTION_MODEL (selection));
  g_signal_connect_object (lines, "items-changed", G_CALLBACK (update_console), self,
                           G_CONNECT_SWAPPED);
  update_console (self);
  update_state (self);
}

static void
ui_overview_page_dispose (GObject *object)
{
  UiOverviewPage *self = UI_OVERVIEW_PAGE (object);

  ui_template_dispose (object);
  g_clear_object (&self->session);
}

static void
ui_overview_page_class_init (UiOverviewPageClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_SESSION] = { "session", APP_TYPE_SESSION,
                       .offset = G_STRUCT_OFFSET (UiOverviewPage, session),
                       .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
  };

  object_class->constructed = ui_overview_page_constructed;
  object_class->dispose = ui_overview_page_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  g_type_ensure (UI_TYPE_FINDING_BUTTON);
  g_type_ensure (UI_TYPE_SERVER_ICON);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/session/ui-overview-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, findings);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, icon);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, title);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, version);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, changes);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, life);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, watched);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, extensions);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, connection);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, offers);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, instructions_group);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, instructions);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, console_group);
  gtk_widget_class_bind_template_child (widget_class, UiOverviewPage, console);
  gtk_widget_class_bind_template_callback (widget_class, dup_console_text);
  gtk_widget_class_bind_template_callback (widget_class, dup_console_classes);
}

static void
ui_overview_page_init (UiOverviewPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_overview_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  return g_object_new (UI_TYPE_OVERVIEW_PAGE, "session", session, NULL);
}
