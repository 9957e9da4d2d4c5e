/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPlaceholders: puts what earlier calls came to into the arguments of the next one:
 * {{last}} is the value of the last call, {{last.items[0].id}} a part of it (see StorePath), and
 * {{search.items}} a part of that of the call "search". A string that is one placeholder becomes
 * the value itself, whatever its type; inside a longer string its text is put in.
 *
 * {{last.object}} is the reference to the object that the server stored the result as, such as
 * "@obj_001", and {{last.object.config}} one to a part of that, "@obj_001.config"; unless the
 * value has a member of that name.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

#define APP_PLACEHOLDERS_LAST "last"

typedef struct _AppPlaceholders AppPlaceholders;

/** Returns: (transfer full) */
AppPlaceholders *app_placeholders_new (void);
void             app_placeholders_free (AppPlaceholders *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppPlaceholders, app_placeholders_free)

/** The call @name came to @value, and was the last one.
 * @object: (nullable): the reference to what the server stored */
void app_placeholders_set (AppPlaceholders *self,
                           const char      *name,
                           McpJsonValue     value,
                           const char      *object);
/** @arguments: none for none. Returns: (transfer full) (nullable): JSON text; %NULL with
 * APP_ERROR_NOT_FOUND where a placeholder stands for nothing, or APP_ERROR_INVALID_INPUT */
char *app_placeholders_fill (AppPlaceholders *self, McpJsonValue arguments, GError **error);
/** @text: such as a URI. Returns: (transfer full) (nullable): as above, but plain text */
char *app_placeholders_fill_text (AppPlaceholders *self, const char *text, GError **error);
