/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A person who says yes to everything, a moment later: Ada fills in forms and visits pages; her
 * model says "blue". */

#pragma once

#include "mcp-input-request.h"

void test_person_answer (McpInputRequest *request);
