/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelBlocks: makes the rows of a conversation from its turns, and from what streams before a
 * turn is whole. Whichever way they come, the rows are the same. What streams is shown at once, and
 * then at most every 33 ms, every 100 ms in a long answer. Main thread only.
 */

#pragma once

#include "app-model-block.h"
#include "mcp-model-draft.h"

typedef struct _AppModelBlocks AppModelBlocks;

/** Returns: (transfer full) */
AppModelBlocks *app_model_blocks_new (void);
void            app_model_blocks_free (AppModelBlocks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelBlocks, app_model_blocks_free)

/** Returns: (transfer none): of AppModelBlock */
GListModel *app_model_blocks_get_model (AppModelBlocks *self);

/** Another conversation, in one change. @turns: (element-type McpModelTurn)
 * @times: (nullable): µs since the epoch of each */
void app_model_blocks_set_turns (AppModelBlocks *self, GPtrArray *turns, const gint64 *times);
/** Of what is shown only so many turns are left, and the rest of @turns comes behind them, in one
 * change. The first @n_turns of both are the same. */
void app_model_blocks_replace (AppModelBlocks *self,
                               guint           n_turns,
                               GPtrArray      *turns,
                               const gint64   *times);
/** Only so many turns are left. */
void app_model_blocks_rewind (AppModelBlocks *self, guint n_turns);

/** A turn that is whole: what the person said, or results. @time: µs since the epoch; 0: unknown */
void app_model_blocks_add_turn (AppModelBlocks *self,
                                guint           turn,
                                McpModelTurn   *added,
                                gint64          time);
/** A turn of the model begins. @model: who is asked */
void app_model_blocks_begin_turn (AppModelBlocks *self, guint turn, const char *model, gint64 time);
/** A piece of it. */
void app_model_blocks_take_event (AppModelBlocks *self, const McpModelEvent *event);
/** It is whole. */
void app_model_blocks_end_turn (AppModelBlocks *self, McpModelTurn *ended);
/** Nothing more comes: what never became a turn goes, and calls that were not carried out say
 * so. */
void app_model_blocks_end_answer (AppModelBlocks *self);
/** What this program has to say. @advice: (nullable) */
void app_model_blocks_add_notice (AppModelBlocks *self,
                                  guint           turn,
                                  AppModelNotice  level,
                                  const char     *text,
                                  const char     *advice);

/** Returns: (transfer none) (nullable): of the last turn's calls with this id the first that waits,
 * else the last */
AppModelCard *app_model_blocks_find_card (AppModelBlocks *self, const char *id);
