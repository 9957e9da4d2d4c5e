/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliInvocation: one command line, understood: the command, its arguments, the options that all
 * commands share, and the program behind "--". One shape for all:
 *
 *   spyglass-cli COMMAND [ARGUMENTS] [OPTIONS] [--server PROFILE-OR-URL | -- PROGRAM ARG…]
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  APP_CLI_DONE = 0,
  APP_CLI_TOOL_ERROR = 1,    /* the tool answered isError; or a check found an error */
  APP_CLI_USAGE = 2,         /* the command line is wrong */
  APP_CLI_UNREACHABLE = 3,   /* could not connect, or the connection was lost */
  APP_CLI_PROTOCOL = 4,      /* a JSON-RPC error, or the server broke the protocol */
  APP_CLI_TIMEOUT = 5,       /* a deadline passed */
  APP_CLI_REFUSED = 6,       /* what we refuse: not JSON, a broken file, a rule that says no */
  APP_CLI_AUTHORIZATION = 7, /* the server wants authorization */
  APP_CLI_SIGNAL = 128,      /* and the number of the signal that ended it */
} AppCliStatus;

/** Groups of options, for saying which of them a command takes. */
typedef enum {
  APP_CLI_TAKES_SERVER = 1 << 0, /* which server, or what to know of a new one */
  APP_CLI_TAKES_ARGUMENTS = 1 << 1,
  APP_CLI_TAKES_KEEPING = 1 << 2, /* for servers and config */
  APP_CLI_TAKES_WAIT = 1 << 3,
  APP_CLI_TAKES_PAGES = 1 << 4,    /* for lists */
  APP_CLI_TAKES_LEVEL = 1 << 5,    /* for log and call */
  APP_CLI_TAKES_ANSWER = 1 << 6,   /* where a server may ask */
  APP_CLI_TAKES_TASK = 1 << 7,     /* for call */
  APP_CLI_TAKES_META = 1 << 8,     /* for requests of one method */
  APP_CLI_TAKES_RULES = 1 << 9,    /* for lint */
  APP_CLI_TAKES_SIZES = 1 << 10,   /* where a result is shortened */
  APP_CLI_TAKES_SESSION = 1 << 11, /* where a server is spoken with */
  APP_CLI_TAKES_RAW = 1 << 12,     /* for raw */
  /* Options that take a server */
  APP_CLI_FOR_PROGRAM = 1 << 13,
  APP_CLI_FOR_NETWORK = 1 << 14,
  APP_CLI_TAKES_OBJECT = 1 << 15, /* for objects */
  APP_CLI_TAKES_PLACE = 1 << 16,  /* for show */
  APP_CLI_TAKES_REPORT = 1 << 17, /* for run */
  APP_CLI_TAKES_HISTORY = 1 << 18,
  APP_CLI_TAKES_PRIVATE = 1 << 19, /* where the history keeps what was said */
  APP_CLI_TAKES_REGISTRY = 1 << 20,
  APP_CLI_TAKES_SIGN_IN = 1 << 21, /* for auth */
  APP_CLI_TAKES_MODEL = 1 << 22,   /* for chat */
  APP_CLI_TAKES_MODELS = 1 << 23,  /* for models */
  APP_CLI_TAKES_BENCH = 1 << 24,   /* for bench */
} AppCliTakes;

/** Which server, and how it is reached and spoken to; "" takes away what a kept server says. Texts
 * and lists are %NULL, and seconds NaN, where they were not given. */
typedef struct
{
  char **servers; /* each as it was given */
  char  *server;  /* the last of them: a profile's name or a URL, or a name in @config */
  char  *config;  /* a file of another application */
  char **env;     /* NAME=VALUE */
  char  *cwd;
  char **header; /* "Name: value" */
  char  *bearer;
  char  *basic;
  double timeout;
  double connect_timeout;
  double total_timeout;
  char  *transport; /* a word of the profiles */
  char  *era;       /* the same */
  char  *protocol_version;
  char  *message_url;
  char  *proxy;
  char  *ca_file;
  char  *insecure_certificate; /* the fingerprint of what is accepted */
  char  *client_certificate;
  char  *client_key;
  char **root;      /* folders or URIs */
  char **extension; /* ID or ID=JSON */
} AppCliTarget;

/** How the person signs in to the server; secrets are on no command line, where others see them. */
typedef struct
{
  char  *browser; /* (nullable): "system" or "none" */
  char **set;     /* (nullable): NAME=VALUE */
  char  *scopes;  /* (nullable) */
  char  *client_secret_env;
  int    client_secret_fd; /* 0 where not given */
  char  *private_key_env;
  int    private_key_fd;
  char  *id_token_env;
  int    id_token_fd;
  char  *idp_secret_env;
  int    idp_secret_fd;
  char  *assertion_env;
  int    assertion_fd;
} AppCliSignIn;

/** What is sent, and how long its outcome is waited for. */
typedef struct
{
  char   **arg;            /* (nullable): key=value */
  char   **ref;            /* (nullable): key=@id.path */
  char    *args;           /* (nullable): JSON text */
  char    *params;         /* (nullable): JSON text; of list requests */
  char    *meta;           /* (nullable): JSON text; members for _meta */
  char    *cursor;         /* (nullable) */
  gboolean page;           /* one page only */
  char    *answer;         /* (nullable): a file: what is answered when the server asks */
  char    *sampling_model; /* (nullable): what a model is asked by it goes to this one */
  char    *level;          /* (nullable): of log messages */
  gboolean task;           /* run the tool as a task */
  double   ttl;            /* of the task; NaN where not given */
  gboolean no_wait;        /* leave the task to itself */
  gboolean force;          /* send arguments that do not match the schema */
  double   wait;           /* NaN where not given */
  gboolean no_session;     /* send without opening one */
  gboolean is_private;     /* nothing goes into the history */
} AppCliRequest;

/** How the result is shown. */
typedef struct
{
  gboolean json;
  gboolean compact;
  gboolean as_json; /* either of the two */
  gboolean full;
  gboolean group; /* lists by what their entries are about */
  gboolean rules; /* those of lint, instead of what they find */
  gboolean quiet;
  gboolean show_stderr;
  gboolean trace;
  char    *format; /* (nullable): "tap" or "junit" */
  char    *file;   /* (nullable): where it goes instead of standard output */
  int      items;  /* 0 where not given */
  int      depth;
  int      characters;
} AppCliOutput;

/** What "servers" and "config" write. */
typedef struct
{
  char    *name;
  char    *url;
  char    *rename;
  char    *project;
  char    *home;
  char    *scope;    /* (nullable): "user", "project" or "local" */
  char    *secrets;  /* (nullable): what stands for them: "variable", "input", "keyring", "plain" */
  char    *platform; /* (nullable): "linux", "macos" or "windows" */
  char    *registry; /* (nullable): its address */
  char   **input;    /* (nullable): KEY=VALUE, of what is imported */
  int      option;   /* of what is imported, from 1; 0 where not given */
  char   **approval; /* (nullable): RULE or TOOL=RULE */
  char   **secret;   /* (nullable): names whose values go to the keyring */
  gboolean secrets_in_file;
  gboolean with_secrets;
  gboolean absolute;
  gboolean dry_run;
} AppCliKeeping;

/** Which object, and which place in it. */
typedef struct
{
  char    *store;   /* (nullable): "sqlite" or "redis" */
  char    *redis;   /* (nullable): the address of the server */
  char    *path;    /* (nullable) */
  char    *id;      /* (nullable): what a file's value is called */
  char    *slice;   /* (nullable): "A:B" */
  int      width;   /* 0 where not given */
  double   expires; /* seconds; 0: never; NaN where not given */
  gboolean pin;
  gboolean unpin;
} AppCliObject;

/** Which exchanges. */
typedef struct
{
  char    *method;     /* (nullable) */
  char    *text;       /* (nullable) */
  char    *outcome;    /* (nullable): a word of StoreOutcome */
  char    *since;      /* (nullable): a time, or how long ago */
  char    *older_than; /* (nullable): the same */
  gboolean imported;   /* those that came from a file */
  int      limit;      /* 0 where not given */
  int      max_size;   /* MB; 0 where not given */
} AppCliPast;

/** Which model is asked, and what it may do; its key is on no command line. */
typedef struct
{
  char    *provider; /* (nullable): one of the list; a kind of API, or of server */
  char    *base_url; /* (nullable) */
  char    *switches; /* (nullable): how its server differs, words with commas between */
  char   **names;    /* (nullable): of models */
  char    *name;     /* (nullable): the last of them */
  char    *key_variable;
  int      key_fd;       /* 0 where not given */
  char    *system;       /* (nullable) */
  gboolean instructions; /* the servers' own beside it */
  int      rounds;       /* 0 where not given */
  char    *tool_choice;  /* (nullable) */
  int      max_tokens;   /* 0 where not given */
  char    *parameters;   /* (nullable): JSON text */
  char    *results;      /* (nullable): how they are told */
  char   **results_of;   /* (nullable): TOOL=WAY */
  gboolean no_objects;   /* long results are cut instead of kept */
  char    *object_tools; /* (nullable): "needed" or "always" */
  char    *overlay;      /* (nullable): a file */
  gboolean repair;       /* arguments that are nearly right */
  char    *cache;        /* (nullable): "read-only" or "all" */
  char    *tool_order;   /* (nullable): "sorted", "server" or "shuffled[:SEED]" */
  char    *prices;       /* (nullable): a file */
  char    *max_cost;     /* (nullable): a number */
  gboolean save;         /* keep the conversation */
  char    *resume;       /* (nullable): the id of one that is kept */
  int      from;         /* of its turns, from 1; 0 where not given */
  gboolean again;        /* ask again instead of saying something */
  gboolean count;        /* only count what would be asked */
  char    *prompt;       /* (nullable): of the server that is named last, as the next two */
  char   **prompt_arg;   /* (nullable): KEY=VALUE */
  char   **resource;     /* (nullable): URIs */
  char    *script;       /* (nullable): a file that the conversation goes to as a script */
} AppCliModel;

/** How often models are asked what a file of cases has, and what may be done. */
typedef struct
{
  int      repeat;      /* 0 where not given */
  char    *junit;       /* (nullable): a file */
  char    *answers;     /* (nullable): a file */
  char    *versus;      /* (nullable): a file: another version of the tools' descriptions */
  char    *chat;        /* (nullable): the id of a conversation that is kept */
  char    *against;     /* (nullable): another server, which is compared with the last one */
  gboolean allow_tools; /* those that may change something */
  gboolean as_approved; /* also with what tools said when they were approved */
  char *export;         /* (nullable): a format, in which the cases are printed */
} AppCliBench;

typedef struct
{
  char         *command;   /* (nullable) */
  char        **arguments; /* positional, behind the command; never NULL */
  char        **program;   /* (nullable): behind "--" */
  AppCliTarget  target;
  AppCliSignIn  sign_in;
  AppCliRequest request;
  AppCliOutput  output;
  AppCliKeeping keeping;
  AppCliObject  object;
  AppCliPast    past;
  AppCliModel   model;
  AppCliBench   bench;
  gboolean      yes;
  gboolean      version;
  gboolean      help;
} AppCliInvocation;

/** Returns: (transfer full) (nullable): %NULL with a GOptionError where the command line is wrong;
 * numbers that mean nothing are wrong too */
AppCliInvocation *app_cli_invocation_parse (int argc, char **argv, GError **error);
void              app_cli_invocation_free (AppCliInvocation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliInvocation, app_cli_invocation_free)

/** An option that was given though the command does not take it: it would be dropped without a
 * word. @takes: AppCliTakes. Returns: (transfer full) (nullable): its name */
char *app_cli_invocation_dup_stray (const AppCliInvocation *self, guint takes);

/** An option that was given though it says nothing to a program, or to a server on the network.
 * Returns: (transfer full) (nullable): its name */
char *app_cli_invocation_dup_misplaced (const AppCliInvocation *self, gboolean is_program);

G_END_DECLS
