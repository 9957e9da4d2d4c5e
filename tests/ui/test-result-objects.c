/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-tests.h"
#include "ui-card-view.h"
#include "ui-image-block.h"
#include "ui-lines-view.h"
#include "ui-object-dialog.h"
#include "ui-object-view.h"
#include "ui-view-choice.h"
#include "ui-objects-page.h"
#include "ui-tree-view.h"
#include "app-object-name.h"
#include "ui-fixture.h"
#include "ui-settings.h"

#include "store-object.h"
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
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);

  g_assert_no_error (error);
  g_assert_nonnull (entry);
  *(gboolean *)data = TRUE;
}

static void
add (Fixture *self, StoreObject *object)
{
  gboolean done = FALSE;

  app_object_cache_put_async (self->object_cache, object, NULL, on_put, &done);
  ui_fixture_wait (done);
  g_object_unref (object);
}

static void
add_json (Fixture *self, const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  add (self, store_object_new_json (mcp_json_document_get_root (document), "<b>&", "list"));
}

static StoreObjectEntry *
get_entry (Fixture *self, const char *id)
{
  StoreObjectEntry *entry = app_object_cache_find (self->object_cache, "memory", id);

  g_assert_nonnull (entry);
  return entry;
}

static void
remove_all (Fixture *self)
{
  g_autoptr (GListModel) entries =
      g_list_model_get_item (app_object_cache_get_lists (self->object_cache), 0);

  for (guint i = g_list_model_get_n_items (entries); i > 0; i--)
    {
      g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, i - 1);

      app_object_cache_remove (self->object_cache, entry);
    }
  ui_fixture_wait (app_object_cache_get_n (self->object_cache) == 0);
}

/* All results, or those that a person keeps; that is remembered. */
static void
show_all (Fixture *self, gboolean all)
{
  if (ui_settings_get_boolean ("objects-all", FALSE) != all)
    g_assert_true (gtk_widget_activate_action (self->page, "list-of-objects.all", NULL));
}

static void
set_up (Fixture *self)
{
  self->object_cache = app_object_cache_new (NULL);
  self->settings = app_settings_new ();
  self->page = ui_objects_page_new (self->object_cache, self->settings, NULL);
  self->window = ui_fixture_show (self->page, 1000, 600);
  show_all (self, TRUE);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_named (self->page);
  ui_fixture_assert_ends (self->window, self->page);
  /* What was deleted is being removed. */
  ui_fixture_finish_drawing ();
  g_assert_finalize_object (self->object_cache);
  g_assert_finalize_object (self->settings);
}

static GtkSelectionModel *
get_rows (Fixture *self)
{
  return ui_fixture_get_rows (ui_fixture_find (self->page, UI_TYPE_TREE_VIEW));
}

static GtkWidget *
get_view (Fixture *self)
{
  return ui_fixture_find (self->page, UI_TYPE_OBJECT_VIEW);
}

static GtkWidget *
get_lines (Fixture *self)
{
  return ui_fixture_find (self->page, UI_TYPE_LINES_VIEW);
}

static void
test_json (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "{\"a\":{\"b\":1},\"c\":[1,2,3]}");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (self.page, "list"));
  g_assert_nonnull (ui_fixture_find_label (
      self.page, "object · 2 · 25 bytes · <b>& · just now · expires in 10 min"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 7);
  /* It has the page to itself. */
  ui_fixture_wait (gtk_widget_get_height (ui_fixture_find (self.page, UI_TYPE_TREE_VIEW)) > 450);

  /* What a person closed stays closed when another result comes. */
  ui_fixture_activate (ui_fixture_find (self.page, UI_TYPE_TREE_VIEW), 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 6);
  add_json (&self, "[]");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 6);
  tear_down (&self);
}

/* A picture and a card are what they were on the page of the tool. */
static void
test_content (void)
{
  static const char picture[] =
      "{\"content\":[{\"type\":\"text\",\"text\":\"One pixel\"},{\"type\":\"image\",\"data\":"
      "\"R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==\",\"mimeType\":\"image/gif\"}]}";
  Fixture self;

  set_up (&self);
  add_json (&self, picture);
  ui_fixture_wait (ui_fixture_find (self.page, UI_TYPE_IMAGE_BLOCK) != NULL);
  g_assert_nonnull (ui_fixture_find_label (self.page, "One pixel"));
  g_assert_null (ui_fixture_find (self.page, UI_TYPE_TREE_VIEW));

  remove_all (&self);
  add_json (&self, "\"@obj_001 → dict (length: 2)\\n\\n{'a': 1, 'b': 2}\"");
  ui_fixture_wait (ui_fixture_find (self.page, UI_TYPE_CARD_VIEW) != NULL);
  g_assert_null (ui_fixture_find (self.page, UI_TYPE_IMAGE_BLOCK));
  tear_down (&self);
}

/* The preferences hold for the next object that is shown. */
static void
test_limits (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "[[1,2,3],[4,5,6],[7,8,9],10]");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 14);

  /* The root, two lists with two items and "1 more" each, and "2 more". */
  g_object_set (self.settings, "view-items", 2u, "view-depth", 2u, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 14);
  remove_all (&self);
  add_json (&self, "[[1,2,3],[4,5,6],[7,8,9],10]");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 10);
  tear_down (&self);
}

static void
press (GtkWidget *page, const char *label)
{
  GtkWidget  *list = ui_fixture_find (ui_fixture_find (page, UI_TYPE_VIEW_CHOICE),
                                      GTK_TYPE_DROP_DOWN);
  GListModel *titles = gtk_drop_down_get_model (GTK_DROP_DOWN (list));
  guint       n = g_list_model_get_n_items (titles);
  guint       i = 0;

  while (i < n &&
         strcmp (gtk_string_list_get_string (GTK_STRING_LIST (titles), i), label) != 0)
    i++;
  g_assert_cmpuint (i, <, n);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), i);
  ui_fixture_finish_drawing ();
}

/* The first line of the text that is shown. */
static gboolean
shows_line (Fixture *self, const char *text)
{
  g_autofree char *line = ui_fixture_dup_line (self->page);
  return g_strcmp0 (line, text) == 0;
}

static void
test_raw (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "{\"a\" : 1.10}");
  ui_fixture_finish_drawing ();
  g_assert_null (get_lines (&self));
  press (self.page, "Raw");
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
  ui_fixture_wait (shows_line (&self, "{\"a\" : 1.10}"));
  press (self.page, "Tree");
  g_assert_false (gtk_widget_get_mapped (get_lines (&self)));
  tear_down (&self);
}

static void
test_text (void)
{
  Fixture self;
  g_autoptr (GBytes) text = g_bytes_new_static ("one\ntwo", 7);
  g_autoptr (GBytes) data = g_bytes_new_static ("\xff\0\xfe", 3);

  set_up (&self);
  add (&self, store_object_new_text (text, NULL, NULL));
  ui_fixture_finish_drawing ();
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
  ui_fixture_wait (shows_line (&self, "one"));
  g_assert_null (ui_fixture_find_label (self.page, "Raw"));
  remove_all (&self);
  add (&self, store_object_new_blob (data, NULL, NULL));
  ui_fixture_wait (ui_fixture_find (self.page, GTK_TYPE_INSCRIPTION) != NULL);
  GtkInscription *row = GTK_INSCRIPTION (ui_fixture_find (self.page, GTK_TYPE_INSCRIPTION));
  g_assert_true (g_str_has_prefix (gtk_inscription_get_text (row), "00000000  ff 00 fe  "));
  ui_fixture_assert_named (self.page);
  press (self.page, "Raw");
  ui_fixture_wait (gtk_widget_get_mapped (get_lines (&self)));
  tear_down (&self);
}

/* A string is read as what it says; a way that was chosen is kept for the next string. */
static void
test_string (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "\"one\\n<b>two\"");
  ui_fixture_finish_drawing ();
  ui_fixture_wait (shows_line (&self, "one"));
  press (self.page, "Raw");
  ui_fixture_wait (shows_line (&self, "\"one\\n<b>two\""));
  remove_all (&self);
  add_json (&self, "\"next\"");
  ui_fixture_wait (shows_line (&self, "\"next\""));
  press (self.page, "Text");
  ui_fixture_wait (shows_line (&self, "next"));
  press (self.page, "Tree");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (&self))), ==, 1);
  remove_all (&self);
  add_json (&self, "[1]");
  ui_fixture_finish_drawing ();
  g_assert_null (ui_fixture_find_label (self.page, "Text"));
  tear_down (&self);
}

typedef struct
{
  char    *text;
  gboolean ended;
} Read;

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  Read *read = data;

  read->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
  read->ended = TRUE;
}

static void
assert_copies (Fixture *self, const char *action, const char *expected)
{
  Read read = { NULL, FALSE };

  g_assert_true (gtk_widget_activate_action (get_view (self), action, NULL));
  ui_fixture_finish_drawing ();
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (self->page), NULL, on_read, &read);
  ui_fixture_wait (read.ended);
  g_assert_cmpstr (read.text, ==, expected);
  g_free (read.text);
}

static void
test_copy (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "{\"a\" : 1.10}");
  ui_fixture_finish_drawing ();
  assert_copies (&self, "object.copy", "{\"a\" : 1.10}");
  assert_copies (&self, "object.copy-yaml", "a: 1.10\n");
  tear_down (&self);
}

static GtkSelectionModel *
get_list (Fixture *self)
{
  return gtk_list_view_get_model (
      GTK_LIST_VIEW (ui_fixture_find_named (self->page, "Objects")));
}

static guint
get_n (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (self)));
}

static const StoreObjectFacts *
get_facts_at (Fixture *self, guint position)
{
  g_autoptr (StoreObjectEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (get_list (self)), position);

  return store_object_entry_get_facts (entry);
}

/* What a person says of it is seen at once, and counts for the order and the filter. */
static void
test_change (void)
{
  Fixture           self;
  StoreObjectChange name = { .name = "<i>Prices</i>" };
  StoreObjectEntry *second;

  set_up (&self);
  add_json (&self, "[1]");
  add_json (&self, "[1,2]");
  add_json (&self, "[1,2,3]");
  second = get_entry (&self, "obj_002");
  g_assert_cmpstr (get_facts_at (&self, 0)->id, ==, "obj_003");
  app_object_cache_change (self.object_cache, second, &name);
  ui_fixture_wait (ui_fixture_find_label (self.page, "<i>Prices</i>") != NULL);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (get_list (&self)), 1);
  ui_fixture_finish_drawing ();
  /* What it would cost a model takes no line of its own. */
  GtkWidget *origin = GTK_WIDGET (
      gtk_widget_get_template_child (get_view (&self), UI_TYPE_OBJECT_VIEW, "origin"));
  ui_fixture_wait (strstr (gtk_widget_get_tooltip_text (origin), "/obj_002 · ≈ ") != NULL);
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.pin", NULL));
  ui_fixture_wait (store_object_entry_get_facts (second)->pinned);
  ui_fixture_wait (g_str_equal (get_facts_at (&self, 0)->id, "obj_002"));
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.unpin", NULL));
  ui_fixture_wait (!store_object_entry_get_facts (second)->pinned);

  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.expire", "x", (gint64)90));
  ui_fixture_wait (store_object_entry_get_facts (second)->expires != 0);
  ui_fixture_wait (ui_fixture_find_label (self.page, "9 bytes") == NULL);
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.expire", "x", (gint64)0));
  ui_fixture_wait (store_object_entry_get_facts (second)->expires == 0);

  GtkEditable *search = GTK_EDITABLE (ui_fixture_find_named (self.page, "Filter objects"));
  gtk_editable_set_text (search, "PRICES");
  ui_fixture_wait (get_n (&self) == 1);
  g_assert_nonnull (ui_fixture_find_label (self.page, "1 object · 5 bytes"));
  gtk_editable_set_text (search, "nothing of that kind");
  ui_fixture_wait (get_n (&self) == 0);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (self.page, "No objects")));
  tear_down (&self);
}

/* What a person keeps is listed; the other results where all are wanted, or one by its name. */
static void
test_kept (void)
{
  Fixture self;
  g_autoptr (GBytes) text = g_bytes_new_static ("own", 3);

  set_up (&self);
  show_all (&self, FALSE);
  add_json (&self, "[1]");
  add_json (&self, "[2]");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (get_n (&self), ==, 0);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (self.page, "No Objects Kept")));
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_named (self.page, "Show All Results")));
  g_assert_cmpuint (app_object_cache_get_n_kept (self.object_cache), ==, 0);

  add (&self, store_object_new_text (text, NULL, NULL));
  ui_fixture_wait (get_n (&self) == 1);
  StoreObjectChange pin = { .pin = TRUE };
  app_object_cache_change (self.object_cache, get_entry (&self, "obj_001"), &pin);
  ui_fixture_wait (get_n (&self) == 2);
  StoreObjectChange name = { .name = "Mine" };
  app_object_cache_change (self.object_cache, get_entry (&self, "obj_002"), &name);
  ui_fixture_wait (get_n (&self) == 3);
  g_assert_cmpuint (app_object_cache_get_n_kept (self.object_cache), ==, 3);

  add_json (&self, "[3]");
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (get_n (&self), ==, 3);
  ui_objects_page_select (UI_OBJECTS_PAGE (self.page), "memory/obj_004");
  g_assert_cmpuint (get_n (&self), ==, 4);
  g_assert_true (ui_settings_get_boolean ("objects-all", FALSE));
  tear_down (&self);
}

/* A result is called by its tool and arguments, and stays so when it is pinned. */
static void
test_title (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "[1]");
  app_object_name_set_arguments (get_entry (&self, "obj_001"), "{\"rows\":400,\"of\":[1]}");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_label (self.page, "list · rows 400, of […]"));
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.pin", NULL));
  ui_fixture_wait (get_facts_at (&self, 0)->pinned);
  g_assert_cmpstr (get_facts_at (&self, 0)->name, ==, "list · rows 400, of […]");
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.unpin", NULL));
  ui_fixture_wait (get_facts_at (&self, 0)->name == NULL);
  tear_down (&self);
}

/* What is deleted is gone from the list, and comes back as long as one can want it back. */
static void
test_delete (void)
{
  Fixture self;

  set_up (&self);
  add_json (&self, "[1]");
  add_json (&self, "[2]");
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.delete", NULL));
  ui_fixture_wait (get_n (&self) == 1);
  g_assert_cmpuint (app_object_cache_get_n (self.object_cache), ==, 2);
  g_assert_true (gtk_widget_activate_action (self.page, "objects.undo-delete", NULL));
  ui_fixture_wait (get_n (&self) == 2);

  /* The first is gone for good when the second is deleted. */
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.delete", NULL));
  ui_fixture_wait (get_n (&self) == 1);
  g_assert_true (gtk_widget_activate_action (get_view (&self), "object.delete", NULL));
  ui_fixture_wait (get_n (&self) == 0);
  ui_fixture_wait (app_object_cache_get_n (self.object_cache) == 1);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (self.page, "No Objects Kept")));
  tear_down (&self);
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (UI_IS_OBJECT_DIALOG (window))
        return window;
    }
  return NULL;
}

static void
test_new (void)
{
  Fixture self;

  set_up (&self);
  g_assert_true (gtk_widget_activate_action (self.page, "objects.new", NULL));
  ui_fixture_finish_drawing ();
  GtkWidget *dialog = find_dialog ();
  g_assert_nonnull (dialog);
  ui_fixture_assert_named (dialog);
  GtkTextView *text = GTK_TEXT_VIEW (ui_fixture_find_named (dialog, "Value"));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (text), "{\"a\":1.10}", -1);
  ui_fixture_wait (ui_fixture_find_label (dialog, "object · 1 · 10 bytes") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (ui_fixture_find (dialog, ADW_TYPE_ENTRY_ROW)), "Mine");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  ui_fixture_wait (get_n (&self) == 1);
  g_assert_cmpstr (get_facts_at (&self, 0)->name, ==, "Mine");
  ui_fixture_wait (ui_fixture_find_label (self.page, "Mine") != NULL);

  /* What gets no name is called by how it begins. */
  g_assert_true (gtk_widget_activate_action (self.page, "objects.new", NULL));
  ui_fixture_finish_drawing ();
  dialog = find_dialog ();
  text = GTK_TEXT_VIEW (ui_fixture_find_named (dialog, "Value"));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (text), "{\n  \"a\": 1.10\n}", -1);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  ui_fixture_wait (ui_fixture_find_label (self.page, "{ \"a\": 1.10 }") != NULL);
  tear_down (&self);
}

void
add_result_objects_tests (void)
{
  g_test_add_func ("/result-objects/change", test_change);
  g_test_add_func ("/result-objects/delete", test_delete);
  g_test_add_func ("/result-objects/kept", test_kept);
  g_test_add_func ("/result-objects/title", test_title);
  g_test_add_func ("/result-objects/new", test_new);
  g_test_add_func ("/result-objects/json", test_json);
  g_test_add_func ("/result-objects/content", test_content);
  g_test_add_func ("/result-objects/limits", test_limits);
  g_test_add_func ("/result-objects/raw", test_raw);
  g_test_add_func ("/result-objects/string", test_string);
  g_test_add_func ("/result-objects/text", test_text);
  g_test_add_func ("/result-objects/copy", test_copy);
}
