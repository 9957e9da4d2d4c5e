/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppField: one place of a form: what the schema says of it and what value it has now. Widgets only
 * bind. A field keeps its identity while it exists; its children are made when they are asked for,
 * so that a recursive schema costs nothing until somebody goes down.
 *
 * Properties (all notify; what never changes has a getter alone): label (string: title or key; it
 * changes with the place of an item and in app_field_rename_member()), required (boolean: what
 * depends on other members may make it so), unused (boolean: see app_field_is_unused()), presence
 * (uint, AppFieldPresence), text (string), active (boolean), selected (uint, G_MAXUINT for none),
 * error (string, nullable), summary (string: the value on one line), reference (string, nullable).
 *
 * The children of an object come and go as its value changes: members that are named under a
 * condition ("if", "dependentSchemas"), members that nothing names. What is still there keeps its
 * field; a member that is not named any more keeps its value too, and its field is unused.
 *
 * Three states: absent, null, value; "" is a value. What is typed is kept as it was typed. An
 * emptied text makes an optional or required member absent; an array's item stays as "". What
 * cannot be read as the field's kind is sent as a string and marked with an error, so that nothing
 * is refused and nothing is dropped silently.
 *
 * All text comes from a server and is plain: never markup, never a format.
 */

#pragma once

#include <gio/gio.h>

#include "app-field-kind.h"
#include "app-field-option.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

#define APP_TYPE_FIELD (app_field_get_type ())
G_DECLARE_FINAL_TYPE (AppField, app_field, APP, FIELD, GObject)

/* What the schema says */

AppFieldKind app_field_get_kind (AppField *self);
/** The member's name verbatim; "" for the root and for items. Returns: (transfer none) */
const char *app_field_get_key (AppField *self);
/** Title or key; "Item 3" for items. Returns: (transfer none) */
const char *app_field_get_label (AppField *self);
/** Returns: (transfer none) (nullable) */
const char *app_field_get_description (AppField *self);
/** The default as text. Returns: (transfer none) (nullable) */
const char *app_field_get_hint (AppField *self);
/** Returns: (transfer none) (nullable) */
const char *app_field_get_placeholder (AppField *self);
/** Returns: (transfer none) (nullable): one line in words */
const char *app_field_get_constraints (AppField *self);
gboolean    app_field_is_required (AppField *self);
/** Whether the schema admits null. */
gboolean app_field_is_nullable (AppField *self);
/** Whether name or format say that the value is a secret: hide what is typed. */
gboolean app_field_is_secret (AppField *self);
/** A member that the value has and the schema does not know. */
gboolean app_field_is_extra (AppField *self);
/** A member that the schema names only where other members have other values: "if", "then",
 * "dependentSchemas", or a form that is not chosen. It is sent as it stands until it is cleared;
 * then its row goes away. Property "unused"; notifies. */
gboolean app_field_is_unused (AppField *self);
/** A VARIANT that stands at the place of its parent, an OBJECT: one of "anyOf" or "oneOf" beside
 * the object's own members. It has no key; its branch is an OBJECT whose children are the members
 * that only this form adds. */
gboolean app_field_is_selector (AppField *self);
/** An item whose place has a schema of its own (prefixItems): it cannot be moved or duplicated, and
 * is a field before it has a value; app_field_clear() leaves null, or nothing at the end. */
gboolean app_field_is_fixed (AppField *self);
/** Whether the field is an item of an array. */
gboolean app_field_is_item (AppField *self);
/** Returns: (transfer none) (nullable): of AppFieldOption; the values of ENUM and CONST, the forms
 * that a VARIANT may take. For STRING, TEXT, NUMBER and INTEGER suggestions, where the schema has
 * some: values that it lists beside "any text", then its examples; any other text will do too, and
 * app_field_set_selected() takes one of them over. */
GListModel *app_field_get_options (AppField *self);
/** The schema that made the field, its references followed. */
McpJsonValue app_field_get_schema (AppField *self);

/** readOnly: the server sets it; a person looks at it. What they write is sent all the same. */
gboolean app_field_is_read_only (AppField *self);
/** deprecated: better left out. */
gboolean app_field_is_deprecated (AppField *self);
/** "x-mcp-header" (MCP 2026-07-28, Streamable HTTP): the value is sent as the header
 * Mcp-Param-<this> too. As written, valid or not. Returns: (transfer full) (nullable) */
char *app_field_dup_header (AppField *self);

/* Where it stands */

/** Returns: (transfer none) (nullable): %NULL for the root */
AppField *app_field_get_parent (AppField *self);
/** 0 for the root. */
guint app_field_get_depth (AppField *self);
/** Returns: (transfer full): JSON Pointer (RFC 6901) in the arguments */
char *app_field_dup_pointer (AppField *self);
/** The members of an object in the schema's order, then those that the schema does not know; the
 * items of an array. Made at the first call, then kept up to date. Pre-configured inputs are not
 * among them. Returns: (transfer none) (nullable): of AppField; %NULL for other kinds */
GListModel *app_field_get_children (AppField *self);

/* What it holds */

AppFieldPresence app_field_get_presence (AppField *self);
/** Returns: (transfer none): what was typed; a string decoded, else as written; "" when absent */
const char *app_field_get_text (AppField *self);
/** @text: (nullable): %NULL and "" clear */
void app_field_set_text (AppField *self, const char *text);
/** Whether the text stands for the whole value: %FALSE where a string has NUL or half characters,
 * which a text entry would lose; such a value is changed as JSON only. */
gboolean app_field_is_text_exact (AppField *self);
/** Returns: (transfer none): one line for a collapsed group, such as "3 items"; "" when absent */
const char *app_field_get_summary (AppField *self);
/** Returns: (transfer none) (nullable): in words, for the person */
const char *app_field_get_error (AppField *self);
/** Returns: (transfer none) (nullable): %NULL once the form is gone */
struct _AppForm *app_field_get_form (AppField *self);
/** Who proposes values for the form's texts: see app-completer.h. Returns: (transfer none)
 * (nullable) */
struct _AppCompleter *app_field_get_completer (AppField *self);
/** The value as it would be sent; none when absent. Borrowed from the form, until it changes. */
McpJsonValue app_field_get_value (AppField *self);

/** What stands for the value where it is taken from elsewhere (see app-form-overlay.h): the field's
 * text is that name then, which another change of the value ends. Returns: (transfer none)
 * (nullable) */
const char *app_field_get_reference (AppField *self);

/** Makes the field absent. In an array it removes the item. */
void app_field_clear (AppField *self);
void app_field_set_null (AppField *self);
/** Sends "", which is not the same as nothing; {} and [] for objects and arrays. */
void app_field_set_empty (AppField *self);
/** Puts the default in. Does nothing where there is none. */
void app_field_use_default (AppField *self);
/** @lexeme: JSON text. Returns: %FALSE, and nothing changes, where it does not parse */
gboolean app_field_set_lexeme (AppField *self, const char *lexeme);

/** BOOLEAN. */
gboolean app_field_get_active (AppField *self);
void     app_field_set_active (AppField *self, gboolean active);
/** ENUM and CONST: the index of the option; G_MAXUINT for none, or for a value that is none.
 * VARIANT: the form that the value has, or that it will have; choosing another one converts the
 * value where that makes sense, and brings back what was there under it before. */
guint app_field_get_selected (AppField *self);
void  app_field_set_selected (AppField *self, guint selected);

/* Variants */

/** VARIANT: the field of the form that is chosen. It stands at the same place and goes away when
 * "selected" changes. Returns: (transfer none) (nullable) */
AppField *app_field_get_branch (AppField *self);
/** Whether the field is a form of its parent rather than a part. */
gboolean app_field_is_branch (AppField *self);

/* Arrays */

/** Whether the schema lets another item in; a hint: app_field_add_item() adds one all the same. */
gboolean app_field_can_add_item (AppField *self);
/** Appends an item with the least value of its kind. Returns: (transfer none) (nullable) */
AppField *app_field_add_item (AppField *self);
/** Appends an item for each line of @text. Returns: how many */
guint app_field_add_lines (AppField *self, const char *text);
/** The item's place in its array; G_MAXUINT where it is no item. */
guint app_field_get_position (AppField *self);
void  app_field_move (AppField *self, guint position);
void  app_field_duplicate (AppField *self);

/* Objects */

/** Whether the schema lets members in that it does not name. */
gboolean app_field_can_add_member (AppField *self);

/** Adds a member that the schema does not know; the one that is there where the name is taken.
 * Returns: (transfer none) (nullable): %NULL where this is no object */
AppField *app_field_add_member (AppField *self, const char *name);
/** Why an object should not have another member called so: it has one, or the schema admits no such
 * name. Nothing stops app_field_add_member(). Returns: (transfer full) (nullable): in words; %NULL
 * where the name will do */
char *app_field_dup_name_problem (AppField *self, const char *name);
/** Calls a member that the schema does not name (see "extra") otherwise. It keeps its place among
 * the others and its value; its field too, unless the schema says something else of the new name
 * than of the old one, as patternProperties may. Returns: %FALSE, and nothing changes, where the
 * schema names the member, or another one is called @name */
gboolean app_field_rename_member (AppField *self, const char *name);

G_END_DECLS
