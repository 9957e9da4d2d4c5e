/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * URI templates (RFC 6570, all four levels, for values that are strings): which variables one has,
 * and the URI that it becomes.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The names of the variables, each once, in the order of the template; empty where the template is
 * broken. Returns: (transfer full) */
char **app_uri_template_dup_variables (const char *uri_template);

/** @lookup: returns the value of a variable, %NULL where it is not defined; owned by the caller
 * Returns: (transfer full): the URI; what is no valid expression stays as it is written */
char *app_uri_template_expand (const char *uri_template,
                               const char *(*lookup) (const char *name, gpointer data),
                               gpointer data);

G_END_DECLS
