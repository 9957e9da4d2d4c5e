/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arguments that are taken from objects: what is proposed, what is predicted, and what arrives. */

#include "app-tests.h"
#include "app-draft.h"
#include "app-object-cache.h"
#include "app-form-references.h"
#include "app-references.h"
#include "app-session.h"
#include "app-tool-traits.h"
#include "mcp-json-writer.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "find-session.h"

#include <string.h>

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
  GAsyncResult *result;
  AppDraft     *draft; /* (nullable): of the form that was opened last */
} Fixture;

static void
connect_session (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  app_session_connect_finish (self->session, self->result, &error);
  g_clear_object (&self->result);
  g_assert_no_error (error);
  WAIT_UNTIL (
      g_list_model_get_n_items (app_catalogue_get_list (
          app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL)) > 0);
}

static void
open_demo (Fixture *self)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");
  g_autoptr (StoreProfile) kept = NULL;
  g_autoptr (GError) error = NULL;
  StoreProfileList *book;

  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  book = app_workspace_get_book (self->workspace);
  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  store_profile_list_add_async (book, profile, NULL, workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  kept = store_profile_list_add_finish (book, self->result, &error);
  g_clear_object (&self->result);
  g_assert_no_error (error);
  self->session = find_session (self->workspace, "demo");
  connect_session (self);
}

static void
close_demo (Fixture *self)
{
  g_clear_object (&self->draft);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

/* Runs a call to its end, approving it where that is asked for. */
static void
run (Fixture *self, AppCall *call)
{
  app_call_run_async (call, NULL, workspace_fixture_take_result, &self->result);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  WAIT_UNTIL (self->result != NULL);
  app_call_run_finish (call, self->result, NULL);
  g_clear_object (&self->result);
}

static AppCall *
call_tool (Fixture *self, const char *tool, const char *arguments)
{
  AppCall *call = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  run (self, call);
  if (app_call_get_object (call) != NULL)
    WAIT_UNTIL (store_object_get_id (app_call_get_object (call)) != NULL);
  return call;
}

static char *
dup_text (AppCall *call)
{
  g_autoptr (AppBlock) block =
      g_list_model_get_item (G_LIST_MODEL (app_call_get_blocks (call)), 0);

  return app_block_dup_text (block, 1000000, NULL);
}

static McpDefinition *
find_tool (Fixture *self, const char *name)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (mcp_definition_get_name (tool), name))
        return tool;
    }
  g_assert_not_reached ();
}

static AppForm *
open_form (Fixture *self, const char *tool)
{
  g_clear_object (&self->draft);
  self->draft = app_draft_new (self->session, find_tool (self, tool));
  return g_object_ref (app_draft_get_form (self->draft));
}

static void
set_reference (AppForm *form, const char *pointer, const char *text)
{
  g_autoptr (AppReference) reference = app_reference_parse (text);

  app_form_references_set (app_form_find_field (form, pointer), reference);
}

static const char *
get_error (AppForm *form, const char *pointer)
{
  const char *error = app_field_get_error (app_form_find_field (form, pointer));

  return error != NULL ? error : "";
}

static void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in: %s", part, text);
}

static void
assert_choices (AppForm *form, AppReferenceKind kind, const char *typed, const char *const *wanted)
{
  g_autoptr (GPtrArray) choices =
      app_references_complete (app_form_references_get_known (form), kind, typed);
  g_autoptr (GString) all = g_string_new (NULL);
  guint found = 0;

  for (guint i = 0; i < choices->len; i++)
    {
      const AppReferenceChoice *choice = g_ptr_array_index (choices, i);

      g_string_append_printf (all, "%s  %s\n", choice->text, choice->detail);
      if (wanted[found] != NULL && strcmp (wanted[found], choice->text) == 0)
        found++;
    }
  if (wanted[found] != NULL)
    g_error ("“%s” is not proposed for “%s”, or in another order:\n%s", wanted[found], typed,
             all->str);
  if (wanted[0] == NULL)
    g_assert_cmpuint (choices->len, ==, 0);
}

/* What is shown of the first that is proposed. */
static void
assert_shown (AppForm         *form,
              AppReferenceKind kind,
              const char      *typed,
              const char      *label,
              const char      *detail)
{
  g_autoptr (GPtrArray) choices =
      app_references_complete (app_form_references_get_known (form), kind, typed);
  const AppReferenceChoice *first = g_ptr_array_index (choices, 0);

  g_assert_cmpstr (first->label, ==, label);
  if (detail != NULL)
    g_assert_cmpstr (first->detail, ==, detail);
}

/* Which tools and fields offer it */

static gboolean
offers (AppForm *form, const char *pointer)
{
  return app_form_references_offers (app_form_find_field (form, pointer));
}

static void
test_offered (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) run_form = NULL;
  g_autoptr (AppForm) get_form = NULL;
  g_autoptr (AppForm) list_form = NULL;

  open_demo (&self);
  run_form = open_form (&self, "run_component");
  g_assert_true (offers (run_form, "/documents"));
  g_assert_true (offers (run_form, "/component_type"));
  g_assert_true (offers (run_form, "/debug"));
  g_assert_false (app_form_references_offers (app_form_get_root (run_form)));
  get_form = open_form (&self, "get_from_object_store");
  g_assert_true (offers (get_form, "/object_id"));
  g_assert_false (offers (get_form, "/path"));
  list_form = open_form (&self, "list_pipelines");
  g_assert_false (offers (list_form, "/limit"));
  g_object_set (app_session_get_settings (self.session), "references-everywhere", TRUE, NULL);
  g_assert_true (offers (list_form, "/limit"));
  g_clear_object (&run_form);
  g_clear_object (&get_form);
  g_clear_object (&list_form);
  close_demo (&self);
}

/* Whether the arguments of a tool with this description are known to take references. */
static gboolean
is_taken (const char *description)
{
  g_autofree char *quoted = mcp_json_quote (description != NULL ? description : "", -1);
  g_autofree char *text = g_strdup_printf (
      "{\"name\":\"t\"%s%s,\"inputSchema\":{\"properties\":{\"a\":{},\"b\":{}}}}",
      description != NULL ? ",\"description\":" : "", description != NULL ? quoted : "");
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autoptr (McpDefinition) tool =
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));
  g_autoptr (GListStore) tools = g_list_store_new (MCP_TYPE_DEFINITION);
  g_autoptr (GPtrArray) targets = NULL;
  const AppReferenceTarget *last;

  g_list_store_append (tools, tool);
  targets = app_references_list_targets (G_LIST_MODEL (tools));
  g_assert_cmpuint (targets->len, ==, 2);
  last = g_ptr_array_index (targets, 1);
  g_assert_cmpstr (last->argument, ==, "b");
  g_assert_cmpint (last->takes, ==, app_tool_trait_has (tool, APP_TOOL_TAKES_REFERENCES));
  return last->takes;
}

static void
test_detect (void)
{
  static const char marker[] = "All parameters accept object references in the form ``@obj_id`` or "
                               "``@obj_id.path.to.value``.";
  g_autofree char  *glued = g_strconcat ("Checks.\n\n", marker, "The output is stored", NULL);

  g_assert_true (is_taken (marker));
  g_assert_true (is_taken (glued));
  g_assert_false (is_taken ("Takes an object, such as @obj_001"));
  g_assert_false (is_taken (
      "The output is automatically stored and can be referenced in other functions."));
  g_assert_false (is_taken (NULL));
}

/* Each sentence says one thing; both are written one behind the other without a space. */
static void
test_traits (void)
{
  static const struct
  {
    const char *description;
    gboolean    takes;
    gboolean    stores;
  } rows[] = {
    { "Lists pipelines.", FALSE, FALSE },
    { "Lists stored objects and their references.", FALSE, FALSE },
    { "All parameters accept object references in the form ``@obj_id``.", TRUE, FALSE },
    { "All parameters accept object\n    references in the form ``@obj_id``.", TRUE, FALSE },
    { "Lists.\n\nThe output is automatically stored and can be referenced.", FALSE, TRUE },
    { "Lists.\n\n  The output is automatically\n  stored and can be referenced.", FALSE, TRUE },
    { "parameters accept object references in the form ``@obj_id``(x=10)The output is automatically "
      "stored and can be referenced in other functions.",
      TRUE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *quoted = mcp_json_quote (rows[i].description, -1);
      g_autofree char *text = g_strdup_printf ("{\"name\":\"t\",\"description\":%s}", quoted);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

      for (McpDefinitionKind kind = MCP_DEFINITION_TOOL; kind <= MCP_DEFINITION_PROMPT; kind++)
        {
          g_autoptr (McpDefinition) definition =
              mcp_definition_new (kind, mcp_json_document_get_root (document));
          gboolean is_tool = kind == MCP_DEFINITION_TOOL;

          g_assert_cmpint (app_tool_trait_has (definition, APP_TOOL_TAKES_REFERENCES), ==,
                           is_tool && rows[i].takes);
          g_assert_cmpint (app_tool_trait_has (definition, APP_TOOL_STORES_OUTPUT), ==,
                           is_tool && rows[i].stores);
        }
    }
  g_assert_false (app_tool_trait_has (NULL, APP_TOOL_STORES_OUTPUT));
}

/* A result of one tool is an argument of another one; the server sees what was typed. */
static void
test_server_reference (void)
{
  Fixture self = { 0 };
  g_autoptr (AppCall) list = NULL;
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) call = NULL;
  g_autofree char *text = NULL;

  open_demo (&self);
  list = call_tool (&self, "list_pipelines", "{\"limit\":3}");
  form = open_form (&self, "run_component");
  app_field_set_text (app_form_find_field (form, "/component_type"), "@plain");
  set_reference (form, "/documents", "@obj_001.data");
  set_reference (form, "/init_params", "@obj_001.data[0].created_by");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_set_text (app_form_find_field (form, "/component_type"), "ranker");
  call = g_object_ref (app_draft_prepare (self.draft));
  run (&self, call);
  g_assert_cmpstr (app_call_get_sent_arguments (call), ==,
                   "{\"component_type\":\"ranker\",\"init_params\":\"@obj_001.data[0].created_by\","
                   "\"documents\":\"@obj_001.data\"}");
  text = dup_text (call);
  assert_contains (text, "'documents': 3");
  assert_contains (text, "'given_name'");
  g_clear_object (&form);
  close_demo (&self);
}

/* What is proposed comes from what results have shown. */
static void
test_completion (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) list = NULL;
  g_autoptr (AppCall) one = NULL;
  g_autoptr (AppCall) replaced = NULL;

  open_demo (&self);
  form = open_form (&self, "run_component");
  assert_choices (form, APP_REFERENCE_SERVER, "@", (const char *const[]){ NULL });
  list = call_tool (&self, "list_pipelines", "{\"limit\":2}");
  one = call_tool (&self, "get_pipeline", "{\"pipeline_name\":\"rag-qa\"}");
  assert_choices (form, APP_REFERENCE_SERVER, "@",
                  (const char *const[]){ "@obj_002", "@obj_001", NULL });
  assert_choices (form, APP_REFERENCE_SERVER, "obj_001",
                  (const char *const[]){ "@obj_001", "@obj_001.data", "@obj_001.total", NULL });
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_001.DA",
                  (const char *const[]){ "@obj_001.data", NULL });
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_001.data",
                  (const char *const[]){ "@obj_001.data", "@obj_001.data[0]", "@obj_001.data[1]",
                                         NULL });
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_001.data[1].na",
                  (const char *const[]){ "@obj_001.data[1].name", NULL });
  /* What tells them apart is shown, and types as JSON has them. */
  assert_shown (form, APP_REFERENCE_SERVER, "@obj_001.DA", ".data", "array · 2");
  assert_shown (form, APP_REFERENCE_SERVER, "@obj_001.data[1].na", ".name", NULL);
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_001.data[1].nothing",
                  (const char *const[]){ NULL });
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_009.", (const char *const[]){ NULL });

  /* A tool of the store says only that it stored something. */
  replaced = call_tool (&self, "sed_object_store",
                        "{\"object_id\":\"@obj_002.yaml_config\",\"pattern\":\"a\","
                        "\"replacement\":\"b\"}");
  assert_choices (form, APP_REFERENCE_SERVER, "@obj_003",
                  (const char *const[]){ "@obj_003", NULL });

  /* Ours: the results of the same calls, under ids of our own. */
  assert_choices (form, APP_REFERENCE_OBJECT, "",
                  (const char *const[]){ "object:memory/obj_003", "object:memory/obj_001", NULL });
  assert_shown (form, APP_REFERENCE_OBJECT, "result 1", "list_pipelines · limit 2", NULL);
  g_clear_object (&form);
  close_demo (&self);
}

/* What is said beforehand is what the server says then. */
static void
test_predictions (void)
{
  static const struct
  {
    const char *pointer;
    const char *reference;
    const char *arguments;
  } cases[] = {
    { "/documents", "@obj_001.none", "{\"component_type\":\"x\",\"documents\":\"@obj_001.none\"}" },
    { "/documents", "@obj_001._x", "{\"component_type\":\"x\",\"documents\":\"@obj_001._x\"}" },
    { "/documents", "@obj_001[0]", "{\"component_type\":\"x\",\"documents\":\"@obj_001[0]\"}" },
    { "/documents", "@obj_001.data[7]",
      "{\"component_type\":\"x\",\"documents\":\"@obj_001.data[7]\"}" },
    { "/top_k", "@obj_001.total.x", "{\"component_type\":\"x\",\"top_k\":\"@obj_001.total.x\"}" },
  };
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) list = NULL;

  open_demo (&self);
  list = call_tool (&self, "list_pipelines", "{\"limit\":2}");
  form = open_form (&self, "run_component");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppCall) call = call_tool (&self, "run_component", cases[i].arguments);
      g_autofree char *said = dup_text (call);
      g_autofree char *line = g_strndup (said, strcspn (said, "\n"));
      const char      *predicted;

      set_reference (form, cases[i].pointer, cases[i].reference);
      predicted = strstr (get_error (form, cases[i].pointer), ": ");
      g_test_message ("%s: %s", cases[i].reference, get_error (form, cases[i].pointer));
      g_assert_nonnull (predicted);
      g_assert_true (g_str_has_prefix (line, "Error executing tool run_component: "));
      g_assert_cmpstr (predicted + 2, ==, line + strlen ("Error executing tool run_component: "));
      app_field_clear (app_form_find_field (form, cases[i].pointer));
    }
  g_clear_object (&form);
  close_demo (&self);
}

/* The servers do not look at the type of what a reference leads to. */
static void
test_types (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) list = NULL;
  g_auto (AppReferenceView) view = { 0 };
  g_autoptr (AppReference) text = app_reference_parse ("@obj_001.data[0].name");

  open_demo (&self);
  list = call_tool (&self, "list_pipelines", "{\"limit\":2}");
  form = open_form (&self, "run_component");
  set_reference (form, "/top_k", "@obj_001.data");
  assert_contains (get_error (form, "/top_k"), "array");
  set_reference (form, "/top_k", "@obj_001.total");
  g_assert_cmpstr (get_error (form, "/top_k"), ==, "");
  set_reference (form, "/documents", "@obj_001");
  assert_contains (get_error (form, "/documents"), "object");
  set_reference (form, "/component_type", "@obj_001.data[0].name");
  g_assert_cmpstr (get_error (form, "/component_type"), ==, "");
  set_reference (form, "/component_type", "@obj_001.total");
  assert_contains (get_error (form, "/component_type"), "int");
  /* A text where only references are texts: told, but not for certain. */
  set_reference (form, "/documents", "@obj_001.data[0].name");
  g_assert_cmpstr (get_error (form, "/documents"), ==, "");
  app_references_look (app_form_references_get_known (form), text,
                       app_form_find_field (form, "/documents"), &view);
  g_assert_cmpint (view.state, ==, APP_REFERENCE_FOUND);
  assert_contains (view.note, "string");
  g_clear_object (&form);
  close_demo (&self);
}

static AppReferenceState
look (AppForm *form, const char *text, char **note)
{
  g_autoptr (AppReference) reference = app_reference_parse (text);
  g_auto (AppReferenceView) view = { 0 };

  app_references_look (app_form_references_get_known (form), reference, NULL, &view);
  if (note != NULL)
    *note = g_strdup (view.note != NULL ? view.note : view.error);
  return view.state;
}

/* Objects that are gone, or may be. */
static void
test_expired (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) list = NULL;
  g_autoptr (AppCall) call = NULL;
  g_autofree char *unseen = NULL;
  g_autofree char *earlier = NULL;
  g_autofree char *gone = NULL;

  open_demo (&self);
  form = open_form (&self, "run_component");
  list = call_tool (&self, "list_pipelines", "{\"limit\":2}");
  g_assert_cmpint (look (form, "@obj_001", NULL), ==, APP_REFERENCE_FOUND);
  g_assert_cmpint (look (form, "@obj_007", &unseen), ==, APP_REFERENCE_UNKNOWN);
  assert_contains (unseen, "No result");

  app_session_disconnect_async (self.session, NULL, workspace_fixture_take_result, &self.result);
  WAIT_UNTIL (self.result != NULL);
  g_clear_object (&self.result);
  connect_session (&self);
  g_assert_cmpint (look (form, "@obj_001", &earlier), ==, APP_REFERENCE_FOUND);
  assert_contains (earlier, "before");

  set_reference (form, "/documents", "@obj_001.data");
  g_assert_cmpstr (get_error (form, "/documents"), ==, "");
  call = call_tool (&self, "run_component",
                    "{\"component_type\":\"x\",\"documents\":\"@obj_001.data\"}");
  g_assert_true (app_call_is_error (call));
  g_assert_cmpint (look (form, "@obj_001", &gone), ==, APP_REFERENCE_GONE);
  assert_contains (get_error (form, "/documents"), "Object @obj_001 not found or expired");
  g_clear_object (&form);
  close_demo (&self);
}

/* Ours are put in byte for byte. */
static void
test_own_object (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) lossless = NULL;
  g_autoptr (AppCall) call = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *echoed = NULL;
  g_autofree char *reference = NULL;
  StoreObject     *object;

  open_demo (&self);
  lossless = call_tool (&self, "lossless", NULL);
  object = app_call_get_object (lossless);
  WAIT_UNTIL (store_object_get_id (object) != NULL);
  g_assert_cmpint (store_object_get_kind (object), ==, STORE_OBJECT_JSON);
  kept = mcp_json_value_print_compact (store_object_get_value (object));
  reference = g_strconcat ("object:memory/", store_object_get_id (object), NULL);
  form = open_form (&self, "every_field");
  set_reference (form, "/notes", reference);
  sent = app_form_dup_sent (form, NULL);
  assert_contains (sent, kept);
  /* The form's own text holds the reference. */
  assert_contains (app_form_get_will_send (form), "\"notes\":{");
  call = g_object_ref (app_draft_prepare (self.draft));
  assert_contains (app_call_get_arguments (call), reference);
  run (&self, call);
  assert_contains (app_call_get_sent_arguments (call), kept);
  echoed = dup_text (call);
  assert_contains (echoed, kept);
  g_clear_object (&form);
  close_demo (&self);
}

static AppObjectCache *
get_object_cache (Fixture *self)
{
  return app_session_get_feature (self->session, APP_TYPE_OBJECT_CACHE);
}

static void
put (Fixture *self, StoreObject *object)
{
  app_object_cache_put_async (get_object_cache (self), object, NULL, NULL, NULL);
  WAIT_UNTIL (store_object_get_id (object) != NULL);
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (store_backend_remove_finish (STORE_BACKEND (source), result, NULL));
  *(gboolean *)user_data = TRUE;
}

static void
remove_object (Fixture *self, const char *id)
{
  const char *const ids[] = { id, NULL };
  gboolean          removed = FALSE;

  store_backend_remove_async (app_object_cache_find_store (get_object_cache (self), NULL), ids, NULL,
                              on_removed, &removed);
  WAIT_UNTIL (removed);
}

static StoreObject *
keep (Fixture *self, const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (StoreObject) object =
      store_object_new_json (mcp_json_document_get_root (document), NULL, NULL);

  put (self, object);
  /* The session has it at hand. */
  return app_object_cache_peek (get_object_cache (self), "memory", store_object_get_id (object), NULL);
}

/* What is put in is held against the schema, as if it had been typed. */
static void
test_own_object_checked (void)
{
  Fixture self = { 0 };
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppCall) call = NULL;
  g_autoptr (GString) large = g_string_new ("\"");
  StoreObject *object;

  open_demo (&self);
  object = keep (&self, "{\"street\":1,\"n\":7,\"many\":1000,\"ok\":{\"street\":\"x\"}}");
  g_assert_cmpstr (store_object_get_id (object), ==, "obj_001");
  form = open_form (&self, "every_field");
  set_reference (form, "/guests", "object:memory/obj_001.n");
  g_assert_cmpstr (get_error (form, "/guests"), ==, "");
  set_reference (form, "/guests", "object:memory/obj_001.many");
  assert_contains (get_error (form, "/guests"), "500");
  set_reference (form, "/place", "object:memory/obj_001");
  assert_contains (get_error (form, "/place"), "/street");
  set_reference (form, "/place", "object:memory/obj_001.ok");
  g_assert_cmpstr (get_error (form, "/place"), ==, "");
  set_reference (form, "/place", "object:memory/obj_001.none");
  assert_contains (get_error (form, "/place"), "nothing");
  set_reference (form, "/place", "object:memory/obj_001[");
  assert_contains (get_error (form, "/place"), "Invalid path");
  set_reference (form, "/place", "object:memory/obj_002");
  assert_contains (get_error (form, "/place"), "obj_002");
  set_reference (form, "/place", "object:elsewhere/obj_001");
  assert_contains (get_error (form, "/place"), "obj_001");

  /* Nothing is sent in the place of an object that is not there. */
  call = g_object_ref (app_draft_prepare (self.draft));
  run (&self, call);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_FAILED);
  assert_contains (app_problem_get_what (app_call_get_problem (call)), "obj_001");

  /* A large one is put in, and not checked while somebody types. */
  for (guint i = 0; i < APP_REFERENCES_MAX_CHECKED / 8; i++)
    g_string_append (large, "12345678");
  g_string_append_c (large, '"');
  keep (&self, large->str);
  set_reference (form, "/place", "object:memory/obj_002");
  g_assert_cmpstr (get_error (form, "/place"), ==, "");
  remove_object (&self, "obj_002");
  assert_contains (get_error (form, "/place"), "obj_002");
  g_clear_object (&form);
  close_demo (&self);
}

/* Text and data are no JSON: they are put in as strings. */
static void
test_own_text (void)
{
  Fixture self = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static ("say \"hi\"\n", 9);
  g_autoptr (StoreObject) text = store_object_new_text (bytes, NULL, NULL);
  g_autoptr (StoreObject) data = store_object_new_blob (bytes, NULL, NULL);
  g_autoptr (AppReference) first = app_reference_parse ("object:memory/obj_001");
  g_autoptr (AppReference) second = app_reference_parse ("object:memory/obj_002");
  g_autoptr (AppReference) inside = app_reference_parse ("object:memory/obj_001.a");
  g_autoptr (GError) error = NULL;
  g_autofree char *as_text = NULL;
  g_autofree char *as_data = NULL;

  open_demo (&self);
  put (&self, text);
  put (&self, data);
  as_text = app_references_resolve (self.session, first, &error);
  g_assert_cmpstr (as_text, ==, "\"say \\\"hi\\\"\\n\"");
  as_data = app_references_resolve (self.session, second, &error);
  g_assert_cmpstr (as_data, ==, "\"c2F5ICJoaSIK\"");
  g_assert_no_error (error);
  g_assert_null (app_references_resolve (self.session, inside, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_NOT_FOUND);
  close_demo (&self);
}

/* A value of an object of ours, seen in a tree, is found again by its reference. */
static void
test_value_reference (void)
{
  static const char *const pointers[] = { "", "/a", "/a/1", "/a/1/k.d", "/a/1/x~1y", "/~0" };
  Fixture                  self = { 0 };
  StoreObject             *object;
  StoreObject             *other;
  McpJsonValue             root;

  open_demo (&self);
  object = keep (&self, "{\"a\":[1,{\"k.d\":2,\"x/y\":[3]}],\"~\":4}");
  other = keep (&self, "{\"a\":[1]}");
  root = store_object_get_value (object);
  for (guint i = 0; i < G_N_ELEMENTS (pointers); i++)
    {
      McpJsonValue value = mcp_json_value_resolve_pointer (root, pointers[i]);
      g_autoptr (AppReference) reference = app_references_new_for_value (object, value);
      g_autoptr (StoreObject) found = NULL;
      McpJsonValue again;

      g_test_message ("%s: %s", pointers[i], reference->text);
      again = app_references_find_value (self.session, reference, &found, NULL);
      g_assert_true (again.document == value.document && again.node == value.node);
      g_assert_null (app_references_new_for_value (other, value));
    }
  close_demo (&self);
}

void
add_references_tests (void)
{
  g_test_add_func ("/references/detect", test_detect);
  g_test_add_func ("/references/traits", test_traits);
  g_test_add_func ("/references/offered", test_offered);
  g_test_add_func ("/references/server", test_server_reference);
  g_test_add_func ("/references/completion", test_completion);
  g_test_add_func ("/references/predictions", test_predictions);
  g_test_add_func ("/references/types", test_types);
  g_test_add_func ("/references/expired", test_expired);
  g_test_add_func ("/references/own", test_own_object);
  g_test_add_func ("/references/own/checked", test_own_object_checked);
  g_test_add_func ("/references/own/text", test_own_text);
  g_test_add_func ("/references/own/value", test_value_reference);
}
