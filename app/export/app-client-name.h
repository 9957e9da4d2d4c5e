/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientName: the name by which another application tells its model of a server's tool.
 * Immutable.
 *
 * Most applications put the name of the server before that of the tool; what they do with other
 * characters, with what is too long and with two names that are alike differs, and stands in one
 * table. Applications whose rule could not be read in their source or their documentation are not
 * in it.
 *
 * Source: those of each application, as of 2026, named in the table.
 */

#pragma once

#include <gio/gio.h>

typedef struct _AppClientNaming AppClientNaming;

/** Returns: (transfer none): static; by what people call the applications
 * @n_namings: (out) */
const AppClientNaming *const *app_client_naming_get_all (guint *n_namings);
/** @id: "claude-code". Returns: (transfer none) (nullable) */
const AppClientNaming *app_client_naming_find (const char *id);
/** Returns: (transfer none): for programs */
const char *app_client_naming_get_id (const AppClientNaming *self);
/** Returns: (transfer none): a product's name, not translated */
const char *app_client_naming_get_title (const AppClientNaming *self);
/** Returns: (transfer none): "mcp__SERVER__TOOL" */
const char *app_client_naming_get_pattern (const AppClientNaming *self);

/** A tool that is to be named. */
typedef struct
{
  const char *server; /* as it is called here */
  const char *title;  /* (nullable): what the server calls itself */
  const char *tool;
} AppClientTool;

#define APP_TYPE_CLIENT_NAME (app_client_name_get_type ())
G_DECLARE_FINAL_TYPE (AppClientName, app_client_name, APP, CLIENT_NAME, GObject)

/** @tools: (array length=n_tools)
 * Returns: (transfer full) (element-type AppClientName): in the same order */
GListModel *app_client_names_new (const AppClientNaming *naming,
                                  const AppClientTool   *tools,
                                  guint                  n_tools);

/** Returns: (transfer none) */
const char *app_client_name_get_server (AppClientName *self);
/** Returns: (transfer none): the tool's own name */
const char *app_client_name_get_tool (AppClientName *self);
/** What the model is told. A hash that is not worked out here is written as “#”.
 * Returns: (transfer none) */
const char *app_client_name_get_text (AppClientName *self);
/** Characters of it. */
guint app_client_name_get_length (AppClientName *self);
/** What there is to know of it, the worst first: sentences.
 * Returns: (transfer none) (element-type utf8): empty where nothing is */
const char *const *app_client_name_get_remarks (AppClientName *self);
/** Whether the tool cannot be called, or not be told from another. */
gboolean app_client_name_is_bad (AppClientName *self);
/** Whether there is nothing to know of it, but perhaps what the server is called. */
gboolean app_client_name_is_plain (AppClientName *self);
