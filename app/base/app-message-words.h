/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What of a text in JSON is no value that anyone typed or sent, and is no secret whatever word it
 * is: the names of members; in the parameters of a known method and in the known members of a
 * result also the protocol's own words, the names of tools, prompts and resources, and the keywords
 * of their schemas. Texts of several lines (JSON lines, server-sent events) are read line by line.
 */

#pragma once

#include <glib.h>

/** Takes out of @spans, parts that are to be masked, what is such a word; one that meets a number
 * becomes all of it. @spans: (element-type AppSpan): in order */
void app_message_words_spare (const char *data, gsize length, GArray *spans);
/** Whether a text is JSON, JSON lines or server-sent events, by how it begins and ends. */
gboolean app_message_words_is_message (const char *data, gsize length);
