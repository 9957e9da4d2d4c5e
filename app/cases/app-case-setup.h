/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseSetup: what a person chooses before something is measured, as properties that widgets are
 * bound to: five runs at first, of which the first calls count. Main thread only.
 *
 * Properties (all notify, all writable)
 *   prompt (string): what is asked
 *   tool (string): its name as the model is told it, which is to be called; "" for none
 *   same-arguments (boolean): it is to be called with what the model gave in the conversation
 *   results (uint): of an AppCaseResults
 *   allow-tools (boolean): tools run that may change something
 *   repeat (uint): runs of each case; 1 to APP_CASE_SETUP_MAX_REPEAT; 0 as a file says
 *
 * What is changed, each beside what it is without
 *   description (string): the tool's, in place of what its server says; "" for no such change
 *   others-off (boolean): only the tools of its server
 *   only-tool (boolean): only this tool
 *   shuffled (boolean): the tools in another order each time
 *   forced (boolean): the model has to call it
 *   as-approved (boolean): tools say what they said when the person approved them
 */

#pragma once

#include <glib-object.h>

#define APP_CASE_SETUP_MAX_REPEAT 200u

typedef struct
{
  char    *prompt; /* (nullable), as the strings below, for "" */
  char    *tool;
  gboolean same_arguments;
  guint    results;
  gboolean allow_tools;
  guint    repeat;
  char    *description;
  gboolean others_off;
  gboolean only_tool;
  gboolean shuffled;
  gboolean forced;
  gboolean as_approved;
} AppCaseChoices;

#define APP_TYPE_CASE_SETUP (app_case_setup_get_type ())
G_DECLARE_FINAL_TYPE (AppCaseSetup, app_case_setup, APP, CASE_SETUP, GObject)

/** Returns: (transfer none): what it is now */
const AppCaseChoices *app_case_setup_get_choices (AppCaseSetup *self);
