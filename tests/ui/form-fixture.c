/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "form-fixture.h"

#include "app-presets-form.h"
#include "ui-field-editor.h"

#include <string.h>

static AppForm *
make_form (const char *schema)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, &error);

  g_assert_no_error (error);
  return app_presets_new_tool_form (mcp_json_document_get_root (document), APP_FORM_DEFAULT);
}

static void
on_submit (FormFixture *fixture)
{
  fixture->submitted++;
}

static void
on_preset_changed (FormFixture *fixture, const char *path, const char *lexeme)
{
  fixture->presets_changed++;
  g_free (fixture->path);
  g_free (fixture->lexeme);
  fixture->path = g_strdup (path);
  fixture->lexeme = g_strdup (lexeme);
}

void
form_fixture_open (FormFixture *fixture, const char *schema)
{
  fixture->form = make_form (schema);
  fixture->view = g_object_new (UI_TYPE_FORM_VIEW, NULL);
  g_signal_connect_swapped (fixture->view, "submit", G_CALLBACK (on_submit), fixture);
  g_signal_connect_swapped (fixture->view, "preset-changed", G_CALLBACK (on_preset_changed),
                            fixture);
  ui_form_view_set_form (UI_FORM_VIEW (fixture->view), fixture->form);
  fixture->window = ui_fixture_show (fixture->view, 500, 700);
  /* The first rows are there at once, others between two frames. */
  guint n;
  do
    {
      n = form_fixture_count_rows (fixture);
      ui_fixture_finish_drawing ();
    }
  while (form_fixture_count_rows (fixture) != n);
}

void
form_fixture_close (FormFixture *fixture)
{
  ui_fixture_assert_ends (fixture->window, fixture->view);
  /* A search entry that was just typed in ends with its delay. */
  g_object_add_weak_pointer (G_OBJECT (fixture->form), (gpointer *)&fixture->form);
  g_object_unref (fixture->form);
  ui_fixture_wait (fixture->form == NULL);
  g_free (fixture->path);
  g_free (fixture->lexeme);
}

typedef struct
{
  const char *pointer;
  UiFieldRow *row;
  guint       count;
} Search;

static void
on_row (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (!UI_IS_FIELD_ROW (widget))
    return;
  search->count++;
  g_autofree char *pointer =
      app_field_dup_pointer (ui_field_row_get_field (UI_FIELD_ROW (widget)));
  if (search->pointer != NULL && strcmp (pointer, search->pointer) == 0)
    search->row = UI_FIELD_ROW (widget);
}

UiFieldRow *
form_fixture_find_row (FormFixture *fixture, const char *pointer)
{
  Search search = { .pointer = pointer };

  /* Rows are made a few at a time. */
  do
    ui_fixture_walk (fixture->view, on_row, &search);
  while (search.row == NULL && g_main_context_iteration (NULL, FALSE));
  return search.row;
}

guint
form_fixture_count_rows (FormFixture *fixture)
{
  Search search = { 0 };

  while (g_main_context_iteration (NULL, FALSE))
    ;
  ui_fixture_walk (fixture->view, on_row, &search);
  return search.count;
}

GtkWidget *
form_fixture_control (FormFixture *fixture, const char *pointer)
{
  return form_fixture_control_of (form_fixture_find_row (fixture, pointer));
}

GtkWidget *
form_fixture_control_of (UiFieldRow *row)
{
  g_assert_nonnull (row);
  GtkWidget *editor = ui_fixture_find (GTK_WIDGET (row), UI_TYPE_FIELD_EDITOR);
  g_assert_nonnull (editor);
  return ui_field_editor_get_control (UI_FIELD_EDITOR (editor));
}

void
form_fixture_pick (gpointer choice, const char *label)
{
  gtk_toggle_button_set_active (choice, TRUE);
  ui_fixture_finish_drawing ();
  GtkWidget  *list = ui_fixture_find (choice, GTK_TYPE_LIST_VIEW);
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (model, i);

      g_test_message ("%s", option->label);
      if (strcmp (option->label, label) != 0)
        continue;
      g_signal_emit_by_name (list, "activate", i);
      ui_fixture_finish_drawing ();
      return;
    }
  g_error ("no option of %u is called %s", g_list_model_get_n_items (model), label);
}

const char *
form_fixture_chosen (gpointer choice)
{
  return gtk_label_get_text (GTK_LABEL (ui_fixture_find (choice, GTK_TYPE_LABEL)));
}

void
form_fixture_set_boolean (FormFixture *fixture, const char *pointer, const char *label)
{
  GtkWidget *text = ui_fixture_find_label (form_fixture_control (fixture, pointer), label);

  g_assert_nonnull (text);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_ancestor (text, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
}

void
form_fixture_assert_json (FormFixture *fixture, const char *expected)
{
  g_autofree char *json = app_form_dup_arguments (fixture->form);

  g_assert_cmpstr (json, ==, expected);
}

void
form_fixture_act (FormFixture *fixture, const char *pointer, const char *action)
{
  form_fixture_act_on (form_fixture_find_row (fixture, pointer), action);
}

void
form_fixture_act_on (UiFieldRow *row, const char *action)
{
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (row), action, NULL));
}

char *
form_fixture_dup_wide_schema (guint n)
{
  g_autoptr (GString) schema = g_string_new ("{\"required\":[\"f3\"],\"properties\":{");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (schema, "%s\"f%u\":{\"type\":\"string\"}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  return g_string_free (g_steal_pointer (&schema), FALSE);
}

AppForm *
form_fixture_form_of (gpointer view)
{
  GtkWidget *row = ui_fixture_find (view, UI_TYPE_FIELD_ROW);

  return app_field_get_place (ui_field_row_get_field (UI_FIELD_ROW (row)))->form;
}

char *
form_fixture_dup_sent (gpointer view)
{
  AppForm         *form = form_fixture_form_of (view);
  g_autofree char *own = app_form_dup_sent (form, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (own, -1, NULL);

  return app_presets_inject (APP_PRESETS (app_form_get_provider (form)),
                             mcp_json_document_get_root (document),
                             NULL);
}
