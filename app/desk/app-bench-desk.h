/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchDesk: the model bench of a window: a conversation with a model over the tools of the
 * workspace's servers, as it is shown, and what a person does with it. Nothing is sent before a
 * model was chosen and something was said. Where it is freed, what runs is stopped. Main thread
 * only.
 *
 * Properties (all notify)
 *   state (AppBenchState)
 *   status (string): one sentence, translated, that changes at few moments: "Answering",
 *     "Asks to call delete_file", "Answer complete: 214 words, 2 calls, 3.1 s", why it failed:
 *     for the status line and for screen readers
 *   title (string): of the conversation
 *   model-title (string): who is asked: "gpt-6 · OpenAI"; "" for nobody
 *   can-retry (boolean): the last question has no answer: app_bench_desk_retry()
 *   kept (boolean, writable): the conversation is written down as it goes on
 *   keeps (boolean, writable): each that begins is kept: a person's choice; bind it to a setting
 *   consent (AppBenchServer, nullable): whose results may go to the provider only once somebody
 *     agreed: the page asks, app_bench_desk_agree() answers
 *   consent-text (string, nullable): the question: "What the tools of “files” return will be sent
 *     to https://api.openai.com/v1."
 *
 * What goes wrong in a run is a notice among the blocks and the status. What goes wrong beside one
 * (a file, the keyring) is told by the signal
 *   problem (AppProblem)
 */

#pragma once

#include "app-bench-asked.h"
#include "app-bench-attachments.h"
#include "app-bench-block.h"
#include "app-bench-gauge.h"
#include "app-bench-reading.h"
#include "app-bench-server.h"
#include "app-bench-setup.h"
#include "app-bench-wire.h"
#include "app-client-name.h"

G_BEGIN_DECLS

typedef struct _AppBenchConversations AppBenchConversations; /* see app-bench-conversations.h */
typedef struct _AppOverlayList        AppOverlayList;        /* see app-overlay-list.h */

typedef enum {
  APP_BENCH_STATE_NO_MODEL,
  APP_BENCH_STATE_STARTING, /* the scripted model, or a conversation that is opened */
  APP_BENCH_STATE_READY,
  APP_BENCH_STATE_ANSWERING,
  APP_BENCH_STATE_ASKING, /* a call waits for the person */
} AppBenchState;

#define APP_TYPE_BENCH_STATE (app_bench_state_get_type ())
GType app_bench_state_get_type (void);

#define APP_TYPE_BENCH_DESK (app_bench_desk_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchDesk, app_bench_desk, APP, BENCH_DESK, GObject)

/** @workspace: held. Returns: (transfer full): the person's own model is chosen once the list of
 * providers was read */
AppBenchDesk *app_bench_desk_new (AppWorkspace *workspace);

/* What is shown */

/** Returns: (transfer none): of AppBenchBlock; only its end changes, but when another conversation
 * is shown or one goes back */
GListModel   *app_bench_desk_get_blocks (AppBenchDesk *self);
AppBenchState app_bench_desk_get_state (AppBenchDesk *self);
/** Returns: (transfer none): what fills the model's context, and what it costs */
AppBenchGauge *app_bench_desk_get_gauge (AppBenchDesk *self);
/** Returns: (transfer none): of AppBenchWire, the oldest first; the last 200 */
GListModel *app_bench_desk_get_exchanges (AppBenchDesk *self);
/** What the model reads of a request; see app-bench-reading.h. @wire: one of those. Ends with
 * app_bench_reading_finish() */
void app_bench_desk_read_async (AppBenchDesk       *self,
                                AppBenchWire       *wire,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** @turn: what was said in it and, of the model's, up to what the person said next; G_MAXUINT for
 * the whole conversation. Returns: (transfer full): as Markdown, or as JSON */
char *app_bench_desk_dup_transcript (AppBenchDesk *self, guint turn, gboolean as_json);
/** Returns: (transfer full) (nullable): what the person said in a turn, as
 * app_bench_desk_edit() takes it; %NULL where it is not theirs */
char *app_bench_desk_dup_said (AppBenchDesk *self, guint turn);

/** Returns: (transfer full) (element-type McpModelTurn): what was said, with nothing secret in
 * it */
GPtrArray *app_bench_desk_dup_records (AppBenchDesk *self);

/* What is chosen */

/** Returns: (transfer none) */
AppBenchSetup *app_bench_desk_get_setup (AppBenchDesk *self);
/** Returns: (transfer none): of AppBenchServer: all that are connected */
GListModel *app_bench_desk_get_servers (AppBenchDesk *self);
/** Returns: (transfer none): who is asked */
AppBenchAsked *app_bench_desk_get_asked (AppBenchDesk *self);
/** What a model is told of the tools of the servers that are used now, to be edited: what is
 * changed is in the setup at once. Returns: (transfer full) */
AppOverlayList *app_bench_desk_create_overlays (AppBenchDesk *self);
/** What another application would call the tools of the servers that are used now.
 * Returns: (transfer full) (element-type AppClientName) */
GListModel *app_bench_desk_create_names (AppBenchDesk *self, const AppClientNaming *naming);
/** The answer to "consent". @agreed: kept for good; its tools are used then */
void app_bench_desk_agree (AppBenchDesk *self, gboolean agreed);
/** Returns: (transfer none): read already */
AppModelProviders *app_bench_desk_get_providers (AppBenchDesk *self);
/** Who is asked from now on; the conversation stays. @entry: the id of a provider. @model: its
 * name; both are remembered */
void app_bench_desk_choose_model (AppBenchDesk *self, const char *entry, const char *model);
/** The scripted model that comes with this program, and the demo server's tools: without a key, and
 * nothing leaves this machine. */
void app_bench_desk_use_script (AppBenchDesk *self);
/** Returns: (transfer none) (nullable): the id of the provider; %NULL for the scripted model */
const char *app_bench_desk_get_entry (AppBenchDesk *self);

/* What is said; all but stop in state READY only */

/** Returns: (transfer none): what goes with the next thing that is said */
AppBenchAttachments *app_bench_desk_get_attachments (AppBenchDesk *self);
/** @text: "" where what was added is enough. Returns: %FALSE where nothing can be said now,
 * somebody has to agree first, or the setup is wrong: the text is still wanted */
gboolean app_bench_desk_send (AppBenchDesk *self, const char *text);
/** What came stays. */
void app_bench_desk_stop (AppBenchDesk *self);
/** Asks again where no answer came. */
void app_bench_desk_retry (AppBenchDesk *self);
/** Goes back to what the person said in a turn, and says @text there; what followed stays as
 * another branch. @text: not empty. Returns: as above */
gboolean app_bench_desk_edit (AppBenchDesk *self, guint turn, const char *text);
/** Asks again for the model's answer in which a turn is; what it said stays as a branch. */
void app_bench_desk_ask_again (AppBenchDesk *self, guint turn);
/** Shows what was said in the place of a turn, with what came of it last; the conversation goes on
 * from there. Nothing is shown while something runs. @turn: of a fork of AppBenchBlock. @step: 1
 * for the next one, -1 for the one before. Returns: whether there is one */
gboolean app_bench_desk_show_other (AppBenchDesk *self, guint turn, int step);

/* Conversations */

/** Returns: (transfer none): those that are kept; read already, and looked at again when it
 * changes */
AppBenchConversations *app_bench_desk_get_conversations (AppBenchDesk *self);
/** Returns: (transfer none) (nullable): the id of the one that is shown, where it is kept */
const char *app_bench_desk_get_conversation (AppBenchDesk *self);
void        app_bench_desk_begin_new (AppBenchDesk *self);
void        app_bench_desk_open (AppBenchDesk *self, const char *id);
/** @id: of a kept one */
void app_bench_desk_rename (AppBenchDesk *self, const char *id, const char *title);
/** @id: of a kept one; where it is the one that is shown, a new one begins */
void app_bench_desk_remove (AppBenchDesk *self, const char *id);

G_END_DECLS
