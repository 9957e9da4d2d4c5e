/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "window-bench-stage.h"
#include "app-text-lines.h"
#include "ui-application.h"
#include "window-bench-loop.h"
#include "../find-session.h"

#include <stdio.h>
#include <string.h>

#define WAKE_MS 10
/* Of a text view only the beginning is looked at; what is looked for stands there. */
#define LOOK_CHARACTERS 2000

static UiApplication     *application;
static UiWindow          *window;
static const char        *scene;
static GtkWidget         *watched;
static const char *const *wanted;
static gint64             painted;
static gboolean           first_frame;

static gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
has_wanted (const char *text)
{
  for (guint i = 0; text != NULL && wanted[i] != NULL; i++)
    if (strstr (text, wanted[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
shows_wanted (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget))
    return has_wanted (gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_INSCRIPTION (widget))
    return has_wanted (gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "UiLineRow"))
    {
      g_autoptr (AppTextLine) line = NULL;
      g_object_get (widget, "line", &line, NULL);
      return line != NULL && has_wanted (app_text_line_get_text (line));
    }
  if (!GTK_IS_TEXT_VIEW (widget))
    return FALSE;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));
  GtkTextIter    start, end;
  gtk_text_buffer_get_start_iter (buffer, &start);
  end = start;
  gtk_text_iter_forward_chars (&end, LOOK_CHARACTERS);
  g_autofree char *text = gtk_text_buffer_get_slice (buffer, &start, &end, TRUE);
  return has_wanted (text);
}

static void
on_after_paint (GdkFrameClock *clock, gpointer data)
{
  gint64 now = g_get_monotonic_time ();

  first_frame = TRUE;
  if (wanted == NULL || painted != 0)
    return;
  if (window_bench_stage_find (watched, shows_wanted, NULL) != NULL)
    painted = now;
}

void
window_bench_stage_open (void)
{
  g_autoptr (GError) error = NULL;

  application = ui_application_new ();
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    g_error ("%s", error->message);
  window_bench_loop_start ();
  g_timeout_add (WAKE_MS, wake, NULL);
  g_application_activate (G_APPLICATION (application));
  window = UI_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  g_signal_connect_after (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                          G_CALLBACK (on_after_paint), NULL);
  window_bench_stage_wait (first_frame);
}

void
window_bench_stage_close (void)
{
  /* What runs then is only what ends the servers; there is no window any more. */
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  g_application_run (G_APPLICATION (application), 0, NULL);
  g_clear_object (&application);
}

UiWindow *
window_bench_stage_get_window (void)
{
  return window;
}

AppWorkspace *
window_bench_stage_get_workspace (void)
{
  AppWorkspace *workspace = NULL;

  g_object_get (window, "workspace", &workspace, NULL);
  g_object_unref (workspace); /* the window holds it */
  return workspace;
}

static void
on_added (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  StoreProfile **added = data;

  *added = store_profile_list_add_finish (STORE_PROFILE_LIST (object), result, &error);
  if (*added == NULL)
    g_error ("%s", error->message);
}

AppSession *
window_bench_stage_add (const char *name, const char *command, const char *const *arguments)
{
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (StoreProfile) added = NULL;
  AppWorkspace *workspace = window_bench_stage_get_workspace ();

  g_object_set (profile, "command", command, NULL);
  if (arguments != NULL)
    g_object_set (profile, "arguments", (const char **)arguments, NULL);
  store_profile_list_add_async (app_workspace_get_book (workspace), profile, NULL, on_added,
                                &added);
  window_bench_stage_wait (added != NULL);
  return find_session (workspace, store_profile_get_name (added));
}

void
window_bench_stage_turn (void)
{
  g_main_context_iteration (NULL, TRUE);
}

void
window_bench_stage_settle (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + (gint64)milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    window_bench_stage_turn ();
}

static GtkWidget *
find (GtkWidget *widget, WindowBenchMatch match, gpointer data)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (match (widget, data))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, match, data);
      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
window_bench_stage_find (GtkWidget *widget, WindowBenchMatch match, gpointer data)
{
  window_bench_loop_pause ();
  GtkWidget *found = find (widget, match, data);
  window_bench_loop_resume ();
  return found;
}

static gboolean
is_of_type (GtkWidget *widget, gpointer data)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(GType *)data);
}

GtkWidget *
window_bench_stage_find_type (GtkWidget *widget, GType type)
{
  return window_bench_stage_find (widget, is_of_type, &type);
}

void
window_bench_stage_watch_for (GtkWidget *widget, const char *const *texts)
{
  watched = widget;
  wanted = texts;
  painted = 0;
}

gint64
window_bench_stage_get_painted (void)
{
  return painted;
}

void
window_bench_stage_begin (const char *name)
{
  scene = name;
  window_bench_loop_reset ();
}

void
window_bench_stage_end (const char *more)
{
  WindowBenchLoop seen;

  window_bench_loop_read (&seen);
  printf ("{\"scene\": \"%s\", \"iterations\": %u, \"worst\": %.2f, \"cpu\": %.2f, \"p99\": %.2f, "
          "\"over\": %u, \"rss\": %u%s%s}\n",
          scene, seen.iterations, seen.worst, seen.worst_cpu, seen.p99, seen.over,
          window_bench_memory ("VmRSS"), more != NULL ? ", " : "", more != NULL ? more : "");
  fflush (stdout);
}
