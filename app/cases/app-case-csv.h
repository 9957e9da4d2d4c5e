/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseCsv: reads comma-separated values record by record: fields in quotes may have commas, line
 * ends and doubled quotes in them. A mark of the byte order is skipped. Pure.
 *
 * Source: RFC 4180; line ends may be LF or CR LF
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _AppCaseCsv AppCaseCsv;

/** @text: held. Returns: (transfer full) */
AppCaseCsv *app_case_csv_new (GBytes *text);
void        app_case_csv_free (AppCaseCsv *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseCsv, app_case_csv_free)

/** Goes to the next record; empty lines are none.
 * Returns: %FALSE at the end; with APP_ERROR_INVALID_INPUT where it cannot be read, which says the
 * line */
gboolean app_case_csv_next (AppCaseCsv *self, GError **error);
/** In the first record: where a column is that is called so, in letters of any case; -1: nowhere */
int app_case_csv_find (AppCaseCsv *self, const char *name);
/** Returns: (transfer none): a field of the record, until the next one; "" where it has none */
const char *app_case_csv_get (AppCaseCsv *self, int index);

G_END_DECLS
