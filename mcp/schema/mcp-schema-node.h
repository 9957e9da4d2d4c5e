/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaNode: a borrowed handle to one sub-schema of an McpSchema, passed by value, for whoever
 * makes something of a schema rather than checking against it: a form, a lint rule. Valid as long
 * as the schema is. Every function takes MCP_SCHEMA_NO_NODE too; the answer is then "none".
 *
 * What a dialect ignores, such as the neighbours of "$ref" in draft-07, is not there for the
 * functions that take a keyword; mcp_schema_node_get_value() has it all as written.
 */

#pragma once

#include "mcp-schema.h"

typedef struct
{
  McpSchema *schema;
  guint32    index;
} McpSchemaNode;

#define MCP_SCHEMA_NO_NODE ((McpSchemaNode){ NULL, 0 })

/* The types that "type" names, as bits. "integer" is a bit of its own; "number" has both. */
typedef enum {
  MCP_SCHEMA_TYPE_NULL = 1 << 0,
  MCP_SCHEMA_TYPE_BOOLEAN = 1 << 1,
  MCP_SCHEMA_TYPE_NUMBER = 1 << 2,
  MCP_SCHEMA_TYPE_STRING = 1 << 3,
  MCP_SCHEMA_TYPE_ARRAY = 1 << 4,
  MCP_SCHEMA_TYPE_OBJECT = 1 << 5,
  MCP_SCHEMA_TYPE_INTEGER = 1 << 6,
  MCP_SCHEMA_TYPE_ANY = (1 << 7) - 1,
} McpSchemaTypes;

McpSchemaNode mcp_schema_get_root (McpSchema *schema);
/** The sub-schema at a place of the schema's own document, as a JSON Pointer from the schema's
 * root; none where no keyword makes that place a schema, unless a reference leads there. */
McpSchemaNode mcp_schema_find_node (McpSchema *schema, const char *pointer);

gboolean mcp_schema_node_exists (McpSchemaNode self);
gboolean mcp_schema_node_equal (McpSchemaNode a, McpSchemaNode b);
/** As written: an object or a boolean. */
McpJsonValue     mcp_schema_node_get_value (McpSchemaNode self);
McpSchemaDialect mcp_schema_node_get_dialect (McpSchemaNode self);
/** Whether it is the schema false: nothing fits. */
gboolean mcp_schema_node_is_false (McpSchemaNode self);
/** The bits of McpSchemaTypes that "type" allows; all where it is absent. Only this node's own. */
guint mcp_schema_node_get_types (McpSchemaNode self);

/* Keywords */

/** The keyword's value, where the node's dialect and vocabularies have it; else none. */
McpJsonValue mcp_schema_node_get_keyword (McpSchemaNode self, McpSchemaKeyword keyword);
/** Whether "required" has the name (decoded, NUL-terminated). Only this node's own. */
gboolean mcp_schema_node_requires (McpSchemaNode self, const char *name);

/* Sub-schemas */

/** The sub-schema of a keyword that has one: not, if, then, else, items, additionalItems, contains,
 * additionalProperties, propertyNames, unevaluatedItems, unevaluatedProperties. */
McpSchemaNode mcp_schema_node_get_child (McpSchemaNode self, McpSchemaKeyword keyword);
/** How many sub-schemas a keyword has that may have several: allOf, anyOf, oneOf, prefixItems (in
 * older dialects: items as an array), properties, patternProperties, dependentSchemas, and
 * "dependencies" which are schemas. */
guint mcp_schema_node_get_n_children (McpSchemaNode self, McpSchemaKeyword keyword);
/** In the order of the schema. @name: (out) (optional): the member's name, a string value; none in
 * arrays. Duplicate names are there twice; the last one counts. */
McpSchemaNode mcp_schema_node_get_nth_child (McpSchemaNode    self,
                                             McpSchemaKeyword keyword,
                                             guint            n,
                                             McpJsonValue    *name);
/** Walks the sub-schemas of a keyword that may have several, in the order of the schema. */
typedef struct
{
  McpSchemaNode node;
  McpJsonIter   iter;
  guint32       next;
} McpSchemaNodeIter;

void mcp_schema_node_iter_init (McpSchemaNodeIter *self,
                                McpSchemaNode      node,
                                McpSchemaKeyword   keyword);
/** @name: (out) (optional): the member's name, a string value; none in arrays */
gboolean
mcp_schema_node_iter_next (McpSchemaNodeIter *self, McpJsonValue *name, McpSchemaNode *child);

/** The sub-schema under "properties" for a name (decoded, NUL-terminated). */
McpSchemaNode mcp_schema_node_get_property (McpSchemaNode self, const char *name);
/** Appends the sub-schemas that apply to a member called @name (NUL-terminated): the one under
 * "properties", those of the "patternProperties" that it matches, else "additionalProperties"; only
 * this node's own. A pattern that cannot be used, or takes too long, does not match.
 * @nodes: (element-type McpSchemaNode). Returns: how many */
guint mcp_schema_node_append_member (McpSchemaNode self, const char *name, GArray *nodes);
/** How many places at the beginning of an array have sub-schemas of their own: "prefixItems", in
 * older dialects "items" as an array. */
guint mcp_schema_node_get_n_places (McpSchemaNode self);
/** The sub-schema of an item: that of its place, else the one for the rest: "items", in older
 * dialects "additionalItems" behind places. */
McpSchemaNode mcp_schema_node_get_item (McpSchemaNode self, guint position);

/* References */

/** Whether the node has "$ref", "$dynamicRef" or "$recursiveRef" that means something. */
gboolean mcp_schema_node_is_reference (McpSchemaNode self);
/** One step; dynamic references as if nothing were around. Returns: none where it leads nowhere */
McpSchemaNode mcp_schema_node_resolve (McpSchemaNode self);
/** One step; a dynamic reference as it is meant on a way through the schema.
 * @way: (array length=n_way): nodes that were passed, the outermost first */
McpSchemaNode
mcp_schema_node_resolve_from (McpSchemaNode self, const McpSchemaNode *way, guint n_way);
/** Whether two nodes are in one resource: what a way has to name only once. */
gboolean mcp_schema_node_is_beside (McpSchemaNode self, McpSchemaNode other);
/** All the steps, as long as a node has a reference: whatever else stands beside is the caller's to
 * look at. Returns: the node itself where it is no reference; none where it leads nowhere or
 * round */
McpSchemaNode mcp_schema_node_follow (McpSchemaNode self);
/** Whether following leads back here. */
gboolean mcp_schema_node_is_circular (McpSchemaNode self);
/** How a person finds it: the pointer in its own document, from the schema's root where it is that
 * one. Returns: (transfer full) */
char *mcp_schema_node_dup_pointer (McpSchemaNode self);

/* Values */

McpSchemaReport *mcp_schema_node_validate (McpSchemaNode          self,
                                           McpJsonValue           value,
                                           guint                  flags,
                                           const McpSchemaBudget *budget);
McpSchemaOutcome mcp_schema_node_test (McpSchemaNode          self,
                                       McpJsonValue           value,
                                       guint                  flags,
                                       const McpSchemaBudget *budget);
/** Whether any value can fit, by the types, lists of values and limits of the node, of what it
 * refers to and of "allOf". @keyword: (out): what to look at
 * @text: (out) (transfer full) (nullable): what contradicts what, in words; %NULL for nothing
 * Returns: the bits of McpSchemaTypes that a value may still have: 0 where no value fits,
 * MCP_SCHEMA_TYPE_NULL where only null does */
guint mcp_schema_node_find_conflict (McpSchemaNode self, McpSchemaKeyword *keyword, char **text);
/** Which branch of "anyOf" or "oneOf" a value means: the first that fits, else the one that comes
 * closest (a discriminating const, then the type, then the fewest errors).
 * @budget: (nullable): for each branch; %NULL for the default one
 * @fits: (out) (optional): whether it fits. Returns: the index; -1 where there are no branches */
int mcp_schema_node_find_branch (McpSchemaNode          self,
                                 McpSchemaKeyword       keyword,
                                 McpJsonValue           value,
                                 const McpSchemaBudget *budget,
                                 gboolean              *fits);
