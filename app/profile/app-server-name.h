/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A short name for a server that nobody named: what a person would call it. A command that starts
 * another one (npx, uvx, docker run, node, python…) is named after that one; "server" and "mcp" are
 * left out where something is left.
 *
 *   npx -y @modelcontextprotocol/server-everything@1.0 → everything
 *   uvx --from git+https://… mcp-server-git → git
 *   node /srv/weather/dist/index.js → weather
 *   https://mcp.example.com/mcp → mcp.example.com
 *   unix:/run/mcp-weather.sock → weather
 */

#pragma once

#include <glib.h>

/** @words: (array zero-terminated=1): the program and its arguments; at least one.
 * Returns: (transfer full): never empty */
char *app_server_name_for_command (const char *const *words);
/** Returns: (transfer full): never empty */
char *app_server_name_for_url (const char *url);
