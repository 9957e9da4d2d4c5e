/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppNameGroups: names such as those of a server's tools, in groups of what they are about:
 * "browser_click" and "browser_type" share a prefix, "list_pipelines" and "getPipelineLogs" a noun
 * behind a verb. A prefix that all names have is left out; URIs are grouped by their folders.
 *
 * There are groups only where they help: for a list that is long enough, most of which is in
 * groups of two and more. What is in none of them comes last, under a heading of its own.
 * Immutable.
 */

#pragma once

#include <glib-object.h>

#define APP_TYPE_NAME_GROUPS (app_name_groups_get_type ())
G_DECLARE_FINAL_TYPE (AppNameGroups, app_name_groups, APP, NAME_GROUPS, GObject)

/** Groups stand in the order of their first names. Takes time with the length of all names. */
AppNameGroups *app_name_groups_new (const char *const *names, guint n_names);
/** Returns: how many groups there are, with the last one of what is in none; 0 where groups are of
 * no use */
guint app_name_groups_get_n_groups (AppNameGroups *self);
/** Returns: the group of the name that was at @index */
guint app_name_groups_get_group (AppNameGroups *self, guint index);
/** The order of the list by groups; those of one stand as they stood.
 * Returns: the index of the name at @place; @place itself where there are no groups */
guint app_name_groups_get_nth (AppNameGroups *self, guint place);
/** Returns: how many names are in @group */
guint app_name_groups_get_size (AppNameGroups *self, guint group);
/** A heading, made of words of the names: as plain text only, with what is invisible made visible.
 * Returns: (transfer none) */
const char *app_name_groups_get_title (AppNameGroups *self, guint group);
