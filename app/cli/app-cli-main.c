/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line: the same sessions, calls and files as the window, without one. */

#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-commands.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "spyglass-config.h"

typedef struct
{
  const char *name;
  AppCliStatus (*run) (const AppCliInvocation *invocation);
  guint       takes; /* AppCliTakes */
  const char *arguments;
  const char *summary;
} Command;

#define SERVER APP_CLI_TAKES_SERVER
#define ARGUMENTS APP_CLI_TAKES_ARGUMENTS
#define KEEPING APP_CLI_TAKES_KEEPING
#define WAIT APP_CLI_TAKES_WAIT
/* Whoever speaks with a server may be asked by it. */
#define ASKED (SERVER | APP_CLI_TAKES_ANSWER)
#define LIST (ASKED | APP_CLI_TAKES_PAGES | APP_CLI_TAKES_META)
#define PROMPT (ASKED | ARGUMENTS | APP_CLI_TAKES_META)
#define CALL (PROMPT | APP_CLI_TAKES_LEVEL | APP_CLI_TAKES_TASK)

static const Command commands[] = {
  { "tools", app_cli_tools, LIST, "", N_ ("List a server's tools") },
  { "call", app_cli_call, CALL, "TOOL", N_ ("Call a tool") },
  { "resources", app_cli_resources, LIST, "", N_ ("List a server's resources") },
  { "templates", app_cli_templates, LIST, "", N_ ("List a server's resource templates") },
  { "read", app_cli_read, ASKED | APP_CLI_TAKES_META, "URI", N_ ("Read a resource") },
  { "prompts", app_cli_prompts, LIST, "", N_ ("List a server's prompts") },
  { "prompt", app_cli_prompt, PROMPT, "NAME", N_ ("Get a prompt") },
  { "ping", app_cli_ping, ASKED, "", N_ ("Measure how fast a server answers") },
  { "complete", app_cli_complete, ASKED | ARGUMENTS, "PROMPT|TEMPLATE ARGUMENT [BEGINNING]",
    N_ ("Ask what values an argument may have") },
  { "subscribe", app_cli_subscribe, ASKED | WAIT, "URI…",
    N_ ("Print which of these resources change") },
  { "log", app_cli_log, ASKED | WAIT | APP_CLI_TAKES_LEVEL, "", N_ ("Print what a server logs") },
  { "tasks", app_cli_tasks, ASKED | WAIT, "[list]", N_ ("List a server's tasks") },
  { "tasks", app_cli_tasks, ASKED | WAIT, "get|result|cancel ID",
    N_ ("Show a task, wait for its result, or cancel it") },
  { "export", app_cli_export, ASKED, "FORMAT [TOOL…]",
    N_ ("Print tools as a model is told of them") },
  { "lint", app_cli_lint, ASKED | APP_CLI_TAKES_RULES, "",
    N_ ("Find what is better changed in a server's definitions") },
  { "raw", app_cli_raw, ASKED | WAIT, "[MESSAGE|-]",
    N_ ("Send any message as it stands, print what comes back") },
  { "doctor", app_cli_doctor, SERVER, "", N_ ("Find out why a server cannot be reached") },
  { "servers", app_cli_servers, SERVER | KEEPING, "[list]",
    N_ ("List the servers that are kept") },
  { "servers", app_cli_servers, SERVER | KEEPING, "add|edit|remove NAME",
    N_ ("Change the list of servers") },
  { "servers", app_cli_servers, SERVER | KEEPING, "import FILE|APPLICATION|-",
    N_ ("Take over what another application lists") },
  { "servers", app_cli_servers, SERVER | KEEPING, "confirm NAME",
    N_ ("Show a command from elsewhere, and allow it") },
  { "servers", app_cli_servers, SERVER | KEEPING, "enable|disable NAME TOOL…",
    N_ ("Have models told of tools, or not") },
  { "servers", app_cli_servers, SERVER | KEEPING, "preset|pin NAME [PATH[=VALUE]…]",
    N_ ("Set inputs, or arguments, once for all calls") },
  { "config", app_cli_config, SERVER | KEEPING, "[list]",
    N_ ("List the applications that can be configured") },
  { "config", app_cli_config, SERVER | KEEPING, "show|write|remove APPLICATION",
    N_ ("Write a server into another application's configuration") },
  { "json", app_cli_json, 0, "[FILE]", N_ ("Check a JSON document and print it, losing nothing") },
  { "validate", app_cli_validate, 0, "SCHEMA INSTANCE",
    N_ ("Hold a JSON value against a JSON Schema") },
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

      g_string_append_printf (text, "  %-38s %s\n", usage, _ (commands[i].summary));
    }
  table = g_string_free (text, FALSE);
  return app_cli_invocation_dup_help (table);
}

static AppCliStatus
dispatch (const AppCliInvocation *invocation)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *stray;

      if (!g_str_equal (invocation->command, commands[i].name))
        continue;
      stray = app_cli_invocation_find_stray (invocation, commands[i].takes);
      if (stray != NULL)
        /* Translators: %s is a command, then an option */
        return app_cli_fail_usage (invocation, _ ("“%s” does not take %s."), invocation->command,
                                   stray);
      return commands[i].run (invocation);
    }
  return app_cli_fail_usage (invocation, _ ("There is no command “%s”."), invocation->command);
}

/* What could not be printed was not done. */
static int
end_output (const AppCliInvocation *invocation, int status)
{
  g_autoptr (GError) error = NULL;

  if (fflush (stdout) == 0 && !ferror (stdout))
    return status;
  if (errno == EPIPE)
    {
      /* The reader has seen enough: we end as any program does then. */
      signal (SIGPIPE, SIG_DFL);
      raise (SIGPIPE);
    }
  /* Translators: %s is a system error */
  g_set_error (&error, G_FILE_ERROR, g_file_error_from_errno (errno),
               _ ("The output cannot be written: %s"), g_strerror (errno));
  return app_cli_fail (invocation, error);
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
  if (invocation->help)
    {
      help = dup_help ();
      fputs (help, stdout);
      return end_output (invocation, APP_CLI_DONE);
    }
  if (invocation->command == NULL && (invocation->json || !isatty (STDERR_FILENO)))
    return app_cli_fail_usage (invocation, _ ("No command was given."));
  if (invocation->command == NULL)
    {
      help = dup_help ();
      fputs (help, stderr);
      return APP_CLI_USAGE;
    }
  status = dispatch (invocation);
  if (app_cli_interrupt_get_signal () != 0)
    return APP_CLI_SIGNAL + app_cli_interrupt_get_signal ();
  return end_output (invocation, status);
}
