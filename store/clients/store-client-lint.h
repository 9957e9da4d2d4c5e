/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientLint: what is wrong with another application's file, by the rules of that application:
 * what it cannot read, ignores without a word, takes for something else, or will not reach. A pure
 * function of the text, but for programs that it looks for when asked to.
 */

#pragma once

#include "store-client-place.h"

/* More of one file nobody reads. */
#define STORE_CLIENT_LINT_MAX_FINDINGS 500

typedef enum {
  STORE_LINT_ERROR,   /* the application does not get the server, or any server */
  STORE_LINT_WARNING, /* something that is written has no effect, or another one */
  STORE_LINT_ADVICE,
} StoreLintSeverity;

typedef struct
{
  StoreLintSeverity severity;
  const char       *rule;   /* static: "type-missing" */
  char             *entry;  /* (nullable): the server's name in the file */
  char             *member; /* (nullable): of the entry: "env/API_KEY" */
  guint             line;   /* from 1; 0 where there is none */
  guint             column; /* from 1, in characters */
  char             *text;   /* what is wrong and what to do, in sentences */
} StoreLintFinding;

void store_lint_finding_free (StoreLintFinding *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreLintFinding, store_lint_finding_free)
/** "error", "warning", "advice". Returns: (transfer none) */
const char *store_lint_severity_get_word (StoreLintSeverity severity);

/** What was found out by connecting. */
typedef struct
{
  guint n_tools;
  guint longest_tool; /* characters of the longest name of a tool */
} StoreLintFigures;

typedef struct
{
  StorePlatform      platform;       /* that the application runs on */
  const char *const *environment;    /* (nullable): NAME=value; %NULL for that of this process */
  gboolean           finds_programs; /* looks whether commands are there; on this computer only */
  GHashTable        *figures;        /* (nullable) (element-type utf8 StoreLintFigures): by entry */
} StoreClientLintOptions;

/**
 * @text: of the file at @place; empty is fine
 * @options: (nullable)
 * Returns: (transfer full) (element-type StoreLintFinding): in the order of the file
 */
GPtrArray *
store_client_lint (GBytes *text, StoreClientPlace *place, const StoreClientLintOptions *options);
