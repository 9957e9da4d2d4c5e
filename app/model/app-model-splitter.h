/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelSplitter: cuts a text in Markdown that arrives piece by piece into rows: paragraphs,
 * headings and items, code, tables. However it is cut into pieces, the rows are the same. Only the
 * last one is open: what comes behind may change it. Each is bounded. A plain struct.
 *
 * It reads what tells the rows apart and nothing else; app-markdown.h reads the rest.
 */

#pragma once

#include "app-model-block.h"

/** A row is whole. @kind: PARAGRAPH, CODE or TABLE. @language: (nullable): of code */
typedef void (*AppModelRowFunc) (AppModelBlockKind kind,
                                 const char       *language,
                                 const char       *text,
                                 gpointer          user_data);

typedef struct _AppModelSplitter AppModelSplitter;

/** @is_plain: it is no Markdown: only too long rows are cut. Returns: (transfer full) */
AppModelSplitter      *
app_model_splitter_new (gboolean is_plain, AppModelRowFunc func, gpointer user_data);
void app_model_splitter_free (AppModelSplitter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelSplitter, app_model_splitter_free)

/** @text: UTF-8. @length: bytes */
void app_model_splitter_push (AppModelSplitter *self, const char *text, gsize length);
/** The text has ended: what is open is closed. */
void app_model_splitter_finish (AppModelSplitter *self);
/** The open row, as it is now. @kind: (out). @language: (out) (transfer none) (nullable)
 * Returns: (transfer full) (nullable): %NULL where none is open */
char *app_model_splitter_dup_open (AppModelSplitter  *self,
                                   AppModelBlockKind *kind,
                                   const char       **language);
