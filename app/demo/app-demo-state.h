/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The request state that a client of MCP 2026-07-28 hands back when it calls again: which round it
 * was and what was answered in the rounds before, sealed, so that a client can neither change it
 * nor use it for another request. Source: MCP 2026-07-28, basic/utilities/mrtr.
 */

#pragma once

#include "app-demo-request.h"

/** Opens the state that @request brings. A state that was tampered with fails the request.
 * @answers: (out): an object of answers by their key; none where there is no state
 * @round: (out): how many rounds there were before, 0 without a state
 * Returns: %FALSE where the request failed */
gboolean app_demo_state_open (AppDemoRequest *request, McpJsonSlot *answers, guint *round);

/** @answers: JSON text, an object
 * @padding: (nullable): what a client has to carry besides
 * Returns: (transfer full): the state as a JSON string with its quotes */
char *app_demo_state_seal (AppDemoRequest *request,
                           guint           round,
                           const char     *answers,
                           const char     *padding);
