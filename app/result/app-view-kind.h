/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppViewKind: the ways in which an object can be read: which of them fit what it holds, and the
 * text that each of them shows.
 */

#pragma once

#include "store-object.h"

#include <gio/gio.h>

/* In the order in which they are offered. */
typedef enum {
  APP_VIEW_NONE = 0,
  APP_VIEW_CONTENT = 1 << 0,  /* the blocks of a result, see app-object-content.h */
  APP_VIEW_RENDERED = 1 << 1, /* Markdown, see AppMarkdown */
  APP_VIEW_MARKUP = 1 << 2,   /* XML and HTML, see app-markup.h */
  APP_VIEW_TEXT = 1 << 3,     /* a text by its lines; of a JSON string what it says */
  APP_VIEW_TABLE = 1 << 4,    /* objects with the same members, see AppTable */
  APP_VIEW_TREE = 1 << 5,     /* JSON */
  APP_VIEW_YAML = 1 << 6,     /* of JSON, see app-yaml.h */
  APP_VIEW_HEX = 1 << 7,      /* bytes, see AppHex */
  APP_VIEW_RAW = 1 << 8,      /* as it is kept */
} AppViewKind;

/** Returns: the kinds that fit @object, of which the value may be large: it is not walked through.
 * @inside: where it is shown as content already, which is not offered again.
 * @first: (out): the one that a person sees first. @object: (nullable): %NULL has none */
AppViewKind app_view_kind_find (StoreObject *object, gboolean inside, AppViewKind *first);
/** What the kind is called, translated. @kind: one. Returns: (transfer none) */
const char *app_view_kind_get_title (AppViewKind kind);

/** The text that a view shows, made in a worker where @object is large.
 * @kind: APP_VIEW_RENDERED (its source), APP_VIEW_MARKUP, APP_VIEW_TEXT, APP_VIEW_YAML or
 * APP_VIEW_RAW
 * @max_bytes: where the text is made and not only found (markup, YAML): how much at most */
void app_view_kind_load_text_async (StoreObject        *object,
                                    AppViewKind         kind,
                                    gsize               max_bytes,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** @complete: (out): FALSE where there is more than @max_bytes
 * Returns: (transfer full) (nullable): any bytes, meant as UTF-8; %NULL where it was cancelled */
GBytes *app_view_kind_load_text_finish (GAsyncResult *result, gboolean *complete, GError **error);
