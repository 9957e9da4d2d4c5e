/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-invocation.h"

#include <glib/gi18n.h>
#include <math.h>

#include "spyglass-config.h"

/* What stands where no number was given; nobody means it. */
#define NOT_GIVEN G_MININT
/* Forty days; what is longer is 0, for ever. In milliseconds it fits. */
#define MAX_SECONDS (40 * 24 * 3600)

void
app_cli_invocation_free (AppCliInvocation *self)
{
  if (self == NULL)
    return;
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->program);
  g_free (self->server);
  g_strfreev (self->env);
  g_free (self->cwd);
  g_strfreev (self->header);
  g_free (self->transport);
  g_free (self->era);
  g_free (self->protocol_version);
  g_free (self->message_url);
  g_free (self->proxy);
  g_free (self->ca_file);
  g_free (self->insecure_certificate);
  g_free (self->client_certificate);
  g_free (self->client_key);
  g_strfreev (self->root);
  g_strfreev (self->extension);
  g_strfreev (self->arg);
  g_strfreev (self->ref);
  g_free (self->args);
  g_free (self->params);
  g_free (self->meta);
  g_free (self->cursor);
  g_free (self->answer);
  g_free (self->level);
  g_free (self->name);
  g_free (self->url);
  g_free (self->rename);
  g_free (self->project);
  g_free (self->home);
  g_free (self->approval);
  g_strfreev (self->secret);
  g_free (self->bearer);
  g_free (self->basic);
  g_free (self);
}

static GOptionGroup *
new_group (const char *name, const char *title, const GOptionEntry *entries)
{
  GOptionGroup *group = g_option_group_new (name, title, title, NULL, NULL);

  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  g_option_group_add_entries (group, entries);
  return group;
}

/* One line for each option: what it does, and what it takes. */
#define TEXT(name, letter, member, about, value)                      \
  {                                                                   \
    name, letter, 0, G_OPTION_ARG_STRING, &self->member, about, value \
  }
#define TEXTS(name, letter, member, about, value)                           \
  {                                                                         \
    name, letter, 0, G_OPTION_ARG_STRING_ARRAY, &self->member, about, value \
  }
#define PATH(name, letter, member, about, value)                        \
  {                                                                     \
    name, letter, 0, G_OPTION_ARG_FILENAME, &self->member, about, value \
  }
#define COUNT(name, letter, member, about, value)                  \
  {                                                                \
    name, letter, 0, G_OPTION_ARG_INT, &self->member, about, value \
  }
#define SECONDS(name, letter, member, about)                                   \
  {                                                                            \
    name, letter, 0, G_OPTION_ARG_DOUBLE, &self->member, about, N_ ("SECONDS") \
  }
#define FLAG(name, letter, member, about)                          \
  {                                                                \
    name, letter, 0, G_OPTION_ARG_NONE, &self->member, about, NULL \
  }

static GOptionGroup *
new_server_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    TEXT ("server", 's', server, N_ ("A server's name in the list, or a URL"), N_ ("NAME-OR-URL")),
    TEXTS ("env", 'e', env, N_ ("A variable of the program's environment"), N_ ("NAME=VALUE")),
    PATH ("cwd", 0, cwd, N_ ("The program's working directory"), N_ ("FOLDER")),
    TEXTS ("header", 'H', header, N_ ("An HTTP header"), N_ ("NAME: VALUE")),
    TEXT ("bearer", 0, bearer, N_ ("Authorize with a token"), N_ ("TOKEN")),
    TEXT ("basic", 0, basic, N_ ("Authorize with a password"), N_ ("USER:PASSWORD")),
    SECONDS ("timeout", 't', timeout, N_ ("How long an answer may take; 0 for ever")),
    SECONDS ("connect-timeout", 0, connect_timeout, N_ ("How long connecting may take")),
    SECONDS ("total-timeout", 0, total_timeout,
             N_ ("How long a call that reports progress may take in all")),
    G_OPTION_ENTRY_NULL
  };

  return new_group ("server", _ ("Which server:"), entries);
}

static GOptionGroup *
new_way_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    TEXT ("transport", 0, transport,
          N_ ("stdio, http, sse, websocket, unix, tcp, http+unix or auto"), N_ ("TRANSPORT")),
    TEXT ("era", 0, era, N_ ("auto, modern (from 2026-07-28 on) or legacy"), N_ ("ERA")),
    TEXT ("protocol-version", 0, protocol_version, N_ ("The revision to offer"), N_ ("REVISION")),
    TEXT ("message-url", 0, message_url, N_ ("Where messages are posted over HTTP+SSE"),
          N_ ("URL")),
    TEXT ("proxy", 0, proxy, N_ ("http://[NAME:PASSWORD@]HOST:PORT, socks5://…, or none"),
          N_ ("URL")),
    PATH ("ca-file", 0, ca_file, N_ ("Certificate authorities to trust"), N_ ("FILE")),
    TEXT ("insecure-certificate", 0, insecure_certificate,
          N_ ("Accept the one certificate with this SHA-256"), N_ ("FINGERPRINT")),
    PATH ("client-certificate", 0, client_certificate, N_ ("Prove who you are (PEM)"),
          N_ ("FILE")),
    PATH ("client-key", 0, client_key, N_ ("The key of that certificate"), N_ ("FILE")),
    TEXTS ("root", 0, root, N_ ("A folder that the server is told of"), N_ ("FOLDER-OR-URI")),
    TEXTS ("extension", 0, extension, N_ ("A protocol extension that the server is told of"),
           N_ ("ID[=JSON]")),
    G_OPTION_ENTRY_NULL
  };

  return new_group ("way", _ ("How it is reached and spoken to:"), entries);
}

static GOptionGroup *
new_call_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    TEXTS ("arg", 'a', arg, N_ ("One argument; its type comes from the schema"), N_ ("KEY=VALUE")),
    TEXTS ("ref", 0, ref, N_ ("One argument that the server takes from an object of its store"),
           N_ ("KEY=@ID[.PATH]")),
    TEXT ("args", 'A', args, N_ ("All arguments as a JSON object; - reads it from standard input"),
          N_ ("JSON")),
    TEXT ("params", 0, params, N_ ("Members to send with a list's requests, as a JSON object"),
          N_ ("JSON")),
    TEXT ("meta", 0, meta, N_ ("Members for _meta, as a JSON object"), N_ ("JSON")),
    FLAG ("page", 0, page, N_ ("Ask for one page of a list")),
    TEXT ("cursor", 0, cursor, N_ ("Begin a list at this cursor"), N_ ("CURSOR")),
    TEXT ("level", 0, level, N_ ("Print what the server logs from this level on"),
          N_ ("LEVEL")),
    SECONDS ("wait", 'w', wait, N_ ("How long to go on printing what comes")),
    PATH ("answer", 0, answer, N_ ("What to answer when the server asks; - is standard input"),
          N_ ("FILE")),
    FLAG ("task", 0, task, N_ ("Run the tool as a task")),
    SECONDS ("ttl", 0, ttl, N_ ("How long the server shall keep the task")),
    FLAG ("no-wait", 0, no_wait, N_ ("Print the task and end, without waiting for its result")),
    G_OPTION_ENTRY_NULL
  };

  return new_group ("call", _ ("What is sent:"), entries);
}

static GOptionGroup *
new_output_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    FLAG ("json", 'j', json, N_ ("Print the result as it came")),
    FLAG ("compact", 0, compact, N_ ("Print JSON on one line")),
    FLAG ("full", 0, full, N_ ("Print everything, truncate nothing")),
    FLAG ("rules", 0, rules, N_ ("List the rules of lint, without a server")),
    COUNT ("items", 0, items, N_ ("Items of a list that are shown (25)"), N_ ("N")),
    COUNT ("depth", 0, depth, N_ ("Levels that are shown (4)"), N_ ("N")),
    COUNT ("characters", 0, characters, N_ ("Characters of a string that are shown (300)"),
           N_ ("N")),
    FLAG ("stderr", 0, show_stderr,
          N_ ("Pass on what the server's program prints on standard error")),
    FLAG ("quiet", 'q', quiet, N_ ("Print results only")),
    G_OPTION_ENTRY_NULL
  };

  return new_group ("output", _ ("How it is shown:"), entries);
}

static GOptionGroup *
new_keeping_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    TEXT ("name", 0, name, N_ ("The name to write"), N_ ("NAME")),
    TEXT ("rename", 0, rename, N_ ("A new name for a server"), N_ ("NAME")),
    TEXT ("url", 0, url, N_ ("The URL of a server to add or edit"), N_ ("URL")),
    TEXTS ("secret", 0, secret, N_ ("A variable or header whose value goes to the keyring"),
           N_ ("NAME")),
    FLAG ("secrets-in-file", 0, secrets_in_file,
          N_ ("Without a keyring, keep secrets in a file that only you can read")),
    TEXT ("approval", 0, approval, N_ ("Before tools that may change things: ask, auto or never"),
          N_ ("RULE")),
    PATH ("project", 0, project, N_ ("A project's folder instead of your own configuration"),
          N_ ("FOLDER")),
    PATH ("home", 0, home, N_ ("Another home folder, for trying things out"), N_ ("FOLDER")),
    FLAG ("with-secrets", 0, with_secrets, N_ ("Print or write secrets as plain text")),
    FLAG ("absolute", 0, absolute, N_ ("Write the program's full path")),
    FLAG ("dry-run", 'n', dry_run, N_ ("Show the change, do not make it")),
    G_OPTION_ENTRY_NULL
  };

  return new_group ("keeping", _ ("For servers and config:"), entries);
}

static GOptionContext *
new_context (AppCliInvocation *self)
{
  GOptionContext    *context = g_option_context_new (NULL);
  const GOptionEntry entries[] = {
    FLAG ("yes", 'y', yes, N_ ("Do not ask")),
    FLAG ("help", 'h', help, N_ ("Show this help")),
    FLAG ("version", 0, version, N_ ("Show the version")),
    G_OPTION_ENTRY_NULL
  };

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, new_server_group (self));
  g_option_context_add_group (context, new_way_group (self));
  g_option_context_add_group (context, new_call_group (self));
  g_option_context_add_group (context, new_output_group (self));
  g_option_context_add_group (context, new_keeping_group (self));
  return context;
}

const char *
app_cli_invocation_find_stray (const AppCliInvocation *self, guint takes)
{
  const struct
  {
    const char *name;
    guint       group;
    gboolean    given;
  } options[] = {
    { "--", APP_CLI_TAKES_SERVER, self->program != NULL },
    { "--server", APP_CLI_TAKES_SERVER, self->server != NULL },
    { "--env", APP_CLI_TAKES_SERVER, self->env != NULL },
    { "--cwd", APP_CLI_TAKES_SERVER, self->cwd != NULL },
    { "--header", APP_CLI_TAKES_SERVER, self->header != NULL },
    { "--bearer", APP_CLI_TAKES_SERVER, self->bearer != NULL },
    { "--basic", APP_CLI_TAKES_SERVER, self->basic != NULL },
    { "--transport", APP_CLI_TAKES_SERVER, self->transport != NULL },
    { "--era", APP_CLI_TAKES_SERVER, self->era != NULL },
    { "--protocol-version", APP_CLI_TAKES_SERVER, self->protocol_version != NULL },
    { "--message-url", APP_CLI_TAKES_SERVER, self->message_url != NULL },
    { "--proxy", APP_CLI_TAKES_SERVER, self->proxy != NULL },
    { "--ca-file", APP_CLI_TAKES_SERVER, self->ca_file != NULL },
    { "--insecure-certificate", APP_CLI_TAKES_SERVER, self->insecure_certificate != NULL },
    { "--client-certificate", APP_CLI_TAKES_SERVER, self->client_certificate != NULL },
    { "--client-key", APP_CLI_TAKES_SERVER, self->client_key != NULL },
    { "--root", APP_CLI_TAKES_SERVER, self->root != NULL },
    { "--extension", APP_CLI_TAKES_SERVER, self->extension != NULL },
    { "--timeout", APP_CLI_TAKES_SERVER, !isnan (self->timeout) },
    { "--connect-timeout", APP_CLI_TAKES_SERVER, !isnan (self->connect_timeout) },
    { "--total-timeout", APP_CLI_TAKES_SERVER, !isnan (self->total_timeout) },
    { "--arg", APP_CLI_TAKES_ARGUMENTS, self->arg != NULL },
    { "--ref", APP_CLI_TAKES_ARGUMENTS, self->ref != NULL },
    { "--args", APP_CLI_TAKES_ARGUMENTS, self->args != NULL },
    { "--params", APP_CLI_TAKES_PAGES, self->params != NULL },
    { "--meta", APP_CLI_TAKES_META, self->meta != NULL },
    { "--page", APP_CLI_TAKES_PAGES, self->page },
    { "--cursor", APP_CLI_TAKES_PAGES, self->cursor != NULL },
    { "--level", APP_CLI_TAKES_LEVEL, self->level != NULL },
    { "--rules", APP_CLI_TAKES_RULES, self->rules },
    { "--wait", APP_CLI_TAKES_WAIT, !isnan (self->wait) },
    { "--answer", APP_CLI_TAKES_ANSWER, self->answer != NULL },
    { "--task", APP_CLI_TAKES_TASK, self->task },
    { "--ttl", APP_CLI_TAKES_TASK, !isnan (self->ttl) },
    { "--no-wait", APP_CLI_TAKES_TASK, self->no_wait },
    { "--name", APP_CLI_TAKES_KEEPING, self->name != NULL },
    { "--rename", APP_CLI_TAKES_KEEPING, self->rename != NULL },
    { "--url", APP_CLI_TAKES_KEEPING, self->url != NULL },
    { "--secret", APP_CLI_TAKES_KEEPING, self->secret != NULL },
    { "--secrets-in-file", APP_CLI_TAKES_KEEPING, self->secrets_in_file },
    { "--approval", APP_CLI_TAKES_KEEPING, self->approval != NULL },
    { "--project", APP_CLI_TAKES_KEEPING, self->project != NULL },
    { "--home", APP_CLI_TAKES_KEEPING, self->home != NULL },
    { "--with-secrets", APP_CLI_TAKES_KEEPING, self->with_secrets },
    { "--absolute", APP_CLI_TAKES_KEEPING, self->absolute },
    { "--dry-run", APP_CLI_TAKES_KEEPING, self->dry_run },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given && (options[i].group & takes) == 0)
      return options[i].name;
  return NULL;
}

static AppCliInvocation *
invocation_new (void)
{
  AppCliInvocation *self = g_new0 (AppCliInvocation, 1);

  self->timeout = NAN;
  self->connect_timeout = NAN;
  self->total_timeout = NAN;
  self->wait = NAN;
  self->ttl = NAN;
  self->items = NOT_GIVEN;
  self->depth = NOT_GIVEN;
  self->characters = NOT_GIVEN;
  return self;
}

static gboolean
check_count (const char *name, int *count, GError **error)
{
  if (*count == NOT_GIVEN)
    *count = 0;
  else if (*count < 1)
    {
      /* Translators: %s is an option, such as --items */
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("%s takes a number from 1."),
                   name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_seconds (const char *name, double seconds, GError **error)
{
  if (isnan (seconds) || (seconds >= 0 && seconds <= MAX_SECONDS))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: %s is an option, such as --timeout */
               _ ("%s takes seconds from 0 to %d."), name, MAX_SECONDS);
  return FALSE;
}

static gboolean
check_numbers (AppCliInvocation *self, GError **error)
{
  return check_count ("--items", &self->items, error) &&
         check_count ("--depth", &self->depth, error) &&
         check_count ("--characters", &self->characters, error) &&
         check_seconds ("--timeout", self->timeout, error) &&
         check_seconds ("--connect-timeout", self->connect_timeout, error) &&
         check_seconds ("--total-timeout", self->total_timeout, error) &&
         check_seconds ("--wait", self->wait, error) &&
         check_seconds ("--ttl", self->ttl, error);
}

AppCliInvocation *
app_cli_invocation_parse (int argc, char **argv, GError **error)
{
  g_autoptr (AppCliInvocation) self = invocation_new ();
  g_autoptr (GOptionContext) context = new_context (self);
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  int i;

  /* What stands behind "--" is the program's and none of our business. */
  for (i = 0; i < argc && g_strcmp0 (argv[i], "--") != 0; i++)
    g_strv_builder_add (own, argv[i]);
  if (i < argc)
    self->program = g_strdupv (argv + i + 1);
  words = g_strv_builder_end (own);
  if (!g_option_context_parse_strv (context, &words, error) || !check_numbers (self, error))
    return NULL;
  if (words[0] != NULL && words[1] != NULL)
    {
      self->command = g_strdup (words[1]);
      self->arguments = g_strdupv (words + 2);
    }
  else
    self->arguments = g_new0 (char *, 1);
  if (self->program != NULL && self->program[0] == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("There is no program behind “--”."));
      return NULL;
    }
  if (self->program != NULL && self->server != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("Give either --server or a program behind “--”, not both."));
      return NULL;
    }
  return g_steal_pointer (&self);
}

char *
app_cli_invocation_dup_help (const char *commands)
{
  g_autoptr (AppCliInvocation) self = invocation_new ();
  g_autoptr (GOptionContext) context = new_context (self);
  g_autofree char *options = g_option_context_get_help (context, FALSE, NULL);
  const char      *from = strstr (options, "\n\n");

  /* The usage line is ours: GOption cannot say what stands behind "--". */
  return g_strdup_printf ("%s\n  spyglass-cli %s\n\n%s%s", _ ("Usage:"),
                          _ ("COMMAND [ARGUMENTS] [OPTIONS] [--server NAME-OR-URL | -- PROGRAM "
                             "ARG…]"),
                          commands, from != NULL ? from + 1 : options);
}
