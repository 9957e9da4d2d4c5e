/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Findings of lint as CI systems read them. */

#pragma once

#include "app-lint.h"

/** A suite of the definitions; one fails that has findings from @level on.
 * @definitions: (element-type McpDefinition) */
void app_cli_lint_report_junit (AppLint *lint, GPtrArray *definitions, McpFindingLevel level);
/** SARIF 2.1.0 (OASIS): logical locations, as nothing here is a file. */
void app_cli_lint_report_sarif (AppLint *lint);
