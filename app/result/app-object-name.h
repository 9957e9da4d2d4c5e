/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the results that are kept are called on screen. A server may have objects of its own with
 * names such as @obj_001; ours are never called so. Functions without state.
 */

#pragma once

#include "store-object-entry.h"

/** Returns: (transfer full): "Result 3"; "Result" while no store has taken it */
char *app_object_name_dup (StoreObject *object);
/** The same of an object that is kept as @id. Returns: (transfer full) */
char *app_object_name_dup_for_id (const char *id);
/** What the person called it, in one line, or what it is the result of, or the same as above.
 * Returns: (transfer full) */
char *app_object_name_dup_for_facts (const StoreObjectFacts *facts);
/** For a value that a person gives no name: its beginning. Returns: (transfer full) (nullable):
 * %NULL for data */
char *app_object_name_dup_for_value (StoreObject *object);
/** The result of a call. @arguments: (nullable): JSON text, without secrets. Returns: (transfer
 * full): "make_table · rows 400" */
char *app_object_name_dup_for_call (const char *tool, const char *arguments);
/** Whether its name is that of the call, kept with it. */
gboolean app_object_name_is_of_call (const StoreObjectFacts *facts);
/** For as long as the program runs: what the call was made with. @arguments: as above */
void app_object_name_set_arguments (StoreObjectEntry *entry, const char *arguments);
/** As for its facts, with the arguments where they are known. Returns: (transfer full) */
char *app_object_name_dup_for_entry (StoreObjectEntry *entry);
/** What else is known, in one line below its name: "array · 50 · 13 kB · Demo · 5 min ago".
 * Returns: (transfer full) */
char *app_object_name_dup_facts_line (const StoreObjectFacts *facts);
/** Returns: (transfer full): "object · 6", "array · 50", "string · 12,573 characters" */
char *app_object_name_dup_type (StoreObject *object);
/** The same of what is not read. Returns: (transfer full) */
char *app_object_name_dup_type_for_facts (const StoreObjectFacts *facts);
/** @time: µs since the epoch; 0: not known. Returns: (transfer full): "5 min ago", "yesterday", "12
 * Mar 2026" */
char *app_object_name_dup_age (gint64 time);
/** @time: µs since the epoch; 0: never. Returns: (transfer full) (nullable): "expires in 8 min";
 * %NULL where it does not */
char *app_object_name_dup_expiry (gint64 time);
