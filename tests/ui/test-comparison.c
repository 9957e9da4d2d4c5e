/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two results, or two entries of the history, beside each other: chosen, compared, shown; and the
 * menus of rows, which lead there. */

#include "ui-tests.h"
#include "ui-comparison-dialog.h"
#include "ui-fixture.h"
#include "ui-object-view.h"
#include "ui-objects-page.h"

#include <string.h>

typedef struct
{
  AppObjectCache *object_cache;
  AppSettings    *settings;
  GtkWindow      *window;
  GtkWidget      *page;
} Fixture;

static void
on_put (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, NULL);

  g_assert_nonnull (entry);
  *(gboolean *)data = TRUE;
}

static void
add (Fixture *self, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (StoreObject) object = app_objects_new_object (bytes);
  gboolean done = FALSE;

  app_object_cache_put_async (self->object_cache, object, NULL, on_put, &done);
  ui_fixture_wait (done);
}

static void
set_up (Fixture *self, int width)
{
  self->object_cache = app_object_cache_new (NULL);
  self->settings = app_settings_new ();
  self->page = ui_objects_page_new (self->object_cache, self->settings, NULL);
  self->window = ui_fixture_show (self->page, width, 600);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (self->page);
  ui_fixture_assert_ends (self->window, self->page);
  /* A worker that still compares holds it a little longer. */
  g_object_add_weak_pointer (G_OBJECT (self->object_cache), (gpointer *)&self->object_cache);
  g_object_unref (self->object_cache);
  ui_fixture_wait (self->object_cache == NULL);
  g_assert_finalize_object (self->settings);
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (UI_IS_COMPARISON_DIALOG (window))
        return window;
    }
  return NULL;
}

static guint
count_rows (GtkWidget *dialog, const char *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (
      gtk_list_view_get_model (GTK_LIST_VIEW (ui_fixture_find_named (dialog, list)))));
}

/* Opens the dialog by the action of a row; the choice is what is left. */
static GtkWidget *
ask (Fixture *self, guint expected)
{
  g_assert_true (gtk_widget_activate_action (self->page, "object.compare", NULL));
  ui_fixture_wait (find_dialog () != NULL);
  GtkWidget *dialog = find_dialog ();
  ui_fixture_wait (gtk_widget_get_mapped (dialog));
  g_assert_cmpuint (count_rows (dialog, "Compare with"), ==, expected);
  return dialog;
}

static void
choose (GtkWidget *dialog, guint position)
{
  g_signal_emit_by_name (ui_fixture_find_named (dialog, "Compare with"), "activate", position);
}

static gboolean
is_shown (GtkWidget *dialog, const char *text)
{
  GtkWidget *label = ui_fixture_find_label (dialog, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
close_dialog (GtkWidget *dialog)
{
  gtk_window_close (GTK_WINDOW (dialog));
  ui_fixture_wait (find_dialog () == NULL);
}

static void
test_differences (void)
{
  Fixture self;

  set_up (&self, 1000);
  add (&self, "{\"a\":1.10,\"b\":[1,2],\"gone\":\"<b>\"}");
  add (&self, "{\"a\":1.20,\"b\":[1,2,3]}");
  ui_fixture_finish_drawing ();
  GtkWidget *dialog = ask (&self, 1);
  g_assert_true (is_shown (dialog, "Compare With"));
  choose (dialog, 0);
  ui_fixture_wait (is_shown (dialog, "3 differences"));

  /* The older one comes first, whichever was chosen, and numbers are as they were written. */
  g_assert_true (is_shown (dialog, "− Result 1"));
  g_assert_true (is_shown (dialog, "+ Result 2"));
  g_assert_true (is_shown (dialog, "1.10"));
  g_assert_true (is_shown (dialog, "1.20"));
  g_assert_nonnull (ui_fixture_find_named (dialog, "Changed, a: 1.10, now 1.20"));
  g_assert_nonnull (ui_fixture_find_named (dialog, "Added, b[2]: 3"));
  g_assert_nonnull (ui_fixture_find_named (dialog, "Removed, gone: \"<b>\""));
  ui_fixture_assert_named (dialog);

  /* Each is opened whole; what is only in one is not there in the other. */
  GtkSelectionModel *rows =
      gtk_list_view_get_model (GTK_LIST_VIEW (ui_fixture_find_named (dialog, "Differences")));
  gtk_selection_model_select_item (rows, 1, TRUE);
  ui_fixture_wait (is_shown (dialog, "Missing"));

  g_assert_true (gtk_widget_activate_action (dialog, "comparison.back", NULL));
  ui_fixture_wait (is_shown (dialog, "Compare With"));
  close_dialog (dialog);
  tear_down (&self);
}

static void
test_equal (void)
{
  Fixture self;

  set_up (&self, 1000);
  add (&self, "{\"a\":1.10,\"b\":2}");
  add (&self, "{\"b\":2,\"a\":1.1}");
  ui_fixture_finish_drawing ();
  GtkWidget *dialog = ask (&self, 1);
  choose (dialog, 0);
  ui_fixture_wait (is_shown (dialog, "No Differences"));
  close_dialog (dialog);
  tear_down (&self);
}

static void
find_switch (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_STACK_SWITCHER (widget))
    *(GtkWidget **)data = widget;
}

/* Two texts are compared line by line, and so are strings of many lines in two values. */
static void
test_lines (void)
{
  static const char *const texts[] = {
    "first line\nsecond line\nthird line\n4\n5\n6\n7\n8\n9\n",
    "first line\nsecond <b>\nthird line\n4\n5\n6\n7\n8\n9\n",
    "{\"n\":1,\"text\":\"first line\\nsecond line\\n\"}",
    "{\"n\":2,\"text\":\"first line\\n2nd line\\n\"}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i += 2)
    {
      Fixture    self;
      GtkWidget *switcher = NULL;

      set_up (&self, 1000);
      add (&self, texts[i]);
      add (&self, texts[i + 1]);
      ui_fixture_finish_drawing ();
      GtkWidget *dialog = ask (&self, 1);
      choose (dialog, 0);
      ui_fixture_wait (is_shown (dialog, i == 0 ? "1 difference" : "2 differences"));
      if (i > 0)
        {
          GtkSelectionModel *rows = gtk_list_view_get_model (
              GTK_LIST_VIEW (ui_fixture_find_named (dialog, "Differences")));

          /* A number has both values alone. */
          ui_fixture_walk (dialog, find_switch, &switcher);
          g_assert_false (gtk_widget_get_mapped (switcher));
          gtk_selection_model_select_item (rows, 1, TRUE);
        }
      ui_fixture_wait (is_shown (dialog, "1 line removed · 1 line added"));
      ui_fixture_wait (is_shown (dialog, "second line"));
      g_assert_nonnull (ui_fixture_find_named (dialog, "Removed, line 2: second line"));
      g_assert_nonnull (ui_fixture_find_named (
          dialog, i == 0 ? "Added, line 2: second <b>" : "Added, line 2: 2nd line"));
      g_assert_true (i > 0 || is_shown (dialog, "4 unchanged lines"));
      ui_fixture_assert_named (dialog);

      /* Both texts are a click away, and stay chosen. */
      ui_fixture_walk (dialog, find_switch, &switcher);
      g_assert_true (gtk_widget_get_mapped (switcher));
      gtk_stack_set_visible_child_name (
          gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)), "values");
      ui_fixture_wait (!is_shown (dialog, "4 unchanged lines"));
      close_dialog (dialog);
      tear_down (&self);
    }
}

/* What is gone meanwhile is said to be; where there is one alone, that is said. */
static void
test_gone (void)
{
  Fixture self;

  set_up (&self, 1000);
  add (&self, "[1]");
  add (&self, "[2]");
  ui_fixture_finish_drawing ();
  GtkWidget        *dialog = ask (&self, 1);
  StoreObjectEntry *own = app_object_cache_find (self.object_cache, "memory", "obj_001");
  g_assert_nonnull (own);
  app_object_cache_remove (self.object_cache, own);
  ui_fixture_wait (app_object_cache_get_n (self.object_cache) == 1);
  choose (dialog, 0);
  ui_fixture_wait (is_shown (dialog, "Cannot Be Compared"));
  close_dialog (dialog);

  dialog = ask (&self, 0);
  g_assert_true (is_shown (dialog, "Nothing to Compare With"));
  close_dialog (dialog);
  tear_down (&self);
}

/* Who closes the dialog waits for nothing. */
static void
test_closed (void)
{
  Fixture self;

  set_up (&self, 1000);
  add (&self, "[1]");
  add (&self, "[2]");
  ui_fixture_finish_drawing ();
  GtkWidget *dialog = ask (&self, 1);
  choose (dialog, 0);
  close_dialog (dialog);
  ui_fixture_finish_drawing ();
  tear_down (&self);
}

/* The menu of a row */

static void
find_menu (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_POPOVER_MENU (widget) && gtk_widget_get_visible (widget))
    *(GtkWidget **)data = widget;
}

static GtkWidget *
get_menu (Fixture *self)
{
  GtkWidget *menu = NULL;

  ui_fixture_walk (self->page, find_menu, &menu);
  return menu;
}

static void
press (GtkWidget *list, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (list);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);
      gboolean stopped;

      if (GTK_IS_EVENT_CONTROLLER_KEY (each))
        g_signal_emit_by_name (each, "key-pressed", key, 0, state, &stopped);
    }
}

static void
test_menu (void)
{
  static const struct
  {
    guint           key;
    GdkModifierType state;
  } keys[] = { { GDK_KEY_Menu, 0 }, { GDK_KEY_F10, GDK_SHIFT_MASK } };
  Fixture self;

  set_up (&self, 1000);
  add (&self, "[1]");
  add (&self, "[2]");
  ui_fixture_finish_drawing ();
  GtkWidget *list = ui_fixture_find_named (self.page, "Objects");
  gtk_window_present (self.window);
  gtk_widget_grab_focus (list);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      press (list, keys[i].key, keys[i].state);
      ui_fixture_wait (get_menu (&self) != NULL);
      gtk_popover_popdown (GTK_POPOVER (get_menu (&self)));
      ui_fixture_wait (get_menu (&self) == NULL);
    }

  /* What it offers is done to what is selected, and as far as that can be. */
  StoreObjectEntry *entry = app_object_cache_find (self.object_cache, "memory", "obj_001");
  g_assert_true (gtk_widget_activate_action (self.page, "object.pin", NULL));
  ui_fixture_wait (store_object_entry_get_facts (entry)->pinned);
  g_assert_true (gtk_widget_activate_action (self.page, "object.copy-path", NULL));
  GdkContentProvider *copied =
      gdk_clipboard_get_content (gtk_widget_get_clipboard (self.page));
  g_auto (GValue) text = G_VALUE_INIT;
  g_value_init (&text, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (copied, &text, NULL));
  g_assert_cmpstr (g_value_get_string (&text), ==, "memory/obj_001");
  tear_down (&self);
}

/* The second pane */

/* Whether the title of the object that is shown there is not cut. */
static gboolean
is_whole (GtkWidget *widget)
{
  GtkWidget *view = ui_fixture_find (widget, UI_TYPE_OBJECT_VIEW);
  GtkWidget *title = ui_fixture_find_label (view, "Result 1");

  return title != NULL && !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (title)));
}

static void
check_pane (int width)
{
  Fixture self;

  set_up (&self, width);
  add (&self, "[1]");
  add (&self, "[2,3]");
  ui_fixture_finish_drawing ();
  GtkWidget *pane = GTK_WIDGET (
      gtk_widget_get_template_child (self.page, UI_TYPE_OBJECTS_PAGE, "beside"));
  g_assert_false (gtk_widget_get_visible (pane));
  g_assert_true (gtk_widget_activate_action (self.page, "object.open-beside", NULL));
  ui_fixture_wait (gtk_widget_get_mapped (pane));
  g_assert_true (is_shown (pane, "Result 1"));
  g_assert_true (is_shown (pane, "array · 1 · 3 bytes · just now · expires in 10 min"));
  /* Both say whole what they are. */
  ui_fixture_wait (is_whole (pane));
  ui_fixture_wait (is_whole (self.page));
  ui_fixture_assert_named (self.page);

  /* It stays while something else is shown, and both are compared without a choice. */
  gtk_selection_model_select_item (
      gtk_list_view_get_model (GTK_LIST_VIEW (ui_fixture_find_named (self.page, "Objects"))), 0,
      TRUE);
  ui_fixture_wait (is_shown (self.page, "Result 2"));
  g_assert_true (is_shown (pane, "Result 1"));
  g_assert_true (gtk_widget_activate_action (pane, "pane.compare-both", NULL));
  ui_fixture_wait (find_dialog () != NULL);
  ui_fixture_wait (is_shown (find_dialog (), "2 differences"));
  close_dialog (find_dialog ());
  g_assert_true (gtk_widget_activate_action (pane, "pane.close", NULL));
  ui_fixture_wait (!gtk_widget_get_visible (pane));

  /* What is gone is not shown on. */
  g_assert_true (gtk_widget_activate_action (self.page, "object.open-beside", NULL));
  ui_fixture_wait (gtk_widget_get_mapped (pane));
  app_object_cache_remove (self.object_cache,
                           app_object_cache_find (self.object_cache, "memory", "obj_002"));
  ui_fixture_wait (!gtk_widget_get_visible (pane));
  tear_down (&self);
}

static void
test_pane (void)
{
  check_pane (1200);
  check_pane (480);
}

void
add_comparison_tests (void)
{
  g_test_add_func ("/comparison/differences", test_differences);
  g_test_add_func ("/comparison/equal", test_equal);
  g_test_add_func ("/comparison/lines", test_lines);
  g_test_add_func ("/comparison/gone", test_gone);
  g_test_add_func ("/comparison/closed", test_closed);
  g_test_add_func ("/comparison/menu", test_menu);
  g_test_add_func ("/comparison/pane", test_pane);
}
