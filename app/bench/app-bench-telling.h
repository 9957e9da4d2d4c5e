/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchTelling: how the result of a tool is told to a model: by which formatter, under which
 * limits. Data, for all tools or for one of them.
 *
 * As text: "raw", "compact", "preview", "preview:items=10,depth=2,characters=80", "path:PATH" (see
 * StorePath) and "template:TEXT" (see app-bench-template.h).
 */

#pragma once

#include "store-explorer.h"

G_BEGIN_DECLS

typedef enum {
  APP_BENCH_RAW,     /* as the tool wrote it */
  APP_BENCH_COMPACT, /* JSON without white space, all else as the tool wrote it */
  APP_BENCH_PREVIEW, /* as the object-store servers show a value; kept whole as an object */
  APP_BENCH_PATH,    /* what a path leads to */
  APP_BENCH_TEMPLATE,
} AppBenchFormatter;

/* Characters of the text: about 25 000 tokens, at which other clients stop as well. */
#define APP_BENCH_RESULT_CHARACTERS 100000u
/* Tokens of a result that is told whole; a longer one is kept as an object. */
#define APP_BENCH_TARGET_TOKENS 2000

typedef struct
{
  AppBenchFormatter   formatter;
  char               *expression; /* (nullable): of PATH and TEMPLATE */
  StoreExplorerLimits limits;     /* of previews */
  gint64              target;     /* tokens, over which a result is kept; 0: none is */
  guint               characters; /* at most, whatever it is */
} AppBenchTelling;

/** Returns: (transfer full): raw, under the usual limits */
AppBenchTelling *app_bench_telling_new (void);
/** Returns: (transfer full) (nullable): under the usual limits; %NULL with APP_ERROR_INVALID_INPUT,
 * in words */
AppBenchTelling *app_bench_telling_parse (const char *text, GError **error);
void             app_bench_telling_free (AppBenchTelling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchTelling, app_bench_telling_free)

/** Returns: (transfer none): "raw", …: for programs */
const char *app_bench_formatter_to_text (AppBenchFormatter formatter);

G_END_DECLS
