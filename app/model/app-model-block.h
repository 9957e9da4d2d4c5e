/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelBlock: one row of a conversation with a model: a head, a paragraph, a table, a call. The
 * list is flat and each row is bounded, so that any conversation can be shown. What a model or a
 * server wrote is as it came: show it as app-visible-text.h and app-markdown.h have it. Main thread
 * only.
 *
 * Properties (all notify)
 *   text (string): what it has; of a block that is open it grows, at most every 33 ms
 *   open (boolean): it still streams: show @text as it is, without Markdown
 *   summary (string): beside it, for a person: "12:04:11 · 214 tokens", "Thought for 3.1 s · 1,204
 *     characters"; "" where there is nothing to say
 *   versions (uint): of a head: how many ways of saying it there are; notified with any change of
 *     app_model_block_get_fork()
 *   accessible-name (string): names the row: "gpt-6, answer 4, paragraph 2"; it changes when the
 *     block closes, never with a piece
 */

#pragma once

#include "app-model-card.h"

/* Bytes of a paragraph; a longer one becomes several blocks. */
#define APP_MODEL_BLOCK_PARAGRAPH_BYTES 1024u
/* Bytes of code, of a table, of a thought; beyond them it is cut, and says so. */
#define APP_MODEL_BLOCK_BYTES (64u * 1024u)

typedef enum {
  APP_MODEL_BLOCK_HEAD,      /* text: who says what follows: "You", the model's name */
  APP_MODEL_BLOCK_PARAGRAPH, /* a heading, a paragraph, an item: Markdown if a model wrote it */
  APP_MODEL_BLOCK_CODE,      /* text: without its fence */
  APP_MODEL_BLOCK_TABLE,     /* text: Markdown */
  APP_MODEL_BLOCK_REASONING, /* to be folded: the summary is its one line */
  APP_MODEL_BLOCK_REFUSAL,   /* the model's, plain text */
  APP_MODEL_BLOCK_IMAGE,     /* text: its size, for a person */
  APP_MODEL_BLOCK_CALL,      /* see its card */
  APP_MODEL_BLOCK_NOTICE,    /* what this program has to say: plain text */
} AppModelBlockKind;

typedef enum {
  APP_MODEL_NOTICE_PLAIN,
  APP_MODEL_NOTICE_WARNING,
  APP_MODEL_NOTICE_ERROR,
} AppModelNotice;

/** One of several ways in which something was said. */
typedef struct
{
  guint turn;     /* of the conversation: where they part */
  guint position; /* from 1 */
  guint count;
} AppModelFork;

#define APP_TYPE_MODEL_BLOCK (app_model_block_get_type ())
G_DECLARE_FINAL_TYPE (AppModelBlock, app_model_block, APP, MODEL_BLOCK, GObject)

/** @kind: one without a constructor of its own. @turn: of the conversation, from 0
 * Returns: (transfer full): closed */
AppModelBlock *app_model_block_new (AppModelBlockKind kind, guint turn, const char *text);
/** @is_person: whether it is what the person said. Returns: (transfer full) */
AppModelBlock *app_model_block_new_head (guint turn, const char *name, gboolean is_person);
/** @language: (nullable). Returns: (transfer full) */
AppModelBlock *app_model_block_new_code (guint turn, const char *language, const char *text);
/** @data: held. Returns: (transfer full) */
AppModelBlock *app_model_block_new_image (guint turn, const char *mime_type, GBytes *data);
/** @card: held. Returns: (transfer full): its text and name follow the card's */
AppModelBlock *app_model_block_new_call (guint turn, AppModelCard *card);
/** @advice: (nullable): what to do about it. Returns: (transfer full) */
AppModelBlock *app_model_block_new_notice (guint          turn,
                                           AppModelNotice level,
                                           const char    *text,
                                           const char    *advice);

AppModelBlockKind app_model_block_get_kind (AppModelBlock *self);
/** To which turn it belongs: for app_model_controller_edit() and the like. */
guint app_model_block_get_turn (AppModelBlock *self);
/** Whether the person said it: it is then plain text. */
gboolean app_model_block_is_person (AppModelBlock *self);
/** Whether the person wants to read it as it was written, without Markdown; notified as "text". */
gboolean app_model_block_is_plain (AppModelBlock *self);
void     app_model_block_set_plain (AppModelBlock *self, gboolean plain);
/** Returns: (transfer none) */
const char *app_model_block_get_text (AppModelBlock *self);
gboolean    app_model_block_is_open (AppModelBlock *self);
/** Returns: (transfer none) */
const char *app_model_block_get_summary (AppModelBlock *self);
/** Returns: (transfer none) */
const char *app_model_block_get_accessible_name (AppModelBlock *self);
/** Returns: (transfer none) (nullable): of code, as the model wrote it: "python" */
const char *app_model_block_get_language (AppModelBlock *self);
/** Returns: (transfer none) (nullable): of an image */
GBytes *app_model_block_get_data (AppModelBlock *self);
/** Returns: (transfer none) (nullable): of a call */
AppModelCard *app_model_block_get_card (AppModelBlock *self);
/** Of a notice. */
AppModelNotice app_model_block_get_level (AppModelBlock *self);
/** Returns: (transfer none) (nullable): of a head, where there is more than one way */
const AppModelFork *app_model_block_get_fork (AppModelBlock *self);
/** Returns: (transfer none) (nullable): of a notice */
const char *app_model_block_get_advice (AppModelBlock *self);
/** Returns: (transfer full): what is copied of it: Markdown, code in its fence */
char *app_model_block_dup_source (AppModelBlock *self);

/** Returns: (transfer full): code in a fence, which is longer than all that @text has, so that
 * nothing in it ends it */
char *app_model_block_dup_fenced (const char *language, const char *text);
/** Returns: (transfer full): no more than APP_MODEL_BLOCK_BYTES, with a mark where it is cut
 * @length: bytes */
char *app_model_block_cut_text (const char *text, gsize length);

/* For whoever fills it */

void app_model_block_set_person (AppModelBlock *self, gboolean is_person);
void app_model_block_set_text (AppModelBlock *self, const char *text);
void app_model_block_set_open (AppModelBlock *self, gboolean open);
/** @fork: of no count where there is one way */
void app_model_block_set_fork (AppModelBlock *self, const AppModelFork *fork);
/** @summary: (nullable) */
void app_model_block_set_summary (AppModelBlock *self, const char *summary);
void app_model_block_set_accessible_name (AppModelBlock *self, const char *name);
