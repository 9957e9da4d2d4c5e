/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpProperty: the properties of a class as rows of a table. A row says where a value is found, in
 * a field or by a getter; what reading it, keeping it and specifying it takes is written once.
 *
 *   const McpProperty rows[N_PROPERTIES] = {
 *     [PROP_NAME] = { "name", G_TYPE_STRING, G_CALLBACK (mcp_thing_get_name) },
 *     [PROP_SIZE] = { "size", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (McpThing, size) },
 *   };
 *   mcp_property_install (object_class, rows, properties, N_PROPERTIES);
 */

#pragma once

#include <glib-object.h>

typedef struct
{
  const char *name;
  GType       type;
  GCallback   get;    /* (nullable): returns the value, not owned, of an instance */
  gsize       offset; /* of the field, where there is no getter; gboolean, never a bit field */
  GParamFlags flags;  /* beside %G_PARAM_READABLE, which goes without saying; what can be written
                         without a setter is kept in the field, which the class frees */
  GCallback set;      /* (nullable): takes an instance and the value; it notifies */
  gboolean  is_made;  /* the getter makes a string, which the caller owns */
} McpProperty;

/**
 * Gives @klass its properties, and the functions that get and set them.
 *
 * @rows: @n_rows of them, the first of which is left empty
 * @specs: (out caller-allocates): room for @n_rows, for g_object_notify_by_pspec()
 */
void mcp_property_install (GObjectClass      *klass,
                           const McpProperty *rows,
                           GParamSpec       **specs,
                           guint              n_rows);

/** Sets a field that is shown as a property, and notifies where it is another text than before.
 * @object: a GObject. @field: owned. @text: (transfer full) (nullable) */
void mcp_property_take_text (gpointer object, char **field, char *text, GParamSpec *spec);
