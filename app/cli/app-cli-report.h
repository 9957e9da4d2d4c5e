/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliReport: what came of the calls of a collection, as TAP 13 (each line as soon as its call
 * has ended), as JUnit XML or as one JSON object (at the end).
 */

#pragma once

#include <glib.h>

typedef struct _AppCliReport AppCliReport;

typedef enum {
  APP_CLI_REPORT_TAP,
  APP_CLI_REPORT_JUNIT,
  APP_CLI_REPORT_JSON,
} AppCliReportFormat;

/** @n: calls. Returns: (transfer full) */
AppCliReport *app_cli_report_new (AppCliReportFormat format, const char *title, guint n);
void          app_cli_report_free (AppCliReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliReport, app_cli_report_free)

/** @group: (nullable). @failure: (nullable): a sentence. @duration: µs */
void app_cli_report_add (AppCliReport *self,
                         const char   *group,
                         const char   *name,
                         const char   *failure,
                         gint64        duration);
/** The calls that are left were not run. @reason: a sentence */
void app_cli_report_skip (AppCliReport *self,
                          const char   *group,
                          const char   *name,
                          const char   *reason);
/** Nothing could be called; TAP says nothing of it. @reason: a sentence */
void app_cli_report_fail (AppCliReport *self, const char *reason);
void app_cli_report_end (AppCliReport *self);
