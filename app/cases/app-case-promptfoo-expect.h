/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCasePromptfooExpect: what a case is to expect, from the assertions of a test of promptfoo in
 * any order: those on the answer's text and on calls.
 *
 * Source: promptfoo's documentation and source of its assertions
 */

#pragma once

#include "mcp-json-writer.h"

G_BEGIN_DECLS

typedef struct _AppCasePromptfooExpect AppCasePromptfooExpect;

/** @notes: (element-type utf8): held; what is left out is added, in sentences with its place
 * Returns: (transfer full) */
AppCasePromptfooExpect *app_case_promptfoo_expect_new (GPtrArray *notes);
void                    app_case_promptfoo_expect_free (AppCasePromptfooExpect *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCasePromptfooExpect, app_case_promptfoo_expect_free)

/** Takes over one assertion, or a set of them.
 * @assertion: lives until it is written. @values: of the test, for the places in its texts
 * @place: "tests[0].assert[1]" */
void app_case_promptfoo_expect_add (AppCasePromptfooExpect *self,
                                    McpJsonValue            assertion,
                                    McpJsonValue            values,
                                    const char             *place);
/** Writes "expect" of a case, in an object. Once. */
void app_case_promptfoo_expect_write (AppCasePromptfooExpect *self, McpJsonWriter *writer);

G_END_DECLS
