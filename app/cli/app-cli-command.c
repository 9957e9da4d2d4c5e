/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-command.h"

#include <glib/gi18n.h>

#include "app-cli-commands.h"

#define ANY_NUMBER G_MAXUINT

#define SERVER APP_CLI_TAKES_SERVER
#define ARGUMENTS APP_CLI_TAKES_ARGUMENTS
#define META APP_CLI_TAKES_META
#define SIZES APP_CLI_TAKES_SIZES
#define WAIT APP_CLI_TAKES_WAIT
/* Whoever speaks with a server may be asked by it. */
#define ASKED (SERVER | APP_CLI_TAKES_SESSION | APP_CLI_TAKES_ANSWER)
#define LIST (ASKED | APP_CLI_TAKES_PAGES | META | SIZES)
/* Whoever asks for something wants to find again what came of it; lists and checks are not kept. */
#define RECORDED (ASKED | APP_CLI_TAKES_PRIVATE)
#define KEEPING (SERVER | APP_CLI_TAKES_KEEPING)

static const AppCliCommand commands[] = {
  { "tools", "[TOOL]", N_ ("List tools, or show the arguments of one"),
    app_cli_list, APP_CLI_NEEDS_SESSION, LIST, 0, 1 },
  { "call", "TOOL", N_ ("Call a tool"), app_cli_call, APP_CLI_NEEDS_SESSION,
    RECORDED | ARGUMENTS | META | SIZES | APP_CLI_TAKES_LEVEL | APP_CLI_TAKES_TASK | WAIT, 1, 1,
    N_ ("“call” takes the name of one tool.") },
  { "run", "FILE [CALL|GROUP…]", N_ ("Run saved calls and check their results"), app_cli_run,
    APP_CLI_NEEDS_NOTHING, RECORDED | APP_CLI_TAKES_REPORT, 1, ANY_NUMBER,
    N_ ("“run” takes the file of a collection.") },
  { "info", "", N_ ("Show what a server is and can do"), app_cli_info, APP_CLI_NEEDS_SESSION,
    ASKED },
  { "resources", "[URI]", N_ ("List resources"),
    app_cli_list, APP_CLI_NEEDS_SESSION, LIST, 0, 1 },
  { "templates", "[TEMPLATE]", N_ ("List resource templates"),
    app_cli_list, APP_CLI_NEEDS_SESSION, LIST, 0, 1 },
  { "read", "URI", N_ ("Read a resource"), app_cli_read, APP_CLI_NEEDS_SESSION,
    RECORDED | META | SIZES, 1, 1,
    N_ ("“read” takes the URI of one resource.") },
  { "prompts", "[PROMPT]", N_ ("List prompts"),
    app_cli_list, APP_CLI_NEEDS_SESSION, LIST, 0, 1 },
  { "prompt", "NAME", N_ ("Get a prompt"), app_cli_prompt, APP_CLI_NEEDS_SESSION,
    RECORDED | ARGUMENTS | META | SIZES,
    1, 1, N_ ("“prompt” takes the name of one prompt.") },
  { "ping", "", N_ ("Measure the response time of a server"), app_cli_ping,
    APP_CLI_NEEDS_SESSION, ASKED },
  { "complete", "PROMPT|TEMPLATE ARGUMENT [BEGINNING]", N_ ("Suggest values of an argument"),
    app_cli_complete, APP_CLI_NEEDS_NOTHING, ASKED | ARGUMENTS, 2, 3,
    N_ ("“complete” takes a prompt or a resource template, the name of one of its "
        "arguments, and the beginning of its value.") },
  { "subscribe", "URI…", N_ ("Print the URIs of resources as they change"), app_cli_subscribe,
    APP_CLI_NEEDS_SESSION, ASKED | WAIT, 1, ANY_NUMBER,
    N_ ("“subscribe” takes the URIs of resources.") },
  { "log", "", N_ ("Print the log messages of a server"), app_cli_log, APP_CLI_NEEDS_SESSION,
    ASKED | WAIT | APP_CLI_TAKES_LEVEL },
  { "tasks", "[list]", N_ ("List tasks"), app_cli_tasks, APP_CLI_NEEDS_NOTHING,
    RECORDED | WAIT | SIZES, 0,
    ANY_NUMBER },
  { "tasks", "get|result|cancel ID", N_ ("Show a task, wait for its result, or cancel it") },
  { "export", "FORMAT [TOOL…]", N_ ("Print tools in the format of a model vendor"), app_cli_export,
    APP_CLI_NEEDS_NOTHING, ASKED, 0, ANY_NUMBER },
  { "names", "[APPLICATION…]", N_ ("Show what other applications call the tools of servers"),
    app_cli_names, APP_CLI_NEEDS_NOTHING, ASKED, 0, ANY_NUMBER },
  { "chat", "[TEXT|-]", N_ ("Ask a language model that may call tools of servers"), app_cli_chat,
    APP_CLI_NEEDS_NOTHING, RECORDED | APP_CLI_TAKES_MODEL, 0, 1 },
  { "bench", "[FILE]", N_ ("Ask models what a file of cases has, and hold it against expectations"),
    app_cli_bench, APP_CLI_NEEDS_NOTHING, RECORDED | APP_CLI_TAKES_BENCH, 0, 1 },
  { "chats", "[list]", N_ ("List the conversations with models that are kept"), app_cli_chats,
    APP_CLI_NEEDS_NOTHING, 0, 0, ANY_NUMBER },
  { "chats", "show|script ID", N_ ("Print one as Markdown, or as a script for a scripted model") },
  { "chats", "rename ID TITLE", N_ ("Give one another title") },
  { "chats", "delete ID…", N_ ("Delete conversations") },
  { "chats", "clear", N_ ("Delete all conversations") },
  { "models", "[list]", N_ ("List the providers of language models"), app_cli_models,
    APP_CLI_NEEDS_NOTHING, APP_CLI_TAKES_MODELS, 0, 2 },
  { "models", "add NAME", N_ ("Add a provider, its key kept in the keyring") },
  { "models", "remove NAME", N_ ("Remove a provider and its key") },
  { "models", "show NAME", N_ ("List the models that a provider offers") },
  { "models", "test NAME", N_ ("Find out whether a model answers") },
  { "models", "default NAME", N_ ("Ask this provider, or its --model, where none is named") },
  { "models", "find", N_ ("Look for model servers on this machine") },
  { "lint", "", N_ ("Check a server's definitions for problems"), app_cli_lint,
    APP_CLI_NEEDS_NOTHING, ASKED | APP_CLI_TAKES_RULES },
  { "raw", "[MESSAGE|-]", N_ ("Send a raw message and print the replies"), app_cli_raw,
    APP_CLI_NEEDS_NOTHING, RECORDED | WAIT | APP_CLI_TAKES_RAW, 0, 1,
    N_ ("“raw” takes one message.") },
  { "auth", "[status]", N_ ("Show whether you are signed in to a server"), app_cli_auth,
    APP_CLI_NEEDS_NOTHING, SERVER | APP_CLI_TAKES_SIGN_IN, 0, ANY_NUMBER },
  { "auth", "login", N_ ("Sign in to a server") },
  { "auth", "steps [STEP]", N_ ("Sign in step by step, and say what is wrong with each") },
  { "auth", "refresh|revoke", N_ ("Renew the access token, or have the tokens revoked") },
  { "auth", "forget [SERVER]", N_ ("Delete what is kept here of signing in to a server") },
  { "auth", "list", N_ ("List the servers where you are signed in") },
  { "doctor", "", N_ ("Find out why a server cannot be reached"), app_cli_doctor,
    APP_CLI_NEEDS_NOTHING,
    SERVER },
  { "exec", "SERVER", N_ ("Become a saved server, with its secrets from the keyring"),
    app_cli_exec, APP_CLI_NEEDS_BOOK, 0, 1, 1,
    N_ ("“exec” takes the name of one saved server.") },
  { "servers", "[list]", N_ ("List the saved servers"), app_cli_servers, APP_CLI_NEEDS_BOOK,
    KEEPING, 0, ANY_NUMBER },
  { "servers", "show NAME", N_ ("Show a saved server, and what you decided about its tools") },
  { "servers", "add|edit|remove NAME", N_ ("Change the list of servers") },
  { "servers", "import [APPLICATION|FILE|LINK|registry:NAME|-…]",
    N_ ("Import servers of applications, files, bundles and the registry") },
  { "servers", "confirm NAME", N_ ("Review an imported command and approve it") },
  { "servers", "enable|disable NAME TOOL…", N_ ("Show tools to models, or hide them") },
  { "servers", "preset|pin NAME [PATH[=VALUE]…]",
    N_ ("Store inputs or arguments for all calls") },
  { "config", "[clients]", N_ ("List the applications that can be configured"), app_cli_config,
    APP_CLI_NEEDS_NOTHING, KEEPING, 0, ANY_NUMBER },
  { "config", "list [APPLICATION…]", N_ ("List the servers that applications have") },
  { "config", "show APPLICATION…",
    N_ ("Print an application's servers, or a server as it would be written") },
  { "config", "diff|write APPLICATION…",
    N_ ("Write a server into the configuration of applications") },
  { "config", "remove|enable|disable APPLICATION…",
    N_ ("Remove the server --name, or switch it on or off") },
  { "config", "import [APPLICATION|FILE|LINK|-…]", N_ ("The same as “servers import”") },
  { "config", "sync APPLICATION APPLICATION…",
    N_ ("Write the servers of the first into the others") },
  { "config", "test APPLICATION", N_ ("Find out whether an application reaches a server") },
  { "config", "lint [APPLICATION…]", N_ ("Check the files of applications for mistakes") },
  { "config", "export [KIND [TOOL…]]",
    N_ ("Print a server as a link, a command, a file or code to hand on") },
  { "config", "history", N_ ("List what was written, the newest first") },
  { "config", "undo [ID]", N_ ("Take the last change back, or another one") },
  { "config", "backups APPLICATION", N_ ("List the backups of an application's configuration") },
  { "config", "restore BACKUP", N_ ("Go back to what a backup says") },
  { "registry", "[SEARCH…]", N_ ("Search the registry of public servers"), app_cli_registry,
    APP_CLI_NEEDS_NOTHING, APP_CLI_TAKES_REGISTRY, 0, ANY_NUMBER },
  { "registry", "show NAME[@VERSION]", N_ ("Show one of its servers, and what to fill in") },
  { "objects", "[list]", N_ ("List the stored objects"), app_cli_objects, APP_CLI_NEEDS_NOTHING,
    APP_CLI_TAKES_OBJECT | SIZES, 0, ANY_NUMBER },
  { "objects", "show OBJECT", N_ ("Print an object, or the part at --path") },
  { "objects", "put FILE|-", N_ ("Store a file as an object, under --name") },
  { "objects", "save OBJECT FILE", N_ ("Write an object to a file") },
  { "objects", "edit OBJECT", N_ ("Rename an object, pin it, or change when it expires") },
  { "objects", "compare OBJECT OBJECT", N_ ("Show what differs between two objects") },
  { "objects", "delete OBJECT…", N_ ("Delete objects") },
  { "history", "[list]", N_ ("List requests and their outcomes, the newest first"),
    app_cli_history, APP_CLI_NEEDS_NOTHING, APP_CLI_TAKES_HISTORY, 0, 2 },
  { "history", "show ID", N_ ("Print a request and its response as they were") },
  { "history", "export FILE|-", N_ ("Write it to a session file, or to an HTTP archive (.har)") },
  { "history", "import FILE", N_ ("Take over a session file, to look at it here") },
  { "history", "clear", N_ ("Delete the history, or the oldest part of it") },
  { "show", "FILE|OBJECT", N_ ("Print a value the way object-store servers do"), app_cli_show,
    APP_CLI_NEEDS_NOTHING, APP_CLI_TAKES_PLACE | SIZES, 1, 1,
    N_ ("“show” takes one file or object.") },
  { "json", "[FILE]", N_ ("Check a JSON document and format it"), app_cli_json,
    APP_CLI_NEEDS_NOTHING, 0, 0, 1, N_ ("“json” takes one file.") },
  { "validate", "SCHEMA INSTANCE", N_ ("Validate a JSON value against a JSON Schema"),
    app_cli_validate,
    APP_CLI_NEEDS_NOTHING, 0, 2, 2, N_ ("“validate” takes a schema and a value.") },
  { "help", "[COMMAND]", N_ ("Show help, of one command or of all"), NULL, APP_CLI_NEEDS_NOTHING,
    0, 0,
    1 },
  { "version", "", N_ ("Show the version"), NULL, APP_CLI_NEEDS_NOTHING, 0, 0, 0 },
};

const AppCliCommand *
app_cli_command_get_all (guint *n_commands)
{
  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}

const AppCliCommand *
app_cli_command_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (name, commands[i].name))
      return &commands[i];
  return NULL;
}

const char *
app_cli_command_get_summary (const AppCliCommand *self)
{
  return _ (self->summary);
}

const char *
app_cli_command_get_wrong (const AppCliCommand *self)
{
  return self->wrong != NULL ? _ (self->wrong) : NULL;
}
