/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresetKind: what a pre-configured input is for, as its mimeType says. How it is filled in and
 * sent follows from its schema; the kind decides only what a schema cannot say.
 *
 * Source: Dust's internal MIME types: application/vnd.dust.tool-input.KIND, formerly
 * configuration.KIND; other programs write tool_input, and kinds with underscores.
 */

#pragma once

#include <glib-object.h>

typedef enum {
  APP_PRESET_STRING,
  APP_PRESET_NUMBER,
  APP_PRESET_BOOLEAN,
  APP_PRESET_ENUM,
  APP_PRESET_LIST,
  APP_PRESET_DATA_SOURCE,
  APP_PRESET_DATA_WAREHOUSE,
  APP_PRESET_TABLE,
  APP_PRESET_AGENT,
  APP_PRESET_REASONING_MODEL,
  APP_PRESET_DUST_APP,
  APP_PRESET_TIME_FRAME,
  APP_PRESET_JSON_SCHEMA,
  APP_PRESET_SECRET, /* the name of a secret, not its value */
  APP_PRESET_OTHER,  /* marked as an input, of a kind that is not known */
  APP_PRESET_PINNED, /* an ordinary parameter that the person set for the whole server */
} AppPresetKind;

/** Whether @mime_type marks a pre-configured input. @mime_type: (nullable)
 * @kind: (out) (optional) */
gboolean app_preset_kind_from_mime_type (const char *mime_type, AppPresetKind *kind);
/** Whether JSON text can have such a type in it; most has none, and need not be searched.
 * @text: (nullable) */
gboolean app_preset_kind_may_be_in (const char *text, gsize length);
/** Whether @mime_type is spelled as Dust itself spells it today. */
gboolean app_preset_kind_is_current (const char *mime_type);
