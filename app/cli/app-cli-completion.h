/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a shell proposes when Tab is pressed. The scripts of the shells call the program itself as
 * "spyglass-cli __complete WORD…", up to the word that is being typed; it prints one proposal a
 * line, with what it is behind a tab. No server is started or asked: the names of a saved server's
 * tools are those of its last list.
 */

#pragma once

#include <gio/gio.h>

/** @words: (array zero-terminated=1): behind the program's name */
void app_cli_completion_print (const char *const *words);
