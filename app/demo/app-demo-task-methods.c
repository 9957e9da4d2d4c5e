/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-task-methods.h"

#include "app-demo-modern.h"
#include "app-demo-session.h"
#include "app-demo-task.h"

#define TASKS_PER_PAGE 10
/* The one revision that has tasks of its own. */
#define TASKS_VERSION "2025-11-25"
#define REQUIRED_EXTENSION "{\"extensions\":{\"" APP_DEMO_TASKS_EXTENSION "\":{}}}"

/* The task that the parameters name; NULL when the request was refused. */
static AppDemoTask *
find_task (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char *id = mcp_json_value_dup_member_string (params, "taskId");
  AppDemoTask     *task;

  if (app_demo_request_is_modern (request) &&
      !app_demo_request_client_can (request, APP_DEMO_TASKS_EXTENSION_POINTER))
    {
      app_demo_modern_refuse_capability (request, REQUIRED_EXTENSION);
      return NULL;
    }
  task = app_demo_task_find (app_demo_request_get_server (request), id);
  if (task == NULL)
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "There is no such task", NULL);
  return task;
}

static void
answer_task (AppDemoRequest *request, AppDemoTask *task)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_begin_object (writer);
  app_demo_task_write (task, writer, TRUE);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

void
app_demo_task_methods_get (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task != NULL)
    answer_task (request, task);
}

void
app_demo_task_methods_list (AppDemoRequest *request, McpJsonValue params)
{
  GPtrArray       *tasks = app_demo_task_list (app_demo_request_get_server (request));
  g_autofree char *cursor = mcp_json_value_dup_member_string (params, "cursor");
  guint64          first = 0;
  McpJsonWriter   *writer;

  if (cursor != NULL && !g_ascii_string_to_unsigned (cursor, 10, 0, tasks->len, &first, NULL))
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Invalid cursor", NULL);
      return;
    }

  writer = app_demo_request_begin (request);
  mcp_json_writer_add (writer, "{'tasks': [");
  for (guint i = first; i < tasks->len && i < first + TASKS_PER_PAGE; i++)
    {
      mcp_json_writer_begin_object (writer);
      app_demo_task_write (g_ptr_array_index (tasks, i), writer, FALSE);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
  if (first + TASKS_PER_PAGE < tasks->len)
    {
      g_autofree char *next = g_strdup_printf ("%u", (guint)first + TASKS_PER_PAGE);

      mcp_json_writer_member_string (writer, "nextCursor", next);
    }
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

void
app_demo_task_methods_result (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task != NULL)
    app_demo_task_wait (task, request);
}

void
app_demo_task_methods_cancel (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);
  gboolean     modern = app_demo_request_is_modern (request);

  if (task == NULL)
    return;

  if (!modern && app_demo_task_is_over (task))
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "The task is over already", NULL);
      return;
    }
  g_object_ref (task);
  app_demo_task_cancel (task);
  if (modern)
    app_demo_request_answer (request, "{}");
  else
    answer_task (request, task);
  g_object_unref (task);
}

void
app_demo_task_methods_update (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task == NULL)
    return;

  /* Acknowledged first: what comes of it is seen at the next tasks/get. */
  app_demo_request_answer (request, "{}");
  app_demo_task_take_responses (task, mcp_json_value_get_member (params, "inputResponses"));
}

static gboolean
take_modern_call (AppDemoRequest *request, const AppDemoItem *item, McpJsonValue params)
{
  McpJsonValue support = mcp_json_value_resolve_pointer (item->definition,
                                                         "/execution/taskSupport");
  gboolean     declared = app_demo_request_client_can (request, APP_DEMO_TASKS_EXTENSION_POINTER);

  if (!mcp_json_value_exists (support))
    return FALSE;
  if (!declared && mcp_json_value_string_equals (support, "required"))
    {
      app_demo_modern_refuse_capability (request, REQUIRED_EXTENSION);
      return TRUE;
    }
  if (!declared || item->own_task)
    return FALSE;

  app_demo_task_begin (request, item->handle, mcp_json_value_get_member (params, "arguments"), 0);
  return TRUE;
}

static gboolean
take_legacy_call (AppDemoRequest *request, const AppDemoItem *item, McpJsonValue params)
{
  McpJsonValue support = mcp_json_value_resolve_pointer (item->definition,
                                                         "/execution/taskSupport");
  McpJsonValue task = mcp_json_value_get_member (params, "task");
  const char  *version = app_demo_session_get_version (app_demo_request_get_session (request));

  if (g_strcmp0 (version, TASKS_VERSION) < 0)
    return FALSE;
  if (mcp_json_value_exists (task) && !mcp_json_value_exists (support))
    app_demo_request_fail (request, APP_DEMO_METHOD_NOT_FOUND, "This tool cannot be a task", NULL);
  else if (!mcp_json_value_exists (task) && mcp_json_value_string_equals (support, "required"))
    app_demo_request_fail (request, APP_DEMO_METHOD_NOT_FOUND, "This tool has to be a task", NULL);
  else if (mcp_json_value_exists (task))
    app_demo_task_begin (request, item->handle, mcp_json_value_get_member (params, "arguments"),
                         mcp_json_value_get_member_int64 (task, "ttl", 0));
  else
    return FALSE;
  return TRUE;
}

gboolean
app_demo_task_methods_take_call (AppDemoRequest    *request,
                                 const AppDemoItem *item,
                                 McpJsonValue       params)
{
  if (app_demo_request_is_modern (request))
    return take_modern_call (request, item, params);
  return take_legacy_call (request, item, params);
}
