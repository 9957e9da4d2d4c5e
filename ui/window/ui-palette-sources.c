/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-palette-sources.h"
#include "ui-palette-item.h"
#include "ui-place-kind.h"
#include "ui-style.h"
#include "app-catalogue.h"
#include "app-client-list.h"
#include "app-object-cache.h"
#include "app-object-name.h"
#include "app-visible-text.h"
#include "mcp-definition.h"

#include <glib/gi18n.h>
#include <string.h>

/* Beyond that the log has a search of its own. */
#define MAX_LOG_ENTRIES 1000
/* Of each store: older ones are found on their own page. */
#define MAX_RESULTS 500
/* Of each server: who wants an older one finds the tool. */
#define MAX_RECENT_CALLS 8

/* A tool comes before the calls of it, and those before what they came to. */
enum {
  BEHIND_NOTHING = 0,
  BEHIND_TOOLS = 2,
  BEHIND_CALLS = 4,
};

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *shown;  /* (nullable) */
  GtkWidget    *window; /* (nullable) */
  GActionGroup *server; /* (nullable): what can be done with it */
  GPtrArray    *items;
} Collection;

static void
add (Collection *into, UiPaletteItem *item, const char *context, const char *text)
{
  ui_palette_item_describe (item, context, text);
  g_ptr_array_add (into->items, item);
}

static void
put_behind (Collection *into, guint behind)
{
  ui_palette_item_put_behind (into->items->pdata[into->items->len - 1], behind);
}

static const char *
get_id (AppSession *session)
{
  return store_profile_get_id (app_session_get_profile (session));
}

static void
add_servers (Collection *into)
{
  GListModel *sessions = G_LIST_MODEL (into->workspace);

  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);
      g_autofree char *summary = store_profile_dup_summary (app_session_get_profile (session));
      /* Translators: of a server: its state, such as "connected" */
      g_autofree char *context =
          g_strdup_printf (_ ("server · %s"), app_session_get_state_name (session));

      add (into,
           ui_palette_item_new (ui_style_get_state_icon (app_session_get_state (session)),
                                app_session_get_name (session), NULL, "win.open",
                                g_variant_new ("(sss)", get_id (session), "overview", "")),
           context, summary);
    }
}

static const struct
{
  McpDefinitionKind kind;
  UiPlaceKind       place;
  const char       *word;
} lists[] = {
  { MCP_DEFINITION_TOOL, UI_PLACE_TOOLS, N_ ("tool") },
  { MCP_DEFINITION_PROMPT, UI_PLACE_PROMPTS, N_ ("prompt") },
  { MCP_DEFINITION_RESOURCE, UI_PLACE_RESOURCES, N_ ("resource") },
  { MCP_DEFINITION_RESOURCE_TEMPLATE, UI_PLACE_RESOURCES, N_ ("resource template") },
};

static void
add_list (Collection *into, AppSession *session, guint which)
{
  AppCatalogue    *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  GListModel      *list = app_catalogue_get_list (catalogue, lists[which].kind);
  const char      *name = app_session_get_name (session);
  g_autofree char *context = g_strdup_printf ("%s · %s", _ (lists[which].word), name);
  const char      *place = ui_place_kind_get_id (lists[which].place);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);
      const char *key = mcp_definition_get_key (definition);

      add (into,
           ui_palette_item_new (ui_place_kind_get_icon_name (lists[which].place),
                                mcp_definition_get_display_name (definition), key, "win.open",
                                g_variant_new ("(sss)", get_id (session), place, key)),
           context, mcp_definition_get_description (definition));
    }
}

static void
add_definitions (Collection *into)
{
  GListModel *sessions = G_LIST_MODEL (into->workspace);

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
      {
        g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);
        add_list (into, session, k);
      }
}

/* Each tool once, as it was called last. */
static void
add_calls_of (Collection *into, AppSession *session)
{
  GListModel *calls = app_session_get_calls (session);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);
      const char *target = app_call_get_target (call);

      if (app_call_get_kind (call) != APP_CALL_TOOL ||
          g_hash_table_size (seen) >= MAX_RECENT_CALLS ||
          !g_hash_table_add (seen, g_strdup (target)))
        continue;
      g_autofree char *name = app_visible_text_line (target, 80);
      /* Translators: %s is a tool */
      g_autofree char *title = g_strdup_printf (_ ("Call %s Again"), name);
      add (into,
           ui_palette_item_new ("media-playback-start-symbolic", title, target, "win.call-again",
                                g_variant_new ("(ss)", get_id (session), target)),
           app_session_get_name (session), app_call_get_arguments (call));
      put_behind (into, BEHIND_TOOLS);
    }
}

static void
add_calls (Collection *into)
{
  GListModel *sessions = G_LIST_MODEL (into->workspace);

  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);

      if (app_session_get_state (session) == APP_SESSION_READY)
        add_calls_of (into, session);
    }
}

static void
add_result (Collection *into, StoreObjectEntry *entry)
{
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (facts->time / G_USEC_PER_SEC);
  g_autofree char *clock = g_date_time_format (time, "%X");
  /* Translators: of a result: the server, and the time of day */
  g_autofree char *context =
      g_strdup_printf (_ ("result · %s · %s"), facts->server != NULL ? facts->server : "", clock);
  g_autofree char *size = g_format_size (facts->size);
  g_autofree char *name = app_object_name_dup_for_entry (entry);
  g_autofree char *whole = g_strdup_printf ("%s/%s", facts->store, facts->id);

  add (into,
       ui_palette_item_new (ui_place_kind_get_icon_name (UI_PLACE_OBJECTS), name,
                            facts->tool != NULL ? facts->tool : facts->id,
                            "win.show-result", g_variant_new ("s", whole)),
       context, size);
  put_behind (into, BEHIND_CALLS);
}

static void
add_results (Collection *into)
{
  GListModel *stores =
      app_object_cache_get_lists (app_workspace_get_object_cache (into->workspace));

  for (guint i = 0; i < g_list_model_get_n_items (stores); i++)
    {
      g_autoptr (GListModel) entries = g_list_model_get_item (stores, i);
      guint n = g_list_model_get_n_items (entries);

      for (guint k = n; k > 0 && n - k < MAX_RESULTS; k--)
        {
          g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, k - 1);

          add_result (into, entry);
        }
    }
}

static void
add_log (Collection *into)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (into->workspace));
  guint       n = g_list_model_get_n_items (log);

  for (guint i = n; i > 0 && n - i < MAX_LOG_ENTRIES; i--)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i - 1);
      const AppLogRow *row = app_log_entry_get_row (entry);
      g_autofree char *title = NULL;
      /* Translators: of an entry of the log: the server */
      g_autofree char *context =
          g_strdup_printf (_ ("log · %s"), row->session != NULL ? row->session : "");

      if (row->method == NULL)
        continue;
      title = g_strdup_printf ("%s%s%s %s", row->method, row->id != NULL ? " #" : "",
                               row->id != NULL ? row->id : "", row->name != NULL ? row->name : "");
      add (into,
           ui_palette_item_new (ui_place_kind_get_icon_name (UI_PLACE_LOG), title, row->name,
                                "win.show-log-entry", g_variant_new ("t", row->sequence)),
           context, row->summary);
      put_behind (into, BEHIND_CALLS);
    }
}

/* What can be done, in the order of how often it is. What is of a server is about the one that is
 * shown; what is of a page is there while that page is. */
static const struct
{
  const char *action; /* detailed name */
  const char *title;
  const char *icon_name;
  const char *words; /* (nullable): what else a person may call it */
} actions[] = {
  { "call.save", N_ ("Save Call…"), "spyglass-saved-symbolic", NULL },
  { "saved.run-all", N_ ("Run All Saved Calls"), "media-playback-start-symbolic", NULL },
  { "server.connect", N_ ("Connect"), "media-playback-start-symbolic", NULL },
  { "server.disconnect", N_ ("Disconnect"), "media-playback-stop-symbolic",
    N_ ("Stop the server") },
  { "server.reconnect", N_ ("Reconnect"), "view-refresh-symbolic", N_ ("Restart the server") },
  { "server.refresh", N_ ("Refresh"), "view-refresh-symbolic", N_ ("Reload the lists") },
  { "server.edit", N_ ("Edit Server…"), "document-edit-symbolic", N_ ("Server settings") },
  { "server.diagnose", N_ ("Diagnose…"), "spyglass-checks-symbolic", NULL },
  { "server.authorization", N_ ("Authorization…"), "dialog-password-symbolic",
    N_ ("Sign in, sign out, tokens and scopes") },
  { "server.show-place::inbox", N_ ("Sampling and Roots…"), "spyglass-inbox-symbolic",
    N_ ("How requests of the server are answered") },
  { "server.write-to-clients", N_ ("Add to Applications…"), "spyglass-clients-symbolic", NULL },
  { "server.share", N_ ("Share Server…"), "send-to-symbolic", NULL },
  { "server.compose", N_ ("Send Raw Message…"), "spyglass-composer-symbolic", NULL },
  { "server.duplicate", N_ ("Duplicate Server…"), "edit-copy-symbolic", NULL },
  { "server.remove", N_ ("Remove Server…"), "user-trash-symbolic", NULL },
  { "win.add-server", N_ ("Add a Server…"), "list-add-symbolic", NULL },
  { "win.import", N_ ("Import Servers…"), "document-open-symbolic", NULL },
  { "win.try-demo", N_ ("Try the Demo Server"), "spyglass-tool-symbolic", NULL },
  { "win.client-history", N_ ("History of Changes…"), "spyglass-history-symbolic",
    N_ ("Undo a change to an application") },
  { "win.model-providers", N_ ("Model Providers…"), "spyglass-bench-symbolic", NULL },
  { "win.private", N_ ("Private Session"), "view-conceal-symbolic", NULL },
  { "win.show-log", N_ ("Show or Hide the Log"), "spyglass-log-symbolic", NULL },
  { "layout.list", N_ ("Show or Hide the List"), "view-list-symbolic", NULL },
  { "layout.result-only", N_ ("Show Only the Result"), "view-fullscreen-symbolic", NULL },
  { "app.new-window", N_ ("New Window"), "window-new-symbolic", NULL },
  { "app.preferences", N_ ("Preferences"), "preferences-system-symbolic", N_ ("Settings") },
  { "win.show-help-overlay", N_ ("Keyboard Shortcuts"), "input-keyboard-symbolic", NULL },
  { "app.help", N_ ("Help"), "help-contents-symbolic", N_ ("Guide, manual, documentation") },
  { "app.about", N_ ("About Spyglass"), "help-about-symbolic", NULL },
  { "app.quit", N_ ("Quit"), "application-exit-symbolic", NULL },
};

static gboolean
can_be_done (Collection *into, const char *action)
{
  if (g_str_has_prefix (action, "server."))
    return into->shown != NULL &&
           (into->server == NULL || g_action_group_get_action_enabled (
                                        into->server, action + strlen ("server.")));
  return g_str_has_prefix (action, "win.") || g_str_has_prefix (action, "app.") ||
         g_str_has_prefix (action, "layout.") ||
         (into->window != NULL && ui_palette_item_find_owner (into->window, action) != NULL);
}

static void
add_actions (Collection *into)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GVariant) target = NULL;

      g_action_parse_detailed_name (actions[i].action, &action, &target, NULL);
      if (!can_be_done (into, action))
        continue;
      add (into,
           ui_palette_item_new (actions[i].icon_name, _ (actions[i].title), NULL,
                                g_intern_string (action), target),
           g_str_has_prefix (action, "server.") ? app_session_get_name (into->shown)
                                                : _ ("action"),
           actions[i].words != NULL ? _ (actions[i].words) : NULL);
    }
}

/* What else a person may look for a page by. Returns: (transfer full) (nullable) */
static char *
dup_words (UiPlaceKind kind)
{
  if (kind != UI_PLACE_APPLICATIONS)
    return kind == UI_PLACE_CHECKS ? g_strdup (_ ("Findings")) : NULL;
  g_auto (GStrv) ids = app_client_list_dup_ids ();
  return g_strdelimit (g_strjoinv (", ", ids), "-", ' ');
}

/* Pages of the server that is shown, and those of no server. */
static void
add_pages (Collection *into)
{
  for (UiPlaceKind kind = UI_PLACE_OVERVIEW; kind <= UI_PLACE_APPLICATIONS; kind++)
    {
      gboolean         of_server = kind < UI_PLACE_HOME;
      g_autofree char *words = dup_words (kind);

      if (of_server && into->shown == NULL)
        continue;
      add (into,
           ui_palette_item_new (ui_place_kind_get_icon_name (kind), ui_place_kind_get_title (kind),
                                NULL, "win.open",
                                g_variant_new ("(sss)", of_server ? get_id (into->shown) : "",
                                               ui_place_kind_get_id (kind), "")),
           of_server ? app_session_get_name (into->shown) : _ ("page"),
           words);
    }
}

static const struct
{
  void (*add) (Collection *into);
  char prefix; /* shows these alone; 0: they are found without one only */
} sources[] = {
  { add_calls, '\0' },
  { add_servers, '\0' },
  { add_definitions, '\0' },
  { add_pages, '\0' },
  { add_actions, '>' },
  { add_results, '@' },
  { add_log, '#' },
};

GPtrArray *
ui_palette_sources_collect (AppWorkspace *workspace,
                            AppSession   *shown,
                            GtkWidget    *window,
                            GActionGroup *server,
                            char          prefix)
{
  Collection into = { workspace, shown, window, server,
                      g_ptr_array_new_with_free_func (g_object_unref) };

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (prefix == '\0' || sources[i].prefix == prefix)
      sources[i].add (&into);
  return into.items;
}
