/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a failure with another application's file means to a person: whose fault it is, what to do,
 * and the place in the file as evidence.
 */

#pragma once

#include "app-problem.h"

/** @path: (nullable): the file; @text: (nullable): what it holds, for showing the line of a syntax
 * error. Returns: (transfer full) */
AppProblem *app_client_problem_new (const GError *error, const char *path, GBytes *text);
