/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The guide: each page has its chapter, each chapter is shown, each heading and link is reached. */

#include "ui-tests.h"
#include "page-measures.h"
#include "ui-fixture.h"
#include "app-guide.h"
#include "ui-help-window.h"
#include "ui-markdown-view.h"
#include "ui-place-kind.h"

#include <string.h>

#define TEMPLATES "/io/github/spyglass_mcp/Spyglass/ui/"

typedef struct
{
  GtkWindow      *parent;
  GtkWidget      *entry; /* of the parent, with the focus */
  GtkWindow      *help;
  UiMarkdownView *text;
  GtkListBox     *list;
  AdwLeaflet     *leaflet;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->entry = gtk_entry_new ();
  self->parent = ui_fixture_show (self->entry, 600, 400);
  gtk_widget_grab_focus (self->entry);
  ui_help_window_present (self->parent, NULL);
  self->help = ui_fixture_find_window (UI_TYPE_HELP_WINDOW);
  g_assert_nonnull (self->help);
  self->text = UI_MARKDOWN_VIEW (ui_fixture_find (GTK_WIDGET (self->help), UI_TYPE_MARKDOWN_VIEW));
  self->list = GTK_LIST_BOX (ui_fixture_find (GTK_WIDGET (self->help), GTK_TYPE_LIST_BOX));
  self->leaflet = ADW_LEAFLET (ui_fixture_find (GTK_WIDGET (self->help), ADW_TYPE_LEAFLET));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (self->help));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->help != NULL)
    ui_fixture_assert_ends (self->help, GTK_WIDGET (self->help));
  gtk_window_destroy (self->parent);
}

static gboolean
shows_text (Fixture *self, const char *start)
{
  g_autofree char *text = ui_fixture_dup_text (self->text);

  return text[0] != '\0' && g_str_has_prefix (text, start);
}

static void
assert_chapter (const char *chapter)
{
  g_assert_nonnull (chapter);
  g_assert_true (app_guide_find (chapter) == chapter);
}

/* Whoever adds a page says what is to be read about it. */
static void
test_places (void)
{
  for (UiPlaceKind kind = UI_PLACE_SERVER; kind <= UI_PLACE_APPLICATIONS; kind++)
    {
      g_test_message ("%s", ui_place_kind_get_id (kind));
      assert_chapter (ui_help_window_find_chapter (ui_place_kind_get_id (kind)));
    }
  g_assert_null (ui_help_window_find_chapter ("no-page"));
}

/* A window that is named in the table is one that there is. */
static void
test_windows (void)
{
  static const char *const windows[] = { "auth/ui-auth-window.ui", "clients/ui-clients-dialog.ui",
                                         "clients/ui-import-dialog.ui", "clients/ui-share-dialog.ui",
                                         "model/ui-provider-dialog.ui",
                                         "reference/ui-reference-dialog.ui" };

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      g_autofree char *path = g_strconcat (TEMPLATES, windows[i], NULL);
      g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
      g_autofree char *text =
          g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      const char      *begin = strstr (text, "<template class=\"") + strlen ("<template class=\"");
      g_autofree char *type = g_strndup (begin, strcspn (begin, "\""));

      g_test_message ("%s", type);
      assert_chapter (ui_help_window_find_chapter (type));
    }
}

/* The title is said once, by the header. */
static void
test_chapters (Fixture *self, gconstpointer data)
{
  const char *const *chapters = app_guide_get_chapters ();
  guint              n = 0;

  for (; chapters[n] != NULL; n++)
    {
      g_autofree char *title = app_guide_dup_title (chapters[n]);
      g_autoptr (GBytes) markdown = app_guide_read (chapters[n]);
      const char *begin =
          (const char *)g_bytes_get_data (markdown, NULL) + strlen ("# ") + strlen (title);
      const char      *line = begin + strspn (begin, "\n# `");
      g_autofree char *word = g_strndup (line, strcspn (line, " \n`"));

      g_assert_cmpuint (strlen (title), >, 0);
      gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int)n));
      g_assert_cmpstr (gtk_window_get_title (self->help), ==, title);
      ui_fixture_wait (shows_text (self, word));
      g_assert_nonnull (ui_fixture_find_named (GTK_WIDGET (self->text), title));
    }
  g_assert_null (gtk_list_box_get_row_at_index (self->list, (int)n));
  ui_fixture_assert_named (GTK_WIDGET (self->help));
}

/* Tab as the window gets it. Returns: whether the text kept it */
static gboolean
press_tab (Fixture *self, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->text));
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Tab, 0, state, &taken);
    }
  return taken;
}

static void
test_stops (Fixture *self, gconstpointer data)
{
  guint          n = 0;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (ui_fixture_find (GTK_WIDGET (self->text), GTK_TYPE_TEXT_VIEW)));

  ui_fixture_wait (shows_text (self, "Spyglass"));
  for (; press_tab (self, 0); n++)
    g_assert_true (gtk_text_buffer_get_has_selection (buffer));
  /* Three headings and half a dozen links, of which none is met twice. */
  g_assert_cmpuint (n, >, 8);
  g_assert_cmpuint (n, <, 30);
  for (; press_tab (self, GDK_SHIFT_MASK); n--)
    ;
  g_assert_cmpuint (n, ==, 1);
}

static gboolean
follow (Fixture *self, const char *target)
{
  gboolean is_open = FALSE;

  g_signal_emit_by_name (self->text, "open-link", target, &is_open);
  return is_open;
}

static void
test_links (Fixture *self, gconstpointer data)
{
  g_assert_true (follow (self, "forms.md"));
  g_assert_cmpstr (gtk_window_get_title (self->help), ==, "Forms");
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (self->list)), ==, 1);
  /* These are asked about. */
  g_assert_false (follow (self, "https://modelcontextprotocol.io"));
  g_assert_false (follow (self, "no-chapter.md"));
  g_assert_cmpstr (gtk_window_get_title (self->help), ==, "Forms");
}

/* There is one window; a dialog that keeps the others from being used does not keep it. */
static void
test_again (Fixture *self, gconstpointer data)
{
  g_assert_false (gtk_window_get_modal (self->help));
  gtk_window_set_modal (self->parent, TRUE);
  ui_help_window_present (self->parent, "playground");
  g_assert_true (ui_fixture_find_window (UI_TYPE_HELP_WINDOW) == self->help);
  g_assert_true (gtk_window_get_modal (self->help));
  g_assert_cmpstr (gtk_window_get_title (self->help), ==, "Playground");
  ui_help_window_present (self->parent, NULL);
  g_assert_cmpstr (gtk_window_get_title (self->help), ==, "Playground");
}

static gboolean
shows_page (Fixture *self, const char *name)
{
  GtkWidget *page = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (self->help), UI_TYPE_HELP_WINDOW, name));

  return adw_leaflet_get_folded (self->leaflet) &&
         adw_leaflet_get_visible_child (self->leaflet) == page;
}

static void
test_narrow (Fixture *self, gconstpointer data)
{
  gtk_window_set_default_size (self->help, 360, 640);
  ui_fixture_wait (adw_leaflet_get_folded (self->leaflet));
  ui_help_window_present (self->parent, "forms");
  ui_fixture_finish_drawing ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->help)), <=, 360 + 52);
  g_assert_true (shows_page (self, "text_page"));
  gtk_widget_activate_action (GTK_WIDGET (self->help), "help.back", NULL);
  g_assert_true (shows_page (self, "list_page"));
  g_signal_emit_by_name (self->list, "row-activated",
                         gtk_list_box_get_selected_row (self->list));
  g_assert_true (shows_page (self, "text_page"));
}

/* What holds for the pages of the window. */
static void
measure (Fixture *self, const char *place)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  ui_fixture_finish_drawing ();
  g_autoptr (PageMeasures) measures =
      page_measures_new (GTK_WIDGET (self->help), place, found);
  page_measures_find_pale (measures);
  page_measures_find_small (measures);
  page_measures_find_nameless (measures);
  page_measures_find_wrong_roles (measures);
  page_measures_find_misplaced (measures);
  for (guint i = 0; i < found->len; i++)
    g_test_message ("%s", (const char *)found->pdata[i]);
  g_assert_cmpuint (found->len, ==, 0);
}

static void
test_measures (Fixture *self, gconstpointer data)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  for (guint i = 0; i < 2; i++)
    {
      adw_style_manager_set_color_scheme (manager, i > 0 ? ADW_COLOR_SCHEME_FORCE_DARK
                                                         : ADW_COLOR_SCHEME_DEFAULT);
      gtk_window_set_default_size (self->help, 900, 680);
      ui_fixture_wait (!adw_leaflet_get_folded (self->leaflet));
      measure (self, "wide");
      gtk_window_set_default_size (self->help, 360, 640);
      ui_fixture_wait (adw_leaflet_get_folded (self->leaflet));
      measure (self, "narrow");
    }
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
}

/* Escape closes it, and the parent has its focus as it was. */
static void
test_focus (Fixture *self, gconstpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (self->help);

  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)));
  ui_help_window_present (self->parent, "forms");
  focus = gtk_window_get_focus (self->help);
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->text)));
  gtk_widget_activate_action (GTK_WIDGET (self->help), "window.close", NULL);
  self->help = NULL;
  ui_fixture_wait (ui_fixture_find_window (UI_TYPE_HELP_WINDOW) == NULL);
  focus = gtk_window_get_focus (self->parent);
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, self->entry));
}

#define ADD(path, function) \
  g_test_add ("/ui/help/" path, Fixture, NULL, set_up, function, tear_down)

void
add_help_tests (void)
{
  g_test_add_func ("/ui/help/places", test_places);
  g_test_add_func ("/ui/help/windows", test_windows);
  ADD ("chapters", test_chapters);
  ADD ("stops", test_stops);
  ADD ("links", test_links);
  ADD ("again", test_again);
  ADD ("narrow", test_narrow);
  ADD ("measures", test_measures);
  ADD ("focus", test_focus);
}
