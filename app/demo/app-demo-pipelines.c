/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "app-demo-filter.h"
#include "app-demo-prepared.h"
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
  guint64          number;

  if (!g_str_has_prefix (id, "obj_") ||
      !g_ascii_string_to_unsigned (id + 4, 10, 1, objects->len, &number, NULL))
    return MCP_JSON_NO_VALUE;

  g_autofree char *right_id = make_id (number);
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
      g_autofree char *preview = make_preview (replaced);
      g_autofree char *summary = g_steal_pointer (&text);

      mcp_json_writer_string (writer, replaced);
      g_autofree char *id = put_object (request->server, writer);
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

  if (string != NULL)
    return make_preview (string);
  g_autofree char *text = store_explorer_explore (value, id, "", NULL, NULL);
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
  g_autofree char *filter = mcp_json_value_dup_member_string (arguments, "filter");
  g_autofree char *stored = NULL;
  g_autofree char *text = NULL;

  if (!find_target (request, arguments, &target))
    return;
  McpJsonValue value = store_explorer_find (target.object, target.id, target.path, &error);
  if (error != NULL)
    {
      answer (request, NULL, error);
      return;
    }
  g_autoptr (McpJsonDocument) parsed = read_filtered (&value);
  g_autoptr (McpJsonDocument) found = app_demo_filter_run (value, filter, &error);
  if (found == NULL)
    {
      answer_filter_error (request, filter, error);
      return;
    }
  value = mcp_json_document_get_root (found);
  guint n_found = mcp_json_value_get_n_items (value);
  if (n_found == 0)
    {
      text = g_strdup_printf ("No results for filter '%s'.", filter);
      app_demo_request_answer_text (request, text, FALSE);
      return;
    }
  if (n_found == 1)
    value = mcp_json_value_get_item (value, 0);
  g_autofree char *preview = make_value_preview (value, target.id);
  if (mcp_json_value_get_member_boolean (arguments, "store", TRUE))
    {
      McpJsonWriter *writer = mcp_json_writer_new ();

      mcp_json_writer_value (writer, value);
      g_autofree char *id = put_object (server, writer);
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
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

#define MAX_LOG_ENTRIES 5000
#define N_LATENCIES 60

/* A number that looks random and is the same in every run. */
static guint
scatter (guint seed)
{
  seed = (seed + 1) * 2654435761u;
  return seed ^ seed >> 15;
}

static McpJsonValue
get_data (AppDemoRequest *request, const char *pointer)
{
  return app_demo_registry_get_data (request->server->registry, &app_demo_objects_system, pointer);
}

static int
find_pipeline (McpJsonValue pipelines, const char *name)
{
  McpJsonIter  iter;
  McpJsonValue pipeline;

  mcp_json_iter_init (&iter, pipelines);
  for (int i = 0; mcp_json_iter_next (&iter, NULL, &pipeline); i++)
    if (mcp_json_value_string_equals (mcp_json_value_get_member (pipeline, "name"), name))
      return i;
  return -1;
}

/* "There is no …" is a result like any other: the servers store such messages too. */
static int
find_argument (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *name = mcp_json_value_dup_member_string (arguments, "pipeline_name");
  int              index = find_pipeline (get_data (request, "/data/pipelines"), name);

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
  McpJsonValue     pipelines = get_data (request, "/data/pipelines");
  guint            n_pipelines = mcp_json_value_get_n_items (pipelines);
  guint            limit = CLAMP (mcp_json_value_get_member_int64 (arguments, "limit", 30), 1, 100);
  g_autofree char *after = mcp_json_value_dup_member_string (arguments, "after");
  guint            start = after != NULL ? find_pipeline (pipelines, after) + 1 : 0;
  guint            end = MIN (start + limit, n_pipelines);
  McpJsonWriter   *writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'data': [");
  for (guint i = start; i < end; i++)
    mcp_json_writer_value (writer, mcp_json_value_get_item (pipelines, i));
  mcp_json_writer_add (writer, "], 'has_more': %b, 'total': %x, 'next_cursor': ",
                       end < n_pipelines, (gint64)n_pipelines);
  if (end < n_pipelines)
    mcp_json_writer_value (
        writer, mcp_json_value_get_member (mcp_json_value_get_item (pipelines, end - 1), "name"));
  else
    mcp_json_writer_null (writer);
  mcp_json_writer_end_object (writer);
  answer_with_preview (request, writer);
}

static char *
make_configuration (AppDemoRequest *request, McpJsonValue name, guint index)
{
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();

  app_demo_prepared_set (values, "name", mcp_json_value_dup_text (name));
  app_demo_prepared_set (values, "top_k", g_strdup_printf ("%u", 10 + index % 20));
  app_demo_prepared_set (values, "seed", g_strdup_printf ("%u", scatter (index) % 1000));
  return app_demo_prepared_fill (get_data (request, "/data/configuration"), values);
}

static void
write_component (McpJsonWriter *writer, const char *name, McpJsonValue parameters, guint seed)
{
  mcp_json_writer_add (writer, "%s: {'init_parameters': %v, 'latencies_ms': [", name, parameters);
  for (guint i = 0; i < N_LATENCIES; i++)
    mcp_json_writer_int64 (writer, 20 + scatter (seed + i) % 180);
  mcp_json_writer_add (writer, "]}");
}

static void
get_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  int              index = find_argument (request, arguments);
  McpJsonValue     component = get_data (request, "/data/component");
  g_autofree char *configuration = NULL;

  if (index < 0)
    return;

  McpJsonValue pipeline = mcp_json_value_get_item (get_data (request, "/data/pipelines"), index);
  configuration =
      make_configuration (request, mcp_json_value_get_member (pipeline, "name"), index);
  McpJsonWriter *writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (pipeline); mcp_json_walk_next (&each);)
    {
      mcp_json_writer_name_value (writer, each.name);
      mcp_json_writer_value (writer, each.value);
    }
  mcp_json_writer_add (writer, "'yaml_config': %r, 'components': {", configuration);
  write_component (writer, "embedder", component, index);
  write_component (writer, "retriever", component, index + 1000);
  write_component (writer, "ranker", component, index + 2000);
  mcp_json_writer_add (writer, "}, 'metrics': %v, 'latest_trace': %v}",
                       get_data (request, "/data/metrics"),
                       get_data (request, "/data/latest_trace"));
  answer_with_preview (request, writer);
}

static void
get_pipeline_logs (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue log = get_data (request, "/data/log");
  guint        n_kinds = mcp_json_value_get_n_items (log);
  int          index = find_argument (request, arguments);
  gint64       wanted = mcp_json_value_get_member_int64 (arguments, "limit", 120);
  guint        limit = CLAMP (wanted, 1, MAX_LOG_ENTRIES);
  McpJsonValue level = mcp_json_value_get_member (arguments, "level");
  guint        n_entries = 0;

  if (index < 0)
    return;

  McpJsonWriter *writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer, "{'data': [");
  /* A level that there is not is looked for in as many lines as there can be of the rarest. */
  for (guint i = 0; n_entries < limit && i < MAX_LOG_ENTRIES * n_kinds; i++)
    {
      McpJsonValue     entry = mcp_json_value_get_item (log, i % n_kinds);
      McpJsonValue     kind = mcp_json_value_get_item (entry, 0);
      g_autofree char *time = NULL;

      if (mcp_json_value_exists (level) && !mcp_json_value_equal (level, kind))
        continue;
      n_entries++;
      time = g_strdup_printf ("2026-11-20T%02u:%02u:%02u.%03uZ", i / 1800 % 24, i / 30 % 60,
                              i * 2 % 60, scatter (i) % 1000);
      mcp_json_writer_add (writer, "{'log_id': %s, 'level': %v, 'message': %v, 'extra_fields': "
                                   "{'query_number': %x}}",
                           time, kind, mcp_json_value_get_item (entry, 1),
                           (gint64)(i / n_kinds + 1));
    }
  mcp_json_writer_add (writer, "], 'has_more': true, 'total': 90000}");
  answer_with_preview (request, writer);
}

static void
search_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();

  if (find_argument (request, arguments) < 0)
    return;

  app_demo_prepared_add (values, get_data (request, "/data/sentences"));
  app_demo_prepared_add (values, arguments);
  g_autofree char *result = app_demo_prepared_fill (get_data (request, "/data/search"), values);
  McpJsonWriter   *writer = mcp_json_writer_new ();
  mcp_json_writer_raw (writer, result, -1);
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

  if (resolved == NULL)
    return;
  McpJsonValue   root = mcp_json_document_get_root (resolved);
  McpJsonWriter *writer = mcp_json_writer_new ();
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
