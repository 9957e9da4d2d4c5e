/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFieldValue: how a value looks in a field: its presence, its text, a summary of it, and what
 * was typed, as long as the value is still what became of that. It knows no form, and of a schema
 * the kind alone.
 */

#pragma once

#include "app-field.h"

typedef struct
{
  AppFieldState state;  /* the selected option, or form, is the caller's to find */
  char         *lexeme; /* as written; %NULL when absent, and for what is in a group */
  char         *text;   /* %NULL: not asked for yet, see app_field_value_get_text() */

  char *draft;
  char *draft_lexeme; /* what became of it */
  char *draft_error;
} AppFieldValue;

/* What reading a value changed */
typedef enum {
  APP_FIELD_VALUE_PRESENCE = 1 << 0,
  APP_FIELD_VALUE_TEXT = 1 << 1,
  APP_FIELD_VALUE_ACTIVE = 1 << 2,
  APP_FIELD_VALUE_SUMMARY = 1 << 3,
  APP_FIELD_VALUE_READ = 1 << 4, /* it was another value than before */
} AppFieldValueChanges;

void app_field_value_init (AppFieldValue *self);
void app_field_value_clear (AppFieldValue *self);

/** Takes over what is there now. Returns: AppFieldValueChanges */
guint app_field_value_read (AppFieldValue *self,
                            McpJsonValue   value,
                            AppFieldKind   kind,
                            gboolean       secret);
/** @value: what was read last. Returns: (transfer none) */
const char *app_field_value_get_text (AppFieldValue *self, McpJsonValue value);

/** What was typed, what becomes of it and why that is wrong.
 * @json, @error: (transfer full); @error: (nullable) */
void app_field_value_set_draft (AppFieldValue *self, const char *text, char *json, char *error);
void app_field_value_forget_draft (AppFieldValue *self);

/** What typed text, which is not "", means in a field. What cannot be read as the kind becomes a
 * string. @options: (nullable). @error: (out) (transfer full) (nullable): in words
 * Returns: (transfer full): JSON text */
char *
app_field_value_type (const char *text, AppFieldKind kind, GListModel *options, char **error);
/** Returns: (transfer full) (nullable): the one value that @text is, without white space around it;
 * %NULL where it is none, or not of the kind. @kind: NONE for any */
char *app_field_value_dup_json (const char *text, McpJsonKind kind, GError **error);

/** Whether a value is the one that a lexeme stands for, however it is spelled. */
gboolean app_field_value_has_lexeme (McpJsonValue value, const char *lexeme);
