/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "mcp-json-writer.h"

#define MAX_ID 128
#define MAX_TITLE 200
#define MAX_REPEAT 100
/* Nobody writes deeper ones by hand. */
#define MAX_DEPTH 64u

/* What is an assertion there, and a member of "expect" here; but for calls, which have more to
 * say. In the order in which they are written there. */
typedef enum {
  PART_NEVER,
  PART_FIRST,
  PART_CONTAINS,
  PART_MATCHES,
  PART_TOKENS,
  PART_REQUESTS,
  PART_NO_ERRORS,
  PART_NOT_EMPTY,
  N_WRITTEN,
  PART_ONLY = N_WRITTEN, /* it is read alone */
  N_PARTS,
} Part;

static const struct
{
  const char *name;
  gboolean    is_answer; /* it is in "answer" */
  gboolean    is_list;   /* several assertions make one list */
  const char *type;
  const char *member; /* (nullable): of the assertion; %NULL where it just is */
  McpJsonKind kind;
} parts[N_PARTS] = {
  [PART_NEVER] = { "never", FALSE, TRUE, "toolNeverCalled", "toolName", MCP_JSON_STRING },
  [PART_FIRST] = { "first", FALSE, FALSE, "firstToolWas", "toolName", MCP_JSON_STRING },
  [PART_CONTAINS] = { "contains", TRUE, TRUE, "responseContains", "needle", MCP_JSON_STRING },
  [PART_MATCHES] = { "matches", TRUE, FALSE, "responseMatches", "pattern", MCP_JSON_STRING },
  [PART_TOKENS] = { "tokens_under", FALSE, FALSE, "tokenBudgetUnder", "tokens", MCP_JSON_NUMBER },
  [PART_REQUESTS] = { "requests_under", FALSE, FALSE, "turnCountUnder", "turns", MCP_JSON_NUMBER },
  [PART_NO_ERRORS] = { "no_errors", FALSE, FALSE, "noToolErrors" },
  [PART_NOT_EMPTY] = { "not_empty", TRUE, FALSE, "finalAssistantMessageNonEmpty" },
  [PART_ONLY] = { "only", FALSE, FALSE, "onlyToolsCalled", "toolNames", MCP_JSON_ARRAY },
};

/* Reading */

typedef struct
{
  McpJsonWriter *writer;
  guint          n_left_out; /* steps and assertions */
} Reading;

/* What an "expect" is made of, from assertions in any order. */
typedef struct
{
  McpJsonWriter *calls;           /* (nullable): there is none yet */
  GArray        *values[N_PARTS]; /* (nullable): McpJsonValue */
} Expect;

static void
expect_begin (Expect *self)
{
  *self = (Expect){ .calls = mcp_json_writer_new () };
  mcp_json_writer_begin_array (self->calls);
}

static void
write_part (Expect *self, Part part, McpJsonWriter *writer)
{
  GArray *values = self->values[part];

  if (values == NULL)
    return;
  mcp_json_writer_name (writer, parts[part].name);
  if (parts[part].member == NULL)
    mcp_json_writer_add (writer, "true");
  else if (!parts[part].is_list)
    mcp_json_writer_value (writer, g_array_index (values, McpJsonValue, values->len - 1));
  else
    {
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; i < values->len; i++)
        mcp_json_writer_value (writer, g_array_index (values, McpJsonValue, i));
      mcp_json_writer_end_array (writer);
    }
  g_array_unref (values);
}

/* Ends it, and writes it as "expect". @is_negative: no tool is to be called */
static void
expect_end (Expect *self, McpJsonWriter *writer, gboolean is_negative)
{
  static const Part of_calls[] = { PART_NO_ERRORS, PART_NEVER, PART_ONLY,
                                   PART_FIRST, PART_TOKENS, PART_REQUESTS };
  static const Part of_answer[] = { PART_NOT_EMPTY, PART_CONTAINS, PART_MATCHES };
  g_autofree char  *calls = NULL;

  mcp_json_writer_end_array (self->calls);
  calls = mcp_json_writer_finish_text (self->calls);
  mcp_json_writer_add (writer, "'expect': {'calls': %r, 'no_call': ?%b,", calls, is_negative);
  for (guint i = 0; i < G_N_ELEMENTS (of_calls); i++)
    write_part (self, of_calls[i], writer);
  mcp_json_writer_add (writer, "'answer': {");
  for (guint i = 0; i < G_N_ELEMENTS (of_answer); i++)
    write_part (self, of_answer[i], writer);
  mcp_json_writer_add (writer, "}}");
  g_clear_pointer (&self->calls, mcp_json_writer_free);
}

/* "string", "number" and "boolean" are placeholders for anything of that type. */
static void
write_read_argument (McpJsonWriter *writer, McpJsonValue value, guint depth)
{
  static const char *const types[] = { "string", "number", "boolean" };
  McpJsonKind              kind = mcp_json_value_get_kind (value);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (value, types[i]))
      {
        mcp_json_writer_add (writer, "{'$type': %s}", types[i]);
        return;
      }
  if (depth <= MAX_DEPTH && (kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY))
    app_case_write_each (writer, value, write_read_argument, depth + 1);
  else
    mcp_json_writer_add (writer, "{'$equals': %v}", value);
}

/* Returns: %FALSE where it is of no tool */
static gboolean
read_called (Expect *expect, McpJsonValue assertion, gboolean with_arguments)
{
  McpJsonValue     tool = mcp_json_value_get_member (assertion, "toolName");
  McpJsonValue     args = mcp_json_value_get_member (assertion, "args");
  g_autofree char *match = mcp_json_value_dup_member_string (args, "argumentMatching");

  if (mcp_json_value_get_kind (tool) != MCP_JSON_STRING)
    return FALSE;
  mcp_json_writer_add (expect->calls, "{'tool': %v", tool);
  if (with_arguments)
    {
      mcp_json_writer_add (expect->calls, "'match': ?%s, 'times': %x, 'arguments':", match,
                           mcp_json_value_get_member_int64 (assertion, "minCount", 1));
      args = mcp_json_value_get_member (args, "args");
      if (mcp_json_value_get_kind (args) == MCP_JSON_OBJECT)
        write_read_argument (expect->calls, args, 0);
      else
        mcp_json_writer_add (expect->calls, "{}");
    }
  mcp_json_writer_add (expect->calls, "}");
  return TRUE;
}

/* Returns: %FALSE where there is no such assertion, or it has not what it takes */
static gboolean
read_part (Expect *expect, const char *type, McpJsonValue assertion)
{
  for (guint i = 0; i < N_PARTS; i++)
    {
      McpJsonValue value = MCP_JSON_NO_VALUE;

      if (!g_str_equal (type, parts[i].type))
        continue;
      if (parts[i].member != NULL)
        value = mcp_json_value_get_member (assertion, parts[i].member);
      if (mcp_json_value_get_kind (value) != parts[i].kind)
        return FALSE;
      if (expect->values[i] == NULL)
        expect->values[i] = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
      g_array_append_val (expect->values[i], value);
      return TRUE;
    }
  return FALSE;
}

/* What only warns there decides nothing here; what looks at a widget needs one. */
static void
read_assertion (Reading *reading, Expect *expect, McpJsonValue assertion)
{
  g_autofree char *type = mcp_json_value_dup_member_string (assertion, "type");
  g_autofree char *role = mcp_json_value_dup_member_string (assertion, "role");
  g_autofree char *severity = mcp_json_value_dup_member_string (assertion, "severity");
  gboolean         is_read = type != NULL && g_strcmp0 (role, "advisory") != 0 &&
                     g_strcmp0 (severity, "warn") != 0;

  if (is_read && g_str_equal (type, "toolCalledWith"))
    is_read = read_called (expect, assertion, TRUE);
  else if (is_read && g_str_equal (type, "toolCalledAtLeastOnce"))
    is_read = read_called (expect, assertion, FALSE);
  else if (is_read)
    is_read = read_part (expect, type, assertion);
  reading->n_left_out += !is_read;
}

static gboolean
is_kind (McpJsonValue step, const char *kind)
{
  return mcp_json_value_string_equals (mcp_json_value_get_member (step, "kind"), kind);
}

/* Returns: (transfer full) (nullable): %NULL where it is no prompt */
static char *
dup_prompt (McpJsonValue step)
{
  return is_kind (step, "prompt") ? mcp_json_value_dup_member_string (step, "prompt") : NULL;
}

static gboolean
has_prompt (McpJsonValue steps)
{
  for (McpJsonWalk step = mcp_json_walk (steps); mcp_json_walk_next (&step);)
    {
      g_autofree char *prompt = dup_prompt (step.value);

      if (prompt != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
end_read_turn (Reading *reading, Expect *expect)
{
  if (expect->calls == NULL)
    return;
  expect_end (expect, reading->writer, FALSE);
  mcp_json_writer_add (reading->writer, "}");
}

/* A prompt begins a turn; what is asserted behind it is of that turn. */
static void
read_turns (Reading *reading, McpJsonValue steps)
{
  Expect expect = { NULL };

  mcp_json_writer_add (reading->writer, "'turns': [");
  for (McpJsonWalk step = mcp_json_walk (steps); mcp_json_walk_next (&step);)
    {
      g_autofree char *prompt = dup_prompt (step.value);

      if (prompt != NULL)
        {
          end_read_turn (reading, &expect);
          mcp_json_writer_add (reading->writer, "{'prompt': %s,", prompt);
          expect_begin (&expect);
        }
      else if (is_kind (step.value, "assert") && expect.calls != NULL)
        read_assertion (reading, &expect, mcp_json_value_get_member (step.value, "assertion"));
      else
        reading->n_left_out++;
    }
  end_read_turn (reading, &expect);
  mcp_json_writer_add (reading->writer, "]");
}

static void
read_case (Reading *reading, const char *id, McpJsonValue value)
{
  McpJsonWriter   *writer = reading->writer;
  g_autofree char *title = mcp_json_value_dup_member_string (value, "title");
  Expect           expect;

  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s, 'repeat': ?%v, 'pass': ?%v,", id, title,
                       mcp_json_value_get_member (value, "repetitions"),
                       mcp_json_value_get_member (value, "passThreshold"));
  read_turns (reading, mcp_json_value_get_member (value, "steps"));
  expect_begin (&expect);
  for (McpJsonWalk assertion = mcp_json_walk (mcp_json_value_get_member (value, "assertions"));
       mcp_json_walk_next (&assertion);)
    read_assertion (reading, &expect, assertion.value);
  /* It is for a judge. */
  if (mcp_json_value_exists (mcp_json_value_get_member (value, "expectedOutput")))
    reading->n_left_out++;
  expect_end (&expect, writer, mcp_json_value_get_member_boolean (value, "isNegativeTest", FALSE));
  mcp_json_writer_add (writer, "}");
}

/* What the file says for all its cases. */
static void
read_head (McpJsonWriter *writer, McpJsonValue suite)
{
  McpJsonValue defaults = mcp_json_value_get_member (suite, "defaults");
  McpJsonValue policy = mcp_json_value_get_member (defaults, "toolPolicy");
  McpJsonValue allow = mcp_json_value_get_member (policy, "allow");

  /* An empty list allows all of them. */
  mcp_json_writer_add (writer,
                       "{'title': ?%v, 'system': ?%v, 'repeat': ?%v, 'pass': ?%v, "
                       "'tools': {'allow': ?%v, 'deny': ?%v}, 'servers': [",
                       mcp_json_value_resolve_pointer (suite, "/suite/name"),
                       mcp_json_value_get_member (defaults, "systemPrompt"),
                       mcp_json_value_get_member (defaults, "repetitions"),
                       mcp_json_value_get_member (defaults, "passThreshold"),
                       mcp_json_value_get_n_items (allow) > 0 ? allow : MCP_JSON_NO_VALUE,
                       mcp_json_value_get_member (policy, "deny"));
  for (McpJsonWalk server =
           mcp_json_walk (mcp_json_value_resolve_pointer (suite, "/target/servers"));
       mcp_json_walk_next (&server);)
    {
      McpJsonValue name = mcp_json_value_get_member (server.value, "name");

      if (mcp_json_value_get_kind (name) == MCP_JSON_STRING)
        mcp_json_writer_value (writer, name);
    }
  mcp_json_writer_add (writer, "], 'cases': [");
}

GBytes *
app_case_import_mcpjam (McpJsonValue suite, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Reading reading = { writer, 0 };
  guint   n_cases = 0;

  if (!mcp_json_value_string_equals (mcp_json_value_get_member (suite, "schemaVersion"), "1"))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Of MCPJam’s suites those of version 1 can be read."));
      return NULL;
    }
  read_head (writer, suite);
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
      read_case (&reading, id, each.value);
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

/* Writing */

typedef struct
{
  McpJsonWriter *writer;
  const AppCase *item;
  GPtrArray     *notes;
  guint          n_steps;
} Writing;

static void
note (GPtrArray *notes, const AppCase *item, const char *what)
{
  /* Translators: the id of a case, then what it has in a file */
  g_ptr_array_add (notes, g_strdup_printf (_ ("%s: left out, since the format has no such thing: "
                                              "%s"),
                                           item->id, what));
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
  mcp_json_writer_add (writer, "%v: %v", name, matcher);
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
      mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    else
      n_left_out += !write_argument (writer, each.name, each.value);
  mcp_json_writer_end_object (writer);
  return n_left_out;
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
begin_assertion (Writing *self, const char *type)
{
  g_autofree char *id = g_strdup_printf ("%u", ++self->n_steps);

  mcp_json_writer_add (self->writer, "{'id': %s, 'kind': 'assert', 'assertion': {'type': %s", id,
                       type);
}

static void
write_call (Writing *self, McpJsonValue call)
{
  McpJsonValue     arguments = mcp_json_value_get_member (call, "arguments");
  McpJsonValue     equals = mcp_json_value_get_member (arguments, "$equals");
  gboolean         is_exact = mcp_json_value_exists (equals);
  g_autofree char *match = mcp_json_value_dup_member_string (call, "match");
  gint64           times = mcp_json_value_get_member_int64 (call, "times", 1);

  begin_assertion (self, "toolCalledWith");
  mcp_json_writer_add (self->writer,
                       "'toolName': %v, 'minCount': %x, 'args': {'argumentMatching': %s, 'args':",
                       mcp_json_value_get_member (call, "tool"), times,
                       is_exact        ? "exact"
                       : match != NULL ? match
                                       : "partial");
  if (write_arguments (self->writer, arguments) > 0)
    note (self->notes, self->item, "arguments");
  mcp_json_writer_add (self->writer, "}}}");
}

/* @value: of which a list is several of them */
static void
write_assertions (Writing *self, Part part, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
        write_assertions (self, part, each.value);
      return;
    }
  if (kind == MCP_JSON_NONE ||
      (parts[part].member == NULL && !mcp_json_value_get_boolean (value, FALSE)))
    return;
  begin_assertion (self, parts[part].type);
  if (parts[part].member != NULL)
    mcp_json_writer_add (self->writer, "%s: %v", parts[part].member, value);
  mcp_json_writer_add (self->writer, "}}");
}

static void
write_expectation (Writing *self, McpJsonValue expect)
{
  static const char *const not_carried[] = { "order", "only", "some_call", "max_extra" };
  McpJsonValue             answer = mcp_json_value_get_member (expect, "answer");

  for (McpJsonWalk call = mcp_json_walk (mcp_json_value_get_member (expect, "calls"));
       mcp_json_walk_next (&call);)
    write_call (self, call.value);
  for (Part part = 0; part < N_WRITTEN; part++)
    write_assertions (
        self, part,
        mcp_json_value_get_member (parts[part].is_answer ? answer : expect, parts[part].name));
  for (guint i = 0; i < G_N_ELEMENTS (not_carried); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (expect, not_carried[i])))
      note (self->notes, self->item, not_carried[i]);
}

/* @item: as it is written */
static void
write_case (Writing *self, McpJsonValue item)
{
  McpJsonValue     turns = mcp_json_value_get_member (item, "turns");
  g_autofree char *id = create_id (self->item->id);
  g_autofree char *title = create_title (self->item->title, self->item->id);
  gboolean         is_negative = FALSE;

  self->n_steps = 0;
  mcp_json_writer_add (self->writer, "{'id': %s, 'title': %s, 'steps': [", id, title);
  for (guint i = 0; i < self->item->turns->len; i++)
    {
      McpJsonValue     turn = mcp_json_value_exists (turns) ? mcp_json_value_get_item (turns, i)
                                                            : item;
      McpJsonValue     expect = mcp_json_value_get_member (turn, "expect");
      g_autofree char *step = g_strdup_printf ("%u", ++self->n_steps);

      mcp_json_writer_add (self->writer, "{'id': %s, 'kind': 'prompt', 'prompt': %s}", step,
                           ((const AppCaseTurn *)self->item->turns->pdata[i])->prompt);
      write_expectation (self, expect);
      is_negative = is_negative || mcp_json_value_get_member_boolean (expect, "no_call", FALSE);
    }
  /* Beside turns it is of all of them. */
  if (mcp_json_value_exists (turns))
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

/* Notes which members of cases are not carried. @cases: as they are written */
static void
check_members (const AppCaseSuite *suite, McpJsonValue cases, GPtrArray *notes)
{
  static const char *const not_carried[] = { "before", "define", "results",
                                             "rounds", "recorded", "note" };
  McpJsonValue             root = mcp_json_document_get_root (suite->document);
  McpJsonWalk              item = mcp_json_walk (cases);

  for (guint i = 0; mcp_json_walk_next (&item); i++)
    for (guint j = 0; j < G_N_ELEMENTS (not_carried); j++)
      if (mcp_json_value_exists (mcp_json_value_get_member (item.value, not_carried[j])) ||
          mcp_json_value_exists (mcp_json_value_get_member (root, not_carried[j])))
        note (notes, suite->cases->pdata[i], not_carried[j]);
  for (guint i = 1; i < suite->cases->len; i++)
    {
      const AppCase *first = suite->cases->pdata[0];
      const AppCase *each = suite->cases->pdata[i];

      if (g_strcmp0 (each->system, first->system) != 0)
        note (notes, each, "system");
    }
}

char *
app_case_export_mcpjam (const AppCaseSuite *suite, const char *model, GPtrArray *notes)
{
  McpJsonValue cases =
      mcp_json_value_get_member (mcp_json_document_get_root (suite->document), "cases");
  McpJsonWalk item = mcp_json_walk (cases);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Writing          writing = { writer, NULL, notes, 0 };
  g_autofree char *title = create_title (suite->title, "Cases");
  g_autofree char *id = create_id (title);

  check_members (suite, cases, notes);
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
  for (guint i = 0; mcp_json_walk_next (&item); i++)
    {
      writing.item = suite->cases->pdata[i];
      write_case (&writing, item.value);
    }
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_text (writer);
}
