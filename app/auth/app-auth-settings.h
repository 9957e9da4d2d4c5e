/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthSettings and the member "oauth" of a profile: the same names, secrets as references. What
 * other applications write in one text, "redirect-uri" or "callback-port", is several settings.
 */

#pragma once

#include "mcp-auth-settings.h"
#include "store-profile.h"

/** @secrets: (nullable) (element-type utf8 utf8): reference → secret; one that is not in it is left
 * out. Returns: (transfer full) */
McpAuthSettings *app_auth_settings_new (StoreProfile *profile, GHashTable *secrets);

/** Makes @profile say what @settings say. A secret stays the reference that the profile has of it:
 * new ones are for whoever keeps them in the vault. */
void app_auth_settings_apply (McpAuthSettings *settings, StoreProfile *profile);

/** Whether both say the same, secrets included. */
gboolean app_auth_settings_equal (McpAuthSettings *settings, McpAuthSettings *other);

/** Whether there is a setting of that name; only then is @is_secret set. */
gboolean app_auth_settings_has (const char *name, gboolean *is_secret);
/** Returns: (transfer full): the names of all that are no secret */
GStrv app_auth_settings_dup_names (void);
/** Makes @profile say it in the clear; "" takes it away. */
void app_auth_settings_put (StoreProfile *profile, const char *name, const char *value);
