/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientFormat: how one other application keeps its list of servers. The table is data: a new
 * application is a new row. Rows are static and never change.
 */

#pragma once

#include "store-client-values.h"

#include "mcp-json-edit.h"

#include <gio/gio.h>

/* Configuration of a person's programs; more is some other file, and would not be shown as a
 * diff. */
#define STORE_CLIENT_MAX_BYTES (64u * 1024u * 1024u)

typedef enum {
  STORE_CLIENT_USER,    /* for everything that the user does with the application */
  STORE_CLIENT_PROJECT, /* in a file of the project's folder */
  STORE_CLIENT_LOCAL,   /* for one project, in the user's own file */
} StoreClientScope;

typedef enum {
  STORE_CLIENT_JSON,
  STORE_CLIENT_TOML,
  STORE_CLIENT_YAML,
} StoreClientLanguage;

/** Where an application runs: its paths and its commands differ. */
typedef enum {
  STORE_PLATFORM_LINUX,
  STORE_PLATFORM_MACOS,
  STORE_PLATFORM_WINDOWS,
  STORE_N_PLATFORMS,
} StorePlatform;

typedef enum {
  STORE_CLIENT_TAKES_STDIO = 1 << 0,
  STORE_CLIENT_TAKES_HTTP = 1 << 1,
  STORE_CLIENT_TAKES_SSE = 1 << 2,
} StoreClientTransports;

/** How an application spells what it replaces in values; new values get the first one that is
 * set. */
typedef enum {
  STORE_VARIABLE_ENV = 1 << 0,     /* ${env:NAME} */
  STORE_VARIABLE_BRACES = 1 << 1,  /* ${NAME} */
  STORE_VARIABLE_CURLY = 1 << 2,   /* {env:NAME} */
  STORE_VARIABLE_SECRETS = 1 << 3, /* ${{ secrets.NAME }} */
  STORE_VARIABLE_DOLLAR = 1 << 4,  /* $NAME */
  STORE_VARIABLE_DEFAULT = 1 << 5, /* ${NAME:-text}, beside one of the others */
  STORE_VARIABLE_INPUT = 1 << 6,   /* ${input:ID}: the person is asked */
  STORE_VARIABLE_PLACES = 1 << 7,  /* ${workspaceFolder}, ${userHome}, … */
} StoreVariableForms;

/** The parts of an entry in which they are replaced. */
typedef enum {
  STORE_VARIABLES_IN_PROGRAM = 1 << 0, /* command and arguments */
  STORE_VARIABLES_IN_ENVIRONMENT = 1 << 1,
  STORE_VARIABLES_IN_URL = 1 << 2,
  STORE_VARIABLES_IN_HEADERS = 1 << 3,
} StoreVariableParts;

/** Names of the members that say how a server is reached; %NULL where the application has no such
 * member. Here and below "a/b" is the member b of the object a. */
typedef struct
{
  const char *type;       /* the discriminator's name */
  const char *type_stdio; /* its values, %NULL where it is left out */
  const char *type_http;
  const char *type_sse;
  const char *command;
  const char *arguments;
  const char *environment;
  const char *working_directory;
  const char *url;
  const char *url_sse; /* of a server over HTTP+SSE, where it is another than the others' */
  const char *headers;
  gboolean    joined_command;  /* the command is an array that goes on with the arguments */
  gboolean    shell_words;     /* the command is split into words as in a shell, */
  gboolean    shell_line;      /* or only where there are no arguments */
  gboolean    empty_arguments; /* they are written where there are none, too */
  /* (nullable): arrays of names of variables that the application itself has the values of */
  const char *environment_names;
  const char *token_variable;   /* the name of one that has the bearer token */
  const char *header_variables; /* an object: a header's name → that of a variable */
  const char *environment_file;
  const char *name;        /* the entry's name once more: the servers may be an array of entries */
  gboolean    in_list;     /* and are where they are new */
  const char *description; /* what it is for */
  /* (nullable): what a new entry gets besides: names, and the JSON text of their values, closed by
   * %NULL; what an entry has already stays */
  const char *const *defaults;
} StoreClientMembers;

/** Names of the members that say how a server is used. */
typedef struct
{
  const char *timeout; /* of a request */
  const char *startup_timeout;
  guint       timeout_unit;   /* milliseconds, of both */
  const char *enabled;        /* a switch that is true while the server is used */
  const char *disabled;       /* the opposite */
  const char *enabled_tools;  /* an array of the only tools that are used; empty or "*": all */
  const char *disabled_tools; /* an array of their names */
  const char *auto_approve;   /* an array of tools that run without a question */
  const char *approve_all;    /* the item of it that stands for all tools */
  const char *trust;          /* a switch: all of them run without a question */
  const char *default_mode;   /* a text: "approve" where all of them run so */
  const char *tool_modes;     /* an object: a tool's name → {"approval_mode": "approve"} */
} StoreClientHabits;

/** Names of the members for OAuth; %NULL where there is none. */
typedef struct
{
  const char *client_id;
  const char *client_secret;
  const char *scopes;
  const char *redirect_uri;
  const char *callback_port;
  const char *metadata_url; /* of the authorization server */
  const char *authorization_url;
  const char *token_url;
  gboolean    scopes_as_text; /* separated by spaces, instead of an array */
} StoreClientOauth;

/** Which folders above that of a project it reads, too: what is nearer to the project wins. */
typedef enum {
  STORE_FOLDERS_NONE,
  STORE_FOLDERS_TO_GIT_ROOT,
  STORE_FOLDERS_ALL,
} StoreClientFolders;

/** Which of two entries with one name it uses, that of the user's file or that of the project's;
 * what it keeps for one project to the user alone is always before both. */
typedef enum {
  STORE_WINNER_UNKNOWN,
  STORE_WINNER_PROJECT,
  STORE_WINNER_USER,
} StoreClientWinner;

/** What it uses of an entry that is in several of its files. */
typedef enum {
  STORE_MERGE_NOTHING, /* the one that wins, whole */
  STORE_MERGE_MEMBERS, /* of each member the one that wins */
  STORE_MERGE_ITEMS,   /* the same, and arrays go on with the items of what wins */
} StoreClientMerge;

/** Where its files are. Paths begin with "~/", "$XDG_CONFIG_HOME/" or another variable, and then
 * count only where that is set; "a|b" is b where a does not count. */
typedef struct
{
  /* (nullable): of the user, by StorePlatform, what wins first: the first that exists is read */
  const char *const *user[STORE_N_PLATFORMS];
  const char *const *project; /* (nullable): the same, relative to the project's folder */
  gboolean           merged;  /* all that exist are read, not the first alone */
  StoreClientMerge   merge;   /* the user's and the project's as well */
  /* (nullable): the end of the one, the last of such, that gets new entries, and is made where
   * there is none yet; else the first */
  const char        *made;
  StoreClientFolders folders;
  /* (nullable): names of files beside it that are used instead, and that are not read here */
  const char *const *shadows;
  StoreClientWinner  winner;
  const char *const *traces; /* paths; one exists where it is installed */
  /* (nullable): what its processes are called, so that one can tell whether it runs */
  const char *const *processes;
} StoreClientPlaces;

typedef enum {
  STORE_LIST_NONE,     /* the end of the lists */
  STORE_LIST_EXCLUDED, /* an array of the servers that are not used */
  STORE_LIST_ALLOWED,  /* an array of the only ones that are used; an empty one says nothing */
  STORE_LIST_STATES,   /* an object: a name in small letters → {"enabled": false} */
} StoreClientListKind;

/** A place outside of the entries where an application says which servers it uses. */
typedef struct
{
  StoreClientListKind kind;
  guint               scopes;  /* of the entries for which it counts: 1 << StoreClientScope */
  const char         *file;    /* (nullable): a file next to that of the user; %NULL: that of the
                                * entries */
  const char *const *path;     /* names from the document on; "*" stands for the project's folder */
  gboolean           any_case; /* "A" is also "a" */
} StoreClientList;

/** What it cannot take, or takes otherwise than it seems. */
typedef struct
{
  guint              name_limit;          /* characters, with the tool's name; 0: none */
  guint              name_max;            /* of the server's name alone; 0: none */
  const char        *name_pattern;        /* (nullable): a regular expression for it */
  const char        *name_text;           /* (nullable): for a person; translate when shown */
  const char *const *reserved_names;      /* (nullable) */
  const char *const *refused_environment; /* (nullable): variables that it drops */
  guint              tool_limit;          /* of all servers together; 0: none */
  gboolean           needs_absolute_path; /* it may not see the shell's PATH */
  gboolean           bare_environment;    /* its servers get only what is listed */
  gboolean           shell_values;        /* values are run through a shell */
  gboolean           local_http_only;     /* http: only to this computer */
  gboolean           type_required;       /* an entry with a URL needs its type */
  gboolean           breaks_on_mark;      /* a byte order mark makes it lose the file */
  gboolean           no_trailing_commas;  /* though comments are allowed */
} StoreClientRules;

typedef struct
{
  const char         *id;   /* "claude-desktop": for the command line and settings */
  const char         *name; /* "Claude Desktop": a proper name, not translated */
  const char         *icon_name;
  StoreClientPlaces   places;
  StoreClientLanguage language;
  McpJsonSyntax       syntax;      /* of JSON, as the application reads it */
  const char *const  *root;        /* names from the document to the map of servers */
  const char *const  *second_root; /* (nullable): to another one, that loses against the first */
  const char *const  *local_root;  /* (nullable): the same for STORE_CLIENT_LOCAL; "*" stands for
                                    * the project's folder */
  const char *const     *inputs;   /* (nullable): to the array that describes ${input:…} */
  const StoreClientList *lists;    /* (nullable): the first that can be changed is the switch */
  StoreClientTransports  transports;
  StoreClientMembers     members;
  StoreClientHabits      habits;
  StoreClientOauth       oauth;
  StoreVariableForms     variables;
  StoreVariableParts     variables_in; /* 0: everywhere */
  StoreClientRules       rules;
  gboolean               bridge;   /* remote servers go through `npx -y mcp-remote` */
  gboolean               imported; /* its file is read, and never written */
  const char            *restart;  /* so that a change is seen; translate when shown */
} StoreClientFormat;

/** Returns: (transfer none): every application that servers can be written into, closed by %NULL */
const StoreClientFormat *const *store_client_format_get_all (void);
/** Returns: (transfer none) (nullable) */
const StoreClientFormat *store_client_format_find (const char *id);
/** Returns: (transfer none): every application whose file can be read, those first that can also be
 * written; closed by %NULL. Of one that can only be read id, name, paths and root are known. */
const StoreClientFormat *const *store_client_format_get_sources (void);
/** Returns: (transfer none) (nullable) */
const StoreClientFormat *store_client_format_find_source (const char *id);

/** What the members of an entry are about. */
typedef enum {
  STORE_MEMBER_OF_PROGRAM = 1 << 0,
  STORE_MEMBER_OF_URL = 1 << 1, /* how it is reached, OAuth apart */
  STORE_MEMBER_OF_OAUTH = 1 << 2,
  STORE_MEMBER_OF_USE = 1 << 3, /* habits */
  STORE_MEMBER_OF_ANY = 1 << 4, /* its type, its name, what it is for */
  STORE_MEMBER_ALL = 0x1f,
} StoreMemberKinds;

/** Whether the member called @name, of an entry itself, is one of @kinds. */
gboolean store_client_format_has_member (const StoreClientFormat *format,
                                         StoreMemberKinds         kinds,
                                         const char              *name);
/** What it replaces in one part of an entry; 0 for nothing. */
StoreVariableForms store_client_format_get_variables (const StoreClientFormat *format,
                                                      StoreVariableParts       part);
/** How it spells variables, for a person: "${env:NAME}, ${input:ID}". Returns: (transfer full) */
char *store_client_format_dup_spellings (const StoreClientFormat *format);
/** Whether a new entry gets the member called @name anyway. */
gboolean store_client_format_has_default (const StoreClientFormat *format, const char *name);
/** What @name is a slip of the pen for. Returns: (transfer none) (nullable): the member for the
 * command or the URL, where a letter is missing, one too many, or another */
const char *store_client_format_guess (const StoreClientFormat *format, const char *name);

/** The member of number @index, from 0, and the kinds of values that most applications take for it;
 * @member is %NULL where @format has none. Returns: %FALSE behind the last one */
gboolean store_client_format_get_member (const StoreClientFormat *format,
                                         guint                    index,
                                         const char             **member,
                                         StoreValueKinds         *kinds);

/** StoreClientHome: where a user's files lie; tests make their own. */
typedef struct _StoreClientHome StoreClientHome;

/** @home: (nullable): %NULL for the user's own, with $XDG_CONFIG_HOME respected; for any other the
 * configuration folder is @home/.config */
StoreClientHome *store_client_home_new (const char *home);
/** The same as it would be on another platform: paths are not looked for, the first counts.
 * @home: (nullable): %NULL leaves "~" and variables as they are */
StoreClientHome *store_client_home_new_for_platform (const char *home, StorePlatform platform);
/** The platform that this program runs on. */
StorePlatform store_platform_get (void);
/** "linux", "macos", "windows". Returns: (transfer none) */
const char *store_platform_get_word (StorePlatform platform);
void        store_client_home_free (StoreClientHome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientHome, store_client_home_free)

/** Whether @path is in @folder, or further below. Both are absolute. */
gboolean store_client_format_is_below (const char *path, const char *folder);

/** Claude Code keeps what it has of a project under the root of its repository.
 * Returns: (transfer full): @project itself where it lies in none */
char *store_client_format_dup_repository (const char *project);

/** Returns: (transfer full): all files that the application may have in one scope, what wins first;
 * empty where it has no such scope */
GStrv store_client_format_dup_paths (const StoreClientFormat *format,
                                     StoreClientScope         scope,
                                     const StoreClientHome   *home,
                                     const char              *project);
/**
 * store_client_format_dup_path: the file of one scope that gets a new entry, which need not exist.
 * @project: (nullable): the project's folder, for STORE_CLIENT_PROJECT
 * Returns: (transfer full) (nullable): %NULL where the application has no such scope
 */
char *store_client_format_dup_path (const StoreClientFormat *format,
                                    StoreClientScope         scope,
                                    const StoreClientHome   *home,
                                    const char              *project);

/** Whether the application, or its configuration, leaves traces on this machine. Looks at the file
 * system (a few stats). */
gboolean
store_client_format_is_installed (const StoreClientFormat *format, const StoreClientHome *home);

/** The member of a JSON object at such a path; none for an absent one.
 * @path: (nullable): none, too */
McpJsonValue store_client_object_find (McpJsonValue object, const char *path);
/** What @names lead to, one after the other. */
McpJsonValue store_client_object_follow (McpJsonValue value, const char *const *names);
