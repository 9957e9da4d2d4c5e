/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppMatch: what a person typed into a filter or a palette, held against texts: whether they match,
 * how well, and where. Upper and lower case, accents and separators ("get object", "get_object")
 * make no difference. A query of several words matches where each of them does.
 *
 * From best to least: the whole name, its beginning, the beginning of a word in it, a part of it,
 * the beginnings of its words ("lp", "lipipe" for list_pipelines), its characters in their order
 * ("lstpl"), a part of the long text. Among equals the earlier name wins.
 */

#pragma once

#include <glib-object.h>

#define APP_TYPE_MATCH (app_match_get_type ())
G_DECLARE_FINAL_TYPE (AppMatch, app_match, APP, MATCH, GObject)

/** A part of a text that was hit, in bytes. */
typedef struct
{
  guint start;
  guint end;
} AppMatchRange;

/** @query: (nullable): empty or blank matches everything */
AppMatch *app_match_new (const char *query);
gboolean  app_match_is_empty (AppMatch *self);
/** @names: short texts, the most important one first; %NULL among them are skipped
 * @text: (nullable): a long one, such as a description, of which only the beginning is searched
 * Returns: more is better, 0 is no match; 1 where the query is empty */
guint app_match_get_score (AppMatch          *self,
                           const char *const *names,
                           guint              n_names,
                           const char        *text);
/** Where the words of the query are in @name, to be shown in bold.
 * Returns: (transfer full): of AppMatchRange, in the order of the text, without overlaps */
GArray *app_match_find_ranges (AppMatch *self, const char *name);
