/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppComposerFinding: one thing to know about a message before it is sent; it never keeps anybody
 * from sending. Immutable. Properties (constant): text (string, translated), line (uint, from 1; 0
 * where it is about the whole), grave (boolean: a server will not take it for a message)
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_COMPOSER_FINDING (app_composer_finding_get_type ())
G_DECLARE_FINAL_TYPE (AppComposerFinding, app_composer_finding, APP, COMPOSER_FINDING, GObject)

/** Returns: (transfer full) */
AppComposerFinding *app_composer_finding_new (const char *text, guint line, gboolean grave);
/** Returns: (transfer none) */
const char *app_composer_finding_get_text (AppComposerFinding *self);
guint       app_composer_finding_get_line (AppComposerFinding *self);
gboolean    app_composer_finding_is_grave (AppComposerFinding *self);

G_END_DECLS
