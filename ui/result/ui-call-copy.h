/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A call as text for the clipboard: what AppSnippet needs is taken from the call and from the
 * profile of its session. Secrets stay out: their places say so.
 */

#pragma once

#include "app-call.h"

/** @action: ends with "copy-curl", "copy-cli" or "copy-json-rpc".
 * Returns: (transfer full) (nullable): %NULL where there is no such text: curl for a program */
char *ui_call_copy_dup_text (AppCall *call, const char *action);
