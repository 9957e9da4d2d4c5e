/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every widget is built, shown, narrowed and ends; everything that can be acted on has a name. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-floating.h"
#include "ui-widget.h"
#include "ui-banner.h"
#include "ui-confirm-page.h"
#include "ui-list-page.h"
#include "ui-log-detail.h"
#include "ui-log-pane.h"
#include "ui-objects-page.h"
#include "ui-overview-page.h"
#include "ui-preferences-window.h"
#include "ui-problem-view.h"
#include "ui-server-dialog.h"
#include "ui-server-page.h"
#include "ui-sidebar.h"
#include "ui-source-view.h"
#include "ui-text-area.h"
#include "ui-welcome-page.h"
#include "ui-width-bin.h"
#include "ui-window.h"
#include "ui-wrap.h"

static AppSession *
add_idle (AppWorkspace *workspace)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("idle");

  g_object_set (profile, "command", "/bin/true", NULL);
  return ui_fixture_add (workspace, profile);
}

static void
check (GtkWidget *widget)
{
  GtkWindow *window = ui_fixture_show (widget, 900, 600);

  ui_fixture_assert_named (GTK_WIDGET (window));
  gtk_window_set_default_size (window, 360, 300);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, widget);
}

static void
test_plain (void)
{
  check (ui_welcome_page_new ());
  GtkWidget *banner = g_object_new (UI_TYPE_BANNER, NULL);
  ui_banner_set_title (UI_BANNER (banner), "A & B <");
  ui_banner_set_button_label (UI_BANNER (banner), "Go");
  ui_banner_set_revealed (UI_BANNER (banner), TRUE);
  check (banner);
  check (g_object_new (UI_TYPE_SOURCE_VIEW, NULL));
  check (g_object_new (UI_TYPE_CONFIRM_PAGE, NULL));
  check (g_object_new (UI_TYPE_LOG_DETAIL, NULL));
}

static gboolean
takes_wheel (UiTextArea *area)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (ui_text_area_get_view (area)),
                                                 GTK_TYPE_SCROLLED_WINDOW);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (scroller);
  gboolean takes = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      takes |= GTK_IS_EVENT_CONTROLLER_SCROLL (controller) &&
               gtk_event_controller_scroll_get_flags (GTK_EVENT_CONTROLLER_SCROLL (controller)) !=
                   GTK_EVENT_CONTROLLER_SCROLL_NONE;
    }
  return takes;
}

/* The wheel over a text that is whole in sight is for the form around it. */
static void
test_wheel (void)
{
  UiTextArea      *area = UI_TEXT_AREA (ui_text_area_new (NULL));
  g_autofree char *lines = g_strnfill (60, '\n');

  ui_text_area_set_heights (area, 60, 120);
  GtkWindow *window = ui_fixture_show (GTK_WIDGET (area), 400, 100);
  ui_fixture_finish_drawing ();
  g_assert_false (takes_wheel (area));
  ui_text_area_set_text (area, lines);
  ui_fixture_wait (takes_wheel (area));
  ui_text_area_set_text (area, "short");
  ui_fixture_wait (!takes_wheel (area));
  ui_fixture_assert_ends (window, GTK_WIDGET (area));
}

static void
test_problem_page (void)
{
  g_autoptr (AppProblem) problem = app_problem_new (APP_CULPRIT_SERVER, "It <b>broke</b> & fell",
                                                    "Do <i>this</i>", "raw \x1b[31m bytes");
  GtkWidget *page = g_object_new (UI_TYPE_PROBLEM_VIEW, NULL);

  g_object_ref_sink (page);
  ui_problem_view_set_problem (UI_PROBLEM_VIEW (page), problem);
  ui_problem_view_set_page (UI_PROBLEM_VIEW (page), "dialog-error-symbolic", "A < B",
                            "https://example.com/<mcp>");
  g_assert_nonnull (ui_fixture_find_label (page, "https://example.com/<mcp>"));
  g_assert_nonnull (ui_fixture_find_label (page, "It <b>broke</b> & fell"));
  g_assert_nonnull (ui_fixture_find_label (page, "Do <i>this</i>"));
  g_assert_nonnull (ui_fixture_find_label (page, "raw \xe2\x90\x9b[31m bytes"));
  ui_problem_view_set_button (UI_PROBLEM_VIEW (page), UI_PROBLEM_PRIMARY, "Again", "problem.copy");
  GtkWindow *window = ui_fixture_show (page, 700, 500);
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_object_unref (page);
  ui_fixture_assert_ends (window, page);
}

static void
test_width_bin (void)
{
  GtkWidget *bin = g_object_new (UI_TYPE_WIDTH_BIN, "threshold", 400, NULL);
  GtkWidget *child = gtk_label_new ("a");

  gtk_widget_set_size_request (child, 500, -1);
  g_object_set (bin, "child", child, NULL);
  int minimum;
  gtk_widget_measure (bin, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, ==, 0);

  gtk_widget_allocate (bin, 399, 100, -1, NULL);
  ui_fixture_wait (!ui_width_bin_get_wide (UI_WIDTH_BIN (bin)));
  /* A few pixels do not turn it over and over. */
  gtk_widget_allocate (bin, 400, 100, -1, NULL);
  ui_fixture_finish_drawing ();
  g_assert_false (ui_width_bin_get_wide (UI_WIDTH_BIN (bin)));
  gtk_widget_allocate (bin, 420, 100, -1, NULL);
  ui_fixture_wait (ui_width_bin_get_wide (UI_WIDTH_BIN (bin)));
  gtk_widget_allocate (bin, 400, 100, -1, NULL);
  ui_fixture_finish_drawing ();
  g_assert_true (ui_width_bin_get_wide (UI_WIDTH_BIN (bin)));
  g_object_ref_sink (bin);
  g_assert_finalize_object (bin);
}

/* What may come beside the text of a value that has no place to break. */
static void
test_wrap_literally (void)
{
  GtkWidget       *label = gtk_label_new ("https://example.com/averyverylongpathwithoutanyplacetobreak");
  PangoLayout     *layout;
  PangoLayoutLine *line;

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_attributes (GTK_LABEL (label), NULL);
  ui_wrap_literally (GTK_LABEL (label));
  GtkWindow *window = ui_fixture_show (label, 120, 200);
  ui_fixture_finish_drawing ();
  layout = gtk_label_get_layout (GTK_LABEL (label));
  g_assert_cmpint (pango_layout_get_line_count (layout), >, 1);
  for (int i = 0, glyphs = 0; i < pango_layout_get_line_count (layout); i++)
    {
      line = pango_layout_get_line_readonly (layout, i);
      glyphs = 0;
      for (GSList *run = line->runs; run != NULL; run = run->next)
        glyphs += ((PangoGlyphItem *)run->data)->glyphs->num_glyphs;
      g_assert_cmpint (glyphs, <=, line->length);
    }
  ui_fixture_assert_ends (window, label);
}

/* A long command leaves room for the words before it. */
static void
test_overview_titles (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (StoreProfile) profile = store_profile_new ("long");
  GtkWidget *page, *title;

  g_object_set (profile, "command",
                "/usr/local/lib/node_modules/some-scope/some-server/dist/"
                "index.js",
                NULL);
  page = ui_overview_page_new (ui_fixture_add (workspace, profile));
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  ui_fixture_finish_drawing ();
  title = ui_fixture_find_label (page, "Command");
  g_assert_nonnull (title);
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (title))), ==, 1);
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

static void
test_of_session (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = add_idle (workspace);

  check (ui_overview_page_new (session));
  check (ui_list_page_new (session, UI_PLACE_TOOLS));
  check (ui_list_page_new (session, UI_PLACE_RESOURCES));
  check (ui_list_page_new (session, UI_PLACE_PROMPTS));
  check (ui_server_page_new (workspace, session));
  check (ui_log_pane_new (app_workspace_get_log (workspace), NULL));
  check (ui_objects_page_new (app_workspace_get_object_cache (workspace),
                              app_workspace_get_settings (workspace), G_LIST_MODEL (workspace)));

  GtkWidget *sidebar = g_object_new (UI_TYPE_SIDEBAR, "workspace", workspace, NULL);
  GtkWindow *window = ui_fixture_show (sidebar, 300, 500);
  ui_fixture_assert_named (GTK_WIDGET (window));
  UiPlace *place = ui_sidebar_get_place (UI_SIDEBAR (sidebar));
  g_assert_true (ui_place_get_session (place) == session);
  g_assert_cmpint (ui_place_get_kind (place), ==, UI_PLACE_SERVER);
  ui_sidebar_select (UI_SIDEBAR (sidebar), NULL, UI_PLACE_OBJECTS);
  g_assert_null (ui_place_get_session (ui_sidebar_get_place (UI_SIDEBAR (sidebar))));
  ui_fixture_assert_ends (window, sidebar);
  ui_fixture_close (workspace);
}

/* No page of a server keeps the window from being as narrow as a telephone. */
/* To find out how wide it is at a height, a label lays itself out at width after width. */
static void
test_wrap_for_width (void)
{
  g_autoptr (GtkWidget) banner = g_object_ref_sink (g_object_new (UI_TYPE_BANNER, NULL));
  GtkWidget *title = ui_widget_find (banner, GTK_TYPE_LABEL, FALSE);
  int        at_height, width, low, high;

  ui_banner_set_title (UI_BANNER (banner), "What is long is shown on several lines");
  gtk_widget_measure (title, GTK_ORIENTATION_HORIZONTAL, 20, NULL, &at_height, NULL, NULL);
  gtk_widget_measure (title, GTK_ORIENTATION_HORIZONTAL, 200, NULL, &width, NULL, NULL);
  g_assert_cmpint (at_height, ==, width);
  gtk_widget_measure (title, GTK_ORIENTATION_VERTICAL, width, NULL, &low, NULL, NULL);
  gtk_widget_measure (title, GTK_ORIENTATION_VERTICAL, width / 3, NULL, &high, NULL, NULL);
  g_assert_cmpint (high, >, low);
}

static void
test_narrow_pages (void)
{
  static const UiPlaceKind places[] = { UI_PLACE_SERVER, UI_PLACE_TOOLS, UI_PLACE_RESOURCES,
                                        UI_PLACE_PROMPTS, UI_PLACE_TASKS, UI_PLACE_INBOX,
                                        UI_PLACE_CHECKS, UI_PLACE_EXPORT, UI_PLACE_LOG };
  AppWorkspace            *workspace = ui_fixture_new_workspace ();
  AppSession              *session = ui_fixture_add_demo (workspace, "demo");
  GtkWidget               *page = ui_server_page_new (workspace, session);
  GtkWindow               *window = ui_fixture_show (page, 700, 600);

  ui_fixture_connect (session);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      int least;

      ui_server_page_set_place (UI_SERVER_PAGE (page), places[i]);
      ui_fixture_finish_drawing ();
      gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_test_message ("%s: %d pixels", ui_place_kind_get_id (places[i]), least);
      g_assert_cmpint (least, <=, 360);
    }
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

static void
test_windows (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  GtkWindow *windows[] = { GTK_WINDOW (ui_window_new (NULL, workspace)),
                           GTK_WINDOW (ui_preferences_window_new (NULL, workspace)),
                           GTK_WINDOW (ui_server_dialog_new (NULL, draft)) };

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      gtk_window_present (windows[i]);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (windows[i]));
      ui_fixture_assert_named (GTK_WIDGET (windows[i]));
      ui_fixture_assert_ends (windows[i], GTK_WIDGET (windows[i]));
    }
  g_clear_object (&draft);
  ui_fixture_close (workspace);
}

static GtkWidget *
create_menu_button (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), gtk_button_new_with_label ("In it"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

static GtkWidget *
open_popover (GtkWidget *button)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_fixture_wait (gtk_widget_get_mapped (popover));
  return popover;
}

/* A popover that is open when its page is turned, or taken away with it, gives back the clicks: GTK
 * holds what has them. */
static void
test_popover_grab (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = create_menu_button ();
  GtkWindow *window = ui_fixture_show (box, 300, 200);

  gtk_box_append (GTK_BOX (box), button);
  GtkWidget *popover = open_popover (button);
  gtk_widget_set_visible (box, FALSE);
  g_assert_false (gtk_widget_get_visible (popover));
  gtk_widget_set_visible (box, TRUE);
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_visible (popover));

  g_assert_true (open_popover (button) == popover);
  g_object_add_weak_pointer (G_OBJECT (popover), (gpointer *)&popover);
  gtk_box_remove (GTK_BOX (box), button);
  ui_fixture_wait (popover == NULL);
  ui_fixture_assert_ends (window, box);
}

/* Of what is under the pointer when a menu opens: the button, what it is in, or the row. */
static void
test_popover_tooltips (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = create_menu_button ();
  GtkWidget *row = gtk_label_new ("row");
  GtkWidget *menu = gtk_popover_new ();
  GtkWindow *window = ui_fixture_show (box, 300, 200);

  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), row);
  gtk_widget_set_parent (menu, box);
  gtk_widget_set_tooltip_text (box, "a box");
  gtk_widget_set_tooltip_text (button, "a button");
  gtk_widget_set_tooltip_text (row, "a row");
  ui_fixture_finish_drawing ();
  GtkWidget *popover = open_popover (button);
  g_assert_false (gtk_widget_get_has_tooltip (button));
  g_assert_false (gtk_widget_get_has_tooltip (box));
  g_assert_true (gtk_widget_get_has_tooltip (row));
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_fixture_wait (!gtk_widget_get_mapped (popover));
  g_assert_true (gtk_widget_get_has_tooltip (button));
  g_assert_true (gtk_widget_get_has_tooltip (box));

  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (row, box, &bounds));
  gtk_popover_set_pointing_to (GTK_POPOVER (menu),
                               &(GdkRectangle){ (int)bounds.origin.x + 2,
                                                (int)bounds.origin.y + 2, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (menu));
  ui_fixture_wait (gtk_widget_get_mapped (menu));
  g_assert_false (gtk_widget_get_has_tooltip (row));
  g_assert_true (gtk_widget_get_has_tooltip (button));
  gtk_popover_popdown (GTK_POPOVER (menu));
  ui_fixture_wait (gtk_widget_get_has_tooltip (row));
  gtk_widget_unparent (menu);
  ui_fixture_assert_ends (window, box);
}

static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget      *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, scroller, &bounds));
  return bounds.origin.y >= 0 && bounds.origin.y + bounds.size.height <=
                                     (float)gtk_widget_get_height (scroller);
}

/* The last row can be scrolled from under what comes over the page, which moves nothing. */
static void
test_floating (void)
{
  GtkWidget      *overlay = gtk_overlay_new ();
  GtkWidget      *floating = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget      *banner = gtk_label_new ("somebody asks");
  GtkWidget      *scroller = gtk_scrolled_window_new ();
  GtkWidget      *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget      *last = NULL;
  graphene_rect_t row, bar;

  for (guint i = 0; i < 100; i++)
    gtk_box_append (GTK_BOX (rows), last = gtk_label_new ("row"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), rows);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), floating);
  gtk_widget_set_valign (floating, GTK_ALIGN_END);
  gtk_widget_set_size_request (banner, -1, 40);
  gtk_widget_set_visible (banner, FALSE);
  gtk_box_append (GTK_BOX (floating), banner);
  ui_floating_begin (floating);
  GtkWindow *window = ui_fixture_show (overlay, 300, 200);
  ui_fixture_finish_drawing ();
  g_assert_cmpint (gtk_widget_get_margin_bottom (scroller), ==, 0);

  gtk_widget_set_visible (banner, TRUE);
  ui_fixture_wait (gtk_widget_get_margin_bottom (scroller) == 40);
  ui_widget_scroll_to (last);
  ui_fixture_wait (is_in_sight (last));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_compute_bounds (last, overlay, &row));
  g_assert_true (gtk_widget_compute_bounds (floating, overlay, &bar));
  g_assert_false (graphene_rect_intersection (&row, &bar, NULL));
  gtk_widget_set_visible (banner, FALSE);
  ui_fixture_wait (gtk_widget_get_margin_bottom (scroller) == 0);
  ui_fixture_assert_ends (window, overlay);
}

void
add_widgets_tests (void)
{
  g_test_add_func ("/ui/widgets/floating", test_floating);
  g_test_add_func ("/ui/widgets/popover-tooltips", test_popover_tooltips);
  g_test_add_func ("/ui/widgets/popover-grab", test_popover_grab);
  g_test_add_func ("/ui/widgets/plain", test_plain);
  g_test_add_func ("/ui/widgets/problem-page", test_problem_page);
  g_test_add_func ("/ui/widgets/width-bin", test_width_bin);
  g_test_add_func ("/ui/widgets/wrap-literally", test_wrap_literally);
  g_test_add_func ("/ui/widgets/wrap-for-width", test_wrap_for_width);
  g_test_add_func ("/ui/widgets/narrow-pages", test_narrow_pages);
  g_test_add_func ("/ui/widgets/overview-titles", test_overview_titles);
  g_test_add_func ("/ui/widgets/wheel", test_wheel);
  g_test_add_func ("/ui/widgets/of-session", test_of_session);
  g_test_add_func ("/ui/widgets/windows", test_windows);
}
