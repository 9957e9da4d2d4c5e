/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is said about a value that does not fit: where, by which keyword, and what to change. */

#include "mcp-tests.h"
#include "mcp-finding.h"
#include "mcp-schema.h"

#include <string.h>

typedef struct
{
  const char *schema;
  const char *value;
  const char *pointer;
  const char *place;
  const char *text;
} Expected;

static const Expected expected[] = {
  { "{'type':'string'}", "5", "", "/type", "Must be a string; it is a number." },
  { "{'type':['integer','null']}", "1.5", "", "/type",
    "Must be a whole number or null; it is a number." },
  { "{'type':'integer'}", "1.5", "", "/type", "Must be a whole number; it is 1.5." },
  { "{'properties':{'a':{'minimum':5}}}", "{'a':3}", "/a", "/properties/a/minimum",
    "Must be 5 or more; it is 3." },
  { "{'exclusiveMinimum':0}", "0", "", "/exclusiveMinimum", "Must be more than 0; it is 0." },
  { "{'maximum':1e2}", "100.01", "", "/maximum", "Must be 1e2 or less; it is 100.01." },
  { "{'multipleOf':0.01}", "1.005", "", "/multipleOf", "Must be a multiple of 0.01; it is 1.005." },
  { "{'minLength':1}", "''", "", "/minLength", "Must have 1 character or more; it has none." },
  { "{'maxLength':2}", "'abc'", "", "/maxLength", "Must have 2 characters or fewer; it has 3." },
  { "{'minItems':2}", "[1]", "", "/minItems", "Must have 2 items or more; it has 1." },
  { "{'maxProperties':1}", "{'a':1,'b':2}", "", "/maxProperties",
    "Must have 1 member or fewer; it has 2." },
  { "{'uniqueItems':true}", "[1,2,1.0]", "/2", "/uniqueItems",
    "Items 1 and 3 (/0 and /2) are equal; each may be there once." },
  { "{'enum':['a','b',3]}", "'c'", "", "/enum", "Must be one of “a”, “b” or 3." },
  { "{'const':{'a':1}}", "{'a':2}", "", "/const", "Must be {\"a\":1}." },
  { "{'pattern':'^a+$'}", "'b%s%n'", "", "/pattern", "Must match the pattern “^a+$”." },
  { "{'required':['a']}", "{}", "", "/required", "Add “a”; it is required." },
  { "{'properties':{'a':true},'additionalProperties':false}", "{'a':1,'%s':2}", "/%s",
    "/additionalProperties", "Remove “%s”; no such member is allowed here." },
  { "{'properties':{'a':false}}", "{'a':1}", "/a", "/properties/a",
    "Remove this; nothing is allowed here." },
  { "{'dependentRequired':{'a':['b']}}", "{'a':1}", "", "/dependentRequired/a",
    "Add “b”; it is required where “a” is." },
  { "{'prefixItems':[true],'items':false}", "[1,2]", "/1", "/items",
    "Remove this item; 1 at most are allowed." },
  { "{'contains':{'const':1}}", "[2]", "", "/contains",
    "Add an item that fits “contains”; it has none." },
  { "{'not':{'type':'null'}}", "null", "", "/not",
    "Must be something else: what it is now is ruled out by “not”." },
  { "{'$ref':'#/$defs/a','$defs':{'a':{'type':'null'}}}", "1", "", "/$defs/a/type",
    "Must be null; it is a number." },
  { "{'oneOf':[{'type':'number'},{'minimum':1}]}", "2", "", "/oneOf",
    "Matches more than one of 2 alternatives: number 1 and number 2." },
  { "{'anyOf':[{'type':'null'},{'items':{'required':['day']}}]}", "[{'day':1},{}]", "", "/anyOf",
    "Matches none of 2 alternatives; the closest is number 2. At /1: Add “day”; it is required." },
  { "{'propertyNames':{'maxLength':1}}", "{'ab':1}", "/ab", "/propertyNames/maxLength",
    "Must have 1 character or fewer; it has 2." },
  { "{'unevaluatedProperties':false,'allOf':[{'properties':{'a':true}}]}", "{'a':1,'b~/':2}",
    "/b~0~1", "/unevaluatedProperties", "Remove “b~/”; no such member is allowed here." },
};

static McpJsonDocument *
parse (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document;

  document = mcp_json_document_parse_text (g_strdelimit (copy, "'", '"'), -1, &error);
  g_assert_no_error (error);
  return document;
}

static McpSchemaReport *
check (const char *schema_text, const char *value_text, guint flags)
{
  g_autoptr (McpJsonDocument) schema_document = parse (schema_text);
  g_autoptr (McpJsonDocument) value = parse (value_text);
  g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (schema_document));

  return mcp_schema_validate (schema, mcp_json_document_get_root (value), flags, NULL);
}

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (McpSchemaReport) report = check (expected[i].schema, expected[i].value, MCP_SCHEMA_PLAIN);
      GPtrArray      *errors = report->errors;
      McpSchemaError *error;

      g_test_message ("%s", expected[i].schema);
      g_assert_cmpint (report->outcome, ==, MCP_SCHEMA_INVALID);
      g_assert_cmpuint (errors->len, ==, 1);
      error = errors->pdata[0];
      g_assert_cmpstr (error->text, ==, expected[i].text);
      g_assert_cmpstr (error->instance_pointer, ==, expected[i].pointer);
      g_assert_cmpstr (error->schema_pointer, ==, expected[i].place);
      g_assert_null (error->location);
    }
}

static void
test_formats (void)
{
  g_autoptr (McpSchemaReport) plain = check ("{'format':'date'}", "'2026-02-30'", MCP_SCHEMA_PLAIN);
  g_autoptr (McpSchemaReport) report =
      check ("{'format':'date'}", "'2026-02-30'", MCP_SCHEMA_ASSERT_FORMATS);
  GPtrArray *errors = report->errors;

  g_assert_cmpint (plain->outcome, ==, MCP_SCHEMA_VALID);
  g_assert_cmpuint (errors->len, ==, 1);
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[0])->text, ==,
                   "Must be a date, such as 2026-11-20.");
}

/* Errors of several members come all at once, and one that is deep in a document of others counts
 * from the value and the schema that were given. */
static void
test_inside (void)
{
  g_autoptr (McpJsonDocument) tools =
      parse ("{'tools':[{'inputSchema':{'$id':'http://a/b','required':['x'],'properties':{'y':"
             "{'type':'string'}}}}]}");
  g_autoptr (McpJsonDocument) call = parse ("{'params':{'arguments':{'y':[]}}}");
  McpJsonValue root = mcp_json_document_get_root (tools);
  McpJsonValue arguments =
      mcp_json_value_resolve_pointer (mcp_json_document_get_root (call), "/params/arguments");
  g_autoptr (McpSchema) schema =
      mcp_schema_new (mcp_json_value_resolve_pointer (root, "/tools/0/inputSchema"));
  g_autoptr (McpSchemaReport) report = mcp_schema_validate (schema, arguments, MCP_SCHEMA_PLAIN, NULL);
  GPtrArray       *errors = report->errors;
  g_autofree char *params = NULL;
  g_autofree char *json = mcp_schema_report_dup_json (report);
  g_autoptr (McpJsonDocument) read = parse (json);

  g_assert_cmpuint (errors->len, ==, 2);
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[0])->instance_pointer, ==, "/y");
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[0])->schema_pointer, ==, "/properties/y/type");
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[0])->location, ==, "http://a/b#/properties/y/type");
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[1])->property, ==, "x");
  params = mcp_json_value_dup_text (
      mcp_json_value_resolve_pointer (mcp_json_document_get_root (read), "/errors/0/params"));
  g_assert_cmpstr (params, ==, "{\"expected\":\"string\",\"actual\":\"array\"}");
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_resolve_pointer (mcp_json_document_get_root (read), "/errors/1/keyword"),
      "required"));
}

/* The branch that comes closest is the one whose discriminator fits. */
static void
test_closest (void)
{
  g_autoptr (McpSchemaReport) report = check (
      "{'anyOf':[{'type':'string'},"
      "{'properties':{'kind':{'const':'a'},'n':{'type':'number'}},'required':['n']},"
      "{'properties':{'kind':{'const':'b'},'m':{'type':'number'}},'required':['m']}]}",
      "{'kind':'b'}", MCP_SCHEMA_PLAIN);
  GPtrArray            *errors = report->errors;
  GPtrArray            *causes;
  const McpSchemaError *closest;

  g_assert_cmpuint (errors->len, ==, 1);
  g_assert_cmpstr (((const McpSchemaError *)errors->pdata[0])->text, ==,
                   "Matches none of 3 alternatives; the closest is number 3: Add “m”; it "
                   "is required.");
  causes = ((const McpSchemaError *)errors->pdata[0])->causes;
  g_assert_cmpuint (causes->len, ==, 4);
  closest = causes->pdata[0];
  g_assert_cmpint (closest->branch, ==, 2);
  g_assert_cmpint (((const McpSchemaError *)causes->pdata[3])->branch, ==, 0);
  g_assert_cmpstr (closest->schema_pointer, ==, "/anyOf/2/required");
}

static void
test_limits (void)
{
  GString        *value = g_string_new ("[0");
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  g_autoptr (McpJsonDocument) schema_document = parse ("{'items':{'type':'string'}}");
  g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (schema_document));
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  for (guint i = 1; i < MCP_SCHEMA_MAX_ERRORS; i++)
    g_string_append (value, ",0");
  g_string_append_c (value, ']');
  text = g_string_free (value, FALSE);
  document = parse (text);
  for (guint limit = MCP_SCHEMA_MAX_ERRORS - 1; limit <= MCP_SCHEMA_MAX_ERRORS + 1; limit++)
    {
      g_autoptr (McpSchemaReport) report = NULL;

      budget.max_errors = limit;
      report = mcp_schema_validate (schema, mcp_json_document_get_root (document), MCP_SCHEMA_PLAIN, &budget);
      g_assert_cmpuint (report->errors->len, ==, MIN (limit, MCP_SCHEMA_MAX_ERRORS));
      g_assert_cmpint (report->has_more, ==, limit < MCP_SCHEMA_MAX_ERRORS);
    }
}

static gboolean
finds (const char *schema_text, const char *code, const char *pointer)
{
  g_autoptr (McpJsonDocument) document = parse (schema_text);
  g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (document));
  g_autoptr (GPtrArray) findings = mcp_schema_check (schema);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    if (g_str_equal (mcp_finding_get_code (findings->pdata[i]), code) &&
        g_strcmp0 (mcp_finding_get_pointer (findings->pdata[i]), pointer) == 0)
      return TRUE;
  return FALSE;
}

static void
test_findings (void)
{
  g_autoptr (McpSchemaReport) old = NULL;

  g_assert_true (finds ("{'minimum':'5'}", "schema-keyword-invalid", "/minimum"));
  g_assert_true (finds ("{'properties':{'a':{'type':'strnig'}}}", "schema-metaschema", "/properties/a/type"));
  g_assert_true (finds ("{'pattern':'(?i)a'}", "schema-pattern-invalid", "/pattern"));
  g_assert_true (finds ("{'$ref':'#/$defs/gone'}", "schema-reference-unresolved", "/$ref"));
  g_assert_true (finds ("{'$ref':'https://example.org/a.json'}", "schema-reference-outside", "/$ref"));
  g_assert_true (finds ("{'$schema':'http://json-schema.org/draft-04/schema#'}",
                        "schema-dialect-unknown", "/$schema"));
  g_assert_true (finds ("{'$ref':'#/$defs/a','$defs':{'a':{'$ref':'#/$defs/b'},'b':{'$ref':'#/$defs/a'}}}",
                        "schema-reference-circle", "/$defs/b/$ref"));
  g_assert_false (finds ("{'properties':{'a':{'$ref':'#'}}}", "schema-reference-circle",
                         "/properties/a/$ref"));
  g_assert_true (finds ("[]", "schema-not-a-schema", ""));
  g_assert_false (finds ("{'type':'string'}", "schema-metaschema", ""));

  old = check ("{'$schema':'http://json-schema.org/draft-04/schema#','type':'string'}", "1", MCP_SCHEMA_PLAIN);
  g_assert_cmpint (old->outcome, ==, MCP_SCHEMA_INCOMPLETE);
  g_assert_cmpint (old->reason, ==, MCP_SCHEMA_REASON_DIALECT);
}

/* ECMA-262, 22.2.2.9: a group that took no part matches the empty text. */
static void
test_back_references (void)
{
  static const struct
  {
    const char      *schema;
    const char      *value;
    McpSchemaOutcome outcome;
  } cases[] = {
    { "{\"pattern\":\"^(a)(b)?\\\\2$\"}", "\"a\"", MCP_SCHEMA_VALID },
    { "{\"pattern\":\"^(a)(b)?\\\\2$\"}", "\"abb\"", MCP_SCHEMA_VALID },
    { "{\"pattern\":\"^(a)(b)?\\\\2$\"}", "\"ab\"", MCP_SCHEMA_INVALID },
    { "{\"pattern\":\"^\\\\1(a)$\"}", "\"a\"", MCP_SCHEMA_VALID },
    { "{\"pattern\":\"^(?<x>a)?\\\\k<x>$\"}", "\"\"", MCP_SCHEMA_VALID },
    { "{\"pattern\":\"^(?<x>a)?\\\\k<x>$\"}", "\"aa\"", MCP_SCHEMA_VALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) schema_document =
          mcp_json_document_parse_text (cases[i].schema, -1, NULL);
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (cases[i].value, -1, NULL);
      g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (schema_document));

      g_assert_cmpint (mcp_schema_test (schema, mcp_json_document_get_root (document),
                                        MCP_SCHEMA_PLAIN, NULL),
                       ==, cases[i].outcome);
    }
}

static gboolean check_last;

/* Runs behind whatever else is taken down at exit. */
__attribute__ ((destructor (101))) static void
on_exit_last (void)
{
  if (check_last && !finds ("{'type':'strnig'}", "schema-metaschema", "/type"))
    abort ();
}

/* A worker may still look at a schema while the program ends. */
static void
test_exit (void)
{
  if (g_test_subprocess ())
    {
      check_last = TRUE;
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

void
add_schema_errors_tests (void)
{
  g_test_add_func ("/schema/errors/back-references", test_back_references);
  g_test_add_func ("/schema/errors/texts", test_texts);
  g_test_add_func ("/schema/errors/formats", test_formats);
  g_test_add_func ("/schema/errors/inside", test_inside);
  g_test_add_func ("/schema/errors/closest", test_closest);
  g_test_add_func ("/schema/errors/limits", test_limits);
  g_test_add_func ("/schema/errors/findings", test_findings);
  g_test_add_func ("/schema/errors/exit", test_exit);
}
