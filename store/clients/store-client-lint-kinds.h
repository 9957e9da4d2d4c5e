/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is wrong with the members of one server by their names and by the kinds of their values, as
 * the application takes them. Part of StoreClientLinter.
 */

#pragma once

#include "store-client-linter.h"

/** Whether @entry is reached by a member of another name than we write: an extension of the
 * application has one, or a server that is a part of it. */
gboolean store_client_lint_has_other_target (StoreClientLinter *self, McpJsonValue entry);
/** Members that it has under another name, or not at all.
 * @has_target: whether it is reached anyhow
 * Returns: whether one of them would have been the target */
gboolean store_client_lint_names (StoreClientLinter *self, McpJsonValue entry, gboolean has_target);
void     store_client_lint_kinds (StoreClientLinter *self, McpJsonValue entry);
