/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSignIn: that a person signed in to a server, where and for what; nothing of it is secret:
 * the tokens are in the vault. Immutable, so that lists may show it.
 *
 * Properties: each member of its parts, with hyphens
 */

#pragma once

#include <glib-object.h>

#include "mcp-json-shape.h"

/** All texts but @key, @server and @issuer are (nullable). */
typedef struct
{
  const char *key;     /* of the server: a profile's id, or "url/" and a hash of the URL */
  const char *name;    /* what a person calls the server */
  const char *server;  /* its URL */
  const char *issuer;  /* of the authorization server, as it was received */
  const char *scopes;  /* that were granted, separated by spaces */
  const char *client;  /* how we are known there: "registered", "document", "dynamic" */
  const char *account; /* whom the tokens are for, where that is known: nobody has verified it */
  gint64      when;    /* the last time, in seconds since 1970 */
  gint64      expires; /* the access token, in seconds since 1970; 0: unknown */
  gboolean    renews;  /* without the person */
  gboolean    active;  /* there are tokens; else only the client is still known */
} StoreSignInParts;

extern const McpJsonShape store_sign_in_shape;

#define STORE_TYPE_SIGN_IN (store_sign_in_get_type ())
G_DECLARE_FINAL_TYPE (StoreSignIn, store_sign_in, STORE, SIGN_IN, GObject)

/** @parts: copied. Returns: (transfer full) */
StoreSignIn *store_sign_in_new (const StoreSignInParts *parts);

/** Returns: (transfer none): as long as @self */
const StoreSignInParts *store_sign_in_get (StoreSignIn *self);
gboolean                store_sign_in_equal (StoreSignIn *self, StoreSignIn *other);
