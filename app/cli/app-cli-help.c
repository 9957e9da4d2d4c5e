/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-help.h"

#include <glib/gi18n.h>

#include "app-cli-command.h"
#include "app-cli-option.h"

/* Columns of a line, and where what is explained on it begins. */
#define WIDTH 80
#define COLUMN 34

/* Two for each command, as a person would type them. */
static const struct
{
  const char *command;
  const char *lines[2];
} examples[] = {
  { "tools",
    { "tools --group -- npx -y @modelcontextprotocol/server-filesystem ~",
      "tools echo --server everything" } },
  { "call",
    { "call echo --arg message=hello --server everything",
      "call get-sum --args '{\"a\": 2, \"b\": 3}' --json --server everything" } },
  { "info",
    { "info --server everything",
      "info --json --server https://example.com/mcp" } },
  { "resources",
    { "resources --server everything",
      "resources --page --json --server https://example.com/mcp" } },
  { "templates",
    { "templates --server everything",
      "templates --json --server everything" } },
  { "read",
    { "read demo://resource/static/document/features.md --server everything",
      "read file:///logo.png --output logo.png --server files" } },
  { "prompts",
    { "prompts --server everything",
      "prompts args-prompt --server everything" } },
  { "prompt",
    { "prompt simple-prompt --server everything",
      "prompt args-prompt --arg city=Oslo --server everything" } },
  { "ping",
    { "ping --server everything",
      "ping --json --server https://example.com/mcp" } },
  { "complete",
    { "complete completable-prompt department Eng --server everything",
      "complete 'file:///{path}' path src/ --server files" } },
  { "subscribe",
    { "subscribe file:///notes.md --server files",
      "subscribe file:///a file:///b --wait 60 --json --server files" } },
  { "log",
    { "log --level warning --server everything",
      "log --wait 10 --json --server everything" } },
  { "tasks",
    { "tasks --server everything",
      "tasks result 786512e2 --wait 60 --server everything" } },
  { "exec",
    { "exec everything",
      "exec github" } },
  { "export",
    { "export anthropic --server everything",
      "export openai-strict echo --server everything > tools.json" } },
  { "names",
    { "names --server files --server git",
      "names claude-code vscode --json -- python3 server.py" } },
  { "chat",
    { "chat 'What is 2 + 3?' --provider ollama --model qwen3 --server everything",
      "chat 'List my notes' --provider anthropic --model claude-sonnet-5 --server files" } },
  { "bench",
    { "bench cases.yaml --model ollama:qwen3 --model openai-chat:gpt-5 --repeat 20",
      "bench cases.yaml --model mine --versus other-texts.json --junit bench.xml --yes" } },
  { "lint",
    { "lint --full --server everything",
      "lint --json -- python3 server.py" } },
  { "raw",
    { "raw '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}' --server files",
      "raw --no-session --server everything < initialize.json" } },
  { "auth",
    { "auth login --server https://example.com/mcp",
      "auth steps authorize --json --server https://example.com/mcp" } },
  { "run",
    { "run calls.json --server everything",
      "run calls.json smoke --format junit -- python3 server.py" } },
  { "doctor",
    { "doctor --server https://example.com/mcp",
      "doctor -- python3 server.py" } },
  { "servers",
    { "servers add everything -- npx -y @modelcontextprotocol/server-everything",
      "servers import cursor" } },
  { "config",
    { "config write claude-desktop --server everything",
      "config show cursor --server everything" } },
  { "objects",
    { "objects put answer.json --name answer",
      "objects show obj_001 --path items[0].name" } },
  { "history",
    { "history --server everything --since 2h",
      "history export session.ndjson --server everything" } },
  { "show",
    { "show answer.json --path items --slice 0:10",
      "show sqlite/obj_001 --depth 2 --width 80" } },
  { "json",
    { "json answer.json",
      "json --compact < answer.json" } },
  { "validate",
    { "validate schema.json value.json",
      "validate schema.json - < value.json" } },
  { "help",
    { "help call",
      "help" } },
};

/* Fills a paragraph from a column on. */
static void
append_filled (GString *out, const char *text, int column)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  glong at = column;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && at + 1 + length > WIDTH)
        {
          g_string_append_printf (out, "\n%*s", column, "");
          at = column;
        }
      else if (i > 0)
        {
          g_string_append_c (out, ' ');
          at++;
        }
      g_string_append (out, words[i]);
      at += length;
    }
  g_string_append_c (out, '\n');
}

/* What is too long for its column stands on a line of its own. */
static void
append_row (GString *out, const char *term, const char *about)
{
  glong length = g_utf8_strlen (term, -1);

  g_string_append_printf (out, "  %s", term);
  if (length + 4 > COLUMN)
    g_string_append_printf (out, "\n%*s", COLUMN, "");
  else
    g_string_append_printf (out, "%*s", (int)(COLUMN - 2 - length), "");
  append_filled (out, about, COLUMN);
}

static void
append_commands (GString *out, const char *only)
{
  guint                n;
  const AppCliCommand *commands = app_cli_command_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *usage = g_strdup_printf ("%s%s%s%s", only != NULL ? "spyglass-cli " : "",
                                                commands[i].name,
                                                *commands[i].arguments != '\0' ? " " : "",
                                                commands[i].arguments);

      if (only == NULL || g_str_equal (only, commands[i].name))
        append_row (out, usage, app_cli_command_get_summary (&commands[i]));
    }
}

static void
append_option (GString *out, const AppCliOption *option)
{
  g_autofree char *letter =
      option->letter != '\0' ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("");
  g_autofree char *term =
      g_strdup_printf ("%s--%s%s%s", letter, option->name, option->value != NULL ? "=" : "",
                       option->value != NULL ? app_cli_option_get_value (option) : "");

  append_row (out, term, app_cli_option_get_about (option));
}

/* The options that a command with @takes has, those that are its own first. */
static void
append_options (GString *out, guint takes)
{
  static const char *const order[] = { "bench", "model", "call", "object", "history", "keeping",
                                       "output", "main", "server", "way", "sign-in" };
  guint                    n;
  const AppCliOptionGroup *groups = app_cli_option_get_groups (&n);

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < n; i++)
      {
        gboolean titled = FALSE;

        for (guint j = 0; g_str_equal (groups[i].name, order[k]) && j < groups[i].n; j++)
          {
            const AppCliOption *option = &groups[i].options[j];
            guint               wants = option->takes != 0 ? option->takes : groups[i].takes;

            if (wants != 0 && (wants & takes) == 0)
              continue;
            if (!titled)
              g_string_append_printf (out, "\n%s\n", app_cli_option_group_get_title (&groups[i]));
            titled = TRUE;
            append_option (out, option);
          }
      }
}

static void
append_examples (GString *out, const char *command)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].command, command))
      {
        g_string_append_printf (out, "\n%s\n", _ ("Examples:"));
        for (guint j = 0; j < G_N_ELEMENTS (examples[i].lines); j++)
          g_string_append_printf (out, "  spyglass-cli %s\n", examples[i].lines[j]);
      }
}

char *
app_cli_help_dup_text (const char *command)
{
  GString             *out = g_string_new (NULL);
  const AppCliCommand *found = command != NULL ? app_cli_command_find (command) : NULL;

  g_string_append_printf (out, "%s\n", _ ("Usage:"));
  if (found == NULL)
    {
      g_string_append_printf (out, "  spyglass-cli %s\n\n",
                              _ ("COMMAND [ARGUMENTS] [OPTIONS] [--server NAME-OR-URL | "
                                 "-- PROGRAM…]"));
      g_string_append_printf (out, "%s\n", _ ("Commands:"));
      append_commands (out, NULL);
      append_options (out, 0);
      g_string_append_printf (out, "\n%s\n",
                              _ ("“spyglass-cli COMMAND --help” shows the options of a command, "
                                 "with examples."));
      return g_string_free (out, FALSE);
    }
  append_commands (out, command);
  append_examples (out, command);
  append_options (out, found->takes);
  return g_string_free (out, FALSE);
}
