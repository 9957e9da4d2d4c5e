/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What other applications drop on the window adds servers: a file of configuration opens the
 * import dialog, a command, a URL or a snippet the dialog for a server. Nothing runs by that.
 */

#pragma once

#include "ui-server-actions.h"

/** @actions: outlive the drop target of @window */
void ui_window_drop_add (UiWindow *window, UiServerActions *actions);
