/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-challenge.h"

#include "app-demo-auth-quirks.h"
#include "app-demo-listener.h"

static void
append (GString *text, const AppDemoAuthOptions *options, const char *name, const char *value)
{
  gboolean quotes = !app_demo_auth_has (options, "challenge-unquoted");

  if (value != NULL)
    g_string_append_printf (text, "%s%s=%s%s%s",
                            text->str[text->len - 1] == ' ' ? "" : ", ", name, quotes ? "\"" : "",
                            value, quotes ? "\"" : "");
}

static char *
write_challenge (const AppDemoAuthChallenge *self, const AppDemoAuthOptions *options)
{
  GString    *text = g_string_new (NULL);
  const char *scheme = options->dpop ? "DPoP" : "Bearer";

  if (app_demo_auth_has (options, "challenge-basic-first"))
    g_string_append (text, "Basic realm=\"a, b\", charset=\"UTF-8\", ");
  if (app_demo_auth_has (options, "challenge-lower-case"))
    scheme = options->dpop ? "dpop" : "bearer";
  g_string_append_printf (text, "%s ", scheme);
  append (text, options, "realm", "spyglass-demo");
  append (text, options, "error", self->error);
  /* Nothing that holds spaces can go without quotes. */
  if (!app_demo_auth_has (options, "challenge-unquoted"))
    append (text, options, "error_description", self->description);
  append (text, options, "scope", self->scope);
  append (text, options, "resource_metadata", self->metadata);
  if (options->dpop)
    append (text, options, "algs", "ES256");
  return g_string_free (text, FALSE);
}

void
app_demo_auth_challenge_send (const AppDemoAuthChallenge *self,
                              const AppDemoAuthOptions   *options,
                              SoupServerMessage          *message,
                              guint                       status)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char    *challenge = write_challenge (self, options);

  if (app_demo_auth_has (options, "challenge-twice"))
    soup_message_headers_append (headers, "WWW-Authenticate",
                                 "Negotiate, Basic realm=\"another\"");
  if (!app_demo_auth_has (options, "no-challenge"))
    soup_message_headers_append (headers, "WWW-Authenticate", challenge);
  app_demo_http_checks_refuse (message, status, -32001,
                               self->description != NULL ? self->description : "Unauthorized");
}
