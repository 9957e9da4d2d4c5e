/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComposerMemory: what is kept of the composer over a restart, in a file beside the profiles:
 * the text, the server, and what was sent last with what came back. Secrets are masked.
 * Main thread only.
 */

#pragma once

#include "app-log-entry.h"
#include "app-workspace.h"

G_BEGIN_DECLS

/* Messages that are kept, and bytes of one; what is longer is left out, with its answer. */
#define APP_COMPOSER_MEMORY_SENT 20u
#define APP_COMPOSER_MEMORY_BYTES (32u * 1024u)

typedef struct _AppComposerMemory AppComposerMemory;

/** Returns: (transfer full) */
AppComposerMemory *app_composer_memory_new (AppWorkspace *workspace);
/** Returns when all is in the file. */
void app_composer_memory_free (AppComposerMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppComposerMemory, app_composer_memory_free)

/**
 * What was kept. @server: (out) (transfer full) (nullable): its name; @history: of AppLogEntry, is
 * filled, newest first
 * Returns: (transfer full) (nullable): the text
 */
char *app_composer_memory_read (AppComposerMemory *self, char **server, GListStore *history);
/** @session: (nullable): whose secrets the text may hold; @history: of AppLogEntry, newest first */
void app_composer_memory_write (AppComposerMemory *self,
                                const char        *text,
                                AppSession        *session,
                                GListModel        *history);

G_END_DECLS
