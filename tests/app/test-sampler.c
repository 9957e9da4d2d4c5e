/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models that draft and reply in a person's place: the scripted model, and what the demo
 * asks. */

#include "app-model-script.h"
#include "app-model-conversation.h"
#include "app-isolated-tests.h"
#include "app-model-providers.h"
#include "app-sampler.h"
#include "folders-fixture.h"
#include "inbox-fixture.h"
#include "mcp-model-dialect.h"

#include <string.h>

typedef struct
{
  InboxFixture inbox;
  AppSampler  *sampler;
} Fixture;

static void
set_up (Fixture *self, gconstpointer era)
{
  folders_fixture_empty ();
  inbox_fixture_set_up (&self->inbox, era);
  self->sampler = app_sampler_new (self->inbox.workspace);
  app_inbox_set_policy (self->inbox.inbox, APP_INBOX_POLICY (self->sampler));
  inbox_fixture_connect (&self->inbox);
}

static void
tear_down (Fixture *self, gconstpointer era)
{
  app_sampler_close (self->sampler);
  g_object_unref (self->sampler);
  inbox_fixture_tear_down (&self->inbox, era);
}

static AppCall *
ask (Fixture *self, const char *question, gboolean with_tools)
{
  g_autofree char *arguments = g_strdup_printf ("{\"question\":\"%s\",\"with_tools\":%s}", question,
                                                with_tools ? "true" : "false");

  return inbox_fixture_call (&self->inbox, "ask_model", arguments);
}

/* The draft of the first thing that waits. Returns: (transfer full) */
static AppSamplingDraft *
wait_for_draft (Fixture *self)
{
  AppInboxItem *item = inbox_fixture_wait_for_item (&self->inbox);

  g_assert_true (app_sampler_find (self->inbox.session) == self->sampler);
  return g_object_ref (app_sampler_get_draft (self->sampler, item));
}

static char *
dup_text (gpointer draft, const char *property)
{
  char *text = NULL;

  g_object_get (draft, property, &text, NULL);
  return text;
}

#define assert_has(object, property, part)                           \
  G_STMT_START                                                       \
  {                                                                  \
    g_autofree char *actual_text = dup_text (object, property);      \
    g_assert_nonnull (actual_text);                                  \
    if (strstr (actual_text, part) == NULL)                          \
      g_error ("%s: “%s” not in “%s”", property, part, actual_text); \
  }                                                                  \
  G_STMT_END

static AppSamplingReply *
get_reply (AppSamplingDraft *draft)
{
  return app_inbox_item_get_reply (app_sampling_draft_get_item (draft));
}

static void
send_reply (AppSamplingDraft *draft)
{
  g_autoptr (GError) error = NULL;

  app_inbox_item_accept (app_sampling_draft_get_item (draft), FALSE, &error);
  g_assert_no_error (error);
}

static void
count_change (gpointer reply, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static void
test_draft (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = ask (self, "say length", FALSE);
  g_autoptr (AppSamplingDraft) draft = wait_for_draft (self);
  guint n_changes = 0;

  g_assert_cmpstr (app_sampling_draft_get_model (draft), ==, "scripted-model");
  assert_has (draft, "label", "Draft with Scripted Model");
  g_signal_connect (get_reply (draft), "notify::text", G_CALLBACK (count_change), &n_changes);
  app_sampling_draft_begin (draft);
  g_assert_true (app_sampling_draft_is_writing (draft));
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  g_assert_cmpuint (n_changes, >, 1);

  /* What ended early says so, as JSON; the person may say something else. */
  g_assert_nonnull (strstr (app_sampling_reply_get_json (get_reply (draft)), "maxTokens"));
  assert_has (draft, "status", "Draft by Scripted model · ");
  assert_has (draft, "status", " tokens");
  g_assert_true (app_inbox_item_is_waiting (app_sampling_draft_get_item (draft)));
  app_sampling_reply_set_as_json (get_reply (draft), FALSE);
  app_sampling_reply_set_text (get_reply (draft), "As I changed it.");
  send_reply (draft);
  inbox_fixture_assert_result_has (made, "As I changed it.");
  /* It is not held to a budget that nobody set. */
  assert_has (app_sampling_rule_get (self->inbox.session), "used", "0 of 10 requests");
}

static void
test_tools (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = ask (self, "Stock?", TRUE);
  g_autoptr (AppSamplingDraft) draft = wait_for_draft (self);
  g_autoptr (AppSamplingDraft) second = NULL;

  app_sampling_draft_begin (draft);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  g_assert_true (app_sampling_reply_is_as_json (get_reply (draft)));
  g_assert_nonnull (strstr (app_sampling_reply_get_json (get_reply (draft)), "tool_use"));
  g_assert_nonnull (strstr (app_sampling_reply_get_json (get_reply (draft)), "get_stock"));
  send_reply (draft);

  WAIT_UNTIL (app_inbox_count (self->inbox.inbox, NULL) == 1);
  second = wait_for_draft (self);
  app_sampling_draft_begin (second);
  WAIT_UNTIL (!app_sampling_draft_is_writing (second));
  send_reply (second);
  inbox_fixture_assert_result_has (made, "twelve in stock");
}

static void
test_stop (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = ask (self, "slow", FALSE);
  g_autoptr (AppSamplingDraft) draft = wait_for_draft (self);

  app_sampling_draft_begin (draft);
  WAIT_UNTIL (app_sampling_reply_get_text (get_reply (draft))[0] != '\0');
  app_sampling_draft_stop (draft);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  assert_has (draft, "status", "Stopped");
  g_assert_cmpuint (strlen (app_sampling_reply_get_text (get_reply (draft))), <, 60);

  /* It ends with its request. */
  app_sampling_draft_begin (draft);
  app_call_cancel (made);
  inbox_fixture_wait_for_call (made);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  app_sampling_draft_begin (draft);
  g_assert_false (app_sampling_draft_is_writing (draft));
}

static void
test_failure (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = ask (self, "quota", FALSE);
  g_autoptr (AppSamplingDraft) draft = wait_for_draft (self);
  g_autoptr (AppProblem) problem = NULL;

  app_sampling_draft_begin (draft);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  g_object_get (draft, "problem", &problem, NULL);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (app_problem_get_what (problem), "quota"));
  g_assert_nonnull (app_problem_get_advice (problem));
  g_assert_true (app_inbox_item_is_waiting (app_sampling_draft_get_item (draft)));
  app_inbox_item_decline (app_sampling_draft_get_item (draft));
  inbox_fixture_wait_for_call (made);
}

/* Rules */

static void
set_rule (Fixture *self, AppSamplingMode mode, guint requests, guint64 tokens)
{
  AppSamplingRule *rule = app_sampling_rule_get (self->inbox.session);

  app_sampling_rule_set_mode (rule, mode);
  g_object_set (rule, "max-requests", requests, "max-tokens", tokens, NULL);
}

static void
test_draft_rule (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppSamplingDraft) draft = NULL;

  set_rule (self, APP_SAMPLING_MODE_DRAFT, 10, 0);
  made = ask (self, "Colour?", FALSE);
  draft = wait_for_draft (self);
  WAIT_UNTIL (strstr (app_sampling_reply_get_text (get_reply (draft)), "Blue.") != NULL &&
              !app_sampling_draft_is_writing (draft));
  g_assert_true (app_inbox_item_is_waiting (app_sampling_draft_get_item (draft)));
  send_reply (draft);
  inbox_fixture_assert_result_has (made, "Blue.");
  assert_has (app_sampling_rule_get (self->inbox.session), "used", "1 of 10 requests");
}

static gboolean
has_reason (AppSamplingDraft *draft)
{
  g_autofree char *reason = dup_text (draft, "reason");

  return reason != NULL;
}

/* One below the limit and at it a model replies; one beyond, the person is asked. */
static void
test_reply_rule (Fixture *self, gconstpointer era)
{
  AppSamplingRule *rule = app_sampling_rule_get (self->inbox.session);
  g_autoptr (AppCall) third = NULL;
  g_autoptr (AppSamplingDraft) draft = NULL;

  set_rule (self, APP_SAMPLING_MODE_REPLY, 2, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AppCall) made = ask (self, "Colour?", FALSE);

      inbox_fixture_assert_result_has (made, "Blue.");
    }
  assert_has (rule, "used", "2 of 2 requests");
  third = ask (self, "Colour?", FALSE);
  draft = wait_for_draft (self);
  WAIT_UNTIL (has_reason (draft));
  assert_has (draft, "reason", "Request limit reached");
  g_assert_false (app_sampling_draft_is_writing (draft));
  g_assert_true (app_inbox_item_is_waiting (app_sampling_draft_get_item (draft)));
  app_inbox_item_decline (app_sampling_draft_get_item (draft));
  inbox_fixture_wait_for_call (third);

  /* What the next connection finds: the rule, and that nothing is used. */
  app_sampling_rule_set_mode (rule, APP_SAMPLING_MODE_ASK);
  app_sampling_rule_set_mode (rule, APP_SAMPLING_MODE_REPLY);
  assert_has (rule, "used", "0 of 2 requests");
}

static void
test_limits (Fixture *self, gconstpointer data)
{
  AppSamplingRule *rule = app_sampling_rule_get (self->inbox.session);
  const AppCost    cost = { 0.5, "USD", 0 };
  const AppCost    unknown = { 0, NULL, 1 };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (app_sampling_rule_get_mode (rule), ==, APP_SAMPLING_MODE_ASK);
  g_object_set (rule, "max-requests", 3u, "max-tokens", (guint64)100, NULL);
  app_sampling_rule_spend (rule, 2, 99, &APP_COST_NONE);
  g_assert_true (app_sampling_rule_admit (rule, FALSE, NULL));
  g_assert_cmpuint (app_sampling_rule_get_requests_left (rule), ==, 1);
  g_assert_cmpint (app_sampling_rule_get_tokens_left (rule), ==, 1);
  app_sampling_rule_spend (rule, 1, 0, &APP_COST_NONE);
  g_assert_false (app_sampling_rule_admit (rule, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_REFUSED);
  g_clear_error (&error);
  g_object_set (rule, "max-requests", 0u, NULL);
  g_assert_true (app_sampling_rule_admit (rule, FALSE, NULL));
  app_sampling_rule_spend (rule, 1, 1, &APP_COST_NONE);
  g_assert_false (app_sampling_rule_admit (rule, FALSE, NULL));
  app_sampling_rule_spend (rule, 1, 1, &APP_COST_NONE);
  g_assert_false (app_sampling_rule_admit (rule, FALSE, NULL));

  /* Money: only where it is known what it costs. */
  g_object_set (rule, "max-tokens", (guint64)0, "max-cost", 1.0, NULL);
  g_assert_false (app_sampling_rule_admit (rule, FALSE, NULL));
  g_assert_true (app_sampling_rule_admit (rule, TRUE, NULL));
  app_sampling_rule_spend (rule, 1, 1, &cost);
  g_assert_true (app_sampling_rule_admit (rule, TRUE, NULL));
  assert_has (rule, "used", "0.5000 of 1.0000 USD");
  app_sampling_rule_spend (rule, 1, 1, &cost);
  g_assert_false (app_sampling_rule_admit (rule, TRUE, NULL));
  app_sampling_rule_set_mode (rule, APP_SAMPLING_MODE_REPLY);
  g_assert_true (app_sampling_rule_admit (rule, TRUE, NULL));
  app_sampling_rule_spend (rule, 1, 1, &unknown);
  g_assert_false (app_sampling_rule_admit (rule, TRUE, NULL));
}

/* A request inside a request: no model, and the person is told why. */
static void
set_up_two (Fixture *self, gconstpointer data)
{
  g_autofree char *script =
      g_test_build_filename (G_TEST_DIST, "servers", "flooding_server.py", NULL);
  g_autofree char *profile =
      g_strdup_printf ("{command: python3, args: ['%s', --sample], era: legacy}", script);

  folders_fixture_empty ();
  inbox_fixture_prepare (&self->inbox, profile);
  self->sampler = app_sampler_new (self->inbox.workspace);
  app_inbox_set_policy (self->inbox.inbox, APP_INBOX_POLICY (self->sampler));
  inbox_fixture_connect (&self->inbox);
}

static void
test_second_level (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppSamplingDraft) draft = NULL;

  set_rule (self, APP_SAMPLING_MODE_REPLY, 0, 0);
  made = inbox_fixture_call (&self->inbox, "flood", "{\"count\":2}");
  WAIT_UNTIL (app_inbox_count (self->inbox.inbox, NULL) == 2);
  WAIT_UNTIL (app_inbox_count (self->inbox.inbox, NULL) == 1);
  draft = wait_for_draft (self);
  assert_has (draft, "reason", "inside a request");
  g_assert_false (app_sampling_draft_is_writing (draft));
  /* The person may still let it draft. */
  app_sampling_draft_begin (draft);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  send_reply (draft);
  inbox_fixture_assert_result_has (made, "2 answered");
}

/* A model of the bench calls a tool, whose server asks a model: that is on the first one's account.
 */
static void
test_charge (Fixture *self, gconstpointer era)
{
  g_autoptr (GAsyncResult) ended = NULL;
  g_autoptr (McpModelProvider) script = app_model_script_new_provider (0);
  g_autoptr (McpModelClient) client = NULL;
  g_autoptr (AppModelConversation) bench = NULL;
  g_autoptr (GError) error = NULL;
  const McpModelUsage *usage;

  set_rule (self, APP_SAMPLING_MODE_REPLY, 10, 0);
  client = mcp_model_client_new (script, NULL);
  bench = app_model_conversation_new (client, APP_MODEL_SCRIPT_MODEL, NULL);
  app_model_conversation_add_session (bench, self->inbox.session);
  app_model_conversation_send_async (bench, "ask a model", NULL, workspace_fixture_take_result, &ended);
  WAIT_UNTIL (ended != NULL);
  g_assert_cmpint (app_model_conversation_send_finish (bench, ended, NULL, &error), ==, APP_MODEL_ANSWERED);
  g_assert_no_error (error);
  assert_has (app_sampling_rule_get (self->inbox.session), "used", "1 of 10 requests");
  usage = app_model_conversation_get_usage (bench);
  g_assert_cmpint (usage->output, >, 0);
  g_assert_cmpint (app_model_conversation_get_tokens (bench), >, usage->input + usage->output);
}

/* A provider that is not on this machine, and that nobody is at: the address leads nowhere else. */
static void
put_provider (Fixture *self, const char *base)
{
  AppModelProviders *providers =
      app_sampling_models_get_providers (app_sampler_get_models (self->sampler));
  g_autoptr (McpModelProvider) provider =
      mcp_model_provider_new ("far", mcp_model_dialect_find ("openai-chat"), base);
  g_autoptr (GAsyncResult) put = NULL;

  provider->key_place = MCP_MODEL_KEY_NONE;
  app_model_providers_put_async (providers, provider, NULL, workspace_fixture_take_result, &put);
  WAIT_UNTIL (put != NULL);
  g_assert_true (app_model_providers_finish (providers, put, NULL));
}

static void
add_provider (Fixture *self)
{
  AppModelProviders *providers =
      app_sampling_models_get_providers (app_sampler_get_models (self->sampler));
  g_autoptr (GAsyncResult) chosen = NULL;

  put_provider (self, "http://0.0.0.0:9/v1");
  app_model_providers_set_default_async (providers, "far", "small-1", NULL,
                                         workspace_fixture_take_result, &chosen);
  WAIT_UNTIL (chosen != NULL);
  g_assert_true (app_model_providers_finish (providers, chosen, NULL));
}

static gboolean
is_asking (AppSamplingDraft *draft)
{
  g_autofree char *text = dup_text (draft, "consent-text");

  return text != NULL;
}

static void
test_consent (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppSamplingDraft) draft = NULL;

  add_provider (self);
  set_rule (self, APP_SAMPLING_MODE_REPLY, 10, 0);
  made = ask (self, "Colour?", FALSE);
  draft = wait_for_draft (self);
  /* The server's hint is a part of its name. */
  g_assert_cmpstr (app_sampling_draft_get_model (draft), ==, "far");
  assert_has (draft, "label", "Draft with small-1");
  WAIT_UNTIL (is_asking (draft));
  assert_has (draft, "consent-text",
              "What “one” asks the model, and what its tools return, will be sent to "
              "http://0.0.0.0:9/v1.");
  g_assert_false (app_sampling_draft_is_writing (draft));
  app_sampling_draft_agree (draft, FALSE);
  g_assert_false (is_asking (draft));
  app_sampling_draft_begin (draft);
  WAIT_UNTIL (is_asking (draft));
  /* Nobody agrees to an address that they have not read. */
  put_provider (self, "http://0.0.0.0:9/v2");
  g_assert_false (is_asking (draft));
  app_sampling_draft_begin (draft);
  WAIT_UNTIL (is_asking (draft));
  assert_has (draft, "consent-text", "http://0.0.0.0:9/v2.");
  app_sampling_draft_agree (draft, TRUE);
  WAIT_UNTIL (app_sampling_draft_is_writing (draft));
  /* Before anything is sent. */
  app_sampling_draft_stop (draft);
  WAIT_UNTIL (!app_sampling_draft_is_writing (draft));
  assert_has (draft, "status", "Stopped");
  /* It was asked once. */
  g_assert_null (app_sampling_models_dup_consent (app_sampler_get_models (self->sampler), "far",
                                                  self->inbox.session));
  app_inbox_item_decline (app_sampling_draft_get_item (draft));
  inbox_fixture_wait_for_call (made);
}

static void
add (const char *path,
     const char *era,
     void (*prepare) (Fixture *, gconstpointer),
     void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, era, prepare, test, tear_down);
}

void
add_sampler_tests (void)
{
  add ("/sampler/limits", NULL, set_up, test_limits);
  add ("/sampler/draft", NULL, set_up, test_draft);
  add ("/sampler/draft/modern", "modern", set_up, test_draft);
  add ("/sampler/tools", NULL, set_up, test_tools);
  add ("/sampler/tools/modern", "modern", set_up, test_tools);
  add ("/sampler/stop", NULL, set_up, test_stop);
  add ("/sampler/failure", "modern", set_up, test_failure);
  add ("/sampler/draft-rule", NULL, set_up, test_draft_rule);
  add ("/sampler/reply-rule", NULL, set_up, test_reply_rule);
  add ("/sampler/reply-rule/modern", "modern", set_up, test_reply_rule);
  add ("/sampler/second-level", NULL, set_up_two, test_second_level);
  add ("/sampler/charge", NULL, set_up, test_charge);
  add ("/sampler/charge/modern", "modern", set_up, test_charge);
  add ("/sampler/consent", NULL, set_up, test_consent);
}
