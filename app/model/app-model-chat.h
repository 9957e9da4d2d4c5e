/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelChat: a conversation as it goes on: hands what a person says to a bench, and what comes
 * of it to the rows, the exchanges and the status. A plain struct; where it is freed, what runs is
 * stopped. Main thread only.
 */

#pragma once

#include "app-model-blocks.h"
#include "app-model-recorder.h"
#include "app-model-conversation.h"

typedef struct _AppModelChat AppModelChat;

/** Who is told of what changes; each is called with @user_data. */
typedef struct
{
  void (*changed) (gpointer user_data); /* state and status */
  void (*turned) (gpointer user_data);  /* the turns */
  void (*ended) (gpointer user_data);   /* a run */
  gpointer user_data;
} AppModelChatWatch;

/** @watch: copied. Returns: (transfer full): without a bench */
AppModelChat *app_model_chat_new (const AppModelChatWatch *watch);
void          app_model_chat_free (AppModelChat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelChat, app_model_chat_free)

/** Another conversation: the rows are those of its turns.
 * @bench: (nullable): held
 * @turns: (nullable) (element-type McpModelTurn): what is shown where there is no bench yet
 * @times: (nullable): µs since the epoch, of each turn */
void app_model_chat_set_bench (AppModelChat         *self,
                               AppModelConversation *bench,
                               GPtrArray            *turns,
                               const gint64         *times);
/** The bench has other turns behind the first @n_turns. @turns: (element-type McpModelTurn): all of
 * them. @times: (nullable): as above */
void app_model_chat_show (AppModelChat *self,
                          guint         n_turns,
                          GPtrArray    *turns,
                          const gint64 *times);
/** Says something beside the conversation, behind its rows. @text: (nullable): nothing */
void app_model_chat_warn (AppModelChat *self, const char *text);
/** Returns: (transfer none) (nullable) */
AppModelConversation *app_model_chat_get_bench (AppModelChat *self);
/** Another key is masked from now on. @key: (nullable) */
void app_model_chat_add_secret (AppModelChat *self, const char *key);
/** Returns: (transfer none): of AppModelBlock */
GListModel *app_model_chat_get_blocks (AppModelChat *self);
/** Returns: (transfer none): of AppModelExchange */
GListModel *app_model_chat_get_exchanges (AppModelChat *self);
/** Returns: (transfer none): "" before anything was said */
const char *app_model_chat_get_status (AppModelChat *self);
gboolean    app_model_chat_is_running (AppModelChat *self);
/** Whether a call waits for the person. */
gboolean app_model_chat_is_asking (AppModelChat *self);
/** Whether the last question has no answer. */
gboolean app_model_chat_can_retry (AppModelChat *self);

/* With a bench that does not run */

void app_model_chat_send (AppModelChat *self, const char *text);
/** @n_turns: behind which the model is asked again; see app_model_conversation_repeat_async() */
void app_model_chat_repeat (AppModelChat *self, guint n_turns);
void app_model_chat_stop (AppModelChat *self);
/** Returns: the number of the person's turn that @turn came of, or it is; -1 for none */
int app_model_chat_find_question (AppModelChat *self, guint turn);
