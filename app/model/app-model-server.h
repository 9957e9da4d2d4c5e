/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelServer: a server whose tools a model may be given: a session of the workspace that is
 * connected, or the demo server of the scripted model. Main thread only.
 *
 * Properties (all notify)
 *   name (string)
 *   used (boolean, writable): whether the model is given its tools, from the next question on.
 *     Setting it where consent is needed asks for that: see AppModelController::consent
 *   needs-consent (boolean): nobody agreed yet that the provider is told what its tools return
 *   n-tools (uint): that models may be given
 *
 * Signal
 *   wanted: it was to be used, and needs consent first
 */

#pragma once

#include "app-session.h"

#define APP_TYPE_MODEL_SERVER (app_model_server_get_type ())
G_DECLARE_FINAL_TYPE (AppModelServer, app_model_server, APP, MODEL_SERVER, GObject)

/** @session: held. Returns: (transfer full): not used */
AppModelServer *app_model_server_new (AppSession *session);

/** Returns: (transfer none) */
AppSession *app_model_server_get_session (AppModelServer *self);
/** Returns: (transfer none) */
const char *app_model_server_get_name (AppModelServer *self);
gboolean    app_model_server_is_used (AppModelServer *self);
void        app_model_server_set_used (AppModelServer *self, gboolean used);
gboolean    app_model_server_needs_consent (AppModelServer *self);
guint       app_model_server_get_n_tools (AppModelServer *self);
/** For the controller. @needs_consent: it is then not used */
void app_model_server_set_needs_consent (AppModelServer *self, gboolean needs_consent);
void app_model_server_set_n_tools (AppModelServer *self, guint n_tools);
