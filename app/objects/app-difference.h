/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDifference: one place where two things that were compared differ: what stands there in the
 * first and in the second, whole; at least one of them has something. Immutable.
 *
 * All text is fit to be shown: one line, bounded, never markup.
 */

#pragma once

#include "store-object.h"

#define APP_TYPE_DIFFERENCE (app_difference_get_type ())
G_DECLARE_FINAL_TYPE (AppDifference, app_difference, APP, DIFFERENCE, GObject)

/** @part: (nullable): which part of the two, such as "Response"; static
 * @path: see StorePath; "" for the whole. @before, @after: (nullable): held
 * Returns: (transfer full) */
AppDifference *app_difference_new (const char  *part,
                                   const char  *path,
                                   StoreObject *before,
                                   StoreObject *after);

/** Returns: (transfer none) (nullable): what is only in the second has none */
StoreObject *app_difference_get_before (AppDifference *self);
/** Returns: (transfer none) (nullable): what is only in the first has none */
StoreObject *app_difference_get_after (AppDifference *self);
/** Returns: (transfer full): where it is: "Response · result.items[3]" */
char *app_difference_dup_place (AppDifference *self);
/** Returns: (transfer full): the value that is there, as written, or its beginning; "" for none */
char *app_difference_dup_preview (StoreObject *object);
/** Returns: (transfer full): all of it, as it is read aloud */
char *app_difference_dup_text (AppDifference *self);
