/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLogReading: what a row of the log says of one thing that passed the tap: its kind, what it is
 * about, one line of it. Secrets are masked; what a server sent is made visible and cut.
 */

#pragma once

#include "app-log-entry.h"
#include "app-redactor.h"
#include "mcp-tap-entry.h"

G_BEGIN_DECLS

/* A row shows one line; more is cut there anyway. */
#define APP_LOG_SUMMARY_CHARACTERS 200

typedef struct
{
  AppLogKind  kind;
  AppLogState state;
  gboolean    outgoing;
  char       *method;  /* (nullable) */
  char       *id;      /* (nullable) */
  char       *name;    /* (nullable): tool, URI, prompt, URL */
  char       *summary; /* never NULL */
  int         level;   /* of what a server logs, an McpLogLevel; -1 for everything else */
} AppLogReading;

/** Fills @self; the texts are the caller's. @redactor: (nullable) */
void app_log_reading_init (AppLogReading *self, McpTapEntry *entry, AppRedactor *redactor);
/** One line of what a server said, as rows show it. Returns: (transfer full) */
char *app_log_reading_dup_line (const char *text, AppRedactor *redactor);

G_END_DECLS
