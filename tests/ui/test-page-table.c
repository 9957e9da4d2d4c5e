/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds for every page of the window, in every style: text can be read, controls have names and
 * roles, nothing lies on anything else, all of it fits into 360 pixels, and from right to left it is
 * mirrored. One window with the demo server is looked at page by page, as the table says. */

#include "ui-tests.h"
#include "page-measures.h"
#include "ui-fixture.h"
#include "app-drafts.h"
#include "app-user.h"
#include "app-approvals.h"
#include "ui-accessible-tree.h"
#include "ui-approval-card.h"
#include "ui-model-page.h"
#include "ui-clients-page.h"
#include "ui-composer-page.h"
#include "ui-direction.h"
#include "ui-export-page.h"
#include "ui-activity-page.h"
#include "ui-inbox-card.h"
#include "ui-inbox-page.h"
#include "ui-lint-page.h"
#include "ui-list-page.h"
#include "ui-log-page.h"
#include "ui-objects-page.h"
#include "ui-overview-page.h"
#include "ui-palette.h"
#include "ui-saved-page.h"
#include "ui-saved-row.h"
#include "ui-sidebar.h"
#include "ui-table-view.h"
#include "ui-tasks-page.h"
#include "ui-welcome-page.h"
#include "ui-window.h"

#include <stdlib.h>
#include <string.h>

#define FONT "Cantarell 11"
/* Thick strokes have pixels of the text's full colour; a weight changes no colour. */
#define HEAVY "* { font-weight: 900; }"
#define DOTS_PER_INCH 96
#define MANY_TABS 30
#define NARROW_WIDTH 360
#define NARROW_HEIGHT 640
/* So many frames with the same places are rest. */
#define SAME_FRAMES 2
#define RESOURCES "/io/github/spyglass_mcp/Spyglass"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  UiWindow     *window;
  AppWorkspace *empty; /* of a person who has no servers yet */
  UiWindow     *newcomer;
} Fixture;

static Fixture fixture;

/* The table of pages */

/* Sends what the page's form says. */
static void
submit (void)
{
  GListModel *calls = app_session_get_calls (fixture.session);
  guint       n_calls = g_list_model_get_n_items (calls);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.submit", NULL));
  ui_fixture_wait (g_list_model_get_n_items (calls) > n_calls);
  g_autoptr (AppCall) call = g_list_model_get_item (calls, n_calls);
  ui_fixture_wait (!app_call_is_running (call));
}

static void
choose (GtkWidget *page, const char *key, const char *arguments)
{
  AppDrafts *drafts = app_session_get_feature (fixture.session, APP_TYPE_DRAFTS);

  ui_fixture_wait (ui_list_page_open (UI_LIST_PAGE (page), key));
  AppDraft *draft = app_drafts_open (drafts, ui_list_page_get_selected (UI_LIST_PAGE (page)));
  g_assert_true (app_form_set_json (app_draft_get_form (draft), arguments));
}

static void
fill_tools (GtkWidget *page)
{
  choose (page, "find_products", "{\"query\":\"headphones\"}");
  submit ();
}

static void
fill_resources (GtkWidget *page)
{
  ui_fixture_wait (ui_list_page_get_selected (UI_LIST_PAGE (page)) != NULL);
  submit ();
}

static void
fill_prompts (GtkWidget *page)
{
  choose (page, "describe_product", "{\"id\":\"headphones-7\"}");
  submit ();
}

/* A question, which waits for its answer until the window goes. */
static void
fill_inbox (GtkWidget *page)
{
  g_autoptr (AppCall) call =
      app_session_new_call (fixture.session, APP_CALL_TOOL, "ask_model", NULL);

  app_call_run_async (call, NULL, NULL, NULL);
  ui_fixture_wait (ui_fixture_find (page, UI_TYPE_INBOX_CARD) != NULL);
}

static void
wait_for_rows (GtkWidget *page)
{
  ui_fixture_wait (g_list_model_get_n_items (G_LIST_MODEL (ui_fixture_get_rows (page))) > 0);
}

static void
fill_objects (GtkWidget *page)
{
  g_assert_true (gtk_widget_activate_action (page, "list-of-objects.all", NULL));
  wait_for_rows (page);
}

static void
fill_activity (GtkWidget *page)
{
  GtkListView *rows = GTK_LIST_VIEW (ui_fixture_find_named (page, "Activity"));

  g_assert_true (gtk_widget_activate_action (page, "filter.show", "s", "all"));
  /* The call that waits for its answer counts its time, and never comes to rest. */
  g_assert_true (gtk_widget_activate_action (page, "filter.state", "s", "ok"));
  ui_fixture_wait (
      g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (rows))) > 0);
}

static void
fill_saved (GtkWidget *page)
{
  const char *id = store_profile_get_id (app_session_get_profile (fixture.session));

  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.save-call", "(suss)", id,
                              (guint)APP_CALL_TOOL, "echo", "{\"message\":\"m\"}");
  ui_fixture_wait (ui_fixture_find (page, UI_TYPE_SAVED_ROW) != NULL);
  ui_fixture_click (page, "Add");
}

typedef struct
{
  GType (*get_type) (void); /* of the page */
  void (*fill) (GtkWidget *page);
  guint n_panes; /* between which F6 goes, the sidebar included */
} Row;

/* A page that is filled later shows what the pages before have brought. */
static const Row rows[] = {
  [UI_PLACE_SERVER] = { ui_overview_page_get_type, NULL, 2 },
  [UI_PLACE_OVERVIEW] = { ui_overview_page_get_type, NULL, 2 },
  [UI_PLACE_TOOLS] = { ui_list_page_get_type, fill_tools, 4 },
  [UI_PLACE_RESOURCES] = { ui_list_page_get_type, fill_resources, 4 },
  [UI_PLACE_PROMPTS] = { ui_list_page_get_type, fill_prompts, 4 },
  [UI_PLACE_TASKS] = { ui_tasks_page_get_type, NULL, 2 },
  [UI_PLACE_INBOX] = { ui_inbox_page_get_type, fill_inbox, 2 },
  [UI_PLACE_CHECKS] = { ui_lint_page_get_type, NULL, 2 },
  [UI_PLACE_EXPORT] = { ui_export_page_get_type, NULL, 3 },
  [UI_PLACE_LOG] = { ui_log_page_get_type, wait_for_rows, 2 },
  [UI_PLACE_HOME] = { ui_welcome_page_get_type, NULL, 2 },
  [UI_PLACE_OBJECTS] = { ui_objects_page_get_type, fill_objects, 3 },
  [UI_PLACE_ACTIVITY] = { ui_activity_page_get_type, fill_activity, 3 },
  [UI_PLACE_SAVED] = { ui_saved_page_get_type, fill_saved, 3 },
  [UI_PLACE_PLAYGROUND] = { ui_model_page_get_type, NULL, 3 },
  [UI_PLACE_COMPOSER] = { ui_composer_page_get_type, NULL, 2 },
  [UI_PLACE_APPLICATIONS] = { ui_clients_page_get_type, NULL, 2 },
};

static gboolean is_filled[G_N_ELEMENTS (rows)];

static gboolean
is_resting (GtkWidget *window, guint *hash, guint *same)
{
  gtk_test_widget_wait_for_draw (window);
  guint now = page_measures_hash (window);
  *same = now == *hash ? *same + 1 : 0;
  *hash = now;
  return *same >= SAME_FRAMES && !g_main_context_pending (NULL);
}

/* Until everything has its place. */
static void
rest (GtkWidget *window)
{
  guint hash = 0;
  guint same = 0;

  ui_fixture_wait (is_resting (window, &hash, &same));
}

typedef struct
{
  GType      type;
  GtkWidget *found;
} Search;

/* Pages that were left stay in their stack. */
static void
visit_mapped (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, search->type) && gtk_widget_get_mapped (widget))
    search->found = widget;
}

static GtkWidget *
find_mapped (GType type)
{
  Search search = { type, NULL };

  ui_fixture_walk (GTK_WIDGET (fixture.window), visit_mapped, &search);
  return search.found;
}

static void
show_page (UiPlaceKind kind)
{
  GType      type = rows[kind].get_type ();
  GtkWidget *page = NULL;

  ui_window_show_place (fixture.window, kind < UI_PLACE_HOME ? fixture.session : NULL, kind);
  ui_fixture_wait ((page = find_mapped (type)) != NULL);
  if (!is_filled[kind] && rows[kind].fill != NULL)
    rows[kind].fill (page);
  is_filled[kind] = TRUE;
  rest (GTK_WIDGET (fixture.window));
}

/* The window, for all styles */

/* Of two windows, and of those of other tests, one is the active one; the others are paler. */
static void
on_state_flags_changed (GtkWidget *window)
{
  gtk_widget_unset_state_flags (window, GTK_STATE_FLAG_BACKDROP);
}

static UiWindow *
show_window (AppWorkspace *workspace)
{
  UiWindow *window = ui_window_new (NULL, workspace);

  g_signal_connect (window, "state-flags-changed", G_CALLBACK (on_state_flags_changed), NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  /* The frame that GTK draws where no window manager knows of shadows takes pixels from the page. */
  gtk_widget_remove_css_class (GTK_WIDGET (window), "solid-csd");
  return window;
}

static void
tear_down (void)
{
  ui_fixture_assert_ends (GTK_WINDOW (fixture.window), GTK_WIDGET (fixture.window));
  ui_fixture_close (fixture.workspace);
  ui_fixture_assert_ends (GTK_WINDOW (fixture.newcomer), GTK_WIDGET (fixture.newcomer));
  ui_fixture_close (fixture.empty);
}

static void
set_up (void)
{
  if (fixture.window != NULL)
    return;
  ui_accessible_tree_mend ();
  ui_direction_mend ();
  g_object_set (gtk_settings_get_default (), "gtk-font-name", FONT, NULL);
  fixture.empty = ui_fixture_new_workspace ();
  fixture.newcomer = show_window (fixture.empty);
  g_autoptr (AppSettings) settings = app_settings_new ();
  fixture.workspace = app_user_open_workspace (settings, NULL);
  fixture.session = ui_fixture_add_demo (fixture.workspace, "demo");
  fixture.window = show_window (fixture.workspace);
  ui_fixture_connect (fixture.session);
  atexit (tear_down);
}

/* Styles */

static void
set_dark (gboolean is_on)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      is_on ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT);
  g_assert_cmpint (adw_style_manager_get_dark (adw_style_manager_get_default ()), ==, is_on);
}

static void
apply (GtkCssProvider *provider, guint priority, gboolean is_on)
{
  GdkDisplay *display = gdk_display_get_default ();

  if (is_on)
    gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider), priority);
  else
    gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (provider));
}

/* An application reads this file by itself. */
static void
set_contrast (gboolean is_on)
{
  static GtkCssProvider *provider;
  g_autoptr (GSettings) settings = g_settings_new ("org.gnome.desktop.a11y.interface");

  g_settings_set_boolean (settings, "high-contrast", is_on);
  ui_fixture_wait (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) == is_on);
  if (provider == NULL)
    {
      provider = gtk_css_provider_new ();
      gtk_css_provider_load_from_resource (provider, RESOURCES "/style-hc.css");
    }
  apply (provider, GTK_STYLE_PROVIDER_PRIORITY_APPLICATION, is_on);
}

static void
set_heavy (gboolean is_on)
{
  static GtkCssProvider *provider;

  if (provider == NULL)
    {
      provider = gtk_css_provider_new ();
      gtk_css_provider_load_from_data (provider, HEAVY, -1);
    }
  apply (provider, GTK_STYLE_PROVIDER_PRIORITY_USER, is_on);
}

static void
set_large (gboolean is_on)
{
  int dots = DOTS_PER_INCH * PANGO_SCALE;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", is_on ? dots * 3 / 2 : dots, NULL);
}

static void
set_right_to_left (gboolean is_on)
{
  gtk_widget_set_default_direction (is_on ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}

typedef struct
{
  const char *name;
  void (*set) (gboolean is_on); /* NULL: nothing is different */
  int      width;               /* wide enough for the sidebar beside a page */
  int      height;
  gboolean pale; /* which measures it can change */
  gboolean names;
  gboolean widths;
  gboolean mirror;
} Style;

static const Style styles[] = {
  { "plain", NULL, 1200, 800, .names = TRUE, .widths = TRUE },
  { "light", NULL, 1200, 800, .pale = TRUE },
  { "dark", set_dark, 1200, 800, .pale = TRUE },
  { "contrast", set_contrast, 1200, 800, .pale = TRUE },
  { "large", set_large, 1500, 900, .widths = TRUE },
  { "rtl", set_right_to_left, 1200, 800, .mirror = TRUE },
};

static void
resize (GtkWidget *window, int width, int height)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  rest (window);
}

static void G_GNUC_PRINTF (2, 3)
    add_finding (GPtrArray *found, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (found, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* The sidebar is on the right, and what the header begins with is, too. */
static void
find_not_mirrored (GtkWidget *window, const char *place, GPtrArray *found)
{
  GtkWidget      *sidebar = ui_fixture_find (window, UI_TYPE_SIDEBAR);
  GtkWidget      *close = ui_fixture_find_named (window, "Close");
  float           middle = (float)gtk_widget_get_width (window) / 2;
  graphene_rect_t box;

  if (gtk_widget_compute_bounds (sidebar, window, &box) && box.origin.x < middle)
    add_finding (found, "%s: the sidebar is on the left", place);
  if (gtk_widget_compute_bounds (close, window, &box) && box.origin.x > middle)
    add_finding (found, "%s: the window's buttons are on the right", place);
}

static void
find_wrong_widths (GtkWidget *window, const char *place, GPtrArray *found, const Style *style)
{
  g_autofree char *narrow = g_strdup_printf ("%s at %d", place, NARROW_WIDTH);
  g_autofree char *wide = g_strdup_printf ("%s at %d again", place, style->width);
  GtkWidget       *sidebar = ui_fixture_find (window, UI_TYPE_SIDEBAR);

  resize (window, NARROW_WIDTH, NARROW_HEIGHT);
  if (gtk_widget_get_width (window) > NARROW_WIDTH)
    add_finding (found, "%s: stays %d wide", narrow, gtk_widget_get_width (window));
  g_autoptr (PageMeasures) measures = page_measures_new (window, narrow, found);
  page_measures_find_misplaced (measures);
  resize (window, style->width, style->height);
  if (!gtk_widget_get_mapped (sidebar) || gtk_widget_get_width (sidebar) > style->width / 4)
    add_finding (found, "%s: the sidebar has %d pixels of what was there for the page", wide,
                 gtk_widget_get_width (sidebar));
}

static void
measure (GtkWidget *window, const char *place, GPtrArray *found, const Style *style)
{
  g_autoptr (PageMeasures) measures = page_measures_new (window, place, found);

  if (style->pale)
    page_measures_find_pale (measures);
  if (style->names)
    {
      page_measures_find_nameless (measures);
      page_measures_find_wrong_roles (measures);
      page_measures_find_small (measures);
    }
  if (style->widths)
    {
      page_measures_find_misplaced (measures);
      find_wrong_widths (window, place, found, style);
    }
  if (style->mirror)
    find_not_mirrored (window, place, found);
}

/* A result as a table, with its head */
static void
measure_table (GPtrArray *found, const Style *style)
{
  show_page (UI_PLACE_TOOLS);
  choose (find_mapped (UI_TYPE_LIST_PAGE), "make_table", "{}");
  submit ();
  ui_fixture_wait (find_mapped (UI_TYPE_TABLE_VIEW) != NULL);
  rest (GTK_WIDGET (fixture.window));
  measure (GTK_WIDGET (fixture.window), "table", found, style);
}

/* What is asked before a call */
static void
measure_approval (GPtrArray *found, const Style *style)
{
  AppApprovals *approvals = app_session_get_feature (fixture.session, APP_TYPE_APPROVALS);
  GtkWidget    *window = GTK_WIDGET (fixture.window);
  GtkWidget    *card = NULL;

  show_page (UI_PLACE_TOOLS);
  app_approvals_set_rule (approvals, "echo", "ask");
  choose (find_mapped (UI_TYPE_LIST_PAGE), "echo", "{\"message\":\"m\"}");
  gtk_widget_activate_action (window, "win.submit", NULL);
  ui_fixture_wait ((card = find_mapped (UI_TYPE_APPROVAL_CARD)) != NULL);
  rest (window);
  measure (window, "approval", found, style);
  gtk_widget_activate_action (card, "approval.decline", NULL);
  ui_fixture_wait (find_mapped (UI_TYPE_APPROVAL_CARD) == NULL);
  app_approvals_set_rule (approvals, "echo", NULL);
}

static void
measure_palette (GPtrArray *found, const Style *style)
{
  GtkWidget *palette = GTK_WIDGET (
      ui_palette_new (GTK_WINDOW (fixture.window), fixture.workspace, fixture.session, NULL));

  g_signal_connect (palette, "state-flags-changed", G_CALLBACK (on_state_flags_changed), NULL);
  gtk_window_present (GTK_WINDOW (palette));
  rest (palette);
  g_autoptr (PageMeasures) measures = page_measures_new (palette, "palette", found);
  if (style->pale)
    page_measures_find_pale (measures);
  if (style->names)
    page_measures_find_nameless (measures);
  gtk_window_destroy (GTK_WINDOW (palette));
}

static void
assert_none (GPtrArray *found)
{
  for (guint i = 0; i < found->len; i++)
    g_printerr ("# %s\n", (const char *)found->pdata[i]);
  g_assert_cmpuint (found->len, ==, 0);
}

static void
test_style (gconstpointer data)
{
  const Style *style = data;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  set_up ();
  if (style->set != NULL)
    style->set (TRUE);
  if (style->pale)
    set_heavy (TRUE);
  resize (GTK_WIDGET (fixture.newcomer), style->width, style->height);
  measure (GTK_WIDGET (fixture.newcomer), "first run", found, style);
  resize (GTK_WIDGET (fixture.window), style->width, style->height);
  for (UiPlaceKind kind = 0; kind < G_N_ELEMENTS (rows); kind++)
    {
      show_page (kind);
      measure (GTK_WIDGET (fixture.window), ui_place_kind_get_id (kind), found, style);
    }
  measure_table (found, style);
  measure_approval (found, style);
  measure_palette (found, style);
  if (style->set != NULL)
    style->set (FALSE);
  if (style->pale)
    set_heavy (FALSE);
  assert_none (found);
}

/* A page that is not shown stays in its stack, and what turns there keeps the window drawing. */
static void
visit_spinner (GtkWidget *widget, gpointer data)
{
  gboolean *unseen = data;

  if (GTK_IS_SPINNER (widget) && gtk_spinner_get_spinning (GTK_SPINNER (widget)) &&
      !gtk_widget_get_mapped (widget))
    *unseen = TRUE;
}

static gboolean
turns_unseen (void)
{
  gboolean unseen = FALSE;

  ui_fixture_walk (GTK_WIDGET (fixture.window), visit_spinner, &unseen);
  return unseen;
}

/* Every place has a row here, and can be shown. */
static void
test_complete (void)
{
  GtkWidget *sidebar;

  set_up ();
  sidebar = ui_fixture_find (GTK_WIDGET (fixture.window), UI_TYPE_SIDEBAR);
  for (UiPlaceKind kind = 0; kind < G_N_ELEMENTS (rows); kind++)
    {
      g_assert_nonnull (rows[kind].get_type);
      /* That of a server is its overview. */
      ui_window_show_place (fixture.window, kind < UI_PLACE_HOME ? fixture.session : NULL, kind);
      g_assert_cmpint (ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (sidebar))), ==,
                       kind == UI_PLACE_OVERVIEW ? UI_PLACE_SERVER : kind);
      /* What is at work elsewhere ends. */
      ui_fixture_wait (!turns_unseen ());
    }
  /* A kind that is new is behind the last row. */
  g_test_expect_message ("spyglass", G_LOG_LEVEL_CRITICAL, "*ui_place_kind_get_id*");
  g_assert_null (ui_place_kind_get_id (G_N_ELEMENTS (rows)));
  g_test_assert_expected_messages ();
}

/* Panes and keys */

static GtkWidget *
get_focus (void)
{
  return gtk_window_get_focus (GTK_WINDOW (fixture.window));
}

/* What has the focus, as the row of a place where it is one. */
static char *
dup_stop (void)
{
  GtkWidget *focus = get_focus ();
  GtkWidget *pane = focus;

  while (pane != NULL && !g_str_has_prefix (G_OBJECT_TYPE_NAME (pane), "Ui"))
    pane = gtk_widget_get_parent (pane);
  if (pane == NULL)
    return g_strdup ("nothing");
  return g_strdup_printf ("%s in %s", G_OBJECT_TYPE_NAME (focus), G_OBJECT_TYPE_NAME (pane));
}

/* The row of the page that is shown; of pages that a menu leads to, that of their server, or none */
static gboolean
is_current_row (GtkWidget *sidebar, GtkWidget *focus)
{
  UiPlaceKind kind = ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (sidebar)));

  return GTK_IS_LIST_BOX_ROW (focus) && gtk_widget_is_ancestor (focus, sidebar) &&
         (kind == UI_PLACE_COMPOSER || gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (focus)));
}

static void
find_wrong_panes (GtkWidget *window, const char *place, GPtrArray *found, guint n_panes)
{
  GtkWidget *sidebar = ui_fixture_find (window, UI_TYPE_SIDEBAR);
  UiPlace   *shown = ui_sidebar_get_place (UI_SIDEBAR (sidebar));
  GtkWidget *stops[8] = { 0 };
  guint      n = 0;

  ui_sidebar_focus (UI_SIDEBAR (sidebar));
  stops[n++] = get_focus ();
  do
    {
      gtk_widget_activate_action (window, "win.next-pane", NULL);
      g_autofree char *stop = dup_stop ();
      g_test_message ("%s: F6 %u: %s", place, n, stop);
      stops[n] = get_focus ();
    }
  while (!is_current_row (sidebar, stops[n]) && ++n < G_N_ELEMENTS (stops) - 1);
  if (!is_current_row (sidebar, stops[0]) || n != n_panes)
    add_finding (found, "%s: F6 goes through %u panes", place, n);
  while (n-- > 0)
    {
      gtk_widget_activate_action (window, "win.previous-pane", NULL);
      g_autofree char *stop = dup_stop ();
      if (n > 0 ? get_focus () != stops[n] : !is_current_row (sidebar, get_focus ()))
        add_finding (found, "%s: Shift+F6 leads to %s in place of pane %u", place, stop, n);
    }
  if (ui_sidebar_get_place (UI_SIDEBAR (sidebar)) != shown)
    add_finding (found, "%s: F6 leaves the page", place);
}

/* Tab goes from one widget to the next, and a page is shown when somebody asks for it. */
static void
find_wrong_tabs (GtkWidget *window, const char *place, GPtrArray *found)
{
  GtkWidget *sidebar = ui_fixture_find (window, UI_TYPE_SIDEBAR);
  UiPlace   *shown = ui_sidebar_get_place (UI_SIDEBAR (sidebar));

  for (GtkDirectionType direction = GTK_DIR_TAB_FORWARD; direction <= GTK_DIR_TAB_BACKWARD; direction++)
    {
      ui_sidebar_focus (UI_SIDEBAR (sidebar));
      for (guint tabs = 0; tabs < MANY_TABS; tabs++)
        {
          gtk_widget_child_focus (window, direction);
          if (ui_sidebar_get_place (UI_SIDEBAR (sidebar)) == shown)
            continue;
          g_autofree char *stop = dup_stop ();
          add_finding (found, "%s: %u × Tab leaves the page for %s", place, tabs + 1, stop);
          return;
        }
    }
  ui_sidebar_focus (UI_SIDEBAR (sidebar));
}

static void
test_keys (void)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  set_up ();
  resize (GTK_WIDGET (fixture.window), 1200, 800);
  for (UiPlaceKind kind = 0; kind < G_N_ELEMENTS (rows); kind++)
    {
      const char *place = ui_place_kind_get_id (kind);

      show_page (kind);
      find_wrong_panes (GTK_WIDGET (fixture.window), place, found, rows[kind].n_panes);
      find_wrong_tabs (GTK_WIDGET (fixture.window), place, found);
    }
  /* The log below a page comes last. */
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.show-log", NULL);
  show_page (UI_PLACE_TOOLS);
  find_wrong_panes (GTK_WIDGET (fixture.window), "tools and log", found,
                    rows[UI_PLACE_TOOLS].n_panes + 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.show-log", NULL);
  assert_none (found);
}

/* That each measure finds what it is there for */

static GtkWidget *
add_label (GtkWidget *place, const char *text, const char *colour, int x, int y)
{
  g_autofree char *markup = g_strdup_printf (
      "<span weight='heavy' foreground='%s' background='#fff'>%s</span>", colour, text);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_fixed_put (GTK_FIXED (place), label, x, y);
  return label;
}

static GtkWidget *
add_button (GtkWidget *place, const char *name, int x, int y)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-add-symbolic");

  gtk_widget_set_size_request (button, 60, 40);
  if (name != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_fixed_put (GTK_FIXED (place), button, x, y);
  return button;
}

typedef void (*Measure) (PageMeasures *measures);

/* Whether the measure finds that, and only so many things */
static void
assert_found (GtkWindow *window, Measure find, guint n_found, const char *part)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (PageMeasures) measures = NULL;
  gboolean is_found = FALSE;

  rest (GTK_WIDGET (window));
  measures = page_measures_new (GTK_WIDGET (window), "proof", found);
  find (measures);
  for (guint i = 0; i < found->len; i++)
    {
      g_test_message ("%s", (const char *)found->pdata[i]);
      is_found = is_found || (part != NULL && strstr (found->pdata[i], part) != NULL);
    }
  g_assert_cmpuint (found->len, ==, n_found);
  g_assert_true (is_found == (n_found > 0));
}

static void
test_contrast_can_fail (void)
{
  g_autoptr (GHashTable) colours = g_hash_table_new (NULL, NULL);
  GtkWidget *place = gtk_fixed_new ();
  GtkWindow *window = ui_fixture_show (place, 300, 200);

  g_assert_cmpfloat_with_epsilon (page_measures_get_ratio (0xffffff, 0x888888), 3.54, 0.01);
  g_assert_cmpfloat_with_epsilon (page_measures_get_ratio (0, 0xffffff), 21, 0.01);
  g_hash_table_insert (colours, GUINT_TO_POINTER (0xffffff), GUINT_TO_POINTER (90));
  g_assert_cmpfloat (page_measures_get_contrast (colours), ==, 0);
  g_hash_table_insert (colours, GUINT_TO_POINTER (0x888888), GUINT_TO_POINTER (9));
  g_assert_cmpfloat_with_epsilon (page_measures_get_contrast (colours), 3.54, 0.01);

  add_label (place, "black", "#000", 10, 10);
  assert_found (window, page_measures_find_pale, 0, NULL);
  GtkWidget *pale = add_label (place, "grey", "#888", 10, 60);
  assert_found (window, page_measures_find_pale, 1, "“grey” has 2.");
  /* What cannot be used may be paler. */
  gtk_widget_set_sensitive (pale, FALSE);
  assert_found (window, page_measures_find_pale, 0, NULL);
  ui_fixture_assert_ends (window, place);
}

static void
test_sizes_can_fail (void)
{
  GtkWidget *place = gtk_fixed_new ();
  GtkWindow *window = ui_fixture_show (place, 300, 200);

  add_label (place, "as usual", "#000", 10, 10);
  assert_found (window, page_measures_find_small, 0, NULL);
  add_label (place, "<span size='8pt'>tiny</span>", "#000", 10, 60);
  assert_found (window, page_measures_find_small, 1, "“tiny” is 10.7 pixels high");
  ui_fixture_assert_ends (window, place);
}

static void
test_names_can_fail (void)
{
  GtkWidget *place = gtk_fixed_new ();
  GtkWindow *window = ui_fixture_show (place, 300, 200);

  gtk_window_set_title (window, "Proof");
  gtk_accessible_update_property (GTK_ACCESSIBLE (window), GTK_ACCESSIBLE_PROPERTY_LABEL, "Proof", -1);
  add_button (place, "Cancel the call", 0, 0);
  assert_found (window, page_measures_find_nameless, 0, NULL);
  GtkWidget *button = add_button (place, NULL, 0, 60);
  assert_found (window, page_measures_find_nameless, 1, "a GtkButton without a name in GtkFixed");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "GtkButton", -1);
  assert_found (window, page_measures_find_nameless, 1, "a GtkButton without a name in GtkFixed");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "_Cancel", -1);
  assert_found (window, page_measures_find_nameless, 1, "GtkButton “_Cancel” says its mnemonic");
  GtkWidget *label = gtk_label_new ("Cancel");
  gtk_fixed_put (GTK_FIXED (place), label, 100, 0);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  NULL, -1);
  assert_found (window, page_measures_find_nameless, 1, "“_Cancel Cancel” says its name twice");
  gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
  assert_found (window, page_measures_find_nameless, 0, NULL);
  ui_fixture_assert_ends (window, place);
}

static void
test_roles_can_fail (void)
{
  GtkWidget *place = gtk_fixed_new ();
  GtkWidget *area = gtk_drawing_area_new ();
  GtkWindow *window = ui_fixture_show (place, 300, 200);

  gtk_widget_set_size_request (area, 60, 40);
  gtk_widget_set_focusable (area, TRUE);
  gtk_fixed_put (GTK_FIXED (place), area, 0, 60);
  GtkWidget *button = add_button (place, "Add", 0, 0);
  g_assert_true (gtk_widget_grab_focus (button));
  assert_found (window, page_measures_find_wrong_roles, 0, NULL);
  g_assert_true (gtk_widget_grab_focus (area));
  assert_found (window, page_measures_find_wrong_roles, 1, "the focus is on a GtkDrawingArea");
  ui_fixture_assert_ends (window, place);
}

static void
test_places_can_fail (void)
{
  GtkWidget *place = gtk_fixed_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWindow *window;

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), place);
  window = ui_fixture_show (scroller, 300, 200);
  add_button (place, "Add", 0, 0);
  GtkWidget *label = add_label (place, "one", "#000", 0, 100);
  /* A pixel may be shared, as by linked buttons. */
  GtkWidget *button = add_button (place, "Remove", 59, 0);
  assert_found (window, page_measures_find_misplaced, 0, NULL);
  gtk_fixed_move (GTK_FIXED (place), button, 40, 0);
  assert_found (window, page_measures_find_misplaced, 1,
                "GtkButton “Add” and GtkButton “Remove” overlap");
  gtk_fixed_move (GTK_FIXED (place), button, 100, 0);
  add_label (place, "other", "#000", 4, 104);
  assert_found (window, page_measures_find_misplaced, 1,
                "GtkLabel “one” and GtkLabel “other” overlap");
  gtk_fixed_move (GTK_FIXED (place), label, 0, 150);
  assert_found (window, page_measures_find_misplaced, 0, NULL);
  /* Where it can be scrolled to, nothing is cut. */
  gtk_fixed_move (GTK_FIXED (place), button, 270, 0);
  assert_found (window, page_measures_find_misplaced, 0, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_AUTOMATIC);
  assert_found (window, page_measures_find_misplaced, 1, "GtkButton “Remove” is cut at a side");
  ui_fixture_assert_ends (window, scroller);
}

/* What floats may lie over what is scrolled alone. */
static void
test_floating_can_fail (void)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *place = gtk_fixed_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *text = gtk_text_view_new ();
  GtkWidget *floating = gtk_fixed_new ();
  GtkWindow *window;

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  gtk_widget_set_size_request (scroller, 200, 200);
  gtk_fixed_put (GTK_FIXED (place), scroller, 0, 0);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), place);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), floating);
  gtk_widget_set_valign (floating, GTK_ALIGN_END);
  add_button (floating, "Answer", 140, 0);
  window = ui_fixture_show (overlay, 300, 200);
  assert_found (window, page_measures_find_misplaced, 1, "and GtkButton “Answer” overlap");
  gtk_widget_add_css_class (floating, "floating");
  assert_found (window, page_measures_find_misplaced, 0, NULL);
  GtkWidget *second = add_button (floating, "Later", 150, 0);
  assert_found (window, page_measures_find_misplaced, 1,
                "GtkButton “Answer” and GtkButton “Later” overlap");
  gtk_widget_set_visible (second, FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_NEVER);
  assert_found (window, page_measures_find_misplaced, 1, "and GtkButton “Answer” overlap");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  add_button (place, "Call", 210, 165);
  gtk_fixed_move (GTK_FIXED (floating), gtk_widget_get_first_child (floating), 160, 0);
  assert_found (window, page_measures_find_misplaced, 1,
                "GtkButton “Call” and GtkButton “Answer” overlap");
  ui_fixture_assert_ends (window, overlay);
}

static void
test_widths_can_fail (void)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *window;

  set_up ();
  window = GTK_WIDGET (fixture.newcomer);
  find_not_mirrored (window, "proof", found);
  g_assert_cmpuint (found->len, ==, 2);
  g_ptr_array_set_size (found, 0);
  /* A window that needs more, then a page: its end is cut. */
  gtk_widget_set_size_request (window, 500, -1);
  find_wrong_widths (window, "proof", found, &styles[0]);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (found->pdata[0], ==, "proof at 360: stays 500 wide");
  gtk_widget_set_size_request (window, NARROW_WIDTH, -1);
  g_ptr_array_set_size (found, 0);
  GtkWidget *page = ui_fixture_find (window, UI_TYPE_WELCOME_PAGE);
  gtk_widget_set_size_request (page, 500, -1);
  find_wrong_widths (window, "proof", found, &styles[0]);
  g_assert_cmpuint (found->len, >, 0);
  g_assert_nonnull (strstr (found->pdata[0], "is cut at a side"));
  gtk_widget_set_size_request (page, -1, -1);
}

void
add_page_table_tests (void)
{
  g_test_add_func ("/ui/page-table/contrast-can-fail", test_contrast_can_fail);
  g_test_add_func ("/ui/page-table/sizes-can-fail", test_sizes_can_fail);
  g_test_add_func ("/ui/page-table/names-can-fail", test_names_can_fail);
  g_test_add_func ("/ui/page-table/roles-can-fail", test_roles_can_fail);
  g_test_add_func ("/ui/page-table/places-can-fail", test_places_can_fail);
  g_test_add_func ("/ui/page-table/floating-can-fail", test_floating_can_fail);
  g_test_add_func ("/ui/page-table/widths-can-fail", test_widths_can_fail);
  g_test_add_func ("/ui/page-table/complete", test_complete);
  g_test_add_func ("/ui/page-table/keys", test_keys);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ui/page-table/%s", styles[i].name);
      g_test_add_data_func (path, &styles[i], test_style);
    }
}
