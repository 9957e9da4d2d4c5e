/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The document in which an authorization server says what it is, RFC 8414. */

#include "app-demo-auth-issuer.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"

#include <string.h>

#define DRIP_MS 200
#define HUGE_SIZE (16 * 1024 * 1024)
#define DEPTH 100000

static void
write_address (AppDemoAuthIssuer *self, McpJsonWriter *writer, const char *member, const char *path)
{
  g_autofree char *address = g_strconcat (self->name, path, NULL);

  mcp_json_writer_member_string (writer, member, address);
}

static void
write_words (McpJsonWriter *writer, const char *member, const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", -1);

  mcp_json_writer_add (writer, "%s: [", member);
  for (guint i = 0; parts[i] != NULL; i++)
    mcp_json_writer_string (writer, parts[i]);
  mcp_json_writer_end_array (writer);
}

static char *
write_methods (AppDemoAuthIssuer *self)
{
  GString *names = g_string_new (NULL);

  for (guint method = APP_DEMO_AUTH_METHOD_NONE; method <= APP_DEMO_AUTH_METHOD_KEY; method <<= 1)
    if ((self->options->methods & method) != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                              app_demo_auth_method_get_name (method));
  return g_string_free (names, FALSE);
}

static void
write_grants (AppDemoAuthIssuer *self, McpJsonWriter *writer)
{
  const AppDemoAuthOptions *options = self->options;
  gboolean                  provides = g_str_equal (self->role, "idp");
  g_autoptr (GString) grants = g_string_new ("authorization_code");

  if (!provides)
    g_string_append (grants, " client_credentials");
  if (options->refresh)
    g_string_append (grants, " refresh_token");
  if (provides)
    g_string_append (grants, " urn:ietf:params:oauth:grant-type:token-exchange");
  else if (self->provider != NULL || self->workload != NULL)
    g_string_append (grants, " urn:ietf:params:oauth:grant-type:jwt-bearer");
  write_words (writer, "grant_types_supported", grants->str);
  if (self->provider != NULL)
    write_words (writer, "authorization_grant_profiles_supported",
                 "urn:ietf:params:oauth:grant-profile:id-jag");
  if (options->dpop)
    write_words (writer, "dpop_signing_alg_values_supported", "ES256");
}

static void
write_document (AppDemoAuthIssuer *self, McpJsonWriter *writer, gboolean openid)
{
  const AppDemoAuthOptions *options = self->options;
  g_autofree char          *scopes = app_demo_auth_issuer_dup_scopes (self);
  g_autofree char          *methods = write_methods (self);
  gboolean                  signs = (options->methods & APP_DEMO_AUTH_METHOD_KEY) != 0;

  mcp_json_writer_add (writer, "{'issuer': %s", self->name);
  write_address (self, writer, "authorization_endpoint", "/authorize");
  write_address (self, writer, "token_endpoint", "/token");
  if ((options->clients & APP_DEMO_AUTH_CLIENTS_DCR) != 0)
    write_address (self, writer, "registration_endpoint", "/register");
  write_address (self, writer, "revocation_endpoint", "/revoke");
  write_address (self, writer, "introspection_endpoint", "/introspect");
  write_address (self, writer, "jwks_uri", "/jwks");
  write_words (writer, "scopes_supported", scopes);
  write_words (writer, "response_types_supported", "code");
  write_words (writer, "response_modes_supported", "query");
  write_grants (self, writer);
  write_words (writer, "token_endpoint_auth_methods_supported", methods);
  if (signs)
    write_words (writer, "token_endpoint_auth_signing_alg_values_supported",
                 "ES256 RS256 EdDSA");
  write_words (writer, "code_challenge_methods_supported", "S256");
  mcp_json_writer_add (writer, "'authorization_response_iss_parameter_supported': true");
  mcp_json_writer_member_boolean (writer, "client_id_metadata_document_supported",
                                  (options->clients & APP_DEMO_AUTH_CLIENTS_CIMD) != 0 ||
                                      app_demo_auth_has (options, "cimd-refused"));
  if (openid)
    {
      write_words (writer, "subject_types_supported", "public");
      write_words (writer, "id_token_signing_alg_values_supported", "ES256");
    }
  mcp_json_writer_end_object (writer);
}

/* How a document comes that is no harmless one. */

typedef struct
{
  SoupServerMessage *message; /* not owned: it goes with it */
  char              *document;
  gsize              sent;
  guint              timeout;
} Drip;

static void
drip_free (gpointer data)
{
  Drip *drip = data;

  g_clear_handle_id (&drip->timeout, g_source_remove);
  g_free (drip->document);
  g_free (drip);
}

static gboolean
on_drip (gpointer user_data)
{
  Drip            *drip = user_data;
  SoupMessageBody *body = soup_server_message_get_response_body (drip->message);
  gboolean         more = drip->document[drip->sent] != '\0';

  if (more)
    soup_message_body_append (body, SOUP_MEMORY_COPY, drip->document + drip->sent++, 1);
  else
    {
      drip->timeout = 0;
      soup_message_body_complete (body);
    }
  soup_server_message_unpause (drip->message);
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* @document: (transfer full) */
static void
send_slowly (SoupServerMessage *message, char *document)
{
  Drip               *drip = g_new0 (Drip, 1);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  drip->message = message;
  drip->document = document;
  drip->timeout = g_timeout_add (DRIP_MS, on_drip, drip);
  g_object_set_data_full (G_OBJECT (message), "spyglass-demo-drip", drip, drip_free);
  soup_message_headers_set_content_type (headers, "application/json", NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_pause (message);
}

/* @document: (transfer full): an object. Returns: (transfer full): with one more member */
static char *
add_member (char *document, const char *value)
{
  char *longer;

  document[strlen (document) - 1] = '\0';
  longer = g_strconcat (document, ",\"padding\":", value, "}", NULL);
  g_free (document);
  return longer;
}

static char *
add_padding (char *document)
{
  g_autofree char *padding = g_strnfill (HUGE_SIZE, 'x');

  padding[0] = padding[HUGE_SIZE - 1] = '"';
  return add_member (document, padding);
}

static char *
add_depth (char *document)
{
  g_autofree char *opening = g_strnfill (DEPTH, '[');
  g_autofree char *closing = g_strnfill (DEPTH, ']');
  g_autofree char *nested = g_strconcat (opening, closing, NULL);

  return add_member (document, nested);
}

/* Spaces behind a document are part of it, and pack well. @document: (transfer full) */
static void
send_bomb (SoupServerMessage *message, char *document)
{
  g_autoptr (GConverter)
      converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autofree char *spaces = g_strnfill (HUGE_SIZE, ' ');
  g_autofree char *owned = document;
  g_autoptr (GBytes) packed = NULL;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  g_output_stream_write_all (stream, owned, strlen (owned), NULL, NULL, NULL);
  g_output_stream_write_all (stream, spaces, HUGE_SIZE, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  packed = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "application/json", NULL);
  soup_message_headers_replace (headers, "Content-Encoding", "gzip");
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), packed);
}

/* @document: (transfer full) */
static void
send_document (AppDemoAuthIssuer *self, SoupServerMessage *message, char *document)
{
  if (app_demo_auth_has (self->options, "huge"))
    document = add_padding (document);
  if (app_demo_auth_has (self->options, "deep"))
    document = add_depth (document);
  if (app_demo_auth_has (self->options, "utf8-bom"))
    {
      char *marked = g_strconcat ("\xEF\xBB\xBF", document, NULL);

      g_free (document);
      document = marked;
    }
  if (app_demo_auth_has (self->options, "slow"))
    send_slowly (message, document);
  else if (app_demo_auth_has (self->options, "gzip-bomb"))
    send_bomb (message, document);
  else
    app_demo_auth_message_reply (message, SOUP_STATUS_OK, document);
}

void
app_demo_auth_describe (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  const char      *path = g_uri_get_path (soup_server_message_get_uri (message));
  gboolean         openid = strstr (path, "openid") != NULL;
  const char      *variables[] = { "@origin@", self->origin, "@issuer@", self->name, NULL };
  g_autofree char *document = NULL;

  if (!openid && app_demo_auth_has (self->options, "html-wellknown"))
    {
      app_demo_auth_message_show (message, SOUP_STATUS_OK, "Welcome", "This is a single page.",
                                  NULL);
      return;
    }
  write_document (self, writer, openid);
  document = mcp_json_writer_finish_text (writer);
  send_document (self, message,
                 app_demo_auth_quirks_edit (self->options, APP_DEMO_AUTH_SERVER_METADATA, document,
                                            variables));
}
