/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the layers of a place say of the parts of its value: members and items, and what applies to
 * an object because its value is what it is.
 */

#pragma once

#include "app-field-schema.h"

/* A member that an object's schema names */
typedef struct
{
  char   *name;
  GArray *parts; /* McpSchemaNode */
} AppFieldMember;

/** The members that the layers name, each once, in their order.
 * @active: (nullable) (element-type AppFieldLayer): what applies beside
 * Returns: (transfer full) (element-type AppFieldMember) */
GPtrArray *app_field_schema_list_members (const AppFieldSchema *self, GArray *active);
gboolean   app_field_schema_names (const AppFieldSchema *self, GArray *active, const char *name);
/** Whether a member must be there. @value: the object; "dependentRequired" looks at it */
gboolean app_field_schema_requires (const AppFieldSchema *self,
                                    GArray               *active,
                                    McpJsonValue          value,
                                    const char           *name);
/** What is said of a member, named or not. Returns: (transfer full) (element-type McpSchemaNode) */
GArray *app_field_schema_list_member_parts (const AppFieldSchema *self,
                                            GArray               *active,
                                            const char           *name);
/** Whether some name that is not named here may be a member's. */
gboolean app_field_schema_admits_members (const AppFieldSchema *self, GArray *active);
gboolean
app_field_schema_admits_name (const AppFieldSchema *self, GArray *active, const char *name);
/** What is said of an item. Returns: (transfer full) (element-type McpSchemaNode) */
GArray *app_field_schema_list_item_parts (const AppFieldSchema *self, guint position);
/** Places at the beginning of an array that have sub-schemas of their own. */
guint app_field_schema_get_n_places (const AppFieldSchema *self);
/** Whether an array may have an item at @position. */
gboolean app_field_schema_admits_item (const AppFieldSchema *self, guint position);
/** Finds the layers that apply since the value is what it is: then or else, dependent schemas, and
 * what they bring. @value: the object
 * @active: (inout) (element-type AppFieldLayer): %NULL at first, and as long as nothing depends on
 * the value. Returns: whether they are others than before */
gboolean
app_field_schema_update_active (const AppFieldSchema *self, McpJsonValue value, GArray **active);
/** Appends all that could apply for one value or another. */
void app_field_schema_append_possible (const AppFieldSchema *self, GArray *layers);
