/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The tree of fields and what each is made of: for what changes and checks the form's value.
 * Whoever shows fields needs app-field.h alone.
 */

#pragma once

#include "app-field-schema.h"
#include "app-field-value.h"
#include "app-field.h"
#include "app-form.h"

/* Members of one object that become fields; the others are reached as JSON. */
#define APP_FIELD_MAX_MEMBERS 5000u
/* Items of one array that become fields. */
#define APP_FIELD_MAX_ITEMS 5000u
/* Places of a tuple that are rows before there is a value. */
#define APP_FIELD_MAX_PLACES 200u

typedef struct _AppFieldVariant AppFieldVariant;

/** What a field is made of. */
typedef struct
{
  AppFieldSchema   schema; /* what the schema says of the place */
  AppFieldValue    value;
  AppFieldVariant *variant; /* (nullable): %NULL but for a VARIANT */
  AppField        *chosen;  /* (nullable): of the selected form, made when it is asked for */
  /* (nullable): AppFieldLayer: what applies to an object as its value is */
  GArray     *applying;
  GListStore *children; /* (nullable): of AppField, as far as they were made */
} AppFieldCore;

/** Returns: (transfer none) */
AppFieldCore *app_field_get_core (AppField *self);

/** Returns: (transfer full) */
AppField *app_field_new_root (AppForm *form, McpSchema *index);
/** @parts: (element-type McpSchemaNode). Returns: (transfer full) */
AppField *app_field_new_member (AppField *parent, const char *key, GArray *parts);
/** The same, of a member that the schema does not name. Returns: (transfer full) */
AppField *app_field_new_extra (AppField *parent, const char *key, GArray *parts);
/** An item of @parent's array. Returns: (transfer full) */
AppField *app_field_new_item (AppField *parent, guint position);
/** It is taken out, or the form is going away. */
void app_field_detach (AppField *self);
/** The member that the schema does not name is called otherwise. */
void app_field_take_name (AppField *self, const char *name);

/** Looks at the form's value again, and notifies what changed.
 * @value: the field's own; none when absent. @pointer: where the field stands
 * @rest: (nullable): where below the field the value changed, a JSON Pointer: only the fields on
 * the way there and below it are looked at; "" or %NULL for the whole field */
void app_field_refresh (AppField *self, McpJsonValue value, GString *pointer, const char *rest);

/** Makes another form the chosen one, and nothing else. */
void app_field_take_branch (AppField *self, guint index);
/** While it is held, the chosen form of a VARIANT stays: somebody types below it. */
void app_field_hold_branch (AppField *self, gboolean hold);
/** The field that a branch is a form of, however many unions lie between; else the field itself.
 * Returns: (transfer none) */
AppField *app_field_get_owner (AppField *self);
/** Whether the field is the part of its parent that a token of a JSON Pointer, decoded, names. */
gboolean app_field_has_token (AppField *self, const char *token);
/** Whether the item is one of those that come and go. */
gboolean app_field_is_loose_item (AppField *self);
