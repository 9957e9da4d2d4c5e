/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFieldSchema: all the sub-schemas that apply at one place of a value, as one: what a field is
 * made of. The place's own sub-schemas are its parts; the layers are those and whatever they bring
 * with them by "$ref", "$dynamicRef" and "allOf", and the only real branch of a nullable union. A
 * demand that several layers make is made by all of them: names are united, the stricter limit
 * counts, values must be in every list. Where that leaves nothing to enter, it is JSON.
 *
 * "anyOf" and "oneOf" with several branches are unions: a choice of constants, a text with
 * suggestions, or forms of which one is taken. "if", "dependentSchemas" and "dependencies" depend
 * on the value; see app-field-schema-parts.h.
 *
 * A plain value. It borrows from an McpSchema, and looks no level down, so that a recursive schema
 * costs nothing; whatever the schema, it is bounded.
 */

#pragma once

#include "app-field-kind.h"
#include "mcp-schema-node.h"

/* Sub-schemas that apply at one place; real ones have 10 at the most. */
#define APP_FIELD_SCHEMA_MAX_LAYERS 100u
/* Forms that a value may take; more than a person would look through. */
#define APP_FIELD_SCHEMA_MAX_BRANCHES 100u
/* Sub-schemas that are looked at to see what a union in a union comes to. */
#define APP_FIELD_SCHEMA_MAX_VISITS 1000u
/* Unions in unions that are looked into, and that become menus. */
#define APP_FIELD_SCHEMA_MAX_UNIONS 4u

typedef struct
{
  McpSchemaNode node;
  gboolean      null;   /* what it says is said of a value that may be null instead */
  gboolean      silent; /* its title and description are those of something around the place */
} AppFieldLayer;

typedef struct
{
  McpSchemaNode    node;
  McpSchemaKeyword keyword; /* anyOf or oneOf */
  gboolean         null;    /* one of its branches is null */
} AppFieldUnion;

/* One form of several */
typedef struct
{
  McpSchemaNode node;  /* of a union; none for one type of a list of types */
  guint         types; /* McpSchemaTypes */
} AppFieldBranch;

typedef struct
{
  McpJsonValue root;   /* the whole schema */
  McpJsonValue outer;  /* as written: its title, description and default go first */
  McpJsonValue schema; /* the layer that says most of what the value is */
  AppFieldKind kind;
  gboolean     nullable;
  guint        types;       /* McpSchemaTypes that every layer admits */
  gboolean     conditional; /* whether what applies depends on the value */
  GArray      *parts;       /* McpSchemaNode */
  GArray      *layers;      /* AppFieldLayer */
  GArray      *way;         /* (nullable): McpSchemaNode: resources that lead here */
  GArray      *forms;       /* (nullable): AppFieldUnion of which one form is taken */
  GArray      *choices;     /* (nullable): AppFieldUnion that are constants, or suggestions */
} AppFieldSchema;

/** @parts: (element-type McpSchemaNode); empty for a value of which nothing is said
 * @around: (nullable): what the place is in
 * @key: (nullable): the member's name; it helps to guess whether a string wants several lines */
void app_field_schema_init (AppFieldSchema       *self,
                            McpJsonValue          root,
                            GArray               *parts,
                            const AppFieldSchema *around,
                            const char           *key);
/** A schema that stands alone. @key: (nullable) */
void app_field_schema_init_whole (AppFieldSchema *self, McpSchema *index, const char *key);
/** One form of @outer: what @branch says, and what @outer says of all forms. */
void app_field_schema_init_branch (AppFieldSchema       *self,
                                   const AppFieldSchema *outer,
                                   const AppFieldBranch *branch,
                                   const char           *key);
/** What an object takes of its union number @index: a VARIANT at the place of the object. */
void app_field_schema_init_selector (AppFieldSchema       *self,
                                     const AppFieldSchema *object,
                                     guint                 index);
void app_field_schema_clear (AppFieldSchema *self);
/** Whether it is made of the same sub-schemas. @parts: (element-type McpSchemaNode) */
gboolean app_field_schema_has_parts (const AppFieldSchema *self, GArray *parts);

/* Keywords */

/** The first layer that has it: what counts where they differ is the caller's to say. */
McpJsonValue app_field_schema_get_keyword (const AppFieldSchema *self, McpSchemaKeyword keyword);
/** A member as written, also one that a dialect ignores: title, description, default, what begins
 * with "x-". */
McpJsonValue app_field_schema_get_annotation (const AppFieldSchema *self, const char *name);
/** The strictest of a limit: the largest of those that begin with "min", "exclusiveMin" and the
 * smallest of the others. */
McpJsonValue app_field_schema_get_limit (const AppFieldSchema *self, McpSchemaKeyword keyword);

/** The McpSchemaTypes that @value may have; a number is taken for an integer, too: one that is
 * typed for an integer stays what was typed, and the server judges it. */
guint app_field_schema_get_types_of (McpJsonValue value);
/** Whether key, format or writeOnly say that the value is a secret. */
gboolean app_field_schema_is_secret (const AppFieldSchema *self, const char *key);

/* Unions */

/** The forms of a VARIANT, or of an object's union number @index, without null.
 * Returns: (transfer full) (element-type AppFieldBranch) */
GArray *app_field_schema_list_branches (const AppFieldSchema *self, guint index);
/** Adds a node and what it brings. */
void app_field_schema_add_layer (AppFieldSchema *self,
                                 McpSchemaNode   node,
                                 gboolean        null,
                                 gboolean        silent);
/** The one value that a node demands by "const", or by an "enum" of one; none where there is
 * none. */
McpJsonValue app_field_schema_get_constant (McpSchemaNode node);
