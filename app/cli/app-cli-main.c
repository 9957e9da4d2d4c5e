/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line: the same sessions, calls and files as the window, without one. */

#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-commands.h"
#include "app-cli-print.h"
#include "spyglass-config.h"

typedef struct
{
  const char *name;
  AppCliStatus (*run) (const AppCliInvocation *invocation);
  const char *arguments;
  const char *summary;
} Command;

static const Command commands[] = {
  { "tools", app_cli_tools, "", N_ ("List a server's tools") },
  { "call", app_cli_call, "TOOL", N_ ("Call a tool") },
  { "resources", app_cli_resources, "", N_ ("List a server's resources") },
  { "templates", app_cli_templates, "", N_ ("List a server's resource templates") },
  { "read", app_cli_read, "URI", N_ ("Read a resource") },
  { "prompts", app_cli_prompts, "", N_ ("List a server's prompts") },
  { "prompt", app_cli_prompt, "NAME", N_ ("Get a prompt") },
  { "ping", app_cli_ping, "", N_ ("Measure how fast a server answers") },
  { "servers", app_cli_servers, "[add|edit|remove NAME]",
    N_ ("List the servers that are kept, or change the list") },
  { "config", app_cli_config, "[show|write|remove CLIENT]",
    N_ ("Write a server into another application's configuration") },
  { "json", app_cli_json, "[FILE]", N_ ("Check a JSON document and print it, losing nothing") },
};

static char *
dup_help (void)
{
  GString         *text = g_string_new (_ ("Commands:"));
  g_autofree char *table = NULL;

  g_string_append_c (text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *usage = g_strdup_printf ("%s %s", commands[i].name, commands[i].arguments);

      g_string_append_printf (text, "  %-36s %s\n", usage, _ (commands[i].summary));
    }
  table = g_string_free (text, FALSE);
  return app_cli_invocation_dup_help (table);
}

static AppCliStatus
dispatch (const AppCliInvocation *invocation)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (invocation->command, commands[i].name))
      return commands[i].run (invocation);
  return app_cli_fail_usage (invocation, _ ("There is no command “%s”."), invocation->command);
}

int
main (int argc, char **argv)
{
  g_autoptr (AppCliInvocation) invocation = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  int              status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, SPYGLASS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* A server that died must not take us with it; a reader that left shows as a failed write. */
  signal (SIGPIPE, SIG_IGN);

  invocation = app_cli_invocation_parse (argc, argv, &error);
  if (invocation == NULL)
    return app_cli_fail_usage (NULL, "%s", error->message);
  if (invocation->version)
    {
      printf ("spyglass-cli %s\n", SPYGLASS_VERSION);
      return APP_CLI_DONE;
    }
  if (invocation->help || invocation->command == NULL)
    {
      help = dup_help ();
      fputs (help, invocation->help ? stdout : stderr);
      return invocation->help ? APP_CLI_DONE : APP_CLI_USAGE;
    }
  status = dispatch (invocation);
  if (fflush (stdout) != 0 && status == APP_CLI_DONE)
    status = APP_CLI_REFUSED;
  return status;
}
