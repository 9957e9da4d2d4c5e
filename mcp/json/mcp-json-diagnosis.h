/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpJsonDiagnosis: says what is wrong with a text that the reader refused, private to mcp/json.
 * The reader is fast because it does not have to know; this takes its time, once.
 */

#pragma once

#include "mcp-json-document.h"

G_BEGIN_DECLS

typedef struct
{
  McpJsonError code;
  gsize        offset;
  const char  *reason; /* static */
} McpJsonDiagnosis;

/** Returns: %FALSE where nothing is wrong */
gboolean mcp_json_diagnosis_find (McpJsonDiagnosis *self,
                                  const char       *text,
                                  gsize             size,
                                  guint             max_depth);

G_END_DECLS
