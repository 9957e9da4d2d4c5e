/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSignInRow: how the person is signed in to a server, with a way out and to the steps; or what
 * the server wants beyond that. Not shown where neither is the case.
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

GtkWidget *ui_sign_in_row_new (AppSession *session);
