/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-export-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  McpJsonWriter *writer;
  const AppCase *item;
  GPtrArray     *notes;
} Writing;

/* @texts: one, or several of them */
static void
write_each (Writing *self, McpJsonValue texts, const char *type)
{
  McpJsonIter  iter;
  McpJsonValue text;

  if (mcp_json_value_get_kind (texts) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, texts);
      while (mcp_json_iter_next (&iter, NULL, &text))
        write_each (self, text, type);
    }
  else if (mcp_json_value_exists (texts))
    mcp_json_writer_add (self->writer, "{'type': %s, 'value': %v}", type, texts);
}

/* How often a tool is to be called, with whatever arguments. */
static gint64
count_calls (McpJsonValue calls, McpJsonValue tool)
{
  gint64       n = 0;
  McpJsonIter  iter;
  McpJsonValue call;

  mcp_json_iter_init (&iter, calls);
  while (mcp_json_iter_next (&iter, NULL, &call))
    if (mcp_json_value_equal (mcp_json_value_get_member (call, "tool"), tool))
      n += mcp_json_value_get_member_int64 (call, "times", 1);
  return n;
}

static void
write_used (Writing *self, McpJsonValue tool, gint64 times)
{
  if (times > 1)
    mcp_json_writer_add (self->writer,
                         "{'type': 'trajectory:tool-used', 'value': {'name': %v, 'min': %x}}", tool,
                         times);
  else
    mcp_json_writer_add (self->writer, "{'type': 'trajectory:tool-used', 'value': %v}", tool);
}

static void
write_call (Writing *self, McpJsonValue calls, McpJsonValue call)
{
  McpJsonValue     tool = mcp_json_value_get_member (call, "tool");
  McpJsonValue     arguments = mcp_json_value_get_member (call, "arguments");
  g_autofree char *match = mcp_json_value_dup_member_string (call, "match");
  gboolean         is_exact =
      g_strcmp0 (match, "exact") == 0 ||
      mcp_json_value_exists (mcp_json_value_get_member (arguments, "$equals"));

  if (!mcp_json_value_exists (arguments) || g_strcmp0 (match, "ignore") == 0)
    {
      write_used (self, tool, count_calls (calls, tool));
      return;
    }
  if (mcp_json_value_get_member_int64 (call, "times", 1) > 1)
    app_case_export_note (self->notes, self->item, "times");
  mcp_json_writer_add (self->writer,
                       "{'type': 'trajectory:tool-args-match', 'value': {'name': %v, 'mode': %s, "
                       "'args':",
                       tool, is_exact ? "exact" : "partial");
  if (app_case_export_write_arguments (self->writer, arguments, FALSE) > 0)
    app_case_export_note (self->notes, self->item, "arguments");
  mcp_json_writer_add (self->writer, "}}");
}

static void
write_order (Writing *self, McpJsonValue expect)
{
  McpJsonIter  iter;
  McpJsonValue call;

  if (!mcp_json_value_string_equals (mcp_json_value_get_member (expect, "order"), "strict"))
    return;
  mcp_json_writer_add (self->writer, "{'type': 'trajectory:tool-sequence', 'value': {'mode': "
                                     "'in_order', 'steps': [");
  mcp_json_iter_init (&iter, mcp_json_value_get_member (expect, "calls"));
  while (mcp_json_iter_next (&iter, NULL, &call))
    mcp_json_writer_value (self->writer, mcp_json_value_get_member (call, "tool"));
  mcp_json_writer_add (self->writer, "]}}");
}

static void
write_expectation (Writing *self, McpJsonValue expect)
{
  static const char *const not_carried[] = { "only", "first", "some_call",
                                             "max_extra", "no_errors", "tokens_under",
                                             "requests_under", "no_call" };
  McpJsonValue             answer = mcp_json_value_get_member (expect, "answer");
  McpJsonValue             calls = mcp_json_value_get_member (expect, "calls");
  McpJsonIter              iter;
  McpJsonValue             call;

  mcp_json_iter_init (&iter, calls);
  while (mcp_json_iter_next (&iter, NULL, &call))
    write_call (self, calls, call);
  write_order (self, expect);
  write_each (self, mcp_json_value_get_member (expect, "never"), "not-trajectory:tool-used");
  write_each (self, mcp_json_value_get_member (answer, "contains"), "icontains");
  write_each (self, mcp_json_value_get_member (answer, "matches"), "regex");
  for (guint i = 0; i < G_N_ELEMENTS (not_carried); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (expect, not_carried[i])))
      app_case_export_note (self->notes, self->item, not_carried[i]);
}

/* A conversation of several turns is none of a test there: the first one is. */
static void
write_test (Writing *self, McpJsonValue item)
{
  const AppCaseTurn *turn = self->item->turns->pdata[0];

  if (self->item->turns->len > 1)
    app_case_export_note (self->notes, self->item, "turns");
  mcp_json_writer_add (self->writer,
                       "{'description': %s, 'vars': {'prompt': %s, 'system': %s}, 'assert': [",
                       self->item->title != NULL ? self->item->title : self->item->id,
                       turn->prompt, self->item->system != NULL ? self->item->system : "");
  write_expectation (self, mcp_json_value_get_member (app_case_export_find_turn (item, 0),
                                                      "expect"));
  mcp_json_writer_add (self->writer, "], 'options': {'repeat': %i}, 'metadata': {'id': %s}}",
                       (int)MAX (self->item->repeat, 1), self->item->id);
}

char *
app_case_export_promptfoo (const AppCaseSuite *suite, const char *model, GPtrArray *notes)
{
  static const char *const carried[] = { "system", "expect", "turns", NULL };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Writing writing = { writer, NULL, notes };

  app_case_export_check (suite, carried, notes);
  g_ptr_array_add (notes, g_strdup (_ ("Give the provider the tools, and switch tracing on: calls "
                                       "are looked for in traces.")));
  mcp_json_writer_add (writer,
                       "{'description': ?%s, 'prompts': [%s], 'providers': [%s], 'tests': [",
                       suite->title,
                       "[{\"role\": \"system\", \"content\": {{ system | dump }}}, "
                       "{\"role\": \"user\", \"content\": {{ prompt | dump }}}]",
                       model);
  for (guint i = 0; i < suite->cases->len; i++)
    {
      writing.item = suite->cases->pdata[i];
      write_test (&writing, app_case_export_find_case (suite, i));
    }
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_text (writer);
}
