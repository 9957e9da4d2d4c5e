/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How much there is to choose from on the page of a tool. A control is a visible widget that a click
 * or a key acts on, right of the sidebar; the rows of lists, and the window's own buttons, apart. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-detail-page.h"
#include "ui-field-row.h"
#include "ui-list-page.h"
#include "ui-result-view.h"
#include "ui-tool-menu.h"
#include "ui-window.h"
#include "app-catalogue.h"
#include "app-drafts.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  UiWindow     *window;
  GtkWidget    *content;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  ui_fixture_connect (self->session);
  self->window = ui_window_new (NULL, self->workspace);
  self->content = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (self->window), UI_TYPE_WINDOW, "content"));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 800);
  gtk_window_present (GTK_WINDOW (self->window));
  ui_window_show_place (self->window, self->session, UI_PLACE_TOOLS);
  ui_fixture_wait (ui_fixture_find (self->content, UI_TYPE_DETAIL_PAGE) != NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (GTK_WINDOW (self->window), GTK_WIDGET (self->window));
  ui_fixture_close (self->workspace);
}

typedef struct
{
  guint n;
  guint n_menus; /* ⋮ */
} Count;

static gboolean
has_gesture (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (each))
        return TRUE;
    }
  return FALSE;
}

/* What is part of one of these is no control of its own. */
static gboolean
is_control (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_use_markup (GTK_LABEL (widget)) &&
           strstr (gtk_label_get_label (GTK_LABEL (widget)), "<a ") != NULL;
  return GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) ||
         GTK_IS_SWITCH (widget) || GTK_IS_EXPANDER (widget) || GTK_IS_TEXT (widget) ||
         GTK_IS_SCALE (widget) ||
         (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget))) ||
         (GTK_IS_IMAGE (widget) && has_gesture (widget));
}

static gboolean
is_apart (GtkWidget *widget)
{
  return GTK_IS_LIST_VIEW (widget) || GTK_IS_COLUMN_VIEW (widget) ||
         GTK_IS_WINDOW_CONTROLS (widget) || GTK_IS_POPOVER (widget);
}

/* Whether Tab leads to it, or a key does what it does: those of a number are Up and Down, that of
 * a field is Menu. */
static gboolean
is_reached (GtkWidget *widget)
{
  return gtk_widget_get_focusable (widget) || GTK_IS_DROP_DOWN (widget) ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_SPIN_BUTTON) != NULL ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_SEARCH_ENTRY) != NULL ||
         gtk_widget_get_ancestor (widget, UI_TYPE_FIELD_ROW) != NULL;
}

/* What is scrolled out of sight is not counted. */
static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget      *window = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;
  graphene_rect_t all;

  if (window == NULL || !gtk_widget_compute_bounds (widget, window, &bounds))
    return TRUE;
  graphene_rect_init (&all, 0, 0, (float)gtk_widget_get_width (window),
                      (float)gtk_widget_get_height (window));
  return graphene_rect_intersection (&bounds, &all, NULL);
}

static void
count_in (GtkWidget *widget, Count *count)
{
  if (!gtk_widget_get_mapped (widget) || is_apart (widget) || !is_in_sight (widget))
    return;
  if (is_control (widget))
    {
      const char *icon = GTK_IS_BUTTON (widget) && GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget))
                             ? gtk_menu_button_get_icon_name (
                                   GTK_MENU_BUTTON (gtk_widget_get_parent (widget)))
                             : NULL;

      count->n++;
      /* That of a field is seen where the pointer or the focus is. */
      if (g_strcmp0 (icon, "view-more-symbolic") == 0 &&
          gtk_widget_get_ancestor (widget, UI_TYPE_FIELD_ROW) == NULL)
        count->n_menus++;
      g_test_message ("%s in %s, %s", G_OBJECT_TYPE_NAME (widget),
                      G_OBJECT_TYPE_NAME (gtk_widget_get_parent (gtk_widget_get_parent (widget))),
                      GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL
                          ? gtk_button_get_label (GTK_BUTTON (widget))
                          : gtk_widget_get_tooltip_text (widget));
      if (!is_reached (widget))
        g_error ("no key reaches a %s", G_OBJECT_TYPE_NAME (widget));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_in (child, count);
}

static Count
count (Fixture *self, const char *what)
{
  Count count = { 0, 0 };

  ui_fixture_finish_drawing ();
  count_in (self->content, &count);
  g_test_message ("%s: %u controls, %u menus of three dots", what, count.n, count.n_menus);
  g_assert_cmpuint (count.n_menus, <=, 3);
  return count;
}

static void
open_tool (Fixture *self, const char *tool, const char *arguments)
{
  GtkWidget *page = ui_fixture_find (self->content, UI_TYPE_LIST_PAGE);

  ui_fixture_wait (ui_list_page_open (UI_LIST_PAGE (page), tool));
  ui_fixture_wait (ui_list_page_get_selected (UI_LIST_PAGE (page)) != NULL);
  AppDraft *draft = app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS),
                                     ui_list_page_get_selected (UI_LIST_PAGE (page)));
  if (arguments != NULL)
    app_form_set_json (app_draft_get_form (draft), arguments);
  ui_fixture_finish_drawing ();
}

static void
call (Fixture *self)
{
  GtkWidget *page = ui_fixture_find (self->content, UI_TYPE_DETAIL_PAGE);
  GtkWidget *result = ui_fixture_find (page, UI_TYPE_RESULT_VIEW);

  ui_detail_page_submit (UI_DETAIL_PAGE (page));
  ui_fixture_wait (ui_fixture_get_call (result) != NULL &&
                   app_call_get_state (ui_fixture_get_call (result)) == APP_CALL_DONE);
}

static void
test_one_field (Fixture *self, gconstpointer data)
{
  open_tool (self, "echo", "{\"message\":\"hello\"}");
  g_assert_cmpuint (count (self, "one field").n, <=, 16);
  call (self);
  count (self, "one field, called");
  call (self);
  g_assert_cmpuint (count (self, "one field, called again").n, <=, 20);
}

/* What is done once a day with a table is in a menu, with words. */
static void
assert_saves_table (Fixture *self)
{
  GtkWidget *result = ui_fixture_find (self->content, UI_TYPE_RESULT_VIEW);
  GtkWidget *view =
      GTK_WIDGET (gtk_widget_get_template_child (result, UI_TYPE_RESULT_VIEW, "view"));

  gtk_menu_button_popup (GTK_MENU_BUTTON (view));
  ui_fixture_wait (ui_fixture_find_label (view, "Save as CSV…") != NULL);
  ui_fixture_wait (gtk_widget_get_mapped (ui_fixture_find_label (view, "Save as CSV…")));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (view));
}

static void
test_number (Fixture *self, gconstpointer data)
{
  open_tool (self, "large_json", "{\"bytes\":1000}");
  g_assert_cmpuint (count (self, "one number").n, <=, 16);
  call (self);
  count (self, "one number, called");
  call (self);
  g_assert_cmpuint (count (self, "one number, called again").n, <=, 20);
  assert_saves_table (self);
}

static void
test_no_arguments (Fixture *self, gconstpointer data)
{
  open_tool (self, "show_nothing", NULL);
  g_assert_cmpuint (count (self, "no arguments").n, <=, 10);
}

static void
test_others (Fixture *self, gconstpointer data)
{
  open_tool (self, "find_products", NULL);
  count (self, "find_products");
  call (self);
  count (self, "find_products, called");
  open_tool (self, "every_field", NULL);
  count (self, "every_field");
}

static void
find_menu_button (GtkWidget *widget, gpointer found)
{
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      gtk_widget_is_sensitive (widget))
    g_ptr_array_add (found, widget);
}

/* Of the menu of a tool, the first time it is opened too. */
static void
assert_has_items (GtkWidget *popover)
{
  static const char *const items[] = { "Arguments", "Approval", "Request Metadata…",
                                       "Include in Export", "Compare With…" };

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      GtkWidget *item = ui_fixture_find_label (popover, items[i]);

      g_assert_true (item != NULL && gtk_widget_get_mapped (item) &&
                     gtk_widget_is_sensitive (item));
    }
}

/* A menu is not covered by what the button that opened it says, and below Call is what the next
 * click is for. */
static void
test_tooltips (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  open_tool (self, "make_table", NULL);
  call (self);
  ui_fixture_finish_drawing ();
  g_assert_null (gtk_widget_get_tooltip_text (
      gtk_widget_get_ancestor (ui_fixture_find_label (self->content, "Call"), GTK_TYPE_BUTTON)));
  ui_fixture_walk (GTK_WIDGET (self->window), find_menu_button, buttons);
  g_assert_cmpuint (buttons->len, >, 6);
  /* Twice: some are made again. */
  for (guint i = 0; i < 2 * buttons->len; i++)
    {
      GtkMenuButton *button = buttons->pdata[i % buttons->len];
      gboolean       says = gtk_widget_get_has_tooltip (GTK_WIDGET (button));

      gtk_menu_button_popup (button);
      GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));
      ui_fixture_wait (gtk_widget_get_mapped (popover));
      for (GtkWidget *at = popover; at != NULL; at = gtk_widget_get_parent (at))
        g_assert_false (gtk_widget_get_has_tooltip (at));
      if (gtk_widget_get_ancestor (popover, UI_TYPE_TOOL_MENU) != NULL)
        assert_has_items (popover);
      gtk_menu_button_popdown (button);
      ui_fixture_wait (!gtk_widget_get_mapped (popover));
      g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (button)) == says);
    }
}

#define ADD(path, function) \
  g_test_add ("/ui/controls/" path, Fixture, NULL, set_up, function, tear_down)

void
add_controls_tests (void)
{
  ADD ("one-field", test_one_field);
  ADD ("number", test_number);
  ADD ("no-arguments", test_no_arguments);
  ADD ("others", test_others);
  ADD ("tooltips", test_tooltips);
}
