/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The documents that we keep as one JSON object with a version. */

#pragma once

#include "mcp-json-writer.h"
#include "store-file.h"

/** @what: what is kept in it, "list of sign-ins", for messages
 * Returns: (transfer full) (nullable): the object; an empty one where the file is empty or does not
 * exist. Errors: STORE_ERROR_SYNTAX, STORE_ERROR_NEWER where its version is above @version */
McpJsonDocument *store_document_parse (StoreFile  *file,
                                       const char *what,
                                       gint64      version,
                                       GError    **error);
/** Returns: the member, where it is an array; else none */
McpJsonValue store_document_get_list (McpJsonDocument *document, const char *name);
/** Ends @writer. Returns: (transfer full): the text as these documents are laid out */
GBytes *store_document_print (McpJsonWriter *writer);
