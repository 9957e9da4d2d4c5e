/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthOptions: what was asked of the demo's authorization server on the command line. Nobody
 * writes it after parsing.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How a client may come to its identity. */
typedef enum {
  APP_DEMO_AUTH_CLIENTS_DCR = 1 << 0,    /* dynamic client registration, RFC 7591 */
  APP_DEMO_AUTH_CLIENTS_CIMD = 1 << 1,   /* a client ID metadata document */
  APP_DEMO_AUTH_CLIENTS_STATIC = 1 << 2, /* one client that is registered beforehand */
} AppDemoAuthClients;

/** How a client may prove at an endpoint who it is. */
typedef enum {
  APP_DEMO_AUTH_METHOD_NONE = 1 << 0,
  APP_DEMO_AUTH_METHOD_BASIC = 1 << 1,
  APP_DEMO_AUTH_METHOD_POST = 1 << 2,
  APP_DEMO_AUTH_METHOD_KEY = 1 << 3, /* private_key_jwt */
} AppDemoAuthMethod;

/** What the authorization endpoint does with a request that is in order. */
typedef enum {
  APP_DEMO_AUTH_CONSENT_AUTO, /* allows it at once */
  APP_DEMO_AUTH_CONSENT_PAGE,
  APP_DEMO_AUTH_CONSENT_DENY,
  APP_DEMO_AUTH_CONSENT_DELAY, /* allows it after a while */
  APP_DEMO_AUTH_CONSENT_ERROR, /* shows a page and sends nobody back */
} AppDemoAuthConsent;

/** Where the protected resource metadata is. */
typedef enum {
  APP_DEMO_AUTH_METADATA_PATH,   /* at the well-known path with the resource's, and in the
                                  * challenge */
  APP_DEMO_AUTH_METADATA_ROOT,   /* at the well-known path alone; not in the challenge */
  APP_DEMO_AUTH_METADATA_CUSTOM, /* anywhere, by the challenge */
  APP_DEMO_AUTH_METADATA_NONE,
} AppDemoAuthMetadata;

/** Where the authorization server's metadata is. */
typedef enum {
  APP_DEMO_AUTH_DOCUMENT_OAUTH = 1 << 0,    /* oauth-authorization-server before the path */
  APP_DEMO_AUTH_DOCUMENT_OPENID = 1 << 1,   /* openid-configuration before the path */
  APP_DEMO_AUTH_DOCUMENT_APPENDED = 1 << 2, /* openid-configuration behind the path */
} AppDemoAuthDocument;

typedef struct
{
  char *tool;
  char *scope;
} AppDemoAuthStep;

/** The client that is registered beforehand. */
typedef struct
{
  char *id;       /* (nullable) */
  char *secret;   /* (nullable): then it is a public client */
  char *key;      /* (nullable): a file with its public key, PEM */
  char *redirect; /* (nullable): any loopback address then */
} AppDemoAuthStatic;

typedef struct
{
  gboolean            enabled;
  int                 port;        /* of the authorization server; 0: any free one */
  char               *issuer_path; /* (nullable): "/tenant" */
  AppDemoAuthMetadata metadata;
  guint               documents; /* of AppDemoAuthDocument */
  guint               clients;   /* of AppDemoAuthClients */
  guint               methods;   /* of AppDemoAuthMethod */
  AppDemoAuthStatic   registered;
  char               *scopes;          /* separated by spaces */
  char               *challenge_scope; /* (nullable): what the 401 asks for */
  GPtrArray          *steps;           /* AppDemoAuthStep: tools that need one more scope */
  int                 token_life;      /* seconds */
  gboolean            refresh;
  gboolean            offline; /* a refresh token only with the scope offline_access */
  gboolean            rotate;
  gboolean            jwt; /* access tokens are JWTs of RFC 9068 */
  gboolean            dpop;
  gboolean            dpop_nonce;
  AppDemoAuthConsent  consent;
  int                 delay; /* milliseconds */
  gboolean            identity_provider;
  char               *workload_key; /* (nullable): a file with the public key of a platform */
  char               *log;          /* (nullable): a file */
  GHashTable         *quirks;       /* their names */
  gboolean            list_quirks;
} AppDemoAuthOptions;

AppDemoAuthOptions *app_demo_auth_options_new (void);
void                app_demo_auth_options_free (AppDemoAuthOptions *self);
/** Adds the options of the command line to @group. */
void app_demo_auth_options_add (AppDemoAuthOptions *self, GOptionGroup *group);
/** Settles what was not said. Returns: %FALSE with @error set where the options do not agree */
gboolean app_demo_auth_options_check (AppDemoAuthOptions *self, GError **error);
/** Returns: (transfer none): the name of the registry of RFC 7591 */
const char *app_demo_auth_method_get_name (AppDemoAuthMethod method);
/** Returns: whether @list, separated by spaces, has @word */
gboolean app_demo_auth_words_contain (const char *list, const char *word);

G_END_DECLS
