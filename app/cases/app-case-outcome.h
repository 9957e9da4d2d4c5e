/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseOutcome: what a model did in one turn, or in all turns of a case: what is held against
 * what was expected. AppCaseProblem: one difference. Plain structs.
 */

#pragma once

#include "mcp-json-value.h"

/** A call that a model made. */
typedef struct
{
  char       *told;      /* the tool's name as the model was told it */
  char       *name;      /* (nullable): the tool's own; %NULL where there is no such tool */
  McpJsonSlot arguments; /* as the model gave them; none where they cannot be read */
  gboolean    is_error;  /* it came to an error */
  gboolean    was_kept;  /* it did not run: nobody allowed it */
} AppCaseCall;

typedef struct
{
  GPtrArray *calls;    /* (element-type AppCaseCall): in their order */
  char      *answer;   /* what the model said last; "" where that is nothing */
  gint64     tokens;   /* in and out; where providers do not tell, estimated */
  guint      requests; /* that it took */
} AppCaseOutcome;

typedef enum {
  APP_CASE_MISSING,   /* a call that was expected */
  APP_CASE_EXTRA,     /* a call that was not */
  APP_CASE_ORDER,     /* calls in another order */
  APP_CASE_ARGUMENTS, /* a call with other arguments */
  APP_CASE_ANSWER,
  APP_CASE_ERROR, /* of a tool */
  APP_CASE_LIMIT, /* of tokens or requests */
} AppCaseProblemKind;

typedef struct
{
  AppCaseProblemKind kind;
  char              *text; /* a sentence, which may quote the model */
} AppCaseProblem;

/** @name: (nullable). Returns: (transfer full) */
AppCaseCall *app_case_call_new (const char *told, const char *name, McpJsonValue arguments);
void         app_case_call_free (AppCaseCall *self);
/** Whether it is a call of the tool that a file names so: as it is told, by its own name, or by the
 * name that it had among several servers. */
gboolean app_case_call_is_of (const AppCaseCall *self, const char *tool);

/** Returns: (transfer full): nothing was done */
AppCaseOutcome *app_case_outcome_new (void);
void            app_case_outcome_free (AppCaseOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseOutcome, app_case_outcome_free)
/** What follows it: calls are added, the answer is the later one. @later: (transfer full) */
void app_case_outcome_take (AppCaseOutcome *self, AppCaseOutcome *later);

/** @text: (transfer full). Returns: (transfer full) */
AppCaseProblem *app_case_problem_new (AppCaseProblemKind kind, char *text);
void            app_case_problem_free (AppCaseProblem *self);
/** Returns: (transfer none): "missing", "extra", …: for programs */
const char *app_case_problem_kind_to_text (AppCaseProblemKind kind);
