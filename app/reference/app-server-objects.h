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

G_BEGIN_DECLS

/* Objects that are remembered; the oldest go. */
#define APP_SERVER_OBJECTS_MAX 500u

#define APP_TYPE_SERVER_OBJECTS (app_server_objects_get_type ())
G_DECLARE_FINAL_TYPE (AppServerObjects, app_server_objects, APP, SERVER_OBJECTS, GObject)

/** @id: without "@". Returns: (transfer none) (nullable) */
AppServerObject *app_server_objects_find (AppServerObjects *self, const char *id);

/** Whether @card came before the server was connected as it is now: it may be of an object that is
 * gone, whose name another one has. */
gboolean app_server_objects_is_earlier (AppServerObjects *self, AppObjectCard *card);

G_END_DECLS
