/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "call-fixture.h"
#include "app-call-walk.h"
#include "app-object-cache.h"
#include "app-session.h"
#include "mcp-error.h"
#include "mcp-result.h"
#include "ui-fixture.h"

/* A feature that has every call asked about */

#define FIXTURE_TYPE_ASKING (fixture_asking_get_type ())
G_DECLARE_FINAL_TYPE (FixtureAsking, fixture_asking, FIXTURE, ASKING, GObject)

struct _FixtureAsking
{
  GObject parent_instance;

  const char *reason; /* static */
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (FixtureAsking,
                               fixture_asking,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))

static void
fixture_asking_class_init (FixtureAskingClass *klass)
{
}

static void
fixture_asking_init (FixtureAsking *self)
{
}

static AppAdmission
fixture_asking_admit (AppSessionFeature *feature,
                      AppSession        *session,
                      AppCall           *call,
                      const char       **reason)
{
  *reason = FIXTURE_ASKING (feature)->reason;
  return APP_ADMIT_ASK;
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->admit = fixture_asking_admit;
}

/* Sessions and calls */

static AppSession *
create_session (AppSettings *settings)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("fixture");
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppObjectCache) object_cache = app_object_cache_new (NULL);
  AppSession *session;

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  session = app_session_new (profile, settings, vault, NULL);
  app_session_add_feature (session, APP_SESSION_FEATURE (object_cache));
  return session;
}

/* The call holds its session, which holds no call that it did not make. */
static AppCall *
create_call (AppSession *session, AppCallKind kind, const char *target, const char *arguments)
{
  AppCall *call = app_call_new (session, kind, target, arguments);

  g_object_set_data_full (G_OBJECT (call), "session", g_object_ref (session), g_object_unref);
  return call;
}

AppCall *
call_fixture_new (AppCallKind kind, const char *target, const char *arguments)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (AppSession) session = create_session (settings);

  return create_call (session, kind, target, arguments);
}

AppCall *
call_fixture_new_asking (const char *target, const char *arguments, const char *reason)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (AppSession) session = create_session (settings);
  g_autoptr (FixtureAsking) asking = g_object_new (FIXTURE_TYPE_ASKING, NULL);

  asking->reason = reason;
  app_session_add_feature (session, APP_SESSION_FEATURE (asking));
  app_session_connect_async (session, NULL, NULL, NULL);
  ui_fixture_wait (app_session_get_state (session) == APP_SESSION_READY);
  return create_call (session, APP_CALL_TOOL, target, arguments);
}

GObject *
call_fixture_new_session (AppSettings *settings)
{
  return G_OBJECT (create_session (settings));
}

AppCall *
call_fixture_new_in (GObject *session, AppCallKind kind, const char *target)
{
  return app_call_new (APP_SESSION (session), kind, target, "{}");
}

void
call_fixture_run (AppCall *call)
{
  app_call_go_on (call);
}

void
call_fixture_stop (AppCall *call)
{
  app_call_fail (call, mcp_error_new (MCP_ERROR_CANCELLED, "cancelled"));
}

void
call_fixture_set_progress (AppCall *call, double progress, double total, const char *message)
{
  app_call_report (call, progress, total, message);
}

void
call_fixture_answer (AppCall *call, McpJsonDocument *result)
{
  g_autoptr (McpResult) response =
      mcp_result_new_for_value (MCP_RESULT_CALL, mcp_json_document_get_root (result));

  app_call_respond (call, response);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_DONE);
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
call_fixture_fail (AppCall *call, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, &error);

  g_assert_no_error (error);
  app_call_refuse (call, mcp_json_document_get_root (document));
}
