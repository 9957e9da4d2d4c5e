/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInboxPerson: the policy of a window: somebody is there who can answer everything, and nothing
 * is answered without them.
 */

#pragma once

#include "app-inbox-policy.h"

G_BEGIN_DECLS

#define APP_TYPE_INBOX_PERSON (app_inbox_person_get_type ())
G_DECLARE_FINAL_TYPE (AppInboxPerson, app_inbox_person, APP, INBOX_PERSON, GObject)

/** Returns: (transfer full) */
AppInboxPolicy *app_inbox_person_new (void);

G_END_DECLS
