/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * From what a server offers to a call, the same way for all kinds: the form that asks for what a
 * tool, a prompt or a resource template needs, and the call that the filled form makes.
 */

#pragma once

#include "app-form.h"
#include "app-session.h"
#include "mcp-definition.h"

G_BEGIN_DECLS

/** A tool's form is that of its input schema; a prompt's and a template's has a string for each
 * argument or variable. Returns: (transfer full) (nullable): %NULL where there is nothing to fill
 * in (a resource) */
AppForm *app_definition_form_new (McpDefinition *definition);

/** A prompt's form, whose arguments are strings by the specification, for a server that wants other
 * JSON values: each argument is one or the other. Returns: (transfer full) (nullable) */
AppForm *app_definition_form_new_with_values (McpDefinition *definition);

/** Prepares the call; it is not sent yet. A template's URI is expanded with what the form holds.
 * @form: (nullable): the definition's form
 * Returns: (transfer full) (nullable): %NULL while the form's text does not parse */
AppCall *app_definition_form_prepare (AppSession    *session,
                                      McpDefinition *definition,
                                      AppForm       *form);

G_END_DECLS
