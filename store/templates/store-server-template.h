/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreServerTemplate: a server that its publisher describes and a person fills in: the manifest of
 * a bundle (.mcpb, .dxt), a server.json of a registry, a server card. It offers options, ways to
 * run or reach the server, each with inputs; with values for these it becomes a profile. Immutable;
 * reference counted. All texts are the publisher's: plain, never markup.
 *
 * Sources: MCPB manifest 0.1 to 0.4, server.json 2025-07-09 to 2025-12-11, server card v1 (draft).
 */

#pragma once

#include "store-template-option.h"

#include "mcp-json-value.h"

/* A description of one server; the largest known have some 30 KiB. */
#define STORE_TEMPLATE_MAX_BYTES (1024u * 1024u)

typedef enum {
  STORE_TEMPLATE_BUNDLE,   /* the manifest of a bundle: one option */
  STORE_TEMPLATE_REGISTRY, /* server.json: an option for each package and each remote */
  STORE_TEMPLATE_CARD,     /* a server card: an option for each remote */
} StoreTemplateKind;

typedef struct _StoreServerTemplate StoreServerTemplate;

/** What a publisher says of the server; texts are cut to a bearable length. */
typedef struct
{
  const char *name;        /* never %NULL: "io.github.example/files" */
  const char *title;       /* never %NULL: the name where there is none */
  const char *description; /* (nullable) */
  const char *version;     /* (nullable) */
  const char *website;     /* (nullable): https: or http: */
  const char *repository;  /* (nullable): the same */
  const char *icon;        /* (nullable): an https: address; of a bundle a path inside it */
  const char *author;      /* (nullable) */
  /* The tools that a bundle lists, the first of them; never %NULL */
  const char *const *tools;
} StoreTemplateAbout;

/**
 * store_server_template_new: reads any of the three; also a list item of a registry
 * (`{"server": …, "_meta": …}`).
 * Returns: (transfer full) (nullable): errors STORE_ERROR_SYNTAX, _TOO_LARGE, _INVALID
 */
StoreServerTemplate *store_server_template_new (GBytes *json, GError **error);
/** The same for a value that was read. Its document is not kept. */
StoreServerTemplate *store_server_template_new_from_value (McpJsonValue value, GError **error);
/** Whether an object is one of the three, at a glance. */
gboolean             store_server_template_is_one (McpJsonValue value);
StoreServerTemplate *store_server_template_ref (StoreServerTemplate *self);
void                 store_server_template_unref (StoreServerTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreServerTemplate, store_server_template_unref)

StoreTemplateKind         store_server_template_get_kind (StoreServerTemplate *self);
const StoreTemplateAbout *store_server_template_get_about (StoreServerTemplate *self);
/** Returns: at least 1 */
guint store_server_template_get_n_options (StoreServerTemplate *self);
/** The kind ("npm", "streamable-http"…), the label ("@scope/server 1.2"), why it cannot be run from
 * here, a link to go on with, a remark, the inputs: see store-template-option.h.
 * Returns: (transfer none) */
const StoreTemplateOption *store_server_template_get_option (StoreServerTemplate *self,
                                                             guint                index);
/** The first option that can be run; 0 where none can. */
guint store_server_template_get_best_option (StoreServerTemplate *self);

/**
 * store_server_template_resolve: the server, filled in.
 * @values: (nullable) (element-type utf8 GStrv): an input's key → its values; what is missing or
 * empty has its default
 * @folder: (nullable): where the bundle was unpacked
 * @secrets: (out) (optional) (transfer full): where secret values went: "env/NAME",
 * "headers/NAME", "arguments", "url". The values themselves are in the profile as plain text until
 * the caller moves them to the vault.
 * Returns: (transfer full) (nullable): a valid profile of origin imported, so that its command is
 * shown whole and confirmed before its first run. Errors: STORE_ERROR_INVALID names all inputs that
 * are missing or wrong, _NOT_FOUND a value for no input, _UNSUPPORTED the option's problem
 */
StoreProfile *store_server_template_resolve (StoreServerTemplate *self,
                                             guint                option,
                                             GHashTable          *values,
                                             const char          *folder,
                                             GStrv               *secrets,
                                             GError             **error);
