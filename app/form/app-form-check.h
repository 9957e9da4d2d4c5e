/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormCheck: compares a value with a schema as far as a form needs it: types, required members,
 * choices, ranges, lengths, counts, members that are not admitted; what else a schema can say is
 * checked by McpSchema. Whatever the schema: bounded in
 * depth and in work; what lies beyond is taken as right.
 */

#pragma once

#include "app-form.h"
#include "mcp-schema.h"

G_BEGIN_DECLS

/* Sub-schemas that are looked at for one value. */
#define APP_FORM_CHECK_MAX_VISITS 50000u

/** @pointer: JSON Pointer of the place, @missing: a required member that is absent */
typedef void (*AppFormCheckFunc) (const char *pointer,
                                  const char *message,
                                  gboolean    missing,
                                  gpointer    user_data);

/** Calls @func for each problem, in the order of the value; members that are missing come first in
 * their object. @presets: whether pre-configured inputs may be missing
 * Returns: whether everything was looked at */
gboolean app_form_check (McpJsonValue     schema,
                         McpJsonValue     value,
                         gboolean         presets,
                         AppFormCheckFunc func,
                         gpointer         user_data);

/** How many problems a value has. @visits: sub-schemas that were looked at, here and before */
guint app_form_check_count (McpJsonValue root,
                            McpJsonValue schema,
                            McpJsonValue value,
                            guint       *visits);
/** Adds what the schema has against the value beside what app_form_check() told: patterns,
 * conditions, dependencies, whatever it says.
 * @form: what may be missing in it since it is put in when the arguments are sent
 * @problems: (element-type AppFormProblem): those of app_form_check(), which are told better */
void app_form_check_rest (McpSchema   *schema,
                          McpJsonValue value,
                          AppForm     *form,
                          GPtrArray   *problems);
/** Which of several schemas a value is meant for: the first that has nothing against it, else the
 * one of its type that has least. Where several are as good it is @current.
 * @visits: (inout) (nullable): sub-schemas that were looked at, where others count too
 * @fits: (out): whether the schema has nothing against the value
 * Returns: the index; -1 where none is of the value's type */
int app_form_check_find_branch (McpJsonValue        root,
                                const McpJsonValue *branches,
                                guint               n_branches,
                                McpJsonValue        value,
                                guint               current,
                                guint              *visits,
                                gboolean           *fits);

/** Appends one reference token, its "~" and "/" escaped (RFC 6901). */
void app_form_check_append_token (GString *pointer, const char *token);

G_END_DECLS
