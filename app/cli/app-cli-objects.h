/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliObjects: the stored objects, for commands: opened, with their lists read. Its calls block,
 * by running the main loop.
 */

#pragma once

#include "app-cli.h"
#include "app-objects.h"

G_BEGIN_DECLS

typedef struct
{
  AppCli     *cli;
  AppObjects *objects;
} AppCliObjects;

/** With the Redis server of --redis, or else of $SPYGLASS_REDIS. A store that can only be read is
 * told of on standard error.
 * Returns: (transfer full) (nullable) */
AppCliObjects *app_cli_objects_open (AppCli *cli, GError **error);
void           app_cli_objects_free (AppCliObjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliObjects, app_cli_objects_free)

/** @name: "sqlite/obj_001" or "obj_001". Returns: (transfer full) (nullable) */
StoreObject *app_cli_objects_get (AppCliObjects *self, const char *name, GError **error);

G_END_DECLS
