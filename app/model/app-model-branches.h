/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The branches of a conversation, as a person goes from one to the other: beside a turn there are
 * those that were said in its place, in the order in which they came.
 */

#pragma once

#include "app-model-block.h"
#include "app-kept-conversation.h"

/** Tells each head of @blocks whether what it begins was said in other ways, too.
 * @conversation: (nullable): before anything was said. @blocks: of AppModelBlock */
void app_model_branches_mark (AppKeptConversation *conversation, GListModel *blocks);
/** @turn: of the branch that is shown. @step: 1 for what was said later in its place, -1 for what
 * was said before. Returns: (transfer none) (nullable): where the branch ends on which most
 * recently something was said there; %NULL where there is none */
const AppModelTurn *
app_model_branches_find_end (AppKeptConversation *conversation, guint turn, int step);
