/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the steps and findings of an authorization look like: an icon, a word, a style class; colour
 * is never the only sign.
 */

#pragma once

#include "mcp-auth-step.h"

typedef struct
{
  const char *icon;
  const char *word; /* translated */
  const char *class_name;
} UiAuthLook;

/** Of a step as it stands, its findings counted in. Returns: by value */
UiAuthLook ui_auth_words_look_at_step (McpAuthStep *step);
UiAuthLook ui_auth_words_look_at_severity (McpAuthSeverity severity);
