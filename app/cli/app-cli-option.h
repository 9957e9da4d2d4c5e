/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliOption: the options of the command line, one row each: what it does, what it takes, where
 * its value goes, and which commands take it.
 */

#pragma once

#include "app-cli-invocation.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  char        letter; /* 0 for none */
  GOptionArg  kind;
  gsize       member; /* of AppCliInvocation */
  const char *about;
  const char *value; /* (nullable) */
  guint       takes; /* AppCliTakes; 0 where its group says it */
} AppCliOption;

typedef struct
{
  const char         *name;
  const char         *title;
  guint               takes; /* AppCliTakes; 0 where every command takes its options */
  const AppCliOption *options;
  guint               n;
} AppCliOptionGroup;

/** Returns: (transfer none): static */
const AppCliOptionGroup *app_cli_option_get_groups (guint *n_groups);

/** Of an option that is no longer there. @name: without "--"
 * Returns: (transfer none) (nullable): where it went, translated; %NULL where there was none */
const char *app_cli_option_find_left (const char *name);

/** Translated. Returns: (transfer none) */
const char *app_cli_option_get_about (const AppCliOption *self);
/** Translated. Returns: (transfer none) (nullable) */
const char *app_cli_option_get_value (const AppCliOption *self);
/** Translated. Returns: (transfer none) */
const char *app_cli_option_group_get_title (const AppCliOptionGroup *self);

/** @takes: of the option, or of its group. @member: in the invocation. Returns: whether to go on */
typedef gboolean (*AppCliOptionFunc) (const AppCliOption *option,
                                      guint               takes,
                                      gpointer            member,
                                      gpointer            user_data);
/** Visits every option, until @visit says %FALSE. Returns: (nullable): where it ended */
const AppCliOption *app_cli_option_visit (const AppCliInvocation *invocation,
                                          AppCliOptionFunc        visit,
                                          gpointer                user_data);

G_END_DECLS
