/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The arguments of a call that are secret by their names: some servers take a password with every
 * call, as OpenSearch's do (opensearch_password).
 */

#pragma once

#include "app-redactor.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

/** Makes known the texts in @arguments, at any depth that a person types, whose member's name says
 * that it is secret. "key" and "…_key" alone name too much else. */
void app_secret_arguments_add (AppRedactor *redactor, McpJsonValue arguments);

G_END_DECLS
