/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Numbers as a person reads them.
 */

#pragma once

#include <glib.h>

/** @text: a number as JSON has it. Returns: (transfer full): with its thousands grouped as the
 * locale has it, where it is an integer; else as it is */
char *app_number_text_group (const char *text);
