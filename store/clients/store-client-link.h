/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreClientLink: the links by which a web page adds a server to an application, and the commands
 * that do the same in a terminal, read back into a profile. Values stay as they are written.
 */

#pragma once

#include "store-client-entry.h"

/** How the configuration is packed into a link. */
typedef enum {
  STORE_LINK_BASE64, /* ?name=…&config=BASE64 of the inner object */
  STORE_LINK_PLAIN,  /* ?name=…&config=JSON, inputs apart */
  STORE_LINK_OBJECT, /* ?JSON with the name in it */
  STORE_LINK_QUERY,  /* a parameter for each part */
} StoreLinkPacking;

/** One of the links; what Spyglass writes has an id, the others are only read. */
typedef struct
{
  const char      *id; /* (nullable) */
  const char      *application;
  StoreLinkPacking packing;
  guint            variables; /* how a secret is spelled: STORE_VARIABLE_ENV, _INPUT, 0 for none */
  const char      *begin;     /* as far as the question mark */
  const char      *end;       /* (nullable) */
  gboolean         only_programs;
} StoreClientLink;

/** Returns: (transfer none): closed by one without a beginning */
const StoreClientLink *store_client_link_get_all (void);
/** Whether @text begins as one of the links does: cursor:, vscode:mcp/…, https://cursor.com/…,
 * https://vscode.dev/redirect/mcp/…, lmstudio:, vsweb+mcp:, raycast://mcp/…, goose://extension, spyglass:add… */
gboolean store_client_link_is_one (const char *text);
/** @notes: (element-type StoreNote): gets what the person should know
 * Returns: (transfer full) (nullable): a profile of origin pasted; STORE_ERROR_INVALID where the
 * link is none or says nothing of a server */
StoreProfile *store_client_link_read (const char *link, GPtrArray *notes, GError **error);

/** Whether @text begins as `claude mcp add`, `claude mcp add-json`, `codex mcp add`, `gemini mcp
 * add`, `code --add-mcp` do. */
gboolean store_client_command_is_one (const char *text);
/** Returns: (transfer full) (nullable): the same for such a line; an option that is not known is an
 * error, since what follows it could be anything */
StoreProfile *
store_client_command_read (const char *line, GPtrArray *notes, GError **error);
