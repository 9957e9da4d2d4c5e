/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliOption: the options of the command line, one row each: what it does, what it takes, where
 * its value goes, and which commands take it. The rows are in options.toml.
 */

#pragma once

#include "app-cli-invocation.h"

typedef struct
{
  const char *name;
  char        letter; /* 0 for none */
  GOptionArg  kind;
  gsize       member;   /* of AppCliInvocation */
  gsize       also;     /* the last text, or whether any such flag is given; 0 for none */
  const char *property; /* (nullable): of StoreProfile, which it sets */
  const char *word;     /* (nullable): the same, where the profile knows words for it */
  const char *setting;  /* (nullable): of a sign-in, whose secret its value leads to */
  const char *summary;  /* to be translated */
  const char *value;    /* (nullable): to be translated */
  guint       takes;    /* AppCliTakes; 0 where every command takes it */
  const char *choices;  /* (nullable): what a shell proposes, with spaces between */
} AppCliOption;

typedef struct
{
  const char         *name;
  const char         *title;     /* to be translated */
  gboolean            is_folded; /* not shown with the help of a command */
  const AppCliOption *options;   /* the last one has no name */
} AppCliOptionGroup;

/** Ends with a row that has no name. */
extern const AppCliOptionGroup app_cli_option_table[];

/** An option that left, and what is there in its place. */
typedef struct
{
  const char *name;
  const char *summary; /* to be translated */
} AppCliLeftOption;

/** Ends with a row that has no name. */
extern const AppCliLeftOption app_cli_left_table[];

/** Translated. Returns: (transfer none) (nullable): what to say of an option that left */
const char *app_cli_option_find_left (const char *name);
/** @member: its place in the invocation */
gboolean app_cli_option_is_given (const AppCliOption *self, gconstpointer member);
/** @member: in the invocation. Returns: whether to go on */
typedef gboolean (*AppCliOptionFunc) (const AppCliOption *option,
                                      gpointer            member,
                                      gpointer            user_data);
/** Visits every option, until @visit says %FALSE. Returns: (nullable): where it ended */
const AppCliOption *app_cli_option_visit (const AppCliInvocation *invocation,
                                          AppCliOptionFunc        visit,
                                          gpointer                user_data);
