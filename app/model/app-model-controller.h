/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelController: the model bench of a window: a conversation with a model over the tools of
 * the workspace's servers, as it is shown, and what a person does with it. Nothing is sent before a
 * model was chosen and something was said. Where it is freed, what runs is stopped. Main thread
 * only.
 *
 * Properties (all notify)
 *   state (AppModelState)
 *   status (string): one sentence, translated, that changes at few moments: "Answering",
 *     "Asks to call delete_file", "Answer complete: 214 words, 2 calls, 3.1 s", why it failed:
 *     for the status line and for screen readers
 *   title (string): of the conversation
 *   model-title (string): who is asked: "gpt-6 · OpenAI"; "" for nobody
 *   can-retry (boolean): the last question has no answer: app_model_controller_retry()
 *   kept (boolean, writable): the conversation is written down as it goes on
 *   keeps (boolean, writable): each that begins is kept: a person's choice; bind it to a setting
 *
 * What goes wrong in a run is a notice among the blocks and the status. What goes wrong beside one
 * (a file, the keyring) is told by the signal
 *   problem (AppProblem)
 */

#pragma once

#include "app-model-choice.h"
#include "app-model-attachments.h"
#include "app-model-block.h"
#include "app-model-meter.h"
#include "app-model-reading.h"
#include "app-model-servers.h"
#include "app-model-setup.h"
#include "app-model-exchange.h"
#include "app-client-name.h"

typedef struct _AppKeptConversations AppKeptConversations; /* see app-kept-conversations.h */
typedef struct _AppOverlayList       AppOverlayList;       /* see app-overlay-list.h */

typedef enum {
  APP_MODEL_STATE_NO_MODEL,
  APP_MODEL_STATE_STARTING, /* the scripted model, or a conversation that is opened */
  APP_MODEL_STATE_READY,
  APP_MODEL_STATE_ANSWERING,
  APP_MODEL_STATE_ASKING, /* a call waits for the person */
} AppModelState;

#define APP_TYPE_MODEL_STATE (app_model_state_get_type ())
GType app_model_state_get_type (void);

#define APP_TYPE_MODEL_CONTROLLER (app_model_controller_get_type ())
G_DECLARE_FINAL_TYPE (AppModelController, app_model_controller, APP, MODEL_CONTROLLER, GObject)

/** @workspace: held. Returns: (transfer full): the person's own model is chosen once the list of
 * providers was read */
AppModelController *app_model_controller_new (AppWorkspace *workspace);

/* What is shown */

/** Returns: (transfer none): of AppModelBlock; only its end changes, but when another conversation
 * is shown or one goes back */
GListModel   *app_model_controller_get_blocks (AppModelController *self);
AppModelState app_model_controller_get_state (AppModelController *self);
/** Whether a run goes on: it answers, or asks. */
gboolean app_model_controller_is_answering (AppModelController *self);
/** Returns: (transfer none): what fills the model's context, and what it costs */
AppModelMeter *app_model_controller_get_context_meter (AppModelController *self);
/** Returns: (transfer none): of AppModelExchange, the oldest first; the last 200 */
GListModel *app_model_controller_get_exchanges (AppModelController *self);
/** What the model reads of a request; see app-model-reading.h. @wire: one of those. Ends with
 * app_model_reading_finish() */
void app_model_controller_read_async (AppModelController *self,
                                      AppModelExchange   *wire,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
/** @turn: what was said in it and, of the model's, up to what the person said next; G_MAXUINT for
 * the whole conversation. Returns: (transfer full): as Markdown, or as JSON */
char *app_model_controller_dup_transcript (AppModelController *self, guint turn, gboolean as_json);
/** Returns: (transfer full) (nullable): what the person said in a turn, as
 * app_model_controller_edit() takes it; %NULL where it is not theirs */
char *app_model_controller_dup_said (AppModelController *self, guint turn);

/** Returns: (transfer full) (element-type McpModelTurn): what was said, with nothing secret in
 * it */
GPtrArray *app_model_controller_dup_records (AppModelController *self);

/* What is chosen */

/** Returns: (transfer none) */
AppModelSetup *app_model_controller_get_setup (AppModelController *self);
/** Returns: (transfer none): an AppModelServers: all that are connected */
GListModel *app_model_controller_get_servers (AppModelController *self);
/** Returns: (transfer none): who is asked, and who is from now on; the conversation stays */
AppModelChoice *app_model_controller_get_asked (AppModelController *self);
/** What a model is told of the tools of the servers that are used now, to be edited: what is
 * changed is in the setup at once. Returns: (transfer full) */
AppOverlayList *app_model_controller_create_overlays (AppModelController *self);
/** What another application would call the tools of the servers that are used now.
 * Returns: (transfer full) (element-type AppClientName) */
GListModel *app_model_controller_create_names (AppModelController    *self,
                                               const AppClientNaming *naming);
/** Returns: (transfer none): read already */
AppModelProviders *app_model_controller_get_providers (AppModelController *self);

/* What is said; all but stop in state READY only */

/** Returns: (transfer none): what goes with the next thing that is said */
AppModelAttachments *app_model_controller_get_attachments (AppModelController *self);
/** @text: "" where what was added is enough. Returns: %FALSE where nothing can be said now,
 * somebody has to agree first, or the setup is wrong: the text is still wanted */
gboolean app_model_controller_send (AppModelController *self, const char *text);
/** What came stays. */
void app_model_controller_stop (AppModelController *self);
/** Asks again where no answer came. */
void app_model_controller_retry (AppModelController *self);
/** Goes back to what the person said in a turn, and says @text there; what followed stays as
 * another branch. @text: not empty. Returns: as above */
gboolean app_model_controller_edit (AppModelController *self, guint turn, const char *text);
/** Asks again for the model's answer in which a turn is; what it said stays as a branch. */
void app_model_controller_ask_again (AppModelController *self, guint turn);
/** Shows what was said in the place of a turn, with what came of it last; the conversation goes on
 * from there. Nothing is shown while something runs. @turn: of a fork of AppModelBlock. @step: 1
 * for the next one, -1 for the one before. Returns: whether there is one */
gboolean app_model_controller_show_other (AppModelController *self, guint turn, int step);

/* Conversations */

/** Returns: (transfer none): those that are kept; read already, and looked at again when it
 * changes */
AppKeptConversations *app_model_controller_get_conversations (AppModelController *self);
/** Returns: (transfer none) (nullable): the id of the one that is shown, where it is kept */
const char *app_model_controller_get_conversation (AppModelController *self);
void        app_model_controller_begin_new (AppModelController *self);
void        app_model_controller_open (AppModelController *self, const char *id);
/** @id: of a kept one */
void app_model_controller_rename (AppModelController *self, const char *id, const char *title);
/** @id: (nullable): of a kept one; %NULL for all. Where it is the one that is shown, a new one
 * begins */
void app_model_controller_remove (AppModelController *self, const char *id);
