/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseFile: cases that were read, from a file of our own or of another program, or from a
 * conversation. Reference counted, and immutable.
 */

#pragma once

#include "app-case-suite.h"

typedef struct
{
  AppCaseSuite *suite;
  GBytes       *text;   /* as one of our own */
  char         *system; /* (nullable): what the model was told first in the conversation */
  GPtrArray    *notes;  /* (element-type utf8): what could not be taken over, in sentences */
} AppCaseFile;

/** Reads a whole file. Returns: (transfer full) (nullable): %NULL with @error */
typedef GBytes *(*AppCaseFileReader) (const char *path, GError **error);

/** @answers: (nullable): the path of the answers of BFCL; by default those beside the file
 * Returns: (transfer full) (nullable): %NULL with the errors of @read, of app_case_import() and of
 * app_case_suite_parse() */
AppCaseFile *app_case_file_read (const char       *path,
                                 const char       *answers,
                                 AppCaseFileReader read,
                                 GError          **error);
/** @text: of our own. Returns: (transfer full) (nullable): %NULL as app_case_suite_parse() has
 * it */
AppCaseFile *app_case_file_new (GBytes *text, GError **error);
/** All of a conversation as a case: what the person said is said again, each call is expected
 * again, and results are those that were recorded.
 * @turns: (element-type McpModelTurn): without secrets. @title, @system: (nullable)
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT where nothing was said */
AppCaseFile *app_case_file_new_conversation (GPtrArray  *turns,
                                             const char *title,
                                             const char *system,
                                             GError    **error);
AppCaseFile *app_case_file_ref (AppCaseFile *self);
void         app_case_file_unref (AppCaseFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseFile, app_case_file_unref)
