/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComposerTemplate: one method of the protocol, the revisions that have it, and a message to
 * begin with. The table is constant.
 *
 * Source: schema.ts of the revisions 2024-11-05 to 2026-07-28, and of the extension
 * io.modelcontextprotocol/tasks.
 */

#pragma once

#include <glib.h>

/* The first revision without a handshake. */
#define APP_COMPOSER_MODERN "2026-07-28"

typedef struct
{
  const char *method;
  const char *first;        /* the first revision that has it */
  const char *last;         /* (nullable): the last; %NULL where every later one has it */
  const char *params;       /* (nullable): JSON text */
  gboolean    notification; /* no answer comes */
  gboolean    of_server;    /* servers send it, clients do not */
} AppComposerTemplate;

/** Every method that is known. @n: (out). Returns: (transfer none) (array length=n) */
const AppComposerTemplate *app_composer_template_list (guint *n);
/** Returns: (transfer none) (nullable): the row for @method that @revision has, else any */
const AppComposerTemplate *app_composer_template_find (const char *method, const char *revision);
/** A method of the protocol that somebody may have meant: “tools/call” for “callTool”.
 * Returns: (transfer none) (nullable) */
const char *app_composer_template_guess (const char *method);
/** Whether @revision (nullable: any) has it. */
gboolean app_composer_template_fits (const AppComposerTemplate *self, const char *revision);
gboolean app_composer_revision_is_modern (const char *revision);
/** A message to begin with, laid out; with the _meta that the modern era asks for.
 * @id: JSON text of an id that is free; @capabilities: (nullable): what we declare of ours, as JSON
 * text. Returns: (transfer full) */
char *app_composer_template_dup_message (const AppComposerTemplate *self,
                                         const char                *revision,
                                         const char                *id,
                                         const char                *capabilities);
