/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPresetMatch: a sub-schema that is a pre-configured input, taken apart. A plain value that
 * borrows from the schema's document.
 *
 * A sub-schema is one where, its local references, nullable unions and single allOf followed, it or
 * the items of the array that it is has a property mimeType whose only value (const, or an enum of
 * one) marks an input; see app-preset-kind.h. Nothing else in the schema is looked at: names,
 * descriptions and examples may speak of such types without being inputs.
 */

#pragma once

#include "app-preset-kind.h"
#include "mcp-json-value.h"

typedef struct
{
  McpJsonValue  root;   /* what references point into */
  McpJsonValue  outer;  /* as written: its title, description and default go first */
  McpJsonValue  array;  /* the array schema; none where the input is one object */
  McpJsonValue  object; /* the object that has the mark */
  McpJsonValue  mark;   /* the mark, a string */
  AppPresetKind kind;
  gboolean      nullable;
} AppPresetMatch;

/** @root: the schema that local references point into. Returns: whether it is an input; else @self
 * is left as it was */
gboolean app_preset_match_read (AppPresetMatch *self, McpJsonValue root, McpJsonValue schema);

/** What a schema comes to: references, unions of one branch and null, and single allOf followed.
 * @nullable: (inout) (optional): set where null is admitted. Returns: none where a reference leads
 * nowhere or in a circle */
McpJsonValue app_preset_match_resolve (McpJsonValue root, McpJsonValue schema, gboolean *nullable);
/** Whether the schema says by its type or its branches that null will do. */
gboolean app_preset_match_admits_null (McpJsonValue root, McpJsonValue schema);
