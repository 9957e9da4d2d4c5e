/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelResultFormat: how the result of a tool is told to a model: by which formatter, under
 * which limits. Data, for all tools or for one of them.
 *
 * As text: "raw", "compact", "preview", "preview:items=10,depth=2,characters=80", "path:PATH" (see
 * StorePath) and "template:TEXT" (see app-model-template.h).
 */

#pragma once

#include "store-explorer.h"

typedef enum {
  APP_MODEL_RAW,     /* as the tool wrote it */
  APP_MODEL_COMPACT, /* JSON without white space, all else as the tool wrote it */
  APP_MODEL_PREVIEW, /* as the object-store servers show a value; kept whole as an object */
  APP_MODEL_PATH,    /* what a path leads to */
  APP_MODEL_TEMPLATE,
} AppModelFormatter;

/* Characters of the text: about 25 000 tokens, at which other clients stop as well. */
#define APP_MODEL_RESULT_CHARACTERS 100000u
/* Tokens of a result that is told whole; a longer one is kept as an object. */
#define APP_MODEL_TARGET_TOKENS 2000

typedef struct
{
  AppModelFormatter   formatter;
  char               *expression; /* (nullable): of PATH and TEMPLATE */
  StoreExplorerLimits limits;     /* of previews */
  gint64              target;     /* tokens, over which a result is kept; 0: none is */
  guint               characters; /* at most, whatever it is */
} AppModelResultFormat;

/** Returns: (transfer full): raw, under the usual limits */
AppModelResultFormat *app_model_result_format_new (void);
/** Returns: (transfer full) (nullable): under the usual limits; %NULL with APP_ERROR_INVALID_INPUT,
 * in words */
AppModelResultFormat *app_model_result_format_parse (const char *text, GError **error);
void                  app_model_result_format_free (AppModelResultFormat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelResultFormat, app_model_result_format_free)

/** Returns: (transfer none): "raw", …: for programs */
const char *app_model_formatter_to_text (AppModelFormatter formatter);
