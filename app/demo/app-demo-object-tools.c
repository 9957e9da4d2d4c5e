/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-objects.h"
#include "app-demo-system.h"
#include "store-explorer.h"

#include <string.h>

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
  target->object = app_demo_objects_get (app_demo_request_get_server (request), target->id);
  if (!mcp_json_value_exists (target->object))
    {
      g_autofree char *message = g_strdup_printf ("Object %s not found or expired.", target->id);

      app_demo_objects_fail (request, message);
      return FALSE;
    }
  return TRUE;
}

static void
answer (AppDemoRequest *request, const char *text, const GError *error)
{
  if (error != NULL)
    app_demo_objects_fail (request, error->message);
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
      id = app_demo_objects_put (app_demo_request_get_server (request), writer);
      text = g_strdup_printf ("%s\nResult stored as @%s.\n\n%s", summary, id, preview);
    }
  answer (request, text, error);
}

/* What an argument of a referenceable tool stands for: itself, or what it refers to. */
static McpJsonValue
resolve (AppDemoRequest *request, McpJsonValue argument, char **problem)
{
  g_autofree char *reference = mcp_json_value_dup_string (argument, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *id = NULL;
  McpJsonValue     object, value;

  if (reference == NULL || *reference != '@' || reference[1] == '\0')
    return argument;

  id = store_explorer_split_reference (reference, &path);
  object = app_demo_objects_get (app_demo_request_get_server (request), reference);
  if (!mcp_json_value_exists (object))
    {
      *problem = g_strdup_printf ("Object @%s not found or expired", id);
      return MCP_JSON_NO_VALUE;
    }
  value = store_explorer_find (object, id, path, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    *problem = g_strdup_printf ("Invalid path %s: %s", path, error->message);
  else if (error != NULL)
    *problem = g_strdup_printf ("Navigation error at %s: %s", path, error->message);
  return value;
}

static void
validate_pipeline (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue     options = mcp_json_value_get_member (arguments, "options");
  McpJsonValue     configuration;
  g_autofree char *problem = NULL;

  configuration = resolve (request, mcp_json_value_get_member (arguments, "yaml_configuration"),
                           &problem);
  if (problem == NULL)
    options = resolve (request, options, &problem);
  if (problem == NULL && mcp_json_value_get_kind (options) == MCP_JSON_STRING)
    {
      g_autofree char *text = mcp_json_value_dup_string (options, NULL);

      problem = g_strdup_printf ("Parameter 'options' expects dict | None, got string '%s'. "
                                 "Use '@obj_id' for references.",
                                 text);
    }

  if (problem != NULL)
    app_demo_objects_fail (request, problem);
  else
    app_demo_pipelines_validate (request, configuration);
}

static const AppDemoHandler tools[] = {
  { "list_pipelines", app_demo_pipelines_list },
  { "get_pipeline", app_demo_pipelines_get },
  { "get_pipeline_logs", app_demo_pipelines_get_logs },
  { "search_pipeline", app_demo_pipelines_search },
  { "validate_pipeline", validate_pipeline },
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
