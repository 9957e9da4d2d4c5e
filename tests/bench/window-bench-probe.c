/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preloaded into a program with a window, which so needs no change: says when its first frame was
 * painted and what memory it had then, watches its main loop, and ends it.
 *
 *   WINDOW_BENCH_START    when the program was started, monotonic ns
 *   WINDOW_BENCH_REPORT   the file to write to: lines of NAME VALUE
 *   WINDOW_BENCH_SETTLE   how long to watch after the first frame, ms
 *   WINDOW_BENCH_CONNECT  connect the server that is shown then; wait for a label with this text
 */

#include "window-bench-loop.h"

#include <dlfcn.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LOOK_MS 20
#define PATIENCE_MS 20000

static FILE      *report;
static GtkWidget *window;
static double     loaded;
static gboolean   seen_first;
static guint      waited;

static double
since_start (void)
{
  const char     *start = getenv ("WINDOW_BENCH_START");
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return ((gint64)time.tv_sec * 1000000000 + time.tv_nsec - (start ? atoll (start) : 0)) / 1e6;
}

/* Of the whole process, all threads; it depends less on what else the machine does. */
static double
computed (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void __attribute__ ((constructor))
on_loaded (void)
{
  loaded = since_start ();
  unsetenv ("LD_PRELOAD"); /* not for the programs that this one starts */
}

static void
report_memory (const char *when)
{
  fprintf (report, "%s.rss %u\n", when, window_bench_memory ("VmRSS"));
  fprintf (report, "%s.pss %u\n", when, window_bench_memory ("Pss"));
}

static void
report_loop (const char *when)
{
  WindowBenchLoop seen;

  window_bench_loop_read (&seen);
  fprintf (report, "%s.worst %.2f\n%s.cpu %.2f\n%s.p99 %.2f\n", when, seen.worst, when,
           seen.worst_cpu, when, seen.p99);
}

static gboolean
quit (gpointer data)
{
  GApplication *application = g_application_get_default ();

  fprintf (report, "end 1\n");
  fclose (report);
  if (g_action_group_has_action (G_ACTION_GROUP (application), "quit"))
    g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  else
    g_application_quit (application);
  return G_SOURCE_REMOVE;
}

static gboolean
shows (GtkWidget *widget, const char *text)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
on_live (gpointer data)
{
  report_memory ("live");
  report_loop ("live");
  return quit (NULL);
}

static gboolean
look_for_list (gpointer data)
{
  window_bench_loop_pause ();
  gboolean found = shows (window, g_getenv ("WINDOW_BENCH_CONNECT"));
  window_bench_loop_resume ();
  waited += LOOK_MS;
  if (!found && waited < PATIENCE_MS)
    return G_SOURCE_CONTINUE;
  if (found)
    g_timeout_add (500, on_live, NULL);
  else
    quit (NULL);
  return G_SOURCE_REMOVE;
}

static gboolean
on_settled (gpointer data)
{
  report_loop ("after");
  report_memory ("settled");
  if (g_getenv ("WINDOW_BENCH_CONNECT") == NULL)
    return quit (NULL);
  window_bench_loop_reset ();
  gtk_widget_activate_action (window, "server.connect", NULL);
  g_timeout_add (LOOK_MS, look_for_list, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_after_paint (GdkFrameClock *clock, gpointer data)
{
  const char *settle = g_getenv ("WINDOW_BENCH_SETTLE");

  if (seen_first)
    return;
  seen_first = TRUE;
  fprintf (report, "loaded %.2f\nfirst %.2f\ncomputed %.2f\n", loaded, since_start (),
           computed ());
  report_loop ("before");
  report_memory ("first");
  window_bench_loop_reset ();
  g_timeout_add (settle != NULL ? (guint)atoi (settle) : 1000, on_settled, NULL);
}

/* Stands before GTK's own. */
G_MODULE_EXPORT void
gtk_window_present (GtkWindow *presented)
{
  void (*present) (GtkWindow *) = (void (*) (GtkWindow *))dlsym (RTLD_NEXT, "gtk_window_present");
  const char *path = getenv ("WINDOW_BENCH_REPORT");

  if (window != NULL || path == NULL)
    {
      present (presented);
      return;
    }
  report = fopen (path, "w");
  window = GTK_WIDGET (presented);
  fprintf (report, "present %.2f\n", since_start ());
  window_bench_loop_start ();
  present (presented);
  GdkFrameClock *clock = gdk_surface_get_frame_clock (gtk_native_get_surface (GTK_NATIVE (window)));
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_after_paint), NULL);
}
