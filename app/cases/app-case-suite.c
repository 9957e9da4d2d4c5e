/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-suite.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-members.h"
#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-model-turn-json.h"
#include "mcp-tool.h"
#include "store-yaml-text.h"

#define MAX_TOOLS 10000u
#define MAX_BEFORE 10000u
/* Characters of an id in a message. */
#define QUOTED 80

const char *const app_case_results_words[] = { "live", "recorded", "none", NULL };

static void
turn_free (gpointer data)
{
  AppCaseTurn *self = data;

  g_free (self->prompt);
  app_case_expectation_free (self->expect);
  g_free (self);
}

static void
case_free (AppCase *self)
{
  g_free (self->id);
  g_free (self->title);
  g_ptr_array_unref (self->turns);
  app_case_expectation_free (self->expect);
  g_free (self->system);
  g_strfreev (self->allow);
  g_strfreev (self->deny);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  app_case_recording_unref (self->recording);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCase, case_free)

void
app_case_suite_free (AppCaseSuite *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_strfreev (self->servers);
  g_ptr_array_unref (self->cases);
  g_clear_pointer (&self->document, mcp_json_document_unref);
  g_free (self);
}

gboolean
app_case_suite_needs_servers (const AppCaseSuite *self)
{
  for (guint i = 0; i < self->cases->len; i++)
    if (((const AppCase *)self->cases->pdata[i])->tools == NULL)
      return TRUE;
  return FALSE;
}

static AppCase *
case_new (gsize size)
{
  AppCase *self = g_malloc0 (size);

  self->turns = g_ptr_array_new_with_free_func (turn_free);
  self->pass = 1;
  return self;
}

static AppCase *
case_new_like (const AppCase *usual)
{
  AppCase *self = case_new (sizeof (AppCase));

  self->system = g_strdup (usual->system);
  self->allow = g_strdupv (usual->allow);
  self->deny = g_strdupv (usual->deny);
  self->tools = usual->tools != NULL ? g_ptr_array_ref (usual->tools) : NULL;
  self->before = usual->before != NULL ? g_ptr_array_ref (usual->before) : NULL;
  self->results = usual->results;
  self->recording = usual->recording != NULL ? app_case_recording_ref (usual->recording) : NULL;
  self->repeat = usual->repeat;
  self->pass = usual->pass;
  self->rounds = usual->rounds;
  return self;
}

/* What the file may have for all its cases */

static gboolean
read_selection (gpointer record, McpJsonValue value, GError **error)
{
  static const AppCaseMember members[] = {
    APP_CASE_MEMBER ("allow", TEXTS, AppCase, allow),
    APP_CASE_MEMBER ("deny", TEXTS, AppCase, deny),
    { NULL },
  };

  return mcp_json_value_get_kind (value) == MCP_JSON_OBJECT &&
         app_case_members_read (members, value, record, error);
}

static gboolean
read_definitions (gpointer record, McpJsonValue value, GError **error)
{
  AppCase *self = record;

  g_clear_pointer (&self->tools, g_ptr_array_unref);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (item.value, "name");

      if (name == NULL || *name == '\0')
        return FALSE;
      g_ptr_array_add (self->tools, mcp_definition_new (MCP_DEFINITION_TOOL, item.value));
    }
  return TRUE;
}

static gboolean
read_before (gpointer record, McpJsonValue value, GError **error)
{
  AppCase *self = record;

  g_clear_pointer (&self->before, g_ptr_array_unref);
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      McpModelTurn *turn = mcp_model_turn_new_from_json (item.value, NULL);

      if (turn == NULL)
        return FALSE;
      g_ptr_array_add (self->before, turn);
    }
  return TRUE;
}

static gboolean
read_recorded (gpointer record, McpJsonValue value, GError **error)
{
  AppCase *self = record;

  g_clear_pointer (&self->recording, app_case_recording_unref);
  self->recording = app_case_recording_new (value, error);
  self->results = APP_CASE_RECORDED;
  return self->recording != NULL;
}

/* What says how results are, comes behind those that were recorded. */
#define SHARED_MEMBERS                                                                 \
  APP_CASE_MEMBER ("title", TEXT, AppCase, title),                                     \
      APP_CASE_MEMBER ("pass", PART, AppCase, pass),                                   \
      APP_CASE_MEMBER ("system", TEXT, AppCase, system),                               \
      { "tools", APP_CASE_MEMBER_VALUE, .read = read_selection },                      \
      { "define", APP_CASE_MEMBER_ARRAY, .max = MAX_TOOLS, .read = read_definitions }, \
      { "before", APP_CASE_MEMBER_ARRAY, .max = MAX_BEFORE, .read = read_before },     \
      { "recorded", APP_CASE_MEMBER_VALUE, .read = read_recorded },                    \
      APP_CASE_MEMBER_OF ("results", AppCase, results, app_case_results_words),        \
      APP_CASE_MEMBER_IN ("repeat", COUNT, AppCase, repeat, 1, APP_CASE_MAX_REPEAT),   \
      APP_CASE_MEMBER_IN ("rounds", COUNT, AppCase, rounds, 1, APP_CASE_MAX_ROUNDS)

/* Cases */

static gboolean
read_expect (gpointer field, McpJsonValue value, GError **error)
{
  AppCaseExpectation **expect = field;

  *expect = app_case_expectation_new (value, error);
  return *expect != NULL;
}

static const AppCaseMember turn_members[] = {
  APP_CASE_MEMBER ("prompt", TEXT, AppCaseTurn, prompt),
  { "expect", APP_CASE_MEMBER_VALUE, G_STRUCT_OFFSET (AppCaseTurn, expect), .read = read_expect },
  { NULL },
};

/* It is the only turn. */
static gboolean
read_prompt (gpointer record, McpJsonValue value, GError **error)
{
  AppCase     *self = record;
  AppCaseTurn *turn = g_new0 (AppCaseTurn, 1);

  turn->prompt = mcp_json_value_dup_string (value, NULL);
  g_ptr_array_add (self->turns, turn);
  return turn->prompt != NULL;
}

static gboolean
read_turns (gpointer record, McpJsonValue value, GError **error)
{
  AppCase *self = record;

  if (mcp_json_value_get_n_items (value) == 0 || self->turns->len > 0)
    return FALSE;
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      AppCaseTurn *turn = g_new0 (AppCaseTurn, 1);

      g_ptr_array_add (self->turns, turn);
      if (!app_case_members_read (turn_members, each.value, turn, error))
        return FALSE;
      if (turn->prompt == NULL)
        return app_case_member_fail ("prompt", error);
    }
  return TRUE;
}

/* Only a person reads it. */
static gboolean
check_note (gpointer record, McpJsonValue value, GError **error)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING;
}

static const AppCaseMember case_members[] = {
  SHARED_MEMBERS,
  APP_CASE_MEMBER ("id", TEXT, AppCase, id),
  { "note", APP_CASE_MEMBER_VALUE, .read = check_note },
  { "prompt", APP_CASE_MEMBER_VALUE, .read = read_prompt },
  { "turns", APP_CASE_MEMBER_ARRAY, .max = APP_CASE_MAX_TURNS, .read = read_turns },
  { "expect", APP_CASE_MEMBER_VALUE, G_STRUCT_OFFSET (AppCase, expect), .read = read_expect },
  { NULL },
};

/* @ids: of those before it */
static gboolean
read_case (AppCase *self, McpJsonValue value, GHashTable *ids, GError **error)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return app_case_member_fail ("cases", error);
  if (!app_case_members_read (case_members, value, self, error))
    return FALSE;
  if (self->id == NULL || *self->id == '\0')
    return app_case_member_fail ("id", error);
  if (!g_hash_table_add (ids, self->id))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Another case has the same “id”."));
      return FALSE;
    }
  if (self->results == APP_CASE_RECORDED && self->recording == NULL)
    return app_case_member_fail ("recorded", error);
  return self->turns->len > 0 || app_case_member_fail ("prompt", error);
}

/* The file */

typedef struct
{
  AppCase       usual; /* what it says of all cases; its title is the file's */
  char        **servers;
  AppCaseSuite *suite;
} Reading;

static gboolean
read_cases (gpointer record, McpJsonValue value, GError **error)
{
  Reading *reading = record;
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      AppCase *item = case_new_like (&reading->usual);
      g_autoptr (GError) inner = NULL;

      g_ptr_array_add (reading->suite->cases, item);
      if (read_case (item, each.value, ids, &inner))
        continue;
      g_autofree char *id = mcp_json_value_dup_member_string (each.value, "id");
      g_autofree char *line = id != NULL ? app_visible_text_line (id, QUOTED)
                                         : g_strdup_printf ("%u", reading->suite->cases->len);
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: the id of a case or its number, then what is wrong */
                   _ ("Case %s: %s"), line, inner->message);
      return FALSE;
    }
  return reading->suite->cases->len > 0;
}

static const AppCaseMember file_members[] = {
  SHARED_MEMBERS,
  APP_CASE_MEMBER ("servers", TEXTS, Reading, servers),
  { "cases", APP_CASE_MEMBER_ARRAY, .max = APP_CASE_SUITE_MAX_CASES, .read = read_cases },
  { NULL },
};

static gboolean
read_file (AppCaseSuite *self, McpJsonValue root, GError **error)
{
  g_autoptr (AppCase) usual = case_new (sizeof (Reading));
  Reading *reading = (Reading *)usual;

  reading->suite = self;
  gboolean is_read = app_case_members_read (file_members, root, reading, error);
  self->title = g_steal_pointer (&usual->title);
  self->servers = reading->servers;
  return is_read && (self->cases->len > 0 || app_case_member_fail ("cases", error));
}

/* JSON as it is, so that numbers stay what they are; all else is YAML. */
McpJsonDocument *
app_case_read_document (GBytes *bytes, GError **error)
{
  gsize            length;
  const char      *text = g_bytes_get_data (bytes, &length);
  g_autofree char *json = NULL;
  gsize            start = 0;

  while (start < length && strchr (" \t\r\n", text[start]) != NULL && text[start] != '\0')
    start++;
  if (start < length && (text[start] == '{' || text[start] == '['))
    {
      McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, NULL);

      if (document != NULL)
        return document;
    }
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (bytes, error);
  if (tree == NULL)
    return NULL;
  /* Where nothing is in it, there is no root. */
  if (tree->root != NULL)
    json = store_yaml_node_dup_json (tree->root, APP_CASE_SUITE_MAX_BYTES);
  if (json != NULL)
    return mcp_json_document_parse_text (json, -1, error);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("The file of cases cannot be read."));
  return NULL;
}

AppCaseSuite *
app_case_suite_parse (GBytes *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  if (g_bytes_get_size (text) > APP_CASE_SUITE_MAX_BYTES)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("The file of cases is too large."));
      return NULL;
    }
  g_autoptr (McpJsonDocument) document = app_case_read_document (text, error);
  if (document == NULL)
    return NULL;
  McpJsonValue root = mcp_json_document_get_root (document);
  g_autoptr (AppCaseSuite) self = g_new0 (AppCaseSuite, 1);
  self->document = mcp_json_document_ref (document);
  self->cases = g_ptr_array_new_with_free_func ((GDestroyNotify)case_free);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("A file of cases is an object with “cases”."));
      return NULL;
    }
  return read_file (self, root, error) ? g_steal_pointer (&self) : NULL;
}
