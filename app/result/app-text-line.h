/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTextLine: one row of AppTextLines. Immutable. Properties (read only): text (string, control
 * characters made visible), number (uint, the line's, from 1), continued (boolean: this row goes on
 * with the line above it).
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_TEXT_LINE (app_text_line_get_type ())
G_DECLARE_FINAL_TYPE (AppTextLine, app_text_line, APP, TEXT_LINE, GObject)

/** @text: any bytes, meant as UTF-8. Returns: (transfer full) */
AppTextLine *app_text_line_new (const char *text, gsize length, guint number, gboolean continued);
/** Returns: (transfer none) */
const char *app_text_line_get_text (AppTextLine *self);
guint       app_text_line_get_number (AppTextLine *self);
gboolean    app_text_line_is_continued (AppTextLine *self);

G_END_DECLS
