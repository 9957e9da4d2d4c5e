/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the parts of bench-objects share: five rounds of one measurement, and a line that says their
 * median and range. */

#pragma once

#include <gio/gio.h>

#define BENCH_ROUNDS 5

/* Returns: µs */
typedef double (*BenchFunc) (gpointer data);

/* @aim: µs; 0 for none */
void bench_measure (const char *name, BenchFunc func, gpointer data, double aim);
/* @values: sorted here; µs. They are at least one. */
void bench_print (const char *name, double *values, guint n, double aim);

void          bench_on_done (GObject *source, GAsyncResult *result, gpointer data);
GAsyncResult *bench_wait_for (GAsyncResult **result);
/* Ends the program where there is one. */
void bench_check (const GError *error);

/* The parts */
void bench_stores (const char *folder);
void bench_history (const char *folder);
