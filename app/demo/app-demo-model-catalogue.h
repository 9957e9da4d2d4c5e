/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the servers of language models tell about their models: lists and details, in each vendor's
 * form.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Whose form a path has that several of them serve */
typedef enum {
  APP_DEMO_MODEL_OPENAI,
  APP_DEMO_MODEL_ANTHROPIC,
  APP_DEMO_MODEL_GEMINI,
} AppDemoModelVendor;

/** @method: of HTTP. @path: of the request
 * Returns: (transfer full) (nullable): JSON; %NULL where this is no such path */
char *app_demo_model_catalogue_find (const char        *method,
                                     const char        *path,
                                     AppDemoModelVendor vendor,
                                     const char        *model);

G_END_DECLS
