/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask, read from values: URLs, forms, conversations, roots, log messages. */

#include "mcp-tests.h"
#include "mcp-completion.h"
#include "mcp-elicitation.h"
#include "mcp-error.h"
#include "mcp-log-message.h"
#include "mcp-roots.h"
#include "mcp-sampling-request.h"

#include <math.h>
#include <string.h>

static McpJsonValue
parse (const char *text, McpJsonDocument **document)
{
  g_autoptr (GError) error = NULL;

  *document = mcp_json_document_parse_text (text, -1, &error);
  g_assert_no_error (error);
  return mcp_json_document_get_root (*document);
}

static void
test_url (void)
{
  static const struct
  {
    const char *url;
    const char *host;
    gboolean    may_open;
    const char *finding; /* (nullable) */
  } CASES[] = {
    { "https://example.com/a?b=c#d", "example.com", TRUE, NULL },
    { "HTTPS://EXAMPLE.com", "example.com", TRUE, NULL },
    { "http://localhost:3000/x", "localhost", TRUE, NULL },
    { "http://127.0.0.1/x", "127.0.0.1", TRUE, NULL },
    { "http://[::1]:8/", "::1", TRUE, NULL },
    { "http://example.com/", "example.com", TRUE, "url-not-encrypted" },
    { "javascript:alert(1)", "", FALSE, "url-scheme" },
    { "JaVaScRiPt://example.com/%0aalert(1)", "example.com", FALSE, "url-scheme" },
    { "data:text/html,x", "", FALSE, "url-scheme" },
    { "file:///etc/passwd", "", FALSE, "url-scheme" },
    { "ftp://example.com/", "example.com", FALSE, "url-scheme" },
    { "//example.com/", "", FALSE, "url-invalid" },
    { "example.com", "", FALSE, "url-invalid" },
    { "", "", FALSE, "url-invalid" },
    { "https:///path", "", FALSE, "url-invalid" },
    { "https://user@example.com/", "example.com", TRUE, "url-user" },
    { "https://bank.example:pw@evil.example/", "evil.example", TRUE, "url-user" },
    { "https://xn--pple-43d.com/", "xn--pple-43d.com", TRUE, "url-mixed-script" },
    { "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", TRUE, "url-punycode" },
    { "https://\xd0\xb0pple.com/", "xn--pple-43d.com", TRUE, "url-mixed-script" },
    { "https://xn--bcher-kva.example/", "xn--bcher-kva.example", TRUE, "url-punycode" },
    { "https://example.com/\xe2\x80\xae"
      "fdp.exe",
      "example.com", FALSE, "url-invisible" },
    { "https://exa mple.com/", NULL, FALSE, "url-invisible" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autoptr (McpUrlReview) review = mcp_url_review_new (CASES[i].url);
      GPtrArray *findings = mcp_url_review_get_findings (review);

      g_test_message ("%s", CASES[i].url);
      g_assert_cmpstr (mcp_url_review_get_url (review), ==, CASES[i].url);
      g_assert_cmpint (mcp_url_review_may_open (review), ==, CASES[i].may_open);
      if (CASES[i].host != NULL)
        g_assert_cmpstr (mcp_url_review_get_host (review), ==, CASES[i].host);
      if (CASES[i].finding == NULL)
        g_assert_null (findings);
      else
        g_assert_true (mcp_finding_list_has (findings, CASES[i].finding));
    }
}

static void
test_url_scripts (void)
{
  g_autoptr (McpUrlReview) german = mcp_url_review_new ("https://b\xc3\xbc"
                                                        "cher.example/");
  g_autoptr (McpUrlReview) japanese =
      mcp_url_review_new ("https://\xe6\x97\xa5\xe3\x81\xae\xe3\x82\xab.example/");
  g_autofree char *rest = g_strnfill (MCP_URL_REVIEW_MAX_BYTES, 'a');
  g_autofree char *text = g_strconcat ("https://example.com/", rest, NULL);
  g_autoptr (McpUrlReview) large = mcp_url_review_new (text);

  g_assert_cmpstr (mcp_url_review_get_unicode_host (german), ==, "b\xc3\xbc"
                                                                 "cher.example");
  g_assert_false (mcp_finding_list_has (mcp_url_review_get_findings (german), "url-mixed-script"));
  g_assert_false (
      mcp_finding_list_has (mcp_url_review_get_findings (japanese), "url-mixed-script"));
  g_assert_false (mcp_url_review_may_open (large));
}

static void
test_elicitation_form (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpJsonDocument) odd_document = NULL;
  McpJsonValue value = parse ("{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\","
                              "\"properties\":{\"a\":{\"type\":\"string\",\"default\":\"\\ud800\"},"
                              "\"b\":{\"type\":\"array\",\"items\":{\"enum\":[\"x\"]}},"
                              "\"c\":{\"enum\":[\"y\"]}}}}",
                              &document);
  McpJsonValue odd = parse ("{\"requestedSchema\":{\"type\":\"object\",\"properties\":"
                            "{\"deep\":{\"type\":\"object\"}}}}",
                            &odd_document);
  g_autoptr (McpElicitation) form = mcp_elicitation_new (value);
  g_autoptr (McpElicitation) deep = mcp_elicitation_new (odd);
  g_autoptr (McpElicitation) none = mcp_elicitation_new (MCP_JSON_NO_VALUE);
  g_autofree char *schema = mcp_json_value_dup_text (mcp_elicitation_get_schema (form));

  g_assert_cmpint (mcp_elicitation_get_mode (form), ==, MCP_ELICITATION_FORM);
  g_assert_cmpstr (mcp_elicitation_get_mode_name (form), ==, "form");
  g_assert_cmpstr (mcp_elicitation_get_message (form), ==, "Who?");
  g_assert_nonnull (strstr (schema, "\"default\":\"\\ud800\""));
  g_assert_null (mcp_elicitation_get_findings (form));
  g_assert_true (mcp_finding_list_has (mcp_elicitation_get_findings (deep), "schema-not-flat"));
  g_assert_true (mcp_finding_list_has (mcp_elicitation_get_findings (deep), "message-missing"));
  g_assert_cmpint (mcp_elicitation_get_mode (none), ==, MCP_ELICITATION_FORM);
  g_assert_true (mcp_finding_list_has (mcp_elicitation_get_findings (none), "schema-not-object"));
}

static void
test_elicitation_defaults (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse ("{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\","
                              "\"properties\":{\"s\":{\"type\":\"string\",\"default\":\"John\"},"
                              "\"n\":{\"type\":\"number\",\"default\":1.50},"
                              "\"b\":{\"type\":\"boolean\",\"default\":false},"
                              "\"x\":{\"type\":\"string\"}}}}",
                              &document);
  g_autoptr (McpElicitation) form = mcp_elicitation_new (value);
  g_autoptr (GBytes) content = g_bytes_new_static ("{\"n\":2e0,\"other\":1}", 19);
  g_autoptr (GBytes) all = mcp_elicitation_fill_defaults (form, NULL);
  g_autoptr (GBytes) rest = mcp_elicitation_fill_defaults (form, content);

  g_assert_cmpstr (g_bytes_get_data (all, NULL), ==, "{\"s\":\"John\",\"n\":1.50,\"b\":false}");
  g_assert_cmpstr (g_bytes_get_data (rest, NULL), ==,
                   "{\"n\":2e0,\"other\":1,\"s\":\"John\",\"b\":false}");
}

static void
test_elicitation_required (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GPtrArray) list = mcp_elicitation_list_required (
      parse ("{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"url\":"
             "\"https://a.example/\",\"elicitationId\":\"e\"},7]}",
             &document));
  g_autoptr (GPtrArray) none = mcp_elicitation_list_required (MCP_JSON_NO_VALUE);

  g_assert_cmpuint (list->len, ==, 2);
  g_assert_true (mcp_url_review_may_open (mcp_elicitation_get_url (g_ptr_array_index (list, 0))));
  g_assert_nonnull (mcp_elicitation_get_findings (g_ptr_array_index (list, 1)));
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_elicitation_url (void)
{
  g_autoptr (McpJsonDocument) good_document = NULL;
  g_autoptr (McpJsonDocument) bad_document = NULL;
  g_autoptr (McpJsonDocument) other_document = NULL;
  g_autoptr (McpElicitation) good = mcp_elicitation_new (
      parse ("{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example/\","
             "\"elicitationId\":\"\\u0000e\"}",
             &good_document));
  g_autoptr (McpElicitation) bad = mcp_elicitation_new (
      parse ("{\"mode\":\"url\",\"message\":\"m\",\"url\":\"javascript:x\"}", &bad_document));
  g_autoptr (McpElicitation) other =
      mcp_elicitation_new (parse ("{\"mode\":7,\"message\":\"m\"}", &other_document));
  g_autofree char *id = mcp_json_value_dup_text (mcp_elicitation_get_id (good));

  g_assert_cmpint (mcp_elicitation_get_mode (good), ==, MCP_ELICITATION_URL);
  g_assert_cmpstr (id, ==, "\"\\u0000e\"");
  g_assert_true (mcp_url_review_may_open (mcp_elicitation_get_url (good)));
  g_assert_null (mcp_elicitation_get_findings (good));
  g_assert_false (mcp_url_review_may_open (mcp_elicitation_get_url (bad)));
  g_assert_true (mcp_finding_list_has (mcp_elicitation_get_findings (bad), "url-scheme"));
  g_assert_cmpint (mcp_elicitation_get_mode (other), ==, MCP_ELICITATION_UNKNOWN);
  g_assert_null (mcp_elicitation_get_url (other));
}

static void
test_sampling (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue value = parse (
      "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}},"
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I look\"},"
      "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"search\",\"input\":{\"q\":1.10}}]},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"toolUseId\":\"t1\","
      "\"content\":[{\"type\":\"text\",\"text\":\"r\"}],\"isError\":true}]}],"
      "\"maxTokens\":100,\"temperature\":0.5,\"systemPrompt\":\"be\",\"includeContext\":\"none\","
      "\"stopSequences\":[\"a\",7,\"b\"],\"tools\":[{\"name\":\"search\",\"inputSchema\":{}}],"
      "\"toolChoice\":{\"mode\":\"required\"},\"modelPreferences\":{\"hints\":[{\"name\":\"m1\"},"
      "{},{\"name\":\"m2\"}],\"costPriority\":0.1,\"speedPriority\":1}}",
      &document);
  g_autoptr (McpSamplingRequest) request = mcp_sampling_request_new (value);
  GPtrArray          *messages = mcp_sampling_request_get_messages (request);
  const char *const  *hints = mcp_sampling_request_get_model_hints (request);
  McpSamplingMessage *second, *third;
  McpSamplingBlock   *use, *outcome;
  g_autofree char    *input = NULL;

  g_assert_null (mcp_sampling_request_get_findings (request));
  g_assert_null (mcp_sampling_request_check (request));
  g_assert_cmpuint (messages->len, ==, 3);
  second = g_ptr_array_index (messages, 1);
  third = g_ptr_array_index (messages, 2);
  g_assert_cmpstr (mcp_sampling_message_get_role (second), ==, "assistant");
  g_assert_cmpuint (mcp_sampling_message_get_blocks (second)->len, ==, 2);
  use = g_ptr_array_index (mcp_sampling_message_get_blocks (second), 1);
  g_assert_cmpint (mcp_sampling_block_get_kind (use), ==, MCP_SAMPLING_TOOL_USE);
  g_assert_cmpstr (mcp_sampling_block_get_tool_name (use), ==, "search");
  input = mcp_json_value_dup_text (mcp_sampling_block_get_input (use));
  g_assert_cmpstr (input, ==, "{\"q\":1.10}");
  outcome = g_ptr_array_index (mcp_sampling_message_get_blocks (third), 0);
  g_assert_cmpint (mcp_sampling_block_get_kind (outcome), ==, MCP_SAMPLING_TOOL_RESULT);
  g_assert_true (mcp_sampling_block_get_is_error (outcome));
  g_assert_cmpuint (mcp_sampling_block_get_contents (outcome)->len, ==, 1);

  g_assert_cmpint (mcp_sampling_request_get_max_tokens (request), ==, 100);
  g_assert_cmpfloat (mcp_sampling_request_get_temperature (request), ==, 0.5);
  g_assert_cmpstr (mcp_sampling_request_get_system_prompt (request), ==, "be");
  g_assert_cmpstr (mcp_sampling_request_get_tool_choice (request), ==, "required");
  g_assert_true (mcp_sampling_request_uses_tools (request));
  g_assert_cmpuint (g_strv_length ((char **)hints), ==, 2);
  g_assert_cmpstr (hints[1], ==, "m2");
  g_assert_cmpuint (g_strv_length ((char **)mcp_sampling_request_get_stop_sequences (request)), ==,
                    2);
  g_assert_cmpfloat (mcp_sampling_request_get_speed_priority (request), ==, 1);
  g_assert_true (isnan (mcp_sampling_request_get_intelligence_priority (request)));
}

#define USE(id) "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"n\",\"input\":{}}"
#define OUTCOME(id) "{\"type\":\"tool_result\",\"toolUseId\":\"" id "\",\"content\":[]}"
#define TEXT "{\"type\":\"text\",\"text\":\"t\"}"
#define USER(blocks) "{\"role\":\"user\",\"content\":[" blocks "]}"
#define MODEL(blocks) "{\"role\":\"assistant\",\"content\":[" blocks "]}"

static void
test_sampling_rules (void)
{
  static const struct
  {
    const char *messages;
    const char *fault;
  } CASES[] = {
    { "[]", NULL },
    { "[" USER (TEXT) "]", NULL },
    { "[" MODEL (USE ("1") "," USE ("2")) "," USER (OUTCOME ("2") "," OUTCOME ("1")) "]", NULL },
    { "[" MODEL (USE ("1") "," USE ("2")) "," USER (OUTCOME ("1")) "]",
      "Tool result missing in request" },
    { "[" MODEL (USE ("1")) "]", "Tool result missing in request" },
    { "[" MODEL (USE ("1")) "," USER (TEXT) "]", "Tool result missing in request" },
    { "[" MODEL (USE ("1")) "," USER (OUTCOME ("1") "," TEXT) "]",
      "Tool results mixed with other content" },
    { "[" USER (OUTCOME ("1")) "]", "Tool result without a tool use before it" },
    { "7", "The messages are missing" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"maxTokens\":1,\"messages\":%s}", CASES[i].messages);
      g_autoptr (McpJsonDocument) document = NULL;
      g_autoptr (McpSamplingRequest) request = mcp_sampling_request_new (parse (text, &document));

      g_assert_cmpstr (mcp_sampling_request_check (request), ==, CASES[i].fault);
      g_assert_cmpint (
          mcp_finding_list_has (mcp_sampling_request_get_findings (request), "messages-refused"),
          ==, CASES[i].fault != NULL);
    }
}

static void
on_changed (McpRoots *roots, guint *n)
{
  (*n)++;
}

static void
test_roots (void)
{
  g_autoptr (McpRoots) roots = mcp_roots_new ();
  g_autoptr (GFile) folder = g_file_new_for_path ("/tmp/a b");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) written = NULL;
  guint n_changes = 0;

  g_signal_connect (roots, "changed", G_CALLBACK (on_changed), &n_changes);
  g_assert_true (mcp_roots_add_folder (roots, folder, NULL, &error));
  g_assert_true (mcp_roots_add (roots, "file:///srv", "\"S\"", &error));
  g_assert_true (mcp_roots_add (roots, "file:///srv", "\"S\"", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_false (mcp_roots_add (roots, "https://a.example/", NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  written = mcp_roots_write (roots);
  g_assert_cmpstr (g_bytes_get_data (written, NULL), ==,
                   "{\"roots\":[{\"uri\":\"file:///tmp/a%20b\",\"name\":\"a b\"},"
                   "{\"uri\":\"file:///srv\",\"name\":\"\\\"S\\\"\"}]}");
  g_assert_true (mcp_roots_remove (roots, "file:///srv"));
  g_assert_false (mcp_roots_remove (roots, "file:///srv"));
  mcp_roots_clear (roots);
  mcp_roots_clear (roots);
  g_assert_cmpuint (n_changes, ==, 4);
}

static void
test_roots_limit (void)
{
  g_autoptr (McpRoots) roots = mcp_roots_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < MCP_ROOTS_MAX; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:///%u", i);

      g_assert_true (mcp_roots_add (roots, uri, NULL, NULL));
    }
  g_assert_true (mcp_roots_add (roots, "file:///0", "other name", NULL));
  g_assert_false (mcp_roots_add (roots, "file:///more", NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
}

static void
test_log_message (void)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpJsonDocument) odd_document = NULL;
  g_autoptr (McpLogMessage) good = mcp_log_message_new (
      parse ("{\"level\":\"warning\",\"logger\":\"l\",\"data\":null}", &document));
  g_autoptr (McpLogMessage) odd =
      mcp_log_message_new (parse ("{\"level\":\"loud\"}", &odd_document));

  g_assert_cmpint (mcp_log_message_get_level (good), ==, MCP_LOG_WARNING);
  g_assert_cmpstr (mcp_log_message_get_logger (good), ==, "l");
  g_assert_cmpint (mcp_json_value_get_kind (mcp_log_message_get_data (good)), ==, MCP_JSON_NULL);
  g_assert_null (mcp_log_message_get_findings (good));
  g_assert_cmpint (mcp_log_message_get_level (odd), ==, MCP_LOG_UNKNOWN);
  g_assert_cmpstr (mcp_log_message_get_level_name (odd), ==, "loud");
  g_assert_true (mcp_finding_list_has (mcp_log_message_get_findings (odd), "log-level"));
  g_assert_true (mcp_finding_list_has (mcp_log_message_get_findings (odd), "log-data"));
  for (guint i = 0; i < MCP_LOG_UNKNOWN; i++)
    g_assert_cmpint (mcp_log_level_from_name (mcp_log_level_get_name (i)), ==, i);
  g_assert_cmpint (mcp_log_level_from_name ("unknown"), ==, MCP_LOG_UNKNOWN);
}

static McpCompletion *
make_completion (const char *result)
{
  g_autofree char *text =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", result);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  g_autoptr (McpAnswer) answer = mcp_answer_new ("completion/complete", message, 0, 0);

  return mcp_completion_new (answer);
}

static void
test_completion (void)
{
  g_autoptr (McpCompletion) good =
      make_completion ("{\"completion\":{\"values\":[\"a\",\"b\"],\"total\":7,\"hasMore\":true}}");
  g_autoptr (McpCompletion) odd = make_completion ("{\"completion\":{\"values\":[1,\"b\"]}}");
  g_autoptr (McpCompletion) none = make_completion ("{}");
  g_autoptr (GString) many = g_string_new ("{\"completion\":{\"values\":[\"0\"");
  g_autoptr (McpCompletion) full = NULL;

  g_assert_cmpuint (mcp_completion_get_n_values (good), ==, 2);
  g_assert_cmpstr (mcp_completion_get_values (good)[1], ==, "b");
  g_assert_cmpint (mcp_completion_get_total (good), ==, 7);
  g_assert_true (mcp_completion_get_has_more (good));
  g_assert_null (mcp_result_get_findings (MCP_RESULT (good)));
  g_assert_cmpuint (mcp_completion_get_n_values (odd), ==, 1);
  g_assert_cmpint (mcp_completion_get_total (odd), ==, -1);
  g_assert_true (
      mcp_finding_list_has (mcp_result_get_findings (MCP_RESULT (odd)), "value-not-string"));
  g_assert_null (mcp_completion_get_values (none)[0]);
  g_assert_true (
      mcp_finding_list_has (mcp_result_get_findings (MCP_RESULT (none)), "values-not-array"));

  for (guint i = 0; i < MCP_COMPLETION_MAX_VALUES; i++)
    g_string_append (many, ",\"x\"");
  g_string_append (many, "]}}");
  full = make_completion (many->str);
  g_assert_cmpuint (mcp_completion_get_n_values (full), ==, MCP_COMPLETION_MAX_VALUES);
  g_assert_true (mcp_finding_list_has (mcp_result_get_findings (MCP_RESULT (full)), "values-many"));
}

void
add_input_values_tests (void)
{
  g_test_add_func ("/input/url", test_url);
  g_test_add_func ("/input/url-scripts", test_url_scripts);
  g_test_add_func ("/input/elicitation-form", test_elicitation_form);
  g_test_add_func ("/input/elicitation-defaults", test_elicitation_defaults);
  g_test_add_func ("/input/elicitation-required", test_elicitation_required);
  g_test_add_func ("/input/elicitation-url", test_elicitation_url);
  g_test_add_func ("/input/sampling", test_sampling);
  g_test_add_func ("/input/sampling-rules", test_sampling_rules);
  g_test_add_func ("/input/roots", test_roots);
  g_test_add_func ("/input/roots-limit", test_roots_limit);
  g_test_add_func ("/input/log-message", test_log_message);
  g_test_add_func ("/input/completion", test_completion);
}
