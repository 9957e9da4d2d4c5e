/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-fixture.h"

#include <adwaita.h>
#include "app-text-lines.h"
#include "ui-accessible-tree.h"
#include "ui-popover-grab.h"
#include "ui-style.h"
#include "ui-tab-stop.h"
#include "app-catalogue.h"

#include <gtksourceview/gtksource.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

static void
remove_below (GFile *file)
{
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (
      file, "standard::name,standard::type", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFile *child = NULL;

  while (children != NULL && g_file_enumerator_iterate (children, NULL, &child, NULL, NULL) &&
         child != NULL)
    remove_below (child);
  g_file_delete (file, NULL, NULL);
}

static void
remove_folder (void)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  remove_below (file);
}

/* g_test_init() can isolate folders too, but takes away the system's MIME types with the rest, and
 * with them the reading of icons. */
#define RESOURCES "/io/github/spyglass_mcp/Spyglass"

void
ui_fixture_add_style (void)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, RESOURCES "/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), RESOURCES "/icons");
}

void
ui_fixture_init (int *argc, char ***argv)
{
  static const char *const variables[] = { "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                           "XDG_STATE_HOME", "XDG_CACHE_HOME" };

  folder = g_dir_make_tmp ("spyglass-ui-XXXXXX", NULL);
  g_assert_nonnull (folder);
  atexit (remove_folder);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      g_autofree char *path = g_build_filename (folder, variables[i], NULL);
      g_setenv (variables[i], path, TRUE);
    }
  gtk_test_init (argc, argv, NULL);
  adw_init ();
  gtk_source_init ();
  ui_fixture_add_style ();
  ui_tab_stop_begin ();
  ui_accessible_tree_mend ();
  ui_popover_grab_begin ();
  /* What moves is not at its place yet; and libadwaita 1.2 leaks while a leaflet slides. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
}

AppWorkspace *
ui_fixture_new_workspace (void)
{
  static guint     count;
  g_autofree char *name = g_strdup_printf ("workspace-%u", count++);
  g_autofree char *path = g_build_filename (folder, name, "servers.yaml", NULL);
  g_autofree char *secrets = g_build_filename (folder, name, "secrets.json", NULL);
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreProfileList) book = store_profile_list_new (path);
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (secrets);
  g_autoptr (GError) error = NULL;

  store_profile_list_load (book, &error);
  g_assert_no_error (error);
  return app_workspace_new (settings, book, vault, NULL);
}

typedef struct
{
  gboolean ended;
  gboolean well;
  char    *id;
} Waiting;

static void
on_added (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) profile =
      store_profile_list_add_finish (STORE_PROFILE_LIST (object), result, &error);

  g_assert_no_error (error);
  waiting->id = g_strdup (store_profile_get_id (profile));
  waiting->ended = TRUE;
}

AppSession *
ui_fixture_add (AppWorkspace *workspace, StoreProfile *profile)
{
  Waiting waiting = { 0 };

  store_profile_list_add_async (app_workspace_get_book (workspace), profile, NULL, on_added,
                                &waiting);
  ui_fixture_wait (waiting.ended);
  AppSession *session = app_workspace_find_id (workspace, waiting.id);
  g_assert_nonnull (session);
  g_free (waiting.id);
  return session;
}

AppSession *
ui_fixture_add_demo (AppWorkspace *workspace, const char *name)
{
  const char *program = g_getenv ("SPYGLASS_DEMO");
  g_autoptr (StoreProfile) profile = store_profile_new (name);

  g_assert_nonnull (program);
  g_object_set (profile, "command", program, NULL);
  return ui_fixture_add (workspace, profile);
}

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;
  g_autoptr (GError) error = NULL;

  waiting->well = app_session_connect_finish (APP_SESSION (object), result, &error);
  g_assert_no_error (error);
  waiting->ended = TRUE;
}

static gboolean
is_loading (AppSession *session)
{
  gboolean loading = FALSE;
  loading = app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
  return loading;
}

void
ui_fixture_connect (AppSession *session)
{
  Waiting waiting = { 0 };

  app_session_connect_async (session, NULL, on_connected, &waiting);
  ui_fixture_wait (waiting.ended);
  g_assert_true (waiting.well);
  ui_fixture_wait (!is_loading (session));
}

static void
on_closed (GObject *object, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;
  g_autoptr (GError) error = NULL;

  app_workspace_close_finish (APP_WORKSPACE (object), result, &error);
  g_assert_no_error (error);
  waiting->ended = TRUE;
}

/* What shows tooltips in GTK 4.8 holds the actions of the window that it was for. */
static void
forget_tooltip (void)
{
  g_object_set_data (G_OBJECT (gdk_display_get_default ()), "gdk-display-current-tooltip", NULL);
}

void
ui_fixture_close (AppWorkspace *workspace)
{
  Waiting waiting = { 0 };

  forget_tooltip ();
  app_workspace_close_async (workspace, NULL, on_closed, &waiting);
  ui_fixture_wait (waiting.ended);
  /* What was under way, such as a list, ends in its own time. */
  ui_fixture_wait (G_OBJECT (workspace)->ref_count == 1);
  g_assert_finalize_object (workspace);
}

static gboolean
on_tick (gpointer data)
{
  *(gboolean *)data = TRUE;
  return G_SOURCE_REMOVE;
}

void
ui_fixture_iterate (void)
{
  gboolean ticked = FALSE;
  guint    source = g_timeout_add (5, on_tick, &ticked);

  g_main_context_iteration (NULL, TRUE);
  if (!ticked)
    g_source_remove (source);
}

/* Longer than a frame. What draws one comes first where both are due, however busy the machine is. */
#define QUIET_MS 20
/* What moves for ever, such as a progress bar without a measure, is not waited for. */
#define MOST_ROUNDS 50

static gint64
count_frames (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  gint64      n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkNative) window = g_list_model_get_item (windows, i);
      GdkSurface *surface = gtk_native_get_surface (window);

      if (surface != NULL)
        n += gdk_frame_clock_get_frame_counter (gdk_surface_get_frame_clock (surface));
    }
  return n;
}

void
ui_fixture_let_pass (guint milliseconds)
{
  gboolean passed = FALSE;

  g_timeout_add_full (G_PRIORITY_LOW, milliseconds, on_tick, &passed, NULL);
  while (!passed)
    g_main_context_iteration (NULL, TRUE);
}

void
ui_fixture_finish_drawing (void)
{
  gint64 before;
  guint  rounds = 0;

  do
    {
      /* What the display has to say about what it was asked to do is here then. */
      gdk_display_sync (gdk_display_get_default ());
      before = count_frames ();
      ui_fixture_let_pass (QUIET_MS);
    }
  while (count_frames () != before && ++rounds < MOST_ROUNDS);
}

GtkWindow *
ui_fixture_show (GtkWidget *widget, int width, int height)
{
  GtkWindow *window = GTK_WINDOW (adw_window_new ());

  gtk_window_set_default_size (window, width, height);
  adw_window_set_content (ADW_WINDOW (window), widget);
  gtk_window_present (window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

void
ui_fixture_assert_ends (GtkWindow *window, GtkWidget *widget)
{
  gpointer weak = widget;

  g_object_add_weak_pointer (G_OBJECT (widget), &weak);
  gtk_window_destroy (window);
  ui_fixture_wait (weak == NULL);
}

void
ui_fixture_walk (GtkWidget *widget, void (*visit) (GtkWidget *widget, gpointer data), gpointer data)
{
  visit (widget, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_fixture_walk (child, visit, data);
}

typedef struct
{
  GType       type;
  const char *text;
  GtkWidget  *found;
} Search;

static void
visit_search (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (search->found == NULL && g_type_is_a (G_OBJECT_TYPE (widget), search->type))
    search->found = widget;
}

/* In a list of many rows a text is an inscription. */
static void
visit_text (GtkWidget *widget, gpointer data)
{
  Search     *search = data;
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_INSCRIPTION (widget)
                         ? gtk_inscription_get_text (GTK_INSCRIPTION (widget))
                         : NULL;

  if (search->found == NULL && text != NULL && strcmp (text, search->text) == 0)
    search->found = widget;
}

GtkWidget *
ui_fixture_find (GtkWidget *widget, GType type)
{
  Search search = { type, NULL, NULL };
  ui_fixture_walk (widget, visit_search, &search);
  return search.found;
}

AppCall *
ui_fixture_get_call (GtkWidget *result_view)
{
  g_autoptr (AppCall) call = NULL;

  g_object_get (result_view, "call", &call, NULL);
  return call;
}

char *
ui_fixture_dup_line (GtkWidget *widget)
{
  GType      type = g_type_from_name ("UiLineRow");
  GtkWidget *row = type != G_TYPE_INVALID ? ui_fixture_find (widget, type) : NULL;
  g_autoptr (AppTextLine) line = NULL;

  if (row != NULL)
    g_object_get (row, "line", &line, NULL);
  return line != NULL ? g_strdup (app_text_line_get_text (line)) : NULL;
}

void
ui_fixture_show_page (GtkWidget *widget, const char *name)
{
  GtkWidget *switcher = ui_fixture_find (widget, GTK_TYPE_STACK_SWITCHER);

  /* A result has one menu for its sides. */
  if (switcher == NULL)
    {
      g_object_set (widget, "side", name, NULL);
      return;
    }
  GtkStack *stack = gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher));

  if (stack != NULL && gtk_stack_get_child_by_name (stack, name) != NULL)
    gtk_stack_set_visible_child_name (stack, name);
}

void
ui_fixture_click (GtkWidget *widget, const char *label)
{
  GtkWidget *found = ui_fixture_find_label (widget, label);

  g_assert_nonnull (found);
  g_signal_emit_by_name (gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON), "clicked");
}

/* What a drop-down opens is a list, too. */
static void
visit_list (GtkWidget *widget, gpointer data)
{
  GtkListView **list = data;

  if (*list == NULL && GTK_IS_LIST_VIEW (widget) &&
      gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) == NULL)
    *list = GTK_LIST_VIEW (widget);
}

static GtkListView *
find_list (gpointer widget)
{
  GtkListView *list = NULL;

  ui_fixture_walk (widget, visit_list, &list);
  return list;
}

GtkSelectionModel *
ui_fixture_get_rows (gpointer widget)
{
  return gtk_list_view_get_model (find_list (widget));
}

void
ui_fixture_activate (gpointer widget, guint position)
{
  g_signal_emit_by_name (find_list (widget), "activate", position);
}

GtkWidget *
ui_fixture_find_label (GtkWidget *widget, const char *text)
{
  Search search = { G_TYPE_NONE, text, NULL };
  ui_fixture_walk (widget, visit_text, &search);
  return search.found;
}

/* An underscore is a mnemonic's, which is not read aloud, unless it is in an argument's own name. */
static gboolean
is_key (const char *label)
{
  return g_ascii_islower (label[0]);
}

static void
visit_named_search (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (search->found != NULL || GTK_IS_LABEL (widget) ||
      !gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return;
  g_autofree char *other = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, search->text);
  if (other == NULL)
    search->found = widget;
}

GtkWidget *
ui_fixture_find_named (GtkWidget *widget, const char *name)
{
  Search search = { GTK_TYPE_WIDGET, name, NULL };
  ui_fixture_walk (widget, visit_named_search, &search);
  return search.found;
}

/* What GTK's own parts consist of is GTK's business. */
static gboolean
is_internal (GtkWidget *widget)
{
  /* Its search is switched off, and still there. */
  if (GTK_IS_SEARCH_ENTRY (widget) && ADW_IS_PREFERENCES_WINDOW (gtk_widget_get_root (widget)))
    return TRUE;
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL;
       parent = gtk_widget_get_parent (parent))
    if (GTK_IS_ENTRY (parent) || GTK_IS_SEARCH_ENTRY (parent) || GTK_IS_SPIN_BUTTON (parent) ||
        GTK_IS_DROP_DOWN (parent) || ADW_IS_ENTRY_ROW (parent) || GTK_IS_WINDOW_CONTROLS (parent) ||
        GTK_IS_POPOVER_MENU (parent) || ADW_IS_COMBO_ROW (parent) || GTK_IS_TEXT_VIEW (parent) ||
        GTK_IS_COLUMN_VIEW (parent) || GTK_IS_EXPANDER (parent) || GTK_IS_CALENDAR (parent) ||
        GTK_IS_COLOR_BUTTON (parent))
      return TRUE;
  return FALSE;
}

static gboolean
has_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget))[0] != '\0';
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_text (child))
      return TRUE;
  return FALSE;
}

static void
visit_named (GtkWidget *widget, gpointer data)
{
  gboolean button = GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget);
  gboolean other =
      GTK_IS_ENTRY (widget) || GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_SWITCH (widget) ||
      GTK_IS_SPIN_BUTTON (widget) || GTK_IS_TEXT_VIEW (widget) || GTK_IS_LIST_VIEW (widget) ||
      GTK_IS_COLUMN_VIEW (widget) || GTK_IS_LIST_BOX (widget) || GTK_IS_DROP_DOWN (widget);
  guint *bad = data;

  /* Pages of a stack that are not shown count; what is switched off does not. */
  if ((!button && !other) || is_internal (widget) || !gtk_widget_get_visible (widget))
    return;
  /* Rows of a preferences group are named one by one. */
  if (GTK_IS_LIST_BOX (widget) && gtk_widget_has_css_class (widget, "boxed-list"))
    return;
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  gboolean       labelled =
      gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  /* GTK reads the one and then the other: “Save Save”. */
  gboolean twice = labelled && GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
                   gtk_button_get_label (GTK_BUTTON (widget)) != NULL &&
                   gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL);
  if (labelled && !twice)
    return;
  if (twice)
    g_printerr ("# a %s is named twice: %s\n", G_OBJECT_TYPE_NAME (widget),
                gtk_button_get_label (GTK_BUTTON (widget)));
  else if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    {
      /* The check answers with the value where it differs from what was expected. */
      g_autofree char *label = gtk_test_accessible_check_property (
          accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "\x01");
      if (label == NULL || (label[0] != '\0' && !g_str_has_prefix (label, "Gtk") &&
                            !g_str_has_prefix (label, "Adw") &&
                            (strchr (label, '_') == NULL || is_key (label))))
        return;
    }
  else if (button && has_text (widget))
    return;
  (*bad)++;
  GtkWidget *owner = gtk_widget_get_parent (widget);
  while (gtk_widget_get_parent (owner) != NULL &&
         !g_str_has_prefix (G_OBJECT_TYPE_NAME (owner), "Ui"))
    owner = gtk_widget_get_parent (owner);
  g_test_message ("%s of %s has no good name", G_OBJECT_TYPE_NAME (widget),
                  G_OBJECT_TYPE_NAME (owner));
  g_printerr ("# %s of %s has no good name\n", G_OBJECT_TYPE_NAME (widget),
              G_OBJECT_TYPE_NAME (owner));
}

void
ui_fixture_assert_named (GtkWidget *widget)
{
  guint bad = 0;

  ui_fixture_walk (widget, visit_named, &bad);
  g_assert_cmpuint (bad, ==, 0);
}

char *
ui_fixture_dup_text (gpointer widget)
{
  GtkWidget *view = ui_fixture_find (widget, GTK_TYPE_TEXT_VIEW);
  char      *text = NULL;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &text, NULL);
  return text;
}

void
ui_fixture_paste (GtkEditable *entry, const char *text)
{
  GtkEditable *delegate = gtk_editable_get_delegate (entry);

  gtk_editable_select_region (entry, 0, -1);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (entry)), text);
  g_signal_emit_by_name (delegate, "paste-clipboard");
  ui_fixture_finish_drawing ();
}

GtkWindow *
ui_fixture_find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window; /* GTK holds it */
    }
  return NULL;
}

void
ui_fixture_answer (const char *response)
{
  GtkWindow *dialog = ui_fixture_find_window (ADW_TYPE_MESSAGE_DIALOG);

  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
}
