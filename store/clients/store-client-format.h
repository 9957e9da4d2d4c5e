/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientFormat: how one other application keeps its list of servers. The table is data: a new
 * application is a new row. Rows are static and never change.
 */

#pragma once

#include "mcp-json-edit.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Configuration of a person's programs; more is some other file, and would not be shown as a diff.
 */
#define STORE_CLIENT_MAX_BYTES (64u * 1024u * 1024u)

typedef enum {
  STORE_CLIENT_USER,    /* for everything that the user does with the application */
  STORE_CLIENT_PROJECT, /* inside one project's folder */
} StoreClientScope;

typedef enum {
  STORE_CLIENT_TAKES_STDIO = 1 << 0,
  STORE_CLIENT_TAKES_HTTP = 1 << 1,
  STORE_CLIENT_TAKES_SSE = 1 << 2,
} StoreClientTransports;

/** Names of an entry's members; %NULL where the application has no such member. */
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
  const char *headers;
  const char *timeout;        /* of a request */
  guint       timeout_unit;   /* milliseconds */
  const char *disabled_tools; /* an array of their names */
  gboolean    joined_command; /* the command is an array that goes on with the arguments */
  /* (nullable): what a new entry gets besides: names, and the JSON text of their values, closed by
   * %NULL; what an entry has already stays */
  const char *const *defaults;
} StoreClientMembers;

typedef struct
{
  const char *id;   /* "claude-desktop": for the command line and settings */
  const char *name; /* "Claude Desktop": a proper name, not translated */
  const char *icon_name;
  /* (nullable): where the user's file may be: the one that exists, else the first. They begin with
   * "~/", "$XDG_CONFIG_HOME/", or another variable, and then count only where that is set. */
  const char *const    *user_paths;
  const char           *project_path; /* (nullable): relative to the project's folder */
  const char *const    *traces;       /* paths; one exists where it is installed */
  const char *const    *root;         /* names from the document to the map of servers */
  McpJsonSyntax         syntax;       /* of JSON, as the application reads it */
  gboolean              is_toml;      /* and not JSON */
  StoreClientTransports transports;
  StoreClientMembers    members;
  gboolean              bridge;              /* remote servers go through `npx -y mcp-remote` */
  const char           *variable_prefix;     /* (nullable): "${env:"; none without variables */
  const char           *variable_suffix;     /* (nullable): "}" */
  guint                 name_limit;          /* characters, with the tool's name; 0: none */
  gboolean              needs_absolute_path; /* it may not see the shell's PATH */
  const char *const    *cautions;            /* sentences; translate when shown */
  const char           *restart;             /* so that a change is seen; translate when shown */
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

/** StoreClientHome: where a user's files lie; tests make their own. */
typedef struct _StoreClientHome StoreClientHome;

/** @home: (nullable): %NULL for the user's own, with $XDG_CONFIG_HOME respected; for any other the
 * configuration folder is @home/.config */
StoreClientHome *store_client_home_new (const char *home);
void             store_client_home_free (StoreClientHome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreClientHome, store_client_home_free)

/**
 * store_client_format_dup_path: the file of one scope, which need not exist.
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

G_END_DECLS
