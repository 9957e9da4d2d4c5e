/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Servers from elsewhere, for "servers import" and "config import". */

#pragma once

#include "app-cli.h"

/** What the words behind the action name: applications, files, bundles, - for standard input; all
 * applications that have a file without words. */
AppCliStatus app_cli_import (AppCli *cli, GError **error);
