/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * ModelServer: a language model behind HTTP that says what the script about the demo's tools says:
 * tests/servers/model_server.py. It ends with this program.
 */

#pragma once

#include <gio/gio.h>

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *said;
  char             *base; /* of Chat Completions: with /v1 */
} ModelServer;

/** @key: (nullable): that it wants. Returns: (transfer full): it listens */
ModelServer *model_server_start (const char *key);
void         model_server_free (ModelServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelServer, model_server_free)
