/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-error.h"
#include "mcp-json-writer.h"

/* Nobody writes deeper ones by hand. */
#define MAX_DEPTH 64u

typedef struct
{
  McpJsonWriter *writer;
  GPtrArray     *notes;
  guint          n_left_out; /* steps and assertions */
} Reading;

/* What an "expect" is made of, from assertions in any order. */
typedef struct
{
  McpJsonWriter *calls;
  GPtrArray     *never; /* McpJsonValue, as the next */
  GPtrArray     *contains;
  McpJsonValue   only;
  McpJsonValue   first;
  McpJsonValue   matches;
  gboolean       not_empty;
  gboolean       no_errors;
  McpJsonValue   tokens;
  McpJsonValue   requests;
} Expect;

static void
expect_init (Expect *self)
{
  *self = (Expect){ .calls = mcp_json_writer_new () };
  self->never = g_ptr_array_new_with_free_func (g_free);
  self->contains = g_ptr_array_new_with_free_func (g_free);
  mcp_json_writer_begin_array (self->calls);
}

static void
add_value (GPtrArray *values, McpJsonValue value)
{
  McpJsonValue *copy = g_new (McpJsonValue, 1);

  *copy = value;
  g_ptr_array_add (values, copy);
}

static void
write_list (McpJsonWriter *writer, const char *name, GPtrArray *values)
{
  if (values->len == 0)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < values->len; i++)
    mcp_json_writer_value (writer, *(McpJsonValue *)values->pdata[i]);
  mcp_json_writer_end_array (writer);
}

/* Ends it, and writes it as "expect". @is_negative: no tool is to be called */
static void
write_expect (Expect *self, McpJsonWriter *writer, gboolean is_negative)
{
  g_autofree char *calls = NULL;

  mcp_json_writer_end_array (self->calls);
  calls = mcp_json_writer_finish_text (self->calls);
  mcp_json_writer_add (writer, "'expect': {'calls': %r, 'no_call': ?%b, 'no_errors': ?%b,", calls,
                       is_negative, self->no_errors);
  write_list (writer, "never", self->never);
  mcp_json_writer_member_value (writer, "only", self->only);
  mcp_json_writer_member_value (writer, "first", self->first);
  mcp_json_writer_member_value (writer, "tokens_under", self->tokens);
  mcp_json_writer_member_value (writer, "requests_under", self->requests);
  mcp_json_writer_add (writer, "'answer': {'not_empty': ?%b,", self->not_empty);
  write_list (writer, "contains", self->contains);
  mcp_json_writer_member_value (writer, "matches", self->matches);
  mcp_json_writer_add (writer, "}}");
  mcp_json_writer_free (self->calls);
  g_ptr_array_unref (self->never);
  g_ptr_array_unref (self->contains);
}

/* Arguments */

/* "string", "number" and "boolean" are placeholders for anything of that type. */
static void
write_argument (McpJsonWriter *writer, McpJsonValue value, guint depth)
{
  static const char *const types[] = { "string", "number", "boolean" };
  McpJsonKind              kind = mcp_json_value_get_kind (value);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (value, types[i]))
      {
        mcp_json_writer_add (writer, "{'$type': %s}", types[i]);
        return;
      }
  if (depth > MAX_DEPTH || (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY))
    {
      mcp_json_writer_add (writer, "{'$equals': %v}", value);
      return;
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_begin_object (writer);
  else
    mcp_json_writer_begin_array (writer);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    {
      if (kind == MCP_JSON_OBJECT)
        mcp_json_writer_name_value (writer, item.name);
      write_argument (writer, item.value, depth + 1);
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_end_object (writer);
  else
    mcp_json_writer_end_array (writer);
}

/* Assertions */

static void
read_called_with (Expect *expect, McpJsonValue assertion)
{
  McpJsonValue     args = mcp_json_value_get_member (assertion, "args");
  g_autofree char *match = mcp_json_value_dup_member_string (args, "argumentMatching");
  gint64           times = mcp_json_value_get_member_int64 (assertion, "minCount", 1);

  mcp_json_writer_add (expect->calls, "{'tool': %v, 'match': ?%s, 'times': %x, 'arguments':",
                       mcp_json_value_get_member (assertion, "toolName"), match, times);
  args = mcp_json_value_get_member (args, "args");
  if (mcp_json_value_get_kind (args) == MCP_JSON_OBJECT)
    write_argument (expect->calls, args, 0);
  else
    mcp_json_writer_add (expect->calls, "{}");
  mcp_json_writer_add (expect->calls, "}");
}

static void
read_called (Expect *expect, McpJsonValue assertion)
{
  mcp_json_writer_add (expect->calls, "{'tool': %v}",
                       mcp_json_value_get_member (assertion, "toolName"));
}

static void
read_never (Expect *expect, McpJsonValue assertion)
{
  add_value (expect->never, mcp_json_value_get_member (assertion, "toolName"));
}

static void
read_only (Expect *expect, McpJsonValue assertion)
{
  expect->only = mcp_json_value_get_member (assertion, "toolNames");
}

static void
read_first (Expect *expect, McpJsonValue assertion)
{
  expect->first = mcp_json_value_get_member (assertion, "toolName");
}

static void
read_contains (Expect *expect, McpJsonValue assertion)
{
  add_value (expect->contains, mcp_json_value_get_member (assertion, "needle"));
}

static void
read_matches (Expect *expect, McpJsonValue assertion)
{
  expect->matches = mcp_json_value_get_member (assertion, "pattern");
}

static void
read_no_errors (Expect *expect, McpJsonValue assertion)
{
  expect->no_errors = TRUE;
}

static void
read_not_empty (Expect *expect, McpJsonValue assertion)
{
  expect->not_empty = TRUE;
}

static void
read_tokens (Expect *expect, McpJsonValue assertion)
{
  expect->tokens = mcp_json_value_get_member (assertion, "tokens");
}

static void
read_turns (Expect *expect, McpJsonValue assertion)
{
  expect->requests = mcp_json_value_get_member (assertion, "turns");
}

static const struct
{
  const char *type;
  const char *member; /* (nullable): that it has to have */
  McpJsonKind kind;
  void (*read) (Expect *expect, McpJsonValue assertion);
} assertions[] = {
  { "toolCalledWith", "toolName", MCP_JSON_STRING, read_called_with },
  { "toolCalledAtLeastOnce", "toolName", MCP_JSON_STRING, read_called },
  { "toolNeverCalled", "toolName", MCP_JSON_STRING, read_never },
  { "onlyToolsCalled", "toolNames", MCP_JSON_ARRAY, read_only },
  { "firstToolWas", "toolName", MCP_JSON_STRING, read_first },
  { "responseContains", "needle", MCP_JSON_STRING, read_contains },
  { "responseMatches", "pattern", MCP_JSON_STRING, read_matches },
  { "noToolErrors", NULL, MCP_JSON_NONE, read_no_errors },
  { "finalAssistantMessageNonEmpty", NULL, MCP_JSON_NONE, read_not_empty },
  { "tokenBudgetUnder", "tokens", MCP_JSON_NUMBER, read_tokens },
  { "turnCountUnder", "turns", MCP_JSON_NUMBER, read_turns },
};

/* What only warns there decides nothing here; what looks at a widget needs one. */
static void
read_assertion (Reading *reading, Expect *expect, McpJsonValue assertion)
{
  g_autofree char *type = mcp_json_value_dup_member_string (assertion, "type");
  g_autofree char *role = mcp_json_value_dup_member_string (assertion, "role");
  g_autofree char *severity = mcp_json_value_dup_member_string (assertion, "severity");

  for (guint i = 0; type != NULL && g_strcmp0 (role, "advisory") != 0 &&
                    g_strcmp0 (severity, "warn") != 0 && i < G_N_ELEMENTS (assertions);
       i++)
    if (g_str_equal (type, assertions[i].type) &&
        (assertions[i].member == NULL ||
         mcp_json_value_get_kind (mcp_json_value_get_member (assertion, assertions[i].member)) ==
             assertions[i].kind))
      {
        assertions[i].read (expect, assertion);
        return;
      }
  reading->n_left_out++;
}

/* Cases */

static gboolean
is_kind (McpJsonValue step, const char *kind)
{
  return mcp_json_value_string_equals (mcp_json_value_get_member (step, "kind"), kind);
}

/* A prompt begins a turn; what is asserted behind it is of that turn. */
static void
write_turns (Reading *reading, McpJsonValue steps)
{
  gboolean in_turn = FALSE;
  Expect   expect = { NULL };

  mcp_json_writer_add (reading->writer, "'turns': [");
  for (McpJsonWalk step = mcp_json_walk (steps); mcp_json_walk_next (&step);)
    {
      g_autofree char *prompt = is_kind (step.value, "prompt")
                                    ? mcp_json_value_dup_member_string (step.value, "prompt")
                                    : NULL;

      if (prompt != NULL)
        {
          if (in_turn)
            {
              write_expect (&expect, reading->writer, FALSE);
              mcp_json_writer_add (reading->writer, "}");
            }
          mcp_json_writer_add (reading->writer, "{'prompt': %s,", prompt);
          expect_init (&expect);
          in_turn = TRUE;
        }
      else if (is_kind (step.value, "assert") && in_turn)
        read_assertion (reading, &expect, mcp_json_value_get_member (step.value, "assertion"));
      else
        reading->n_left_out++;
    }
  if (in_turn)
    {
      write_expect (&expect, reading->writer, FALSE);
      mcp_json_writer_add (reading->writer, "}");
    }
  mcp_json_writer_add (reading->writer, "]");
}

static gboolean
has_prompt (McpJsonValue steps)
{
  for (McpJsonWalk step = mcp_json_walk (steps); mcp_json_walk_next (&step);)
    if (is_kind (step.value, "prompt") &&
        mcp_json_value_get_kind (mcp_json_value_get_member (step.value, "prompt")) ==
            MCP_JSON_STRING)
      return TRUE;
  return FALSE;
}

static void
write_case (Reading *reading, McpJsonValue value)
{
  McpJsonWriter   *writer = reading->writer;
  g_autofree char *id = mcp_json_value_dup_member_string (value, "id");
  g_autofree char *title = mcp_json_value_dup_member_string (value, "title");
  Expect           expect;

  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s,", id, title);
  mcp_json_writer_member_value (writer, "repeat", mcp_json_value_get_member (value, "repetitions"));
  mcp_json_writer_member_value (writer, "pass", mcp_json_value_get_member (value, "passThreshold"));
  write_turns (reading, mcp_json_value_get_member (value, "steps"));
  expect_init (&expect);
  for (McpJsonWalk assertion = mcp_json_walk (mcp_json_value_get_member (value, "assertions"));
       mcp_json_walk_next (&assertion);)
    read_assertion (reading, &expect, assertion.value);
  /* It is for a judge. */
  if (mcp_json_value_exists (mcp_json_value_get_member (value, "expectedOutput")))
    reading->n_left_out++;
  write_expect (&expect, writer,
                mcp_json_value_get_member_boolean (value, "isNegativeTest", FALSE));
  mcp_json_writer_add (writer, "}");
}

/* What the file says for all its cases. */
static void
write_head (McpJsonWriter *writer, McpJsonValue suite)
{
  McpJsonValue defaults = mcp_json_value_get_member (suite, "defaults");
  McpJsonValue policy = mcp_json_value_get_member (defaults, "toolPolicy");
  McpJsonValue allow = mcp_json_value_get_member (policy, "allow");
  McpJsonValue name = mcp_json_value_resolve_pointer (suite, "/suite/name");

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_value (writer, "title", name);
  mcp_json_writer_member_value (writer, "system",
                                mcp_json_value_get_member (defaults, "systemPrompt"));
  mcp_json_writer_member_value (writer, "repeat",
                                mcp_json_value_get_member (defaults, "repetitions"));
  mcp_json_writer_member_value (writer, "pass",
                                mcp_json_value_get_member (defaults, "passThreshold"));
  /* An empty list allows all of them. */
  mcp_json_writer_add (writer, "'tools': {'allow': ?%v, 'deny': ?%v}, 'servers': [",
                       mcp_json_value_get_n_items (allow) > 0 ? allow : MCP_JSON_NO_VALUE,
                       mcp_json_value_get_member (policy, "deny"));
  for (McpJsonWalk server =
           mcp_json_walk (mcp_json_value_resolve_pointer (suite, "/target/servers"));
       mcp_json_walk_next (&server);)
    if (mcp_json_value_get_kind (mcp_json_value_get_member (server.value, "name")) ==
        MCP_JSON_STRING)
      mcp_json_writer_value (writer, mcp_json_value_get_member (server.value, "name"));
  mcp_json_writer_add (writer, "], 'cases': [");
}

GBytes *
app_case_import_mcpjam (McpJsonValue suite, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Reading reading = { writer, notes, 0 };
  guint   n_cases = 0;

  if (!mcp_json_value_string_equals (mcp_json_value_get_member (suite, "schemaVersion"), "1"))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Of MCPJam’s suites those of version 1 can be read."));
      return NULL;
    }
  write_head (writer, suite);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (suite, "cases"));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *id = mcp_json_value_dup_member_string (each.value, "id");

      if (id == NULL || mcp_json_value_get_member_boolean (each.value, "disabled", FALSE) ||
          !has_prompt (mcp_json_value_get_member (each.value, "steps")))
        {
          reading.n_left_out++;
          continue;
        }
      write_case (&reading, each.value);
      n_cases++;
    }
  mcp_json_writer_add (writer, "]}");
  if (n_cases == 0)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("None of its cases has a prompt."));
      return NULL;
    }
  if (reading.n_left_out > 0)
    g_ptr_array_add (
        notes,
        g_strdup_printf (
            g_dngettext (GETTEXT_PACKAGE,
                         "%u part was left out: calls without a model, widgets, judges, advice.",
                         "%u parts were left out: calls without a model, widgets, judges, advice.",
                         reading.n_left_out),
            reading.n_left_out));
  return mcp_json_writer_finish (writer);
}
