/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "app-demo-filter.h"
#include "app-demo-request.h"
#include "app-demo-registry.h"
#include "app-demo-system.h"
#include "store-explorer.h"
#include "store-referenceable.h"

/* The demo's object store: values that tools left behind, by ids that count from obj_001 and are
 * not used twice, as long as the process lives. Modelled on deepset-mcp-server's memory backend. */

#define STATE "objects"

static gpointer
create_objects (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
}

static GPtrArray *
get_objects (AppDemoServer *server)
{
  return app_demo_server_get_state (server, STATE, create_objects,
                                    (GDestroyNotify)g_ptr_array_unref);
}

static char *
make_id (guint number)
{
  return g_strdup_printf ("obj_%03u", number);
}

static char *
put_object (AppDemoServer *server, McpJsonWriter *value)
{
  GPtrArray *objects = get_objects (server);
  g_autoptr (GBytes) bytes = mcp_json_writer_finish (value);

  mcp_json_writer_free (value);
  g_ptr_array_add (objects, mcp_json_document_parse (bytes, NULL, NULL, NULL));
  return make_id (objects->len);
}

static McpJsonValue
get_object (AppDemoServer *server, const char *reference)
{
  GPtrArray       *objects = get_objects (server);
  g_autofree char *path = NULL;
  g_autofree char *id = store_explorer_split_reference (reference, &path);
  g_autofree char *right_id = NULL;
  guint64          number;

  if (!g_str_has_prefix (id, "obj_") ||
      !g_ascii_string_to_unsigned (id + 4, 10, 1, objects->len, &number, NULL))
    return MCP_JSON_NO_VALUE;

  right_id = make_id (number);
  if (g_strcmp0 (id, right_id) != 0)
    return MCP_JSON_NO_VALUE;
  return mcp_json_document_get_root (g_ptr_array_index (objects, number - 1));
}

/* Stores @value and answers @request with its preview. @value: (transfer full) */
static void
answer_with_preview (AppDemoRequest *request, McpJsonWriter *value)
{
  AppDemoServer   *server = request->server;
  g_autofree char *id = put_object (server, value);
  g_autofree char *text = store_explorer_explore (get_object (server, id), id, "", NULL, NULL);

  app_demo_request_answer_text (request, text, FALSE);
}

static void
fail (AppDemoRequest *request, const char *message)
{
  g_autofree char *tool =
      mcp_json_value_dup_member_string (request->params, "name");
  g_autofree char *text = g_strdup_printf ("Error executing tool %s: %s", tool, message);

  app_demo_request_answer_text (request, text, TRUE);
}

/* The object that a store tool is about, and the path into it. */
typedef struct
{
  char        *id;
  char        *path;
  McpJsonValue object;
} Target;

static void
target_clear (Target *target)
{
  g_clear_pointer (&target->id, g_free);
  g_clear_pointer (&target->path, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, target_clear)

static gboolean
find_target (AppDemoRequest *request, McpJsonValue arguments, Target *target)
{
  target->id = mcp_json_value_dup_member_string (arguments, "object_id");
  target->path = mcp_json_value_dup_member_string (arguments, "path");
  if (target->path == NULL)
    target->path = g_strdup ("");
  target->object = get_object (request->server, target->id);
  if (!mcp_json_value_exists (target->object))
    {
      g_autofree char *message = g_strdup_printf ("Object %s not found or expired.", target->id);

      fail (request, message);
      return FALSE;
    }
  return TRUE;
}

static void
answer (AppDemoRequest *request, const char *text, const GError *error)
{
  if (error != NULL)
    fail (request, error->message);
  else
    app_demo_request_answer_text (request, text, FALSE);
}

static void
get_from_object_store (AppDemoRequest *request, McpJsonValue arguments)
{
  g_auto (Target) target = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!find_target (request, arguments, &target))
    return;

  text = store_explorer_explore (target.object, target.id, target.path, NULL, &error);
  answer (request, text, error);
}

static void
get_slice_from_object_store (AppDemoRequest *request, McpJsonValue arguments)
{
  g_auto (Target) target = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gint64           start = mcp_json_value_get_member_int64 (arguments, "start", 0);
  gint64           end;
  McpJsonValue     argument = mcp_json_value_get_member (arguments, "end");
  gboolean         has_end = mcp_json_value_get_int64 (argument, &end);

  if (!find_target (request, arguments, &target))
    return;

  text = store_explorer_slice (target.object, target.id, target.path, start, has_end ? &end : NULL,
                               NULL, &error);
  answer (request, text, error);
}

static void
grep_object_store (AppDemoRequest *request, McpJsonValue arguments)
{
  g_auto (Target) target = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *pattern = mcp_json_value_dup_member_string (arguments, "pattern");

  if (!find_target (request, arguments, &target))
    return;

  text = store_explorer_search (
      target.object, target.id, target.path, pattern,
      mcp_json_value_get_member_boolean (arguments, "case_sensitive", FALSE), NULL, &error);
  answer (request, text, error);
}

static char *
make_preview (const char *text)
{
  glong limit = store_explorer_default_limits.max_string_length;

  if (g_utf8_strlen (text, -1) <= limit)
    return g_strdup_printf ("Preview:\n%s", text);

  g_autofree char *beginning = g_utf8_substring (text, 0, limit);
  return g_strdup_printf ("Preview (truncated):\n%s", beginning);
}

static void
sed_object_store (AppDemoRequest *request, McpJsonValue arguments)
{
  g_auto (Target) target = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *pattern = mcp_json_value_dup_member_string (arguments, "pattern");
  g_autofree char *replacement = mcp_json_value_dup_member_string (arguments, "replacement");
  g_autofree char *replaced = NULL;
  g_autofree char *text = NULL;

  if (!find_target (request, arguments, &target))
    return;

  text = store_explorer_replace (
      target.object, target.id, target.path, pattern, replacement,
      MAX (mcp_json_value_get_member_int64 (arguments, "count", 0), 0),
      mcp_json_value_get_member_boolean (arguments, "case_sensitive", FALSE), &replaced, &error);
  if (replaced != NULL)
    {
      McpJsonWriter   *writer = mcp_json_writer_new ();
      g_autofree char *id = NULL;
      g_autofree char *preview = make_preview (replaced);
      g_autofree char *summary = g_steal_pointer (&text);

      mcp_json_writer_string (writer, replaced);
      id = put_object (request->server, writer);
      text = g_strdup_printf ("%s\nResult stored as @%s.\n\n%s", summary, id, preview);
    }
  answer (request, text, error);
}

/* What the filter is for: a string that is JSON is read as such.
 * Returns: (nullable) (transfer full): what holds it */
static McpJsonDocument *
read_filtered (McpJsonValue *value)
{
  g_autofree char *text = mcp_json_value_dup_string (*value, NULL);
  McpJsonDocument *document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;

  if (document != NULL)
    *value = mcp_json_document_get_root (document);
  return document;
}

/* Everything of the explorer's text behind its header, or a string as it is. */
static char *
make_value_preview (McpJsonValue value, const char *id)
{
  g_autofree char *string = mcp_json_value_dup_string (value, NULL);
  g_autofree char *text = NULL;

  if (string != NULL)
    return make_preview (string);
  text = store_explorer_explore (value, id, "", NULL, NULL);
  return g_strdup (strstr (text, "\n\n") + 2);
}

static void
answer_filter_error (AppDemoRequest *request, const char *filter, const GError *error)
{
  gboolean invalid =
      g_error_matches (error, APP_DEMO_FILTER_ERROR, APP_DEMO_FILTER_INVALID);
  g_autofree char *text = g_strdup_printf (invalid ? "Invalid jq filter '%s': %s"
                                                   : "Error evaluating filter '%s': %s",
                                           filter, error->message);

  app_demo_request_answer_text (request, text, FALSE);
}

static void
yq_object_store (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoServer *server = request->server;
  g_auto (Target) target = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) parsed = NULL;
  g_autoptr (McpJsonDocument) found = NULL;
  g_autofree char *filter = mcp_json_value_dup_member_string (arguments, "filter");
  g_autofree char *stored = NULL;
  g_autofree char *preview = NULL;
  g_autofree char *text = NULL;
  McpJsonValue     value;
  guint            n_found;

  if (!find_target (request, arguments, &target))
    return;
  value = store_explorer_find (target.object, target.id, target.path, &error);
  if (error != NULL)
    {
      answer (request, NULL, error);
      return;
    }
  parsed = read_filtered (&value);
  found = app_demo_filter_run (value, filter, &error);
  if (found == NULL)
    {
      answer_filter_error (request, filter, error);
      return;
    }
  value = mcp_json_document_get_root (found);
  n_found = mcp_json_value_get_n_items (value);
  if (n_found == 0)
    {
      text = g_strdup_printf ("No results for filter '%s'.", filter);
      app_demo_request_answer_text (request, text, FALSE);
      return;
    }
  if (n_found == 1)
    value = mcp_json_value_get_item (value, 0);
  preview = make_value_preview (value, target.id);
  if (mcp_json_value_get_member_boolean (arguments, "store", TRUE))
    {
      McpJsonWriter   *writer = mcp_json_writer_new ();
      g_autofree char *id = NULL;

      mcp_json_writer_value (writer, value);
      id = put_object (server, writer);
      stored = g_strdup_printf (". Result stored as @%s.", id);
    }
  text = g_strdup_printf ("Filter '%s' matched %u value(s)%s\n\n%s", filter, n_found,
                          stored != NULL ? stored : ":", preview);
  app_demo_request_answer_text (request, text, FALSE);
}

/* One parameter of a referenceable tool, its type as Python prints it. */
typedef struct
{
  const char *name;
  const char *type;
} Parameter;

static McpJsonValue
find_object (const char *id, gpointer user_data)
{
  return get_object (user_data, id);
}

/* What the arguments stand for: themselves, or what they refer to. Returns: (transfer full)
 * (nullable): JSON text of an object; %NULL where one of them cannot be had, and the request is
 * answered */
static McpJsonDocument *
resolve (AppDemoRequest  *request,
         McpJsonValue     arguments,
         const Parameter *parameters,
         guint            n_parameters)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < n_parameters; i++)
    {
      McpJsonValue value = mcp_json_value_get_member (arguments, parameters[i].name);
      g_autoptr (GError) error = NULL;
      g_autofree char *json = NULL;

      if (!mcp_json_value_exists (value))
        continue;
      json =
          store_referenceable_resolve (value, parameters[i].name, parameters[i].type, find_object,
                                       request->server, &error);
      if (json == NULL)
        {
          fail (request, error->message);
          return NULL;
        }
      mcp_json_writer_add (writer, "%s: %r", parameters[i].name, json);
    }
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

/* Made-up pipelines: every purpose in every stage. */
static const char *const purposes[] = { "rag-qa", "contract-review", "support-triage",
                                        "news-digest", "code-search", "patent-finder",
                                        "policy-chat", "invoice-reader", "lab-notes",
                                        "tender-watch", "meeting-minutes", "faq-bot",
                                        "field-reports", "archive-search" };
static const char *const stages[] = { "", "-staging", "-experiment" };
static const char *const statuses[] = { "DEPLOYED", "UNDEPLOYED", "DEPLOYMENT_FAILED" };
static const char *const people[][2] = {
  { "Ada", "Okafor" }, { "Jonas", "Lindqvist" }, { "Mei", "Tanaka" }, { "Rosa", "Delgado" }
};
#define N_PIPELINES (G_N_ELEMENTS (purposes) * G_N_ELEMENTS (stages))
#define MAX_LOG_ENTRIES 5000

/* A number that looks random and is the same in every run. */
static guint
scatter (guint seed)
{
  seed = (seed + 1) * 2654435761u;
  return seed ^ seed >> 15;
}

static char *
make_name (guint index)
{
  return g_strconcat (purposes[index % G_N_ELEMENTS (purposes)],
                      stages[index / G_N_ELEMENTS (purposes)], NULL);
}

static int
find_pipeline (const char *name)
{
  for (guint i = 0; i < N_PIPELINES; i++)
    {
      g_autofree char *candidate = make_name (i);

      if (strcmp (candidate, name) == 0)
        return i;
    }
  return -1;
}

static char *
make_time (guint seed)
{
  guint number = scatter (seed);

  return g_strdup_printf ("2026-%02u-%02uT%02u:%02u:%02u.%03uZ", number % 10 + 1,
                          number / 10 % 28 + 1, number / 280 % 24, number / 6720 % 60,
                          number / 7 % 60, number % 1000);
}

static void
write_person (McpJsonWriter *writer, guint seed)
{
  const char *const *person = people[scatter (seed) % G_N_ELEMENTS (people)];
  g_autofree char   *id = g_strdup_printf ("%08x-7d44-4a5b-9c0e-%08x0000", scatter (seed + 7),
                                           scatter (seed + 9));

  mcp_json_writer_add (writer, "{'given_name': %s, 'family_name': %s, 'user_id': %s}", person[0],
                       person[1], id);
}

static void
write_summary (McpJsonWriter *writer, guint index)
{
  g_autofree char *name = make_name (index);
  g_autofree char *id = g_strdup_printf ("%08x-3f2b-4c1e-8a7d-%08x1234", scatter (index),
                                         scatter (index + 100));
  g_autofree char *created = make_time (index);

  mcp_json_writer_add (writer, "'pipeline_id': %s, 'name': %s, 'status': %s, 'service_level': "
                               "%s, 'created_at': %s, 'created_by': ",
                       id, name,
                       statuses[scatter (index) / 3 % G_N_ELEMENTS (statuses)],
                       index < G_N_ELEMENTS (purposes) ? "PRODUCTION" : "DEVELOPMENT",
                       created);
  write_person (writer, index);
}

/* "There is no …" is a result like any other: the servers store such messages too. */
static int
find_argument (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *name = mcp_json_value_dup_member_string (arguments, "pipeline_name");
  int              index = find_pipeline (name);

  if (index < 0)
    {
      McpJsonWriter   *writer = mcp_json_writer_new ();
      g_autofree char *text = g_strdup_printf ("There is no pipeline named '%s'. Did you mean to "
                                               "create it?",
                                               name);

      mcp_json_writer_string (writer, text);
      answer_with_preview (request, writer);
    }
  return index;
}

static void
list_pipelines (AppDemoRequest *request, McpJsonValue arguments)
{
  guint            limit = CLAMP (mcp_json_value_get_member_int64 (arguments, "limit", 30), 1, 100);
  g_autofree char *after = mcp_json_value_dup_member_string (arguments, "after");
  guint            start = after != NULL ? find_pipeline (after) + 1 : 0;
  guint            end = MIN (start + limit, N_PIPELINES);
  McpJsonWriter   *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'data': [");
  for (guint i = start; i < end; i++)
    {
      mcp_json_writer_begin_object (writer);
      write_summary (writer, i);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_add (writer, "], 'has_more': %b, 'total': %x, 'next_cursor': ",
                       end < N_PIPELINES, (gint64)N_PIPELINES);
  if (end < N_PIPELINES)
    {
      g_autofree char *cursor = make_name (end - 1);

      mcp_json_writer_string (writer, cursor);
    }
  else
    mcp_json_writer_null (writer);
  mcp_json_writer_end_object (writer);
  answer_with_preview (request, writer);
}

static char *
make_configuration (guint index)
{
  g_autofree char *name = make_name (index);

  return g_strdup_printf ("# %s\n"
                          "components:\n"
                          "  embedder:\n"
                          "    type: "
                          "haystack.components.embedders.SentenceTransformersTextEmbedder\n"
                          "    init_parameters:\n"
                          "      model: intfloat/e5-base-v2\n"
                          "      normalize_embeddings: true\n"
                          "  retriever:\n"
                          "    type: "
                          "haystack_integrations.components.retrievers.opensearch."
                          "OpenSearchEmbeddingRetriever\n"
                          "    init_parameters:\n"
                          "      top_k: %u\n"
                          "      document_store:\n"
                          "        type: "
                          "haystack_integrations.document_stores.opensearch."
                          "OpenSearchDocumentStore\n"
                          "        init_parameters:\n"
                          "          index: %s\n"
                          "          embedding_dim: 768\n"
                          "          return_embedding: false\n"
                          "  ranker:\n"
                          "    type: haystack.components.rankers.TransformersSimilarityRanker\n"
                          "    init_parameters:\n"
                          "      model: intfloat/simlm-msmarco-reranker\n"
                          "      top_k: 8\n"
                          "  prompt_builder:\n"
                          "    type: haystack.components.builders.PromptBuilder\n"
                          "    init_parameters:\n"
                          "      template: |-\n"
                          "        You answer questions about the documents below, and say so when "
                          "they hold no answer.\n"
                          "        {%% for document in documents %%}\n"
                          "        Document[{{ loop.index }}]: {{ document.content }}\n"
                          "        {%% endfor %%}\n"
                          "        Question: {{ question }}\n"
                          "  llm:\n"
                          "    type: haystack.components.generators.OpenAIGenerator\n"
                          "    init_parameters:\n"
                          "      model: gpt-5\n"
                          "      generation_kwargs: {max_tokens: 650, temperature: 0.0, seed: %u}\n"
                          "connections:\n"
                          "- {sender: embedder.embedding, receiver: retriever.query_embedding}\n"
                          "- {sender: retriever.documents, receiver: ranker.documents}\n"
                          "- {sender: ranker.documents, receiver: prompt_builder.documents}\n"
                          "- {sender: prompt_builder.prompt, receiver: llm.prompt}\n",
                          name, 10 + index % 20, name, scatter (index) % 1000);
}

static void
write_component (McpJsonWriter *writer, const char *name, guint seed)
{
  mcp_json_writer_add (writer, "%s: {'init_parameters': {'document_store': {'type': "
                               "'OpenSearchDocumentStore', 'init_parameters': {'hosts': "
                               "['https://search-1.example', 'https://search-2.example'], "
                               "'mappings': {'properties': {'content': {'type': 'text'}, "
                               "'embedding': {'type': 'knn_vector', 'dimension': 768}}}}}}, "
                               "'latencies_ms': [",
                       name);
  for (guint i = 0; i < 60; i++)
    mcp_json_writer_int64 (writer, 20 + scatter (seed + i) % 180);
  mcp_json_writer_add (writer, "]}");
}

static void
get_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  int              index = find_argument (request, arguments);
  g_autofree char *configuration = NULL;
  McpJsonWriter   *writer;

  if (index < 0)
    return;

  configuration = make_configuration (index);
  writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  write_summary (writer, index);
  mcp_json_writer_add (writer, "'yaml_config': %s, 'components': {", configuration);
  write_component (writer, "embedder", index);
  write_component (writer, "retriever", index + 1000);
  write_component (writer, "ranker", index + 2000);
  mcp_json_writer_add (writer, "}, 'metrics': %r, 'latest_trace': {'span': {'span': {'span': "
                               "{'span': {'span': {'name': 'llm.run', 'duration_ms': 812}}}}}}}",
                       "{\"queries_last_week\":18446,\"recall_at_10\":0.91,\"answer_rate\":0.870,"
                       "\"feedback\":{\"accurate\":1204,\"inaccurate\":96}}");
  answer_with_preview (request, writer);
}

static void
get_pipeline_logs (AppDemoRequest *request, McpJsonValue arguments)
{
  static const char *const levels[] = {
    "info", "info", "info", "info", "warning", "info", "error"
  };
  static const char *const messages[] = { "Pipeline started.",
                                          "Query received.",
                                          "Retrieved 20 documents in 41 ms.",
                                          "Ranked 20 documents, kept 8.",
                                          "The prompt has 6120 tokens, close to the model's limit.",
                                          "Answer sent.",
                                          "The model's endpoint did not answer within 30 s; the "
                                          "query was repeated and then given up. "
                                          "See the trace of this query for what each component "
                                          "received and returned." };
  int                      index = find_argument (request, arguments);
  gint64                   wanted = mcp_json_value_get_member_int64 (arguments, "limit", 120);
  guint                    limit = CLAMP (wanted, 1, MAX_LOG_ENTRIES);
  g_autofree char         *level = mcp_json_value_dup_member_string (arguments, "level");
  McpJsonWriter           *writer;
  guint                    n_entries = 0;

  if (index < 0)
    return;

  writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer, "{'data': [");
  for (guint i = 0; n_entries < limit; i++)
    {
      guint            kind = i % G_N_ELEMENTS (levels);
      g_autofree char *time = NULL;

      if (level != NULL && strcmp (level, "info") != 0 && strcmp (level, "warning") != 0 &&
          strcmp (level, "error") != 0)
        break;
      if (level != NULL && strcmp (level, levels[kind]) != 0)
        continue;
      n_entries++;
      time = g_strdup_printf ("2026-11-20T%02u:%02u:%02u.%03uZ", i / 1800 % 24, i / 30 % 60,
                              i * 2 % 60, scatter (i) % 1000);
      mcp_json_writer_add (writer, "{'log_id': %s, 'level': %s, 'message': %s, 'extra_fields': "
                                   "{'query_number': %x}}",
                           time, levels[kind], messages[kind],
                           (gint64)(i / G_N_ELEMENTS (levels) + 1));
    }
  mcp_json_writer_add (writer, "], 'has_more': true, 'total': 90000}");
  answer_with_preview (request, writer);
}

static void
write_document (McpJsonWriter *writer, guint number, const char *query)
{
  static const char *const sentences[] = {
    "The agreement may be ended by either side with three months' notice to the end of a quarter.",
    "Deliveries that arrive after the agreed date are charged at half a percent for each working "
    "day.",
    "The committee met four times in the year under review and heard reports from every field "
    "office.",
    "Measurements below the limit of detection are entered as zero and marked in the last column.",
  };
  g_autoptr (GString) content = g_string_new (NULL);
  g_autofree char *id = g_strdup_printf ("%08x%08x", scatter (number), scatter (number + 50));
  g_autofree char *file = g_strdup_printf ("report-%02u.pdf", number + 1);

  g_string_append_printf (content, "On “%s”: ", query);
  for (guint i = 0; i < 8; i++)
    g_string_append_printf (content, "%s ", sentences[(number + i) % G_N_ELEMENTS (sentences)]);

  mcp_json_writer_add (writer, "{'id': %s, 'content': %s, 'score': %d, 'meta': {'file': "
                               "{'name': %s, 'page': %x}, 'language': %s}}",
                       id, content->str,
                       (1000 - number * 17) / 1000.0, file, (gint64)(number % 9 + 1),
                       number % 3 == 0 ? "de" : "en");
}

static void
search_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  int              index = find_argument (request, arguments);
  g_autofree char *query = mcp_json_value_dup_member_string (arguments, "query");
  McpJsonWriter   *writer;

  if (index < 0)
    return;

  writer = mcp_json_writer_new ();
  mcp_json_writer_add (
      writer, "{'query': %s, 'answers': %r, 'documents': [", query,
      "[{\"answer\":\"Either side may end it with three months' notice to the end "
      "of a "
      "quarter, as the documents say.\",\"score\":0.94,\"document_ids\":[0,4,8]}]");
  for (guint i = 0; i < 40; i++)
    write_document (writer, i, query);
  mcp_json_writer_add (writer, "], 'duration_ms': 412}");
  answer_with_preview (request, writer);
}

static void
validate_configuration (AppDemoRequest *request, McpJsonValue configuration)
{
  g_autofree char *text = mcp_json_value_dup_string (configuration, NULL);
  gboolean         has_components = text != NULL && strstr (text, "components:") != NULL;
  gboolean         has_connections = text != NULL && strstr (text, "connections:") != NULL;
  McpJsonWriter   *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'valid': %b, 'errors': [", has_components && has_connections);
  if (text == NULL)
    mcp_json_writer_string (writer, "The configuration is not a string.");
  if (text != NULL && !has_components)
    mcp_json_writer_string (writer, "`components` is missing.");
  if (text != NULL && !has_connections)
    mcp_json_writer_string (writer, "`connections` is missing.");
  mcp_json_writer_add (writer, "], 'characters': %x}",
                       (gint64)(text != NULL ? g_utf8_strlen (text, -1) : 0));
  answer_with_preview (request, writer);
}

static void
validate_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  static const Parameter parameters[] = { { "yaml_configuration", "str" },
                                          { "options", "dict | None" } };
  g_autoptr (McpJsonDocument) resolved =
      resolve (request, arguments, parameters, G_N_ELEMENTS (parameters));

  if (resolved != NULL)
    validate_configuration (
        request,
        mcp_json_value_get_member (mcp_json_document_get_root (resolved), "yaml_configuration"));
}

/* What it was given is part of its output, so that a caller sees what references came to. */
static void
run_component (AppDemoRequest *request, McpJsonValue arguments)
{
  static const Parameter parameters[] = { { "component_type", "str" },
                                          { "init_params", "dict | None" },
                                          { "documents", "list | None" },
                                          { "top_k", "<class 'int'>" },
                                          { "debug", "<class 'bool'>" } };
  g_autoptr (McpJsonDocument) resolved =
      resolve (request, arguments, parameters, G_N_ELEMENTS (parameters));
  McpJsonWriter *writer;
  McpJsonValue   root;

  if (resolved == NULL)
    return;
  root = mcp_json_document_get_root (resolved);
  writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer, "{'status': 'completed', 'received': %v", root);
  mcp_json_writer_member_int64 (
      writer, "documents",
      mcp_json_value_get_n_items (mcp_json_value_get_member (root, "documents")));
  mcp_json_writer_end_object (writer);
  answer_with_preview (request, writer);
}

static const AppDemoHandler tools[] = {
  { "list_pipelines", list_pipelines },
  { "get_pipeline", get_pipeline },
  { "get_pipeline_logs", get_pipeline_logs },
  { "search_pipeline", search_pipeline },
  { "validate_pipeline", validate_pipeline },
  { "run_component", run_component },
  { "get_from_object_store", get_from_object_store },
  { "get_slice_from_object_store", get_slice_from_object_store },
  { "grep_object_store", grep_object_store },
  { "sed_object_store", sed_object_store },
  { "yq_object_store", yq_object_store },
  { NULL },
};

const AppDemoSystem app_demo_objects_system = {
  .name = "objects",
  .tools = tools,
  .pydantic_errors = TRUE,
};
