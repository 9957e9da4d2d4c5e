/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "window-bench-conversation.h"

#include "app-model-controller.h"
#include "ui-model-view.h"
#include "window-bench-loop.h"
#include "window-bench-stage.h"

#include <malloc.h>
#include <string.h>
#include <time.h>

/* What is let go of goes when nothing else is to be done. */
#define SETTLE_MS 1500
#define FRAME_MS 16

static GArray        *frames; /* of double: what the main thread computed in each, ms */
static gint64         frame_began;
static GdkFrameClock *watched;

static gint64
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Frames: from what moves in them to what is drawn, as a person's machine would be busy with it. */

static void
on_frame_begins (GdkFrameClock *clock, gpointer data)
{
  frame_began = now (CLOCK_THREAD_CPUTIME_ID);
}

static void
on_frame_ends (GdkFrameClock *clock, gpointer data)
{
  double took = (now (CLOCK_THREAD_CPUTIME_ID) - frame_began) / 1e6;

  if (frame_began != 0)
    g_array_append_val (frames, took);
  frame_began = 0;
}

static void
watch_frames (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (gtk_widget_get_root (widget)));

  if (frames == NULL)
    frames = g_array_new (FALSE, FALSE, sizeof (double));
  if (clock != watched)
    {
      watched = clock;
      g_signal_connect (clock, "before-paint", G_CALLBACK (on_frame_begins), NULL);
      g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_frame_ends), NULL);
    }
  g_array_set_size (frames, 0);
}

static int
compare (const void *a, const void *b)
{
  const double *one = a;
  const double *other = b;

  return (*one > *other) - (*one < *other);
}

static double
read_frames (double share)
{
  qsort (frames->data, frames->len, sizeof (double), compare);
  return frames->len == 0 ? 0
                          : g_array_index (frames, double, (guint)((frames->len - 1) * share));
}

/* What happened since @computed and @began, as members of JSON. */
static char *
create_report (gint64 computed, gint64 began)
{
  double cpu = (now (CLOCK_PROCESS_CPUTIME_ID) - computed) / 1e6;
  double time = (now (CLOCK_MONOTONIC) - began) / 1e6;

  return g_strdup_printf ("\"computed\": %.1f, \"took\": %.1f, \"frames\": %u, \"median\": %.2f, "
                          "\"p95\": %.2f, \"most\": %.2f",
                          cpu, time, frames->len, read_frames (0.5), read_frames (0.95),
                          read_frames (1));
}

/* Scenes */

/* It is there before it is shown: nothing has been said yet. */
static GtkWidget *
find_view (GtkWidget *widget)
{
  GtkWidget *found = UI_IS_MODEL_VIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_view (child);
  return found;
}

static AppModelController *
show_page (GtkWidget **view)
{
  GtkWidget          *window = GTK_WIDGET (window_bench_stage_get_window ());
  AppModelController *controller = NULL;

  ui_window_show_place (UI_WINDOW (window), NULL, UI_PLACE_PLAYGROUND);
  window_bench_stage_wait ((*view = find_view (window)) != NULL);
  g_object_get (*view, "controller", &controller, NULL);
  g_object_unref (controller); /* the page holds it */
  window_bench_stage_wait (app_model_controller_get_state (controller) == APP_MODEL_STATE_READY);
  window_bench_stage_settle (SETTLE_MS);
  return controller;
}

static void
open_conversation (AppModelController *controller, GtkWidget *view, const char *id, const char *scene)
{
  static const char *const texts[] = { "The end of it.", NULL };
  gint64                   computed = now (CLOCK_PROCESS_CPUTIME_ID), began = now (CLOCK_MONOTONIC);
  gint64                   on_thread = now (CLOCK_THREAD_CPUTIME_ID), at = 0;

  watch_frames (view);
  window_bench_stage_begin (scene);
  window_bench_stage_watch_for (view, texts);
  app_model_controller_open (controller, id);
  window_bench_stage_wait ((at = window_bench_stage_get_painted ()) != 0);
  /* Nothing is looked for while others are timed. */
  window_bench_stage_watch_for (NULL, NULL);
  double           painted = at / 1e3 - began / 1e6;
  double           shown = (now (CLOCK_THREAD_CPUTIME_ID) - on_thread) / 1e6;
  g_autofree char *report = create_report (computed, began);
  g_autofree char *more = g_strdup_printf (
      "\"painted\": %.1f, \"shown\": %.1f, \"blocks\": %u, %s", painted, shown,
      g_list_model_get_n_items (app_model_controller_get_blocks (controller)), report);
  window_bench_stage_end (more);
}

static void
scroll_to_the_beginning (GtkWidget *view)
{
  GtkWidget     *scroller = window_bench_stage_find_type (view, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  double page = gtk_adjustment_get_page_size (adjustment);
  gint64 computed = now (CLOCK_PROCESS_CPUTIME_ID), began = now (CLOCK_MONOTONIC);

  watch_frames (view);
  window_bench_stage_begin ("scroll");
  for (guint i = 0; i < 120; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - page / 3);
      window_bench_stage_settle (FRAME_MS);
    }
  g_autofree char *more = create_report (computed, began);
  window_bench_stage_end (more);
  gtk_widget_activate_action (view, "bench.end", NULL);
  window_bench_stage_settle (SETTLE_MS);
}

static void
stream (AppModelController *controller, GtkWidget *view)
{
  watch_frames (view);
  window_bench_stage_begin ("stream");
  gint64 computed = now (CLOCK_PROCESS_CPUTIME_ID), began = now (CLOCK_MONOTONIC);
  if (!app_model_controller_send (controller, "Go on"))
    g_error ("Nothing can be said");
  window_bench_stage_wait (app_model_controller_get_state (controller) == APP_MODEL_STATE_ANSWERING);
  window_bench_stage_wait (app_model_controller_get_state (controller) == APP_MODEL_STATE_READY);
  g_autofree char *more = create_report (computed, began);
  window_bench_stage_end (more);
}

typedef struct
{
  guint  resident; /* KiB */
  guint  own;      /* KiB of these that are no file's, and not shared */
  double in_use;   /* KiB: what was allocated and not freed */
} Memory;

static Memory
read_memory (void)
{
  malloc_trim (0);
  return (Memory){ window_bench_memory ("VmRSS"), window_bench_memory ("RssAnon"),
                   mallinfo2 ().uordblks / 1024.0 };
}

static void
close_conversation (AppModelController *controller)
{
  app_model_controller_begin_new (controller);
  window_bench_stage_settle (SETTLE_MS);
}

void
window_bench_conversation_run (const char *id, const char *short_id)
{
  GtkWidget          *view = NULL;
  AppModelController *controller = show_page (&view);
  Memory              cold = read_memory ();

  open_conversation (controller, view, short_id, "first");
  window_bench_stage_settle (SETTLE_MS);
  close_conversation (controller);
  Memory before = read_memory ();
  open_conversation (controller, view, id, "open");
  window_bench_stage_settle (SETTLE_MS);
  Memory opened = read_memory ();
  scroll_to_the_beginning (view);
  stream (controller, view);
  window_bench_stage_begin ("close");
  close_conversation (controller);
  Memory           closed = read_memory ();
  g_autofree char *more = g_strdup_printf (
      "\"cold\": %u, \"before\": %u, \"opened\": %u, \"closed\": %u, \"own\": %d, \"left\": %.0f",
      cold.resident, before.resident, opened.resident, closed.resident,
      (int)closed.own - (int)before.own, closed.in_use - before.in_use);
  window_bench_stage_end (more);
}

/* The least that it takes */

typedef struct
{
  GtkTextBuffer *buffer;
  GString       *came;
} Plain;

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Plain         *plain = data;
  GtkTextIter    end;
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (widget));

  gtk_text_buffer_get_end_iter (plain->buffer, &end);
  if (plain->came->len > 0)
    gtk_text_buffer_insert (plain->buffer, &end, plain->came->str, (int)plain->came->len);
  g_string_truncate (plain->came, 0);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_CONTINUE;
}

void
window_bench_conversation_run_plain (const char *text, guint pieces, guint per_second)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  Plain      plain = { gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), g_string_new (NULL) };
  gsize      length = strlen (text), given = 0;

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_window_set_child (GTK_WINDOW (window), scroller);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 800);
  gtk_window_present (GTK_WINDOW (window));
  window_bench_stage_settle (SETTLE_MS);
  guint tick = gtk_widget_add_tick_callback (view, on_tick, &plain, NULL);

  watch_frames (view);
  window_bench_stage_begin ("plain");
  gint64 computed = now (CLOCK_PROCESS_CPUTIME_ID), began = now (CLOCK_MONOTONIC);
  while (given < length)
    {
      gint64 time = (now (CLOCK_MONOTONIC) - began) / 1000;
      gsize  due = MIN (length, (gsize)(time * per_second / G_USEC_PER_SEC) * length / pieces);

      g_string_append_len (plain.came, text + given, (gssize)(due - given));
      given = due;
      window_bench_stage_turn ();
    }
  g_autofree char *more = create_report (computed, began);
  window_bench_stage_end (more);
  gtk_widget_remove_tick_callback (view, tick);
  gtk_window_destroy (GTK_WINDOW (window));
  g_string_free (plain.came, TRUE);
}
