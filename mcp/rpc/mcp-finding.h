/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpFinding: one thing that is noticed about what a server sent: off the specification, or likely
 * to be read differently elsewhere. Nothing is dropped or corrected because of a finding.
 * Immutable, atomically refcounted.
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  MCP_FINDING_NOTE,    /* unusual, and within the specification */
  MCP_FINDING_WARNING, /* against a SHOULD, or clients will differ */
  MCP_FINDING_ERROR,   /* against a MUST */
} McpFindingLevel;

typedef struct _McpFinding McpFinding;

#define MCP_TYPE_FINDING (mcp_finding_get_type ())
GType mcp_finding_get_type (void);

void mcp_finding_unref (McpFinding *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpFinding, mcp_finding_unref)

McpFindingLevel mcp_finding_get_level (const McpFinding *self);
/** Returns: (transfer none): a name that stays the same, such as "tool-schema-missing" */
const char *mcp_finding_get_code (const McpFinding *self);
/** Returns: (transfer none): a sentence for a person; plain text, it may quote the server */
const char *mcp_finding_get_text (const McpFinding *self);
/** Returns: (transfer none) (nullable): the JSON Pointer, within the thing that has the finding */
const char *mcp_finding_get_pointer (const McpFinding *self);

/** Where it is written: specification, revision and section, or the RFC.
 * Returns: (transfer none) (nullable): %NULL where a finding is advice of ours */
const char *mcp_finding_get_source (const McpFinding *self);
/** Says which revision of the protocol was spoken, of which the sources are. Before the findings
 * are handed out. @findings: (nullable) (element-type McpFinding); @revision: (nullable): as
 * negotiated */
void mcp_finding_list_cite (GPtrArray *findings, const char *revision);
/** Returns: (transfer none) (nullable): the revision that was spoken, where it is known */
const char *mcp_finding_get_revision (const McpFinding *self);

/**
 * Adds a finding to a list that begins as %NULL, so that what is in order costs nothing.
 * @findings: (inout) (element-type McpFinding): the list; created when needed
 * @code: a static string
 * @pointer: (nullable): copied
 */
void mcp_finding_add (GPtrArray     **findings,
                      McpFindingLevel level,
                      const char     *code,
                      const char     *pointer,
                      const char     *format,
                      ...) G_GNUC_PRINTF (5, 6);

/** Adds what another list has, as said of a part: its pointers go on from @pointer.
 * @findings: (inout), see mcp_finding_add(); @others: (nullable) (element-type McpFinding)
 * @pointer: (nullable): where the part is */
void mcp_finding_add_all (GPtrArray **findings, GPtrArray *others, const char *pointer);
/** Adds what mcp_json_document_find() has found, at most @max of it. */
void mcp_finding_add_json (GPtrArray **findings, McpJsonDocument *document, guint max);

/** Returns: whether @findings (nullable) (element-type McpFinding) has one called @code */
gboolean mcp_finding_list_has (GPtrArray *findings, const char *code);
