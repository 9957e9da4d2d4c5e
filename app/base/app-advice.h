/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppAdvice: whose fault an error of any floor is, and what to do about it. The window names its
 * settings, a terminal the options of the command line.
 */

#pragma once

#include <glib.h>

typedef enum {
  APP_CULPRIT_SERVER,  /* the server misbehaves or says no */
  APP_CULPRIT_NETWORK, /* what lies between */
  APP_CULPRIT_SETUP,   /* what the person configured: command, URL, file, permission */
  APP_CULPRIT_PROGRAM, /* Spyglass itself */
  APP_CULPRIT_CLIENT,  /* another application's file */
  APP_CULPRIT_ISSUER,  /* the authorization server */
  APP_CULPRIT_NOBODY,  /* a slip of the person's, or the person's own wish */
} AppCulprit;

typedef struct
{
  AppCulprit culprit;
  char      *what; /* (nullable): what happened, where that is known better than by the message */
  char      *text; /* (nullable): translated: what to do */
  char      *url;  /* (nullable): another address of the server that is worth a try */
} AppAdvice;

/** @advice: filled; to be cleared with app_advice_clear() */
void app_advice_choose (AppAdvice *advice, const GError *error);
void app_advice_clear (AppAdvice *advice);

/** What to do about an error that a server tells in words of its own: of a tool's result, of a
 * JSON-RPC error, of a response's body. Only the beginning of a long text is looked at.
 * @culprit: (out) (optional): set where there is something to do
 * Returns: (transfer none) (nullable): translated; %NULL where the words say nothing more */
const char *app_advice_find (const char *text, AppCulprit *culprit);

/** RFC 6750, section 3.1. Returns: (transfer full) (nullable): the scopes that a token has to have
 * for what was refused, where the server says so */
char *app_advice_dup_missing_scope (const GError *error);

/** Said once, before anything fails: advice is read in a terminal. */
void app_advice_speak_to_terminal (void);
/** Returns: (transfer none): whichever fits who reads it */
const char *app_advice_pick (const char *window, const char *terminal);
