/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * SchemaTap: holds every message that we send against the protocol's own schema, of the revision
 * that is spoken: requests and notifications by their method, results by the method of the request
 * that they answer. What does not fit fails the test with the reason. Without the shared test data
 * nothing is checked.
 */

#pragma once

#include "mcp-message.h"
#include "mcp-tap.h"

typedef struct _SchemaTap SchemaTap;

/** Returns: (transfer full): free with schema_tap_detach() */
SchemaTap *schema_tap_attach (McpTap *tap);
/** From here on anything may be sent: for tests of what a person sends on purpose. */
void schema_tap_allow_anything (SchemaTap *self);
/** Messages that were checked so far. */
guint schema_tap_get_n_checked (SchemaTap *self);
/** Returns: (transfer none): the revision that is spoken, as far as the messages tell */
const char *schema_tap_get_revision (SchemaTap *self);
/** @self: (transfer full) */
void schema_tap_detach (SchemaTap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SchemaTap, schema_tap_detach)

/** One message.
 * @revision: (nullable): "2025-11-25"; %NULL: what the message itself says, else the last legacy one
 * @answered: (nullable): the method of the request that it answers
 * Returns: (transfer full) (nullable): what does not fit, as JSON text; %NULL where it fits */
char *schema_tap_check (McpMessage *message, const char *revision, const char *answered);

/** Whether there are schemas to check against. */
gboolean schema_tap_is_possible (void);
