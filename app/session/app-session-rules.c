/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the person decides about a server's tools, kept with its profile: approval rules, and which
 * of them models are told of. */

#include "app-session-private.h"

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  /* What the file does not take holds for this run; the book's own state tells of a broken file. */
  if (!store_profile_book_replace_finish (STORE_PROFILE_BOOK (source), result, &error))
    g_info ("The server's profile could not be kept: %s", error->message);
}

void
app_session_keep_profile (AppSession *self, StoreProfile *changed)
{
  if (self->book != NULL &&
      store_profile_book_find (self->book, store_profile_get_id (self->profile)) == self->profile)
    store_profile_book_replace_async (self->book, changed, NULL, on_kept, NULL);
  /* Holds at once, whatever becomes of the file. */
  store_profile_assign (self->profile, changed);
}

const char *
app_session_get_tool_rule (AppSession *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return store_variables_lookup (store_profile_get_tool_approvals (self->profile), tool);
}

void
app_session_set_tool_rule (AppSession *self, const char *tool, const char *rule)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (StoreVariables) rules = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (tool != NULL);

  changed = store_profile_copy (self->profile);
  rules = store_variables_copy (store_profile_get_tool_approvals (changed));
  if (rule != NULL)
    store_variables_set (rules, tool, rule);
  else
    store_variables_remove (rules, tool);
  store_profile_set_tool_approvals (changed, rules);
  app_session_keep_profile (self, changed);
  if (g_strcmp0 (rule, "auto") == 0)
    app_session_keep_approved (self, tool);
}

gboolean
app_session_is_tool_enabled (AppSession *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_SESSION (self), TRUE);
  g_return_val_if_fail (tool != NULL, TRUE);
  return !g_strv_contains (store_profile_get_disabled_tools (self->profile), tool);
}

void
app_session_set_tool_enabled (AppSession *self, const char *tool, gboolean enabled)
{
  const char *const *disabled;
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) names = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (tool != NULL);

  if (app_session_is_tool_enabled (self, tool) == enabled)
    return;
  disabled = store_profile_get_disabled_tools (self->profile);
  builder = g_strv_builder_new ();
  for (guint i = 0; disabled[i] != NULL; i++)
    if (!g_str_equal (disabled[i], tool))
      g_strv_builder_add (builder, disabled[i]);
  if (!enabled)
    g_strv_builder_add (builder, tool);
  names = g_strv_builder_end (builder);
  changed = store_profile_copy (self->profile);
  store_profile_set_disabled_tools (changed, (const char *const *)names);
  app_session_keep_profile (self, changed);
}
