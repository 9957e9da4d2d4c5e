/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How long the main loop is away: the time between one poll of the default main context and the
 * next, which is what a person waits for before the window answers. Watches itself through the
 * context's poll function, so that the program needs no change.
 *
 * With WINDOW_BENCH_STACKS=1 in the environment every iteration that takes longer than
 * WINDOW_BENCH_AIM_MS prints where it was then, on stderr.
 */

#pragma once

#include <glib.h>

/* What a person takes for at once, and what the project promises. */
#define WINDOW_BENCH_AIM_MS 50

/** What happened since window_bench_loop_reset(). Times in milliseconds. */
typedef struct
{
  guint  iterations;
  guint  over; /* longer than the aim */
  double worst;
  double worst_cpu; /* of the longest one: what the main thread computed in it */
  double p99;
} WindowBenchLoop;

/** Begins to watch the default main context; once, on its thread. */
void window_bench_loop_start (void);
/** Forgets what was seen; the iteration that runs counts only from here. */
void window_bench_loop_reset (void);
/** What was seen, the iteration that runs included. */
void window_bench_loop_read (WindowBenchLoop *seen);

/** Between these two the bench looks around for itself, and the time does not count. */
void window_bench_loop_pause (void);
void window_bench_loop_resume (void);

/** Reads "VmRSS", "VmHWM" or "Pss" of this process. Returns: KiB, 0 where it is not known */
guint window_bench_memory (const char *name);
