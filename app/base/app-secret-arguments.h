/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The arguments of a call that are secret: those that the tool's schema declares so (JSON Schema's
 * "format": "password" and "writeOnly"), and those that are by their names: some servers take a
 * password with every call, as OpenSearch's do (opensearch_password).
 */

#pragma once

#include "app-redactor.h"
#include "mcp-json-value.h"

/** Makes known the values in @arguments that are secret, at any depth that a person types: whole
 * lists and objects where these are. @schema: may be none */
void app_secret_arguments_add (AppRedactor *redactor, McpJsonValue arguments, McpJsonValue schema);
/** Whether a value of this name is secret. "key" and "…_key" alone name too much else, and so do
 * tokens that are places in a list. */
gboolean app_secret_arguments_is_name (const char *key);
