/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * BenchJsonShape: texts to read, made in memory and the same in every run.
 */

#pragma once

#include <glib.h>

typedef enum {
  BENCH_JSON_STRINGS, /* an array of strings, short and long, some escaped, some not ASCII */
  BENCH_JSON_NUMBERS, /* an array of integers and fractions, short and long */
  BENCH_JSON_DEEP,    /* arrays and objects nested up to 800 deep */
  BENCH_JSON_RESULTS, /* what tools answer: text, tables, nested objects */
  BENCH_JSON_N_SHAPES,
} BenchJsonShape;

const char *bench_json_shape_get_name (BenchJsonShape shape);

/** Returns: (transfer full): valid JSON of at least @size bytes, and hardly more */
GString *bench_json_shape_make (BenchJsonShape shape, gsize size);
