/* SPDX-License-Identifier: GPL-3.0-or-later */

/** How fields look into their form, how they change its text, and what it is held against. */

#pragma once

#include "app-form-overlay.h"
#include "app-form-provider.h"
#include "app-form.h"
#include "mcp-schema.h"

/** Takes over a changed text. Nothing but the bytes of one value differ in it: no other field is
 * looked at, unless it depends on that one.
 * @text: (transfer full) (nullable): parses, by the caller's word; %NULL for the same text
 * @place: of the form's value, as it was before the change */
void app_form_take_text (AppForm *self, char *text, McpJsonValue place);
/** @missing: (out): whether the problem is that the member is absent
 * Returns: (transfer none) (nullable) */
const char *app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing);
/** The field at a pointer where there is one already; of several the outermost.
 * Returns: (transfer none) (nullable) */
AppField *app_form_peek_field (AppForm *self, const char *pointer);
/** Returns: (transfer none): the schema that values are held against */
McpSchema *app_form_get_validator (AppForm *self);
