/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppField: one place of a form: what the schema says of it and what value it has now. Widgets only
 * bind. A field keeps its identity while it exists; its children are made when they are asked for,
 * so that a recursive schema costs nothing until somebody goes down.
 *
 * Properties (all notify): label, required and unused, which are in its place; presence, active,
 * selected and summary, which are in its state; text (string), error (string, nullable), reference
 * (string, nullable).
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

typedef struct _McpSchema McpSchema;

#define APP_TYPE_FIELD (app_field_get_type ())
G_DECLARE_FINAL_TYPE (AppField, app_field, APP, FIELD, GObject)

/** What the schema says of a field; constant. */
typedef struct
{
  AppFieldKind kind;
  /* The schema that made the field, its references followed. */
  McpJsonValue schema;
  char        *description; /* (nullable) */
  char        *hint;        /* (nullable): the default as text */
  char        *placeholder; /* (nullable): an example */
  char        *constraints; /* (nullable): one line in words */
  char        *conflict;    /* (nullable): why no value fits, or only null does; a sentence */
  /* (nullable): "x-mcp-header" (MCP 2026-07-28, Streamable HTTP) as written, valid or not: the
   * value is sent as the header Mcp-Param-<this> too. */
  char *header;
  /* (nullable): of AppFieldOption: the values of ENUM and CONST, the forms that a VARIANT may take.
   * For STRING, TEXT, NUMBER and INTEGER suggestions, where the schema has some: values that it
   * lists beside "any text", then its examples; any other text will do too, and
   * app_field_set_selected() puts one of them in. */
  GListModel *options;
  gboolean    nullable;   /* the schema admits null */
  gboolean    secret;     /* name or format say that the value is a secret: hide what is typed */
  gboolean    read_only;  /* the server sets it; what a person writes is sent all the same */
  gboolean    deprecated; /* better left out */
} AppFieldInfo;

/** Where a field stands, and what it is called there. */
typedef struct
{
  struct _AppForm *form;     /* not owned; %NULL once the form is gone */
  AppField        *parent;   /* not owned; %NULL for the root and once the field was taken out */
  char            *key;      /* the member's name verbatim; "" for the root and for items */
  char            *label;    /* title or key; "Item 3" for items */
  guint            depth;    /* 0 for the root */
  guint            position; /* of an item in its array; else G_MAXUINT */
  gboolean         item;     /* an item of an array */
  gboolean         branch;   /* a form of its parent rather than a part */
  /* A VARIANT that stands at the place of its parent, an OBJECT: one of "anyOf" or "oneOf" beside
   * the object's own members. It has no key; its branch is an OBJECT whose children are the members
   * that only this form adds. */
  gboolean selector;
  gboolean part; /* what a selector's form adds to the object */
  /* An item whose place has a schema of its own (prefixItems): it cannot be moved or duplicated,
   * and is a field before it has a value; app_field_clear() leaves null, or nothing at the end. */
  gboolean fixed;
  gboolean extra;    /* a member that the value has and the schema does not know */
  gboolean required; /* what other members hold may make it so */
  /* A member that the schema names only where other members have other values: "if", "then",
   * "dependentSchemas", or a form that is not chosen. It is sent as it stands until it is cleared;
   * then its row goes away. */
  gboolean unused;
} AppFieldPlace;

/** What a field holds, at a glance. */
typedef struct
{
  AppFieldPresence presence;
  /* Whether the text stands for the whole value: not where a string has NUL or half characters,
   * which a text entry would lose; such a value is changed as JSON only. */
  gboolean exact;
  gboolean active; /* BOOLEAN */
  /* ENUM and CONST: the index of the option; G_MAXUINT for none, or for a value that is none.
   * VARIANT: the form that the value has, or that it will have. */
  guint selected;
  char *summary; /* one line for a collapsed group, such as "3 items"; "" when absent */
} AppFieldState;

/** Returns: (transfer none) */
const AppFieldInfo *app_field_get_info (AppField *self);
/** Returns: (transfer none) */
const AppFieldPlace *app_field_get_place (AppField *self);
/** Returns: (transfer none) */
const AppFieldState *app_field_get_state (AppField *self);

/** Returns: (transfer full): JSON Pointer (RFC 6901) in the arguments */
char *app_field_dup_pointer (AppField *self);
/** The members of an object in the schema's order, then those that the schema does not know; the
 * items of an array. Made at the first call, then kept up to date. Pre-configured inputs are not
 * among them. Returns: (transfer none) (nullable): of AppField; %NULL for other kinds */
GListModel *app_field_get_children (AppField *self);
/** VARIANT: the field of the form that is chosen. It stands at the same place and goes away when
 * "selected" changes. Returns: (transfer none) (nullable) */
AppField *app_field_get_branch (AppField *self);

/** Returns: (transfer none): what was typed; a string decoded, else as written; "" when absent */
const char *app_field_get_text (AppField *self);
/** Returns: (transfer none) (nullable): in words, for the person */
const char *app_field_get_error (AppField *self);
/** The value as it would be sent; none when absent. Borrowed from the form, until it changes. */
McpJsonValue app_field_get_value (AppField *self);
/** What stands for the value where it is taken from elsewhere (see app-form-overlay.h): the field's
 * text is that name then, which another change of the value ends. Returns: (transfer none)
 * (nullable) */
const char *app_field_get_reference (AppField *self);

/* What a person does to it */

/** @text: (nullable): %NULL and "" clear */
void app_field_set_text (AppField *self, const char *text);
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
void app_field_set_active (AppField *self, gboolean active);
/** For a VARIANT, choosing another form converts the value where that makes sense, and brings back
 * what was there under it before. */
void app_field_set_selected (AppField *self, guint selected);

/* Arrays */

/** Whether the schema lets another item in; a hint: app_field_add_item() adds one all the same. */
gboolean app_field_can_add_item (AppField *self);
/** Appends an item with the least value of its kind. Returns: (transfer none) (nullable) */
AppField *app_field_add_item (AppField *self);
/** Appends an item for each line of @text. Returns: how many */
guint app_field_add_lines (AppField *self, const char *text);
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
/** Renames a member that the schema does not name (see "extra"). It keeps its place among the
 * others and its value; its field too, unless the schema says something else of the new name than
 * of the old one, as patternProperties may. Returns: %FALSE, and nothing changes, where the schema
 * names the member, or another one is called @name */
gboolean app_field_rename_member (AppField *self, const char *name);

/** Whether a form would take what @schema describes for a secret. @key: (nullable): its name
 * @declared: a text is one, whatever it is called */
gboolean app_field_takes_secret (McpSchema *schema, const char *key, gboolean declared);
