/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppReference: which object, and which path in it, a field takes its value from. Two kinds: an
 * object of the server's own store, which the server resolves (what it is sent is the reference as
 * it stands), and an object that is kept here, whose value is put in before the call is sent. A
 * reference is what a field is set to; no text is ever taken for one by itself.
 *
 * Written: "@obj_001.path" for the server's, as these servers have it: the id ends at the first
 * dot; "object:STORE/ID.path" for ours, the path as StorePath writes it.
 *
 * Immutable, reference counted; a boxed type, so that it can be dragged and copied.
 */

#pragma once

#include <glib-object.h>

typedef enum {
  APP_REFERENCE_SERVER, /* sent as it stands */
  APP_REFERENCE_OBJECT, /* its value is sent */
} AppReferenceKind;

/** Its fields are read only. */
typedef struct
{
  gatomicrefcount  ref_count;
  AppReferenceKind kind;
  char            *store; /* OBJECT; "" for a server's */
  char            *id;    /* without "@" */
  char            *path;  /* "" for the whole object */
  char            *text;  /* the whole, as above; what a field of this mode holds */
} AppReference;

#define APP_TYPE_REFERENCE (app_reference_get_type ())
GType app_reference_get_type (void);

/** @id: without "@". @path: (nullable): as the server spells it. Returns: (transfer full) */
AppReference *app_reference_new_server (const char *id, const char *path);
/** @path: (nullable): as StorePath writes it. Returns: (transfer full) */
AppReference *app_reference_new_object (const char *store, const char *id, const char *path);
/** Reads what somebody wrote where a reference is expected.
 * Returns: (transfer full) (nullable): %NULL where it is written in neither way */
AppReference *app_reference_parse (const char *text);
AppReference *app_reference_ref (AppReference *self);
void          app_reference_unref (AppReference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppReference, app_reference_unref)

/** How the mode is kept beside a form's text: "server" or "object:STORE/ID".
 * Returns: (transfer full) */
char *app_reference_dup_mode (AppReference *self);
/** Returns: (transfer full) (nullable): what the server will answer where it forbids the path */
char *app_reference_dup_forbidden (AppReference *self);
/** @a, @b: (nullable) */
gboolean app_reference_equal (AppReference *a, AppReference *b);
