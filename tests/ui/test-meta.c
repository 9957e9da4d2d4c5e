/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a request carries in its _meta, and which extensions the two sides tell each other of: from
 * the window to the wire. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-detail-header.h"
#include "ui-detail-page.h"
#include "ui-extension-group.h"
#include "ui-object-text.h"
#include "app-catalogue.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWidget    *page;
  GtkWindow    *window;
} Fixture;

static McpDefinition *
find_definition (AppSession *session, McpDefinitionKind kind, const char *part)
{
  GListModel *list =
      app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE), kind);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);
      if (strstr (mcp_definition_get_key (definition), part) != NULL)
        return g_steal_pointer (&definition);
    }
  g_assert_not_reached ();
}

static void
set_up (Fixture *self, gconstpointer era)
{
  g_autofree char *option = g_strdup_printf ("--era=%s", (const char *)era);
  const char      *arguments[] = { option, NULL };
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");
  g_autoptr (StoreVariables) meta =
      store_variables_new_from_object ("{\"com.example/all\":1.10,\"com.example/a\":0}", NULL);
  g_autoptr (StoreVariables) extensions =
      store_variables_new_from_object ("{\"com.example/x\":{\"<b>\":1}}", NULL);

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "arguments", arguments, "meta",
                meta, "extensions", extensions, NULL);
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add (self->workspace, profile);
  ui_fixture_connect (self->session);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, 900, 600);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (self->window, self->page);
  ui_fixture_close (self->workspace);
}

static UiObjectText *
get_object_text (Fixture *self)
{
  GtkWidget  *header = ui_fixture_find (self->page, UI_TYPE_DETAIL_HEADER);
  UiToolMenu *menu = ui_detail_header_get_menu (UI_DETAIL_HEADER (header));

  return UI_OBJECT_TEXT (ui_fixture_find (GTK_WIDGET (menu), UI_TYPE_OBJECT_TEXT));
}

static void
type (Fixture *self, const char *text)
{
  GtkWidget *view = ui_fixture_find (GTK_WIDGET (get_object_text (self)), GTK_TYPE_TEXT_VIEW);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

static guint
count_calls (Fixture *self)
{
  return g_list_model_get_n_items (app_session_get_calls (self->session));
}

static AppCall *
call (Fixture *self)
{
  guint before = count_calls (self);

  ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
  g_assert_cmpuint (count_calls (self), ==, before + 1);
  g_autoptr (AppCall) made = g_list_model_get_item (app_session_get_calls (self->session), 0);
  if (app_call_get_state (made) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (made, TRUE);
  ui_fixture_wait (!app_call_is_running (made));
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
  return made;
}

/* The last request of that method, as it went. */
static char *
dup_sent (Fixture *self, const char *method)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));

  for (guint i = g_list_model_get_n_items (log); i > 0; i--)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i - 1);
      if (g_strcmp0 (app_log_entry_get_row (entry)->method, method) != 0)
        continue;
      g_autoptr (GBytes) text = app_log_entry_dup_text (entry);
      return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
    }
  g_assert_not_reached ();
}

static void
test_request (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool =
      find_definition (self->session, MCP_DEFINITION_TOOL, "list_pipelines");
  g_autoptr (McpDefinition) resource =
      find_definition (self->session, MCP_DEFINITION_RESOURCE, "headphones");
  UiDetailPage *page = UI_DETAIL_PAGE (self->page);

  ui_detail_page_set_definition (page, tool);
  call (self);
  g_autofree char *plain = dup_sent (self, "tools/call");
  g_assert_nonnull (strstr (plain, "\"com.example/all\":1.10"));
  g_assert_nonnull (strstr (plain, "\"com.example/a\":0"));

  type (self, "{\"com.example/a\": [1.20, null]}");
  g_assert_nonnull (ui_fixture_find_label (self->page, "_meta: 1"));
  call (self);
  g_autofree char *sent = dup_sent (self, "tools/call");
  g_test_message ("%s", sent);
  g_assert_nonnull (strstr (sent, "\"com.example/a\":[1.20, null]"));
  g_assert_nonnull (strstr (sent, "\"com.example/all\":1.10"));

  /* Each definition has its own; that of the first comes back with it. */
  ui_detail_page_set_definition (page, resource);
  g_assert_cmpuint (ui_object_text_count (get_object_text (self)), ==, 0);
  type (self, "{\"com.example/r\": true}");
  call (self);
  g_autofree char *read = dup_sent (self, "resources/read");
  g_assert_nonnull (strstr (read, "\"com.example/r\":true"));
  ui_detail_page_set_definition (page, tool);
  g_assert_cmpuint (ui_object_text_count (get_object_text (self)), ==, 1);

  /* What every request carries is on the lists too. */
  g_autofree char *list = dup_sent (self, "prompts/list");
  g_assert_nonnull (strstr (list, "\"com.example/all\":1.10"));
}

/* What cannot be sent is not: it is shown, and said. */
static void
test_mistake (Fixture *self, gconstpointer data)
{
  g_autoptr (McpDefinition) tool =
      find_definition (self->session, MCP_DEFINITION_TOOL, "list_pipelines");
  const char *mistakes[] = { "[1]", "{\"a\":", "{\"a\":01}", "7", "{} {}" };
  guint       before;

  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), tool);
  before = count_calls (self);
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      type (self, mistakes[i]);
      g_assert_nonnull (ui_object_text_get_problem (get_object_text (self)));
      ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
      g_assert_cmpuint (count_calls (self), ==, before);
      ui_fixture_finish_drawing ();
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_object_text (self))));
    }
  ui_fixture_assert_named (GTK_WIDGET (self->window));
  type (self, " \n");
  g_assert_null (ui_object_text_get_problem (get_object_text (self)));
  call (self);
}

typedef struct
{
  const char   *title;
  AdwActionRow *row;
} Search;

static void
visit_row (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (ADW_IS_ACTION_ROW (widget) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), search->title) == 0)
    search->row = ADW_ACTION_ROW (widget);
}

static void
test_extensions (Fixture *self, gconstpointer era)
{
  GtkWidget *group = ui_extension_group_new (self->session);
  GtkWindow *window = ui_fixture_show (group, 500, 400);
  Search     ours = { "com.example/x", NULL };
  Search     tasks = { "io.modelcontextprotocol/tasks", NULL };

  ui_fixture_walk (group, visit_row, &ours);
  ui_fixture_walk (group, visit_row, &tasks);
  g_assert_nonnull (ours.row);
  g_assert_cmpstr (adw_action_row_get_subtitle (ours.row), ==, "Spyglass: {\"<b>\":1}");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (ours.row), "client only"));
  if (g_str_equal (era, "modern"))
    {
      g_assert_nonnull (tasks.row);
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (tasks.row), "negotiated"));
    }
  ui_fixture_assert_named (GTK_WIDGET (window));
  ui_fixture_assert_ends (window, group);
}

#define ADD(path, function)                                                    \
  g_test_add (path "/legacy", Fixture, "legacy", set_up, function, tear_down); \
  g_test_add (path "/modern", Fixture, "modern", set_up, function, tear_down)

void
add_meta_tests (void)
{
  ADD ("/ui/meta/request", test_request);
  ADD ("/ui/meta/mistake", test_mistake);
  ADD ("/ui/meta/extensions", test_extensions);
}
