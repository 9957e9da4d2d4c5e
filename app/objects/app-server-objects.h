/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerObjects: the objects of a server's own store that a session has seen in the results of
 * its calls: a GListModel of AppServerObject, the latest first. It watches, and asks nothing. With
 * another connection what was seen before may be gone, and is marked so; so is what the server says
 * it does not know. A feature of the session.
 *
 * Signal: changed, where an object came, or more is known of one.
 */

#pragma once

#include "app-result.h"
#include "app-server-object.h"
#include "app-session-feature.h"

/* Objects that are remembered; the oldest go. */
#define APP_SERVER_OBJECTS_MAX 500u

/* How long such a server keeps an object where nothing else is said; seconds. Source: the
 * object-store servers' --object-store-ttl. */
#define APP_SERVER_OBJECT_LIFETIME 600u

#define APP_TYPE_SERVER_OBJECTS (app_server_objects_get_type ())
G_DECLARE_FINAL_TYPE (AppServerObjects, app_server_objects, APP, SERVER_OBJECTS, GObject)

/** @id: without "@". Returns: (transfer none) (nullable) */
AppServerObject *app_server_objects_find (AppServerObjects *self, const char *id);

/** As app_server_object_dup_card(), of one of @self. Returns: (transfer full) */
AppObjectCard *app_server_objects_dup_card (AppServerObjects *self, AppServerObject *object);

/** What later calls may name the result by, where it says that the server stored it.
 * @result: (nullable). Returns: (transfer full) (nullable): such as "@obj_001", or
 * "@obj_001.config" where a part of an object was shown */
char *app_server_objects_dup_reference (AppResult *result);

/** When the server is likely to drop @object, as far as the session's profile says how long it
 * keeps one. Returns: µs since the epoch; 0: not at all */
gint64 app_server_objects_get_expiry (AppSession *session, AppServerObject *object);

/** Whether @card came before the server was connected as it is now: it may be of an object that is
 * gone, whose name another one has. */
gboolean app_server_objects_is_earlier (AppServerObjects *self, AppObjectCard *card);
