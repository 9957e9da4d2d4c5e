/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreProfile: how to reach one server, and what the person decided about it.
 *
 * A profile is a value with notifying properties. Those that a StoreProfileList lists are shown and
 * bound, and changed by the book alone: to edit one, change a store_profile_copy() of it and hand
 * that to store_profile_list_replace_async(). Values are set as properties, by g_object_set(),
 * which copies them; they are read from the structs below, which lend theirs and are never %NULL.
 * Secret values are never in a profile, only references to them (see StoreSecretVault).
 */

#pragma once

#include "store-variables.h"

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

/** What happens before a call to a tool that is not declared read-only. */
typedef enum {
  STORE_APPROVAL_DEFAULT, /* as the settings say */
  STORE_APPROVAL_ASK,     /* the person is asked */
  STORE_APPROVAL_AUTO,    /* it runs without a question */
  STORE_APPROVAL_NEVER,   /* it does not run */
} StoreApproval;

/** Where the profile came from; what was not typed is confirmed before its first run. */
typedef enum {
  STORE_ORIGIN_TYPED,
  STORE_ORIGIN_IMPORTED, /* read from another application's file */
  STORE_ORIGIN_PASTED,   /* a snippet or a command line from elsewhere */
} StoreOrigin;

/** How the server is reached. Each member is also a property of its name, with hyphens. */
typedef struct
{
  StoreTransport transport;
  /* (nullable): the program, as typed; no shell */
  const char           *command;
  const char *const    *arguments;   /* never %NULL */
  const StoreVariables *environment; /* never %NULL */
  const char           *working_directory;
  /* Files and folders whose change restarts the program; relative ones begin at the working
   * directory; never %NULL */
  const char *const *watch;
  /* (nullable): an address of the network; for sockets "unix:PATH", "tcp:HOST:PORT" and
   * "http+unix:PATH:/PATH-OF-URL" */
  const char *url;
  /* (nullable): where messages are posted, for HTTP+SSE servers whose endpoint event names a wrong
   * address */
  const char           *message_url;
  const StoreVariables *headers; /* never %NULL */
  StoreAuthorization    authorization;
  const StoreVariables *credentials; /* see StoreAuthorization; never %NULL */
  /* How the person signs in to the server (RFC 6749): settings under their names ("client-id",
   * "scopes", "issuer"…: see mcp-auth-settings.h), secrets as references. Also, as other
   * applications have them: "redirect-uri", "callback-port"; never %NULL */
  const StoreVariables *oauth;
} StoreEndpoint;

/** The network on the way; paths may begin with "~/"; all are nullable. */
typedef struct
{
  /* Its URL (http:, socks:, socks4:, socks4a:, socks5:), or "none"; "system" and %NULL mean what
   * the system says */
  const char *proxy;
  /* Certificate authorities (PEM) that this server's certificate may come from */
  const char *ca_file;
  /* The fingerprint ("sha256:" and 64 hexadecimal digits, colons between them or not) of the one
   * certificate that is accepted whoever signed it */
  const char *accept_certificate;
  /* PEM files by which we prove who we are; the key may be in the file of the certificate */
  const char *client_certificate;
  const char *client_key;
} StoreNetwork;

/** How it is spoken to. Deadlines are in milliseconds; 0 means the program's default. */
typedef struct
{
  StoreEra           era;
  const char        *protocol_version; /* (nullable): the revision to offer; else the newest */
  gboolean           listen;           /* unless the stream of notifications is switched off */
  StoreLogLevel      log_level;
  const char *const *roots; /* the folders that the server is told of, as paths or URIs */
  /* What of the protocol's extensions the server is told that we have: their names, and their
   * settings as the JSON text of an object */
  const StoreVariables *extensions;
  const StoreVariables *meta; /* members for the _meta of every request: names, and JSON text */
  StoreReconnect        reconnect;
  guint                 connect_timeout;
  guint                 request_timeout; /* one response */
  guint                 total_timeout;
  /* Tool name → how long one response of that tool may take, as text; no secrets */
  const StoreVariables *tool_timeouts;
} StoreConversation;

/** What the person decided about it. */
typedef struct
{
  StoreApproval         approval;       /* for every tool without a rule of its own */
  const StoreVariables *tool_approvals; /* tool name → "ask", "auto" or "never" */
  /* The names of tools that no model is told of; a person may call them all the same */
  const char *const *disabled_tools;
  /* Unless it is empty, the only tools that models are told of */
  const char *const *enabled_tools;
  /* The pre-configured inputs: key path ("filter.limit") → JSON text, or a secret (a text) */
  const StoreVariables *presets;
  /* The same of further sets, which have names: "NAME/key.path" */
  const StoreVariables *preset_sets;
  /* (nullable): the name of the set that is in use, in place of "presets" */
  const char *preset_set;
  /* The same, for parameters of all tools of the server that have them */
  const StoreVariables *pinned_arguments;
  /* How long an object of the server's own store lives, in seconds, which no server announces;
   * 0: not said, %G_MAXUINT: as long as the server runs */
  guint       object_lifetime;
  gboolean    repeat_call; /* the last one, when the server was restarted */
  gboolean    pinned;      /* at the top of lists */
  gboolean    enabled;     /* unless the person switched the server off */
  StoreOrigin origin;
  const char *source; /* (nullable): the application that it was imported from */
  /* (nullable): the fingerprint of what was shown whole and confirmed */
  const char *confirmed;
  /* What other applications say of the server and we have no use for, so that it is not lost on the
   * way from one to the other: "application/member" → JSON text */
  const StoreVariables *client_settings;
} StoreDecisions;

/* The words of the file and of the command line ("stdio", "bearer", "ask", "imported"…) for the
 * enumeration that a property holds: "transport", "authorization", "era", "log-level", "reconnect",
 * "approval", "origin". */

const char *store_profile_word (const char *property, guint value);
/** @text: (nullable), in any case. Returns: whether it is one of the words; only then is @value set
 */
gboolean store_profile_parse_word (const char *property, const char *text, guint *value);

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

/** The key in the file: unique in a list, given by it on adding, and stable.
 * Returns: (transfer none): "" before the profile is in a list */
const char *store_profile_get_id (StoreProfile *self);
/** What a person sees and may change.
 * Returns: (transfer none): never %NULL; the id where no name was given */
const char              *store_profile_get_name (StoreProfile *self);
const StoreEndpoint     *store_profile_get_endpoint (StoreProfile *self);
const StoreNetwork      *store_profile_get_network (StoreProfile *self);
const StoreConversation *store_profile_get_conversation (StoreProfile *self);
const StoreDecisions    *store_profile_get_decisions (StoreProfile *self);

/** @tool: (nullable). Returns: the rule of @tool alone; STORE_APPROVAL_DEFAULT where it has none */
StoreApproval store_profile_get_tool_approval (StoreProfile *self, const char *tool);

/** @tool: (nullable). Returns: milliseconds; 0 where the tool has no limit of its own */
guint store_profile_get_tool_timeout (StoreProfile *self, const char *tool);
/** @milliseconds: as above */
void store_profile_set_tool_timeout (StoreProfile *self, const char *tool, guint milliseconds);

/* Confirmation before the first run */

/** Returns: (transfer full): SHA-256 over all that decides what runs: command, arguments, working
 * directory, environment; of a server on the network over what it takes from our environment and
 * the host that gets it ("sha256:…") */
char *store_profile_dup_fingerprint (StoreProfile *self);
/** Whether using it now needs the person's word: a program, or a server that takes variables from
 * our environment, that was imported or pasted and that was not confirmed as it is. */
gboolean store_profile_needs_confirmation (StoreProfile *self);
/** Sets "confirmed" to the present fingerprint; the caller saves. */
void store_profile_confirm (StoreProfile *self);

/* For people and for secrets */

/** Returns: (transfer full): the command line quoted as a shell would need it, or the URL; secrets
 * are not in it */
char *store_profile_dup_summary (StoreProfile *self);
/** The reference under which a secret of this profile is kept, "<id>/<section>/<name>".
 * @section: "env", "headers", "authorization", "oauth", "presets", "preset-sets" or
 * "pinned-arguments".
 * Returns: (transfer full) */
char *store_profile_dup_secret_reference (StoreProfile *self,
                                          const char   *section,
                                          const char   *name);
/** Returns: (transfer full): every secret reference in it, each once */
GStrv store_profile_dup_secret_references (StoreProfile *self);
