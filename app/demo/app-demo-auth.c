/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth.h"

#include "app-demo-listener.h"
#include "mcp-json-writer.h"

#include <string.h>
#include <sys/random.h>

/* The authorization server of the demo: public clients register themselves, the one person that
 * there is agrees at once, tokens are opaque, and a refresh token is good once. Nothing of it
 * survives the process. Source: RFC 6749, RFC 7591, RFC 7636, RFC 8252, RFC 8414, RFC 8707,
 * RFC 9207; OAuth 2.1 draft 13. */

/* The one scope that there is. */
#define SCOPE "mcp:tools"
#define SCHEME "Bearer "
#define METADATA "/.well-known/oauth-protected-resource/mcp"
#define RANDOM_SIZE 32
/* base64url of a SHA-256 */
#define CHALLENGE_LENGTH 43
/* Seconds: RFC 6749 §4.1.2 has ten minutes at most for a code. */
#define CODE_LIFE 60
#define ACCESS_LIFE 3600
#define REFRESH_LIFE (30 * 24 * 3600)
/* More than these are made by nobody but a fault; then the server begins again. */
#define MAX_CLIENTS 10000
#define MAX_TICKETS 100000

typedef enum {
  CODE,
  ACCESS,
  REFRESH,
} TicketKind;

/* What was given out. */
typedef struct
{
  TicketKind kind;
  char      *client;    /* its id */
  char      *redirect;  /* (nullable): where the person goes back to; of a code */
  char      *challenge; /* (nullable): of PKCE; of a code */
  gint64     expires;   /* seconds since 1970 */
} Ticket;

struct _AppDemoAuth
{
  char       *origin;   /* which is its name, too */
  char       *resource; /* URL of the endpoint, which is what tokens are for */
  GHashTable *clients;  /* id → GStrv: redirect URIs */
  GHashTable *tickets;  /* code or token → Ticket */
};

/* @form: parameters of the query or the form; name → value */
typedef void (*Handle) (AppDemoAuth *self, SoupServerMessage *message, GHashTable *form);

static void
ticket_free (Ticket *ticket)
{
  g_free (ticket->client);
  g_free (ticket->redirect);
  g_free (ticket->challenge);
  g_free (ticket);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ticket, ticket_free)

/* Returns: (transfer full): base64url without padding, RFC 4648 §5 */
static char *
encode (const guchar *data, gsize size)
{
  char *text = g_base64_encode (data, size);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';
  return text;
}

static char *
make_random (void)
{
  guchar data[RANDOM_SIZE];

  if (getrandom (data, sizeof data, 0) != sizeof data)
    g_error ("The kernel has no random");
  return encode (data, sizeof data);
}

static gboolean
verifies (const char *verifier, const char *challenge)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guchar digest[32];
  gsize  size = sizeof digest;

  if (verifier == NULL)
    return FALSE;
  g_checksum_update (checksum, (const guchar *)verifier, -1);
  g_checksum_get_digest (checksum, digest, &size);
  g_autofree char *text = encode (digest, size);
  return strcmp (text, challenge) == 0;
}

/* Returns: (transfer none): the new code or token */
static const char *
add_ticket (
    AppDemoAuth *self, TicketKind kind, const char *client, gint64 life, Ticket **added)
{
  Ticket *ticket = g_new0 (Ticket, 1);
  char   *text = make_random ();

  ticket->kind = kind;
  ticket->client = g_strdup (client);
  ticket->expires = g_get_real_time () / G_USEC_PER_SEC + life;
  g_hash_table_insert (self->tickets, text, ticket);
  if (added != NULL)
    *added = ticket;
  return text;
}

/* Returns: (nullable): the ticket, if it is good */
static Ticket *
find_ticket (AppDemoAuth *self, TicketKind kind, const char *text)
{
  Ticket *ticket = text != NULL ? g_hash_table_lookup (self->tickets, text) : NULL;

  return ticket != NULL && ticket->kind == kind &&
                 ticket->expires > g_get_real_time () / G_USEC_PER_SEC
             ? ticket
             : NULL;
}

/* Codes and refresh tokens are good once. Returns: (transfer full) (nullable) */
static Ticket *
take_ticket (AppDemoAuth *self, TicketKind kind, const char *text, const char *client)
{
  Ticket  *ticket = find_ticket (self, kind, text);
  gpointer key = NULL;

  if (ticket == NULL || g_strcmp0 (ticket->client, client) != 0)
    return NULL;
  g_hash_table_steal_extended (self->tickets, text, &key, NULL);
  g_free (key);
  return ticket;
}

/* Sends a document that is not to be kept, and may be read by clients in a browser.
 * @json: (transfer full) */
static void
reply (SoupServerMessage *message, guint status, char *json)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Access-Control-Allow-Origin", "*");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, json,
                                    strlen (json));
}

/* @error: a code of OAuth */
static void
refuse (SoupServerMessage *message, guint status, const char *error, const char *description)
{
  reply (message, status,
         mcp_json_build ("{'error': %s, 'error_description': %s}", error,
                         description));
}

/* The metadata of the resource, RFC 9728 §2 */
static void
describe_resource (AppDemoAuth *self, SoupServerMessage *message, GHashTable *parameters)
{
  reply (message, SOUP_STATUS_OK,
         mcp_json_build ("{'resource': %s, 'authorization_servers': [%s], "
                         "'scopes_supported': [%s], 'bearer_methods_supported': ['header'], "
                         "'resource_name': 'Spyglass demo'}",
                         self->resource, self->origin, SCOPE));
}

/* The document in which the server says what it is, RFC 8414 */
static void
describe (AppDemoAuth *self, SoupServerMessage *message, GHashTable *parameters)
{
  g_autofree char *authorize = g_strconcat (self->origin, "/authorize", NULL);
  g_autofree char *token = g_strconcat (self->origin, "/token", NULL);
  g_autofree char *registration = g_strconcat (self->origin, "/register", NULL);

  reply (
      message, SOUP_STATUS_OK,
      mcp_json_build ("{'issuer': %s, 'authorization_endpoint': %s, 'token_endpoint': %s, "
                      "'registration_endpoint': %s, 'scopes_supported': [%s], "
                      "'response_types_supported': ['code'], "
                      "'response_modes_supported': ['query'], "
                      "'grant_types_supported': ['authorization_code', 'refresh_token'], "
                      "'token_endpoint_auth_methods_supported': ['none'], "
                      "'code_challenge_methods_supported': ['S256'], "
                      "'authorization_response_iss_parameter_supported': true}",
                      self->origin, authorize, token, registration, SCOPE));
}

/* Clients, and where a person may be sent for them */

/* RFC 8252 §7.3: the port of a loopback address is the client's affair at that moment.
 * Returns: (transfer full) (nullable): the URI without its port, if it is of this machine */
static char *
drop_port (const char *redirect)
{
  g_autoptr (GUri) uri = g_uri_parse (redirect, G_URI_FLAGS_ENCODED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || strcmp (g_uri_get_scheme (uri), "http") != 0 ||
      (strcmp (host, "127.0.0.1") != 0 && strcmp (host, "::1") != 0 &&
       strcmp (host, "localhost") != 0))
    return NULL;
  return g_uri_join (G_URI_FLAGS_ENCODED, "http", NULL, host, -1, g_uri_get_path (uri),
                     g_uri_get_query (uri), NULL);
}

static gboolean
has_redirect (char **redirects, const char *redirect)
{
  g_autofree char *plain = redirect != NULL ? drop_port (redirect) : NULL;

  for (guint i = 0; redirect != NULL && redirects[i] != NULL; i++)
    {
      g_autofree char *other = drop_port (redirects[i]);

      if (strcmp (redirects[i], redirect) == 0 ||
          (plain != NULL && g_strcmp0 (other, plain) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): %NULL where a person may not be sent to all of them */
static char **
read_redirects (McpJsonValue array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (McpJsonWalk each = mcp_json_walk (array); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);
      g_autofree char *plain = text != NULL ? drop_port (text) : NULL;

      if (text == NULL || (plain == NULL && !g_str_has_prefix (text, "https://")))
        return NULL;
      g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

/* RFC 7591; whatever a client asks for, it becomes a public one. */
static void
enroll (AppDemoAuth *self, SoupServerMessage *message, GHashTable *parameters)
{
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *name = mcp_json_value_dup_member_string (root, "client_name");
  g_auto (GStrv) redirects = read_redirects (mcp_json_value_get_member (root, "redirect_uris"));
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (redirects == NULL || redirects[0] == NULL)
    {
      refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_redirect_uri",
              "redirect_uris must be addresses of this machine or https");
      return;
    }
  char *id = make_random ();
  mcp_json_writer_add (writer,
                       "{'client_id': %s, 'client_id_issued_at': %x, 'client_name': ?%s, "
                       "'token_endpoint_auth_method': 'none', 'response_types': ['code'], "
                       "'grant_types': ['authorization_code', 'refresh_token'], "
                       "'redirect_uris': %a}",
                       id, g_get_real_time () / G_USEC_PER_SEC, name, redirects);
  g_hash_table_insert (self->clients, id, g_steal_pointer (&redirects));
  reply (message, SOUP_STATUS_CREATED, mcp_json_writer_finish_text (writer));
}

/* The authorization endpoint: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2.1, RFC 9207 */

static void
append (GString *address, const char *name, const char *value)
{
  g_autofree char *escaped = value != NULL ? g_uri_escape_string (value, NULL, FALSE) : NULL;

  if (escaped != NULL)
    g_string_append_printf (address, "%c%s=%s", strchr (address->str, '?') != NULL ? '&' : '?',
                            name, escaped);
}

/* Returns: (nullable): a code of OAuth for what is wrong with the request */
static const char *
find_fault (AppDemoAuth *self, GHashTable *parameters, const char **description)
{
  const char *challenge = g_hash_table_lookup (parameters, "code_challenge");
  const char *scope = g_hash_table_lookup (parameters, "scope");

  *description = "response_type must be code";
  if (g_strcmp0 (g_hash_table_lookup (parameters, "response_type"), "code") != 0)
    return "unsupported_response_type";
  *description = "code_challenge must be there, of the method S256";
  if (challenge == NULL || strlen (challenge) != CHALLENGE_LENGTH ||
      g_strcmp0 (g_hash_table_lookup (parameters, "code_challenge_method"), "S256") != 0)
    return "invalid_request";
  *description = "resource must be that of the protected resource metadata";
  if (g_strcmp0 (g_hash_table_lookup (parameters, "resource"), self->resource) != 0)
    return "invalid_target";
  *description = "The only scope is " SCOPE;
  return scope == NULL || strcmp (scope, SCOPE) == 0 ? NULL : "invalid_scope";
}

static void
authorize (AppDemoAuth *self, SoupServerMessage *message, GHashTable *parameters)
{
  static const char text[] = "There is no client of that client_id with that redirect_uri.\n";
  const char       *client = g_hash_table_lookup (parameters, "client_id");
  const char       *redirect = g_hash_table_lookup (parameters, "redirect_uri");
  char            **redirects = client != NULL ? g_hash_table_lookup (self->clients, client) : NULL;
  const char       *description;
  Ticket           *ticket;
  g_autoptr (GString) address = g_string_new (redirect);

  /* Where nobody can be sent back, the person is told (RFC 6749 §4.1.2.1). */
  if (redirects == NULL || !has_redirect (redirects, redirect))
    {
      soup_server_message_set_status (message, SOUP_STATUS_BAD_REQUEST, NULL);
      soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, text,
                                        strlen (text));
      return;
    }
  const char *error = find_fault (self, parameters, &description);
  append (address, "error", error);
  if (error != NULL)
    append (address, "error_description", description);
  else
    {
      append (address, "code", add_ticket (self, CODE, client, CODE_LIFE, &ticket));
      ticket->redirect = g_strdup (redirect);
      ticket->challenge = g_strdup (g_hash_table_lookup (parameters, "code_challenge"));
    }
  append (address, "state", g_hash_table_lookup (parameters, "state"));
  append (address, "iss", self->origin);
  soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, address->str);
}

/* The token endpoint: RFC 6749 §4.1.3 and §6, RFC 7636 §4.6 */

static void
grant (AppDemoAuth *self, SoupServerMessage *message, GHashTable *parameters)
{
  const char *type = g_hash_table_lookup (parameters, "grant_type");
  const char *client = g_hash_table_lookup (parameters, "client_id");
  gboolean    refreshes = g_strcmp0 (type, "refresh_token") == 0;
  const char *text = g_hash_table_lookup (parameters, refreshes ? "refresh_token" : "code");

  if (!refreshes && g_strcmp0 (type, "authorization_code") != 0)
    {
      refuse (message, SOUP_STATUS_BAD_REQUEST, "unsupported_grant_type",
              "There is no such grant_type here");
      return;
    }
  if (client == NULL || !g_hash_table_contains (self->clients, client))
    {
      refuse (message, SOUP_STATUS_UNAUTHORIZED, "invalid_client", "There is no such client");
      return;
    }
  if (g_strcmp0 (g_hash_table_lookup (parameters, "resource"), self->resource) != 0)
    {
      refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_target",
              "resource must be that of the protected resource metadata");
      return;
    }
  g_autoptr (Ticket) ticket = take_ticket (self, refreshes ? REFRESH : CODE, text, client);
  if (ticket == NULL ||
      (!refreshes &&
       (g_strcmp0 (g_hash_table_lookup (parameters, "redirect_uri"), ticket->redirect) != 0 ||
        !verifies (g_hash_table_lookup (parameters, "code_verifier"), ticket->challenge))))
    {
      refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_grant",
              "What was shown is unknown, used, too old, another client's or not proved");
      return;
    }
  const char *access = add_ticket (self, ACCESS, client, ACCESS_LIFE, NULL);
  const char *refresh = add_ticket (self, REFRESH, client, REFRESH_LIFE, NULL);
  reply (
      message, SOUP_STATUS_OK,
      mcp_json_build ("{'access_token': %s, 'token_type': 'Bearer', 'expires_in': %i, "
                      "'refresh_token': %s, 'scope': %s}",
                      access, ACCESS_LIFE, refresh, SCOPE));
}

/* What is where */

static const struct
{
  const char *path;
  const char *method; /* of HTTP */
  Handle      handle;
} endpoints[] = {
  { METADATA, "GET", describe_resource },
  { "/.well-known/oauth-authorization-server", "GET", describe },
  { "/authorize", "GET", authorize },
  { "/token", "POST", grant },
  { "/register", "POST", enroll },
};

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  AppDemoAuth *self = user_data;
  g_autoptr (GHashTable) parameters = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endpoints); i++)
    {
      if (strcmp (path, endpoints[i].path) != 0 ||
          strcmp (soup_server_message_get_method (message), endpoints[i].method) != 0)
        continue;
      if (endpoints[i].handle == grant)
        {
          g_autoptr (GBytes)
              body = soup_message_body_flatten (soup_server_message_get_request_body (message));
          g_autofree char *form = g_strndup (g_bytes_get_data (body, NULL),
                                             g_bytes_get_size (body));

          parameters = soup_form_decode (form != NULL ? form : "");
        }
      else
        parameters = query != NULL ? g_hash_table_ref (query) : g_hash_table_new (NULL, NULL);
      if (g_hash_table_size (self->clients) >= MAX_CLIENTS)
        g_hash_table_remove_all (self->clients);
      if (g_hash_table_size (self->tickets) >= MAX_TICKETS)
        g_hash_table_remove_all (self->tickets);
      endpoints[i].handle (self, message, parameters);
      return;
    }
  /* libsoup hands over what only begins with the path. */
  soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
}

AppDemoAuth *
app_demo_auth_new (SoupServer *soup, const char *origin, const char *url)
{
  AppDemoAuth *self = g_new0 (AppDemoAuth, 1);

  self->origin = g_strdup (origin);
  self->resource = g_strdup (url);
  self->clients = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify)g_strfreev);
  self->tickets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify)ticket_free);
  for (guint i = 0; i < G_N_ELEMENTS (endpoints); i++)
    soup_server_add_handler (soup, endpoints[i].path, handle, self, NULL);
  g_printerr ("Authorization server at %s\n", origin);
  return self;
}

void
app_demo_auth_free (AppDemoAuth *self)
{
  g_hash_table_unref (self->clients);
  g_hash_table_unref (self->tickets);
  g_free (self->origin);
  g_free (self->resource);
  g_free (self);
}

gboolean
app_demo_auth_admit (AppDemoAuth *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char         *header = soup_message_headers_get_one (headers, "Authorization");
  g_autoptr (GString) challenge = g_string_new (SCHEME "realm=\"spyglass-demo\"");

  if (header != NULL && g_ascii_strncasecmp (header, SCHEME, strlen (SCHEME)) == 0 &&
      find_ticket (self, ACCESS, header + strlen (SCHEME)) != NULL)
    return TRUE;

  if (header != NULL)
    g_string_append (challenge, ", error=\"invalid_token\", "
                                "error_description=\"The token is unknown or expired\"");
  g_string_append_printf (challenge, ", resource_metadata=\"%s" METADATA "\"", self->origin);
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "WWW-Authenticate", challenge->str);
  app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
  return FALSE;
}
