/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The readers of this room, one a format: each adds the options of a document. Whatever is of a
 * wrong type in it is as if it were not there.
 */

#pragma once

#include "store-template-option.h"

#include "mcp-json-value.h"

/* A text of a publisher: longer ones are no names and no descriptions. */
#define STORE_TEMPLATE_MAX_TEXT 4096u
/* Ways to run one server. */
#define STORE_TEMPLATE_MAX_OPTIONS 100u

/** A member that is a string without line breaks and not empty, cut to @max bytes.
 * Returns: (transfer full) (nullable) */
char *store_template_dup_text (McpJsonValue object, const char *name, gsize max);
/** The text of a string, number or boolean. Returns: (transfer full) (nullable) */
char *store_template_dup_scalar (McpJsonValue value);

/** The packages and remotes of a server.json, the remotes of a server card.
 * @options: (element-type StoreTemplateOption) */
void store_template_read_server (McpJsonValue root, GPtrArray *options);
/** The one way to run a bundle.
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID where the manifest is none */
StoreTemplateOption *store_template_read_manifest (McpJsonValue root, GError **error);
