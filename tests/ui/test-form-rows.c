/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What helps to fill in a row: dates, numbers, colours, names; texts that grow. */

#include "ui-tests.h"
#include "form-fixture.h"
#include "ui-choice-popover.h"
#include "ui-field-controls.h"
#include "ui-field-list.h"
#include "ui-text-area.h"
#include "ui-time-popover.h"
#include "ui-suggestion-popover.h"
#include "test-clock.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

static void
press_with (GtkWidget *control, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (control);
  gboolean handled = FALSE;

  for (guint i = 0; !handled && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (each))
        g_signal_emit_by_name (each, "key-pressed", key, 0, modifiers, &handled);
    }
}

static void
press (GtkWidget *control, guint key)
{
  press_with (control, key, 0);
}

static void
test_numbers (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":20},"
                     "\"big\":{\"type\":\"integer\",\"maximum\":9007199254740991},"
                     "\"x\":{\"type\":\"number\",\"multipleOf\":0.05,\"default\":0.5}}}");
  GtkWidget *n = form_fixture_control (&fixture, "/n");

  press (n, GDK_KEY_Up);
  form_fixture_assert_json (&fixture, "{\"n\":1}");
  press (n, GDK_KEY_Page_Up);
  form_fixture_assert_json (&fixture, "{\"n\":11}");
  press (n, GDK_KEY_Page_Up);
  form_fixture_assert_json (&fixture, "{\"n\":20}");
  press (n, GDK_KEY_Down);
  form_fixture_assert_json (&fixture, "{\"n\":19}");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (n)), ==, "19");
  form_fixture_act (&fixture, "/n", "field.clear");

  /* Beyond what a double knows. */
  GtkWidget *big = form_fixture_control (&fixture, "/big");
  gtk_editable_set_text (GTK_EDITABLE (big), "9007199254740990");
  press (big, GDK_KEY_Up);
  form_fixture_assert_json (&fixture, "{\"big\":9007199254740991}");
  gtk_editable_set_text (GTK_EDITABLE (big), "");
  GtkWidget *more = ui_fixture_find_named (fixture.view, "x, Increase");
  g_assert_nonnull (more);
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/x")), "0.25");
  g_signal_emit_by_name (more, "clicked");
  form_fixture_assert_json (&fixture, "{\"x\":0.3}");
  /* What the entry has no room for stands beside the name. */
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "a multiple of 0.05 · default 0.5"));
  form_fixture_close (&fixture);
}

static UiTimePopover *
open_popover (FormFixture *fixture, const char *pointer)
{
  UiFieldRow *row = form_fixture_find_row (fixture, pointer);
  GtkWidget  *editor = ui_field_row_get_editor (row);
  GtkWidget  *button = ui_fixture_find (editor, GTK_TYPE_MENU_BUTTON);

  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_fixture_finish_drawing ();
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button));
  g_assert_true (UI_IS_TIME_POPOVER (popover));
  ui_fixture_assert_named (GTK_WIDGET (popover));
  return UI_TIME_POPOVER (popover);
}

/* As by a click on it, whatever day it is today. */
static void
select_day (UiTimePopover *popover, int year, int month, int day)
{
  g_autoptr (GDateTime) moment = g_date_time_new_local (year, month, day, 0, 0, 0);
  GtkWidget *calendar = ui_fixture_find (GTK_WIDGET (popover), GTK_TYPE_CALENDAR);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (calendar);
  g_autofree char *text = g_strdup_printf ("%d", day);
  GtkWidget       *grid = gtk_widget_get_last_child (calendar);
  graphene_rect_t  bounds;

  gtk_calendar_select_day (GTK_CALENDAR (calendar), moment);
  for (GtkWidget *label = gtk_widget_get_first_child (grid); label != NULL; label = gtk_widget_get_next_sibling (label))
    {
      if (!gtk_widget_has_css_class (label, "day-number") || gtk_widget_has_css_class (label, "other-month") ||
          !g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text) ||
          !gtk_widget_compute_bounds (label, calendar, &bounds))
        continue;
      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

          if (GTK_IS_GESTURE_CLICK (controller))
            g_signal_emit_by_name (controller, "pressed", 1, (double)bounds.origin.x + 2, (double)bounds.origin.y + 2);
        }
    }
}

static void
test_times (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"day\":{\"type\":\"string\",\"format\":\"date\"},"
                     "\"at\":{\"type\":\"string\",\"format\":\"date-time\"},"
                     "\"start-time\":{\"type\":\"string\",\"description\":\"The time, as HH:MM\"},"
                     "\"wait\":{\"type\":\"string\",\"format\":\"duration\"}}}");
  /* Only to look changes nothing. */
  UiTimePopover *popover = open_popover (&fixture, "/day");
  form_fixture_assert_json (&fixture, "{}");
  select_day (popover, 2024, 2, 29);
  form_fixture_assert_json (&fixture, "{\"day\":\"2024-02-29\"}");
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/day")), "");

  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/at")),
                         "2026-11-20T08:09:10.250+05:30");
  popover = open_popover (&fixture, "/at");
  GtkWidget *minute = ui_fixture_find_named (GTK_WIDGET (popover), "Minute");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (minute)), ==, 9);
  form_fixture_assert_json (&fixture, "{\"at\":\"2026-11-20T08:09:10.250+05:30\"}");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (minute), 30);
  form_fixture_assert_json (&fixture, "{\"at\":\"2026-11-20T08:30:10.250+05:30\"}");
  select_day (popover, 2026, 12, 1);
  form_fixture_assert_json (&fixture, "{\"at\":\"2026-12-01T08:30:10.250+05:30\"}");
  GtkWidget *second = ui_fixture_find_named (GTK_WIDGET (popover), "Second");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (second), 11);
  form_fixture_assert_json (&fixture, "{\"at\":\"2026-12-01T08:30:11+05:30\"}");
  GtkWidget  *offset = ui_fixture_find (GTK_WIDGET (popover), GTK_TYPE_DROP_DOWN);
  GListModel *offsets = gtk_drop_down_get_model (GTK_DROP_DOWN (offset));
  for (guint i = 0; i < g_list_model_get_n_items (offsets); i++)
    {
      g_autoptr (GtkStringObject) item = g_list_model_get_item (offsets, i);
      if (strcmp (gtk_string_object_get_string (item), "Z") == 0)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (offset), i);
    }
  form_fixture_assert_json (&fixture, "{\"at\":\"2026-12-01T08:30:11Z\"}");
  gtk_popover_popdown (GTK_POPOVER (popover));
  form_fixture_act (&fixture, "/at", "field.clear");

  /* What is only described in words gets no more than the words say. */
  popover = open_popover (&fixture, "/start-time");
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (ui_fixture_find_named (GTK_WIDGET (popover), "Hour")), 7);
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (ui_fixture_find_named (GTK_WIDGET (popover), "Minute")), 5);
  form_fixture_assert_json (&fixture, "{\"start-time\":\"07:05\"}");
  gtk_popover_popdown (GTK_POPOVER (popover));
  form_fixture_act (&fixture, "/start-time", "field.clear");

  popover = open_popover (&fixture, "/wait");
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (ui_fixture_find_named (GTK_WIDGET (popover), "Days")), 2);
  gtk_spin_button_set_value (
      GTK_SPIN_BUTTON (ui_fixture_find_named (GTK_WIDGET (popover), "Minutes")), 90);
  form_fixture_assert_json (&fixture, "{\"wait\":\"P2DT90M\"}");
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  form_fixture_close (&fixture);
}

static void
test_aids (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"colour\":{\"type\":\"string\",\"format\":\"color\"},"
                     "\"id\":{\"type\":\"string\",\"format\":\"uuid\"},"
                     "\"file-path\":{\"type\":\"string\"},"
                     "\"site\":{\"type\":\"string\",\"format\":\"uri\"}}}");
  GtkWidget *button = ui_fixture_find (GTK_WIDGET (form_fixture_find_row (&fixture, "/colour")),
                                       GTK_TYPE_COLOR_BUTTON);
  GdkRGBA    color;

  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/colour")), "#ff0080");
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  g_assert_cmpint ((int)(color.blue * 255 + 0.5), ==, 128);
  color.red = 0;
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &color);
  g_signal_emit_by_name (button, "color-set");
  form_fixture_assert_json (&fixture, "{\"colour\":\"#000080\"}");
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/colour")), "no colour");
  form_fixture_assert_json (&fixture, "{\"colour\":\"no colour\"}");
  form_fixture_act (&fixture, "/colour", "field.clear");

  g_signal_emit_by_name (ui_fixture_find_named (fixture.view, "id, Generate"), "clicked");
  g_assert_true (g_uuid_string_is_valid (
      app_field_get_text (app_form_find_field (fixture.form, "/id"))));
  g_assert_nonnull (ui_fixture_find_named (fixture.view, "file-path, Choose File"));
  g_assert_cmpint (gtk_entry_get_input_purpose (GTK_ENTRY (form_fixture_control (&fixture, "/site"))),
                   ==, GTK_INPUT_PURPOSE_URL);
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  form_fixture_close (&fixture);
}

/* A text that gets a second line becomes a text of several, with the cursor where it was. */
static void
test_growing (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, "{\"properties\":{\"s\":{\"type\":\"string\"},"
                               "\"password\":{\"type\":\"string\"},"
                               "\"q\":{\"type\":\"string\",\"description\":\"SQL query\"},"
                               "\"list\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}");
  UiFieldRow *row = form_fixture_find_row (&fixture, "/s");
  GtkWidget  *entry = form_fixture_control_of (row);

  g_assert_true (UI_IS_FIELD_ENTRY (ui_field_row_get_editor (row)));
  ui_field_row_focus (row);
  gtk_editable_set_text (GTK_EDITABLE (entry), "onetwo");
  gtk_editable_set_position (GTK_EDITABLE (entry), 3);
  form_fixture_act_on (row, "field.add-line");
  ui_fixture_wait (UI_IS_FIELD_TEXT (ui_field_row_get_editor (row)));
  form_fixture_assert_json (&fixture, "{\"s\":\"one\\ntwo\"}");
  GtkWidget *view = form_fixture_control_of (row);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture.window)) == view);
  gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "X", 1);
  form_fixture_assert_json (&fixture, "{\"s\":\"one\\nXtwo\"}");
  g_assert_nonnull (gtk_widget_get_ancestor (view, UI_TYPE_FIELD_ROW));

  /* Secrets do not: what is hidden stays hidden. */
  form_fixture_act (&fixture, "/password", "field.add-line");
  app_form_set_json (fixture.form, "{\"password\":\"a\\nb\",\"list\":[\"a\\nb\",\"c\"]}");
  ui_fixture_finish_drawing ();
  g_assert_true (UI_IS_FIELD_ENTRY (
      ui_field_row_get_editor (form_fixture_find_row (&fixture, "/password"))));
  ui_field_row_set_expanded (form_fixture_find_row (&fixture, "/list"), TRUE);
  g_assert_true (UI_IS_FIELD_TEXT (
      ui_field_row_get_editor (form_fixture_find_row (&fixture, "/list/0"))));
  g_assert_true (UI_IS_FIELD_ENTRY (
      ui_field_row_get_editor (form_fixture_find_row (&fixture, "/list/1"))));
  g_assert_true (GTK_SOURCE_IS_VIEW (form_fixture_control (&fixture, "/q")));
  form_fixture_close (&fixture);
}

/* Megabytes in one line: kept whole, shown shortened, within a moment. */
static void
test_large (void)
{
  FormFixture      fixture = { 0 };
  gsize            size = 3 * 1024 * 1024;
  g_autofree char *large = g_strnfill (size, 'x');
  g_autofree char *json = g_strdup_printf ("{\"s\":\"%s\"}", large);
  gint64           start = test_clock_get_computed ();

  form_fixture_open (&fixture, "{\"properties\":{\"s\":{\"type\":\"string\"},"
                               "\"message\":{\"type\":\"string\"}}}");
  UiFieldRow *row = form_fixture_find_row (&fixture, "/s");
  g_assert_true (app_form_set_json (fixture.form, json));
  ui_fixture_wait (UI_IS_FIELD_TEXT (ui_field_row_get_editor (row)));
  ui_fixture_finish_drawing ();
  UiTextArea *area = UI_TEXT_AREA (ui_fixture_find (GTK_WIDGET (row), UI_TYPE_TEXT_AREA));
  g_assert_true (ui_text_area_is_shortened (area));
  g_assert_false (gtk_text_view_get_editable (ui_text_area_get_view (area)));
  form_fixture_assert_json (&fixture, json);
  form_fixture_act_on (row, "field.clear");
  g_assert_false (ui_text_area_is_shortened (area));
  g_assert_true (gtk_text_view_get_editable (ui_text_area_get_view (area)));
  form_fixture_assert_json (&fixture, "{}");

  /* The same where it is pasted. */
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (form_fixture_control (&fixture, "/message")));
  gtk_text_buffer_set_text (buffer, "ab", -1);
  GtkTextIter middle;
  gtk_text_buffer_get_iter_at_offset (buffer, &middle, 1);
  gtk_text_buffer_insert (buffer, &middle, large, (int)size);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (strlen (app_field_get_text (app_form_find_field (fixture.form, "/message"))), ==,
                    size + 2);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), <, 1024 * 1024);
  g_assert_cmpint (test_clock_get_computed () - start, <, 20 * G_USEC_PER_SEC);
  form_fixture_close (&fixture);
}

static void
test_names (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, "{\"properties\":{\"map\":{\"type\":\"object\","
                               "\"additionalProperties\":{\"type\":\"integer\"}},"
                               "\"old\":{\"type\":\"string\",\"deprecated\":true}}}");
  app_form_set_json (fixture.form, "{\"map\":{\"a\":1,\"b\":2},\"more\":[]}");
  ui_field_row_set_expanded (form_fixture_find_row (&fixture, "/map"), TRUE);
  UiFieldRow *row = form_fixture_find_row (&fixture, "/map/a");
  GtkWidget  *name = ui_fixture_find_named (GTK_WIDGET (row), "Property name");

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "a");
  gtk_editable_set_text (GTK_EDITABLE (name), "z");
  form_fixture_assert_json (&fixture, "{\"map\":{\"a\":1,\"b\":2},\"more\":[]}");
  g_signal_emit_by_name (name, "activate");
  form_fixture_assert_json (&fixture, "{\"map\":{\"z\":1,\"b\":2},\"more\":[]}");
  /* A name that is taken is not, and says why. */
  gtk_editable_set_text (GTK_EDITABLE (name), "b");
  gtk_test_accessible_assert_state (name, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_signal_emit_by_name (name, "activate");
  form_fixture_assert_json (&fixture, "{\"map\":{\"z\":1,\"b\":2},\"more\":[]}");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "b");
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "deprecated"));
  /* Replacing a member's text does not take the member away. */
  GtkEditable *value = GTK_EDITABLE (form_fixture_control (&fixture, "/map/z"));
  gtk_editable_set_text (value, "");
  gtk_editable_set_text (value, "4");
  form_fixture_assert_json (&fixture, "{\"map\":{\"z\":4,\"b\":2},\"more\":[]}");
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  form_fixture_close (&fixture);
}

/* One undo for rows and JSON text, whatever has the focus. */
static void
test_undo (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, "{\"properties\":{\"a\":{\"type\":\"string\"},"
                               "\"b\":{\"type\":\"boolean\"}}}");
  GtkWidget *a = form_fixture_control (&fixture, "/a");

  ui_field_row_focus (form_fixture_find_row (&fixture, "/a"));
  gtk_editable_set_text (GTK_EDITABLE (a), "x");
  form_fixture_set_boolean (&fixture, "/b", "true");
  form_fixture_assert_json (&fixture, "{\"a\":\"x\",\"b\":true}");
  g_assert_true (gtk_widget_activate_action (a, "form.undo", NULL));
  form_fixture_assert_json (&fixture, "{\"a\":\"x\"}");
  g_assert_true (gtk_widget_activate_action (a, "form.undo", NULL));
  form_fixture_assert_json (&fixture, "{}");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (a)), ==, "");
  g_assert_true (gtk_widget_activate_action (a, "form.redo", NULL));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (a)), ==, "x");
  g_assert_false (gtk_editable_get_enable_undo (GTK_EDITABLE (a)));
  form_fixture_close (&fixture);
}

/* Any text will do; what is suggested is one choice away. Places of a tuple have names, not numbers,
 * and what one value makes required says so. */
static void
test_suggested_and_named (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"properties\":{\"often\":{\"anyOf\":[{\"enum\":[\"daily\",\"weekly\"]},"
                     "{\"type\":\"string\"}]},\"at\":{\"type\":\"array\",\"prefixItems\":[{"
                     "\"title\":\"North\",\"type\":\"number\"},{\"title\":\"East\",\"type\":"
                     "\"number\"}],\"items\":false},\"post\":{\"type\":\"boolean\"}},"
                     "\"if\":{\"properties\":{\"post\":{\"const\":true}},\"required\":[\"post\"]},"
                     "\"then\":{\"properties\":{\"stamp\":{\"type\":\"string\"}},"
                     "\"required\":[\"stamp\"]}}");
  GtkWidget *often = form_fixture_control (&fixture, "/often");

  press (often, GDK_KEY_Down);
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_named (fixture.view, "often, Suggestions"));
  GtkWidget *popover = ui_fixture_find (fixture.view, UI_TYPE_SUGGESTION_POPOVER);
  g_assert_true (gtk_widget_get_visible (popover));
  GtkListBox *list = GTK_LIST_BOX (ui_fixture_find (popover, GTK_TYPE_LIST_BOX));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 1));
  form_fixture_assert_json (&fixture, "{\"often\":\"weekly\"}");
  ui_fixture_finish_drawing ();
  gtk_editable_set_text (GTK_EDITABLE (often), "now and then");
  form_fixture_assert_json (&fixture, "{\"often\":\"now and then\"}");
  gtk_editable_set_text (GTK_EDITABLE (often), "");

  ui_field_row_set_expanded (form_fixture_find_row (&fixture, "/at"), TRUE);
  ui_fixture_wait (ui_fixture_find_label (fixture.view, "East") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/at/0")), "1.10");
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/at/1")), "2");
  form_fixture_assert_json (&fixture, "{\"at\":[1.10,2]}");
  form_fixture_act (&fixture, "/at/0", "field.move-down");
  form_fixture_assert_json (&fixture, "{\"at\":[1.10,2]}");
  form_fixture_act (&fixture, "/at", "field.clear");

  g_assert_null (form_fixture_find_row (&fixture, "/stamp"));
  form_fixture_set_boolean (&fixture, "/post", "true");
  ui_fixture_wait (form_fixture_find_row (&fixture, "/stamp") != NULL);
  g_assert_nonnull (
      ui_fixture_find_label (GTK_WIDGET (form_fixture_find_row (&fixture, "/stamp")), "required"));
  gtk_editable_set_text (GTK_EDITABLE (form_fixture_control (&fixture, "/stamp")), "x");
  form_fixture_set_boolean (&fixture, "/post", "false");
  ui_fixture_finish_drawing ();
  form_fixture_assert_json (&fixture, "{\"post\":false,\"stamp\":\"x\"}");
  g_assert_nonnull (
      ui_fixture_find_label (GTK_WIDGET (form_fixture_find_row (&fixture, "/stamp")),
                             "not used with these values"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  form_fixture_close (&fixture);
}

/* Tab goes through everything, from the first row to the button, and nowhere twice. */
static void
test_tab (void)
{
  FormFixture fixture = { 0 };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  form_fixture_open (&fixture,
                     "{\"required\":[\"k\"],\"properties\":{\"a\":{\"type\":\"string\"},\"a2\":{\"type\":\"string\","
                     "\"description\":\"A\"},\"b\":{\"type\":\"integer\"},"
                     "\"c\":{\"type\":\"string\",\"format\":\"date\"},\"d\":{\"type\":\"boolean\"},"
                     "\"k\":{\"const\":1},\"message\":{\"type\":\"string\"},\"e\":{\"type\":\"object\",\"properties\":{"
                     "\"x\":{\"type\":\"string\"}}},\"f\":{\"type\":\"array\",\"items\":{\"enum\":["
                     "1,2]}}}}");
  GtkWidget *constant = GTK_WIDGET (form_fixture_find_row (&fixture, "/k"));
  ui_field_row_focus (form_fixture_find_row (&fixture, "/a"));
  for (guint i = 0; i < 20; i++)
    {
      GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture.window));

      g_test_message ("%s", G_OBJECT_TYPE_NAME (focus));
      g_assert_true (g_hash_table_add (seen, focus));
      /* The menus have keys, and are no stops, where there is something else to stop at. */
      GtkWidget *menu = gtk_widget_get_ancestor (focus, GTK_TYPE_MENU_BUTTON);
      g_assert_false (menu != NULL && gtk_widget_has_css_class (menu, "field-menu") &&
                      !gtk_widget_is_ancestor (menu, constant));
      if (gtk_widget_has_css_class (focus, "suggested-action"))
        break;
      gtk_widget_child_focus (GTK_WIDGET (fixture.window), GTK_DIR_TAB_FORWARD);
    }
  g_assert_true (gtk_widget_has_css_class (gtk_root_get_focus (GTK_ROOT (fixture.window)),
                                           "suggested-action"));
  static const char *const pointers[] = { "/b", "/c", "/d", "/message" };
  for (guint i = 0; i < G_N_ELEMENTS (pointers); i++)
    {
      GtkWidget     *control = form_fixture_control (&fixture, pointers[i]);
      gboolean       passed = FALSE;
      GHashTableIter iter;
      gpointer       each;

      g_hash_table_iter_init (&iter, seen);
      while (g_hash_table_iter_next (&iter, &each, NULL))
        passed |= each == control || gtk_widget_is_ancestor (each, control);
      g_test_message ("%s", pointers[i]);
      g_assert_true (passed);
    }
  form_fixture_close (&fixture);
}

static GtkCheckButton *
find_check (GtkWidget *widget, const char *label)
{
  GtkWidget *text = ui_fixture_find_label (widget, label);

  g_assert_nonnull (text);
  return GTK_CHECK_BUTTON (gtk_widget_get_ancestor (text, GTK_TYPE_CHECK_BUTTON));
}

static void
test_checks (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"required\":[\"few\"],\"properties\":{\"days\":{\"type\":\"array\","
                     "\"items\":{\"$ref\":\"#/$defs/day\"}},\"few\":{\"type\":\"array\",\"items\":{"
                     "\"enum\":[1,\"1\"]}},\"many\":{\"type\":\"array\",\"items\":{\"enum\":["
                     "\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\"]}}},"
                     "\"$defs\":{\"day\":{\"enum\":[\"Mon\",\"Tue\",\"Wed\"]}}}");
  UiFieldRow *row = form_fixture_find_row (&fixture, "/days");
  GtkWidget  *days = GTK_WIDGET (row);

  gtk_check_button_set_active (find_check (days, "Wed"), TRUE);
  gtk_check_button_set_active (find_check (days, "Mon"), TRUE);
  form_fixture_assert_json (&fixture, "{\"days\":[\"Wed\",\"Mon\"]}");
  gtk_check_button_set_active (find_check (days, "Wed"), FALSE);
  form_fixture_assert_json (&fixture, "{\"days\":[\"Mon\"]}");
  gtk_check_button_set_active (find_check (days, "Mon"), FALSE);
  form_fixture_assert_json (&fixture, "{}");
  /* What is no choice is there too, and may go. */
  app_form_set_json (fixture.form, "{\"days\":[\"Tue\",{\"x\":1.10}]}");
  g_assert_true (gtk_check_button_get_active (find_check (days, "Tue")));
  gtk_check_button_set_active (find_check (days, "Mon"), TRUE);
  form_fixture_assert_json (&fixture, "{\"days\":[\"Tue\",{\"x\":1.10},\"Mon\"]}");
  gtk_check_button_set_active (find_check (days, "{\"x\":1.10}"), FALSE);
  form_fixture_assert_json (&fixture, "{\"days\":[\"Tue\",\"Mon\"]}");
  g_assert_null (ui_fixture_find_label (days, "{\"x\":1.10}"));
  ui_field_row_focus (row);
  g_assert_true (GTK_IS_CHECK_BUTTON (gtk_root_get_focus (GTK_ROOT (fixture.window))));

  /* A list that must be there stays, empty. */
  app_form_set_json (fixture.form, "{\"few\":[1]}");
  GtkWidget *few = GTK_WIDGET (form_fixture_find_row (&fixture, "/few"));
  gtk_check_button_set_active (find_check (few, "1"), FALSE);
  form_fixture_assert_json (&fixture, "{\"few\":[]}");

  /* Many stand in a list where they can be looked for. */
  app_form_set_json (fixture.form, "{\"many\":[\"c\"]}");
  GtkWidget *button = form_fixture_control (&fixture, "/many");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  ui_fixture_finish_drawing ();
  GtkWidget *popover = ui_fixture_find (button, UI_TYPE_CHOICE_POPOVER);
  ui_fixture_assert_named (popover);
  form_fixture_pick (button, "k");
  form_fixture_assert_json (&fixture, "{\"many\":[\"c\",\"k\"]}");
  g_assert_cmpstr (form_fixture_chosen (button), ==, "2 of 11: c, k");
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  form_fixture_close (&fixture);
}

/* As if it had been dragged there. */
static void
drop_file (UiFieldFile *editor, GFile *file)
{
  GtkWidget *box = adw_bin_get_child (ADW_BIN (editor));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (box);
  GSList   files = { file, NULL };
  gboolean taken = FALSE;
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 0.0, 0.0, &taken);
    }
  g_assert_true (taken);
}

static void
test_file (void)
{
  FormFixture      fixture = { 0 };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "spyglass-form-rows.bin", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) folder = g_file_new_for_path (g_get_tmp_dir ());

  g_assert_true (g_file_set_contents (path, "\xff\xfb\x00x", 4, NULL));
  form_fixture_open (&fixture,
                     "{\"properties\":{\"b\":{\"type\":\"string\",\"contentEncoding\":\"base64\","
                     "\"contentMediaType\":\"image/png\"},\"u\":{\"type\":\"string\",\"format\":"
                     "\"data-url\"}}}");
  UiFieldFile *b = UI_FIELD_FILE (
      ui_field_row_get_editor (form_fixture_find_row (&fixture, "/b")));
  AppField *field = app_form_find_field (fixture.form, "/b");

  drop_file (b, file);
  ui_fixture_wait (app_field_get_text (field)[0] != '\0');
  form_fixture_assert_json (&fixture, "{\"b\":\"//sAeA==\"}");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (b),
                                           "spyglass-form-rows.bin · 4 bytes · image/png"));
  /* The text is there for who wants it. */
  GtkWidget *as_text = ui_fixture_find (GTK_WIDGET (b), GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (as_text), TRUE);
  GtkWidget *view = ui_fixture_find (GTK_WIDGET (b), GTK_TYPE_TEXT_VIEW);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "QUI=", -1);
  form_fixture_assert_json (&fixture, "{\"b\":\"QUI=\"}");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (b), "2 bytes · image/png"));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "no, text", -1);
  form_fixture_assert_json (&fixture, "{\"b\":\"no, text\"}");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (b), "Not base64"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.window));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (as_text), FALSE);

  /* What cannot be read says so and changes nothing. */
  drop_file (b, folder);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (b), "Not a regular file") != NULL);
  form_fixture_assert_json (&fixture, "{\"b\":\"no, text\"}");
  form_fixture_act (&fixture, "/b", "field.clear");
  drop_file (
      UI_FIELD_FILE (ui_field_row_get_editor (form_fixture_find_row (&fixture, "/u"))), file);
  ui_fixture_wait (app_field_get_text (app_form_find_field (fixture.form, "/u"))[0] != '\0');
  /* The type is what this machine takes the bytes for. */
  g_assert_true (g_regex_match_simple (
      "^data:[a-z]+/[-+.a-z0-9]+;base64,//sAeA==$",
      app_field_get_text (app_form_find_field (fixture.form, "/u")), 0, 0));
  /* Closed while it reads. */
  drop_file (b, file);
  form_fixture_close (&fixture);
  g_remove (path);
}

/* The menu of a row, from the keyboard, and JSON that a text holds. */
static void
test_menu (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture, "{\"properties\":{\"a\":{\"type\":\"string\"},"
                               "\"long_name\":{\"type\":\"string\",\"title\":\"Name\"}}}");
  UiFieldRow *row = form_fixture_find_row (&fixture, "/a");
  GtkWidget  *control = form_fixture_control (&fixture, "/a");

  ui_field_row_focus (row);
  press_with (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)), GDK_KEY_F10, GDK_SHIFT_MASK);
  GtkWidget *menu = ui_fixture_find (GTK_WIDGET (row), GTK_TYPE_MENU_BUTTON);
  ui_fixture_wait (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu)) != NULL);
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (menu)));
  ui_fixture_wait (gtk_widget_get_visible (popover));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  ui_fixture_wait (
      gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture.window)), control));

  gtk_editable_set_text (GTK_EDITABLE (control), "{\"x\":[1.10]}");
  form_fixture_act (&fixture, "/a", "field.format-json");
  g_assert_cmpstr (app_field_get_text (app_form_find_field (fixture.form, "/a")), ==,
                   "{\n  \"x\": [\n    1.10\n  ]\n}");
  app_field_set_text (app_form_find_field (fixture.form, "/a"), "12");
  form_fixture_act (&fixture, "/a", "field.format-json");
  g_assert_cmpstr (app_field_get_text (app_form_find_field (fixture.form, "/a")), ==, "12");

  /* The name that is sent stands beside what the form calls it. */
  g_assert_nonnull (ui_fixture_find_label (fixture.view, "Name  long_name"));
  form_fixture_close (&fixture);
}

static gboolean
is_separated (FormFixture *fixture, const char *pointer)
{
  return gtk_widget_has_css_class (GTK_WIDGET (form_fixture_find_row (fixture, pointer)),
                                   "below-another");
}

/* Required groups are open, also in each other; lines stand between the rows that are seen. */
static void
test_groups (void)
{
  FormFixture fixture = { 0 };

  form_fixture_open (&fixture,
                     "{\"required\":[\"who\",\"lines\"],\"properties\":{\"who\":{\"type\":\"object\","
                     "\"required\":[\"at\"],\"properties\":{\"at\":{\"$ref\":\"#\"}}},\"opt\":{"
                     "\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}},\"lines\":{"
                     "\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"zed\":{\"type\":"
                     "\"string\"}}}");
  UiFieldRow *opt = form_fixture_find_row (&fixture, "/opt");

  g_assert_true (ui_field_row_get_expanded (form_fixture_find_row (&fixture, "/who")));
  g_assert_true (ui_field_row_get_expanded (form_fixture_find_row (&fixture, "/who/at")));
  g_assert_true (ui_field_row_get_expanded (form_fixture_find_row (&fixture, "/lines")));
  g_assert_false (ui_field_row_get_expanded (opt));
  form_fixture_assert_json (&fixture, "{}");
  GtkWidget *include = ui_fixture_find_named (GTK_WIDGET (opt), "Include opt");
  g_assert_true (GTK_IS_CHECK_BUTTON (include));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (include), TRUE);
  form_fixture_assert_json (&fixture, "{\"opt\":{}}");
  g_assert_true (ui_field_row_get_expanded (opt));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (include), FALSE);
  form_fixture_assert_json (&fixture, "{}");

  /* The row that adds says so in words; it has the focus while there is nothing else to fill in. */
  UiFieldRow *lines = form_fixture_find_row (&fixture, "/lines");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (lines), "Add Item"));
  ui_field_row_focus (lines);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture.window));
  g_assert_nonnull (ui_fixture_find_label (focus, "Add Item"));
  g_signal_emit_by_name (focus, "activate");
  form_fixture_assert_json (&fixture, "{\"lines\":[\"\"]}");
  g_assert_true (ui_field_row_get_expanded (lines));
  form_fixture_act (&fixture, "/lines/0", "field.clear");

  ui_fixture_finish_drawing ();
  g_assert_false (is_separated (&fixture, "/who"));
  g_assert_true (is_separated (&fixture, "/zed"));
  UiFieldList *list = UI_FIELD_LIST (ui_fixture_find (fixture.view, UI_TYPE_FIELD_LIST));
  ui_field_list_filter (list, "zed", FALSE);
  ui_fixture_finish_drawing ();
  g_assert_false (is_separated (&fixture, "/zed"));
  form_fixture_close (&fixture);
}

void
add_form_rows_tests (void)
{
  g_test_add_func ("/ui/form-rows/numbers", test_numbers);
  g_test_add_func ("/ui/form-rows/times", test_times);
  g_test_add_func ("/ui/form-rows/aids", test_aids);
  g_test_add_func ("/ui/form-rows/growing", test_growing);
  g_test_add_func ("/ui/form-rows/large", test_large);
  g_test_add_func ("/ui/form-rows/names", test_names);
  g_test_add_func ("/ui/form-rows/undo", test_undo);
  g_test_add_func ("/ui/form-rows/suggested-and-named", test_suggested_and_named);
  g_test_add_func ("/ui/form-rows/tab", test_tab);
  g_test_add_func ("/ui/form-rows/checks", test_checks);
  g_test_add_func ("/ui/form-rows/file", test_file);
  g_test_add_func ("/ui/form-rows/menu", test_menu);
  g_test_add_func ("/ui/form-rows/groups", test_groups);
}
