/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The index of a schema, private to mcp/schema. Sub-schemas are nodes of one array, in the order of
 * a walk by levels, so that those of one keyword are neighbours; what a node demands is a run of
 * operations in another array, cheap ones first; what an operation needs beside its keyword lies in
 * tables. Everything refers to everything by index. Documents that are referred to are indexed into
 * the same arrays.
 */

#pragma once

#include "mcp-finding.h"
#include "mcp-schema-names.h"
#include "mcp-schema-node.h"
#include "mcp-schema-pattern.h"

#define MCP_SCHEMA_NOWHERE G_MAXUINT32

/* Groups of keywords that a metaschema switches on: the vocabularies. */
typedef enum {
  MCP_SCHEMA_VOCABULARY_APPLICATOR = 1 << 0,
  MCP_SCHEMA_VOCABULARY_UNEVALUATED = 1 << 1,
  MCP_SCHEMA_VOCABULARY_VALIDATION = 1 << 2,
  MCP_SCHEMA_VOCABULARY_FORMAT_ASSERTION = 1 << 3,
  MCP_SCHEMA_VOCABULARY_CORE = 1 << 4, /* and annotations: always there */
} McpSchemaVocabularies;

/* Without format assertion, as the metaschemas of the dialects have it */
#define MCP_SCHEMA_VOCABULARIES_DEFAULT                                   \
  (MCP_SCHEMA_VOCABULARY_APPLICATOR | MCP_SCHEMA_VOCABULARY_UNEVALUATED | \
   MCP_SCHEMA_VOCABULARY_VALIDATION | MCP_SCHEMA_VOCABULARY_CORE)

/* A schema with an address of its own, or the root of a document */
typedef struct
{
  char            *uri; /* (nullable): absolute or not, without fragment; %NULL: none is known */
  McpJsonValue     root;
  guint32          node;
  McpSchemaDialect dialect;
  guint            vocabularies;
  McpJsonValue     document; /* the value that was indexed: pointers count from there */
} McpSchemaResource;

typedef struct
{
  McpJsonValue value;
  guint32      resource;
  guint32      first_op;
  guint32      first_child; /* those of all keywords are neighbours, in the order of the text */
  guint32      n_children;
  guint16      n_ops;
  guint16      is_false : 1;
  guint16      ignores_neighbours : 1; /* "$ref" of draft-07 is all there is */
  guint16      wants_evaluated : 1;    /* it has an unevaluated keyword */
} McpSchemaRecord;

/* One demand of a node. Which members mean what depends on the keyword. */
typedef struct
{
  guint8  keyword; /* McpSchemaKeyword */
  guint8  kinds;   /* bits 1 << McpJsonKind of the values that it is about */
  guint16 types;   /* "type": McpSchemaTypes; else flags */
  guint32 value;   /* the keyword's value: a node of the JSON document of the schema */
  guint32 child;   /* the first sub-schema, or a limit, or an index into a table */
  guint32 n;       /* how many sub-schemas, or an index into a table */
} McpSchemaOp;

/* Flags of an operation */
#define MCP_SCHEMA_OP_ALWAYS 1u /* "format" that the metaschema makes an assertion */

/* properties, patternProperties, additionalProperties and required, in one walk */
typedef struct
{
  McpSchemaNames names; /* of properties and required */
  guint32        n_required;
  guint32        first_pattern; /* in the table of patterns */
  guint32        n_patterns;
  guint32        pattern_child; /* the first sub-schema of them */
  guint32        additional;    /* sub-schema, or NOWHERE */
  guint32        required;      /* JSON node of "required", or NOWHERE */
} McpSchemaObjectRule;

/* prefixItems and items, or items and additionalItems */
typedef struct
{
  guint32 prefix; /* the first sub-schema */
  guint32 n_prefix;
  guint32 rest; /* sub-schema, or NOWHERE */
} McpSchemaArrayRule;

typedef struct
{
  guint32  child;
  guint32  min;
  guint32  max;
  guint32  min_value; /* JSON nodes, or NOWHERE */
  guint32  max_value;
  gboolean marks; /* what it finds is evaluated: 2020-12 */
} McpSchemaContainsRule;

typedef struct
{
  guint32 when, then, otherwise; /* sub-schemas, or NOWHERE */
} McpSchemaConditional;

/* dependentRequired, dependentSchemas, dependencies: one name each */
typedef struct
{
  McpJsonValue name;
  McpJsonValue required; /* an array of names, or none */
  guint32      child;    /* sub-schema, or NOWHERE */
} McpSchemaDependency;

/* Values of "enum": a table of plain strings, and the rest */
typedef struct
{
  McpSchemaNames names;
  gboolean       all_names; /* every value is in the table */
} McpSchemaChoice;

typedef struct
{
  guint32 resource;
  guint32 node;
} McpSchemaDynamicTarget;

typedef struct
{
  McpJsonValue     text; /* the reference as written */
  McpSchemaKeyword keyword;
  guint32          node;    /* that has it */
  guint32          target;  /* node, or NOWHERE */
  GArray          *dynamic; /* (nullable): McpSchemaDynamicTarget, where the scope decides */
} McpSchemaReference;

typedef struct
{
  guint32  resource;
  char    *name; /* "" for "$recursiveAnchor" */
  guint32  node;
  gboolean dynamic;
} McpSchemaAnchor;

struct _McpSchema
{
  gatomicrefcount  ref_count;
  McpJsonSlot      value;
  McpSchemaDialect dialect; /* where nothing is said */
  GHashTable      *others;  /* (nullable): URI → McpJsonDocument */

  GArray    *records;      /* McpSchemaRecord */
  GArray    *ops;          /* McpSchemaOp */
  GArray    *resources;    /* McpSchemaResource */
  GArray    *objects;      /* McpSchemaObjectRule */
  GArray    *arrays;       /* McpSchemaArrayRule */
  GArray    *contains;     /* McpSchemaContainsRule */
  GArray    *conditionals; /* McpSchemaConditional */
  GArray    *dependencies; /* McpSchemaDependency */
  GArray    *choices;      /* McpSchemaChoice */
  GArray    *references;   /* McpSchemaReference */
  GArray    *anchors;      /* McpSchemaAnchor */
  GPtrArray *patterns;     /* McpSchemaPattern */
  GPtrArray *findings;     /* (nullable): McpFinding */

  GPtrArray *documents;    /* McpJsonDocument: others that are held */
  gboolean   is_truncated; /* it has more nodes than are indexed */
};

/** Returns: (transfer none) */
static inline McpSchemaRecord *
mcp_schema_peek_record (const McpSchema *self, guint32 node)
{
  return &g_array_index (self->records, McpSchemaRecord, node);
}

/** Returns: (transfer none) */
static inline McpSchemaResource *
mcp_schema_peek_resource (const McpSchema *self, guint32 resource)
{
  return &g_array_index (self->resources, McpSchemaResource, resource);
}

/** Returns: (transfer none) */
static inline const McpSchemaOp *
mcp_schema_peek_op (const McpSchema *self, guint32 op)
{
  return &g_array_index (self->ops, McpSchemaOp, op);
}

/** The value of an operation's keyword. */
static inline McpJsonValue
mcp_schema_op_get_value (const McpSchema *self, guint32 node, const McpSchemaOp *op)
{
  return (McpJsonValue){ mcp_schema_peek_record (self, node)->value.document, op->value };
}

/** The node, or the nearest one around it, that a value of the schema is.
 * @from: a node around @value. @exact: (out): whether it is the value's own */
guint32 mcp_schema_find_record (const McpSchema *self,
                                guint32          from,
                                McpJsonValue     value,
                                gboolean        *exact);
/** The document at an address: one that @self (nullable) was given, or a bundled metaschema.
 * @uri: an empty fragment is ignored. Returns: the document's value, or none */
McpJsonValue mcp_schema_find_document (const McpSchema *self, const char *uri);
/** Whether a dialect with these vocabularies has the keyword. */
gboolean mcp_schema_resource_has (const McpSchemaResource *self, McpSchemaKeyword keyword);

/** The pointer of a value from @root, which is around it. Returns: (transfer full) */
char *mcp_schema_dup_pointer_from (McpJsonValue root, McpJsonValue value);

/** Adds a finding about @value, which is part of a schema. */
void mcp_schema_add_finding (McpSchema      *self,
                             McpFindingLevel level,
                             const char     *code,
                             McpJsonValue    value,
                             const char     *format,
                             ...) G_GNUC_PRINTF (5, 6);

/** Returns: (transfer none) (nullable): the op of @keyword at a node */
const McpSchemaOp *mcp_schema_find_op (McpSchemaNode self, guint keyword);
