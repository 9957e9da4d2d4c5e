/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoQuestions: what a request asks of its client, all at once. Up to MCP 2025-11-25 each
 * question is a request to the client; in 2026-07-28 they are the inputRequests of a result, the
 * client calls again with the answers, and the handler runs from its beginning: what it asked
 * before is answered at once, from the retry or from what the request state keeps. A request that
 * works for a task leaves its questions there. Source: MCP 2025-11-25, client/; MCP 2026-07-28,
 * basic/utilities/mrtr.
 */

#pragma once

#include "app-demo-request.h"

typedef struct _AppDemoQuestions AppDemoQuestions;

typedef struct
{
  char             *key;
  char             *method;
  char             *params; /* (nullable): JSON text */
  McpJsonSlot       answer; /* {"result": …} or {"error": …}; none while there is none */
  AppDemoQuestions *questions;
} AppDemoQuestion;

/** All questions were answered. They are gone when this returns. */
typedef void (*AppDemoQuestionsDone) (AppDemoRequest   *request,
                                      AppDemoQuestions *questions,
                                      gpointer          user_data);

AppDemoQuestions *app_demo_questions_new (AppDemoRequest *request);
void              app_demo_questions_free (AppDemoQuestions *self);
/** @key: what tells the question from the others of this request, also of later rounds
 * @params: (nullable): JSON text */
void app_demo_questions_add (AppDemoQuestions *self,
                             const char       *key,
                             const char       *method,
                             const char       *params);
/** Sends a request state with the questions even where there is nothing to keep. */
void app_demo_questions_keep_state (AppDemoQuestions *self);
/** Asks. A client that cannot be asked fails the request.
 * @self: (transfer full)
 * @user_data_free: (nullable): frees @user_data, answered or not */
void app_demo_questions_ask (AppDemoQuestions    *self,
                             AppDemoQuestionsDone done,
                             gpointer             user_data,
                             GDestroyNotify       user_data_free);

/** Returns: the client's answer, an object with “result” or “error”; none where it never came */
McpJsonValue app_demo_questions_get_answer (AppDemoQuestions *self, const char *key);

/* For AppDemoTask */

/** Returns: (transfer none) (element-type AppDemoQuestion) */
GPtrArray *app_demo_questions_get_all (AppDemoQuestions *self);
/** Sends the questions as requests of MCP 2025-11-25 by @channel. @meta: (nullable): JSON text, the
 * _meta of each */
void app_demo_questions_send (AppDemoQuestions *self, AppDemoChannel *channel, const char *meta);
/** Takes in the bare result of one question; those after the first count for nothing. Calls the
 * handler when it was the last. Returns: whether @self is gone */
gboolean
app_demo_questions_take_result (AppDemoQuestions *self, const char *key, McpJsonValue result);
/** Writes the questions that are not answered yet as an object of inputRequests. */
void app_demo_questions_write (AppDemoQuestions *self, McpJsonWriter *writer);
