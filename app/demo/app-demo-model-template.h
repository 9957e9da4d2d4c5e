/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text that a local server's template makes of a request, as Ollama and llama.cpp tell it: the
 * tools first, then each message between its marks.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

/** @body: of the request. @plain: as llama.cpp answers, not as Ollama does
 * Returns: (transfer full): JSON text */
char *app_demo_model_template_write (McpJsonValue body, gboolean plain);

G_END_DECLS
