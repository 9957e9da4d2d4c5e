/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The question what to do with secrets where no keyring runs: keep them in memory, in a file, or
 * not at all. The answer is the person's, never a default.
 */

#pragma once

#include "app-profile-draft.h"

#include <gtk/gtk.h>

/** Asks; after a yes, @draft may be saved again and @allowed is called with @object, if that still
 * lives. @parent: (nullable) */
void ui_fallback_question_ask (GtkWindow       *parent,
                               AppProfileDraft *draft,
                               void (*allowed) (gpointer object),
                               gpointer object);
/** The same for secrets that something else keeps. @object cache: a GObject; @allow: takes the
 * answer */
void ui_fallback_question_ask_for (GtkWindow *parent,
                                   gpointer   object_cache,
                                   void (*allow) (gpointer object_cache, gboolean in_file),
                                   void (*allowed) (gpointer object),
                                   gpointer object);
