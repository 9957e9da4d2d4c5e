/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliGuess: what somebody meant who typed a word that is not known: the nearest of those that
 * are, if one is near.
 */

#pragma once

#include <glib.h>

typedef struct
{
  const char *typed;

  /* Used by this class alone */
  char *nearest; /* (nullable) */
  guint distance;
} AppCliGuess;

/** Looks at one that is known. */
void app_cli_guess_try (AppCliGuess *self, const char *known);
/** " Did you mean “tools”?", or "". @prefix: what stands before it, such as "--".
 * Returns: (transfer full) */
char *app_cli_guess_dup_hint (AppCliGuess *self, const char *prefix);
void  app_cli_guess_clear (AppCliGuess *self);
