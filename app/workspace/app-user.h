/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What belongs to the person who runs the program: the workspace of their own servers, read from
 * their configuration folder and followed there, with their keyring.
 */

#pragma once

#include "app-workspace.h"

/** Reads the profiles (small, and nothing can be shown without them). A file that cannot be
 * understood leaves an empty workspace and is never written.
 * @problem: (out) (optional) (nullable) (transfer full): why the profiles could not be read
 * Returns: (transfer full) */
AppWorkspace *app_user_open_workspace (AppSettings *settings, AppProblem **problem);
