/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a resource in a field: offered, searched, read, put in, and refused. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-detail-page.h"
#include "ui-field-editor.h"
#include "ui-field-row.h"
#include "ui-resource-dialog.h"
#include "app-catalogue.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWidget    *page;
  GtkWindow    *window;
} Fixture;

static void
show (Fixture *self, McpDefinitionKind kind, const char *name)
{
  GListModel *list =
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);
      if (g_str_equal (mcp_definition_get_key (definition), name))
        ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), definition);
    }
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_detail_page_get_definition (UI_DETAIL_PAGE (self->page)));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->workspace = ui_fixture_new_workspace ();
  if (data != NULL)
    {
      g_autoptr (StoreProfile) profile = store_profile_new ("one");
      g_autofree char *script = g_test_build_filename (G_TEST_DIST, "servers", data, NULL);
      const char      *arguments[] = { script, NULL };

      g_object_set (profile, "command", "python3", "arguments", arguments, NULL);
      self->session = ui_fixture_add (self->workspace, profile);
    }
  else
    self->session = ui_fixture_add_demo (self->workspace, "demo");
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

static UiFieldRow *
get_row (Fixture *self)
{
  return UI_FIELD_ROW (ui_fixture_find (self->page, UI_TYPE_FIELD_ROW));
}

static UiResourceDialog *
find_dialog (void)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      if (UI_IS_RESOURCE_DIALOG (window))
        return UI_RESOURCE_DIALOG (window);
    }
  return NULL;
}

static UiResourceDialog *
open_dialog (Fixture *self)
{
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (get_row (self)), "field.insert-resource", NULL));
  g_assert_nonnull (find_dialog ());
  return find_dialog ();
}

/* What Enter does in the search entry. */
static void
choose (UiResourceDialog *dialog, const char *words)
{
  GtkWidget *search = ui_fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (search), words);
  g_signal_emit_by_name (search, "activate");
}

static void
insert (Fixture *self, const char *words)
{
  choose (open_dialog (self), words);
  ui_fixture_wait (find_dialog () == NULL);
}

static void
find_problem (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget) &&
      gtk_widget_has_css_class (widget, "field-error"))
    *(GtkWidget **)data = widget;
}

static gboolean
says (UiResourceDialog *dialog, const char *part)
{
  GtkWidget *label = NULL;

  ui_fixture_walk (GTK_WIDGET (dialog), find_problem, &label);
  return label != NULL && strstr (gtk_label_get_text (GTK_LABEL (label)), part) != NULL;
}

static gboolean
has_item (GMenuModel *menu, const char *action)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *found = NULL;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &found) &&
          g_str_equal (found, action))
        return TRUE;
      if (section != NULL && has_item (section, action))
        return TRUE;
    }
  return FALSE;
}

static void
find_menu (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_has_css_class (widget, "field-menu"))
    *(GtkWidget **)data = widget;
}

static gboolean
is_offered (Fixture *self)
{
  GtkWidget *button = NULL;
  gboolean   found;

  ui_fixture_walk (GTK_WIDGET (get_row (self)), find_menu, &button);
  g_assert_nonnull (button);
  /* Filled when it opens. */
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  found = has_item (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)),
                    "field.insert-resource");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  return found;
}

static GtkWidget *
get_control (Fixture *self)
{
  return ui_field_editor_get_control (
      UI_FIELD_EDITOR (ui_field_row_get_editor (get_row (self))));
}

/* One line stays in the entry: where the cursor is, then instead of what is selected. */
static void
test_place (Fixture *self, gconstpointer data)
{
  AppField    *field;
  GtkEditable *entry;

  show (self, MCP_DEFINITION_PROMPT, "ask");
  field = ui_field_row_get_field (get_row (self));
  g_assert_true (is_offered (self));
  app_field_set_text (field, "äö [] end");
  entry = GTK_EDITABLE (get_control (self));
  gtk_editable_set_position (entry, 4);
  insert (self, "c://LINE");
  g_assert_cmpstr (app_field_get_text (field), ==, "äö [one line] end");
  g_assert_cmpint (gtk_editable_get_position (entry), ==, 12);

  gtk_editable_select_region (entry, 3, 13);
  insert (self, "c://line");
  g_assert_cmpstr (app_field_get_text (field), ==, "äö one line end");
  /* One step back is one insertion. */
  app_form_undo (app_field_get_place (field)->form);
  g_assert_cmpstr (app_field_get_text (field), ==, "äö [one line] end");
}

/* Several lines: the row shows a text, and the next goes where its cursor is. */
static void
test_lines (Fixture *self, gconstpointer data)
{
  AppField *field;

  show (self, MCP_DEFINITION_PROMPT, "ask");
  field = ui_field_row_get_field (get_row (self));
  insert (self, "c://several");
  g_assert_cmpstr (app_field_get_text (field), ==, "one\ntwö\n\n\nfour");
  ui_fixture_wait (GTK_IS_TEXT_VIEW (get_control (self)));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (get_control (self)));
  GtkTextIter    start, end;
  gtk_text_buffer_get_iter_at_offset (buffer, &start, 4);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, 7);
  gtk_text_buffer_select_range (buffer, &start, &end);
  insert (self, "c://line");
  g_assert_cmpstr (app_field_get_text (field), ==, "one\none line\n\n\nfour");
}

/* The dialog stays, says why, and another can be chosen. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  UiResourceDialog *dialog;
  AppField         *field;

  show (self, MCP_DEFINITION_PROMPT, "ask");
  field = ui_field_row_get_field (get_row (self));
  app_field_set_text (field, "kept");
  dialog = open_dialog (self);
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  choose (dialog, "c://blob");
  ui_fixture_wait (says (dialog, "binary"));
  g_assert_cmpstr (app_field_get_text (field), ==, "kept");
  choose (dialog, "c://large");
  ui_fixture_wait (says (dialog, "too large"));
  g_assert_true (find_dialog () == dialog);
  choose (dialog, "c://line");
  ui_fixture_wait (find_dialog () == NULL);
  g_assert_nonnull (strstr (app_field_get_text (field), "one line"));
}

/* Closing cancels; the answer that never came changes nothing. */
static void
test_closed (Fixture *self, gconstpointer data)
{
  UiResourceDialog *dialog;
  AppField         *field;
  GListModel       *calls = app_session_get_calls (self->session);

  show (self, MCP_DEFINITION_PROMPT, "ask");
  field = ui_field_row_get_field (get_row (self));
  dialog = open_dialog (self);
  g_assert_true (gtk_window_get_modal (GTK_WINDOW (dialog)));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *)&dialog);
  choose (dialog, "c://silent");
  ui_fixture_finish_drawing ();
  g_autoptr (AppCall) call = g_list_model_get_item (calls, 0);
  g_assert_true (app_call_is_running (call));
  /* What the server asks meanwhile can be answered. */
  g_assert_false (gtk_window_get_modal (GTK_WINDOW (dialog)));
  gtk_window_close (GTK_WINDOW (dialog));
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_CANCELLED);
  ui_fixture_wait (dialog == NULL);
  g_assert_cmpstr (app_field_get_text (field), ==, "");
}

static void
test_search (Fixture *self, gconstpointer data)
{
  UiResourceDialog *dialog;
  GtkListBox       *list;
  GtkWidget        *search;

  show (self, MCP_DEFINITION_TOOL, "echo");
  dialog = open_dialog (self);
  list = GTK_LIST_BOX (ui_fixture_find (GTK_WIDGET (dialog), GTK_TYPE_LIST_BOX));
  search = ui_fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY);
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 1));
  gtk_editable_set_text (GTK_EDITABLE (search), "MARKDOWN");
  ui_fixture_wait (gtk_list_box_get_row_at_index (list, 1) == NULL);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "product://guide"));
  gtk_editable_set_text (GTK_EDITABLE (search), "no such resource");
  ui_fixture_wait (gtk_list_box_get_row_at_index (list, 0) == NULL);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (dialog), "No results") != NULL);
  gtk_window_close (GTK_WINDOW (dialog));
}

/* Where there are no resources, or no text, nothing is offered. */
static void
test_not_offered (Fixture *self, gconstpointer data)
{
  show (self, MCP_DEFINITION_PROMPT, "ask");
  g_assert_true (is_offered (self));
  app_session_disconnect_async (self->session, NULL, NULL, NULL);
  ui_fixture_wait (app_session_get_state (self->session) == APP_SESSION_IDLE);
  g_assert_false (is_offered (self));
  gtk_widget_activate_action (GTK_WIDGET (get_row (self)), "field.insert-resource", NULL);
  g_assert_null (find_dialog ());
}

static void
add (const char *path, const char *server, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, server, set_up, test, tear_down);
}

void
add_resource_dialog_tests (void)
{
  add ("/resource-dialog/place", "contents-server.py", test_place);
  add ("/resource-dialog/lines", "contents-server.py", test_lines);
  add ("/resource-dialog/refused", "contents-server.py", test_refused);
  add ("/resource-dialog/closed", "contents-server.py", test_closed);
  add ("/resource-dialog/search", NULL, test_search);
  add ("/resource-dialog/not-offered", "contents-server.py", test_not_offered);
}
