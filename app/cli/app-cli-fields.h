/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A form at the terminal: one field after the other, what is required first. An empty line keeps
 * the default, or leaves the field out.
 */

#pragma once

#include "app-cli-terminal.h"
#include "app-form.h"

G_BEGIN_DECLS

/** @wait, @user_data: see app_cli_terminal_read_line(). Returns: %FALSE where the person, or @wait,
 * ended it */
gboolean app_cli_fields_ask (AppForm *form, AppCliWaitFunc wait, gpointer user_data);

G_END_DECLS
