/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppShareServer: one server as it is handed on to other people: no secret is in it, only the names
 * of variables that stand for them. Each function that writes a kind of text takes one.
 */

#pragma once

#include "app-share.h"

#include "mcp-json-writer.h"
#include "store-client-entry.h"

/** A variable of the environment, or a header. */
typedef struct
{
  char *name;
  char *value;    /* (nullable): %NULL for a secret */
  char *before;   /* of a secret: what stands in front of it, "Bearer " or "" */
  char *variable; /* (nullable): of a secret: the name of the variable that stands for it */
} AppShareValue;

/** How the text says that a secret belongs in a place. */
typedef enum {
  APP_SHARE_PLACEHOLDER, /* YOUR_API_KEY */
  APP_SHARE_BRACES,      /* ${API_KEY} */
  APP_SHARE_DOLLAR,      /* $API_KEY */
  APP_SHARE_ENV,         /* ${env:API_KEY} */
  APP_SHARE_INPUT,       /* ${input:api-key}, which is asked for */
} AppShareStyle;

typedef struct
{
  char                  *name;
  StoreTransport         transport; /* stdio, HTTP or SSE */
  char                  *command;   /* (nullable) */
  char                 **arguments; /* never %NULL */
  GPtrArray             *environment;
  char                  *folder; /* (nullable) */
  char                  *url;    /* (nullable) */
  GPtrArray             *headers;
  StoreProfile          *profile; /* the same as a profile, its secrets all references */
  const AppShareOptions *options;
  GPtrArray             *notes; /* of StoreNote; gets more */
} AppShareServer;

/** @notes: lives as long. Returns: (transfer full) (nullable): errors STORE_ERROR_INVALID for a
 * profile that is none, _UNSUPPORTED for a transport that nothing else speaks */
AppShareServer *app_share_server_new (StoreProfile          *profile,
                                      const AppShareOptions *options,
                                      GPtrArray             *notes,
                                      GError               **error);
void            app_share_server_free (AppShareServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppShareServer, app_share_server_free)

void app_share_note (AppShareServer *self,
                     StoreNoteKind   kind,
                     const char     *field,
                     const char     *format,
                     ...) G_GNUC_PRINTF (4, 5);
/** One note for each secret. @format: a sentence; %s is the variable's name, written as @style has
 * it where @styled */
void  app_share_note_secrets (AppShareServer *self, gboolean placeholder, const char *format);
void  app_share_note_folder (AppShareServer *self, const char *application);
char *app_share_value_dup (const AppShareValue *value, AppShareStyle style);
/** "command", "args", "env", or "url" and "headers"; nothing for what is empty. */
void app_share_write_members (AppShareServer *self, McpJsonWriter *writer, AppShareStyle style);
/** VS Code's questions: an array of those for the secrets. Returns: whether there are any; only
 * then it is written */
gboolean app_share_write_inputs (AppShareServer *self, McpJsonWriter *writer);
/** Returns: (transfer full): @name as a variable is called, in capitals */
char *app_share_dup_variable (const char *name);
/** "stdio", "http" or "sse" */
const char *app_share_get_type (AppShareServer *self);
/** Whether there is any secret. */
gboolean app_share_has_secrets (AppShareServer *self);

/* The texts. @id: of the kind. Returns: (transfer full) (nullable) */

char *app_share_dup_snippet (AppShareServer *self, const char *client, GError **error);
char *app_share_dup_link (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_command (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_file (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_package (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_code (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_tools (AppShareServer *self, const char *id, GError **error);
char *app_share_dup_guide (AppShareServer *self, const char *id, GError **error);
