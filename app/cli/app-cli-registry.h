/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Servers that a registry offers, for "registry" and "servers import registry:NAME". */

#pragma once

#include "app-cli.h"
#include "app-server-offer.h"

/** @word: "NAME" or "NAME@VERSION"
 * Returns: (transfer full) (nullable): what the registry of the command line has under that name */
AppServerOffer *app_cli_registry_fetch (AppCli *cli, const char *word, GError **error);
/** Prints every way to run or reach a server, so that --option and --input can be written. */
void app_cli_registry_list_options (StoreServerTemplate *template);
