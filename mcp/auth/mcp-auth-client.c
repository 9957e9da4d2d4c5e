/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-client.h"

#include "mcp-error.h"
#include "mcp-json-shape.h"

#include <string.h>

#define CLIENT_NAME "Spyglass"
#define METHODS_MEMBER "token_endpoint_auth_methods_supported"

struct _McpAuthClient
{
  McpAuthClientParts parts;
};

static const char *const kinds[] = {
  [MCP_AUTH_CLIENT_REGISTERED] = "registered",
  [MCP_AUTH_CLIENT_DOCUMENT] = "document",
  [MCP_AUTH_CLIENT_DYNAMIC] = "dynamic",
  NULL,
};

static const char *const methods[] = {
  [MCP_AUTH_METHOD_NONE] = "none",
  [MCP_AUTH_METHOD_BASIC] = "client_secret_basic",
  [MCP_AUTH_METHOD_POST] = "client_secret_post",
  [MCP_AUTH_METHOD_JWT] = "private_key_jwt",
  NULL,
};

/* As settings may call them too */
static const char *const short_methods[] = {
  [MCP_AUTH_METHOD_BASIC] = "basic",
  [MCP_AUTH_METHOD_POST] = "post",
  [MCP_AUTH_METHOD_JWT] = NULL,
};

#define FIELD(name, member, kind, flags) \
  MCP_JSON_FIELD (name, McpAuthClientParts, member, kind, flags)
#define WORD(name, words) \
  MCP_JSON_FIELD_OF_WORDS (#name, McpAuthClientParts, name, words, MCP_JSON_FIELD_REQUIRED)

static const McpJsonField fields[] = {
  WORD (kind, kinds),
  FIELD ("id", id, STRING, MCP_JSON_FIELD_REQUIRED),
  FIELD ("secret", secret, STRING, MCP_JSON_FIELD_SECRET),
  WORD (method, methods),
  FIELD ("redirect_uri", redirect_uri, STRING, 0),
  FIELD ("secret_expires_at", secret_expiry, INT64, 0),
  FIELD ("configuration_url", configuration_url, STRING, 0),
  FIELD ("configuration_token", configuration_token, STRING, MCP_JSON_FIELD_SECRET),
};

static const McpJsonShape shape = { fields, G_N_ELEMENTS (fields) };

static void
client_clear (McpAuthClient *self)
{
  mcp_json_shape_clear (&shape, &self->parts);
}

McpAuthClient *
mcp_auth_client_ref (McpAuthClient *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_auth_client_unref (McpAuthClient *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)client_clear);
}

const McpAuthClientParts *
mcp_auth_client_get (McpAuthClient *self)
{
  return &self->parts;
}

/* Methods */

const char *
mcp_auth_client_kind_get_name (McpAuthClientKind kind)
{
  return kinds[kind];
}

const char *
mcp_auth_method_get_name (McpAuthMethod method)
{
  return methods[method];
}

static gboolean
parse_method (const char *name, McpAuthMethod *method)
{
  for (guint i = 0; name != NULL && methods[i] != NULL; i++)
    if (strcmp (name, methods[i]) == 0 || g_strcmp0 (name, short_methods[i]) == 0)
      {
        *method = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
lists_method (McpAuthDocument *server, McpAuthMethod method)
{
  return server != NULL && mcp_auth_document_lists (server, METHODS_MEMBER, methods[method]);
}

/* Many servers leave the list out: the default of RFC 8414 §2 would refuse public clients that they
 * take, so that nothing is concluded from it. */
static gboolean
lists_no_method (McpAuthDocument *server)
{
  return server == NULL || *mcp_auth_document_get_list (server, METHODS_MEMBER) == NULL;
}

static McpAuthMethod
choose_method (gboolean has_secret, McpAuthDocument *server)
{
  if (!has_secret)
    return MCP_AUTH_METHOD_NONE;
  if (lists_method (server, MCP_AUTH_METHOD_BASIC))
    return MCP_AUTH_METHOD_BASIC;
  if (lists_method (server, MCP_AUTH_METHOD_POST))
    return MCP_AUTH_METHOD_POST;
  if (lists_method (server, MCP_AUTH_METHOD_NONE))
    return MCP_AUTH_METHOD_NONE;
  return MCP_AUTH_METHOD_BASIC;
}

/* Which of the four */

#define REASON_BEFOREHAND "This way to sign in needs a client ID that was registered beforehand"
#define REASON_NO_REGISTRATION "The authorization server has no registration endpoint"

static gboolean
has (McpAuthSettings *settings, McpAuthSetting setting)
{
  const char *value = mcp_auth_settings_get (settings, setting);

  return value != NULL && *value != '\0';
}

static gboolean
is_set_to (McpAuthSettings *settings, McpAuthSetting setting, const char *value)
{
  return g_strcmp0 (mcp_auth_settings_get (settings, setting), value) == 0;
}

/* Whether an ID that was entered belongs to this authorization server: nobody else may see it. */
static gboolean
is_for (McpAuthSettings *settings, McpAuthDocument *server)
{
  const char *entered = mcp_auth_settings_get (settings, MCP_AUTH_ISSUER);
  const char *issuer = server != NULL ? mcp_auth_document_get (server, "issuer") : NULL;

  if (!has (settings, MCP_AUTH_ISSUER))
    return TRUE;
  if (issuer == NULL)
    return FALSE;
  McpAuthMatch match = mcp_auth_document_match_resource (issuer, entered);
  return match == MCP_AUTH_MATCH_SAME ||
         (match == MCP_AUTH_MATCH_SLASH && mcp_auth_settings_is (settings, MCP_AUTH_ACCEPT_ISSUER));
}

static gboolean
has_registration (McpAuthSettings *settings, McpAuthDocument *server)
{
  return server == NULL || has (settings, MCP_AUTH_REGISTRATION_URL) ||
         mcp_auth_document_get (server, "registration_endpoint") != NULL;
}

/* Without a person at a browser there is nobody who could be asked for consent; a client of such a
 * grant is known beforehand (SEP-1046, SEP-990). */
static gboolean
can_register (McpAuthSettings *settings)
{
  return !has (settings, MCP_AUTH_GRANT) || is_set_to (settings, MCP_AUTH_GRANT, "code");
}

static McpAuthClientKind
choose_registered (McpAuthSettings *settings, McpAuthDocument *server, const char **reason)
{
  if (!has (settings, MCP_AUTH_CLIENT_ID))
    {
      *reason = "No client ID is entered";
      return MCP_AUTH_CLIENT_ASK;
    }
  if (!is_for (settings, server))
    {
      *reason = "The client ID that is entered belongs to another authorization server";
      return MCP_AUTH_CLIENT_ASK;
    }
  *reason = "A client ID is entered";
  return MCP_AUTH_CLIENT_REGISTERED;
}

static McpAuthClientKind
choose_forced_document (McpAuthSettings *settings, const char **reason)
{
  if (!has (settings, MCP_AUTH_METADATA_URL))
    {
      *reason = "No address of a client metadata document is entered";
      return MCP_AUTH_CLIENT_ASK;
    }
  *reason = "The settings want the client metadata document";
  return MCP_AUTH_CLIENT_DOCUMENT;
}

static McpAuthClientKind
choose_forced_dynamic (McpAuthSettings *settings, McpAuthDocument *server, const char **reason)
{
  if (!can_register (settings))
    {
      *reason = REASON_BEFOREHAND;
      return MCP_AUTH_CLIENT_ASK;
    }
  if (!has_registration (settings, server))
    {
      *reason = REASON_NO_REGISTRATION;
      return MCP_AUTH_CLIENT_ASK;
    }
  *reason = "The settings want dynamic registration";
  return MCP_AUTH_CLIENT_DYNAMIC;
}

McpAuthClientKind
mcp_auth_client_choose (McpAuthSettings *settings, McpAuthDocument *server, const char **reason)
{
  if (is_set_to (settings, MCP_AUTH_CLIENT, "registered"))
    return choose_registered (settings, server, reason);
  if (is_set_to (settings, MCP_AUTH_CLIENT, "document"))
    return choose_forced_document (settings, reason);
  if (is_set_to (settings, MCP_AUTH_CLIENT, "dynamic"))
    return choose_forced_dynamic (settings, server, reason);
  if (has (settings, MCP_AUTH_CLIENT_ID))
    return choose_registered (settings, server, reason);
  if (has (settings, MCP_AUTH_METADATA_URL) && server != NULL &&
      mcp_auth_document_is (server, "client_id_metadata_document_supported"))
    {
      *reason = "The authorization server takes the address of a client metadata document as ID";
      return MCP_AUTH_CLIENT_DOCUMENT;
    }
  if (!can_register (settings))
    {
      *reason = REASON_BEFOREHAND;
      return MCP_AUTH_CLIENT_ASK;
    }
  if (server == NULL)
    {
      *reason = "Without metadata, clients register at the server’s default endpoint";
      return MCP_AUTH_CLIENT_DYNAMIC;
    }
  if (has_registration (settings, server))
    {
      *reason = "The authorization server registers clients dynamically";
      return MCP_AUTH_CLIENT_DYNAMIC;
    }
  *reason = mcp_auth_document_is (server, "client_id_metadata_document_supported")
                ? "The authorization server wants a client metadata document or a client ID, and "
                  "neither is entered"
                : REASON_NO_REGISTRATION;
  return MCP_AUTH_CLIENT_ASK;
}

/* Clients from settings */

static McpAuthMethod
choose_method_of_settings (McpAuthSettings  *settings,
                           McpAuthClientKind kind,
                           McpAuthDocument  *server)
{
  gboolean has_key = has (settings, MCP_AUTH_PRIVATE_KEY);
  gboolean has_secret = kind == MCP_AUTH_CLIENT_REGISTERED &&
                        has (settings, MCP_AUTH_CLIENT_SECRET);
  McpAuthMethod method;

  if (parse_method (mcp_auth_settings_get (settings, MCP_AUTH_METHOD), &method))
    return method;
  if (has_key && (lists_method (server, MCP_AUTH_METHOD_JWT) ||
                  (!has_secret && kind == MCP_AUTH_CLIENT_REGISTERED)))
    return MCP_AUTH_METHOD_JWT;
  return choose_method (has_secret, server);
}

McpAuthClient *
mcp_auth_client_new_from_settings (McpAuthSettings  *settings,
                                   McpAuthClientKind kind,
                                   McpAuthDocument  *server)
{
  McpAuthClient *self = g_atomic_rc_box_new0 (McpAuthClient);

  self->parts.kind = kind;
  self->parts.method = choose_method_of_settings (settings, kind, server);
  if (kind == MCP_AUTH_CLIENT_DOCUMENT)
    {
      self->parts.id = g_strdup (mcp_auth_settings_get (settings, MCP_AUTH_METADATA_URL));
    }
  else
    {
      self->parts.id = g_strdup (mcp_auth_settings_get (settings, MCP_AUTH_CLIENT_ID));
      if (has (settings, MCP_AUTH_CLIENT_SECRET))
        self->parts.secret = g_strdup (mcp_auth_settings_get (settings, MCP_AUTH_CLIENT_SECRET));
    }
  return self;
}

/* Dynamic registration */

McpAuthMethod
mcp_auth_client_choose_method (McpAuthSettings *settings, McpAuthDocument *server)
{
  McpAuthMethod method;

  /* A key is not registered: who has one is known beforehand, or by a document. */
  if (parse_method (mcp_auth_settings_get (settings, MCP_AUTH_METHOD), &method) &&
      method != MCP_AUTH_METHOD_JWT)
    return method;
  return lists_no_method (server) || lists_method (server, MCP_AUTH_METHOD_NONE)
             ? MCP_AUTH_METHOD_NONE
             : choose_method (TRUE, server);
}

char *
mcp_auth_client_dup_registration (McpAuthSettings *settings,
                                  McpAuthDocument *server,
                                  const char      *redirect_uri,
                                  const char      *scopes,
                                  gboolean         dpop)
{
  return mcp_json_build ("{'client_name': %s, 'redirect_uris': [%s], "
                         "'grant_types': ['authorization_code', 'refresh_token'], "
                         "'response_types': ['code'], 'token_endpoint_auth_method': %s, "
                         "'application_type': 'native', 'scope': ?%s, "
                         "'dpop_bound_access_tokens': ?%b}",
                         CLIENT_NAME, redirect_uri,
                         methods[mcp_auth_client_choose_method (settings, server)],
                         scopes != NULL && *scopes != '\0' ? scopes : NULL, dpop);
}

/* Some send the number as a text. */
static gint64
read_time (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  gint64           seconds = 0;

  if (text != NULL)
    {
      if (!g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &seconds, NULL))
        return 0;
    }
  else if (!mcp_json_value_get_int64 (value, &seconds))
    return 0;
  return MAX (seconds, 0);
}

/* The server may answer with another method than was asked for (RFC 7591 §3.2.1). One that it does
 * not list, or that needs what it did not send, is passed over. */
static McpAuthMethod
choose_returned_method (const char *returned, gboolean has_secret, McpAuthDocument *server)
{
  McpAuthMethod method;

  if (parse_method (returned, &method) &&
      (method == MCP_AUTH_METHOD_NONE || (has_secret && method != MCP_AUTH_METHOD_JWT)) &&
      (lists_no_method (server) || lists_method (server, method)))
    return method;
  return choose_method (has_secret, server);
}

McpAuthClient *
mcp_auth_client_new_registered (GBytes          *body,
                                McpAuthDocument *server,
                                const char      *redirect_uri,
                                GError         **error)
{
  g_autoptr (McpAuthDocument) document = mcp_auth_document_new ("", body, error);
  if (document == NULL)
    return NULL;
  if (mcp_auth_document_get (document, "client_id") == NULL)
    {
      g_set_error_literal (
          error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
          "The authorization server’s answer to the registration has no client_id.");
      return NULL;
    }
  const char    *secret = mcp_auth_document_get (document, "client_secret");
  McpAuthClient *self = g_atomic_rc_box_new0 (McpAuthClient);
  self->parts.kind = MCP_AUTH_CLIENT_DYNAMIC;
  self->parts.id = g_strdup (mcp_auth_document_get (document, "client_id"));
  self->parts.secret = g_strdup (secret);
  self->parts.method = choose_returned_method (mcp_auth_document_get (document,
                                                                      "token_endpoint_auth_method"),
                                               secret != NULL, server);
  self->parts.redirect_uri = g_strdup (redirect_uri);
  if (secret != NULL)
    self->parts.secret_expiry =
        read_time (mcp_json_value_get_member (mcp_auth_document_get_root (document),
                                              "client_secret_expires_at"));
  self->parts.configuration_url =
      g_strdup (mcp_auth_document_get (document, "registration_client_uri"));
  self->parts.configuration_token = g_strdup (mcp_auth_document_get (document,
                                                                     "registration_access_token"));
  return self;
}

/* What keeps it */

char *
mcp_auth_client_dup_json (McpAuthClient *self)
{
  return mcp_json_shape_dup_json (&shape, &self->parts);
}

McpAuthClient *
mcp_auth_client_new_from_json (McpJsonValue json)
{
  g_autoptr (McpAuthClient) self = g_atomic_rc_box_new0 (McpAuthClient);

  return mcp_json_shape_read (&shape, json, &self->parts, NULL) && *self->parts.id != '\0'
             ? g_steal_pointer (&self)
             : NULL;
}
