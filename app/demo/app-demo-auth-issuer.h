/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthIssuer: one authorization server of the demo: its addresses, its clients, and what it
 * gave out. Its endpoints are functions of the other files that begin with app-demo-auth. It obeys
 * the rules strictly (PKCE, redirect URIs, resource, one use of a code), so that it also proves the
 * client. Source: RFC 6749, 7009, 7591, 7636, 7662, 8414, 8707, 9207; OAuth 2.1 draft 13.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-auth-key.h"
#include "app-demo-auth-options.h"
#include "app-demo-auth-tickets.h"
#include "app-demo-options.h"

G_BEGIN_DECLS

/* The one person that there is. */
#define APP_DEMO_AUTH_SUBJECT "demo-person"

typedef struct _AppDemoAuthIssuer AppDemoAuthIssuer;

/** What tokens are for: the MCP server. */
typedef struct
{
  char *origin;
  char *url;       /* of the endpoint */
  char *published; /* as its metadata names it, right or wrong */
} AppDemoAuthResource;

struct _AppDemoAuthIssuer
{
  const AppDemoAuthOptions  *options;
  const AppDemoAuthResource *resource;
  const char                *role; /* "issuer", "second", "idp": for the log */
  SoupServer                *soup;
  char                      *origin;
  char                      *path;    /* "" or "/tenant" */
  char                      *name;    /* the issuer identifier: origin and path */
  GHashTable                *clients; /* id → AppDemoAuthClient */
  AppDemoAuthTickets        *tickets;
  AppDemoAuthKey            *key;      /* that it signs with */
  GHashTable                *seen;     /* ids of the JWTs that came: each is good once */
  AppDemoAuthIssuer         *other;    /* (nullable): not owned; the other of two issuers */
  AppDemoAuthIssuer         *provider; /* (nullable): not owned; whose ID-JAGs it takes */
  AppDemoAuthKey            *workload; /* (nullable): of a platform whose JWTs it takes */
  char                      *nonce;    /* (nullable): that proofs of DPoP have to hold */
  guint                      n_refreshes;
  guint                      n_refused; /* token requests that came too fast */
};

/** @soup: (nullable): the server to be part of; %NULL for one on a port of its own
 * @origin: (nullable): of @soup. Returns: (transfer full) (nullable): %NULL with @error set */
AppDemoAuthIssuer *app_demo_auth_issuer_new (const AppDemoOptions      *options,
                                             const AppDemoAuthResource *resource,
                                             const char                *role,
                                             SoupServer                *soup,
                                             const char                *origin,
                                             GError                   **error);
void               app_demo_auth_issuer_free (AppDemoAuthIssuer *self);
/** Returns: whether tokens may be asked for @resource; @resource: (nullable) */
gboolean
app_demo_auth_issuer_takes_resource (AppDemoAuthIssuer *self, const char *resource);
/** Returns: (transfer full): @scope without what this issuer has not, or %NULL where it names
 * something that it has not; what a client gets that names none. @scope: (nullable) */
char *app_demo_auth_issuer_grant_scope (AppDemoAuthIssuer *self, const char *scope);
/** Returns: (transfer full): every scope that there is, separated by spaces */
char *app_demo_auth_issuer_dup_scopes (AppDemoAuthIssuer *self);

/** Remembers a JWT. Returns: %FALSE where it has no id or came before */
gboolean app_demo_auth_issuer_see (AppDemoAuthIssuer *self, const AppDemoAuthJwt *jwt);

/** Returns: seconds by which the issuer's clock is ahead */
gint64 app_demo_auth_issuer_get_clock_shift (AppDemoAuthIssuer *self);

/** An endpoint. @form: the parameters of the query or the form; empty where the body is JSON */
typedef void (*AppDemoAuthHandle) (AppDemoAuthIssuer *self,
                                   SoupServerMessage *message,
                                   GHashTable        *form);

/* The endpoints */
void app_demo_auth_authorize (AppDemoAuthIssuer *self,
                              SoupServerMessage *message,
                              GHashTable        *form);
void app_demo_auth_decide (AppDemoAuthIssuer *self,
                           SoupServerMessage *message,
                           GHashTable        *form);
void
     app_demo_auth_token (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *form);
void app_demo_auth_register (AppDemoAuthIssuer *self,
                             SoupServerMessage *message,
                             GHashTable        *form);
void
     app_demo_auth_revoke (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *form);
void app_demo_auth_introspect (AppDemoAuthIssuer *self,
                               SoupServerMessage *message,
                               GHashTable        *form);
void app_demo_auth_keys (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *form);
void app_demo_auth_describe (AppDemoAuthIssuer *self,
                             SoupServerMessage *message,
                             GHashTable        *form);

G_END_DECLS
