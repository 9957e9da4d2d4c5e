/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The arguments of a call where an API wants an object and the model wrote a text.
 */

#pragma once

#include "mcp-json-writer.h"

gboolean mcp_model_arguments_is_object (const char *text);
/** Writes @text verbatim if it is an object, else one without members: an API refuses the whole
 * request for any other value, and what the model wrote was answered with an error already. */
void mcp_model_arguments_write (McpJsonWriter *writer, const char *text);
