/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-options.h"

#include "spyglass-config.h"

#include <stdlib.h>
#include <string.h>

#define SUMMARY                                                                            \
  "A small MCP server that shows every feature of Spyglass: an object store, a product "   \
  "catalogue, pre-configured inputs, nested parameters, large results, every kind of "     \
  "content, questions and tasks. It speaks the protocol on standard input and output, or " \
  "over HTTP or sockets on this machine; where it listens is written to "                  \
  "standard error."

#define DEFAULT_KEEP_ALIVE_MS 15000
#define DEFAULT_TTL_MS 60000
#define DEFAULT_RETRY_MS 300

static gboolean
set_era (const char *name, const char *value, gpointer data, GError **error)
{
  AppDemoOptions *self = data;

  if (g_strcmp0 (value, "dual") == 0)
    self->era = APP_DEMO_ERA_DUAL;
  else if (g_strcmp0 (value, "modern") == 0)
    self->era = APP_DEMO_ERA_MODERN;
  else if (g_strcmp0 (value, "legacy") == 0)
    self->era = APP_DEMO_ERA_LEGACY;
  else
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no era", value);
      return FALSE;
    }
  return TRUE;
}

static void
show_version (void)
{
  g_print ("spyglass-demo %s\n", SPYGLASS_VERSION);
}

/* @port: -1 where none was asked for */
static gboolean
check_port (int port, GError **error)
{
  if (port >= -1 && port <= 65535)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "A port is a number from 0 to 65535, not %d", port);
  return FALSE;
}

static gboolean
check (AppDemoOptions *self, GError **error)
{
  if (self->port < 0 || !check_port (self->port, error) || !check_port (self->tcp, error))
    return FALSE;
  if (!app_demo_options_call (self, check, TRUE, self, error))
    return FALSE;
  if (self->http && self->sse && self->port > 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--http and --sse cannot share one --port");
      return FALSE;
    }
  if (!self->sse &&
      (self->port > 0 || self->bearer != NULL || self->basic != NULL ||
       (self->tls_certificate != NULL && !self->elsewhere)))
    self->http = TRUE;
  self->http |= self->auth;
  if (self->page_size < 0 || self->keep_alive < 0 || self->ttl < 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "Sizes are not negative");
      return FALSE;
    }
  return TRUE;
}

gboolean
app_demo_options_has_fault (const AppDemoOptions *self, AppDemoFault fault, const char *method)
{
  return app_demo_options_call (self, has, FALSE, fault, method);
}

static void
add_entries (AppDemoOptions *self, GOptionGroup *group, gboolean *version)
{
  const GOptionEntry entries[] = {
    { "http", 0, 0, G_OPTION_ARG_NONE, &self->http, "Serve HTTP on 127.0.0.1 instead of stdio",
      NULL },
    { "port", 0, 0, G_OPTION_ARG_INT, &self->port,
      "Port of --http or --sse; 0 for a free one (default)", "N" },
    { "sse", 0, 0, G_OPTION_ARG_NONE, &self->sse,
      "Serve HTTP with server-sent events as MCP 2024-11-05 has it, on --port", NULL },
    { "tcp", 0, 0, G_OPTION_ARG_INT, &self->tcp,
      "Serve lines over TCP on this port; 0 takes a free one", "PORT" },
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &self->socket, "Serve lines over a unix socket",
      "PATH" },
    { "http-socket", 0, 0, G_OPTION_ARG_FILENAME, &self->http_socket,
      "Serve HTTP over a unix socket", "PATH" },
    { "tls", 0, 0, G_OPTION_ARG_FILENAME, &self->tls_certificate,
      "Serve HTTP over TLS with this certificate", "FILE" },
    { "tls-key", 0, 0, G_OPTION_ARG_FILENAME, &self->tls_key,
      "The certificate's key (default: in the same file)", "FILE" },
    { "tls-client-ca", 0, 0, G_OPTION_ARG_FILENAME, &self->tls_client_ca,
      "Let in only who has a certificate of this authority", "FILE" },
    { "retry", 0, 0, G_OPTION_ARG_INT, &self->retry,
      "Milliseconds before a client resumes a stream (default 300)", "N" },
    { "require-bearer", 0, 0, G_OPTION_ARG_STRING, &self->bearer,
      "Let in only who sends this token", "TOKEN" },
    { "require-basic", 0, 0, G_OPTION_ARG_STRING, &self->basic,
      "Let in only who sends this name and password", "USER:PASSWORD" },
    { "auth", 0, 0, G_OPTION_ARG_NONE, &self->auth,
      "HTTP: let in only who signs in, to try that with; nobody is asked for a password", NULL },
    { "era", 0, 0, G_OPTION_ARG_CALLBACK, set_era,
      "Revisions to speak: modern (2026-07-28), legacy (up to 2025-11-25) or dual (default)",
      "ERA" },
    { "ttl", 0, 0, G_OPTION_ARG_INT, &self->ttl,
      "Milliseconds that clients may keep results of 2026-07-28 (default 60000)", "N" },
    { "keep-alive", 0, 0, G_OPTION_ARG_INT, &self->keep_alive,
      "Milliseconds between comments on a quiet event stream (default 15000)", "N" },
    { "json-only", 0, 0, G_OPTION_ARG_NONE, &self->json_only, "HTTP without event streams", NULL },
    { "ask-on-get", 0, 0, G_OPTION_ARG_NONE, &self->ask_on_get,
      "HTTP: send questions and log messages on the GET stream", NULL },
    { "no-session", 0, 0, G_OPTION_ARG_NONE, &self->no_session, "HTTP without session ids", NULL },
    { "page-size", 0, 0, G_OPTION_ARG_INT, &self->page_size, "Items on a page of every list", "N" },
    { "empty-cursor", 0, 0, G_OPTION_ARG_NONE, &self->empty_cursor,
      "The second page's cursor is the empty string", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, version, "Show the version", NULL },
    { NULL }
  };

  g_option_group_add_entries (group, entries);
}

/* Whoever still uses what this program did until 0.2.0 is told where that is. */
static gboolean
check_departed (char **argv, GError **error)
{
  static const struct
  {
    const char *beginning;
    const char *where;
  } departed[] = {
    { "--auth-", "whose --auth is one plain flow. The server that has it is "
                 "tests/servers/auth_server.py in Spyglass' source" },
    { "--websocket", "which serves no WebSocket any more, as no revision of MCP has it. The "
                     "server that does is spyglass-demo-hostile, which is built with Spyglass' "
                     "tests" },
    { "--model",
      "which serves no language model any more: the scripted model is a part of Spyglass. "
      "Use “spyglass-cli chat --provider scripted --script FILE”, or choose “Scripted "
      "model” in the window, in place of a provider with this program's address. Scripts "
      "stay as they are: see spyglass-cli(1)" },
  };

  for (guint i = 1; argv[0] != NULL && argv[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (departed); k++)
      if (g_str_has_prefix (argv[i], departed[k].beginning))
        {
          g_autofree char *name = g_strndup (argv[i], strcspn (argv[i], "="));

          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
                       "%s is no longer an option of spyglass-demo, %s", name, departed[k].where);
          return FALSE;
        }
  return TRUE;
}

AppDemoOptions *
app_demo_options_parse (int *argc, char ***argv, const AppDemoFaults *faults, GError **error)
{
  g_autoptr (AppDemoOptions) self = g_new0 (AppDemoOptions, 1);
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  gboolean version = FALSE;

  self->keep_alive = DEFAULT_KEEP_ALIVE_MS;
  self->ttl = DEFAULT_TTL_MS;
  self->retry = DEFAULT_RETRY_MS;
  self->tcp = -1;
  self->faults = faults;

  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, self, NULL);
  add_entries (self, group, &version);
  if (faults->options != NULL)
    g_option_group_add_entries (group, faults->options);
  g_option_context_set_main_group (context, group);
  g_option_context_set_summary (context, SUMMARY);
  g_autofree char *description = app_demo_options_call (self, describe, NULL);
  g_option_context_set_description (context, description);
  if ((faults->options == NULL && !check_departed (*argv, error)) ||
      !g_option_context_parse (context, argc, argv, error) || !check (self, error))
    return NULL;

  if (version)
    {
      show_version ();
      exit (EXIT_SUCCESS);
    }
  return g_steal_pointer (&self);
}

void
app_demo_options_free (AppDemoOptions *self)
{
  g_free (self->socket);
  g_free (self->http_socket);
  g_free (self->tls_certificate);
  g_free (self->tls_key);
  g_free (self->tls_client_ca);
  g_free (self->bearer);
  g_free (self->basic);
  g_free (self);
}
