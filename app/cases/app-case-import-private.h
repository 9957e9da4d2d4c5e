/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The readers behind app-case-import.h, one for each format; see there for what they take. */

#pragma once

#include "app-case-import.h"

G_BEGIN_DECLS

/** Returns: (transfer full) (nullable) */
GBytes *
app_case_import_bfcl (GBytes *text, GBytes *answers, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_mcpjam (McpJsonValue suite, GPtrArray *notes, GError **error);
/** Returns: (transfer full) (nullable) */
GBytes *app_case_import_conversation (McpJsonValue conversation, GError **error);

G_END_DECLS
