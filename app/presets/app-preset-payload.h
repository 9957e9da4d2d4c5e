/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresetPayload: what a person sets of a pre-configured input, and what is sent for it.
 *
 * An argument is an object with the mark and whatever else its schema names. Where that is one
 * member, the person sets this member's value: 42 is sent as {"value": 42, "mimeType": …}. Where
 * there are several, and of kinds that are not known, an object of them. Where the input is an
 * array, an array of either. So kinds need no code of their own, and the schema at hand decides,
 * which for older servers is another one.
 */

#pragma once

#include "app-preset-match.h"

#include <gio/gio.h>

/** What is to be set, as a schema that needs no other document: references are replaced by what
 * they mean, choices are written as "oneOf", members that may be null are not required. Title,
 * description and default are left out. Returns: (transfer full): JSON text */
char *app_preset_payload_dup_schema (const AppPresetMatch *match);
/** The same for an ordinary parameter. Returns: (transfer full): JSON text */
char *app_preset_payload_inline_schema (McpJsonValue root, McpJsonValue schema);

/** The choices of an enum or a list. Returns: (transfer full) (nullable): of AppFieldOption */
GListModel *app_preset_payload_create_options (const AppPresetMatch *match);
/** What stands for the input where nothing is set: the default beside the mark, else those of the
 * members. Returns: (transfer full) (nullable): JSON text */
char *app_preset_payload_dup_default (const AppPresetMatch *match);

/** From what was set to what is sent. Members that must be there and were not set get their
 * constant, default or null. Returns: (transfer full): JSON text */
char *app_preset_payload_wrap (const AppPresetMatch *match, McpJsonValue payload);
/** From what would be sent to what is set; what has no mark is taken as it is.
 * Returns: (transfer full) (nullable): JSON text */
char *app_preset_payload_unwrap (const AppPresetMatch *match, McpJsonValue argument);
