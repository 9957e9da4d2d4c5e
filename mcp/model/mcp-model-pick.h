/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Members of an object, several in one walk: there are hundreds of events a second, each of which
 * is asked for a dozen members.
 */

#pragma once

#include "mcp-json-value.h"

typedef struct
{
  const char *text;
  gsize       length; /* bytes */
} McpModelName;

/** @text: a literal */
#define MCP_MODEL_NAME(text)  \
  {                           \
    (text), sizeof (text) - 1 \
  }

/** Finds members by their names, of equal ones the last.
 * @names: @n_names of them, no two alike
 * @values: (out): as many; no value where there is no such member, or @object is none
 * Returns: how many members have one of the names */
guint mcp_model_pick (McpJsonValue        object,
                      const McpModelName *names,
                      guint               n_names,
                      McpJsonValue       *values);
