/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-objects.h"

#include "app-demo-registry.h"
#include "app-demo-system.h"
#include "store-explorer.h"
#include "store-referenceable.h"

#include <string.h>

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

void
app_demo_objects_answer (AppDemoRequest *request, McpJsonWriter *value)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  g_autofree char *id = put_object (server, value);
  g_autofree char *text = store_explorer_explore (get_object (server, id), id, "", NULL,
                                                  NULL);

  app_demo_request_answer_text (request, text, FALSE);
}

static void
fail (AppDemoRequest *request, const char *message)
{
  g_autofree char *tool = mcp_json_value_dup_member_string (app_demo_request_get_params (request),
                                                            "name");
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
  target->object = get_object (app_demo_request_get_server (request), target->id);
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
      id = put_object (app_demo_request_get_server (request), writer);
      text = g_strdup_printf ("%s\nResult stored as @%s.\n\n%s", summary, id, preview);
    }
  answer (request, text, error);
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
      json = store_referenceable_resolve (value, parameters[i].name, parameters[i].type,
                                          find_object, app_demo_request_get_server (request),
                                          &error);
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

static void
validate_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  static const Parameter parameters[] = { { "yaml_configuration", "str" },
                                          { "options", "dict | None" } };
  g_autoptr (McpJsonDocument) resolved =
      resolve (request, arguments, parameters, G_N_ELEMENTS (parameters));

  if (resolved != NULL)
    app_demo_pipelines_validate (request,
                                 mcp_json_value_get_member (mcp_json_document_get_root (resolved),
                                                            "yaml_configuration"));
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
  app_demo_objects_answer (request, writer);
}

static const AppDemoHandler tools[] = {
  { "list_pipelines", app_demo_pipelines_list },
  { "get_pipeline", app_demo_pipelines_get },
  { "get_pipeline_logs", app_demo_pipelines_get_logs },
  { "search_pipeline", app_demo_pipelines_search },
  { "validate_pipeline", validate_pipeline },
  { "run_component", run_component },
  { "get_from_object_store", get_from_object_store },
  { "get_slice_from_object_store",
    get_slice_from_object_store },
  { "grep_object_store", grep_object_store },
  { "sed_object_store", sed_object_store },
  { NULL },
};

const AppDemoSystem app_demo_objects_system = {
  .name = "objects",
  .tools = tools,
  .pydantic_errors = TRUE,
};
