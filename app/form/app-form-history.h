/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormHistory: what a text was before, step by step, and what was undone. Keeps differences, not
 * texts; bounded in steps and bytes, the oldest go first. Typing in one place is one step a word.
 */

#pragma once

#include <glib.h>

#define APP_FORM_HISTORY_MAX_STEPS 500u
/* Of the differences that are kept. */
#define APP_FORM_HISTORY_MAX_BYTES (16u * 1024u * 1024u)
/* Microseconds of rest that end a word. */
#define APP_FORM_HISTORY_PAUSE (2 * G_USEC_PER_SEC)

typedef struct _AppFormHistory AppFormHistory;

/** Returns: (transfer full) */
AppFormHistory *app_form_history_new (void);
void            app_form_history_free (AppFormHistory *self);

/** The text changed, nowhere but in the part that begins at @offset. @before, @after: that part
 * @place: (nullable): where somebody types; %NULL for a step of its own */
void app_form_history_add (AppFormHistory *self,
                           gsize           offset,
                           const char     *before,
                           gsize           before_length,
                           const char     *after,
                           gsize           after_length,
                           const char     *place);
/** @text: what it is now, as the history was told last.
 * Returns: (transfer full) (nullable): what it was before; %NULL where there is no step */
char *app_form_history_undo (AppFormHistory *self, const char *text);
/** Returns: (transfer full) (nullable): what it was before undo */
char *app_form_history_redo (AppFormHistory *self, const char *text);
