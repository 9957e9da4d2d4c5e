/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-suite.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-model-turn-json.h"
#include "mcp-tool.h"
#include "store-yaml-text.h"

#define MAX_TOOLS 10000u
#define MAX_BEFORE 10000u
/* Characters of an id in a message. */
#define QUOTED 80

/* What a case has, and the file for all of them. */
static const char *const suite_members[] = {
  "title",
  "servers",
  "cases",
  "system",
  "tools",
  "define",
  "results",
  "recorded",
  "repeat",
  "pass",
  "rounds",
  "before",
  NULL,
};
static const char *const case_members[] = {
  "title",
  "id",
  "note",
  "prompt",
  "turns",
  "expect",
  "system",
  "tools",
  "define",
  "results",
  "recorded",
  "repeat",
  "pass",
  "rounds",
  "before",
  NULL,
};

const char *const app_case_results_words[] = { "live", "recorded", "none" };

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

/* Members */

static gboolean
fail (const char *member, GError **error)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a word of a file */
               _ ("What “%s” has is not what it takes."), member);
  return FALSE;
}

static gboolean
read_text (McpJsonValue object, const char *member, char **text, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, member);

  if (!mcp_json_value_exists (value))
    return TRUE;
  g_free (*text);
  *text = mcp_json_value_dup_string (value, NULL);
  return *text != NULL || fail (member, error);
}

static gboolean
read_texts (McpJsonValue object, const char *member, char ***texts, GError **error)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  McpJsonValue value = mcp_json_value_get_member (object, member);

  if (!mcp_json_value_exists (value))
    return TRUE;
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return fail (member, error);
  builder = g_strv_builder_new ();
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      g_autofree char *text = mcp_json_value_dup_string (item.value, NULL);

      if (text == NULL)
        return fail (member, error);
      g_strv_builder_add (builder, text);
    }
  g_strfreev (*texts);
  *texts = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_count (McpJsonValue object, const char *member, gint64 max, guint *count, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, member);
  gint64       number;

  if (!mcp_json_value_exists (value))
    return TRUE;
  if (!mcp_json_value_get_int64 (value, &number) || number < 1 || number > max)
    return fail (member, error);
  *count = (guint)number;
  return TRUE;
}

static gboolean
read_expect (McpJsonValue object, AppCaseExpectation **expect, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, "expect");

  if (!mcp_json_value_exists (value))
    return TRUE;
  *expect = app_case_expectation_new (value, error);
  return *expect != NULL;
}

/* What the file may have for all its cases */

static gboolean
read_selection (AppCase *self, McpJsonValue object, GError **error)
{
  static const char *const members[] = { "allow", "deny", NULL };
  McpJsonValue             value = mcp_json_value_get_member (object, "tools");

  if (!mcp_json_value_exists (value))
    return TRUE;
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return fail ("tools", error);
  return app_case_check_members (value, members, error) &&
         read_texts (value, "allow", &self->allow, error) &&
         read_texts (value, "deny", &self->deny, error);
}

static gboolean
read_definitions (AppCase *self, McpJsonValue object, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, "define");

  if (!mcp_json_value_exists (value))
    return TRUE;
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (value) > MAX_TOOLS)
    return fail ("define", error);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      g_autofree char *name = mcp_json_value_dup_member_string (item.value, "name");

      if (name == NULL || *name == '\0')
        return fail ("define", error);
      g_ptr_array_add (self->tools, mcp_definition_new (MCP_DEFINITION_TOOL, item.value));
    }
  return TRUE;
}

static gboolean
read_results (AppCase *self, McpJsonValue object, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, "results");
  McpJsonValue recorded = mcp_json_value_get_member (object, "recorded");

  if (mcp_json_value_exists (recorded))
    {
      g_clear_pointer (&self->recording, app_case_recording_unref);
      self->recording = app_case_recording_new (recorded, error);
      if (self->recording == NULL)
        return FALSE;
      self->results = APP_CASE_RECORDED;
    }
  if (!mcp_json_value_exists (value))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (app_case_results_words); i++)
    if (mcp_json_value_string_equals (value, app_case_results_words[i]))
      {
        self->results = (AppCaseResults)i;
        return TRUE;
      }
  return fail ("results", error);
}

static gboolean
read_before (AppCase *self, McpJsonValue object, GError **error)
{
  McpJsonValue value = mcp_json_value_get_member (object, "before");

  if (!mcp_json_value_exists (value))
    return TRUE;
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (value) > MAX_BEFORE)
    return fail ("before", error);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_turn_unref);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      McpModelTurn *turn = mcp_model_turn_new_from_json (item.value, NULL);

      if (turn == NULL)
        return fail ("before", error);
      g_ptr_array_add (self->before, turn);
    }
  return TRUE;
}

static gboolean
read_shared (AppCase *self, McpJsonValue object, GError **error)
{
  McpJsonValue pass = mcp_json_value_get_member (object, "pass");

  if (mcp_json_value_exists (pass))
    {
      self->pass = mcp_json_value_get_double (pass, NAN);
      if (!(self->pass >= 0 && self->pass <= 1))
        return fail ("pass", error);
    }
  return read_text (object, "system", &self->system, error) &&
         read_selection (self, object, error) && read_definitions (self, object, error) &&
         read_before (self, object, error) &&
         read_results (self, object, error) &&
         read_count (object, "repeat", APP_CASE_MAX_REPEAT, &self->repeat, error) &&
         read_count (object, "rounds", APP_CASE_MAX_ROUNDS, &self->rounds, error);
}

/* Cases */

static gboolean
add_turn (AppCase *self, McpJsonValue object, GError **error)
{
  AppCaseTurn *turn = g_new0 (AppCaseTurn, 1);

  g_ptr_array_add (self->turns, turn);
  if (!read_text (object, "prompt", &turn->prompt, error))
    return FALSE;
  return (turn->prompt != NULL && self->turns->len <= APP_CASE_MAX_TURNS) ||
         fail ("prompt", error);
}

static gboolean
read_turns (AppCase *self, McpJsonValue object, GError **error)
{
  static const char *const members[] = { "prompt", "expect", NULL };
  McpJsonValue             turns = mcp_json_value_get_member (object, "turns");

  if (!mcp_json_value_exists (turns))
    return add_turn (self, object, error);
  if (mcp_json_value_get_kind (turns) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (turns) == 0 ||
      mcp_json_value_exists (mcp_json_value_get_member (object, "prompt")))
    return fail ("turns", error);
  for (McpJsonWalk each = mcp_json_walk (turns); mcp_json_walk_next (&each);)
    {
      AppCaseTurn *turn;

      if (!app_case_check_members (each.value, members, error) ||
          !add_turn (self, each.value, error))
        return FALSE;
      turn = self->turns->pdata[self->turns->len - 1];
      if (!read_expect (each.value, &turn->expect, error))
        return FALSE;
    }
  return TRUE;
}

/* Only a person reads it. */
static gboolean
check_note (McpJsonValue object, GError **error)
{
  g_autofree char *note = NULL;

  return read_text (object, "note", &note, error);
}

static gboolean
check_case (const AppCase *self, GHashTable *ids, GError **error)
{
  if (self->id == NULL || *self->id == '\0')
    return fail ("id", error);
  if (!g_hash_table_add (ids, self->id))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Another case has the same “id”."));
      return FALSE;
    }
  if (self->results == APP_CASE_RECORDED && self->recording == NULL)
    return fail ("recorded", error);
  return TRUE;
}

static AppCase *
case_new (void)
{
  AppCase *self = g_new0 (AppCase, 1);

  self->turns = g_ptr_array_new_with_free_func (turn_free);
  self->pass = 1;
  return self;
}

static AppCase *
case_new_like (const AppCase *usual)
{
  AppCase *self = case_new ();

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

/* @usual: what the file says of all cases */
static gboolean
read_case (AppCaseSuite  *self,
           const AppCase *usual,
           McpJsonValue   value,
           GHashTable    *ids,
           GError       **error)
{
  AppCase *item = case_new_like (usual);

  g_ptr_array_add (self->cases, item);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return fail ("cases", error);
  return app_case_check_members (value, case_members, error) && read_shared (item, value, error) &&
         read_text (value, "id", &item->id, error) &&
         read_text (value, "title", &item->title, error) && check_note (value, error) &&
         check_case (item, ids, error) && read_turns (item, value, error) &&
         read_expect (value, &item->expect, error);
}

static gboolean
read_cases (AppCaseSuite *self, McpJsonValue object, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  McpJsonValue cases = mcp_json_value_get_member (object, "cases");
  g_autoptr (AppCase) usual = case_new ();

  if (!read_shared (usual, object, error))
    return FALSE;
  if (mcp_json_value_get_kind (cases) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (cases) == 0 ||
      mcp_json_value_get_n_items (cases) > APP_CASE_SUITE_MAX_CASES)
    return fail ("cases", error);
  for (McpJsonWalk each = mcp_json_walk (cases); mcp_json_walk_next (&each);)
    {
      g_autoptr (GError) inner = NULL;
      g_autofree char *id = NULL;
      g_autofree char *line = NULL;

      if (read_case (self, usual, each.value, ids, &inner))
        continue;
      id = mcp_json_value_dup_member_string (each.value, "id");
      line = id != NULL ? app_visible_text_line (id, QUOTED)
                        : g_strdup_printf ("%u", self->cases->len);
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: the id of a case or its number, then what is wrong */
                   _ ("Case %s: %s"), line, inner->message);
      return FALSE;
    }
  return TRUE;
}

/* JSON as it is, so that numbers stay what they are; all else is YAML. */
McpJsonDocument *
app_case_read_document (GBytes *bytes, GError **error)
{
  gsize            length;
  const char      *text = g_bytes_get_data (bytes, &length);
  g_autofree char *json = NULL;
  g_autoptr (StoreYamlTree) tree = NULL;
  gsize start = 0;

  while (start < length && strchr (" \t\r\n", text[start]) != NULL && text[start] != '\0')
    start++;
  if (start < length && (text[start] == '{' || text[start] == '['))
    {
      McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, NULL);

      if (document != NULL)
        return document;
    }
  tree = store_yaml_tree_new (bytes, error);
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
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppCaseSuite) self = NULL;
  McpJsonValue root;

  g_return_val_if_fail (text != NULL, NULL);

  if (g_bytes_get_size (text) > APP_CASE_SUITE_MAX_BYTES)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("The file of cases is too large."));
      return NULL;
    }
  document = app_case_read_document (text, error);
  if (document == NULL)
    return NULL;
  root = mcp_json_document_get_root (document);
  self = g_new0 (AppCaseSuite, 1);
  self->document = mcp_json_document_ref (document);
  self->cases = g_ptr_array_new_with_free_func ((GDestroyNotify)case_free);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("A file of cases is an object with “cases”."));
      return NULL;
    }
  return app_case_check_members (root, suite_members, error) &&
                 read_text (root, "title", &self->title, error) &&
                 read_texts (root, "servers", &self->servers, error) &&
                 read_cases (self, root, error)
             ? g_steal_pointer (&self)
             : NULL;
}
