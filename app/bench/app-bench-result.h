/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchResult: what a model is told of a tool's result: its text, images, and whether the tool
 * said that it failed. Nothing of it goes out twice, and what is left out is said so in its place,
 * with its size. Pure: no input, no state.
 *
 * The texts that are added are for models, in English.
 */

#pragma once

#include "mcp-model-block.h"
#include "mcp-result.h"

G_BEGIN_DECLS

/** How the text of a result is written. */
typedef enum {
  APP_BENCH_RAW,     /* as the tool wrote it */
  APP_BENCH_COMPACT, /* JSON without white space, all else as the tool wrote it */
} AppBenchFormatter;

/* Characters of the text: about 25 000 tokens, at which other clients stop as well. */
#define APP_BENCH_RESULT_CHARACTERS 100000u
/* A tool's own word for it, in its _meta, counts up to this. */
#define APP_BENCH_RESULT_MAX_CHARACTERS 500000u
/* Bytes of an image, and images of a result, that vendors take. */
#define APP_BENCH_RESULT_MAX_IMAGE (5u * 1024u * 1024u)
#define APP_BENCH_RESULT_MAX_IMAGES 20u

typedef struct
{
  char      *text;
  GPtrArray *images; /* (nullable) (element-type McpModelBlock) */
  gboolean   is_error;
  guint64    size;     /* bytes of the whole result as it came */
  guint64    hidden;   /* characters of its text that were cut off */
  guint      withheld; /* blocks that are for the person alone */
} AppBenchResult;

/** @characters: at most, of the text. Returns: (transfer full) */
AppBenchResult *app_bench_result_new (const McpResult  *result,
                                      AppBenchFormatter formatter,
                                      guint             characters);
/** Of what came to no result: it failed. Returns: (transfer full) */
AppBenchResult *app_bench_result_new_failure (const char *text);
void            app_bench_result_free (AppBenchResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchResult, app_bench_result_free)

/** @name: "raw" or "compact". @formatter: (out). Returns: %FALSE where it is none of them */
gboolean app_bench_formatter_from_text (const char *name, AppBenchFormatter *formatter);

G_END_DECLS
