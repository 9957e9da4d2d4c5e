/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the scenes share: the real application with its window in this process, waiting with a
 * bound, finding widgets, noticing when something was painted, and reporting how long the loop was
 * away.
 */

#pragma once

#include "ui-window.h"

#define WINDOW_BENCH_PATIENCE_SECONDS 60

/** Starts the application and waits for its first frame. Ends the program where that fails. */
void window_bench_stage_open (void);
/** Quits in good order: every server ends. */
void window_bench_stage_close (void);

UiWindow     *window_bench_stage_get_window (void);
AppWorkspace *window_bench_stage_get_workspace (void);

/** Adds a profile. @arguments: (nullable). Returns: (transfer none) */
AppSession *
window_bench_stage_add (const char *name, const char *command, const char *const *arguments);

/** One turn of the loop, at most a few milliseconds long when there is nothing to do. */
void window_bench_stage_turn (void);
void window_bench_stage_settle (guint milliseconds);

#define window_bench_stage_wait(condition)                                            \
  G_STMT_START                                                                        \
  {                                                                                   \
    gint64 deadline_ =                                                                \
        g_get_monotonic_time () + WINDOW_BENCH_PATIENCE_SECONDS * G_USEC_PER_SEC;     \
    while (!(condition))                                                              \
      {                                                                               \
        if (g_get_monotonic_time () > deadline_)                                      \
          g_error ("%s:%d: waited too long for: %s", __FILE__, __LINE__, #condition); \
        window_bench_stage_turn ();                                                   \
      }                                                                               \
  }                                                                                   \
  G_STMT_END

/** What is looked for; the time it takes to look does not count as the window's. */
typedef gboolean (*WindowBenchMatch) (GtkWidget *widget, gpointer data);

/** The first widget on the screen below @widget that matches.
 * Returns: (transfer none) (nullable) */
GtkWidget *window_bench_stage_find (GtkWidget *widget, WindowBenchMatch match, gpointer data);
/** The same, by type. */
GtkWidget *window_bench_stage_find_type (GtkWidget *widget, GType type);

/** Looks in every frame from now on, right after it was painted, for a widget below @widget that
 * shows a text with one of @texts in it (an array of strings that ends with %NULL). */
void window_bench_stage_watch_for (GtkWidget *widget, const char *const *texts);
/** When that was painted, monotonic µs; 0 not yet. */
gint64 window_bench_stage_get_painted (void);

/** What is measured from here on. @name is printed as the name of the scene. */
void window_bench_stage_begin (const char *name);
/** Prints the scene as a line of JSON; @more: (nullable): members to add to it. */
void window_bench_stage_end (const char *more);
