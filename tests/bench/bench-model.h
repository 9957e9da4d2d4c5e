/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The parts of bench-model, and what they have in common: programs beside this one, and figures.
 */

#pragma once

#include <gio/gio.h>

typedef struct
{
  GSubprocess      *process; /* (nullable) */
  GDataInputStream *lines;   /* (nullable): of its output, or of its errors */
} BenchProgram;

/** @script: JSON of what the scripted model says
 * Returns: (transfer full) (nullable): the URL that it listens at */
char *bench_program_start_model (BenchProgram *self, const char *script);
/** @script: (nullable): to be run by node, beside the vendors' SDKs
 * Returns: whether they are there */
gboolean bench_program_start_node (BenchProgram *self, const char *script);
void     bench_program_end (BenchProgram *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchProgram, bench_program_end)

/** @values: sorted by it. Returns: what @part of them are below */
double bench_get_quantile (double *values, guint n, double part);

/** From the first byte that the server sends to the first token, beside curl and the SDKs. */
void bench_model_first_token (void);
/** Bodies of long conversations with many tools. */
void bench_model_requests (void);
/** What each reader takes in a second. */
void bench_model_readers (void);
/** From a person's stop to the closed connection, and to the next prompt. */
void bench_model_stop (void);
/** Three models that are asked the same at once. */
void bench_model_compare (void);
