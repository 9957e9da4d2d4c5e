/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What AppForm and AppField know of each other; no other file includes this. */

#pragma once

#include "app-form-schema.h"
#include "app-form.h"

G_BEGIN_DECLS

/* Members of one object that become fields; the others are reached as JSON. */
#define APP_FIELD_MAX_MEMBERS 5000u
/* Items of one array that become fields. */
#define APP_FIELD_MAX_ITEMS 5000u

struct _AppField
{
  GObject parent_instance;

  AppForm      *form;   /* not owned; %NULL once the form is gone */
  AppField     *parent; /* not owned; %NULL for the root and once the field was taken out */
  AppFormSchema schema;
  McpJsonSlot   holder; /* keeps the schema's document */
  char         *key;
  char         *label;
  char         *description;
  char         *hint;
  char         *placeholder;
  char         *constraints;
  GListModel   *options;
  GListStore   *children;
  guint         depth;
  guint         position; /* G_MAXUINT: no item */
  gboolean      required;
  gboolean      secret;
  gboolean      extra;

  /* How the form's value looks from here; brought up to date by app_field_refresh(). */
  char            *lexeme; /* as written; %NULL when absent */
  AppFieldPresence presence;
  char            *text;
  gboolean         exact;
  gboolean         active;
  guint            selected;
  char            *summary;
  char            *error;

  /* What was typed, while the value is still what became of it. */
  char *draft;
  char *draft_lexeme;
  char *draft_error;
};

/** @key: (nullable). Returns: (transfer full) */
AppField *app_field_new (AppForm *form, AppField *parent, const char *key, McpJsonValue schema);
/** An item of @parent's array. Returns: (transfer full) */
AppField *app_field_new_item (AppField *parent, guint position);
/** Looks at the form's value again, here and below, and notifies what changed.
 * @value: the field's own; none when absent. @pointer: the field's, for finding its problem */
void app_field_refresh (AppField *self, McpJsonValue value, GString *pointer);
/** Brings the list of children in line with @value and refreshes them. */
void app_field_refresh_children (AppField *self, McpJsonValue value, GString *pointer);
/** The value of one of its children. */
McpJsonValue app_field_find_child_value (AppField *self, AppField *child, McpJsonValue value);
void         app_field_read_value (AppField *self, McpJsonValue value);
void         app_field_forget_draft (AppField *self);
/** The form is going away. */
void app_field_detach (AppField *self);

/** Puts @json (%NULL: nothing) where the field stands, and whatever of its parents is missing.
 * Returns: %FALSE where nothing changed */
gboolean app_field_write (AppField *self, const char *json);

/** Whether fields may change the text: it parses, and is an object. */
gboolean app_form_is_editable (AppForm *self);
/** Takes over a changed text. @text: (transfer full): parses, by the caller's word */
void app_form_take_text (AppForm *self, char *text);
/** @missing: (out): whether the problem is that the member is absent
 * Returns: (transfer none) (nullable) */
const char *app_form_find_problem (AppForm *self, const char *pointer, gboolean *missing);
gboolean    app_form_hides_presets (AppForm *self);
/** Returns: (transfer none) (nullable) */
AppCompleter *app_form_get_completer (AppForm *self);

G_END_DECLS
