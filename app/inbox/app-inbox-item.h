/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInboxItem: one thing that a server asks of the person: who asks, in which call, what, and the
 * draft of the answer, which outlives any view of it. It is answered once; it ends by itself when
 * the server does not want an answer any more, or with the call or the connection.
 *
 * Properties (all notify, booleans)
 *   waiting
 *   opened: APP_INBOX_PAGE: the person had the page opened
 *   visited: APP_INBOX_PAGE: the server says that it was visited
 *
 * Whatever the server wrote is plain text.
 *
 * Source: MCP 2025-11-25 and 2026-07-28, "Elicitation", "Sampling", "Roots".
 */

#pragma once

#include "app-call.h"
#include "app-folder-list.h"
#include "app-form.h"
#include "mcp-input-request.h"
#include "app-sampling-reply.h"
#include "app-session.h"
#include "mcp-url-review.h"

typedef enum {
  APP_INBOX_FORM,     /* elicitation by form */
  APP_INBOX_PAGE,     /* elicitation by a page that the person opens */
  APP_INBOX_SAMPLING, /* a language model's answer */
  APP_INBOX_FOLDERS,  /* roots: which folders the server may use */
} AppInboxKind;

typedef enum {
  APP_INBOX_WAITING,
  APP_INBOX_ANSWERED,
  APP_INBOX_DECLINED,  /* by the person */
  APP_INBOX_DISMISSED, /* by the person, who did not decide */
  APP_INBOX_CANCELLED, /* by the server */
  APP_INBOX_ENDED,     /* with its call, task or connection */
} AppInboxState;

#define APP_TYPE_INBOX_ITEM (app_inbox_item_get_type ())
G_DECLARE_FINAL_TYPE (AppInboxItem, app_inbox_item, APP, INBOX_ITEM, GObject)

/** @request: waiting. @target: (nullable): the tool, prompt or resource that was called.
 * @call: (nullable): that asks, whose question it is as long as it waits.
 * @folders, @answers: the server's. Returns: (transfer full) */
AppInboxItem *app_inbox_item_new (AppSession      *session,
                                  McpInputRequest *request,
                                  const char      *target,
                                  AppCall         *call,
                                  AppFolderList   *folders,
                                  StoreMemory     *answers);

AppInboxKind  app_inbox_item_get_kind (AppInboxItem *self);
AppInboxState app_inbox_item_get_state (AppInboxItem *self);
/** Returns: (transfer none): a translated word */
const char *app_inbox_item_get_state_name (AppInboxItem *self);
gboolean    app_inbox_item_is_waiting (AppInboxItem *self);
/** Returns: (transfer none): one line: who asks for what */
const char *app_inbox_item_get_title (AppInboxItem *self);
/** Returns: (transfer full) (nullable): while it lives */
AppSession *app_inbox_item_dup_session (AppInboxItem *self);
/** Returns: (transfer none) (nullable): what was called, as far as that is known */
const char *app_inbox_item_get_target (AppInboxItem *self);
/** Returns: (transfer none) (nullable): the call that asks, as long as this waits */
AppCall *app_inbox_item_get_call (AppInboxItem *self);
/** Whether the server sent it while a call runs; else it came in the result of one. */
gboolean app_inbox_item_is_sent (AppInboxItem *self);
/** Returns: (transfer none) (nullable): the task that asks */
const char *app_inbox_item_get_task_id (AppInboxItem *self);
/** µs since the epoch. */
gint64 app_inbox_item_get_time (AppInboxItem *self);
/** The server's own words. Returns: (transfer none) (nullable) */
const char *app_inbox_item_get_message (AppInboxItem *self);
/** The params as they came; none where there are none. */
McpJsonValue app_inbox_item_get_params (AppInboxItem *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *app_inbox_item_get_findings (AppInboxItem *self);

/** FORM: what is asked, its defaults filled in. Returns: (transfer none) (nullable) */
AppForm *app_inbox_item_get_form (AppInboxItem *self);
/** PAGE: never opened or fetched by itself. Returns: (transfer none) (nullable) */
McpUrlReview *app_inbox_item_get_url (AppInboxItem *self);
/** SAMPLING. Returns: (transfer none) (nullable) */
McpSamplingRequest *app_inbox_item_get_sampling (AppInboxItem *self);
/** SAMPLING: the draft. Returns: (transfer none) (nullable) */
AppSamplingReply *app_inbox_item_get_reply (AppInboxItem *self);
/** FOLDERS: those of the server. Returns: (transfer none) (nullable) */
AppFolderList *app_inbox_item_get_folders (AppInboxItem *self);

/** PAGE: the person said yes and their browser was started with the URL. */
void     app_inbox_item_set_opened (AppInboxItem *self);
gboolean app_inbox_item_is_opened (AppInboxItem *self);
gboolean app_inbox_item_is_visited (AppInboxItem *self);

/** Gives what was asked for: the form as it is filled in; that the page was opened; the reply; the
 * folders. @anyway: although the form's schema refuses it.
 * Errors: APP_ERROR_INVALID_INPUT, and it still waits: the form has problems, or is no JSON, or the
 * reply is empty, or the page may not be opened; MCP_ERROR_CANCELLED: it does not wait any more */
gboolean app_inbox_item_accept (AppInboxItem *self, gboolean anyway, GError **error);
/** The same with any JSON text: the fields of a form, or the whole result of the others.
 * Errors: APP_ERROR_INVALID_INPUT where it is not JSON; MCP_ERROR */
gboolean app_inbox_item_accept_json (AppInboxItem *self, const char *json, GError **error);
/** The person says no. */
void app_inbox_item_decline (AppInboxItem *self);
/** The person puts it away without deciding. Of use for elicitation only; else it declines. */
void app_inbox_item_dismiss (AppInboxItem *self);

/** What was sent. Returns: (transfer full) (nullable): JSON text; %NULL while it waits, or where no
 * result was given */
char *app_inbox_item_dup_answer (AppInboxItem *self);
