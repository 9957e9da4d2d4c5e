/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCallTable: what a feature keeps for calls, each for as long as the call lives.
 */

#pragma once

#include "app-call.h"

typedef struct _AppCallTable AppCallTable;

/** Returns: (transfer full) */
AppCallTable *app_call_table_new (GDestroyNotify free_value);
void          app_call_table_free (AppCallTable *self);
/** @value: (transfer full) */
void app_call_table_set (AppCallTable *self, AppCall *call, gpointer value);
/** Returns: (transfer none) (nullable) */
gpointer app_call_table_lookup (AppCallTable *self, AppCall *call);
