/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormSchema: one sub-schema as the form sees it: its local reference followed, a nullable union
 * taken apart, and the kind of field that it makes. A plain value that borrows from the schema's
 * document. Follows one reference at a time and goes no level down, so that a recursive schema
 * costs nothing.
 */

#pragma once

#include "app-field.h"

G_BEGIN_DECLS

/* References that lead to references; a longer chain is a circle, or meant to be one. */
#define APP_FORM_SCHEMA_MAX_HOPS 32u
/* Forms that a value may take; more than a person would look through. */
#define APP_FORM_SCHEMA_MAX_BRANCHES 100u
/* Sub-schemas that are visited to fill in what is required. */
#define APP_FORM_SCHEMA_MAX_VISITS 10000u

typedef struct
{
  McpJsonValue root;   /* the whole schema, which references point into */
  McpJsonValue outer;  /* as written: its title, description and default go first */
  McpJsonValue schema; /* what it comes to */
  AppFieldKind kind;
  gboolean     nullable;
} AppFormSchema;

/** @schema: anything, none included. @key: (nullable): the member's name; it helps to guess whether
 * a string wants several lines */
void app_form_schema_read (AppFormSchema *self,
                           McpJsonValue   root,
                           McpJsonValue   schema,
                           const char    *key);
/** Follows "#/…" references to what they mean. Returns: the schema itself where it is no reference,
 * none where the reference leads nowhere */
McpJsonValue app_form_schema_follow (McpJsonValue root, McpJsonValue schema);
/** title, description, default, examples: as written beside a reference, else from its target. */
McpJsonValue app_form_schema_get_annotation (const AppFormSchema *self, const char *name);
/** The properties of an object schema; none where there are none. */
McpJsonValue app_form_schema_get_properties (const AppFormSchema *self);
gboolean     app_form_schema_requires (const AppFormSchema *self, const char *key);
/** Whether a branch admits null and nothing else. */
gboolean app_form_schema_is_null (McpJsonValue branch);

/** The branches of "anyOf" or "oneOf"; none where there are none. */
McpJsonValue app_form_schema_get_union (McpJsonValue schema);
/** The forms of a VARIANT, without null. @made: (out) (transfer full) (nullable): the document that
 * they are in where it is not the schema's own
 * Returns: (transfer full) (element-type McpJsonValue) */
GArray *app_form_schema_list_branches (const AppFormSchema *self, McpJsonDocument **made);
/** What a form is called among the others. Returns: (transfer full) */
char *app_form_schema_dup_branch_label (const AppFormSchema *self);
/** Whether an object may have members that the schema does not name. */
gboolean app_form_schema_admits_members (const AppFormSchema *self);

/** Returns: (transfer full) (nullable): of AppFieldOption, for ENUM and CONST */
GListModel *app_form_schema_create_options (const AppFormSchema *self);
/** The value of a choice. Returns: none where @branch is no constant */
McpJsonValue app_form_schema_get_constant (McpJsonValue branch);

/** In words: "1–100 · pattern ^a". Returns: (transfer full) (nullable) */
char *app_form_schema_dup_constraints (const AppFormSchema *self);
/** Whether key or format say that the value is a secret. */
gboolean app_form_schema_is_secret (const AppFormSchema *self, const char *key);
/** Whether key, lengths or default say that a string has several lines. */
gboolean app_form_schema_wants_lines (const AppFormSchema *self, const char *key);

/** The value that an untouched form sends for an object: its constants and required defaults.
 * @prefill: all defaults. @presets: leave pre-configured inputs out
 * Returns: (transfer full): JSON text of an object */
char *app_form_schema_dup_initial (const AppFormSchema *self, gboolean prefill, gboolean presets);
/** The least value of the kind, for a new item. Returns: (transfer full): JSON text */
char *app_form_schema_dup_least (const AppFormSchema *self);

G_END_DECLS
