/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A person who says yes to everything, a moment later: Ada fills in forms and visits pages; her
 * model says "blue". */

#pragma once

#include "mcp-input-request.h"

/** Accepts a request for sampling with one text. @stop_reason: (nullable): %NULL is endTurn */
gboolean test_person_accept_text (McpInputRequest *request,
                                  const char      *text,
                                  const char      *model,
                                  const char      *stop_reason,
                                  GError         **error);

void test_person_answer (McpInputRequest *request);
