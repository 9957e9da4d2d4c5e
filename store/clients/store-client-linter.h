/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientLinter: one file while it is looked at: its text, read, with the places of its parts.
 */

#pragma once

#include "store-client-lint.h"
#include "store-client-text.h"
#include "store-toml.h"
#include "store-yaml-tree.h"

typedef struct
{
  const StoreClientFormat      *format;
  const StoreClientValues      *values; /* what it takes, and does with others */
  StoreClientPlace             *place;
  const StoreClientLintOptions *options;
  const char                   *data; /* without a byte order mark; NUL-terminated */
  gsize                         size;
  const char                   *entry;      /* (nullable): the server that is looked at */
  StoreClientFormat             lenient;    /* comments are found by themselves */
  StoreClientText              *text;       /* (nullable): where it can be read; borrows lenient */
  GPtrArray                    *statements; /* (nullable): of TOML */
  StoreYamlTree                *yaml;       /* (nullable) */
  GPtrArray                    *findings;
} StoreClientLinter;

/** @offset: bytes */
void store_client_linter_locate_offset (StoreClientLinter *self,
                                        gsize              offset,
                                        guint             *line,
                                        guint             *column);
/** Adds a finding about the server, with its place. @member: (nullable) */
void store_client_linter_add (StoreClientLinter *self,
                              StoreLintSeverity  severity,
                              const char        *rule,
                              const char        *member,
                              const char        *format,
                              ...) G_GNUC_PRINTF (5, 6);
/** The same with a place of its own. */
void store_client_linter_add_at (StoreClientLinter *self,
                                 StoreLintSeverity  severity,
                                 const char        *rule,
                                 guint              line,
                                 guint              column,
                                 const char        *format,
                                 ...) G_GNUC_PRINTF (6, 7);

/** Adds a finding that begins with the consequence, and is an error, or a warning where the
 * application only reports it. @format begins with what is quoted.
 * @unseen: what it is where the consequence is not known */
void store_client_linter_add_mistake (StoreClientLinter *self,
                                      StoreClientMistake mistake,
                                      StoreLintSeverity  unseen,
                                      const char        *rule,
                                      const char        *member,
                                      const char        *format,
                                      ...) G_GNUC_PRINTF (6, 7);
/** The consequence of a value of another kind in @entry, and of no target, or a wrong one. */
StoreClientMistake store_client_linter_get_mistake (StoreClientLinter *self, McpJsonValue entry);
StoreClientMistake store_client_linter_get_entry_mistake (StoreClientLinter *self,
                                                          McpJsonValue       entry);

/** Looks at the server. */
void store_client_lint_entry (StoreClientLinter *self, McpJsonValue entry);
