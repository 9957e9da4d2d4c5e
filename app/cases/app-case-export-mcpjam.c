/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-export-mcpjam.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-writer.h"

#define MAX_ID 128
#define MAX_TITLE 200
#define MAX_REPEAT 100

typedef struct
{
  McpJsonWriter *writer;
  const AppCase *item;
  GPtrArray     *notes;
  guint          n_steps;
} Writing;

/* Returns: a case as it is written */
static McpJsonValue
find_case (const AppCaseSuite *suite, guint index)
{
  McpJsonIter  iter;
  McpJsonValue value = MCP_JSON_NO_VALUE;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (
                                 mcp_json_document_get_root (suite->document), "cases"));
  for (guint i = 0; i <= index && mcp_json_iter_next (&iter, NULL, &value); i++)
    ;
  return value;
}

/* Returns: a turn of a case, or the case itself where it is only one */
static McpJsonValue
find_turn (McpJsonValue item, guint index)
{
  McpJsonIter  iter;
  McpJsonValue turns = mcp_json_value_get_member (item, "turns");
  McpJsonValue value = item;

  if (!mcp_json_value_exists (turns))
    return item;
  mcp_json_iter_init (&iter, turns);
  for (guint i = 0; i <= index && mcp_json_iter_next (&iter, NULL, &value); i++)
    ;
  return value;
}

/* A matcher of one argument that is a plain value, or a type.
 * Returns: whether it could be written */
static gboolean
write_argument (McpJsonWriter *writer, McpJsonValue name, McpJsonValue matcher)
{
  McpJsonValue     equals = mcp_json_value_get_member (matcher, "$equals");
  McpJsonValue     type = mcp_json_value_get_member (matcher, "$type");
  g_autofree char *text = mcp_json_value_print_compact (matcher);

  if (mcp_json_value_exists (equals))
    matcher = equals;
  else if (mcp_json_value_exists (type))
    matcher = type;
  /* What is deeper may be a matcher as well. */
  else if (strstr (text, "\"$") != NULL)
    return FALSE;
  mcp_json_writer_name_value (writer, name);
  mcp_json_writer_value (writer, matcher);
  return TRUE;
}

/* Writes what is expected of arguments as plain values; the name of a type stands for anything of
 * it. Returns: how many cannot be written so, and are left out */
static guint
write_arguments (McpJsonWriter *writer, McpJsonValue arguments)
{
  McpJsonValue equals = mcp_json_value_get_member (arguments, "$equals");
  guint        n_left_out = 0;

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_exists (equals) ? equals : arguments);
       mcp_json_walk_next (&each);)
    if (mcp_json_value_exists (equals))
      {
        mcp_json_writer_name_value (writer, each.name);
        mcp_json_writer_value (writer, each.value);
      }
    else
      n_left_out += !write_argument (writer, each.name, each.value);
  mcp_json_writer_end_object (writer);
  return n_left_out;
}

static void
note (GPtrArray *notes, const AppCase *item, const char *what)
{
  /* Translators: the id of a case, then what it has in a file */
  g_ptr_array_add (notes, g_strdup_printf (_ ("%s: left out, since the format has no such thing: "
                                              "%s"),
                                           item->id, what));
}

/* Notes which members of cases are not among those that are carried. */
static void
check_members (const AppCaseSuite *suite, const char *const *carried, GPtrArray *notes)
{
  static const char *const members[] = { "before", "tools", "define", "results",
                                         "rounds", "recorded", "system", "expect",
                                         "turns", "note", NULL };
  McpJsonValue             root = mcp_json_document_get_root (suite->document);

  for (guint i = 0; i < suite->cases->len; i++)
    {
      McpJsonValue item = find_case (suite, i);

      for (guint j = 0; members[j] != NULL; j++)
        {
          gboolean has = mcp_json_value_exists (mcp_json_value_get_member (item, members[j])) ||
                         mcp_json_value_exists (mcp_json_value_get_member (root, members[j]));

          if (has && !g_strv_contains (carried, members[j]))
            note (notes, suite->cases->pdata[i], members[j]);
        }
    }
}

/* Letters, digits, "-" and "_" only. Returns: (transfer full) */
static char *
create_id (const char *id)
{
  char *made = g_strndup (id, MAX_ID);

  return g_strcanon (made, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-", '-');
}

/* Returns: (transfer full): not empty, and not too long */
static char *
create_title (const char *title, const char *otherwise)
{
  g_autofree char *valid =
      g_utf8_make_valid (title != NULL && *title != '\0' ? title : otherwise, -1);

  return g_utf8_strlen (valid, -1) > MAX_TITLE ? g_utf8_substring (valid, 0, MAX_TITLE)
                                               : g_steal_pointer (&valid);
}

/* The next step: a thing that is asserted. */
static void
begin_assertion (Writing *self)
{
  g_autofree char *id = g_strdup_printf ("%u", ++self->n_steps);

  mcp_json_writer_add (self->writer, "{'id': %s, 'kind': 'assert', 'assertion':", id);
}

/* @texts: one, or several of them */
static void
write_each (Writing *self, McpJsonValue texts, const char *type, const char *member)
{
  if (mcp_json_value_get_kind (texts) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk text = mcp_json_walk (texts); mcp_json_walk_next (&text);)
        write_each (self, text.value, type, member);
      return;
    }
  if (!mcp_json_value_exists (texts))
    return;
  begin_assertion (self);
  mcp_json_writer_add (self->writer, "{'type': %s, %s: %v}}", type, member, texts);
}

static void
write_call (Writing *self, McpJsonValue call)
{
  McpJsonValue     arguments = mcp_json_value_get_member (call, "arguments");
  g_autofree char *match = mcp_json_value_dup_member_string (call, "match");
  gint64           times = mcp_json_value_get_member_int64 (call, "times", 1);

  begin_assertion (self);
  if (mcp_json_value_exists (mcp_json_value_get_member (arguments, "$equals")))
    {
      g_free (match);
      match = g_strdup ("exact");
    }
  mcp_json_writer_add (self->writer, "{'type': 'toolCalledWith', 'toolName': %v, 'minCount': %x,"
                                     "'args': {'argumentMatching': %s, 'args':",
                       mcp_json_value_get_member (call, "tool"), times,
                       match != NULL ? match : "partial");
  if (write_arguments (self->writer, arguments) > 0)
    note (self->notes, self->item, "arguments");
  mcp_json_writer_add (self->writer, "}}}");
}

static void
write_flag (Writing *self, McpJsonValue flag, const char *type)
{
  if (!mcp_json_value_get_boolean (flag, FALSE))
    return;
  begin_assertion (self);
  mcp_json_writer_add (self->writer, "{'type': %s}}", type);
}

static void
write_expectation (Writing *self, McpJsonValue expect)
{
  static const char *const not_carried[] = { "order", "only", "some_call", "max_extra" };
  McpJsonValue             answer = mcp_json_value_get_member (expect, "answer");

  for (McpJsonWalk call = mcp_json_walk (mcp_json_value_get_member (expect, "calls"));
       mcp_json_walk_next (&call);)
    write_call (self, call.value);
  write_each (self, mcp_json_value_get_member (expect, "never"), "toolNeverCalled", "toolName");
  write_each (self, mcp_json_value_get_member (expect, "first"), "firstToolWas", "toolName");
  write_each (self, mcp_json_value_get_member (answer, "contains"), "responseContains", "needle");
  write_each (self, mcp_json_value_get_member (answer, "matches"), "responseMatches", "pattern");
  write_each (self, mcp_json_value_get_member (expect, "tokens_under"), "tokenBudgetUnder",
              "tokens");
  write_each (self, mcp_json_value_get_member (expect, "requests_under"), "turnCountUnder",
              "turns");
  write_flag (self, mcp_json_value_get_member (expect, "no_errors"), "noToolErrors");
  write_flag (self, mcp_json_value_get_member (answer, "not_empty"),
              "finalAssistantMessageNonEmpty");
  for (guint i = 0; i < G_N_ELEMENTS (not_carried); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (expect, not_carried[i])))
      note (self->notes, self->item, not_carried[i]);
}

static gboolean
calls_nothing (McpJsonValue expect)
{
  return mcp_json_value_get_boolean (mcp_json_value_get_member (expect, "no_call"), FALSE);
}

static void
write_case (Writing *self, McpJsonValue item)
{
  g_autofree char *id = create_id (self->item->id);
  g_autofree char *title = create_title (self->item->title, self->item->id);
  gboolean         is_negative = FALSE;

  self->n_steps = 0;
  mcp_json_writer_add (self->writer, "{'id': %s, 'title': %s, 'steps': [", id, title);
  for (guint i = 0; i < self->item->turns->len; i++)
    {
      McpJsonValue     turn = find_turn (item, i);
      McpJsonValue     expect = mcp_json_value_get_member (turn, "expect");
      g_autofree char *step = g_strdup_printf ("%u", ++self->n_steps);

      mcp_json_writer_add (self->writer, "{'id': %s, 'kind': 'prompt', 'prompt': %s}", step,
                           ((const AppCaseTurn *)self->item->turns->pdata[i])->prompt);
      write_expectation (self, expect);
      is_negative = is_negative || calls_nothing (expect);
    }
  /* Beside turns it is of all of them. */
  if (mcp_json_value_exists (mcp_json_value_get_member (item, "turns")))
    write_expectation (self, mcp_json_value_get_member (item, "expect"));
  mcp_json_writer_add (self->writer,
                       "], 'isNegativeTest': ?%b, 'repetitions': %i, 'passThreshold': %d}",
                       is_negative, (int)CLAMP (self->item->repeat, 1, MAX_REPEAT),
                       self->item->pass);
}

static void
write_tools (McpJsonWriter *writer, const char *name, char **tools)
{
  if (tools == NULL)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; tools[i] != NULL; i++)
    mcp_json_writer_string (writer, tools[i]);
  mcp_json_writer_end_array (writer);
}

/* Tools and system prompts are of the file there: those of the first case are taken. */
static void
write_defaults (McpJsonWriter *writer, const AppCaseSuite *suite, const char *model)
{
  const AppCase *first = suite->cases->pdata[0];

  mcp_json_writer_add (writer,
                       "'defaults': {'model': %s, 'systemPrompt': ?%s, 'repetitions': %i, "
                       "'passThreshold': %d, 'validity': {}, 'toolPolicy': {'mode': 'default',",
                       model, first->system, (int)CLAMP (first->repeat, 1, MAX_REPEAT),
                       first->pass);
  write_tools (writer, "allow", first->allow);
  write_tools (writer, "deny", first->deny);
  mcp_json_writer_add (writer, "}},");
}

static void
check_shared (const AppCaseSuite *suite, GPtrArray *notes)
{
  const AppCase *first = suite->cases->pdata[0];

  for (guint i = 1; i < suite->cases->len; i++)
    {
      const AppCase *item = suite->cases->pdata[i];

      if (g_strcmp0 (item->system, first->system) != 0)
        note (notes, item, "system");
    }
}

char *
app_case_export_mcpjam (const AppCaseSuite *suite, const char *model, GPtrArray *notes)
{
  static const char *const carried[] = { "system", "tools", "expect", "turns", NULL };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Writing          writing = { writer, NULL, notes, 0 };
  g_autofree char *title = create_title (suite->title, "Cases");
  g_autofree char *id = create_id (title);

  check_members (suite, carried, notes);
  check_shared (suite, notes);
  mcp_json_writer_add (writer,
                       "{'schemaVersion': '1', 'mode': 'agentWorkflow', 'reportingMode': "
                       "'standard', 'suite': {'id': %s, 'name': %s}, 'target': {'servers': [",
                       id, title);
  for (guint i = 0; suite->servers != NULL && suite->servers[i] != NULL; i++)
    mcp_json_writer_add (writer, "{'name': %s}", suite->servers[i]);
  if (suite->servers == NULL || suite->servers[0] == NULL)
    mcp_json_writer_add (writer, "{'name': 'server'}");
  mcp_json_writer_add (writer, "]},");
  write_defaults (writer, suite, model);
  mcp_json_writer_add (writer, "'cases': [");
  for (guint i = 0; i < suite->cases->len; i++)
    {
      writing.item = suite->cases->pdata[i];
      write_case (&writing, find_case (suite, i));
    }
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_text (writer);
}
