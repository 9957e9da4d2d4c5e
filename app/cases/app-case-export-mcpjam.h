/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The writer of MCPJam's suites behind app-case-export.h. */

#pragma once

#include "app-case-suite.h"

G_BEGIN_DECLS

/** @notes: as app_case_export() has them. Returns: (transfer full): JSON */
char *app_case_export_mcpjam (const AppCaseSuite *suite, const char *model, GPtrArray *notes);

G_END_DECLS
