/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFind: the matches of a text within a result: in the names and values of a JSON value, or in a
 * text. Case is ignored. What is large is searched in a worker; a match is a place, of which views
 * make rows.
 *
 * Signal: changed (): there is another needle, other matches, or another one is the current one
 */

#pragma once

#include "mcp-json-value.h"

#include <gio/gio.h>

/* Nobody steps through more, and their places take little memory. */
#define APP_FIND_MAX_MATCHES 100000u

#define APP_TYPE_FIND (app_find_get_type ())
G_DECLARE_FINAL_TYPE (AppFind, app_find, APP, FIND, GObject)

/** A match is a member or an item whose name or value has the text. Returns: (transfer full) */
AppFind *app_find_new_for_value (McpJsonValue value);
/** @text: any bytes, meant as UTF-8. Returns: (transfer full) */
AppFind *app_find_new_for_text (GBytes *text);

/** Looks for another text, from the current match on. @needle: an empty one finds nothing */
void app_find_set_needle (AppFind *self, const char *needle);
/** Returns: (transfer none) */
const char *app_find_get_needle (AppFind *self);
/** Makes the next match the current one, or the one before; after the last comes the first. */
void app_find_step (AppFind *self, gboolean forwards);
/** @offset: (out): where the current match is: the first byte of a value in its document, or of the
 * match in the text. Returns: %FALSE where there is none */
gboolean app_find_get_current (AppFind *self, gsize *offset);
/** How many matches begin from @start on, before @end. */
guint app_find_count (AppFind *self, gsize start, gsize end);
/** Returns: (transfer full): "3 of 812", "No matches", or "" */
char *app_find_dup_status (AppFind *self);

/** Looks for @needle in @text from @from on, as matches are found.
 * @start: (out): where a match begins. @end: (out): behind it. Returns: whether there is one */
gboolean app_find_match (const char *text,
                         gsize       length,
                         const char *needle,
                         gsize       from,
                         gsize      *start,
                         gsize      *end);
