/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "call-fixture.h"
#include "app-call-private.h"
#include "app-session.h"
#include "mcp-result.h"

AppCall *
call_fixture_new (AppCallKind kind, const char *target, const char *arguments)
{
  return app_call_new (NULL, kind, target, arguments);
}

GObject *
call_fixture_new_session (AppSettings *settings)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("fixture");
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (StoreObjectStore) objects = store_object_store_new ();

  return G_OBJECT (app_session_new (profile, settings, vault, NULL, objects));
}

AppCall *
call_fixture_new_in (GObject *session, AppCallKind kind, const char *target)
{
  return app_call_new (APP_SESSION (session), kind, target, "{}");
}

void
call_fixture_set_state (AppCall *call, AppCallState state)
{
  app_call_set_state (call, state);
}

void
call_fixture_set_progress (AppCall *call, double progress, double total, const char *message)
{
  app_call_report (call, progress, total, message);
}

void
call_fixture_set_elapsed (AppCall *call, gint64 microseconds)
{
  call->elapsed = microseconds;
  g_object_notify (G_OBJECT (call), "elapsed");
}

void
call_fixture_set_reason (AppCall *call, const char *reason)
{
  call->reason = g_intern_string (reason);
}

void
call_fixture_answer (AppCall *call, McpJsonDocument *result)
{
  McpJsonValue  value = mcp_json_document_get_root (result);
  AppResultKind kind = call->kind == APP_CALL_READ     ? APP_RESULT_READ
                       : call->kind == APP_CALL_PROMPT ? APP_RESULT_PROMPT
                                                       : APP_RESULT_CALL;

  call->response = mcp_result_new_for_value (MCP_RESULT_CALL, value);
  call->blocks = app_result_new (kind, value);
  call->object = app_result_create_object (call->blocks, "fixture", call->target);
  store_object_set_id (call->object, "obj_001");
  app_call_set_state (call, APP_CALL_DONE);
}

void
call_fixture_answer_text (AppCall *call, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  call_fixture_answer (call, document);
}

void
call_fixture_fail (AppCall *call, AppProblem *problem)
{
  g_set_object (&call->problem, problem);
  app_call_set_state (call, APP_CALL_FAILED);
}
