/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelMembers: the members of a message that a model sends piece by piece, for its echo:
 * spelled as they came. Members that are not known here are among them.
 */

#pragma once

#include "mcp-json-writer.h"

typedef struct _McpModelMembers McpModelMembers;

McpModelMembers *mcp_model_members_new (void);
void             mcp_model_members_free (McpModelMembers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelMembers, mcp_model_members_free)

/** Pieces of a text, and items of arrays, are put together; of anything else the last one holds;
 * null and an empty text are nothing. @name: a string */
void mcp_model_members_add (McpModelMembers *self, McpJsonValue name, McpJsonValue value);
/** The same, but of texts and arrays too the last one holds. */
void     mcp_model_members_set (McpModelMembers *self, McpJsonValue name, McpJsonValue value);
gboolean mcp_model_members_has (McpModelMembers *self, const char *name);
/** @index: from 0. Returns: (transfer none) (nullable): %NULL behind the last */
const char *mcp_model_members_get_name (McpModelMembers *self, guint index);
/** Writes the one that is called @name. Returns: whether there is one */
gboolean
mcp_model_members_write_one (McpModelMembers *self, const char *name, McpJsonWriter *writer);
/** Writes them where @writer is, within an object. @self: (nullable) */
void mcp_model_members_write (McpModelMembers *self, McpJsonWriter *writer);
