/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Schemas and values that are made to hurt: each ends within its budget, with an answer or a reason. */

#include "mcp-tests.h"
#include "mcp-schema-private.h"
#include "mcp-schema-node.h"

#include <string.h>

typedef struct
{
  McpJsonDocument *documents[2];
  McpSchema       *schema;
  McpSchemaReport *report;
} Case;

static McpJsonDocument *
parse (char *text)
{
  g_autofree char *owned = g_strdelimit (text, "'", '"');
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (owned, -1, &error);

  g_assert_no_error (error);
  return document;
}

/* @schema, @value: (transfer full) */
static void
run (Case *self, char *schema, char *value, const McpSchemaBudget *budget)
{
  self->documents[0] = parse (schema);
  self->documents[1] = parse (value);
  self->schema = mcp_schema_new (mcp_json_document_get_root (self->documents[0]));
  self->report = mcp_schema_validate (self->schema, mcp_json_document_get_root (self->documents[1]),
                                      MCP_SCHEMA_ASSERT_FORMATS, budget);
}

static void
clear (Case *self)
{
  mcp_schema_report_unref (self->report);
  mcp_schema_unref (self->schema);
  mcp_json_document_unref (self->documents[0]);
  mcp_json_document_unref (self->documents[1]);
}

static char *
repeat (const char *open, const char *inner, const char *close, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (text, open);
  g_string_append (text, inner);
  for (guint i = 0; i < n; i++)
    g_string_append (text, close);
  return g_string_free (text, FALSE);
}

static void
assert_incomplete (Case *self, McpSchemaReason reason)
{
  g_test_message ("%s", self->report->reason_text);
  g_assert_cmpint (self->report->outcome, ==, MCP_SCHEMA_INCOMPLETE);
  g_assert_cmpint (self->report->reason, ==, reason);
  g_assert_nonnull (self->report->reason_text);
}

static void
test_patterns (void)
{
  static const char *const patterns[] = { "^(a+)+$", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$",
                                          "(x+x+)+y" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *value = repeat (i == 4 ? "x" : "a", "", "", 40);
      Case             self;

      run (&self, g_strdup_printf ("{'pattern':'%s'}", patterns[i]), g_strdup_printf ("'%s!'", value), NULL);
      g_assert_cmpint (self.report->outcome, !=, MCP_SCHEMA_VALID);
      if (self.report->outcome == MCP_SCHEMA_INCOMPLETE)
        assert_incomplete (&self, MCP_SCHEMA_REASON_PATTERN);
      clear (&self);
    }
}

/* A harmless pattern on a large text is answered; one that costs at every place is not. */
static void
test_long_texts (void)
{
  g_autofree char *large = repeat ("a", "", "", 200000);
  Case             self;

  run (&self, g_strdup ("{'pattern':'^a+$'}"), g_strdup_printf ("'%s'", large), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_VALID);
  clear (&self);
  run (&self, g_strdup ("{'pattern':'a*a*a*a*b'}"), g_strdup_printf ("'%s'", large), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INCOMPLETE);
  clear (&self);
}

static void
test_deep (void)
{
  Case self;

  /* Deeper than the budget, and a value that goes with it */
  run (&self, repeat ("{'items':", "{'type':'null'}", "}", 5000), repeat ("[", "1", "]", 5000), NULL);
  assert_incomplete (&self, MCP_SCHEMA_REASON_DEPTH);
  g_assert_cmpuint (self.schema->records->len, ==, 5001);
  clear (&self);
  /* What is deep only in the schema, or only in the value, does no harm */
  run (&self, repeat ("{'items':", "{'type':'null'}", "}", 5000), g_strdup ("[[1]]"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_VALID);
  clear (&self);
  run (&self, g_strdup ("{'items':{'$ref':'#'},'uniqueItems':true}"), repeat ("[", "1", "]", 9000), NULL);
  assert_incomplete (&self, MCP_SCHEMA_REASON_DEPTH);
  clear (&self);
  run (&self, repeat ("{'allOf':[", "true", "]}", 4000), g_strdup ("1"), NULL);
  assert_incomplete (&self, MCP_SCHEMA_REASON_CYCLE);
  clear (&self);
  run (&self, repeat ("{'not':", "true", "}", 4000), g_strdup ("1"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INCOMPLETE);
  clear (&self);
}

static void
test_depth_limit (void)
{
  for (guint limit = 49; limit <= 51; limit++)
    {
      McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
      Case            self;

      budget.max_depth = limit;
      /* 49 arrays around a leaf are 50 schemas inside each other. */
      run (&self, repeat ("{'items':", "{'type':'number'}", "}", 49), repeat ("[", "1", "]", 49), &budget);
      g_assert_cmpint (self.report->outcome, ==,
                       limit < 50 ? MCP_SCHEMA_INCOMPLETE : MCP_SCHEMA_VALID);
      clear (&self);
    }
}

static void
test_circles (void)
{
  static const char *const circles[] = {
    "{'$ref':'#'}",
    "{'$defs':{'a':{'$ref':'#/$defs/b'},'b':{'allOf':[{'$ref':'#/$defs/a'}]}},'$ref':'#/$defs/a'}",
    "{'anyOf':[{'$ref':'#'}]}",
    "{'not':{'$ref':'#'}}",
    "{'$dynamicAnchor':'a','$dynamicRef':'#a'}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (circles); i++)
    {
      Case self;

      run (&self, g_strdup (circles[i]), g_strdup ("1"), NULL);
      assert_incomplete (&self, MCP_SCHEMA_REASON_CYCLE);
      g_assert_false (mcp_schema_node_exists (mcp_schema_node_follow (mcp_schema_get_root (self.schema))) &&
                      i == 0);
      clear (&self);
    }
}

/* Every level doubles what is to be done. */
static void
test_exponential (void)
{
  static const char *const kinds[] = { "allOf", "anyOf", "oneOf" };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GString *text = g_string_new ("{'$ref':'#/$defs/0','$defs':{");
      Case     self;

      for (guint i = 0; i < 40; i++)
        g_string_append_printf (text, "'%u':{'%s':[{'$ref':'#/$defs/%u'},{'$ref':'#/$defs/%u'}]},", i,
                                kinds[k], i + 1, i + 1);
      g_string_append_printf (text, "'40':%s}}", k == 0 ? "{'type':'number'}" : "{'type':'string'}");
      run (&self, g_string_free (text, FALSE), g_strdup ("1"), NULL);
      g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INCOMPLETE);
      g_assert_true (self.report->reason == MCP_SCHEMA_REASON_STEPS ||
                     self.report->reason == MCP_SCHEMA_REASON_TIME);
      clear (&self);
    }
}

static guint
count_errors (GPtrArray *errors)
{
  guint n = errors != NULL ? errors->len : 0;

  for (guint i = 0; errors != NULL && i < errors->len; i++)
    n += count_errors (((const McpSchemaError *)errors->pdata[i])->causes);
  return n;
}

/* Unions inside unions have exponentially many reasons; a bounded number is told. */
static void
test_causes (void)
{
  GString *text = g_string_new ("{'$ref':'#/$defs/0','$defs':{");
  Case     self;

  for (guint i = 0; i < 7; i++)
    g_string_append_printf (text, "'%u':{'anyOf':[{'$ref':'#/$defs/%u'},{'$ref':'#/$defs/%u'},{'$ref':'#/$defs/%u'},"
                                  "{'$ref':'#/$defs/%u'}]},",
                            i, i + 1, i + 1, i + 1, i + 1);
  g_string_append (text, "'7':{'type':'string'}}}");
  run (&self, g_string_free (text, FALSE), g_strdup ("1"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INVALID);
  g_assert_true (self.report->has_more);
  g_assert_cmpuint (self.report->errors->len, ==, 1);
  g_assert_cmpuint (count_errors (self.report->errors), <=,
                    21 * MCP_SCHEMA_MAX_ERRORS);
  clear (&self);
}

static void
test_step_limit (void)
{
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  guint64         needed;
  Case            self;

  run (&self, g_strdup ("{'items':{'type':'number'}}"), g_strdup ("[1,2,3,4,5,6,7,8,9]"), NULL);
  needed = self.report->steps;
  g_assert_cmpuint (needed, >, 8);
  clear (&self);
  for (guint64 limit = needed - 1; limit <= needed + 1; limit++)
    {
      budget.max_steps = limit;
      run (&self, g_strdup ("{'items':{'type':'number'}}"), g_strdup ("[1,2,3,4,5,6,7,8,9]"), &budget);
      g_assert_cmpint (self.report->outcome, ==,
                       limit < needed ? MCP_SCHEMA_INCOMPLETE : MCP_SCHEMA_VALID);
      clear (&self);
    }
}

static void
test_large (void)
{
  GString *schema = g_string_new ("{'type':'object','required':[");
  GString *value = g_string_new ("{");
  Case     self;

  for (guint i = 0; i < 10000; i++)
    {
      g_string_append_printf (schema, "%s'p%u'", i > 0 ? "," : "", i);
      g_string_append_printf (value, "%s'p%u':%u", i > 0 ? "," : "", 9999 - i, i);
    }
  g_string_append (schema, "],'properties':{");
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (schema, "%s'p%u':{'type':'integer','$ref':'#/$defs/d%u'}", i > 0 ? "," : "", i, i);
  g_string_append (schema, "},'$defs':{");
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (schema, "%s'd%u':{'minimum':0}", i > 0 ? "," : "", i);
  g_string_append (schema, "}}");
  g_string_append_c (value, '}');
  run (&self, g_string_free (schema, FALSE), g_string_free (value, FALSE), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_VALID);
  g_assert_cmpuint (self.schema->records->len, ==, 20001);
  clear (&self);
}

static void
test_too_large (void)
{
  GString *schema = g_string_new ("{'anyOf':[true");
  Case     self;

  for (guint i = 1; i < MCP_SCHEMA_MAX_NODES - 1; i++)
    g_string_append (schema, ",true");
  run (&self, g_strconcat (schema->str, "]}", NULL), g_strdup ("1"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_VALID);
  clear (&self);
  g_string_append (schema, ",true]}");
  run (&self, g_string_free (schema, FALSE), g_strdup ("1"), NULL);
  assert_incomplete (&self, MCP_SCHEMA_REASON_SIZE);
  g_assert_nonnull (mcp_schema_get_findings (self.schema));
  clear (&self);
}

/* As many dynamic references as places that each may mean */
static void
test_dynamic (void)
{
  GString *schema = g_string_new ("{'$defs':{");
  Case     self;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (schema, "%s'%u':{'$id':'a%u','$dynamicAnchor':'x','not':{'$dynamicRef':'#x'}}",
                            i > 0 ? "," : "", i, i);
  g_string_append (schema, "},'$ref':'a7'}");
  run (&self, g_string_free (schema, FALSE), g_strdup ("1"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INCOMPLETE);
  clear (&self);
}

static void
test_numbers (void)
{
  g_autofree char *digits = repeat ("7", "", "", 100000);
  Case             self;

  run (&self, g_strdup_printf ("{'multipleOf':%s}", digits), g_strdup_printf ("%se5", digits), NULL);
  assert_incomplete (&self, MCP_SCHEMA_REASON_NUMBER);
  clear (&self);
  run (&self, g_strdup ("{'multipleOf':3,'minimum':1e400000000000000000000}"),
       g_strdup ("3e999999999999999999999"), NULL);
  g_assert_cmpint (self.report->outcome, !=, MCP_SCHEMA_VALID);
  clear (&self);
  run (&self, g_strdup ("{'multipleOf':12345678901234567890123}"),
       g_strdup ("1234567890123456789012300000"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_VALID);
  clear (&self);
  run (&self, g_strdup ("{'multipleOf':12345678901234567890123}"),
       g_strdup ("1234567890123456789012300001"), NULL);
  g_assert_cmpint (self.report->outcome, ==, MCP_SCHEMA_INVALID);
  clear (&self);
}

/* Items that differ only where no hash looks */
static void
test_unique (void)
{
  GString *value = g_string_new ("[");
  Case     self;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (value, "%s[[[[[[[[[[%u]]]]]]]]]]", i > 0 ? "," : "", i);
  g_string_append_c (value, ']');
  run (&self, g_strdup ("{'uniqueItems':true}"), g_string_free (value, FALSE), NULL);
  g_assert_cmpint (self.report->outcome, !=, MCP_SCHEMA_INVALID);
  clear (&self);
}

void
add_schema_hostile_tests (void)
{
  g_test_add_func ("/schema/hostile/patterns", test_patterns);
  g_test_add_func ("/schema/hostile/long-texts", test_long_texts);
  g_test_add_func ("/schema/hostile/deep", test_deep);
  g_test_add_func ("/schema/hostile/depth-limit", test_depth_limit);
  g_test_add_func ("/schema/hostile/circles", test_circles);
  g_test_add_func ("/schema/hostile/exponential", test_exponential);
  g_test_add_func ("/schema/hostile/causes", test_causes);
  g_test_add_func ("/schema/hostile/step-limit", test_step_limit);
  g_test_add_func ("/schema/hostile/large", test_large);
  g_test_add_func ("/schema/hostile/too-large", test_too_large);
  g_test_add_func ("/schema/hostile/dynamic", test_dynamic);
  g_test_add_func ("/schema/hostile/numbers", test_numbers);
  g_test_add_func ("/schema/hostile/unique", test_unique);
}
