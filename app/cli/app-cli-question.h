/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a server asks, put to the person at the terminal: a form field by field, what is required
 * first; a page by its whole address, which this program never opens; a language model's answer as
 * lines of text. The end of the input (Ctrl+D) puts the question away.
 */

#pragma once

#include "app-inbox-item.h"

G_BEGIN_DECLS

/** Asks and answers; runs the main loop until then, or until the item does not wait any more. Must
 * not be called where messages are delivered. */
void app_cli_question_ask (AppInboxItem *item);

G_END_DECLS
