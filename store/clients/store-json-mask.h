/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreJsonMask: JSON with comments as strict JSON of the same length: comments and trailing commas
 * become spaces (line breaks stay), so that a byte offset in the one is the same in the other.
 * Source: the JSONC of Visual Studio Code: `//`, slash-star comments and commas before a closing
 * bracket.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  gsize start;
  gsize end;
} StoreJsonComment;

typedef struct
{
  GBytes *bytes;    /* strict JSON, if the text is JSONC at all */
  GArray *comments; /* of StoreJsonComment, in order */
  GArray *commas;   /* of gsize: offsets of trailing commas, in order */
} StoreJsonMask;

/** Returns: (transfer full): what is not understood stays as it is, for the reader to refuse */
StoreJsonMask *store_json_mask_new (GBytes *text);
void           store_json_mask_free (StoreJsonMask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreJsonMask, store_json_mask_free)

/** The offset of a trailing comma from @start to before @end. Returns: whether there is one */
gboolean store_json_mask_find_comma (StoreJsonMask *self, gsize start, gsize end, gsize *comma);
/** The end of the comment that @offset lies inside of, else @offset. */
gsize store_json_mask_skip_comment (StoreJsonMask *self, gsize offset);
/** Whether a line comment ends at @offset. */
gboolean store_json_mask_ends_in_line_comment (StoreJsonMask *self, GBytes *text, gsize offset);

G_END_DECLS
