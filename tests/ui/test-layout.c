/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a form and its result share the page, and that nothing moves them but the person. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-call-split.h"
#include "ui-detail-header.h"
#include "ui-detail-page.h"
#include "ui-form-view.h"
#include "ui-layout.h"
#include "ui-result-view.h"
#include "app-catalogue.h"
#include "app-drafts.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWidget    *page;
  GtkWindow    *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer width)
{
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  ui_fixture_connect (self->session);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, GPOINTER_TO_INT (width), 700);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_set (ui_layout_get_default (), "preset", UI_LAYOUT_BESIDE, "fold-form", TRUE, NULL);
  ui_fixture_assert_ends (self->window, self->page);
  ui_fixture_close (self->workspace);
}

static McpDefinition *
show (Fixture *self, McpDefinitionKind kind, const char *key)
{
  GListModel *list = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      if (key != NULL && g_strcmp0 (mcp_definition_get_key (definition), key) != 0)
        continue;
      ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), definition);
      ui_fixture_finish_drawing ();
      return definition;
    }
  g_error ("there is no %s", key);
}

static AppForm *
show_form (Fixture *self, const char *tool)
{
  McpDefinition *definition = show (self, MCP_DEFINITION_TOOL, tool);

  return app_draft_get_form (
      app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS), definition));
}

static graphene_rect_t
bounds_of (Fixture *self, GType type)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  GtkWidget      *widget = ui_fixture_find (self->page, type);

  if (gtk_widget_get_mapped (widget))
    g_assert_true (gtk_widget_compute_bounds (widget, self->page, &bounds));
  return bounds;
}

static GtkWidget *
find_summary (Fixture *self)
{
  return GTK_WIDGET (gtk_widget_get_template_child (self->page, UI_TYPE_DETAIL_PAGE, "summary"));
}

static void
call (Fixture *self)
{
  GtkWidget *result = ui_fixture_find (self->page, UI_TYPE_RESULT_VIEW);

  ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
  ui_fixture_wait (ui_fixture_get_call (result) != NULL &&
                   app_call_get_state (ui_fixture_get_call (result)) == APP_CALL_DONE);
  ui_fixture_finish_drawing ();
}

static GtkWidget *
get_focus (Fixture *self)
{
  return gtk_root_get_focus (GTK_ROOT (self->window));
}

/* At the sizes that windows have, the result has 480 pixels and more; tools and results leave the
 * division where it is. */
static void
test_steady (Fixture *self, gconstpointer width)
{
  g_object_set (ui_layout_get_default (), "fold-form", FALSE, NULL);
  show (self, MCP_DEFINITION_TOOL, "find_products");
  call (self);
  graphene_rect_t before = bounds_of (self, UI_TYPE_RESULT_VIEW);
  g_assert_cmpfloat (before.size.width, >=, 480);
  g_assert_cmpfloat (before.size.height, >=, 200);

  call (self);
  graphene_rect_t after = bounds_of (self, UI_TYPE_RESULT_VIEW);
  g_assert_true (graphene_rect_equal (&before, &after));

  show (self, MCP_DEFINITION_TOOL, "echo");
  show (self, MCP_DEFINITION_TOOL, "find_products");
  after = bounds_of (self, UI_TYPE_RESULT_VIEW);
  g_assert_true (graphene_rect_equal (&before, &after));
}

/* What a call sent stays in sight on one line, and the result has the room. Beside each other, both
 * have theirs. */
static void
test_fold (Fixture *self, gconstpointer width)
{
  AppForm   *form = show_form (self, "find_products");
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_FORM_VIEW);

  app_form_set_json (form, "{\"query\":\"head\",\"max_price\":200}");
  /* A row that has not been laid out yet takes no focus. */
  ui_fixture_wait ((ui_form_view_focus_field (UI_FORM_VIEW (view), "/max_price"),
                    get_focus (self) != NULL &&
                        gtk_widget_is_ancestor (get_focus (self), view)));
  GtkWidget *editing = get_focus (self);
  call (self);
  GtkWidget *summary = find_summary (self);
  if (GPOINTER_TO_INT (width) > 800)
    {
      g_assert_cmpfloat (bounds_of (self, UI_TYPE_FORM_VIEW).size.height, >, 400);
      g_assert_false (gtk_widget_get_mapped (summary));
      return;
    }
  g_assert_false (gtk_widget_get_mapped (view));
  g_assert_cmpfloat (bounds_of (self, UI_TYPE_RESULT_VIEW).size.height, >=, 500);
  g_assert_nonnull (ui_fixture_find_label (summary, "query: \"head\" · max_price: 200"));

  /* Enter goes back to where the person typed. */
  ui_fixture_wait (get_focus (self) != NULL &&
                   get_focus (self) == summary);
  gtk_widget_activate (get_focus (self));
  ui_fixture_wait (gtk_widget_get_mapped (view));
  g_assert_true (get_focus (self) == editing);
  call (self);

  /* Each tool keeps how it was left. */
  show (self, MCP_DEFINITION_TOOL, "echo");
  g_assert_true (gtk_widget_get_mapped (view));
  show (self, MCP_DEFINITION_TOOL, "find_products");
  g_assert_false (gtk_widget_get_mapped (view));
}

/* A form that has room with its result stays open, and where it is. */
static void
test_fits (Fixture *self, gconstpointer width)
{
  AppForm   *form = show_form (self, "echo");
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_FORM_VIEW);

  app_form_set_json (form, "{\"message\":\"hello\"}");
  ui_fixture_finish_drawing ();
  graphene_rect_t before = bounds_of (self, UI_TYPE_FORM_VIEW);
  call (self);
  graphene_rect_t after = bounds_of (self, UI_TYPE_FORM_VIEW);
  g_assert_true (gtk_widget_get_mapped (view));
  g_assert_true (graphene_rect_equal (&before, &after));
}

/* A tool without arguments has Call and nothing to fill in, until the person adds something. */
static void
test_no_arguments (Fixture *self, gconstpointer width)
{
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_FORM_VIEW);
  GtkWidget *summary = find_summary (self);
  AppForm   *form = show_form (self, "show_text");

  g_assert_false (gtk_widget_get_mapped (view));
  g_assert_false (gtk_widget_get_mapped (summary));
  call (self);
  g_assert_false (gtk_widget_get_mapped (view));
  app_field_add_member (app_form_get_root (form), "more");
  ui_fixture_wait (gtk_widget_get_mapped (view));
  app_form_reset (form);
  ui_fixture_wait (!gtk_widget_get_mapped (view));
  g_assert_true (gtk_widget_activate_action (self->page, "form.tidy", NULL));
  ui_fixture_wait (gtk_widget_get_mapped (view));
}

/* The tick of the layout is at what is shown. */
static void
test_tick (Fixture *self, gconstpointer width)
{
  GtkWidget       *split = ui_fixture_find (self->page, UI_TYPE_CALL_SPLIT);
  g_autofree char *layout = NULL;

  show_form (self, "echo");
  g_object_get (split, "layout", &layout, NULL);
  g_assert_cmpstr (layout, ==, GPOINTER_TO_INT (width) > 800 ? UI_LAYOUT_BESIDE : UI_LAYOUT_STACKED);
}

/* What keeps a form from being sent is shown in it. */
static void
test_unfold (Fixture *self, gconstpointer width)
{
  AppForm   *form = show_form (self, "find_products");
  GtkWidget *view = ui_fixture_find (self->page, UI_TYPE_FORM_VIEW);

  call (self);
  app_form_set_json (form, "{\"max_price\":\"much\"}");
  ui_detail_page_submit (UI_DETAIL_PAGE (self->page));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_get_mapped (view));
  g_assert_true (gtk_widget_is_ancestor (get_focus (self), view));
  g_assert_nonnull (ui_fixture_find_label (view, "Send Anyway"));

  app_form_set_json (form, "{}");
  call (self);
  ui_detail_page_focus_form (UI_DETAIL_PAGE (self->page));
  g_assert_true (gtk_widget_get_mapped (view));
}

/* A long form has the room that there is until there is a result. */
static void
test_long_form (Fixture *self, gconstpointer width)
{
  show_form (self, "every_field");
  if (GPOINTER_TO_INT (width) > 800)
    return;
  ui_fixture_wait (bounds_of (self, UI_TYPE_RESULT_VIEW).size.height <= 100);
  show_form (self, "echo");
  ui_fixture_wait (bounds_of (self, UI_TYPE_RESULT_VIEW).size.height >= 200);
}

/* The header is a line and a line of description. */
static void
test_header (Fixture *self, gconstpointer width)
{
  show (self, MCP_DEFINITION_TOOL, "find_products");
  g_assert_cmpfloat (bounds_of (self, UI_TYPE_DETAIL_HEADER).size.height, <=, 80);
  g_assert_nonnull (ui_fixture_find_label (self->page, "Find products"));
}

static void
test_presets (Fixture *self, gconstpointer width)
{
  UiLayout *layout = ui_layout_get_default ();

  show (self, MCP_DEFINITION_TOOL, "find_products");
  g_object_set (layout, "preset", UI_LAYOUT_STACKED, NULL);
  ui_fixture_finish_drawing ();
  graphene_rect_t form = bounds_of (self, UI_TYPE_FORM_VIEW);
  graphene_rect_t result = bounds_of (self, UI_TYPE_RESULT_VIEW);
  g_assert_cmpfloat (result.origin.y, >=, form.origin.y + form.size.height);
  g_object_set (layout, "result-only", TRUE, NULL);
  ui_fixture_finish_drawing ();
  g_assert_cmpfloat (bounds_of (self, UI_TYPE_FORM_VIEW).size.height, ==, 0);
  g_assert_cmpstr (ui_layout_get_preset (layout), ==, UI_LAYOUT_RESULT);
  g_object_set (layout, "result-only", FALSE, NULL);
  ui_fixture_finish_drawing ();
  g_assert_cmpstr (ui_layout_get_preset (layout), ==, UI_LAYOUT_STACKED);
  g_assert_cmpfloat (bounds_of (self, UI_TYPE_FORM_VIEW).size.height, >, 0);
}

/* Where there is nothing to fill in there is no place for it. */
static void
test_no_form (Fixture *self, gconstpointer width)
{
  show (self, MCP_DEFINITION_RESOURCE, NULL);
  g_assert_cmpfloat (bounds_of (self, UI_TYPE_FORM_VIEW).size.height, ==, 0);
  graphene_rect_t result = bounds_of (self, UI_TYPE_RESULT_VIEW);
  g_assert_cmpfloat (result.size.width, ==, gtk_widget_get_width (self->page));
  g_assert_cmpfloat (result.origin.y, <=, 140);
}

void
add_layout_tests (void)
{
  /* What a window of 1200 pixels leaves with and without the list. */
  static const int widths[] = { 700, 960 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gconstpointer    width = GINT_TO_POINTER (widths[i]);
      g_autofree char *steady = g_strdup_printf ("/layout/steady/%d", widths[i]);
      g_autofree char *fold = g_strdup_printf ("/layout/fold/%d", widths[i]);
      g_autofree char *unfold = g_strdup_printf ("/layout/unfold/%d", widths[i]);
      g_autofree char *long_form = g_strdup_printf ("/layout/long-form/%d", widths[i]);
      g_autofree char *header = g_strdup_printf ("/layout/header/%d", widths[i]);
      g_autofree char *presets = g_strdup_printf ("/layout/presets/%d", widths[i]);
      g_autofree char *no_form = g_strdup_printf ("/layout/no-form/%d", widths[i]);

      g_autofree char *fits = g_strdup_printf ("/layout/fits/%d", widths[i]);
      g_autofree char *nothing = g_strdup_printf ("/layout/no-arguments/%d", widths[i]);
      g_autofree char *tick = g_strdup_printf ("/layout/tick/%d", widths[i]);

      g_test_add (fits, Fixture, width, set_up, test_fits, tear_down);
      g_test_add (nothing, Fixture, width, set_up, test_no_arguments, tear_down);
      g_test_add (tick, Fixture, width, set_up, test_tick, tear_down);
      g_test_add (steady, Fixture, width, set_up, test_steady, tear_down);
      g_test_add (fold, Fixture, width, set_up, test_fold, tear_down);
      g_test_add (unfold, Fixture, width, set_up, test_unfold, tear_down);
      g_test_add (long_form, Fixture, width, set_up, test_long_form, tear_down);
      g_test_add (header, Fixture, width, set_up, test_header, tear_down);
      g_test_add (presets, Fixture, width, set_up, test_presets, tear_down);
      g_test_add (no_form, Fixture, width, set_up, test_no_form, tear_down);
    }
}
