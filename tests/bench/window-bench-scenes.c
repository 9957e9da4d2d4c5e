/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person does in the window, done by itself, while the main loop is watched.
 *
 *   … session DEMO [PROGRAM ARGUMENT…]  connecting, choosing, typing, a flood; the program is
 *                                       another server to connect to
 *   … result DEMO TOOL BYTES            one large result, until it is painted
 *   … list objects|history              what is kept, opened and scrolled
 *   … conversation ID ID FILE PIECES SPEED
 *                                       a long and a short conversation with a model, and an answer
 *                                       behind the long one: the text in the file, in so many pieces
 *
 * Prints a line of JSON for each scene. */

#include "ui-field-editor.h"
#include "ui-field-controls.h"
#include "ui-field-row.h"
#include "ui-form-view.h"
#include "ui-activity-page.h"
#include "ui-list-page.h"
#include "ui-objects-page.h"
#include "ui-result-view.h"
#include "window-bench-conversation.h"
#include "window-bench-loop.h"
#include "window-bench-stage.h"
#include "app-catalogue.h"
#include "app-catalogue.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FLOOD_COUNT "100000"
#define MANY_COUNT "10000"
/* Of make_table, roughly: it is asked for rows. */
#define BYTES_PER_ROW 84
/* Less does not come from a large reply. */
#define LARGE_READ 4096
#define FRAME_MS 16
/* Enough rows that a form which made them all at once would be felt. */
#define FORM_GROUPS 25

static gint64 first_read; /* of what was read in large pieces, monotonic µs */
static gint64 last_read;

ssize_t __real_read (int fd, void *buffer, size_t size);
ssize_t __wrap_read (int fd, void *buffer, size_t size);

/* The linker puts this in the place of read(), to see when a reply comes. */
ssize_t
__wrap_read (int fd, void *buffer, size_t size)
{
  ssize_t count = __real_read (fd, buffer, size);

  if (count >= LARGE_READ)
    {
      last_read = g_get_monotonic_time ();
      if (first_read == 0)
        first_read = last_read;
    }
  return count;
}

static void
act (const char *action)
{
  if (!gtk_widget_activate_action (GTK_WIDGET (window_bench_stage_get_window ()), action, NULL))
    g_error ("There is no action %s", action);
}

static gboolean
is_listed (AppSession *session)
{
  gboolean loading = TRUE;

  loading = app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
  return app_session_get_state (session) == APP_SESSION_READY && !loading &&
         g_list_model_get_n_items (app_catalogue_get_list (
             app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL)) > 0;
}

/* As a person does: goes to the server, connects, waits until its lists are there. */
static void
connect_session (AppSession *session)
{
  ui_window_show_place (window_bench_stage_get_window (), session, UI_PLACE_SERVER);
  window_bench_stage_settle (200);
  act ("server.connect");
  window_bench_stage_wait (is_listed (session));
  window_bench_stage_settle (400);
}

static UiListPage *
open_tools (AppSession *session)
{
  GtkWidget *window = GTK_WIDGET (window_bench_stage_get_window ());
  GtkWidget *page = NULL;

  ui_window_show_place (UI_WINDOW (window), session, UI_PLACE_TOOLS);
  window_bench_stage_wait (
      (page = window_bench_stage_find_type (window, UI_TYPE_LIST_PAGE)) != NULL);
  window_bench_stage_settle (300);
  return UI_LIST_PAGE (page);
}

static UiFormView *
get_form_view (UiListPage *page)
{
  GtkWidget *view = window_bench_stage_find_type (GTK_WIDGET (page), UI_TYPE_FORM_VIEW);

  if (view == NULL)
    g_error ("No form is shown");
  return UI_FORM_VIEW (view);
}

static void
choose_every_tool (UiListPage *page, AppSession *session)
{
  GListModel *tools = app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                              MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      ui_list_page_open (page, mcp_definition_get_key (tool));
      window_bench_stage_settle (60);
    }
}

static gboolean
can_type (GtkWidget *widget, gpointer data)
{
  return (GTK_IS_TEXT (widget) && gtk_editable_get_editable (GTK_EDITABLE (widget))) ||
         (GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget)));
}

static void
type (UiListPage *page)
{
  const char *text = "The quick brown fox jumps over the lazy dog.";
  GtkWidget  *field = window_bench_stage_find (GTK_WIDGET (get_form_view (page)), can_type, NULL);

  if (field == NULL)
    g_error ("The form has nothing to type into");
  gtk_widget_grab_focus (field);
  for (guint i = 0; text[i] != '\0'; i++)
    {
      char letter[] = { text[i], '\0' };
      int  position = i;
      if (GTK_IS_TEXT (field))
        gtk_editable_insert_text (GTK_EDITABLE (field), letter, 1, &position);
      else
        gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)),
                                          letter, 1);
      window_bench_stage_settle (30);
    }
}

static void
on_call_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  app_call_run_finish (APP_CALL (object), result, NULL);
  *(gboolean *)data = TRUE;
}

static void
flood (AppSession *session)
{
  gboolean ended = FALSE;
  g_autoptr (AppCall) call =
      app_session_new_call (session, APP_CALL_TOOL, "write_log", "{\"count\": " FLOOD_COUNT "}");

  app_call_run_async (call, NULL, on_call_ended, &ended);
  window_bench_stage_wait (ended);
  window_bench_stage_settle (300);
}

static void
resize (void)
{
  static const int widths[] = { 1200, 1000, 800, 600, 400, 360, 700, 1200 };
  GtkWindow       *window = GTK_WINDOW (window_bench_stage_get_window ());

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gtk_window_set_default_size (window, widths[i], 800);
      window_bench_stage_settle (150);
    }
}

static void
visit_places (AppSession *session)
{
  for (UiPlaceKind kind = UI_PLACE_SERVER; kind <= UI_PLACE_LOG; kind++)
    {
      ui_window_show_place (window_bench_stage_get_window (), session, kind);
      window_bench_stage_settle (250);
    }
}

static void
run_session (const char *demo, char **other)
{
  static const char *const many[] = { "--hostile", "many-tools", "--hostile-count", MANY_COUNT,
                                      NULL };
  /* From 2026-07-28 on a server logs only for who asks, and there would be no flood. */
  static const char *const legacy[] = { "--era=legacy", NULL };

  window_bench_stage_begin ("after the first frame");
  window_bench_stage_settle (1000);
  window_bench_stage_end (NULL);

  AppSession *session = window_bench_stage_add ("demo", demo, legacy);
  window_bench_stage_begin ("connect and list the demo");
  connect_session (session);
  window_bench_stage_end (NULL);

  window_bench_stage_begin ("open the tools");
  UiListPage *page = open_tools (session);
  window_bench_stage_end (NULL);

  window_bench_stage_begin ("choose every tool");
  choose_every_tool (page, session);
  window_bench_stage_end (NULL);

  ui_list_page_open (page, "echo");
  window_bench_stage_settle (300);
  window_bench_stage_begin ("type into the form");
  type (page);
  window_bench_stage_end (NULL);

  window_bench_stage_begin ("visit every page of the server");
  visit_places (session);
  window_bench_stage_end (NULL);

  open_tools (session);
  window_bench_stage_begin ("make the window narrow and wide");
  resize ();
  window_bench_stage_end (NULL);

  window_bench_stage_begin (FLOOD_COUNT " log messages, log hidden");
  flood (session);
  window_bench_stage_end (NULL);

  window_bench_stage_begin ("open the log, 10000 lines");
  act ("win.show-log");
  window_bench_stage_settle (500);
  window_bench_stage_end (NULL);

  window_bench_stage_begin (FLOOD_COUNT " log messages, log shown");
  flood (session);
  window_bench_stage_end (NULL);
  act ("win.show-log");

  if (other[0] != NULL)
    {
      session = window_bench_stage_add ("other", other[0], (const char *const *)other + 1);
      window_bench_stage_begin ("connect and list server-everything");
      connect_session (session);
      window_bench_stage_end (NULL);
    }

  session = window_bench_stage_add ("many", demo, many);
  window_bench_stage_begin ("connect and list " MANY_COUNT " tools");
  connect_session (session);
  window_bench_stage_end (NULL);
  window_bench_stage_begin ("open " MANY_COUNT " tools");
  open_tools (session);
  window_bench_stage_end (NULL);
}

static gboolean
is_closed_node (GtkWidget *widget, gpointer data)
{
  if (!GTK_IS_TREE_EXPANDER (widget))
    return FALSE;
  GtkTreeListRow *row = gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (widget));
  return row != NULL && gtk_tree_list_row_is_expandable (row) &&
         !gtk_tree_list_row_get_expanded (row);
}

static guint
expand (GtkWidget *result)
{
  guint count = 0;

  for (; count < 12; count++)
    {
      GtkWidget *node = window_bench_stage_find (result, is_closed_node, NULL);
      if (node == NULL)
        break;
      gtk_widget_activate_action (node, "listitem.expand", NULL);
      window_bench_stage_settle (60);
    }
  return count;
}

static gboolean
can_scroll (GtkWidget *widget, gpointer data)
{
  if (!GTK_IS_SCROLLED_WINDOW (widget))
    return FALSE;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (widget));
  return gtk_adjustment_get_upper (adjustment) > 2 * gtk_adjustment_get_page_size (adjustment);
}

static guint
scroll (GtkWidget *result)
{
  GtkWidget *scroller = window_bench_stage_find (result, can_scroll, NULL);

  if (scroller == NULL)
    return 0;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  double         page = gtk_adjustment_get_page_size (adjustment);
  for (guint i = 0; i < 60; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + page / 4);
      window_bench_stage_settle (FRAME_MS);
    }
  for (guint i = 0; i <= 10; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 10);
      window_bench_stage_settle (3 * FRAME_MS);
    }
  return 1;
}

/* What a tool's result shows first, wherever the window begins to show it. */
static const char *const *
get_beginning (const char *tool)
{
  static const char *const text[] = { "The quick brown fox", NULL };
  static const char *const json[] = { "records", NULL };
  static const char *const table[] = { "A table of", "columns", NULL };

  return strcmp (tool, "large_text") == 0 ? text : strcmp (tool, "large_json") == 0 ? json
                                                                                    : table;
}

static McpJsonDocument *
parse (GBytes *bytes)
{
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, NULL);

  if (document == NULL)
    g_error ("What was shown cannot be read");
  return document;
}

/* What it takes to read the result once more and, where it is a text, to unescape that and read
 * what it holds; ms. The memory is warm here, which favours it. */
static double
read_alone (GtkWidget *result_view, const char *tool)
{
  g_autoptr (AppCall) call = NULL;
  gsize length = 0;

  g_object_get (result_view, "call", &call, NULL);
  const char *text = mcp_json_value_get_text (app_call_get_result (call), &length);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (McpJsonDocument) document = parse (bytes);
  g_autoptr (GBytes) unescaped = NULL;
  g_autoptr (McpJsonDocument) inner = NULL;
  McpJsonValue content =
      mcp_json_value_get_member (mcp_json_document_get_root (document), "content");
  char *string = strcmp (tool, "make_table") == 0
                     ? NULL
                     : mcp_json_value_dup_string (
                           mcp_json_value_get_member (mcp_json_value_get_item (content, 0), "text"),
                           &length);

  if (string != NULL)
    unescaped = g_bytes_new_take (string, length);
  if (strcmp (tool, "large_json") == 0)
    inner = parse (unescaped);
  return (g_get_monotonic_time () - start) / 1e3;
}

static void
run_result (const char *demo, const char *tool, gint64 bytes)
{
  AppSession *session = window_bench_stage_add ("demo", demo, NULL);
  gboolean    table = strcmp (tool, "make_table") == 0;

  connect_session (session);
  UiListPage *page = open_tools (session);
  ui_list_page_open (page, tool);
  window_bench_stage_settle (300);
  GtkWidget *row =
      window_bench_stage_find_type (GTK_WIDGET (get_form_view (page)), UI_TYPE_FIELD_ROW);
  AppForm         *form = app_field_get_place (ui_field_row_get_field (UI_FIELD_ROW (row)))->form;
  g_autofree char *arguments =
      g_strdup_printf ("{\"%s\": %" G_GINT64_FORMAT "}", table ? "rows" : "bytes",
                       table ? bytes / BYTES_PER_ROW : bytes);
  if (!app_form_set_json (form, arguments))
    g_error ("The form refuses %s", arguments);
  window_bench_stage_settle (300);
  GtkWidget *result = window_bench_stage_find_type (GTK_WIDGET (page), UI_TYPE_RESULT_VIEW);
  if (result == NULL)
    g_error ("No result is shown");

  guint idle = window_bench_memory ("VmRSS");
  window_bench_stage_watch_for (result, get_beginning (tool));
  first_read = last_read = 0;
  window_bench_stage_begin ("reply to painted");
  gint64 sent = g_get_monotonic_time ();
  act ("win.submit");
  window_bench_stage_wait (window_bench_stage_get_painted () != 0);
  window_bench_stage_settle (500);
  gint64           painted = window_bench_stage_get_painted ();
  g_autofree char *more = g_strdup_printf (
      "\"waited\": %.1f, \"transfer\": %.1f, \"painted\": %.1f, \"peak\": %u, \"idle\": %u",
      (first_read - sent) / 1e3, (last_read - first_read) / 1e3, (painted - last_read) / 1e3,
      window_bench_memory ("VmHWM"), idle);
  window_bench_stage_end (more);

  window_bench_stage_begin ("expand");
  guint            expanded = expand (result);
  g_autofree char *nodes = g_strdup_printf ("\"count\": %u", expanded);
  window_bench_stage_end (nodes);

  window_bench_stage_begin ("scroll");
  g_autofree char *scrolled = g_strdup_printf ("\"count\": %u", scroll (result));
  window_bench_stage_end (scrolled);

  window_bench_stage_begin ("alone");
  g_autofree char *alone = g_strdup_printf ("\"alone\": %.1f", read_alone (result, tool));
  window_bench_stage_end (alone);
}

static gboolean
is_closed_group (GtkWidget *widget, gpointer data)
{
  return UI_IS_FIELD_ROW (widget) &&
         ui_field_editor_has_rows (ui_field_row_get_field (UI_FIELD_ROW (widget))) &&
         !ui_field_row_get_expanded (UI_FIELD_ROW (widget));
}

/* Opens one group after the other, from the top, as somebody does who looks for something. */
static guint
open_groups (GtkWidget *view)
{
  guint count = 0;

  for (; count < FORM_GROUPS; count++)
    {
      GtkWidget *row = window_bench_stage_find (view, is_closed_group, NULL);
      if (row == NULL)
        break;
      ui_field_row_set_expanded (UI_FIELD_ROW (row), TRUE);
      window_bench_stage_settle (60);
    }
  return count;
}

/* What this thread computed so far, in µs: other programs' work is not in it. */
static gint64
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* @server: a command whose tools/list has @tool; @name: of one of its arguments */
static void
run_form (char *tool, char *name, char **server)
{
  const char *const names[] = { name, NULL };
  AppSession       *session =
      window_bench_stage_add ("forms", server[0], (const char *const *)server + 1);

  connect_session (session);
  UiListPage *page = open_tools (session);
  GListModel *tools = app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                              MCP_DEFINITION_TOOL);
  g_autoptr (McpDefinition) first = g_list_model_get_item (tools, 0);
  ui_list_page_open (page, mcp_definition_get_key (first));
  window_bench_stage_settle (500);

  window_bench_stage_watch_for (GTK_WIDGET (page), names);
  window_bench_stage_begin ("open");
  gint64 chosen = g_get_monotonic_time ();
  gint64 computed = get_thread_time ();
  ui_list_page_open (page, tool);
  window_bench_stage_wait (window_bench_stage_get_painted () != 0);
  gint64 painted = window_bench_stage_get_painted ();
  computed = get_thread_time () - computed;
  window_bench_stage_settle (500);
  g_autofree char *opened = g_strdup_printf ("\"painted\": %.1f, \"computed\": %.1f",
                                             (painted - chosen) / 1e3, computed / 1e3);
  window_bench_stage_end (opened);

  window_bench_stage_begin ("groups");
  guint            groups = open_groups (GTK_WIDGET (get_form_view (page)));
  g_autofree char *count = g_strdup_printf ("\"count\": %u", groups);
  window_bench_stage_end (count);

  window_bench_stage_begin ("type");
  type (page);
  window_bench_stage_end (NULL);
}

/* Frames of a scrolled list */
#define SCROLLED_FRAMES 300

typedef struct
{
  GArray *times; /* of double: what each frame computed, ms */
  gint64  began;
  guint   read; /* of the list, before this frame */
  guint   most; /* read for one frame */
} Frames;

/* Items that the list was asked for. */
static guint n_read;
static gpointer (*get_item) (GListModel *model, guint position);

static gpointer
get_item_counted (GListModel *model, guint position)
{
  n_read++;
  return get_item (model, position);
}

/* Every model of that class counts from here on; while a list is scrolled it is the only one that
 * is asked. */
static void
count_reads (GListModel *model)
{
  GListModelInterface *iface = G_LIST_MODEL_GET_IFACE (model);

  get_item = iface->get_item;
  iface->get_item = get_item_counted;
}

static void
on_frame_begins (Frames *frames)
{
  frames->began = get_thread_time ();
}

static void
on_frame_ends (Frames *frames)
{
  double time = (double)(get_thread_time () - frames->began) / 1e3;

  g_array_append_val (frames->times, time);
  frames->most = MAX (frames->most, n_read - frames->read);
  frames->read = n_read;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* Half a page at a time, to the end or for as many frames, and each is waited for. */
static void
scroll_list (GtkWidget *list)
{
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  GdkFrameClock *clock = gtk_widget_get_frame_clock (list);
  Frames         frames = { .times = g_array_new (FALSE, FALSE, sizeof (double)) };

  count_reads (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))));
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_frame_begins), &frames);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_frame_ends), &frames);
  window_bench_stage_begin ("scroll");
  for (guint i = 0; i < SCROLLED_FRAMES; i++)
    {
      guint  before = frames.times->len;
      double end = gtk_adjustment_get_upper (place) - gtk_adjustment_get_page_size (place);
      double next = gtk_adjustment_get_value (place) + gtk_adjustment_get_page_size (place) / 2;

      /* A short list is gone through again and again. */
      gtk_adjustment_set_value (place, next < end ? next : (i % 2) * 10);
      window_bench_stage_wait (frames.times->len > before);
    }
  g_signal_handlers_disconnect_by_data (clock, &frames);
  g_array_sort (frames.times, compare_times);
  guint rows = g_list_model_get_n_items (
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))));
  g_autofree char *more = g_strdup_printf (
      "\"median\": %.2f, \"p95\": %.2f, \"rows\": %u, \"read\": %.1f, \"most\": %u, "
      "\"visible\": %.1f",
      g_array_index (frames.times, double, frames.times->len / 2),
      g_array_index (frames.times, double, frames.times->len * 95 / 100), rows,
      (double)n_read / frames.times->len, frames.most,
      gtk_adjustment_get_page_size (place) * rows / gtk_adjustment_get_upper (place));
  window_bench_stage_end (more);
  g_array_unref (frames.times);
}

static void
run_list (const char *which)
{
  gboolean   history = strcmp (which, "history") == 0;
  GtkWidget *window = GTK_WIDGET (window_bench_stage_get_window ());
  GtkWidget *page = NULL, *list = NULL;

  window_bench_stage_settle (500);
  window_bench_stage_begin ("open");
  ui_window_show_place (UI_WINDOW (window), NULL,
                        history ? UI_PLACE_ACTIVITY : UI_PLACE_OBJECTS);
  window_bench_stage_wait (
      (page = window_bench_stage_find_type (
           window, history ? UI_TYPE_ACTIVITY_PAGE : UI_TYPE_OBJECTS_PAGE)) != NULL);
  window_bench_stage_wait (
      (list = window_bench_stage_find_type (page, GTK_TYPE_LIST_VIEW)) != NULL &&
      gtk_list_view_get_model (GTK_LIST_VIEW (list)) != NULL &&
      g_list_model_get_n_items (
          G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))) > 0);
  window_bench_stage_settle (800);
  window_bench_stage_end (NULL);
  scroll_list (list);
}

static void
run_conversation (char **words)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (words[2], &text, NULL, &error))
    g_error ("%s", error->message);
  window_bench_conversation_run (words[0], words[1]);
  window_bench_conversation_run_plain (text, (guint)atoi (words[3]), (guint)atoi (words[4]));
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  if (argc < 3)
    return EXIT_FAILURE;
  window_bench_stage_open ();
  if (strcmp (argv[1], "session") == 0)
    run_session (argv[2], argv + 3);
  else if (strcmp (argv[1], "form") == 0 && argc > 4)
    run_form (argv[2], argv[3], argv + 4);
  else if (strcmp (argv[1], "list") == 0)
    run_list (argv[2]);
  else if (strcmp (argv[1], "conversation") == 0 && argc > 6)
    run_conversation (argv + 2);
  else if (argc > 4)
    run_result (argv[2], argv[3], g_ascii_strtoll (argv[4], NULL, 10));
  window_bench_stage_close ();
  return EXIT_SUCCESS;
}
