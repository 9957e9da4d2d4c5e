/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-methods.h"

#include "app-demo-icons.h"
#include "app-demo-listen.h"
#include "app-demo-modern.h"
#include "app-demo-registry.h"
#include "app-demo-session.h"
#include "app-demo-task.h"
#include "spyglass-config.h"

#include <string.h>

/* The methods of tasks in both eras, and the rules by which a call becomes one. Source: MCP
 * 2025-11-25, basic/utilities/tasks; the extension io.modelcontextprotocol/tasks. */

#define TASKS_PER_PAGE 10
/* The one revision that has tasks of its own. */
#define TASKS_VERSION "2025-11-25"
#define REQUIRED_EXTENSION "{\"extensions\":{\"" APP_DEMO_TASKS_EXTENSION "\":{}}}"

/* The task that the parameters name; NULL when the request was refused. */
static AppDemoTask *
find_task (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char *id = mcp_json_value_dup_member_string (params, "taskId");

  if (request->modern &&
      !app_demo_request_client_can (request, APP_DEMO_TASKS_EXTENSION_POINTER))
    {
      app_demo_modern_refuse_capability (request, REQUIRED_EXTENSION);
      return NULL;
    }
  AppDemoTask *task = app_demo_task_find (request->server, id);
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

static void
tasks_get (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task != NULL)
    answer_task (request, task);
}

static void
tasks_list (AppDemoRequest *request, McpJsonValue params)
{
  GPtrArray       *tasks = app_demo_task_list (request->server);
  g_autofree char *cursor = mcp_json_value_dup_member_string (params, "cursor");
  guint64          first = 0;

  if (cursor != NULL && !g_ascii_string_to_unsigned (cursor, 10, 0, tasks->len, &first, NULL))
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Invalid cursor", NULL);
      return;
    }

  McpJsonWriter *writer = app_demo_request_begin (request);
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

static void
tasks_result (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task != NULL)
    app_demo_task_wait (task, request);
}

static void
tasks_cancel (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);
  gboolean     modern = request->modern;

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

static void
tasks_update (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoTask *task = find_task (request, params);

  if (task == NULL)
    return;

  /* Acknowledged first: what comes of it is seen at the next tasks/get. */
  app_demo_request_answer (request, "{}");
  app_demo_task_take_responses (task, mcp_json_value_get_member (params, "inputResponses"));
}

/* Makes a call a task, or refuses it, where tool and client are of that kind. Returns: whether the
 * request is dealt with */
static gboolean
take_modern_call (AppDemoRequest *request, const AppDemoItem *item, McpJsonValue params)
{
  McpJsonValue support =
      mcp_json_value_resolve_pointer (item->definition, "/execution/taskSupport");
  gboolean declared = app_demo_request_client_can (request, APP_DEMO_TASKS_EXTENSION_POINTER);

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

/* The same for revisions up to 2025-11-25. */
static gboolean
take_legacy_call (AppDemoRequest *request, const AppDemoItem *item, McpJsonValue params)
{
  McpJsonValue support =
      mcp_json_value_resolve_pointer (item->definition, "/execution/taskSupport");
  McpJsonValue task = mcp_json_value_get_member (params, "task");
  const char  *version = request->session->version;

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

/* What one completion/complete answer may hold: MCP 2025-11-25, server/utilities/completion. */
#define MAX_COMPLETIONS 100

/* Resources come in pages even when nothing was asked for, so that pages are seen. */
#define RESOURCES_PER_PAGE 10
/* What the cursor holds inside; a client must not look. */
#define CURSOR_PREFIX "from:"

static char *
make_cursor (const AppDemoOptions *options, guint next, guint page_size)
{
  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_LOOPING_CURSOR, NULL))
    return g_strdup ("again");
  if (options->empty_cursor && next == page_size)
    return g_strdup ("");
  g_autofree char *text = g_strdup_printf (CURSOR_PREFIX "%u", next);
  return g_base64_encode ((const guchar *)text, strlen (text));
}

static gboolean
read_cursor (const AppDemoOptions *options, McpJsonValue params, guint page_size, guint *first)
{
  McpJsonValue     member = mcp_json_value_get_member (params, "cursor");
  g_autofree char *cursor = mcp_json_value_dup_string (member, NULL);
  gsize            length = 0;
  guint64          number;

  *first = 0;
  if (!mcp_json_value_exists (member))
    return TRUE;
  if (cursor == NULL)
    return FALSE;
  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_LOOPING_CURSOR, NULL))
    return TRUE;
  if (options->empty_cursor && *cursor == '\0')
    {
      *first = page_size;
      return TRUE;
    }

  g_autofree guchar *text = g_base64_decode (cursor, &length);
  g_autofree char   *terminated = g_strndup ((const char *)text, length);
  if (!g_str_has_prefix (terminated, CURSOR_PREFIX) ||
      !g_ascii_string_to_unsigned (terminated + strlen (CURSOR_PREFIX), 10, 1, G_MAXUINT, &number,
                                   NULL))
    return FALSE;
  *first = number;
  return TRUE;
}

/* MCP 2026-07-28 has no “execution” any more. */
static void
write_item (McpJsonWriter *writer, AppDemoServer *server, const AppDemoItem *item, gboolean modern)
{
  if (mcp_json_value_get_kind (item->definition) != MCP_JSON_OBJECT)
    return;
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (item->definition); mcp_json_walk_next (&each);)
    if (!modern || !mcp_json_value_string_equals (each.name, "execution"))
      {
        mcp_json_writer_name_value (writer, each.name);
        mcp_json_writer_value (writer, each.value);
      }
  app_demo_icons_write (server, item->system, writer);
  mcp_json_writer_end_object (writer);
}

/* A document of all the items: the static ones, then what the systems add. */
static McpJsonDocument *
collect (AppDemoServer *server, AppDemoKind kind, gboolean modern)
{
  const AppDemoFaults *faults = server->options->faults;
  GPtrArray           *systems = server->registry->systems;
  GPtrArray           *items = server->registry->items[kind];
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < items->len; i++)
    {
      const AppDemoItem *item = g_ptr_array_index (items, i);

      if (modern || !item->system->modern_only)
        write_item (writer, server, item, modern);
    }
  for (guint i = 0; kind == APP_DEMO_RESOURCES && i < systems->len; i++)
    {
      const AppDemoSystem *system = g_ptr_array_index (systems, i);

      if (system->list_resources != NULL)
        system->list_resources (server, writer);
    }
  if (faults->write_items != NULL)
    faults->write_items (app_demo_registry_get_list (kind), writer);
  mcp_json_writer_end_array (writer);
  g_autoptr (GBytes) bytes = mcp_json_writer_finish (writer);
  return mcp_json_document_parse (bytes, NULL, NULL, NULL);
}

/* The kind of what tools/list, resources/templates/list… list. */
static AppDemoKind
find_list (const char *method)
{
  AppDemoKind kind = APP_DEMO_TOOLS;

  if (strcmp (method, "resources/templates/list") == 0)
    return APP_DEMO_TEMPLATES;
  while (!g_str_has_prefix (method, app_demo_registry_get_list (kind)))
    kind++;
  return kind;
}

static void
list_items (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoKind           kind = find_list (request->method);
  AppDemoServer        *server = request->server;
  const AppDemoOptions *options = server->options;
  g_autoptr (McpJsonDocument) document = collect (server, kind,
                                                  request->modern);
  McpJsonValue all = mcp_json_document_get_root (document);
  guint        page_size = options->page_size;
  guint        first, index = 0;

  if (page_size == 0)
    page_size = kind == APP_DEMO_RESOURCES ? RESOURCES_PER_PAGE : G_MAXINT;
  if (!read_cursor (options, params, page_size, &first))
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Invalid cursor", NULL);
      return;
    }

  McpJsonWriter *writer = app_demo_request_begin (request);
  mcp_json_writer_add (writer, "{%s: [", app_demo_registry_get_list (kind));
  for (McpJsonWalk item = mcp_json_walk (all); mcp_json_walk_next (&item);)
    {
      if (index >= first && index - first < page_size)
        mcp_json_writer_value (writer, item.value);
      index++;
    }
  mcp_json_writer_end_array (writer);
  if (index > first && index - first > page_size)
    {
      g_autofree char *cursor = make_cursor (options, first + page_size, page_size);

      mcp_json_writer_member_string (writer, "nextCursor", cursor);
    }
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

static gboolean
type_fits (const char *type, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gint64      integer;

  if (strcmp (type, "integer") == 0)
    return mcp_json_value_get_int64 (value, &integer);
  return strcmp (type, mcp_json_kind_get_name (kind)) == 0;
}

/* @type: (nullable): what the argument has to be; %NULL where it is missing */
static char *
describe_problem (McpJsonValue tool, const char *name, const char *type, gboolean pydantic)
{
  g_autofree char *tool_name = mcp_json_value_dup_member_string (tool, "name");
  g_autofree char *problem = NULL;

  if (!pydantic && type == NULL)
    return g_strdup_printf ("Argument “%s” is required.", name);
  if (!pydantic)
    return g_strdup_printf ("Argument “%s” must be of type %s.", name, type);
  if (type == NULL)
    problem = g_strdup ("Field required [type=missing, input_value={}, input_type=dict]");
  else
    problem = g_strdup_printf ("Input should be a valid %s [type=%s_type]", type, type);
  return g_strdup_printf ("Error executing tool %s: 1 validation error for %sArguments\n%s\n  %s",
                          tool_name, tool_name, name, problem);
}

static char *
check_arguments (McpJsonValue tool, McpJsonValue arguments, gboolean pydantic)
{
  McpJsonValue schema = mcp_json_value_get_member (tool, "inputSchema");

  if (mcp_json_value_exists (arguments) && mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    return g_strdup ("The arguments must be an object.");

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (schema, "required"));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (arguments, text)))
        return describe_problem (tool, text, NULL, pydantic);
    }

  for (McpJsonWalk property = mcp_json_walk (mcp_json_value_get_member (schema, "properties"));
       mcp_json_walk_next (&property);)
    {
      g_autofree char *text = mcp_json_value_dup_string (property.name, NULL);
      g_autofree char *type = mcp_json_value_dup_member_string (property.value, "type");
      McpJsonValue     value = mcp_json_value_get_member (arguments, text);

      if (type != NULL && mcp_json_value_exists (value) && !type_fits (type, value))
        return describe_problem (tool, text, type, pydantic);
    }
  return NULL;
}

static void
ping (AppDemoRequest *request, McpJsonValue params)
{
  app_demo_request_answer (request, "{}");
}

static void
set_level (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char *level = mcp_json_value_dup_member_string (params, "level");

  if (app_demo_session_set_log_level (request->session, level))
    app_demo_request_answer (request, "{}");
  else
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Unknown log level", NULL);
}

static void
resources_subscribe (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char *uri = mcp_json_value_dup_member_string (params, "uri");

  app_demo_session_subscribe (request->session, uri,
                              strcmp (request->method, "resources/subscribe") == 0);
  app_demo_request_answer (request, "{}");
}

static void
resources_read (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoRegistry   *registry = request->server->registry;
  GPtrArray         *systems = registry->systems;
  g_autofree char   *uri = mcp_json_value_dup_member_string (params, "uri");
  const AppDemoItem *item = app_demo_registry_find (registry, APP_DEMO_RESOURCES, uri);

  if (item != NULL && mcp_json_value_exists (item->response))
    {
      item->handle (request, MCP_JSON_NO_VALUE);
      return;
    }
  for (guint i = 0; i < systems->len; i++)
    {
      const AppDemoSystem *system = g_ptr_array_index (systems, i);

      if (system->read != NULL && system->read (request, uri))
        return;
    }

  g_autofree char *quoted = mcp_json_quote (uri, -1);
  g_autofree char *data = g_strdup_printf ("{\"uri\":%s}", quoted);
  app_demo_request_fail (request,
                         request->modern ? APP_DEMO_INVALID_PARAMS
                                         : APP_DEMO_RESOURCE_NOT_FOUND,
                         "Resource not found", data);
}

static void
tools_call (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char   *name = mcp_json_value_dup_member_string (params, "name");
  McpJsonValue       arguments = mcp_json_value_get_member (params, "arguments");
  const AppDemoItem *item =
      app_demo_registry_find (request->server->registry, APP_DEMO_TOOLS, name);
  g_autofree char *problem = NULL;

  if (item != NULL && item->system->modern_only && !request->modern)
    item = NULL;
  if (item == NULL)
    {
      problem = g_strdup_printf ("Unknown tool: %s", name);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, problem, NULL);
      return;
    }

  if (!item->system->lax)
    problem = check_arguments (item->definition, arguments, item->system->pydantic_errors);
  if (problem != NULL)
    app_demo_request_answer_text (request, problem, TRUE);
  else if (request->modern ? !take_modern_call (request, item, params)
                           : !take_legacy_call (request, item, params))
    item->handle (request, arguments);
}

static const char *
find_missing_argument (McpJsonValue prompt, McpJsonValue arguments, char **name)
{
  for (McpJsonWalk argument = mcp_json_walk (mcp_json_value_get_member (prompt, "arguments"));
       mcp_json_walk_next (&argument);)
    {
      g_autofree char *candidate = mcp_json_value_dup_member_string (argument.value, "name");
      McpJsonValue     value = mcp_json_value_get_member (arguments, candidate);

      if (mcp_json_value_exists (value) && mcp_json_value_get_kind (value) != MCP_JSON_STRING)
        {
          *name = g_steal_pointer (&candidate);
          return "must be a string";
        }
      if (mcp_json_value_get_member_boolean (argument.value, "required", FALSE) &&
          !mcp_json_value_exists (value))
        {
          *name = g_steal_pointer (&candidate);
          return "is required";
        }
    }
  return NULL;
}

static void
prompts_get (AppDemoRequest *request, McpJsonValue params)
{
  g_autofree char   *name = mcp_json_value_dup_member_string (params, "name");
  McpJsonValue       arguments = mcp_json_value_get_member (params, "arguments");
  const AppDemoItem *item =
      app_demo_registry_find (request->server->registry, APP_DEMO_PROMPTS, name);
  g_autofree char *argument = NULL;
  g_autofree char *text = NULL;

  if (item == NULL)
    {
      text = g_strdup_printf ("Unknown prompt: %s", name != NULL ? name : "(no name)");
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
      return;
    }
  const char *problem = find_missing_argument (item->definition, arguments, &argument);
  if (problem != NULL)
    {
      text = g_strdup_printf ("Argument “%s” %s", argument, problem);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
      return;
    }
  item->handle (request, arguments);
}

static void
write_completion (AppDemoRequest *request, GPtrArray *values)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_add (writer, "{'completion': {'values': [");
  for (guint i = 0; i < MIN (values->len, MAX_COMPLETIONS); i++)
    mcp_json_writer_string (writer, g_ptr_array_index (values, i));
  mcp_json_writer_add (writer, "], 'total': %x, 'hasMore': %b}}", (gint64)values->len,
                       values->len > MAX_COMPLETIONS);
  app_demo_request_end (request, writer);
}

static void
complete (AppDemoServer           *server,
          const AppDemoSystem     *system,
          const AppDemoCompletion *completion,
          GPtrArray               *values)
{
  McpJsonValue words = app_demo_registry_get_data (server->registry, system, "/completions");
  McpJsonValue all = mcp_json_value_get_member (words, "*");

  words = mcp_json_value_get_member (words, completion->argument);
  for (McpJsonWalk word = mcp_json_walk (mcp_json_value_exists (all) ? all : words);
       mcp_json_walk_next (&word);)
    {
      g_autofree char *text = mcp_json_value_dup_string (word.value, NULL);

      if (g_str_has_prefix (text, completion->prefix))
        g_ptr_array_add (values, g_steal_pointer (&text));
    }
  if (system->complete != NULL)
    system->complete (server, completion, values);
}

static void
completion_complete (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoRegistry *registry = request->server->registry;
  McpJsonValue     ref = mcp_json_value_get_member (params, "ref");
  McpJsonValue     argument = mcp_json_value_get_member (params, "argument");
  g_autofree char *name = mcp_json_value_dup_member_string (argument, "name");
  g_autofree char *prefix = mcp_json_value_dup_member_string (argument, "value");
  g_autofree char *reference = mcp_json_value_dup_member_string (ref, "name");
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  AppDemoCompletion completion;

  if (reference == NULL)
    reference = mcp_json_value_dup_member_string (ref, "uri");
  if (reference == NULL || name == NULL || prefix == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS,
                             "ref, argument.name and argument.value are needed", NULL);
      return;
    }

  completion.reference = reference;
  completion.argument = name;
  completion.prefix = prefix;
  completion.others = mcp_json_value_resolve_pointer (params, "/context/arguments");
  const AppDemoItem *item = app_demo_registry_find (registry, APP_DEMO_PROMPTS, reference);
  if (item == NULL)
    item = app_demo_registry_find (registry, APP_DEMO_TEMPLATES, reference);
  if (item != NULL)
    complete (request->server, item->system, &completion, values);
  write_completion (request, values);
}

#define LEGACY 1
#define MODERN 2
#define BOTH (LEGACY | MODERN)
#define FIRST 4 /* also before initialize */

#define INSTRUCTIONS                                                                             \
  "This server shows what an MCP client can meet. Nothing here is real and nothing is changed "  \
  "outside this process.\n\n"                                                                    \
  "Pipelines keep their large results in an object store: the answer begins with a reference "   \
  "such as @obj_001, and get_from_object_store opens any part of it. The product catalogue has " \
  "resources, templates and prompts. The show_ tools return every kind of content."

/* What both eras call the same */
#define CAPABILITIES                                                      \
  "\"completions\":{},\"logging\":{},\"prompts\":{\"listChanged\":true}," \
  "\"resources\":{\"listChanged\":true,\"subscribe\":true},"              \
  "\"tools\":{\"listChanged\":true}"

#define LEGACY_TASKS \
  "\"tasks\":{\"cancel\":{},\"list\":{},\"requests\":{\"tools\":{\"call\":{}}}}"

char *
app_demo_methods_dup_server_info (AppDemoServer *server, gboolean whole)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'name': 'spyglass-demo', 'title': 'Spyglass Demo Server', "
                               "'version': %s",
                       SPYGLASS_VERSION);
  if (whole)
    {
      mcp_json_writer_member_string (writer, "description", "Shows every feature of Spyglass");
      app_demo_icons_write (server, NULL, writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static void
initialize (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoSession  *session = request->session;
  g_autofree char *version = mcp_json_value_dup_member_string (params, "protocolVersion");

  app_demo_session_open (session, version, mcp_json_value_get_member (params, "capabilities"));
  g_autofree char *info = app_demo_methods_dup_server_info (request->server, TRUE);
  McpJsonWriter   *writer = app_demo_request_begin (request);
  mcp_json_writer_add (writer, "{'protocolVersion': %s, 'capabilities': %r, 'serverInfo': %r, "
                               "'instructions': %s}",
                       session->version,
                       strcmp (session->version, TASKS_VERSION) == 0
                           ? "{" CAPABILITIES "," LEGACY_TASKS "}"
                           : "{" CAPABILITIES "}",
                       info, INSTRUCTIONS);
  app_demo_request_end (request, writer);
}

static void
discover (AppDemoRequest *request, McpJsonValue params)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_add (writer, "{'supportedVersions': %r, 'capabilities': %r, 'instructions': "
                               "%s}",
                       APP_DEMO_MODERN_SUPPORTED,
                       "{" CAPABILITIES ",\"extensions\":{\"" APP_DEMO_TASKS_EXTENSION "\":{}}}",
                       INSTRUCTIONS);
  app_demo_request_end (request, writer);
}

static const struct
{
  const char *name;
  void (*handle) (AppDemoRequest *request, McpJsonValue params);
  guint       when;
  const char *required; /* (nullable): a parameter that has to be a string */
} methods[] = {
  { "initialize", initialize, LEGACY | FIRST, "protocolVersion" },
  { "ping", ping, LEGACY | FIRST },
  { "server/discover", discover, MODERN },
  { "logging/setLevel", set_level, LEGACY },
  { "tools/list", list_items, BOTH },
  { "tools/call", tools_call, BOTH, "name" },
  { "resources/list", list_items, BOTH },
  { "resources/templates/list", list_items, BOTH },
  { "resources/read", resources_read, BOTH, "uri" },
  { "resources/subscribe", resources_subscribe, LEGACY, "uri" },
  { "resources/unsubscribe", resources_subscribe, LEGACY, "uri" },
  { "subscriptions/listen", app_demo_listen_handle, MODERN },
  { "prompts/list", list_items, BOTH },
  { "prompts/get", prompts_get, BOTH },
  { "completion/complete", completion_complete, BOTH },
  { "tasks/get", tasks_get, BOTH },
  { "tasks/list", tasks_list, LEGACY },
  { "tasks/result", tasks_result, LEGACY },
  { "tasks/cancel", tasks_cancel, BOTH },
  { "tasks/update", tasks_update, MODERN },
};

static gboolean
admit_legacy (AppDemoRequest *request, gboolean first)
{
  AppDemoSession *session = request->session;
  McpJsonValue    params = request->params;

  if (session->version == NULL && !first)
    app_demo_request_fail (request, APP_DEMO_INVALID_REQUEST,
                           "Not initialized: the first request must be initialize", NULL);
  else if (mcp_json_value_exists (params) && mcp_json_value_get_kind (params) != MCP_JSON_OBJECT)
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "params must be an object", NULL);
  else
    return TRUE;
  return FALSE;
}

static gboolean
has_required (AppDemoRequest *request, const char *name)
{
  McpJsonValue     value = mcp_json_value_get_member (request->params, name);
  g_autofree char *problem = g_strdup_printf ("%s is missing", name);

  if (name == NULL || mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return TRUE;
  app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, problem, NULL);
  return FALSE;
}

void
app_demo_methods_handle (AppDemoRequest *request)
{
  const char *method = request->method;
  gboolean    modern = request->modern;
  guint       era = modern ? MODERN : LEGACY;

  if (modern && !app_demo_modern_admit (request))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (strcmp (methods[i].name, method) != 0 || (methods[i].when & era) == 0)
        continue;

      if ((modern || admit_legacy (request, (methods[i].when & FIRST) != 0)) &&
          !app_demo_options_call (request->server->options, perform, FALSE, request) &&
          has_required (request, methods[i].required))
        methods[i].handle (request, request->params);
      return;
    }

  g_autofree char *text = g_strdup_printf ("Method not found: %s", method);
  app_demo_request_fail (request, APP_DEMO_METHOD_NOT_FOUND, text, NULL);
}
