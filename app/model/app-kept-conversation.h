/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppKeptConversation: a conversation that is kept. It follows a bench and writes each turn down
 * as it comes, the provider's own JSON included and what is secret masked. Its turns are a tree:
 * where a person goes back and says something else, or asks again, what came of it before stays as
 * another branch. Of the branches one is shown, the one that the bench has. Main thread only; it
 * writes in a worker, and begins its file with the first turn.
 *
 * A line of the file, behind the first, is one of
 *
 *   {"id": "…", "parent": "…", "time": ms, "turn": {…}}  see mcp-model-turn-json.h
 *   {"head": "…"}                                        the branch that ends there is shown
 *   {"setup": {"provider": "…", "address": "https://…", "model": "…", "system": "…",
 *              "servers": ["…"], "overlays": {…}}}          see app-tool-overlays.h
 */

#pragma once

#include "app-model-conversation.h"

/** A turn and its place. */
typedef struct _AppModelTurn AppModelTurn;
struct _AppModelTurn
{
  char               *id;
  const AppModelTurn *parent; /* (nullable) */
  gint64              time;   /* ms since the epoch */
  McpModelTurn       *turn;
};

#define APP_TYPE_KEPT_CONVERSATION (app_kept_conversation_get_type ())
G_DECLARE_FINAL_TYPE (AppKeptConversation,
                      app_kept_conversation,
                      APP,
                      KEPT_CONVERSATION,
                      GObject)

/** One that begins. @folder: (nullable): where conversations are kept; %NULL for the usual place
 * Returns: (transfer full) */
AppKeptConversation *app_kept_conversation_new (const char *folder);
/** One that is kept. @folder: (nullable): as above */
void app_kept_conversation_open_async (const char         *folder,
                                       const char         *id,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
/** Returns: (transfer full) (nullable): errors of store_conversations_read() */
AppKeptConversation *app_kept_conversation_open_finish (GAsyncResult *result, GError **error);

/** Returns: (transfer none) */
const char *app_kept_conversation_get_id (AppKeptConversation *self);
/** Returns: (transfer none) (nullable): what the person called it, else how it begins */
const char *app_kept_conversation_get_title (AppKeptConversation *self);
/** What of its file could not be read, a translated sentence: a line that is damaged, or a turn of
 * another version of this program; it is left out, and what followed it goes on from the one
 * before. Returns: (transfer none) (nullable) */
const char *app_kept_conversation_get_warning (AppKeptConversation *self);
/** Who was asked last. Returns: (transfer none) (nullable) */
const char *app_kept_conversation_get_provider (AppKeptConversation *self);
/** Whether what was said and returned so far would go to a place that it has not been to: one that
 * is neither this machine nor where the conversation was had last. The person is to be asked then:
 * an entry of the same id may have another address, and consent is given for one server. */
gboolean app_kept_conversation_goes_elsewhere (AppKeptConversation *self,
                                               McpModelProvider    *provider);
/** Returns: (transfer none) (nullable) */
const char *app_kept_conversation_get_model (AppKeptConversation *self);
/** Returns: (transfer none) (nullable) */
const char *app_kept_conversation_get_system (AppKeptConversation *self);
/** What the model was told of tools in place of what their servers say.
 * Returns: (transfer none) (nullable): JSON, of AppToolOverlays */
const char *app_kept_conversation_get_overlays (AppKeptConversation *self);
/** Returns: (transfer none) (element-type AppModelTurn): of all branches, as they came */
GPtrArray *app_kept_conversation_get_turns (AppKeptConversation *self);
/** Returns: (transfer none) (element-type AppModelTurn): of the branch that is shown; of the same
 * numbers as the bench's turns */
GPtrArray *app_kept_conversation_get_branch (AppKeptConversation *self);
/** Returns: (transfer container) (element-type McpModelTurn): the same */
GPtrArray *app_kept_conversation_dup_turns (AppKeptConversation *self);

/** The bench goes on with the branch that is shown; what comes from now on is kept. Once.
 * @bench: held; where the conversation begins, with what was said already, which is kept as well;
 * else without turns. What is kept already was paid for: it counts against the bench's limits */
void app_kept_conversation_follow (AppKeptConversation *self, AppModelConversation *bench);
/** Whether it is kept, as it is from the beginning. One that is not has its branches in memory
 * alone, and one that is kept again begins another file, with all of them. */
void app_kept_conversation_set_kept (AppKeptConversation *self, gboolean kept);
/** Shows the branch that ends with a turn, between runs. @turn: of this conversation */
void app_kept_conversation_show (AppKeptConversation *self, const AppModelTurn *turn);

/** Waits until all is written; what could not be written is tried again first. */
void     app_kept_conversation_flush_async (AppKeptConversation *self,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
gboolean app_kept_conversation_flush_finish (AppKeptConversation *self,
                                             GAsyncResult        *result,
                                             GError             **error);
