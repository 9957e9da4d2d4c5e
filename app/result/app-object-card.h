/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppObjectCard: a text that comes from a server's own object store, understood: which object,
 * which path in it, its type and length, the preview, and in the preview every place that was cut,
 * with the call that opens it. The preview is display text, not data: where it cannot be said which
 * value a cut place belongs to, only the whole is offered.
 *
 * Source: the object-store servers' explorer ("@obj_123 → dict (length: 42)", an empty line, a
 * Python-style preview) and their slices ("String slice [0:300] of length 300:", "List slice …").
 *
 * As rows of a tree: AppCardItem.
 */

#pragma once

#include <gio/gio.h>

/* A preview is some kilobytes; beyond this its cut places are not looked for. */
#define APP_OBJECT_CARD_MAX_BYTES (4u * 1024u * 1024u)

typedef enum {
  APP_CARD_VALUE,        /* a header and a preview */
  APP_CARD_STRING_SLICE, /* characters of a string */
  APP_CARD_LIST_SLICE,   /* items of a list */
} AppCardKind;

#define APP_TYPE_OBJECT_CARD (app_object_card_get_type ())
G_DECLARE_FINAL_TYPE (AppObjectCard, app_object_card, APP, OBJECT_CARD, GObject)

/** Looks at the first line. @length: bytes, -1 when NUL-terminated
 * Returns: (transfer full) (nullable): %NULL where the text is something else */
AppObjectCard *app_object_card_new_for_text (const char *text, gssize length);
/** Whether the first line looks so; cheap, reads a bounded beginning only. */
gboolean app_object_card_detect (const char *text, gssize length);

AppCardKind app_object_card_get_kind (AppObjectCard *self);
/** Without "@". Returns: (transfer none): "" for a slice, which does not say it */
const char *app_object_card_get_object_id (AppObjectCard *self);
/** Returns: (transfer none): "" for the whole object */
const char *app_object_card_get_path (AppObjectCard *self);
/** Returns: (transfer none): "dict", "list", "str", … */
const char *app_object_card_get_type_name (AppObjectCard *self);
/** The whole value's length where it is known; -1 else. */
gint64 app_object_card_get_length (AppObjectCard *self);
/** Of a slice: how many items or characters it has, as it says itself. */
gint64 app_object_card_get_n_sliced (AppObjectCard *self);
/** The first line. Returns: (transfer none) */
const char *app_object_card_get_header (AppObjectCard *self);
/** Everything behind the header and the empty line. Returns: (transfer none) */
const char *app_object_card_get_body (AppObjectCard *self);
/** Whether it is a list or a dict whose preview can be read. */
gboolean app_object_card_is_container (AppObjectCard *self);
/** Of a slice: the index of the first item or character, and of the one behind the last that was
 * asked for; 0 else. */
guint64 app_object_card_get_start (AppObjectCard *self);
guint64 app_object_card_get_end (AppObjectCard *self);
/** Of a slice: whether something comes behind it, as far as its length tells. */
gboolean app_object_card_goes_on (AppObjectCard *self);

/** The answer of a follow-up, which does not say all of this itself.
 * @object_id, @path: (nullable): what was asked. @start: the first item or character asked for
 * Returns: (transfer full) (nullable): %NULL where the text is something else */
AppObjectCard *app_object_card_new_for_answer (const char *text,
                                               gssize      length,
                                               const char *object_id,
                                               const char *path,
                                               guint64     start);

/** What a follow-up asked for. */
typedef struct
{
  const char *object_id; /* without "@" */
  const char *path;
  gboolean    slice; /* items or characters from start to end; else the value */
  guint64     start;
  guint64     end;
} AppCardQuestion;

/** Whether the answer is of what was asked, and of no more: another object's is not shown in its
 * place. */
gboolean app_object_card_answers (AppObjectCard *self, const AppCardQuestion *question);
