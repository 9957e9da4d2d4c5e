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
#include "mcp-client-logging.h"
#include "spyglass-config.h"

/* What is there before a command runs. */
typedef enum {
  NEEDS_NOTHING,
  NEEDS_BOOK, /* the workspace with the list of servers */
  NEEDS_SESSION,
} Needs;

#define ANY_NUMBER G_MAXUINT

typedef struct
{
  const char *name;
  const char *arguments;
  const char *summary;
  /* The rest is in the first line of a command alone. */
  AppCliStatus (*run) (AppCli *cli, GError **error);
  Needs       needs;
  guint       takes; /* AppCliTakes */
  guint       min;   /* words behind it */
  guint       max;
  const char *wrong; /* (nullable): what is said where there are fewer or more of them */
} Command;

#define SERVER APP_CLI_TAKES_SERVER
#define ARGUMENTS APP_CLI_TAKES_ARGUMENTS
#define META APP_CLI_TAKES_META
#define WAIT APP_CLI_TAKES_WAIT
/* Whoever speaks with a server may be asked by it. */
#define ASKED (SERVER | APP_CLI_TAKES_ANSWER)
#define LIST (ASKED | APP_CLI_TAKES_PAGES | META)
#define KEEPING (SERVER | APP_CLI_TAKES_KEEPING)

static const Command commands[] = {
  { "tools", "[TOOL]", N_ ("List a server's tools"),
    app_cli_list, NEEDS_SESSION, LIST, 0, 1 },
  { "call", "TOOL", N_ ("Call a tool"), app_cli_call, NEEDS_SESSION,
    ASKED | ARGUMENTS | META | APP_CLI_TAKES_LEVEL | APP_CLI_TAKES_TASK | WAIT, 1, 1,
    N_ ("“call” takes the name of one tool.") },
  { "resources", "[URI]", N_ ("List a server's resources"),
    app_cli_list, NEEDS_SESSION, LIST, 0, 1 },
  { "templates", "[TEMPLATE]", N_ ("List a server's resource templates"),
    app_cli_list, NEEDS_SESSION, LIST, 0, 1 },
  { "read", "URI", N_ ("Read a resource"), app_cli_read, NEEDS_SESSION, ASKED | META, 1, 1,
    N_ ("“read” takes the URI of one resource.") },
  { "prompts", "[PROMPT]", N_ ("List a server's prompts"),
    app_cli_list, NEEDS_SESSION, LIST, 0, 1 },
  { "prompt", "NAME", N_ ("Get a prompt"), app_cli_prompt, NEEDS_SESSION, ASKED | ARGUMENTS | META,
    1, 1, N_ ("“prompt” takes the name of one prompt.") },
  { "ping", "", N_ ("Measure how fast a server answers"), app_cli_ping, NEEDS_SESSION, ASKED },
  { "complete", "PROMPT|TEMPLATE ARGUMENT [BEGINNING]", N_ ("Ask what values an argument may have"),
    app_cli_complete, NEEDS_NOTHING, ASKED | ARGUMENTS, 2, 3,
    N_ ("“complete” takes a prompt or a resource template, the name of one of its "
        "arguments, and the beginning of its value.") },
  { "subscribe", "URI…", N_ ("Print which of these resources change"), app_cli_subscribe,
    NEEDS_SESSION, ASKED | WAIT, 1, ANY_NUMBER, N_ ("“subscribe” takes the URIs of resources.") },
  { "log", "", N_ ("Print what a server logs"), app_cli_log, NEEDS_SESSION,
    ASKED | WAIT | APP_CLI_TAKES_LEVEL },
  { "tasks", "[list]", N_ ("List a server's tasks"), app_cli_tasks, NEEDS_NOTHING, ASKED | WAIT, 0,
    ANY_NUMBER },
  { "tasks", "get|result|cancel ID", N_ ("Show a task, wait for its result, or cancel it") },
  { "export", "FORMAT [TOOL…]", N_ ("Print tools as a model is told of them"), app_cli_export,
    NEEDS_NOTHING, ASKED, 0, ANY_NUMBER },
  { "lint", "", N_ ("Find what is better changed in a server's definitions"), app_cli_lint,
    NEEDS_NOTHING, ASKED | APP_CLI_TAKES_RULES },
  { "raw", "[MESSAGE|-]", N_ ("Send any message as it stands, print what comes back"), app_cli_raw,
    NEEDS_NOTHING, ASKED | WAIT, 0, 1, N_ ("“raw” takes one message.") },
  { "doctor", "", N_ ("Find out why a server cannot be reached"), app_cli_doctor, NEEDS_NOTHING,
    SERVER },
  { "servers", "[list]", N_ ("List the servers that are kept"), app_cli_servers, NEEDS_BOOK,
    KEEPING, 0, ANY_NUMBER },
  { "servers", "add|edit|remove NAME", N_ ("Change the list of servers") },
  { "servers", "import FILE|APPLICATION|-", N_ ("Take over what another application lists") },
  { "servers", "confirm NAME", N_ ("Show a command from elsewhere, and allow it") },
  { "servers", "enable|disable NAME TOOL…", N_ ("Have models told of tools, or not") },
  { "servers", "preset|pin NAME [PATH[=VALUE]…]",
    N_ ("Set inputs, or arguments, once for all calls") },
  { "config", "[list]", N_ ("List the applications that can be configured"), app_cli_config,
    NEEDS_NOTHING, KEEPING, 0, ANY_NUMBER },
  { "config", "show|write|remove APPLICATION",
    N_ ("Write a server into another application's configuration") },
  { "json", "[FILE]", N_ ("Check a JSON document and print it, losing nothing"), app_cli_json,
    NEEDS_NOTHING, 0, 0, 1, N_ ("“json” takes one file.") },
  { "validate", "SCHEMA INSTANCE", N_ ("Hold a JSON value against a JSON Schema"), app_cli_validate,
    NEEDS_NOTHING, 0, 2, 2, N_ ("“validate” takes a schema and a value.") },
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

static const Command *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (name, commands[i].name))
      return &commands[i];
  return NULL;
}

/* @text: (nullable): what was given with the option. */
static gboolean
check_object (const char *option, const char *text, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  if (text == NULL)
    return TRUE;
  document = mcp_json_document_parse_text (text, -1, error);
  if (document == NULL)
    return FALSE;
  if (mcp_json_value_get_kind (mcp_json_document_get_root (document)) == MCP_JSON_OBJECT)
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is an option, such as --meta */
               _ ("%s is not a JSON object."), option);
  return FALSE;
}

/* Returns: whether everything on the command line is something that the command takes; else it said
 * what is not */
static gboolean
check_usage (const AppCliInvocation *invocation, const Command *command)
{
  guint            n = g_strv_length (invocation->arguments);
  g_autofree char *stray = app_cli_invocation_dup_stray (invocation, command->takes);
  g_autoptr (GError) error = NULL;

  if (stray != NULL)
    /* Translators: %s is a command, then an option */
    app_cli_fail_usage (invocation, _ ("“%s” does not take %s."), invocation->command, stray);
  else if ((n < command->min || n > command->max) && command->wrong != NULL)
    app_cli_fail_usage (invocation, "%s", _ (command->wrong));
  else if (n > command->max)
    app_cli_fail_usage (invocation, _ ("“%s” is one word too many."),
                        invocation->arguments[command->max]);
  else if (invocation->request.level != NULL &&
           mcp_log_level_from_name (invocation->request.level) == MCP_LOG_UNKNOWN)
    app_cli_fail_usage (invocation,
                        _ ("“%s” is no level: debug, info, notice, warning, error, critical, "
                           "alert or emergency."),
                        invocation->request.level);
  else if (!check_object ("--meta", invocation->request.meta, &error) ||
           !check_object ("--params", invocation->request.params, &error))
    app_cli_fail_usage (invocation, "%s", error->message);
  else
    return TRUE;
  return FALSE;
}

static AppCliStatus
run_command (const AppCliInvocation *invocation)
{
  const Command *command = find_command (invocation->command);
  g_autoptr (AppCli) cli = app_cli_new (invocation);
  g_autoptr (GError) error = NULL;
  AppCliStatus status = APP_CLI_DONE;
  gboolean     ready;

  if (command == NULL)
    return app_cli_fail_usage (invocation, _ ("There is no command “%s”."), invocation->command);
  if (!check_usage (invocation, command))
    return APP_CLI_USAGE;
  ready = (command->needs != NEEDS_BOOK || app_cli_open_workspace (cli, TRUE, &error)) &&
          (command->needs != NEEDS_SESSION || app_cli_connect (cli, &error));
  if (ready)
    status = command->run (cli, &error);
  /* What failed without an error was ended by a signal, or has been printed. */
  if (!ready || error != NULL ||
      (status != APP_CLI_DONE && app_cli_interrupt_get_signal () != 0))
    return app_cli_fail (cli, error);
  return status;
}

/* What could not be printed was not done. */
static int
end_output (const AppCliInvocation *invocation, int status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppProblem) problem = NULL;

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
  problem = app_problem_new_for_error (error);
  return app_cli_fail_problem (invocation, problem, NULL);
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
  app_advice_speak_to_terminal ();

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
  if (invocation->command == NULL && (invocation->output.json || !isatty (STDERR_FILENO)))
    return app_cli_fail_usage (invocation, _ ("No command was given."));
  if (invocation->command == NULL)
    {
      help = dup_help ();
      fputs (help, stderr);
      return APP_CLI_USAGE;
    }
  status = run_command (invocation);
  if (app_cli_interrupt_get_signal () != 0)
    return APP_CLI_SIGNAL + app_cli_interrupt_get_signal ();
  return end_output (invocation, status);
}
