/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfile: how to reach one server, and what the person decided about it.
 *
 * A profile is a value with notifying properties. Those that a StoreProfileBook lists are shown and
 * bound, and changed by the book alone: to edit one, change a store_profile_copy() of it and hand
 * that to store_profile_book_replace_async(). Setters take copies; getters lend.
 * Secret values are never in a profile, only references to them (see StoreSecretVault).
 */

#pragma once

#include "store-variables.h"

G_BEGIN_DECLS

typedef enum {
  STORE_TRANSPORT_STDIO, /* a program that we start */
  STORE_TRANSPORT_HTTP,  /* streamable HTTP */
  STORE_TRANSPORT_SSE,   /* HTTP+SSE of 2024-11-05 */
  STORE_TRANSPORT_WEBSOCKET,
  STORE_TRANSPORT_UNIX, /* a local socket */
  STORE_TRANSPORT_TCP,
  STORE_TRANSPORT_HTTP_UNIX, /* streamable HTTP through a local socket */
  STORE_TRANSPORT_AUTO,      /* streamable HTTP, or HTTP+SSE where the server speaks only that */
} StoreTransport;

/** By which of the protocol's two ways a server is spoken to. */
typedef enum {
  STORE_ERA_AUTO,   /* found out by asking */
  STORE_ERA_MODERN, /* from 2026-07-28 on: every request stands alone */
  STORE_ERA_LEGACY, /* up to 2025-11-25: opened with "initialize" */
} StoreEra;

/** What happens when a connection that was open is lost. */
typedef enum {
  STORE_RECONNECT_AUTO, /* it is opened again, each time after a longer while */
  STORE_RECONNECT_NEVER,
} StoreReconnect;

/** From which severity on the server is asked to send its log (RFC 5424 §6.2.1). */
typedef enum {
  STORE_LOG_LEVEL_SERVER, /* nothing is asked: what the server sends by itself */
  STORE_LOG_LEVEL_DEBUG,
  STORE_LOG_LEVEL_INFO,
  STORE_LOG_LEVEL_NOTICE,
  STORE_LOG_LEVEL_WARNING,
  STORE_LOG_LEVEL_ERROR,
  STORE_LOG_LEVEL_CRITICAL,
  STORE_LOG_LEVEL_ALERT,
  STORE_LOG_LEVEL_EMERGENCY,
} StoreLogLevel;

typedef enum {
  STORE_AUTHORIZATION_NONE,
  STORE_AUTHORIZATION_BEARER, /* credentials: "token" */
  STORE_AUTHORIZATION_BASIC,  /* credentials: "user", "password" (RFC 7617) */
} StoreAuthorization;

/** What happens before a call to a tool that is destructive or does not say. */
typedef enum {
  STORE_APPROVAL_ASK,   /* the person is asked */
  STORE_APPROVAL_AUTO,  /* it runs without a question */
  STORE_APPROVAL_NEVER, /* it does not run */
} StoreApproval;

/** Where the profile came from; what was not typed is confirmed before its first run. */
typedef enum {
  STORE_ORIGIN_TYPED,
  STORE_ORIGIN_IMPORTED, /* read from another application's file */
  STORE_ORIGIN_PASTED,   /* a snippet or a command line from elsewhere */
} StoreOrigin;

/* The words of the file and of the command line ("stdio", "bearer", "ask", "imported"…) */
const char *store_transport_to_text (StoreTransport transport);
gboolean    store_transport_from_text (const char *text, StoreTransport *transport);
const char *store_era_to_text (StoreEra era);
gboolean    store_era_from_text (const char *text, StoreEra *era);
const char *store_reconnect_to_text (StoreReconnect reconnect);
gboolean    store_reconnect_from_text (const char *text, StoreReconnect *reconnect);
const char *store_log_level_to_text (StoreLogLevel level);
gboolean    store_log_level_from_text (const char *text, StoreLogLevel *level);
const char *store_authorization_to_text (StoreAuthorization authorization);
gboolean    store_authorization_from_text (const char *text, StoreAuthorization *authorization);
const char *store_approval_to_text (StoreApproval approval);
gboolean    store_approval_from_text (const char *text, StoreApproval *approval);
const char *store_origin_to_text (StoreOrigin origin);
gboolean    store_origin_from_text (const char *text, StoreOrigin *origin);

/**
 * store_transport_for_url: what the URL alone says of the transport: ws:, wss:, unix:, tcp:,
 * http+unix:, else STORE_TRANSPORT_AUTO.
 * @url: (nullable)
 */
StoreTransport store_transport_for_url (const char *url);

#define STORE_TYPE_PROFILE (store_profile_get_type ())
G_DECLARE_FINAL_TYPE (StoreProfile, store_profile, STORE, PROFILE, GObject)

/** An empty profile of transport stdio. @name: (nullable) */
StoreProfile *store_profile_new (const char *name);
/** Returns: (transfer full): an independent profile with the same id and content */
StoreProfile *store_profile_copy (StoreProfile *self);
/** Takes over everything of @other, id included; notifies what differs. */
void     store_profile_assign (StoreProfile *self, StoreProfile *other);
gboolean store_profile_equal (StoreProfile *a, StoreProfile *b);

/**
 * store_profile_validate: can this profile be kept and run?
 * Returns: %FALSE with STORE_ERROR_INVALID: no command, no URL, a URL that is none, a header or
 * variable name that cannot be one, a NUL or line break where none can be, a proxy, fingerprint,
 * revision or root that is none, a key without a certificate
 */
gboolean store_profile_validate (StoreProfile *self, GError **error);

/* Identity. The id is the key in the file: unique in a book, given by it on adding, and stable; the
 * name is what a person sees and may change. */

/** Property "id". Returns: (transfer none): "" before the profile is in a book */
const char *store_profile_get_id (StoreProfile *self);
void        store_profile_set_id (StoreProfile *self, const char *id);
/** Property "name". Returns: (transfer none): never %NULL; the id where no name was given */
const char *store_profile_get_name (StoreProfile *self);
void        store_profile_set_name (StoreProfile *self, const char *name);

/* Reaching it */

/** Property "transport". */
StoreTransport store_profile_get_transport (StoreProfile *self);
void           store_profile_set_transport (StoreProfile *self, StoreTransport transport);
/** Property "command": the program, as typed; no shell. Returns: (transfer none) (nullable) */
const char *store_profile_get_command (StoreProfile *self);
void        store_profile_set_command (StoreProfile *self, const char *command);
/** Property "arguments". Returns: (transfer none): never %NULL */
const char *const *store_profile_get_arguments (StoreProfile *self);
void               store_profile_set_arguments (StoreProfile *self, const char *const *arguments);
/** Property "environment". Returns: (transfer none): never %NULL */
const StoreVariables *store_profile_get_environment (StoreProfile *self);
void                  store_profile_set_environment (StoreProfile         *self,
                                                     const StoreVariables *variables);
/** Property "working-directory". Returns: (transfer none) (nullable) */
const char *store_profile_get_working_directory (StoreProfile *self);
void        store_profile_set_working_directory (StoreProfile *self, const char *directory);
/** Property "watch": files and folders whose change restarts the program; relative ones begin at
 * the working directory. Returns: (transfer none): never %NULL */
const char *const *store_profile_get_watch (StoreProfile *self);
void               store_profile_set_watch (StoreProfile *self, const char *const *paths);
/** Property "url": an address of the network; for sockets "unix:PATH", "tcp:HOST:PORT" and
 * "http+unix:PATH:/PATH-OF-URL". Returns: (transfer none) (nullable) */
const char *store_profile_get_url (StoreProfile *self);
void        store_profile_set_url (StoreProfile *self, const char *url);
/** Property "message-url": where messages are posted, for HTTP+SSE servers whose endpoint event
 * names a wrong address. Returns: (transfer none) (nullable) */
const char *store_profile_get_message_url (StoreProfile *self);
void        store_profile_set_message_url (StoreProfile *self, const char *url);
/** Property "headers". Returns: (transfer none): never %NULL */
const StoreVariables *store_profile_get_headers (StoreProfile *self);
void                  store_profile_set_headers (StoreProfile *self, const StoreVariables *headers);
/** Property "authorization". */
StoreAuthorization store_profile_get_authorization (StoreProfile *self);
void               store_profile_set_authorization (StoreProfile *self, StoreAuthorization kind);
/** Property "credentials": see StoreAuthorization. Returns: (transfer none): never %NULL */
const StoreVariables *store_profile_get_credentials (StoreProfile *self);
void                  store_profile_set_credentials (StoreProfile         *self,
                                                     const StoreVariables *variables);

/* The network; paths may begin with "~/" */

/** Property "proxy": its URL (http:, socks:, socks4:, socks4a:, socks5:), or "none"; "system" and
 * %NULL mean what the system says. Returns: (transfer none) (nullable) */
const char *store_profile_get_proxy (StoreProfile *self);
void        store_profile_set_proxy (StoreProfile *self, const char *proxy);
/** Property "ca-file": certificate authorities (PEM) that this server's certificate may come from.
 * Returns: (transfer none) (nullable) */
const char *store_profile_get_ca_file (StoreProfile *self);
void        store_profile_set_ca_file (StoreProfile *self, const char *path);
/** Property "accept-certificate": the fingerprint ("sha256:" and 64 hexadecimal digits, colons
 * between them or not) of the one certificate that is accepted whoever signed it.
 * Returns: (transfer none) (nullable) */
const char *store_profile_get_accept_certificate (StoreProfile *self);
void        store_profile_set_accept_certificate (StoreProfile *self, const char *fingerprint);
/** Properties "client-certificate" and "client-key": PEM files by which we prove who we are; the
 * key may be in the file of the certificate. Returns: (transfer none) (nullable) */
const char *store_profile_get_client_certificate (StoreProfile *self);
void        store_profile_set_client_certificate (StoreProfile *self, const char *path);
const char *store_profile_get_client_key (StoreProfile *self);
void        store_profile_set_client_key (StoreProfile *self, const char *path);

/* Speaking with it */

/** Property "era". */
StoreEra store_profile_get_era (StoreProfile *self);
void     store_profile_set_era (StoreProfile *self, StoreEra era);
/** Property "protocol-version": the revision to offer; %NULL means the newest.
 * Returns: (transfer none) (nullable) */
const char *store_profile_get_protocol_version (StoreProfile *self);
void        store_profile_set_protocol_version (StoreProfile *self, const char *version);
/** Property "listen": %TRUE unless the stream of notifications is switched off. */
gboolean store_profile_get_listen (StoreProfile *self);
void     store_profile_set_listen (StoreProfile *self, gboolean listen);
/** Property "log-level". */
StoreLogLevel store_profile_get_log_level (StoreProfile *self);
void          store_profile_set_log_level (StoreProfile *self, StoreLogLevel level);
/** Property "roots": the folders that the server is told of, as paths or URIs.
 * Returns: (transfer none): never %NULL */
const char *const *store_profile_get_roots (StoreProfile *self);
void               store_profile_set_roots (StoreProfile *self, const char *const *roots);
/** Property "extensions": what of the protocol's extensions the server is told that we have: their
 * names, and their settings as the JSON text of an object.
 * Returns: (transfer none) (nullable) */
const StoreVariables *store_profile_get_extensions (StoreProfile *self);
void                  store_profile_set_extensions (StoreProfile         *self,
                                                    const StoreVariables *extensions);
/** Property "meta": members for the _meta of every request: their names, and their values as JSON
 * text. Returns: (transfer none) (nullable) */
const StoreVariables *store_profile_get_meta (StoreProfile *self);
void                  store_profile_set_meta (StoreProfile *self, const StoreVariables *meta);
/** Property "reconnect". */
StoreReconnect store_profile_get_reconnect (StoreProfile *self);
void           store_profile_set_reconnect (StoreProfile *self, StoreReconnect reconnect);

/* Deadlines in milliseconds; 0 means the program's default */

/** Properties "connect-timeout", "request-timeout" (one answer) and "total-timeout". */
guint store_profile_get_connect_timeout (StoreProfile *self);
void  store_profile_set_connect_timeout (StoreProfile *self, guint milliseconds);
guint store_profile_get_request_timeout (StoreProfile *self);
void  store_profile_set_request_timeout (StoreProfile *self, guint milliseconds);
guint store_profile_get_total_timeout (StoreProfile *self);
void  store_profile_set_total_timeout (StoreProfile *self, guint milliseconds);

/* What the person decided */

/** Property "approval": for every tool without a rule of its own. */
StoreApproval store_profile_get_approval (StoreProfile *self);
void          store_profile_set_approval (StoreProfile *self, StoreApproval approval);
/** Property "tool-approvals": tool name → "ask", "auto" or "never". Returns: (transfer none) */
const StoreVariables *store_profile_get_tool_approvals (StoreProfile *self);
void                  store_profile_set_tool_approvals (StoreProfile         *self,
                                                        const StoreVariables *rules);
/** The rule that holds for @tool: its own, else the server's. */
StoreApproval store_profile_get_approval_for_tool (StoreProfile *self, const char *tool);
/** Property "disabled-tools": the names of tools that no model is told of; a person may call them
 * all the same. Returns: (transfer none): never %NULL */
const char *const *store_profile_get_disabled_tools (StoreProfile *self);
void               store_profile_set_disabled_tools (StoreProfile *self, const char *const *tools);
/** Property "presets", the pre-configured inputs: key path ("filter.limit") → JSON text, or a
 * secret, which is a text. Returns: (transfer none): never %NULL */
const StoreVariables *store_profile_get_presets (StoreProfile *self);
void                  store_profile_set_presets (StoreProfile *self, const StoreVariables *presets);
/** Property "pinned-arguments", parameters that a person set for all tools of the server that have
 * them: key path → JSON text, or a secret. Returns: (transfer none): never %NULL */
const StoreVariables *store_profile_get_pinned_arguments (StoreProfile *self);
void                  store_profile_set_pinned_arguments (StoreProfile         *self,
                                                          const StoreVariables *arguments);
/** Property "pinned": at the top of lists. */
gboolean store_profile_get_pinned (StoreProfile *self);
void     store_profile_set_pinned (StoreProfile *self, gboolean pinned);
/** Property "enabled": %TRUE unless the person switched the server off. */
gboolean store_profile_get_enabled (StoreProfile *self);
void     store_profile_set_enabled (StoreProfile *self, gboolean enabled);
/** Property "origin". */
StoreOrigin store_profile_get_origin (StoreProfile *self);
void        store_profile_set_origin (StoreProfile *self, StoreOrigin origin);

/* Confirmation before the first run */

/** Property "confirmed": the fingerprint of what was shown whole and confirmed.
 * Returns: (transfer none) (nullable) */
const char *store_profile_get_confirmed (StoreProfile *self);
void        store_profile_set_confirmed (StoreProfile *self, const char *fingerprint);
/** Returns: (transfer full): SHA-256 over all that decides what runs: command, arguments, working
 * directory, environment ("sha256:…") */
char *store_profile_dup_fingerprint (StoreProfile *self);
/** Whether running it now needs the person's word: a program that was imported or pasted and that
 * was not confirmed as it stands. */
gboolean store_profile_needs_confirmation (StoreProfile *self);
/** Sets "confirmed" to the present fingerprint; the caller saves. */
void store_profile_confirm (StoreProfile *self);

/* For people and for secrets */

/** Returns: (transfer full): the command line quoted as a shell would need it, or the URL; secrets
 * are not in it */
char *store_profile_dup_summary (StoreProfile *self);
/** The reference under which a secret of this profile is kept, "<id>/<section>/<name>".
 * @section: "env", "headers", "authorization", "presets" or "pinned-arguments".
 * Returns: (transfer full) */
char *store_profile_dup_secret_reference (StoreProfile *self,
                                          const char   *section,
                                          const char   *name);
/** Returns: (transfer full): every secret reference in it, each once */
GStrv store_profile_dup_secret_references (StoreProfile *self);

G_END_DECLS
