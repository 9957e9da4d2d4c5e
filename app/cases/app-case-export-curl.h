/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Cases as a shell script that sends what is sent first for each of them, byte by byte, with curl.
 * What follows depends on the response, and is not in it. Keys are read from the environment.
 */

#pragma once

#include "app-bench.h"
#include "app-case-suite.h"

G_BEGIN_DECLS

/** Who is asked. */
typedef struct
{
  const char *name;
  AppBench   *bench; /* begins again with each case */
  gboolean    with_key;
} AppCaseAsked;

/** @notes: (element-type utf8): what is not in it is added, in sentences
 * Returns: (transfer full) (nullable): %NULL with @error as app_case_trial_describe() has it */
char *app_case_export_curl (const AppCaseSuite *suite,
                            const AppCaseAsked *asked,
                            guint               n_asked,
                            GPtrArray          *notes,
                            GError            **error);

G_END_DECLS
