/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppShare: everything by which a person hands a server on to others: entries for other
 * applications' files, links that install it, commands, files, code. A table says which kinds there
 * are; each is a pure function of the profile. No secret is ever in one: a variable or a
 * placeholder stands for it, and a note says so.
 */

#pragma once

#include "store-profile.h"

#include <gio/gio.h>

/* Tools of one text; OpenSearch takes no more at once. */
#define APP_SHARE_MAX_TOOLS 1000u

typedef enum {
  APP_SHARE_APPLICATIONS,
  APP_SHARE_LINKS,
  APP_SHARE_COMMANDS,
  APP_SHARE_FILES,
  APP_SHARE_CODE,
  APP_SHARE_N_GROUPS
} AppShareGroup;

typedef struct
{
  const char   *id; /* for the command line: "cursor", "cursor-link" */
  const char   *title;
  const char   *description; /* a sentence */
  AppShareGroup group;
  const char   *language;    /* of GtkSourceView: "json" */
  const char   *file_name;   /* under which it is kept */
  gboolean      is_link;     /* the text is one address */
  gboolean      needs_tools; /* it is about the tools that the options list */
} AppShareKind;

typedef struct
{
  const char *name; /* (nullable): what the server is called there; the profile's id by default */
  /* (nullable): of McpTool: those that the text is about; %NULL and empty mean all */
  GListModel *tools;
  /* (nullable): ids of applications whose entries the guide shows; %NULL for a usual choice */
  const char *const *clients;
} AppShareOptions;

/** Returns: (transfer none): all kinds in the order of their groups, closed by %NULL; their titles
 * and descriptions are translated */
const AppShareKind *const *app_share_get_kinds (void);
/** Returns: (transfer none) (nullable) */
const AppShareKind *app_share_find_kind (const char *id);
/** Returns: (transfer none): translated, "Install Links" */
const char *app_share_get_group_title (AppShareGroup group);

/**
 * app_share_dup_text:
 * @options: (nullable)
 * @notes: of AppClientNote: gets what a person should know of the text; its former entries go
 * Returns: (transfer full) (nullable): the text; errors STORE_ERROR_UNSUPPORTED where such a server
 * cannot be handed on so, _INVALID for a profile that is incomplete
 */
char *app_share_dup_text (const AppShareKind    *kind,
                          StoreProfile          *profile,
                          const AppShareOptions *options,
                          GListStore            *notes,
                          GError               **error);
