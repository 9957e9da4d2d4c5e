/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-option.h"

#include <glib/gi18n.h>

#define TEXT G_OPTION_ARG_STRING
#define TEXTS G_OPTION_ARG_STRING_ARRAY
#define PATH G_OPTION_ARG_FILENAME
#define COUNT G_OPTION_ARG_INT
#define SECONDS G_OPTION_ARG_DOUBLE
#define FLAG G_OPTION_ARG_NONE

#define PROGRAM (APP_CLI_TAKES_SERVER | APP_CLI_FOR_PROGRAM)
#define NETWORK (APP_CLI_TAKES_SERVER | APP_CLI_FOR_NETWORK)

/* Whoever asks a model, or says how one is asked. */
#define ASKS_MODEL (APP_CLI_TAKES_MODEL | APP_CLI_TAKES_MODELS | APP_CLI_TAKES_BENCH)
/* Whoever lets one call tools. */
#define CHATS (APP_CLI_TAKES_MODEL | APP_CLI_TAKES_BENCH)

#define MEMBER(name) G_STRUCT_OFFSET (AppCliInvocation, name)

static const AppCliOption server_options[] = {
  { "server", 's', TEXTS, MEMBER (target.servers), N_ ("A saved server's name, or a URL"),
    N_ ("NAME-OR-URL"), APP_CLI_TAKES_SERVER | APP_CLI_TAKES_HISTORY },
  { "config", 0, PATH, MEMBER (target.config),
    N_ ("A configuration file that has the server, such as mcp.json"), N_ ("FILE"),
    APP_CLI_TAKES_SESSION },
  { "env", 'e', TEXTS, MEMBER (target.env), N_ ("A variable of the program's environment"),
    N_ ("NAME=VALUE"), PROGRAM },
  { "cwd", 0, PATH, MEMBER (target.cwd), N_ ("The program's working directory"),
    N_ ("FOLDER"), PROGRAM },
  { "header", 'H', TEXTS, MEMBER (target.header), N_ ("An HTTP header"),
    N_ ("NAME: VALUE"), NETWORK },
  { "bearer", 0, TEXT, MEMBER (target.bearer), N_ ("Authenticate with a bearer token"),
    N_ ("TOKEN"), NETWORK },
  { "basic", 0, TEXT, MEMBER (target.basic),
    N_ ("Use HTTP Basic authentication"),
    N_ ("USER:PASSWORD"), NETWORK },
  { "timeout", 't', SECONDS, MEMBER (target.timeout),
    N_ ("Time to wait for a response; 0 for no limit"), N_ ("SECONDS") },
  { "connect-timeout", 0, SECONDS, MEMBER (target.connect_timeout),
    N_ ("Time to wait for a connection"), N_ ("SECONDS") },
  { "total-timeout", 0, SECONDS, MEMBER (target.total_timeout),
    N_ ("Time limit of a whole call, progress or not"), N_ ("SECONDS") },
};

static const AppCliOption way_options[] = {
  { "transport", 0, TEXT, MEMBER (target.transport),
    N_ ("stdio, http, sse, websocket, unix, tcp, http+unix or auto"), N_ ("TRANSPORT") },
  { "era", 0, TEXT, MEMBER (target.era), N_ ("auto, modern (from 2026-07-28 on) or legacy"),
    N_ ("ERA") },
  { "protocol-version", 0, TEXT, MEMBER (target.protocol_version), N_ ("Protocol version"),
    N_ ("VERSION") },
  { "message-url", 0, TEXT, MEMBER (target.message_url),
    N_ ("URL to post messages to (HTTP+SSE)"), N_ ("URL"), NETWORK },
  { "proxy", 0, TEXT, MEMBER (target.proxy),
    N_ ("http://[NAME:PASSWORD@]HOST:PORT, socks5://…, or none"), N_ ("URL"), NETWORK },
  { "ca-file", 0, PATH, MEMBER (target.ca_file), N_ ("Certificate authorities to trust (PEM)"),
    N_ ("FILE"), NETWORK },
  { "insecure-certificate", 0, TEXT, MEMBER (target.insecure_certificate),
    N_ ("Accept the certificate with this SHA-256"), N_ ("FINGERPRINT"), NETWORK },
  { "client-certificate", 0, PATH, MEMBER (target.client_certificate),
    N_ ("Client certificate for TLS (PEM)"), N_ ("FILE"), NETWORK },
  { "client-key", 0, PATH, MEMBER (target.client_key),
    N_ ("Private key of the client certificate (PEM)"),
    N_ ("FILE"), NETWORK },
  { "root", 0, TEXTS, MEMBER (target.root), N_ ("Folder to offer to the server as a root"),
    N_ ("FOLDER-OR-URI") },
  { "extension", 0, TEXTS, MEMBER (target.extension),
    N_ ("Protocol extension to declare"), N_ ("ID[=JSON]") },
};

static const AppCliOption sign_in_options[] = {
  { "browser", 0, TEXT, MEMBER (sign_in.browser),
    N_ ("system, or none: print the address, and read where it led"), N_ ("BROWSER"),
    APP_CLI_TAKES_SIGN_IN },
  { "scopes", 0, TEXT, MEMBER (sign_in.scopes), N_ ("Scopes to ask for"), N_ ("SCOPES"), NETWORK },
  { "set", 0, TEXTS, MEMBER (sign_in.set),
    N_ ("A sign-in setting, such as client-id or grant"), N_ ("NAME=VALUE"),
    NETWORK },
  { "client-secret-env", 0, TEXT, MEMBER (sign_in.client_secret_env),
    N_ ("Environment variable with the client's secret"), N_ ("VARIABLE"), NETWORK },
  { "client-secret-fd", 0, COUNT, MEMBER (sign_in.client_secret_fd),
    N_ ("File descriptor to read the client's secret from"), N_ ("N"), NETWORK },
  { "private-key-env", 0, TEXT, MEMBER (sign_in.private_key_env),
    N_ ("The same for the client's private key (PEM)"), N_ ("VARIABLE"), NETWORK },
  { "private-key-fd", 0, COUNT, MEMBER (sign_in.private_key_fd),
    N_ ("The same for the client's private key (PEM)"), N_ ("N"), NETWORK },
  { "id-token-env", 0, TEXT, MEMBER (sign_in.id_token_env),
    N_ ("The same for an ID token of the identity provider"), N_ ("VARIABLE"), NETWORK },
  { "id-token-fd", 0, COUNT, MEMBER (sign_in.id_token_fd),
    N_ ("The same for an ID token of the identity provider"), N_ ("N"), NETWORK },
  { "idp-secret-env", 0, TEXT, MEMBER (sign_in.idp_secret_env),
    N_ ("The same for the client's secret at the identity provider"), N_ ("VARIABLE"), NETWORK },
  { "idp-secret-fd", 0, COUNT, MEMBER (sign_in.idp_secret_fd),
    N_ ("The same for the client's secret at the identity provider"), N_ ("N"), NETWORK },
  { "assertion-env", 0, TEXT, MEMBER (sign_in.assertion_env),
    N_ ("The same for a platform's identity token (JWT)"), N_ ("VARIABLE"), NETWORK },
  { "assertion-fd", 0, COUNT, MEMBER (sign_in.assertion_fd),
    N_ ("The same for a platform's identity token (JWT)"), N_ ("N"), NETWORK },
};

static const AppCliOption call_options[] = {
  { "arg", 'a', TEXTS, MEMBER (request.arg), N_ ("An argument; its type comes from the schema"),
    N_ ("KEY=VALUE"), APP_CLI_TAKES_ARGUMENTS },
  { "ref", 0, TEXTS, MEMBER (request.ref),
    N_ ("An argument taken from an object in the server's store"), N_ ("KEY=@ID[.PATH]"),
    APP_CLI_TAKES_ARGUMENTS },
  { "args", 'A', TEXT, MEMBER (request.args),
    N_ ("All arguments as a JSON object; - reads it from standard input"), N_ ("JSON"),
    APP_CLI_TAKES_ARGUMENTS },
  { "params", 0, TEXT, MEMBER (request.params),
    N_ ("Custom parameters of a list request, as a JSON object"), N_ ("JSON"),
    APP_CLI_TAKES_PAGES },
  { "meta", 0, TEXT, MEMBER (request.meta), N_ ("Request metadata (_meta), as a JSON object"),
    N_ ("JSON"),
    APP_CLI_TAKES_META },
  { "page", 0, FLAG, MEMBER (request.page), N_ ("Load one page of a list"), NULL,
    APP_CLI_TAKES_PAGES },
  { "cursor", 0, TEXT, MEMBER (request.cursor), N_ ("Start a list at this cursor"), N_ ("CURSOR"),
    APP_CLI_TAKES_PAGES },
  { "level", 0, TEXT, MEMBER (request.level), N_ ("Print log messages of this level and above"),
    N_ ("LEVEL"), APP_CLI_TAKES_LEVEL },
  { "wait", 'w', SECONDS, MEMBER (request.wait), N_ ("How long to wait, or to keep printing"),
    N_ ("SECONDS"), APP_CLI_TAKES_WAIT },
  { "answer", 0, PATH, MEMBER (request.answer),
    N_ ("Answers to the server's requests; - reads standard input"), N_ ("FILE"),
    APP_CLI_TAKES_ANSWER },
  { "sampling-model", 0, TEXT, MEMBER (request.sampling_model),
    N_ ("Have this model answer what the server asks a model"), N_ ("PROVIDER[/MODEL]"),
    APP_CLI_TAKES_ANSWER },
  { "task", 0, FLAG, MEMBER (request.task), N_ ("Run the tool as a task"), NULL,
    APP_CLI_TAKES_TASK },
  { "ttl", 0, SECONDS, MEMBER (request.ttl), N_ ("How long the server should keep the task"),
    N_ ("SECONDS"), APP_CLI_TAKES_TASK },
  { "force", 0, FLAG, MEMBER (request.force),
    N_ ("Send arguments that do not match the tool's schema"), NULL,
    APP_CLI_TAKES_TASK | APP_CLI_TAKES_REPORT | APP_CLI_TAKES_MODEL | APP_CLI_TAKES_BENCH },
  { "no-session", 0, FLAG, MEMBER (request.no_session),
    N_ ("Send the message without opening a session first"), NULL, APP_CLI_TAKES_RAW },
  { "no-wait", 0, FLAG, MEMBER (request.no_wait),
    N_ ("Print the task and end, without waiting for its result"), NULL, APP_CLI_TAKES_TASK },
  { "private", 0, FLAG, MEMBER (request.is_private), N_ ("Keep nothing in the history"), NULL,
    APP_CLI_TAKES_PRIVATE },
};

static const AppCliOption model_options[] = {
  { "provider", 0, TEXT, MEMBER (model.provider),
    N_ ("One of “models”, or openai-chat, openai-responses, anthropic, gemini, ollama; also "
        "llama-cpp, lm-studio and vllm"),
    N_ ("PROVIDER"), ASKS_MODEL },
  { "base-url", 0, TEXT, MEMBER (model.base_url), N_ ("Where it is asked, if not at its usual URL"),
    N_ ("URL"), ASKS_MODEL },
  { "switch", 0, TEXT, MEMBER (model.switches),
    N_ ("Its peculiarities: echo_reasoning, no_tool_choice, no_stream_usage, "
        "max_completion_tokens, think_tags"),
    N_ ("WORDS"), ASKS_MODEL },
  { "model", 'm', TEXTS, MEMBER (model.names),
    N_ ("The model's name; for “bench” also PROVIDER, PROVIDER/NAME or KIND:NAME@URL, and again"),
    N_ ("NAME"), ASKS_MODEL },
  { "key-variable", 0, TEXT, MEMBER (model.key_variable),
    N_ ("Environment variable with the provider's key"), N_ ("VARIABLE"), ASKS_MODEL },
  { "key-fd", 0, COUNT, MEMBER (model.key_fd), N_ ("File descriptor to read that key from"),
    N_ ("N"), ASKS_MODEL },
  { "system", 0, TEXT, MEMBER (model.system), N_ ("What the model is told first"), N_ ("TEXT"),
    CHATS },
  { "instructions", 0, FLAG, MEMBER (model.instructions),
    N_ ("Also tell it the instructions of the servers"), NULL, CHATS },
  { "rounds", 0, COUNT, MEMBER (model.rounds),
    N_ ("How many times it may call tools before it has to answer (10)"), N_ ("N"), CHATS },
  { "tool-choice", 0, TEXT, MEMBER (model.tool_choice),
    N_ ("auto, none, required, or the tool that it has to call first"), N_ ("CHOICE"), CHATS },
  { "max-tokens", 0, COUNT, MEMBER (model.max_tokens),
    N_ ("Send nothing more once the conversation took so many tokens"), N_ ("N"), CHATS },
  { "parameters", 0, TEXT, MEMBER (model.parameters),
    N_ ("Members for the body of each request, as a JSON object"), N_ ("JSON"), CHATS },
  { "results", 0, TEXT, MEMBER (model.results),
    N_ ("How it is told results: raw, compact, preview, path:PATH or template:TEXT"), N_ ("WAY"),
    CHATS },
  { "results-of", 0, TEXTS, MEMBER (model.results_of), N_ ("The same, for one tool"),
    N_ ("TOOL=WAY"), CHATS },
  { "no-objects", 0, FLAG, MEMBER (model.no_objects),
    N_ ("Cut long results, instead of keeping them as objects it can look into"), NULL, CHATS },
  { "object-tools", 0, TEXT, MEMBER (model.object_tools),
    N_ ("When it is told of tools for objects: needed, or always"), N_ ("WHEN"), CHATS },
  { "overlay", 0, PATH, MEMBER (model.overlay),
    N_ ("What it is told of tools in place of what their servers say (JSON)"), N_ ("FILE"), CHATS },
  { "repair", 0, FLAG, MEMBER (model.repair),
    N_ ("Mend arguments that nearly match the tool's schema"), NULL, CHATS },
  { "cache", 0, TEXT, MEMBER (model.cache),
    N_ ("Send the same call once, of read-only tools or of all"), N_ ("TOOLS"), CHATS },
  { "tool-order", 0, TEXT, MEMBER (model.tool_order),
    N_ ("How tools are ordered: sorted, server, or shuffled[:SEED]"), N_ ("ORDER"), CHATS },
  { "prices", 0, PATH, MEMBER (model.prices),
    N_ ("What models cost (YAML), if not your own prices.yaml"), N_ ("FILE"), CHATS },
  { "max-cost", 0, TEXT, MEMBER (model.max_cost),
    N_ ("Send nothing more once the conversation cost so much"), N_ ("AMOUNT"), CHATS },
  { "save", 0, FLAG, MEMBER (model.save), N_ ("Keep the conversation; see “chats”") },
  { "continue", 0, TEXT, MEMBER (model.resume), N_ ("Go on with a conversation that is kept"),
    N_ ("ID") },
  { "from", 0, COUNT, MEMBER (model.from),
    N_ ("Go back to this turn of it: say something else in its place"), N_ ("N") },
  { "again", 0, FLAG, MEMBER (model.again), N_ ("Have it answered again instead") },
  { "count", 0, FLAG, MEMBER (model.count),
    N_ ("Have the provider count the tokens of the request, and do not ask the model") },
  { "prompt", 0, TEXT, MEMBER (model.prompt),
    N_ ("Put the messages of a server's prompt into the conversation first"), N_ ("NAME") },
  { "prompt-arg", 0, TEXTS, MEMBER (model.prompt_arg), N_ ("An argument of that prompt"),
    N_ ("KEY=VALUE") },
  { "resource", 0, TEXTS, MEMBER (model.resource),
    N_ ("Put what a resource has into the conversation first"), N_ ("URI") },
  { "export-script", 0, PATH, MEMBER (model.script),
    N_ ("Write what the model said as a script for “spyglass-demo --model”"), N_ ("FILE") },
};

/* In both groups that let a model call tools. */
#define ALLOW_TOOLS                                   \
  "allow-tools", 0, FLAG, MEMBER (bench.allow_tools), \
      N_ ("Also let the model call tools that are not said to be read-only")

static const AppCliOption bench_options[] = {
  { "repeat", 0, COUNT, MEMBER (bench.repeat), N_ ("Runs of each case"), N_ ("N") },
  { ALLOW_TOOLS, NULL, CHATS },
  { "versus", 0, PATH, MEMBER (bench.versus),
    N_ ("Ask again with what this file says of tools, as --overlay has it, and compare"),
    N_ ("FILE") },
  { "against", 0, TEXT, MEMBER (bench.against),
    N_ ("Ask again with this server in place of the last one, and compare"), N_ ("NAME") },
  { "as-approved", 0, FLAG, MEMBER (bench.as_approved),
    N_ ("Ask again with what tools said when you approved them, and compare") },
  { "chat", 0, TEXT, MEMBER (bench.chat),
    N_ ("A conversation that is kept, in place of a file: its results are not asked for again"),
    N_ ("ID") },
  { "answers", 0, PATH, MEMBER (bench.answers),
    N_ ("The answers of a BFCL file, if they are not beside it"), N_ ("FILE") },
  { "export", 0, TEXT, MEMBER (bench.export),
    N_ ("Print the cases for spyglass or mcpjam; run nothing"),
    N_ ("FORMAT") },
  { "junit", 0, PATH, MEMBER (bench.junit), N_ ("Also write the results as JUnit XML"),
    N_ ("FILE") },
};

static const AppCliOption output_options[] = {
  { "json", 'j', FLAG, MEMBER (output.json),
    N_ ("Print the result as received, and errors as JSON") },
  { "compact", 0, FLAG, MEMBER (output.compact), N_ ("Print JSON on one line") },
  { "full", 0, FLAG, MEMBER (output.full), N_ ("Print everything, shorten nothing") },
  { "group", 0, FLAG, MEMBER (output.group), N_ ("Group a list by the names of its entries"), NULL,
    APP_CLI_TAKES_PAGES },
  { "rules", 0, FLAG, MEMBER (output.rules), N_ ("List the rules of lint; needs no server"), NULL,
    APP_CLI_TAKES_RULES },
  { "items", 0, COUNT, MEMBER (output.items), N_ ("Items shown of each list (25)"),
    N_ ("N"), APP_CLI_TAKES_SIZES },
  { "depth", 0, COUNT, MEMBER (output.depth), N_ ("Levels shown (4)"),
    N_ ("N"), APP_CLI_TAKES_SIZES },
  { "characters", 0, COUNT, MEMBER (output.characters),
    N_ ("Characters shown of each string (300)"), N_ ("N"), APP_CLI_TAKES_SIZES },
  { "stderr", 0, FLAG, MEMBER (output.show_stderr),
    N_ ("Show the server's standard error"), NULL, APP_CLI_TAKES_SERVER },
  { "trace", 0, FLAG, MEMBER (output.trace),
    N_ ("Show every message both ways on standard error"), NULL, APP_CLI_TAKES_SERVER },
  { "format", 0, TEXT, MEMBER (output.format),
    N_ ("How to report results: tap (the default) or junit"), N_ ("FORMAT"),
    APP_CLI_TAKES_REPORT },
  { "output", 'o', PATH, MEMBER (output.file), N_ ("Write the output to a file"), N_ ("FILE") },
  { "quiet", 'q', FLAG, MEMBER (output.quiet), N_ ("Print results only") },
};

static const AppCliOption keeping_options[] = {
  { "name", 0, TEXT, MEMBER (keeping.name), N_ ("Name of the server, or of the object, to write"),
    N_ ("NAME"), APP_CLI_TAKES_KEEPING | APP_CLI_TAKES_OBJECT },
  { "rename", 0, TEXT, MEMBER (keeping.rename), N_ ("A new name for a server"), N_ ("NAME") },
  { "url", 0, TEXT, MEMBER (keeping.url), N_ ("The URL of a server to add, edit or write"),
    N_ ("URL") },
  { "secret", 0, TEXTS, MEMBER (keeping.secret), N_ ("A variable or header to keep in the keyring"),
    N_ ("NAME") },
  { "secrets-in-file", 0, FLAG, MEMBER (keeping.secrets_in_file),
    N_ ("Without a keyring, keep secrets in a file that only you can read"), NULL,
    APP_CLI_TAKES_KEEPING | APP_CLI_TAKES_SIGN_IN | APP_CLI_TAKES_MODELS | APP_CLI_TAKES_BENCH },
  { "approval", 0, TEXTS, MEMBER (keeping.approval),
    N_ ("Before tools that may change things, or before one tool: ask, auto, never or default"),
    N_ ("[TOOL=]RULE") },
  { "project", 0, PATH, MEMBER (keeping.project),
    N_ ("A project's folder instead of your own configuration"), N_ ("FOLDER") },
  { "scope", 0, TEXT, MEMBER (keeping.scope),
    N_ ("user, project, or local: one project, in your own configuration"), N_ ("SCOPE") },
  { "secrets", 0, TEXT, MEMBER (keeping.secrets),
    N_ ("How to write secrets: variable, input, keyring or plain"), N_ ("WAY") },
  { "registry", 0, TEXT, MEMBER (keeping.registry),
    N_ ("Another registry than the official one"), N_ ("URL"),
    APP_CLI_TAKES_KEEPING | APP_CLI_TAKES_REGISTRY },
  { "input", 0, TEXTS, MEMBER (keeping.input),
    N_ ("An input of a bundle or a server.json that is imported"), N_ ("KEY=VALUE") },
  { "option", 0, COUNT, MEMBER (keeping.option),
    N_ ("Which of the ways to run it, where there are several"), N_ ("N") },
  { "platform", 0, TEXT, MEMBER (keeping.platform),
    N_ ("Write for linux, macos or windows"), N_ ("PLATFORM") },
  { "home", 0, PATH, MEMBER (keeping.home), N_ ("Another home folder, for trying things out"),
    N_ ("FOLDER") },
  { "with-secrets", 0, FLAG, MEMBER (keeping.with_secrets),
    N_ ("Print or write secrets as plain text") },
  { "absolute", 0, FLAG, MEMBER (keeping.absolute), N_ ("Write the program's full path") },
  { "dry-run", 'n', FLAG, MEMBER (keeping.dry_run), N_ ("Show the change without making it") },
};

static const AppCliOption object_options[] = {
  { "store", 0, TEXT, MEMBER (object.store), N_ ("Where to keep new objects: sqlite or redis"),
    N_ ("STORE") },
  { "expires", 0, SECONDS, MEMBER (object.expires),
    N_ ("How long to keep an object; 0 for good"), N_ ("SECONDS") },
  { "pin", 0, FLAG, MEMBER (object.pin), N_ ("Keep an object until it is deleted") },
  { "unpin", 0, FLAG, MEMBER (object.unpin), N_ ("Let an object expire again") },
  { "redis", 0, TEXT, MEMBER (object.redis),
    N_ ("redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS"), N_ ("URL"),
    APP_CLI_TAKES_OBJECT | APP_CLI_TAKES_PLACE },
  { "path", 0, TEXT, MEMBER (object.path), N_ ("A place in the value, such as items[0].name"),
    N_ ("PATH"), APP_CLI_TAKES_OBJECT | APP_CLI_TAKES_PLACE },
  { "id", 0, TEXT, MEMBER (object.id), N_ ("What to call the value of a file (obj_001)"),
    N_ ("ID"), APP_CLI_TAKES_PLACE },
  { "slice", 0, TEXT, MEMBER (object.slice), N_ ("A part of a list or string, as in Python"),
    N_ ("START:END"), APP_CLI_TAKES_PLACE },
  { "width", 0, COUNT, MEMBER (object.width), N_ ("Columns (120)"), N_ ("N"),
    APP_CLI_TAKES_PLACE },
};

static const AppCliOption history_options[] = {
  { "method", 0, TEXT, MEMBER (past.method), N_ ("Requests of this method"), N_ ("METHOD") },
  { "text", 0, TEXT, MEMBER (past.text), N_ ("Requests and responses that contain this text"),
    N_ ("TEXT") },
  { "outcome", 0, TEXT, MEMBER (past.outcome),
    N_ ("result, tool-error, error, cancelled or no-response"), N_ ("OUTCOME") },
  { "since", 0, TEXT, MEMBER (past.since), N_ ("From a date on, or for the last 30m, 12h or 7d"),
    N_ ("TIME") },
  { "imported", 0, FLAG, MEMBER (past.imported), N_ ("Those that came from a file") },
  { "limit", 0, COUNT, MEMBER (past.limit), N_ ("Entries shown (50)"), N_ ("N"),
    APP_CLI_TAKES_HISTORY | APP_CLI_TAKES_REGISTRY },
  { "older-than", 0, TEXT, MEMBER (past.older_than),
    N_ ("Clear what is older than a date, or than 30m, 12h or 7d"), N_ ("TIME") },
  { "max-size", 0, COUNT, MEMBER (past.max_size),
    N_ ("Clear the oldest until this many megabytes are left"), N_ ("MB") },
};

static const AppCliOption other_options[] = {
  { "yes", 'y', FLAG, MEMBER (yes), N_ ("Confirm everything without asking") },
  { "help", 'h', FLAG, MEMBER (help), N_ ("Show help, of one command or of all") },
  { "version", 'V', FLAG, MEMBER (version), N_ ("Show the version") },
};

static const AppCliOptionGroup groups[] = {
  { "server", N_ ("Server:"), APP_CLI_TAKES_SERVER, server_options,
    G_N_ELEMENTS (server_options) },
  { "way", N_ ("Connection and protocol:"), APP_CLI_TAKES_SERVER, way_options,
    G_N_ELEMENTS (way_options) },
  { "sign-in", N_ ("Signing in:"), APP_CLI_TAKES_SERVER, sign_in_options,
    G_N_ELEMENTS (sign_in_options) },
  { "call", N_ ("Request:"), 0, call_options, G_N_ELEMENTS (call_options) },
  { "model", N_ ("Model:"), APP_CLI_TAKES_MODEL, model_options, G_N_ELEMENTS (model_options) },
  { "bench", N_ ("Cases:"), APP_CLI_TAKES_BENCH, bench_options, G_N_ELEMENTS (bench_options) },
  { "output", N_ ("Output:"), 0, output_options, G_N_ELEMENTS (output_options) },
  { "keeping",
    N_ ("Saved servers and configuration files:"), APP_CLI_TAKES_KEEPING, keeping_options,
    G_N_ELEMENTS (keeping_options) },
  { "object", N_ ("Objects:"), APP_CLI_TAKES_OBJECT, object_options,
    G_N_ELEMENTS (object_options) },
  { "history", N_ ("History:"), APP_CLI_TAKES_HISTORY, history_options,
    G_N_ELEMENTS (history_options) },
  { "main", N_ ("General:"), 0, other_options, G_N_ELEMENTS (other_options) },
};

/* Options that left, and what is there in their place. */
static const struct
{
  const char *name;
  const char *about;
} left_options[] = {
  { "stop-early", N_ ("--stop-early is no longer there: each case is asked as often as --repeat or "
                      "its file says.") },
};

const char *
app_cli_option_find_left (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_options); i++)
    if (g_str_equal (left_options[i].name, name))
      return _ (left_options[i].about);
  return NULL;
}

const AppCliOptionGroup *
app_cli_option_get_groups (guint *n_groups)
{
  *n_groups = G_N_ELEMENTS (groups);
  return groups;
}

const AppCliOption *
app_cli_option_visit (const AppCliInvocation *invocation,
                      AppCliOptionFunc        visit,
                      gpointer                user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint j = 0; j < groups[i].n; j++)
      {
        const AppCliOption *option = &groups[i].options[j];
        guint               takes = option->takes != 0 ? option->takes : groups[i].takes;

        if (!visit (option, takes, G_STRUCT_MEMBER_P (invocation, option->member), user_data))
          return option;
      }
  return NULL;
}

const char *
app_cli_option_get_about (const AppCliOption *self)
{
  return _ (self->about);
}

const char *
app_cli_option_get_value (const AppCliOption *self)
{
  return self->value != NULL ? _ (self->value) : NULL;
}

const char *
app_cli_option_group_get_title (const AppCliOptionGroup *self)
{
  return _ (self->title);
}
