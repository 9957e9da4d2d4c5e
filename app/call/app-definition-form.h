/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The form that asks for what a tool, a prompt or a resource template needs.
 */

#pragma once

#include "app-form.h"
#include "mcp-definition.h"

/** A tool's form is that of its input schema; a prompt's and a template's has a string for each
 * argument or variable. Returns: (transfer full) (nullable): %NULL where there is nothing to fill
 * in (a resource) */
AppForm *app_definition_form_new (McpDefinition *definition);

/** A prompt's form, whose arguments are strings by the specification, for a server that wants other
 * JSON values: each argument is one or the other. Returns: (transfer full) (nullable) */
AppForm *app_definition_form_new_with_values (McpDefinition *definition);
