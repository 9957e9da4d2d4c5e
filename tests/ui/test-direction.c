/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In a window that is read from right to left, what machines wrote still runs from left to right:
 * the text that is shown is laid out as GTK lays it out, and looked at. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-drafts.h"
#include "ui-direction.h"
#include "ui-list-page.h"
#include "ui-sidebar.h"
#include "ui-window.h"

#include <graphene.h>
#include <string.h>

/* What goes to the other side of a number or a word; between digits it keeps its place. */
#define PUNCTUATION "[]{}\"'()+-/\\,@"

static void
set_up (void)
{
  ui_direction_mend ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
}

static void
tear_down (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static gboolean
is_reordered (GtkLabel *label)
{
  PangoLayoutLine *line = pango_layout_get_line_readonly (gtk_label_get_layout (label), 0);
  const char      *text = gtk_label_get_text (label);

  if (line->resolved_dir != PANGO_DIRECTION_RTL)
    return FALSE;
  for (gsize i = 0; text[i] != '\0'; i++)
    if (strchr (PUNCTUATION, text[i]) != NULL &&
        !(i > 0 && g_ascii_isdigit (text[i - 1]) && g_ascii_isdigit (text[i + 1])))
      return TRUE;
  return FALSE;
}

static void
look_at (GtkWidget *widget, gpointer data)
{
  GPtrArray *found = data;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && is_reordered (GTK_LABEL (widget)))
    g_ptr_array_add (found, g_strdup (gtk_label_get_text (GTK_LABEL (widget))));
  if (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_monospace (GTK_TEXT_VIEW (widget)) &&
      gtk_widget_get_direction (widget) != GTK_TEXT_DIR_LTR)
    g_ptr_array_add (found, g_strdup ("a source text"));
  if (g_strcmp0 (gtk_widget_get_css_name (widget), "line-row") == 0 &&
      gtk_widget_get_direction (widget) != GTK_TEXT_DIR_LTR)
    g_ptr_array_add (found, g_strdup ("a line"));
}

static void
assert_in_order (GtkWidget *window, const char *place)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  ui_fixture_walk (window, look_at, found);
  for (guint i = 0; i < found->len; i++)
    g_test_message ("%s: “%s” is reordered", place, (const char *)found->pdata[i]);
  g_assert_cmpuint (found->len, ==, 0);
}

/* A single line stays at the window's side, beside its neighbours; code keeps its indentation. */
static void
test_side (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_label_new ("[0.25,-5]");
  GtkWidget *code = gtk_label_new ("[\n  0.25\n]");
  GtkWidget *plain = gtk_label_new ("[0.25,-5]");
  GtkWidget *entry = gtk_entry_new ();

  set_up ();
  for (guint i = 0; i < 3; i++)
    gtk_label_set_xalign (GTK_LABEL (((GtkWidget *[]){ line, code, plain })[i]), 0);
  gtk_label_set_wrap (GTK_LABEL (code), TRUE);
  gtk_widget_add_css_class (line, "monospace");
  gtk_widget_add_css_class (code, "monospace");
  gtk_widget_add_css_class (entry, "left-to-right");
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), code);
  gtk_box_append (GTK_BOX (box), plain);
  gtk_box_append (GTK_BOX (box), entry);
  GtkWindow *window = ui_fixture_show (box, 300, 200);
  ui_fixture_finish_drawing ();

  g_assert_true (is_reordered (GTK_LABEL (plain)));
  g_assert_false (is_reordered (GTK_LABEL (line)));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (line)), ==, 1);
  g_assert_false (is_reordered (GTK_LABEL (code)));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (code)), ==, 0);
  g_assert_cmpint (
      gtk_widget_get_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry)))), ==,
      GTK_TEXT_DIR_LTR);
  g_assert_cmpint (gtk_widget_get_direction (entry), ==, GTK_TEXT_DIR_RTL);

  ui_fixture_assert_ends (window, box);
  tear_down ();
}

static void
show_tool (UiWindow *window, AppSession *session, const char *tool, const char *arguments, gboolean call_it)
{
  GListModel *calls = app_session_get_calls (session);
  guint       n_calls = g_list_model_get_n_items (calls);
  GtkWidget  *page = NULL;

  ui_window_show_place (window, session, UI_PLACE_TOOLS);
  ui_fixture_wait ((page = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_LIST_PAGE)) != NULL);
  ui_fixture_wait (ui_list_page_open (UI_LIST_PAGE (page), tool));
  AppDraft *draft =
      app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS),
                       ui_list_page_get_selected (UI_LIST_PAGE (page)));
  g_assert_true (app_form_set_json (app_draft_get_form (draft), arguments));
  ui_fixture_finish_drawing ();
  assert_in_order (GTK_WIDGET (window), tool);
  if (!call_it)
    return;
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.submit", NULL));
  ui_fixture_wait (g_list_model_get_n_items (calls) > n_calls);
  g_autoptr (AppCall) call = g_list_model_get_item (calls, n_calls);
  ui_fixture_wait (!app_call_is_running (call));
  ui_fixture_finish_drawing ();
  assert_in_order (GTK_WIDGET (window), tool);
}

static void
test_pages (void)
{
  set_up ();
  AppWorkspace     *workspace = ui_fixture_new_workspace ();
  AppSession       *session = ui_fixture_add_demo (workspace, "demo");
  UiWindow         *window = ui_window_new (NULL, workspace);
  const UiPlaceKind places[] = {
    UI_PLACE_OVERVIEW, UI_PLACE_RESOURCES, UI_PLACE_PROMPTS, UI_PLACE_TASKS, UI_PLACE_INBOX,
    UI_PLACE_CHECKS, UI_PLACE_EXPORT, UI_PLACE_LOG, UI_PLACE_OBJECTS, UI_PLACE_ACTIVITY, UI_PLACE_SAVED,
    UI_PLACE_PLAYGROUND, UI_PLACE_COMPOSER, UI_PLACE_APPLICATIONS, UI_PLACE_HOME
  };

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_connect (session);
  show_tool (window, session, "describe_numbers", "{\"numbers\":[0.25,-5,3]}", TRUE);
  show_tool (window, session, "every_field", "{}", FALSE);
  show_tool (window, session, "fail", "{}", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *name = g_strdup_printf ("place %u", places[i]);
      ui_window_show_place (window, session, places[i]);
      ui_fixture_finish_drawing ();
      assert_in_order (GTK_WIDGET (window), name);
    }
  /* The window itself is mirrored. */
  GtkWidget      *sidebar = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_SIDEBAR);
  graphene_rect_t box;
  g_assert_true (gtk_widget_compute_bounds (sidebar, GTK_WIDGET (window), &box));
  g_assert_cmpfloat (graphene_rect_get_x (&box), >, gtk_widget_get_width (GTK_WIDGET (window)) / 2);

  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
  tear_down ();
}

void
add_direction_tests (void)
{
  g_test_add_func ("/ui/direction/side", test_side);
  g_test_add_func ("/ui/direction/pages", test_pages);
}
