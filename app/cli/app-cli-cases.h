/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliCases: the cases that a command line names: those of a file, whoever's it is, or those of a
 * conversation that is kept.
 */

#pragma once

#include "app-case-export.h"
#include "app-cli.h"

G_BEGIN_DECLS

typedef struct
{
  AppCaseSuite *suite;
  char         *system; /* (nullable): what the model was told first in the conversation */
} AppCliCases;

/** Returns: APP_CLI_DONE; else it was said why, or @error has it */
AppCliStatus app_cli_cases_read (AppCli *cli, AppCliCases *self, GError **error);
/** What they are printed as in place of asking: the format of the command line.
 * Returns: APP_CLI_DONE; else it was said why */
AppCliStatus app_cli_cases_find_export (AppCli *cli, AppCaseExportFormat *format);
/** Prints them in it. */
AppCliStatus
     app_cli_cases_export (AppCli *cli, AppCliCases *self, AppCaseExportFormat format);
void app_cli_cases_clear (AppCliCases *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppCliCases, app_cli_cases_clear)

G_END_DECLS
