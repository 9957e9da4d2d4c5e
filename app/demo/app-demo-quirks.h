/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What real servers send that departs from the specification, each on request, so that a client can
 * show that it bears with it. None of this is hostile. Source: exchanges of OpenSearch's and other
 * servers; tests/app/test-demo-quirks.c compares them with where they are kept.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-request.h"

G_BEGIN_DECLS

typedef enum {
  APP_DEMO_QUIRK_BARE_MAPPING,
  APP_DEMO_QUIRK_BARE_STATUS,
  APP_DEMO_QUIRK_BARE_OUTPUT,
  APP_DEMO_QUIRK_PROMPT_STRING,
  APP_DEMO_QUIRK_PROMPT_ARRAY,
  APP_DEMO_QUIRK_CONTENTS_NAME,
  APP_DEMO_QUIRK_RESOURCE_SCHEMA,
  APP_DEMO_QUIRK_SCHEMA_WITHOUT_PROPERTIES,
  APP_DEMO_QUIRK_SCHEMA_EMPTY,
  APP_DEMO_QUIRK_SCHEMA_ANY_VALUES,
  APP_DEMO_QUIRK_ERROR_ID_NULL,
  APP_DEMO_QUIRK_ERROR_500,
  APP_DEMO_QUIRK_GET_405,
  APP_DEMO_QUIRK_SSE_ENDPOINT,
  APP_DEMO_QUIRK_SSE_TEXT,
  APP_DEMO_N_QUIRKS,
} AppDemoQuirk;

/** Takes in a quirk by its name. Returns: %FALSE with @error set where there is none */
gboolean app_demo_quirks_add (AppDemoOptions *options, const char *name, GError **error);
gboolean app_demo_quirks_has (const AppDemoOptions *options, AppDemoQuirk quirk);
/** Returns: (transfer full): the quirks, for --help */
char *app_demo_quirks_describe (void);

/** Answers @request off the specification, where that was asked for its method. Returns: whether
 * the request is dealt with */
gboolean app_demo_quirks_answer (AppDemoRequest *request);
/** Writes items that are off the specification into an open array of @kind ("tools"…). */
void app_demo_quirks_write_items (const AppDemoOptions *options,
                                  const char           *kind,
                                  McpJsonWriter        *writer);
/** Answers an HTTP request off the specification. @method: of its message, (nullable)
 * Returns: whether the request is dealt with */
gboolean app_demo_quirks_answer_http (const AppDemoOptions *options,
                                      SoupServerMessage    *message,
                                      const char           *method);

G_END_DECLS
