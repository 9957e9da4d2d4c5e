/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-export-curl.h"

#include <glib/gi18n-lib.h>

#include "app-case-export-private.h"
#include "app-case-trial.h"
#include "app-visible-text.h"

/* Characters of a title in a comment. */
#define MAX_LINE 200

/* One line, whatever is in it: what follows a line end would be a command. */
static void
append_comment (GString *script, const char *first, const char *second)
{
  g_autofree char *text =
      second != NULL ? g_strconcat (first, ": ", second, NULL) : g_strdup (first);
  g_autofree char *line = app_visible_text_line (text, MAX_LINE);

  g_string_append_printf (script, "# %s\n", line);
}

/* To the other stream, so that the responses are all that can be piped. */
static void
append_heading (GString *script, const char *id, const char *name)
{
  g_autofree char *text = g_strdup_printf ("%s, %s", id, name);
  g_autofree char *line = app_visible_text_line (text, MAX_LINE);
  g_autofree char *quoted = g_shell_quote (line);

  g_string_append_printf (script, "printf '\\n%%s\\n' %s >&2\n", quoted);
}

/* Stops at once where there is no key. @variables: of the keys that were seen */
static void
add_variable (GHashTable *variables, GString *checks, const McpModelExchange *exchange)
{
  if (exchange->key_index >= 0 &&
      g_hash_table_add (variables, g_strdup (exchange->variable)))
    g_string_append_printf (checks, ": \"${%s:?}\"\n", exchange->variable);
}

static void
append_request (GString *script, McpModelExchange *exchange, const AppCase *item, const char *name)
{
  g_autofree char *command = mcp_model_exchange_dup_curl (exchange);

  g_string_append_c (script, '\n');
  append_comment (script, item->id, item->title);
  append_heading (script, item->id, name);
  g_string_append (script, command);
}

char *
app_case_export_curl (const AppCaseSuite *suite,
                      const AppCaseAsked *asked,
                      guint               n_asked,
                      GPtrArray          *notes,
                      GError            **error)
{
  g_autoptr (GHashTable) variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) checks = g_string_new (NULL);
  g_autoptr (GString) requests = g_string_new (NULL);
  g_autoptr (GString) script = g_string_new ("#!/bin/sh\n");

  g_return_val_if_fail (suite != NULL && notes != NULL, NULL);

  for (guint i = 0; i < suite->cases->len; i++)
    {
      const AppCase *item = suite->cases->pdata[i];

      if (item->turns->len > 1)
        app_case_export_note (notes, item, "turns");
      for (guint j = 0; j < n_asked; j++)
        {
          g_autoptr (McpModelExchange) exchange =
              app_case_trial_describe (item, asked[j].bench, asked[j].with_key, error);

          if (exchange == NULL)
            {
              g_prefix_error (error, "%s: ", item->id);
              return NULL;
            }
          add_variable (variables, checks, exchange);
          append_request (requests, exchange, item, asked[j].name);
        }
    }
  g_ptr_array_add (notes,
                   g_strdup (_ ("The script sends the first request of each case and "
                                "prints the response; it runs no tool and checks nothing.")));
  append_comment (script, "What spyglass-cli sends first for each case",
                  suite->title);
  if (checks->len > 0)
    g_string_append (script, "# Keys are read from the environment.\n");
  g_string_append_printf (script, "set -e\n%s%s", checks->str, requests->str);
  return g_string_free (g_steal_pointer (&script), FALSE);
}
