/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientMatrix: the servers of the book, and after them those that only other applications have:
 * a GListModel of AppClientMatrixRow. It follows the book and the applications' files; a row that
 * stays what it was stays the same object.
 */

#pragma once

#include "app-client-list.h"
#include "app-workspace.h"

/** AppClientMatrixRow: one server. Immutable. */
#define APP_TYPE_CLIENT_MATRIX_ROW (app_client_matrix_row_get_type ())
G_DECLARE_FINAL_TYPE (
    AppClientMatrixRow, app_client_matrix_row, APP, CLIENT_MATRIX_ROW, GObject)

/** Returns: (transfer none): that of the book, or what the application's file says */
StoreProfile *app_client_matrix_row_get_profile (AppClientMatrixRow *self);
/** Where it was found first, if it is not in the book. Returns: (transfer none) (nullable) */
AppClientTarget *app_client_matrix_row_get_source (AppClientMatrixRow *self);
/** The applications that have it, if it is not in the book: "Claude Desktop, Cursor".
 * Returns: (transfer none) (nullable) */
const char *app_client_matrix_row_get_source_names (AppClientMatrixRow *self);

#define APP_TYPE_CLIENT_MATRIX (app_client_matrix_get_type ())
G_DECLARE_FINAL_TYPE (AppClientMatrix, app_client_matrix, APP, CLIENT_MATRIX, GObject)

/** Returns: (transfer full) */
AppClientMatrix *app_client_matrix_new (AppWorkspace *workspace, AppClientList *clients);
