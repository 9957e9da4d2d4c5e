/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every kind of field, three states, lists, nesting; hostile schemas and real ones. */

#include "ui-tests.h"
#include "form-fixture.h"
#include "ui-choice-button.h"
#include "app-presets-form.h"
#include "ui-preset-view.h"
#include "ui-field-list.h"
#include "test-clock.h"

static void
test_kinds (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  ui_fixture_wait (form_fixture_count_rows (&fixture) == 12);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  /* Dark, narrow, and with something in every field. */
  g_assert_true (app_form_set_json (
      fixture.form, "{\"city\":\"x\",\"message\":\"a\\nb\",\"count\":1e400,\"sure\":true,"
                    "\"tags\":[\"a\",null,3],\"place\":{\"street\":\"s\",\"more\":{}},\"any\":[{}],"
                    "\"unknown\":1}"));
  /* Rows are made a few at a time. */
  ui_fixture_wait (form_fixture_count_rows (&fixture) == 13);
  for (guint i = 0; i < 3; i++)
    {
      static const char *groups[] = { "/tags", "/place", "/place/more" };
      ui_field_row_set_expanded (form_fixture_find_row (&fixture, groups[i]), TRUE);
    }
  ui_fixture_wait (form_fixture_count_rows (&fixture) == 13 + 3 + 2 + 1);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  gtk_window_set_default_size (fixture.window, 320, 400);
  ui_fixture_finish_drawing ();
  form_fixture_close (&fixture);
}

static void
test_text_states (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  UiFieldRow *row = form_fixture_find_row (&fixture, "/nick");
  GtkEntry   *entry = GTK_ENTRY (form_fixture_control_of (row));

  form_fixture_assert_json (&fixture, "{}");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "Default: \"Al\"");
  gtk_test_accessible_assert_property (entry, GTK_ACCESSIBLE_PROPERTY_LABEL, "nick");
  gtk_editable_set_text (GTK_EDITABLE (entry), "Bo");
  form_fixture_assert_json (&fixture, "{\"nick\":\"Bo\"}");
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  form_fixture_assert_json (&fixture, "{}");
  form_fixture_act_on (row, "field.set-empty");
  form_fixture_assert_json (&fixture, "{\"nick\":\"\"}");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "Empty string");
  form_fixture_act_on (row, "field.set-null");
  form_fixture_assert_json (&fixture, "{\"nick\":null}");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (entry), ==, "null");
  form_fixture_act_on (row, "field.use-default");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Al");
  form_fixture_act_on (row, "field.clear");
  form_fixture_assert_json (&fixture, "{}");

  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (form_fixture_control (&fixture, "/message")));
  gtk_text_buffer_set_text (buffer, "one\ntwo", -1);
  form_fixture_assert_json (&fixture, "{\"message\":\"one\\ntwo\"}");
  form_fixture_act (&fixture, "/message", "field.clear");
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 0);

  /* A number keeps its spelling, and what is no number is not dropped. */
  GtkEditable *count = GTK_EDITABLE (form_fixture_control (&fixture, "/count"));
  gtk_editable_set_text (count, "184467440737095516160");
  form_fixture_assert_json (&fixture, "{\"count\":184467440737095516160}");
  gtk_editable_set_text (count, "12x");
  form_fixture_assert_json (&fixture, "{\"count\":\"12x\"}");
  g_assert_cmpstr (gtk_editable_get_text (count), ==, "12x");
  form_fixture_close (&fixture);
}

static void
test_choices (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  form_fixture_set_boolean (&fixture, "/loud", "false");
  form_fixture_assert_json (&fixture, "{\"loud\":false}");
  form_fixture_set_boolean (&fixture, "/loud", "null");
  form_fixture_assert_json (&fixture, "{\"loud\":null}");
  form_fixture_set_boolean (&fixture, "/loud", "true");
  form_fixture_assert_json (&fixture, "{\"loud\":true}");
  form_fixture_set_boolean (&fixture, "/loud", "Unset");
  form_fixture_assert_json (&fixture, "{}");

  GtkWidget *mode = form_fixture_control (&fixture, "/mode");
  g_assert_cmpstr (form_fixture_chosen (mode), ==, "Not set");
  form_fixture_pick (mode, "2");
  form_fixture_assert_json (&fixture, "{\"mode\":2}");
  form_fixture_pick (mode, "null");
  form_fixture_assert_json (&fixture, "{\"mode\":null}");
  /* A value that is no option is shown, and goes away when an option is chosen. */
  app_form_set_json (fixture.form, "{\"mode\":[1.10]}");
  g_assert_cmpstr (form_fixture_chosen (mode), ==, "[1.10]");
  form_fixture_assert_json (&fixture, "{\"mode\":[1.10]}");
  form_fixture_pick (mode, "\"fast\"");
  form_fixture_assert_json (&fixture, "{\"mode\":\"fast\"}");
  GtkWidget *list = ui_fixture_find (mode, GTK_TYPE_LIST_VIEW);
  g_assert_cmpuint (g_list_model_get_n_items (
                        G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))),
                    ==, 4);
  form_fixture_pick (mode, "Not set");

  /* What is untouched is not "false", and Tab stops at it once. */
  GtkWidget *sure = form_fixture_control (&fixture, "/sure");
  form_fixture_assert_json (&fixture, "{}");
  ui_field_row_focus (form_fixture_find_row (&fixture, "/sure"));
  g_assert_nonnull (ui_fixture_find_label (
      gtk_root_get_focus (GTK_ROOT (fixture.window)), "Unset"));
  gtk_widget_child_focus (GTK_WIDGET (fixture.window), GTK_DIR_TAB_FORWARD);
  g_assert_false (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture.window)), sure));
  form_fixture_set_boolean (&fixture, "/sure", "true");
  form_fixture_assert_json (&fixture, "{\"sure\":true}");
  form_fixture_set_boolean (&fixture, "/sure", "false");
  form_fixture_assert_json (&fixture, "{\"sure\":false}");

  GtkSwitch *kind = GTK_SWITCH (form_fixture_control (&fixture, "/kind"));
  gtk_switch_set_active (kind, TRUE);
  form_fixture_assert_json (&fixture, "{\"sure\":false,\"kind\":\"report\"}");
  gtk_switch_set_active (kind, FALSE);
  form_fixture_assert_json (&fixture, "{\"sure\":false}");
  form_fixture_close (&fixture);
}

/* What is typed into a new item is its value, whatever stood in it. */
static void
test_typed_item (void)
{
  static const struct
  {
    const char *type;
    const char *text;
    const char *json;
  } rows[] = {
    { "number", "1.10", "{\"list\":[1.10]}" },
    { "integer", "1", "{\"list\":[1]}" },
    { "string", "1", "{\"list\":[\"1\"]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FormFixture      fixture = { 0 };
      g_autofree char *schema = g_strdup_printf (
          "{\"type\":\"object\",\"properties\":{\"list\":{\"type\":\"array\","
          "\"items\":{\"type\":\"%s\"}}}}",
          rows[i].type);

      form_fixture_open (&fixture, schema);
      UiFieldRow *row = form_fixture_find_row (&fixture, "/list");
      ui_field_row_set_expanded (row, TRUE);
      ui_field_list_add_item (UI_FIELD_LIST (ui_field_row_get_list (row)));
      ui_fixture_finish_drawing ();
      /* As the first key does. */
      GtkEditable *item = GTK_EDITABLE (form_fixture_control (&fixture, "/list/0"));
      gtk_editable_delete_selection (item);
      int position = gtk_editable_get_position (item);
      gtk_editable_insert_text (item, rows[i].text, -1, &position);
      form_fixture_assert_json (&fixture, rows[i].json);
      form_fixture_close (&fixture);
    }
}

static void
test_array (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  UiFieldRow *tags = form_fixture_find_row (&fixture, "/tags");
  ui_field_row_set_expanded (tags, TRUE);
  UiFieldList *list = UI_FIELD_LIST (ui_field_row_get_list (tags));
  ui_field_list_add_item (list);
  ui_fixture_finish_drawing ();
  GtkWidget *first = form_fixture_control (&fixture, "/tags/0");
  gtk_test_accessible_assert_property (first, GTK_ACCESSIBLE_PROPERTY_LABEL, "tags, Item 1");
  g_assert_true (gtk_widget_is_ancestor (
      gtk_root_get_focus (GTK_ROOT (fixture.window)), first));
  gtk_editable_set_text (GTK_EDITABLE (first), "a");
  /* Enter in the last item makes the next one; in an empty one it goes on. */
  g_assert_true (gtk_widget_activate_action (first, "form.next", NULL));
  ui_fixture_finish_drawing ();
  form_fixture_assert_json (&fixture, "{\"tags\":[\"a\",\"\"]}");
  GtkWidget *second = form_fixture_control (&fixture, "/tags/1");
  g_assert_true (gtk_widget_is_ancestor (
      gtk_root_get_focus (GTK_ROOT (fixture.window)), second));
  g_assert_true (gtk_widget_activate_action (second, "form.next", NULL));
  form_fixture_assert_json (&fixture, "{\"tags\":[\"a\",\"\"]}");
  g_assert_false (gtk_widget_is_ancestor (
      gtk_root_get_focus (GTK_ROOT (fixture.window)), GTK_WIDGET (list)));

  gtk_editable_set_text (GTK_EDITABLE (second), "b");
  app_field_add_lines (ui_field_row_get_field (tags), "c\nd\n");
  ui_fixture_finish_drawing ();
  form_fixture_assert_json (&fixture, "{\"tags\":[\"a\",\"b\",\"c\",\"d\"]}");
  form_fixture_act (&fixture, "/tags/0", "field.move-down");
  form_fixture_assert_json (&fixture, "{\"tags\":[\"b\",\"a\",\"c\",\"d\"]}");
  form_fixture_act (&fixture, "/tags/0", "field.move-up");
  form_fixture_act (&fixture, "/tags/3", "field.move-down");
  form_fixture_assert_json (&fixture, "{\"tags\":[\"b\",\"a\",\"c\",\"d\"]}");
  form_fixture_act (&fixture, "/tags/3", "field.move-up");
  form_fixture_act (&fixture, "/tags/0", "field.duplicate");
  form_fixture_assert_json (&fixture, "{\"tags\":[\"b\",\"b\",\"a\",\"d\",\"c\"]}");
  ui_field_row_focus (form_fixture_find_row (&fixture, "/tags/4"));
  form_fixture_act (&fixture, "/tags/4", "field.remove");
  form_fixture_act (&fixture, "/tags/0", "field.remove");
  ui_fixture_finish_drawing ();
  form_fixture_assert_json (&fixture, "{\"tags\":[\"b\",\"a\",\"d\"]}");
  g_assert_cmpstr (
      gtk_editable_get_text (GTK_EDITABLE (form_fixture_control (&fixture, "/tags/1"))), ==, "a");
  form_fixture_close (&fixture);
}

/* What lies in a field costs nothing until somebody goes down. */
static void
test_nested (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"type\":\"object\",\"properties\":{\"node\":{\"$ref\":\"#/$defs/N\"}},"
                     "\"$defs\":{\"N\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":"
                     "\"string\"},\"next\":{\"$ref\":\"#/$defs/N\"}}}}}");
  g_assert_cmpuint (form_fixture_count_rows (&fixture), ==, 1);
  UiFieldRow *node = form_fixture_find_row (&fixture, "/node");
  ui_field_row_set_expanded (node, TRUE);
  g_assert_cmpuint (form_fixture_count_rows (&fixture), ==, 3);
  form_fixture_assert_json (&fixture, "{}");
  g_assert_true (ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/node/next/next/name"));
  ui_fixture_wait (form_fixture_count_rows (&fixture) == 7);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (form_fixture_count_rows (&fixture), ==, 7);
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/node/next/next/name")),
                         "x");
  form_fixture_assert_json (&fixture, "{\"node\":{\"next\":{\"next\":{\"name\":\"x\"}}}}");
  /* The check box of an optional object is its presence. */
  GtkCheckButton *present = GTK_CHECK_BUTTON (ui_fixture_find (GTK_WIDGET (node), GTK_TYPE_CHECK_BUTTON));
  g_assert_true (gtk_check_button_get_active (present));
  gtk_check_button_set_active (present, FALSE);
  form_fixture_assert_json (&fixture, "{}");
  gtk_check_button_set_active (present, TRUE);
  form_fixture_assert_json (&fixture, "{\"node\":{}}");
  ui_field_row_set_expanded (node, FALSE);
  g_assert_false (ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/nowhere"));
  form_fixture_close (&fixture);
}

static void
test_hostile (void)
{
  FormFixture      fixture = { 0 };
  g_autofree char *schema = form_fixture_dup_wide_schema (5000);
  gint64           start = test_clock_get_computed ();

  form_fixture_open (&fixture, schema);
  ui_fixture_wait (form_fixture_count_rows (&fixture) == UI_FIELD_LIST_PAGE);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (form_fixture_count_rows (&fixture), ==, UI_FIELD_LIST_PAGE);
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
  g_assert_true (ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/f100"));
  form_fixture_close (&fixture);

  fixture = (FormFixture){ 0 };
  form_fixture_open (
      &fixture,
      "{\"properties\":{\"<b>x</b>&\":{\"type\":\"string\",\"title\":\"<i>%s%n</i> \\u202Eab\","
      "\"description\":\"<a href='x'>y</a>\\u0007\",\"default\":\"&_<\"},"
      "\"\":{\"enum\":[\"&amp;\",\"<x>\",\"\"]},\"a/b~c\":{\"type\":\"array\",\"items\":{}},"
      "\"form\":{\"type\":\"object\",\"properties\":{\"__proto__\":{\"type\":\"string\"}}}}}");
  g_assert_null (ui_fixture_find_label (fixture.view, "<i>%s%n</i> \xe2\x80\xae"
                                                      "ab"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  GtkWidget *menu = ui_fixture_find (GTK_WIDGET (form_fixture_find_row (&fixture, "/<b>x<~1b>&")),
                                     GTK_TYPE_MENU_BUTTON);
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  ui_fixture_finish_drawing ();
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  /* Text that an entry cannot hold is not harmed by being shown. */
  g_assert_true (app_form_set_json (fixture.form, "{\"<b>x</b>&\":\"a\\u0000b\\ud800\"}"));
  ui_fixture_finish_drawing ();
  form_fixture_assert_json (&fixture, "{\"<b>x</b>&\":\"a\\u0000b\\ud800\"}");
  form_fixture_close (&fixture);

  fixture = (FormFixture){ 0 };
  form_fixture_open (&fixture, "{}");
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "No arguments to fill in."));
  ui_form_view_focus_first (UI_FORM_VIEW (fixture.view));
  app_field_add_member (app_form_get_root (fixture.form), "own");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (form_fixture_find_row (&fixture, "/own"));
  form_fixture_close (&fixture);
}

/* One tool in so many is shown, and more of them in the long tests; under a sanitizer each takes
 * ten times as long. */
#ifdef __SANITIZE_ADDRESS__
#define CORPUS_STEP 60
#else
#define CORPUS_STEP (g_test_slow () ? 5 : 25)
#endif

/* Tools of real servers can be shown, filled with nothing, and let go. */
static void
test_corpus (void)
{
  const char      *data = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = g_build_filename (data != NULL ? data : "", "tools-corpus", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GtkWidget  *view = g_object_new (UI_TYPE_FORM_VIEW, NULL);
  const char *name;
  guint       n_tools = 0;

  if (dir == NULL)
    {
      g_object_ref_sink (view);
      g_object_unref (view);
      g_test_skip ("there is no tools-corpus");
      return;
    }
  GtkWindow *window = ui_fixture_show (view, 420, 700);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      if (name[0] == '_' || !g_file_get_contents (path, &text, NULL, NULL))
        continue;
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
      McpJsonValue tools =
          mcp_json_value_get_member (mcp_json_document_get_root (document), "tools");
      McpJsonIter  iter;
      McpJsonValue tool;
      mcp_json_iter_init (&iter, mcp_json_value_exists (tools)
                                     ? tools
                                     : mcp_json_document_get_root (document));
      while (mcp_json_iter_next (&iter, NULL, &tool))
        {
          McpJsonValue schema = mcp_json_value_get_member (tool, "inputSchema");
          g_autoptr (AppForm) form = NULL;
          if (!mcp_json_value_exists (schema) || n_tools++ % CORPUS_STEP != 0)
            continue;
          form = app_presets_new_tool_form (schema, APP_FORM_DEFAULT);
          ui_form_view_set_form (UI_FORM_VIEW (view), form);
          while (g_main_context_iteration (NULL, FALSE))
            ;
        }
    }
  g_test_message ("%u tools", n_tools);
  g_assert_cmpuint (n_tools, >, 500);
  ui_form_view_set_form (UI_FORM_VIEW (view), NULL);
  ui_fixture_assert_ends (window, view);
}

/* A value of several forms: the menu chooses one, its control or rows are below. */
static void
test_variant (void)
{
  FormFixture fixture = { 0 };
  AppField   *field;

  form_fixture_open (&fixture,
                     "{\"properties\":{\"to\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":"
                     "\"array\",\"items\":{\"type\":\"string\"}}]},\"map\":{\"type\":"
                     "\"object\",\"additionalProperties\":{\"type\":\"integer\"}}}}");
  field = app_form_find_field (fixture.form, "/to");
  UiFieldRow *row = form_fixture_find_row (&fixture, "/to");
  GtkWidget  *picker = ui_fixture_find (GTK_WIDGET (row), UI_TYPE_CHOICE_BUTTON);

  /* What may be left out shows no form before one is chosen. */
  g_assert_nonnull (picker);
  g_assert_cmpstr (form_fixture_chosen (picker), ==, "Not set");
  g_assert_null (ui_fixture_find (GTK_WIDGET (row), GTK_TYPE_ENTRY));
  form_fixture_pick (picker, "String");
  form_fixture_assert_json (&fixture, "{}");
  GtkWidget *entry = ui_fixture_find (GTK_WIDGET (row), GTK_TYPE_ENTRY);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "a");
  form_fixture_assert_json (&fixture, "{\"to\":\"a\"}");
  form_fixture_pick (picker, "Array");
  form_fixture_assert_json (&fixture, "{\"to\":[\"a\"]}");
  ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/to/0");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_field_row_get_list (row));
  g_assert_nonnull (ui_fixture_find (GTK_WIDGET (row), UI_TYPE_FIELD_ROW));

  /* Whoever changes the form of the value changes what is shown. */
  app_form_set_json (fixture.form, "{\"to\":\"b\"}");
  ui_fixture_finish_drawing ();
  g_assert_cmpstr (form_fixture_chosen (picker), ==, "String");
  g_assert_null (ui_field_row_get_list (row));

  /* A form of a value is no place of its own among the problems. */
  app_form_set_json (fixture.form, "{\"to\":[5]}");
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  ui_fixture_finish_drawing ();
  g_assert_nonnull (
      ui_fixture_find_label (fixture.view, "to › Item 1: Expected string, got number"));
  form_fixture_act_on (row, "field.clear");
  form_fixture_assert_json (&fixture, "{}");
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_ABSENT);
  g_assert_cmpstr (form_fixture_chosen (picker), ==, "Not set");
  g_assert_null (ui_fixture_find (GTK_WIDGET (row), UI_TYPE_FIELD_LIST));

  /* Members of a map are rows like any other. */
  row = form_fixture_find_row (&fixture, "/map");
  ui_field_row_set_expanded (row, TRUE);
  app_field_add_member (app_form_find_field (fixture.form, "/map"), "a/b");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (form_fixture_find_row (&fixture, "/map/a~1b"));
  form_fixture_assert_json (&fixture, "{\"map\":{\"a/b\":0}}");
  form_fixture_close (&fixture);
}

/* What cannot be checked is said above the form, and nothing where all can. */
static void
test_notice (void)
{
  FormFixture fixture = { 0 };
  GtkWidget  *notice;

  form_fixture_open (&fixture, "{\"$schema\":\"https://example.com/<b>mine</b>\"}");
  notice = GTK_WIDGET (
      gtk_widget_get_template_child (fixture.view, UI_TYPE_FORM_VIEW, "notice"));
  g_assert_true (gtk_widget_get_mapped (notice));
  g_assert_nonnull (ui_fixture_find_label (notice, app_form_get_notice (fixture.form)));
  g_assert_nonnull (strstr (app_form_get_notice (fixture.form), "<b>mine</b>"));
  form_fixture_close (&fixture);

  form_fixture_open (&fixture, EVERYTHING);
  g_assert_null (app_form_get_notice (fixture.form));
  notice = GTK_WIDGET (
      gtk_widget_get_template_child (fixture.view, UI_TYPE_FORM_VIEW, "notice"));
  g_assert_false (gtk_widget_get_visible (notice));
  form_fixture_close (&fixture);
}

static void
assert_marked (GtkWidget *choice, const char *text, const char *expected)
{
  GtkEditable *entry = GTK_EDITABLE (ui_fixture_find (choice, GTK_TYPE_SEARCH_ENTRY));
  GtkListView *list = GTK_LIST_VIEW (ui_fixture_find (choice, GTK_TYPE_LIST_VIEW));

  gtk_editable_set_text (entry, text);
  AppFieldOption *marked = gtk_single_selection_get_selected_item (
      GTK_SINGLE_SELECTION (gtk_list_view_get_model (list)));
  g_assert_cmpstr (marked != NULL ? marked->label : NULL, ==, expected);
}

/* What is found of many choices, and which of them Enter takes. */
static void
test_choice_search (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"c\":{\"enum\":[\"Equatorial Guinea\",\"Somalia\","
                     "\"Guinea-Bissau\",\"Guinea\",\"Mali\",\"Malta\",\"Élan\",\"a\",\"b\","
                     "\"c\",\"d\",\"e\",\"f\",\"g\"]}}}");
  GtkWidget *choice = form_fixture_control (&fixture, "/c");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice), TRUE);
  ui_fixture_finish_drawing ();
  GtkWidget *popover = ui_fixture_find (choice, UI_TYPE_CHOICE_POPOVER);
  g_assert_nonnull (ui_fixture_find_label (popover, "14 options"));
  ui_fixture_assert_named (popover);
  assert_marked (choice, "guin", "Guinea-Bissau");
  assert_marked (choice, "GUINEA", "Guinea");
  assert_marked (choice, "torial", "Equatorial Guinea");
  assert_marked (choice, "mal", "Mali");
  assert_marked (choice, "oma", "Somalia");
  assert_marked (choice, "éLA", "Élan");
  assert_marked (choice, "nowhere", NULL);
  g_assert_nonnull (ui_fixture_find_label (popover, "0 of 14 options"));
  g_assert_cmpstr (form_fixture_chosen (choice), ==, "Not set");
  /* Nothing is looked for: what is chosen is marked. */
  gtk_editable_set_text (GTK_EDITABLE (ui_fixture_find (choice, GTK_TYPE_SEARCH_ENTRY)), "");
  form_fixture_pick (choice, "Mali");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice), TRUE);
  ui_fixture_finish_drawing ();
  assert_marked (choice, "", "Mali");
  form_fixture_assert_json (&fixture, "{\"c\":\"Mali\"}");

  /* A click on another one that is found, as the toolkit does it */
  GtkListView *list = GTK_LIST_VIEW (ui_fixture_find (choice, GTK_TYPE_LIST_VIEW));
  assert_marked (choice, "guin", "Guinea-Bissau");
  gtk_selection_model_select_item (gtk_list_view_get_model (list), 2, TRUE);
  g_signal_emit_by_name (list, "activate", 2);
  g_assert_false (gtk_widget_get_visible (popover));
  form_fixture_assert_json (&fixture, "{\"c\":\"Guinea\"}");
  form_fixture_close (&fixture);
}

static gboolean
is_shown_whole (gpointer root, const char *text)
{
  GtkWidget *label = ui_fixture_find_label (root, text);

  return label != NULL && gtk_widget_get_width (label) > 0 &&
         !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

/* Options that differ at their end can be told apart, however narrow their button is. */
static void
test_long_options (void)
{
  g_autoptr (GString) options = g_string_new (NULL);
  FormFixture fixture = { 0 };

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (options, "%s\"a_long_name_before_what_differs_%03u\"", i > 0 ? "," : "",
                            i);
  g_autofree char *schema =
      g_strdup_printf ("{\"required\":[\"c\"],\"properties\":{\"c\":{\"enum\":[%s]},\"n\":{"
                       "\"enum\":[1,2]},\"m\":{\"type\":\"array\",\"items\":{\"enum\":[%s]}}}}",
                       options->str, options->str);
  form_fixture_open (&fixture, schema);
  gtk_window_set_default_size (fixture.window, 320, 600);
  GtkWidget *choice = form_fixture_control (&fixture, "/c");
  g_assert_cmpstr (form_fixture_chosen (choice), ==, "Choose…");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice), TRUE);
  ui_fixture_wait (is_shown_whole (choice, "a_long_name_before_what_differs_007"));
  ui_fixture_wait (ui_fixture_find_label (choice, "300 options") != NULL);
  /* What must be given cannot be left out here. */
  g_assert_null (ui_fixture_find_label (ui_fixture_find (choice, GTK_TYPE_LIST_VIEW), "Choose…"));
  gtk_popover_popdown (GTK_POPOVER (ui_fixture_find (choice, UI_TYPE_CHOICE_POPOVER)));

  GtkWidget *narrow = form_fixture_control (&fixture, "/n");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (narrow), TRUE);
  GtkWidget *popover = ui_fixture_find (narrow, UI_TYPE_CHOICE_POPOVER);
  ui_fixture_wait (gtk_widget_get_width (popover) >= 280);
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_fixture_wait (!gtk_widget_get_visible (popover));

  /* Several stay open, with marks at the left. Where the display takes the popover away meanwhile,
   * it is opened again. */
  GtkWidget *many = form_fixture_control (&fixture, "/m");
  form_fixture_pick (many, "a_long_name_before_what_differs_001");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (many), TRUE);
  popover = ui_fixture_find (many, UI_TYPE_CHOICE_POPOVER);
  g_signal_emit_by_name (ui_fixture_find (many, GTK_TYPE_LIST_VIEW), "activate", 2);
  g_assert_true (gtk_widget_get_visible (popover));
  ui_fixture_wait ((gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (many), TRUE),
                    ui_fixture_find_label (popover, "300 options · 2 selected") != NULL &&
                        ui_fixture_find_label (popover, "a_long_name_before_what_differs_001") !=
                            NULL));
  GtkWidget *label = ui_fixture_find_label (popover, "a_long_name_before_what_differs_001");
  GtkWidget *check = ui_fixture_find (gtk_widget_get_parent (gtk_widget_get_parent (label)),
                                      GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  g_assert_cmpstr (form_fixture_chosen (many), ==,
                   "2 of 300: a_long_name_before_what_differs_001, "
                   "a_long_name_before_what_differs_002");
  gtk_popover_popdown (GTK_POPOVER (popover));
  form_fixture_close (&fixture);
}

/* In a window of 1200 pixels a result stands beside it: no page of it may want more than its part,
 * and none is cut. */
static void
test_narrow (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (EVERYTHING, -1, NULL);
  g_autoptr (McpJsonDocument) pins = mcp_json_document_parse_text ("{\"nick\":\"Al\"}", -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new_with_pins (
      mcp_json_document_get_root (document), mcp_json_document_get_root (pins));
  FormFixture fixture = { 0 };
  int         width;

  form_fixture_open (&fixture, EVERYTHING);
  ui_form_view_set_presets (UI_FORM_VIEW (fixture.view), presets);
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_get_visible (ui_fixture_find (fixture.view, UI_TYPE_PRESET_VIEW)));
  gtk_widget_measure (fixture.view, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 300);
  form_fixture_close (&fixture);
}

void
add_form_tests (void)
{
  g_test_add_func ("/ui/form/kinds", test_kinds);
  g_test_add_func ("/ui/form/text-states", test_text_states);
  g_test_add_func ("/ui/form/choices", test_choices);
  g_test_add_func ("/ui/form/array", test_array);
  g_test_add_func ("/ui/form/typed-item", test_typed_item);
  g_test_add_func ("/ui/form/nested", test_nested);
  g_test_add_func ("/ui/form/variant", test_variant);
  g_test_add_func ("/ui/form/narrow", test_narrow);
  g_test_add_func ("/ui/form/notice", test_notice);
  g_test_add_func ("/ui/form/hostile", test_hostile);
  g_test_add_func ("/ui/form/corpus", test_corpus);
  g_test_add_func ("/ui/form/choice-search", test_choice_search);
  g_test_add_func ("/ui/form/long-options", test_long_options);
}
