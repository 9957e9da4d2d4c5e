/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a connection still is as the profile says. */

#include "app-session-private.h"

void
app_session_note_opened (AppSession *self)
{
  g_clear_object (&self->opened_with);
  self->opened_with = store_profile_copy (self->profile);
}

/* What holds at once, or has nothing to do with the connection, is taken from @profile. */
static void
take_over_rest (StoreProfile *self, StoreProfile *profile)
{
  store_profile_set_id (self, store_profile_get_id (profile));
  store_profile_set_name (self, store_profile_get_name (profile));
  store_profile_set_watch (self, store_profile_get_watch (profile));
  store_profile_set_listen (self, store_profile_get_listen (profile));
  store_profile_set_log_level (self, store_profile_get_log_level (profile));
  store_profile_set_reconnect (self, store_profile_get_reconnect (profile));
  store_profile_set_approval (self, store_profile_get_approval (profile));
  store_profile_set_tool_approvals (self, store_profile_get_tool_approvals (profile));
  store_profile_set_disabled_tools (self, store_profile_get_disabled_tools (profile));
  store_profile_set_presets (self, store_profile_get_presets (profile));
  store_profile_set_pinned_arguments (self, store_profile_get_pinned_arguments (profile));
  store_profile_set_pinned (self, store_profile_get_pinned (profile));
  store_profile_set_enabled (self, store_profile_get_enabled (profile));
  store_profile_set_origin (self, store_profile_get_origin (profile));
  store_profile_set_confirmed (self, store_profile_get_confirmed (profile));
}

gboolean
app_session_is_outdated (AppSession *self)
{
  g_autoptr (StoreProfile) opened = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);

  if (self->client == NULL || self->opened_with == NULL || self->state != APP_SESSION_READY)
    return FALSE;
  opened = store_profile_copy (self->opened_with);
  take_over_rest (opened, self->profile);
  return !store_profile_equal (opened, self->profile);
}
