/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Changes of the list of servers that several commands make. */

#pragma once

#include "app-cli.h"
#include "app-profile-draft.h"

/** Secrets may be kept in a file, where the command line says so. */
void app_cli_book_prepare (AppCli *cli);
/** Removes what was saved in part. @profile: (nullable): one of the book */
void app_cli_book_take_back (AppCli *cli, StoreProfile *profile);
/** Saves a draft. Where a new one cannot be kept whole, nothing of it stays.
 * @draft: (transfer full). Returns: the book's profile. (transfer full) (nullable) */
StoreProfile *app_cli_book_save (AppCli *cli, AppProfileDraft *draft, GError **error);
