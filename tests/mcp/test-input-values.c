/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask, read from values: URLs, forms, conversations, roots, log messages. */

#include "mcp-tests.h"
#include "mcp-result.h"
#include "mcp-elicitation.h"
#include "mcp-error.h"
#include "mcp-log-message.h"
#include "mcp-roots.h"
#include "mcp-sampling.h"

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
      GPtrArray *findings = review->findings;

      g_test_message ("%s", CASES[i].url);
      g_assert_cmpstr (review->url, ==, CASES[i].url);
      g_assert_cmpint (review->may_open, ==, CASES[i].may_open);
      if (CASES[i].host != NULL)
        g_assert_cmpstr (review->host, ==, CASES[i].host);
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

  g_assert_cmpstr (german->unicode_host, ==, "b\xc3\xbc"
                                             "cher.example");
  g_assert_false (mcp_finding_list_has (german->findings, "url-mixed-script"));
  g_assert_false (
      mcp_finding_list_has (japanese->findings, "url-mixed-script"));
  g_assert_false (large->may_open);
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
  g_autofree char *schema = mcp_json_value_dup_text (form->schema);

  g_assert_cmpint (form->mode, ==, MCP_ELICITATION_FORM);
  g_assert_cmpstr (form->message, ==, "Who?");
  g_assert_nonnull (strstr (schema, "\"default\":\"\\ud800\""));
  g_assert_null (form->findings);
  g_assert_true (mcp_finding_list_has (deep->findings, "schema-not-flat"));
  g_assert_true (mcp_finding_list_has (deep->findings, "message-missing"));
  g_assert_cmpint (none->mode, ==, MCP_ELICITATION_FORM);
  g_assert_true (mcp_finding_list_has (none->findings, "schema-not-object"));
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
  g_assert_true (((McpElicitation *)g_ptr_array_index (list, 0))->url->may_open);
  g_assert_nonnull (((McpElicitation *)g_ptr_array_index (list, 1))->findings);
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
  g_autofree char *id = mcp_json_value_dup_text (good->id);

  g_assert_cmpint (good->mode, ==, MCP_ELICITATION_URL);
  g_assert_cmpstr (id, ==, "\"\\u0000e\"");
  g_assert_true (good->url->may_open);
  g_assert_null (good->findings);
  g_assert_false (bad->url->may_open);
  g_assert_true (mcp_finding_list_has (bad->findings, "url-scheme"));
  g_assert_cmpint (other->mode, ==, MCP_ELICITATION_UNKNOWN);
  g_assert_null (other->url);
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
  GPtrArray          *messages = request->messages;
  const char *const  *hints = (const char *const *)request->model_hints;
  McpSamplingMessage *second, *third;
  McpSamplingBlock   *use, *outcome;
  g_autofree char    *input = NULL;

  g_assert_null (request->findings);
  g_assert_null (request->fault);
  g_assert_cmpuint (messages->len, ==, 3);
  second = g_ptr_array_index (messages, 1);
  third = g_ptr_array_index (messages, 2);
  g_assert_cmpstr (second->role, ==, "assistant");
  g_assert_cmpuint (second->blocks->len, ==, 2);
  use = g_ptr_array_index (second->blocks, 1);
  g_assert_cmpint (use->kind, ==, MCP_SAMPLING_TOOL_USE);
  g_assert_cmpstr (use->tool_name, ==, "search");
  input = mcp_json_value_dup_text (use->input);
  g_assert_cmpstr (input, ==, "{\"q\":1.10}");
  outcome = g_ptr_array_index (third->blocks, 0);
  g_assert_cmpint (outcome->kind, ==, MCP_SAMPLING_TOOL_RESULT);
  g_assert_true (outcome->is_error);
  g_assert_cmpuint (outcome->contents->len, ==, 1);

  g_assert_cmpint (request->max_tokens, ==, 100);
  g_assert_cmpfloat (request->temperature, ==, 0.5);
  g_assert_cmpstr (request->system_prompt, ==, "be");
  g_assert_cmpstr (request->tool_choice, ==, "required");
  g_assert_true (request->uses_tools);
  g_assert_cmpuint (g_strv_length ((char **)hints), ==, 2);
  g_assert_cmpstr (hints[1], ==, "m2");
  g_assert_cmpuint (g_strv_length (request->stop_sequences), ==,
                    2);
  g_assert_cmpfloat (request->speed_priority, ==, 1);
  g_assert_true (isnan (request->intelligence_priority));
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

      g_assert_cmpstr (request->fault, ==, CASES[i].fault);
      g_assert_cmpint (
          mcp_finding_list_has (request->findings, "messages-refused"),
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
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) written = NULL;
  guint n_changes = 0;

  g_signal_connect (roots, "changed", G_CALLBACK (on_changed), &n_changes);
  g_assert_true (mcp_roots_add (roots, "file:///tmp/a%20b", "a b", &error));
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
  g_assert_true (mcp_roots_remove (roots, "file:///tmp/a%20b"));
  g_assert_false (mcp_roots_remove (roots, "file:///tmp/a%20b"));
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

static McpLogMessage *
read_log (const char *params)
{
  g_autofree char *text = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":%s}", params);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);

  return mcp_log_message_read (message);
}

static void
test_log_message (void)
{
  g_autoptr (McpLogMessage) good =
      read_log ("{\"level\":\"warning\",\"logger\":\"l\",\"data\":null}");
  g_autoptr (McpLogMessage) odd = read_log ("{\"level\":\"loud\"}");

  g_assert_cmpint (good->level, ==, MCP_LOG_WARNING);
  g_assert_cmpstr (good->logger, ==, "l");
  g_assert_cmpint (mcp_json_value_get_kind (good->data), ==, MCP_JSON_NULL);
  g_assert_null (good->findings);
  g_assert_cmpint (odd->level, ==, MCP_LOG_UNKNOWN);
  g_assert_cmpstr (odd->level_name, ==, "loud");
  g_assert_true (mcp_finding_list_has (odd->findings, "log-level"));
  g_assert_true (mcp_finding_list_has (odd->findings, "log-data"));
  for (guint i = 0; i < MCP_LOG_UNKNOWN; i++)
    g_assert_cmpint (mcp_log_level_from_name (mcp_log_level_get_name (i)), ==, i);
  g_assert_cmpint (mcp_log_level_from_name ("unknown"), ==, MCP_LOG_UNKNOWN);
}

static McpResult *
make_completion (const char *result)
{
  g_autofree char *text =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", result);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  g_autoptr (McpResponse) response = mcp_response_new ("completion/complete", message, 0, 0);

  return mcp_result_new (MCP_RESULT_COMPLETION, response);
}

static void
test_completion (void)
{
  g_autoptr (McpResult) good =
      make_completion ("{\"completion\":{\"values\":[\"a\",\"b\"],\"total\":7,\"hasMore\":true}}");
  g_autoptr (McpResult) odd = make_completion ("{\"completion\":{\"values\":[1,\"b\"]}}");
  g_autoptr (McpResult) none = make_completion ("{}");
  g_autoptr (GString) many = g_string_new ("{\"completion\":{\"values\":[\"0\"");
  g_autoptr (McpResult) full = NULL;

  g_assert_cmpuint (good->n_values, ==, 2);
  g_assert_cmpstr (good->values[1], ==, "b");
  g_assert_cmpint (good->total, ==, 7);
  g_assert_true (good->has_more);
  g_assert_null (good->findings);
  g_assert_cmpuint (odd->n_values, ==, 1);
  g_assert_cmpint (odd->total, ==, -1);
  g_assert_true (
      mcp_finding_list_has (odd->findings, "value-not-string"));
  g_assert_null (none->values[0]);
  g_assert_true (
      mcp_finding_list_has (none->findings, "values-not-array"));

  for (guint i = 0; i < MCP_COMPLETION_MAX_VALUES; i++)
    g_string_append (many, ",\"x\"");
  g_string_append (many, "]}}");
  full = make_completion (many->str);
  g_assert_cmpuint (full->n_values, ==, MCP_COMPLETION_MAX_VALUES);
  g_assert_true (mcp_finding_list_has (full->findings, "values-many"));
}

void
add_input_values_tests (void)
{
  g_test_add_func ("/input/url", test_url);
  g_test_add_func ("/input/url-scripts", test_url_scripts);
  g_test_add_func ("/input/elicitation-form", test_elicitation_form);
  g_test_add_func ("/input/elicitation-required", test_elicitation_required);
  g_test_add_func ("/input/elicitation-url", test_elicitation_url);
  g_test_add_func ("/input/sampling", test_sampling);
  g_test_add_func ("/input/sampling-rules", test_sampling_rules);
  g_test_add_func ("/input/roots", test_roots);
  g_test_add_func ("/input/roots-limit", test_roots_limit);
  g_test_add_func ("/input/log-message", test_log_message);
  g_test_add_func ("/input/completion", test_completion);
}
