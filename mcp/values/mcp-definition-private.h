/* SPDX-License-Identifier: GPL-3.0-or-later */

/** For the classes of definitions and for what makes them; nothing changes once an object was
 * handed out. */

#pragma once

#include "mcp-definition.h"

/** The member as a string; a finding where it is there and is none. Returns: (transfer full)
 * (nullable) */
char *mcp_definition_read_string (McpDefinition *self, McpJsonValue object, const char *name);
/** @text: (nullable) (transfer full): the title of second rank */
void mcp_definition_take_second_title (McpDefinition *self, char *text);
/** @key: (nullable) (transfer full) */
void mcp_definition_take_key (McpDefinition *self, char *key);
/** A note for each member of the entry that is not in @known. */
void mcp_definition_check_members (McpDefinition *self, const char *const *known);
