/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What may be changed of a model that is asked: it is asked with the tools as they are, and once
 * more with each of the changes that a person chose.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-case-setup.h"

typedef enum {
  APP_CASE_AS_IT_IS,
  APP_CASE_DESCRIPTION,
  APP_CASE_OTHER_OVERLAYS,
  APP_CASE_OTHERS_OFF,
  APP_CASE_ONLY_TOOL,
  APP_CASE_SHUFFLED,
  APP_CASE_FORCED,
  APP_CASE_AS_APPROVED,
  APP_CASE_OTHER_SERVER,
  APP_CASE_N_CHANGES,
} AppCaseChange;

/** What holds for all that is asked, and what is compared. All borrowed. */
typedef struct
{
  const AppCaseChoices *choices;
  guint                 repeat;     /* runs of each case; 0: as the cases say */
  GPtrArray            *sessions;   /* (element-type AppSession): whose tools are used */
  gint64                max_tokens; /* of all runs together; 0 for any number */
  double                max_cost;   /* the same; 0 for any */
  AppToolOverlays      *overlays;   /* (nullable): another version of what tools say */
  const char           *overlays_name;
  GPtrArray            *others; /* (nullable) (element-type AppSession): in place of @sessions */
  const char           *others_name;
  StoreProfileList     *book; /* (nullable): has what was approved, where sessions keep nothing */
} AppCaseTerms;

/** Returns: how many variants there are of each model */
guint    app_case_variants_count (const AppCaseTerms *terms);
gboolean app_case_change_is_chosen (AppCaseChange change, const AppCaseTerms *terms);
/** @title: of the model. Returns: (transfer full): "gpt-6, shuffled" */
char *
app_case_change_dup_name (AppCaseChange change, const AppCaseTerms *terms, const char *title);
/** @bench: has its sessions and options
 * @approved: (inout) (nullable): what tools said when they were approved, once that was looked up
 * Returns: %FALSE with APP_ERROR_NOT_FOUND where they said the same */
gboolean app_case_change_apply (AppCaseChange         change,
                                AppModelConversation *bench,
                                const AppCaseTerms   *terms,
                                AppApprovedTools    **approved,
                                GError              **error);
