/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchChange: one place where what is sent is not what the model gave. A plain struct.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef enum {
  APP_BENCH_REFERENCE,    /* an object was put in its place */
  APP_BENCH_DEFAULT,      /* an overlay's default was put in */
  APP_BENCH_UNQUOTED,     /* a number or boolean stood in quotes */
  APP_BENCH_PARSED,       /* an object or a list stood in quotes */
  APP_BENCH_WRAPPED,      /* a list was made of one value */
  APP_BENCH_UNWRAPPED,    /* a list of one value became that */
  APP_BENCH_DROPPED,      /* there is no such member */
  APP_BENCH_NULL_DROPPED, /* null where a member need not be there */
} AppBenchChangeKind;

typedef struct
{
  AppBenchChangeKind kind;
  char              *pointer; /* RFC 6901, in the arguments */
  char              *before;  /* (nullable): JSON text */
  char              *after;   /* (nullable): JSON text; the beginning, where it is long */
} AppBenchChange;

/* Bytes of a value that are kept to be shown. */
#define APP_BENCH_CHANGE_BYTES 4096u

/** @pointer: copied. @before: may be none. @after: (nullable): JSON text. Returns: (transfer
 * full) */
AppBenchChange *app_bench_change_new (AppBenchChangeKind kind,
                                      const char        *pointer,
                                      McpJsonValue       before,
                                      const char        *after);
void            app_bench_change_free (AppBenchChange *self);

/** Returns: (transfer none): "reference", …: for programs */
const char *app_bench_change_kind_to_text (AppBenchChangeKind kind);

/** Appends one step to a pointer. */
void app_bench_change_append_step (GString *pointer, const char *name);

G_END_DECLS
