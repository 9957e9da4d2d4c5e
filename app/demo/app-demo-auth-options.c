/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-options.h"

#include "app-demo-auth-quirks.h"

#include <string.h>

#define DEFAULT_SCOPES "mcp:read mcp:write"
#define DEFAULT_LIFE 3600
#define DEFAULT_DELAY_MS 3000
#define DEFAULT_CLIENT "spyglass-static"

typedef struct
{
  const char *name;
  guint       value;
} Word;

static const Word client_words[] = { { "dcr", APP_DEMO_AUTH_CLIENTS_DCR },
                                     { "cimd", APP_DEMO_AUTH_CLIENTS_CIMD },
                                     { "static", APP_DEMO_AUTH_CLIENTS_STATIC },
                                     { "none", 0 },
                                     { NULL } };
static const Word method_words[] = { { "none", APP_DEMO_AUTH_METHOD_NONE },
                                     { "basic", APP_DEMO_AUTH_METHOD_BASIC },
                                     { "post", APP_DEMO_AUTH_METHOD_POST },
                                     { "private_key_jwt", APP_DEMO_AUTH_METHOD_KEY },
                                     { NULL } };
static const Word consent_words[] = { { "auto", APP_DEMO_AUTH_CONSENT_AUTO },
                                      { "page", APP_DEMO_AUTH_CONSENT_PAGE },
                                      { "deny", APP_DEMO_AUTH_CONSENT_DENY },
                                      { "delay", APP_DEMO_AUTH_CONSENT_DELAY },
                                      { "error", APP_DEMO_AUTH_CONSENT_ERROR },
                                      { NULL } };
static const Word metadata_words[] = { { "path", APP_DEMO_AUTH_METADATA_PATH },
                                       { "root", APP_DEMO_AUTH_METADATA_ROOT },
                                       { "custom", APP_DEMO_AUTH_METADATA_CUSTOM },
                                       { "none", APP_DEMO_AUTH_METADATA_NONE },
                                       { NULL } };
static const Word document_words[] = { { "oauth", APP_DEMO_AUTH_DOCUMENT_OAUTH },
                                       { "openid", APP_DEMO_AUTH_DOCUMENT_OPENID },
                                       { "appended", APP_DEMO_AUTH_DOCUMENT_APPENDED },
                                       { NULL } };

/* The callbacks of the command line have the group's data, which is another's. */
static AppDemoAuthOptions *parsed;

static gboolean
find_word (const Word *words, const char *text, guint *value, GError **error)
{
  for (; words->name != NULL; words++)
    if (g_strcmp0 (words->name, text) == 0)
      {
        *value = words->value;
        return TRUE;
      }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is not one of the words",
               text);
  return FALSE;
}

static gboolean
find_words (const Word *words, const char *text, guint *values, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  *values = 0;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint value;

      if (!find_word (words, parts[i], &value, error))
        return FALSE;
      *values |= value;
    }
  return TRUE;
}

static gboolean
set_words (const char *name, const char *text, gpointer data, GError **error)
{
  guint value;

  if (g_str_equal (name, "--auth-clients"))
    return find_words (client_words, text, &parsed->clients, error);
  if (g_str_equal (name, "--auth-method"))
    return find_words (method_words, text, &parsed->methods, error);
  if (g_str_equal (name, "--auth-document"))
    return find_words (document_words, text, &parsed->documents, error);
  if (g_str_equal (name, "--auth-consent"))
    {
      if (!find_word (consent_words, text, &value, error))
        return FALSE;
      parsed->consent = value;
      return TRUE;
    }
  if (!find_word (metadata_words, text, &value, error))
    return FALSE;
  parsed->metadata = value;
  return TRUE;
}

static gboolean
add_step (const char *name, const char *text, gpointer data, GError **error)
{
  const char      *equals = strchr (text, '=');
  AppDemoAuthStep *step;

  if (equals == NULL || equals == text || equals[1] == '\0')
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "“%s” is not of the form TOOL=SCOPE", text);
      return FALSE;
    }
  step = g_new0 (AppDemoAuthStep, 1);
  step->tool = g_strndup (text, equals - text);
  step->scope = g_strdup (equals + 1);
  g_ptr_array_add (parsed->steps, step);
  return TRUE;
}

static gboolean
add_quirk (const char *name, const char *text, gpointer data, GError **error)
{
  if (g_str_equal (text, "list"))
    {
      parsed->list_quirks = TRUE;
      return TRUE;
    }
  if (!app_demo_auth_quirks_know (text))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "“%s” is no quirk; “--auth-quirk list” prints them", text);
      return FALSE;
    }
  g_hash_table_add (parsed->quirks, g_strdup (text));
  return TRUE;
}

void
app_demo_auth_options_add (AppDemoAuthOptions *self, GOptionGroup *group)
{
  const GOptionEntry entries[] = {
    { "auth", 0, 0, G_OPTION_ARG_NONE, &self->enabled,
      "HTTP: let in only who has a token of the authorization server that runs beside", NULL },
    { "auth-port", 0, 0, G_OPTION_ARG_INT, &self->port,
      "Port of the authorization server; 0 for a free one (default)", "N" },
    { "auth-issuer-path", 0, 0, G_OPTION_ARG_STRING, &self->issuer_path,
      "The issuer has this path (default: none)", "PATH" },
    { "auth-metadata", 0, 0, G_OPTION_ARG_CALLBACK, set_words,
      "Where the resource's metadata is: path (default), root, custom, none", "WHERE" },
    { "auth-document", 0, 0, G_OPTION_ARG_CALLBACK, set_words,
      "Where the issuer's metadata is: oauth, openid, appended, by commas (default: all)",
      "WHERE" },
    { "auth-clients", 0, 0, G_OPTION_ARG_CALLBACK, set_words,
      "Who may be a client: dcr (default), cimd, static, by commas, or none", "WHO" },
    { "auth-method", 0, 0, G_OPTION_ARG_CALLBACK, set_words,
      "How clients prove who they are: none, basic, post, private_key_jwt, by commas (default: all)",
      "HOW" },
    { "auth-client-id", 0, 0, G_OPTION_ARG_STRING, &self->registered.id,
      "The static client (default: " DEFAULT_CLIENT ")", "ID" },
    { "auth-client-secret", 0, 0, G_OPTION_ARG_STRING, &self->registered.secret,
      "The static client's secret (default: none)", "SECRET" },
    { "auth-client-key", 0, 0, G_OPTION_ARG_FILENAME, &self->registered.key,
      "The static client's public key, PEM", "FILE" },
    { "auth-client-redirect", 0, 0, G_OPTION_ARG_STRING, &self->registered.redirect,
      "The static client's redirect URI (default: any of this machine)", "URI" },
    { "auth-scopes", 0, 0, G_OPTION_ARG_STRING, &self->scopes,
      "Scopes that there are (default: “" DEFAULT_SCOPES "”)", "SCOPES" },
    { "auth-challenge-scope", 0, 0, G_OPTION_ARG_STRING, &self->challenge_scope,
      "Scopes that the challenge asks for (default: it names none)", "SCOPES" },
    { "auth-step-up", 0, 0, G_OPTION_ARG_CALLBACK, add_step,
      "A tool that needs one more scope; may be repeated", "TOOL=SCOPE" },
    { "auth-token-life", 0, 0, G_OPTION_ARG_INT, &self->token_life,
      "Seconds that an access token lives (default 3600)", "N" },
    { "auth-refresh", 0, 0, G_OPTION_ARG_NONE, &self->refresh, "Give out refresh tokens", NULL },
    { "auth-offline", 0, 0, G_OPTION_ARG_NONE, &self->offline,
      "Give out refresh tokens with the scope offline_access only", NULL },
    { "auth-rotate", 0, 0, G_OPTION_ARG_NONE, &self->rotate,
      "A refresh token is good once; the second use ends all that came of it", NULL },
    { "auth-jwt", 0, 0, G_OPTION_ARG_NONE, &self->jwt, "Access tokens are JWTs", NULL },
    { "auth-dpop", 0, 0, G_OPTION_ARG_NONE, &self->dpop, "Tokens are bound to a key by DPoP",
      NULL },
    { "auth-dpop-nonce", 0, 0, G_OPTION_ARG_NONE, &self->dpop_nonce,
      "The same, and proofs need a nonce", NULL },
    { "auth-consent", 0, 0, G_OPTION_ARG_CALLBACK, set_words,
      "Who asks for leave gets: auto (default), page, deny, delay, error", "HOW" },
    { "auth-delay", 0, 0, G_OPTION_ARG_INT, &self->delay,
      "Milliseconds of “--auth-consent delay” (default 3000)", "N" },
    { "auth-idp", 0, 0, G_OPTION_ARG_NONE, &self->identity_provider,
      "Run an identity provider too, whose ID-JAGs the authorization server takes", NULL },
    { "auth-workload-key", 0, 0, G_OPTION_ARG_FILENAME, &self->workload_key,
      "Take JWTs that a platform signed with the key whose public half, PEM, is here", "FILE" },
    { "auth-log", 0, 0, G_OPTION_ARG_FILENAME, &self->log,
      "Append every request with its headers and parameters to this file, a JSON object a line",
      "FILE" },
    { "auth-quirk", 0, 0, G_OPTION_ARG_CALLBACK, add_quirk,
      "Depart from the rules as real servers do; may be repeated; “list” prints the names",
      "NAME" },
    { NULL }
  };

  parsed = self;
  g_option_group_add_entries (group, entries);
}

gboolean
app_demo_auth_options_check (AppDemoAuthOptions *self, GError **error)
{
  if (self->token_life < 1 || self->delay < 0 || self->port < 0 || self->port > 65535)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "Times and ports are not negative, and a token lives at least a second");
      return FALSE;
    }
  if (self->issuer_path != NULL && self->issuer_path[0] != '/')
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "A path begins with “/”");
      return FALSE;
    }
  if (self->scopes == NULL)
    self->scopes = g_strdup (DEFAULT_SCOPES);
  if (self->registered.id != NULL || self->registered.secret != NULL ||
      self->registered.key != NULL)
    self->clients |= APP_DEMO_AUTH_CLIENTS_STATIC;
  if (self->registered.id == NULL)
    self->registered.id = g_strdup (DEFAULT_CLIENT);
  self->refresh |= self->rotate || self->offline;
  self->dpop |= self->dpop_nonce;
  return TRUE;
}

static void
step_free (AppDemoAuthStep *step)
{
  g_free (step->tool);
  g_free (step->scope);
  g_free (step);
}

AppDemoAuthOptions *
app_demo_auth_options_new (void)
{
  AppDemoAuthOptions *self = g_new0 (AppDemoAuthOptions, 1);

  self->documents = APP_DEMO_AUTH_DOCUMENT_OAUTH | APP_DEMO_AUTH_DOCUMENT_OPENID |
                    APP_DEMO_AUTH_DOCUMENT_APPENDED;
  self->clients = APP_DEMO_AUTH_CLIENTS_DCR;
  self->methods = APP_DEMO_AUTH_METHOD_NONE | APP_DEMO_AUTH_METHOD_BASIC |
                  APP_DEMO_AUTH_METHOD_POST | APP_DEMO_AUTH_METHOD_KEY;
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)step_free);
  self->token_life = DEFAULT_LIFE;
  self->delay = DEFAULT_DELAY_MS;
  self->quirks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
app_demo_auth_options_free (AppDemoAuthOptions *self)
{
  g_free (self->issuer_path);
  g_free (self->registered.id);
  g_free (self->registered.secret);
  g_free (self->registered.key);
  g_free (self->registered.redirect);
  g_free (self->scopes);
  g_free (self->challenge_scope);
  g_ptr_array_unref (self->steps);
  g_free (self->workload_key);
  g_free (self->log);
  g_hash_table_unref (self->quirks);
  g_free (self);
}

const char *
app_demo_auth_method_get_name (AppDemoAuthMethod method)
{
  switch (method)
    {
    case APP_DEMO_AUTH_METHOD_BASIC:
      return "client_secret_basic";
    case APP_DEMO_AUTH_METHOD_POST:
      return "client_secret_post";
    case APP_DEMO_AUTH_METHOD_KEY:
      return "private_key_jwt";
    default:
      return "none";
    }
}

gboolean
app_demo_auth_words_contain (const char *list, const char *word)
{
  g_auto (GStrv) words = g_strsplit (list != NULL ? list : "", " ", -1);

  return g_strv_contains ((const char *const *)words, word);
}
