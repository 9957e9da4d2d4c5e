/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The token endpoint: RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 8707 §2.2. */

#include "app-demo-auth-client.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-auth-text.h"

#include <string.h>

#define VERIFIER_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._~"

/* One request to the endpoint. */
typedef struct
{
  AppDemoAuthIssuer *issuer;
  SoupServerMessage *message;
  GHashTable        *parameters;
  AppDemoAuthClient *client; /* (nullable): where the grant needs none */
} Request;

static const char *
get (const Request *request, const char *name)
{
  return g_hash_table_lookup (request->parameters, name);
}

static void
fail (const Request *request, const char *error, const char *description)
{
  app_demo_auth_message_refuse (request->message, SOUP_STATUS_BAD_REQUEST, error, description);
}

/* @model: whose token it is */
static void
answer (const Request *request, const AppDemoAuthTicket *model)
{
  AppDemoAuthIssuer       *self = request->issuer;
  int                      life = self->options->token_life;
  AppDemoAuthTicket       *token = app_demo_auth_tickets_add (self->tickets, APP_DEMO_AUTH_ACCESS,
                                                              model, life);
  static const char *const variables[] = { NULL };
  g_autofree char         *document =
      mcp_json_build ("{'access_token': %s, 'token_type': 'Bearer', 'expires_in': %i, 'scope': %s}",
                      token->text, life, token->scope);

  app_demo_auth_message_reply (request->message, SOUP_STATUS_OK,
                               app_demo_auth_quirks_edit (self->options, APP_DEMO_AUTH_TOKEN,
                                                          document, variables));
}

static gboolean
verifies (const char *verifier, const char *challenge)
{
  g_autofree char *digest = NULL;
  gsize            length = verifier != NULL ? strlen (verifier) : 0;

  if (length < 43 || length > 128 || strspn (verifier, VERIFIER_CHARACTERS) != length)
    return FALSE;
  digest = app_demo_auth_digest (verifier);
  return strcmp (digest, challenge) == 0;
}

/* Returns: whether the resource is that of the authorization request */
static gboolean
check_resource (const Request *request, const char *audience)
{
  const char *resource = get (request, "resource");

  if (resource != NULL && app_demo_auth_has (request->issuer->options, "rejects-resource"))
    fail (request, "invalid_target", "AADSTS9010010: the resource parameter is not supported");
  else if (!app_demo_auth_issuer_takes_resource (request->issuer, resource) ||
           (resource != NULL && audience != NULL && strcmp (resource, audience) != 0))
    fail (request, "invalid_target", "resource must be that of the authorization request");
  else
    return TRUE;
  return FALSE;
}

static void
grant_code (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  AppDemoAuthTicket *code = app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_CODE,
                                                        get (request, "code"));

  if (code != NULL && code->spent)
    /* RFC 6749 §4.1.2: somebody else has it, too. */
    app_demo_auth_tickets_revoke_family (self->tickets, code->family);
  if (code == NULL || !app_demo_auth_tickets_is_good (self->tickets, code) ||
      strcmp (code->client, request->client->id) != 0)
    {
      fail (request, "invalid_grant", "The code is unknown, used, too old or another client's");
      return;
    }
  code->spent = TRUE;
  if (g_strcmp0 (get (request, "redirect_uri"), code->redirect) != 0)
    fail (request, "invalid_grant", "redirect_uri is not that of the authorization request");
  else if (!verifies (get (request, "code_verifier"), code->challenge))
    fail (request, "invalid_grant", "code_verifier does not fit code_challenge");
  else if (check_resource (request, code->audience))
    answer (request, code);
}

static const struct
{
  const char *type;
  void (*grant) (const Request *request);
} grants[] = {
  { "authorization_code", grant_code },
};

void
app_demo_auth_token (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  Request     request = { self, message, parameters, NULL };
  const char *type = get (&request, "grant_type");

  request.client = app_demo_auth_client_authenticate (self, message, parameters);
  if (request.client == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (grants); i++)
    if (g_strcmp0 (grants[i].type, type) == 0)
      {
        grants[i].grant (&request);
        return;
      }
  fail (&request, type != NULL ? "unsupported_grant_type" : "invalid_request",
        "There is no such grant_type here");
}
