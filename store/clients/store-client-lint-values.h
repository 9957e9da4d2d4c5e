/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is wrong with the values of one server: its command and arguments, its URL, variables, and
 * what looks like a secret. Part of StoreClientLinter.
 */

#pragma once

#include "store-client-linter.h"

void store_client_lint_url (StoreClientLinter *self, const char *member, const char *url);
void store_client_lint_values (StoreClientLinter *self, McpJsonValue entry);
