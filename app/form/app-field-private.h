/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What AppForm and AppField know of each other; no other file includes this. */

#pragma once

#include "app-field-schema.h"
#include "app-form.h"

G_BEGIN_DECLS

/* Members of one object that become fields; the others are reached as JSON. */
#define APP_FIELD_MAX_MEMBERS 5000u
/* Items of one array that become fields. */
#define APP_FIELD_MAX_ITEMS 5000u
/* Places of a tuple that are rows before there is a value. */
#define APP_FIELD_MAX_PLACES 200u

typedef struct _AppFieldVariant AppFieldVariant;

struct _AppField
{
  GObject parent_instance;

  AppForm       *form;   /* not owned; %NULL once the form is gone */
  AppField      *parent; /* not owned; %NULL for the root and once the field was taken out */
  AppFieldSchema schema;
  McpSchema     *index; /* keeps what the schema borrows */
  char          *key;
  char          *label;
  char          *description;
  char          *hint;
  char          *placeholder;
  char          *constraints;
  GListModel    *options;
  GListStore    *children;
  guint          depth;
  guint          position; /* G_MAXUINT: no item */
  gboolean       required;
  gboolean       secret;
  gboolean       extra;
  gboolean       branch;
  gboolean       selector; /* a VARIANT at the place of the object that it belongs to */
  gboolean       part;     /* what a selector's form adds to the object */
  gboolean       fixed;    /* an item whose place has a schema of its own; it may be absent */
  gboolean       unused;   /* a member that no schema names as the others are now */

  GArray     *applying; /* (nullable): AppFieldLayer: what applies to an object as its value is */
  GHashTable *named;    /* (nullable): names of members that are fields or pre-configured */

  AppFieldVariant *variant; /* NULL for other kinds */

  /* How the form's value looks from here; brought up to date by app_field_refresh(). */
  char            *lexeme; /* as written; %NULL when absent */
  AppFieldPresence presence;
  char            *text;
  gboolean         exact;
  gboolean         active;
  guint            selected;
  char            *summary;
  char            *error;
  AppReference    *reference; /* (nullable) */

  /* What was typed, while the value is still what became of it. */
  char *draft;
  char *draft_lexeme;
  char *draft_error;
};

/** Returns: (transfer full) */
AppField *app_field_new_root (AppForm *form, McpSchema *index);
/** @parts: (element-type McpSchemaNode). Returns: (transfer full) */
AppField *app_field_new_member (AppField *parent, const char *key, GArray *parts);
/** An item of @parent's array. Returns: (transfer full) */
AppField *app_field_new_item (AppField *parent, guint position);
/** A form of @parent, which is a VARIANT. Returns: (transfer full) */
AppField *app_field_new_branch (AppField *parent, const AppFieldBranch *branch);
/** What the object @parent takes of one of its unions. Returns: (transfer full) */
AppField *app_field_new_selector (AppField *parent, guint index);
/** Looks at the form's value again, here and below, and notifies what changed.
 * @value: the field's own; none when absent. @pointer: the field's, for finding its problem */
void app_field_refresh (AppField *self, McpJsonValue value, GString *pointer);
/** Makes the members that the schema names as the object is now, and those that nothing names. */
void app_field_sync_members (AppField *self, McpJsonValue value);
void app_field_set_required (AppField *self, gboolean required);
void app_field_set_unused (AppField *self, gboolean unused);
/** Whether a member must be there as the object is now. */
gboolean app_field_requires (AppField *self, McpJsonValue value, const char *name);
/** Whether the item is one of those that come and go. */
gboolean app_field_is_loose_item (AppField *self);
/** Brings the list of children in line with @value and refreshes them. */
void app_field_refresh_children (AppField *self, McpJsonValue value, GString *pointer);
/** The value of one of its children. */
McpJsonValue app_field_find_child_value (AppField *self, AppField *child, McpJsonValue value);
void         app_field_read_value (AppField *self, McpJsonValue value);
void         app_field_forget_draft (AppField *self);
/** The form is going away. */
void app_field_detach (AppField *self);

/* Of a VARIANT; see app-field-variant.c */

/** Does nothing for other kinds; deep in unions of unions the kind becomes JSON. */
void app_field_make_variant (AppField *self);
void app_field_free_variant (AppField *self);
void app_field_detach_variant (AppField *self);
/** The field that a branch is a form of, however many unions lie between; else the field itself.
 * Returns: (transfer none) */
AppField *app_field_get_place (AppField *self);
/** Keeps the chosen forms above @self as they are while somebody types below them.
 * @held: (element-type AppField): filled, for app_field_release_variants() */
void app_field_hold_variants (AppField *self, GPtrArray *held);
void app_field_release_variants (GPtrArray *held);
/** Chooses the form that @value has. */
void app_field_infer_branch (AppField *self, McpJsonValue value);
void app_field_refresh_branch (AppField *self, McpJsonValue value, GString *pointer);
/** Returns: (transfer none) (nullable): what was typed wrongly in it */
const char *app_field_get_branch_error (AppField *self);
/** The form that is chosen, where it was asked for. Returns: (transfer none) (nullable) */
AppField *app_field_peek_branch (AppField *self);
void      app_field_select_branch (AppField *self, guint index);
/** The forms of a VARIANT. Returns: (transfer none) (element-type AppFieldBranch) (nullable) */
GArray *app_field_list_branches (AppField *self);
/** What was there under a form. @text: (transfer full) (nullable) */
void app_field_remember (AppField *self, guint branch, char *text);
/** Returns: (nullable): JSON text, borrowed */
const char *app_field_recall (AppField *self, guint branch);
/** Makes another form the chosen one, and nothing else. */
void app_field_take_branch (AppField *self, guint index);
/** Selectors; see app-field-selector.c: only what the forms name is changed. */
void app_field_select_members (AppField *self, guint index);
/** Takes out the members that only the chosen form names. */
void app_field_clear_selector (AppField *self);
/** What typed text means. Returns: (transfer full): JSON text */
char *app_field_dup_variant_text (AppField *self, const char *text);

/** Puts @json (%NULL: nothing) where the field stands, and whatever of its parents is missing.
 * Returns: %FALSE where nothing changed */
gboolean app_field_write (AppField *self, const char *json);
/** What an object that is not there begins with. Returns: (transfer full): JSON text */
char *app_field_dup_first_value (AppField *self);

/** Whether fields may change the text: it parses, and is an object. */
gboolean app_form_is_editable (AppForm *self);
/** Takes over a changed text. @text: (transfer full): parses, by the caller's word */
void app_form_take_text (AppForm *self, char *text);
/** Changes of the text are typing at @place from now on. @place: (nullable)
 * Returns: (transfer full) (nullable): the place before */
char *app_form_set_typing (AppForm *self, const char *place);
/** @missing: (out): whether the problem is that the member is absent
 * Returns: (transfer none) (nullable) */
const char *app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing);
/** The field at a pointer where there is one already; of several the outermost.
 * Returns: (transfer none) (nullable) */
AppField *app_form_peek_field (AppForm *self, const char *pointer);
gboolean  app_form_hides_presets (AppForm *self);

/* References; see app-field-reference.c and app-form-references.c */

/** Looks whether the field is a reference. Returns: whether that changed */
gboolean app_field_read_reference (AppField *self, const char *pointer);
/** What is about to be at @pointer is a reference. @reference: (nullable): is none */
void app_form_mark (AppForm *self, const char *pointer, AppReference *reference);
/** An item is about to go from @from to @to; G_MAXUINT: it comes, or goes away. */
void app_form_move_marks (AppForm *self, AppField *array, guint from, guint to);
/** What is at @from, a pointer, and below it, is about to be at @to. */
void app_form_rename_marks (AppForm *self, const char *from, const char *to);
/** Returns: (transfer none) (nullable) */
AppCompleter *app_form_get_completer (AppForm *self);

G_END_DECLS
