/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "window-bench-loop.h"

#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STACK_DEPTH 64
#define STACK_LOOK_US 5000

static GArray      *durations; /* of double, ms */
static gint64       began;     /* of the iteration that runs; 0 while polling */
static gint64       began_cpu;
static gint64       paused;
static gint64       paused_cpu;
static double       worst;
static double       worst_cpu;
static volatile int reported; /* the iteration that runs was reported already */
static pthread_t    main_thread;

static gint64
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void
begin (void)
{
  reported = 0;
  began_cpu = now (CLOCK_THREAD_CPUTIME_ID);
  began = now (CLOCK_MONOTONIC);
}

static void
end (void)
{
  double took = (now (CLOCK_MONOTONIC) - began) / 1e6;

  if (began == 0)
    return;
  g_array_append_val (durations, took);
  if (took > worst)
    {
      worst = took;
      worst_cpu = (now (CLOCK_THREAD_CPUTIME_ID) - began_cpu) / 1e6;
    }
  began = 0;
}

static int
watch_poll (GPollFD *fds, guint n, int timeout)
{
  end ();
  int count = g_poll (fds, n, timeout);
  begin ();
  return count;
}

static void
print_stack (int signal_number)
{
  void *frames[STACK_DEPTH];
  int   n = backtrace (frames, STACK_DEPTH);
  char  line[] = "-- away for too long:\n";

  (void)!write (STDERR_FILENO, line, sizeof line - 1);
  backtrace_symbols_fd (frames, n, STDERR_FILENO);
}

static void *
look_for_stacks (void *data)
{
  for (;;)
    {
      gint64 at = began;
      usleep (STACK_LOOK_US);
      if (at != 0 && at == began && !reported &&
          now (CLOCK_MONOTONIC) - at > WINDOW_BENCH_AIM_MS * 1000000 / 2)
        {
          reported = 1;
          pthread_kill (main_thread, SIGUSR2);
        }
    }
  return NULL;
}

static void
start_looking (void)
{
  struct sigaction action = { .sa_handler = print_stack, .sa_flags = SA_RESTART };
  pthread_t        thread;
  void            *frame;

  /* The first call loads a library, which a signal handler must not. */
  backtrace (&frame, 1);
  main_thread = pthread_self ();
  sigaction (SIGUSR2, &action, NULL);
  pthread_create (&thread, NULL, look_for_stacks, NULL);
}

void
window_bench_loop_start (void)
{
  durations = g_array_sized_new (FALSE, FALSE, sizeof (double), 65536);
  if (g_getenv ("WINDOW_BENCH_STACKS") != NULL)
    start_looking ();
  g_main_context_set_poll_func (NULL, watch_poll);
  begin ();
}

void
window_bench_loop_reset (void)
{
  g_array_set_size (durations, 0);
  worst = 0;
  worst_cpu = 0;
  begin ();
}

static int
compare (const void *a, const void *b)
{
  const double *one = a;
  const double *other = b;

  return (*one > *other) - (*one < *other);
}

void
window_bench_loop_read (WindowBenchLoop *seen)
{
  end ();
  memset (seen, 0, sizeof *seen);
  seen->iterations = durations->len;
  seen->worst = worst;
  seen->worst_cpu = worst_cpu;
  qsort (durations->data, durations->len, sizeof (double), compare);
  for (guint i = 0; i < durations->len; i++)
    seen->over += g_array_index (durations, double, i) > WINDOW_BENCH_AIM_MS;
  if (durations->len > 0)
    seen->p99 = g_array_index (durations, double, (durations->len - 1) * 99 / 100);
  begin ();
}

void
window_bench_loop_pause (void)
{
  paused = now (CLOCK_MONOTONIC);
  paused_cpu = now (CLOCK_THREAD_CPUTIME_ID);
}

void
window_bench_loop_resume (void)
{
  began += now (CLOCK_MONOTONIC) - paused;
  began_cpu += now (CLOCK_THREAD_CPUTIME_ID) - paused_cpu;
}

guint
window_bench_memory (const char *name)
{
  static const char *const files[] = { "/proc/self/status", "/proc/self/smaps_rollup" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = NULL;
      if (!g_file_get_contents (files[i], &text, NULL, NULL))
        continue;
      g_autofree char *label = g_strdup_printf ("\n%s:", name);
      const char      *found = strstr (text, label);
      if (found != NULL)
        return (guint)g_ascii_strtoull (found + strlen (label), NULL, 10);
    }
  return 0;
}
