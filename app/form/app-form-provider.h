/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormProvider: whoever puts some of a form's arguments in when they are sent, so that the
 * person is not asked for them. The form hides those members, does not call them missing, and does
 * not send by itself what the provider has.
 */

#pragma once

#include <glib-object.h>

#include "mcp-json-value.h"

#define APP_TYPE_FORM_PROVIDER (app_form_provider_get_type ())
G_DECLARE_INTERFACE (AppFormProvider, app_form_provider, APP, FORM_PROVIDER, GObject)

struct _AppFormProviderInterface
{
  GTypeInterface g_iface;

  /* Whether a member is hidden, by its sub-schema. @root: what local references point into */
  gboolean (*hides) (AppFormProvider *self, McpJsonValue root, McpJsonValue schema);
  /* Whether something may be put in at a place, a JSON Pointer, or inside of it. */
  gboolean (*provides) (AppFormProvider *self, const char *pointer);
  /* The arguments without what the provider has. Returns: (transfer full): JSON text */
  char *(*strip) (AppFormProvider *self, McpJsonValue arguments);
};
