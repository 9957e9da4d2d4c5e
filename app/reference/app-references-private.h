/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the files of AppReferences share; no other file includes this. */

#pragma once

#include "app-references.h"
#include "store-object-store.h"

G_BEGIN_DECLS

struct _AppReferences
{
  GObject parent_instance;

  GWeakRef session;
  char    *tool; /* (nullable): the name of the tool that the form is for */
  gboolean referenceable;
};

/** Returns: (transfer none) (nullable): of the session, while it lives */
AppServerObjects *app_references_get_server_objects (AppReferences *self);
/** Whether the object of ours is there. @session: (nullable) */
gboolean app_references_has_object (AppSession *session, AppReference *reference);
/** @type: as JSON Schema has it; "integer" is a number too. @added: (out) (optional): whether only
 * the last branch of a union takes it, and that says no more than "string": what such servers add
 * for references */
gboolean app_references_takes_type (McpJsonValue root,
                                    McpJsonValue schema,
                                    const char  *type,
                                    gboolean    *added);
/** What the references in a field's schema point into. */
McpJsonValue app_references_get_root_schema (AppField *field);
/** "dict (length: 3)". Returns: (transfer full) */
char *app_references_dup_type (const char *type_name, gint64 length);

G_END_DECLS
