/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two views of one text, what stands against sending, presets, finding a field. */

#include "ui-tests.h"
#include "form-fixture.h"
#include "ui-field-list.h"
#include "ui-form-end.h"
#include "ui-form-problems.h"
#include "ui-json-text.h"
#include "ui-preset-group.h"
#include "test-clock.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

static GtkStack *
stack_of (FormFixture *fixture)
{
  GtkWidget *switcher = ui_fixture_find (fixture->view, GTK_TYPE_STACK_SWITCHER);
  return gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher));
}

/* What is underlined as wrong, place by place. */
static char *
dup_marked (GtkTextBuffer *buffer)
{
  GString    *marked = g_string_new (NULL);
  GtkTextIter at;

  gtk_text_buffer_get_start_iter (buffer, &at);
  for (; !gtk_text_iter_is_end (&at); gtk_text_iter_forward_char (&at))
    {
      g_autoptr (GSList) tags = gtk_text_iter_get_tags (&at);
      for (GSList *tag = tags; tag != NULL; tag = tag->next)
        {
          PangoUnderline underline;
          g_object_get (tag->data, "underline", &underline, NULL);
          if (underline != PANGO_UNDERLINE_ERROR)
            continue;
          g_string_append_unichar (marked, gtk_text_iter_get_char (&at));
          break;
        }
    }
  return g_string_free (marked, FALSE);
}

static void
assert_marked (GtkTextBuffer *buffer, const char *expected)
{
  g_autofree char *marked = dup_marked (buffer);
  g_assert_cmpstr (marked, ==, expected);
}

static const char *
shown_error (UiFieldRow *row)
{
  return gtk_label_get_text (GTK_LABEL (
      gtk_widget_get_template_child (GTK_WIDGET (row), UI_TYPE_FIELD_ROW, "error")));
}

static void
test_two_views (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  gtk_stack_set_visible_child_name (stack_of (&fixture), "json");
  ui_fixture_finish_drawing ();
  GtkWidget     *json = gtk_stack_get_visible_child (stack_of (&fixture));
  UiJsonText    *text = UI_JSON_TEXT (ui_fixture_find (json, UI_TYPE_JSON_TEXT));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (ui_json_text_get_view (text)));
  GtkTextIter    begin, end;

  gtk_text_buffer_set_text (buffer, "{\"city\": \"Lyon\",\n \"new\": 1.10}", -1);
  form_fixture_assert_json (&fixture, "{\"city\":\"Lyon\",\"new\":1.10}");
  g_assert_cmpstr (
      gtk_editable_get_text (GTK_EDITABLE (form_fixture_control (&fixture, "/city"))), ==, "Lyon");
  g_assert_nonnull (form_fixture_find_row (&fixture, "/new"));

  /* A draft that does not parse stays, says where, and stops the form. */
  gtk_text_buffer_set_text (buffer, "{\"city\": \"Lyon\",\n \"new\" 1}", -1);
  assert_marked (buffer, "1");
  g_autofree char *reason =
      g_strdup_printf ("Invalid JSON: %s", app_form_get_text_error (fixture.form));
  g_assert_nonnull (ui_fixture_find_label (json, reason));
  g_assert_false (app_form_get_text_error (fixture.form) == NULL);
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  g_assert_cmpuint (fixture.submitted, ==, 0);
  gtk_stack_set_visible_child_name (stack_of (&fixture), "form");
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_is_sensitive (form_fixture_control (&fixture, "/city")));
  gtk_stack_set_visible_child_name (stack_of (&fixture), "json");
  g_autofree char *draft = ui_json_text_dup_text (text);
  g_assert_cmpstr (draft, ==, "{\"city\": \"Lyon\",\n \"new\" 1}");
  app_form_discard_draft (fixture.form);
  assert_marked (buffer, "");
  g_assert_true (gtk_widget_is_sensitive (form_fixture_control (&fixture, "/city")));
  form_fixture_assert_json (&fixture, "{\"city\":\"Lyon\",\"new\":1.10}");

  /* What the schema does not allow is marked at its place, and the end of a text at its last. */
  gtk_text_buffer_set_text (buffer, "{\"city\": \"Lyön\",\n \"count\": [2]}", -1);
  assert_marked (buffer, "[2]");
  gtk_text_buffer_set_text (buffer, "{\"city\": \"Lyon\"\n", -1);
  assert_marked (buffer, "\"");
  gtk_text_buffer_set_text (buffer, "{}", -1);
  assert_marked (buffer, "");

  /* A line that would hold up the highlighter for a minute. */
  g_autofree char *word = g_strnfill (300000, 'x');
  g_autofree char *long_line = g_strdup_printf ("{\"city\": \"%s\"}", word);
  gint64           start = test_clock_get_computed ();
  gtk_text_buffer_set_text (buffer, "", -1);
  gtk_text_buffer_insert_at_cursor (buffer, long_line, -1);
  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (buffer), &begin, &end);
  ui_fixture_finish_drawing ();
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
  g_assert_true (app_form_get_text_error (fixture.form) == NULL);
  form_fixture_close (&fixture);
}

static GtkButton *
button_of (FormFixture *fixture)
{
  GtkWidget *end = ui_fixture_find (fixture->view, UI_TYPE_FORM_END);
  GtkWidget *label = ui_fixture_find_label (end, "Call");

  if (label == NULL)
    label = ui_fixture_find_label (end, "Send Anyway");
  g_assert_nonnull (label);
  return GTK_BUTTON (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON));
}

static void
test_problems (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  UiFormView     *view = UI_FORM_VIEW (fixture.view);
  UiFieldRow     *city = form_fixture_find_row (&fixture, "/city");
  UiFormProblems *problems =
      UI_FORM_PROBLEMS (ui_fixture_find (fixture.view, UI_TYPE_FORM_PROBLEMS));

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (problems)));
  g_assert_cmpstr (shown_error (city), ==, "");
  ui_form_view_submit (view);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (fixture.submitted, ==, 0);
  g_assert_cmpuint (ui_form_problems_get_n (problems), ==, 2);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (problems)));
  g_assert_cmpstr (shown_error (city), !=, "");
  gtk_test_accessible_assert_state (form_fixture_control_of (city), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture.window)),
                                         form_fixture_control_of (city)));
  g_assert_cmpstr (gtk_button_get_label (button_of (&fixture)), ==, "Send Anyway");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (button_of (&fixture)), "suggested-action"));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "2 problems"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));

  /* Nothing is refused that a person wants to send. */
  ui_form_view_submit (view);
  g_assert_cmpuint (fixture.submitted, ==, 1);
  ui_form_view_set_busy (view, TRUE);
  ui_form_view_submit (view);
  g_assert_cmpuint (fixture.submitted, ==, 1);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (button_of (&fixture))));
  ui_form_view_set_busy (view, FALSE);

  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control_of (city)), "Lyon");
  g_assert_cmpstr (shown_error (city), ==, "");
  gtk_test_accessible_assert_state (form_fixture_control_of (city), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  g_assert_cmpuint (ui_form_problems_get_n (problems), ==, 1);
  form_fixture_set_boolean (&fixture, "/sure", "true");
  g_assert_cmpuint (ui_form_problems_get_n (problems), ==, 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (problems)));
  g_assert_cmpstr (gtk_button_get_label (button_of (&fixture)), ==, "Call");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (button_of (&fixture)), "suggested-action"));
  ui_form_view_submit (view);
  g_assert_cmpuint (fixture.submitted, ==, 2);

  /* A problem in a closed group opens it. */
  g_assert_true (app_form_set_json (fixture.form,
                                    "{\"city\":\"Lyon\",\"sure\":true,\"place\":{}}"));
  ui_form_view_submit (view);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (fixture.submitted, ==, 2);
  g_assert_true (ui_field_row_get_expanded (form_fixture_find_row (&fixture, "/place")));
  form_fixture_close (&fixture);
}

#define LONG_FORM                                                                        \
  "{\"type\":\"object\",\"required\":[\"l\",\"k\",\"i\",\"j\",\"h\"],\"properties\":{"   \
  "\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"},\"c\":{\"type\":\"string\"}," \
  "\"d\":{\"type\":\"string\"},\"e\":{\"type\":\"string\"},\"f\":{\"type\":\"string\"}," \
  "\"g\":{\"type\":\"string\"},\"h\":{\"type\":\"string\"},\"i\":{\"type\":\"string\"}," \
  "\"j\":{\"type\":\"string\"},\"k\":{\"type\":\"string\"},\"l\":{\"type\":\"string\"}}}"

static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget      *window = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, window, &bounds) && bounds.origin.y >= 0 &&
         bounds.origin.y + bounds.size.height <= gtk_widget_get_height (window);
}

/* The list of problems takes room from the form, after the focus has moved. */
static void
test_problems_in_short_pane (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, LONG_FORM);
  gtk_window_set_default_size (fixture.window, 500, 500);
  ui_fixture_wait (gtk_widget_get_height (fixture.view) <= 500);
  ui_fixture_finish_drawing ();
  GtkWidget *row = GTK_WIDGET (form_fixture_find_row (&fixture, "/h"));
  GtkWidget *scrolled = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  int        height = gtk_widget_get_height (scrolled);
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  ui_fixture_wait (gtk_widget_get_height (scrolled) < height);
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture.window)), row));
  g_assert_true (is_in_sight (row));
  /* All five have their line: one that says "1 more" would take as much room. */
  GtkWidget *problems = ui_fixture_find (fixture.view, UI_TYPE_FORM_PROBLEMS);
  g_assert_nonnull (ui_fixture_find_label (problems, "5 problems"));
  g_assert_nonnull (ui_fixture_find_label (problems, "l: Required"));
  g_assert_null (ui_fixture_find_label (problems, "1 more"));

  /* Who scrolled away from the focus stays there. */
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  gtk_adjustment_set_value (adjustment, 0);
  ui_fixture_finish_drawing ();
  g_assert_false (is_in_sight (row));
  height = gtk_widget_get_height (scrolled);
  gtk_window_set_default_size (fixture.window, 500, 480);
  ui_fixture_wait (gtk_widget_get_height (scrolled) < height);
  ui_fixture_finish_drawing ();
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  form_fixture_close (&fixture);
}

/* A wrong value is told once the person has been there, not while they type. */
static void
test_visited (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  UiFieldRow *city = form_fixture_find_row (&fixture, "/city");
  ui_field_row_focus (city);
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control_of (city)), "x");
  g_assert_cmpstr (shown_error (city), ==, "");
  ui_fixture_wait (shown_error (city)[0] != '\0');
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control_of (city)), "xy");
  g_assert_cmpstr (shown_error (city), ==, "");
  form_fixture_close (&fixture);
}

static GtkWidget *
find_proposal (GtkWidget *view, const char *name)
{
  GtkWidget *label = ui_fixture_find_label (view, name);

  return label != NULL && gtk_widget_get_mapped (label) ? label : NULL;
}

/* The schema's names are proposed while JSON is typed; one undo takes back what was taken. */
static void
test_completion (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, EVERYTHING);
  gtk_stack_set_visible_child_name (stack_of (&fixture), "json");
  ui_fixture_finish_drawing ();
  GtkWidget *view =
      ui_fixture_find (gtk_stack_get_visible_child (stack_of (&fixture)), GTK_SOURCE_TYPE_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_widget_grab_focus (view);
  gtk_text_buffer_set_text (buffer, "{", -1);
  g_signal_emit_by_name (view, "insert-at-cursor", "\"");
  ui_fixture_wait (find_proposal (view, "city") != NULL);
  g_signal_emit_by_name (view, "insert-at-cursor", "n");
  ui_fixture_wait (find_proposal (view, "city") == NULL);
  ui_fixture_wait (find_proposal (view, "nick") != NULL);
  g_assert_nonnull (find_proposal (view, "string or null"));
  GtkWidget *list = gtk_widget_get_ancestor (find_proposal (view, "nick"),
                                             g_type_from_name ("GtkSourceCompletionListBox"));
  g_autoptr (GtkSourceCompletionContext) context = NULL;
  g_autoptr (GtkSourceCompletionProposal) proposal = NULL;
  g_object_get (list, "context", &context, "proposal", &proposal, NULL);
  g_autoptr (GListModel) providers = gtk_source_completion_context_list_providers (context);
  g_autoptr (GtkSourceCompletionProvider) provider = g_list_model_get_item (providers, 0);
  gtk_source_completion_provider_activate (provider, context, proposal);
  g_autofree char *taken = ui_fixture_dup_text (view);
  g_assert_cmpstr (taken, ==, "{\"nick\": ");
  g_assert_true (app_form_undo (fixture.form));
  g_autofree char *before = ui_fixture_dup_text (view);
  g_assert_cmpstr (before, ==, "{}");
  ui_fixture_finish_drawing ();
  form_fixture_close (&fixture);
}

/* Who is brought to a field sees its name too, not only what is typed into. */
static void
test_row_in_sight (void)
{
  FormFixture      fixture = { 0 };
  g_autofree char *schema = form_fixture_dup_wide_schema (40);

  form_fixture_open (&fixture, schema);
  ui_fixture_wait (form_fixture_count_rows (&fixture) == 40);
  ui_fixture_finish_drawing ();
  ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/f30");
  ui_fixture_finish_drawing ();
  g_assert_true (is_in_sight (GTK_WIDGET (form_fixture_find_row (&fixture, "/f30"))));
  ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/f3");
  ui_fixture_finish_drawing ();
  g_assert_true (is_in_sight (GTK_WIDGET (form_fixture_find_row (&fixture, "/f3"))));
  form_fixture_close (&fixture);
}

static gboolean
is_doubtful (UiFieldRow *row)
{
  return gtk_widget_has_css_class (
      GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (row), UI_TYPE_FIELD_ROW, "error_box")),
      "doubtful");
}

/* What the schema lets through and is hardly meant is told, and no problem. */
static void
test_warnings (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"day\":{\"type\":\"string\",\"format\":\"date\"},\"to\":{"
                     "\"type\":\"string\",\"format\":\"email\"},\"map\":{\"type\":\"object\","
                     "\"additionalProperties\":{\"type\":\"string\"}}}}");
  UiFieldRow *day = form_fixture_find_row (&fixture, "/day");
  app_form_set_json (fixture.form,
                     "{\"day\":\"2026-13-45\",\"to\":\"nomail\",\"zzz\":1,\"map\":{\"a\":\"x\"}}");
  ui_fixture_finish_drawing ();
  app_form_set_attempted (fixture.form, TRUE);
  g_assert_cmpstr (shown_error (day), ==, "Expected a date, such as 2026-11-20");
  g_assert_true (is_doubtful (day));
  gtk_test_accessible_assert_state (form_fixture_control_of (day), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_FALSE);
  g_assert_cmpstr (shown_error (form_fixture_find_row (&fixture, "/to")), ==,
                   "Expected an e-mail address, such as name@example.org");
  g_assert_cmpstr (shown_error (form_fixture_find_row (&fixture, "/zzz")), ==, "Not in the schema");
  ui_field_row_set_expanded (form_fixture_find_row (&fixture, "/map"), TRUE);
  g_assert_cmpstr (shown_error (form_fixture_find_row (&fixture, "/map/a")), ==, "");
  app_field_set_text (app_form_find_field (fixture.form, "/day"), "2026-12-31");
  ui_field_row_focus (day);
  g_assert_cmpstr (shown_error (day), ==, "");
  g_assert_cmpuint (app_form_get_n_problems (fixture.form), ==, 0);
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  g_assert_cmpuint (fixture.submitted, ==, 1);
  form_fixture_close (&fixture);
}

#define WITH_PRESETS                                                                           \
  "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"},\"limit\":{\"type\":"      \
  "\"object\",\"properties\":{\"value\":{\"type\":\"number\"},\"mimeType\":{\"type\":"         \
  "\"string\",\"const\":\"application/vnd.dust.tool-input.number\"}},\"required\":[\"value\"," \
  "\"mimeType\"]}},\"required\":[\"limit\"]}"

static void
test_presets (void)
{
  FormFixture fixture = { 0 };
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (WITH_PRESETS, -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (document));

  form_fixture_open (&fixture, WITH_PRESETS);
  ui_form_view_set_presets (UI_FORM_VIEW (fixture.view), presets);
  ui_fixture_finish_drawing ();
  GtkWidget *group = ui_fixture_find (fixture.view, UI_TYPE_PRESET_GROUP);
  g_assert_true (gtk_widget_get_visible (group));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  /* It must be set, so the group is open and sending warns. */
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  g_assert_cmpuint (fixture.submitted, ==, 0);
  GtkWidget *row = ui_fixture_find (group, UI_TYPE_FIELD_ROW);
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control_of (UI_FIELD_ROW (row))), "1.10");
  g_assert_cmpstr (fixture.path, ==, "limit");
  g_assert_cmpstr (fixture.lexeme, ==, "1.10");
  form_fixture_assert_json (&fixture, "{}");
  g_autofree char *sent = form_fixture_dup_sent (fixture.view);
  g_assert_nonnull (strstr (sent, "\"value\":1.10"));
  ui_form_view_submit (UI_FORM_VIEW (fixture.view));
  g_assert_cmpuint (fixture.submitted, ==, 1);

  /* Changed from outside */
  guint changes = fixture.presets_changed;
  g_autoptr (McpJsonDocument) values = mcp_json_document_parse_text ("{\"limit\": 7}", -1, NULL);
  app_presets_set_values (presets, mcp_json_document_get_root (values));
  g_assert_cmpstr (
      gtk_editable_get_text (GTK_EDITABLE (form_fixture_control_of (UI_FIELD_ROW (row)))), ==, "7");
  g_assert_cmpuint (fixture.presets_changed, ==, changes);
  form_fixture_act_on (UI_FIELD_ROW (row), "field.clear");
  g_assert_null (fixture.lexeme);
  ui_form_view_set_presets (UI_FORM_VIEW (fixture.view), NULL);
  g_assert_false (gtk_widget_get_visible (group));
  form_fixture_close (&fixture);
}

static guint
count_visible (UiFieldList *list)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  ui_field_list_append_rows (list, rows);
  return rows->len;
}

static void
test_filter (void)
{
  FormFixture      fixture = { 0 };
  g_autofree char *schema = form_fixture_dup_wide_schema (30);

  form_fixture_open (&fixture, schema);
  GtkWidget   *search = ui_fixture_find (fixture.view, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget   *only = gtk_widget_get_ancestor (ui_fixture_find_label (fixture.view, "Required Only"),
                                               GTK_TYPE_TOGGLE_BUTTON);
  UiFieldList *list = UI_FIELD_LIST (ui_fixture_find (fixture.view, UI_TYPE_FIELD_LIST));

  g_assert_true (gtk_widget_get_mapped (search));
  gtk_editable_set_text (GTK_EDITABLE (search), "F2");
  ui_fixture_wait (count_visible (list) == 11);
  /* Looking for a hidden one brings it back. */
  g_assert_true (ui_form_view_focus_field (UI_FORM_VIEW (fixture.view), "/f3"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/f7")), "kept in sight");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (only), TRUE);
  g_assert_cmpuint (count_visible (list), ==, 2);
  gtk_widget_grab_focus (search);
  gtk_editable_set_text (GTK_EDITABLE (search), "nothing has this");
  ui_fixture_wait (!gtk_widget_get_mapped (GTK_WIDGET (list)));
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "No argument matches."));
  form_fixture_close (&fixture);
}

void
add_form_flow_tests (void)
{
  g_test_add_func ("/ui/form-flow/two-views", test_two_views);
  g_test_add_func ("/ui/form-flow/problems", test_problems);
  g_test_add_func ("/ui/form-flow/problems-in-short-pane", test_problems_in_short_pane);
  g_test_add_func ("/ui/form-flow/visited", test_visited);
  g_test_add_func ("/ui/form-flow/completion", test_completion);
  g_test_add_func ("/ui/form-flow/row-in-sight", test_row_in_sight);
  g_test_add_func ("/ui/form-flow/warnings", test_warnings);
  g_test_add_func ("/ui/form-flow/presets", test_presets);
  g_test_add_func ("/ui/form-flow/filter", test_filter);
}
