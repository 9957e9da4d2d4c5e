/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSnippet: a call as text that a person pastes elsewhere: a curl command, a spyglass-cli
 * command, a JSON-RPC message. Everything is quoted for a POSIX shell; credentials are masked
 * unless the person asked for them.
 */

#pragma once

#include <gio/gio.h>

/** What a snippet is made of; all strings are borrowed. */
typedef struct
{
  const char        *method;           /* "tools/call", "resources/read", "prompts/get" */
  const char        *name;             /* the tool's or prompt's name, or the resource's URI */
  const char        *arguments;        /* (nullable): JSON text of an object */
  gint64             id;               /* of the JSON-RPC request; 0 for 1 */
  const char        *profile;          /* (nullable): the profile's name */
  const char        *url;              /* (nullable): of an HTTP server */
  const char *const *headers;          /* (nullable): "Name: value", as they are sent */
  const char *const *command;          /* (nullable): program and arguments of a stdio server */
  const char        *protocol_version; /* (nullable) */
  const char        *session_id;       /* (nullable): Mcp-Session-Id */
} AppSnippetSource;

/** One JSON-RPC request on one line. Returns: (transfer full) */
char *app_snippet_json_rpc (const AppSnippetSource *source);
/** @reveal: with the credentials.
 * Returns: (transfer full) (nullable): %NULL where there is no URL */
char *app_snippet_curl (const AppSnippetSource *source, gboolean reveal);
/** `spyglass-cli call TOOL --args JSON --server PROFILE`, or -- PROGRAM ARG… where there is no
 * profile; credentials in URL and options are masked. Returns: (transfer full) */
char *app_snippet_cli (const AppSnippetSource *source);
