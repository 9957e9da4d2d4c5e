/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseMatcher: what an argument of a call is to be. Immutable. In a file of cases it is a JSON
 * value: the value itself, or an object with one or several of these, all of which have to hold:
 *
 *   { "$equals": VALUE }         equal as JSON, whatever is in it
 *   { "$one_of": [ MATCHER … ] } one of them
 *   { "$matches": "REGEXP" }     a text
 *   { "$contains": "TEXT" }      a text with it in it, letters of any case
 *   { "$contains": MATCHER }     an array with such an element
 *   { "$text": "TEXT" }          the same words: case, white space and punctuation do not matter
 *   { "$range": [ 1, 5 ] }       a number, both ends included; "$min" and "$max" are one end
 *   { "$near": [ 20, 0.5 ] }     a number, and by how much it may differ
 *   { "$between": [ "2026-01-01", "2026-12-31" ] }  a date or time, both ends included
 *   { "$type": "string" }        of JSON, with "integer"
 *   { "$schema": { … } }         what fits a JSON Schema
 *   { "$any": true }             anything, as long as it is there
 *   { "$absent": true }          nothing
 *   { "$optional": MATCHER }     that, or nothing
 *
 * Of an object each member has to match, and others may be there unless it is read as exact; of an
 * array each element does, and no others may be there.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct _AppCaseMatcher AppCaseMatcher;

/** @exact: objects have no other members. Returns: (transfer full) (nullable): %NULL with
 * APP_ERROR_INVALID_INPUT */
AppCaseMatcher *app_case_matcher_new (McpJsonValue value, gboolean exact, GError **error);
void            app_case_matcher_free (AppCaseMatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseMatcher, app_case_matcher_free)

/** @value: may be none. @path: (nullable): what it is called.
 * Returns: (transfer full) (nullable): why it does not match, a clause that may quote the value;
 * %NULL where it does */
char *
app_case_matcher_check (const AppCaseMatcher *self, McpJsonValue value, const char *path);

/** Whether a text has another one in it, letters of any case. */
gboolean app_case_text_holds (const char *text, const char *part);
