/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What real servers send that departs from the specification, each on request, so that a client can
 * show that it bears with it. None of this is hostile. Source: exchanges of OpenSearch's and other
 * servers; tests/app/test-demo-quirks.c compares them with where they are kept.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-request.h"

typedef enum {
  QUIRK_BARE_MAPPING,
  QUIRK_BARE_STATUS,
  QUIRK_BARE_OUTPUT,
  QUIRK_PROMPT_STRING,
  QUIRK_PROMPT_ARRAY,
  QUIRK_CONTENTS_NAME,
  QUIRK_RESOURCE_SCHEMA,
  QUIRK_SCHEMA_WITHOUT_PROPERTIES,
  QUIRK_SCHEMA_EMPTY,
  QUIRK_SCHEMA_ANY_VALUES,
  QUIRK_ERROR_ID_NULL,
  QUIRK_ERROR_500,
  QUIRK_GET_405,
  QUIRK_SSE_ENDPOINT,
  QUIRK_SSE_TEXT,
  N_QUIRKS,
} DemoQuirk;

/** Takes in a quirk by its name. Returns: %FALSE with @error set where there is none */
gboolean quirks_add (const char *name, GError **error);
gboolean quirks_has (DemoQuirk quirk);
/** Returns: (transfer full): the quirks, for --help */
char *quirks_describe (void);

/** Answers @request off the specification, where that was asked for its method. Returns: whether
 * the request is dealt with */
gboolean quirks_answer (AppDemoRequest *request);
/** Writes items that are off the specification into an open array of @kind ("tools"…). */
void quirks_write_items (const char *kind, McpJsonWriter *writer);
/** Answers an HTTP request off the specification. @method: of its message, (nullable)
 * Returns: whether the request is dealt with */
gboolean quirks_answer_http (SoupServerMessage *message, const char *method);
/** Returns: (transfer full) (nullable): what an event stream of 2024-11-05 begins with */
char *quirks_begin_events (const char *origin, const char *session);
