/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppProblem: a failure as a person is told of it, in four parts: what happened, whose fault it is,
 * what to do, and the raw evidence. Immutable. All text may hold what a server sent: show it as
 * plain text only.
 */

#pragma once

#include "app-advice.h"
#include "app-redactor.h"

#define APP_TYPE_PROBLEM (app_problem_get_type ())
G_DECLARE_FINAL_TYPE (AppProblem, app_problem, APP, PROBLEM, GObject)

/** @advice, @evidence: (nullable). Returns: (transfer full) */
AppProblem *app_problem_new (AppCulprit  culprit,
                             const char *what,
                             const char *advice,
                             const char *evidence);

/** Explains an error of any floor. @error keeps its owner; its domain and code choose the advice.
 * Returns: (transfer full) */
AppProblem *app_problem_new_for_error (const GError *error);

/** The same, with the secrets that @redactor (nullable) knows masked in every part, the error's
 * message included. Returns: (transfer full) */
AppProblem *app_problem_new_redacted (const GError *error, AppRedactor *redactor);

/** One sentence. Returns: (transfer none) */
const char *app_problem_get_what (AppProblem *self);
AppCulprit  app_problem_get_culprit (AppProblem *self);
/** For example "the server" or "your settings". Returns: (transfer none) (nullable): translated;
 * %NULL where it is nobody's fault */
const char *app_problem_get_culprit_name (AppProblem *self);
/** "Check the server". Returns: (transfer full) (nullable) */
char *app_problem_dup_check (AppProblem *self);
/** Returns: (transfer none) (nullable) */
const char *app_problem_get_advice (AppProblem *self);
/** Raw: a body, stderr, a challenge; bounded. Returns: (transfer none) (nullable) */
const char *app_problem_get_evidence (AppProblem *self);
/** What a program printed on standard error before it ended. @max_lines: the last ones of it
 * Returns: (transfer full) (nullable) */
char *app_problem_dup_output (AppProblem *self, guint max_lines);
/** Another address of the server that is worth a try. Returns: (transfer none) (nullable) */
const char *app_problem_get_url (AppProblem *self);
/** The member "error" of the response of a server that answered with a JSON-RPC error, as JSON.
 * Returns: (transfer none) (nullable) */
const char *app_problem_get_response (AppProblem *self);
/** Whether the request may be sent again as it was: nothing but the person's word is missing. */
gboolean app_problem_offers_again (AppProblem *self);
/** Whether a token is refused that may do less than this needs, and the server says what. */
gboolean app_problem_lacks_access (AppProblem *self);
/** Returns: that of the server's program which ended by itself; -1 where none did */
int app_problem_get_exit_status (AppProblem *self);
/** The error that it explains. Returns: (transfer none) (nullable) */
const GError *app_problem_get_error (AppProblem *self);
/** Returns: (transfer full): all four parts as text, for copying and for a terminal */
char *app_problem_dup_text (AppProblem *self);
