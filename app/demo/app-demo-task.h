/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoTask: work that goes on after the call that began it was answered. The tool runs with a
 * request of its own whose channel is the task: its answer becomes the task's result, its questions
 * the task's. Source: MCP 2025-11-25, basic/utilities/tasks; the extension
 * io.modelcontextprotocol/tasks for MCP 2026-07-28.
 */

#pragma once

#include "app-demo-questions.h"
#include "app-demo-system.h"

#define APP_TYPE_DEMO_TASK (app_demo_task_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoTask, app_demo_task, APP, DEMO_TASK, AppDemoChannel)

#define APP_DEMO_TASKS_EXTENSION "io.modelcontextprotocol/tasks"
#define APP_DEMO_TASKS_EXTENSION_POINTER "/extensions/io.modelcontextprotocol~1tasks"
#define APP_DEMO_RELATED_TASK "io.modelcontextprotocol/related-task"

/** Answers @request with a new task that does what @handle does.
 * @ttl: milliseconds that the task is kept after its creation; 0 for an hour */
void app_demo_task_begin (AppDemoRequest *request,
                          AppDemoHandle   handle,
                          McpJsonValue    arguments,
                          gint64          ttl);
/** Returns: (transfer none) (nullable): the task with that id; those whose time is over are gone */
AppDemoTask *app_demo_task_find (AppDemoServer *server, const char *id);
/** Returns: (transfer none) (element-type AppDemoTask): all tasks, oldest first */
GPtrArray *app_demo_task_list (AppDemoServer *server);
/** Ends all tasks: the server goes. */
void app_demo_task_end_all (AppDemoServer *server);

gboolean app_demo_task_is_over (AppDemoTask *self);
/** Stops the work, where it is not over. */
void app_demo_task_cancel (AppDemoTask *self);
/** Says in a few words what goes on; tells who listens. */
void app_demo_task_set_message (AppDemoTask *self, const char *message);
/** Leaves questions for the client. @questions: (transfer full) */
void app_demo_task_ask (AppDemoTask *self, AppDemoQuestions *questions);
/** The questions were answered, and are about to go. */
void app_demo_task_forget_questions (AppDemoTask *self);
/** Takes in answers. @responses: an object of results by their key */
void app_demo_task_take_responses (AppDemoTask *self, McpJsonValue responses);
/** Answers @request with the result, now or when there is one; until then questions go by its
 * channel. */
void app_demo_task_wait (AppDemoTask *self, AppDemoRequest *request);

/** Writes the members of the task into an open object: with result, error and questions where
 * @detailed. */
void app_demo_task_write (AppDemoTask *self, McpJsonWriter *writer, gboolean detailed);
