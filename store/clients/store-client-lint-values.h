/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is wrong with the values of one server: its command and arguments, its URL, variables, and
 * what looks like a secret. Part of StoreClientLinter.
 */

#pragma once

#include "store-client-linter.h"

/** Whether it is reached by something that we do not write: an extension of the application, or a
 * member that another application would have. */
gboolean store_client_lint_has_other_target (StoreClientLinter *self, McpJsonValue entry);
void     store_client_lint_url (StoreClientLinter *self,
                                const char        *name,
                                const char        *member,
                                const char        *url);
void     store_client_lint_values (StoreClientLinter *self, const char *name, McpJsonValue entry);
