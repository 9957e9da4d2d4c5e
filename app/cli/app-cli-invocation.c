/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-invocation.h"

#include <glib/gi18n.h>

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
  g_strfreev (self->arg);
  g_free (self->args);
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

  g_option_group_add_entries (group, entries);
  return group;
}

static GOptionGroup *
new_server_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    { "server", 's', 0, G_OPTION_ARG_STRING, &self->server,
      N_ ("A server's name in the list, or a URL"), N_ ("NAME-OR-URL") },
    { "env", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &self->env,
      N_ ("A variable of the program's environment"), N_ ("NAME=VALUE") },
    { "cwd", 0, 0, G_OPTION_ARG_FILENAME, &self->cwd, N_ ("The program's working directory"), N_ ("FOLDER") },
    { "header", 'H', 0, G_OPTION_ARG_STRING_ARRAY, &self->header, N_ ("An HTTP header"), N_ ("NAME: VALUE") },
    { "bearer", 0, 0, G_OPTION_ARG_STRING, &self->bearer, N_ ("Authorize with a token"), N_ ("TOKEN") },
    { "basic", 0, 0, G_OPTION_ARG_STRING, &self->basic, N_ ("Authorize with a password"), N_ ("USER:PASSWORD") },
    { "timeout", 't', 0, G_OPTION_ARG_DOUBLE, &self->timeout, N_ ("How long an answer may take"), N_ ("SECONDS") },
    { "connect-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &self->connect_timeout,
      N_ ("How long connecting may take"), N_ ("SECONDS") },
    { "total-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &self->total_timeout,
      N_ ("How long a call that reports progress may take in all"), N_ ("SECONDS") },
    G_OPTION_ENTRY_NULL
  };

  return new_group ("server", N_ ("Which server:"), entries);
}

static GOptionGroup *
new_call_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    { "arg", 'a', 0, G_OPTION_ARG_STRING_ARRAY, &self->arg,
      N_ ("One argument; its type comes from the schema"), N_ ("KEY=VALUE") },
    { "args", 'A', 0, G_OPTION_ARG_STRING, &self->args,
      N_ ("All arguments as a JSON object; - reads it from standard input"), N_ ("JSON") },
    G_OPTION_ENTRY_NULL
  };

  return new_group ("call", N_ ("What is sent:"), entries);
}

static GOptionGroup *
new_output_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &self->json, N_ ("Print the result as it came"), NULL },
    { "compact", 0, 0, G_OPTION_ARG_NONE, &self->compact, N_ ("Print JSON on one line"), NULL },
    { "full", 0, 0, G_OPTION_ARG_NONE, &self->full, N_ ("Print everything, truncate nothing"), NULL },
    { "items", 0, 0, G_OPTION_ARG_INT, &self->items, N_ ("Items of a list that are shown (25)"), N_ ("N") },
    { "depth", 0, 0, G_OPTION_ARG_INT, &self->depth, N_ ("Levels that are shown (4)"), N_ ("N") },
    { "characters", 0, 0, G_OPTION_ARG_INT, &self->characters,
      N_ ("Characters of a string that are shown (300)"), N_ ("N") },
    { "stderr", 0, 0, G_OPTION_ARG_NONE, &self->show_stderr,
      N_ ("Pass on what the server's program prints on standard error"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet, N_ ("Print results only"), NULL },
    G_OPTION_ENTRY_NULL
  };

  return new_group ("output", N_ ("How it is shown:"), entries);
}

static GOptionGroup *
new_keeping_group (AppCliInvocation *self)
{
  const GOptionEntry entries[] = {
    { "name", 0, 0, G_OPTION_ARG_STRING, &self->name, N_ ("The name to write"), N_ ("NAME") },
    { "rename", 0, 0, G_OPTION_ARG_STRING, &self->rename, N_ ("A new name for a server"), N_ ("NAME") },
    { "url", 0, 0, G_OPTION_ARG_STRING, &self->url, N_ ("The URL of a server to add or edit"), N_ ("URL") },
    { "secret", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->secret,
      N_ ("A variable or header whose value goes to the keyring"), N_ ("NAME") },
    { "approval", 0, 0, G_OPTION_ARG_STRING, &self->approval,
      N_ ("Before tools that may change things: ask, auto or never"), N_ ("RULE") },
    { "project", 0, 0, G_OPTION_ARG_FILENAME, &self->project,
      N_ ("A project's folder instead of your own configuration"), N_ ("FOLDER") },
    { "home", 0, 0, G_OPTION_ARG_FILENAME, &self->home,
      N_ ("Another home folder, for trying things out"), N_ ("FOLDER") },
    { "with-secrets", 0, 0, G_OPTION_ARG_NONE, &self->with_secrets,
      N_ ("Write secrets into the other application's file"), NULL },
    { "absolute", 0, 0, G_OPTION_ARG_NONE, &self->absolute, N_ ("Write the program's full path"), NULL },
    { "dry-run", 'n', 0, G_OPTION_ARG_NONE, &self->dry_run, N_ ("Show the change, do not make it"), NULL },
    { "yes", 'y', 0, G_OPTION_ARG_NONE, &self->yes, N_ ("Do not ask"), NULL },
    G_OPTION_ENTRY_NULL
  };

  return new_group ("keeping", N_ ("For servers and config:"), entries);
}

static GOptionContext *
new_context (AppCliInvocation *self)
{
  GOptionContext    *context = g_option_context_new (NULL);
  const GOptionEntry entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &self->help, N_ ("Show this help"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, N_ ("Show the version"), NULL },
    G_OPTION_ENTRY_NULL
  };

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, new_server_group (self));
  g_option_context_add_group (context, new_call_group (self));
  g_option_context_add_group (context, new_output_group (self));
  g_option_context_add_group (context, new_keeping_group (self));
  return context;
}

static AppCliInvocation *
invocation_new (void)
{
  AppCliInvocation *self = g_new0 (AppCliInvocation, 1);

  self->timeout = -1;
  self->connect_timeout = -1;
  self->total_timeout = -1;
  return self;
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
  if (!g_option_context_parse_strv (context, &words, error))
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
