/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The authorization endpoint: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2.1, RFC 9207. */

#include "app-demo-auth-client.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"

#include <string.h>

/* Seconds: RFC 6749 §4.1.2 has ten minutes at most. */
#define CODE_LIFE 60
#define REQUEST_LIFE 600
#define CHALLENGE_LENGTH 43

static void
append (GString *address, const char *name, const char *value)
{
  g_autofree char *escaped = value != NULL ? g_uri_escape_string (value, NULL, FALSE) : NULL;

  if (escaped != NULL)
    g_string_append_printf (address, "%c%s=%s", strchr (address->str, '?') != NULL ? '&' : '?',
                            name, escaped);
}

static void
append_issuer (AppDemoAuthIssuer *self, GString *address)
{
  g_autofree char *slashed = g_strconcat (self->name, "/", NULL);

  if (app_demo_auth_has (self->options, "iss-missing") ||
      app_demo_auth_has (self->options, "iss-absent"))
    return;
  if (app_demo_auth_has (self->options, "iss-wrong") ||
      app_demo_auth_has (self->options, "iss-unexpected"))
    append (address, "iss", "https://evil.example.com");
  else if (app_demo_auth_has (self->options, "iss-normalized"))
    append (address, "iss", slashed);
  else if (app_demo_auth_has (self->options, "mix-up") && self->other != NULL)
    append (address, "iss", self->other->name);
  else
    append (address, "iss", self->name);
}

static void
send_back (AppDemoAuthIssuer *self, SoupServerMessage *message, GString *address, const char *state)
{
  g_autofree char *other = g_strconcat (state != NULL ? state : "", "x", NULL);

  append (address, "state", app_demo_auth_has (self->options, "state-wrong") ? other : state);
  append_issuer (self, address);
  app_demo_auth_message_redirect (message, SOUP_STATUS_FOUND, address->str);
}

/* @redirect: one that the client may be sent to */
static void
fail (AppDemoAuthIssuer *self,
      SoupServerMessage *message,
      const char        *redirect,
      const char        *state,
      const char        *error,
      const char        *description)
{
  g_autoptr (GString) address = g_string_new (redirect);

  if (app_demo_auth_has (self->options, "error-markup"))
    description = "<b>Call</b> <a href=\"https://evil.example.com\">us</a>\xE2\x80\xAE\x07\n%s%n";
  append (address, "error", error);
  append (address, "error_description", description);
  send_back (self, message, address, state);
}

/* @request: (transfer none): is spent by this */
static void
allow (AppDemoAuthIssuer *self, SoupServerMessage *message, AppDemoAuthTicket *request)
{
  AppDemoAuthTicket *code = app_demo_auth_tickets_add (self->tickets, APP_DEMO_AUTH_CODE, request,
                                                       CODE_LIFE);
  g_autoptr (GString) address = g_string_new (code->redirect);

  request->spent = TRUE;
  append (address, "code", code->text);
  if (app_demo_auth_has (self->options, "callback-twice"))
    append (address, "code", "another");
  send_back (self, message, address, code->state);
}

static void
deny (AppDemoAuthIssuer *self, SoupServerMessage *message, AppDemoAuthTicket *request)
{
  request->spent = TRUE;
  fail (self, message, request->redirect, request->state, "access_denied", "The person said no");
}

static void
ask (AppDemoAuthIssuer *self, SoupServerMessage *message, AppDemoAuthTicket *request)
{
  g_autofree char *text = g_strdup_printf ("“%s” asks for leave to use %s with: %s",
                                           request->client, request->audience, request->scope);
  g_autofree char *form =
      g_strdup_printf ("<form method=\"post\" action=\"%s/decide\"><input type=\"hidden\" "
                       "name=\"request\" value=\"%s\"><button name=\"decision\" value=\"allow\">"
                       "Allow</button> <button name=\"decision\" value=\"deny\">Deny</button>"
                       "</form>\n",
                       self->path, request->text);

  app_demo_auth_message_show (message, SOUP_STATUS_OK, "Spyglass demo", text, form);
}

typedef struct
{
  AppDemoAuthIssuer *issuer;
  SoupServerMessage *message;
  char              *request;
} Delay;

static void
delay_free (gpointer data)
{
  Delay *delay = data;

  g_object_unref (delay->message);
  g_free (delay->request);
  g_free (delay);
}

static gboolean
on_delayed (gpointer user_data)
{
  Delay             *delay = user_data;
  AppDemoAuthTicket *request = app_demo_auth_tickets_find (delay->issuer->tickets,
                                                           APP_DEMO_AUTH_REQUESTED, delay->request);

  if (request != NULL)
    allow (delay->issuer, delay->message, request);
  soup_server_message_unpause (delay->message);
  return G_SOURCE_REMOVE;
}

static void
allow_later (AppDemoAuthIssuer *self, SoupServerMessage *message, AppDemoAuthTicket *request)
{
  Delay *delay = g_new0 (Delay, 1);

  delay->issuer = self;
  delay->message = g_object_ref (message);
  delay->request = g_strdup (request->text);
  soup_server_message_pause (message);
  g_timeout_add_full (G_PRIORITY_DEFAULT, self->options->delay, on_delayed, delay, delay_free);
}

static void
decide (AppDemoAuthIssuer *self, SoupServerMessage *message, AppDemoAuthTicket *request)
{
  switch (self->options->consent)
    {
    case APP_DEMO_AUTH_CONSENT_PAGE:
      ask (self, message, request);
      break;
    case APP_DEMO_AUTH_CONSENT_DENY:
      deny (self, message, request);
      break;
    case APP_DEMO_AUTH_CONSENT_DELAY:
      allow_later (self, message, request);
      break;
    case APP_DEMO_AUTH_CONSENT_ERROR:
      app_demo_auth_message_show (message, SOUP_STATUS_BAD_REQUEST, "Something went wrong",
                                  "This server will not send you back.", NULL);
      break;
    default:
      allow (self, message, request);
    }
}

void
app_demo_auth_decide (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  AppDemoAuthTicket *request =
      app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_REQUESTED,
                                  g_hash_table_lookup (parameters, "request"));

  if (request == NULL || !app_demo_auth_tickets_is_good (self->tickets, request))
    app_demo_auth_message_show (message, SOUP_STATUS_BAD_REQUEST, "Too late",
                                "This request was decided already, or is too old.", NULL);
  else if (g_strcmp0 (g_hash_table_lookup (parameters, "decision"), "allow") == 0)
    allow (self, message, request);
  else
    deny (self, message, request);
}

/* Returns: (nullable): what is wrong with PKCE */
static const char *
find_challenge_fault (GHashTable *parameters)
{
  const char *challenge = g_hash_table_lookup (parameters, "code_challenge");

  if (challenge == NULL)
    return "code_challenge is missing";
  if (g_strcmp0 (g_hash_table_lookup (parameters, "code_challenge_method"), "S256") != 0)
    return "code_challenge_method must be S256";
  return strlen (challenge) == CHALLENGE_LENGTH ? NULL : "code_challenge is no SHA-256";
}

/* Where nobody can be sent back, the person is told (RFC 6749 §4.1.2.1). */
static AppDemoAuthClient *
find_client (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  const char        *id = g_hash_table_lookup (parameters, "client_id");
  const char        *redirect = g_hash_table_lookup (parameters, "redirect_uri");
  AppDemoAuthClient *client = id != NULL ? g_hash_table_lookup (self->clients, id) : NULL;

  if (client == NULL)
    app_demo_auth_message_show (message, SOUP_STATUS_BAD_REQUEST, "Unknown client",
                                "invalid_client: there is no client of that client_id.", NULL);
  else if (redirect == NULL || !app_demo_auth_client_has_redirect (client, self->options, redirect))
    app_demo_auth_message_show (message, SOUP_STATUS_BAD_REQUEST, "Wrong redirect URI",
                                "invalid_request: the client has not registered that redirect_uri.",
                                NULL);
  else
    return client;
  return NULL;
}

/* Returns: (nullable): a code of OAuth for what is wrong with the request */
static const char *
find_fault (AppDemoAuthIssuer *self,
            GHashTable        *parameters,
            const char        *scope,
            const char       **description)
{
  const char *type = g_hash_table_lookup (parameters, "response_type");
  const char *resource = g_hash_table_lookup (parameters, "resource");

  *description = find_challenge_fault (parameters);
  if (g_strcmp0 (type, "code") != 0)
    {
      *description = "response_type must be code";
      return type != NULL ? "unsupported_response_type" : "invalid_request";
    }
  if (*description != NULL)
    return "invalid_request";
  if (resource != NULL && app_demo_auth_has (self->options, "rejects-resource"))
    {
      *description = "AADSTS901002: the resource parameter is not supported";
      return "invalid_target";
    }
  if (!app_demo_auth_issuer_takes_resource (self, resource))
    {
      *description = "resource must be that of the protected resource metadata";
      return "invalid_target";
    }
  *description = "There is no such scope";
  return scope == NULL ? "invalid_scope" : NULL;
}

static void
authorize (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  AppDemoAuthClient *client = find_client (self, message, parameters);
  g_autofree char   *scope = NULL;
  const char        *resource = g_hash_table_lookup (parameters, "resource");
  const char        *error, *description;
  AppDemoAuthTicket  model = { 0 };

  if (client == NULL)
    return;

  scope = app_demo_auth_issuer_grant_scope (self, g_hash_table_lookup (parameters, "scope"));
  model.redirect = g_hash_table_lookup (parameters, "redirect_uri");
  model.state = g_hash_table_lookup (parameters, "state");
  error = find_fault (self, parameters, scope, &description);
  if (error != NULL)
    {
      fail (self, message, model.redirect, model.state, error, description);
      return;
    }
  model.client = client->id;
  model.scope = scope;
  model.audience = (char *)(resource != NULL ? resource : self->resource->url);
  model.challenge = g_hash_table_lookup (parameters, "code_challenge");
  model.nonce = g_hash_table_lookup (parameters, "nonce");
  model.family = app_demo_auth_tickets_begin_family (self->tickets);
  decide (self, message,
          app_demo_auth_tickets_add (self->tickets, APP_DEMO_AUTH_REQUESTED, &model, REQUEST_LIFE));
}

typedef struct
{
  SoupServerMessage *message;
  GHashTable        *parameters;
} Waiting;

static void
on_fetched (AppDemoAuthIssuer *self, gpointer user_data)
{
  Waiting *waiting = user_data;

  soup_server_message_unpause (waiting->message);
  authorize (self, waiting->message, waiting->parameters);
  g_object_unref (waiting->message);
  g_hash_table_unref (waiting->parameters);
  g_free (waiting);
}

void
app_demo_auth_authorize (AppDemoAuthIssuer *self,
                         SoupServerMessage *message,
                         GHashTable        *parameters)
{
  const char *id = g_hash_table_lookup (parameters, "client_id");
  Waiting    *waiting;

  if ((self->options->clients & APP_DEMO_AUTH_CLIENTS_CIMD) == 0 ||
      app_demo_auth_has (self->options, "cimd-refused") || !app_demo_auth_client_is_address (id) ||
      g_hash_table_contains (self->clients, id))
    {
      authorize (self, message, parameters);
      return;
    }
  waiting = g_new0 (Waiting, 1);
  waiting->message = g_object_ref (message);
  waiting->parameters = g_hash_table_ref (parameters);
  soup_server_message_pause (message);
  app_demo_auth_client_fetch (self, id, on_fetched, waiting);
}
